"""Wishes for how hard a puzzle is, and how far puzzles are from them.

A distance is 0 if a wish is met. Paths are cut short where that is enough: a puzzle that is too
hard gets stuck in an order that ends with what is wanted, and the fewer cells are open there, the
nearer it is. So the expensive techniques beyond are never searched.

A technique that is wanted is a goal to climb to. On the lowest rung of the ladder, a path may use
singles and the goal, on the next ones more and more of the techniques that come before it. The
distance is the number of rungs on which the goal is not used, as easier techniques do without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.generator.boards import Cells
from nonet.logic.catalog import SINGLES, catalog
from nonet.logic.orders import Order, order_named
from nonet.logic.own_rating import BANDS
from nonet.logic.rated_rows import NUMBERS, Columns, forms_of, rate_rows
from nonet.logic.scales import LEVELS, points
from nonet.logic.search_difficulty import guesses_of

Range: TypeAlias = tuple[float, float]

NAMED: dict[str, tuple[str, tuple[str, ...]]] = {
    "hodoku": ("hodoku_level", LEVELS),
    "nonet": ("band", tuple(word for _, word in BANDS)),
}
"""The scales with words for how hard a puzzle is, and their columns."""
_FULL, _STUCK = native.ENDS.index("full"), native.ENDS.index("stuck")
_HARD_ER = 6.6
"""From here on, puzzles are rare and take long to rate."""
_RUNGS = (0, 1 / 2, 3 / 4, 7 / 8, 15 / 16)
"""Which part of the techniques before a goal is used on the rungs of the ladder to it."""
_ALMOST = 0.1
"""More than the distance of a puzzle that only the whole order shows not to be right."""
_FAR = 10.0
"""More than the largest distance from a wish."""


class Means(NamedTuple):
    """What may be used to measure puzzles."""

    threads: int
    seconds: float | None = None
    """The most that a path of one puzzle may take."""

    @property
    def limit(self) -> Limit:
        """The limit for one puzzle."""
        return Limit(seconds=self.seconds)


class Distances(NamedTuple):
    """How far puzzles are from what is wanted, and whether they are too hard (1) or easy (-1)."""

    far: NDArray[np.float64]
    signs: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for about the path and the ratings of a puzzle."""

    order: str
    technique: str | None = None
    """Needed, and nothing harder; "singles" for nothing but singles."""
    first: str | None = None
    """The technique of the first step that is not a single."""
    required: frozenset[str] = frozenset()
    forbidden: frozenset[str] = frozenset()
    ranges: tuple[tuple[str, Range], ...] = ()
    """By scale: the lowest and highest number."""
    words: tuple[tuple[str, str], ...] = ()
    """By scale: the word."""
    hardest: str | None = None

    def __bool__(self) -> bool:
        return bool(self.has_path or self.ranges or self.words or self.hardest)

    @property
    def has_path(self) -> bool:
        """Whether something was asked for about the path."""
        return bool(self.technique or self.first or self.required or self.forbidden)

    @property
    def scales(self) -> tuple[str, ...]:
        """The scales that were asked for."""
        named = [scale for scale, _ in (*self.ranges, *self.words)]
        return tuple(dict.fromkeys([*named, *([self.hardest] if self.hardest else [])]))

    @property
    def is_hard(self) -> bool:
        """Whether such puzzles are so hard that guesses of the engine are a good hint."""
        return self.hardest is not None or any(
            scale == "er" and low >= _HARD_ER for scale, (low, _) in self.ranges
        )

    def distances(
        self, board: Puzzle, cells: Cells, means: Means, bar: float = np.inf
    ) -> Distances:
        """Return how far puzzles with a unique solution are from the wishes.

        Wishes are looked at one after the other; what fails an earlier one is not rated on. What is
        farther than the bar is not wanted: then it is enough to say that it is.
        """
        parts = list(self._parts(board, means, bar))
        far = np.zeros(len(cells))
        signs = np.zeros(len(cells), dtype=np.int8)
        left = np.arange(len(cells))
        for place, part in enumerate(parts):
            if not len(left):
                break
            found = part(np.ascontiguousarray(cells[left]))
            is_off = found.far > 0
            far[left[is_off]] = _FAR * (len(parts) - 1 - place) + found.far[is_off]
            signs[left] = found.signs
            left = left[~is_off]
        return Distances(far, signs)

    def _parts(self, board: Puzzle, means: Means, bar: float) -> Iterable[Any]:
        if self.has_path:
            bar -= _FAR * (len(self.ranges) + len(self.words))
            yield lambda cells: self._path_distances(board, cells, means, bar)
        for scale, wanted in self.ranges:
            if scale == "er":
                yield lambda cells, wanted=wanted: _er_distances(board, cells, wanted, means)
            else:
                yield lambda cells, scale=scale, wanted=wanted: _number_distances(
                    board, cells, scale, wanted, means
                )
        for scale, word in self.words:
            yield lambda cells, scale=scale, word=word: _word_distances(
                board, cells, scale, word, means
            )

    def _path_distances(
        self, board: Puzzle, cells: Cells, means: Means, bar: float = np.inf
    ) -> Distances:
        """Walk paths, first with few techniques: where the goal is not used then, it never is."""
        goal = self.goal
        ladder = _ladder(self._order, goal) if goal else (self._order,)
        # A puzzle as far as the bar is not wanted, so the rungs below need not be tried.
        start = 0 if bar == np.inf else min(max(len(ladder) - 1 - int(bar), 0), len(ladder) - 1)
        far = np.full(len(cells), float(len(ladder) - start))
        signs = np.full(len(cells), -1, dtype=np.int8)
        left = np.arange(len(cells))
        for place, order in enumerate(ladder[start:], start):
            found = walk_rows(board, np.ascontiguousarray(cells[left]), order, means)
            if place == len(ladder) - 1:
                signs[left] = np.where(found.ends == _FULL, -1, 1)
            if goal:
                far[left] = len(ladder) - place
                is_used = self._reaches(goal, found)
                found, left = found.take(is_used), left[is_used]
            if not len(left):
                return Distances(far, signs)
        far[left] = self._misses(board, found)
        right = np.flatnonzero(far == 0)
        if len(right) and (self.technique != "singles" and self._order != order_named(self.order)):
            cells = np.ascontiguousarray(cells[right])
            far[right] = _ALMOST * self._misses_in_whole_order(board, cells, means)
        signs[far == 0] = 0
        return Distances(far, signs)

    def _misses_in_whole_order(
        self, board: Puzzle, cells: Cells, means: Means
    ) -> NDArray[np.float64]:
        """Return how much is wrong with paths in the whole order, up to 1.

        Some techniques are looked for together, so harder ones may be found before the goal, or
        easier ones may do in the end. A path ends where that is clear.
        """
        order = order_named(self.order)
        if self.technique is None:
            last = [name for name in order.techniques if name not in SINGLES]
            found = walk_rows(board, cells, order, means, last)
            return np.where(self._misses(board, found) == 0, 0.0, 0.5)
        rank, alike = order.rank(self.technique), alike_to(self.technique, order)
        harder = [name for name in order.techniques[rank:] if name not in alike]
        found = walk_rows(board, cells, order, means, harder)
        far = np.minimum(self._misses(board, found), 1) / 2
        far += np.where(self._reaches(self.technique, found), 0.0, 0.4)
        right = np.flatnonzero(far == 0)
        easier = [name for name in order.techniques[:rank] if name not in alike]
        if len(right) and easier:
            cells = np.ascontiguousarray(cells[right])
            ends = walk_rows(board, cells, order.only(easier), means).ends
            far[right] = np.where(ends == _STUCK, 0.0, 0.1)
        return far

    @property
    def goal(self) -> str | None:
        """The technique that the search climbs to."""
        technique = None if self.technique == "singles" else self.technique
        return technique or self.first or min(self.required, default=None)

    @property
    def _order(self) -> Order:
        """The order with the techniques that are needed to measure a path."""
        order = order_named(self.order)
        if self.technique == "singles":
            return order.only(SINGLES)
        if self.technique:
            return order.up_to(alike_to(self.technique, order)[-1])
        if self.first and not (self.required or self.forbidden):
            return order.up_to(self.first)
        return order

    def _reaches(self, goal: str, found: Walked) -> NDArray[np.bool_]:
        number = native.TECHNIQUES.index(goal)
        if goal == self.first and goal != self.technique:
            return np.asarray(found.firsts == number)
        return np.asarray(found.used[:, number] > 0)

    def _misses(self, board: Puzzle, found: Walked) -> NDArray[np.float64]:
        """Return how much is wrong with paths that use the goal, if there is one."""
        far = np.zeros(len(found.ends))
        if self.technique or self.required or self.forbidden:
            is_full = found.ends == _FULL
            far += np.where(is_full, 0.0, 0.1 + 0.8 * found.open / board.layout.cell_count)
        for name in self.required:
            far += found.used[:, native.TECHNIQUES.index(name)] == 0
        for name in self.forbidden:
            far += found.used[:, native.TECHNIQUES.index(name)] > 0
        if self.first:
            far += found.firsts != native.TECHNIQUES.index(self.first)
        return far

    def values(self, board: Puzzle, cells: Cells, means: Means) -> list[float]:
        """Return how hard puzzles are on the scale of `hardest`."""
        assert self.hardest is not None
        found = _rated(board, cells, self.hardest, means)
        values = found[NUMBERS[self.hardest]]
        return [(found["at_least"][row] or 0.0) if v is None else v for row, v in enumerate(values)]


def alike_to(technique: str, order: Order) -> tuple[str, ...]:
    """Return the techniques of an order that count as equally hard, in their places.

    These are forcing chains with the same rating or score. They are looked for together: which of
    them a path uses is a matter of length, so hardly a puzzle needs a certain one.
    """
    known = catalog()
    if known[technique].family != "forcing":
        return (technique,)

    def hardness(name: str) -> tuple[str, float | None, int | None]:
        return known[name].family, known[name].se_rating, known[name].hodoku_score

    return tuple(name for name in order.techniques if hardness(name) == hardness(technique))


class Walked(NamedTuple):
    """The paths of puzzles, row by row."""

    ends: NDArray[np.int32]
    open: NDArray[np.int32]
    firsts: NDArray[np.int32]
    er: NDArray[np.int32]
    used: NDArray[np.uint8]

    def take(self, rows: NDArray[np.bool_]) -> Walked:
        """Return some of the rows."""
        used = self.used[rows]
        return Walked(self.ends[rows], self.open[rows], self.firsts[rows], self.er[rows], used)


@lru_cache(maxsize=64)
def _ladder(order: Order, goal: str) -> tuple[Order, ...]:
    """Return orders without the techniques before the goal, then with more and more of them.

    A puzzle that uses the goal on one rung is far likelier to use it on the next one, or to have a
    neighbour that does. That is not so for techniques that assume uniqueness, whose patterns turn
    up at random: for them, there is only the last rung.
    """
    if "uniqueness" in catalog()[goal].needs:
        return (order,)
    before = [name for name in order.techniques[: order.rank(goal)] if name != goal]
    singles = 1 + max((before.index(name) for name in SINGLES if name in before), default=-1)
    counts = {singles + round(share * (len(before) - singles)) for share in _RUNGS}
    partly = [order.only([*before[:count], goal]) for count in sorted(counts - {len(before)})]
    return (*partly, order)


def walk_rows(
    board: Puzzle, cells: Cells, order: Order, means: Means, last: Iterable[str] = ()
) -> Walked:
    """Walk the paths of puzzles in an order, up to the first step of a technique in `last`."""
    rater = _rater(board, order.chooser, order.techniques)
    tallies = np.zeros((len(cells), len(native.TALLY)), dtype=np.int32)
    used = np.zeros((len(cells), len(native.TECHNIQUES)), dtype=np.uint8)
    nothing = np.zeros((len(cells), len(native.EFFORTS)))
    rater.rate_rows(
        cells,
        cells,
        tallies,
        nothing,
        used=used,
        seconds=means.seconds,
        last=list(last),
        threads=means.threads,
    )
    columns = dict(zip(native.TALLY, tallies.T, strict=True))
    return Walked(columns["end"], columns["open"], columns["first"], columns["er"], used)


@lru_cache(maxsize=64)
def _rater(board: Puzzle, chooser: str, techniques: tuple[str, ...]) -> native.Rater:
    geometry = board.geometry
    count = geometry.house_count
    every = (1 << board.layout.size) - 1
    return native.Rater(
        board.layout.size,
        [list(cells) for cells in geometry.house_cells],
        [list(cells) for cells in geometry.groups[count:]],
        [every] * board.layout.cell_count,
        points(),
        [(chooser, list(techniques))],
        None,
    )


def _er_distances(board: Puzzle, cells: Cells, wanted: Range, means: Means) -> Distances:
    low, high = wanted
    order = order_named("sudoku-explainer")
    known = catalog()
    kept = [name for name in order.techniques if (known[name].se_rating or 0) <= high + 1e-9]
    if not kept:
        return Distances(np.full(len(cells), 1.0), np.ones(len(cells), dtype=np.int8))
    found = walk_rows(board, cells, order.only(kept), means)
    er = found.er / 10
    is_full = found.ends == _FULL
    too_easy, too_hard = np.maximum(low - er, 0), np.maximum(er - high, 0)
    # Stuck: harder than the highest, by as much as there is left to do.
    stuck = 0.2 + 2.0 * found.open / board.layout.cell_count
    far = np.where(is_full, np.maximum(too_easy, too_hard), np.maximum(stuck, too_hard))
    far[far < 1e-9] = 0
    signs = np.where(far == 0, 0, np.where(is_full & (too_easy > 0), -1, 1))
    return Distances(far, signs.astype(np.int8))


def _rated(board: Puzzle, cells: Cells, scale: str, means: Means) -> Columns:
    """Return the number of puzzles on a scale, or what it is at least."""
    if scale != "search":
        return rate_rows(board, cells, (scale,), means.limit, means.threads)
    # Backdoors take long, and nothing was asked about them.
    forms = forms_of(board, cells, means.threads)
    guesses = guesses_of(board, forms, means.threads, means.limit.seconds)
    return {"guesses": guesses, "at_least": [None] * len(cells)}


def _number_distances(
    board: Puzzle, cells: Cells, scale: str, wanted: Range, means: Means
) -> Distances:
    low, high = wanted
    found = _rated(board, cells, scale, means)[NUMBERS[scale]]
    values = np.array([np.inf if value is None else value for value in found], dtype=float)

    def ratio(one: NDArray[np.float64], other: float) -> NDArray[np.float64]:
        return np.minimum(np.abs(np.log((one + 0.1) / (other + 0.1))), _FAR / 2)

    is_low, is_high = values < low, values > high
    far = np.where(is_low, ratio(values, low), np.where(is_high, ratio(values, high), 0.0))
    return Distances(far, is_high.astype(np.int8) - is_low.astype(np.int8))


def _word_distances(board: Puzzle, cells: Cells, scale: str, word: str, means: Means) -> Distances:
    column, known = NAMED[scale]
    found = rate_rows(board, cells, (scale,), means.limit, means.threads)[column]
    ranks = [known.index(value) if value in known else len(known) for value in found]
    off = np.array(ranks) - known.index(word)
    return Distances(np.abs(off).astype(float), np.sign(off).astype(np.int8))
