"""Many canonical forms at once are those of one by one."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import nonet
from boards import EASY, EASY_SOLUTION, HARD, JIGSAW
from corpora import read_list
from nonet import Layout, Puzzle
from nonet.native import KEY_BYTES, KeySet
from nonet.symmetry import random_copies
from test_symmetry import GRIDS, some_board

MIXED = [EASY, HARD, EASY_SOLUTION, "." * 81, *GRIDS.values(), "11" + "." * 79, "1" * 81]


def test_many_forms_are_those_of_one_by_one() -> None:
    source = random.Random(5)
    lines = MIXED + [str(some_board(source, Layout(3, 3), clues)) for clues in range(0, 82, 3)]
    found = nonet.canonical_many(lines, solution_keys=True, threads=2)
    single = [nonet.canonical(line) for line in lines]
    assert found.form == "minlex-1" and len(found) == len(lines) and not found.errors
    assert found.lines.tolist() == [str(one.puzzle) for one in single]
    assert found.keys.tolist() == [one.key for one in single]
    assert found.automorphisms.tolist() == [one.automorphisms for one in single]
    assert found.solution_keys is not None
    assert found.solution_keys.tolist() == [one.solution_key or "" for one in single]


@pytest.mark.parametrize("size", [4, 6, 8, 12, 16])
def test_boards_of_other_sizes_have_forms(size: int) -> None:
    puzzle = some_board(random.Random(size), Layout.of_size(size), size)
    found = nonet.canonical_many([nonet.random_copy(puzzle, seed=seed) for seed in range(5)])
    one = nonet.canonical(puzzle)
    assert set(found.keys) == {one.key} and set(found.lines) == {str(one.puzzle)}


def test_every_kind_of_input_gives_the_same() -> None:
    cells = np.array([list(nonet.parse(line).cells) for line in MIXED], dtype=np.uint8)
    plain = nonet.canonical_many(MIXED).keys.tolist()
    before = cells.copy()
    for given in (
        cells,
        cells.reshape(-1, 9, 9),
        cells.astype(float),
        "\n".join(MIXED).encode(),
        [nonet.parse(line) for line in MIXED],
    ):
        assert nonet.canonical_many(given).keys.tolist() == plain
    assert np.array_equal(cells, before)
    assert nonet.canonical_many(cells).solution_keys is None
    assert len(nonet.canonical_many(np.zeros((0, 81), dtype=np.uint8))) == 0


def test_a_bad_row_does_not_end_the_others() -> None:
    found = nonet.canonical_many([EASY, "oops", nonet.parse(HARD, rules="diagonals"), HARD])
    assert list(found.errors) == [1, 2]
    assert isinstance(found.errors[2], nonet.UnsupportedError)
    assert found.automorphisms.tolist() == [1, 0, 0, 1]
    assert found.lines[1] == found.keys[1] == found.keys[2] == ""
    assert found.keys[3] == nonet.canonical(HARD).key
    numbers = np.zeros((3, 81), dtype=int)
    numbers[1, 5] = 10
    found = nonet.canonical_many(numbers, solution_keys=True)
    assert "10" in str(found.errors[1]) and found.keys[1] == "" != found.keys[0]


def test_boards_without_forms_are_refused() -> None:
    with pytest.raises(nonet.UnsupportedError, match="would change the regions"):
        nonet.canonical_many([JIGSAW])
    with pytest.raises(nonet.UnsupportedError, match="up to 16x16"):
        nonet.canonical_many([Puzzle(bytes(625), Layout(5, 5))])
    with pytest.raises(nonet.ArgumentError, match="threads"):
        nonet.canonical_many([EASY], threads=0)


def test_a_set_of_keys_knows_what_it_has() -> None:
    seen = KeySet()
    one, other = bytes(KEY_BYTES), b"x" * KEY_BYTES
    assert (seen.add(one + other + one), len(seen)) == (b"\1\1\0", 2)
    assert seen.has(other + b"y" * KEY_BYTES) == b"\1\0"
    with pytest.raises(ValueError, match="expected keys of 16 bytes"):
        seen.add(b"x")


def cells_of(path: Path) -> np.ndarray:
    lines = "".join(line[:81] for line in read_list(path)).replace(".", "0").encode()
    return np.frombuffer(lines, dtype=np.uint8).reshape(-1, 81) - ord("0")


LISTS = {"serg_multiple_solutions": 9_979, "17_clue": 49_158}
"""Lists with the known number of their classes."""


@pytest.mark.parametrize("name", LISTS)
def test_lists_have_as_many_classes_as_known(name: str, data: Path) -> None:
    cells = cells_of(data / "lists" / f"{name}.txt")
    found = nonet.canonical_many(random_copies(cells, seed=1))
    assert len(np.unique(found.digests, axis=0)) == LISTS[name]


def test_17_clue_puzzles_have_as_many_solution_classes_as_known(data: Path) -> None:
    cells = cells_of(data / "lists" / "17_clue.txt")
    found = nonet.canonical_many(cells, solution_keys=True)
    assert found.solution_digests is not None
    assert len(np.unique(found.solution_digests, axis=0)) == 46_301
    assert (found.automorphisms == 1).all()
    # The list that everybody shares is in another form: 1,505 of its lines are not the smallest.
    assert int((found.cells != cells).any(axis=1).sum()) == 1_505


def test_the_hardest_have_as_many_automorphisms_as_known(data: Path) -> None:
    cells = cells_of(data / "lists" / "forum_hardest_11plus.txt")
    orders = nonet.canonical_many(random_copies(cells, seed=2)).automorphisms
    assert np.bincount(orders.astype(int)).tolist() == [0, len(cells) - 5, 4, 0, 1]
