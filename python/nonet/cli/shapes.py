"""Which box shape was taken, where a size has several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.judge import shapes_without_conflict

if TYPE_CHECKING:
    from nonet.cli.inputs import Items
    from nonet.cli.output import Output
    from nonet.core.layout import Layout
    from nonet.core.puzzle import Puzzle


def name_shape(puzzle: Puzzle, items: Items, output: Output) -> None:
    """Say on stderr that the usual boxes were taken, if nobody named any and others fit, too.

    That is for one puzzle. If its digits clash, and would not in other boxes, that is said instead.
    """
    layout = puzzle.layout
    if not items.is_one or items.reading.layout is not None or not layout.other_shapes:
        return
    if fitting := shapes_without_conflict(puzzle):
        output.complain(
            f"digits clash in {layout.shape} boxes, but not in others: try {_options(fitting)}"
        )
    elif layout.box_rows < layout.box_cols:  # Whoever means other boxes than square ones says so.
        size, others = layout.size, _options(layout.other_shapes)
        output.complain(f"{size}x{size} has the usual {layout.shape} boxes (for others: {others})")


def _options(shapes: tuple[Layout, ...]) -> str:
    return " or ".join(f"--box {shape.shape}" for shape in shapes)
