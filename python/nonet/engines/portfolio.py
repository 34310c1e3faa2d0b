"""Engines for one large board at a time: on several cores, with a report on the way."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

from nonet import native
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Count, Progress, Result, Stats, Status
from nonet.engines.base import Search
from nonet.engines.compiled import CompiledSearch
from nonet.engines.general import AnyLayoutEngine

_PHASES = {
    "rules": "rules",
    "search": "search",
    "learning": "learning from dead ends",
    "cadical": "CaDiCaL",
}
_SHORT_NODES = 400
"""Nodes in which the first solution has to be found, else clause learning looks for it."""


class BoardEngine(AnyLayoutEngine):
    """An engine whose `solve` uses every core and can be watched.

    Which solutions it shows of a puzzle that has more than were asked for may differ from call to
    call: whoever finds one first shows it. What `search` gives comes in an order of its own.
    """

    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses", "conflicts", "fixed"})

    def solve(
        self,
        puzzle: Puzzle,
        limit: Limit | int | None = 2,
        *,
        progress: Callable[[Progress], object] | None = None,
    ) -> Result:
        """Return the solutions up to the limit and what they prove."""
        limit = Limit.of(limit)
        started = time.perf_counter()
        cells = puzzle.layout.cell_count

        def tell(part: str, nodes: int, conflicts: int, fixed: int) -> None:
            seconds = time.perf_counter() - started
            assert progress is not None
            progress(Progress(_PHASES[part], seconds, nodes, conflicts, fixed, cells))

        answer = native.solve_board(
            puzzle,
            limit,
            plan=self.name,
            threads=native.thread_count(None),
            progress=tell if progress else None,
        )
        seconds = time.perf_counter() - started
        status = Status.of_search(len(answer.solutions), exhausted=answer.exhausted)
        fixed = cells if status is Status.UNIQUE else answer.fixed
        return Result(
            puzzle=puzzle,
            status=status,
            solutions=tuple(Solution(found, puzzle.layout) for found in answer.solutions),
            engine=self.engine_of(answer.part),
            stats=Stats(seconds, answer.nodes, answer.guesses, answer.conflicts, fixed),
            stopped_by=answer.stopped_by,
            why=self.reason_of(answer),
        )

    def engine_of(self, part: str) -> str:
        """Name the engine that a part of the work belongs to."""
        return self.name

    @abstractmethod
    def reason_of(self, answer: native.BoardAnswer) -> str | None:
        """Say why that engine was chosen, if it was."""


class PortfolioEngine(BoardEngine):
    """Rules, then a short search, then clause learning by several solvers side by side."""

    name: ClassVar[str] = "portfolio"
    summary: ClassVar[str] = "native: the general engine for a moment, then learning on every core"
    parts: ClassVar[tuple[str, ...]] = ("general", "learning")

    def engine_of(self, part: str) -> str:
        """Name the engine that a part of the work belongs to."""
        return "learning" if part == "learning" else "general"

    def reason_of(self, answer: native.BoardAnswer) -> str:
        """Say what was enough, or what was not."""
        if answer.part == "rules":
            return "the rules were enough"
        if answer.part == "search":
            return "a short search was enough"
        return "a short search was not enough"

    def search(self, puzzle: Puzzle, limit: Limit) -> CompiledSearch:
        """Start a search by the general engine if it soon has a solution, else by learning."""
        started = time.monotonic()
        houses = self.houses(puzzle.layout)
        probe = native.Search(puzzle.cells, "general", houses=houses)
        nodes = _SHORT_NODES if limit.nodes is None else min(_SHORT_NODES, limit.nodes)
        found = probe.find(solutions=1, nodes=nodes, seconds=limit.seconds, memory=limit.memory)
        name = "general" if found or probe.exhausted else "learning"
        if limit.seconds is not None:
            left = limit.seconds - (time.monotonic() - started)
            limit = replace(limit, seconds=max(0.0, left))
        return CompiledSearch(puzzle, limit, name, houses, self.counters)


class LearningEngine(BoardEngine):
    """Clause learning on the groups of a puzzle, in two styles that tell each other."""

    name: ClassVar[str] = "learning"
    summary: ClassVar[str] = "native: learns from dead ends, several solvers side by side"

    def reason_of(self, answer: native.BoardAnswer) -> None:
        """Say nothing: whoever took this engine named it."""


class CadicalEngine(BoardEngine):
    """CaDiCaL on the reduced, extended encoding; one looks for solutions, one for proofs."""

    name: ClassVar[str] = "cadical"
    summary: ClassVar[str] = "native: the SAT solver CaDiCaL in two configurations side by side"

    def reason_of(self, answer: native.BoardAnswer) -> None:
        """Say nothing: whoever took this engine named it."""

    def search(self, puzzle: Puzzle, limit: Limit) -> Search:  # type: ignore[override]
        """Start a search."""
        return CadicalSearch(puzzle, limit)

    def count(self, puzzle: Puzzle, limit: Limit | int | None = None) -> Count:
        """Count the solutions, one by one."""
        result = self.solve(puzzle, limit)
        exact = result.stopped_by is None and len(result.solutions) != Limit.of(limit).solutions
        return Count(len(result.solutions), exact, result.stats)


class CadicalSearch(Search):
    """Solutions in a fixed order: one solver finds twice as many as the last time."""

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        self._puzzle = puzzle
        self._limit = limit
        self._deadline = None if limit.seconds is None else time.monotonic() + limit.seconds
        self._exhausted = False
        self._answer: native.BoardAnswer | None = None
        self._found = self._run()

    def __next__(self) -> Solution:
        return next(self._found)

    def _run(self) -> Iterator[Solution]:
        given = 0
        while not self._exhausted and self.stopped_by is None:
            seconds = self._limit.seconds
            if self._deadline is not None:
                seconds = max(0.0, self._deadline - time.monotonic())
            limit = Limit(2 * given + 1, seconds, self._limit.nodes, self._limit.memory)
            answer = native.solve_board(self._puzzle, limit, plan="cadical", threads=1)
            self._answer = answer
            for cells in answer.solutions[given:]:
                given += 1
                yield Solution(cells, self._puzzle.layout)
            self.stopped_by = answer.stopped_by
            self._exhausted = answer.exhausted

    @property
    def exhausted(self) -> bool:
        """True once CaDiCaL proved that there are no others."""
        return self._exhausted

    @property
    def nodes(self) -> int | None:
        """Decisions of the last run."""
        return self._answer.nodes if self._answer else 0

    @property
    def guesses(self) -> int | None:
        """The same."""
        return self.nodes

    @property
    def conflicts(self) -> int | None:
        """Dead ends of the last run."""
        return self._answer.conflicts if self._answer else 0

    @property
    def fixed(self) -> int | None:
        """Cells that the rules give."""
        return self._answer.fixed if self._answer else 0
