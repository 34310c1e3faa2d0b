"""How a single puzzle was read, and which box shape was used if a size has several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.judge import shapes_without_conflict

if TYPE_CHECKING:
    from nonet.cli.inputs import Items
    from nonet.cli.output import Output
    from nonet.core.layout import Layout
    from nonet.core.puzzle import Puzzle


def name_shape(puzzle: Puzzle, items: Items, output: Output) -> None:
    """Say on stderr that the usual boxes were used, if none were named and others fit as well.

    Only for one puzzle. If its digits conflict, but not in other boxes, it says that instead.
    """
    layout = puzzle.layout
    if not items.is_one or items.reading.layout is not None or not layout.other_shapes:
        return
    if fitting := shapes_without_conflict(puzzle):
        output.complain(
            f"digits conflict in {layout.shape} boxes, but not in others: try {_options(fitting)}"
        )
    elif layout.box_rows < layout.box_cols:  # Square boxes need no comment.
        size, others = layout.size, _options(layout.other_shapes)
        output.complain(f"using {layout.shape} boxes for {size}x{size} (for others: {others})")


def tell_reading(puzzle: Puzzle, items: Items, output: Output) -> None:
    """Say on stderr how a single puzzle was read: its notation, its board and its boxes."""
    output.complain(f"read as {puzzle.notation}: {puzzle.layout}")
    name_shape(puzzle, items, output)


def _options(shapes: tuple[Layout, ...]) -> str:
    return " or ".join(f"--box {shape.shape}" for shape in shapes)
