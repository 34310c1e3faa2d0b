"""Traces: the same run, everything it did, and the counters made again from that alone."""

from __future__ import annotations

import pytest

import nonet
from nonet import lab

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
LIMIT = nonet.Limit(solutions=3, nodes=1500)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_replay_gives_the_counts_of_the_run(method: lab.Method, board: str) -> None:
    run = lab.run(method, BOARDS[board], limit=LIMIT)
    trace = lab.trace(method, BOARDS[board], limit=LIMIT)
    assert trace.run.counts == run.counts and trace.run.solutions == run.solutions
    assert trace.counts == run.counts
    shown = [trace.at(i).values for i, event in enumerate(trace) if event.kind == "solution"]
    assert shown == [solution.cells for solution in run.solutions]
