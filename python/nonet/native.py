"""The sole importer of the compiled core: arrays and limits in, plain values out.

It loads nothing else until it has to: `nonet --version` comes here for the version.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

from nonet import _native
from nonet._native import VERSION, Search

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonet.core.limit import Limit

__all__ = [
    "VERSION",
    "Search",
    "native_statuses",
    "simd_path",
    "simd_paths",
    "solve_rows",
    "thread_count",
]


def simd_paths() -> tuple[str, ...]:
    """Return the instruction sets that the lanes can use on this machine, the best one last."""
    return tuple(_native.simd_paths())


def simd_path() -> str:
    """Return the instruction set to use: the best one, or the one that NONET_SIMD names."""
    wanted = os.environ.get("NONET_SIMD") or "auto"
    return _checked_path(wanted)


@cache
def _checked_path(wanted: str) -> str:
    from nonet.core.errors import ArgumentError

    here = simd_paths()
    if wanted == "auto":
        return here[-1]
    if wanted in here:
        return wanted
    if wanted in _native.SIMD_NAMES:
        raise ArgumentError(
            f"NONET_SIMD: expected {_listed(('auto', *here))} on this machine, "
            f"found {wanted!r}, which its processor lacks"
        )
    raise ArgumentError(
        f"NONET_SIMD: expected {_listed(('auto', *_native.SIMD_NAMES))}, found {wanted!r:.40}"
    )


def _listed(names: tuple[str, ...]) -> str:
    return " or ".join((", ".join(names[:-1]), names[-1]))


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
    puzzles: NDArray[np.uint8], limit: Limit, threads: int, engine: str | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32]]:
    """Solve rows of 81 cells: solutions, status and guesses, row by row.

    The engine is "scalar" or an instruction set for the lanes; the best one if not given.
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
        engine=engine or simd_path(),
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
