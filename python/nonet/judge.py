"""The judge: is this grid a solution? Slow and obvious on purpose, and it knows no engine.

Every house is looked at, one by one. (A sum of all digits would be quicker and wrong: many
grids sum to 405 and break the rules.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nonet.core.cells import cell_name
from nonet.core.layout import Layout
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
    if puzzle is not None and puzzle.layout != grid.layout:
        return Verdict((f"the puzzle is {puzzle.layout}, the solution {grid.layout}",))
    layout = grid.layout
    problems = []
    givens = puzzle.cells if puzzle is not None else bytes(layout.cell_count)
    for cell, (digit, given) in enumerate(zip(grid.cells, givens, strict=True)):
        if digit == 0:
            problems.append(f"{cell_name(cell, layout.size)} is empty")
        elif given and given != digit:
            name = cell_name(cell, layout.size)
            problems.append(f"{name} is {digit}, but {given} is given")
    problems.extend(str(conflict) for conflict in find_conflicts(grid))
    if problems:  # A house without an empty cell and without a digit twice has every digit.
        problems.extend(_missing(grid))
    return Verdict(tuple(problems))


def shapes_without_conflict(grid: Grid) -> tuple[Layout, ...]:
    """Return the other box shapes in which the digits of a grid do not clash, if they clash here.

    >>> puzzle = Puzzle.from_line("1.......1...........................", Layout(2, 3))
    >>> print(*shapes_without_conflict(puzzle))
    6x6 with 3x2 boxes
    """
    if not find_conflicts(grid):
        return ()
    shapes = grid.layout.other_shapes
    return tuple(shape for shape in shapes if not find_conflicts(replace(grid, layout=shape)))


def _missing(grid: Grid) -> Iterator[str]:
    """Name the digits that houses do not have."""
    every = set(range(1, grid.layout.size + 1))
    for number, digits in enumerate(grid.layout.read_houses(grid.cells)):
        if missing := every.difference(digits):
            listed = ", ".join(map(str, sorted(missing)))
            yield f"{grid.layout.house_name(number)} has no {listed}"
