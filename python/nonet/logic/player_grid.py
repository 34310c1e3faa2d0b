"""The player's grid: digits, pencil marks in one of three styles, and the moves so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import and_
from typing import Literal, TypeAlias, get_args

from nonet.core.board import Board, candidates_left
from nonet.core.cells import cell_name
from nonet.core.digits import mask_of
from nonet.core.errors import ArgumentError, NonetError
from nonet.core.step import Candidate, format_elimination, format_placement, parse_move
from nonet.logic.finding import as_board
from nonet.logic.mistakes import Mistake
from nonet.notations.parsing import PuzzleLike, parse

PencilMarks: TypeAlias = Literal["full", "partial", "none"]
Moves: TypeAlias = Iterable[str] | str


@dataclass(frozen=True, slots=True)
class PlayerGrid:
    """What the player knows."""

    board: Board
    """Digits, and the candidates that the player has not excluded."""
    visible: tuple[int, ...]
    """Per cell, the candidates whose removal the player can see: those pencilled in."""
    history: tuple[Mistake, ...]
    """What the moves say that still holds, in order; mistakes if they are wrong."""
    last: int | None
    """The cell of the last move."""
    ignored: tuple[int, ...]
    """Cells that have both a digit and pencil marks."""

    def shows(self, placements: Sequence[Candidate], eliminations: Sequence[Candidate]) -> bool:
        """Return whether the player can write down what follows."""
        visible = self.visible
        return bool(placements) or any(
            visible[cell] >> (digit - 1) & 1 for cell, digit in eliminations
        )


def read_grid(
    board: Board | PuzzleLike, moves: Moves = (), pencil_marks: PencilMarks = "full"
) -> PlayerGrid:
    """Read a player's grid.

    The board may be the one before or after the moves: those it does not show yet are played.

    - "full": the candidates of the board are the player's. One that is missing was removed.
    - "partial" (Snyder): a cell without marks says nothing. In a cell with marks, a digit that is
      not among them counts as removed if it is marked elsewhere in the box: who marks the places of
      a digit in a box marks all of them.
    - "none": the candidates are those that the digits leave; marks are ignored.

    Under "partial" and "none", moves such as `r4c7<>5` remove candidates as well.
    """
    if pencil_marks not in get_args(PencilMarks):
        known = ", ".join(map(repr, get_args(PencilMarks)))
        raise ArgumentError(f"pencil_marks: expected {known}, found {pencil_marks!r:.40}")
    start, marked = _with_marks(board)
    size = start.layout.size
    played = _read_moves(moves, size)
    digits = _place(start, played)
    removed = [
        (pair, number)
        for number, (pair, is_placement) in enumerate(played, start=1)
        if not is_placement and not digits[pair[0]]
    ]
    left = candidates_left(start.puzzle, digits)
    noted = list(map(and_, start.masks, left))
    masks = {"full": noted, "partial": _snyder(start, noted, left), "none": left}[pencil_marks]
    masks = list(masks)
    for (cell, digit), _ in removed:
        masks[cell] &= ~(1 << (digit - 1))
    visible = {"full": tuple(masks), "partial": tuple(map(and_, masks, noted))}
    history = [
        (number, Mistake("entry", cell, digit, size, number))
        for number, ((cell, digit), is_placement) in enumerate(played, start=1)
        if is_placement and digits[cell] == digit
    ]
    history += [
        (number, Mistake("candidate", cell, digit, size, number))
        for (cell, digit), number in removed
    ]
    return PlayerGrid(
        Board(start.puzzle, digits, tuple(masks)),
        visible.get(pencil_marks, (0,) * len(masks)),
        tuple(belief for _, belief in sorted(history, key=lambda pair: pair[0])),
        played[-1][0][0] if played else None,
        tuple(cell for cell in marked if digits[cell]),
    )


def _with_marks(board: Board | PuzzleLike) -> tuple[Board, list[int]]:
    """Return the board, and the filled cells that have pencil marks besides their digit."""
    if isinstance(board, Board):
        start = as_board(board)
        marks = start.masks
    else:
        puzzle = parse(board)
        start = as_board(Board.of(puzzle, pencil_marks=True))
        marks = tuple(map(mask_of, puzzle.pencil_marks or ())) or start.masks
    return start, [
        cell
        for cell, (digit, mask) in enumerate(zip(start.digits, marks, strict=True))
        if digit and mask & ~(1 << (digit - 1))
    ]


def _read_moves(moves: Moves, size: int) -> list[tuple[Candidate, bool]]:
    if isinstance(moves, str):
        moves = moves.replace(",", " ").split()
    elif not isinstance(moves, Iterable):
        raise ArgumentError(f"moves: expected texts such as r4c7=5, found {moves!r:.40}")
    played = []
    for number, move in enumerate(moves, start=1):
        try:
            played.append(parse_move(move, size))
        except NonetError as error:
            raise ArgumentError(f"move {number}: {error}") from None
    return played


def _place(start: Board, played: list[tuple[Candidate, bool]]) -> bytes:
    """Return the digits after the moves; moves have to agree with the givens and the board."""
    digits, size = bytearray(start.digits), start.layout.size
    last: dict[int, tuple[int, int]] = {}
    for number, ((cell, digit), is_placement) in enumerate(played, start=1):
        given = start.puzzle.cells[cell]
        if given and (digit != given) == is_placement:
            sign = format_placement if is_placement else format_elimination
            raise ArgumentError(
                f"move {number}, {sign(cell, digit, size)}: {cell_name(cell, size)} is a "
                f"given, {given}"
            )
        if is_placement:
            last[cell] = digit, number
    for cell, (digit, number) in last.items():
        if digits[cell] not in (0, digit):
            raise ArgumentError(
                f"move {number}, {format_placement(cell, digit, size)}: "
                f"the board has {digits[cell]} there"
            )
        digits[cell] = digit
    return bytes(digits)


def _snyder(board: Board, noted: Sequence[int], left: Sequence[int]) -> list[int]:
    """Return the candidates that partial marks leave."""
    masks = list(left)
    layout = board.layout
    for box in layout.houses[2 * layout.size :]:
        union = 0
        for cell in box.cells:
            union |= noted[cell]
        for cell in box.cells:
            if noted[cell]:
                masks[cell] &= noted[cell] | ~union
    return masks
