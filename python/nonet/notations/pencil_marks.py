"""A pencil-mark grid: the remaining candidates of every cell.

Cells are groups of digits separated by spaces, one line per row, with or without a frame, or all on
one line; `.` or `0` is a cell without a digit or a candidate. Above 9x9, the digits are the symbols
of `line`, and only `.` is an empty cell.

A single digit may be a given or the only candidate left: it is a given if no peer still has that
candidate, otherwise a candidate. A sign before a group decides this, and is written where needed:
`+5` is a placed digit (`u5` in SudoCue's files), `=5` is a given even though a peer has a 5, and
`~5` is a candidate even though none does. Other signs before a group (`*678`, `#367`) are visual
markup, kept as a detail. Lines that start with `#` and a space are the comment. A puzzle without
marks is written with the candidates that its digits leave.

Example:
    +-------+-------+
    |  1 24 | 23  4 |
    | 34 24 |  1 23 |
    +-------+-------+
    |  2  1 |  4  3 |
    |  4  3 | 12 12 |
    +-------+-------+
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import chain, islice
from math import isqrt
from typing import NamedTuple

from nonet.core.cells import cell_index, cell_name
from nonet.core.digits import digits_of, mask_of_ascending
from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.lookup import Lookup
from nonet.core.notes import Notes
from nonet.core.puzzle import Puzzle
from nonet.native import FREE, HELD, candidates_left, lone_candidates, settle_candidates
from nonet.native import read_groups as native_groups
from nonet.text.ambiguity import only_reading
from nonet.text.borders import ASCII, draw_frame
from nonet.text.comments import comment_lines, comment_of, joined
from nonet.text.frames import BARS, framed_layout, is_drawn, is_rule, split_groups
from nonet.text.position import position_of, put
from nonet.text.symbols import (
    Token,
    alphabet_details,
    alphabets,
    check_square,
    chosen_symbols,
    layout_for,
    symbols_of,
)

NAME = "marks"
SUMMARY = "a pencil-mark grid: the candidates of every cell, up to 25x25"
SUFFIXES = (".sdx", ".txt")
HOLDS = frozenset({"placed", "pencil_marks", "comment", "details"})
DETAILS = frozenset({"markup"})

_GIVEN, _PLACED, _CANDIDATE = "=", "+", "~"
_MARKUP = "*#@&^%$?/<>-"
_ENTERED = "u"
"""SudoCue's sign for a placed digit."""
_ENTERED_SIGNS = b"+u"
_KINDS = bytes.maketrans(b"=+u~", bytes([1, 1, 1, 2]))
"""Maps signs to those that `nonet.native` expects."""
_PREFIX = re.compile(rf"[{re.escape(_MARKUP)}=+~u]{{0,2}}")
_TO_BARS = str.maketrans(dict.fromkeys("".join(BARS), "|"))
_GROUP = re.compile(r"[^\s|]+")
_COMMENT = re.compile(r"[ \t]*#(?:[ \t].*)?")
_LETTERED = re.compile(rf"[{re.escape(_MARKUP)}=+~]{{0,2}}(?:\.|[0-9A-Ya-y]{{1,25}})")
_BLANK = " \t|"
_LONGEST = 1 << 16
"""Far longer than any framed 25x25 grid with all candidates; longer texts are refused."""
_WIDEST = 30


class Group(NamedTuple):
    """A cell as written: its candidates, what its sign says, and its markup."""

    mask: int
    sign: str
    markup: str


_NO_GROUP = Group(-1, "", "")


class Groups(NamedTuple):
    """All cells: their masks, the bytes of their signs or 0, and their markup."""

    masks: list[int]
    signs: bytes
    markup: dict[int, str]


class Reading(NamedTuple):
    """A text read in one alphabet; unlike the puzzle, it compares the notes as well."""

    puzzle: Puzzle
    placed: bytes | None
    pencil_marks: tuple[tuple[int, ...], ...] | None


def recognize(text: str) -> str | None:
    """Recognize a square number of groups, at least one with two digits or a sign."""
    if len(text) > _LONGEST:
        return None
    groups = [
        group
        for line in _with_bars(text).split("\n")
        if not _is_rule(line) and not _COMMENT.fullmatch(line)
        for group in line.replace("|", " ").split()
    ]
    size = isqrt(len(groups))
    if size * size != len(groups) or not 1 < size <= len(SYMBOLS):
        return None
    kinds = set(groups)
    if not all(map(_group_looks(size).__getitem__, kinds)):
        return None
    if size > 9:
        bare = {_PREFIX.sub("", kind, count=1) for kind in kinds}
        known = alphabets(size).values()
        if not any(all(_is_ascending(group, symbols) for group in bare) for symbols in known):
            return None
        # A group of digits alone may be a number.
        kinds = {kind for kind in kinds if not kind.isdigit()}
    # Markup alone may be something else: the minus of a number, or a blank sign.
    certain = any(len(kind.strip(_MARKUP)) > 1 for kind in kinds)
    return f"{len(groups)} groups of candidates" if certain else None


def resembles(text: str) -> bool:
    """Return whether a text that is not a pencil-mark grid was probably meant as one."""
    groups = _with_bars(text).replace("|", " ").split()
    groups = [group for group in groups if not is_rule(group)]
    size = isqrt(len(groups))
    if size * size != len(groups) or not 1 < size <= 9:
        return False
    looks = [group for group in groups if _group_looks(size)[group]]
    return 4 * len(looks) >= 3 * len(groups) and any(len(group) > 1 for group in looks)


@cache
def _group_looks(size: int) -> Lookup[str, bool]:
    """Return which texts look like groups."""
    pattern = _ascending(size) if size <= 9 else _LETTERED
    return Lookup(lambda text: pattern.fullmatch(text) is not None)


def _is_ascending(group: str, symbols: str) -> bool:
    places = [symbols.find(symbol) for symbol in group.upper()]
    return group == "." or (min(places, default=-1) >= 0 and places == sorted(set(places)))


def _ascending(size: int) -> re.Pattern[str]:
    """Return the pattern of a group up to 9x9 whose digits ascend."""
    digits = "".join(f"{digit}?" for digit in range(1, size + 1))
    return re.compile(rf"[{re.escape(_MARKUP)}=+~u]{{0,2}}(?:[.0]|{digits})(?<=[0-9.])")


def _with_bars(text: str) -> str:
    """Return a text with one sign for every bar."""
    if text.isascii():
        return text.replace(":", "|").replace("!", "|")
    return text.translate(_TO_BARS)


def _is_rule(line: str) -> bool:
    return is_rule(line) or is_drawn(line)


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read a pencil-mark grid."""
    if len(text) > _LONGEST:
        raise ParseError(f"at most {_LONGEST} symbols", f"{len(text)}", line=1, column=1)
    comment = None
    lines = _with_bars(text).split("\n")
    if "#" in text:
        comment = joined(map(comment_of, filter(_COMMENT.fullmatch, text.split("\n"))))
        lines = ["" if _COMMENT.fullmatch(line) else line for line in lines]
    if alphabet is None and (plain := read_plain(lines, layout)):
        return _settled(*plain, None, comment).puzzle
    groups, layout = split_cells(lines, layout)
    names = list(alphabets(layout.size))
    if alphabet is not None:
        chosen_symbols(layout.size, alphabet=alphabet)
        names = [alphabet]
    ways = {name: partial(_read, groups, lines, layout, name, comment) for name in names}
    if len(ways) == 1:
        return ways[names[0]]().puzzle
    return only_reading(
        ways,
        wanted="an unambiguous alphabet",
        keyword="alphabet",
        found="symbols that fit several",
        choose=lambda errors: max(errors, key=lambda error: (error.line or 0, error.column or 0)),
        line=1,
    ).puzzle


def read_plain(lines: Sequence[str], layout: Layout | None) -> tuple[Groups, Layout] | None:
    """Read rows up to 9x9 without markup directly; None for anything else."""
    numbers = _row_numbers(lines)
    size = len(numbers)
    if not 1 < size <= 9 or (layout and layout.size != size):
        return None
    found = native_groups("\n".join([lines[number - 1] for number in numbers]), size)
    if found is None or {*map(sum, found[2])} != {size}:
        return None
    masks, signs, widths = found
    rows = dict(zip(numbers, widths, strict=True))
    layout = layout or framed_layout(rows, lines) or Layout.of_size(size)
    return Groups(masks, signs, {}), layout


def _row_numbers(lines: Sequence[str]) -> list[int]:
    return [i for i, line in enumerate(lines, 1) if line.strip(_BLANK) and not _is_rule(line)]


def split_cells(lines: Sequence[str], layout: Layout | None) -> tuple[list[str], Layout]:
    """Return the groups of all cells, and the layout that their rows and frame show."""
    numbers = _row_numbers(lines)
    groups, widths = split_groups([lines[number - 1] for number in numbers])
    rows = dict(zip(numbers, widths, strict=True))
    if not groups:
        raise ParseError("groups of candidates", "nothing", line=1, column=1)
    size = len(rows) if len(rows) > 1 else isqrt(len(groups))
    if size > len(SYMBOLS):
        expected = f"a board of at most {len(SYMBOLS)}x{len(SYMBOLS)}"
        raise ParseError(expected, f"{size} rows", line=1, column=1)
    if len(rows) == 1:
        last = group_at(lines, len(groups) - 1)
        return groups, layout_for(len(groups), layout, last.line, last.column)
    if {*map(sum, rows.values())} != {size} or (layout and layout.size != size):
        check_square(_tokens(lines), layout, "groups")
    return groups, layout or framed_layout(rows, lines) or Layout.of_size(size)


def _tokens(lines: Sequence[str]) -> dict[int, list[Token]]:
    """Return the groups with their positions, by line."""
    rows = {
        number: [Token(match[0], number, match.start() + 1) for match in _GROUP.finditer(line)]
        for number, line in enumerate(lines, start=1)
        if not _is_rule(line)
    }
    return {number: row for number, row in rows.items() if row}


def group_at(lines: Sequence[str], cell: int) -> Token:
    """Return the group of a cell with its position."""
    return next(islice(chain.from_iterable(_tokens(lines).values()), cell, None))


@lru_cache(maxsize=16)
def _group_readings(symbols: str) -> Lookup[str, Group]:
    """Return how groups are read in symbols."""
    return Lookup(partial(_read_group, symbols))


def _read_group(symbols: str, text: str) -> Group:
    """Read a group of symbols; the mask is negative if it is not a group."""
    if len(text) >= _WIDEST:
        return _NO_GROUP
    prefix = _PREFIX.match(text)[0]  # type: ignore[index]
    small = len(symbols) <= 9
    if not small and prefix.endswith(_ENTERED):
        prefix = prefix[: prefix.index(_ENTERED)]
    signs = prefix.replace(_ENTERED, _PLACED)
    body = text[len(prefix) :]
    body = body.upper() if body.isascii() else body
    digits = sorted(symbols.find(symbol) + 1 for symbol in body)
    if body == "." or (small and body == "0"):
        digits = []
    elif not digits or digits[0] == 0 or len(set(digits)) != len(digits):
        return _NO_GROUP
    markup = signs.strip(f"{_GIVEN}{_PLACED}{_CANDIDATE}")
    sign = signs.replace(markup, "", 1)
    if len(markup) > 1 or len(sign) > 1 or (sign and len(digits) != 1):
        return _NO_GROUP
    return Group(mask_of_ascending(tuple(digits)), sign, markup)


def read_groups(groups: Sequence[str], lines: Sequence[str], symbols: str) -> Groups:
    """Read the groups of all cells; ParseError for a bad group."""
    found = list(map(_group_readings(symbols).__getitem__, groups))
    masks = [group.mask for group in found]
    if min(masks) < 0:
        shown = f"{symbols[0]}-{symbols[-1]}" if symbols.isdigit() else f"of {symbols}"
        expected = f"the candidates of a cell, each {shown} and once, or ."
        raise group_at(lines, next(i for i, mask in enumerate(masks) if mask < 0)).error(expected)
    signs = bytes([ord(group.sign) if group.sign else 0 for group in found])
    return Groups(masks, signs, {i: group.markup for i, group in enumerate(found) if group.markup})


def _read(
    groups: Sequence[str], lines: Sequence[str], layout: Layout, alphabet: str, comment: str | None
) -> Reading:
    read = read_groups(groups, lines, alphabets(layout.size)[alphabet])
    return _settled(read, layout, alphabet, comment)


def _settled(groups: Groups, layout: Layout, alphabet: str | None, comment: str | None) -> Reading:
    """Tell digits from candidates."""
    signs = groups.signs.translate(_KINDS)
    filled, masks = settle_candidates(layout, groups.masks, signs)
    given, placed = filled, None
    if entered := {i: filled[i] for i, sign in enumerate(groups.signs) if sign in _ENTERED_SIGNS}:
        given, placed = put(filled, dict.fromkeys(entered, 0)), put(bytes(len(filled)), entered)
    details = alphabet_details(alphabet, layout.size) if alphabet else ()
    if groups.markup:
        places = (f"{cell_name(i, layout.size)}{sign}" for i, sign in groups.markup.items())
        details = (*details, ("markup", " ".join(places)))
    pencil_marks = tuple(map(digits_of, masks))
    notes = Notes(placed=placed, pencil_marks=pencil_marks, comment=comment, details=details)
    return Reading(Puzzle(given, layout, NAME, notes), placed, pencil_marks)


def format(puzzle: Puzzle, *, alphabet: str | None = None, frame: bool = True) -> str:
    """Write a pencil-mark grid, bare or in a frame that shows the boxes."""
    size, layout = puzzle.layout.size, puzzle.layout
    symbols = symbols_of(puzzle, alphabet, NAME)
    position = position_of(puzzle)
    if position.pencil_marks is None:
        masks = candidates_left(layout, position.filled)
    else:
        masks = list(map(mask_of_ascending, position.pencil_marks))
    signs = _signs(puzzle, position.filled, masks)
    for cell, sign in _markup(puzzle).items():
        signs[cell] = f"{sign}{signs.get(cell, '')}"
    texts = list(map(_group_texts(symbols).__getitem__, masks))
    for cell, sign in signs.items():
        texts[cell] = f"{sign}{texts[cell]}"
    widths = [max(map(len, texts[column::size])) for column in range(size)]
    texts = [text.rjust(widths[cell % size]) for cell, text in enumerate(texts)]
    if frame:
        rows = [line.text for line in draw_frame(texts, widths, layout, ASCII)]
    else:
        rows = [" ".join(texts[start : start + size]) for start in range(0, len(texts), size)]
    return "\n".join([*comment_lines(puzzle.notes.comment), *rows]) + "\n"


@lru_cache(maxsize=16)
def _group_texts(symbols: str) -> Lookup[int, str]:
    """Return the text of a group by its mask."""
    return Lookup(lambda mask: "".join(symbols[d - 1] for d in digits_of(mask)) or ".")


def _signs(puzzle: Puzzle, filled: bytes, masks: list[int]) -> dict[int, str]:
    """Return the signs that lone digits need, and add the digits of filled cells to the masks."""
    for cell, digit in enumerate(filled):
        if digit:
            masks[cell] = 1 << (digit - 1)
    signs = bytearray(len(masks))
    if filled is not puzzle.cells:
        pairs = zip(filled, puzzle.cells, strict=True)
        signs[:] = [digit != given for digit, given in pairs]
    needed = {cell: _PLACED for cell, sign in enumerate(signs) if sign}
    lone = lone_candidates(puzzle.layout, masks, bytes(signs))
    clashing = [
        cell
        for cell, (kind, given) in enumerate(zip(lone, puzzle.cells, strict=True))
        if kind == HELD and given
    ]
    if clashing:
        for cell in clashing:
            signs[cell], needed[cell] = 1, _GIVEN
        lone = lone_candidates(puzzle.layout, masks, bytes(signs))
    kinds = enumerate(zip(lone, filled, strict=True))
    return needed | {
        cell: _CANDIDATE for cell, (kind, digit) in kinds if kind == FREE and not digit
    }


def _markup(puzzle: Puzzle) -> dict[int, str]:
    """Return the markup of each cell as it was read."""
    entries = dict(puzzle.notes.details).get("markup", "").split()
    try:
        markup = {cell_index(entry[:-1], puzzle.layout.size): entry[-1] for entry in entries}
    except ArgumentError:
        markup = {-1: "."}
    if any(sign not in _MARKUP for sign in markup.values()):
        raise ArgumentError(f"expected markup such as 'r1c1*', found {' '.join(entries)[:40]!r}")
    return markup
