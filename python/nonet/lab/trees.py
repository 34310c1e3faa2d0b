"""The exact sizes of search trees: what pruning saves before the search starts.

The *space* is the set of boards; the *tree* is the set of ways to reach them. If cells are filled
in a fixed order, there is one way to reach each board, and the tree has 1 + b + ... + b^d nodes. If
any cell may come next, there are k! ways to reach a board with k filled cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import perm
from typing import Any

from nonet.core import hooks
from nonet.core.puzzle import Puzzle
from nonet.lab.bit_masks import BitMasks
from nonet.lab.counts import Tally
from nonet.lab.explorer import root_domains
from nonet.lab.inference import propagate_givens
from nonet.lab.method import puzzle_of


@dataclass(frozen=True, slots=True)
class Stage:
    """The tree at one stage of pruning: the values to try in each cell, in the order of cells."""

    name: str
    widths: tuple[int, ...]

    @property
    def depth(self) -> int:
        """Cells to fill."""
        return len(self.widths)

    @property
    def tree(self) -> int:
        """Nodes of the tree, cells in a fixed order: 1 + b + b^2 + ... for b values per cell."""
        return sum(_levels(self.widths))

    @property
    def leaves(self) -> int:
        """Nodes of the last level: full boards."""
        return _levels(self.widths)[-1]

    @property
    def space(self) -> int:
        """Different boards, partly filled ones included: each cell empty or one of its values."""
        product = 1
        for width in self.widths:
            product *= width + 1
        return product

    @property
    def fewest_explored(self) -> int:
        """Nodes that breadth-first search explores at best: all levels but the last, and a leaf."""
        return 1 if not self.widths else self.tree - self.leaves + 1

    @property
    def most_explored(self) -> int:
        """Nodes that breadth-first search explores at worst: all of them."""
        return self.tree


@dataclass(frozen=True, slots=True)
class Theory:
    """The stages of pruning of one puzzle: nothing fixed, givens fixed, possible, propagated."""

    puzzle: Puzzle
    stages: tuple[Stage, ...]
    contradiction: bool

    def __getitem__(self, name: str) -> Stage:
        return next(stage for stage in self.stages if stage.name == name)

    def to_dict(self) -> dict[str, Any]:
        """Return every size as plain data; large numbers stay exact."""
        names = ("depth", "tree", "leaves", "space", "fewest_explored", "most_explored")
        return {
            "puzzle": str(self.puzzle),
            "contradiction": self.contradiction,
            "stages": {
                stage.name: {name: getattr(stage, name) for name in names} for stage in self.stages
            },
        }

    def _repr_html_(self) -> str:
        return hooks.draw_html(self)


def theory(puzzle: Puzzle | str) -> Theory:
    """Return the sizes of a puzzle's search trees.

    >>> theory("15..4.24..564....3.....463..2..2..31")["givens fixed"].tree
    4387390128075571
    """
    puzzle = puzzle_of(puzzle)
    widths = list(map(len, root_domains(puzzle, everything=True)))
    open_cells = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    domains = root_domains(puzzle, everything=False)
    possible = sorted(len(domains[cell]) for cell in open_cells)
    state = BitMasks(puzzle, domains, tracked=True, undo=False)
    possible_at_all = not puzzle.conflicts() and not puzzle.geometry.is_impossible
    alive = possible_at_all and propagate_givens(state, "singles", Tally())
    left = sorted(state.size(cell) for cell in state.open) if alive else [0]
    stages = (
        Stage("nothing fixed", tuple(sorted(widths))),
        Stage("givens fixed", tuple(sorted(widths[cell] for cell in open_cells))),
        Stage("possible values only", tuple(possible)),
        Stage("after propagation", tuple(left)),
    )
    return Theory(puzzle, stages, not alive)


def any_order(width: int, depth: int) -> int:
    """Return the nodes of the tree if any empty cell may come next: sum of d!/(d-k)! * b^k."""
    return sum(perm(depth, level) * width**level for level in range(depth + 1))


def _levels(widths: tuple[int, ...]) -> list[int]:
    levels = [1]
    for width in widths:
        levels.append(levels[-1] * width)
    return levels
