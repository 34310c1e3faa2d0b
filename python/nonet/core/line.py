"""The canonical line: the one text of a grid that `str` gives and `repr` rebuilds from.

Up to 25 digits it has one symbol per cell: `.` for an empty cell, 1-9, then A for 10 and so on.
Larger grids are written as numbers with a blank between them.
"""

from __future__ import annotations

from nonet.core.errors import ParseError
from nonet.core.layout import Layout

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The canonical symbol of each digit, for boards of up to 25 digits."""

_BYTE_TO_SYMBOL = bytes.maketrans(bytes(range(len(SYMBOLS) + 1)), f".{SYMBOLS}".encode())
_SYMBOL_TO_DIGIT = {symbol: digit for digit, symbol in enumerate(f".{SYMBOLS}")}


def format_cells(cells: bytes, layout: Layout) -> str:
    """Write cells as their canonical line."""
    if layout.size <= len(SYMBOLS):
        return cells.translate(_BYTE_TO_SYMBOL).decode()
    return " ".join(str(digit or ".") for digit in cells)


def parse_cells(line: str, layout: Layout) -> bytes:
    """Read a canonical line, exactly as `format_cells` writes it."""
    symbols = list(line) if layout.size <= len(SYMBOLS) else line.split(" ")
    if len(symbols) != layout.cell_count:
        expected = f"{layout.cell_count} cells for a board of {layout}"
        raise ParseError(expected, str(len(symbols)), line=1)
    digits = bytearray()
    for column, symbol in enumerate(symbols, start=1):
        digit = _digit(symbol, layout.size)
        if digit is None:
            expected = f"'.' or a digit up to {format_digit(layout.size, layout)}"
            raise ParseError(expected, repr(symbol), line=1, column=column)
        digits.append(digit)
    return bytes(digits)


def format_digit(digit: int, layout: Layout) -> str:
    """Write one digit as the canonical line does.

    >>> format_digit(10, Layout(4, 4))
    'A'
    """
    return SYMBOLS[digit - 1] if layout.size <= len(SYMBOLS) else str(digit)


def _digit(symbol: str, size: int) -> int | None:
    if size <= len(SYMBOLS):
        digit = _SYMBOL_TO_DIGIT.get(symbol)
    elif symbol == ".":
        digit = 0
    else:
        decimal = symbol.isascii() and symbol.isdigit() and symbol[0] != "0"
        digit = int(symbol) if decimal and len(symbol) <= 3 else None
    return digit if digit is not None and digit <= size else None
