"""Lookups: what a function returns for the few arguments that come again and again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


_LONGEST = 64
"""A longer text does not come again, and is not kept."""


class Lookup(dict[_K, _V], Generic[_K, _V]):
    """A function's values, at the speed of a dict; it starts again when it is full.

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
