"""The cpsat engine: Google's constraint solver, from the package ortools."""

from __future__ import annotations

from collections import deque
from importlib import import_module
from itertools import islice
from typing import Any, ClassVar

from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.engines.candidates import Choices
from nonet.engines.guest import GuestEngine, GuestSearch

_LITERAL_BYTES = 64
"""Memory of a candidate in a choice, in the model and in the copies that presolve makes."""


class CpsatEngine(GuestEngine):
    """One boolean per candidate, and `exactly one` for every choice.

    All-different over cells, the other usual model, took twice as long on minimal 25x25 boards.
    """

    name: ClassVar[str] = "cpsat"
    summary: ClassVar[str] = "optional: constraint solving with CP-SAT from OR-Tools"
    package: ClassVar[str] = "ortools"
    module: ClassVar[str] = "ortools"
    extra: ClassVar[str] = "cpsat"

    def search(self, puzzle: Puzzle, limit: Limit) -> CpsatSearch:
        """Start a search."""
        self.require(puzzle)
        return CpsatSearch(puzzle, limit)


class CpsatSearch(GuestSearch):
    """Enumerates from the start each time, and skips solutions that it already returned.

    CP-SAT cannot pause, but with one worker and a fixed seed it finds the same solutions in the
    same order. If asked one by one, it finds twice as many ahead each time.
    """

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        super().__init__(puzzle, limit)
        self._given = 0
        self._ahead: deque[Solution] = deque()
        self._solver: Any = None

    def __next__(self) -> Solution:
        if not self._ahead:
            self._ahead.extend(super().take(max(1, self._given)))
        if not self._ahead:
            raise StopIteration
        return self._ahead.popleft()

    def take(self, most: int | None) -> tuple[Solution, ...]:
        """Return what was found ahead, then find the rest in one call."""
        first = tuple(islice(self._ahead, most))
        for _ in first:
            self._ahead.popleft()
        if most is not None and len(first) >= most:
            return first
        return first + super().take(None if most is None else most - len(first))

    def count(self, most: int | None) -> int:
        """Count in one call: asked one by one, CP-SAT restarts from time to time."""
        return len(self.take(most))

    @property
    def exhausted(self) -> bool:
        """True once everything was enumerated and given."""
        return super().exhausted and not self._ahead

    def _begin(self, choices: Choices) -> int:
        return sum(map(len, choices.choices + choices.rivals)) * _LITERAL_BYTES

    def _collect(self, choices: Choices, most: int | None) -> list[Solution]:
        cp_model = import_module("ortools.sat.python.cp_model")
        model = cp_model.CpModel()
        variables = [model.new_bool_var("") for _ in choices.candidates]
        for choice in choices.choices:
            model.add_exactly_one(variables[number] for number in choice)
        for rivals in choices.rivals:
            model.add_at_most_one(variables[number] for number in rivals)
        seen = _listener(cp_model, variables, self._given, most)
        self._solver = self._new_solver(cp_model)
        if not self._in_time() or self._told_to_stop:
            return []
        status = self._solver.solve(model, seen)
        self._conflicts += self._solver.num_conflicts
        self._over = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        if len(seen.found) != most and not self._over:
            self.stopped_by = "seconds"
        self._given += len(seen.found)
        return [choices.solution(held) for held in seen.found]

    def _new_solver(self, cp_model: Any) -> Any:
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        # Else it would take Ctrl-C for itself, and only end its search.
        solver.parameters.catch_sigint_signal = False
        if (seconds := self._clock.seconds_left) is not None:
            solver.parameters.max_time_in_seconds = seconds
        return solver

    def _interrupt(self) -> None:
        super()._interrupt()
        if self._solver is not None:
            self._solver.stop_search()


def _listener(cp_model: Any, variables: list[Any], skipped: int, most: int | None) -> Any:
    """Return the callback for CP-SAT: it skips some solutions and keeps the next ones."""

    class Listener(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.seen = 0
            self.found: list[list[int]] = []

        def on_solution_callback(self) -> None:
            self.seen += 1
            if self.seen > skipped:
                values = enumerate(map(self.boolean_value, variables))
                self.found.append([number for number, holds in values if holds])
            if len(self.found) == most:
                self.stop_search()

    return Listener()
