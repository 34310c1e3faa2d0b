"""The judge: is this grid a solution? Slow and obvious on purpose, and it knows no engine.

Every rule is asked, one by one, beginning with the houses of the layout. (A sum of all digits
would be quicker and wrong: many grids sum to 405 and break the rules.)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nonet.core import hooks
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
    broken: tuple[str, ...] = ()
    """Those of the problems that no further digit can mend: rules and givens that are not kept."""
    open_cells: int = 0
    """How many cells are empty."""
    grid: Grid | None = field(default=None, compare=False, repr=False)
    """What was judged, and by which givens and rules: for the picture in a notebook."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "; ".join(self.problems) or "a solution"

    def _repr_html_(self) -> str:
        return hooks.draw_html(self)


def judge(grid: Grid, puzzle: Puzzle | None = None) -> Verdict:
    """Judge a grid by the rules and, where a puzzle is named, by its givens and rules."""
    if puzzle is None:
        puzzle = grid if isinstance(grid, Puzzle) else Puzzle(grid.cells, grid.layout)
    layout, digits = grid.layout, grid.cells
    if puzzle.layout != layout:
        return Verdict((f"the puzzle is {puzzle.layout}, the solution {layout}",))
    problems, broken = [], []
    for cell, (digit, given) in enumerate(zip(digits, puzzle.cells, strict=True)):
        if digit == 0:
            problems.append(f"{cell_name(cell, layout.size)} is empty")
        elif given and given != digit:
            name = cell_name(cell, layout.size)
            broken.append(f"{name} is {digit}, but {given} is given")
            problems.append(broken[-1])
    rules = (*layout.houses, *puzzle.rules)
    for rule in rules:
        conflicts = [str(conflict) for conflict in rule.conflicts(digits, layout)]
        broken += conflicts
        problems += conflicts
    if problems:  # A house without an empty cell and without a digit twice has every digit.
        for rule in rules:
            problems.extend(rule.missing(digits, layout))
    return Verdict(tuple(problems), tuple(broken), digits.count(0), grid, puzzle)


def wrong_digits(digits: bytes, solution: Grid) -> tuple[str, ...]:
    """Name the digits that stand where the solution has others, as placements.

    >>> wrong_digits(bytes([1, 3, 0, 0]), Puzzle(bytes([1, 2, 2, 1]), Layout(1, 2)))
    ('r1c2=3',)
    """
    size = solution.layout.size
    pairs = enumerate(zip(digits, solution.cells, strict=True))
    return tuple(
        f"{cell_name(i, size)}={digit}" for i, (digit, right) in pairs if digit not in (0, right)
    )


def shapes_without_conflict(grid: Grid) -> tuple[Layout, ...]:
    """Return the other box shapes in which the digits of a grid do not clash, if they clash here.

    >>> puzzle = Puzzle.from_line("1.......1...........................", Layout(2, 3))
    >>> print(*shapes_without_conflict(puzzle))
    6x6 with 3x2 boxes
    """
    if not find_conflicts(grid):
        return ()
    shapes = grid.layout.other_shapes
    return tuple(shape for shape in shapes if not find_conflicts(Grid(grid.cells, shape)))
