"""Lists and arrays: nested or flat, of numbers or of symbols."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from math import isqrt
from numbers import Real
from typing import TYPE_CHECKING, Any

from nonet.core.errors import ParseError
from nonet.core.layout import MAX_SIZE, Layout
from nonet.core.puzzle import Puzzle
from nonet.text.symbols import Token, check_square, decode_cells, layout_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_ROW_TYPES, _CELL_TYPES = {list, tuple}, {int, type(None)}

_KINDS: dict[type, str] = {dict: "an object with names", list: "a list"}
"""JSON values that are not cells."""


def parse_list(
    values: Sequence[Any], *, layout: Layout | None = None, alphabet: str | None = None
) -> Puzzle:
    """Read rows of cells, or all cells in one list; 0, None, '' or a blank sign for an empty one.

    Whole floats are accepted; NaN and pandas NA are empty cells, like None. Strings
    are symbols, as in a line (`["53..7....", ...]` is a list of rows).
    """
    if not len(values):
        raise ParseError("a puzzle", "an empty list")
    if plain := _parse_integers(values, layout):
        return plain
    rows = values if _is_rows(values) else _cut(values, layout)
    tokens = {number: _row_tokens(row, number) for number, row in enumerate(rows, start=1)}
    if not any(tokens.values()):
        raise ParseError("a puzzle", "empty rows", line=1, column=1)
    check_square(tokens, layout, "cells")
    if not any(isinstance(value, str) for row in rows for value in row):
        alphabet = None
    cells = [token for row in tokens.values() for token in row]
    layout = layout_for(len(cells), layout)
    return Puzzle(decode_cells(cells, layout.size, alphabet), layout, "list")


def _parse_integers(values: Sequence[Any], layout: Layout | None) -> Puzzle | None:
    """Read a board of integers and None directly; None for anything else."""
    if {*map(type, values)} <= _ROW_TYPES:
        if {*map(len, values)} != {len(values)}:
            return None
        values = [*chain.from_iterable(values)]
    types = {*map(type, values)}
    size = layout.size if layout else isqrt(len(values))
    if not types <= _CELL_TYPES or size * size != len(values) or size > MAX_SIZE:
        return None
    if types != {int}:
        values = [value or 0 for value in values]
    if min(values) < 0 or max(values) > size:
        return None
    return Puzzle(bytes(values), layout or Layout.of_size(size), "list")


def _is_rows(values: Sequence[Any]) -> bool:
    """Tell rows of cells from cells: rows are sequences, or strings too long for a number."""
    if all(isinstance(value, str) for value in values):
        digits = len(str(isqrt(len(values))))
        return len(values) > 1 and max(map(len, values)) > digits
    return any(_is_sequence(value) for value in values)


def _is_sequence(value: Any) -> bool:
    # An array without dimensions has __len__ too, but no length.
    return isinstance(value, list | tuple) or getattr(value, "ndim", 0) > 0


def _cut(values: Sequence[Any], layout: Layout | None) -> list[Sequence[Any]]:
    """Cut a flat list into rows."""
    size = layout_for(len(values), layout).size
    return [values[start : start + size] for start in range(0, len(values), size)]


def _row_tokens(row: Any, line: int) -> list[Token]:
    if not isinstance(row, str) and not _is_sequence(row):
        raise ParseError("a row of cells", type(row).__name__, line=line, column=1)
    return [_cell_token(value, line, column) for column, value in enumerate(row, start=1)]


def _cell_token(value: Any, line: int, column: int) -> Token:
    """Return a cell of a list as a symbol."""
    if isinstance(value, str):
        return Token(value, line, column)
    number = None if isinstance(value, bool) else _integer(value)
    if number is None:
        found = (
            str(value)
            if isinstance(value, bool | Real)
            else _KINDS.get(type(value), type(value).__name__)
        )
        raise ParseError("an integer, a symbol or nothing", found, line=line, column=column)
    if number.bit_length() > 64:
        found = f"an integer of {number.bit_length()} bits"
        raise ParseError("a digit", found, line=line, column=column)
    return Token(str(number or ""), line, column)


def _integer(value: Any) -> int | None:
    # The NA of pandas is known by its type: it has no answer to any question, that of equality too.
    if value is None or type(value).__name__ == "NAType":
        return 0
    try:
        return operator.index(value)
    except TypeError:
        return _whole(value) if isinstance(value, Real) else None


def _whole(value: Any) -> int | None:
    """Return a number that is whole as an integer, and 0 for NaN."""
    if value != value:
        return 0
    try:
        number = int(value)
    except OverflowError:
        return None
    return number if number == value else None


def as_array(values: Any) -> NDArray[Any]:
    """Return values as an array; a hidden value of a masked array is an empty cell."""
    import numpy as np

    if isinstance(values, np.ma.MaskedArray):
        return np.asarray(values.filled(0) if values.dtype.kind in "iufO" else values)
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ParseError("rows of equal length", str(error)) from None


def wrong_values(array: NDArray[Any], size: int) -> NDArray[np.bool_]:
    """Return which values are not digits of a board; NaN is an empty cell."""
    import numpy as np

    with np.errstate(invalid="ignore"):
        wrong = (array < 0) | (array > size)
        if array.dtype.kind == "f":
            wrong |= ~np.isnan(array) & (array != np.floor(array))
    return wrong


def wrong_value(array: NDArray[Any], size: int) -> ParseError | None:
    """Return the error for the first value that is not a digit."""
    wrong = wrong_values(array, size).reshape(-1)
    if not wrong.any():
        return None
    cell = int(wrong.argmax())
    line, column = divmod(cell, size)
    found = str(array.reshape(-1)[cell])
    return ParseError(f"a digit 0-{size}", found, line=line + 1, column=column + 1)


def check_kind(array: NDArray[Any]) -> None:
    """Refuse an array of anything but numbers."""
    if array.dtype.kind not in "iuf":
        raise ParseError("an array of whole numbers", f"dtype {array.dtype}")


def filled(array: NDArray[Any]) -> NDArray[Any]:
    """Return numbers with 0 instead of NaN."""
    import numpy as np

    return np.where(np.isnan(array), 0, array) if array.dtype.kind == "f" else array


def parse_array(array: NDArray[Any], *, layout: Layout | None = None) -> Puzzle:
    """Read an n x n array, or a flat array of all cells, of any type with whole numbers.

    NaN is an empty cell. An array of objects is read like a list.
    """
    import numpy as np

    is_objects = array.dtype.kind == "O"
    if not is_objects:
        check_kind(array)
    if array.ndim not in (1, 2) or (array.ndim == 2 and array.shape[0] != array.shape[1]):
        raise ParseError("an array of shape (n, n) or (n*n,)", f"shape {array.shape}")
    if is_objects:
        return replace(parse_list(array.tolist(), layout=layout), notation="array")
    layout = layout_for(array.size, layout)
    if error := wrong_value(array, layout.size):
        raise error
    return Puzzle(filled(array).astype(np.uint8).tobytes(), layout, "array")
