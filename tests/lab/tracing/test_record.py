"""Traces: the same run, everything it did, and the counters made again from that alone."""

from __future__ import annotations

import copy
import itertools
from dataclasses import replace
from typing import Any

import pytest

import nonet
from cases import quick_first, quick_share
from nonet import lab
from nonet.lab.state import State
from nonet.lab.tracing.causes import why_removed
from trace_oracle import compare
from traced import (
    BOARDS,
    BREADTH,
    METHODS,
    WITNESSED,
    as_places,
    from_the_end,
    two_cells,
)

STRATEGIES = [preset.strategy for preset in lab.PRESETS]
LOCAL = [m for m in METHODS if m not in STRATEGIES]
LIMIT = nonet.Limit(solutions=3, nodes=400)


@pytest.mark.parametrize("method", quick_share(4, METHODS), ids=lambda method: method.name)
def test_replay_gives_the_counts_of_the_run(method: lab.Method) -> None:
    for board, puzzle in BOARDS.items():
        run = lab.run(method, puzzle, limit=LIMIT)
        trace = lab.trace(method, puzzle, limit=LIMIT)
        assert trace.run.counts == run.counts and trace.run.solutions == run.solutions, board
        assert trace.counts == run.counts, board
        shown = [trace.at(i).values for i, event in enumerate(trace) if event.kind == "solution"]
        assert shown == [solution.cells for solution in run.solutions], board


@pytest.mark.parametrize("strategy", quick_share(4, STRATEGIES), ids=lambda strategy: strategy.name)
def test_every_event_is_true(strategy: lab.Strategy) -> None:
    for name, board in WITNESSED.items():
        nodes = 3 if name == "large" else 12
        compare(strategy, board, nonet.Limit(solutions=3, nodes=nodes))


@pytest.mark.parametrize("state", quick_first(1, lab.CHOICES["state"]))
@pytest.mark.parametrize("frontier", lab.CHOICES["frontier"])
def test_every_event_is_true_whatever_holds_the_board(frontier: str, state: str) -> None:
    undo = "trail" if frontier in ("recursive", "iterative", "restarts", "backjumping") else "copy"
    chance = "random" if frontier == "restarts" else "lcv"
    explored = "hashed" if frontier in ("stack", "queue", "greedy", "a-star") else None
    for inference in ("none", "forward", "singles", "mac", "all-different"):
        if frontier == "backjumping" and inference not in ("none", "forward"):
            continue
        strategy = lab.Strategy(
            frontier=frontier,
            state=state,
            undo=undo,
            inference=inference,
            order=chance,
            explored=explored,
            restart_after=5,
        )
        for board in ("several", "open", "contradictory"):
            compare(strategy, WITNESSED[board], nonet.Limit(solutions=None, nodes=20))


def locked(state: State, cell: int, digit: int) -> bool:
    """Strike a digit from a box where a row needs it, in many cells at once."""
    box_of, size = state.layout.box_of, state.layout.size
    for row in state.geometry.house_cells[:size]:
        for d in range(1, size + 1):
            boxes = {box_of(c) for c in row if state.has(c, d)}
            if len(boxes) == 1:
                rest = [c for c in range(size * size) if box_of(c) in boxes and c not in row]
                state.strike(rest, d)
    return True


def placing(state: State, cell: int, digit: int) -> bool:
    for c in list(state.open):
        if not state.value(c) and state.size(c) == 1:
            d = state.candidates(c)[0]
            if any(state.value(p) == d for p in state.peers[c]):
                return False
            state.place(c, d)
            state.strike(state.peers[c], d)
    return True


def nothing(state: State, cell: int, digit: int) -> bool:
    return True


def often_false(state: State, cell: int, digit: int) -> bool:
    return len(state.open) % 3 != 0


def probing(state: State, cell: int, digit: int) -> bool:
    """Try values on copies: what happens there is not on the board."""
    for c in list(state.open)[:3]:
        for d in list(state.candidates(c)):
            twin = copy.deepcopy(state) if d == 1 else state.copy()
            twin.place(c, d)
            if any(not twin.size(p) for p in twin.strike(twin.peers[c], d)):
                state.strike([c], d)
    return True


def last_open(state: State) -> int:
    return state.open[-1]


def descending(state: State, cell: int, values: Any) -> list[int]:
    return list(values)[::-1]


def fullest(state: State) -> float:
    return -len(state.open)


@pytest.mark.parametrize(
    ("frontier", "inference", "select"),
    quick_share(
        5,
        itertools.product(
            ["iterative", "a-star", "restarts", "discrepancy"],
            [locked, placing, nothing, often_false, probing, from_the_end],
            [as_places, last_open],
        ),
    ),
)
def test_every_event_is_true_of_parts_of_ones_own(
    frontier: str, inference: Any, select: Any
) -> None:
    for state in ("bit-masks", "sets"):
        strategy = lab.Strategy(
            frontier=frontier,
            undo="copy",
            state=state,
            inference=inference,
            select=select,
            order=descending,
            heuristic=fullest,
            restart_after=5,
        )
        for board in ("several", "open", "contradictory"):
            compare(strategy, WITNESSED[board], nonet.Limit(solutions=2, nodes=25))


@pytest.mark.parametrize("frontier", ["stack", "queue", "greedy", "a-star"])
def test_boards_met_before_are_told(frontier: str) -> None:
    strategy = replace(BREADTH, frontier=frontier, select=two_cells)
    trace = compare(strategy, WITNESSED["open"], nonet.Limit(solutions=None, nodes=150))
    assert any(event.kind == "skip" for event in trace) and trace.counts.skipped


def test_a_crowd_without_the_cell_is_no_cause() -> None:
    """The house is contradictory, and none of its crowded cells has the digit."""
    strategy = lab.Strategy()
    state = lab.strategy.STATES[strategy.state](
        nonet.parse("." * 16), [(1, 2, 3, 4)] * 16, tracked=True, undo=False
    )
    for cell in (0, 1, 2):
        for digit in (3, 4):
            state.strike([cell], digit)
    state.strike([3], 4)
    cause = why_removed(state, [3], 4, None)
    assert cause.name != "subset" or cause.house != 0


@pytest.mark.parametrize("method", LOCAL, ids=lambda method: method.name)
@pytest.mark.parametrize("board", ["small", "several", "unique", "jigsaw"])
def test_local_searches_show_their_boards(method: lab.Method, board: str) -> None:
    puzzle = WITNESSED[board]
    houses = puzzle.geometry.house_cells
    lines = [h for h in houses if len({puzzle.layout.box_of(c) for c in h}) > 1]
    trace = lab.trace(method, puzzle, limit=nonet.Limit(solutions=1, nodes=3000), events=700)
    digits, moves, restarts = list(puzzle.cells), 0, 0
    for index, event in enumerate(trace):
        if event.kind == "fill":
            digits = list(event.values)
            assert all(g in (0, d) for g, d in zip(puzzle.cells, digits, strict=True))
        elif event.kind == "move":
            one, other = event.cell, event.other
            assert one is not None and other is not None
            assert puzzle.layout.box_of(one) == puzzle.layout.box_of(other)
            digits[one], digits[other] = digits[other], digits[one]
            moves += 1
        restarts += event.kind == "restart"
        if event.cost is not None:
            assert event.cost == sum(len(h) - len({digits[c] for c in h}) for h in lines)
        moment = trace.at(index)
        assert moment.values == bytes(digits)
        assert (moment.counts.moves, moment.counts.restarts) == (moves, restarts)
    assert len(trace) > 1 and trace.counts == trace.run.counts


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_a_full_trace_stops_the_run(method: lab.Method) -> None:
    trace = lab.trace(method, BOARDS["hard"], limit=None, events=50)
    assert trace.is_cut_short and trace.run.stopped_by == "events"
    assert 50 <= len(trace) < 50 + 400
    assert trace.counts == trace.run.counts and trace.run.status is nonet.Status.UNKNOWN


def test_moments_far_into_a_trace() -> None:
    """Counters and boards are kept now and then: those between are as right."""
    trace = lab.trace("backtracking", BOARDS["hard"], events=1500)
    events = list(trace)
    for index in [*range(0, 1500, 61), 63, 64, 65, 127, 128, len(trace) - 1]:
        assert trace.at(index).counts == counted_slowly(events[: index + 1]), index
        assert trace.at(index) == trace.at(index - len(trace))
    with pytest.raises(nonet.ArgumentError, match=f"expected an event of {len(trace)}, found"):
        trace.at(len(trace))
    with pytest.raises(nonet.ArgumentError, match="found 'x'"):
        trace.at("x")  # type: ignore[arg-type]


def counted_slowly(before: list[lab.Event]) -> lab.Counts:
    """The counters of plain backtracking, from its events by the glossary."""
    chosen = [event for event in before if event.kind == "choose"]
    depths = {0: 0}
    for event in before:
        if event.kind == "assign":
            assert event.node is not None and event.parent is not None
            depths[event.node] = depths[event.parent] + 1
    return lab.Counts(
        generated=1 + sum(len(e.values) + len(e.refused) for e in chosen),
        expanded=len(chosen),
        assignments=len(depths) - 1,
        checks=sum(e.checks for e in before),
        refused=sum(len(e.refused) for e in chosen),
        dead_ends=sum(not e.values for e in chosen),
        deepest=max(depths[e.node or 0] + 1 for e in chosen),
        largest_frontier=max(e.waiting or 0 for e in chosen),
        backtracks=sum(e.kind == "backtrack" for e in before),
    )


@pytest.mark.parametrize("state", ["sets", "strings", "lists"])
def test_the_trace_is_the_same_whatever_holds_the_board(state: str) -> None:
    for strategy in STRATEGIES:
        if strategy.frontier == "recursive" or strategy.undo == "copy":
            one = lab.trace(strategy, BOARDS["several"], limit=2)
            other = lab.trace(replace(strategy, state=state), BOARDS["several"], limit=2)
            assert one.data == other.data


@pytest.mark.parametrize("method", quick_share(4, METHODS), ids=lambda method: method.name)
def test_a_run_that_is_stopped_is_the_beginning_of_a_longer_one(method: lab.Method) -> None:
    """Being stopped is no reason to go back: nothing is told, or counted, that did not happen."""
    whole = list(lab.trace(method, BOARDS["hard"], limit=nonet.Limit(solutions=1, nodes=900)))
    for nodes in (20, 57, 200):
        limit = nonet.Limit(solutions=1, nodes=nodes)
        part = list(lab.trace(method, BOARDS["hard"], limit=limit))
        assert [e.to_dict() for e in part[:-1]] == [e.to_dict() for e in whole[: len(part) - 1]]
        assert part[-1].kind == whole[len(part) - 1].kind


def test_a_cell_without_a_candidate_from_the_start_is_a_dead_end() -> None:
    for name in ("forward-checking", "mrv-mcv", "backtracking"):
        trace = lab.trace(name, "12......3...4...")
        crosses = [
            e for e in trace if e.kind == "dead_end" or (e.kind == "choose" and not e.options)
        ]
        assert crosses and trace.counts == trace.run.counts
        assert trace.run.counts.dead_ends == len(crosses)


@pytest.mark.parametrize("method", quick_share(3, STRATEGIES), ids=lambda method: method.name)
def test_every_dead_end_counts_once_whatever_was_refused_before(method: lab.Strategy) -> None:
    trace = lab.trace(method, BOARDS["hard"], limit=nonet.Limit(solutions=1, nodes=900))
    dead = trace.landmarks.dead_ends.tolist()
    assert trace.run.counts.dead_ends == len(dead)
    for number, place in enumerate(dead[:20], start=1):
        assert trace.at(place).counts.dead_ends == number
        assert trace.counts_after(place).dead_ends == number - 1
    refused = sum(len(event.refused) for event in trace)
    assert trace.run.counts.refused == (refused if method.inference == "none" else None)


@pytest.mark.parametrize("state", list(lab.CHOICES["state"]))
def test_what_an_inference_tries_on_a_copy_stays_there(state: str) -> None:
    """Probing a board that is copied, shallow or deep, must not change the one at hand."""

    def probe(copied: Any) -> lab.Strategy:
        def infer(board: lab.State, cell: int, digit: int) -> bool:
            twin = copied(board)
            for other in twin.open:
                for left in list(twin.candidates(other))[1:]:
                    twin.strike([other], left)
            return True

        return lab.Strategy(name="probing", state=state, inference=infer)

    plain = lab.run(lab.Strategy(name="plain", state=state), BOARDS["several"], limit=None)
    for copied in (lambda board: board.copy(), copy.deepcopy):
        run = lab.run(probe(copied), BOARDS["several"], limit=None)
        assert run.solutions == plain.solutions and run.counts.eliminated == plain.counts.eliminated


def test_what_an_own_inference_removes_is_counted() -> None:
    def strike_one(board: lab.State, cell: int, digit: int) -> bool:
        other = board.first() if not board.full else cell
        if not board.full and board.size(other) > 1:
            board.strike([other], board.candidates(other)[-1])
        return True

    own = lab.trace(lab.Strategy(name="own", inference=strike_one), BOARDS["open"])
    struck = sum(len(event.cells) for event in own if event.kind == "eliminate")
    assert own.run.counts.eliminated == struck == own.counts.eliminated
    assert any(event.cause == "inference" for event in own)
