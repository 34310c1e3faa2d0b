"""nonet's own rating: how long people take, from a whole path and the moves available on it.

At each point of a path there are moves: cells that some single fills. Each has an ease, and what it
takes to find the next move is the reciprocal of all the ease on the board, to a power. Where there
is no single, a step costs what its technique costs. The efforts of all steps together, on a
logarithmic scale, predict how long people take. The numbers are in data/rating.json;
data/fit_rating.py of the repository fits them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from statistics import median
from typing import Any, NamedTuple

from nonet import native
from nonet.logic.catalog import SINGLES, Technique, catalog
from nonet.logic.data_files import read_data
from nonet.logic.orders import order_named

_COUNTS = 17
"""Counts of open cells and of placed digits go from 0 to 16 (see effort.rs)."""
_ONE = 50
"""The points of the easiest step that is not a single."""
_LEAST = 0.1
"""The effort of a puzzle that is as good as solved."""
_MATTERS = 0.04
"""The least share of the effort that is worth mentioning."""


@dataclass(frozen=True, slots=True)
class Model:
    """The numbers of the rating."""

    full: float
    """The ease of the last cell of a house; a digit's last place in a box with four open cells is
    1."""
    line: float
    """The ease of a digit's last place in a row or column."""
    naked: float
    """The ease of a cell's last digit."""
    open: float
    """What ease is multiplied by for each open cell of a box, counted from four."""
    placed: float
    """What ease is multiplied by for each placement of the digit, counted from four."""
    power: float
    """The effort is the reciprocal of all ease to this power."""
    step: float
    """The effort of the easiest step that is not a single; others cost more by their points."""
    level: float
    """The logarithm of the difficulty if that of the effort is `centre`."""
    slope: float
    """How it grows with the logarithm of the effort."""
    centre: float
    """The mean logarithm of the effort of the puzzles that the model was fitted on."""
    width: float
    """The root of the sum of squares around it."""
    spread: float
    """The standard deviation of what the model does not explain (cross-validated)."""
    puzzles: int
    """How many puzzles it was fitted on."""

    def difficulty(self, effort: float) -> tuple[float, float, float]:
        """Return the difficulty, and the interval where four of five puzzles lie."""
        away = math.log(max(effort, _LEAST)) - self.centre
        middle = self.level + self.slope * away
        half = INTERVAL * self.spread * math.sqrt(1 + 1 / self.puzzles + (away / self.width) ** 2)
        low, high = middle - half, middle + half
        return round(math.exp(middle), 2), round(math.exp(low), 2), round(math.exp(high), 2)


@cache
def fitted() -> Model:
    """Return the fitted model."""
    numbers = read_data("rating.json")
    return Model(**{one.name: numbers[one.name] for one in fields(Model)})


INTERVAL = 1.2816
"""Four of five values of a normal distribution are within so many standard deviations."""

BANDS = (
    (0.7, "very easy"),
    (0.9, "easy"),
    (1.2, "medium"),
    (1.8, "hard"),
    (3.0, "very hard"),
    (6.0, "extreme"),
    (math.inf, "beyond people"),
)
"""Words for difficulties, each with the number that it ends below."""


_EASY = tuple(word for _, word in BANDS[:2])
_FEW = 10
"""A puzzle with fewer steps is easy because there are so few."""


def band(difficulty: float) -> str:
    """Return the word for a difficulty.

    >>> band(0.7), band(100)
    ('easy', 'beyond people')
    """
    return next(word for end, word in BANDS if difficulty < end)


def own_plan(model: Model) -> tuple[list[float], float, list[float], list[float], Any]:
    """Return what the core needs to measure efforts."""
    base = (model.full, 1.0, model.line, model.naked)
    ease = []
    for kind, one in enumerate(base):
        for open_cells in range(_COUNTS):
            for placed in range(_COUNTS):
                by_open = model.open ** (open_cells - 4) if kind == 1 else 1.0
                by_digit = model.placed ** (placed - 4) if kind != 3 else 1.0
                ease.append(one * by_open * by_digit)
    costs = [model.step * _points(catalog()[name]) / _ONE for name in native.TECHNIQUES]
    ratings = [
        model.step * _points_of_rating(tenths / 10) / _ONE for tenths in range(native.TENTHS)
    ]
    order = order_named("nonet").without(*SINGLES)
    return ease, model.power, costs, ratings, (order.chooser, list(order.techniques))


def _points(technique: Technique) -> float:
    """Return what a step of a technique costs: HoDoKu's points, or what its rating suggests."""
    if technique.hodoku_score is not None and technique.name != "brute-force":
        return technique.hodoku_score
    return _points_of_rating(technique.se_rating or 7.0)


def _points_of_rating(rating: float) -> float:
    """Return the points for a rating of Sudoku Explainer: twice as many for each unit.

    This is close to what HoDoKu gives where both programs rate a technique.
    """
    return 100 * 2 ** (rating - 6)


class Part(NamedTuple):
    """One step of nonet's own path, and its share of the whole effort."""

    step: int
    """Its number, from 1."""
    technique: str
    moves: int
    """How many cells singles could fill; 0 if none, so that a harder step was needed."""
    share: float


def parts_of(found: Sequence[tuple[int, int, float]]) -> tuple[Part, ...]:
    """Return the steps of a path with their shares."""
    total = sum(effort for _, _, effort in found) or 1.0
    return tuple(
        Part(number, native.TECHNIQUES[technique], moves, round(effort / total, 4))
        for number, (technique, moves, effort) in enumerate(found, start=1)
    )


def reasons(parts: Sequence[Part], word: str | None = None, most: int = 3) -> list[str]:
    """Say in a few clauses what makes a puzzle as hard as the word for it says.

    For hard ones, these are the points with one move or none, if they matter, the largest share of
    the effort first.
    """
    if word in _EASY and parts:
        return _easy_reasons(parts)
    scarce = [part for part in parts if part.moves < 2 and part.share >= _MATTERS]
    scarce = sorted(scarce, key=lambda part: (-part.share, part.step))[:most]
    if scarce:
        return [_reason(part) for part in scarce]
    if not parts:
        return []
    return [_typical(parts)]


def _easy_reasons(parts: Sequence[Part]) -> list[str]:
    found = ["singles are enough"] if all(part.technique in SINGLES for part in parts) else []
    if len(parts) < _FEW:
        return [*found, "only one step is left" if len(parts) == 1 else f"{len(parts)} steps do it"]
    return [*found, _typical(parts)]


def _typical(parts: Sequence[Part]) -> str:
    moves = int(median(part.moves for part in parts))
    said = {0: "no single is", 1: "one move is"}.get(moves, f"{moves} moves are")
    return f"{said} available at a typical point"


def _reason(part: Part) -> str:
    title = _article(catalog()[part.technique].title.lower())
    share = f"{part.share:.0%} of the effort"
    if part.moves:
        return f"only one move is available at step {part.step}, {title} ({share})"
    return f"no single is left at step {part.step}, it takes {title} ({share})"


def _article(title: str) -> str:
    name = title.partition(" (")[0]
    if name.endswith("s") and not name.endswith("ss"):
        return title
    return f"{'an' if title[:1] in 'aeiou' and not title.startswith('uni') else 'a'} {title}"


def shares(parts: Sequence[Part]) -> Mapping[str, float]:
    """Return how much of the effort each technique takes, the most first."""
    sums: dict[str, float] = {}
    for part in parts:
        sums[part.technique] = sums.get(part.technique, 0.0) + part.share
    return dict(sorted(sums.items(), key=lambda pair: -pair[1]))
