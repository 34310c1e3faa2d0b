"""Lists and arrays: nested or flat, of numbers or of symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle
from nonet.formats.symbols import Token, decode_numbers, decode_symbols, layout_for

if TYPE_CHECKING:
    from numpy.typing import NDArray


def parse_list(
    values: Sequence[Any], *, layout: Layout | None = None, alphabet: str | None = None
) -> Puzzle:
    """Read rows of cells, or all cells in one list; 0, None, '' or a blank sign for an empty one.

    Strings are symbols, as in a line (`["53..7....", ...]` is a list of rows).
    """
    if not len(values):
        raise ParseError("a puzzle", "an empty list")
    tokens = _row_tokens(values) if _is_rows(values) else _flat_tokens(values, layout)
    layout = layout_for(len(tokens), layout)
    if layout.size <= len(SYMBOLS) and any(token.text.isalpha() for token in tokens):
        return Puzzle(decode_symbols(tokens, layout.size, alphabet), layout, "list")
    return Puzzle(decode_numbers(tokens, layout.size), layout, "list")


def _is_rows(values: Sequence[Any]) -> bool:
    """Tell rows of cells from cells: rows are sequences, or strings as long as the list."""
    if any(isinstance(value, str) for value in values):
        size = len(values)
        return size > 1 and all(isinstance(row, str) and len(row) == size for row in values)
    return any(hasattr(value, "__len__") for value in values)


def _row_tokens(values: Sequence[Any]) -> list[Token]:
    tokens: list[Token] = []
    for number, row in enumerate(values, start=1):
        if not hasattr(row, "__len__"):
            raise ParseError("a row", f"{row!r:.40}", line=number)
        if len(row) != len(values):
            raise ParseError(f"{len(values)} cells in each row", str(len(row)), line=number)
        tokens += [_cell_token(value, number, column) for column, value in enumerate(row, start=1)]
    return tokens


def _flat_tokens(values: Sequence[Any], layout: Layout | None) -> list[Token]:
    size = layout_for(len(values), layout).size
    return [
        _cell_token(value, cell // size + 1, cell % size + 1) for cell, value in enumerate(values)
    ]


def _cell_token(value: Any, line: int, column: int) -> Token:
    """Return a cell of a list as a symbol."""
    if value is None or value == "":
        return Token("0", line, column)
    if isinstance(value, str):
        return Token(value, line, column)
    if not isinstance(value, bool) and hasattr(value, "__index__"):
        return Token(str(value.__index__()), line, column)
    raise ParseError("an integer, a symbol or None", f"{value!r:.40}", line=line, column=column)


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
