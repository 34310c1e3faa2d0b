"""What the lab can run: a strategy made of parts, a local search, or an engine of the roster.

A `Method` starts a `Running`: an engine's `Search` (an iterator of solutions that knows whether
it went through everything and what stopped it) with `counts`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.engines.base import Engine, Search
from nonet.formats.detect import parse_text
from nonet.lab.counts import Counts

if TYPE_CHECKING:
    from nonet.lab.tracing.recorder import Recorder


class Running(Search):
    """A search under way, with its counters."""

    @property
    @abstractmethod
    def counts(self) -> Counts:
        """The counters as they stand."""


class Method(ABC):
    """A row of the lab's tables."""

    name: str
    """How tables and users name it; lower case, words joined by hyphens."""
    complete: bool = True
    """Whether it can prove that there is no (further) solution; a local search cannot."""
    enumerates: bool = True
    """Whether it can give every solution, each once."""
    keeps: str | None = None
    """What its boards are made of: "candidates", "digits" alone, or a "filling" of every cell; None
    if it runs out of sight and cannot be traced."""

    @abstractmethod
    def start(self, puzzle: Puzzle, limit: Limit, seed: int) -> Running:
        """Start a run. The same seed gives the same run."""

    def observe(self, puzzle: Puzzle, limit: Limit, seed: int, recorder: Recorder) -> Running:
        """Start a run that tells a recorder everything it does."""
        raise self.untraceable()

    def untraceable(self) -> ArgumentError:
        """Return the error that there is nothing to be seen of a run."""
        return ArgumentError(
            f"{self.name}: expected a strategy or a local search, which can be traced; this runs "
            "out of sight (see: nonet lab strategies)"
        )

    def supports(self, puzzle: Puzzle) -> bool:
        """Tell whether the method takes a puzzle."""
        return True


@dataclass(frozen=True, slots=True)
class Run:
    """What one run of a method on a puzzle came to."""

    method: str
    puzzle: Puzzle
    status: Status
    solutions: tuple[Solution, ...]
    seconds: float
    seed: int
    counts: Counts
    stopped_by: str | None = None
    peak_memory: int | None = None

    @property
    def solution(self) -> Solution | None:
        """The first solution, or None."""
        return self.solutions[0] if self.solutions else None

    def to_dict(self) -> dict[str, Any]:
        """Return the run as one flat record of plain data: a row of a tidy table."""
        layout = self.puzzle.layout
        return {
            "method": self.method,
            "puzzle": str(self.puzzle),
            "size": layout.size,
            "box": layout.shape,
            "seed": self.seed,
            "status": self.status.word,
            "solution": str(self.solution) if self.solution else None,
            "stopped_by": self.stopped_by,
            "seconds": self.seconds,
            **self.counts.to_dict(),
            "peak_memory": self.peak_memory,
        }


class EngineMethod(Method):
    """An engine of the roster as a row among the strategies."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = f"engine-{engine.name}"

    def supports(self, puzzle: Puzzle) -> bool:
        """Tell whether the engine takes the puzzle's layout."""
        return self.engine.supports(puzzle.layout)

    def start(self, puzzle: Puzzle, limit: Limit, seed: int) -> Running:
        """Start the engine; engines take no seed."""
        return _EngineRunning(self.engine.search(puzzle, limit))


class _EngineRunning(Running):
    """An engine's search with its counters under the lab's names."""

    def __init__(self, search: Search) -> None:
        self._search = search

    def __next__(self) -> Solution:
        return next(self._search)

    @property
    def exhausted(self) -> bool:
        return self._search.exhausted

    @property
    def stopped_by(self) -> str | None:  # type: ignore[override]
        return self._search.stopped_by

    @property
    def counts(self) -> Counts:
        return Counts(generated=self._search.nodes, expanded=self._search.guesses)


def puzzle_of(puzzle: Puzzle | str) -> Puzzle:
    """Return a puzzle that is given as itself or as text."""
    if isinstance(puzzle, str):
        return parse_text(puzzle)
    if not isinstance(puzzle, Puzzle):
        raise ArgumentError(f"expected a puzzle or its text, found {puzzle!r}")
    return puzzle


def run_method(method: Method, puzzle: Puzzle, limit: Limit, seed: int) -> Run:
    """Run a method once and gather what it came to."""
    started = time.perf_counter()
    return finish(method, method.start(puzzle, limit, seed), puzzle, limit, seed, started)


def finish(
    method: Method, running: Running, puzzle: Puzzle, limit: Limit, seed: int, started: float
) -> Run:
    """See a run through and gather what it came to."""
    solutions = tuple(islice(running, limit.solutions))
    seconds = time.perf_counter() - started
    complete = method.complete and running.exhausted and len(solutions) != limit.solutions
    return Run(
        method=method.name,
        puzzle=puzzle,
        status=Status.of_search(len(solutions), exhausted=complete),
        solutions=solutions,
        seconds=seconds,
        seed=seed,
        counts=running.counts,
        stopped_by=running.stopped_by,
    )
