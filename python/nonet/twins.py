"""Randomly permuted copies of puzzles: just as hard as the originals, but new to a solver.

A solver can be tuned to how a public list labels its digits or orients its grids, or cache what it
has seen. A permuted copy keeps everything that makes a puzzle easy or hard, and rules that out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nonet.core.layout import CLASSIC, Layout

Cells = NDArray[np.uint8]


def twins(puzzles: Cells, *, seed: int, layout: Layout = CLASSIC) -> Cells:
    """Return a randomly permuted copy of each row of cells (0: empty), in shuffled order.

    Digits are relabelled, bands, rows, stacks and columns are swapped, and half of the grids are
    mirrored if the boxes are square. If regions are irregular, cells stay in place. The same seed
    does the same to puzzles and to their solutions.
    """
    random = np.random.default_rng(seed)
    n, size = len(puzzles), layout.size
    grids = puzzles.reshape(n, size, size)[random.permutation(n)]
    if layout.regions is None:
        grids = _moved(random, grids, layout)
    names = np.zeros((n, size + 1), dtype=np.uint8)
    names[:, 1:] = random.permuted(np.tile(np.arange(1, size + 1), (n, 1)), axis=1)
    return np.take_along_axis(names, grids.reshape(n, size * size).astype(np.intp), axis=1)


def _moved(random: np.random.Generator, grids: Cells, layout: Layout) -> Cells:
    """Return the grids with rows and columns reordered, and possibly mirrored."""
    n = len(grids)
    rows = _orders(random, n, layout.box_cols, layout.box_rows)
    columns = _orders(random, n, layout.box_rows, layout.box_cols)
    grids = grids[np.arange(n)[:, None, None], rows[:, :, None], columns[:, None, :]]
    if layout.box_rows == layout.box_cols:
        mirrored = random.random(n) < 0.5
        grids[mirrored] = grids[mirrored].transpose(0, 2, 1)
    return grids


def _orders(random: np.random.Generator, n: int, bands: int, lines: int) -> NDArray[np.intp]:
    """Return n random orders of rows (or columns) that keep bands together."""
    outer = random.permuted(np.tile(np.arange(bands), (n, 1)), axis=1)
    within = random.permuted(np.tile(np.arange(lines), (n, bands, 1)), axis=2)
    orders: NDArray[np.intp] = (outer[:, :, None] * lines + within).reshape(n, bands * lines)
    return orders
