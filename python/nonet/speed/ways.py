"""Ways of solving many puzzles, each with its own clock, and permuted copies to solve."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.api import solve
from nonet.core.errors import DisagreementError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Result
from nonet.core.rules import Rule
from nonet.engines.agreement import DECIDED
from nonet.engines.base import Engine
from nonet.symmetry import Cells, random_copies


@dataclass(frozen=True, slots=True)
class Pool:
    """The puzzles and their permuted copies."""

    cells: Cells
    board: Puzzle
    seed: int

    def draw(self, size: int, *path: int) -> Cells:
        """Return a number of permuted copies; each path gives different ones."""
        return next(self.laps(size, size, *path))

    def laps(self, total: int, size: int, *path: int) -> Iterator[Cells]:
        """Yield permuted copies in laps of similar size, every puzzle equally often.

        The order is shuffled, so the part of a pass that a slow engine finishes is a fair sample.
        """
        random = np.random.default_rng([self.seed, *path])
        copies = -(-total // len(self.cells))
        order = random.permutation(np.tile(np.arange(len(self.cells)), copies))[:total]
        for lap in np.array_split(order, max(1, round(total / size))):
            seed = int(random.integers(1 << 32))
            yield self._copies(self.cells[lap], seed)

    def _copies(self, cells: Cells, seed: int) -> Cells:
        """Return permuted copies; with rules, which may not be symmetric, only shuffled rows."""
        if self.board.rules:
            return np.random.default_rng(seed).permutation(cells)
        return random_copies(cells, seed=seed, layout=self.board.layout)

    def puzzles(self, rows: Cells) -> list[Puzzle]:
        """Return rows as puzzles."""
        layout, rules = self.board.layout, self.board.rules
        return [Puzzle(row.tobytes(), layout, rules=rules) for row in rows]


@dataclass(frozen=True, slots=True)
class Lap:
    """The result of one timed call."""

    seconds: float
    status: NDArray[np.uint8]
    guesses: int | None
    solutions: Callable[[], list[tuple[Solution, ...]]]

    @property
    def undecided(self) -> int:
        """The number of puzzles that ran out of time."""
        return int((~np.isin(self.status, DECIDED)).sum())


class Way(ABC):
    """A way of solving: an engine, and how it is called."""

    engine: str
    how: str

    @abstractmethod
    def run(self, rows: Cells, pool: Pool, limit: Limit, seconds: float) -> Lap:
        """Solve rows until the seconds are over; only solving is timed."""


@dataclass(frozen=True)
class Batch(Way):
    """All puzzles in one call of the native core."""

    solver: Engine
    how: str
    path: str | None = None
    threads: int = 1

    @property
    def engine(self) -> str:  # type: ignore[override]
        """The name of the engine."""
        return self.solver.name

    def run(self, rows: Cells, pool: Pool, limit: Limit, seconds: float) -> Lap:
        """Solve all, however long that takes: batches are small enough."""
        started = time.perf_counter()
        solved = self.solver.solve_rows(
            rows, pool.board, limit, threads=self.threads, path=self.path
        )
        took = time.perf_counter() - started

        def solutions() -> list[tuple[Solution, ...]]:
            layout, found = pool.board.layout, solved.solutions
            return [(Solution(row.tobytes(), layout),) if row.all() else () for row in found]

        return Lap(took, solved.status, int(solved.guesses.sum(dtype=np.uint64)), solutions)


@dataclass(frozen=True)
class OneByOne(Way):
    """One call per puzzle: of the engine, or of `nonet.solve`, which reads text first."""

    engine: str
    how: str
    solve: Callable[..., Result]
    from_text: bool = False

    def run(self, rows: Cells, pool: Pool, limit: Limit, seconds: float) -> Lap:
        """Solve puzzle by puzzle; an exception counts as the answer to that puzzle."""
        puzzles = pool.puzzles(rows)
        given: list[Any] = [str(puzzle) for puzzle in puzzles] if self.from_text else puzzles
        results: list[Result] = []
        clock = time.perf_counter
        call = self.solve
        if self.from_text:
            call = partial(self.solve, layout=pool.board.layout, rules=pool.board.rules)
        started = clock()
        try:
            for puzzle in given:
                results.append(call(puzzle, limit))
                if clock() - started >= seconds:
                    break
        except Exception as error:
            problem = f"engine {self.engine} failed: {type(error).__name__}: {error}"
            raise DisagreementError(puzzles[len(results)], (self.engine,), problem) from error
        took = clock() - started
        guesses = [result.stats.guesses for result in results]
        return Lap(
            took,
            np.array([result.status for result in results], dtype=np.uint8),
            None if None in guesses else sum(guess or 0 for guess in guesses),
            lambda: [result.solutions for result in results],
        )


def ways_of(engines: Sequence[Engine], threads: int) -> list[Way]:
    """Return the rows of the table: batches first, then one by one, in the order of engines."""
    batches: list[Way] = []
    singly: list[Way] = []
    for engine in engines:
        best = native.simd_path() if engine.paths else None
        if engine.has_native_rows and threads > 1:
            how = f"{best}, {threads} threads" if best else f"{threads} threads"
            batches.append(Batch(engine, how, best, threads))
        slower = [path for path in reversed(engine.paths) if path != best]
        for path in (best, *slower) if best else ():
            batches.append(Batch(engine, f"{path}, 1 thread", path))
        if engine.has_native_rows and not engine.paths:
            batches.append(Batch(engine, "1 thread"))
        if engine.paths:
            singly.append(OneByOne(engine.name, "nonet.solve each", _solve_with(engine), True))
        else:
            singly.append(OneByOne(engine.name, "one by one", engine.solve))
    return batches + singly


def _solve_with(engine: Engine) -> Callable[..., Result]:
    return partial(_solve_text, engine)


def _solve_text(
    engine: Engine, text: str, limit: Limit, layout: Layout, rules: tuple[Rule, ...]
) -> Result:
    return solve(text, limit=limit, engine=engine, layout=layout, rules=rules)
