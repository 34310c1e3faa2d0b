"""Unique, hidden and avoidable rectangles, unique loops: hits, near misses, no gain."""

from __future__ import annotations

import pytest

from drawn_boards import board_of_cells, gains, proved_steps
from nonet.core.rules import Candidates

Cells = dict[str, str]

CORNERS = ("r1c1", "r1c2", "r4c1", "r4c2")
PAIR = dict.fromkeys(CORNERS, "12")
LOOP = dict.fromkeys(("r1c6", "r3c6", "r3c8", "r4c8", "r4c7", "r1c7"), "12")


def _without_1(line: str, cells: str) -> Cells:
    """Some cells of a row or column, all but 1."""
    kind, number = line
    names = (f"r{number}c{cell}" if kind == "r" else f"r{cell}c{number}" for cell in cells)
    return dict.fromkeys(names, "23456789")


def _names(names: str, digits: str) -> str:
    return " ".join(f"{name}<>{digit}" for name in names.split() for digit in digits)


ROW_4 = _without_1("r4", "3456789")
BELOW = "r4c3 r4c4 r4c5 r4c6 r4c7 r4c8 r4c9 r5c1 r5c2 r5c3 r6c1 r6c2 r6c3"

TYPES = [
    pytest.param(
        "unique-rectangle-1",
        {**PAIR, "r4c2": "123"},
        "r4c2<>1 r4c2<>2",
        {"r4c1": "124"},
        {"r4c2": "34"},
        id="1",
    ),
    pytest.param(
        "unique-rectangle-2",
        {**PAIR, "r4c1": "123", "r4c2": "123"},
        _names(BELOW, "3"),
        {"r4c2": "1234"},
        dict.fromkeys(BELOW.split(), "456"),
        id="2",
    ),
    pytest.param(
        "unique-rectangle-3",
        {**PAIR, "r4c1": "123", "r4c2": "124", "r4c5": "34"},
        _names("r4c3 r4c4 r4c6 r4c7 r4c8 r4c9", "34"),
        {"r4c5": "35"},
        dict.fromkeys(("r4c3", "r4c4", "r4c6", "r4c7", "r4c8", "r4c9"), "1256789"),
        id="3",
    ),
    pytest.param(
        "unique-rectangle-4",
        {**PAIR, "r4c1": "123", "r4c2": "124", **ROW_4},
        "r4c1<>2 r4c2<>2",
        {"r4c9": "123456789"},
        {"r4c1": "13", "r4c2": "14"},
        id="4",
    ),
    pytest.param(
        "unique-rectangle-5",
        {**PAIR, "r1c2": "123", "r4c1": "123"},
        "r2c1<>3 r3c1<>3 r5c2<>3 r6c2<>3",
        {"r4c1": "124"},
        dict.fromkeys(("r2c1", "r3c1", "r5c2", "r6c2"), "456"),
        id="5",
    ),
    pytest.param(
        "unique-rectangle-6",
        {**PAIR, "r1c2": "123", "r4c1": "124", **ROW_4, **_without_1("r1", "3456789")},
        "r1c2<>1 r4c1<>1",
        {"r4c9": "123456789"},
        {"r1c2": "23", "r4c1": "24"},
        id="6",
    ),
    pytest.param(
        "hidden-rectangle",
        {
            "r1c1": "12",
            "r1c2": "123",
            "r4c1": "124",
            "r4c2": "1256",
            **ROW_4,
            **_without_1("c2", "2356789"),
        },
        "r4c2<>2",
        {"r9c2": "123456789"},
        {"r4c2": "156"},
        id="hidden",
    ),
    pytest.param(
        "unique-loop-1",
        {**LOOP, "r3c6": "123"},
        "r3c6<>1 r3c6<>2",
        {"r4c7": "13"},
        {"r3c6": "34"},
        id="loop 1",
    ),
    pytest.param(
        "unique-loop-2",
        {**LOOP, "r3c6": "123", "r3c8": "123"},
        _names("r3c1 r3c2 r3c3 r3c4 r3c5 r3c7 r3c9", "3"),
        {"r3c8": "134"},
        dict.fromkeys(("r3c1", "r3c2", "r3c3", "r3c4", "r3c5", "r3c7", "r3c9"), "456"),
        id="loop 2",
    ),
    pytest.param(
        "unique-loop-3",
        {**LOOP, "r3c6": "123", "r3c8": "124", "r3c1": "34"},
        _names("r3c2 r3c3 r3c4 r3c5 r3c7 r3c9", "34"),
        {"r3c1": "35"},
        dict.fromkeys(("r3c2", "r3c3", "r3c4", "r3c5", "r3c7", "r3c9"), "1256789"),
        id="loop 3",
    ),
    pytest.param(
        "unique-loop-4",
        {**LOOP, "r3c6": "123", "r3c8": "124", **_without_1("r3", "1234579")},
        "r3c6<>2 r3c8<>2",
        {"r3c1": "123456789"},
        {"r3c6": "1234", "r3c8": "1234", "r4c7": "1234"},
        id="loop 4",
    ),
]


@pytest.mark.parametrize(("technique", "hit", "gain", "near", "idle"), TYPES)
def test_hit_near_miss_and_no_gain(
    technique: str, hit: Cells, gain: str, near: Cells, idle: Cells
) -> None:
    assert gain in gains(board_of_cells(hit), technique)
    assert gain not in gains(board_of_cells({**hit, **near}), technique)
    assert gains(board_of_cells({**hit, **idle}), technique) == []


def test_a_rectangle_in_one_box_or_four_is_not_deadly() -> None:
    for corners in (("r1c1", "r1c2", "r2c1", "r2c2"), ("r1c1", "r1c5", "r5c1", "r5c5")):
        cells = {**dict.fromkeys(corners, "12"), corners[3]: "123"}
        assert gains(board_of_cells(cells), "unique-rectangle-1") == []


def test_a_rule_about_one_corner_saves_a_rectangle() -> None:
    cells = {**PAIR, "r4c2": "123"}
    for rule in ("diagonals", "anti-knight", "windoku"):
        assert gains(board_of_cells(cells, rules=(rule,)), "unique-rectangle-1") == []


def test_a_limited_cell_saves_a_rectangle() -> None:
    cells = {**PAIR, "r4c2": "134"}
    free = board_of_cells(cells)
    limited = board_of_cells(cells, rules=(Candidates(28, (1, 3, 4, 5)),))
    assert gains(free, "unique-rectangle-1") == ["r4c2<>1"]
    assert gains(limited, "unique-rectangle-1") == []


def test_missing_candidates_may_be_forbidden() -> None:
    board = board_of_cells({**PAIR, "r4c2": "134"})
    assert gains(board, "unique-rectangle-1") == ["r4c2<>1"]
    assert gains(board, "unique-rectangle-1", off=("missing-candidates",)) == []


@pytest.mark.parametrize(
    ("technique", "placed", "cells", "gain", "near"),
    [
        pytest.param(
            "avoidable-rectangle-1",
            {"r1c1": 1, "r1c2": 2, "r4c1": 2},
            {"r4c2": "13"},
            "r4c2<>1",
            {"r1c1": 1, "r1c2": 2, "r4c1": 3},
            id="1",
        ),
        pytest.param(
            "avoidable-rectangle-2",
            {"r1c1": 1, "r1c2": 2},
            {"r4c1": "23", "r4c2": "13"},
            _names(BELOW, "3"),
            {"r1c1": 1, "r1c2": 4},
            id="2",
        ),
    ],
)
def test_avoidable_rectangles(
    technique: str, placed: dict[str, int], cells: Cells, gain: str, near: dict[str, int]
) -> None:
    assert gains(board_of_cells(cells, placed=placed), technique) == [gain]
    assert gains(board_of_cells(cells, placed=near), technique) == []
    given = board_of_cells(cells, givens="1".ljust(81, "."), placed={"r1c2": 2, "r4c1": 2})
    assert gains(given, technique) == []


def test_longer_loops_and_larger_subsets_are_rated_higher() -> None:
    def ratings(technique: str, cells: Cells) -> list[float | None]:
        return [step.se_rating for step in proved_steps(board_of_cells(cells), technique)]

    assert ratings("unique-loop-1", {**LOOP, "r3c6": "123"}) == [4.6]
    assert ratings("unique-loop-3", {**LOOP, "r3c6": "123", "r3c8": "124", "r3c1": "34"}) == [4.7]
