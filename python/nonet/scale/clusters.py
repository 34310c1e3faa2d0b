"""Where chunks are answered: threads here, or a Dask or Ray cluster.

A cluster runs tasks and gives back what each came to, in any order. Only the job, the number of a
chunk and its record travel; workers read and write the files themselves.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Protocol

from nonet.core.errors import ArgumentError, NonetError
from nonet.native import thread_count
from nonet.scale.apart import ProcessEndedError, can_run_apart, run_apart
from nonet.scale.arguments import wrong
from nonet.scale.dask_cluster import DaskCluster
from nonet.scale.job import ChunkRecord, Job
from nonet.scale.ray_cluster import RayCluster
from nonet.scale.storage import shown_address, without_secrets
from nonet.scale.tasks import Outcome, Task, Tell, run_task

_POLL = 0.2
"""Seconds between two looks at Ctrl-C."""
_PATIENCE = 2.0
"""Seconds to wait for threads to stop."""


class Cluster(Protocol):
    """Runs tasks."""

    name: str
    dashboard: str | None
    """The address of a page that shows the cluster at work."""
    patience: int
    """How many workers a task may end before its rows are tried in halves."""
    first: frozenset[int]
    """Chunks to finish before any other begins."""

    @property
    def width(self) -> int:
        """How many tasks to give it at a time."""

    def submit(self, task: Task) -> None:
        """Start a task."""

    def next(self, seconds: float) -> Outcome | None:
        """Return a finished task; None if there is none after so many seconds."""

    def close(self) -> None:
        """Cancel what is running, and let go of the cluster."""


class LocalCluster:
    """Threads of this process. The core uses every core for the rows of a step.

    There is one more thread than cores, so that none is idle while a thread waits for the disk.
    Suspects are chunks that a run was working on when it was killed or crashed: each is answered in
    a process of its own, in case one of its rows was the reason. They come first: another chunk
    might end this process before they are finished.
    """

    name = "local"
    dashboard: str | None = None
    patience = 1

    def __init__(
        self, job: Job, tell: Tell | None = None, suspects: frozenset[int] = frozenset()
    ) -> None:
        self._job = job
        self._tell = tell
        self.first = suspects if can_run_apart(job) else frozenset()
        self._stopped = threading.Event()
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._outcomes: SimpleQueue[Outcome] = SimpleQueue()
        self._width = thread_count(None) + 1
        # A step of hard puzzles may take long: nobody waits for daemons when the program ends.
        self._threads = [
            threading.Thread(target=self._work, name=f"nonet-batch-{number}", daemon=True)
            for number in range(self._width)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def width(self) -> int:
        """As many tasks as threads."""
        return self._width

    def submit(self, task: Task) -> None:
        """Start a task."""
        self._tasks.put(task)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                self._outcomes.put(Outcome(task, self._run(task), None))
            except ProcessEndedError as error:
                self._outcomes.put(Outcome(task, None, error, is_lost=True))
            except BaseException as error:
                self._outcomes.put(Outcome(task, None, error))

    def _run(self, task: Task) -> ChunkRecord | None:
        if task.chunk not in self.first:
            return run_task(self._job, task, self._tell, self._stopped.is_set)
        record = run_apart(self._job, task, self._stopped.is_set)
        if record is not None and self._tell is not None:
            self._tell(record.rows, Counter(record.statuses))
        return record

    def next(self, seconds: float) -> Outcome | None:
        """Return a finished task."""
        try:
            return self._outcomes.get(timeout=seconds)
        except Empty:
            return None

    def close(self) -> None:
        """Stop all threads at their next step, and wait for them, though not for long."""
        self._stopped.set()
        patience = time.monotonic() + _PATIENCE
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join(max(0.0, patience - time.monotonic()))


def check_cluster(name: str | None) -> tuple[str, str | None]:
    """Return the kind of a cluster and its address; ArgumentError if there is no such kind."""
    if not isinstance(name, str | None):
        raise wrong("cluster", "a text such as dask or ray=ADDRESS", name)
    kind, _, address = (name or "local").partition("=")
    if kind not in ("local", "dask", "ray") or (kind == "local" and address):
        found = f"{kind}={shown_address(address)}" if address else kind
        raise ArgumentError(
            f"cluster: expected local, dask, ray, dask=ADDRESS or ray=ADDRESS, found {found!r:.60}"
        )
    return kind, address or None


def connect(
    name: str | None, job: Job, tell: Tell | None, suspects: frozenset[int] = frozenset()
) -> Cluster:
    """Return a cluster: local, dask, ray, or `dask=ADDRESS` or `ray=ADDRESS`.

    Workers of Dask and Ray are processes of their own, so suspects are nothing special there.
    """
    kind, address = check_cluster(name)
    if kind == "local":
        return LocalCluster(job, tell, suspects)
    place = shown_address(address or "")
    what = f"reach the {kind} cluster at {place}" if place else f"start a {kind} cluster"
    try:
        return DaskCluster(job, address) if kind == "dask" else RayCluster(job, address)
    except NonetError:
        raise
    except Exception as error:  # Dask and Ray have no errors of their own for a bad address.
        problem = " ".join(str(error).split()) or type(error).__name__
        said = without_secrets(problem, address) if address else problem
        raise ArgumentError(f"cannot {what}: {said}") from None


def outcomes(cluster: Cluster, tasks: Iterator[Task], again: list[Task]) -> Iterator[Outcome]:
    """Yield what tasks come to; those put into `again` meanwhile are run as well.

    The cluster never has more tasks than it is wide, so a stop loses little.
    """
    running = 0
    is_alone = False
    while True:
        while not is_alone and running < cluster.width:
            task = again.pop(0) if again else next(tasks, None)
            if task is None:
                break
            if task.is_alone and running:
                again.insert(0, task)
                break
            cluster.submit(task)
            running += 1
            is_alone = task.is_alone
        if not running:
            return
        outcome = cluster.next(_POLL)
        if outcome is not None:
            running -= 1
            is_alone = False
            yield outcome
