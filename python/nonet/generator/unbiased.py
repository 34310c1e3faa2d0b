"""Minimal 9x9 puzzles by controlled bias, with weights that make statistics right.

A try on a random grid hits a minimal puzzle with n clues with a chance that depends on n alone (see
sampling.rs). Its reciprocal is the weight of the puzzle: a mean over hits with these weights
estimates the mean over all minimal puzzles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb
from typing import Any

import numpy as np

from nonet import native
from nonet.core.errors import ArgumentError, NotFoundError
from nonet.core.layout import CLASSIC
from nonet.generator.boards import DONE, Cells, Maker, Rows, seeds_of
from nonet.generator.generated import Generated
from nonet.generator.making import Batch, keys_of
from nonet.generator.requests import Request

_TRIES = 40_960
"""Tries on a grid: enough to learn what it needs, so few that hits share no grid as a rule."""
_USUAL = 26
"""The number of clues whose weight is 1."""


@cache
def weight(clues: int) -> float:
    """Return the weight of a minimal puzzle with so many clues, relative to one with 26.

    >>> round(weight(24), 4), weight(26), round(weight(28), 1)
    (0.1632, 1.0, 5.7)
    """
    return _weight(clues) / _weight(_USUAL)


def _weight(clues: int) -> float:
    # Cells are drawn with a chance of 11 in 32, and sets up to a size are looked at.
    sizes = range(clues, native.MOST_SAMPLED + 1)
    chance = sum(comb(81, size) * 11**size * 21 ** (81 - size) for size in sizes)
    return comb(81, clues) * 32**81 / chance if chance else 0.0


class Unbiased:
    """The puzzles of a seed, in order: those that are hit on grid 0, grid 1 and so on."""

    def __init__(self, request: Request, seed: int, threads: int) -> None:
        asked = request.clues, request.symmetry, request.pattern, request.solution, request.wishes
        if request.board.layout != CLASSIC or request.board.rules:
            raise ArgumentError("unbiased: expected the plain 9x9 board")
        if any(asked) or request.minimal is not True:
            raise ArgumentError(
                "unbiased: expected no other options, because they would bias the puzzles"
            )
        self.request, self._seed, self._threads = request, seed, threads
        self._maker = Maker(request.board)
        self._number = 0
        self._known = 0
        """Hits on the next grid that were made before."""

    def batches(self, n: int) -> Iterator[Batch]:
        """Yield so many puzzles, some at a time."""
        clock = self.request.limit.start()
        while n:
            if clock.reached():
                raise NotFoundError(f"no puzzle was found in {clock.seconds:.1f} s")
            seeds = seeds_of(self._seed, self._number, 8 * self._threads)
            done, numbers, puzzles, solutions = self._maker.sampled(seeds, _TRIES, self._threads)
            assert done
            new = slice(self._known, self._known + n)
            self._number, self._known = self._number + len(seeds), 0
            puzzles, solutions, numbers = puzzles[new], solutions[new], numbers[new]
            n -= len(puzzles)
            if len(puzzles):
                clock = self.request.limit.start()
            yield self._batch(seeds[numbers], puzzles, solutions)

    def _batch(self, seeds: Any, puzzles: Cells, solutions: Cells) -> Batch:
        count = len(puzzles)
        rows = Rows(puzzles, solutions, np.full(count, DONE, dtype=np.uint8))
        clues = np.count_nonzero(puzzles, axis=1).tolist()
        return Batch(
            rows,
            seeds,
            np.ones(count, dtype=np.bool_),
            np.ones(count, dtype=np.bool_),
            keys_of(self.request.board, puzzles, self._threads),
            np.array([weight(one) for one in clues]),
        )

    def take(self, n: int) -> Iterator[Generated]:
        """Yield so many puzzles."""
        for batch in self.batches(n):
            yield from batch.puzzles(self.request)

    def goes_on(
        self, seeds: Sequence[int], keys: bytes, lines: Sequence[str], *, is_seeded: bool
    ) -> bool:
        """Let puzzles follow some that were made before; False if those have another seed."""
        if not is_seeded:
            return True
        for start in range(0, 1 << 24, 1 << 16):
            places = np.flatnonzero(seeds_of(self._seed, start, 1 << 16) == np.uint64(seeds[-1]))
            if len(places):
                self._number, self._known = start + int(places[0]), seeds.count(seeds[-1])
                return True
        return False
