"""The small engine on boards of every shape up to 8x8, against the reference engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from boards import puzzles
from cases import examples, some
from nonet import Layout, Limit, Puzzle, Status, _native, native
from nonet.core.geometry import geometry_of
from nonet.engines.conformance import check_engine
from nonet.engines.roster import best_engine

SHAPES = [
    Layout(rows, size // rows)
    for size in range(1, 9)
    for rows in range(1, size + 1)
    if size % rows == 0
]
PATHS = native.simd_paths()


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each instruction set in turn, forced by the variable."""
    monkeypatch.setenv("NONET_SIMD", request.param)
    return str(request.param)


def shape_id(layout: Layout) -> str:
    return f"{layout.box_rows}x{layout.box_cols}"


def grids_of(layout: Layout, chooser: random.Random) -> Iterator[list[int]]:
    """Give grids whose first row is shuffled, by the reference engine."""
    while True:
        first = chooser.sample(range(1, layout.size + 1), layout.size)
        givens = Puzzle(bytes(first) + bytes(layout.cell_count - layout.size), layout)
        solution = nonet.solve(givens, limit=1, engine="reference").solution
        assert solution is not None
        yield list(solution.cells)


def mixed(layout: Layout, count: int) -> np.ndarray:
    """Draw puzzles with few to all cells of a grid, some with one or two digits changed."""
    chooser = random.Random(f"{layout}")
    rows = []
    for grid in islice(grids_of(layout, chooser), count):
        kept = chooser.randint(layout.cell_count // 4, layout.cell_count)
        cells = [0] * layout.cell_count
        for cell in chooser.sample(range(layout.cell_count), kept):
            cells[cell] = grid[cell]
        for _ in range(chooser.choice([0, 0, 1, 2])):
            cells[chooser.randrange(layout.cell_count)] = chooser.randint(1, layout.size)
        rows.append(cells)
    rows[0] = [0] * layout.cell_count
    return np.array(rows, dtype=np.uint8)


def test_every_path_passes_the_conformance_suite(path: str) -> None:
    check_engine(nonet.engine_named("small"))


def test_it_is_preferred_for_what_it_takes() -> None:
    assert {best_engine(Puzzle(bytes(layout.cell_count), layout)).name for layout in SHAPES} == {
        "small"
    }
    assert not any(
        nonet.engine_named("small").supports_layout(Layout(*box))
        for box in ((3, 3), (1, 9), (2, 5))
    )


@pytest.mark.parametrize("layout", SHAPES, ids=shape_id)
def test_batches_agree_with_the_reference_engine(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = mixed(layout, examples(150))
    asked = [Puzzle(row.tobytes(), layout) for row in rows]
    expected = [nonet.solve(puzzle, engine="reference") for puzzle in asked]
    for path in PATHS:
        monkeypatch.setenv("NONET_SIMD", path)
        batch = nonet.solve_many(rows, layout=layout, threads=2)
        assert batch.status.tolist() == [result.status for result in expected], path
        for result, solution in zip(expected, batch.solutions, strict=True):
            cells, has_one = bytes(solution), bool(result.solutions)
            assert result.status is not Status.UNIQUE or result.solutions[0].cells == cells, path
            assert bool(solution.all()) == has_one == bool(solution.any()), path
            found = nonet.Solution(cells, layout) if has_one else None
            assert found is None or nonet.check(found, result.puzzle), path


def test_the_mixture_has_every_status() -> None:
    for layout in (Layout(2, 2), Layout(2, 3), Layout(3, 2), Layout(2, 4), Layout(1, 7)):
        counts = nonet.solve_many(mixed(layout, 150), layout=layout).counts()
        assert set(counts) == {Status.UNIQUE, Status.MULTIPLE, Status.NO_SOLUTION}
        assert min(counts.values()) > 5


@settings(max_examples=examples(300))
@given(st.sampled_from(SHAPES).flatmap(puzzles))
def test_any_givens(puzzle: Puzzle) -> None:
    small, reference = (
        nonet.solve(puzzle, limit=Limit(3, nodes=3000), engine=name)
        for name in ("small", "reference")
    )
    if reference.stopped_by is None:
        assert small.status is reference.status
        assert len(small.solutions) == len(reference.solutions)
    assert all(nonet.check(solution, puzzle) for solution in small.solutions)
    assert (puzzle.conflicts() == ()) or (small.status, small.stats.nodes) == (
        Status.NO_SOLUTION,
        0,
    )


@pytest.mark.parametrize("layout", [Layout(2, 2), Layout(3, 2), Layout(4, 2)], ids=shape_id)
def test_all_solutions_are_the_reference_engine_s(layout: Layout) -> None:
    chooser = random.Random(5)
    for grid in islice(grids_of(layout, chooser), 10):
        few = bytes(d if chooser.random() < 0.45 else 0 for d in grid)
        puzzle = Puzzle(few, layout)
        found = [set(nonet.solutions(puzzle, limit=5000, engine=e)) for e in ("small", "reference")]
        assert found[0] == found[1] or len(found[0]) == len(found[1]) == 5000


def test_a_row_s_answer_depends_on_the_puzzle_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not on threads, neighbours, the instruction set, or whether it comes in a batch at all."""
    layout = Layout(2, 3)
    rows = mixed(layout, 100)
    expected = [nonet.solve(Puzzle(row.tobytes(), layout)) for row in rows]
    for path in PATHS:
        monkeypatch.setenv("NONET_SIMD", path)
        for threads in (1, 2, 5):
            batch = nonet.solve_many(np.tile(rows, (5, 1)), threads=threads)
            for number, result in enumerate(expected * 5):
                cells = result.solution.cells if result.solution else bytes(36)
                assert batch.solutions[number].tobytes() == cells
                assert batch.guesses[number] == result.stats.guesses


def test_known_counts() -> None:
    assert nonet.count("." * 16) == 288
    # Latin squares of 1 to 5 rows.
    for size, squares in enumerate((1, 2, 12, 576, 161_280), start=1):
        assert nonet.count(Puzzle(bytes(size**2), Layout(1, size))) == squares
    # All grids of 6x6 are 28,200,960, a sixth of them for each digit in the corner.
    for layout in some([Layout(2, 3), Layout(3, 2)], 2):
        assert nonet.count(Puzzle(bytes([1, *bytes(35)]), layout)) == 4_700_160


def test_limits_hold_for_each_row() -> None:
    empty, full = bytes(64), nonet.solve("." * 64, limit=1).solution
    assert full is not None
    rows = np.array([list(empty), list(full.cells)], dtype=np.uint8)
    assert nonet.solve_many(rows, limit=Limit(nodes=3)).status.tolist() == [
        Status.UNKNOWN,
        Status.UNIQUE,
    ]
    timed = nonet.solve_many(rows, limit=Limit(solutions=None, seconds=0.05))
    assert timed.status.tolist() == [Status.MULTIPLE, Status.UNIQUE]
    nodes = nonet.solve("." * 64, limit=2).stats.nodes
    assert nodes is not None and nodes > 3
    short = nonet.solve("." * 64, limit=Limit(2, nodes=nodes - 1))
    assert (short.status, short.stats.nodes, short.stopped_by) == (
        Status.FOUND,
        nodes - 1,
        "nodes",
    )


def test_bad_values_are_malformed_rows() -> None:
    rows = np.array([[0] * 16, [5] + [0] * 15, [1] * 16, [255] * 16], dtype=np.uint8)
    batch = nonet.solve_many(rows, layout=Layout(2, 2))
    assert batch.status.tolist() == [
        Status.MULTIPLE,
        Status.MALFORMED,
        Status.NO_SOLUTION,
        Status.MALFORMED,
    ]
    assert str(batch.errors[1]) == "line 1, column 1: expected a digit 0-4, found 5"
    signed = rows.astype(np.int16)
    signed[0, 3] = -1
    assert nonet.solve_many(signed, layout=Layout(2, 2)).status[0] == Status.MALFORMED


# The border

JIGSAW = "aaabbaabbbcccddccdddeeeee"


def jigsaw() -> list[list[int]]:
    """Five rows, five columns, five regions."""
    rows = [list(range(5 * row, 5 * row + 5)) for row in range(5)]
    columns = [list(range(column, 25, 5)) for column in range(5)]
    return [*rows, *columns, *([i for i, n in enumerate(JIGSAW) if n == name] for name in "abcde")]


def test_other_houses_than_boxes() -> None:
    houses = jigsaw()
    givens = bytes([1, 2, 3, 4, 5, *bytes(20)])
    engine = _native.Engine("small", _native.Houses(5, houses), PATHS[-1])
    search = engine.search(givens, Limit(None))
    found = search.find()
    assert search.exhausted and len(set(found)) == len(found)
    for cells in found:
        assert all(sorted(cells[cell] for cell in house) == [1, 2, 3, 4, 5] for house in houses)
    squares = nonet.solutions(Puzzle(givens, Layout(1, 5)), engine="reference")
    fitting = [s for s in squares if all(len({s.cells[c] for c in h}) == 5 for h in houses[10:])]
    assert {s.cells for s in fitting} == set(found) and found


@pytest.mark.parametrize(
    ("size", "houses"),
    [
        (0, []),
        (9, [list(range(9))]),
        (2, [[0]]),
        (2, [[0, 0]]),
        (2, [[0, 4]]),
        (2, [[0, 64]]),
        (2, [[0, 1, 2]]),
        (2, [[0, 1]]),
    ],
)
def test_houses_that_do_not_fit_are_refused(size: int, houses: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="houses: "):
        _native.Houses(size, houses)


def test_a_small_search_wants_its_own_cells() -> None:
    houses = native.houses_of(geometry_of(Layout(2, 2)))
    engine = _native.Engine("small", houses, PATHS[-1])
    for givens in (bytes(15), bytes(81), b"\5" + bytes(15)):
        with pytest.raises(ValueError, match=r"expected (16 cells|digits 0-4)"):
            engine.search(givens, Limit())
    for name in ("scalar", "lanes"):
        with pytest.raises(ValueError, match="expected the classic 9x9 board"):
            _native.Engine(name, houses, PATHS[-1])
    short = engine.search(bytes(16), Limit(None, nodes=1))
    assert short.find() == [] and not short.exhausted
    assert (short.nodes, short.stopped_by) == (1, "nodes")
    search = engine.search(bytes(16), Limit(None))
    assert len(search.find(10)) == 10
    assert search.count() == 278 and search.exhausted


def test_sizes_of_lines_are_checked() -> None:
    for size in (0, 256):
        with pytest.raises(ValueError, match="expected a size"):
            _native.read_lines(b"", size)
        with pytest.raises(ValueError, match="expected a size"):
            _native.read_texts([], np.zeros(0, np.uint8), size)
