"""Where chunks are answered: threads here, or a Dask or Ray cluster.

A cluster runs tasks and gives back what each came to, in any order. Only the job, the number of a
chunk and its record travel; workers read and write the files themselves.
"""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from nonet.core.errors import ArgumentError, NonetError
from nonet.native import thread_count
from nonet.scale.apart import ProcessEndedError, can_run_apart, run_apart
from nonet.scale.arguments import wrong
from nonet.scale.chunk_work import ChunkRecord, Job
from nonet.scale.storage import shown_address, without_secrets
from nonet.scale.tasks import Outcome, Task, Tell, run_task

_POLL = 0.2
"""Seconds between two looks at Ctrl-C."""
_PATIENCE = 2.0
"""Seconds to wait for threads to stop."""
_LOOK = 1.0
"""Seconds between two looks at the workers of a cluster."""
_FETCH = 5.0
"""Seconds to wait for the record of a finished chunk."""
_KNOCK = 20.0
"""Seconds to wait for a Ray cluster to accept a connection."""
_WITHOUT_WORKERS = 120.0
"""Seconds that a cluster of this process may be without workers."""
RESUME = "run the same batch again to resume"


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


class _Width:
    """How many tasks to give a cluster: two for each core, one at work and one waiting.

    Workers come and go, but asking for them at every task would keep the scheduler busy.
    """

    def __init__(self, count_cores: Callable[[], float]) -> None:
        self._count_cores = count_cores
        self._tasks = 0
        self._next = 0.0

    def now(self) -> int:
        if time.monotonic() >= self._next:
            self._tasks = max(2, 2 * int(self._count_cores()))
            self._next = time.monotonic() + _LOOK
        return self._tasks


class DaskCluster:
    """A Dask cluster: a local one, or the scheduler at an address."""

    name = "dask"
    first: frozenset[int] = frozenset()
    patience = 1  # The scheduler has tried it three times already, unless told otherwise.

    def __init__(self, job: Job, address: str | None) -> None:
        distributed = _load("dask.distributed", "dask")
        self._killed = (distributed.KilledWorker,)
        self._own = None if address else _OwnDask(distributed)
        self._client = distributed.Client(self._own.cluster if self._own else address)
        self.dashboard: str | None = shown_address(self._client.dashboard_link)
        self._job = job
        self._running: dict[Any, Task] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._width = _Width(lambda: sum(self._client.nthreads().values()))

    @property
    def width(self) -> int:
        """Two tasks for each thread of the cluster."""
        with _reaching_dask():
            return self._width.now()

    def submit(self, task: Task) -> None:
        """Start a task."""
        # The job travels with each task: what is scattered is lost with the workers that hold it.
        job = self._job.only(task.chunk)
        with _reaching_dask():
            future = self._client.submit(run_task_on_dask, job, task, pure=False)
        self._running[future] = task
        future.add_done_callback(self._done.put)

    def next(self, seconds: float) -> Outcome | None:
        """Return a finished task."""
        if self._own is not None:
            self._own.keep_workers()
        try:
            future = self._done.get(timeout=seconds)
        except Empty:
            return None
        record = None
        with _reaching_dask():
            try:
                error = future.exception(_FETCH)
                record = future.result(_FETCH) if error is None else None
            except TimeoutError:
                # The record was lost with its worker, so that the chunk is answered again.
                self._done.put(future)
                return None
            except self._killed as killed:
                error = killed
        if error is not None and not isinstance(self._job.verb, str) and _is_unknown(error):
            error = ClusterFaultError(
                "the Dask cluster cannot load the function: install its module on the scheduler "
                f"and the workers, or define it in the script itself ({error.__cause__ or error})"
            )
        return Outcome(self._running.pop(future), record, error, isinstance(error, self._killed))

    def close(self) -> None:
        """Cancel what is running; a local cluster ends, another one stays."""
        if self._client.status == "running":
            self._client.cancel(list(self._running))
        self._client.close()
        if self._own is not None:
            self._own.close()


def _is_unknown(error: BaseException) -> bool:
    """Return whether a task could not be loaded because a module or a name is missing there."""
    missing = (ImportError, AttributeError)  # Dask raises its own error from these.
    return isinstance(error, ModuleNotFoundError) or (
        isinstance(error, RuntimeError) and isinstance(error.__cause__, missing)
    )


@contextmanager
def _reaching_dask() -> Iterator[None]:
    """Say that the scheduler is lost: its futures are cancelled then, or it does not answer."""
    try:
        yield
    except (OSError, CancelledError):
        raise ClusterLostError(f"the connection to the Dask scheduler is lost; {RESUME}") from None


_OWN_DASK = {
    # Dask has its workers return memory at once; every step would ask for it again, which makes
    # solving slower. Without these two, glibc would fall back to returning large pieces.
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 1 << 28,
    "distributed.nanny.pre-spawn-environ.MALLOC_MMAP_THRESHOLD_": 1 << 25,
    # A row to blame is searched with several tasks, each of which would end four workers.
    "distributed.scheduler.allowed-failures": 1,
    "distributed.deploy.lost-worker-timeout": "5s",
}


class _OwnDask:
    """A Dask cluster of this process.

    Its nannies replace workers that end, but not one that ends before the nanny knows that it has
    started, as a row can make it do. Dask gives such a worker up after a while, for good.
    """

    def __init__(self, distributed: Any) -> None:
        self._size = thread_count(None)
        self._settings = import_module("dask").config.set(_OWN_DASK)
        self._last_seen = self._next = time.monotonic()
        try:
            self.cluster = distributed.LocalCluster(
                n_workers=self._size, threads_per_worker=1, dashboard_address="127.0.0.1:0"
            )
        except BaseException:
            self._settings.__exit__(None, None, None)
            raise

    def keep_workers(self) -> None:
        """Replace workers that were given up; ClusterLostError if none comes back."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _LOOK
        if self.cluster.scheduler.workers:
            self._last_seen = now
        elif now - self._last_seen > _WITHOUT_WORKERS:
            raise ClusterLostError(
                f"the Dask cluster has had no workers for {_WITHOUT_WORKERS:.0f} seconds, and "
                f"new ones do not start; {RESUME}"
            )
        if len(self.cluster.workers) < self._size:
            self.cluster.scale(self._size)

    def close(self) -> None:
        """End the cluster."""
        try:
            self.cluster.close()
        finally:
            self._settings.__exit__(None, None, None)


def run_task_on_dask(job: Job, task: Task) -> ChunkRecord | None:
    """Run a task in a Dask worker, until nobody wants it any more."""
    worker = _load("dask.distributed", "dask").get_worker()
    key = worker.get_current_task()

    def is_stopped() -> bool:
        found = worker.state.tasks.get(key)
        return found is None or found.state == "cancelled"

    return run_task(job, task, None, is_stopped)


class RayCluster:
    """A Ray cluster: a local one, or the one at an address. Only its tasks are used."""

    name = "ray"
    first: frozenset[int] = frozenset()
    patience = 3
    lost = ("WorkerCrashedError", "NodeDiedError", "LocalRayletDiedError", "OutOfMemoryError")
    """Errors that mean a lost worker; all others are faults of the cluster, not of a row."""

    def __init__(self, job: Job, address: str | None) -> None:
        self._ray = ray = _load("ray", "ray")
        self._is_own = not ray.is_initialized()
        if self._is_own:
            _knock(address)
            # Without an address, Ray would join RAY_ADDRESS, or a cluster that it finds here.
            context = ray.init(
                address=address or "local", log_to_driver=False, logging_level="error"
            )
            url = getattr(context, "dashboard_url", None)
        else:
            url = None
        self.dashboard: str | None = f"http://{url}" if url else None
        self._job = job
        self._run = ray.remote(max_retries=0)(run_task)
        self._running: dict[Any, Task] = {}
        self._width = _Width(lambda: ray.cluster_resources().get("CPU", 1))

    @property
    def width(self) -> int:
        """Two tasks for each core of the cluster."""
        return self._width.now()

    def submit(self, task: Task) -> None:
        """Start a task."""
        self._running[self._run.remote(self._job.only(task.chunk), task)] = task

    def next(self, seconds: float) -> Outcome | None:
        """Return a finished task."""
        done, _ = self._ray.wait(list(self._running), timeout=seconds)
        errors = self._ray.exceptions
        lost = tuple(getattr(errors, name) for name in self.lost)
        for future in done:
            task = self._running.pop(future)
            try:
                return Outcome(task, self._ray.get(future), None)
            except errors.RayTaskError as error:
                return Outcome(task, None, error.cause)
            except lost as error:
                return Outcome(task, None, error, is_lost=True)
            except errors.RayError as error:
                return Outcome(task, None, ClusterFaultError(_described(error)))
        return None

    def close(self) -> None:
        """Cancel what is running; a local cluster ends, another one stays."""
        for future in self._running:
            self._ray.cancel(future, force=True)
        if self._is_own:
            self._ray.shutdown()


def _knock(address: str | None) -> None:
    """Raise OSError if nobody listens at an address: Ray would ask for minutes, and log it."""
    host, _, port = (address or "").rpartition("://")[2].rpartition(":")
    if host and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), _KNOCK).close()


def _described(error: Exception) -> str:
    problem = " ".join(str(error).split())[:200]
    return f"Ray cannot run the chunks: {type(error).__name__}: {problem}"


class ClusterFaultError(ArgumentError):
    """The cluster cannot run tasks, which is no row's fault; the batch can be resumed."""


class ClusterLostError(ArgumentError):
    """The cluster is gone; the batch can be resumed."""


def _load(module: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ArgumentError(
            f"a {extra} cluster needs more packages: pip install 'nonet[{extra}]'"
        ) from None


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
