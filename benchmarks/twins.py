"""Permuted twins: the same puzzles to a Sudoku player, new ones to a computer.

A solver can be tuned to the order in which a public list names its digits or turns its grids. A
twin keeps everything that makes a puzzle easy or hard, and nothing of that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Cells = NDArray[np.uint8]


def twins(puzzles: Cells, *, seed: int) -> Cells:
    """Return a twin of each row of 81 cells (0: empty), in shuffled order.

    Digits are renamed, bands and rows, stacks and columns change places, and half of the grids
    are mirrored. The same seed does the same to puzzles and to their solutions.
    """
    random = np.random.default_rng(seed)
    n = len(puzzles)
    grids = puzzles.reshape(n, 9, 9)[random.permutation(n)]
    rows, columns = _orders(random, n), _orders(random, n)
    grids = grids[np.arange(n)[:, None, None], rows[:, :, None], columns[:, None, :]]
    mirrored = random.random(n) < 0.5
    grids[mirrored] = grids[mirrored].transpose(0, 2, 1)
    names = np.zeros((n, 10), dtype=np.uint8)
    names[:, 1:] = random.permuted(np.tile(np.arange(1, 10), (n, 1)), axis=1)
    return np.take_along_axis(names, grids.reshape(n, 81).astype(np.intp), axis=1)


def without_clues(puzzles: Cells, number: int, *, seed: int) -> Cells:
    """Return the puzzles with some clues fewer, drawn for each puzzle by itself."""
    random = np.random.default_rng(seed)
    keys = np.where(puzzles > 0, random.random(puzzles.shape), np.inf)
    removed = np.argsort(keys, axis=1)[:, :number]
    sparse = puzzles.copy()
    np.put_along_axis(sparse, removed, 0, axis=1)
    return sparse


def as_lines(puzzles: Cells) -> list[str]:
    """Return each row as 81 characters, `.` for an empty cell."""
    text = np.where(puzzles > 0, puzzles + ord("0"), ord(".")).astype(np.uint8)
    return [row.tobytes().decode() for row in text]


def _orders(random: np.random.Generator, n: int) -> NDArray[np.intp]:
    """Draw n orders of nine lines in which the lines of a band stay together."""
    bands = random.permuted(np.tile(np.arange(3), (n, 1)), axis=1)
    within = random.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2)
    orders: NDArray[np.intp] = (bands[:, :, None] * 3 + within).reshape(n, 9)
    return orders
