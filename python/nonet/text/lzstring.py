"""lz-string: the compression inside the links of web setters, as symbols of Base64.

The core's `lzstring.rs` describes it; here are its two alphabets, and its errors.

>>> compress("sudoku")
'M4VwJg9g1iQ='
>>> decompress(_)
'sudoku'
"""

from __future__ import annotations

import string

from nonet.core.errors import ParseError
from nonet.native import lz_compress, lz_decompress
from nonet.text.lines import LONGEST_TEXT

_BASE64 = f"{string.ascii_uppercase}{string.ascii_lowercase}{string.digits}+/"
"""The symbols in the order of their values; `=` pads the last four.

Links use `-` instead of the slash, and no padding.
"""
_UNITS = "utf-16-le"
_HALVES = "surrogatepass"
"""Texts may contain lone surrogates, as in JavaScript."""


def compress(text: str, *, uri_safe: bool = False) -> str:
    """Compress a text to Base64, or to symbols that need no quoting in a link."""
    symbols = lz_compress(text.encode(_UNITS, _HALVES)).decode()
    if uri_safe:
        return symbols.replace("/", "-")
    return symbols + "=" * (-len(symbols) % 4)


def decompress(payload: str, *, most: int = LONGEST_TEXT) -> str:
    """Decompress a payload in either alphabet; the text may not exceed the given length.

    The column of a ParseError is the symbol of the payload where it stopped.
    """
    symbols = payload.rstrip("=$")  # Some write a dollar sign to fill up.
    if len(payload) - len(symbols) > 3:
        raise _error("at most three signs to fill up", "more", len(symbols))
    if "-" in symbols and "/" in symbols:
        raise _error("symbols of one alphabet", "'-' and '/'", symbols.index("-"))
    if strange := symbols.strip(f"{_BASE64}-"):
        raise _error("a symbol of Base64", repr(strange[0]), symbols.index(strange[0]))
    text, fault = lz_decompress(symbols.encode(), most)
    if fault:
        raise _error(*fault)
    return text.decode(_UNITS, _HALVES)


def _error(expected: str, found: str, index: int) -> ParseError:
    return ParseError(expected, found, line=1, column=index + 1)
