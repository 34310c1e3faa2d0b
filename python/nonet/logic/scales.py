"""The scales on which puzzles are rated, and what techniques count on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from nonet import native
from nonet.core.errors import ArgumentError
from nonet.core.layout import CLASSIC
from nonet.core.puzzle import Puzzle
from nonet.logic.catalog import catalog
from nonet.logic.orders import order_named

SCALES = {
    "er": "Sudoku Explainer's ER, EP and ED (classic ladder)",
    "hodoku": "HoDoKu's level and score",
    "nonet": "how long people take: difficulty, interval and a word",
    "search": "guesses of the engine, and the smallest backdoor",
}
"""Every scale, and what it is."""
TITLES = {"er": "ER", "hodoku": "HoDoKu", "nonet": "People", "search": "Search"}
"""What scales are called where they are shown."""
DEFAULT_SCALES = ("er", "hodoku", "nonet")
ORDERS = {"er": "sudoku-explainer", "hodoku": "hodoku"}
"""The order of the path that a scale is read off."""
LEVELS = ("Easy", "Medium", "Hard", "Unfair", "Extreme")
"""HoDoKu's levels."""
_CAPS = (800, 1000, 1600, 1800)
"""The most points of a level; a puzzle with more is of the next one."""

ScalesLike: TypeAlias = Iterable[str] | str


def read_scales(scales: ScalesLike) -> tuple[str, ...]:
    """Read names of scales: a text with commas, or several texts."""
    names = scales.split(",") if isinstance(scales, str) else scales
    if not isinstance(names, Iterable):
        raise ArgumentError(f"scales: expected names of scales, found {scales!r:.40}")
    found = tuple(dict.fromkeys(str(name).strip().lower() for name in names))
    if not found:
        known = f"one or more of {', '.join(SCALES)}"
        raise ArgumentError(f"scales: expected {known}, found none", expected=known, found="none")
    for name in found:
        if name not in SCALES:
            known = ", ".join(SCALES)
            raise ArgumentError(
                f"scales: expected {known}, found {name!r:.40}", expected=known, found=name
            )
    return found


def fitting(scales: Iterable[str], puzzle: Puzzle) -> tuple[str, ...]:
    """Return the scales that make sense on a puzzle's board.

    Sudoku Explainer and HoDoKu rate plain 9x9 puzzles only.
    """
    is_classic = puzzle.layout == CLASSIC and not puzzle.rules
    return tuple(name for name in scales if is_classic or name not in ORDERS)


def hodoku_level(hardest: int, score: int) -> str:
    """Return HoDoKu's level: that of the hardest step, or a higher one if there are many points."""
    while hardest < len(_CAPS) and score > _CAPS[hardest]:
        hardest += 1
    return LEVELS[hardest]


@cache
def points() -> tuple[list[int], list[int], list[int]]:
    """Return what every technique of the core counts: ratings in tenths, points, levels."""
    known = [catalog()[name] for name in native.TECHNIQUES]
    return (
        [round(10 * (one.se_rating or 0)) for one in known],
        [one.hodoku_score or 0 for one in known],
        [LEVELS.index(one.hodoku_level) if one.hodoku_level else 0 for one in known],
    )


@cache
def plan(scale: str) -> tuple[str, tuple[str, ...]]:
    """Return the order whose path a scale is read off, and its techniques."""
    order = order_named(ORDERS[scale])
    return order.chooser, order.techniques
