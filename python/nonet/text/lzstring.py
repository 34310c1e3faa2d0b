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
"""The symbols in the order of their values; `=` fills up the last four.

For links there is `-` instead of the slash, and nothing is filled up.
"""
_UNITS = "utf-16-le"
_HALVES = "surrogatepass"
"""A text may hold halves of characters, as JavaScript's may."""


def compress(text: str, *, uri_safe: bool = False) -> str:
    """Return a text compressed, in Base64 or in symbols that a link can hold as they are."""
    symbols = lz_compress(text.encode(_UNITS, _HALVES)).decode()
    if uri_safe:
        return symbols.replace("/", "-")
    return symbols + "=" * (-len(symbols) % 4)


def decompress(payload: str, *, most: int = LONGEST_TEXT) -> str:
    """Return the text of a payload in either alphabet, at most so many units long.

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
