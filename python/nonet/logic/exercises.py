"""Exercises: positions where a technique is the easiest move."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from nonet.core.board import Board
from nonet.core.digits import digits_of
from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.notes import Notes
from nonet.core.step import Step
from nonet.core.transformation import Transformation
from nonet.logic.catalog import catalog, technique_named
from nonet.logic.orders import order_named
from nonet.logic.paths import explain
from nonet.notations import hodoku

ORDERS = ("nonet", "sudoku-explainer", "hodoku")
"""The first of these that has a technique says which moves are easier."""
FILE = files("nonet.logic") / "data" / "practice.txt"
_TRIES = 4


@dataclass(frozen=True, slots=True)
class Exercise:
    """A board where a technique is the easiest move, and its first step.

    The same `seed` gives the same exercise again.

    >>> exercise = practice("x-wing", seed=1)
    >>> exercise.step.technique, exercise == practice("x-wing", seed=1)
    ('x-wing', True)
    """

    board: Board
    step: Step
    seed: int

    @property
    def technique(self) -> str:
        """The name of the technique."""
        return self.step.technique

    def to_dict(self) -> dict[str, Any]:
        """Return the exercise as plain data."""
        return {
            "technique": self.technique,
            "seed": self.seed,
            "board": format_position(self.board),
            "step": self.step.to_dict(),
        }


def format_position(board: Board) -> str:
    """Return a board as a line of HoDoKu's library: digits, and candidates that are gone."""
    placed = bytes(
        0 if given else digit for given, digit in zip(board.puzzle.cells, board.digits, strict=True)
    )
    marks = tuple(map(digits_of, board.masks))
    notes = Notes(placed=placed if any(placed) else None, pencil_marks=marks)
    return hodoku.format(replace(board.puzzle, notes=notes))


@cache
def positions() -> dict[str, tuple[str, ...]]:
    """Return the positions of the bank by technique, as `format_position` writes them."""
    found: dict[str, list[str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, position = line.split(" ", 1)
            found.setdefault(name, []).append(position)
    return {name: tuple(lines) for name, lines in found.items()}


def parse_position(line: str) -> Board:
    """Read what `format_position` writes."""
    return Board.of(hodoku.parse(line), pencil_marks=True)


def practice(technique: str, seed: int | None = None) -> Exercise:
    """Return a position where a technique is the easiest move, and the step to find.

    `technique` is a name (x-wing) or a HoDoKu code (0300). The positions come from our own
    random minimal puzzles. An exercise is a random copy of one: relabelled, rotated, lines swapped.
    The same seed gives the same exercise; None chooses one at random.

    The order `nonet` decides which moves are easier; for techniques that it lacks,
    `sudoku-explainer` or `hodoku` does.

    >>> practice("swordfish", seed=3).board.puzzle.clues > 16
    True
    """
    name = technique_named(technique).name
    if seed is None:
        seed = random.randrange(1 << 32)
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise ArgumentError(f"seed: expected a whole number from 0, found {seed!r:.40}")
    if name not in positions():
        raise ArgumentError(
            f"there are no exercises for {name}: it is too rare in random puzzles; "
            "'nonet practice' lists the techniques that have some"
        )
    source = random.Random(seed)
    board = parse_position(source.choice(positions()[name]))
    # A technique that looks at a limited number of patterns may miss the copy of one it found.
    for _ in range(_TRIES):
        copy = Transformation.random(board.layout, seed=source.getrandbits(64)).apply(board)
        if (step := easiest_step(copy, name)) is not None:
            return Exercise(copy, step, seed)
    step = easiest_step(board, name)
    assert step is not None, f"{name} is not the easiest move on {format_position(board)}"
    return Exercise(board, step, seed)


def easiest_step(board: Board, technique: str) -> Step | None:
    """Return the easiest step on a board if it is of this technique, otherwise None."""
    order = next(order for order in map(order_named, ORDERS) if technique in order.techniques)
    path = explain(board, order=order, limit=Limit(nodes=1))
    return path.steps[0] if path.techniques[:1] == (technique,) else None


def exercise_counts() -> dict[str, int]:
    """Return how many positions there are for each technique, easy techniques first."""
    found = positions()
    return {name: len(found[name]) for name in catalog() if name in found}
