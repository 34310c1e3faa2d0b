"""Recognizing: which techniques explain a move of the player."""

from __future__ import annotations

from nonet import native
from nonet.core.board import Board, candidates_left
from nonet.core.errors import ArgumentError, NonetError
from nonet.core.limit import Limit
from nonet.core.result import Status
from nonet.core.step import Candidate, Step, parse_move
from nonet.engines.roster import best_engine
from nonet.logic.catalog import catalog
from nonet.logic.finding import ALL, as_board, native_board, step_of
from nonet.logic.hints import PATIENCE, without_uniqueness
from nonet.logic.needed import Found
from nonet.logic.orders import OrderLike, as_order
from nonet.notations.parsing import PuzzleLike


def recognize(board: Board | PuzzleLike, move: str, *, order: OrderLike = None) -> tuple[Step, ...]:
    """Return the steps that explain a move such as `r4c7=5` or `r4c7<>5`, easiest first.

    `board` is the one before the move; if it already shows the move, the move is undone, along with
    the candidates that it removed. A step explains a move if it makes that placement or
    elimination, alone or among others. Steps are sorted by the rank of their technique, then by
    the length of their chain, then by what they change. Forcing chains are tried only if
    nothing easier explains the move; for nested ones, only the first is returned.

    Nothing explains a wrong move. To see whether there was an easier one, compare with
    `nonet.find_steps(board)`.

    >>> [step.technique for step in recognize("...4..1.2.4..3..", "r3c4=3")]
    ['hidden-single']
    """
    before = as_board(board)
    try:
        pair, is_placement = parse_move(move, before.layout.size)
    except NonetError as error:
        raise ArgumentError(f"move: {error}") from None
    before = _before(before, pair, is_placement)
    chosen = as_order(order).without("brute-force")
    puzzle = before.puzzle
    if best_engine(puzzle).solve(puzzle, Limit(2, seconds=PATIENCE)).status is not Status.UNIQUE:
        chosen = without_uniqueness(chosen)
    found: list[Step] = []
    known = catalog()
    for name in chosen.techniques:
        if found and known[name].family == "forcing":
            continue
        found += _explaining(before, name, pair, is_placement)
    return tuple(found)


def _before(board: Board, pair: Candidate, is_placement: bool) -> Board:
    """Return the board before a move; the move must not be about a given."""
    cell, digit = pair
    given = board.puzzle.cells[cell]
    if given:
        raise ArgumentError(f"move: expected a cell that is not given, found a given {given}")
    masks, bit = list(board.masks), 1 << (digit - 1)
    if board.digits[cell] == digit and is_placement:
        digits = bytearray(board.digits)
        digits[cell] = 0
        left = candidates_left(board.puzzle, bytes(digits))
        masks[cell] = left[cell]
        for peer in board.puzzle.peers[cell]:
            masks[peer] |= left[peer] & bit
        return Board(board.puzzle, bytes(digits), tuple(masks))
    if not board.digits[cell] and not is_placement:
        masks[cell] |= candidates_left(board.puzzle, board.digits)[cell] & bit
    return Board(board.puzzle, board.digits, tuple(masks))


def _explaining(board: Board, name: str, pair: Candidate, is_placement: bool) -> list[Step]:
    """Return the steps of a technique that make a move."""
    most = 1 if "-plus" in name else ALL
    logic = native.logic_of(board.puzzle.geometry)
    steps = (Found(*one) for one in logic.find(native_board(board), name, most, []))
    fitting = [
        one for one in steps if pair in (one.placements if is_placement else one.eliminations)
    ]
    fitting.sort(key=lambda one: (one.length, one.placements, one.eliminations))
    return [step_of(tuple(one), board.layout.size) for one in fitting]
