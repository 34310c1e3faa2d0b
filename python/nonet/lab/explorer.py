"""The search itself: choose, assign, infer, count. Every frontier uses one of these."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from nonet.core.digits import digits_of, every_digit, mask_of
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.lab.choices import Memory
from nonet.lab.counts import Counts, Tally
from nonet.lab.frontiers import EAGER, FRONTIERS, REPEATING, Waiting
from nonet.lab.inference import propagate_givens
from nonet.lab.method import Running
from nonet.lab.parts import checked_state
from nonet.lab.rng import Rng
from nonet.lab.state import State
from nonet.lab.states import STATES

if TYPE_CHECKING:
    from nonet.lab.strategy import Strategy

_LOOK = 64
"""Nodes between two checks of the clock."""


class Explorer(Running):
    """One run of a strategy on a puzzle."""

    def __init__(self, strategy: Strategy, puzzle: Puzzle, limit: Limit, seed: int) -> None:
        self.strategy = strategy
        self.tally = Tally()
        self.waiting = 0
        self.pause_at: int | None = None
        self.paused = False
        self.chosen_cell: int | None = None
        """The cell that was expanded last; None if places were chosen."""
        self.restart_after = strategy.restart_after
        self._select, self._order, self._infer = strategy.rules()
        self.heuristic = strategy.heuristic_rule()
        self._memory = Memory(Rng(seed), {}, [1] * len(puzzle.geometry.groups))
        self._explored = Explored(strategy.explored) if strategy.explored else None
        self._limit = limit
        self._most_nodes = limit.nodes if limit.nodes is not None else sys.maxsize
        self._clock = limit.start()
        self._next_look = 0
        self._state_bytes = 0
        self._exhausted = False
        self._seen = 0
        self._told: Callable[[int, int], None] | None = None
        self._solutions = self._run(puzzle)

    def __next__(self) -> Solution:
        return next(self._solutions)

    @property
    def exhausted(self) -> bool:
        """True once the frontier is empty."""
        return self._exhausted

    @property
    def nodes(self) -> int:
        """Nodes generated so far."""
        return self.tally.generated

    @property
    def counts(self) -> Counts:
        """The counters that the strategy has."""
        return self.tally.counts(self.strategy.counters())

    def _run(self, puzzle: Puzzle) -> Iterator[Solution]:
        """Check the givens, build the root, and let the frontier explore."""
        tally = self.tally
        if not puzzle.conflicts():
            tally.generated = 1
            root = self._root(puzzle)
            if root is None:
                tally.dead_ends += 1
            elif not root.full:
                self._told = self._tell()
                states = FRONTIERS[self.strategy.frontier](self, root)
                found: Iterator[Solution] = (state.solution() for state in states)
                if self.strategy.frontier in REPEATING:
                    found = _without_repeats(found)
                for solution in found:
                    self._seen += 1
                    yield solution
            else:
                yield root.solution()
        self._exhausted = self.stopped_by is None

    def _root(self, puzzle: Puzzle) -> State | None:
        """Return the state before the search, or None if givens and rules contradict each other."""
        strategy = self.strategy
        domains = root_domains(puzzle, everything=strategy.givens == "left")
        state = self.new_state(puzzle, domains)
        if self._limit.memory is not None:
            self._state_bytes = _size_of(state)
        if strategy.select == "fixed":
            self._memory.order = fixed_ranks(puzzle)
        if puzzle.geometry.is_impossible:
            return None
        if strategy.givens == "propagated" and not propagate_givens(
            state, strategy.inference_name(), self.tally
        ):
            return None
        return state

    def new_state(self, puzzle: Puzzle, domains: Sequence[Sequence[int]]) -> State:
        """Build the root's state in the strategy's representation."""
        strategy = self.strategy
        kind = self.state_kind(STATES[strategy.state])
        if callable(strategy.inference):
            kind = checked_state(kind)
        tracked, undo = strategy.inference != "none", strategy.undo == "trail"
        return kind(puzzle, domains, tracked=tracked, undo=undo)

    def state_kind(self, kind: type[State]) -> type[State]:
        """Return the class of the boards; overridden for tracing."""
        return kind

    def expand(self, state: State, depth: int) -> list[tuple[int, int]]:
        """Choose a cell and return what to try, in order; count the children."""
        tally = self.tally
        tally.expanded += 1
        if depth > tally.deepest:
            tally.deepest = depth
        choice = self._select(state, self._memory)
        refused = 0
        if isinstance(choice, int):
            values = state.allowed(choice)
            if not state.tracked:
                tried = len(state.domains[choice])
                refused = tried - len(values)
                tally.checks += tried * len(state.peers[choice])
            if len(values) > 1:
                values = self._order(state, choice, values, self._memory)
            options = [(choice, digit) for digit in values]
            self.chosen_cell = choice
        else:
            options = choice
            self.chosen_cell = None
        tally.generated += len(options) + refused
        tally.refused += refused
        tally.dead_ends += not options
        self.waiting += len(options)
        if self.waiting > tally.largest_frontier:
            tally.largest_frontier = self.waiting
        return options

    def branch(self, state: State) -> tuple[State, int | None]:
        """Return the state for a child: the same with a mark to undo to, or a copy."""
        if state.trail is None:
            return state.copy(), None
        return state, len(state.trail)

    def assign(self, state: State, cell: int, digit: int) -> bool:
        """Place a digit and run the inference; False on a contradiction."""
        self.waiting -= 1
        state.place(cell, digit)
        return self.conclude(state, cell, digit)

    def conclude(self, state: State, cell: int, digit: int) -> bool:
        """Run the inference after placing a digit; False on a contradiction."""
        self.tally.assignments += 1
        if self._infer(state, cell, digit, self.tally):
            return True
        self.tally.dead_ends += 1
        if state.culprit is not None:
            for group in state.geometry.groups_of[state.culprit]:
                self._memory.weights[group] += 1
        return False

    def children(self, state: State, depth: int) -> list[Waiting]:
        """Expand a node into separate states, without those already explored."""
        nodes: list[Waiting] = []
        for cell, digit in self.expand(state, depth):
            child = state.copy()
            child.place(cell, digit)
            if self._explored is not None and not self._explored.add(child):
                self.skip(cell, digit)
                continue
            nodes.append((child, depth, cell, digit))
        return nodes

    def skip(self, cell: int, digit: int) -> None:
        """Drop a child just generated: an equal state is known."""
        self.tally.skipped += 1

    def cut(self, cell: int, digit: int) -> None:
        """Drop a child that this round may not visit."""
        self.waiting -= 1

    def backtrack(self) -> None:
        """Leave the deepest current node: everything below it was tried or is not worth trying."""
        self.tally.backtracks += 1

    def restart(self) -> None:
        """Restart at the root."""
        self.tally.restarts += 1

    @property
    def is_halted(self) -> bool:
        """Whether `is_stopped` returned true: the current nodes are unfinished."""
        return self.stopped_by is not None or self.paused

    def is_stopped(self) -> bool:
        """Return whether a limit is reached or a restart is due."""
        generated = self.tally.generated
        if generated < self._next_look:
            return False
        self.stopped_by = self._clock.reached(nodes=generated, memory=self._memory_used())
        if self.stopped_by:
            return True
        if self.pause_at is not None and generated >= self.pause_at:
            self.paused = True
            return True
        if self._told is not None:
            self._told(generated, self._seen)
        self._next_look = min(generated + _LOOK, self._most_nodes, self.pause_at or sys.maxsize)
        return False

    def _memory_used(self) -> int:
        """Estimate the bytes of all stored states: those waiting and those on the path."""
        eager = self.strategy.frontier in EAGER
        kept = self.waiting if eager else self.tally.deepest
        if self._explored is not None:
            kept += len(self._explored)
        return kept * self._state_bytes if eager or self.strategy.undo == "copy" else 0


class Explored:
    """States seen so far: in a set, or in a list that is searched linearly."""

    def __init__(self, kind: str) -> None:
        self._keys: set[object] | list[object] = set() if kind == "hashed" else []

    def add(self, state: State) -> bool:
        """Remember a state; False if an equal one is known."""
        key = state.key()
        if key in self._keys:
            return False
        if isinstance(self._keys, set):
            self._keys.add(key)
        else:
            self._keys.append(key)
        return True

    def __len__(self) -> int:
        return len(self._keys)


def root_domains(puzzle: Puzzle, *, everything: bool) -> list[tuple[int, ...]]:
    """Return the values to try in each cell: all digits, or those that no given excludes.

    Digits that a rule forbids in the cell are never included.
    """
    layout, cells, geometry = puzzle.layout, puzzle.cells, puzzle.geometry
    allowed = puzzle.allowed() or [every_digit(layout.size)] * layout.cell_count
    if everything:
        return list(map(digits_of, allowed))
    taken = [mask_of(cells[cell] for cell in group if cells[cell]) for group in geometry.groups]
    domains = []
    for digit, left, groups in zip(cells, allowed, geometry.groups_of, strict=True):
        for group in groups:
            left &= ~taken[group]
        domains.append((digit,) if digit else digits_of(left))
    return domains


def fixed_ranks(puzzle: Puzzle) -> dict[int, int]:
    """Return the rank of every empty cell by its number of values at the root, fewest first."""
    possible = root_domains(puzzle, everything=False)
    cells = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    order = sorted(cells, key=lambda cell: len(possible[cell]))
    return {cell: rank for rank, cell in enumerate(order)}


def _without_repeats(solutions: Iterator[Solution]) -> Iterator[Solution]:
    known = set()
    for solution in solutions:
        if solution.cells not in known:
            known.add(solution.cells)
            yield solution


def _size_of(state: State) -> int:
    """Return roughly how many bytes one more state like this takes: its lists and their slots."""
    return sum(_container_bytes(part) for part in vars(state.copy()).values())


def _container_bytes(part: object) -> int:
    if not isinstance(part, list | dict) or not part:
        return 0
    inner = part.values() if isinstance(part, dict) else part
    return sys.getsizeof(part) + sum(_container_bytes(item) for item in inner)
