"""Wings and remote pairs: hits, near misses, patterns without gain."""

from __future__ import annotations

import pytest

from drawn_boards import board_of_cells, gains, proved_steps
from nonet import Layout

Cells = dict[str, str]

LINK = {f"r8c{column}": "23456789" for column in "2346789"}
"""Row 8 has its 1 in columns 1 and 5."""


@pytest.mark.parametrize(
    ("technique", "hit", "gain", "near", "idle"),
    [
        pytest.param(
            "xy-wing",
            {"r1c1": "12", "r1c5": "13", "r5c1": "23"},
            "r5c5<>3",
            {"r5c1": "24"},
            {"r5c5": "456"},
            id="xy",
        ),
        pytest.param(
            "xyz-wing",
            {"r1c1": "123", "r1c5": "13", "r2c2": "23"},
            "r1c2<>3 r1c3<>3",
            {"r2c2": "24"},
            {"r1c2": "456", "r1c3": "456"},
            id="xyz",
        ),
        pytest.param(
            "wxyz-wing",
            {"r1c1": "14", "r1c4": "12", "r1c5": "23", "r2c4": "34"},
            "r1c6<>4 r2c1<>4 r2c2<>4 r2c3<>4",
            {"r2c4": "35"},
            dict.fromkeys(("r1c6", "r2c1", "r2c2", "r2c3"), "567"),
            id="wxyz",
        ),
        pytest.param(
            "w-wing",
            {"r1c1": "12", "r5c5": "12", **LINK},
            "r1c5<>2 r5c1<>2",
            {"r8c9": "123456789"},
            {"r1c5": "345", "r5c1": "345"},
            id="w",
        ),
        pytest.param(
            "remote-pair",
            {"r1c1": "12", "r1c5": "12", "r5c5": "12", "r5c9": "12"},
            "r1c9<>1 r1c9<>2 r5c1<>1 r5c1<>2",
            {"r5c5": "13"},
            {"r1c9": "345", "r5c1": "345"},
            id="remote pair",
        ),
    ],
)
def test_hit_near_miss_and_no_gain(
    technique: str, hit: Cells, gain: str, near: Cells, idle: Cells
) -> None:
    assert gains(board_of_cells(hit), technique) == [gain]
    assert gains(board_of_cells({**hit, **near}), technique) == []
    assert gains(board_of_cells({**hit, **idle}), technique) == []


def test_three_pincers_make_three_wings() -> None:
    board = board_of_cells({"r1c1": "12", "r1c5": "13", "r1c9": "13", "r5c1": "23"})
    assert gains(board, "xy-wing") == ["r5c5<>3", "r5c9<>3"]
    (first, _) = proved_steps(board, "xy-wing")
    pattern, pivot, ends = first.marks
    assert (pattern.cells, pivot.cells) == ((0, 4, 36), (0,))
    assert ends.candidates == ((4, 3), (36, 3))


def test_a_long_chain_of_a_pair_gains_between_all_its_cells() -> None:
    chain = ("r1c1", "r1c5", "r5c5", "r5c9", "r9c9", "r9c2")
    board = board_of_cells(dict.fromkeys(chain, "12"))
    (step,) = proved_steps(board, "remote-pair")
    assert {cell for cell, _ in step.eliminations} == {1, 8, 10, 19, 36, 37, 54, 63, 72, 76}
    assert len(step.marks[1].links) == 5


@pytest.mark.parametrize("layout", [Layout(2, 3), Layout(3, 2), Layout(2, 4)], ids=str)
def test_wings_on_other_boards(layout: Layout) -> None:
    board = board_of_cells({"r1c1": "12", "r1c6": "13", "r5c1": "23"}, layout)
    assert gains(board, "xy-wing") == ["r5c6<>3"]
