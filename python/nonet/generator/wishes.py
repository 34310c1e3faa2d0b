"""Wishes for how hard a puzzle is, and how far puzzles are from them.

A distance is 0 if a wish is met. Paths are cut short where that is enough: a puzzle that is too
hard gets stuck in an order that ends with what is wanted, and the fewer cells are open there, the
nearer it is. So the expensive techniques beyond are never searched.

A technique that is wanted is a goal to climb to. On the lowest rung of the ladder, a path may use
singles and the goal, on the next ones more and more of the techniques that come before it. The
distance is the number of rungs on which the goal is not used, as easier techniques do without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.board import Board
from nonet.core.errors import ArgumentError, UnsupportedError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.generator.boards import Cells
from nonet.logic.catalog import catalog, technique_named
from nonet.logic.finding import as_board
from nonet.logic.orders import Order, order_named, orders
from nonet.logic.own_rating import BANDS
from nonet.logic.rated_rows import NUMBERS, Columns, forms_of, rate_rows
from nonet.logic.scales import LEVELS, SCALES, fitting, hodoku_level, points
from nonet.logic.search_difficulty import guesses_of

Range: TypeAlias = tuple[float, float]

SINGLES = ("full-house", "hidden-single", "naked-single")
_LAST = "full-house"
"""The last step of every path: the only cell that is open."""
_NAMED: dict[str, tuple[str, tuple[str, ...]]] = {
    "hodoku": ("hodoku_level", LEVELS),
    "nonet": ("band", tuple(word for _, word in BANDS)),
}
"""The scales with words for how hard a puzzle is, and their columns."""
_FULL, _STUCK = native.ENDS.index("full"), native.ENDS.index("stuck")
_HARD_ER = 6.6
"""From here on, puzzles are rare and take long to rate."""
_ANY_ER = 4.5
"""From here on, the ER of a technique depends on how large it is: any tenth is possible."""
_HIDDEN_IN_LINE = 1.5
"""The ER of a hidden single in a row or column; the catalog has that of one in a box."""
_RUNGS = (0, 1 / 2, 3 / 4, 7 / 8, 15 / 16)
"""Which part of the techniques before a goal is used on the rungs of the ladder to it."""
_ALMOST = 0.1
"""More than the distance of a puzzle that only the whole order shows not to be right."""
_MOST_OPEN = 81 - 17
"""Cells that are open in a 9x9 puzzle; 17 clues are the fewest."""
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
    column, known = _NAMED[scale]
    found = rate_rows(board, cells, (scale,), means.limit, means.threads)[column]
    ranks = [known.index(value) if value in known else len(known) for value in found]
    off = np.array(ranks) - known.index(word)
    return Distances(np.abs(off).astype(float), np.sign(off).astype(np.int8))


def read_wishes(
    board: Puzzle,
    *,
    required: str | Sequence[str] | None,
    forbidden: str | Sequence[str] | None,
    first: str | None,
    rating: Mapping[str, Any] | None,
    technique: str | None,
    hardest: str | None,
    order: str | None,
) -> Wishes:
    """Read wishes; an error says which one makes no sense."""
    needed, avoided = _techniques("required", required), _techniques("forbidden", forbidden)
    if technique is not None and technique != "singles":
        technique = technique_named(technique).name
    if first is not None:
        first = technique_named(first).name
        if first in SINGLES:
            raise ArgumentError(f"first: expected a technique other than singles, found {first}")
    named = {*needed, *avoided, *([first] if first else [])}
    named |= {technique} if technique and technique != "singles" else set()
    chosen = _order_with(named, order)
    both = sorted(needed & avoided)
    if both:
        raise ArgumentError(f"{both[0]} is both required and forbidden")
    if technique == "singles" and (needed - set(SINGLES) or first):
        other = next(iter(needed - set(SINGLES)), first)
        raise ArgumentError(f"technique: 'singles' excludes {other}, which is not a single")
    if technique and technique != "singles":
        for name in sorted(needed | ({first} if first else set())):
            if chosen.rank(name) > chosen.rank(technique):
                raise ArgumentError(
                    f"{name} is harder than {technique}, which is to be the hardest"
                )
        if technique in avoided:
            raise ArgumentError(f"{technique} is both needed and forbidden")
    if first in avoided:
        raise ArgumentError(f"{first} is both the first step and forbidden")
    if _LAST in avoided:
        raise ArgumentError(f"forbidden: every path ends with a {_LAST}")
    ranges, words = _read_rating(rating, board)
    wanted = {*needed, *([first] if first else []), *([technique] if technique else [])}
    _check_er(dict(ranges).get("er"), wanted, chosen)
    _check_level(dict(words).get("hodoku"), wanted, chosen)
    _check_easy(dict(ranges), dict(words))
    if hardest is not None:
        _check_scale("hardest", hardest, board)
    wishes = Wishes(chosen.name, technique, first, needed, avoided, ranges, words, hardest)
    if wishes.has_path:
        as_board(Board.of(board))
    return wishes


def _check_er(wanted: Range | None, needed: set[str], order: Order) -> None:
    """Refuse an ER that no puzzle with some techniques can have."""
    if wanted is None:
        return
    low, high = wanted
    known = catalog()
    most = max(known[name].se_rating or 0 for name in SINGLES)
    if "singles" in needed and low > most:
        raise ArgumentError(
            f"rating: puzzles that singles solve have an ER of up to {most}, found {low}"
        )
    # What places digits directly is a pattern and a single.
    names = order_named("sudoku-explainer").techniques
    solving = [name for name in names if (known[name].se_rating or 0) <= high + 1e-9]
    plain = {name.removeprefix("direct-") for name in solving}
    if one := _spare(needed, plain, order):
        raise ArgumentError(f"rating: a puzzle with an ER of {high} or less does not need {one}")


def _check_level(wanted: str | None, needed: set[str], order: Order) -> None:
    """Refuse a level of HoDoKu's that no puzzle with some techniques can have."""
    if wanted is None:
        return
    known, place = catalog(), LEVELS.index(wanted)
    if "singles" in needed and place > _most_by_singles()[0]:
        most = LEVELS[_most_by_singles()[0]]
        raise ArgumentError(
            f"rating: puzzles that singles solve have a HoDoKu level of up to {most}, "
            f"found {wanted}"
        )
    levels = {name: known[name].hodoku_level for name in order_named("hodoku").techniques}
    solving = {name for name, level in levels.items() if level and LEVELS.index(level) <= place}
    if one := _spare(needed, solving, order):
        raise ArgumentError(f"rating: a puzzle of HoDoKu's level {wanted} does not need {one}")


def _spare(needed: set[str], solving: set[str], order: Order) -> str | None:
    """Return a technique that is not needed where easier ones solve the puzzle, if there is one."""
    ranked = set(order.techniques)
    for one in sorted(needed - {"singles"}):
        if all(name in ranked and order.rank(name) < order.rank(one) for name in solving):
            return one
    return None


def _most_by_singles() -> tuple[int, int]:
    """Return the highest level and score of HoDoKu's that a puzzle has that singles solve."""
    most = _MOST_OPEN * max(catalog()[name].hodoku_score or 0 for name in SINGLES)
    return LEVELS.index(hodoku_level(0, most)), most


def _check_easy(ranges: Mapping[str, Range], words: Mapping[str, str]) -> None:
    """Refuse ratings of puzzles that singles solve on one scale, but not on another."""
    if "er" not in ranges:
        return
    low, high = ranges["er"]
    known = catalog()
    others = (known[name] for name in order_named("sudoku-explainer").techniques)
    if high < min(one.se_rating or 0 for one in others if one.name not in SINGLES):
        level, most = _most_by_singles()
        if ranges.get("hodoku", (0, 0))[0] > most or (
            "hodoku" in words and LEVELS.index(words["hodoku"]) > level
        ):
            raise ArgumentError(
                f"rating: with an ER of {high} or less, HoDoKu's level is at most {LEVELS[level]} "
                f"and its score at most {most}"
            )
    most_er = max(known[name].se_rating or 0 for name in SINGLES)
    if words.get("hodoku") == LEVELS[0] and low > most_er:
        raise ArgumentError(
            f"rating: HoDoKu's level {LEVELS[0]} means an ER of up to {most_er}, found {low}"
        )


def _techniques(name: str, given: str | Sequence[str] | None) -> frozenset[str]:
    if given is None:
        return frozenset()
    names = [given] if isinstance(given, str) else given
    if not isinstance(names, Iterable):
        raise ArgumentError(f"{name}: expected names of techniques, found {given!r:.40}")
    return frozenset(technique_named(one).name for one in names)


def _order_with(names: set[str], order: str | None) -> Order:
    """Return the order that says what is harder: the first that has all techniques."""
    if order is not None:
        chosen = order_named(order)
        for name in sorted(names):
            chosen.up_to(name)
        return chosen
    for one in ("nonet", "sudoku-explainer", "hodoku"):
        if names <= set(orders()[one].techniques):
            return orders()[one]
    if len(names) == 1:
        raise ArgumentError(
            f"no order of techniques has {min(names)}, so nothing says what is harder"
        )
    listed = ", ".join(sorted(names))
    raise ArgumentError(f"no order of techniques has all of these: {listed}")


def _check_scale(name: str, scale: object, board: Puzzle) -> None:
    if scale not in SCALES:
        known = ", ".join(SCALES)
        raise ArgumentError(f"{name}: expected a scale ({known}), found {scale!r:.40}")
    if not fitting([str(scale)], board):
        raise ArgumentError(f"{name}: the scale {scale} is for plain 9x9 puzzles only")
    try:
        as_board(Board.of(board))
    except UnsupportedError as error:
        raise ArgumentError(f"{name}: {scale} is not for this board, as {error}") from None


def _read_rating(
    rating: Mapping[str, Any] | None, board: Puzzle
) -> tuple[tuple[tuple[str, Range], ...], tuple[tuple[str, str], ...]]:
    if rating is None:
        return (), ()
    if not isinstance(rating, Mapping):
        raise ArgumentError(
            f"rating: expected a dict such as {{'er': (4.0, 4.4)}}, found {rating!r:.40}"
        )
    ranges: list[tuple[str, Range]] = []
    words: list[tuple[str, str]] = []
    for scale, wanted in rating.items():
        _check_scale("rating", scale, board)
        if isinstance(wanted, str):
            words.append((scale, _word(scale, wanted)))
        else:
            ranges.append((scale, _range(scale, wanted)))
    return tuple(ranges), tuple(words)


@cache
def _er_values() -> tuple[float, ...]:
    """Return every ER that a puzzle may have, in ascending order.

    Below 4.5, techniques have one each, and hidden singles another one outside of boxes.
    """
    known = catalog()
    ratings = {known[name].se_rating or 0 for name in order_named("sudoku-explainer").techniques}
    low = {rating for rating in ratings if rating < _ANY_ER} | {_HIDDEN_IN_LINE}
    return (*sorted(low), *(tenths / 10 for tenths in range(round(10 * _ANY_ER), 121)))


def _check_values(low: float, high: float, wanted: Any) -> None:
    """Refuse a range without an ER."""
    values = _er_values()
    if high < values[0] or low > values[-1]:
        raise ArgumentError(
            f"rating: an ER is between {values[0]} and {values[-1]}, found "
            + (f"{low:g}" if low == high else f"{low:g} to {high:g}")
        )
    if not any(low <= value <= high for value in values):
        below = max(value for value in values if value < low)
        above = min(value for value in values if value > high)
        raise ArgumentError(
            f"rating: no puzzle has an ER between {below} and {above}, found {wanted!r:.40}"
        )


def _word(scale: str, wanted: str) -> str:
    known: Sequence[str] = _NAMED[scale][1] if scale in _NAMED else ()
    found = next((word for word in known if word.lower() == wanted.lower()), None)
    if found is None:
        expected = f"one of {', '.join(known)}, or numbers" if known else "numbers"
        raise ArgumentError(f"rating: expected {expected} for {scale}, found {wanted!r:.40}")
    return found


def _range(scale: str, wanted: Any) -> Range:
    is_pair = isinstance(wanted, Sequence) and len(wanted) == 2
    low, high = wanted if is_pair else (wanted, wanted)
    for number in (low, high):
        if isinstance(number, bool) or not isinstance(number, int | float) or number != number:
            raise ArgumentError(
                f"rating: expected a number for {scale}, or the lowest and the highest, "
                f"found {wanted!r:.40}"
            )
    if low > high:
        raise ArgumentError(
            f"rating: expected the lowest first for {scale}, found {low} and {high}"
        )
    if scale == "er":
        _check_values(low, high, wanted)
    if scale != "er" and high < 0:
        raise ArgumentError(f"rating: expected 0 or more for {scale}, found {wanted!r:.40}")
    return float(low), float(high)
