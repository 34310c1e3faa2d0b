"""A line of HoDoKu's library: a position, and the step that it demonstrates.

Seven fields, each after a colon: technique, candidates, givens, deleted candidates, eliminations,
placements, and an extra field such as the length of a chain, which may be missing. In the givens,
`+` marks a placed digit; empty cells are `.` or `0`. The other lists have entries of three digits,
separated by spaces: digit, row, column. Deleted candidates become pencil marks: what the digits
leave, without them. Candidates that follow from the digits are not written. The fields about the
step are kept as details. Lines that start with `#` are ignored. Boards are 9x9 or smaller.

Example: `:0003:3:1..+4+4.1.2.4..3..:134::334:`
"""

from __future__ import annotations

import re
from functools import cache
from operator import or_
from typing import NamedTuple

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.notes import Notes
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.text.comments import folded, only_line, said_lines
from nonet.text.position import deleted_candidates, pencil_marks_without, position_of
from nonet.text.symbols import chosen_symbols, layout_for

NAME = "hodoku"
SUMMARY = "a line of HoDoKu's library: placed digits, deleted candidates, a step"
SUFFIXES = (".txt",)
HOLDS = frozenset({"placed", "pencil_marks", "details"})
DETAILS = frozenset({"technique", "candidates", "eliminations", "placements", "extra"})

_FIELDS = ("technique", "candidates", "givens", "deleted", "eliminations", "placements", "extra")
_GIVENS, _DELETED = 2, 3
_LISTS = (3, 4, 5)
_KEPT = (0, 1, 4, 5, 6)
_COLONS = (6, 7)
_LARGEST = 9
_DIGITS = bytes(range(_LARGEST + 1))
_RAISED = bytes([0, *range(0x81, 0x8A)])
"""Placed digits, each as a byte that does not occur in text, so that every cell is one byte."""
_PLACED = [(b"+%d" % digit, _RAISED[digit : digit + 1]) for digit in range(1, 10)]
_STRANGE = 255
_RAISE = bytes.maketrans(_DIGITS, _RAISED)
_TO_SIGNS = bytes.maketrans(_DIGITS, b".123456789")


def _reading(signs: bytes, others: bytes) -> bytes:
    """Return a table that maps signs to digits and everything else to 0."""
    table = bytearray([_STRANGE]) * 256
    for sign in (*b".0", *others):
        table[sign] = 0
    for digit, sign in enumerate(signs, start=1):
        table[sign] = digit
    return bytes(table)


_TO_GIVEN = _reading(b"123456789", _RAISED[1:])
_TO_PLACED = _reading(_RAISED[1:], b"123456789")


class Place(NamedTuple):
    """The position of a line: its number, and the index of its first colon."""

    line: int
    start: int

    def column(self, fields: list[str], field: int) -> int:
        """Return the column of the first sign of a field."""
        blanks = len(fields[field]) - len(fields[field].lstrip())
        return self.start + sum(len(text) + 1 for text in fields[:field]) + blanks + 2


def recognize(text: str) -> str | None:
    """Recognize a line by its colons."""
    if text.count(":") < _COLONS[0]:
        return None
    lines = said_lines(text)
    if len(lines) != 1 or not lines[0].line.lstrip().startswith(":"):
        return None
    colons = lines[0].line.count(":")
    return f"a line of {colons} colons" if colons in _COLONS else None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read one line of the library."""
    number, line = (
        (1, text) if text[:1] == ":" and "\n" not in text else only_line(text, "a line with colons")
    )
    fields = _split(line, number)
    place = Place(number, line.index(":"))
    signs = fields[_GIVENS].strip().encode("ascii", "replace")
    if has_placed := b"+" in signs:
        for pair, sign in _PLACED:
            signs = signs.replace(pair, sign)
    cells = signs.translate(_TO_GIVEN)
    if _STRANGE in cells or (b"." in signs and b"0" in signs):
        raise _first_wrong(fields, place, _LARGEST)
    if layout is None and len(signs) == CLASSIC.cell_count:
        layout = CLASSIC
    else:
        layout = _layout(len(signs), layout, fields, place)
    if alphabet is not None:
        chosen_symbols(layout.size, alphabet=alphabet)
    placed = signs.translate(_TO_PLACED) if has_placed else None
    if (cells + (placed or b"")).translate(None, _DIGITS[: layout.size + 1]):
        raise _first_wrong(fields, place, layout.size)
    return Puzzle(cells, layout, NAME, _notes(cells, placed, layout, fields, place))


def _layout(count: int, layout: Layout | None, fields: list[str], place: Place) -> Layout:
    column = place.column(fields, _GIVENS) + len(fields[_GIVENS].strip()) - 1
    layout = layout_for(count, layout, place.line, column)
    if layout.size > _LARGEST:
        raise ParseError("a board of at most 9x9", str(layout), line=place.line, column=column)
    return layout


def _split(line: str, number: int) -> list[str]:
    """Return the seven fields of a line, with the blanks around them."""
    before, *fields = line.split(":")
    if before.strip():
        raise ParseError("a colon", repr(before.strip()[:20]), line=number, column=1)
    if len(fields) not in _COLONS:
        expected = "six or seven colons"
        raise ParseError(expected, str(len(fields)), line=number, column=len(line) or 1)
    return fields if len(fields) == len(_FIELDS) else [*fields, ""]


def _first_wrong(fields: list[str], place: Place, size: int) -> ParseError:
    """Return the error for the first wrong sign among the givens."""
    given = fields[_GIVENS].strip()
    start = place.column(fields, _GIVENS)
    digits = "123456789"[:size]
    blank = ""
    for index, sign in enumerate(given):
        expected = f"a digit 1-{size}"
        if index and given[index - 1] == "+":
            if sign not in digits:
                break
        elif sign != "+" and sign not in digits:
            expected += f", + or {blank or '.'!r}{' as before' if blank else ''}"
            if sign not in ".0" or sign != (blank or sign):
                break
            blank = sign
    else:
        expected, index, sign = f"a digit 1-{size} after +", len(given), ""
    found = repr(sign) if sign else "nothing"
    return ParseError(expected, found, line=place.line, column=start + index)


@cache
def _entries(size: int) -> re.Pattern[str]:
    digit = f"[1-{size}]"
    return re.compile(rf"{digit}{{3}}(?: +{digit}{{3}})*")


def _notes(
    cells: bytes, placed: bytes | None, layout: Layout, fields: list[str], place: Place
) -> Notes:
    size = layout.size
    texts = list(map(str.strip, fields))
    for field in _LISTS:
        if texts[field]:
            if not _entries(size).fullmatch(texts[field]):
                raise _wrong_entry(fields, field, place, size)
            texts[field] = " ".join(texts[field].split())
    details = tuple([(_FIELDS[field], texts[field]) for field in _KEPT if texts[field]])
    pencil_marks = None
    if texts[_DELETED]:
        filled = cells if placed is None else bytes(map(or_, cells, placed))
        pencil_marks = pencil_marks_without(filled, layout, _deleted(texts[_DELETED], size))
    if placed is None and pencil_marks is None and not details:
        return NO_NOTES
    return Notes(placed=placed, pencil_marks=pencil_marks, details=details)


def _deleted(entries: str, size: int) -> list[tuple[int, int]]:
    """Return entries with digit, row and column as pairs of cell and digit."""
    numbers = map(int, entries.split())
    return [(n // 10 % 10 * size + n % 10 - size - 1, n // 100) for n in numbers]


def _wrong_entry(fields: list[str], field: int, place: Place, size: int) -> ParseError:
    """Return the error for the first bad entry of a list."""
    text = fields[field]
    match = next(
        match
        for match in re.finditer(r"\S+|[^\S ]", text)
        if not _entries(size).fullmatch(match[0])
    )
    column = place.column(fields, field) - (len(text) - len(text.lstrip())) + match.start()
    expected = f"digit, row and column, each 1-{size}, such as 123"
    return ParseError(expected, repr(match[0][:20]), line=place.line, column=column)


def format(puzzle: Puzzle) -> str:
    """Write one line, always with seven fields."""
    size = puzzle.layout.size
    if size > _LARGEST:
        raise ArgumentError(f"{NAME} has boards up to 9x9, found {puzzle.layout}")
    position = position_of(puzzle)
    givens = puzzle.cells
    if position.placed:
        givens = bytes(map(or_, givens, position.placed.translate(_RAISE)))
    givens = givens.translate(_TO_SIGNS)
    if position.placed:
        for pair, sign in _PLACED:
            givens = givens.replace(sign, pair)
    deleted = " ".join(
        f"{digit}{cell // size + 1}{cell % size + 1}"
        for cell, digit in deleted_candidates(position, puzzle.layout, NAME)
    )
    kept = dict.fromkeys(_FIELDS, "")
    for name, value in puzzle.notes.details:
        if name in DETAILS:
            kept[name] = _detail(name, value, size)
    kept.update(givens=givens.decode(), deleted=deleted)
    return "".join(f":{kept[name]}" for name in _FIELDS)


def _detail(name: str, value: str, size: int) -> str:
    text = folded(value)
    if ":" in text:
        raise ArgumentError(f"expected a {name} without colons, found {text[:40]!r}")
    if text and _FIELDS.index(name) in _LISTS and not _entries(size).fullmatch(text):
        raise ArgumentError(f"expected {name} such as 123 456, found {text[:40]!r}")
    return text
