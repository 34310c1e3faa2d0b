"""Requests for how hard a puzzle is to be: read, and refused if they contradict themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from nonet.core.board import Board
from nonet.core.errors import ArgumentError, UnsupportedError
from nonet.core.puzzle import Puzzle
from nonet.generator.wishes import NAMED, Range, Wishes
from nonet.logic.catalog import SINGLES, catalog, technique_named
from nonet.logic.finding import as_board
from nonet.logic.orders import Order, order_named, orders
from nonet.logic.scales import LEVELS, SCALES, fitting, hodoku_level

_LAST = "full-house"
"""The last step of every path: the only cell that is open."""
_ANY_ER = 4.5
"""From here on, the ER of a technique depends on how large it is: any tenth is possible."""
_HIDDEN_IN_LINE = 1.5
"""The ER of a hidden single in a row or column; the catalog has that of one in a box."""
_MOST_OPEN = 81 - 17
"""Cells that are open in a 9x9 puzzle; 17 clues are the fewest."""


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
    if not isinstance(order, str | None):
        raise ArgumentError(f"order: expected the name of an order, found {order!r:.40}")
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
    known: Sequence[str] = NAMED[scale][1] if scale in NAMED else ()
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
