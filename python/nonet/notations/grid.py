"""Rows of symbols, one line per row, with or without a frame.

Bars (`|`), rules (`---+---`), corners, box-drawing characters and spaces between cells are not
cells; bars and rules between boxes show the box shape. Symbols and signs for empty cells are those
of `line`. Lines that start with `#` are the puzzle's comment, which is written above it; text below
a closed frame is ignored.

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
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.notes import Notes
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.notations import line as line_notation
from nonet.text.ambiguity import only_reading
from nonet.text.borders import ASCII, draw_frame
from nonet.text.comments import (
    comment_lines,
    comment_of,
    is_comment,
    joined,
    uncommented,
    with_comment,
)
from nonet.text.frames import BARS, bar_widths, framed_layout, is_drawn, is_rule, without_trailer
from nonet.text.position import plain_cells
from nonet.text.symbols import (
    Token,
    alphabet_details,
    check_square,
    decode_in_alphabet,
    layout_for,
)

NAME = "grid"
SUMMARY = "rows of symbols, with or without a frame, up to 25x25"
SUFFIXES = (".txt",)
HOLDS = frozenset({"comment"})

_CORNERED = frozenset("-+=| \t")
_USUAL = 1000
"""Longer texts need a closer look."""
_FOREIGN = re.compile(r"[^0-9A-Za-z_\s.*·|!:+='`\u2500-\u257f-]")
_NO_BARS = str.maketrans(dict.fromkeys(BARS))
_SYMBOL = re.compile("[0-9A-Za-z]")
_LONGEST = 1 << 16
"""Far more than 25x25 cells in the widest frame."""

_Lines: TypeAlias = Mapping[int, str]
_Places: TypeAlias = dict[int, list[int]]
"""By line, the columns of the cells, from 0."""
_Rows: TypeAlias = dict[int, list[Token]]


def may_be(text: str) -> bool:
    """Return whether a text could be rows: whether it can have as many rows as columns.

    A line with a digit or letter is a row, and between its symbols and its length are its cells.
    """
    bare = without_trailer(uncommented(text))
    if _FOREIGN.search(bare):
        return False
    lines = bare.split("\n")
    rows = [line for line in lines if _SYMBOL.search(line)]
    symbols = ["".join(row.translate(_NO_BARS).split()) for row in rows]
    least = max([len(rows), *map(len, symbols)])
    return least <= min([len(SYMBOLS), len(lines) - lines.count(""), *map(len, rows)])


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read rows of symbols; refuse a text if its frame can be interpreted in two ways."""
    comment = None
    if "#" in text:
        comment = joined(comment_of(line) for line in text.split("\n") if is_comment(line))
        text = uncommented(text)
    puzzle = _parse_usual(text, layout) if alphabet is None else None
    puzzle = puzzle or _parse_any_frame(text, layout, alphabet)
    return with_comment(puzzle, comment)


def _parse_usual(text: str, layout: Layout | None) -> Puzzle | None:
    """Read up to nine rows with dots or zeros, bare or framed in ASCII; None for anything else.

    If an empty cell has a sign, blanks are not cells, so this is the only interpretation
    that can succeed.
    """
    if len(text) > _USUAL or not text.isascii() or not ("." in text or "0" in text):
        return None
    if text.lstrip()[:1] == "+" and text.rstrip()[-1:] != "+":
        return None  # text may follow the frame
    lines = text.split("\n")
    rows = {i: line for i, line in enumerate(lines, 1) if line.strip() and not is_rule(line)}
    size = len(rows)
    if not 1 < size <= 9 or (layout and layout.size != size):
        return None
    bare = [row.replace(" ", "").replace("\t", "").strip("|") for row in rows.values()]
    widths = [tuple(map(len, row.split("|"))) for row in bare]
    if {*map(sum, widths)} != {size}:
        return None
    cells = plain_cells("".join(bare).replace("|", ""), size)
    if cells is None or 0 not in cells:
        return None
    if layout is None:
        layout = framed_layout(dict(zip(rows, widths, strict=True)), lines)
    return Puzzle(cells, layout or Layout.of_size(size), NAME)


def _parse_any_frame(text: str, layout: Layout | None, alphabet: str | None) -> Puzzle:
    text = without_trailer(text)
    lines = _frame_lines(text)
    _check_width(lines)
    ways: dict[str, Callable[[], Puzzle]] = {}
    errors: list[ParseError] = []
    for places in _row_readings(lines):
        if errors and not _is_square(places, layout):
            continue  # one complaint is enough
        rows = _tokens(lines, places)
        try:
            check_square(rows, layout)
            boxes = layout or _boxes(rows, text)
            ways[str(len(ways))] = partial(_parse_rows, rows, boxes, alphabet)
        except ParseError as error:
            errors.append(error)
    if not ways:
        raise errors[0] if errors else ParseError("rows of a puzzle", "none", line=1, column=1)
    return only_reading(
        ways,
        wanted="rows that differ from frame and spaces",
        keyword="layout",
        found="a text that fits several",
        choose=lambda errors: errors[0],
        line=min(lines),
    )


def _boxes(rows: _Rows, text: str) -> Layout | None:
    """Return the layout that the frame shows."""
    lines = text.split("\n")
    return framed_layout(bar_widths(rows, lines), lines)


def shows_boxes(text: str) -> bool:
    """Return whether bars or rules in a text that was read show its boxes."""
    text = without_trailer(uncommented(text))
    lines = _frame_lines(text)
    for places in _row_readings(lines):
        if _is_square(places, None):
            try:
                if _boxes(_tokens(lines, places), text):
                    return True
            except ParseError:
                continue
    return False


def _frame_lines(text: str) -> _Lines:
    """Return the lines that may be rows, by their numbers."""
    lines = enumerate(text.split("\n"), start=1)
    return {number: line for number, line in lines if not is_drawn(line)}


def _check_width(lines: _Lines) -> None:
    """Refuse early a text that is not a grid of single symbols and may be very long."""
    if sum(map(len, lines.values())) > _LONGEST:
        raise ParseError(f"rows of at most {len(SYMBOLS)} symbols", "a longer text", line=1)
    for number, line in lines.items():
        cells = _spaced(line)
        if len(cells) > len(SYMBOLS) and not is_rule(line):
            expected = f"at most {len(SYMBOLS)} symbols in each row (numbers for a larger board)"
            column = cells[len(SYMBOLS)] + 1
            raise ParseError(expected, str(len(cells)), line=number, column=column)


def _row_readings(lines: _Lines) -> Iterator[_Places]:
    """Yield the ways to interpret a text as rows: which lines are frame, and what blanks mean."""
    seen = []
    for cells_of in (_spaced, _tight, _padded):
        cells = {number: cells_of(line) for number, line in lines.items()}
        for is_frame in (is_rule, _is_cornered, lambda line: False):
            rows = {n: row for n, row in cells.items() if row and not is_frame(lines[n])}
            if rows and rows not in seen:
                seen.append(rows)
                yield rows


def _is_square(rows: _Places, layout: Layout | None) -> bool:
    return (
        {len(row) for row in rows.values()} == {len(rows)} == {layout.size if layout else len(rows)}
    )


def _tokens(lines: _Lines, rows: _Places) -> _Rows:
    return {n: [Token(lines[n][i], n, i + 1) for i in row] for n, row in rows.items()}


def _is_cornered(line: str) -> bool:
    return "+" in line and _CORNERED.issuperset(line)


def _spaced(line: str) -> list[int]:
    """Find the cells where blanks mean nothing: `1 . . | 4 . .`."""
    return [i for i, symbol in enumerate(line) if symbol not in BARS and not symbol.isspace()]


def _tight(line: str) -> list[int]:
    """Find the cells where a blank is an empty cell: `1  |4  `."""
    return [i for i, symbol in enumerate(line) if symbol not in BARS]


def _padded(line: str) -> list[int]:
    """Find the cells where every second symbol between two bars is one: `| 1     | 4     |`."""
    bars = [i for i, symbol in enumerate(line) if symbol in BARS]
    cells = [i for left, right in pairwise(bars) for i in range(left + 2, right - 1, 2)]
    padding = set(range(len(line))).difference(bars, cells)
    return cells if all(line[i].isspace() for i in padding) else _tight(line)


def _parse_rows(rows: _Rows, layout: Layout | None, alphabet: str | None) -> Puzzle:
    tokens = [token for row in rows.values() for token in row]
    layout = layout_for(len(tokens), layout)
    decoded = decode_in_alphabet(tokens, layout.size, alphabet)
    details = alphabet_details(decoded.alphabet, layout.size)
    return Puzzle(decoded.cells, layout, NAME, Notes(details=details) if details else NO_NOTES)


def format(
    puzzle: Puzzle, *, blank: str = ".", alphabet: str | None = None, frame: bool = True
) -> str:
    """Write rows of symbols, bare or in a frame that shows the boxes."""
    symbols = line_notation.format_symbols(puzzle, blank, alphabet)
    size = puzzle.layout.size
    if frame and blank == " " and puzzle.layout.regions is not None:
        raise ArgumentError("expected a blank sign that shows between irregular regions, found ' '")
    if frame:
        rows = [line.text for line in draw_frame(symbols, [1] * size, puzzle.layout, ASCII)]
    else:
        rows = [symbols[start : start + size] for start in range(0, size * size, size)]
    return "\n".join([*comment_lines(puzzle.notes.comment), *rows]) + "\n"
