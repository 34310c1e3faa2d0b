"""From symbols to digits: alphabets, blank signs, and what is wrong with a symbol.

A `Token` is a symbol and its place, so that every notation can report where it stumbled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import MAX_SIZE, Layout
from nonet.core.line import SYMBOLS

BLANKS = ".0*-_X "
"""The signs that may stand for an empty cell; one puzzle uses one of them."""

_DIGITS_AND_LETTERS = "0123456789ABCDEFGHIJKLMNO"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"


@dataclass(frozen=True, slots=True)
class Token:
    """A symbol or number and where it stands; line and column count from 1."""

    text: str
    line: int
    column: int

    def error(self, expected: str) -> ParseError:
        """Return the error that something else was expected here."""
        found = "a control character" if not self.text.isprintable() else repr(self.text[:20])
        return ParseError(expected, found, line=self.line, column=self.column)


def alphabets(size: int) -> dict[str, str]:
    """Return the alphabets in use for a size, by name; the canonical one first.

    >>> list(alphabets(16))
    ['1-9A-G', '0-9A-F', 'A-P']
    """
    if size <= 9:
        return {f"1-{size}": SYMBOLS[:size]}
    return {
        f"1-9A-{SYMBOLS[size - 1]}": SYMBOLS[:size],
        f"0-9A-{_DIGITS_AND_LETTERS[size - 1]}": _DIGITS_AND_LETTERS[:size],
        f"A-{_LETTERS[size - 1]}": _LETTERS[:size],
    }


def decode_symbols(tokens: Sequence[Token], size: int, alphabet: str | None = None) -> bytes:
    """Read one symbol per cell; refuse a text that two alphabets read differently."""
    known = alphabets(size)
    if alphabet is not None:
        if alphabet not in known:
            raise ArgumentError(
                f"expected an alphabet of {', '.join(known)} for {size}x{size}, found {alphabet!r}"
            )
        return _decode(tokens, known[alphabet])
    readings: dict[bytes, str] = {}
    errors = []
    for name, symbols in known.items():
        if not _plausible(tokens, symbols):
            continue
        try:
            readings.setdefault(_decode(tokens, symbols), name)
        except ParseError as error:
            errors.append(error)
    if len(readings) > 1:
        names = " or ".join(repr(name) for name in readings.values())
        raise ParseError(
            f"an unambiguous alphabet (say which: alphabet={names})",
            "symbols that fit several",
            line=tokens[0].line,
        )
    for cells in readings:
        return cells
    raise max(errors, key=lambda error: (error.line or 0, error.column or 0))


def _plausible(tokens: Sequence[Token], symbols: str) -> bool:
    """Tell whether an alphabet with 0 as a digit can be meant.

    With 0 and no other blank sign the text would be a complete grid, and every symbol would
    stand equally often.
    """
    if symbols[0] != "0":
        return True
    counts = Counter(token.text.upper() for token in tokens)
    if any(sign in counts for sign in BLANKS if sign not in symbols):
        return True
    return all(counts[symbol] == len(symbols) for symbol in symbols)


def _decode(tokens: Sequence[Token], symbols: str) -> bytes:
    blank: str | None = None
    cells = bytearray()
    for token in tokens:
        text = token.text.upper()
        digit = symbols.find(text) + 1 if len(text) == 1 else 0
        if not digit:
            if text not in BLANKS or len(text) != 1 or text != (blank or text):
                raise token.error(_expected(symbols, blank))
            blank = text
        cells.append(digit)
    return bytes(cells)


def _expected(symbols: str, blank: str | None) -> str:
    digits = f"{symbols[0]}-{symbols[-1]}" if len(symbols) > 1 else symbols
    if "9A" in symbols:
        digits = f"{symbols[0]}-9 or A-{symbols[-1]}"
    name = "a digit" if symbols[0] in "01" and len(symbols) <= 9 else "a symbol"
    if blank is not None:
        return f"{name} {digits} or {blank!r} as before"
    return f"{name} {digits} or a blank sign (. 0 * - _ X or space)"


def decode_numbers(tokens: Sequence[Token], size: int) -> bytes:
    """Read one decimal number per cell; 0 or one other blank sign for an empty cell."""
    blank: str | None = None
    cells = bytearray()
    for token in tokens:
        text = token.text.upper()
        if text in BLANKS:
            if text != (blank or text):
                raise token.error(f"a number 1-{size} or {blank!r} as before")
            blank = text
            cells.append(0)
            continue
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and 1 <= int(text) <= size):
            known = repr(blank) if blank else "0 or ."
            raise token.error(f"a number 1-{size}, or {known} for an empty cell")
        cells.append(int(text))
    return bytes(cells)


def layout_for(count: int, layout: Layout | None, line: int | None = None) -> Layout:
    """Return the layout of a text with that many cells, or say that no board has so many."""
    size = isqrt(count)
    if layout is not None:
        if count == layout.cell_count:
            return layout
        raise ParseError(
            f"{layout.cell_count} cells for a board of {layout}", f"{count}", line=line
        )
    if count and size * size == count and size <= MAX_SIZE:
        return Layout.of_size(size)
    raise ParseError("a square number of cells (81 for 9x9)", f"{count}", line=line)
