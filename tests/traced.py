"""Boards and parts of strategies for the tests of traces."""

from __future__ import annotations

import nonet
from boards import JIGSAW
from nonet import lab
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.core.rules import Candidates, Different
from nonet.lab.state import State

METHODS = [m for m in lab.all_methods() if not isinstance(m, lab.EngineMethod)]


BOARDS = {
    "unique": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "hard": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "several": "15..4.24..564....3.....463..2..2..31",
    "small": "...4..1.2.4..3..",
    "clash": "11..............",
    "contradictory": "12..34......1..4",
    "open": "1...............",
}


BREADTH = lab.Strategy(frontier="queue", undo="copy", explored="hashed", select="random")


SUFFIXES = (".jsonl", ".jsonl.gz", ".trace")


WITNESSED = {
    **{name: nonet.parse(board) for name, board in BOARDS.items()},
    "one blank": nonet.parse(".234341221434321"),
    "complete": nonet.parse("1234341221434321"),
    "empty": nonet.parse("." * 81),
    "jigsaw": JIGSAW,
    "small jigsaw": Puzzle(bytes(16), Layout.of_regions("AAAB ABBB CCCD CDDD")),
    "rows": Puzzle(bytes([1, 0, 0, 0, 2] + [0] * 20), Layout(1, 5)),
    "large": Puzzle(bytes(256), Layout(4, 4)),
    "small with rules": Puzzle(
        bytes(16),
        Layout(2, 2),
        rules=("diagonal-down", Different((1, 6, 11)), Candidates(5, (2, 4))),
    ),
    "six with rules": Puzzle(
        bytes(36),
        Layout(2, 3),
        rules=("anti-knight", Candidates(0, (2, 5)), Candidates(7, (3, 4, 6))),
    ),
    "crowded": Puzzle(bytes(16), Layout(2, 2), rules=(Different((0, 1, 2, 3, 8)),)),
}


def from_the_end(state: State, cell: int, digit: int) -> bool:
    last = state.layout.cell_count - 1
    if not state.value(last) and state.size(last) > 1:
        state.strike([-1], state.candidates(last)[0])
    return True


def as_places(state: State) -> list[tuple[int, int]]:
    ways = [
        [(c, d) for c in house if not state.value(c) and d in state.allowed(c)]
        for house in state.geometry.house_cells
        for d in range(1, state.layout.size + 1)
        if all(state.value(c) != d for c in house)
    ]
    return min(ways, key=len)


def two_cells(state: State) -> list[tuple[int, int]]:
    """Reach every board in two ways: what an explored set is for."""
    return [(c, d) for c in state.open[:2] for d in state.allowed(c)]
