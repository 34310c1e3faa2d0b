"""Puzzles and solutions: a layout and one byte per cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from nonet.core import hooks
from nonet.core.cells import cell_name
from nonet.core.errors import ArgumentError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.line import format_cells, parse_cells
from nonet.core.notes import Notes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_DIGITS = bytes(range(256))
NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class Conflict:
    """A digit that stands more than once in a house."""

    digit: int
    house: str
    cells: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.digit} stands {len(self.cells)} times in {self.house}: {' '.join(self.cells)}"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Grid:
    """What puzzles and solutions share: digits in cells, row-major, 0 for an empty cell."""

    cells: bytes
    layout: Layout = CLASSIC

    def __post_init__(self) -> None:
        if not isinstance(self.cells, bytes):
            try:
                object.__setattr__(self, "cells", bytes(self.cells))
            except (TypeError, ValueError) as error:
                raise ArgumentError(f"expected cells as bytes or small integers: {error}") from None
        size = self.layout.size
        if len(self.cells) != size * size:
            raise ArgumentError(
                f"expected {size * size} cells for a board of {self.layout}, "
                f"found {len(self.cells)}"
            )
        # Deleting what is allowed is several times as fast as looking for the largest.
        if self.cells.translate(None, _DIGITS[: size + 1]):
            cell = next(cell for cell, digit in enumerate(self.cells) if digit > size)
            raise ArgumentError(
                f"{cell_name(cell, size)}: expected a digit up to {size}, found {self.cells[cell]}"
            )

    @classmethod
    def from_line(cls, line: str, layout: Layout = CLASSIC) -> Self:
        """Build from the canonical line that `str` gives (`nonet.parse` reads everything else)."""
        if not isinstance(line, str):
            raise ArgumentError(f"expected the canonical line, found {line!r:.40}")
        return cls(parse_cells(line, layout), layout)

    def rows(self) -> list[list[int]]:
        """Return the digits as a list of rows."""
        size = self.layout.size
        return [list(self.cells[start : start + size]) for start in range(0, size * size, size)]

    def to_array(self) -> NDArray[np.uint8]:
        """Return the digits as a new n x n array."""
        import numpy as np

        size = self.layout.size
        return np.frombuffer(self.cells, dtype=np.uint8).reshape(size, size).copy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        array = self.to_array()
        return array if dtype is None else array.astype(dtype)

    def __str__(self) -> str:
        return format_cells(self.cells, self.layout)

    def __repr__(self) -> str:
        layout = "" if self.layout == CLASSIC else f", {self.layout!r}"
        return f"{type(self).__name__}.from_line({str(self)!r}{layout})"

    def _repr_svg_(self) -> str | None:
        return hooks.draw_svg(self)


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle(Grid):
    """The givens of a board; 0 for a cell to be filled. Any givens are allowed, clashing ones too.

    `notation` names what the puzzle was read from, `notes` keeps what that said beyond the givens;
    neither takes part in comparisons.

    >>> puzzle = Puzzle.from_line("12......3.......", Layout(2, 2))
    >>> puzzle.clues
    3
    >>> puzzle == eval(repr(puzzle))
    True
    """

    notation: str | None = field(default=None, compare=False)
    notes: Notes = field(default=NO_NOTES, compare=False)

    @property
    def placed(self) -> bytes | None:
        """Digits that somebody entered, 0 where none was; None if the notation does not tell."""
        return self.notes.placed

    @property
    def marks(self) -> tuple[tuple[int, ...], ...] | None:
        """Pencil marks, the candidates left in every cell; None if there are none."""
        return self.notes.marks

    @property
    def name(self) -> str | None:
        """The puzzle's name."""
        return self.notes.name

    @property
    def author(self) -> str | None:
        """Who made it."""
        return self.notes.author

    @property
    def comment(self) -> str | None:
        """What was said about it."""
        return self.notes.comment

    @property
    def rating(self) -> str | None:
        """How hard somebody's program found it, as that wrote it."""
        return self.notes.rating

    @property
    def clues(self) -> int:
        """How many cells are given."""
        return len(self.cells) - self.cells.count(0)

    def conflicts(self) -> tuple[Conflict, ...]:
        """Name the givens that clash, house by house; empty if none do.

        >>> for conflict in Puzzle.from_line("11..............", Layout(2, 2)).conflicts():
        ...     print(conflict)
        1 stands 2 times in row 1: r1c1 r1c2
        1 stands 2 times in box 1: r1c1 r1c2
        """
        return find_conflicts(self)


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Grid):
    """A filled board. That it is a right one is what `nonet.check` tells."""

    def __post_init__(self) -> None:
        Grid.__post_init__(self)
        if 0 in self.cells:
            empty = cell_name(self.cells.index(0), self.layout.size)
            raise ArgumentError(f"expected a digit in every cell, found {empty} empty")


def find_conflicts(grid: Grid) -> tuple[Conflict, ...]:
    """Name every digit that stands twice in a house, in the order of houses, then digits."""
    layout, cells = grid.layout, grid.cells
    conflicts = []
    for number, digits in enumerate(layout.read_houses(cells)):
        placed = digits.translate(None, b"\0")
        if len(set(placed)) == len(placed):
            continue
        house = layout.houses[number]
        for digit in sorted({d for d in placed if placed.count(d) > 1}):
            names = tuple(cell_name(cell, layout.size) for cell in house if cells[cell] == digit)
            conflicts.append(Conflict(digit, layout.house_name(number), names))
    return tuple(conflicts)
