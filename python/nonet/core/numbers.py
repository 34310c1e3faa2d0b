"""Whole numbers as arguments."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from nonet.core.errors import ArgumentError, OutOfRangeError

_MOST = 2**63 - 1
"""Numbers of the native core are 64 bits wide."""


def check_number(name: str, value: object, least: int) -> int:
    """Return a whole number; ArgumentError if it is something else."""
    most = ""
    if isinstance(value, int) and not isinstance(value, bool):
        if least <= value <= _MOST:
            return value
        most = f" to {_MOST}" if value > _MOST else ""
    raise ArgumentError(f"{name}: expected a whole number from {least}{most}, found {value!r:.40}")


def row_number(place: SupportsIndex, rows: int, expected: str) -> int:
    """Return the number of a row, counted from 0; negative ones count from the end.

    `expected` says what else the place could have been.
    """
    try:
        row = index(place)
    except TypeError:
        raise ArgumentError(f"expected {expected}, found {place!r:.40}") from None
    if not -rows <= row < rows:
        there_are = f"a row from 0 to {rows - 1}" if rows else "no index (no rows)"
        raise OutOfRangeError(expected=there_are, found=str(row))
    return row % rows
