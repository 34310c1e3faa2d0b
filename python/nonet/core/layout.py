"""Layouts: the size of a board and its houses.

Everything that knows the rules (judge, engines, renderers) reads `houses` and what is derived
from them, never the box shape, so that a layout with other houses needs no change elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from nonet.core.errors import ArgumentError

MAX_SIZE = 255
"""Largest board: a digit has to fit a byte."""


@dataclass(frozen=True, slots=True)
class Layout:
    """An n x n board whose boxes have `box_rows` rows and `box_cols` columns; their product is n.

    >>> Layout(2, 3).size
    6
    >>> print(Layout(2, 3))
    6x6 with 2x3 boxes
    """

    box_rows: int
    box_cols: int

    def __post_init__(self) -> None:
        for side in (self.box_rows, self.box_cols):
            if not isinstance(side, int) or isinstance(side, bool) or side < 1:
                raise ArgumentError(f"expected a box side of 1 or more, found {side!r}")
        if self.size > MAX_SIZE:
            raise ArgumentError(f"expected a board of at most {MAX_SIZE} rows, found {self.size}")

    @classmethod
    def of_size(cls, size: int) -> Layout:
        """Return the usual layout of a size: boxes nearest to square, rows <= columns.

        >>> Layout.of_size(12)
        Layout(box_rows=3, box_cols=4)
        """
        if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= MAX_SIZE:
            raise ArgumentError(f"expected a size from 1 to {MAX_SIZE}, found {size!r}")
        return _usual(size)

    @property
    def size(self) -> int:
        """Rows, columns and digits of the board."""
        return self.box_rows * self.box_cols

    @property
    def cell_count(self) -> int:
        """Cells of the board."""
        return self.size * self.size

    @property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The cells of every house in ascending order: rows, then columns, then boxes."""
        return _houses(self)

    @property
    def houses_of(self) -> tuple[tuple[int, ...], ...]:
        """For every cell, the numbers of the houses that hold it."""
        return _houses_of(self)

    @property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For every cell, the other cells that share a house with it, in ascending order."""
        return _peers(self)

    def house_name(self, house: int) -> str:
        """Return the printed form of a house.

        >>> Layout(3, 3).house_name(9)
        'column 1'
        """
        kind, number = divmod(house, self.size)
        return f"{('row', 'column', 'box')[kind]} {number + 1}"

    def box_of(self, cell: int) -> int:
        """Return the number of the box that holds a cell, from 0."""
        row, column = divmod(cell, self.size)
        return row // self.box_rows * self.box_rows + column // self.box_cols

    def __str__(self) -> str:
        return f"{self.size}x{self.size} with {self.box_rows}x{self.box_cols} boxes"


CLASSIC = Layout(3, 3)
"""The 9x9 board."""


@cache
def _usual(size: int) -> Layout:
    rows = max(rows for rows in range(1, size + 1) if size % rows == 0 and rows * rows <= size)
    return Layout(rows, size // rows)


@cache
def _houses(layout: Layout) -> tuple[tuple[int, ...], ...]:
    size = layout.size
    rows = [tuple(range(row * size, (row + 1) * size)) for row in range(size)]
    columns = [tuple(range(column, size * size, size)) for column in range(size)]
    boxes: list[list[int]] = [[] for _ in range(size)]
    for cell in range(size * size):
        boxes[layout.box_of(cell)].append(cell)
    return (*rows, *columns, *map(tuple, boxes))


@cache
def _houses_of(layout: Layout) -> tuple[tuple[int, ...], ...]:
    holders: list[list[int]] = [[] for _ in range(layout.cell_count)]
    for number, house in enumerate(layout.houses):
        for cell in house:
            holders[cell].append(number)
    return tuple(map(tuple, holders))


@cache
def _peers(layout: Layout) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(sorted({c for number in numbers for c in layout.houses[number]} - {cell}))
        for cell, numbers in enumerate(layout.houses_of)
    )
