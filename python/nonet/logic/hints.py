"""Hints: what to look at next on the player's own grid, in as much detail as you want."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from nonet import native
from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.core.step import Candidate, Mark, Step
from nonet.engines.roster import best_engine
from nonet.logic.catalog import catalog
from nonet.logic.finding import ALL, native_board, step_of
from nonet.logic.languages import Language, as_sentence, language_named
from nonet.logic.mistakes import Mistake, describe_conflicts, describe_mistake, find_mistakes
from nonet.logic.needed import needed_steps
from nonet.logic.orders import Order, OrderLike, as_order
from nonet.logic.player_grid import Moves, PencilMarks, PlayerGrid, read_grid
from nonet.logic.words import a_digit, describe_step
from nonet.notations.parsing import PuzzleLike
from nonet.render.picture import Picture
from nonet.render.steps import step_picture
from nonet.render.svg import render_svg

SCHEMA = 1
"""The version of a hint's JSON."""
LEVELS = (1, 2, 3, 4, 5)
PATIENCE = 10
"""Seconds to decide whether a puzzle has a single solution; then hints do not assume it."""
_LONGEST_LOOK_AHEAD = 40
_PREFERRED_ROLES = ("cause", "base")


@dataclass(frozen=True, slots=True)
class Hint:
    """Where to look next, or what to correct first.

    Level 1 says where to look, 2 adds the digit, 3 the technique, 4 the cells, 5 the whole step.
    Whatever a level hides is None. If there are mistakes, the hint is about them.
    """

    level: int
    text: str
    mistakes: tuple[Mistake, ...] = ()
    house: int | None = None
    """The number of a house, as in `puzzle.houses`."""
    digit: int | None = None
    technique: str | None = None
    cells: tuple[int, ...] | None = None
    """The cells of the pattern, in ascending order; without a pattern, those that change."""
    step: Step | None = None
    undo_to: int | None = None
    """How many moves to keep; None if there is no mistake, or if no move made it."""
    status: Status = Status.UNIQUE
    """What was proved about the puzzle."""
    board: Board | None = None
    """The board as the hint understands it; the step applies to it."""

    def picture(self, language: Language | str | None = None) -> Picture:
        """Return the board with what the level reveals: a house, cells, or the step."""
        if self.board is None:
            raise ArgumentError("this hint has no board to draw")
        labels = language_named(language).legend
        shown = self.step or tuple(self._marks())
        return step_picture(self.board, shown, sentences=(self.text,), labels=labels)

    def _marks(self) -> Iterator[Mark]:
        if self.mistakes:
            yield Mark("conflict", cells=tuple(mistake.cell for mistake in self.mistakes))
        elif self.cells is not None:
            yield Mark("pattern", cells=self.cells)
        elif self.house is not None:
            yield Mark("cause", houses=(self.house,))

    def _repr_svg_(self) -> str | None:
        return None if self.board is None else render_svg(self.picture())

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as plain data; whatever the level hides is None."""
        return {
            "schema": SCHEMA,
            "puzzle": str(self.board.puzzle) if self.board else None,
            "board": str(self.board) if self.board else None,
            "status": self.status.word,
            "level": self.level,
            "text": self.text,
            "mistakes": [mistake.to_dict() for mistake in self.mistakes],
            "undo_to": self.undo_to,
            "house": self.house,
            "digit": self.digit,
            "technique": self.technique,
            "cells": None if self.cells is None else list(self.cells),
            "step": None if self.step is None else self.step.to_dict(),
        }


def hint(
    board: Board | PuzzleLike,
    *,
    level: int = 1,
    moves: Moves = (),
    pencil_marks: PencilMarks = "full",
    order: OrderLike = None,
    language: Language | str | None = None,
) -> Hint:
    """Say where to look next on a player's grid.

    `board` is the player's: a Board, or a puzzle with its placed digits and pencil marks. `moves`
    lists the moves so far, such as `r4c7=5` and `r4c7<>5`; moves that the board does not show yet
    are played. `pencil_marks` says how to read the marks: "full", "partial" (Snyder) or "none".

    Wrong digits and wrongly removed candidates come first. Otherwise the hint is about the easiest
    step in the order, preferably one that places a digit, then one near the last move. With
    "partial" and "none", the player cannot see a step that removes only unmarked candidates, so
    the hint is about the first step needed for the next visible change. The same input gives the
    same step at every level.

    >>> hint("...4..1.2.4..3..").text
    'Look at column 3: you can place a digit.'
    """
    if isinstance(level, bool) or level not in LEVELS:
        raise ArgumentError(f"level: expected 1 to 5, found {level!r:.40}")
    said = language_named(language)
    chosen = as_order(order).without("brute-force")
    grid = read_grid(board, moves, pencil_marks)
    puzzle = grid.board.puzzle
    result = best_engine(puzzle).solve(puzzle, Limit(2, seconds=PATIENCE))
    found = Hint(level, "", status=result.status, board=grid.board)
    if result.status is Status.NO_SOLUTION:
        texts = [said.say("hint.no_solution"), *describe_conflicts(puzzle, said)]
        return replace(found, text=" ".join(texts))
    several = result.status is not Status.UNIQUE
    if result.solutions:
        mistakes = find_mistakes(
            grid.board, result.solutions[0], several=several, first=grid.history
        )
        if mistakes:
            return _correction(found, mistakes, said)
    remarks = _remarks(found, grid, said)
    if grid.board.is_full:
        text = said.say("hint.solved.several" if several else "hint.solved")
        return replace(found, text=" ".join([text, *remarks[1:]]))
    step = find_step(grid, without_uniqueness(chosen) if several else chosen)
    if step is None and result.status is Status.MULTIPLE:
        return replace(found, text=" ".join([said.say("hint.stuck.several"), *remarks[1:]]))
    if step is None:
        return replace(found, text=" ".join([said.say("hint.stuck"), *remarks]))
    told = _tell(found, step, said)
    return replace(told, text=" ".join([told.text, *remarks]))


def without_uniqueness(order: Order) -> Order:
    """Return the order without the techniques that assume a single solution."""
    known = catalog()
    return order.without(*(name for name in order.techniques if "uniqueness" in known[name].needs))


def _correction(found: Hint, mistakes: tuple[Mistake, ...], said: Language) -> Hint:
    several = found.status is not Status.UNIQUE
    texts = [f"{describe_mistake(mistake, said, several=several)}." for mistake in mistakes]
    made = [mistake for mistake in mistakes if mistake.move is not None]
    first = min(made, key=lambda mistake: mistake.move or 0, default=None)
    if first is None or first.move is None:
        return replace(found, text=" ".join(texts), mistakes=mistakes)
    texts.append(said.say("mistake.undo", number=first.move, move=first))
    return replace(found, text=" ".join(texts), mistakes=mistakes, undo_to=first.move - 1)


def _remarks(found: Hint, grid: PlayerGrid, said: Language) -> list[str]:
    """Return what to say of the puzzle and the marks besides the hint itself."""
    remarks = []
    if found.status is not Status.UNIQUE:
        is_known = found.status is Status.MULTIPLE
        remarks.append(said.say("hint.several" if is_known else "hint.undecided"))
    if grid.ignored:
        cells = said.list_cells(grid.ignored, grid.board.layout.size)
        remarks.append(said.say("hint.ignored", count=len(grid.ignored), cells=cells))
    return remarks


# Which step


def find_step(grid: PlayerGrid, order: Order) -> Step | None:
    """Find the step that a hint is about; None if no technique of the order has one."""
    board = grid.board
    found = _first(board, order)
    if found is None:
        return None
    if grid.shows(found[1], found[2]) or grid.visible == board.masks:
        return step_of(_nearest(grid, found), board.layout.size)
    return _first_needed(grid, order)


def _first(board: Board, order: Order) -> tuple[Any, ...] | None:
    """Return the first step of a path."""
    logic = native.logic_of(board.puzzle.geometry)
    walked = logic.walk(native_board(board), "nonet", list(order.techniques), steps=1)
    return walked.step(0) if len(walked) else None


def _nearest(grid: PlayerGrid, found: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the step of the same technique that places a digit, and is near the last move."""
    name = found[0]
    if "-plus" in name:
        # Looking for all nested chains takes seconds.
        return found
    logic = native.logic_of(grid.board.puzzle.geometry)
    others = logic.find(native_board(grid.board), name, ALL, ["als-nodes"])
    seen = [one for one in others if grid.shows(one[1], one[2])]
    return min(seen, key=lambda one: _rank(grid, one), default=found)


def _rank(grid: PlayerGrid, found: tuple[Any, ...]) -> tuple[Any, ...]:
    _, placements, eliminations, *_, length = found
    pairs = (*placements, *eliminations)
    return not placements, _distance(grid, pairs), length, sorted(pairs)


def _distance(grid: PlayerGrid, pairs: Iterable[Candidate]) -> tuple[bool, int]:
    """Return how far a change is from the last move: whether it sees it, then rows and columns."""
    if grid.last is None:
        return False, 0
    size, peers = grid.board.layout.size, grid.board.puzzle.peers[grid.last]
    row, column = divmod(grid.last, size)
    return min(
        (
            cell not in peers and cell != grid.last,
            max(abs(cell // size - row), abs(cell % size - column)),
        )
        for cell, _ in pairs
    )


def _first_needed(grid: PlayerGrid, order: Order) -> Step | None:
    """Return the first step that the next change which the player can write down needs."""
    steps: list[Step] = []
    board = grid.board
    while len(steps) < _LONGEST_LOOK_AHEAD and (found := _first(board, order)):
        steps.append(step_of(found, board.layout.size))
        if grid.shows(steps[-1].placements, steps[-1].eliminations):
            return needed_steps(grid.board, steps, [len(steps) - 1])[0]
        board = board.apply(steps[-1])
    return steps[0] if steps else None


# What is told


def _tell(found: Hint, step: Step, said: Language) -> Hint:
    """Return a hint about a step, as far as the level goes."""
    level, board = found.level, found.board
    assert board is not None
    house, cells = house_of(board.puzzle, step), cells_of(step)
    digit = (*step.placements, *step.eliminations)[0][1]
    name = said.house(board.puzzle.geometry, house)
    if level == 5:
        text = describe_step(board, step, language=said)
    else:
        kind = "place" if step.placements else "remove"
        if level == 1:
            texts = [said.say(f"hint.{kind}", house=name)]
        else:
            texts = [said.say(f"hint.{kind}.digit", house=name, one=a_digit(said, digit))]
        if level >= 3:
            words = said.technique(step.technique)
            texts.append(said.say("hint.technique", title=words["title"], what=words["what"]))
        if level >= 4:
            names = said.list_cells(cells, step.size)
            texts.append(said.say("hint.cells", count=len(cells), cells=names))
        text = as_sentence(" ".join(texts))
    return replace(
        found,
        text=text,
        house=house,
        digit=digit if level >= 2 else None,
        technique=step.technique if level >= 3 else None,
        cells=cells if level >= 4 else None,
        step=step if level >= 5 else None,
    )


def cells_of(step: Step) -> tuple[int, ...]:
    """Return the cells of a step's pattern; those that it changes if there is no pattern."""
    cells = {
        cell
        for mark in step.marks
        for cell in (
            *mark.cells,
            *(cell for cell, _ in mark.candidates),
            *(cell for link in mark.links for cell, _ in (*link.start, *link.end)),
        )
    }
    return tuple(sorted(cells or {cell for cell, _ in (*step.placements, *step.eliminations)}))


def house_of(puzzle: Puzzle, step: Step) -> int:
    """Return the house to look at: one of the pattern's, or the one with most of its cells.

    If a digit is placed, its cell is in that house.
    """
    houses = puzzle.geometry.house_cells
    placed = {cell for cell, _ in step.placements}
    for role in _PREFERRED_ROLES:
        for mark in step.marks:
            for house in mark.houses if mark.role == role else ():
                if house < len(houses) and placed.issubset(houses[house]):
                    return house
    cells = {*cells_of(step), *(cell for cell, _ in step.eliminations)}
    numbers = [number for number, house in enumerate(houses) if placed.issubset(house)]

    def rank(number: int) -> tuple[int, bool, int]:
        is_box = number >= 2 * puzzle.layout.size
        return len(cells.intersection(houses[number])), is_box, -number

    return max(numbers or range(len(houses)), key=rank)
