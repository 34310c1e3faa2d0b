from __future__ import annotations

import dataclasses
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, FIVE, JIGSAW, SIX, puzzles
from nonet import Board, Count, Layout, Limit, Puzzle, Result, Solution, Stats, Status
from nonet.core.geometry import geometry_of

VALUES = [
    Layout(2, 3),
    FIVE.layout,
    Limit(),
    Limit(solutions=None, seconds=1.5, nodes=7, memory=10**6),
    Puzzle.from_line(EASY),
    Puzzle.from_line(SIX, Layout(2, 3)),
    JIGSAW,
    Solution.from_line(EASY_SOLUTION),
    Board.of(Puzzle.from_line(SIX, Layout(2, 3))),
    Stats(seconds=0.5, nodes=3),
    nonet.solve(EASY),
    nonet.solve("11" + "." * 14),
    *Puzzle.from_line("11" + "." * 14, Layout(2, 2)).conflicts(),
]
NAMES = {name: getattr(nonet, name) for name in nonet.__all__}


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_frozen_slotted_hashable_and_rebuild(value: object) -> None:
    assert eval(repr(value), NAMES) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert hash(value) == hash(pickle.loads(pickle.dumps(value)))
    assert not hasattr(value, "__dict__")
    field = dataclasses.fields(value)[0].name  # type: ignore[arg-type]
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, field, None)


def test_status_is_an_int_enum_with_the_native_values() -> None:
    from nonet.native import native_statuses

    assert [status.name for status in Status] == [
        "UNIQUE",
        "MULTIPLE",
        "NO_SOLUTION",
        "FOUND",
        "UNKNOWN",
        "MALFORMED",
    ]
    assert f"{Status.NO_SOLUTION}" == str(Status.NO_SOLUTION) == "no-solution"
    assert native_statuses() == {status.name: int(status) for status in Status}


def test_count_is_an_integer_that_knows_whether_it_is_exact() -> None:
    count = Count(5, exact=False, stats=Stats(nodes=9))
    assert count == 5 and count + 1 == 6 and not count.exact
    again = pickle.loads(pickle.dumps(count))
    assert (again, again.exact, again.stats) == (5, False, Stats(nodes=9))
    assert eval(repr(count), NAMES) == count
    assert (str(count), str(Count(5))) == ("at least 5", "5")


@pytest.mark.parametrize(
    ("rows", "cols"), [(1, 1), (2, 3), (3, 2), (3, 4), (5, 6), (10, 10), (15, 17)]
)
def test_every_cell_is_in_one_row_column_and_box(rows: int, cols: int) -> None:
    layout = Layout(rows, cols)
    size = rows * cols
    assert (layout.size, layout.cell_count) == (size, size * size)
    assert len(layout.houses) == 3 * size
    cells = [house.cells for house in layout.houses]
    assert all(len(house) == size and list(house) == sorted(house) for house in cells)
    for start in (0, size, 2 * size):
        kind = cells[start : start + size]
        assert sorted(cell for house in kind for cell in house) == list(range(size * size))
    for cell in range(0, size * size, 7):
        box = cells[2 * size + layout.box_of(cell)]
        assert cell in box
        corner_row, corner_col = divmod(box[0], size)
        assert {divmod(c, size) for c in box} == {
            (corner_row + r, corner_col + c) for r in range(rows) for c in range(cols)
        }


def test_peers_share_a_house() -> None:
    layout = Layout(2, 3)
    for cell, peers in enumerate(layout.peers):
        holding = [house.cells for house in layout.houses if cell in house.cells]
        shared = {c for house in holding for c in house} - {cell}
        assert set(peers) == shared and list(peers) == sorted(peers)


def test_usual_layouts_and_names() -> None:
    usual = {4: (2, 2), 6: (2, 3), 8: (2, 4), 12: (3, 4), 7: (1, 7), 16: (4, 4), 100: (10, 10)}
    for size, shape in usual.items():
        layout = Layout.of_size(size)
        assert (layout.box_rows, layout.box_cols) == shape
    assert [Layout(3, 3).houses[h].name for h in (0, 9, 26)] == ["row 1", "column 1", "box 9"]


@pytest.mark.parametrize("sides", [(0, 3), (3, -1), (2.0, 3), ("2", 3), (True, 3), (16, 16)])
def test_impossible_layouts_are_refused(sides: tuple[int, int]) -> None:
    with pytest.raises(nonet.ArgumentError, match="expected"):
        Layout(*sides)


def test_other_shapes_are_the_nearest_to_square_first() -> None:
    assert [shape.shape for shape in Layout(2, 3).other_shapes] == ["3x2"]
    assert [shape.shape for shape in Layout(4, 3).other_shapes] == ["3x4", "2x6", "6x2"]
    for size in (1, 4, 7, 9, 25):
        assert Layout.of_size(size).other_shapes == ()


def test_regions_are_houses_in_the_place_of_boxes() -> None:
    layout = FIVE.layout
    assert (str(layout), layout.size) == ("5x5 with irregular regions", 5)
    assert layout.houses[:10] == Layout(1, 5).houses[:10]
    assert layout.houses[10].cells == (0, 1, 5, 6, 7)
    assert layout.houses[10].name == "region 1"
    assert [layout.box_of(cell) for cell in (0, 2, 10, 24)] == [0, 1, 2, 4]
    for cell, houses in enumerate(geometry_of(layout).houses_of):
        assert houses[2] == 10 + layout.box_of(cell)
    assert layout.other_shapes == ()
    assert layout.to_dict() == {"size": 5, "box": None, "regions": "AABBBAAABBCCDEECDDDECCDEE"}
    with pytest.raises(nonet.UnsupportedError, match="irregular regions has no box shape"):
        layout.box_rows  # noqa: B018
    with pytest.raises(dataclasses.FrozenInstanceError):
        layout.regions = b""  # type: ignore[misc]
    assert not hasattr(layout, "colour")


@pytest.mark.parametrize(
    "regions",
    [
        "AAAB\nABBB\nCCCD\nCDDD\n",
        "1 1 1 2, 1 2 2 2, 3 3 3 4, 3 4 4 4",
        "77 77 77 8 77 8 8 8 9 9 9 10 9 10 10 10",
        [4, 4, 4, "x", 4, "x", "x", "x", 0, 0, 0, 1, 0, 1, 1, 1],
    ],
)
def test_regions_are_named_in_any_way(regions: str | list[object]) -> None:
    assert Layout.of_regions(regions) == Layout.of_regions("AAABABBBCCCDCDDD")


def test_regions_that_are_boxes_are_the_ordinary_layout() -> None:
    for shape in (Layout(2, 3), Layout(3, 2), Layout(1, 5), Layout(3, 3), Layout(1, 1)):
        boxes = [chr(90 - shape.box_of(cell)) for cell in range(shape.cell_count)]
        assert Layout.of_regions("".join(boxes)) == shape
    assert Layout.of_regions("1122112233443344") != FIVE.layout


def test_large_regions_are_numbers() -> None:
    numbers = [*range(30)] * 30
    numbers[0], numbers[31] = 1, 0
    layout = Layout.of_regions(numbers)
    assert eval(repr(layout), NAMES) == layout
    assert layout.to_dict()["regions"].startswith("1 1 2 3 4 ")


@pytest.mark.parametrize(
    ("regions", "found"),
    [
        ("", "found 0"),
        ("AAB", "found 3"),
        ("AAAABBBBCCCCDDDE", "4 regions of 4 cells, found 3 cells of 'D'"),
        ([1, 1, 1, 2], "2 regions of 2 cells, found 3 cells of 1"),
        (range(256 * 256), "found 65536"),
        ([[1, 1], [2, 2]], "the name of a region for each cell, found .1, 1."),
    ],
)
def test_impossible_regions_are_refused(regions: str | list[object], found: str) -> None:
    with pytest.raises(nonet.ArgumentError, match=found):
        Layout.of_regions(regions)


@given(puzzles())
def test_lines_rebuild_any_puzzle(puzzle: Puzzle) -> None:
    assert Puzzle.from_line(str(puzzle), puzzle.layout) == puzzle
    assert eval(repr(puzzle), NAMES) == puzzle


def test_a_hundred_by_hundred_board_is_a_value_like_any_other() -> None:
    layout = Layout(10, 10)
    puzzle = Puzzle(bytes([100, *[0] * 9998, 99]), layout)
    assert Puzzle.from_line(str(puzzle), layout) == puzzle
    assert str(puzzle).startswith("100 . .")
    assert puzzle.conflicts() == ()


def test_conflicts_name_digit_house_and_cells() -> None:
    puzzle = Puzzle.from_line("1..1" + "." * 4 + "...1" + "." * 4, Layout(2, 2))
    assert [(c.digit, c.rule, c.cells) for c in puzzle.conflicts()] == [
        (1, "row 1", ("r1c1", "r1c4")),
        (1, "column 4", ("r1c4", "r3c4")),
    ]


@pytest.mark.parametrize(
    "cells", [b"", b"\0" * 80, b"\x0a" + b"\0" * 80, "x" * 81, [300] * 81, 5.5]
)
def test_puzzles_that_cannot_be_are_refused(cells: object) -> None:
    with pytest.raises(nonet.ArgumentError, match="expected"):
        Puzzle(cells)  # type: ignore[arg-type]


def test_a_solution_has_no_holes() -> None:
    with pytest.raises(nonet.ArgumentError, match="r1c3 empty"):
        Solution.from_line(EASY_SOLUTION[:2] + "." + EASY_SOLUTION[3:])


def test_grids_become_arrays() -> None:
    puzzle = Puzzle.from_line(EASY)
    assert np.array_equal(np.array(puzzle), puzzle.to_array())
    assert np.asarray(puzzle, dtype=np.int32).dtype == np.int32
    assert puzzle.to_array().tolist() == puzzle.rows()


@given(puzzles())
def test_candidates_are_what_no_given_excludes(puzzle: Puzzle) -> None:
    board = Board.of(puzzle)
    layout = puzzle.layout
    for cell in range(0, layout.cell_count, 5):
        seen = {puzzle.cells[peer] for peer in layout.peers[cell]}
        expected = (
            ()
            if puzzle.cells[cell]
            else tuple(digit for digit in range(1, layout.size + 1) if digit not in seen)
        )
        assert board.candidates(cell) == expected


def test_placing_and_eliminating_return_new_boards() -> None:
    board = Board.of(Puzzle.from_line("." * 16, Layout(2, 2)))
    placed = board.place("r1c1", 1)
    assert board.candidates("r1c2") == (1, 2, 3, 4)
    assert placed.candidates("r1c1") == () and placed.candidates("r4c4") == (1, 2, 3, 4)
    for peer in ("r1c2", "r4c1", "r2c2"):
        assert placed.candidates(peer) == (2, 3, 4)
    assert placed.eliminate("r1c2", 3).candidates("r1c2") == (2, 4)
    with pytest.raises(
        nonet.IllegalMoveError, match=r"r1c2: expected a candidate \(2 3 4\), found 1"
    ):
        placed.place("r1c2", 1)
    with pytest.raises(nonet.ArgumentError, match="r1c1 to r4c4"):
        placed.place("r5c1", 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"solutions": 0},
        {"solutions": True},
        {"solutions": 1.5},
        {"nodes": -1},
        {"memory": 2**70},
        {"seconds": -1},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": "1"},
    ],
)
def test_impossible_limits_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(nonet.ArgumentError, match=next(iter(wrong))):
        Limit(**wrong)  # type: ignore[arg-type]


def test_an_integer_is_a_limit_on_solutions() -> None:
    limit = Limit(seconds=1)
    assert Limit.of(3) == Limit(solutions=3) and Limit.of(limit) is limit
    assert Limit.of(None) == Limit(solutions=None)


@given(st.integers(0, 3), st.booleans())
def test_status_says_only_what_was_proved(seen: int, exhausted: bool) -> None:
    status = Status.of_search(seen, exhausted=exhausted)
    assert (status in (Status.UNIQUE, Status.NO_SOLUTION)) == (exhausted and seen < 2)


def test_errors_survive_pickling() -> None:
    error = nonet.ParseError("a digit", "'x'", line=3, column=7, source="a.txt")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "a.txt, line 3, column 7: expected a digit, found 'x'"
    unknown = pickle.loads(pickle.dumps(nonet.UnknownEngineError("scaler", ["scalar"])))
    assert unknown.suggestion == "scalar"
    assert isinstance(error, nonet.NonetError)


def test_a_result_knows_first_and_second_solution() -> None:
    result = nonet.solve(SIX)
    assert isinstance(result, Result)
    assert (result.solution, result.second) == result.solutions
    assert nonet.solve("11" + "." * 14).second is None


@pytest.mark.parametrize("grid", [Puzzle.from_line(EASY), Solution.from_line(EASY_SOLUTION)])
def test_grids_are_indexed_by_cell(grid: Puzzle | Solution) -> None:
    assert grid["r1c2"] == grid[1] == grid[np.uint8(1)] == grid["R1C2"] == 3
    assert grid["r9c9"] == grid[80] == 9
    assert grid["r1c3"] == int(str(grid)[2].replace(".", "0"))
    assert [grid[cell] for cell in range(81)] == list(grid) == list(grid.cells)
    assert len(grid) == 81


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (81, "a cell from r1c1 to r9c9 or 0 to 80, found 81"),
        (-1, "a cell from r1c1 to r9c9 or 0 to 80, found -1"),
        ("r0c1", "a cell from r1c1 to r9c9, found 'r0c1'"),
        ("r1c10", "a cell from r1c1 to r9c9, found 'r1c10'"),
        ("A1", "a cell from r1c1 to r9c9, found 'A1'"),
        (1.0, "a cell such as 'r1c2', or a number from 0 to 80, found 1.0"),
        ((0, 1), "a cell such as 'r1c2', or a number from 0 to 80, found (0, 1)"),
        (slice(2), "a cell such as 'r1c2', or a number from 0 to 80, found slice(None, 2, None)"),
    ],
)
def test_what_is_no_cell_is_named(cell: object, expected: str) -> None:
    with pytest.raises(nonet.ArgumentError) as caught:
        Puzzle.from_line(EASY)[cell]  # type: ignore[index]
    assert str(caught.value) == f"expected {expected}"
    assert isinstance(caught.value, IndexError) == isinstance(cell, int | str)
