"""Limits: where a search has to stop."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from nonet.core.errors import ArgumentError

_MOST = 2**63 - 1
"""Counters of the native core are 64 bits wide."""
_LONGEST = 1e9
"""About thirty years."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Stop after so many solutions, seconds, nodes or bytes of memory; None is no limit.

    Two solutions are enough to know whether an answer is the only one. In a batch a limit holds
    for each puzzle. An engine that needs a few kilobytes at most is not stopped by `memory`.

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
                raise ArgumentError(
                    f"{name}: expected an integer of 1 or more, or None for no limit, "
                    f"found {value!r}"
                )
        seconds = self.seconds
        number = isinstance(seconds, float) or _is_int(seconds)
        if seconds is not None and not (number and 0 <= seconds <= _LONGEST):
            raise ArgumentError(
                f"seconds: expected a number of 0 or more, or None for no limit, found {seconds!r}"
            )

    @classmethod
    def of(cls, limit: Limit | int | None) -> Limit:
        """Read a limit as calls take it: a plain integer means solutions, None all of them."""
        if isinstance(limit, Limit):
            return limit
        return _of_solutions(limit) if type(limit) is int else cls(solutions=limit)


@lru_cache(maxsize=16)
def _of_solutions(solutions: int) -> Limit:
    return Limit(solutions=solutions)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
