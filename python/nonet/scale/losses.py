"""Chunks whose workers end: given to others, then searched for the rows that are to blame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from nonet.core.errors import ArgumentError
from nonet.scale.chunk_work import StoppedError
from nonet.scale.clusters import Cluster, outcomes
from nonet.scale.job import ChunkRecord, Job
from nonet.scale.tasks import Outcome, Task


def records(where: Cluster, job: Job, todo: list[int]) -> Iterator[ChunkRecord]:
    """Yield the records of chunks; those that end their workers are tried in halves."""
    for is_first in (True, False):
        yield from _records(where, job, [one for one in todo if (one in where.first) is is_first])


def _records(where: Cluster, job: Job, todo: list[int]) -> Iterator[ChunkRecord]:
    again: list[Task] = []
    losses: Counter[Task] = Counter()
    searches: dict[int, _Search] = {}
    for outcome in outcomes(where, iter([Task(chunk) for chunk in todo]), again):
        task = outcome.task
        if outcome.error is not None and not outcome.is_lost:
            if not isinstance(outcome.error, StoppedError):
                raise outcome.error
            again.append(task)  # The cluster gave it up, but the batch goes on.
            continue
        if outcome.is_lost:
            losses[task] += 1
            if losses[task] < where.patience:
                again.append(task)
                continue
        if task.chunk in searches:
            again += searches[task.chunk].next(outcome)
        elif outcome.is_lost:
            found, number = job.place_of(task.chunk)
            searches[task.chunk] = _Search(task.chunk, found.rows_of(number))
            again += searches[task.chunk].start()
        if outcome.record is not None:
            yield outcome.record


@dataclass
class _Search:
    """The search for the rows of a chunk that end their worker, by halves.

    A worker that ends takes innocent tasks with it, so halves may be tried in vain; but the last
    word on a row, and on the chunk without its bad rows, is spoken while nothing else runs.
    """

    chunk: int
    rows: int
    bad: list[int] = field(default_factory=list)
    waiting: int = 0

    def start(self) -> list[Task]:
        """Return the tasks to begin with."""
        return self._halves(0, self.rows)

    def next(self, outcome: Outcome) -> list[Task]:
        """Return the tasks that follow from one that has ended."""
        tasks: list[Task] = []
        if outcome.task.rows is None:
            if outcome.is_lost:
                raise WorkerLostError(
                    f"chunk {self.chunk} ends its workers, though none of its other rows does "
                    "alone: use smaller chunks, or workers with more memory"
                )
            return tasks
        self.waiting -= 1
        start, end = outcome.task.rows
        if outcome.is_lost and end - start == 1:
            self.bad.append(start)
        elif outcome.is_lost:
            tasks = self._halves(start, end)
        if not self.waiting:
            tasks.append(Task(self.chunk, tuple(sorted(self.bad)), is_alone=True))
        return tasks

    def _halves(self, start: int, end: int) -> list[Task]:
        middle = (start + end) // 2
        parts = [part for part in ((start, middle), (middle, end)) if part[0] < part[1]]
        self.waiting += len(parts)
        return [Task(self.chunk, rows=part, is_alone=part[1] - part[0] == 1) for part in parts]


class WorkerLostError(ArgumentError):
    """Workers of a cluster end, and no row is to blame."""
