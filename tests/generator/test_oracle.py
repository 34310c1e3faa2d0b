"""Puzzles of every kind, checked by a SAT solver: unique, and minimal as they say."""

from __future__ import annotations

from itertools import combinations

import pytest

import boards
import nonet

KINDS: list[dict[str, object]] = [
    {},
    {"layout": "2x3"},
    {"layout": boards.JIGSAW.layout},
    {"rules": "diagonals"},
    {"symmetry": "quarter-turn", "minimal": "symmetry"},
    {"clues": 30, "minimal": False},
]
MORE: list[dict[str, object]] = [
    {"layout": "2x2"},
    {"layout": "3x4"},
    {"layout": boards.FIVE.layout},
    {"rules": "anti-knight"},
    {"rules": "windoku"},
    {"symmetry": "diagonal", "minimal": "symmetry"},
    {"technique": "x-wing"},
    {"rating": {"er": (4.0, 4.4)}, "minimal": False},
]


class Oracle:
    """A board as clauses; it asks for solutions other than the known one."""

    def __init__(self, made: nonet.Generated) -> None:
        pysat = pytest.importorskip(
            "pysat.solvers", reason="python-sat is not installed: pip install 'nonet[sat]'"
        )
        puzzle, self._size = made.puzzle, made.puzzle.layout.size
        self._digits, self._solver = made.solution.cells, pysat.Cadical153()
        digits = range(1, self._size + 1)
        for cell in range(len(self._digits)):
            self._solver.add_clause([self._says(cell, digit) for digit in digits])
            for one, other in combinations(digits, 2):
                self._solver.add_clause([-self._says(cell, one), -self._says(cell, other)])
        for group in puzzle.geometry.groups:
            for (one, other), digit in ((p, d) for p in combinations(group, 2) for d in digits):
                self._solver.add_clause([-self._says(one, digit), -self._says(other, digit)])
        self._solver.add_clause([-self._says(c, d) for c, d in enumerate(self._digits)])

    def _says(self, cell: int, digit: int) -> int:
        return cell * self._size + digit

    def has_other_solution(self, cells: list[int]) -> bool:
        clues = [self._says(cell, self._digits[cell]) for cell in cells]
        return bool(self._solver.solve(assumptions=clues))


@pytest.mark.parametrize(
    "kind", [*KINDS, *(pytest.param(kind, marks=pytest.mark.slow) for kind in MORE)], ids=str
)
def test_a_sat_solver_agrees(kind: dict[str, object]) -> None:
    for made in nonet.generate_many(6, seed=11, **kind):
        assert nonet.check(made.solution, made.puzzle)
        oracle = Oracle(made)
        cells = [cell for cell, digit in enumerate(made.puzzle.cells) if digit]
        assert not oracle.has_other_solution(cells)
        needed = (oracle.has_other_solution([c for c in cells if c != cell]) for cell in cells)
        assert made.minimal == all(needed)
