"""Pencil marks in one line: for every cell as many signs as there are digits.

A 9x9 board has 729 signs, 4x4 has 64, 6x6 has 216: the first sign of a cell is 1 or a blank sign,
the second 2 or a blank sign, and so on; the blank sign is `.` or `0`, throughout. Boards up to
25x25 use the symbols of `line`, and a dot. Text behind a blank, comma, semicolon or `#` is a
comment.

A cell with a single candidate is a given if no peer still holds that candidate, else a cell with
one candidate left; what would be read otherwise than it is meant cannot be written. Digits that
somebody placed are not told: their cells get the candidates that the givens leave, and so do all
cells of a puzzle without marks. 64 signs may be a line of 8x8, too; then you have to say which.

Example: `1....2.4.23....4..34.2.41....23..2..1......4..3....4..3.12..12..`
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import cycle

from nonet.core.cells import cell_name
from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.notes import Notes
from nonet.core.puzzle import Puzzle
from nonet.formats.line import trailing_comment
from nonet.formats.progress import digits_of, lone_candidates, mask_of, masks_left, progress_of
from nonet.formats.symbols import alphabet_details, alphabets, chosen_symbols
from nonet.formats.words import folded, is_comment

NAME = "marks-line"
SUMMARY = "pencil marks in one line: 729 signs for 9x9"
SUFFIXES = (".txt",)
HOLDS = frozenset({"marks", "comment"})

_SIZES = {size**3: size for size in range(1, len(SYMBOLS) + 1)}
_END = re.compile(r"[\s,;#]")
_TWO_WAYS = 64
"""Signs of a 4x4 board here, and of an 8x8 board in a line."""


def recognize(text: str) -> str | None:
    """Know a line by its length and by the place of every digit."""
    line = text.strip()
    if "\n" in line:
        lines = [row for row in line.split("\n") if row.strip() and not is_comment(row)]
        if len(lines) != 1:
            return None
        line = lines[0].strip()
    signs = line if len(line) in _SIZES else _END.split(line, maxsplit=1)[0]
    size = _SIZES.get(len(signs), 1)
    if size < 2 or not any(_fits(signs.upper(), symbols) for symbols in alphabets(size).values()):
        return None
    cells = [signs[start : start + size] for start in range(0, len(signs), size)]
    if len(signs) == _TWO_WAYS and any(not cell.strip(".0") for cell in cells):
        return None
    return f"{len(signs)} signs with every digit in its place"


def _fits(signs: str, symbols: str) -> bool:
    """Tell whether every sign is the symbol of its place or a blank sign, and one is a symbol."""
    pairs = set(zip(signs, cycle(symbols), strict=False))
    blanks = {sign for sign, symbol in pairs if sign != symbol}
    return blanks in (set(), {"."}, {"0"}) and any(sign == symbol for sign, symbol in pairs)


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
    blank = "." if "." in signs or symbols[0] == "0" else "0"
    chunks = [signs[i : i + size] for i in range(0, len(signs), size)]
    cells = {chunk: _read_cell(chunk, symbols, blank) for chunk in set(chunks)}
    masks = [cells[chunk] for chunk in chunks]
    if -1 in masks:
        raise _first_wrong(signs, symbols, blank, number, start)
    given = bytearray(len(masks))
    for cell, held in lone_candidates(masks, layout).items():
        if not held:
            given[cell] = masks[cell].bit_length() - 1
            masks[cell] = 0
    marks = tuple(map(digits_of, masks))
    details = alphabet_details(name, size)
    notes = Notes(marks=marks, comment=comment, details=details)
    return Puzzle(bytes(given), layout, NAME, notes)


def _split(text: str) -> tuple[int, int, str, str | None]:
    """Return the line's number, the index of its first sign, its signs and the comment."""
    lines = [
        (number, line)
        for number, line in enumerate(text.split("\n"), start=1)
        if line and not line.isspace() and not is_comment(line)
    ]
    if not lines:
        raise ParseError("a line of pencil marks", "nothing", line=1, column=1)
    if len(lines) > 1:
        raise ParseError("one line", f"{len(lines)} lines", line=lines[1][0], column=1)
    number, line = lines[0]
    bare = line.strip()
    end = _END.search(bare)
    signs = bare[: end.start()] if end else bare
    comment = trailing_comment(bare[len(signs) :])
    return number, len(line) - len(line.lstrip()), signs, comment


def _alphabet(signs: str, known: dict[str, str]) -> tuple[str, str]:
    """Return the alphabet whose symbols stand in their places; the first one if none does."""
    if len(known) > 1:
        upper = signs.upper()
        for name, symbols in known.items():
            if any(sign == symbol for sign, symbol in zip(upper, cycle(symbols), strict=False)):
                return name, symbols
    return next(iter(known.items()))


@lru_cache(maxsize=1 << 12)
def _read_cell(chunk: str, symbols: str, blank: str) -> int:
    """Return the mask of a cell; -1 if a sign is neither its symbol nor the blank sign."""
    mask = 0
    for digit, (sign, symbol) in enumerate(zip(chunk.upper(), symbols, strict=False), start=1):
        if sign == symbol:
            mask |= 1 << digit
        elif sign != blank:
            return -1
    return mask


def _first_wrong(signs: str, symbols: str, blank: str, number: int, start: int) -> ParseError:
    upper = [sign.upper() if sign.isascii() else sign for sign in signs]
    places = enumerate(zip(upper, cycle(symbols), strict=False))
    index = next(i for i, (sign, symbol) in places if sign not in (blank, symbol))
    expected = f"{symbols[index % len(symbols)]!r} or {blank!r}"
    return ParseError(expected, repr(signs[index]), line=number, column=start + index + 1)


def format(puzzle: Puzzle, *, blank: str = ".", alphabet: str | None = None) -> str:
    """Write one line, with the blank sign `.` or `0`."""
    layout, size = puzzle.layout, puzzle.layout.size
    if size > len(SYMBOLS):
        raise ArgumentError(f"{NAME} has a symbol per digit, up to 25; found {layout}")
    symbols = chosen_symbols(size, puzzle.notes.details, alphabet)
    if blank not in (".", "0") or blank in symbols:
        raise ArgumentError(f"expected a blank sign of '.0' that is no symbol, found {blank!r}")
    masks = _masks(puzzle)
    for cell, held in lone_candidates(masks, layout).items():
        digit = puzzle.cells[cell]
        if held == bool(digit):
            place = f"{cell_name(cell, size)}={masks[cell].bit_length() - 1}"
            kind = "a given, which a peer still" if digit else "a lone candidate, which no peer"
            raise ArgumentError(f"{NAME} cannot tell that {place} is {kind} holds")
    line = "".join([_cell_text(mask, symbols, blank) for mask in masks])
    comment = folded(puzzle.notes.comment)
    return f"{line} # {comment}" if comment else line


def _masks(puzzle: Puzzle) -> list[int]:
    """Return what is to be written for every cell."""
    progress = progress_of(puzzle)
    if progress.marks is None or progress.placed:
        masks = masks_left(puzzle.cells, puzzle.layout)
    else:
        masks = [0] * len(puzzle.cells)
    if progress.marks is not None:
        placed = progress.placed or bytes(len(masks))
        for cell, digits in enumerate(progress.marks):
            if not placed[cell]:
                masks[cell] = mask_of(digits)
    for cell, digit in enumerate(puzzle.cells):
        if digit:
            masks[cell] = 1 << digit
    return masks


@lru_cache(maxsize=1 << 12)
def _cell_text(mask: int, symbols: str, blank: str) -> str:
    return "".join(
        symbol if mask >> digit & 1 else blank for digit, symbol in enumerate(symbols, start=1)
    )
