"""How long works take, measured in turns so that all of them meet the same moods of a machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

REPEATS = 5


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
