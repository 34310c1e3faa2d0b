"""Observed searches: the same runs, with every step reported to a recorder.

Strategies and their parts are unaware of this. An observed state reports what an inference
eliminates and places; the explorer reports what it chooses, tries and leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Self

from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.lab.explorer import Explorer
from nonet.lab.frontiers import EAGER, Waiting
from nonet.lab.local import Filling, LocalRunning, LocalSearch
from nonet.lab.state import State
from nonet.lab.strategy import Strategy
from nonet.lab.tracing.recorder import STOPPED, Recorder

ROOT = 0


class _Observed(State):
    """A state that reports to its recorder what inference eliminates and places.

    A copy on which an inference tries something out is not observed, and reports nothing.
    """

    recorder: Recorder
    parent: int
    """The node that this waiting child belongs to."""

    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Eliminate a candidate, and report from which cells."""
        changed = super().strike(cells, digit)  # type: ignore[safe-super]
        if changed and self.recorder.subject is self:
            self.recorder.eliminate(self, changed, digit)
        return changed

    def place(self, cell: int, digit: int) -> None:
        """Fill a cell, and report why; the search's own assignments are reported elsewhere."""
        if self.recorder.subject is self:
            self.recorder.place(self, cell, digit)
        super().place(cell, digit)

    def _fork(self) -> Self:
        twin = super()._fork()
        twin.recorder = self.recorder
        return twin


@cache
def _observed(kind: type[State]) -> type[State]:
    """Return the same representation, observed."""
    return type(f"Observed{kind.__name__}", (_Observed, kind), {})


class ObservedExplorer(Explorer):
    """A run of a strategy that reports everything to its recorder."""

    def __init__(
        self, strategy: Strategy, puzzle: Puzzle, limit: Limit, seed: int, recorder: Recorder
    ) -> None:
        super().__init__(strategy, puzzle, limit, seed)
        self._recorder = recorder
        recorder.tally = self.tally
        self._eager = strategy.frontier in EAGER
        self._node = ROOT
        """The node of the current board."""
        self._path: list[int] = []
        """The nodes expanded and not yet left, if one path is followed at a time."""

    def __next__(self) -> Solution:
        solution = super().__next__()
        self._recorder.tell("solution", (self._node,))
        return solution

    def state_kind(self, kind: type[State]) -> type[State]:
        """Observe the strategy's representation of boards."""
        return _observed(kind)

    def new_state(self, puzzle: Puzzle, domains: Sequence[Sequence[int]]) -> State:
        """Build the root and observe it: the givens may be propagated next."""
        state = super().new_state(puzzle, domains)
        assert isinstance(state, _Observed)
        state.recorder, self._root_state = self._recorder, state
        self._recorder.subject = state
        return state

    def _root(self, puzzle: Puzzle) -> State | None:
        root = super()._root(puzzle)
        self._recorder.subject = None
        if root is None:
            self._recorder.dead_end(ROOT, self._root_state)
        return root

    def expand(self, state: State, depth: int) -> list[tuple[int, int]]:
        """Report which cell or places were chosen, and what is refused there at once."""
        self._recorder.settle()
        options = super().expand(state, depth)
        cell = self.chosen_cell
        values = [digit for _, digit in options] if cell is not None else []
        refused: list[int] = []
        places: list[int] = []
        if cell is None:
            places = [number for option in options for number in option]
        elif not state.tracked:
            refused = [digit for digit in state.domains[cell] if digit not in values]
        self._recorder.tell("choose", (self._node, cell, self.waiting), (values, refused, places))
        if not self._eager:
            self._path.append(self._node)
        return options

    def conclude(self, state: State, cell: int, digit: int) -> bool:
        """Report the assignment, its inferences, and whether there is a contradiction."""
        recorder = self._recorder
        parent = state.parent if isinstance(state, _Observed) and self._eager else self._path[-1]
        self._node = recorder.assign(parent, cell, digit)
        recorder.subject = state
        alive = super().conclude(state, cell, digit)
        recorder.subject = None
        if not alive:
            recorder.dead_end(self._node, state)
        return alive

    def children(self, state: State, depth: int) -> list[Waiting]:
        """Remember whose children wait."""
        nodes = super().children(state, depth)
        for child, *_ in nodes:
            assert isinstance(child, _Observed)
            child.parent = self._node
        return nodes

    def skip(self, cell: int, digit: int) -> None:
        """Report it."""
        super().skip(cell, digit)
        self._recorder.tell("skip", (self._node, cell, digit))

    def cut(self, cell: int, digit: int) -> None:
        """Report it."""
        super().cut(cell, digit)
        self._recorder.tell("cut", (self._path[-1], cell, digit))

    def backtrack(self) -> None:
        """Report where the search backtracks to; from the root, nowhere."""
        super().backtrack()
        left = self._path.pop()
        self._recorder.tell("backtrack", (left, self._path[-1] if self._path else None))

    def restart(self) -> None:
        """Report it, and return to the root."""
        super().restart()
        self._recorder.tell("restart")
        self._node = ROOT
        self._path.clear()

    def is_stopped(self) -> bool:
        """Also stop when the trace is full."""
        if self._recorder.is_full:
            self.stopped_by = STOPPED
            return True
        return super().is_stopped()


class ObservedLocalRunning(LocalRunning):
    """A local search that reports every start and every swap to its recorder."""

    def __init__(
        self, method: LocalSearch, puzzle: Puzzle, limit: Limit, seed: int, recorder: Recorder
    ) -> None:
        super().__init__(method, puzzle, limit, seed)
        self._recorder = recorder

    def __next__(self) -> Solution:
        solution = super().__next__()
        self._recorder.tell("solution", (ROOT,))
        return solution

    def new_filling(self, puzzle: Puzzle) -> Filling:
        """Observe the board."""
        return _ObservedFilling(puzzle, self._recorder)

    def restart(self) -> None:
        """Report it."""
        super().restart()
        self._recorder.tell("restart")

    def spend(self, tries: int) -> bool:
        """Also stop when the trace is full."""
        if self._recorder.is_full:
            self.stopped_by = STOPPED
            return False
        return super().spend(tries)


class _ObservedFilling(Filling):
    """A filled board that reports what is filled and swapped."""

    __slots__ = ("_recorder",)

    def __init__(self, puzzle: Puzzle, recorder: Recorder) -> None:
        super().__init__(puzzle)
        self._recorder = recorder

    def fill(self, rng: Random) -> None:
        """Fill at random, and report the digits."""
        super().fill(rng)
        self._recorder.tell("fill", (self.cost,), (self.digits,))

    def swap(self, one: int, other: int, change: int) -> None:
        """Swap, and report it."""
        super().swap(one, other, change)
        self._recorder.tell("move", (one, other, self.cost))
