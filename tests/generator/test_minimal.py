"""Minimal puzzles: unique, minimal, the same for a seed, and with the known number of clues."""

from __future__ import annotations

import numpy as np
import pytest

import nonet
from nonet.core.puzzle import Puzzle, Solution
from nonet.generator.minimal import minimal_puzzles


def test_puzzles_are_unique_and_minimal() -> None:
    made = minimal_puzzles(300, seed=5)
    for cells, solution in zip(made.puzzles, made.solutions, strict=True):
        puzzle = Puzzle(cells.tobytes())
        assert nonet.check(Solution(solution.tobytes()), puzzle)
    solved = nonet.solve_many(made.puzzles)
    assert (solved.status == nonet.Status.UNIQUE).all()
    assert np.array_equal(solved.solutions, made.solutions)
    fewer = []
    for cells in made.puzzles:
        for cell in np.flatnonzero(cells):
            fewer.append(cells.copy())
            fewer[-1][cell] = 0
    assert (nonet.solve_many(np.array(fewer)).status == nonet.Status.MULTIPLE).all()


def test_puzzles_do_not_depend_on_threads_or_their_number() -> None:
    all_of_them = minimal_puzzles(600, seed=9, threads=1)
    for first, count, threads in ((0, 600, 2), (0, 7, 1), (100, 300, 3), (599, 1, 1)):
        part = minimal_puzzles(count, seed=9, first=first, threads=threads)
        assert np.array_equal(part.puzzles, all_of_them.puzzles[first : first + count])
        assert np.array_equal(part.solutions, all_of_them.solutions[first : first + count])
    assert len(np.unique(all_of_them.solutions, axis=0)) == 600
    assert not np.array_equal(minimal_puzzles(1, seed=8).puzzles, all_of_them.puzzles[:1])
    assert minimal_puzzles(0, seed=1).puzzles.shape == (0, 81)


def test_clues_are_distributed_as_published_for_top_down_puzzles() -> None:
    """Berthier's top-down puzzles have 24.38 clues on average, with a deviation of 1.12."""
    clues = (minimal_puzzles(8_000, seed=2).puzzles > 0).sum(axis=1)
    assert abs(clues.mean() - 24.38) < 0.06
    assert abs(clues.std() - 1.12) < 0.06


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": -1, "seed": 1}, "count: expected a whole number from 0"),
        ({"count": True, "seed": 1}, "count: expected a whole number from 0, found True"),
        ({"count": 1, "seed": "x"}, "seed: expected a whole number from 0, found 'x'"),
        ({"count": 1, "seed": 1 << 64}, "seed: expected a whole number from 0"),
        ({"count": 1, "seed": 1, "first": -5}, "first: expected a whole number from 0, found -5"),
        ({"count": 1, "seed": 1, "threads": 0}, "threads: expected an integer of 1 or more"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(nonet.ArgumentError, match=message):
        minimal_puzzles(**options)  # type: ignore[arg-type]
