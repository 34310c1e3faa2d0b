"""Minimal 9x9 puzzles as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nonet import native
from nonet.core.errors import ArgumentError
from nonet.core.layout import CLASSIC
from nonet.core.puzzle import Puzzle
from nonet.generator.boards import Cells, Maker, seeds_of


class MinimalPuzzles(NamedTuple):
    """Rows of cells: puzzles, 0 for an empty cell, and their solutions."""

    puzzles: Cells
    solutions: Cells


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
    maker = Maker(Puzzle(bytes(CLASSIC.cell_count)))
    zeros = np.zeros(count, dtype=np.uint64)
    rows = maker.fresh(seeds_of(seed, first, count), zeros, threads=native.thread_count(threads))
    return MinimalPuzzles(rows.puzzles, rows.solutions)
