"""The canonical line: the text of a grid that `str` returns and `repr` uses.

Up to 25 digits, it has one symbol per cell: `.` for an empty cell, 1-9, then A for 10 and so on.
Larger grids are written as numbers separated by spaces.
"""

from __future__ import annotations

from functools import cache

from nonet.core.errors import ParseError
from nonet.core.layout import MAX_SIZE, Layout

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The canonical symbol of each digit, for boards of up to 25 digits."""

_BYTE_TO_SYMBOL = bytes.maketrans(bytes(range(len(SYMBOLS) + 1)), f".{SYMBOLS}".encode())
_NUMBERS = (".", *map(str, range(1, MAX_SIZE + 1)))


def format_cells(cells: bytes, layout: Layout) -> str:
    """Format cells as their canonical line."""
    if layout.size <= len(SYMBOLS):
        return cells.translate(_BYTE_TO_SYMBOL).decode()
    return " ".join(map(_NUMBERS.__getitem__, cells))


def parse_cells(line: str, layout: Layout) -> bytes:
    """Read a canonical line, exactly as `format_cells` writes it."""
    symbols = list(line) if layout.size <= len(SYMBOLS) else line.split(" ")
    if len(symbols) != layout.cell_count:
        expected = f"{layout.cell_count} cells for {layout}"
        raise ParseError(expected, str(len(symbols)), line=1)
    known = _digits(layout.size)
    try:
        return bytes(map(known.__getitem__, symbols))
    except KeyError as error:
        (wrong,) = error.args
        expected = f"'.' or a digit up to {format_digit(layout.size, layout)}"
        column = symbols.index(wrong) + 1
        raise ParseError(expected, repr(wrong), line=1, column=column) from None


def format_digit(digit: int, layout: Layout) -> str:
    """Format one digit as in the canonical line.

    >>> format_digit(10, Layout(4, 4))
    'A'
    """
    return SYMBOLS[digit - 1] if layout.size <= len(SYMBOLS) else str(digit)


@cache
def _digits(size: int) -> dict[str, int]:
    """Return the digit of every symbol, or number, of the canonical line."""
    texts = f".{SYMBOLS}" if size <= len(SYMBOLS) else _NUMBERS
    return {text: digit for digit, text in enumerate(texts[: size + 1])}
