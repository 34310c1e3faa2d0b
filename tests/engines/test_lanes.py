"""The lanes engine on every instruction set that this machine has, against its plain twin."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import nonet
from boards import EASY, EASY_SOLUTION, HARD, puzzles, twisted
from cases import examples
from corpora import read_corpus, read_list
from nonet import ArgumentError, Layout, Limit, Puzzle, Status, native
from nonet.engines.conformance import check_engine

PATHS = native.simd_paths()
SPARSE = HARD[:30] + "." * 51
"""Many solutions, deep trees."""


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each instruction set in turn, forced by the variable."""
    monkeypatch.setenv("NONET_SIMD", request.param)
    assert native.simd_path() == request.param
    return str(request.param)


def corpus() -> list[str]:
    """Puzzles with one solution, several and none, an empty and a full grid, and a clash."""
    names = [f"9x9-{status}" for status in ("unique", "multiple", "no-solution")]
    lines = [line for name in names for line in read_corpus(name).puzzles]
    return [*lines, EASY, HARD, SPARSE, "." * 81, EASY_SOLUTION, "55" + "." * 79]


def rows(lines: list[str]) -> np.ndarray:
    return np.array([list(nonet.parse(line).cells) for line in lines], np.uint8)


def test_every_path_passes_the_conformance_suite(path: str) -> None:
    check_engine(nonet.engine_named("lanes"))


def test_batches_agree_with_the_scalar_engine(path: str) -> None:
    lines = corpus()
    batch = nonet.solve_many(rows(lines), threads=1)
    board = Puzzle(bytes(81))
    _, status, _ = nonet.engine_named("scalar").solve_rows(rows(lines), board, Limit(2))
    assert batch.status.tolist() == status.tolist()
    for line, solution, row_status in zip(lines, batch.solutions, batch.status, strict=True):
        has_one = row_status in (Status.UNIQUE, Status.MULTIPLE)
        assert bool(solution.all()) == has_one
        assert not has_one or nonet.check(solution.reshape(9, 9), line)


def test_answers_depend_on_the_puzzle_alone(path: str) -> None:
    """Not on the lanes, the threads, the neighbours, or whether it comes in a batch at all."""
    lines = corpus()
    answers = {line: nonet.solve(line).solution for line in lines}
    expected = {line: found.cells if found else bytes(81) for line, found in answers.items()}
    for seed, threads in ((1, 1), (2, 2), (3, 5)):
        order = random.Random(seed).choices(lines, k=1000)
        found = nonet.solve_many(rows(order), threads=threads).solutions
        assert [row.tobytes() for row in found] == [expected[line] for line in order]


def test_the_order_of_solutions_is_the_same_on_every_path(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = set()
    for path in PATHS:
        monkeypatch.setenv("NONET_SIMD", path)
        one_by_one = tuple(islice(nonet.solutions(SPARSE), 3000))
        at_once = nonet.solve(SPARSE, limit=3000).solutions
        one_lane = nonet.solve(SPARSE, limit=Limit(3000, nodes=10**9)).solutions
        assert one_by_one == at_once == one_lane
        answers.add(one_by_one)
    assert len(answers) == 1
    assert len(set(answers.pop())) == 3000


@pytest.mark.parametrize("removed", [2, 3])
def test_counts_of_sparse_grids(path: str, removed: int) -> None:
    chooser = random.Random(removed)
    for line in read_corpus("9x9-unique").puzzles[:5]:
        cells = list(line)
        for cell in chooser.sample([i for i, c in enumerate(cells) if c != "."], removed):
            cells[cell] = "."
        sparse = "".join(cells)
        lanes, scalar = (nonet.count(sparse, limit=50_000, engine=e) for e in ("lanes", "scalar"))
        assert (lanes, lanes.exact) == (scalar, scalar.exact)


@settings(max_examples=examples(60))
@given(puzzles(Layout(3, 3)))
def test_random_givens(puzzle: Puzzle) -> None:
    lanes, scalar = (nonet.solve(puzzle, limit=3, engine=e) for e in ("lanes", "scalar"))
    assert lanes.status is scalar.status
    assert all(nonet.check(solution, puzzle) for solution in lanes.solutions)


@settings(max_examples=examples(40))
@given(twisted(HARD))
def test_limits_on_nodes_are_exact_and_the_same_everywhere(line: str) -> None:
    full = nonet.solve(line, limit=Limit(2, nodes=10**6))
    assert full.status is Status.UNIQUE and full.stats.nodes is not None
    for nodes in {1, full.stats.nodes // 2, full.stats.nodes - 1} - {0}:
        short = nonet.solve(line, limit=Limit(2, nodes=nodes))
        assert short.status in (Status.UNKNOWN, Status.FOUND)
        assert short.stats.nodes == nodes and short.stopped_by == "nodes"
        batch = nonet.solve_many(rows([line]), limit=Limit(2, nodes=nodes))
        assert batch.status[0] == short.status
    assert nonet.solve(line, limit=Limit(2, nodes=full.stats.nodes)).status is Status.UNIQUE


def test_every_list_on_every_path(path: str, data: Path) -> None:
    for name in sorted(data.glob("lists/*.txt")):
        puzzles_of = read_list(name)[:2000]
        batch = nonet.solve_many(rows(puzzles_of))
        status = Status.MULTIPLE if "multiple" in name.stem else Status.UNIQUE
        assert set(batch.status.tolist()) == {status}
        for line, solution in list(zip(puzzles_of, batch.solutions, strict=True))[::50]:
            assert nonet.check(solution.reshape(9, 9), line)


def test_an_unknown_instruction_set_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_SIMD", "mmx")
    with pytest.raises(
        ArgumentError, match=r"expected auto, portable, avx2 or avx512, found 'mmx'"
    ):
        nonet.solve(EASY)
    with pytest.raises(ArgumentError, match="mmx"):
        nonet.solve_many([EASY])


def test_an_instruction_set_that_the_processor_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    native._checked_path.cache_clear()
    monkeypatch.setattr(native, "simd_paths", lambda: ("portable",))
    monkeypatch.setenv("NONET_SIMD", "avx512")
    with pytest.raises(ArgumentError, match=r"auto or portable on this machine, found 'avx512'"):
        nonet.solve(EASY)
    native._checked_path.cache_clear()


def test_the_command_refuses_it_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONET_SIMD", "mmx")
    command = [sys.executable, "-m", "nonet", "solve", EASY]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "NONET_SIMD" in run.stderr and "Traceback" not in run.stderr


def test_a_limit_on_time_is_each_puzzle_s_own() -> None:
    """Hard puzzles of a few milliseconds are decided beside some that never end."""
    mixed = rows([HARD, "." * 81] * 6)
    batch = nonet.solve_many(mixed, limit=Limit(solutions=None, seconds=2), threads=1)
    assert batch.status.tolist() == [Status.UNIQUE, Status.MULTIPLE] * 6
