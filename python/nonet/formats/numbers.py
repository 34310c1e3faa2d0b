"""Decimal numbers with separators, for boards of every size.

Blanks, tabs, commas, semicolons, bars and brackets separate; a puzzle is one line, one line per
row, or a printed list of lists. An empty cell is 0 or one of the blank signs of `line`.

Example: `1 0 0 4, 0 0 1 0, 2 0 4 0, 0 3 0 0`
"""

from __future__ import annotations

import re

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.formats.symbols import BLANKS, Token, decode_numbers, layout_for

NAME = "numbers"
SUMMARY = "numbers with separators, any size"

_TOKEN = re.compile(r"[^\s,;|\[\](){}]+")
_RULE = re.compile(r"[-+=|\s]*(--|==)[-+=|\s]*")


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read numbers in one line or in one line per row. Numbers need no alphabet: it is ignored."""
    rows = [
        [Token(match.group(), number, match.start() + 1) for match in _TOKEN.finditer(line)]
        for number, line in enumerate(text.split("\n"), start=1)
        if not _RULE.fullmatch(line)
    ]
    rows = [row for row in rows if row]
    if not rows:
        raise ParseError("a puzzle", "nothing", line=1)
    tokens = [token for row in rows for token in row]
    if len(rows) > 1:
        _check_rows(rows, layout)
    elif len(tokens) == 1:
        raise ParseError("numbers with separators", repr(tokens[0].text[:20]), line=tokens[0].line)
    layout = layout_for(len(tokens), layout, tokens[0].line if len(rows) == 1 else None)
    return Puzzle(decode_numbers(tokens, layout.size), layout, NAME)


def _check_rows(rows: list[list[Token]], layout: Layout | None) -> None:
    size = layout.size if layout else max(len(row) for row in rows)
    for row in rows:
        if len(row) != size:
            raise ParseError(f"{size} numbers in each row", f"{len(row)}", line=row[0].line)
    if len(rows) != size:
        raise ParseError(f"{size} rows", f"{len(rows)}", line=rows[-1][0].line)


def format(puzzle: Puzzle, *, blank: str = "0", separator: str = " ") -> str:
    """Write one line per row, columns aligned."""
    if len(blank) != 1 or blank not in BLANKS.strip():
        raise ArgumentError(f"expected a blank sign of {BLANKS.strip()!r}, found {blank!r}")
    if not separator or _TOKEN.search(separator):
        raise ArgumentError(f"expected blanks, commas, semicolons or bars, found {separator!r}")
    width = len(str(puzzle.layout.size))
    return "".join(
        separator.join(f"{digit or blank:>{width}}" for digit in row) + "\n"
        for row in puzzle.rows()
    )
