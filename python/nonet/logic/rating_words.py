"""Ratings in words, with a bar for every scale."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.core.board import Board
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.core.step import Step
from nonet.logic.catalog import catalog
from nonet.logic.rating import Rating
from nonet.logic.scales import LEVELS
from nonet.logic.words import format_conclusion, format_step

_WIDTH = 20
"""How long a full bar is."""
_LONGEST = 100
"""The most letters of the hardest step."""
_MOST_ER = 12.0
"""No known puzzle is rated higher."""


def tell_rating(puzzle: Puzzle, rating: Rating) -> Iterator[str]:
    """Tell a rating line by line."""
    if rating.status in (Status.MULTIPLE, Status.NO_SOLUTION):
        found = "several solutions" if rating.status is Status.MULTIPLE else "no solution"
        yield f"This puzzle has {found}, so it has no rating."
        yield from (str(conflict) for conflict in puzzle.conflicts())
        return
    rows = list(_rows(rating))
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, share, said in rows:
        yield f"{name:{width}}  {bar(share)}  {said}"
    if rating.status is not Status.UNIQUE:
        reached = "" if rating.at_least is None else f": at least {rating.at_least:g}"
        yield f"Not finished within the limit{reached}."
    elif not rows:
        yield f"None of these scales is for this board ({puzzle.layout})."
    if rating.hardest is not None:
        yield f"Hardest step: {_short(Board.of(puzzle), rating.hardest)}"


def _short(board: Board, step: Step) -> str:
    """Return a step on one line, without the links of a long chain."""
    said = format_step(board, step)
    if len(said) <= _LONGEST:
        return said
    return f"{catalog()[step.technique].title} => {format_conclusion(step)}"


def _rows(rating: Rating) -> Iterator[tuple[str, float, str]]:
    """Yield the name of each scale, how far up it the puzzle is, and the number in words."""
    if rating.er is not None:
        yield "ER", rating.er / _MOST_ER, f"{rating.er} (EP {rating.ep}, ED {rating.ed})"
    if rating.hodoku_level is not None:
        share = (LEVELS.index(rating.hodoku_level) + 1) / len(LEVELS)
        yield "HoDoKu", share, f"{rating.hodoku_level} ({rating.hodoku_score:,})"


def bar(share: float) -> str:
    """Draw a bar.

    >>> bar(0.25)
    '█████░░░░░░░░░░░░░░░'
    """
    full = round(min(max(share, 0.0), 1.0) * _WIDTH)
    return "█" * full + "░" * (_WIDTH - full)
