"""What a cluster is given to do, and what it comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from nonet.scale.chunk_work import run_chunk, try_rows
from nonet.scale.job import ChunkRecord, Job


class Task(NamedTuple):
    """A chunk to answer with some rows set aside, or rows of it to try."""

    chunk: int
    aside: tuple[int, ...] = ()
    rows: tuple[int, int] | None = None
    """The rows to try, without writing anything; None to answer the chunk."""
    is_alone: bool = False
    """Whether nothing else may run meanwhile: a worker that ends takes all of its tasks with it."""


class Outcome(NamedTuple):
    """What a task came to."""

    task: Task
    record: ChunkRecord | None
    error: BaseException | None
    """Why there is no record."""
    is_lost: bool = False
    """Whether the worker ended, rather than the work."""


Tell = Callable[[int, Counter[str]], object]
"""Gets the rows and statuses of a step, where the cluster can say that."""


def run_task(
    job: Job,
    task: Task,
    tell: Tell | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> ChunkRecord | None:
    """Run a task in a worker; it asks `is_stopped` at every step."""
    if task.rows is not None:
        try_rows(job, task.chunk, *task.rows, is_stopped)
        return None
    return run_chunk(job, task.chunk, task.aside, tell, is_stopped)
