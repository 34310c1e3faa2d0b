"""Mistakes: what a player wrote down that excludes the solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from nonet.core.board import Board, candidates_left
from nonet.core.cells import cell_name
from nonet.core.digits import digits_of
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.rules import Candidates
from nonet.core.step import format_elimination, format_placement
from nonet.engines.roster import best_engine
from nonet.logic.languages import Language, as_sentence


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong digit ("entry"), or a removed candidate that the solution needs ("candidate").

    >>> str(Mistake("candidate", 33, 5))
    'r4c7<>5'
    """

    kind: Literal["entry", "candidate"]
    cell: int
    digit: int
    size: int = 9
    move: int | None = None
    """The number of the move that made it, counted from 1; None if no move did."""

    def __str__(self) -> str:
        form = format_placement if self.kind == "entry" else format_elimination
        return form(self.cell, self.digit, self.size)

    def to_dict(self) -> dict[str, Any]:
        """Return the mistake as plain data."""
        return {
            "kind": self.kind,
            "cell": self.cell,
            "digit": self.digit,
            "move": self.move,
        }


def describe_mistake(mistake: Mistake, said: Language, *, several: bool = False) -> str:
    """Say what is wrong; `several` if the puzzle has several solutions."""
    text = said.say(
        f"mistake.{mistake.kind}{'.several' if several else ''}",
        move=mistake,
        cell=cell_name(mistake.cell, mistake.size),
        digit=mistake.digit,
    )
    if mistake.move is None:
        return text
    return said.say("mistake.move", mistake=text, number=mistake.move)


def describe_conflicts(puzzle: Puzzle, said: Language) -> list[str]:
    """Say which givens break which rule."""
    geometry = puzzle.geometry
    named = {geometry.group_name(number) for number in range(len(geometry.groups))}
    texts = []
    for conflict in puzzle.conflicts():
        key = "conflict" if conflict.rule in named else "conflict.rule"
        house, cells = said.house_named(conflict.rule), said.list_all(conflict.cells)
        text = said.say(key, digit=conflict.digit, house=house, rule=conflict.rule, cells=cells)
        texts.append(as_sentence(text))
    return texts


def find_mistakes(
    board: Board, solution: Solution, *, several: bool = False, first: Sequence[Mistake] = ()
) -> tuple[Mistake, ...]:
    """Find the placed digits and missing candidates that exclude every solution.

    With several solutions, whether something is wrong depends on what was believed before: digits
    and candidates are looked at one by one, `first` ones first, and one is a mistake if no solution
    agrees with it and with all before it that are right. A candidate that a digit took away is not
    named: if that is wrong, so is the digit.
    """
    if not several and _agrees(board, solution):
        return ()
    beliefs = _beliefs(board, first)
    if not several:
        return tuple(belief for belief in beliefs if _contradicts(belief, solution))
    found = []
    held: list[Mistake] = []
    witness = solution
    for belief in beliefs:
        if _contradicts(belief, witness):
            other = _solution_with(board.puzzle, [*held, belief])
            if other is None:
                found.append(belief)
                continue
            witness = other
        held.append(belief)
    return tuple(found)


def _agrees(board: Board, solution: Solution) -> bool:
    """Tell at once that nothing is wrong: the usual case, for which nothing has to be listed."""
    # Twice as fast as all() of a generator, and every path begins with it.
    for digit, mask, right in zip(board.digits, board.masks, solution.cells, strict=True):
        if digit != right and (digit or not mask >> (right - 1) & 1):
            return False
    return True


def _beliefs(board: Board, first: Sequence[Mistake]) -> list[Mistake]:
    """Return what the player says beyond the givens: `first`, placed digits, removed candidates."""
    said = dict.fromkeys(_differences(board))
    early = [belief for belief in first if replace(belief, move=None) in said]
    for belief in early:
        said.pop(replace(belief, move=None), None)
    return [*early, *said]


def _differences(board: Board) -> Iterator[Mistake]:
    givens, size = board.puzzle.cells, board.layout.size
    for cell, digit in enumerate(board.digits):
        if digit and not givens[cell]:
            yield Mistake("entry", cell, digit, size)
    left = candidates_left(board.puzzle, board.digits)
    for cell, (mask, before) in enumerate(zip(board.masks, left, strict=True)):
        for digit in digits_of(before & ~mask):
            yield Mistake("candidate", cell, digit, size)


def _contradicts(belief: Mistake, solution: Solution) -> bool:
    is_there = solution.cells[belief.cell] == belief.digit
    return is_there != (belief.kind == "entry")


def _solution_with(puzzle: Puzzle, beliefs: Iterable[Mistake]) -> Solution | None:
    """Return a solution that agrees with beliefs; None if there is none."""
    cells = bytearray(puzzle.cells)
    removed: dict[int, set[int]] = {}
    for belief in beliefs:
        if belief.kind == "entry":
            cells[belief.cell] = belief.digit
        else:
            removed.setdefault(belief.cell, set()).add(belief.digit)
    size = puzzle.layout.size
    limited = tuple(
        Candidates(cell, tuple(digit for digit in range(1, size + 1) if digit not in gone))
        for cell, gone in removed.items()
    )
    asked = Puzzle(bytes(cells), puzzle.layout, rules=(*puzzle.rules, *limited))
    return best_engine(asked).solve(asked, Limit(1)).solution
