"""The contract of an engine.

An engine says what it can do (`supports`, `counters`) and gives a `Search`: an iterator of
solutions that knows whether it went through everything. `solve` and `count` follow from that;
an engine that can do them faster overrides them and must answer the same.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import islice
from typing import ClassVar

from nonet.core.errors import UnsupportedError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Count, Progress, Result, Stats, Status


class Search(ABC):
    """One search of one puzzle: each `next` gives a solution not given before.

    It ends when nothing is left (`exhausted`) or when a limit was reached (`stopped_by` names
    it). It obeys the seconds, nodes and memory of its limit; how many solutions are wanted is
    the caller's business.
    """

    stopped_by: str | None = None

    def __iter__(self) -> Iterator[Solution]:
        return self

    @abstractmethod
    def __next__(self) -> Solution:
        """Return the next solution."""

    def take(self, most: int | None) -> tuple[Solution, ...]:
        """Return the next solutions: so many, or all; fewer at the end or at the limit."""
        return tuple(islice(self, most))

    @property
    @abstractmethod
    def exhausted(self) -> bool:
        """True once it is proved that no further solution exists."""

    @property
    def nodes(self) -> int | None:
        """States whose consequences were drawn so far, or None if not counted."""
        return None

    @property
    def guesses(self) -> int | None:
        """Nodes at which a digit had to be tried, or None if not counted."""
        return None

    @property
    def conflicts(self) -> int | None:
        """Dead ends that clauses were learnt from, or None if not counted."""
        return None

    @property
    def fixed(self) -> int | None:
        """Cells proved to have one digit in every solution, or None if not counted."""
        return None

    def stats(self, seconds: float) -> Stats:
        """Return the counters as they stand."""
        return Stats(seconds, self.nodes, self.guesses, self.conflicts, self.fixed)


class Engine(ABC):
    """Answers puzzles. Engines hold no state: any number of searches may run side by side."""

    name: ClassVar[str]
    """How users name it; lower case."""
    summary: ClassVar[str]
    """What it does, in one line."""
    layouts: ClassVar[str]
    """Which layouts it takes, in words; `supports` decides."""
    counters: ClassVar[frozenset[str]] = frozenset()
    """Which fields of Stats it fills besides seconds."""
    parts: ClassVar[tuple[str, ...]] = ()
    """The engines that it leaves its puzzles to; its results name them."""
    why: ClassVar[str] = ""
    """Why it is the best for the layouts for which it is."""

    @property
    def install(self) -> str | None:
        """The command that installs what the engine needs and is missing, or None."""
        return None

    @abstractmethod
    def supports(self, layout: Layout) -> bool:
        """Tell whether the engine takes puzzles of a layout."""

    @abstractmethod
    def search(self, puzzle: Puzzle, limit: Limit) -> Search:
        """Start a search; raise UnsupportedError for a layout that it does not take."""

    def solve(
        self,
        puzzle: Puzzle,
        limit: Limit | int | None = 2,
        *,
        progress: Callable[[Progress], object] | None = None,
    ) -> Result:
        """Return the solutions up to the limit and what they prove.

        An engine that has something to tell meanwhile calls `progress` several times a second.
        """
        limit = Limit.of(limit)
        started = time.perf_counter()
        search = self.search(puzzle, limit)
        solutions = search.take(limit.solutions)
        complete = search.exhausted and len(solutions) != limit.solutions
        return Result(
            puzzle=puzzle,
            status=Status.of_search(len(solutions), exhausted=complete),
            solutions=solutions,
            engine=self.name,
            stats=search.stats(time.perf_counter() - started),
            stopped_by=search.stopped_by,
        )

    def count(self, puzzle: Puzzle, limit: Limit | int | None = None) -> Count:
        """Count the solutions; the count is exact unless a limit stopped it."""
        limit = Limit.of(limit)
        started = time.perf_counter()
        search = self.search(puzzle, limit)
        seen = sum(1 for _ in islice(search, limit.solutions))
        complete = search.exhausted and seen != limit.solutions
        return Count(seen, complete, search.stats(time.perf_counter() - started))

    def require(self, layout: Layout) -> None:
        """Raise UnsupportedError unless the engine takes the layout."""
        if not self.supports(layout):
            raise UnsupportedError(
                f"engine {self.name!r} takes {self.layouts}, found a board of {layout}"
            )
