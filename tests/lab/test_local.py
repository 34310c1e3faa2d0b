"""Local searches: right or silent, the same by seed, and within their limits."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, layouts, puzzles
from cases import examples, some
from corpora import read_corpus
from nonet import Layout, Limit, Puzzle, Status
from nonet.lab.local import (
    LOCAL_SEARCHES,
    Filling,
    HillClimbing,
    LocalSearch,
    MinConflicts,
    SimulatedAnnealing,
)
from nonet.lab.method import Run, run_method

FIRST = HillClimbing(steepest=False, name="hill-climbing-first")
METHODS = (*LOCAL_SEARCHES, FIRST)
SIZES = {"4x4": Layout(2, 2), "6x6": Layout(2, 3)}
LIMIT = Limit(nodes=2_000_000)

every_method = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)


def corpus(name: str) -> list[Puzzle]:
    layout = SIZES[name.split("-")[0]]
    return [Puzzle.from_line(line, layout) for line in read_corpus(name).puzzles]


def facts(run: Run) -> tuple[object, ...]:
    """Everything of a run but its time."""
    return run.status, run.solutions, run.counts, run.stopped_by


@pytest.mark.parametrize("name", [f"{s}-{kind}" for s in SIZES for kind in ("unique", "multiple")])
@every_method
def test_small_boards_are_solved(method: LocalSearch, name: str) -> None:
    for puzzle in some(corpus(name), 3):
        run = run_method(method, puzzle, LIMIT, seed=1)
        assert (run.status, run.stopped_by) == (Status.FOUND, None)
        assert nonet.check(run.solution, puzzle)


@every_method
def test_an_easy_9x9_board_is_solved(method: LocalSearch) -> None:
    run = run_method(method, Puzzle.from_line(EASY), LIMIT, seed=1)
    assert [str(solution) for solution in run.solutions] == [EASY_SOLUTION]


@every_method
def test_boards_whose_boxes_are_rows_or_nothing_at_all(method: LocalSearch) -> None:
    for layout in (Layout(1, 1), Layout(1, 2), Layout(1, 5), Layout(5, 1), Layout(2, 4)):
        empty = Puzzle(bytes(layout.cell_count), layout)
        run = run_method(method, empty, LIMIT, seed=3)
        assert nonet.check(run.solution, empty)


@every_method
def test_a_full_board_is_found_without_a_move(method: LocalSearch) -> None:
    run = run_method(method, Puzzle.from_line(EASY_SOLUTION), Limit(nodes=1), seed=1)
    assert (run.status, run.counts.moves, run.counts.restarts) == (Status.FOUND, 0, 0)


@every_method
def test_the_same_seed_gives_the_same_run(method: LocalSearch) -> None:
    puzzle = corpus("6x6-unique")[0]
    assert facts(run_method(method, puzzle, LIMIT, 7)) == facts(
        run_method(method, puzzle, LIMIT, 7)
    )
    counts = {str(run_method(method, puzzle, LIMIT, seed).counts) for seed in range(6)}
    assert len(counts) > 1


def test_hashing_has_no_part_in_it() -> None:
    probe = (
        "from nonet import *; from nonet.lab.local import *; from nonet.lab.method import *;"
        f"p = Puzzle.from_line({EASY!r});"
        "print([run_method(m, p, Limit(nodes=20000), 5).counts for m in LOCAL_SEARCHES])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", probe],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


@every_method
def test_it_never_claims_that_there_is_no_solution(method: LocalSearch) -> None:
    for puzzle in some(corpus("4x4-no-solution")[:30] + corpus("6x6-no-solution")[:8], 4):
        running = method.start(puzzle, Limit(nodes=3_000), seed=1)
        assert list(running) == [] and not running.exhausted
        run = run_method(method, puzzle, Limit(nodes=3_000), seed=1)
        assert (run.status, run.solutions) == (Status.UNKNOWN, ())
        assert run.stopped_by in ("nodes", "givens")


@every_method
@pytest.mark.parametrize(
    "line",
    [
        pytest.param("1..1............", id="clash"),
        pytest.param(".21434.221434321", id="nothing to swap"),
    ],
)
def test_hopeless_givens_end_it_at_once(method: LocalSearch, line: str) -> None:
    run = run_method(method, Puzzle.from_line(line, Layout(2, 2)), Limit(), seed=1)
    assert (run.status, run.stopped_by) == (Status.UNKNOWN, "givens")
    assert (run.counts.moves, run.counts.restarts) == (0, 0)


@every_method
def test_a_wrong_cell_that_cannot_move_is_bounded_by_nodes(method: LocalSearch) -> None:
    # As above, but two cells of the last box are open: they move, and never help.
    stuck = Puzzle.from_line(".21434.2214343..", Layout(2, 2))
    run = run_method(method, stuck, Limit(nodes=5_000), seed=1)
    assert (run.status, run.stopped_by) == (Status.UNKNOWN, "nodes")


@every_method
def test_nodes_bound_what_is_tried(method: LocalSearch) -> None:
    empty = Puzzle(bytes(625), Layout(5, 5))
    for nodes in (1, 10, 1_000, 5_000):
        running = method.start(empty, Limit(nodes=nodes), seed=1)
        assert list(running) == [] and running.stopped_by == "nodes"
        assert running.nodes is not None and running.nodes <= nodes
        assert running.counts.moves is not None and running.counts.moves < running.nodes


@every_method
def test_seconds_and_memory_stop_it(method: LocalSearch) -> None:
    unsolvable = corpus("6x6-no-solution")[0]
    started = time.monotonic()
    timed = run_method(method, unsolvable, Limit(seconds=0.1), seed=1)
    assert (timed.status, timed.stopped_by) == (Status.UNKNOWN, "seconds")
    assert time.monotonic() - started < 2
    small = run_method(method, unsolvable, Limit(memory=1_000), seed=1)
    assert (small.status, small.stopped_by) == (Status.UNKNOWN, "memory")


@every_method
def test_one_solution_is_all_it_gives(method: LocalSearch) -> None:
    empty = Puzzle(bytes(16), Layout(2, 2))
    assert len(list(method.start(empty, Limit(solutions=None), seed=1))) == 1
    assert not (method.complete or method.enumerates)


@every_method
def test_counters_that_it_has(method: LocalSearch) -> None:
    counts = run_method(method, Puzzle.from_line(EASY), LIMIT, seed=2).counts.to_dict()
    assert {name for name, count in counts.items() if count is not None} == {"moves", "restarts"}


@settings(max_examples=examples(60))
@given(layouts().flatmap(puzzles), st.integers(0, 2**32))
def test_costs_are_kept_by_every_swap(puzzle: Puzzle, seed: int) -> None:
    if puzzle.conflicts():
        return
    rng = random.Random(seed)
    board = Filling(puzzle)
    board.fill(rng)
    for _ in range(10 if board.movable else 0):
        cell = rng.choice(board.movable)
        other = rng.choice(board.others(cell))
        board.swap(cell, other, board.change(cell, other))
        assert board.cost == too_many(board.digits, puzzle.layout)
        conflicts = {c for c in board.movable if repeats(board.digits, c, puzzle.layout)}
        assert conflicts == set(board.cells_in_conflict())
    assert all(given in (0, digit) for given, digit in zip(puzzle.cells, board.digits, strict=True))


def too_many(digits: list[int], layout: Layout) -> int:
    return sum(layout.size - len({digits[cell] for cell in house.cells}) for house in layout.houses)


def repeats(digits: list[int], cell: int, layout: Layout) -> bool:
    return any(digits[peer] == digits[cell] for peer in layout.peers[cell])


@pytest.mark.parametrize(
    ("method", "setting", "value"),
    [
        (MinConflicts(), "noise", 1.5),
        (MinConflicts(), "patience", 0),
        (HillClimbing(), "sideways", -1),
        (SimulatedAnnealing(), "temperature", 0.1),
        (SimulatedAnnealing(), "coldest", 0.0),
        (SimulatedAnnealing(), "cooling", 1.0),
        (SimulatedAnnealing(), "sweeps", 0),
    ],
)
def test_settings_outside_their_range_are_refused(
    method: LocalSearch, setting: str, value: float
) -> None:
    with pytest.raises(nonet.ArgumentError, match=f"{setting}: expected"):
        replace(method, **{setting: value})  # type: ignore[type-var]


def test_methods_are_values() -> None:
    for method in LOCAL_SEARCHES:
        assert pickle.loads(pickle.dumps(method)) == method == eval(repr(method))
    assert len({method.name for method in METHODS}) == len(METHODS)
