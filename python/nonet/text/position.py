"""Positions: placed digits and remaining candidates, for the notations that can hold them.

Sets of candidates are masks, see `core.digits`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import mul, or_
from typing import NamedTuple, TypeAlias

from nonet.core.cells import cell_name
from nonet.core.digits import digits_of, mask_of_ascending
from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.puzzle import Puzzle
from nonet.native import MOST_CANDIDATES, candidates_left

PencilMarks: TypeAlias = tuple[tuple[int, ...], ...]

_DIGITS = bytes(range(256))
_PLAIN = bytes(
    0 if sign in b".0" else sign - ord("0") if sign in b"123456789" else 255 for sign in range(256)
)


class Position(NamedTuple):
    """The state of a board: all digits, then the placed ones, then the candidates."""

    filled: bytes
    placed: bytes | None
    pencil_marks: PencilMarks | None


def position_of(puzzle: Puzzle) -> Position:
    """Return the position in a puzzle's notes; ArgumentError if they do not fit it.

    Placed digits are None if there are none.
    """
    cells, layout, notes = puzzle.cells, puzzle.layout, puzzle.notes
    filled, placed = cells, None
    if notes.placed is not None and any(notes.placed):
        placed = notes.placed
        if len(placed) != len(cells) or placed.translate(None, _DIGITS[: layout.size + 1]):
            raise ArgumentError(f"expected placed digits for {layout}, found others")
        filled = bytes(map(or_, cells, placed))
        if cells.count(0) + placed.count(0) != len(cells) + filled.count(0):
            raise ArgumentError(
                "expected placed digits only in cells that are not given, found others"
            )
    if notes.pencil_marks is not None:
        _check_pencil_marks(notes.pencil_marks, filled, layout)
    return Position(filled, placed, notes.pencil_marks)


def _check_pencil_marks(pencil_marks: PencilMarks, filled: bytes, layout: Layout) -> None:
    if len(pencil_marks) != len(filled):
        expected = f"candidates for {len(filled)} cells"
        raise ArgumentError(f"expected {expected}, found {len(pencil_marks)}")
    try:
        masks = list(map(mask_of_ascending, pencil_marks))
    except TypeError:  # Lists cannot be looked up.
        masks = [
            mask_of_ascending(digits) if type(digits) is tuple else -1 for digits in pencil_marks
        ]
    known = min(masks) >= 0 and not max(masks) >> layout.size
    if known and not any(map(mul, filled, masks)):
        return
    for cell, (digits, mask) in enumerate(zip(pencil_marks, masks, strict=True)):
        if mask < 0 or mask >> layout.size or (digits and filled[cell]):
            name = cell_name(cell, layout.size)
            expected = "no candidates in a filled cell" if filled[cell] else "ascending digits"
            raise ArgumentError(f"{name}: expected {expected}, found {digits!r:.40}")


def pencil_marks_say_nothing(puzzle: Puzzle) -> bool:
    """Return whether the pencil marks are exactly the candidates that the digits leave."""
    layout = puzzle.layout
    try:
        filled, _, pencil_marks = position_of(puzzle)
    except ArgumentError:
        return False
    if pencil_marks is None or layout.size > MOST_CANDIDATES:
        return pencil_marks is None
    return list(map(mask_of_ascending, pencil_marks)) == candidates_left(layout, filled)


def pencil_marks_without(
    filled: bytes, layout: Layout, deleted: Iterable[tuple[int, int]]
) -> PencilMarks | None:
    """Return what the digits of a board leave, without some candidates; None if all are left.

    A deleted candidate is a cell and a digit.
    """
    left = candidates_left(layout, filled)
    masks = left.copy()
    for cell, digit in deleted:
        masks[cell] &= ~(1 << (digit - 1))
    return None if masks == left else tuple(map(digits_of, masks))


def deleted_candidates(position: Position, layout: Layout, notation: str) -> list[tuple[int, int]]:
    """Return the candidates, as cells and digits, that were removed.

    ArgumentError for one that remains although a peer has that digit.
    """
    if position.pencil_marks is None:
        return []
    deleted = []
    left = candidates_left(layout, position.filled)
    pairs = zip(left, map(mask_of_ascending, position.pencil_marks), strict=True)
    for cell, mask, kept in [(i, *pair) for i, pair in enumerate(pairs) if pair[0] != pair[1]]:
        if kept & ~mask:
            wrong = f"{cell_name(cell, layout.size)}<>{digits_of(kept & ~mask)[0]}"
            raise ArgumentError(
                f"{notation} cannot hold a candidate that a peer's digit excludes: {wrong}"
            )
        deleted += [(cell, digit) for digit in digits_of(mask & ~kept)]
    return deleted


def put(cells: bytes, digits: Mapping[int, int]) -> bytes:
    """Return cells with some digits in them, by cell."""
    changed = bytearray(cells)
    for cell, digit in digits.items():
        changed[cell] = digit
    return bytes(changed)


def plain_cells(symbols: str, size: int) -> bytes | None:
    """Read digits and dots, or digits and zeros, directly; None for anything else."""
    if not symbols.isascii() or ("." in symbols and "0" in symbols):
        return None
    cells = symbols.encode().translate(_PLAIN)
    return None if cells.translate(None, _DIGITS[: size + 1]) else cells


def check_givens(puzzle: Puzzle, filled: bytes, lines: Sequence[str], number: int) -> None:
    """Refuse rows of placed digits that change a given; `number` is that of the first line."""
    cell = changed_given(puzzle.cells, filled)
    if cell is None:
        return
    row, place = divmod(cell, puzzle.layout.size)
    rows = [i for i, line in enumerate(lines) if line.strip() and "--" not in line]
    signs = [i for i, sign in enumerate(lines[rows[row]], 1) if sign not in " \t|"]
    expected = f"the given of {cell_name(cell, puzzle.layout.size)}, {puzzle.cells[cell]}"
    column = signs[place] if place < len(signs) else 1
    raise ParseError(expected, str(filled[cell]), line=number + rows[row], column=column)


def changed_given(givens: bytes, digits: bytes) -> int | None:
    """Return the first cell with a digit other than its given; None if there is no such cell."""
    pairs = enumerate(zip(givens, digits, strict=True))
    changed = [cell for cell, (given, digit) in pairs if given and digit and given != digit]
    return changed[0] if changed else None


def check_classic(layout: Layout | None, notation: str) -> None:
    """Refuse to read a notation of 9x9 boards as anything else."""
    if layout is not None and layout != CLASSIC:
        raise ParseError(str(layout), f"{notation}, which has {CLASSIC} only")


def require_classic(puzzle: Puzzle, notation: str) -> None:
    """Refuse to write what a notation of 9x9 boards does not have."""
    if puzzle.layout != CLASSIC:
        raise ArgumentError(f"{notation} supports only {CLASSIC}, found {puzzle.layout}")
