"""Ratings of many puzzles of one board, column by column."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.board import Board
from nonet.core.geometry import Geometry
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.engines.roster import best_engine
from nonet.logic.finding import as_board
from nonet.logic.scales import ORDERS, fitting, hodoku_level, plan, points

Columns: TypeAlias = dict[str, list[Any]]
COLUMNS = (
    "status",
    "er",
    "ep",
    "ed",
    "hodoku_level",
    "hodoku_score",
    "hardest",
    "at_least",
    "seconds",
)
"""The columns of ratings, in order."""
_END, _STEPS, _ER, _EP, _ED, _SCORE, _LEVEL, _TECHNIQUE, _MICROSECONDS = range(len(native.TALLY))
_FULL = native.ENDS.index("full")


def rate_rows(
    board: Puzzle, cells: NDArray[np.uint8], scales: Iterable[str], limit: Limit, threads: int
) -> Columns:
    """Rate rows of cells with the layout and rules of a puzzle, on some threads.

    What was not asked for, or makes no sense for the board, is None; so is everything for a puzzle
    without a unique solution. `hardest` names a technique.
    """
    wanted = fitting(scales, board)
    statuses = _statuses(board, cells, limit, threads)
    columns: Columns = {name: [None] * len(cells) for name in COLUMNS}
    columns["status"] = statuses.tolist()
    rows = np.flatnonzero(statuses == Status.UNIQUE)
    paths = [scale for scale in wanted if scale in ORDERS]
    tallies = np.zeros((len(rows), len(paths), len(native.TALLY)), dtype=np.int32)
    if paths and len(rows):
        rater_of(board, tuple(paths)).rate_rows(
            np.ascontiguousarray(cells[rows]),
            tallies,
            seconds=limit.seconds,
            steps=limit.nodes,
            threads=threads,
        )
    for row, of_row in zip(rows.tolist(), tallies.tolist(), strict=True):
        for name, value in numbers_of(paths, of_row).items():
            columns[name][row] = value
    columns["status"] = [Status(one) for one in columns["status"]]
    return columns


def _statuses(
    board: Puzzle, cells: NDArray[np.uint8], limit: Limit, threads: int
) -> NDArray[np.uint8]:
    as_board(Board.of(board))
    two = Limit(2, seconds=limit.seconds)
    engine = best_engine(board)
    return engine.solve_rows(np.ascontiguousarray(cells), board, two, threads=threads).status


def numbers_of(paths: list[str], tallies: list[list[int]]) -> dict[str, Any]:
    """Return the values of one puzzle with a unique solution, by column.

    Without a limit, the hardest step is that of the first scale. `at_least` is what the first scale
    whose path did not end had reached.
    """
    found: dict[str, Any] = {}
    for scale, tally in zip(paths, tallies, strict=True):
        values = _er(tally) if scale == "er" else _hodoku(tally)
        if tally[_STEPS] and "hardest" not in found:
            found["hardest"] = native.TECHNIQUES[tally[_TECHNIQUE]]
        if tally[_END] == _FULL:
            found |= values
        elif "at_least" not in found:
            found["at_least"] = values["er" if scale == "er" else "hodoku_score"]
            found["status"] = Status.UNKNOWN
    found["seconds"] = sum(tally[_MICROSECONDS] for tally in tallies) / 1e6
    return found


def _er(tally: list[int]) -> dict[str, Any]:
    return {"er": tally[_ER] / 10, "ep": tally[_EP] / 10, "ed": tally[_ED] / 10}


def _hodoku(tally: list[int]) -> dict[str, Any]:
    level = hodoku_level(tally[_LEVEL], tally[_SCORE])
    return {"hodoku_level": level, "hodoku_score": tally[_SCORE]}


def rater_of(board: Puzzle, paths: tuple[str, ...]) -> native.Rater:
    """Return what walks the paths of some scales on a puzzle's board."""
    allowed = board.allowed() or [(1 << board.layout.size) - 1] * board.layout.cell_count
    return _rater(board.geometry, tuple(allowed), paths)


@lru_cache(maxsize=64)
def _rater(geometry: Geometry, allowed: tuple[int, ...], paths: tuple[str, ...]) -> native.Rater:
    count = geometry.house_count
    return native.Rater(
        geometry.layout.size,
        [list(cells) for cells in geometry.house_cells],
        [list(cells) for cells in geometry.groups[count:]],
        list(allowed),
        points(),
        [(order, list(names)) for order, names in map(plan, paths)],
    )
