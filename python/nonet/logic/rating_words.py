"""Ratings in words, with a bar for every scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from nonet.core.board import Board
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.core.step import Step
from nonet.logic.catalog import catalog
from nonet.logic.own_rating import BANDS
from nonet.logic.rated_rows import NUMBERS, unfinished
from nonet.logic.rating import Rating
from nonet.logic.scales import DEFAULT_SCALES, LEVELS, TITLES
from nonet.logic.words import format_conclusion, format_step

_WIDTH = 20
"""How long a full bar is."""
_LONGEST = 100
"""The most letters of the hardest step."""
_MOST_ER = 12.0
"""No known puzzle is rated higher."""
_MOST_GUESSES = 12
"""A full bar is 4,096 guesses."""


def tell_rating(
    puzzle: Puzzle, rating: Rating, scales: Iterable[str] = DEFAULT_SCALES
) -> Iterator[str]:
    """Tell a rating on some scales line by line."""
    if rating.status in (Status.MULTIPLE, Status.NO_SOLUTION):
        found = "several solutions" if rating.status is Status.MULTIPLE else "no solution"
        yield f"This puzzle has {found}, so it has no rating."
        yield from (str(conflict) for conflict in puzzle.conflicts())
        return
    rows = list(_rows(rating))
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, share, said in rows:
        yield f"{name:{width}}  {bar(share)}  {said}"
    # Without a band, the path was not finished.
    for place, reason in enumerate(rating.reasons if rating.band else ()):
        start = f"{rating.band} because".capitalize()
        yield f"{start if not place else '  and because'} {reason}"
    if rating.status is not Status.UNIQUE:
        yield f"Not finished within the limit{_reached(puzzle, rating, scales)}."
    elif not rows:
        yield f"None of these scales supports this board ({puzzle.layout})."
    if rating.hardest is not None:
        yield f"Hardest step: {_short(Board.of(puzzle), rating.hardest)}"


def _reached(puzzle: Puzzle, rating: Rating, scales: Iterable[str]) -> str:
    """Say how far the first unfinished scale got."""
    values = {name: getattr(rating, name) for name in (*NUMBERS.values(), "at_least")}
    scale = unfinished(scales, puzzle, values)
    return "" if scale is None else f": {TITLES[scale]} at least {rating.at_least:g}"


def _short(board: Board, step: Step) -> str:
    """Return a step on one line, without the links of a long chain."""
    said = format_step(board, step)
    if len(said) <= _LONGEST:
        return said
    return f"{catalog()[step.technique].title} => {format_conclusion(step)}"


def _rows(rating: Rating) -> Iterator[tuple[str, float, str]]:
    """Yield the name of each scale, how far up it the puzzle is, and the number in words."""
    if rating.er is not None:
        said = f"{rating.er} (EP {rating.ep}, ED {rating.ed}){_range(rating, 'er')}"
        yield TITLES["er"], rating.er / _MOST_ER, said
    if rating.hodoku_level is not None:
        share = (LEVELS.index(rating.hodoku_level) + 1) / len(LEVELS)
        said = f"{rating.hodoku_level} ({rating.hodoku_score:,}){_range(rating, 'hodoku_score')}"
        yield TITLES["hodoku"], share, said
    if rating.difficulty is not None and rating.interval is not None:
        low, high = rating.interval
        number = f"{rating.band} ({rating.difficulty:g}, between {low:g} and {high:g})"
        yield TITLES["nonet"], _band_share(rating.difficulty), number
    if rating.backdoor is not None:
        guesses = "" if rating.guesses is None else f"{counted_guesses(rating.guesses)}, "
        more = "" if rating.backdoor_exact else " or more"
        cells = "cell" if rating.backdoor == 1 and not more else "cells"
        share = math.log2(1 + (rating.guesses or 0.0)) / _MOST_GUESSES
        yield TITLES["search"], share, f"{guesses}backdoor of {rating.backdoor}{more} {cells}"


def _band_share(difficulty: float) -> float:
    """Return how far up the bands a difficulty is, each band as long as the others."""
    place = next(n for n, (end, _) in enumerate(BANDS) if difficulty < end)
    start = BANDS[place - 1][0] if place else BANDS[0][0] / 2
    end = BANDS[place][0] if place + 1 < len(BANDS) else 5 * start
    within = math.log(max(difficulty, start) / start) / math.log(end / start)
    return (place + min(within, 1.0)) / len(BANDS)


def _range(rating: Rating, name: str) -> str:
    """Return the range of copies in words, if it is known."""
    if rating.ranges is None or name not in rating.ranges:
        return ""
    low, high = rating.ranges[name]
    if low == high:
        return "; the same for all copies tried"
    return f"; copies {low:,.10g} to {high:,.10g}"


def counted_guesses(guesses: float) -> str:
    """Return a mean number of guesses in words.

    >>> counted_guesses(1.0), counted_guesses(0.5)
    ('1 guess', '0.5 guesses')
    """
    return f"{guesses:g} guess{'es' * (guesses != 1)}"


def bar(share: float) -> str:
    """Draw a bar.

    >>> bar(0.25)
    '█████░░░░░░░░░░░░░░░'
    """
    full = round(min(max(share, 0.0), 1.0) * _WIDTH)
    return "█" * full + "░" * (_WIDTH - full)
