"""Greedy paths of many puzzles of one board, on all threads at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.board import Board
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.engines.roster import best_engine
from nonet.logic.finding import allowed_digits, as_board, native_board
from nonet.logic.mistakes import find_mistakes
from nonet.logic.orders import Order
from nonet.logic.paths import LIMITS, outcome_of


class PathRows(NamedTuple):
    """What `explain` finds for every row."""

    statuses: list[Status]
    outcomes: list[str]
    paths: list[native.Path]
    """Without steps where nothing is explained."""
    stops: list[str | None]
    """The limit that ended a path early, as `Path.stopped_by`."""
    solutions: NDArray[np.uint8]
    """The solutions, where there is only one."""


def explain_rows(
    board: Puzzle,
    cells: NDArray[np.uint8],
    order: Order,
    limit: Limit,
    threads: int,
    *,
    boards: Sequence[Board] | None = None,
) -> PathRows:
    """Walk a greedy path for every row of givens, with the layout and rules of a puzzle.

    `boards` are the boards to start from, if something was placed or removed before. Of a `limit`,
    seconds and nodes (steps) count, for each row.
    """
    as_board(Board.of(board))
    cells = np.ascontiguousarray(cells)
    two = Limit(2, seconds=limit.seconds)
    solved = best_engine(board).solve_rows(cells, board, two, threads=threads)
    wrong = _wrong(boards, solved) if boards is not None else np.zeros(len(cells), dtype=bool)
    walks = (solved.status == Status.UNIQUE) & ~wrong
    rows = np.flatnonzero(walks)
    logic = native.logic_of(board.geometry)
    walked = iter(
        logic.walk_rows(
            cells[rows],
            None
            if boards is None
            else _arrays([boards[row] for row in rows.tolist()], cells.shape[1]),
            list(allowed_digits(board)),
            order.chooser,
            list(order.techniques),
            seconds=limit.seconds,
            steps=limit.nodes,
            threads=threads,
        )
    )
    paths, outcomes = [], []
    stops: list[str | None] = []
    statuses = [Status(one) for one in solved.status.tolist()]
    for row, status in enumerate(statuses):
        end = None
        if walks[row]:
            path = next(walked)
            end = path.end
        else:
            start = Board.of(_puzzle(board, cells[row])) if boards is None else boards[row]
            path = logic.path(native_board(start), [])
        paths.append(path)
        outcomes.append(outcome_of(status, end, wrong=bool(wrong[row])))
        is_open = status in (Status.UNKNOWN, Status.FOUND)
        # Some engines give up by themselves rather than take all of the memory.
        search = "memory" if limit.seconds is None else "seconds"
        stops.append(search if is_open else end if end in LIMITS else None)
    return PathRows(statuses, outcomes, paths, stops, solved.solutions)


def _wrong(boards: Sequence[Board], solved: native.SolvedRows) -> NDArray[np.bool_]:
    """Return which boards exclude the solution of their puzzle."""
    found = [
        bool(status == Status.UNIQUE and find_mistakes(board, _solution(board, cells)))
        for board, status, cells in zip(boards, solved.status, solved.solutions, strict=True)
    ]
    return np.array(found, dtype=bool)


def _solution(board: Board, cells: NDArray[np.uint8]) -> Solution:
    return Solution(cells.tobytes(), board.layout)


def _puzzle(board: Puzzle, cells: NDArray[np.uint8]) -> Puzzle:
    return Puzzle(cells.tobytes(), board.layout, rules=board.rules)


def _arrays(boards: Sequence[Board], width: int) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    digits = np.frombuffer(b"".join(board.digits for board in boards), dtype=np.uint8)
    masks = np.array([board.masks for board in boards], dtype=np.uint32)
    return digits.reshape(-1, width), masks.reshape(-1, width)
