"""Pencil marks in one line: as many signs per cell as there are digits.

A 9x9 board has 729 signs, 4x4 has 64, 6x6 has 216. The first sign of a cell is 1 or a blank sign,
the second is 2 or a blank sign, and so on; the blank sign is `.` or `0` throughout. Boards up to
25x25 use the symbols of `line`, and a dot. Text after a space, comma, semicolon or `#` is a
comment.

A cell with a single candidate is a given if no peer still has that candidate, otherwise a cell with
one candidate left. A puzzle that would be read differently cannot be written. Placed digits are not
marked as such: their cells get the candidates that the givens leave, and so do all cells of a
puzzle without marks. 64 signs may also be a line of 8x8; then you have to choose.

Example: `1....2.4.23....4..34.2.41....23..2..1......4..3....4..3.12..12..`
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import cycle

from nonet.core.cells import cell_name
from nonet.core.digits import digits_of, mask_of_ascending
from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.lookup import Lookup
from nonet.core.notes import Notes
from nonet.core.puzzle import Puzzle
from nonet.native import FREE, HELD, candidates_left, lone_candidates, settle_line
from nonet.notations.line import trailing_comment
from nonet.text.comments import folded, only_line, said_lines
from nonet.text.position import position_of
from nonet.text.symbols import alphabet_details, alphabets, chosen_symbols, symbols_of

NAME = "marks-line"
SUMMARY = "pencil marks in one line: 729 signs for 9x9"
SUFFIXES = (".txt",)
HOLDS = frozenset({"pencil_marks", "comment"})

_SIZES = {size**3: size for size in range(1, len(SYMBOLS) + 1)}
_ENDS = "\n\t ,;#"
_END = re.compile(r"[\s,;#]")


def recognize(text: str) -> str | None:
    """Recognize a line by its length and the position of every digit."""
    line = text.strip()
    if "\n" in line:
        lines = said_lines(text)
        if len(lines) != 1:
            return None
        line = lines[0].line.strip()
    signs = line if len(line) in _SIZES else _END.split(line, maxsplit=1)[0]
    size = _SIZES.get(len(signs), 1)
    if size < 2 or not any(_fits(signs, symbols) for symbols in alphabets(size).values()):
        return None
    return f"{len(signs)} signs with every digit in its place"


def _fits(signs: str, symbols: str) -> bool:
    """Return whether each sign is blank or the symbol for its position, and not all are blank."""
    blank = _blank(signs, symbols)
    return _pattern(symbols, blank).fullmatch(signs) is not None and bool(signs.strip(blank))


def _blank(signs: str, symbols: str) -> str:
    """Return the blank sign of a line."""
    return "." if "." in signs or symbols[0] == "0" else "0"


@cache
def _pattern(symbols: str, blank: str) -> re.Pattern[str]:
    cell = "".join(f"[{symbol}{blank}]" for symbol in symbols)
    return re.compile(rf"(?:{cell})+", re.IGNORECASE | re.ASCII)


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read one line of pencil marks."""
    number, start, signs, comment = _split(text)
    size = layout.size if layout else _SIZES.get(len(signs), 0)
    if not 1 <= size <= len(SYMBOLS) or len(signs) != size**3:
        expected = f"{size**3} signs" if layout else "729 signs (64 for 4x4, 216 for 6x6)"
        column = start + min(len(signs), size**3 + 1 if layout else len(signs))
        raise ParseError(expected, f"{len(signs)}", line=number, column=column)
    layout = layout or Layout.of_size(size)
    known = dict(alphabets(size))
    if alphabet is not None:
        known = {alphabet: chosen_symbols(size, alphabet=alphabet)}
    name, symbols = _alphabet(signs, known)
    blank = _blank(signs, symbols)
    data = signs.encode("latin-1", "replace")
    given, masks, wrong = settle_line(layout, data, symbols.encode(), ord(blank))
    if wrong is not None:
        expected = f"{symbols[wrong % size]!r} or {blank!r}"
        raise ParseError(expected, repr(signs[wrong]), line=number, column=start + wrong + 1)
    pencil_marks = tuple(map(digits_of, masks))
    details = alphabet_details(name, size)
    return Puzzle(
        given, layout, NAME, Notes(pencil_marks=pencil_marks, comment=comment, details=details)
    )


def _split(text: str) -> tuple[int, int, str, str | None]:
    """Return the line's number, the index of its first sign, its signs and the comment."""
    if len(text) in _SIZES and not any(map(text.__contains__, _ENDS)):
        return 1, 0, text, None
    number, line = only_line(text, "a line of pencil marks")
    bare = line.strip()
    end = _END.search(bare)
    signs = bare[: end.start()] if end else bare
    comment = trailing_comment(bare[len(signs) :])
    return number, len(line) - len(line.lstrip()), signs, comment


def _alphabet(signs: str, known: dict[str, str]) -> tuple[str, str]:
    """Return the alphabet whose symbols are in the right positions, or the first alphabet."""
    if len(known) > 1:
        upper = signs.upper()
        for name, symbols in known.items():
            if any(sign == symbol for sign, symbol in zip(upper, cycle(symbols), strict=False)):
                return name, symbols
    return next(iter(known.items()))


def format(puzzle: Puzzle, *, blank: str = ".", alphabet: str | None = None) -> str:
    """Write one line, with the blank sign `.` or `0`."""
    layout, size = puzzle.layout, puzzle.layout.size
    symbols = symbols_of(puzzle, alphabet, NAME)
    if blank not in (".", "0") or blank in symbols:
        raise ArgumentError(f"expected a blank sign of '.0' that is not a symbol, found {blank!r}")
    masks = _masks(puzzle)
    lone = lone_candidates(layout, masks, bytes(len(masks)))
    pairs = zip(lone, puzzle.cells, strict=True)
    wrong = [cell for cell, (kind, digit) in enumerate(pairs) if kind == (HELD if digit else FREE)]
    if wrong:
        place = f"{cell_name(wrong[0], size)}={masks[wrong[0]].bit_length()}"
        is_given = puzzle.cells[wrong[0]] > 0
        what = "a given, which a peer still" if is_given else "a single candidate, which no peer"
        raise ArgumentError(f"{NAME} cannot show that {place} is {what} has")
    line = "".join(map(_cell_texts(symbols, blank).__getitem__, masks))
    comment = folded(puzzle.notes.comment)
    return f"{line} # {comment}" if comment else line


def _masks(puzzle: Puzzle) -> list[int]:
    """Return the candidates to write for every cell."""
    position = position_of(puzzle)
    if position.pencil_marks is None:
        masks = candidates_left(puzzle.layout, puzzle.cells)
    else:
        masks = list(map(mask_of_ascending, position.pencil_marks))
        if position.placed:
            left = candidates_left(puzzle.layout, puzzle.cells)
            for cell, digit in enumerate(position.placed):
                if digit:
                    masks[cell] = left[cell]
    return [
        1 << (digit - 1) if digit else mask for digit, mask in zip(puzzle.cells, masks, strict=True)
    ]


@lru_cache(maxsize=16)
def _cell_texts(symbols: str, blank: str) -> Lookup[int, str]:
    """Return the text of a cell by its mask."""

    def text(mask: int) -> str:
        pairs = enumerate(symbols)
        return "".join(symbol if mask >> bit & 1 else blank for bit, symbol in pairs)

    return Lookup(text)
