"""An account of a run that owes nothing to its trace: the plain search, its boards looked at.

`Witness` is the explorer that everybody runs; it writes down the true board and the true counters
at every step. `compare` holds a trace against that, and every cause against the board, slowly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import nonet
from nonet import lab
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.lab.explorer import Explorer
from nonet.lab.frontiers import EAGER, Waiting
from nonet.lab.state import State
from nonet.lab.strategy import Strategy

TOLD_AFTER_COUNTING = ("choose", "dead_end", "backtrack", "skip", "restart", "cut", "solution")
CONCLUSIONS = ("eliminate", "place")


@dataclass(frozen=True)
class Board:
    """Digits and, where a cell is open, what the state allows there."""

    digits: bytes
    candidates: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, state: State) -> Board:
        cells = range(state.layout.cell_count)
        digits = bytes(state.value(cell) for cell in cells)
        allowed = (() if digits[cell] else tuple(sorted(state.allowed(cell))) for cell in cells)
        return cls(digits, tuple(allowed))


@dataclass(frozen=True)
class Step:
    kind: str
    facts: dict[str, Any]
    board: Board
    tally: dict[str, int]
    """All counters when the step was told; checks and revisions when it began."""


class WitnessState(State):
    witness: Witness
    above = 0

    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        changed = super().strike(cells, digit)  # type: ignore[safe-super]
        if changed and self.witness.working is self:
            self.witness.note("eliminate", Board.of(self), digit=digit, cells=self.numbers(changed))
        return changed

    def numbers(self, cells: list[int]) -> tuple[int, ...]:
        """Cells may be counted from the end, as lists of Python allow."""
        return tuple(range(self.layout.cell_count)[cell] for cell in cells)

    def place(self, cell: int, digit: int) -> None:
        super().place(cell, digit)
        if self.witness.working is self:
            self.witness.note("place", Board.of(self), cell=cell, digit=digit)


class Witness(Explorer):
    def __init__(self, strategy: Strategy, puzzle: Puzzle, limit: Limit, seed: int) -> None:
        self.steps: list[Step] = []
        self.working: State | None = None
        self.nodes_made = self.node = 0
        self.path: list[tuple[int, Board]] = []
        self.last = Board(puzzle.cells, ())
        super().__init__(strategy, puzzle, limit, seed)

    def note(
        self, kind: str, board: Board, began: tuple[int, int] | None = None, **facts: Any
    ) -> None:
        tally = {name: getattr(self.tally, name) for name in self.tally.__slots__}
        if began is not None:
            tally["checks"], tally["revisions"] = began
        self.steps.append(Step(kind, facts, board, tally))
        self.last = board

    def __next__(self) -> Solution:
        solution = super().__next__()
        board = Board(solution.cells, ((),) * len(solution.cells))
        self.note("solution", board, node=self.node)
        return solution

    def state_kind(self, kind: type[State]) -> type[State]:
        return type("Witnessed", (WitnessState, kind), {"witness": self})

    def new_state(self, puzzle: Puzzle, domains: Sequence[Sequence[int]]) -> State:
        self.working = super().new_state(puzzle, domains)
        return self.working

    def _root(self, puzzle: Puzzle) -> State | None:
        root = super()._root(puzzle)
        assert self.working is not None
        if root is None:
            self.tally.dead_ends += 1
            self.note("dead_end", Board.of(self.working), node=0)
            self.tally.dead_ends -= 1
        self.working = None
        return root

    def expand(self, state: State, depth: int) -> list[tuple[int, int]]:
        began = self.tally.checks, self.tally.revisions
        options = super().expand(state, depth)
        board = Board.of(state)
        self.note("choose", board, began, node=self.node, options=options, waiting=self.waiting)
        self.path.append((self.node, board))
        return options

    def conclude(self, state: State, cell: int, digit: int) -> bool:
        eager = self.strategy.frontier in EAGER
        parent = state.above if isinstance(state, WitnessState) and eager else self.path[-1][0]
        self.nodes_made += 1
        self.node = self.nodes_made
        facts = {"node": self.node, "parent": parent, "cell": cell, "digit": digit}
        self.note("assign", Board.of(state), **facts)
        self.working = state
        alive = super().conclude(state, cell, digit)
        self.working = None
        if not alive:
            self.note("dead_end", Board.of(state), node=self.node)
        return alive

    def children(self, state: State, depth: int) -> list[Waiting]:
        nodes = super().children(state, depth)
        for child, *_ in nodes:
            child.above = self.node  # type: ignore[attr-defined]
        return nodes

    def skip(self, cell: int, digit: int) -> None:
        super().skip(cell, digit)
        self.note("skip", self.path[-1][1], node=self.node, cell=cell, digit=digit)

    def cut(self, cell: int, digit: int) -> None:
        super().cut(cell, digit)
        self.note("cut", self.path[-1][1], node=self.path[-1][0], cell=cell, digit=digit)

    def backtrack(self) -> None:
        super().backtrack()
        left, root = self.path.pop()
        to, board = self.path[-1] if self.path else (None, root)
        self.note("backtrack", board, node=left, to=to)

    def restart(self) -> None:
        super().restart()
        board = self.path[0][1] if self.path else self.last
        self.note("restart", board if len(self.steps) else self.last)
        self.node = 0
        self.path.clear()


def witnessed(
    strategy: Strategy, puzzle: Puzzle, limit: Limit, seed: int = 0
) -> tuple[list[Step], list[Solution], lab.Counts]:
    """Run a strategy and return what the witness wrote down."""
    witness = Witness(strategy, puzzle, limit, seed)
    solutions = []
    for solution in witness:
        solutions.append(solution)
        if len(solutions) == limit.solutions:
            break
    return witness.steps, solutions, witness.counts


def compare(strategy: Strategy, puzzle: Puzzle | str, limit: Limit, seed: int = 0) -> lab.Trace:
    """Trace a run, and hold every event against what the witness of the same run saw."""
    puzzle = nonet.parse(puzzle) if isinstance(puzzle, str) else puzzle
    steps, solutions, counts = witnessed(strategy, puzzle, limit, seed)
    trace = lab.trace(strategy, puzzle, limit=limit, seed=seed)
    assert list(trace.run.solutions) == solutions
    assert trace.run.counts == counts == trace.counts
    assert [event.kind for event in trace] == [step.kind for step in steps]
    board = counted = None
    parents, before = {0: None}, "start"
    own = callable(strategy.inference)
    for index, (event, step) in enumerate(zip(trace, steps, strict=True)):
        where = f"event {index}: {event}"
        moment = trace.at(index)
        assert moment.event == event and moment.index == index
        if step.kind != "restart":  # whose board is the root's, seen again at the next `choose`
            assert moment.values == step.board.digits, where
            if step.kind != "solution":
                assert moment.candidates == step.board.candidates, where
        check_facts(event, step, where)
        if event.kind == "assign":
            parents[event.node] = event.parent
        elif event.kind == "backtrack":
            assert event.to == parents[event.node], where
        elif event.kind in CONCLUSIONS:
            assert before in ("start", "assign", *CONCLUSIONS), where
        if event.cause is not None:
            assert own or event.cause != "inference", where
            check_cause(event, board, step.board, puzzle, where)
        check_counts(trace, index, steps, counted, moment.counts, where)
        counted = moment.counts
        assert moment.words == trace.words(event) and "None" not in moment.words, where
        board, before = step.board, event.kind
    return trace


def check_facts(event: lab.Event, step: Step, where: str) -> None:
    facts = dict(step.facts)
    if "options" in facts:
        assert event.options == facts.pop("options"), where
    for name, value in facts.items():
        assert getattr(event, name) == value, where


def check_counts(
    trace: lab.Trace,
    index: int,
    steps: list[Step],
    before: lab.Counts | None,
    after: lab.Counts,
    where: str,
) -> None:
    """Compare the counters at a moment with those that the run had then."""
    step = steps[index]
    ran_to = steps[index + 1].tally if index + 1 < len(steps) else trace.run.counts.to_dict()
    for name, value in after.to_dict().items():
        if value is None:
            continue
        if name in ("checks", "revisions"):
            assert value == ran_to[name], f"{where}: {name}"
        elif step.kind in TOLD_AFTER_COUNTING:
            assert value == step.tally[name], f"{where}: {name}"
        if before is not None:
            assert value >= getattr(before, name), f"{where}: {name}"
            if step.kind == "assign":
                assert getattr(before, name) == step.tally[name], f"{where}: {name}, before"


def check_cause(
    event: lab.Event, before: Board | None, after: Board, puzzle: Puzzle, where: str
) -> None:
    """Prove on the board what a cause says, from the houses and groups alone."""
    groups = puzzle.geometry.groups
    digit = event.digit
    house = set(groups[event.house]) if event.house is not None else set()
    if event.kind == "eliminate":
        assert event.cells and all(after.digits[cell] == 0 for cell in event.cells), where
        if before is not None:
            assert all(digit in before.candidates[cell] for cell in event.cells), where
    if event.cause in ("placed", "only-value"):
        assert event.by is not None
        seen = {c for h in groups if event.by in h for c in h} - {event.by}
        assert seen.issuperset(event.cells), where
        if event.cause == "placed":
            assert after.digits[event.by] == digit, where
        else:
            assert after.candidates[event.by] == (digit,), where
    elif event.cause == "subset":
        assert event.others and house.issuperset(event.others), where
        assert house.issuperset(event.cells) and not set(event.cells) & set(event.others), where
        assert all(not after.digits[cell] for cell in event.others), where
        room = {d for cell in event.others for d in after.candidates[cell]}
        assert len(room) == len(event.others) and digit in room, where
    elif event.cause == "naked-single":
        assert event.cell is not None
        assert before is None or before.candidates[event.cell] == (digit,), where
    elif event.cause == "hidden-single":
        assert event.cell in house, where
        for cell in house - {event.cell}:
            assert after.digits[cell] != digit and digit not in after.candidates[cell], where
    elif event.cause == "no-value":
        assert event.cell is not None
        assert not after.digits[event.cell] and not after.candidates[event.cell], where
    elif event.cause == "no-place":
        assert house, where
        for cell in house:
            assert after.digits[cell] != digit and digit not in after.candidates[cell], where
    elif event.cause == "too-few-values":
        assert event.cells and house.issuperset(event.cells), where
        room = {d for cell in event.cells for d in after.candidates[cell]}
        assert len(room) < len(event.cells) and not any(after.digits[c] for c in event.cells), where
    else:
        assert event.cause == "inference", where
