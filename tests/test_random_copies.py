"""Random copies are the same puzzles in other clothes."""

from __future__ import annotations

import numpy as np
import pytest

import nonet
from boards import JIGSAW, JIGSAW_SOLUTION
from copies import Cells, as_lines, random_copies, without_clues
from corpora import read_corpus


@pytest.fixture(scope="module")
def puzzles() -> Cells:
    lines = read_corpus("9x9-unique").puzzles
    return np.array([list(nonet.parse(line).cells) for line in lines], dtype=np.uint8)


def test_a_copy_of_the_solution_solves_the_twin_of_the_puzzle(puzzles: Cells) -> None:
    solutions = nonet.solve_many(puzzles).solutions
    pairs = zip(random_copies(solutions, seed=5), random_copies(puzzles, seed=5), strict=True)
    assert all(nonet.check(solution, puzzle) for solution, puzzle in pairs)


def test_a_copy_has_as_many_clues_and_one_solution(puzzles: Cells) -> None:
    found = random_copies(puzzles, seed=6)
    assert found.dtype == np.uint8 and found.shape == puzzles.shape
    assert sorted((found > 0).sum(axis=1)) == sorted((puzzles > 0).sum(axis=1))
    assert (nonet.solve_many(found).status == nonet.Status.UNIQUE).all()


def test_the_seed_decides(puzzles: Cells) -> None:
    before = puzzles.copy()
    assert np.array_equal(random_copies(puzzles, seed=7), random_copies(puzzles, seed=7))
    assert not np.array_equal(random_copies(puzzles, seed=7), random_copies(puzzles, seed=8))
    assert np.array_equal(puzzles, before)


def test_every_kind_of_change_happens() -> None:
    """One clue goes to every cell and takes every digit; two of a row end in a column."""
    lone = np.zeros((20_000, 81), dtype=np.uint8)
    lone[:, 0] = 1
    found = random_copies(lone, seed=9)
    assert (found > 0).any(axis=0).all() and set(found[found > 0]) == set(range(1, 10))
    pair = np.zeros((200, 81), dtype=np.uint8)
    pair[:, [0, 4]] = 1, 2
    cells = np.nonzero(random_copies(pair, seed=9))[1].reshape(-1, 2)
    in_a_row = cells[:, 0] // 9 == cells[:, 1] // 9
    assert in_a_row.any() and not in_a_row.all()


@pytest.mark.parametrize(
    "layout", [nonet.Layout(2, 3), nonet.Layout(4, 2), nonet.Layout(4, 4)], ids=str
)
def test_copies_of_other_layouts_keep_to_the_rules(layout: nonet.Layout) -> None:
    solved = nonet.solve("." * layout.cell_count, limit=1, layout=layout).solution
    assert solved is not None
    grids = np.array([list(solved.cells)] * 40, dtype=np.uint8)
    found = random_copies(grids, seed=3, layout=layout)
    assert all(nonet.check(nonet.Puzzle(row.tobytes(), layout)) for row in found)
    assert len({row.tobytes() for row in found}) == 40


def test_only_square_boxes_are_mirrored() -> None:
    """Two clues of a row stay in a row where mirroring would change the shape of the boxes."""
    pair = np.zeros((200, 36), dtype=np.uint8)
    pair[:, [0, 4]] = 1, 2
    found = random_copies(pair, seed=9, layout=nonet.Layout(2, 3))
    cells = np.nonzero(found)[1].reshape(-1, 2)
    assert (cells[:, 0] // 6 == cells[:, 1] // 6).all() and (found > 0).any(axis=0).all()


def test_copies_of_irregular_regions_only_rename_digits() -> None:
    grids = np.array([list(map(int, JIGSAW_SOLUTION))] * 40, dtype=np.uint8)
    found = random_copies(grids, seed=3, layout=JIGSAW.layout)
    assert all(nonet.check(nonet.Puzzle(row.tobytes(), JIGSAW.layout)) for row in found)
    assert len({row.tobytes() for row in found}) == 40


def test_no_puzzles_have_no_copies() -> None:
    assert random_copies(np.zeros((0, 81), dtype=np.uint8), seed=1).shape == (0, 81)


def test_sparse_grids_keep_the_other_clues(puzzles: Cells) -> None:
    sparse = without_clues(puzzles, 3, seed=1)
    assert ((puzzles > 0).sum(axis=1) - (sparse > 0).sum(axis=1) == 3).all()
    assert (sparse[sparse > 0] == puzzles[sparse > 0]).all()


def test_lines_are_what_the_parser_reads(puzzles: Cells) -> None:
    lines = as_lines(puzzles)
    assert all(
        bytes(nonet.parse(line).cells) == row.tobytes()
        for line, row in zip(lines, puzzles, strict=True)
    )
