"""Rows of 81 cells: randomly permuted copies (from the package), with fewer clues, as text."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from nonet.symmetry import Cells, random_copies

__all__ = ["Cells", "as_cells", "as_lines", "random_copies", "without_clues"]


def without_clues(puzzles: Cells, number: int, *, seed: int) -> Cells:
    """Return the puzzles with some clues removed, at random for each puzzle."""
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


def as_cells(lines: Iterable[str]) -> Cells:
    """Return lines of 81 characters as rows of cells; `.` and `0` are empty."""
    text = np.frombuffer("".join(lines).encode(), dtype=np.uint8).reshape(-1, 81)
    return np.where(text == ord("."), 0, text - ord("0")).astype(np.uint8)
