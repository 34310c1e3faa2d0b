"""Layouts: the size of a board, and its rows, columns and boxes or regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cache
from math import isqrt
from typing import Any, NoReturn

from nonet.core.errors import ArgumentError, UnsupportedError
from nonet.core.geometry import geometry_of
from nonet.core.rules import House

MAX_SIZE = 255
"""The largest board: a digit has to fit in a byte."""


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
        """Return the usual layout of a size: boxes closest to square, rows <= columns.

        >>> Layout.of_size(12)
        Layout(box_rows=3, box_cols=4)
        """
        if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= MAX_SIZE:
            raise ArgumentError(f"expected a size from 1 to {MAX_SIZE}, found {size!r}")
        return _usual(size)

    @classmethod
    def of_regions(cls, regions: str | Iterable[Hashable]) -> Layout:
        """Return the layout whose boxes are regions of any shape, one name per cell.

        The names are symbols in a text (spaces and line breaks are ignored), numbers separated by
        spaces, or the items of a flat sequence. There must be as many regions as rows, each with as
        many cells. Regions that are boxes give the ordinary layout.

        >>> Layout.of_regions("AAAB ABBB CCCD CDDD")
        Layout.of_regions('AAABABBBCCCDCDDD')
        >>> Layout.of_regions("1122 1122 3344 3344")
        Layout(box_rows=2, box_cols=2)
        """
        numbers = _numbered(regions)
        size = isqrt(len(numbers))
        shapes = [Layout(rows, size // rows) for rows in range(1, size + 1) if size % rows == 0]
        boxes = (shape for shape in shapes if _box_numbers(shape) == numbers)
        return next(boxes, None) or IrregularLayout(numbers)

    @property
    def regions(self) -> bytes | None:
        """The region number of every cell, from 0, if regions are irregular; else None."""
        return None

    @property
    def other_shapes(self) -> tuple[Layout, ...]:
        """Other box shapes for the size, closest to square first; rows do not count as boxes.

        >>> print(*Layout(3, 4).other_shapes, sep=", ")
        12x12 with 4x3 boxes, 12x12 with 2x6 boxes, 12x12 with 6x2 boxes
        """
        return tuple(shape for shape in _shapes(self.size) if shape != self)

    @property
    def size(self) -> int:
        """Rows, columns and digits of the board."""
        return self.box_rows * self.box_cols

    @property
    def cell_count(self) -> int:
        """Cells of the board."""
        return self.size * self.size

    @property
    def houses(self) -> tuple[House, ...]:
        """The rows, then the columns, then the boxes or regions.

        >>> Layout(3, 3).houses[9].name
        'column 1'
        """
        return _houses(self)

    @property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For every cell, the other cells that share a house with it, in ascending order."""
        return geometry_of(self).peers

    def box_of(self, cell: int) -> int:
        """Return the number of a cell's box, from 0."""
        row, column = divmod(cell, self.size)
        return row // self.box_rows * self.box_rows + column // self.box_cols

    @property
    def shape(self) -> str:
        """The box shape, such as 2x3; "irregular" if there is no common shape."""
        return f"{self.box_rows}x{self.box_cols}"

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data: `size`, and either `box` or `regions`.

        >>> Layout(2, 3).to_dict()
        {'size': 6, 'box': [2, 3], 'regions': None}
        """
        return {"size": self.size, "box": [self.box_rows, self.box_cols], "regions": None}

    def __str__(self) -> str:
        return f"{self.size}x{self.size} with {self.shape} boxes"


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class IrregularLayout(Layout):
    """A layout whose boxes are regions of any shape; use `Layout.of_regions`."""

    regions: bytes
    box_rows: int = field(init=False)
    box_cols: int = field(init=False)

    def __init__(self, regions: bytes) -> None:
        object.__setattr__(self, "regions", regions)

    def __getattr__(self, name: str) -> NoReturn:
        """Raise an error for the box shape, which does not exist."""
        if name in ("box_rows", "box_cols"):
            raise UnsupportedError(f"{self} has no box shape")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def size(self) -> int:
        """Rows, columns and digits of the board."""
        return isqrt(len(self.regions))

    @property
    def other_shapes(self) -> tuple[Layout, ...]:
        """None, because regions were given explicitly."""
        return ()

    @property
    def shape(self) -> str:
        """The word "irregular"."""
        return "irregular"

    def box_of(self, cell: int) -> int:
        """Return the number of a cell's region, from 0."""
        return self.regions[cell]

    def to_dict(self) -> dict[str, Any]:
        """Return the layout as plain data."""
        return {"size": self.size, "box": None, "regions": self._text()}

    def _text(self) -> str:
        if self.size <= len(_NAMES):
            return "".join(_NAMES[number] for number in self.regions)
        return " ".join(str(number + 1) for number in self.regions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IrregularLayout) and self.regions == other.regions

    def __hash__(self) -> int:
        return hash(self.regions)

    def __reduce__(self) -> tuple[object, ...]:
        return IrregularLayout, (self.regions,)

    def __repr__(self) -> str:
        return f"Layout.of_regions({self._text()!r})"

    def __str__(self) -> str:
        return f"{self.size}x{self.size} with {self.shape} regions"


_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of regions, as long as there are enough."""


def _numbered(regions: str | Iterable[Hashable]) -> bytes:
    """Return the region number of every cell, in the order of their first cells."""
    names = _names(regions) if isinstance(regions, str) else _items(regions)
    size = isqrt(len(names))
    if not 1 <= size <= MAX_SIZE or size * size != len(names):
        expected = "a region for each of a square number of cells (81 for 9x9)"
        raise ArgumentError(expected=expected, found=str(len(names)))
    counts = Counter(names)
    for name, count in counts.items():
        if count != size:
            expected = f"{size} regions of {size} cells"
            raise ArgumentError(expected=expected, found=f"{count} cells of {name!r}")
    numbers = {name: number for number, name in enumerate(counts)}
    return bytes(numbers[name] for name in names)


def _items(regions: Iterable[Hashable]) -> list[Hashable]:
    items = list(regions) if isinstance(regions, Iterable) else [None]
    if not all(isinstance(item, Hashable) for item in items):
        raise ArgumentError(f"expected the name of a region for each cell, found {items[0]!r:.40}")
    return items


def _names(text: str) -> list[str]:
    """Return the names in a text: its symbols, or its words if only they fit."""
    parts = text.replace(",", " ").split()
    symbols = list("".join(parts))
    return parts if len(parts) > 1 and _is_even(parts) and not _is_even(symbols) else symbols


def _is_even(names: list[str]) -> bool:
    size = isqrt(len(names))
    return size * size == len(names) and set(Counter(names).values()) == {size}


CLASSIC = Layout(3, 3)
"""The 9x9 board."""


@cache
def _usual(size: int) -> Layout:
    rows = max(rows for rows in range(1, size + 1) if size % rows == 0 and rows * rows <= size)
    return Layout(rows, size // rows)


@cache
def _shapes(size: int) -> tuple[Layout, ...]:
    sides = [rows for rows in range(2, size) if size % rows == 0]
    sides.sort(key=lambda rows: (max(rows, size // rows), rows))
    return tuple(Layout(rows, size // rows) for rows in sides)


def _box_numbers(layout: Layout) -> bytes:
    return bytes(map(layout.box_of, range(layout.cell_count)))


@cache
def _houses(layout: Layout) -> tuple[House, ...]:
    size = layout.size
    boxes: list[list[int]] = [[] for _ in range(size)]
    for cell in range(size * size):
        boxes[layout.box_of(cell)].append(cell)
    kinds: dict[str, list[Iterable[int]]] = {
        "row": [range(row * size, (row + 1) * size) for row in range(size)],
        "column": [range(column, size * size, size) for column in range(size)],
        "box" if layout.regions is None else "region": [*boxes],
    }
    return tuple(
        House(tuple(cells), f"{kind} {number}")
        for kind, houses in kinds.items()
        for number, cells in enumerate(houses, start=1)
    )
