"""What the lab can run: a strategy made of parts, a local search, or an engine.

A `Method` starts a `Running`: an engine's `Search` (an iterator of solutions that knows whether
it is exhausted and what stopped it) with `counts`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from nonet.core import hooks
from nonet.core.errors import ArgumentError, UnsupportedError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Result, Status
from nonet.core.rule_texts import format_rules
from nonet.core.rules import Rule
from nonet.engines.base import Engine, Search
from nonet.lab.counts import Counts
from nonet.notations.parsing import parse_text

if TYPE_CHECKING:
    from nonet.lab.tracing.recorder import Recorder


class RunProgress(NamedTuple):
    """The progress of a long run."""

    nodes: int
    """Nodes generated so far."""
    solutions: int
    """Solutions found so far."""
    seconds: float
    """Seconds since the start."""

    @property
    def nodes_per_second(self) -> float:
        """The speed so far."""
        return self.nodes / self.seconds if self.seconds else 0.0


OnRunProgress = Callable[[RunProgress], object]
_TELLING = 0.2
"""Seconds between two reports of progress."""


class Running(Search):
    """A search in progress, with its counters."""

    progress: OnRunProgress | None = None
    """Called about five times a second while it runs, if it is set before the start."""

    def _tell(self) -> Callable[[int, int], None] | None:
        """Return what to call with nodes and solutions now and then; None if nobody listens."""
        progress = self.progress
        if progress is None:
            return None
        started = told = time.perf_counter()

        def tell(nodes: int, solutions: int) -> None:
            nonlocal told
            now = time.perf_counter()
            if now - told >= _TELLING:
                told = now
                progress(RunProgress(nodes, solutions, now - started))

        return tell

    @property
    @abstractmethod
    def counts(self) -> Counts:
        """The current counters."""


class Method(ABC):
    """Something the lab can run: a row in its tables."""

    name: str
    """Its name in tables and on the command line: lower case, words joined by hyphens."""
    complete: bool = True
    """Whether it can prove that there is no (other) solution; a local search cannot."""
    enumerates: bool = True
    """Whether it can find every solution, each exactly once."""
    keeps: str | None = None
    """What its boards store: "candidates", "digits" alone, or a "filling" of every cell; None if it
    cannot be traced."""
    pace: str = "python"
    """What runs it: "python", "native", or "engine" for an engine's own code."""
    rule_types: ClassVar[frozenset[type[Rule]]] = frozenset()
    """Which basic rules it supports in addition to the houses of a layout."""

    @abstractmethod
    def start(self, puzzle: Puzzle, limit: Limit, seed: int) -> Running:
        """Start a run. The same seed always gives the same run."""

    def observe(self, puzzle: Puzzle, limit: Limit, seed: int, recorder: Recorder) -> Running:
        """Start a run that reports everything it does to a recorder."""
        raise self.untraceable()

    def untraceable(self) -> ArgumentError:
        """Return the error for a method that cannot be traced."""
        return ArgumentError(
            f"{self.name} cannot be traced; expected a strategy or a local search "
            "(see: nonet lab strategies)"
        )

    def supports(self, puzzle: Puzzle) -> bool:
        """Return whether the method supports a puzzle: any layout, and the rules it knows."""
        return puzzle.rule_types <= self.rule_types

    def require(self, puzzle: Puzzle) -> None:
        """Raise UnsupportedError with the reason, unless it supports the puzzle."""
        if self.supports(puzzle):
            return
        basic = (rule for rule in puzzle.rules for rule in rule.expand(puzzle.layout))
        unknown = [rule.name for rule in basic if type(rule) not in self.rule_types]
        found = f"the rule {unknown[0]}" if unknown else str(puzzle.layout)
        known = ", ".join(sorted(kind.__name__.lower() for kind in self.rule_types))
        rules = f"the rules {known}" if known else "no additional rules"
        raise UnsupportedError(f"{self.name} supports {rules}, found {found}")


@dataclass(frozen=True, slots=True)
class Run:
    """The outcome of one run of a method on a puzzle."""

    method: str
    puzzle: Puzzle
    status: Status
    solutions: tuple[Solution, ...]
    seconds: float
    seed: int
    counts: Counts
    stopped_by: str | None = None
    peak_memory: int | None = None
    pace: str = "python"
    """What ran it: "python", "native", or "engine" for an engine's own code."""

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
            "rules": format_rules(self.puzzle.rules, layout) or None,
            "seed": self.seed,
            "pace": self.pace,
            "status": self.status.word,
            "solution": str(self.solution) if self.solution else None,
            "stopped_by": self.stopped_by,
            "seconds": self.seconds,
            **self.counts.to_dict(),
            "peak_memory": self.peak_memory,
        }

    def _repr_html_(self) -> str:
        return hooks.draw_html(self)


class EngineMethod(Method):
    """An engine as one of the lab's methods."""

    pace = "engine"

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = f"engine-{engine.name}"

    def supports(self, puzzle: Puzzle) -> bool:
        """Return whether the engine supports the puzzle."""
        return self.engine.supports(puzzle)

    def require(self, puzzle: Puzzle) -> None:
        """Raise the engine's error, unless it supports the puzzle."""
        self.engine.require(puzzle)

    def start(self, puzzle: Puzzle, limit: Limit, seed: int) -> Running:
        """Start the engine; engines have no seed."""
        return _EngineRunning(self.engine, puzzle, limit)


class _EngineRunning(Running):
    """A search by an engine, as in `nonet.solve`, with its counters under the lab's names."""

    def __init__(self, engine: Engine, puzzle: Puzzle, limit: Limit) -> None:
        self._solve = partial(engine.solve, puzzle, limit)
        self._limit = limit

    @cached_property
    def _result(self) -> Result:
        return self._solve()

    @cached_property
    def _solutions(self) -> Iterator[Solution]:
        return iter(self._result.solutions)

    def __next__(self) -> Solution:
        return next(self._solutions)

    @property
    def exhausted(self) -> bool:
        enough = len(self._result.solutions) == self._limit.solutions
        return not enough and self._result.stopped_by is None

    @property
    def stopped_by(self) -> str | None:  # type: ignore[override]
        return self._result.stopped_by

    @property
    def counts(self) -> Counts:
        stats = self._result.stats
        return Counts(generated=stats.nodes, expanded=stats.guesses)


def puzzle_of(puzzle: Puzzle | str) -> Puzzle:
    """Return a puzzle, given as an object or as text."""
    if isinstance(puzzle, str):
        return parse_text(puzzle)
    if not isinstance(puzzle, Puzzle):
        raise ArgumentError(f"expected a puzzle or its text, found {puzzle!r}")
    return puzzle


def run_method(
    method: Method,
    puzzle: Puzzle,
    limit: Limit,
    seed: int,
    progress: OnRunProgress | None = None,
) -> Run:
    """Run a method once and collect the outcome."""
    method.require(puzzle)
    clock = limit.start()
    running = method.start(puzzle, limit, seed)
    if progress is not None:
        running.progress = progress
    return finish(method, running, puzzle, limit, seed, lambda: clock.seconds)


def finish(
    method: Method,
    running: Running,
    puzzle: Puzzle,
    limit: Limit,
    seed: int,
    elapsed: Callable[[], float],
) -> Run:
    """Finish a run and collect the outcome."""
    solutions = tuple(islice(running, limit.solutions))
    seconds = elapsed()
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
        pace=method.pace,
    )
