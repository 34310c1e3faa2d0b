"""Cells: a row-major number for programs, `r4c7` for people."""

from __future__ import annotations

import re

from nonet.core.errors import OutOfRangeError

_NAME = re.compile(r"r([1-9]\d*)c([1-9]\d*)", re.IGNORECASE)


def cell_name(cell: int, size: int) -> str:
    """Return the printed form of a cell.

    >>> cell_name(33, 9)
    'r4c7'
    """
    row, column = divmod(cell, size)
    return f"r{row + 1}c{column + 1}"


def cell_index(cell: int | str, size: int) -> int:
    """Return the row-major number of a cell given as a number or as `r4c7`.

    >>> cell_index("r4c7", 9)
    33
    """
    if isinstance(cell, str):
        match = _NAME.fullmatch(cell.strip())
        if match and max(row_column := [int(part) for part in match.groups()]) <= size:
            return (row_column[0] - 1) * size + row_column[1] - 1
    elif isinstance(cell, int) and 0 <= cell < size * size:
        return cell
    numbers = "" if isinstance(cell, str) else f" or 0 to {size * size - 1}"
    raise OutOfRangeError(expected=f"a cell from r1c1 to r{size}c{size}{numbers}", found=repr(cell))
