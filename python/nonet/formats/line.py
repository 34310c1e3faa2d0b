"""One line, one symbol per cell, row after row.

An empty cell is one of `. 0 * - _ X` or a blank, the same sign throughout. Up to 9x9 the digits
are 1-9; up to 25x25 letters follow (`1-9A-G`, `0-9A-F` or `A-P` for 16x16; the text decides, or
you do). Text after the cells, behind a blank, comma, semicolon or `#`, is a comment.

Example: `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79`
"""

from __future__ import annotations

import re
from functools import partial

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle
from nonet.formats.readings import only_reading
from nonet.formats.symbols import BLANKS, Token, alphabets, decode_symbols, layout_for

NAME = "line"
SUMMARY = "one symbol per cell in one line, up to 25x25"
SUFFIXES = (".txt",)
HOLDS: frozenset[str] = frozenset()

_COMMENT = re.compile(r"[\s,;#].*", re.DOTALL)
_GAP = re.compile(r"[\s,;]+")
_COMMENTED = 16
"""Cells that a line has to have before other text can follow: "1 2 3" is no board of one cell."""


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read one line; line breaks around it do not count."""
    number, line = _only_line(text)
    ways = {
        f"the first {len(symbols)} symbols" if symbols != line else "all": partial(
            _parse_symbols, symbols, number, start, layout, alphabet
        )
        for start, symbols in _readings(line, layout, alphabet)
    }
    return only_reading(
        ways,
        wanted="a line whose end can be told (say which: layout=...)",
        found="two boards",
        choose=lambda errors: errors[-1],
        line=number,
    )


def _only_line(text: str) -> tuple[int, str]:
    """Return the line that is not empty, and its number."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line]
    lines = [(number, line) for number, line in lines if line.strip()] or lines
    if not lines:
        raise ParseError("a puzzle", "nothing", line=1, column=1)
    if len(lines) > 1:
        raise ParseError("one line", f"{len(lines)} lines", line=lines[1][0], column=1)
    return lines[0]


def _readings(line: str, layout: Layout | None, alphabet: str | None) -> list[tuple[int, str]]:
    """Give the ways to see a line as symbols, each with the index of its first one.

    A blank may be the blank sign, or set off a comment: the length tells.
    """
    bare = line.strip()
    symbols = _COMMENT.sub("", bare)
    whole, short = (0, line), (line.index(symbols), symbols)
    commented = _is_commented(symbols, bare)
    ways = [whole, short] if commented or layout is not None else [whole]
    fitting = [way for way in ways if _fits(way[1], layout, alphabet)]
    return fitting or [short if commented else whole]


def _is_commented(symbols: str, line: str) -> bool:
    """Tell whether what follows the first symbols is nothing or a comment, and not more cells."""
    rest = line[len(symbols) :].lstrip()
    if not rest or rest.startswith("#"):
        return bool(symbols)
    parts = _GAP.split(line)
    rows = len(parts) == len(symbols) and {len(part) for part in parts} == {len(symbols)}
    return len(symbols) >= _COMMENTED and not rows


def _fits(symbols: str, layout: Layout | None, alphabet: str | None) -> bool:
    try:
        size = layout_for(len(symbols), layout).size
    except ParseError:
        return False
    return alphabet is None or alphabet in alphabets(size)


def _parse_symbols(
    symbols: str, number: int, start: int, layout: Layout | None, alphabet: str | None
) -> Puzzle:
    most = layout.cell_count + 1 if layout else len(symbols)
    layout = layout_for(len(symbols), layout, number, start + min(len(symbols), most))
    if layout.size > len(SYMBOLS):
        expected = "numbers for a board above 25x25"
        raise ParseError(expected, "single symbols", line=number, column=start + 1)
    tokens = [Token(symbol, number, column) for column, symbol in enumerate(symbols, start + 1)]
    return Puzzle(decode_symbols(tokens, layout.size, alphabet), layout, NAME)


def format(puzzle: Puzzle, *, blank: str = ".", alphabet: str | None = None) -> str:
    """Write one line, with the blank sign and the alphabet of your choice."""
    size = puzzle.layout.size
    if size > len(SYMBOLS):
        raise ArgumentError(f"a line has a symbol per digit, up to 25; found {puzzle.layout}")
    known = alphabets(size)
    name = next(iter(known)) if alphabet is None else alphabet
    if name not in known:
        raise ArgumentError(f"expected an alphabet of {', '.join(known)}, found {alphabet!r}")
    if len(blank) != 1 or blank not in BLANKS or blank in known[name]:
        raise ArgumentError(f"expected a blank sign of {BLANKS!r} not in {name}, found {blank!r}")
    symbols = blank + known[name]
    return "".join(symbols[digit] for digit in puzzle.cells)
