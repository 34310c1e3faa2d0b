"""A SadMan Sudoku or SudoCue file: the rows, optional information, optional progress.

Lines that start with `#` and a letter contain the author (`#A`), a description, which is the name
(`#D`), a comment (`#C`), a date (`#B`), a source (`#S`), a level (`#L`) and an address (`#U`); any
other line with `#` is part of the comment. Spaces around them are ignored. A file without sections
is recognized only if a space, a capital, a digit or an address follows the letter of a header,
because `#Comment` may be just a comment. The rows are on their own or in a section `[Puzzle]`.
`[State]` has the rows with placed digits; givens may be omitted there. `[PencilMarks]` has the
candidates of every cell, separated by commas; a cell without any is empty, and those of a filled
cell are ignored. Any other section, such as colours, is kept as a detail under its own name. Boards
go up to 25x25, in the symbols of `line`.

Example:
    #AMe
    #DFour by four
    #LEasy
    [Puzzle]
    1..4
    ..1.
    2.4.
    .3..
    [State]
    1..4
    4.1.
    2.4.
    .3..
    [PencilMarks]
    ,2,23,
    ,2,,23
    ,1,,13
    14,,12,12
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from operator import or_
from typing import Any

from nonet.core.digits import digits_of, mask_of_ascending
from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.lookup import Lookup
from nonet.core.notes import Notes
from nonet.core.puzzle import Puzzle
from nonet.notations import grid
from nonet.text.comments import comment_of, folded, is_comment, joined
from nonet.text.position import (
    PencilMarks,
    check_givens,
    plain_cells,
    position_of,
)
from nonet.text.symbols import (
    ALPHABET,
    Token,
    alphabets,
    check_square,
    chosen_symbols,
    symbols_of,
)

NAME = "sdk"
SUMMARY = "SadMan Sudoku or SudoCue file: rows, information, progress"
SUFFIXES = (".sdk",)
HOLDS = frozenset(
    {
        "placed",
        "pencil_marks",
        "name",
        "author",
        "comment",
        "level",
        "source",
        "date",
        "url",
        "details",
    }
)

_HEADERS = {
    "A": "author",
    "D": "name",
    "C": "comment",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "url",
}
_CERTAIN = re.compile(r"^[ \t]*#[ABCDLSU](?:(?=http|www)|(?![a-z]|$))", re.MULTILINE)
_SECTION = re.compile(r"\s*\[([^\[\]]*)\]\s*")
_FIRST_SECTION = re.compile(r"^[ \t]*\[[ \t]*puzzle[ \t]*\][ \t]*$", re.MULTILINE | re.IGNORECASE)
_CELLS = "cells with commas between them"
_PUZZLE, _STATE, _PENCIL_MARKS = "puzzle", "state", "pencilmarks"


@dataclass(slots=True)
class Section:
    """A part of a file: its name as written, the number of its first line, and its lines."""

    name: str
    number: int
    lines: list[str] = field(default_factory=list)


def recognize(text: str) -> str | None:
    """Recognize a file by its section [Puzzle] or its headers."""
    if "[" in text and _FIRST_SECTION.search(text):
        return "the section [Puzzle]"
    if "#" in text and (header := _CERTAIN.search(text)):
        return f"the header {header[0].strip()[:2]}"
    return None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read a file with its headers and sections."""
    words, sections = _split(text)
    puzzle = _rows(sections.pop(_PUZZLE), layout, alphabet)
    layout = puzzle.layout
    details = list(puzzle.notes.details)
    symbols = chosen_symbols(layout.size, details, alphabet)
    placed = pencil_marks = None
    filled = puzzle.cells
    if state := sections.pop(_STATE, None):
        names = {known: name for name, known in alphabets(layout.size).items()}
        filled = _rows(state, layout, names[symbols] if layout.size > 9 else None).cells
        check_givens(puzzle, filled, state.lines, state.number)
        given = zip(puzzle.cells, filled, strict=True)
        placed = bytes([0 if digit else entered for digit, entered in given])
        filled = bytes(map(or_, puzzle.cells, placed))
        placed = placed if any(placed) else None
    if pencil := sections.pop(_PENCIL_MARKS, None):
        pencil_marks = _read_pencil_marks(pencil, layout, symbols, filled)
    for section in sections.values():
        details.append((section.name, _body(section.lines)))
    notes = Notes(placed=placed, pencil_marks=pencil_marks, details=tuple(details), **words)
    return Puzzle(puzzle.cells, layout, NAME, notes)


def _split(text: str) -> tuple[dict[str, Any], dict[str, Section]]:
    """Return the headers by the name of the note, and the sections by name."""
    words: dict[str, list[str]] = {}
    sections = {_PUZZLE: Section("Puzzle", 1)}
    current, named = sections[_PUZZLE], False
    for number, line in enumerate(text.split("\n"), start=1):
        shown = line
        if is_comment(line):
            shown, said = "", comment_of(line)
            letter = line.lstrip(" \t")[1:2]
            note = _HEADERS.get(letter)
            words.setdefault(note or "comment", []).append(said[1:] if note else said)
        elif "[" in line and (match := _SECTION.fullmatch(line)):
            name = match[1].strip()
            key = _key(name)
            if key == _PUZZLE and not named and not any(map(str.strip, sections[_PUZZLE].lines)):
                named = True
            elif not name or key in sections or key == ALPHABET:
                expected = "another section" if name else "the name of a section"
                raise ParseError(expected, repr(line.strip()[:20]), line=number, column=1)
            current = sections[key] = Section(name, number + 1)
            continue
        current.lines.append(shown)
    return {note: joined(said) for note, said in words.items()}, sections


def _key(name: str) -> str:
    """Return the name of a section as it is looked up."""
    key = "".join(name.lower().split())
    return key if key in (_PUZZLE, _STATE, _PENCIL_MARKS, ALPHABET) else name


def _rows(section: Section, layout: Layout | None, alphabet: str | None) -> Puzzle:
    """Read rows of symbols."""
    rows = [row for line in section.lines if (row := line.strip())]
    size = len(rows)
    if 1 <= size <= 9 and (layout is None or layout.size == size) and alphabet is None:
        cells = plain_cells("".join(rows), size)
        if cells and {*map(len, rows)} == {size}:
            return Puzzle(cells, layout or Layout.of_size(size), NAME)
    if not rows:
        line = section.number + len(section.lines) - 1
        raise ParseError("rows of a puzzle", "none", line=max(line, 1), column=1)
    text = "\n" * (section.number - 1) + "\n".join(section.lines)
    return grid.parse(text, layout=layout, alphabet=alphabet)


def _read_pencil_marks(
    section: Section, layout: Layout, symbols: str, filled: bytes
) -> PencilMarks | None:
    """Read the candidates of every cell; filled cells are ignored."""
    size = layout.size
    lines = {n: line for n, line in enumerate(section.lines, section.number) if line.strip()}
    if not lines:
        return None
    rows = [line.split(",") for line in lines.values()]
    for row in rows:
        if len(row) == size + 1 and not row[-1].strip():
            row.pop()
    if list(map(len, rows)) != [size] * size:
        check_square({n: _cut(line, n) for n, line in lines.items()}, layout, _CELLS)
    masks = list(map(_group_masks(symbols).__getitem__, chain.from_iterable(rows)))
    if min(masks) < 0:
        wrong, column = divmod(next(i for i, mask in enumerate(masks) if mask < 0), size)
        number, line = list(lines.items())[wrong]
        shown = f"{symbols[0]}-{symbols[-1]}" if symbols.isdigit() else f"of {symbols}"
        raise _cut(line, number)[column].error(f"the candidates of a cell, each {shown} and once")
    pairs = zip(filled, masks, strict=True)
    pencil_marks = tuple([() if digit else digits_of(mask) for digit, mask in pairs])
    return pencil_marks if any(pencil_marks) else None


@lru_cache(maxsize=16)
def _group_masks(symbols: str) -> Lookup[str, int]:
    """Return the masks of the groups between commas; negative for a bad group."""
    digits = {symbol: digit for digit, symbol in enumerate(symbols, start=1)}

    def mask(text: str) -> int:
        bare = text.strip()
        group = "" if bare == "." else bare.upper() if bare.isascii() else bare
        found = sorted(digits.get(symbol, 0) for symbol in group)
        return -1 if found[:1] == [0] else mask_of_ascending(tuple(found))

    return Lookup(mask)


def _cut(line: str, number: int) -> list[Token]:
    """Return the groups between the commas of a line."""
    tokens, column = [], 1
    for part in line.split(","):
        blanks = len(part) - len(part.lstrip())
        tokens.append(Token(part.strip(), number, column + blanks))
        column += len(part) + 1
    return tokens


def _body(lines: list[str]) -> str:
    return "\n".join(map(str.rstrip, lines)).strip("\n")


def format(puzzle: Puzzle, *, alphabet: str | None = None) -> str:
    """Write headers and rows, with sections if there is anything besides rows."""
    size, notes = puzzle.layout.size, puzzle.notes
    symbols = symbols_of(puzzle, alphabet, NAME)
    position = position_of(puzzle)
    lines = []
    for letter, note in _HEADERS.items():
        words = getattr(notes, note)
        lines += [_header(letter, said) for said in _said(words)]
    details = [(name, body) for name, body in notes.details if name != ALPHABET]
    pencil_marks = (
        position.pencil_marks if position.pencil_marks and any(position.pencil_marks) else None
    )
    if position.placed or pencil_marks or details:
        lines.append("[Puzzle]")
    lines += _row_texts(puzzle.cells, symbols)
    if position.placed:
        lines += ["[State]", *_row_texts(position.filled, symbols)]
    if pencil_marks:
        texts = list(map(_mark_texts(symbols).__getitem__, pencil_marks))
        rows = (texts[start : start + size] for start in range(0, len(texts), size))
        lines += ["[PencilMarks]", *(",".join(row) or "." for row in rows)]
    for name, body in details:
        lines += _section(name, body, lines)
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=16)
def _mark_texts(symbols: str) -> Lookup[tuple[int, ...], str]:
    return Lookup(lambda digits: "".join(symbols[digit - 1] for digit in digits))


def _said(words: str | None) -> list[str]:
    """Return a text as lines, without empty ones at the start and end."""
    said = "\n".join(map(folded, (words or "").split("\n"))).strip()
    return said.split("\n") if said else []


def _header(letter: str, said: str) -> str:
    """Return a header line; a blank separates its letter from a word in lower case."""
    return f"#{letter} {said}" if said[:1].islower() else f"#{letter}{said}"


def _row_texts(cells: bytes, symbols: str) -> list[str]:
    signs = f".{symbols}"
    text = "".join([signs[digit] for digit in cells])
    return [text[start : start + len(symbols)] for start in range(0, len(text), len(symbols))]


def _section(name: str, body: str, before: list[str]) -> list[str]:
    """Return a detail as a section; ArgumentError if it cannot be one."""
    title = f"[{name}]"
    lines = [folded(f".{line}")[1:] for line in body.split("\n")] if body else []
    wrong = any(is_comment(line) or _SECTION.fullmatch(line) for line in lines)
    wrong = wrong or not _SECTION.fullmatch(title) or name != folded(name) or not name
    if wrong or _key(name) != name or name in (_PUZZLE, _STATE, _PENCIL_MARKS) or title in before:
        raise ArgumentError(f"{NAME} cannot hold the detail {name!r:.40} as a section")
    return [title, *lines]
