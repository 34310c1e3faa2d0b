"""A list of givens: row, column and digit.

Lines of three numbers, separated by spaces, commas, semicolons or tabs, or entries such as `r1c3=5`
(also `R1C3: 5`), one or more per line. The first line may contain the size (`9`, `9x9`), followed
by the box shape (`6 3x2`); by default the board is 9x9, unless you name a layout. A line of words
above the numbers, such as `row,col,value`, is ignored. A digit of 0 is an empty cell. No cell may
appear twice.

With r and c, rows count from 1. Plain numbers count from 0 if a row or column is 0, and from 1 if
one is as large as the board; otherwise the text is ambiguous, and is refused. Numbers are written
only if they are unambiguous. A single entry is not detected, because it may be a line of a list.

Example:
    6 2x3
    r1c1=1
    r1c2=5
    r6c6=1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonet.core.cells import cell_name
from nonet.core.errors import ArgumentError, ParseError, counted
from nonet.core.layout import CLASSIC, MAX_SIZE, Layout
from nonet.core.lookup import Lookup
from nonet.core.puzzle import Puzzle
from nonet.text.comments import Said, said_lines
from nonet.text.symbols import GAP, Token, check_gap, chosen_symbols

NAME = "triples"
SUMMARY = "a list of givens: r1c3=5, or row, column and digit as numbers"
SUFFIXES = (".txt",)
HOLDS: frozenset[str] = frozenset()

_NAMED = re.compile(
    r"r(\d{1,3})c(\d{1,3})[ \t]*[=:][ \t]*(\d{1,3})(?!\d)", re.IGNORECASE | re.ASCII
)
_STARTS = re.compile(r"[ \t]*r\d{1,3}c\d{1,3}[ \t]*[=:]", re.IGNORECASE | re.ASCII)
_SIZE = re.compile(
    r"[ \t]*(\d{1,3})(?:[ \t]*x[ \t]*(\d{1,3}))?(?:[ \t]+(\d{1,3})[ \t]*x[ \t]*(\d{1,3}))?[ \t]*",
    re.IGNORECASE | re.ASCII,
)
_PART = re.compile(r"[^\s,;]+")
_SEPARATOR = re.compile(r"[ \t,;]+")
_WORDS = re.compile(r"[A-Za-z_]+(?:[ \t,;]+[A-Za-z_]+){2}")


class Triple(NamedTuple):
    """A row, a column and a digit, with their position in the text."""

    row: int
    column: int
    digit: int
    place: Token


def recognize(text: str) -> str | None:
    """Recognize entries such as r1c3=5, or lines of three numbers."""
    lines = [line for _, line in said_lines(text)]
    if not lines:
        return None
    sized = _SIZE.fullmatch(lines[0]) is not None
    headed = sized or _WORDS.fullmatch(lines[0].strip()) is not None
    rest = lines[1:] if headed else lines
    several = headed or len(rest) > 1 or len(_NAMED.findall(text)) > 1
    if rest and several and _STARTS.match(rest[0]):
        return f"entries such as {rest[0].split()[0][:12]}"
    if len(rest) < (1 if headed else 2):
        return None
    if all(_is_triple(line) for line in rest):
        return f"{len(rest)} lines of three numbers"
    return None


def _is_triple(line: str) -> bool:
    parts = line.replace(",", " ").replace(";", " ").split()
    return len(parts) == 3 and all(part.isdigit() and part.isascii() for part in parts)


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read entries in any order."""
    lines: Sequence[Said] = said_lines(text)
    if not lines:
        raise ParseError("rows, columns and digits", "nothing", line=1, column=1)
    layout, lines = _layout(lines, layout)
    if alphabet is not None:
        chosen_symbols(layout.size, alphabet=alphabet)
    named = bool(lines) and _STARTS.match(lines[0][1]) is not None
    if cells := _plain_cells(lines, named, layout):
        return Puzzle(cells, layout, NAME)
    entries = list(_named(lines) if named else (_numbers(*line) for line in lines))
    origin = 1 if named else _origin(entries, layout)
    return Puzzle(_cells(entries, origin, layout), layout, NAME)


def _read_entry(line: str) -> tuple[int, int, int, bool] | None:
    """Read a line with one entry, and return whether it has r and c; None for anything else."""
    named = _NAMED.fullmatch(line.strip(" \t,;"))
    parts = named.groups() if named else _SEPARATOR.split(line.strip(" \t"))
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    if max(map(len, parts)) > 3 or (not named and GAP.search(line)):
        return None
    row, column, digit = map(int, parts)
    return row, column, digit, named is not None


_ENTRIES = Lookup(_read_entry)


def _plain_cells(lines: Sequence[Said], named: bool, layout: Layout) -> bytes | None:
    """Read plain entries directly; None for anything that needs a closer look, including errors."""
    size = layout.size
    found = list(map(_ENTRIES.__getitem__, [line for _, line in lines]))
    entries = [entry for entry in found if entry]
    if len(entries) != len(found) or {entry[3] for entry in entries} != {named}:
        return None
    places = {place for entry in entries for place in entry[:2]}
    origin = 1 if named or size in places else 0
    if (
        not places
        or min(places) < origin
        or max(places) >= size + origin
        or (not named and origin == 0 and 0 not in places)
    ):
        return None
    given = {(row - origin) * size + column - origin: digit for row, column, digit, _ in entries}
    if len(given) != len(entries) or not 0 <= min(given.values()) <= max(given.values()) <= size:
        return None
    cells = bytearray(layout.cell_count)
    for cell, digit in given.items():
        cells[cell] = digit
    return bytes(cells)


def _layout(lines: Sequence[Said], layout: Layout | None) -> tuple[Layout, Sequence[Said]]:
    """Return the layout from the first line or the caller, and the other lines."""
    number, first = lines[0]
    match = _SIZE.fullmatch(first)
    if not match:
        words = _WORDS.fullmatch(first.strip())
        return layout or CLASSIC, lines[1:] if words else lines
    size, width, box_rows, box_cols = (int(part or 0) for part in match.groups())
    if not 1 <= size <= MAX_SIZE or width not in (0, size):
        expected = f"the size of a board, 1-{MAX_SIZE}"
        raise ParseError(expected, repr(first.strip()[:20]), line=number, column=1)
    if box_rows and box_rows * box_cols != size:
        expected = f"a box of {size} cells"
        raise ParseError(expected, f"{box_rows}x{box_cols}", line=number, column=1)
    told = Layout(box_rows, box_cols) if box_rows else None
    if layout and (layout.size != size or (told and told != layout)):
        raise ParseError(str(layout), repr(first.strip()[:20]), line=number, column=1)
    return layout or told or Layout.of_size(size), lines[1:]


def _named(lines: Sequence[Said]) -> Iterator[Triple]:
    """Read entries such as r1c3=5."""
    for number, line in lines:
        end = 0
        for match in _NAMED.finditer(line):
            _check_gap(line, number, end, match.start())
            row, column, digit = map(int, match.groups())
            yield Triple(row, column, digit, Token(match[0], number, match.start() + 1))
            end = match.end()
        _check_gap(line, number, end, len(line))


def _check_gap(line: str, number: int, start: int, end: int) -> None:
    """Refuse anything but separators between two entries."""
    if wrong := _PART.search(line, start, end):
        expected = "an entry such as r1c3=5"
        raise ParseError(expected, repr(wrong[0][:20]), line=number, column=wrong.start() + 1)


def _numbers(number: int, line: str) -> Triple:
    """Read a line of three numbers."""
    check_gap(line, number, "a number")
    parts = [Token(match[0], number, match.start() + 1) for match in _PART.finditer(line)]
    for part in parts[:3]:
        if not (part.text.isascii() and part.text.isdigit() and len(part.text) <= 3):
            raise part.error("a number")
    if len(parts) != 3:
        column = parts[3].column if len(parts) > 3 else len(line.rstrip())
        expected = "row, column and digit"
        raise ParseError(
            expected, counted(len(parts), "numbers"), line=number, column=max(column, 1)
        )
    row, column, digit = (int(part.text) for part in parts)
    return Triple(row, column, digit, parts[0])


def _origin(entries: Sequence[Triple], layout: Layout) -> int:
    """Return whether rows and columns count from 0 or from 1."""
    places = {place for entry in entries for place in entry[:2]}
    if not places or layout.size in places:
        return 1
    if 0 in places:
        return 0
    expected = f"a row or column of 0 or {layout.size}, to show whether they count from 0 or 1"
    entry = entries[0].place
    raise ParseError(expected, "none", line=entry.line, column=entry.column)


def _cells(entries: Sequence[Triple], origin: int, layout: Layout) -> bytes:
    size = layout.size
    cells = bytearray(layout.cell_count)
    seen = set()
    for row, column, digit, place in entries:
        if not (origin <= row < size + origin and origin <= column < size + origin):
            expected = f"a row and a column {origin}-{size + origin - 1}"
            raise ParseError(expected, f"{row} and {column}", line=place.line, column=place.column)
        cell = (row - origin) * size + column - origin
        if digit > size:
            expected = f"a digit 1-{size}"
            raise ParseError(expected, str(digit), line=place.line, column=place.column)
        if cell in seen:
            name = cell_name(cell, size)
            raise ParseError(
                "each cell once", f"{name} again", line=place.line, column=place.column
            )
        seen.add(cell)
        cells[cell] = digit
    return bytes(cells)


def format(puzzle: Puzzle, *, separator: str | None = None) -> str:
    """Write entries such as r1c3=5, or three numbers with a separator, which count from 1."""
    layout, size = puzzle.layout, puzzle.layout.size
    shape = f"{size} {layout.shape}"
    lines = [str(size) if layout.regions or layout == Layout.of_size(size) else shape]
    given = [(*divmod(cell, size), digit) for cell, digit in enumerate(puzzle.cells) if digit]
    if separator is None:
        lines += [f"r{row + 1}c{column + 1}={digit}" for row, column, digit in given]
        return "\n".join(lines) + "\n"
    if not _SEPARATOR.fullmatch(separator) or GAP.search(f"1{separator}"):
        raise ArgumentError(f"expected blanks, a comma or a semicolon, found {separator!r}")
    if given and not any(size - 1 in entry[:2] for entry in given):
        raise ArgumentError(
            "expected a given in the last row or column, to show that rows count from 1"
        )
    lines += [separator.join((str(row + 1), str(column + 1), str(d))) for row, column, d in given]
    return "\n".join(lines) + "\n"
