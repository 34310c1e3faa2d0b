"""How long do huge batches take, and what stops them? `python benchmarks/scale_simulation.py`.

Prints the tables of docs/scale.md. The first follows from what `scale_constants.py` measured; the
second simulates a scheduler that gives out one chunk at a time to workers that fail.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass
from typing import NamedTuple

DISPATCH = 0.0016
"""Seconds that Dask's scheduler takes for a task."""
RECORD, PLAN = 231, 22
"""Bytes of a chunk's record, and of its place in the manifest."""
CORES = (2, 64, 1024)
_NEVER = 1e12
CHUNK_SECONDS = 10
"""Long enough for a thousand workers: see `widest`."""


class Work(NamedTuple):
    """What a verb costs."""

    verb: str
    seconds: float
    """Processor time for a row, with reading and writing Parquet."""
    row_bytes: int
    """Bytes of a row in a shard."""

    @property
    def long_chunk(self) -> int:
        """Rows of a chunk that takes about ten seconds, rounded to one digit."""
        rows = CHUNK_SECONDS / self.seconds
        unit = 10 ** (len(str(int(rows))) - 1)
        return int(rows // unit * unit)


WORKS = (
    Work("solve", 1.25e-6, 59),
    Work("rate", 320e-6, 65),
    Work("explain", 165e-6, 63),
)


def widest(chunk_seconds: float) -> int:
    """Return how many workers a scheduler keeps busy: more of them wait for it."""
    return int(chunk_seconds / DISPATCH)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a simulated batch came to."""

    seconds: float
    chunks: int
    repeated: int

    def efficiency(self, workers: int, chunk_seconds: float) -> float:
        """Return the share of the workers' time that went into chunks that were kept."""
        return self.chunks * chunk_seconds / (self.seconds * workers)


def simulate(
    chunks: int,
    workers: int,
    chunk_seconds: float,
    *,
    dispatch: float = DISPATCH,
    failing_after: float = _NEVER,
    restart: float = 60.0,
    seed: int = 1,
) -> Outcome:
    """Run a batch on workers that fail now and then, which repeats the chunk they are working on.

    `failing_after` is the mean time between failures of one worker, `restart` how long it is gone.
    The scheduler gives out a chunk every `dispatch` seconds at most.
    """
    source = random.Random(seed)
    ready = [(0.0, worker) for worker in range(workers)]
    left, repeated, clock, end = chunks, 0, 0.0, 0.0
    while left:
        free, worker = heapq.heappop(ready)
        clock = max(clock, free) + dispatch
        failure = source.expovariate(1 / failing_after)
        if failure < chunk_seconds:
            repeated += 1
            heapq.heappush(ready, (clock + failure + restart, worker))
        else:
            left -= 1
            end = max(end, clock + chunk_seconds)
            heapq.heappush(ready, (clock + chunk_seconds, worker))
    return Outcome(end, chunks, repeated)


def costs() -> list[str]:
    """Return the table of hours, shards and bytes."""
    lines = [
        "| rows | verb | chunks of | "
        + " | ".join(f"{cores:,} cores" for cores in CORES)
        + " | shards | their size | records | manifest |",
        "|---|---|---:|" + "---:|" * (len(CORES) + 4),
    ]
    for power in (9, 12):
        for work in WORKS:
            rows, chunk = 10**power, work.long_chunk
            shards = -(-rows // chunk)
            chunk_seconds = chunk * work.seconds
            # Workers go through the chunks in rounds, but not faster than they are given out.
            figures = [
                _hours(max(-(-shards // cores) * chunk_seconds, shards * DISPATCH) / 3600)
                for cores in CORES
            ]
            sizes = [rows * work.row_bytes, shards * RECORD, shards * PLAN]
            cells = [f"10^{power}", work.verb, f"{chunk:,}", *figures, f"{shards:,}"]
            lines.append("| " + " | ".join([*cells, *map(_bytes, sizes)]) + " |")
    return lines


def failures() -> list[str]:
    """Return the table of simulated batches."""
    lines = [
        "| workers | seconds of a chunk | a worker fails every | efficiency | repeated chunks |",
        "|---:|---:|---|---:|---:|",
    ]
    for workers in CORES:
        for chunk_seconds in (0.5, CHUNK_SECONDS, 600):
            for hours in (None, 1):
                after = _NEVER if hours is None else hours * 3600.0
                number = 50 * workers
                found = simulate(number, workers, chunk_seconds, failing_after=after)
                share = found.efficiency(workers, chunk_seconds)
                often = "never" if hours is None else f"{hours} h"
                lost = found.repeated / number
                cells = [f"{workers:,}", f"{chunk_seconds:g}", often, f"{share:.0%}", f"{lost:.1%}"]
                lines.append("| " + " | ".join(cells) + " |")
    return lines


def _hours(hours: float) -> str:
    if hours < 1:
        return f"{hours * 60:.0f} min" if hours * 60 >= 1 else f"{hours * 3600:.0f} s"
    return f"{hours:,.1f} h" if hours < 72 else f"{hours / 24:,.0f} days"


def _bytes(number: float) -> str:
    """Return a size with two digits or more."""
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.1f} {unit}" if number < 10 else f"{number:.0f} {unit}"
        number /= 1000
    return f"{number:,.0f} TB"


if __name__ == "__main__":
    print("\n".join([*costs(), "", *failures()]))
