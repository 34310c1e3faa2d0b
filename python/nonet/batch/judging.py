"""Many grids checked at once: house by house like `judge`, but on whole columns of cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nonet.core.layout import Layout

MOST_DIGITS = 63
"""The maximum number of digits whose sets fit into 64 bits."""


def houses_of(layout: Layout) -> NDArray[np.int64]:
    """Return the cells of every house."""
    return np.array([house.cells for house in layout.houses], dtype=np.int64)


def are_right(
    grids: NDArray[np.uint8], layout: Layout, givens: NDArray[np.uint8] | None = None
) -> NDArray[np.bool_]:
    """Return which grids have every digit in every house, and keep every given."""
    # Going cell by cell, not grid by grid, makes each step one pass over a row of numbers.
    digits = _masks(grids, layout)
    everything = (1 << (layout.size + 1)) - 2
    right = np.ones(len(grids), dtype=bool)
    for house in houses_of(layout):
        seen = digits[house[0]].copy()
        for cell in house[1:]:
            seen |= digits[cell]
        right &= seen == everything
    if givens is not None:
        right &= ~np.any((givens != 0) & (givens != grids), axis=1)
    return right


def have_clash(grids: NDArray[np.uint8], layout: Layout) -> NDArray[np.bool_]:
    """Return which grids have a repeated digit in a house; empty cells do not count."""
    digits = _masks(grids, layout)
    clash = np.zeros(len(grids), dtype=digits.dtype)
    for house in houses_of(layout):
        seen = digits[house[0]].copy()
        for cell in house[1:]:
            clash |= seen & digits[cell]
            seen |= digits[cell]
    found: NDArray[np.bool_] = clash > 1  # Bit 0 is for empty cells.
    return found


def _masks(grids: NDArray[np.uint8], layout: Layout) -> NDArray[np.uint64]:
    """Return the digit of every cell as a bit, with one row per cell and one column per grid."""
    kind = np.uint16 if layout.size < 16 else np.uint64
    bits = np.left_shift(np.array(1, dtype=kind), np.arange(layout.size + 1).astype(kind))
    masks: NDArray[np.uint64] = bits[np.ascontiguousarray(grids.T)]
    return masks
