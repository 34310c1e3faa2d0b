"""Links to SudokuWiki's solver: a classic puzzle after `?bd=`.

That is 81 digits, with 0 or a dot for an empty cell, or two symbols per cell. If they follow `S9B`,
they are a number in base 36: 1 to 9 is a given, 10 to 18 a placed digit, and larger numbers are
candidates, 18 plus a bit for each (1 for 1, 2 for 2, 4 for 3 and so on). Otherwise they are a
number in base 32: twice those bits, plus 1 for a given; there, a placed digit looks like a single
candidate, and is read as one.

If every empty cell has all nine candidates, there are no pencil marks. Any host is accepted, or
none; pages for other puzzles than the classic one are refused by name. Candidates and placed digits
are written in the form with `S9B`, givens alone as 81 digits.

Example:
    https://www.sudokuwiki.org/sudoku.htm?bd=530070000600195000098000060800060003400803001700020006060000280000419005000080079
"""

from __future__ import annotations

from nonet.core.digits import digits_of, every_digit, mask_of, only_digit
from nonet.core.errors import ArgumentError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.notes import Notes
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.notations.notation import check_notes
from nonet.text.links import Part, find_link, read_link, unquoted

NAME = "sudokuwiki"
SUMMARY = "links to SudokuWiki's solver, 9x9"
SUFFIXES: tuple[str, ...] = ()
HOLDS = frozenset({"placed", "pencil_marks"})

_PAGE = "https://www.sudokuwiki.org/sudoku.htm?bd="
_OTHER_PAGES = (
    *("jigsaw", "killer", "sudokux", "windoku", "colour", "color", "str8ts", "kakuro", "kenken"),
    *("kendoku", "futoshiki", "samurai", "16x16", "25x25", "pandiagonal", "slitherlink"),
)
_MARK = "S9B"
_PLACED, _CANDIDATES = 9, 18
"""The offset added to placed digits, and the one added to candidate bits."""
_ALL = every_digit(9)
_DIGITS = bytes.maketrans(b".0123456789", bytes([0, *range(10)]))
_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"


def recognize(text: str) -> str | None:
    """Recognize `?bd=`."""
    link = find_link(text)
    return "a link with ?bd=" if link is not None and "bd" in link.query else None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read a link."""
    link = read_link(text)
    if "bd" not in link.query:
        raise link.whole.error("a link with ?bd=", "none")
    if any(name in link.page for name in _OTHER_PAGES):
        expected = "a classic puzzle (sudoku.htm)"
        raise link.path.error(expected, f"the page {link.page[:40]!r}")
    board = link.value("bd")
    if layout not in (None, CLASSIC):
        raise board.error(str(layout), str(CLASSIC))
    board = board._replace(text=unquoted(board.text).strip())
    if len(board.text) == CLASSIC.cell_count:
        return Puzzle(_plain(board), CLASSIC, NAME)
    is_marked = board.text[: len(_MARK)].upper() == _MARK
    pairs = board.text[len(_MARK) :] if is_marked else board.text
    if len(pairs) != 2 * CLASSIC.cell_count:
        expected = f"81 digits, or {_MARK} and two symbols for each of 81 cells"
        raise board.error(expected, f"{len(board.text)} symbols")
    column = board.column + len(board.text) - len(pairs)
    return _read_pairs(Part(pairs, board.line, column), is_marked)


def _plain(board: Part) -> bytes:
    """Read 81 digits."""
    if not board.text.strip(".0123456789") and not ("." in board.text and "0" in board.text):
        return board.text.encode().translate(_DIGITS)
    known = ".123456789" if "." in board.text else "0123456789"
    wrong = next(index for index, symbol in enumerate(board.text) if symbol not in known)
    place = Part(board.text, board.line, board.column + wrong)
    raise place.error(f"a digit 1-9 or {known[0]!r}", repr(board.text[wrong]))


def _read_pairs(pairs: Part, is_marked: bool) -> Puzzle:
    """Read two symbols for each cell."""
    givens, placed, masks = bytearray(81), bytearray(81), [0] * 81
    base = 36 if is_marked else 32
    text = pairs.text.lower()
    for cell in range(81):
        pair = text[2 * cell : 2 * cell + 2]
        high, low = _BASE36.find(pair[0], 0, base), _BASE36.find(pair[1], 0, base)
        number = high * base + low
        if high < 0 or low < 0:
            number = -1
        elif is_marked and 1 <= number <= _PLACED:
            givens[cell] = number
            continue
        elif is_marked and number <= _CANDIDATES:
            placed[cell] = max(number - _PLACED, 0)
        elif is_marked:
            masks[cell] = number - _CANDIDATES
        elif number & 1:
            givens[cell] = only_digit(number >> 1)
        else:
            masks[cell] = number >> 1
        if masks[cell] > _ALL or not givens[cell] | placed[cell] | masks[cell]:
            raise Part(pair, pairs.line, pairs.column + 2 * cell).error(
                "a digit or candidates in two symbols", repr(pair)
            )
    return Puzzle(bytes(givens), CLASSIC, NAME, _notes(givens, placed, masks))


def _notes(givens: bytearray, placed: bytearray, masks: list[int]) -> Notes:
    pencil_marks = None
    if any(mask not in (0, _ALL) for mask in masks):
        pencil_marks = tuple(map(digits_of, masks))
    if pencil_marks is None and not any(placed):
        return NO_NOTES
    return Notes(placed=bytes(placed) if any(placed) else None, pencil_marks=pencil_marks)


def format(puzzle: Puzzle) -> str:
    """Write a link that opens the solver, with placed digits and candidates if there are any."""
    if puzzle.layout != CLASSIC:
        raise ArgumentError(f"SudokuWiki's solver supports only {CLASSIC}; found {puzzle.layout}")
    check_notes(puzzle)
    placed, pencil_marks = puzzle.notes.placed, puzzle.notes.pencil_marks
    if placed is None and pencil_marks is None:
        return f"{_PAGE}{''.join(map(str, puzzle.cells))}"
    pairs = []
    for cell, given in enumerate(puzzle.cells):
        number = given
        if not number and placed is not None and placed[cell]:
            number = placed[cell] + _PLACED
        elif not number:
            left = range(1, 10) if pencil_marks is None else pencil_marks[cell]
            if not left:
                name = f"r{cell // 9 + 1}c{cell % 9 + 1}"
                raise ArgumentError(
                    f"expected candidates in every empty cell, found none in {name}"
                )
            number = _CANDIDATES + mask_of(left)
        pairs.append(_BASE36[number // 36] + _BASE36[number % 36])
    return f"{_PAGE}{_MARK}{''.join(pairs)}"
