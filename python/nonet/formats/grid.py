"""Rows of symbols, one line per row, with or without a frame.

Bars (`|`), rules (`---+---`), corners and box-drawing characters are dropped, and so are blanks
between the cells. Symbols and blank signs are those of `line`.

Example:
    +-----+-----+
    | 1 . | . 4 |
    | . . | 1 . |
    +-----+-----+
    | 2 . | 4 . |
    | . 3 | . . |
    +-----+-----+
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle
from nonet.formats import line as line_notation
from nonet.formats.symbols import Token, decode_symbols, layout_for

NAME = "grid"
SUMMARY = "rows of symbols, framed or not, up to 25x25"

_BARS = "|!:│┃║┆┇┊┋╎╏"
_FRAME = re.compile(r"[-+=|*:.'`!\s]*(--|==)[-+=|*:.'`!\s]*")
_CORNERED = re.compile(r"[-+=|\s]*\+[-+=|\s]*")
_BOX_DRAWN = re.compile(r"[\s\u2500-\u257f]+")

_Row = list[Token]


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read rows of symbols; refuse a text that two ways of seeing its frame read differently."""
    lines = [
        (number, line.rstrip("\r"))
        for number, line in enumerate(text.split("\n"), start=1)
        if line.isspace() or not _BOX_DRAWN.fullmatch(line)
    ]
    readings: dict[Puzzle, None] = {}
    errors: list[ParseError] = []
    for rows in _row_readings(lines):
        try:
            readings[_parse_rows(rows, layout, alphabet)] = None
        except ParseError as error:
            errors.append(error)
    if len(readings) > 1:
        raise ParseError("rows that can be told from the frame", "'-' for both")
    for puzzle in readings:
        return puzzle
    raise errors[0]


def _row_readings(lines: list[tuple[int, str]]) -> Iterator[list[_Row]]:
    """Give the ways to see the text as rows: which lines are frame, and what a blank is."""
    is_frame: Callable[[str], object]
    for is_frame in (_FRAME.fullmatch, _CORNERED.fullmatch, lambda line: False):
        symbols = [
            [Token(symbol, number, i) for i, symbol in enumerate(line, 1) if symbol not in _BARS]
            for number, line in lines
            if not is_frame(line)
        ]
        spaced = [[token for token in row if not token.text.isspace()] for row in symbols]
        yield [row for row in spaced if row]
        yield [row for row in symbols if row]


def _parse_rows(rows: list[_Row], layout: Layout | None, alphabet: str | None) -> Puzzle:
    if not rows:
        raise ParseError("rows of a puzzle", "none", line=1)
    width = max(map(len, rows))
    size = layout.size if layout else max(len(rows), width)
    for row in rows:
        if len(row) != min(size, width) or width > size:
            raise ParseError(f"{size} symbols in each row", f"{len(row)}", line=row[0].line)
    if len(rows) != size or width != size:
        found = f"{len(rows)} rows of {width}"
        raise ParseError(f"{size} rows of {size} symbols", found, line=rows[-1][0].line)
    if size > len(SYMBOLS):
        raise ParseError("numbers for a board above 25x25", "single symbols", line=rows[0][0].line)
    tokens = [token for row in rows for token in row]
    layout = layout_for(len(tokens), layout)
    return Puzzle(decode_symbols(tokens, size, alphabet), layout, NAME)


def format(
    puzzle: Puzzle, *, blank: str = ".", alphabet: str | None = None, frame: bool = True
) -> str:
    """Write rows of symbols, in a frame that shows the boxes or bare."""
    size, box_rows, box_cols = puzzle.layout.size, puzzle.layout.box_rows, puzzle.layout.box_cols
    symbols = line_notation.format(puzzle, blank=blank, alphabet=alphabet)
    rows = [symbols[start : start + size] for start in range(0, size * size, size)]
    if not frame:
        return "\n".join(rows) + "\n"
    rule = "+".join(["-" * (2 * box_cols + 1)] * (size // box_cols))
    lines = []
    for number, row in enumerate(rows):
        if number % box_rows == 0:
            lines.append(f"+{rule}+")
        boxes = [row[start : start + box_cols] for start in range(0, size, box_cols)]
        lines.append("| " + " | ".join(" ".join(box) for box in boxes) + " |")
    return "\n".join([*lines, f"+{rule}+"]) + "\n"
