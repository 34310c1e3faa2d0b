"""The pysat engine: CaDiCaL, a SAT solver, from the package python-sat.

CaDiCaL cannot be interrupted there, so it runs in slices of a number of conflicts; between them,
the clock and Ctrl-C are checked. It keeps what it has learned: on minimal 25x25 boards, the slices
took 0.7 to 1.6 times as long as one call, and longer than that on the hardest of nine.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.engines.candidates import PAIRWISE, Choices
from nonet.engines.guest import GuestEngine, GuestSearch

_SLICE = 20_000_000
"""Clauses times conflicts of a slice: about 0.2 seconds."""
_MOST_CONFLICTS, _FEWEST_CONFLICTS = 2000, 20
_CLAUSE_BYTES = 48
"""Memory of a clause of two literals and what watches it."""


class PysatEngine(GuestEngine):
    """One variable per candidate; exactly one per cell and per digit in a house is true."""

    name: ClassVar[str] = "pysat"
    summary: ClassVar[str] = "optional: SAT solving with CaDiCaL 1.9.5 from python-sat"
    package: ClassVar[str] = "python-sat"
    module: ClassVar[str] = "pysolvers"
    extra: ClassVar[str] = "sat"

    def search(self, puzzle: Puzzle, limit: Limit) -> PysatSearch:
        """Start a search."""
        self.require(puzzle)
        return PysatSearch(puzzle, limit)


class PysatSearch(GuestSearch):
    """One solver for all solutions: each is forbidden once it is found."""

    _solver: Any = None

    def _begin(self, choices: Choices) -> int:
        clauses = sum(
            len(c) * (len(c) - 1) // 2 if len(c) <= PAIRWISE else 3 * len(c)
            for c in choices.choices + choices.rivals
        )
        fitting = _SLICE // max(clauses, 1)
        self._budget = max(_FEWEST_CONFLICTS, min(_MOST_CONFLICTS, fitting))
        return clauses * _CLAUSE_BYTES

    def _collect(self, choices: Choices, most: int | None) -> list[Solution]:
        found: list[Solution] = []
        if self._solver is None and not self._load(choices):
            return found
        while len(found) != most:
            answer = self._ask()
            self._conflicts = self._solver.accum_stats()["conflicts"]
            self._over = answer is False
            if not answer:
                break
            variables = self._solver.get_model()[: len(choices.candidates)]
            held = [variable for variable in variables if variable > 0]
            self._solver.add_clause([-variable for variable in held])
            found.append(choices.solution(variable - 1 for variable in held))
        return found

    def _load(self, choices: Choices) -> bool:
        """Add the clauses; false if time ran out."""
        solver = import_module("pysat.solvers").Cadical195()
        for number, clause in enumerate(choices.clauses()):
            if number % 1024 == 0 and not self._go_on():
                return False
            solver.add_clause(clause)
        self._solver = solver
        return True

    def _ask(self) -> bool | None:
        """Return whether there is another solution; None if it was stopped first."""
        answer: bool | None = None
        while answer is None and self._go_on():
            self._solver.conf_budget(self._budget)
            answer = self._solver.solve_limited()
        return answer

    def _go_on(self) -> bool:
        return not self._told_to_stop and self._in_time()
