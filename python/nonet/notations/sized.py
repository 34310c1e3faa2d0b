"""A board of numbers below a line with its size, a common format for class exercises.

The first line is the size (`9`, `9x9` or `9 9`), or the size and the box shape (`6 2 3`: six rows
and columns, boxes of two rows and three columns), or the box shape alone (`2 3`). Then come the
cells, one line per row or all on one line, separated by spaces, tabs, commas or semicolons, or by
nothing if each cell is one symbol. Empty cells are 0, `.` or another sign of `line`. Lines that
start with `#` are ignored. A board whose first line looks like a row (three numbers above 3x3) is
not detected: name the notation.

Example:
    4
    1 0 0 4
    0 0 1 0
    2 0 4 0
    0 3 0 0
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import MAX_SIZE, Layout
from nonet.core.puzzle import Puzzle
from nonet.text.comments import Said, said_lines
from nonet.text.symbols import (
    Token,
    check_gap,
    check_number_blank,
    check_square,
    decode_cells,
    decode_symbols,
    layout_for,
    number_digits,
)

NAME = "sized"
SUMMARY = "numbers below a line with the size, any size"
SUFFIXES = (".txt",)
HOLDS: frozenset[str] = frozenset()

_HEAD = re.compile(r"[ \t]*\d{1,3}(?:[ \t]*[x,; \t][ \t]*\d{1,3}){0,2}[ \t]*:?[ \t]*", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
_PART = re.compile(r"[^\s,;]+")
_SEPARATOR = re.compile(r"[ \t]*[ \t,;][ \t]*")
_TO_BLANKS = str.maketrans(",;", "  ")


def recognize(text: str) -> str | None:
    """Recognize a first line that gives the number of rows that follow."""
    lines = [line for _, line in said_lines(text)]
    if len(lines) < 2 or len(lines[0]) > 20 or not _HEAD.fullmatch(lines[0]):
        return None
    head = _NUMBER.findall(lines[0])
    first = lines[1].translate(_TO_BLANKS).split()
    size = len(lines) - 1
    if len(lines) == 2:
        size = isqrt(len(first))
    if not any(layout.size == size for layout in _told(head)) or len(head) == size:
        return None
    if len(first) not in (size, size * size) and not (len(first) == 1 and len(first[0]) == size):
        return None
    return f"the size {size} above the rows"


def _told(head: list[str]) -> list[Layout]:
    """Return the layouts that the numbers in the first line can mean."""
    numbers = list(map(int, head))
    size, *rest = numbers
    layouts = []
    if 1 <= size <= MAX_SIZE and rest in ([], [size]):
        layouts.append(Layout.of_size(size))
    if len(numbers) == 2 and 1 <= numbers[0] * numbers[1] <= MAX_SIZE:
        layouts.append(Layout(*numbers))
    if len(rest) == 2 and rest[0] * rest[1] == size and 1 <= size <= MAX_SIZE:
        layouts.append(Layout(*rest))
    return layouts


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read the size and the cells below it."""
    lines = said_lines(text)
    if not lines:
        raise ParseError("the size of a board", "nothing", line=1, column=1)
    number, head = lines[0]
    told = _told(_NUMBER.findall(head)) if len(head) <= 30 and _HEAD.fullmatch(head) else []
    if not told:
        found = repr(head.strip()[:20])
        raise ParseError("the size of a board, such as 9 or 6 2 3", found, line=number, column=1)
    rows = len(lines) - 1
    if rows == 1:
        rows = isqrt(len(lines[1][1].translate(_TO_BLANKS).split()))
    fitting = [one for one in told if one.size == rows] or told
    shape = fitting[-1] if len(set(fitting)) == 1 else None
    if shape is None:
        expected = "a size that cannot also be a box shape"
        raise ParseError(expected, repr(head.strip()), line=number, column=1)
    if layout is None:
        layout = shape
    elif layout.size != shape.size or (len(_NUMBER.findall(head)) == 3 and layout != shape):
        raise ParseError(str(layout), repr(head.strip()), line=number, column=1)
    return _parse_cells(lines[1:], layout, alphabet, number)


def _parse_cells(
    lines: Sequence[Said], layout: Layout, alphabet: str | None, number: int
) -> Puzzle:
    size = layout.size
    if not lines:
        raise ParseError(f"{size} rows of {size} numbers", "none", line=number, column=1)
    for number, line in lines:
        check_gap(line, number)
    rows = [line.translate(_TO_BLANKS).split() for _, line in lines]
    if alphabet is None and (len(rows) == 1 or list(map(len, rows)) == [size] * size):
        cells = [cell for row in rows for cell in row]
        digits = number_digits(size, "." if "." in cells else "0")
        if len(cells) == size * size and digits.keys() >= set(cells):
            return Puzzle(bytes([digits[cell] for cell in cells]), layout, NAME)
    tokens = {
        number: [Token(match[0], number, match.start() + 1) for match in _PART.finditer(line)]
        for number, line in lines
    }
    tight = all(len(row) == 1 and len(row[0].text) == size > 1 for row in tokens.values())
    if tight:
        tokens = {
            number: [Token(sign, number, row[0].column + i) for i, sign in enumerate(row[0].text)]
            for number, row in tokens.items()
        }
    flat = [token for row in tokens.values() for token in row]
    if len(tokens) > 1 or size == 1:
        check_square(tokens, layout, "numbers")
    last = flat[-1] if flat else Token("", lines[-1][0], 1)
    layout_for(len(flat), layout, last.line, last.column)
    decode = decode_symbols if tight else decode_cells
    return Puzzle(decode(flat, size, alphabet), layout, NAME)


def format(puzzle: Puzzle, *, blank: str = "0", separator: str = " ") -> str:
    """Write the size, with the box shape if that is not the usual one, then a line per row."""
    check_number_blank(blank)
    if not _SEPARATOR.fullmatch(separator):
        raise ArgumentError(f"expected blanks, a comma or a semicolon, found {separator!r}")
    layout, size = puzzle.layout, puzzle.layout.size
    head = str(size)
    if layout.regions is None and layout != Layout.of_size(size):
        head = f"{size} {layout.box_rows} {layout.box_cols}"
    texts = [blank, *map(str, range(1, size + 1))]
    rows = [separator.join([texts[digit] for digit in row]) for row in puzzle.rows()]
    return "\n".join([head, *rows]) + "\n"
