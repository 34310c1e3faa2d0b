"""Rows of the table: each is one way of solving, validated, then timed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

import numpy as np

from nonet import native
from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.engines.base import Engine
from nonet.engines.roster import all_engines
from nonet.speed.validation import Known, validate
from nonet.speed.ways import Lap, Pool, Way, ways_of
from nonet.symmetry import Cells

BASE = "reference"
"""The engine that the others are compared with: pure Python, for every layout."""

_SAMPLE = 1000
"""The maximum number of puzzles to validate."""
_SPAN = 0.1
"""Seconds that one timed call should take, if a row has four times that."""
_MOST = 1 << 16
"""The maximum number of permuted copies in a batch, which are held in memory."""
_WAIT = 3
"""The factor by which a row may exceed its seconds in total; permuting puzzles takes longer than
`lanes` takes to solve them."""

OnMeasured: TypeAlias = "Callable[[str, int, float], None]"
"""Called with what is being measured, how many puzzles were finished, and the share of time."""


@dataclass(frozen=True, slots=True)
class Row:
    """One way of solving, measured.

    `puzzles` were timed in `seconds` and `passes`; `undecided` of them ran out of time.
    `per_second` is the best pass and counts decided puzzles only; `guesses` is the mean, or None if
    the engine does not count them.
    """

    engine: str
    how: str
    puzzles: int
    undecided: int
    passes: int
    seconds: float
    per_second: float
    guesses: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data."""
        return asdict(self)


def commonest(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles with the most common layout and rules; the first if there is a tie."""
    counts = Counter((puzzle.layout, puzzle.rules) for puzzle in puzzles)
    board = max(counts, key=counts.__getitem__, default=None)
    return [puzzle for puzzle in puzzles if (puzzle.layout, puzzle.rules) == board]


def measure(
    puzzles: Sequence[Puzzle],
    *,
    engines: Sequence[Engine] | None = None,
    threads: int | None = None,
    seconds: float = 1.0,
    seed: int = 1,
    progress: OnMeasured | None = None,
) -> Iterator[Row]:
    """Measure the engines on puzzles of one layout; yield each row when it is finished.

    >>> import nonet
    >>> engines = [nonet.engine_named("dlx")]
    >>> for row in measure([nonet.parse("...4..1.2.4..3..")], engines=engines, seconds=0.2):
    ...     print(row.engine, row.how, row.undecided)
    dlx one by one 0

    By default, all engines that support the layout are measured. `seconds` applies to each row and
    to each puzzle, so an endless one ends as undecided. DisagreementError names the puzzle.
    """
    if not Limit(seconds=seconds).seconds:
        raise ArgumentError(f"seconds: expected a number above 0, found {seconds!r}")
    if not puzzles:
        raise ArgumentError("expected at least one puzzle, found none")
    first = puzzles[0]
    if any((p.layout, p.rules) != (first.layout, first.rules) for p in puzzles):
        raise ArgumentError("expected puzzles with the same layout and rules, found several")
    board = Puzzle(bytes(first.layout.cell_count), first.layout, rules=first.rules)
    if engines is None:
        engines = [engine for engine in all_engines() if engine.supports(board)]
    for engine in engines:
        engine.require(board)
    cells = np.frombuffer(b"".join(puzzle.cells for puzzle in puzzles), dtype=np.uint8)
    pool = Pool(cells.reshape(len(puzzles), -1), board, seed)
    ways = enumerate(ways_of(engines, native.thread_count(threads)), start=1)
    tell = progress or _tell_nobody
    return _measure([_Trial(number, way, pool, seconds, tell) for number, way in ways], pool)


def compare(rows: Sequence[Row]) -> tuple[str, list[float | None]]:
    """Return what the rows are compared with, and how many times as fast each is.

    That is the reference engine or, if it was not measured, the slowest row.
    """
    base = min(
        (row for row in rows if row.per_second),
        key=lambda row: (row.engine != BASE, row.per_second),
        default=None,
    )
    if base is None:
        return "slowest", [None] * len(rows)
    name = BASE if base.engine == BASE else "slowest"
    return name, [row.per_second / base.per_second for row in rows]


def _tell_nobody(title: str, puzzles: int, share: float) -> None:
    return None


def _measure(trials: list[_Trial], pool: Pool) -> Iterator[Row]:
    sample = pool.draw(min(len(pool.cells), _SAMPLE), 0)
    known = [Known() for _ in sample]
    for trial in trials:
        trial.validate(sample, known)
        yield trial.time(trial.fitting_size())


@dataclass(frozen=True, slots=True)
class _Trial:
    """A row to measure: its number, which seeds its permutations, and its limits."""

    number: int
    way: Way
    pool: Pool
    seconds: float
    progress: OnMeasured

    def validate(self, sample: Cells, known: list[Known]) -> None:
        """Compare and verify the answers to a sample, as many as there is time for."""
        self.tell(0, 0.0)
        lap = self.run(sample, self.seconds)
        puzzles = self.pool.puzzles(sample[: len(lap.status)])
        validate(self.way.engine, puzzles, lap.status.tolist(), lap.solutions(), known)

    def fitting_size(self) -> int:
        """Return how many puzzles take long enough to time, and not much longer."""
        size, span = 1, min(_SPAN, self.seconds / 4)
        while size < _MOST:
            lap = self.run(self.pool.draw(size, self.number, 0, size), span)
            if lap.seconds >= span / 2:
                break
            size *= 2
        return size

    def time(self, size: int) -> Row:
        """Solve new permuted copies of all puzzles, as often as there is time for."""
        count = len(self.pool.cells)
        total = -(-max(size, count) // count) * count
        tally = _Tally()
        end = time.perf_counter() + _WAIT * self.seconds
        while tally.seconds < self.seconds and time.perf_counter() < end:
            before = tally.seconds, tally.puzzles, tally.undecided
            for rows in self.pool.laps(total, size, self.number, tally.passes + 1):
                lap = self.run(rows, self.seconds - tally.seconds)
                tally.add(lap)
                self.tell(len(lap.status), tally.seconds / self.seconds)
                if tally.seconds >= self.seconds:
                    break
            tally.end_pass(*before, total)
        return tally.row(self.way)

    def run(self, rows: Cells, seconds: float) -> Lap:
        """Solve rows, each puzzle within the row's seconds, until a time is over."""
        return self.way.run(rows, self.pool, Limit(seconds=self.seconds), seconds)

    def tell(self, puzzles: int, share: float) -> None:
        """Report progress."""
        self.progress(f"{self.way.engine}, {self.way.how}", puzzles, min(1.0, share))


@dataclass(slots=True)
class _Tally:
    """The results of the passes of one row."""

    seconds: float = 0.0
    puzzles: int = 0
    undecided: int = 0
    guesses: int | None = 0
    passes: int = 0
    rates: list[float] = field(default_factory=list)

    def add(self, lap: Lap) -> None:
        """Add the result of one lap."""
        self.seconds += lap.seconds
        self.puzzles += len(lap.status)
        self.undecided += lap.undecided
        if self.guesses is not None:
            self.guesses = None if lap.guesses is None else self.guesses + lap.guesses

    def end_pass(self, seconds: float, puzzles: int, undecided: int, total: int) -> None:
        """Record the rate since these counts; a pass that was cut short counts only if it is first.

        It may have had only easy puzzles, and would unfairly be the best.
        """
        self.passes += 1
        done = self.puzzles - puzzles
        if done == total or not self.rates:
            decided = done - (self.undecided - undecided)
            self.rates.append(decided / max(self.seconds - seconds, 1e-9))

    def row(self, way: Way) -> Row:
        """Return the row."""
        guesses = None if self.guesses is None else self.guesses / max(self.puzzles, 1)
        return Row(
            engine=way.engine,
            how=way.how,
            puzzles=self.puzzles,
            undecided=self.undecided,
            passes=self.passes,
            seconds=self.seconds,
            per_second=max(self.rates),
            guesses=guesses,
        )
