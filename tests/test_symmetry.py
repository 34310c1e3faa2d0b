"""Canonical forms, equivalence, automorphisms and random copies."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import blake2b
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, FIVE, FOUR, FOUR_SOLUTION, HARD, JIGSAW, LONG, SIX
from cases import quick_first
from nonet import Layout, Puzzle, Transformation
from nonet.symmetry import canonical_rows
from symmetry_oracle import smallest_copy

GRIDS = {
    3: "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
    72: "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
    648: "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
}
"""Grids that are in minlex form, by the number of their automorphisms."""
EVERY = 2 * 6**8 * 362_880
"""The number of transformations of the 9x9 board."""
EMPTY, FULL, ONE = "." * 81, EASY_SOLUTION, "." * 40 + "7" + "." * 40
SHAPES = [Layout(2, 2), Layout(1, 4), Layout(4, 1), Layout(2, 3), Layout(3, 2)]


def some_board(source: random.Random, layout: Layout, clues: int) -> Puzzle:
    """Return a board with random digits, which may clash."""
    cells = bytearray(layout.cell_count)
    for cell in source.sample(range(len(cells)), clues):
        cells[cell] = source.randint(1, layout.size)
    return Puzzle(bytes(cells), layout)


@pytest.mark.parametrize("layout", SHAPES, ids=str)
def test_small_boards_have_the_form_that_trying_every_transformation_finds(layout: Layout) -> None:
    source = random.Random(str(layout))
    for clues in range(0, layout.cell_count + 1, 1 if layout.size == 4 else 5):
        puzzle = some_board(source, layout, clues)
        cells, order = smallest_copy(puzzle.cells, layout.box_rows, layout.box_cols)
        found = nonet.canonical(puzzle)
        assert (found.puzzle.cells, found.automorphisms) == (cells, order)


@pytest.mark.slow
@pytest.mark.parametrize("line", [EASY, HARD, EASY_SOLUTION, LONG, GRIDS[648]])
def test_9x9_boards_have_the_form_that_trying_every_transformation_finds(line: str) -> None:
    puzzle = nonet.parse(line)
    cells, order = smallest_copy(puzzle.cells, 3, 3)
    found = nonet.canonical(puzzle)
    assert (found.puzzle.cells, found.automorphisms) == (cells, order)


@pytest.mark.parametrize("line", [EASY, FULL, LONG, SIX, FOUR, EMPTY, ONE])
def test_the_form_is_a_copy_and_its_own_form(line: str) -> None:
    puzzle = nonet.parse(line)
    found = nonet.canonical(line)
    assert found.form == "minlex-1"
    assert found.transformation.apply(puzzle) == found.puzzle
    again = nonet.canonical(found.puzzle)
    assert (again.puzzle, again.key, again.automorphisms) == (
        found.puzzle,
        found.key,
        found.automorphisms,
    )
    assert found.puzzle.cells <= puzzle.cells


@st.composite
def boards(draw: st.DrawFn) -> Puzzle:
    """Draw sparse, full, empty and one-clue boards."""
    known = draw(st.sampled_from([EASY_SOLUTION, GRIDS[72], GRIDS[648]]))
    kept = draw(st.sets(st.integers(0, 80), max_size=30) | st.just(set(range(81))))
    return Puzzle(bytes(int(digit) if i in kept else 0 for i, digit in enumerate(known)))


@given(boards(), st.integers())
def test_every_copy_has_the_key_of_the_original(puzzle: Puzzle, seed: int) -> None:
    one, other = nonet.canonical(puzzle), nonet.canonical(nonet.random_copy(puzzle, seed=seed))
    assert one.key == other.key
    assert (one.puzzle, one.automorphisms) == (other.puzzle, other.automorphisms)


def test_keys_are_hashes_of_the_form() -> None:
    for line in (EASY, FULL, EMPTY, FOUR, SIX):
        found = nonet.canonical(line)
        text = f"minlex-1:{str(found.puzzle).replace('.', '0')}"
        assert found.key == blake2b(text.encode(), digest_size=16).hexdigest()
    large = nonet.canonical(Puzzle(bytes(255) + bytes([16]), Layout(4, 4)))
    text = "minlex-1:" + "00" * 255 + "01"
    assert large.key == blake2b(text.encode(), digest_size=16).hexdigest()


def test_the_solution_key_is_that_of_the_only_solution() -> None:
    assert nonet.canonical(EASY).solution_key == nonet.canonical(EASY_SOLUTION).key
    assert nonet.canonical(EASY_SOLUTION).solution_key == nonet.canonical(EASY_SOLUTION).key
    assert nonet.canonical(EMPTY).solution_key is None
    assert nonet.canonical("11" + "." * 79).solution_key is None
    assert nonet.canonical("1" * 81).solution_key is None


@pytest.mark.parametrize("order", GRIDS)
def test_known_grids_are_minlex_and_have_as_many_automorphisms_as_known(order: int) -> None:
    grid = nonet.parse(GRIDS[order])
    found = nonet.canonical(grid)
    assert (found.puzzle, found.automorphisms) == (grid, order)
    all_of_them = [*nonet.automorphisms(grid)]
    assert len(set(all_of_them)) == order
    assert all_of_them[0] == Transformation.identity()
    assert all(one.apply(grid) == grid for one in all_of_them)


@pytest.mark.parametrize("order", GRIDS)
def test_a_puzzle_on_a_symmetric_grid_has_one_form(order: int) -> None:
    """Carrying a puzzle along with the form of its solution gives one for each automorphism."""
    puzzle = Puzzle(bytes(int(c) if i % 7 < 3 else 0 for i, c in enumerate(GRIDS[order])))
    copies = (nonet.random_copy(puzzle, seed=seed) for seed in range(200))
    assert len({nonet.canonical(copy).puzzle for copy in copies}) == 1


def test_boards_with_few_clues_have_as_many_automorphisms_as_all_copies_leave() -> None:
    """The number of copies times the number of automorphisms is that of all transformations."""
    assert nonet.canonical(EMPTY).automorphisms == EVERY
    assert nonet.canonical(ONE).automorphisms == EVERY // (81 * 9)
    two = nonet.canonical("12" + "." * 79)
    assert two.automorphisms == EVERY // (81 * 2 * 2 // 2 * 9 * 8)
    assert str(two.puzzle) == "." * 79 + "12"
    for found in islice(nonet.automorphisms(two.puzzle), 500):
        assert found.apply(two.puzzle) == two.puzzle


@pytest.mark.parametrize(
    ("layout", "classes"), quick_first(1, [(Layout(2, 2), 2), (Layout(2, 3), 49)]), ids=str
)
def test_small_grids_have_as_many_classes_as_known(layout: Layout, classes: int) -> None:
    """Every grid has a copy with the digits in order in the first row."""
    first = bytes(range(1, layout.size + 1))
    start = Puzzle(first.ljust(layout.cell_count, bytes(1)), layout)
    grids = b"".join(grid.cells for grid in nonet.solutions(start))
    rows = np.frombuffer(grids, dtype=np.uint8).reshape(-1, layout.cell_count)
    found = canonical_rows(rows, layout, threads=1)
    assert len({key.tobytes() for key in found.keys}) == classes


def test_equivalent_puzzles_come_with_a_transformation() -> None:
    for line in (EASY, HARD, FULL, EMPTY, SIX, FOUR):
        puzzle = nonet.parse(line)
        copy = nonet.random_copy(puzzle, seed=4)
        found = nonet.is_equivalent(puzzle, copy)
        assert found is not None and found.apply(puzzle) == copy
    assert nonet.is_equivalent(EASY, HARD) is None
    assert nonet.is_equivalent(EASY, SIX) is None
    assert nonet.is_equivalent(EASY, EASY_SOLUTION) is None


def test_random_copies_are_uniform_on_a_board_with_automorphisms() -> None:
    """This grid has 8 automorphisms, and 4! * 128 / 8 = 384 copies."""
    grid = nonet.parse(FOUR_SOLUTION)
    assert nonet.canonical(grid).automorphisms in (8, 16, 32)
    copies = 24 * 128 // nonet.canonical(grid).automorphisms
    seen = Counter(nonet.random_copy(grid, seed=seed) for seed in range(40 * copies))
    assert len(seen) == copies
    spread = sum((number - 40) ** 2 / 40 for number in seen.values())
    assert spread < copies + 6 * (2 * copies) ** 0.5


def test_the_seed_of_a_random_copy_decides() -> None:
    assert nonet.random_copy(EASY, seed=1) == nonet.random_copy(EASY, seed=1)
    assert nonet.random_copy(EASY, seed=1) != nonet.random_copy(EASY, seed=2)
    with pytest.raises(nonet.ArgumentError, match="seed: expected an integer"):
        nonet.random_copy(EASY, seed="1")  # type: ignore[arg-type]


@pytest.mark.parametrize("clues", [0, 1, 20, 90, 256])
def test_16x16_boards_have_one_form(clues: int) -> None:
    layout = Layout(4, 4)
    puzzle = some_board(random.Random(clues), layout, clues)
    keys = {nonet.canonical(nonet.random_copy(puzzle, seed=seed)).key for seed in range(3)}
    assert keys == {nonet.canonical(puzzle).key}


@pytest.mark.parametrize("call", [nonet.canonical, nonet.automorphisms])
def test_boards_without_a_form_are_refused_with_the_reason(call) -> None:  # type: ignore[no-untyped-def]
    for board in (JIGSAW, FIVE):
        with pytest.raises(nonet.UnsupportedError, match="would change the regions"):
            call(board)
    with pytest.raises(nonet.UnsupportedError, match="rules, which copies would break"):
        call(nonet.parse(EASY, rules="diagonals"))
    with pytest.raises(nonet.UnsupportedError, match="up to 16x16, found 25x25"):
        call(Puzzle(bytes(625), Layout(5, 5)))
    with pytest.raises(nonet.ParseError):
        call("nonsense")
    with pytest.raises(nonet.UnsupportedError):
        nonet.random_copy(JIGSAW, seed=1)
    with pytest.raises(nonet.UnsupportedError):
        nonet.is_equivalent(JIGSAW, JIGSAW)
