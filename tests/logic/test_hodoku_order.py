"""HoDoKu's order: the same steps as HoDoKu, from singles to brute force."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest

import nonet
from nonet import native
from nonet.core.board import Board
from nonet.core.step import Step
from nonet.logic.checker import check_step
from nonet.logic.finding import native_board, step_of
from nonet.logic.orders import order_named
from reference_logic import HODOKU_SCORES, hodoku_level, read_paths

LOCKED = "5.714.2.3..1..3....36.....5..96.....6.582.3.7.7...1.......6..4.7.4...6...6.29...1"
CHAINS = "......2.1.7.5....3..38...6.8..1.......2.8...91.....84..6..58..24..79...8...4.1..."
HARDEST = "7.8...3...3.6.1...5.........4.....263...8.......1...9..9.2....4....7.5..........."
GRAVE = ".2..1.......8.754...7..36..87....4.....7....1.1.24..8...1....6.....8......54...37"
"""On its way is a grave with two digits too many in a cell, which HoDoKu passes by."""

STEPS = {
    "turbot-fish": "r8c7<>5",
    "discontinuous-nice-loop": "r2c5<>6",
    "aic": "r1c5<>7, r1c6<>7, r3c7<>7",
    "continuous-nice-loop": "r2c6<>2, r3c2<>2, r4c6<>7, r6c6<>7, r8c2<>3, r8c2<>5",
    "xy-chain": "r2c1<>2, r3c5<>2, r3c6<>2",
}
"""What HoDoKu finds first with these techniques in CHAINS."""

TAKEN = {
    "a locked pair whose only gain in the box is on the line": (
        "....2.9...79......8..6..4..3.81...2......3.45.2..9........7..5...7..1.3...3.4...6",
        19,
        "locked-pair: r2c1<>4, r2c5<>8, r2c8<>8, r2c9<>8",
        858,
    ),
    "a rectangle of type 3 stays in the houses of its subset": (
        "4.7.....2.......19....7....3.8...157...6..82..7.......5..9.6.....4..32.....51...4",
        33,
        "unique-rectangle-3: r1c2<>5, r1c2<>9",
        1088,
    ),
    "a rectangle counts with the digits of its first corner": (
        "65......8.371.........74.2..9.7.....8.1.6...934..9......5..3.94.2...75..4......1.",
        38,
        "xy-chain: r5c6<>5, r6c8<>5",
        3896,
    ),
    "a digit that a placed one excludes makes no rectangle": (
        "8....4..6...1.2.7....5.7.9.6.5.2.3.9.1.3.......3.7....5.4...2......4......8..3.14",
        19,
        "hidden-rectangle: r8c1<>2",
        1500,
    ),
    "rectangles of a corner go by the other cell in its box": (
        "6..43....4.8.6.....3....7.........5.1....9.8..7.3..2.4.....1..8....2.3..82..7....",
        24,
        "hidden-rectangle: r8c4<>5",
        2692,
    ),
    "of two remote pairs, the one with the lower cells": (
        "...8..9..5........6....1...15..4..3....97...4.............6......9...8.......2.5.",
        37,
        "remote-pair: r3c8<>4, r3c8<>7",
        2276,
    ),
    "an XY-chain goes around a cell that the shortest way uses twice": (
        "..7.2.3...4.59....3.....6..58..........4.61.9....1..2...3.......5.2....6.....18.2",
        38,
        "xy-chain: r7c5<>6, r9c1<>6, r9c2<>6",
        1702,
    ),
    "of several ALS chains, the one with the lower cells": (
        ".6...2...395.......413.......2.9..4.6..8...95.....1.7..2....8.....4.9..24..7.....",
        29,
        "als-chain: r1c5<>5",
        4938,
    ),
    "an ALS chain of eight sets": (
        "......4.9.5..49.72.6........76...15....8.5....4......3.......8....524..74.3......",
        37,
        "als-chain: r2c1<>8",
        6508,
    ),
    "the ends of a remote pair remove something": (
        "..............1..2..3....4.......5.1....3.....627..........8.2..3.....7.18...5...",
        45,
        "remote-pair: r1c4<>9",
        1196,
    ),
    "what a hidden pair removes goes cell by cell": (
        "37.....8..12........5.3.4..7..82.3....4167...........69..71...8......5..1....2.94",
        30,
        "hidden-single: r2c4=5",
        3970,
    ),
    "what a locked pair removes goes cell by cell": (
        ".1.8...7.......58......3.....1...4...39..4..778.23....6....7..4...6.......81..9..",
        29,
        "hidden-single: r6c8=9",
        672,
    ),
}
"""Puzzles with the number of a step of HoDoKu's where it has a choice, that step, and the score."""


def walked(line: str, techniques: tuple[str, ...] | None = None) -> tuple[list[Step], str]:
    """Return the steps of a path in HoDoKu's order, and how it ended."""
    board = Board.of(nonet.parse(line))
    logic = native.logic_of(board.puzzle.geometry)
    names = list(techniques or order_named("hodoku").techniques)
    path = logic.walk(native_board(board), "hodoku", names)
    size = board.layout.size
    return [step_of(path.step(number), size) for number in range(len(path))], path.end


def score(steps: list[Step]) -> int:
    return sum(HODOKU_SCORES[step.technique][1] for step in steps)


@pytest.mark.parametrize(
    ("line", "level", "expected"),
    [
        (LOCKED, "Medium", 324),
        (GRAVE, "Extreme", 3014),
        (CHAINS, "Extreme", 2710),
        (HARDEST, "Extreme", 17154),
    ],
)
def test_level_and_score_are_those_of_hodoku(line: str, level: str, expected: int) -> None:
    steps, end = walked(line)
    assert end == "full"
    assert (hodoku_level(step.technique for step in steps), score(steps)) == (level, expected)


def test_it_takes_the_step_that_hodoku_takes() -> None:
    steps, _ = walked(CHAINS)
    first: dict[str, str] = {}
    for step in steps:
        first.setdefault(step.technique, str(step).split(": ")[1])
    assert {name: first[name] for name in STEPS} == STEPS


@pytest.mark.parametrize("choice", TAKEN)
def test_it_chooses_as_hodoku_does(choice: str) -> None:
    line, number, expected, total = TAKEN[choice]
    steps, _ = walked(line)
    assert (str(steps[number]), score(steps)) == (expected, total)


def test_every_step_but_brute_force_is_proved() -> None:
    board = Board.of(nonet.parse(HARDEST))
    steps, _ = walked(HARDEST)
    unproved = []
    for step in steps:
        if not check_step(board, step):
            unproved.append(step)
        board = board.apply(step)
    assert [step.technique for step in unproved] == ["brute-force"]
    assert unproved[0].proof is None


def test_singles_wait_in_the_order_in_which_they_came_up() -> None:
    steps, _ = walked(LOCKED)
    after = next(number for number, step in enumerate(steps) if step.technique == "locked-pair")
    assert [str(step) for step in steps[after + 1 : after + 4]] == [
        "naked-single: r7c3=2",
        "hidden-single: r8c8=3",
        "naked-single: r8c4=5",
    ]


def test_an_order_may_leave_techniques_out() -> None:
    steps, end = walked(CHAINS, ("full-house", "naked-single", "hidden-single", "aic"))
    assert end == "stuck"
    assert {step.technique for step in steps} <= {
        "full-house",
        "naked-single",
        "hidden-single",
        "aic",
    }


def test_other_boards_have_paths_as_well() -> None:
    steps, end = walked("1...............")
    assert end == "full" and steps[-1].technique == "full-house"


@pytest.mark.skipif("NONET_DATA" not in os.environ, reason="NONET_DATA is not set")
def test_paths_agree_with_reference_paths() -> None:
    same = [
        score(walked(path.puzzle)[0]) == path.row["hodoku_score"]
        for path in islice(read_paths(Path(os.environ["NONET_DATA"])), 0, None, 10)
    ]
    assert sum(same) >= 0.95 * len(same)
