"""What the engines of the native core have in common: one call for all solutions."""

from __future__ import annotations

import time
from abc import abstractmethod
from typing import ClassVar

from nonet import native
from nonet.core.layout import CLASSIC, Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Count
from nonet.engines.base import Engine, Search


class CompiledEngine(Engine):
    """An engine of the native core, for 9x9 unless it says otherwise."""

    layouts: ClassVar[str] = "9x9 with 3x3 boxes"
    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses"})

    @abstractmethod
    def native_name(self) -> str:
        """Return the name of the engine in the native core."""

    def supports(self, layout: Layout) -> bool:
        """Tell whether the layout is the classic one."""
        return layout is CLASSIC or layout == CLASSIC

    def houses(self, layout: Layout) -> native.Houses | None:
        """Return the houses that the core has to be told; those of 9x9 it knows."""
        return None

    def search(self, puzzle: Puzzle, limit: Limit) -> CompiledSearch:
        """Start a search."""
        self.require(puzzle.layout)
        houses = self.houses(puzzle.layout)
        return CompiledSearch(puzzle, limit, self.native_name(), houses, self.counters)

    def count(self, puzzle: Puzzle, limit: Limit | int | None = None) -> Count:
        """Count without handing every solution to Python; a long count uses all cores."""
        limit = Limit.of(limit)
        started = time.perf_counter()
        search = self.search(puzzle, limit)
        seen = search.inner.count(
            solutions=limit.solutions,
            nodes=limit.nodes,
            seconds=limit.seconds,
            memory=limit.memory,
            threads=native.thread_count(None),
        )
        complete = search.exhausted and seen != limit.solutions
        return Count(seen, complete, search.stats(time.perf_counter() - started))


class CompiledSearch(Search):
    """A native search and what is left of its limit."""

    def __init__(
        self,
        puzzle: Puzzle,
        limit: Limit,
        engine: str,
        houses: native.Houses | None,
        counters: frozenset[str],
    ) -> None:
        # Parts of the tree may be explored out of turn, unless nodes are to be counted off.
        split = limit.nodes is None
        self.inner = native.Search(puzzle.cells, engine, houses=houses, split=split)
        self._layout = puzzle.layout
        self._counters = counters
        self._limit = limit
        self._deadline = None if limit.seconds is None else time.monotonic() + limit.seconds

    def __next__(self) -> Solution:
        found = self.take(1)
        if not found:
            raise StopIteration
        return found[0]

    def take(self, most: int | None) -> tuple[Solution, ...]:
        """Find them in one call of the core."""
        if self.inner.exhausted:
            return ()
        nodes = seconds = None
        if self._limit.nodes is not None:
            nodes = self._limit.nodes - self.inner.nodes
        if self._deadline is not None:
            # The core looks at its clock every few hundred nodes, solutions may come faster.
            seconds = self._deadline - time.monotonic()
            if seconds <= 0:
                self.stopped_by = "seconds"
                return ()
        memory = self._limit.memory
        found = self.inner.find(solutions=most, nodes=nodes, seconds=seconds, memory=memory)
        if len(found) != most and not self.inner.exhausted:
            self.stopped_by = self._reached()
        return tuple(Solution(cells, self._layout) for cells in found)

    def _reached(self) -> str:
        """Name the limit that ended a search early."""
        nodes, memory = self._limit.nodes, self._limit.memory
        if nodes is not None and self.inner.nodes >= nodes:
            return "nodes"
        if memory is not None and self.inner.memory > memory:
            return "memory"
        return "seconds"

    @property
    def exhausted(self) -> bool:
        """True once nothing is left to explore."""
        return self.inner.exhausted

    @property
    def nodes(self) -> int:
        """States settled so far."""
        return self.inner.nodes

    @property
    def guesses(self) -> int:
        """Settled states where a digit had to be tried."""
        return self.inner.guesses

    @property
    def conflicts(self) -> int | None:
        """Dead ends that clauses were learnt from."""
        return self.inner.conflicts if "conflicts" in self._counters else None

    @property
    def fixed(self) -> int | None:
        """Cells with the same digit in every solution that is left, as far as that is known."""
        return self.inner.fixed if "fixed" in self._counters else None
