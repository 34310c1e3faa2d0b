"""Ratings: how hard a puzzle is, on the scales that people know."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from nonet.core.board import Board
from nonet.core.limit import Limit
from nonet.core.result import Status
from nonet.core.step import Step
from nonet.engines.roster import best_engine
from nonet.logic.finding import as_board, step_of
from nonet.logic.rated_rows import numbers_of, rater_of
from nonet.logic.scales import DEFAULT_SCALES, ORDERS, ScalesLike, fitting, read_scales
from nonet.notations.parsing import PuzzleLike, parse


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is; None for what was not asked, or makes no sense for its board.

    Only a puzzle with a unique solution has numbers. If a limit ran out, the status is UNKNOWN and
    `at_least` is what the first scale that was not finished had reached.

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
    hardest: Step | None = None
    """The hardest step on the path of the first scale that has one."""
    at_least: float | None = None
    seconds: float | None = None
    """The time it took."""

    def to_dict(self) -> dict[str, Any]:
        """Return the rating as plain data."""
        data = {one.name: getattr(self, one.name) for one in fields(self)}
        hardest = None if self.hardest is None else self.hardest.to_dict()
        return {**data, "status": self.status.word, "hardest": hardest}


def rate(
    puzzle: PuzzleLike,
    *,
    scales: ScalesLike = DEFAULT_SCALES,
    limit: Limit | None = None,
) -> Rating:
    """Rate a puzzle on some scales.

    "er" is Sudoku Explainer's rating, "hodoku" HoDoKu's level and score; both rate plain 9x9
    puzzles as given. Of a `limit`, seconds count for the whole puzzle and nodes (steps) for each
    path.
    """
    names = read_scales(scales)
    limit = Limit.of(limit) if limit is not None else Limit()
    board = as_board(Board.of(parse(puzzle)))
    puzzle = board.puzzle
    clock = limit.start()
    status = best_engine(puzzle).solve(puzzle, Limit(2, seconds=limit.seconds)).status
    if status is not Status.UNIQUE:
        return Rating(status, seconds=clock.seconds)
    paths = [name for name in fitting(names, puzzle) if name in ORDERS]
    tallies = rater_of(puzzle, tuple(paths)).rate(
        puzzle.cells, seconds=clock.seconds_left, steps=limit.nodes
    )
    steps = [step for _, step in tallies if step is not None]
    hardest = step_of(steps[0], puzzle.layout.size) if steps else None
    values = numbers_of(paths, [numbers for numbers, _ in tallies])
    values |= {"hardest": hardest, "seconds": clock.seconds}
    return Rating(**{"status": status, **values})
