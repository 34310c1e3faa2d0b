"""Limits: when a search has to stop."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from numbers import Real
from typing import TypeAlias

from nonet.core.errors import ArgumentError

_MOST = 2**63 - 1
"""Counters of the native core are 64 bits wide."""
_LONGEST = 1e9
"""About thirty years."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits on solutions, seconds, nodes and bytes of memory; None means no limit.

    Two solutions are enough to decide whether a solution is unique. In a batch, the limit applies
    to each puzzle. `memory` does not stop engines that need only a few kilobytes.

    >>> Limit.of(1)
    Limit(solutions=1, seconds=None, nodes=None, memory=None)
    """

    solutions: int | None = 2
    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name in ("solutions", "nodes", "memory"):
            value = getattr(self, name)
            if value is not None and not (_is_int(value) and 1 <= value <= _MOST):
                is_large = _is_int(value) and value > _MOST
                expected = f"an integer up to {_MOST}" if is_large else "an integer of 1 or more"
                found = repr(value)
                raise ArgumentError(
                    f"{name}: expected {expected}, or None for no limit, found {found}",
                    expected=expected,
                    found=found,
                )
        seconds = self.seconds
        number = isinstance(seconds, float) or _is_int(seconds)
        if seconds is not None and not (number and 0 <= seconds <= _LONGEST):
            is_large = number and seconds > _LONGEST
            expected = f"a number up to {_LONGEST:.0f}" if is_large else "a number of 0 or more"
            found = repr(seconds)
            raise ArgumentError(
                f"seconds: expected {expected}, or None for no limit, found {found}",
                expected=expected,
                found=found,
            )

    @classmethod
    def of(cls, limit: Limit | int | None) -> Limit:
        """Return a limit from an argument: an integer limits solutions, None means all of them."""
        if isinstance(limit, Limit):
            return limit
        return _of_solutions(limit) if type(limit) is int else cls(solutions=limit)

    @classmethod
    def in_seconds(cls, limit: LimitLike) -> Limit:
        """Return a limit from an argument: a number limits seconds, None means no limit.

        For what does not look for solutions, such as paths and ratings.

        >>> Limit.in_seconds(1).seconds
        1.0
        """
        if limit is None or isinstance(limit, Limit):
            return limit or cls()
        is_number = isinstance(limit, Real) and not isinstance(limit, bool)
        if not is_number or not 0 <= limit <= _LONGEST:
            expected = f"seconds (0 to {_LONGEST:.0f}) or a Limit"
            found = f"{limit!r:.40}"
            raise ArgumentError(
                f"limit: expected {expected}, found {found}", expected=expected, found=found
            )
        return cls(seconds=float(limit))

    def start(self) -> Clock:
        """Start the clock of a search under this limit."""
        return Clock(self)


LimitLike: TypeAlias = Limit | float | None


class Clock:
    """A limit in progress: how much time has passed, and whether a limit is reached.

    >>> clock = Limit(nodes=10).start()
    >>> clock.reached(nodes=9), clock.reached(nodes=10)
    (None, 'nodes')
    """

    __slots__ = ("_deadline", "_limit", "_started")

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._started = time.perf_counter()
        self._deadline = None if limit.seconds is None else self._started + limit.seconds

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self._started

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the limit, never negative; None without a limit."""
        if self._deadline is None:
            return None
        return max(0.0, self._deadline - time.perf_counter())

    def reached(self, *, nodes: int = 0, memory: int = 0) -> str | None:
        """Return the limit that is reached, if any: "nodes", "seconds" or "memory".

        `nodes` is the number of explored nodes, `memory` the bytes in use.
        """
        limit = self._limit
        if limit.nodes is not None and nodes >= limit.nodes:
            return "nodes"
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return "seconds"
        return "memory" if limit.memory is not None and memory > limit.memory else None


@lru_cache(maxsize=16)
def _of_solutions(solutions: int) -> Limit:
    return Limit(solutions=solutions)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
