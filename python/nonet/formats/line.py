"""One line, one symbol per cell, row after row.

An empty cell is one of `. 0 * - _ X` or a blank, the same sign throughout. Up to 9x9 the digits
are 1-9; up to 25x25 letters follow (`1-9A-G`, `0-9A-F` or `A-P` for 16x16; the text decides, or
you do). Text after the cells, behind a blank, comma, semicolon or `#`, is a comment.

Example: `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79`
"""

from __future__ import annotations

import re

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle
from nonet.formats.symbols import BLANKS, Token, alphabets, decode_symbols, layout_for

NAME = "line"
SUMMARY = "one symbol per cell in one line, up to 25x25"

_COMMENT = re.compile(r"[\s,;#].*", re.DOTALL)


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read one line; line breaks around it do not count."""
    line = text.strip("\r\n")
    number = text[: text.find(line[:1])].count("\n") + 1 if line else 1
    if "\n" in line:
        raise ParseError("one line", f"{line.count(chr(10)) + 1} lines", line=number)
    # A blank may be the blank sign, or set off a comment: the length tells.
    symbols, shift = line, 0
    if not _fits(line, layout):
        symbols = line.lstrip()
        shift = len(line) - len(symbols)
        symbols = _COMMENT.sub("", symbols)
    if not symbols:
        raise ParseError("a puzzle", "nothing", line=number)
    layout = layout_for(len(symbols), layout, number)
    if layout.size > len(SYMBOLS):
        raise ParseError("numbers for a board above 25x25", "single symbols", line=number)
    tokens = [Token(symbol, number, shift + i) for i, symbol in enumerate(symbols, start=1)]
    return Puzzle(decode_symbols(tokens, layout.size, alphabet), layout, NAME)


def _fits(line: str, layout: Layout | None) -> bool:
    try:
        layout_for(len(line), layout)
    except ParseError:
        return False
    return True


def format(puzzle: Puzzle, *, blank: str = ".", alphabet: str | None = None) -> str:
    """Write one line, with the blank sign and the alphabet of your choice."""
    size = puzzle.layout.size
    if size > len(SYMBOLS):
        raise ArgumentError(f"a line has a symbol per digit, up to 25; found {puzzle.layout}")
    known = alphabets(size)
    name = alphabet or next(iter(known))
    if name not in known:
        raise ArgumentError(f"expected an alphabet of {', '.join(known)}, found {alphabet!r}")
    if len(blank) != 1 or blank not in BLANKS or blank in known[name]:
        raise ArgumentError(f"expected a blank sign of {BLANKS!r} not in {name}, found {blank!r}")
    symbols = blank + known[name]
    return "".join(symbols[digit] for digit in puzzle.cells)
