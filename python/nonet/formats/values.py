"""Lists and arrays: nested or flat, of numbers or of symbols."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING, Any

from nonet.core.errors import ParseError
from nonet.core.layout import MAX_SIZE, Layout
from nonet.core.puzzle import Puzzle
from nonet.formats.symbols import Token, check_square, decode_cells, layout_for

if TYPE_CHECKING:
    from numpy.typing import NDArray


_ROW_TYPES, _CELL_TYPES = {list, tuple}, {int, type(None)}


def parse_list(
    values: Sequence[Any], *, layout: Layout | None = None, alphabet: str | None = None
) -> Puzzle:
    """Read rows of cells, or all cells in one list; 0, None, '' or a blank sign for an empty one.

    Strings are symbols, as in a line (`["53..7....", ...]` is a list of rows).
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
    """Read a board of integers and None at once, or leave it to those who look more closely."""
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
        found = repr(value) if isinstance(value, bool | float) else type(value).__name__
        raise ParseError("an integer, a symbol or None", found, line=line, column=column)
    if number.bit_length() > 64:
        found = f"an integer of {number.bit_length()} bits"
        raise ParseError("a digit", found, line=line, column=column)
    return Token(str(number or ""), line, column)


def _integer(value: Any) -> int | None:
    if value is None:
        return 0
    try:
        return operator.index(value)
    except TypeError:
        return None


def as_array(values: Any) -> NDArray[Any]:
    """Return values as an array; a hidden value of a masked array is an empty cell."""
    import numpy as np

    if isinstance(values, np.ma.MaskedArray):
        return np.asarray(values.filled(0) if values.dtype.kind in "iu" else values)
    try:
        return np.asarray(values)
    except ValueError as error:
        raise ParseError("rows of equal length", str(error)) from None


def parse_array(array: NDArray[Any], *, layout: Layout | None = None) -> Puzzle:
    """Read an n x n array, or all cells in one dimension, of any integer type."""
    import numpy as np

    if array.dtype.kind not in "iu":
        raise ParseError("an array of integers", f"dtype {array.dtype}")
    if array.ndim not in (1, 2) or (array.ndim == 2 and array.shape[0] != array.shape[1]):
        raise ParseError("an array of shape (n, n) or (n*n,)", f"shape {array.shape}")
    layout = layout_for(array.size, layout)
    flat = array.reshape(-1)
    wrong = np.flatnonzero((flat < 0) | (flat > layout.size))
    if len(wrong):
        row, column = divmod(int(wrong[0]), layout.size)
        raise ParseError(
            f"a digit 0-{layout.size}", str(flat[wrong[0]]), line=row + 1, column=column + 1
        )
    return Puzzle(flat.astype(np.uint8).tobytes(), layout, "array")
