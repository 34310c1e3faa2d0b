"""Where things are in an SVG picture: cells, candidates within them, the outlines of houses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, sqrt
from typing import NamedTuple

from nonet.core.layout import Layout

CELL = 40
MARGIN = 4


class Point(NamedTuple):
    """A place in a picture."""

    x: float
    y: float


class Places:
    """The places of a board; candidates stand as the cells of a box do, or nearly square."""

    def __init__(self, layout: Layout) -> None:
        self._size = layout.size
        self.columns = layout.box_cols if layout.regions is None else ceil(sqrt(layout.size))
        rows = ceil(layout.size / self.columns)
        self.width, self.height = (CELL - 4) / self.columns, (CELL - 4) / rows

    @property
    def radius(self) -> float:
        """Half of the room of a candidate."""
        return min(self.width, self.height) / 2

    def corner(self, cell: int) -> Point:
        """Return the upper left corner of a cell."""
        return Point(MARGIN + cell % self._size * CELL, MARGIN + cell // self._size * CELL)

    def middle(self, cell: int) -> Point:
        """Return the middle of a cell."""
        row, column = divmod(cell, self._size)
        return Point(MARGIN + (column + 0.5) * CELL, MARGIN + (row + 0.5) * CELL)

    def candidate(self, cell: int, digit: int) -> Point:
        """Return the middle of a candidate."""
        left, top = self.corner(cell)
        row, column = divmod(digit - 1, self.columns)
        x = left + 2 + (column + 0.5) * self.width
        return Point(x, top + 2 + (row + 0.5) * self.height)

    def outline(self, cells: Iterable[int], inset: float) -> str:
        """Return a path around cells, a little inside of them, whatever their shape is."""
        inside = {divmod(cell, self._size) for cell in cells}
        return "".join(
            f"M{x:.5g} {y:.5g}L{to_x:.5g} {to_y:.5g}"
            for x, y, to_x, to_y in _edges(inside, CELL, inset)
        )


def _edges(
    inside: set[tuple[int, int]], side: int, inset: float
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the borders of a set of cells, each moved inwards and joined to the next."""
    for row, column in sorted(inside):
        x, y = MARGIN + column * side, MARGIN + row * side
        for down in (-1, 1):
            if (row + down, column) not in inside:
                at = y + (side - inset if down > 0 else inset)
                start = x + _end(inside, (row, column - 1), (row + down, column - 1), inset)
                end = x + side - _end(inside, (row, column + 1), (row + down, column + 1), inset)
                yield start, at, end, at
        for across in (-1, 1):
            if (row, column + across) not in inside:
                at = x + (side - inset if across > 0 else inset)
                start = y + _end(inside, (row - 1, column), (row - 1, column + across), inset)
                end = y + side - _end(inside, (row + 1, column), (row + 1, column + across), inset)
                yield at, start, at, end


def _end(
    inside: set[tuple[int, int]], beside: tuple[int, int], beyond: tuple[int, int], inset: float
) -> float:
    """Return by how much an edge is shorter at one end, where it turns inwards or outwards."""
    if beside not in inside:
        return inset
    return -inset if beyond in inside else 0.0
