"""One line with one symbol per cell, row after row.

Empty cells are one of `. 0 * - _ X` or a space, the same sign throughout. Spaces, commas or
semicolons may separate rows, and may appear anywhere in a line of 81 symbols. Up to 9x9 the digits
are 1-9; up to 25x25, letters follow (`1-9A-G`, `0-9A-F` or `A-P` for 16x16). The alphabet is
detected, or you name it if the text has too few symbols to decide; a puzzle is written in the
alphabet it was read in. Text after the cells, following a space, comma, semicolon or `#`, is a
comment, and so are lines that start with `#`. The comment is written after the cells and ` # `,
unless empty cells are spaces; its line breaks become spaces.

Example: `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79`
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TypeAlias

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.line import SYMBOLS
from nonet.core.notes import Notes
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.text.ambiguity import only_reading
from nonet.text.comments import ONE_LINE, comment_of, folded, is_comment
from nonet.text.symbols import (
    BLANKS,
    Token,
    alphabet_details,
    alphabets,
    decode_in_alphabet,
    layout_for,
    symbols_of,
)

NAME = "line"
SUMMARY = "one line with one symbol per cell, up to 25x25"
SUFFIXES = (".txt",)
HOLDS = frozenset({"comment"})
PLAIN_ROW = ("", ".", "\n")

_COMMENT = re.compile(r"[\s,;#].*", re.DOTALL)
_GAP = re.compile(r"[\s,;]+")
_SET_OFF = re.compile(r"[\s,;]*#?")
_COMMENTED = 16
"""How many cells a line needs before other text can follow: "1 2 3" is not a 1x1 board."""
_Reading: TypeAlias = tuple[Sequence[int], str]
_SIGN = "[0-9A-Za-z_.*·-]"
_CELL = re.compile(r"[0-9Xx_.*·\s-]")
"""Signs of most cells, up to 9x9 or on sparse boards; words have few of them."""
_BLANK = re.compile(r"[0_.*·-]")
_START = re.compile(rf"{_SIGN}{{{_COMMENTED}}}|{_SIGN}*(?:[\s,;#]|$)")


def may_be(text: str) -> bool:
    """Return whether a text could be a line: it has one line that starts like a puzzle."""
    bare = text.strip()
    if "#" in bare:
        lines = [line for line in bare.split("\n") if line.strip() and not is_comment(line)]
        bare = lines[0].strip() if len(lines) == 1 else "\n" * len(lines)
    return "\n" not in bare and _START.match(bare) is not None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read one line; line breaks around it are ignored."""
    comments = [line for line in text.split("\n") if is_comment(line)] if "#" in text else []
    number, line = _only_line(text, len(comments))
    ways = {
        f"the first {len(symbols)} symbols" if symbols != line else "all": partial(
            _parse_symbols, symbols, number, columns, layout, alphabet
        )
        for columns, symbols in _readings(line, layout, alphabet)
    }
    puzzle = only_reading(
        ways,
        wanted="a line with a clear end",
        keyword="layout",
        found="two boards",
        choose=lambda errors: errors[-1],
        line=number,
    )
    cells, bare = len(puzzle.cells), line.strip()
    is_tight = cells < len(line) and not _GAP.search(bare[:cells])
    behind = trailing_comment(bare[cells:]) if is_tight else None
    comment = " ".join(filter(None, [*map(comment_of, comments), behind]))
    return replace(puzzle, notes=replace(puzzle.notes, comment=comment)) if comment else puzzle


def trailing_comment(rest: str) -> str | None:
    """Return the text after the cells of a line."""
    return _SET_OFF.sub("", rest, count=1).strip() or None


def _only_line(text: str, comments: int) -> tuple[int, str]:
    """Return the only line that is neither empty nor a comment, and its number."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line]
    if comments:
        lines = [(number, line) for number, line in lines if not is_comment(line)]
    lines = [(number, line) for number, line in lines if line.strip()] or lines
    if not lines:
        raise ParseError("a puzzle", "nothing", line=1, column=1)
    if len(lines) > 1:
        raise ParseError(ONE_LINE, f"{len(lines)} lines", line=lines[1][0], column=1)
    return lines[0]


def _readings(line: str, layout: Layout | None, alphabet: str | None) -> list[_Reading]:
    """Yield the ways to interpret a line as symbols, with the column of each symbol.

    A blank may be an empty cell, start a comment, or separate rows; the length decides. In a line
    of 81 symbols it may be anywhere, because what follows a stray blank is not a comment.
    """
    bare = line.strip()
    symbols = _COMMENT.sub("", bare)
    start = line.index(symbols) + 1
    whole: _Reading = range(1, len(line) + 1), line
    short: _Reading = range(start, start + len(symbols)), symbols
    commented = _is_commented(symbols, bare)
    ways = [whole, short] if commented or layout is not None else [whole]
    if len(bare) > len(symbols):
        columns = [i for i, sign in enumerate(line, start=1) if not _GAP.match(sign)]
        if len(columns) == CLASSIC.cell_count or _is_rows(line):
            ways.append((columns, "".join(line[i - 1] for i in columns)))
    fitting = [way for way in ways if _fits(way[1], layout, alphabet)]
    return fitting or [short if commented else whole]


def _is_rows(line: str) -> bool:
    """Return whether a line is rows with a blank, comma or semicolon between them."""
    parts = _GAP.split(line.strip())
    return {*map(len, parts)} == {len(parts)}


def _is_commented(symbols: str, line: str) -> bool:
    """Return whether the first symbols are followed by a comment or nothing, not by more cells."""
    rest = line[len(symbols) :].lstrip()
    if not rest or rest.startswith("#"):
        return bool(symbols)
    return len(symbols) >= _COMMENTED and not _is_rows(line)


def _fits(symbols: str, layout: Layout | None, alphabet: str | None) -> bool:
    try:
        size = layout_for(len(symbols), layout).size
    except ParseError:
        return False
    return alphabet is None or alphabet in alphabets(size)


def _parse_symbols(
    symbols: str,
    number: int,
    columns: Sequence[int],
    layout: Layout | None,
    alphabet: str | None,
) -> Puzzle:
    most = layout.cell_count + 1 if layout else len(symbols)
    last = columns[min(len(symbols), most) - 1] if symbols else 1
    try:
        layout = layout_for(len(symbols), layout, number, last)
    except ParseError as error:
        raise _miscounted(symbols, error) if layout is None else error from None
    if layout.size > len(SYMBOLS):
        expected = "numbers for a board above 25x25"
        raise ParseError(expected, "single symbols", line=number, column=columns[0])
    tokens = [Token(sign, number, column) for sign, column in zip(symbols, columns, strict=True)]
    decoded = decode_in_alphabet(tokens, layout.size, alphabet)
    details = alphabet_details(decoded.alphabet, layout.size)
    return Puzzle(decoded.cells, layout, NAME, Notes(details=details) if details else NO_NOTES)


def _miscounted(symbols: str, error: ParseError) -> ParseError:
    """Return the error for a wrong number of symbols.

    Blanks are not cells if empty cells have another sign; ordinary text is not a board at all.
    """
    if 2 * len(_CELL.findall(symbols)) < len(symbols):
        error.message = ""
        return error
    cells = _GAP.sub("", symbols)
    if len(cells) < len(symbols) and _BLANK.search(cells):
        try:
            layout_for(len(cells), None, error.line, error.column)
        except ParseError as counted:
            return counted
    return error


def format(puzzle: Puzzle, *, blank: str = ".", alphabet: str | None = None) -> str:
    """Write one line, with the blank sign and the alphabet of your choice."""
    line = format_symbols(puzzle, blank, alphabet)
    comment = folded(puzzle.notes.comment)
    return f"{line} # {comment}" if comment and blank != " " else line


def format_symbols(puzzle: Puzzle, blank: str = ".", alphabet: str | None = None) -> str:
    """Write the cells alone, one symbol each."""
    symbols = symbols_of(puzzle, alphabet, NAME)
    return puzzle.cells.translate(_to_signs(symbols, blank)).decode()


@lru_cache(maxsize=64)
def _to_signs(symbols: str, blank: str) -> bytes:
    """Return a table that maps digits to signs; ArgumentError for a bad blank sign."""
    if len(blank) != 1 or blank not in BLANKS or blank in symbols:
        raise ArgumentError(
            f"expected a blank sign of {BLANKS!r} that is not a symbol, found {blank!r}"
        )
    return bytes.maketrans(bytes(range(len(symbols) + 1)), f"{blank}{symbols}".encode())
