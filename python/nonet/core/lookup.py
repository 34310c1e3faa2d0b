"""Lookups: cached results of a function for a few frequent arguments."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


_LONGEST = 64
"""Longer texts are unlikely to be repeated, and are not cached."""


class Lookup(dict[_K, _V], Generic[_K, _V]):
    """Cached values of a function, at the speed of a dict; cleared when full.

    `map(lookup.__getitem__, ...)` takes half the time of `map` with an `lru_cache`.

    >>> squares = Lookup(lambda number: number * number)
    >>> squares[12], len(squares)
    (144, 1)
    """

    def __init__(self, function: Callable[[_K], _V], most: int = 1 << 12) -> None:
        self._function = function
        self._most = most

    def __missing__(self, key: _K) -> _V:
        value = self._function(key)
        if isinstance(key, str) and len(key) > _LONGEST:
            return value
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value
