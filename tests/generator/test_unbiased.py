"""Minimal puzzles by controlled bias: unique, minimal, and with the published numbers of clues."""

from __future__ import annotations

import numpy as np
import pytest

import nonet
from nonet.generator.requests import read_request
from nonet.generator.unbiased import Unbiased, weight

TRUE = {23: 0.148, 24: 2.28, 25: 13.42, 26: 31.91, 27: 32.71, 28: 15.48, 29: 3.598, 30: 0.41}
"""Percent of all minimal puzzles with so many clues (Berthier, 2009)."""


def sampled(n: int, seed: int = 1, threads: int = 2) -> tuple[np.ndarray, np.ndarray]:
    batches = list(Unbiased(read_request(), seed, threads).batches(n))
    puzzles = np.concatenate([batch.rows.puzzles for batch in batches])
    return puzzles, np.concatenate([batch.weights for batch in batches])


def test_puzzles_are_unique_and_minimal_and_the_same_for_a_seed() -> None:
    puzzles, weights = sampled(12)
    for cells, one in zip(puzzles, weights.tolist(), strict=True):
        puzzle = nonet.Puzzle(cells.tobytes())
        assert one == weight(puzzle.clues)
        assert nonet.solve(puzzle).status is nonet.Status.UNIQUE
        for cell in np.flatnonzero(cells):
            fewer = cells.copy()
            fewer[cell] = 0
            assert nonet.solve(nonet.Puzzle(fewer.tobytes())).status is nonet.Status.MULTIPLE
    assert np.array_equal(sampled(5, threads=1)[0], puzzles[:5])


def test_weights_are_reciprocal_chances() -> None:
    """Twice as many clue sets, half the chance; sets of more than 32 cells are not looked at."""
    assert weight(26) == 1
    assert weight(33) == 0
    # C(81, 27) / C(81, 26) = 55 / 27, and fewer sets are large enough.
    assert 55 / 27 < weight(27) < 1.3 * 55 / 27


@pytest.mark.slow
def test_numbers_of_clues_are_distributed_as_published() -> None:
    puzzles, weights = sampled(1_000)
    clues = np.count_nonzero(puzzles, axis=1)
    mean = np.average(clues, weights=weights)
    assert abs(mean - 26.578) < 0.15
    total = weights.sum()
    for count, share in TRUE.items():
        chosen = weights[clues == count]
        if len(chosen) < 10:
            continue  # Too few hits for an error to be estimated from them.
        error = 100 * np.sqrt((chosen**2).sum()) / total
        assert abs(100 * chosen.sum() / total - share) < 5 * error + 0.05
