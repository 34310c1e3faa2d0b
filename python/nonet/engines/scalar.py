"""The scalar engine: the reference engine's search, compiled, for 9x9."""

from __future__ import annotations

import time
from typing import ClassVar

from nonet import native
from nonet.core.layout import CLASSIC, Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Count
from nonet.engines.base import Engine, Search


class ScalarEngine(Engine):
    """The plain native engine. It needs a few kilobytes, so that memory never stops it."""

    name: ClassVar[str] = "scalar"
    summary: ClassVar[str] = "native: the reference engine's search, compiled"
    layouts: ClassVar[str] = "9x9 with 3x3 boxes"
    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses"})

    def supports(self, layout: Layout) -> bool:
        """Tell whether the layout is the classic one."""
        return layout == CLASSIC

    def search(self, puzzle: Puzzle, limit: Limit) -> ScalarSearch:
        """Start a search."""
        self.require(puzzle.layout)
        return ScalarSearch(puzzle, limit)

    def count(self, puzzle: Puzzle, limit: Limit | int | None = None) -> Count:
        """Count without handing every solution to Python."""
        limit = Limit.of(limit)
        started = time.perf_counter()
        search = self.search(puzzle, limit)
        seen = search.inner.count(
            solutions=limit.solutions, nodes=limit.nodes, seconds=limit.seconds
        )
        complete = search.exhausted and seen != limit.solutions
        return Count(seen, complete, search.stats(time.perf_counter() - started))


class ScalarSearch(Search):
    """A native search and what is left of its limit."""

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        self.inner = native.Search(puzzle.cells)
        self._limit = limit
        self._deadline = None if limit.seconds is None else time.monotonic() + limit.seconds

    def __next__(self) -> Solution:
        if self.inner.exhausted:
            raise StopIteration
        nodes = seconds = None
        if self._limit.nodes is not None:
            nodes = self._limit.nodes - self.inner.nodes
        if self._deadline is not None:
            # The core looks at its clock every few hundred nodes, solutions may come faster.
            seconds = self._deadline - time.monotonic()
            if seconds <= 0:
                self.stopped_by = "seconds"
                raise StopIteration
        found = self.inner.find(nodes=nodes, seconds=seconds)
        if found is not None:
            return Solution(found)
        if not self.inner.exhausted:
            self.stopped_by = "nodes" if self.inner.nodes == self._limit.nodes else "seconds"
        raise StopIteration

    @property
    def exhausted(self) -> bool:
        """True once the native stack has run empty."""
        return self.inner.exhausted

    @property
    def nodes(self) -> int:
        """States settled so far."""
        return self.inner.nodes

    @property
    def guesses(self) -> int:
        """Settled states where a digit had to be tried."""
        return self.inner.guesses
