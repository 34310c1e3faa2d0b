"""Chunks on a Ray cluster."""

from __future__ import annotations

import socket
from typing import Any

from nonet.scale.job import Job
from nonet.scale.remote import ClusterFaultError, Width, load_package
from nonet.scale.tasks import Outcome, Task, run_task

_KNOCK = 20.0
"""Seconds to wait for a Ray cluster to accept a connection."""


class RayCluster:
    """A Ray cluster: a local one, or the one at an address. Only its tasks are used."""

    name = "ray"
    first: frozenset[int] = frozenset()
    patience = 3
    lost = ("WorkerCrashedError", "NodeDiedError", "LocalRayletDiedError", "OutOfMemoryError")
    """Errors that mean a lost worker; all others are faults of the cluster, not of a row."""

    def __init__(self, job: Job, address: str | None) -> None:
        self._ray = ray = load_package("ray", "ray")
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
        self._width = Width(lambda: ray.cluster_resources().get("CPU", 1))

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
