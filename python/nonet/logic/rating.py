"""Ratings: how hard a puzzle is, on several scales."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from nonet import native
from nonet.core.board import Board
from nonet.core.limit import Clock, Limit, LimitLike
from nonet.core.numbers import check_number
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.core.step import Step
from nonet.core.transformation import Transformation
from nonet.engines.roster import best_engine
from nonet.logic.finding import as_board, step_of
from nonet.logic.moved_steps import moved_step
from nonet.logic.own_rating import Part, parts_of, reasons
from nonet.logic.rated_rows import NUMBERS, has_form, numbers_of, paths_of, rate_rows, rater_of
from nonet.logic.scales import DEFAULT_SCALES, ORDERS, ScalesLike, fitting, read_scales
from nonet.logic.search_difficulty import search_rows
from nonet.notations.parsing import PuzzleLike, parse
from nonet.symmetry import canonical


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is; scales that you did not ask for, or that do not fit, are None.

    Only a puzzle with a unique solution has numbers. If a limit was reached, the status is UNKNOWN
    and `at_least` says how far the first unfinished scale got.

    >>> line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> rating = rate(line)
    >>> rating.er, rating.hodoku_level, rating.hodoku_score
    (1.2, 'Easy', 204)
    """

    status: Status
    er: float | None = None
    """Sudoku Explainer's rating of the hardest step (ER), 1.0 to about 12."""
    ep: float | None = None
    """The same of the steps up to the first that places a digit."""
    ed: float | None = None
    """The same of the first step."""
    hodoku_level: str | None = None
    """HoDoKu's level: Easy, Medium, Hard, Unfair or Extreme."""
    hodoku_score: int | None = None
    """HoDoKu's points of all steps together."""
    difficulty: float | None = None
    """How long people take, by nonet's own rating; about 0.8 for a puzzle in a newspaper."""
    interval: tuple[float, float] | None = None
    """Where the difficulty lies for four of five puzzles like this."""
    band: str | None = None
    """A word for the difficulty, from "very easy" to "beyond people"."""
    parts: tuple[Part, ...] | None = None
    """What makes the difficulty: each step of nonet's path with its share of the effort."""
    guesses: float | None = None
    """The mean number of guesses of the engine over random copies."""
    backdoor: int | None = None
    """How many digits have to be known so that singles solve the rest."""
    backdoor_exact: bool | None = None
    """False if the smallest backdoor may be larger than that."""
    ranges: Mapping[str, tuple[float, float]] | None = None
    """On request: the lowest and highest number that random copies have on each scale."""
    hardest: Step | None = None
    """The hardest step on the path of the first scale that has one."""
    at_least: float | None = None
    seconds: float | None = field(default=None, compare=False)
    """The time it took, which does not matter for ==."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """What makes the puzzle as hard or easy as `band` says, in words."""
        return tuple(reasons(self.parts or (), self.band))

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as plain data."""
        data = {one.name: getattr(self, one.name) for one in fields(self)}
        hardest = None if self.hardest is None else self.hardest.to_dict()
        parts = None if self.parts is None else [part._asdict() for part in self.parts]
        ranges = None if self.ranges is None else {k: list(v) for k, v in self.ranges.items()}
        interval = None if self.interval is None else list(self.interval)
        plain = {"interval": interval, "parts": parts, "ranges": ranges, "hardest": hardest}
        return {**data, "status": self.status.word, **plain}


def rate(
    puzzle: PuzzleLike,
    *,
    scales: ScalesLike = DEFAULT_SCALES,
    limit: LimitLike = None,
    copies: int = 0,
    seed: int = 0,
) -> Rating:
    """Rate a puzzle on some scales.

    "er" is Sudoku Explainer's rating, "hodoku" HoDoKu's level and score: both rate plain 9x9
    puzzles as given. "nonet" is nonet's own rating and "search" the difficulty for a program that
    guesses: both are the same for every copy of a puzzle. A `limit` is in seconds, or a Limit: its
    seconds apply to the whole call, its nodes (steps) to each path.

    With `copies`, that many random copies (`seed`) also get an ER and a HoDoKu score: `ranges` has
    the lowest and highest of each, including the puzzle's own. Copies that are not finished within
    the limit are left out; an unfinished puzzle gets none.
    """
    names = read_scales(scales)
    check_number("copies", copies, 0)
    check_number("seed", seed, 0)
    limit = Limit.in_seconds(limit)
    board = as_board(Board.of(parse(puzzle))).puzzle
    clock = limit.start()
    result = best_engine(board).solve(board, Limit(2, seconds=limit.seconds))
    if result.status is not Status.UNIQUE:
        return Rating(result.status, seconds=clock.seconds)
    wanted = fitting(names, board)
    found = _Paths(board, wanted, clock.seconds_left, limit.nodes)
    values = found.values()
    if "search" in wanted:
        values |= _searched(board, found.form, result.solutions[0], clock.seconds_left)
    if copies and "status" not in values:
        paths = tuple(scale for scale in wanted if scale in ORDERS)
        seeds = range(seed, seed + copies)
        values["ranges"] = _ranges(board, values, paths, seeds, clock, limit.nodes)
    return Rating(**{"status": result.status, **values, "seconds": clock.seconds})


def _searched(
    board: Puzzle, form: bytes, solution: Solution, seconds: float | None
) -> dict[str, Any]:
    given, copy, solved = (
        np.frombuffer(cells, np.uint8)[None] for cells in (board.cells, form, solution.cells)
    )
    rater = rater_of(board, (), own=False)
    found = search_rows(rater, board, given, copy, solved, native.thread_count(None), seconds)
    return {name: column[0] for name, column in found.items() if column[0] is not None}


class _Paths:
    """The paths of a puzzle, one per scale that has one."""

    def __init__(
        self, board: Puzzle, scales: tuple[str, ...], seconds: float | None, steps: int | None
    ) -> None:
        self.board, self.scales = board, scales
        self.back: Transformation | None = None
        self.form = board.cells
        if {"nonet", "search"} & set(scales) and has_form(board):
            found = canonical(board)
            self.form, self.back = found.puzzle.cells, found.transformation.inverse()
        paths = paths_of(scales)
        rater = rater_of(board, paths, own="nonet" in scales)
        tallies, self.own = rater.rate(board.cells, self.form, seconds=seconds, steps=steps)
        self.tallies = dict(zip(paths, tallies, strict=True))

    def values(self) -> dict[str, Any]:
        """Return the fields of a rating."""
        effort = self.own[0] if self.own is not None else []
        tallies = {scale: numbers for scale, (numbers, _) in self.tallies.items()}
        values = numbers_of(self.scales, tallies, effort)
        if "difficulty" in values:
            values["interval"] = values.pop("interval_low"), values.pop("interval_high")
        if self.own is not None:
            values["parts"] = parts_of(self.own[1])
        return {**values, "hardest": self.hardest()}

    def hardest(self) -> Step | None:
        """Return the hardest step of the first scale that has one."""
        size = self.board.layout.size
        for scale in self.scales:
            if scale in self.tallies:
                _, step = self.tallies[scale]
                if step is not None:
                    return step_of(step, size)
            elif scale == "nonet" and self.own is not None and self.own[2] is not None:
                found = step_of(self.own[2], size)
                return found if self.back is None else moved_step(found, self.board, self.back)
        return None


def _ranges(
    board: Puzzle,
    own: dict[str, Any],
    paths: tuple[str, ...],
    seeds: range,
    clock: Clock,
    steps: int | None,
) -> dict[str, tuple[float, float]]:
    """Return the lowest and highest number of a puzzle and some random copies on scales."""
    names = [NUMBERS[path] for path in paths]
    numbers = {name: [own[name]] for name in names}
    threads = native.thread_count(None)
    # With a limit, as many at a time as there are threads: each may take all that is left.
    size = threads if clock.seconds_left is not None else len(seeds)
    for first in range(0, len(seeds) if paths else 0, size):
        left = clock.seconds_left
        if left == 0:
            break
        some = seeds[first : first + size]
        rows = [Transformation.random(board.layout, seed=seed).apply(board) for seed in some]
        cells = np.array([list(row.cells) for row in rows], dtype=np.uint8)
        found = rate_rows(board, cells, paths, Limit(seconds=left, nodes=steps), threads)
        for name in names:
            numbers[name] += [one for one in found[name] if one is not None]
    return {name: (min(found), max(found)) for name, found in numbers.items()}
