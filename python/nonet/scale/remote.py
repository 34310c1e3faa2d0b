"""What Dask and Ray clusters have in common."""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from nonet.core.errors import ArgumentError

LOOK = 1.0
"""Seconds between two looks at the workers of a cluster."""
RESUME = "run the same batch again to resume"


class ClusterFaultError(ArgumentError):
    """The cluster cannot run tasks, which is no row's fault; the batch can be resumed."""


class ClusterLostError(ArgumentError):
    """The cluster is gone; the batch can be resumed."""


class Width:
    """How many tasks to give a cluster: two for each core, one at work and one waiting.

    Workers come and go, but asking for them at every task would keep the scheduler busy.
    """

    def __init__(self, count_cores: Callable[[], float]) -> None:
        self._count_cores = count_cores
        self._tasks = 0
        self._next = 0.0

    def now(self) -> int:
        """Return the number."""
        if time.monotonic() >= self._next:
            self._tasks = max(2, 2 * int(self._count_cores()))
            self._next = time.monotonic() + LOOK
        return self._tasks


def load_package(module: str, extra: str) -> Any:
    """Import a package; ArgumentError says how to install it."""
    try:
        return import_module(module)
    except ImportError:
        raise ArgumentError(
            f"a {extra} cluster needs more packages: pip install 'nonet[{extra}]'"
        ) from None
