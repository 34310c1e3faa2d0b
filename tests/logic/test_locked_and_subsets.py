"""Locked candidates and subsets: hits, near misses and patterns without gain."""

from __future__ import annotations

import pytest

from drawn_boards import drawn_board, gains, proved_steps
from nonet import Board, Layout, Puzzle, rules
from nonet.core.digits import mask_of

FULL = "XXXXXXXXX"


def test_pointing_removes_the_digit_from_the_rest_of_the_line() -> None:
    board = drawn_board({5: "XX....X/...XXX.../......XXX/" + "/".join([FULL] * 6)})
    assert "r1c7<>5" in gains(board, "pointing")


def test_pointing_needs_all_places_of_the_box_on_one_line() -> None:
    board = drawn_board({5: "XX....X/X..XXX.../......XXX"})
    assert not [gain for gain in gains(board, "pointing") if "r1c7" in gain]


def test_pointing_without_others_on_the_line_is_no_step() -> None:
    assert gains(drawn_board({5: "XX......./.........X"}), "pointing") == []


def test_claiming_removes_the_digit_from_the_rest_of_the_box() -> None:
    board = drawn_board({5: "XX......./..X...X"})
    assert gains(board, "claiming") == ["r2c3<>5"]
    assert gains(drawn_board({5: "XX.....X./..X...X"}), "claiming") == []
    assert gains(drawn_board({5: "XX"}), "claiming") == []


def test_claiming_reads_extra_houses() -> None:
    puzzle = Puzzle.from_line("." * 81, rules=rules.named("windoku"))
    board = Board.of(puzzle)
    window = next(house for house in puzzle.houses[27:] if 10 in house.cells)
    for cell in window.cells:
        if cell not in (10, 11):
            board = board.eliminate(cell, 7)
    places = {cell for step in proved_steps(board, "claiming") for cell, _ in step.eliminations}
    assert places == {0, 1, 2, 9, 18, 13, 14, 15, 16, 17}


def _with_masks(masks: dict[int, tuple[int, ...]], layout: Layout | None = None) -> Board:
    layout = layout or Layout(3, 3)
    board = Board.of(Puzzle.from_line("." * layout.cell_count, layout))
    new = [mask_of(masks[cell]) if cell in masks else mask for cell, mask in enumerate(board.masks)]
    return Board(board.puzzle, board.digits, tuple(new))


ROW_PAIR = {0: (1, 2), 4: (1, 2), **dict.fromkeys((1, 2, 3, 5, 6, 7), (3, 4, 5, 6, 7, 8, 9))}


def test_naked_pair() -> None:
    assert gains(_with_masks({**ROW_PAIR, 8: (1, 3)}), "naked-pair") == ["r1c9<>1"]
    assert gains(_with_masks({**ROW_PAIR, 4: (1, 2, 3), 8: (1, 3)}), "naked-pair") == []
    assert gains(_with_masks({**ROW_PAIR, 8: (3, 4)}), "naked-pair") == []


def test_a_pair_of_two_houses_is_locked_if_it_eliminates_from_both() -> None:
    pair = {0: (1, 2), 1: (1, 2)}
    rest = dict.fromkeys((*range(2, 9), 9, 10, 11, 18, 19), (3, 4, 5, 6, 7, 8, 9))
    both = {**pair, **rest, 8: (1, 3), 20: (2, 3)}
    assert gains(_with_masks(both), "locked-pair") == ["r1c9<>1 r3c3<>2"]
    assert gains(_with_masks(both), "naked-pair") == []
    shared = {**pair, **rest, 2: (1, 3), 20: (3, 4)}
    assert gains(_with_masks(shared), "locked-pair") == []
    assert gains(_with_masks(shared), "naked-pair") == ["r1c3<>1"]


@pytest.mark.parametrize(
    ("technique", "cells"),
    [
        ("naked-triple", [(1, 2), (2, 3), (1, 3)]),
        ("naked-quad", [(1, 2), (2, 3), (3, 4), (1, 4)]),
    ],
)
def test_larger_naked_subsets(technique: str, cells: list[tuple[int, ...]]) -> None:
    places = (0, 3, 6, 7)
    rest = dict.fromkeys(range(9), (5, 6, 7, 8, 9))
    found = {**rest, 8: (1, 5), **dict(zip(places, cells, strict=False))}
    assert gains(_with_masks(found), technique) == ["r1c9<>1"]
    broken = {**found, 0: (1, 2, 9)}
    assert gains(_with_masks(broken), technique) == []
    assert gains(_with_masks({**found, 8: (5, 6)}), technique) == []


@pytest.mark.parametrize(
    ("technique", "count"), [("hidden-pair", 2), ("hidden-triple", 3), ("hidden-quad", 4)]
)
def test_hidden_subsets(technique: str, count: int) -> None:
    digits = tuple(range(1, count + 1))
    rest = dict.fromkeys(range(9), tuple(range(count + 1, 10)))
    places = (0, 3, 6, 7)[:count]
    found = {**rest, **dict.fromkeys(places, digits), 0: (*digits, 9)}
    assert gains(_with_masks(found), technique) == ["r1c1<>9"]
    assert gains(_with_masks({**found, 8: (1, 5, 6, 7, 8, 9)}), technique) == []
    assert gains(_with_masks({**found, 0: digits}), technique) == []


def test_a_naked_quad_in_two_houses_of_a_wide_box_keeps_its_name() -> None:
    masks = dict.fromkeys((0, 1, 2, 3), (1, 2, 3, 4))
    steps = proved_steps(_with_masks(masks, Layout(2, 8)), "naked-quad")
    assert {cell for cell, _ in steps[0].eliminations} == set(range(4, 24))
