"""Chunks on a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any

from nonet.native import thread_count
from nonet.scale.job import ChunkRecord, Job
from nonet.scale.remote import (
    LOOK,
    RESUME,
    ClusterFaultError,
    ClusterLostError,
    Width,
    load_package,
)
from nonet.scale.storage import shown_address
from nonet.scale.tasks import Outcome, Task, run_task

_FETCH = 5.0
"""Seconds to wait for the record of a finished chunk."""
_WITHOUT_WORKERS = 120.0
"""Seconds that a cluster of this process may be without workers."""


class DaskCluster:
    """A Dask cluster: a local one, or the scheduler at an address."""

    name = "dask"
    first: frozenset[int] = frozenset()
    patience = 1  # The scheduler has tried it three times already, unless told otherwise.

    def __init__(self, job: Job, address: str | None) -> None:
        distributed = load_package("dask.distributed", "dask")
        self._killed = (distributed.KilledWorker,)
        self._own = None if address else _OwnDask(distributed)
        self._client = distributed.Client(self._own.cluster if self._own else address)
        self.dashboard: str | None = shown_address(self._client.dashboard_link)
        self._job = job
        self._running: dict[Any, Task] = {}
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._width = Width(lambda: sum(self._client.nthreads().values()))

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
        self._next = now + LOOK
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
    worker = load_package("dask.distributed", "dask").get_worker()
    key = worker.get_current_task()

    def is_stopped() -> bool:
        found = worker.state.tasks.get(key)
        return found is None or found.state == "cancelled"

    return run_task(job, task, None, is_stopped)
