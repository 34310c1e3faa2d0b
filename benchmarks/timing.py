"""How long works take, measured in turns so that all of them run under the same load."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Mapping

REPEATS = 5


def cpu_seconds(who: int = resource.RUSAGE_SELF) -> float:
    """Return the processor time of this process, or of those that it started, so far."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def child_seconds() -> float:
    """Return the processor time of all processes that this one started and that have ended."""
    return cpu_seconds(resource.RUSAGE_CHILDREN)


def best_times(
    works: Mapping[str, Callable[[], object]], clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Return the shortest time of each work by a clock, out of five turns."""
    times = dict.fromkeys(works, float("inf"))
    for _ in range(REPEATS):
        for name, work in works.items():
            started = clock()
            work()
            times[name] = min(times[name], clock() - started)
    return times
