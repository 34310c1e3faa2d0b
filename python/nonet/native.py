"""The sole importer of the compiled core: arrays and limits in, plain values out.

It loads nothing else until it has to: `nonet --version` comes here for the version.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from nonet import _native
from nonet._native import VERSION, Search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonet.core.limit import Limit

__all__ = ["VERSION", "Search", "native_statuses", "solve_rows", "thread_count"]


def thread_count(threads: int | None) -> int:
    """Return the number of threads to use: as asked, else one per core this process may use."""
    from nonet.core.errors import ArgumentError

    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise ArgumentError(f"threads: expected an integer of 1 or more, found {threads!r}")
    return threads


def solve_rows(
    puzzles: NDArray[np.uint8], limit: Limit, threads: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32]]:
    """Solve rows of 81 cells: solutions, status and guesses, row by row.

    The rows are copied first, so that another thread may write to the caller's array meanwhile.
    """
    import numpy as np

    rows = np.array(puzzles, dtype=np.uint8, order="C", copy=True)
    solutions = np.zeros_like(rows)
    status = np.zeros(len(rows), dtype=np.uint8)
    guesses = np.zeros(len(rows), dtype=np.uint32)
    _native.solve_batch(
        rows,
        solutions,
        status,
        guesses,
        limit_solutions=limit.solutions,
        threads=threads,
        nodes=limit.nodes,
        seconds=limit.seconds,
    )
    return solutions, status, guesses


def native_statuses() -> dict[str, int]:
    """Return the core's own table of statuses, for comparison with `Status`."""
    from nonet.core.result import Status

    return {status.name: getattr(_native, status.name) for status in Status}
