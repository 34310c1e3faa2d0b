"""Minimal 9x9 puzzles: random grids whose clues are taken away as long as possible."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.errors import ArgumentError
from nonet.core.geometry import geometry_of
from nonet.core.layout import CLASSIC


class MinimalPuzzles(NamedTuple):
    """Rows of cells: puzzles, 0 for an empty cell, and their solutions."""

    puzzles: NDArray[np.uint8]
    solutions: NDArray[np.uint8]


def minimal_puzzles(
    count: int, *, seed: int, first: int = 0, threads: int | None = None
) -> MinimalPuzzles:
    """Return puzzles with a unique solution that lose it with any clue.

    Each starts from a random solution grid of its own and loses clues in random order ("top
    down"), so they have 24.4 clues on average; other minimal puzzles, with more clues, are more
    common but come out less often. Puzzle number n of a seed is always the same, however many
    are made and on however many threads; `first` is the number of the first one.

    >>> minimal_puzzles(2, seed=1).puzzles.shape
    (2, 81)
    """
    for name, value in (("count", count), ("seed", seed), ("first", first)):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 64:
            raise ArgumentError(f"{name}: expected a whole number from 0, found {value!r:.40}")
    engine = native.engine_of("lanes", geometry_of(CLASSIC), native.simd_path())
    made = MinimalPuzzles(
        *(np.empty((count, CLASSIC.cell_count), dtype=np.uint8) for _ in range(2))
    )
    native.fill_minimal(engine, seed, first, *made, native.thread_count(threads))
    return made
