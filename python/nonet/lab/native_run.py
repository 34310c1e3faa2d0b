"""Strategies at native pace: the search of `explorer.py`, compiled.

The core has the same parts with the same names (rust/core/src/lab), and one representation of the
board for all: `state` and `undo` make no difference to what is counted. Differences between the
two are mistakes, and tests/lab/test_native.py looks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.engines.base import BASIC_RULES
from nonet.lab.counts import Counts
from nonet.lab.explorer import fixed_ranks, root_domains
from nonet.lab.frontiers import too_deep
from nonet.lab.method import Method, Run, Running, finish
from nonet.lab.native_state import NativeState, OwnRules
from nonet.lab.states import STATES
from nonet.lab.strategy import Strategy
from nonet.native import (
    LAB_COUNTERS,
    LabOutcome,
    LabStrategy,
    LabTask,
    lab_geometry_of,
    lab_run,
)

_SEEDS = 1 << 64
_NATIVE_OWN = ("select", "order")
"""The parts that the native search calls if they are the user's."""


class NativeStrategy(Method):
    """A strategy that runs in the native core."""

    pace = "native"
    rule_types = BASIC_RULES

    def __init__(self, strategy: Strategy) -> None:
        for part in strategy.own_parts():
            if part not in _NATIVE_OWN:
                raise ArgumentError(
                    f"strategy {strategy.name!r}: at native pace, expected {part} by name, found a "
                    f"function (your own {' or '.join(_NATIVE_OWN)} works; or use pace='python')"
                )
        self.strategy = strategy
        self.name = strategy.name
        self._parts = LabStrategy(
            frontier=strategy.frontier,
            inference=strategy.inference_name(),
            givens=strategy.givens,
            select=strategy.select if isinstance(strategy.select, str) else "own",
            order=strategy.order if isinstance(strategy.order, str) else "own",
            explored=strategy.explored is not None,
            heuristic=str(strategy.heuristic),
            restart_after=min(strategy.restart_after, _SEEDS - 1),
        )

    def start(self, puzzle: Puzzle, limit: Limit, seed: int) -> NativeRunning:
        """Prepare a run; it is done when its first solution is asked for."""
        return NativeRunning(self, puzzle, limit, self.task(puzzle, seed))

    def task(self, puzzle: Puzzle, seed: int) -> LabTask:
        """Return a run for the core."""
        STATES[self.strategy.state].check_layout(puzzle.layout)
        allowed = puzzle.allowed()
        width = (puzzle.layout.size + 7) // 8
        return LabTask(
            self._parts,
            lab_geometry_of(puzzle.geometry),
            puzzle.cells,
            None if allowed is None else b"".join(m.to_bytes(width, "little") for m in allowed),
            seed % _SEEDS,
            self._own_rules(puzzle),
        )

    def _own_rules(self, puzzle: Puzzle) -> OwnRules | None:
        strategy = self.strategy
        if not strategy.own_parts():
            return None
        domains = root_domains(puzzle, everything=strategy.givens == "left")
        state = NativeState(puzzle, domains, tracked=strategy.inference != "none", undo=False)
        ranks = fixed_ranks(puzzle) if strategy.select == "fixed" else {}
        return OwnRules(strategy.select, strategy.order, state, ranks)

    def collect(self, puzzle: Puzzle, limit: Limit, seed: int, outcome: LabOutcome) -> Run:
        """Return the run that ended in an outcome."""
        running = NativeRunning(self, puzzle, limit, outcome)
        return finish(self, running, puzzle, limit, seed, lambda: outcome.seconds)


class NativeRunning(Running):
    """A native search: everything is done when the first solution is asked for."""

    def __init__(
        self, method: NativeStrategy, puzzle: Puzzle, limit: Limit, work: LabTask | LabOutcome
    ) -> None:
        self._method = method
        self._puzzle = puzzle
        self._limit = limit
        self._work = work

    @cached_property
    def _outcome(self) -> LabOutcome:
        work = self._work
        outcome = lab_run(work, self._limit, self._tell()) if isinstance(work, LabTask) else work
        if outcome.too_deep is not None:
            raise too_deep(outcome.too_deep)
        if outcome.error is not None:
            raise outcome.error
        if outcome.failed:
            raise ArgumentError(
                "frontier 'backjumping': expected select to pick a cell, found places"
            )
        return outcome

    @cached_property
    def _solutions(self) -> Iterator[bytes]:
        return iter(self._outcome.solutions)

    def __next__(self) -> Solution:
        return Solution(next(self._solutions), self._puzzle.layout)

    @property
    def exhausted(self) -> bool:
        """True if nothing is left to explore."""
        return self._outcome.exhausted

    @property
    def stopped_by(self) -> str | None:  # type: ignore[override]
        """The limit that stopped it."""
        return self._outcome.stopped_by

    @property
    def nodes(self) -> int:
        """Nodes generated."""
        return self._tally["generated"]

    @property
    def counts(self) -> Counts:
        """The counters that the strategy has."""
        return Counts(**{name: self._tally[name] for name in self._method.strategy.counters()})

    @cached_property
    def _tally(self) -> dict[str, int]:
        return dict(zip(LAB_COUNTERS, self._outcome.counters, strict=True))
