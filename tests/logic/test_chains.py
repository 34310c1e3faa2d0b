"""Chains, loops, forcing chains and nets: hits, near misses, patterns without gain."""

from __future__ import annotations

import pytest

import nonet
from corpora import read_corpus
from drawn_boards import board_of_cells, drawn_board, gains, proved_steps
from nonet import Board, Layout

Cells = dict[str, str]

XY = {"r1c1": "12", "r1c5": "23", "r5c5": "34", "r5c9": "14"}
"""1 - r1c1 - 2 - r1c5 - 3 - r5c5 - 4 - r5c9 - 1."""

BRANCHES = {"r5c1": "12", "r4c4": "12", "r3c5": "13", "r3c7": "23"} | {
    f"r1c{column}": "13456789" for column in "235689"
}
"""If r5c5 is 1, no 2 is left in row 1: r1c1 sees r5c1, r1c4 sees r4c4, r1c7 sees r3c7."""

NET = {"r5c9": "12", "r9c5": "13", "r9c9": "234", "r4c5": "18", "r4c2": "68"} | {
    "r9c2": "467",
    "r5c2": "17",
}
"""If r5c5 is 1, r9c9 is neither 2 nor 3, so it is 4; r9c2 is neither 4 nor 6, so it is 7, as is
r5c2."""

ALS = {"r1c1": "123", "r1c2": "123", "r2c3": "34", "r2c9": "14"}
"""If r1c9 is 1, r1c12 take 2 and 3, so r2c3 is 4, and r2c9 is 1."""

FORCED = {"r1c1": "123", "r1c2": "235", "r1c5": "145", "r1c6": "15"} | {
    "r2c3": "236",
    "r9c3": "46",
}
"""If r9c5 is 4, r1c1256 take 1, 2, 3 and 5, with 2 and 3 in r1c12, so r2c3 is 6, and r9c3 is 4."""


@pytest.mark.parametrize(
    ("technique", "hit", "gain", "near", "idle"),
    [
        pytest.param(
            "xy-chain",
            XY,
            "r1c9<>1 r5c1<>1",
            {"r5c5": "35"},
            {"r1c9": "567", "r5c1": "567"},
            id="xy",
        ),
        pytest.param(
            "aic",
            XY,
            "r1c9<>1 r5c1<>1",
            {"r5c5": "345"},
            {"r1c9": "567", "r5c1": "567"},
            id="aic",
        ),
        pytest.param(
            "discontinuous-nice-loop",
            XY,
            "r1c9<>1",
            {"r5c5": "345"},
            {"r1c9": "567"},
            id="discontinuous",
        ),
        pytest.param(
            "grouped-discontinuous-nice-loop",
            FORCED,
            "r9c5<>4",
            {"r2c3": "2367"},
            {"r9c5": "567"},
            id="als-forces-a-cell",
        ),
        pytest.param(
            "grouped-discontinuous-nice-loop",
            ALS,
            "r1c9<>1",
            {"r1c2": "1234"},
            {"r1c9": "567"},
            id="almost locked set",
        ),
        pytest.param(
            "forcing-chain-contradiction",
            BRANCHES,
            "r5c5<>1",
            {"r4c4": "123"},
            {"r5c5": "567"},
            id="contradiction",
        ),
        pytest.param(
            "forcing-chain-verity",
            BRANCHES,
            "r5c5<>1",
            {"r4c4": "123"},
            {"r5c5": "567"},
            id="verity",
        ),
        pytest.param(
            "forcing-net-contradiction",
            NET,
            "r5c5<>1",
            {"r9c9": "2347"},
            {"r5c5": "567"},
            id="net contradiction",
        ),
        pytest.param(
            "forcing-net-verity",
            BRANCHES,
            "r5c5<>1",
            {"r4c4": "123"},
            {"r5c5": "567"},
            id="net verity",
        ),
    ],
)
def test_cells_hit_near_miss_and_no_gain(
    technique: str, hit: Cells, gain: str, near: Cells, idle: Cells
) -> None:
    assert gain in gains(board_of_cells(hit), technique)
    assert gain not in gains(board_of_cells(hit | near), technique)
    assert gain not in gains(board_of_cells(hit | idle), technique)


X_CHAIN = "5...5..../.../.../....5...5/.../.../.5......5"


@pytest.mark.parametrize(
    ("technique", "hit", "gain", "near", "idle"),
    [
        pytest.param(
            "x-chain",
            {5: X_CHAIN + "/5...5..../......5.5"},
            "r8c1<>5",
            {5: X_CHAIN.replace("....5...5", "5...5...5") + "/5...5..../......5.5"},
            {5: X_CHAIN},
            id="x",
        ),
        pytest.param(
            "continuous-nice-loop",
            {1: "1...1", 2: "2....../.../.../.../2", 3: "....3/.../.../.../....3"}
            | {4: ".../.../.../.../4...4"}
            | dict.fromkeys((6, 7, 8, 9), ""),
            "r1c1<>5 r1c5<>5 r5c1<>5 r5c5<>5",
            {1: "1...1..1"},
            {5: ""},
            id="continuous",
        ),
        pytest.param(
            "grouped-discontinuous-nice-loop",
            {5: "55....5../5......../.../.../.../5.....5/...5"},
            "r2c1<>5",
            {5: "55....5.5/5......../.../.../.../5.....5/...5"},
            {5: "55....5../.../.../.../.../5.....5/...5"},
            id="grouped loop",
        ),
        pytest.param(
            "grouped-aic",
            {5: "55....5../.../..5....../.../.../.../.../..5.5.5"}
            | {6: "......6../.../.../.../.../.../.../..6...6"},
            "r8c3<>6 r8c7<>5",
            {5: "55....5.5/.../..5....../.../.../.../.../..5.5.5"},
            {6: "......6../.../.../.../.../.../.../......6"},
            id="grouped chain",
        ),
    ],
)
def test_drawn_hit_near_miss_and_no_gain(
    technique: str,
    hit: dict[int, str],
    gain: str,
    near: dict[int, str],
    idle: dict[int, str],
) -> None:
    assert gain in gains(_drawn(hit), technique, off=("als-nodes",))
    assert gain not in gains(_drawn(hit | near), technique, off=("als-nodes",))
    assert gain not in gains(_drawn(hit | idle), technique, off=("als-nodes",))


def _drawn(drawings: dict[int, str]) -> Board:
    return drawn_board(
        {digit: drawing.replace(str(digit), "X") for digit, drawing in drawings.items()}
    )


def test_almost_locked_sets_are_no_nodes_if_they_are_not_allowed() -> None:
    technique = "grouped-discontinuous-nice-loop"
    assert "r1c9<>1" not in gains(board_of_cells(ALS), technique, off=("als-nodes",))


LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_longer_chains_count_if_all_do() -> None:
    board, technique = Board.of(nonet.parse(LINE)), "grouped-discontinuous-nice-loop"
    every = gains(board, technique)
    shortest = gains(board, technique, off=("all-chains",))
    assert len(shortest) == len(set(shortest)) < len(every)
    assert set(shortest) == set(every)


def test_a_chain_uses_an_almost_locked_set_once() -> None:
    board = Board.of(nonet.parse(LINE))
    for step in proved_steps(board, "grouped-discontinuous-nice-loop"):
        sets = [mark.cells for mark in step.marks if mark.role.startswith("set-")]
        assert len(sets) == len(set(sets))


def test_no_loop_through_sets_excludes_less_than_another() -> None:
    board = Board.of(nonet.parse(LINE))
    found = [set(step.eliminations) for step in proved_steps(board, "grouped-continuous-nice-loop")]
    assert found
    assert not any(one < other for one in found for other in found)


def test_a_net_is_no_chain() -> None:
    assert "r5c5<>1" not in gains(board_of_cells(NET), "forcing-chain-contradiction")


def test_the_links_of_a_chain_are_drawn_in_order() -> None:
    steps = proved_steps(board_of_cells(XY), "xy-chain")
    step = next(step for step in steps if step.eliminations == ((8, 1), (36, 1)))
    (chain,) = (mark for mark in step.marks if mark.links)
    assert [link.strong for link in chain.links] == [True, False] * 3 + [True]
    assert chain.links[0].start == ((0, 1),) and chain.links[-1].end == ((44, 1),)
    for link, following in zip(chain.links, chain.links[1:], strict=False):
        assert link.end == following.start


def test_chains_need_houses_and_peers_alone() -> None:
    cells = {"r1c1": "12", "r1c4": "23", "r3c4": "34", "r3c6": "14"}
    board = board_of_cells(cells, Layout(2, 3))
    assert "r1c6<>1 r3c1<>1" in gains(board, "xy-chain")
    assert "r1c6<>1 r3c1<>1" in gains(board, "aic")


TECHNIQUES = [
    "x-chain",
    "xy-chain",
    *(f"{prefix}{name}" for prefix in ("", "grouped-") for name in ("aic", "continuous-nice-loop")),
    "discontinuous-nice-loop",
    "grouped-discontinuous-nice-loop",
    *(f"forcing-{kind}-{end}" for kind in ("chain", "net") for end in ("contradiction", "verity")),
]


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("corpus", ["4x4-unique", "6x6-unique", "9x9-unique"])
def test_every_step_is_proved_and_true_even_where_singles_are_left(
    corpus: str, technique: str
) -> None:
    puzzle = nonet.parse(read_corpus(corpus).puzzles[0])
    solution = nonet.solve(puzzle).solutions[0].cells
    for step in proved_steps(Board.of(puzzle), technique):
        assert all(solution[cell] == digit for cell, digit in step.placements)
        assert all(solution[cell] != digit for cell, digit in step.eliminations)
