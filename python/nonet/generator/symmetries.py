"""Symmetries of the cells that hold clues."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from nonet.core.errors import UnknownSymmetryError

_Map: TypeAlias = Callable[[int, int, int], tuple[int, int]]
"""Where a row and a column go on a board of a size."""


def _quarter_turn(row: int, column: int, last: int) -> tuple[int, int]:
    return column, last - row


def _half_turn(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, last - column


def _left_right(row: int, column: int, last: int) -> tuple[int, int]:
    return row, last - column


def _top_bottom(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, column


def _diagonal(row: int, column: int, last: int) -> tuple[int, int]:
    return column, row


def _anti_diagonal(row: int, column: int, last: int) -> tuple[int, int]:
    return last - column, last - row


_MAPS: dict[str, tuple[_Map, ...]] = {
    "half-turn": (_half_turn,),
    "quarter-turn": (_quarter_turn,),
    "left-right": (_left_right,),
    "top-bottom": (_top_bottom,),
    "both-mirrors": (_left_right, _top_bottom),
    "diagonal": (_diagonal,),
    "anti-diagonal": (_anti_diagonal,),
    "both-diagonals": (_diagonal, _anti_diagonal),
    "dihedral": (_quarter_turn, _left_right),
}
SYMMETRIES = tuple(_MAPS)
"""Every symmetry. Mirrors exchange left and right or top and bottom; the diagonal starts at the top
left, the anti-diagonal at the top right; dihedral has all turns and mirrors."""
_OTHER_NAMES = {"rotational": "half-turn", "mirror": "left-right"}


def symmetry_named(name: object) -> str:
    """Return the name of a symmetry; rotational is a half turn, mirror exchanges left and right."""
    given = _OTHER_NAMES.get(name, name) if isinstance(name, str) else name
    if given not in SYMMETRIES:
        raise UnknownSymmetryError(str(name), (*SYMMETRIES, *_OTHER_NAMES))
    return str(given)


@cache
def orbits(symmetry: str | None, size: int) -> tuple[int, ...]:
    """Return for every cell the number of its orbit: the cells that it is mapped onto.

    >>> orbits("half-turn", 2)
    (0, 1, 1, 0)
    """
    numbers: dict[int, int] = {}
    count = 0
    for cell in range(size * size):
        if cell not in numbers:
            for member in _orbit(cell, size, _MAPS[symmetry] if symmetry else ()):
                numbers[member] = count
            count += 1
    return tuple(numbers[cell] for cell in range(size * size))


def _orbit(cell: int, size: int, maps: tuple[_Map, ...]) -> set[int]:
    found, waiting = {cell}, [cell]
    while waiting:
        row, column = divmod(waiting.pop(), size)
        for one in maps:
            other_row, other_column = one(row, column, size - 1)
            other = other_row * size + other_column
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def possible_counts(symmetry: str | None, size: int) -> frozenset[int]:
    """Return the numbers of cells that whole orbits can have together."""
    numbers = orbits(symmetry, size)
    sums = 1
    for orbit in set(numbers):
        sums |= sums << numbers.count(orbit)
    return frozenset(count for count in range(size * size + 1) if sums >> count & 1)
