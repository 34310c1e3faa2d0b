"""Where chunks are answered: threads here, or a Dask or Ray cluster.

A cluster runs tasks and gives back what each came to, in any order. Only the job, the number of a
chunk and its record travel; workers read and write the files themselves.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

from nonet.core.errors import ArgumentError
from nonet.native import thread_count
from nonet.scale.chunk_work import Job, Record, run_chunk, try_rows

_POLL = 0.2
"""Seconds between two looks at Ctrl-C."""
_PATIENCE = 2.0
"""Seconds to wait for threads to stop."""


class Task(NamedTuple):
    """A chunk to answer with some rows set aside, or rows of it to try."""

    chunk: int
    aside: tuple[int, ...] = ()
    rows: tuple[int, int] | None = None
    """The rows to try, without writing anything; None to answer the chunk."""


class Outcome(NamedTuple):
    """What a task came to."""

    task: Task
    record: Record | None
    error: BaseException | None
    """Why there is no record."""
    is_lost: bool = False
    """Whether the worker ended, rather than the work."""


Tell = Callable[[int, Counter[str]], object]
"""Gets the rows and statuses of a step, where the cluster can say that."""


class Cluster(Protocol):
    """Runs tasks."""

    name: str
    dashboard: str | None
    """The address of a page that shows the cluster at work."""
    patience: int
    """How many workers a task may end before its rows are tried in halves."""

    @property
    def width(self) -> int:
        """How many tasks to give it at a time."""

    def submit(self, task: Task) -> None:
        """Start a task."""

    def next(self, seconds: float) -> Outcome | None:
        """Return a finished task; None if there is none after so many seconds."""

    def close(self) -> None:
        """Cancel what is running, and let go of the cluster."""


def run_task(job: Job, task: Task) -> Record | None:
    """Run a task in a worker."""
    if task.rows is not None:
        try_rows(job, task.chunk, *task.rows)
        return None
    return run_chunk(job, task.chunk, task.aside)


class LocalCluster:
    """Threads of this process. The core uses every core for the rows of a step.

    While one thread reads or writes, another one's rows are solved, so there are two of them. A
    path is explained in Python, where a second thread would only get in the way.
    """

    name = "local"
    dashboard: str | None = None
    patience = 1

    def __init__(self, job: Job, tell: Tell | None = None) -> None:
        self._job = job
        self._tell = tell
        self._stopped = threading.Event()
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._outcomes: SimpleQueue[Outcome] = SimpleQueue()
        self._width = 1 if job.verb == "explain" else max(2, thread_count(None))
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
            except BaseException as error:
                self._outcomes.put(Outcome(task, None, error))

    def _run(self, task: Task) -> Record | None:
        if task.rows is not None:
            return run_task(self._job, task)
        return run_chunk(self._job, task.chunk, task.aside, self._tell, self._stopped.is_set)

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


class DaskCluster:
    """A Dask cluster: a local one, or the scheduler at an address."""

    name = "dask"
    patience = 1  # The scheduler has tried it three times already, unless told otherwise.

    def __init__(self, job: Job, address: str | None) -> None:
        distributed = _load("dask.distributed", "dask")
        self._wait, self._timeout = distributed.wait, distributed.TimeoutError
        self._killed = (distributed.KilledWorker,)
        self._client = distributed.Client(address) if address else _local_dask(distributed)
        self.dashboard: str | None = self._client.dashboard_link
        self._job = job
        self._running: dict[Any, Task] = {}

    @property
    def width(self) -> int:
        """Two tasks for each thread of the cluster: one at work, one waiting."""
        threads: int = sum(self._client.nthreads().values())
        return max(2, 2 * threads)

    def submit(self, task: Task) -> None:
        """Start a task."""
        # The job travels with each task: what is scattered is lost with the workers that hold it.
        future = self._client.submit(run_task, self._job.only(task.chunk), task, pure=False)
        self._running[future] = task

    def next(self, seconds: float) -> Outcome | None:
        """Return a finished task."""
        try:
            done = self._wait(list(self._running), seconds, "FIRST_COMPLETED").done
        except (self._timeout, TimeoutError):
            return None
        for future in done:
            task = self._running.pop(future)
            error = future.exception()
            if error is None:
                return Outcome(task, future.result(), None)
            return Outcome(task, None, error, isinstance(error, self._killed))
        return None

    def close(self) -> None:
        """Cancel what is running; a local cluster ends, another one stays."""
        self._client.cancel(list(self._running))
        self._client.close()


def _local_dask(distributed: Any) -> Any:
    cluster = distributed.LocalCluster(
        n_workers=thread_count(None), threads_per_worker=1, dashboard_address="127.0.0.1:0"
    )
    client = distributed.Client(cluster)
    closing = client.close

    def close() -> None:
        closing()
        cluster.close()

    client.close = close
    return client


class RayCluster:
    """A Ray cluster: a local one, or the one at an address. Only its tasks are used."""

    name = "ray"
    patience = 3

    def __init__(self, job: Job, address: str | None) -> None:
        self._ray = ray = _load("ray", "ray")
        self._is_own = not ray.is_initialized()
        if self._is_own:
            context = ray.init(address=address, log_to_driver=False, logging_level="error")
            url = getattr(context, "dashboard_url", None)
        else:
            url = None
        self.dashboard: str | None = f"http://{url}" if url else None
        self._job = job
        self._run = ray.remote(max_retries=0)(run_task)
        self._running: dict[Any, Task] = {}

    @property
    def width(self) -> int:
        """Two tasks for each core of the cluster: one at work, one waiting."""
        return max(2, 2 * int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, task: Task) -> None:
        """Start a task."""
        self._running[self._run.remote(self._job.only(task.chunk), task)] = task

    def next(self, seconds: float) -> Outcome | None:
        """Return a finished task."""
        done, _ = self._ray.wait(list(self._running), timeout=seconds)
        errors = self._ray.exceptions
        for future in done:
            task = self._running.pop(future)
            try:
                return Outcome(task, self._ray.get(future), None)
            except errors.RayTaskError as error:
                return Outcome(task, None, error.cause)
            except errors.RayError as error:
                return Outcome(task, None, error, is_lost=True)
        return None

    def close(self) -> None:
        """Cancel what is running; a local cluster ends, another one stays."""
        for future in self._running:
            self._ray.cancel(future, force=True)
        if self._is_own:
            self._ray.shutdown()


def _load(module: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ArgumentError(
            f"a {extra} cluster needs more packages: pip install 'nonet[{extra}]'"
        ) from None


def connect(name: str | None, job: Job, tell: Tell | None) -> Cluster:
    """Return a cluster: local, dask, ray, or `dask=ADDRESS` or `ray=ADDRESS`."""
    kind, _, address = (name or "local").partition("=")
    if kind == "local" and not address:
        return LocalCluster(job, tell)
    try:
        if kind == "dask":
            return DaskCluster(job, address or None)
        if kind == "ray":
            return RayCluster(job, address or None)
    except (OSError, ConnectionError, TimeoutError) as error:
        raise ArgumentError(f"cannot reach the {kind} cluster at {address}: {error}") from None
    raise ArgumentError(
        f"cluster: expected local, dask, ray, dask=ADDRESS or ray=ADDRESS, found {name!r:.60}"
    )


def outcomes(cluster: Cluster, tasks: Iterator[Task], again: list[Task]) -> Iterator[Outcome]:
    """Yield what tasks come to; those put into `again` meanwhile are run as well.

    The cluster never has more tasks than it is wide, so a stop loses little.
    """
    running = 0
    while True:
        while running < cluster.width:
            task = again.pop() if again else next(tasks, None)
            if task is None:
                break
            cluster.submit(task)
            running += 1
        if not running:
            return
        outcome = cluster.next(_POLL)
        if outcome is not None:
            running -= 1
            yield outcome
