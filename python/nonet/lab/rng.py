"""Random numbers that are the same in Python and in the native core: SplitMix64.

The state is a 64-bit counter. A draw adds an odd constant to it and mixes the bits of the sum
(Steele, Lea and Flood, 2014; random.rs in the core is the same code).

>>> rng = Rng(1234567)
>>> rng.next_word(), rng.below(10), rng.choice("abc")
(6457827717110365317, 1, 'b')
"""

from __future__ import annotations

import random
from typing import Any

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Rng(random.Random):
    """A generator with the methods of `random.Random`, all drawn from SplitMix64.

    Any integer is a seed; only its lowest 64 bits count.
    """

    word: int
    """The counter: the seed of a generator that goes on from here."""

    def next_word(self) -> int:
        """Return the next 64 bits."""
        self.word = bits = (self.word + _STEP) & _WORD
        bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        bits = (bits ^ bits >> 27) * 0x94D049BB133111EB & _WORD
        return bits ^ bits >> 31

    def below(self, bound: int) -> int:
        """Return a number below `bound`, all equally likely (Lemire's method).

        It is the high half of a product, drawn again in the rare cases that would favour some.
        """
        if not 0 < bound <= _WORD:
            return self._below_large(bound)
        unfair = (-bound & _WORD) % bound
        while True:
            product = self.next_word() * bound
            if product & _WORD >= unfair:
                return product >> 64

    _randbelow = below
    """What `choice`, `shuffle`, `sample` and `randrange` of the base class draw from."""

    def _below_large(self, bound: int) -> int:
        if bound < 1:
            raise ValueError(f"expected a bound of 1 or more, found {bound}")
        while (number := self.getrandbits(bound.bit_length())) >= bound:
            pass
        return number

    def random(self) -> float:
        """Return a number from 0 to below 1: the first 53 bits of a draw."""
        return (self.next_word() >> 11) * 2.0**-53

    def getrandbits(self, k: int) -> int:
        """Return `k` random bits: the first ones of each draw, the last draw's on top."""
        if k < 0:
            raise ValueError(f"expected 0 bits or more, found {k}")
        bits = 0
        for have in range(0, k, 64):
            bits |= self.next_word() >> max(0, 64 - (k - have)) << have
        return bits

    def seed(self, a: object = None, version: int = 2) -> None:
        """Start again with another seed, an integer; None is 0."""
        if not isinstance(a, int | None):
            raise TypeError(f"seed: expected an integer, found {a!r}")
        self.word = (a or 0) & _WORD
        self.gauss_next = None

    def getstate(self) -> tuple[Any, ...]:
        """Return the current state, for `setstate`."""
        return self.word, self.gauss_next

    def setstate(self, state: tuple[Any, ...]) -> None:
        """Continue from a state that `getstate` returned."""
        self.word, self.gauss_next = state
