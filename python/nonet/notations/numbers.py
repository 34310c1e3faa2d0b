"""Decimal numbers with separators, for boards of any size.

Spaces, tabs, commas, semicolons, bars, brackets and quotes are separators. A puzzle is one line,
one line per row, or a printed list of lists. Empty cells are 0 or one of the signs of `line`, but
never missing. Up to 25x25, cells may be the symbols of `line`, including letters. Lines that start
with `#` are the comment; in a puzzle on one line, so is the text from the first word after the
cells.

Example: `1 0 0 4, 0 0 1 0, 2 0 4 0, 0 3 0 0`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import isqrt

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import MAX_SIZE, Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle
from nonet.text.comments import (
    comment_lines,
    comment_of,
    folded,
    is_comment,
    joined,
    uncommented,
    with_comment,
)
from nonet.text.frames import BARS, framed_layout, is_drawn, is_rule, without_trailer
from nonet.text.symbols import (
    GAP,
    Token,
    check_gap,
    check_number_blank,
    check_square,
    decode_cells,
    layout_for,
    number_digits,
)

NAME = "numbers"
SUMMARY = "numbers with separators, any size"
SUFFIXES = (".txt",)
HOLDS = frozenset({"comment"})

_TOKEN = re.compile(r"""[^\s,;|│┃║\[\](){}"']+""")
_APART = r"""[\s,;|│┃║\[\](){}"']"""
_START = re.compile(rf"{_APART}*(?:[0-9]{{1,4}}|[A-Za-z_.*·-])(?:{_APART}|$)")
_BAR = re.compile(f"[{''.join(sorted(BARS))}]")
_WORD = re.compile(r"#|[A-Za-z]{2}")
"""The start of a comment: cells never have two letters."""
_COMMENTED = 16
"""How many cells a line needs before a comment can follow."""
_GAPS = re.compile(GAP.pattern, re.MULTILINE)
_TO_BLANKS = str.maketrans(dict.fromkeys(",;[](){}", " "))
_RULE = "-+=| \t"
_SEPARATOR = re.compile(r"[ \t,;|]+")


def may_be(text: str) -> bool:
    """Return whether a text could be numbers, judging by its first row."""
    lines = without_trailer(uncommented(text)).split("\n")
    rows = [line for line in lines if not _is_rule(line) and _TOKEN.search(line)]
    if len(rows) < 2:
        return bool(rows) and _START.match(rows[0]) is not None
    cells = _TOKEN.findall(rows[0])
    return len(cells) == len(rows) and all(
        len(cell) < 5 and not (cell.isdecimal() and int(cell) > len(rows)) for cell in cells
    )


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read numbers in one line or in one line per row; an alphabet is for single symbols only."""
    if "#" in text:
        comment = joined(comment_of(line) for line in text.split("\n") if is_comment(line))
        return with_comment(_parse(uncommented(text), layout, alphabet), comment)
    return _parse(text, layout, alphabet)


def _parse(text: str, layout: Layout | None, alphabet: str | None) -> Puzzle:
    if alphabet is None and (large := parse_large(text, layout)):
        return large
    lines, rows = _rows(text)
    if len(rows) < 2:
        return _parse_line(lines, next(iter(rows), 1), layout, alphabet)
    for number in rows:
        check_gap(lines[number - 1], number)
    size = len(rows)
    if {*map(len, rows.values())} != {size} or (layout and layout.size != size):
        check_square(_tokens(lines, rows), layout, "numbers")
    layout = layout or _framed(rows, lines) or layout_for(size * size, None)
    if alphabet is None:
        digits = number_digits(size, "." if "." in text else "0")
        try:
            numbers = [digits[cell] for row in rows.values() for cell in row]
            return Puzzle(bytes(numbers), layout, NAME)
        except KeyError:
            pass  # other blank signs, letters, or something wrong
    tokens = list(chain.from_iterable(_tokens(lines, rows).values()))
    return Puzzle(decode_cells(tokens, size, alphabet), layout, NAME)


def shows_boxes(text: str) -> bool:
    """Return whether bars or rules in a text that was read show its boxes."""
    lines, rows = _rows(uncommented(text))
    return _framed(rows, lines) is not None


def _rows(text: str) -> tuple[list[str], dict[int, list[str]]]:
    """Return all lines, and the cells of those that are rows, by their numbers."""
    lines = without_trailer(text).split("\n")
    rows = {
        number: cells
        for number, line in enumerate(lines, start=1)
        if not _is_rule(line) and (cells := _TOKEN.findall(line))
    }
    return lines, rows


def _parse_line(
    lines: Sequence[str], number: int, layout: Layout | None, alphabet: str | None
) -> Puzzle:
    """Read numbers in one line, optionally followed by a comment."""
    line, tokens = lines[number - 1], _tokens(lines, [number])[number]
    cells = _without_comment(tokens)
    end = tokens[len(cells)].column - 1 if len(cells) < len(tokens) else len(line)
    check_gap(line[:end], number)
    if not tokens:
        raise ParseError("a puzzle", "nothing", line=1, column=1)
    if len(tokens) == 1 < len(tokens[0].text):
        raise tokens[0].error("numbers with separators")
    layout = layout_for(len(cells), layout, cells[-1].line, cells[-1].column)
    puzzle = Puzzle(decode_cells(cells, layout.size, alphabet), layout, NAME)
    return with_comment(puzzle, comment_of(line[end:]))


def _tokens(lines: Sequence[str], numbers: Iterable[int]) -> dict[int, list[Token]]:
    """Return the cells of lines with their positions."""
    return {
        n: [Token(match[0], n, match.start() + 1) for match in _TOKEN.finditer(lines[n - 1])]
        for n in numbers
    }


def _framed(rows: Mapping[int, Sequence[str]], lines: Sequence[str]) -> Layout | None:
    """Return the layout that bars and rules show."""
    bars = {number: _BAR.split(lines[number - 1]) for number in rows}
    widths = {
        number: tuple([len(cells) for part in parts if (cells := _TOKEN.findall(part))])
        if len(parts) > 1
        else (len(rows),)
        for number, parts in bars.items()
    }
    return framed_layout(widths, lines)


def _without_comment(tokens: list[Token]) -> list[Token]:
    """Return the tokens of a line before the first word, if they are a board of 4x4 or more."""
    cells = next((i for i, token in enumerate(tokens) if _WORD.match(token.text)), 0)
    return tokens[:cells] if cells >= _COMMENTED and isqrt(cells) ** 2 == cells else tokens


def parse_large(text: str, layout: Layout | None) -> Puzzle | None:
    """Read an unambiguous board of 25x25 or more, in one line or one line per row.

    None for anything that needs a closer look: frames, letters, comments, errors.
    A row with a number of two digits has too many symbols for a grid, and a line too many for a
    line.
    """
    plain = text.translate(_TO_BLANKS)
    cells = plain.split()
    size = layout.size if layout else isqrt(len(cells))
    if not len(SYMBOLS) <= size <= MAX_SIZE or len(cells) != size * size:
        return None
    rows = [len(row.split()) for row in plain.split("\n") if row and not row.isspace()]
    if (len(rows) > 1 and rows != [size] * size) or max(map(len, cells)) < 2:
        return None
    if ("," in text or ";" in text) and _GAPS.search(text):
        return None
    digits = number_digits(size, "." if "." in text else "0")
    try:
        return Puzzle(bytes(map(digits.__getitem__, cells)), layout or Layout.of_size(size), NAME)
    except KeyError:
        return None


def _is_rule(line: str) -> bool:
    return is_rule(line, _RULE) or is_drawn(line)


def format(puzzle: Puzzle, *, blank: str = "0", separator: str = " ") -> str:
    """Write one line per row, columns aligned."""
    check_number_blank(blank)
    if not _SEPARATOR.fullmatch(separator) or GAP.search(f"1{separator}"):
        raise ArgumentError(
            f"expected blanks, bars and a comma or semicolon at most, found {separator!r}"
        )
    size = puzzle.layout.size
    texts = [f"{digit or blank:>{len(str(size))}}" for digit in range(size + 1)]
    rows = [separator.join(map(texts.__getitem__, row)) for row in puzzle.rows()]
    return "\n".join([*comment_lines(puzzle.notes.comment), *rows]) + "\n"


def format_line(puzzle: Puzzle, *, blank: str = "0") -> str:
    """Write one line; up to 25x25 with commas, because blanks could be empty cells of a `line`."""
    check_number_blank(blank)
    separator = "," if puzzle.layout.size <= len(SYMBOLS) else " "
    line = separator.join([str(digit) if digit else blank for digit in puzzle.cells])
    comment = folded(puzzle.notes.comment) if len(puzzle.cells) >= _COMMENTED else ""
    return f"{line} # {comment}" if comment else line
