"""The judge: is this grid a solution? Slow and obvious on purpose, and it knows no engine.

Every house is looked at, one by one. (A sum of all digits would be quicker and wrong: many
grids sum to 405 and break the rules.)
"""

from __future__ import annotations

from dataclasses import dataclass

from nonet.core.cells import cell_name
from nonet.core.puzzle import Grid, Puzzle, find_conflicts


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge found wrong, in words; it is true if that is nothing.

    >>> bool(Verdict(()))
    True
    """

    problems: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "; ".join(self.problems) or "a solution"


def judge(grid: Grid, puzzle: Puzzle | None = None) -> Verdict:
    """Judge a grid by the rules and, where a puzzle is named, by its givens."""
    problems = []
    if puzzle is not None and puzzle.layout != grid.layout:
        return Verdict((f"the puzzle is {puzzle.layout}, the solution {grid.layout}",))
    for cell, digit in enumerate(grid.cells):
        name = cell_name(cell, grid.layout.size)
        given = puzzle.cells[cell] if puzzle is not None else 0
        if digit == 0:
            problems.append(f"{name} is empty")
        elif given not in (0, digit):
            problems.append(f"{name} is {digit}, but {given} is given")
    problems.extend(str(conflict) for conflict in find_conflicts(grid))
    for number, house in enumerate(grid.layout.houses):
        digits = {grid.cells[cell] for cell in house}
        missing = sorted(set(range(1, grid.layout.size + 1)) - digits)
        if missing:
            listed = ", ".join(map(str, missing))
            problems.append(f"{grid.layout.house_name(number)} has no {listed}")
    return Verdict(tuple(problems))
