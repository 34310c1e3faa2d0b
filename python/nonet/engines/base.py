"""The interface of an engine.

An engine declares what it can do as data (`rules`, `counters`, `paths`) and returns a `Search`: an
iterator of solutions that knows whether it is exhausted. `solve`, `count` and `solve_rows` are
derived from it; an engine can override them for speed, and must return the same answers. The native
core has the same four functions in `contract.rs`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, ClassVar

from nonet.core.errors import MissingPackageError, UnsupportedError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Count, Progress, Result, Stats, Status
from nonet.core.rules import Candidates, Different, House, Rule
from nonet.native import SolvedRows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BASIC_RULES: frozenset[type[Rule]] = frozenset({House, Different, Candidates})
"""The rules that every engine for boards of any size supports."""


class Search(ABC):
    """One search of one puzzle: each `next` returns a new solution.

    It ends when nothing is left (`exhausted`) or when a limit is reached (`stopped_by` names it).
    It obeys the limits on seconds, nodes and memory; the caller decides how many solutions to take.
    """

    stopped_by: str | None = None

    def __iter__(self) -> Iterator[Solution]:
        return self

    @abstractmethod
    def __next__(self) -> Solution:
        """Return the next solution."""

    def take(self, most: int | None) -> tuple[Solution, ...]:
        """Return the next solutions, up to a number; fewer at the end or at a limit."""
        return tuple(islice(self, most))

    def count(self, most: int | None) -> int:
        """Count the next solutions, up to a number."""
        return sum(1 for _ in islice(self, most))

    @property
    @abstractmethod
    def exhausted(self) -> bool:
        """True once it is proved that there are no more solutions."""

    @property
    def nodes(self) -> int | None:
        """States propagated so far, or None if not counted."""
        return None

    @property
    def guesses(self) -> int | None:
        """Nodes at which a digit had to be tried, or None if not counted."""
        return None

    @property
    def conflicts(self) -> int | None:
        """Dead ends that clauses were learned from, or None if not counted."""
        return None

    @property
    def fixed(self) -> int | None:
        """Cells proved to have the same digit in every solution, or None if not counted."""
        return None

    def stats(self, seconds: float) -> Stats:
        """Return the current counters."""
        return Stats(seconds, self.nodes, self.guesses, self.conflicts, self.fixed)


class Engine(ABC):
    """Solves puzzles. Engines have no state: any number of searches may run in parallel."""

    name: ClassVar[str]
    """Its name, in lower case."""
    summary: ClassVar[str]
    """What it does, in one line."""
    boards: ClassVar[str]
    """Which boards it supports, in words; `supports` decides."""
    rules: ClassVar[frozenset[type[Rule]]] = frozenset()
    """Which basic rules it supports in addition to the houses of a layout."""
    paths: ClassVar[tuple[str, ...]] = ()
    """The instruction sets it can run on, fastest last."""
    has_native_rows: ClassVar[bool] = False
    """Whether the native core solves batches, on any number of threads."""
    counters: ClassVar[frozenset[str]] = frozenset()
    """Which fields of Stats it fills in, besides seconds."""
    parts: ClassVar[tuple[str, ...]] = ()
    """The engines that it delegates to; its results name them."""
    why: ClassVar[str] = ""
    """Why it is chosen for the boards that it is best for."""

    package: ClassVar[str] = ""
    """The optional package that it needs, by its name on PyPI."""

    @property
    def install(self) -> str | None:
        """The command that installs what is missing, or None."""
        return None

    @abstractmethod
    def supports_layout(self, layout: Layout) -> bool:
        """Return whether the engine supports puzzles of a layout without additional rules."""

    def supports(self, puzzle: Puzzle) -> bool:
        """Return whether the engine supports a puzzle: its layout and all of its rules."""
        return (
            self.supports_layout(puzzle.layout)
            and (not puzzle.rules or puzzle.rule_types <= self.rules)
            and not self.install
        )

    def require(self, puzzle: Puzzle) -> None:
        """Raise UnsupportedError with the reason, unless the engine supports the puzzle."""
        if self.supports(puzzle):
            return
        self.require_installed()
        takes, found = self.boards, str(puzzle.layout)
        if self.supports_layout(puzzle.layout):
            known = sorted(rule.__name__.lower() for rule in self.rules)
            takes += f" and no rules{' except ' if known else ''}{', '.join(known)}"
            found = f"the rule {next(self._unknown_rules(puzzle))}"
        raise UnsupportedError(f"engine {self.name!r} supports {takes}, found {found}")

    def _unknown_rules(self, puzzle: Puzzle) -> Iterator[str]:
        """Yield the rules of a puzzle that the engine does not support."""
        for rule in puzzle.rules:
            if any(type(basic) not in self.rules for basic in rule.expand(puzzle.layout)):
                yield rule.name

    def require_installed(self) -> None:
        """Raise MissingPackageError if something the engine needs is missing."""
        if install := self.install:
            raise MissingPackageError(self.name, self.package, install)

    @abstractmethod
    def search(self, puzzle: Puzzle, limit: Limit) -> Search:
        """Start a search; raise UnsupportedError for a puzzle it does not support."""

    def solve(
        self,
        puzzle: Puzzle,
        limit: Limit | int | None = 2,
        *,
        progress: Callable[[Progress], object] | None = None,
    ) -> Result:
        """Return the solutions up to the limit and what they prove.

        An engine that reports progress calls `progress` several times a second.
        """
        limit = Limit.of(limit)
        clock = limit.start()
        search = self.search(puzzle, limit)
        solutions = search.take(limit.solutions)
        complete = search.exhausted and len(solutions) != limit.solutions
        return Result(
            puzzle=puzzle,
            status=Status.of_search(len(solutions), exhausted=complete),
            solutions=solutions,
            engine=self.name,
            stats=search.stats(clock.seconds),
            stopped_by=search.stopped_by,
        )

    def count(self, puzzle: Puzzle, limit: Limit | int | None = None) -> Count:
        """Count the solutions; the count is exact unless a limit stopped it."""
        limit = Limit.of(limit)
        clock = limit.start()
        search = self.search(puzzle, limit)
        seen = search.count(limit.solutions)
        complete = search.exhausted and seen != limit.solutions
        return Count(seen, complete, search.stats(clock.seconds))

    def solve_rows(
        self,
        rows: NDArray[np.uint8],
        board: Puzzle,
        limit: Limit,
        *,
        threads: int = 1,
        path: str | None = None,
    ) -> SolvedRows:
        """Solve rows of givens with the layout and rules of a puzzle.

        A row with a value above the size of the board is MALFORMED. The caller must make sure that
        the engine supports the board, and must not change the rows meanwhile.
        """
        import numpy as np

        solved = SolvedRows(
            np.zeros_like(rows),
            np.full(len(rows), Status.MALFORMED, dtype=np.uint8),
            np.zeros(len(rows), dtype=np.uint32),
        )
        for number, row in enumerate(rows):
            if row.max(initial=0) > board.layout.size:
                continue
            result = self.solve(Puzzle(row.tobytes(), board.layout, rules=board.rules), limit)
            solved.status[number] = result.status
            solved.guesses[number] = min(result.stats.guesses or 0, 2**32 - 1)
            if result.solution is not None:
                solved.solutions[number] = np.frombuffer(result.solution.cells, dtype=np.uint8)
        return solved
