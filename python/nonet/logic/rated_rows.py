"""Ratings of many puzzles of one board, column by column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from nonet.logic.finding import allowed_digits, as_board
from nonet.logic.own_rating import Model, band, fitted, own_plan
from nonet.logic.scales import fitting, hodoku_level, plan, points
from nonet.logic.search_difficulty import search_rows
from nonet.symmetry import canonical_rows

Columns: TypeAlias = dict[str, list[Any]]
Cells: TypeAlias = NDArray[np.uint8]
COLUMNS = (
    "status",
    "er",
    "ep",
    "ed",
    "hodoku_level",
    "hodoku_score",
    "difficulty",
    "interval_low",
    "interval_high",
    "band",
    "guesses",
    "backdoor",
    "backdoor_exact",
    "hardest",
    "at_least",
    "seconds",
)
"""The columns of ratings, in order."""
NUMBERS = {"er": "er", "hodoku": "hodoku_score", "nonet": "difficulty", "search": "guesses"}
"""The column with the number of each scale."""
_END, _STEPS, _ER, _EP, _ED, _SCORE, _LEVEL, _TECHNIQUE, _MICROSECONDS = range(9)
_OWN = {name: place for place, name in enumerate(native.EFFORTS)}
_FULL = native.ENDS.index("full")


def rate_rows(
    board: Puzzle, cells: Cells, scales: Iterable[str], limit: Limit, threads: int
) -> Columns:
    """Rate rows of cells with the layout and rules of a puzzle, on some threads.

    Scales that were not requested, or that do not fit the board, are None; so is everything for a
    puzzle without a unique solution. `hardest` names a technique.
    """
    as_board(Board.of(board))
    wanted = fitting(scales, board)
    two = Limit(2, seconds=limit.seconds)
    cells = np.ascontiguousarray(cells)
    solved = best_engine(board).solve_rows(cells, board, two, threads=threads)
    columns: Columns = {name: [None] * len(cells) for name in COLUMNS}
    columns["status"] = [Status(one) for one in solved.status.tolist()]
    rows = np.flatnonzero(solved.status == Status.UNIQUE)
    if not len(rows) or not wanted:
        return columns
    cells, solutions = cells[rows], np.ascontiguousarray(solved.solutions[rows])
    forms = forms_of(board, cells, threads) if {"nonet", "search"} & set(wanted) else cells
    paths = paths_of(wanted)
    tallies = np.zeros((len(rows), len(paths), len(native.TALLY)), dtype=np.int32)
    efforts = np.zeros((len(rows), len(native.EFFORTS)))
    is_own = "nonet" in wanted
    rater = rater_of(board, paths, own=is_own)
    if paths or is_own:
        seconds, steps = limit.seconds, limit.nodes
        rater.rate_rows(
            cells, forms, tallies, efforts, seconds=seconds, steps=steps, threads=threads
        )
    for row, tally, effort in zip(rows.tolist(), tallies.tolist(), efforts.tolist(), strict=True):
        by_scale = dict(zip(paths, tally, strict=True))
        for name, value in numbers_of(wanted, by_scale, effort).items():
            columns[name][row] = value
    if "search" in wanted:
        found = search_rows(rater, board, cells, forms, solutions, threads, limit.seconds)
        for name, values in found.items():
            for row, value in zip(rows.tolist(), values, strict=True):
                if value is not None:
                    columns[name][row] = value
    return columns


def has_form(board: Puzzle) -> bool:
    """Return whether puzzles of a board have a canonical form."""
    is_usual = not board.rules and board.layout.regions is None
    return is_usual and board.layout.size <= native.MOST_CANONICAL


def forms_of(board: Puzzle, cells: Cells, threads: int) -> Cells:
    """Return the canonical form of every row, or the row itself if its board has none."""
    if not has_form(board):
        return cells
    return canonical_rows(cells, board.layout, threads=threads).forms


def measure_rows(board: Puzzle, forms: Cells, model: Model, threads: int) -> NDArray[np.float64]:
    """Return the efforts of rows with another model than the fitted one, for fitting it."""
    efforts = np.zeros((len(forms), len(native.EFFORTS)))
    answers = np.zeros(0, dtype=np.int32)
    _rater(board.geometry, allowed_digits(board), (), model).rate_rows(
        forms, forms, answers, efforts, threads=threads
    )
    total: NDArray[np.float64] = efforts[:, _OWN["singles"]] + efforts[:, _OWN["others"]]
    return total


def paths_of(scales: Iterable[str]) -> tuple[str, ...]:
    """Return the scales read off paths, in the order of work: ER takes longest, so it is last."""
    return tuple(scale for scale in ("hodoku", "er") if scale in scales)


def numbers_of(
    scales: Iterable[str], tallies: Mapping[str, list[int]], effort: list[float]
) -> dict[str, Any]:
    """Return the values of one puzzle with a unique solution, by column.

    The hardest step is that of the first scale with a path. `at_least` is what the first scale
    whose path did not end had reached, if it had a step.
    """
    found: dict[str, Any] = {}
    for scale in scales:
        if scale in tallies:
            tally = tallies[scale]
            values, reached = _er(tally) if scale == "er" else _hodoku(tally)
            end, steps, technique = tally[_END], tally[_STEPS], tally[_TECHNIQUE]
            seconds = tally[_MICROSECONDS] / 1e6
        elif scale == "nonet":
            values, reached = _own(effort)
            end, steps = int(effort[_OWN["end"]]), int(effort[_OWN["steps"]])
            technique = int(effort[_OWN["technique"]])
            seconds = effort[_OWN["seconds"]]
        else:
            continue
        found["seconds"] = found.get("seconds", 0.0) + seconds
        if steps:
            found.setdefault("hardest", native.TECHNIQUES[technique])
        if end == _FULL:
            found |= values
        else:
            if steps and "status" not in found:
                found["at_least"] = reached
            found["status"] = Status.UNKNOWN
    return found


def unfinished(scales: Iterable[str], board: Puzzle, found: Mapping[str, Any]) -> str | None:
    """Return the scale that `at_least` belongs to: the first one without a number."""
    if found["at_least"] is None:
        return None
    return next((one for one in fitting(scales, board) if found[NUMBERS[one]] is None), None)


def _er(tally: list[int]) -> tuple[dict[str, Any], float]:
    values = {"er": tally[_ER] / 10, "ep": tally[_EP] / 10, "ed": tally[_ED] / 10}
    return values, values["er"]


def _hodoku(tally: list[int]) -> tuple[dict[str, Any], float]:
    level = hodoku_level(tally[_LEVEL], tally[_SCORE])
    return {"hodoku_level": level, "hodoku_score": tally[_SCORE]}, tally[_SCORE]


def _own(effort: list[float]) -> tuple[dict[str, Any], float]:
    middle, low, high = fitted().difficulty(effort[_OWN["singles"]] + effort[_OWN["others"]])
    interval = {"interval_low": low, "interval_high": high}
    return {"difficulty": middle, **interval, "band": band(middle)}, middle


def rater_of(board: Puzzle, paths: tuple[str, ...], *, own: bool) -> native.Rater:
    """Return what walks the paths of some scales on a puzzle's board, and nonet's own."""
    return _rater(board.geometry, allowed_digits(board), paths, fitted() if own else None)


@lru_cache(maxsize=64)
def _rater(
    geometry: Geometry, allowed: tuple[int, ...], paths: tuple[str, ...], model: Model | None
) -> native.Rater:
    count = geometry.house_count
    return native.Rater(
        geometry.layout.size,
        [list(cells) for cells in geometry.house_cells],
        [list(cells) for cells in geometry.groups[count:]],
        list(allowed),
        points(),
        [(order, list(names)) for order, names in map(plan, paths)],
        None if model is None else own_plan(model),
    )
