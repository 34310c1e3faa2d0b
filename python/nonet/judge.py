"""The checker: is this grid a solution? Slow and simple on purpose; shares no code with engines.

It checks every rule, one by one, starting with the houses of the layout. (Adding up all digits
would be faster but wrong: many grids sum to 405 and break the rules.)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nonet.core import hooks
from nonet.core.cells import cell_name
from nonet.core.layout import Layout
from nonet.core.puzzle import Grid, Puzzle, find_conflicts


@dataclass(frozen=True, slots=True)
class Verdict:
    """The problems found in a grid, in words; true if there are none.

    >>> bool(Verdict(()))
    True
    """

    problems: tuple[str, ...]
    broken: tuple[str, ...] = ()
    """The problems that no further digit can fix: broken rules and changed givens."""
    open_cells: int = 0
    """The number of empty cells."""
    grid: Grid | None = field(default=None, compare=False, repr=False)
    """What was judged, and against which givens and rules, for the picture in a notebook."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)

    def __bool__(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "; ".join(self.problems) or "a solution"

    def _repr_html_(self) -> str:
        return hooks.draw_html(self)


def judge(grid: Grid, puzzle: Puzzle | None = None) -> Verdict:
    """Check a grid against the rules and, if a puzzle is given, its givens and rules."""
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
    if problems:  # A house without an empty cell and without a repeated digit has every digit.
        for rule in rules:
            problems.extend(rule.missing(digits, layout))
    return Verdict(tuple(problems), tuple(broken), digits.count(0), grid, puzzle)


def wrong_digits(digits: bytes, solution: Grid) -> tuple[str, ...]:
    """Return the digits that differ from the solution, as placements.

    >>> wrong_digits(bytes([1, 3, 0, 0]), Puzzle(bytes([1, 2, 2, 1]), Layout(1, 2)))
    ('r1c2=3',)
    """
    size = solution.layout.size
    pairs = enumerate(zip(digits, solution.cells, strict=True))
    return tuple(
        f"{cell_name(i, size)}={digit}" for i, (digit, right) in pairs if digit not in (0, right)
    )


def shapes_without_conflict(grid: Grid) -> tuple[Layout, ...]:
    """Return the box shapes in which a grid has no conflicts, if it has some in its own.

    >>> puzzle = Puzzle.from_line("1.......1...........................", Layout(2, 3))
    >>> print(*shapes_without_conflict(puzzle))
    6x6 with 3x2 boxes
    """
    if not find_conflicts(grid):
        return ()
    shapes = grid.layout.other_shapes
    return tuple(shape for shape in shapes if not find_conflicts(Grid(grid.cells, shape)))
