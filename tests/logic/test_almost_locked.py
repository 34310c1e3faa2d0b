"""Almost locked sets, Sue de Coq, aligned exclusion: hits, near misses, no gain."""

from __future__ import annotations

import pytest

from drawn_boards import board_of_cells, gains, proved_steps

Cells = dict[str, str]

CHAIN = {"r1c1": "12", "r1c5": "23", "r5c5": "34", "r5c9": "14"}


@pytest.mark.parametrize(
    ("technique", "hit", "gain", "near", "idle"),
    [
        pytest.param(
            "als-xz",
            {"r1c1": "12", "r1c4": "23", "r5c1": "13"},
            "r5c4<>3",
            {"r5c1": "34"},
            {"r5c4": "456"},
            id="xz",
        ),
        pytest.param(
            "als-xy-wing",
            {"r1c1": "12", "r1c5": "13", "r5c1": "24", "r6c2": "34"},
            "r1c2<>3 r6c5<>3",
            {"r1c5": "35"},
            {"r1c2": "5678", "r6c5": "5678"},
            id="xy-wing",
        ),
        pytest.param(
            "als-chain",
            CHAIN,
            "r1c9<>1 r5c1<>1",
            {"r5c5": "35"},
            {"r1c9": "567", "r5c1": "567"},
            id="chain",
        ),
        pytest.param(
            "death-blossom",
            {"r1c1": "123", "r1c5": "14", "r1c9": "24", "r2c2": "34"},
            "r1c2<>4 r1c3<>4",
            {"r2c2": "35"},
            {"r1c2": "567", "r1c3": "567"},
            id="death blossom",
        ),
        pytest.param(
            "aligned-pair-exclusion",
            {"r1c1": "125", "r2c2": "34", "r1c2": "13", "r1c3": "14"},
            "r1c1<>1",
            {"r1c3": "15"},
            {"r1c1": "25"},
            id="aligned pair",
        ),
        pytest.param(
            "aligned-triplet-exclusion",
            {
                "r1c1": "127",
                "r2c2": "34",
                "r3c3": "56",
                "r1c2": "13",
                "r1c3": "145",
                "r2c1": "146",
            },
            "r1c1<>1",
            {"r2c1": "148"},
            {"r1c1": "27"},
            id="aligned triplet",
        ),
    ],
)
def test_hit_near_miss_and_no_gain(
    technique: str, hit: Cells, gain: str, near: Cells, idle: Cells
) -> None:
    assert gain in gains(board_of_cells(hit), technique)
    assert gain not in gains(board_of_cells({**hit, **near}), technique)
    assert gain not in gains(board_of_cells({**hit, **idle}), technique)


def test_two_restricted_commons_lock_both_sets() -> None:
    (first, *_) = gains(board_of_cells({"r1c1": "12", "r1c2": "12"}), "als-xz")
    near = {f"r1c{column}" for column in range(3, 10)} | {"r2c1", "r2c2", "r2c3"}
    near |= {"r3c1", "r3c2", "r3c3"}
    assert set(first.split()) == {f"{name}<>{digit}" for name in near for digit in "12"}


def test_sets_that_share_cells_may_be_forbidden() -> None:
    cells = {"r1c1": "12", "r1c2": "123", "r1c3": "134", "r2c2": "14"}
    board = board_of_cells(cells)
    apart = gains(board, "als-xz", off=("als-overlap",))
    together = gains(board, "als-xz")
    assert together[: len(apart)] == apart
    assert len(together) > len(apart)


def test_a_chain_names_its_sets_and_digits_in_order() -> None:
    steps = proved_steps(board_of_cells(CHAIN), "als-chain", off=("als-overlap",))
    step = next(step for step in steps if step.eliminations == ((8, 1), (36, 1)))
    *sets, two, three, four = step.marks
    assert [mark.cells for mark in sets] == [(0,), (4,), (40,), (44,)]
    assert [mark.candidates[0][1] for mark in (two, three, four)] == [2, 3, 4]


SUE_DE_COQ = {"r1c4": "123", "r1c5": "234", "r1c1": "12", "r2c4": "34"}


def test_sue_de_coq() -> None:
    row, box = ("r1c2", "r1c3", "r1c7", "r1c8", "r1c9"), ("r2c5", "r2c6", "r3c4", "r3c5", "r3c6")
    gone = {f"{name}<>{digit}" for name in (*row, "r1c6") for digit in "12"}
    gone |= {f"{name}<>{digit}" for name in (*box, "r1c6") for digit in "34"}
    found = [set(gain.split()) for gain in gains(board_of_cells(SUE_DE_COQ), "sue-de-coq")]
    assert gone in found
    near = board_of_cells({**SUE_DE_COQ, "r2c4": "35"})
    assert gains(near, "sue-de-coq") == []
    idle = {**dict.fromkeys(row, "345"), **dict.fromkeys(box, "125"), "r1c6": "56"}
    assert gone not in [
        set(gain.split()) for gain in gains(board_of_cells({**SUE_DE_COQ, **idle}), "sue-de-coq")
    ]
