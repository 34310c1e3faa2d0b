"""Thousands of boards of every shape up to 12x12: all engines against the plainest search."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import nonet
from boards import HARD, LONG, installed_engines, skip_if_missing, solved
from cases import IS_FULL, quick_first
from nonet import Engine, Layout, Limit, Puzzle, Solution, Status, native
from nonet.core.geometry import geometry_of
from nonet.core.result import Progress

SHAPES = [
    Layout(rows, size // rows)
    for size in range(1, 13)
    for rows in range(1, size + 1)
    if size % rows == 0
]
OURS = [
    engine
    for engine in map(nonet.engine_named, ("general", "learning", "cadical", "portfolio"))
    if not engine.install
]
"""The native engines for every layout."""
BOARDS = [engine for engine in OURS if engine.name != "general"]
"""Those among them that work on several cores and tell how far they are."""
CAP = 12
"""Solutions that are compared; of boards with more, each is judged."""
DRAWN = 80 if IS_FULL else 20
"""Boards of each layout."""
NODES = 300
"""Boards that take the plainest search longer are left out."""

pytestmark = pytest.mark.xdist_group("any_size")  # Every worker would make its own boards.
each_of_ours = pytest.mark.parametrize("engine", OURS, ids=lambda engine: engine.name)
each_of_boards = pytest.mark.parametrize("engine", BOARDS, ids=lambda engine: engine.name)


def jigsaw(size: int) -> Layout:
    """Rows as regions, then cells of different regions change places; regions stay whole."""
    source = random.Random(size)
    names = [cell // size for cell in range(size * size)]

    def is_whole(name: int) -> bool:
        cells = {cell for cell, other in enumerate(names) if other == name}
        reached, queue = set[int](), [min(cells)]
        while queue:
            cell = queue.pop()
            if cell in cells and cell not in reached:
                reached.add(cell)
                queue += [cell - size, cell + size]
                queue += [cell - 1] if cell % size else []
                queue += [cell + 1] if (cell + 1) % size else []
        return reached == cells

    for _ in range(20 * size * size):
        one, other = source.sample(range(size * size), 2)
        names[one], names[other] = names[other], names[one]
        if not (is_whole(names[one]) and is_whole(names[other])):
            names[one], names[other] = names[other], names[one]
    return Layout.of_regions(names)


class Case(NamedTuple):
    """A board and its solutions, sorted; CAP of them if there are more."""

    puzzle: Puzzle
    solutions: tuple[bytes, ...]


def solve_native(name: str, puzzle: Puzzle, limit: Limit, threads: int) -> tuple[list[bytes], bool]:
    """Return the solutions that so many threads found, and whether there are no others."""
    engine = native.engine_of(name, puzzle.geometry)
    return engine.solve(puzzle.cells, limit, threads=threads)[:2]


class _TooLongError(Exception):
    pass


def plainest(puzzle: Puzzle) -> tuple[bytes, ...]:
    """Try every digit in the cell that has the fewest; it reads the houses and nothing else."""
    layout, cells = puzzle.layout, bytearray(puzzle.cells)
    houses_of = puzzle.geometry.houses_of
    free = [(1 << layout.size) - 1 for _ in layout.houses]
    for cell in (cell for cell, digit in enumerate(cells) if digit):
        for house in houses_of[cell]:
            if not free[house] >> cells[cell] - 1 & 1:
                return ()
            free[house] ^= 1 << cells[cell] - 1
    found: list[bytes] = []
    nodes = 0

    def candidates(cell: int) -> int:
        left = -1
        for house in houses_of[cell]:
            left &= free[house]
        return left

    def fewest(empty: list[int]) -> int:
        best, least = -1, layout.size + 1
        for cell in empty:
            count = candidates(cell).bit_count()
            if count < least:
                best, least = cell, count
                if count < 2:
                    break
        return best

    def fill(empty: list[int]) -> None:
        nonlocal nodes
        nodes += 1
        if nodes > NODES:
            raise _TooLongError
        if not empty:
            found.append(bytes(cells))
            return
        cell = fewest(empty)
        rest = [other for other in empty if other != cell]
        left = candidates(cell)
        for digit in range(1, layout.size + 1):
            if left >> digit - 1 & 1 and len(found) < CAP:
                cells[cell] = digit
                for house in houses_of[cell]:
                    free[house] ^= 1 << digit - 1
                fill(rest)
                for house in houses_of[cell]:
                    free[house] ^= 1 << digit - 1

    fill([cell for cell, digit in enumerate(cells) if not digit])
    return tuple(sorted(found))


def shuffled(grid: bytes, layout: Layout, source: random.Random) -> bytes:
    """The same grid relabelled, with rows and columns in another order if there are boxes."""
    size = layout.size

    def order(box: int) -> list[int]:
        bands = source.sample(range(size // box), size // box)
        return [band * box + line for band in bands for line in source.sample(range(box), box)]

    labels = source.sample(range(1, size + 1), size)
    rows = columns = list(range(size))
    if layout.regions is None:
        rows, columns = order(layout.box_rows), order(layout.box_cols)
    return bytes(labels[grid[r * size + c] - 1] for r in rows for c in columns)


def drawn(layout: Layout, source: random.Random) -> Iterator[bytes]:
    """Without end: few to all digits of a grid, some changed, with a clash or without one."""
    if layout.regions is None:
        grid = solved(layout).cells
    else:
        answer = nonet.solve(Puzzle(bytes(layout.cell_count), layout), limit=1, engine="dlx")
        assert answer.solution is not None
        grid = answer.solution.cells
    digits = range(1, layout.size + 1)
    yield bytes(layout.cell_count)
    yield grid
    yield bytes([grid[0] % layout.size + 1]) + grid[1:]
    while True:
        share = source.uniform(0.2 if layout.size < 9 else 0.35, 0.8)
        cells = [d if source.random() < share else 0 for d in shuffled(grid, layout, source)]
        for _ in range(source.choice([0, 0, 0, 1, 1, 2])):
            cell = source.randrange(len(cells))
            near = {cells[peer] for peer in layout.peers[cell]}
            fitting = [digit for digit in digits if digit not in near]
            any_digit = not fitting or source.random() < 0.2
            cells[cell] = source.choice(digits if any_digit else fitting)
        yield bytes(cells)


@cache
def cases(layout: Layout, count: int) -> tuple[Case, ...]:
    """Return so many boards of a layout, always the same."""
    found: dict[Puzzle, Case] = {}
    for cells, _ in zip(drawn(layout, random.Random(str(layout))), range(count), strict=False):
        puzzle = Puzzle(cells, layout)
        try:
            found[puzzle] = Case(puzzle, plainest(puzzle))
        except _TooLongError:
            continue
    return tuple(found.values())


def all_cases() -> Iterator[tuple[Layout, tuple[Case, ...]]]:
    for layout in [*SHAPES, *(jigsaw(size) for size in range(4, 13))]:
        yield layout, cases(layout, DRAWN)


def proved(seen: int, limit: int | None) -> Status:
    return Status.of_search(seen, exhausted=seen != limit)


def check_case(engine: Engine, case: Case) -> None:
    puzzle, expected = case
    for limit in (1, 2, CAP):
        result = engine.solve(puzzle, limit)
        cells = [solution.cells for solution in result.solutions]
        assert len(cells) == len(set(cells)) == min(len(expected), limit)
        assert (result.status, result.stopped_by) == (proved(len(cells), limit), None)
        assert all(nonet.check(solution, puzzle) for solution in result.solutions)
        if len(expected) < CAP:
            assert set(cells) <= set(expected)
            same = sum(len(set(digits)) == 1 for digits in zip(*expected, strict=True))
            assert not expected or (result.stats.fixed or 0) <= same


def test_the_boards_are_thousands_of_every_kind() -> None:
    kinds: Counter[str] = Counter()
    for layout, here in all_cases():
        assert len(here) > (0 if layout.size < 4 else DRAWN // 2)
        for puzzle, solutions in here:
            kind = {0: "none", 1: "one", CAP: "very many"}.get(len(solutions), "many")
            kinds["clash" if puzzle.conflicts() else kind] += 1
    assert kinds.total() > 30 * DRAWN
    assert set(kinds) == {"clash", "none", "one", "many", "very many"}
    assert min(kinds.values()) > DRAWN


@pytest.mark.parametrize("share", quick_first(1, [8, 1]))
@each_of_ours
def test_solve(engine: Engine, share: int) -> None:
    for _, here in all_cases():
        for case in here[::share]:
            check_case(engine, case)


def test_solve_by_every_other_engine() -> None:
    others = [engine for engine in installed_engines() if engine not in OURS]
    for layout, here in all_cases():
        for engine in (engine for engine in others if engine.supports_layout(layout)):
            for case in here if "native" in engine.summary else here[::40]:
                check_case(engine, case)


@each_of_ours
def test_count_and_solutions(engine: Engine) -> None:
    for _, here in all_cases():
        for puzzle, expected in here[::4]:
            limit = None if len(expected) < CAP else CAP
            counted = engine.count(puzzle, limit)
            assert (counted, counted.exact) == (len(expected), limit is None)
            orders = []
            for _ in range(2):
                search = engine.search(puzzle, Limit(solutions=None))
                orders.append([solution.cells for solution in search.take(CAP)])
                assert search.exhausted or len(expected) == CAP
            assert orders[0] == orders[1]
            assert len(set(orders[0])) == len(orders[0]) == len(expected)
            assert limit or set(orders[0]) == set(expected)


@pytest.mark.parametrize("threads", [1, 2])
def test_batches(threads: int) -> None:
    for layout, here in all_cases():
        rows = np.array([list(case.puzzle.cells) for case in here], dtype=np.uint8)
        for limit in (1, 2, CAP):
            batch = nonet.solve_many(rows, layout=layout, threads=threads, limit=limit)
            for case, status, row in zip(here, batch.status, batch.solutions, strict=True):
                assert status == proved(min(len(case.solutions), limit), limit)
                assert bool(case.solutions) == bool(row.any()) == bool(row.all())
                if case.solutions:
                    assert nonet.check(Solution(row.tobytes(), layout), case.puzzle)


@each_of_ours
def test_all_grids_of_4x4(engine: Engine) -> None:
    empty = Puzzle(bytes(16), Layout(2, 2))
    assert engine.count(empty) == 288
    grids = engine.solve(empty, None)
    assert len(set(grids.solutions)) == 288 and grids.status is Status.MULTIPLE
    assert grids.stats.fixed == engine.count(empty).stats.fixed == 0


@each_of_boards
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_solvers_side_by_side_agree_every_time(engine: Engine, threads: int) -> None:
    kinds = [case for size in (9, 12) for case in cases(Layout.of_size(size), 80)[3:]]
    for case in [case for case in kinds if len(case.solutions) < CAP][:15] * 4:
        found, exhausted = solve_native(engine.name, case.puzzle, Limit(CAP), threads)
        assert exhausted and sorted(found) == list(case.solutions)


RECORDS = {(10, 22), (12, 32), (12, 30), (15, 48), (16, 55), (16, 56), (20, 91), (25, 146)}
"""Sizes, and clues of the boards that have the fewest known."""


@each_of_ours
def test_record_boards_have_one_solution(engine: Engine, data: Path) -> None:
    proven = set()
    for size in sorted({size for size, _ in RECORDS}):
        for line in (data / f"boards/public_{size}x{size}.jsonl").read_text().splitlines():
            board = json.loads(line)
            if "bitRAKE" not in board["source"]:
                continue
            layout = Layout(board["box_rows"], board["box_cols"])
            puzzle = Puzzle(bytes(board["cells"]), layout)
            result = engine.solve(puzzle, Limit(2, seconds=60))
            assert (result.status, result.stopped_by) == (Status.UNIQUE, None)
            assert nonet.check(result.solution, puzzle)
            proven.add((size, puzzle.clues))
    assert proven == RECORDS


# Limits

LARGE = Puzzle(bytes(625), Layout(5, 5))
"""More grids than anybody will count."""


@each_of_ours
def test_every_limit_is_named(engine: Engine) -> None:
    for limit, name in [
        (Limit(None, seconds=0.1), "seconds"),
        (Limit(None, nodes=300), "nodes"),
        (Limit(None, memory=1000), "memory"),
    ]:
        result = engine.solve(LARGE, limit)
        assert result.stopped_by == name
        assert result.status is proved(len(result.solutions), len(result.solutions))
        assert all(nonet.check(solution, LARGE) for solution in result.solutions)
        assert not engine.count(LARGE, limit).exact


@each_of_ours
@pytest.mark.parametrize("line", [HARD, LONG], ids=["unique", "no-solution"])
def test_no_limit_on_nodes_claims_more_than_is_proved(engine: Engine, line: str) -> None:
    puzzle = Puzzle.from_line(line)
    truth = engine.solve(puzzle).status
    for nodes in (1, 2, 3, 5, 20, 60, 255, 256, 257, 499, 500, 501, 3000):
        for solutions in (1, 2):
            result = engine.solve(puzzle, Limit(solutions, nodes=nodes))
            assert result.stats.nodes is not None and result.stats.nodes <= nodes
            assert all(nonet.check(solution, puzzle) for solution in result.solutions)
            open_ones = {Status.UNKNOWN, Status.FOUND}
            assert result.status in {truth, *open_ones}
            is_over = result.status is truth or len(result.solutions) == solutions
            assert result.stopped_by == (None if is_over else "nodes")


@pytest.mark.parametrize(("name", "nodes"), [("learning", 499), ("cadical", 20_000)])
def test_nodes_that_one_solver_claims_are_not_lost(name: str, nodes: int) -> None:
    """A second one that finds none left does not end the work of the first."""
    skip_if_missing(nonet.engine_named(name))
    puzzle = Puzzle.from_line(HARD)
    for _ in range(100):
        found, exhausted = solve_native(name, puzzle, Limit(2, nodes=nodes), threads=2)
        assert (len(found), exhausted) == (1, True)


@each_of_ours
def test_a_search_that_was_stopped_says_so_again(engine: Engine) -> None:
    search = engine.search(LARGE, Limit(None, nodes=2000))
    found = list(search)
    assert search.stopped_by == "nodes" and not search.exhausted
    assert next(search, None) is None and len(set(found)) == len(found)
    assert all(nonet.check(solution, LARGE) for solution in found)


@each_of_ours
def test_what_is_known_of_a_board_that_was_not_solved(engine: Engine) -> None:
    puzzle = Puzzle.from_line(HARD)
    result = engine.solve(puzzle, Limit(nodes=10))
    assert (result.status, result.stopped_by) == (Status.UNKNOWN, "nodes")
    assert result.stats.fixed is not None and puzzle.clues <= result.stats.fixed < 81
    assert (result.stats.conflicts is None) == ("conflicts" not in engine.counters)
    if engine.name == "learning":
        learnt = engine.solve(puzzle, Limit(nodes=60)).stats
        assert learnt.conflicts and learnt.conflicts > (result.stats.conflicts or 0)


@each_of_boards
def test_progress_goes_forward(engine: Engine) -> None:
    told: list[Progress] = []
    engine.solve(LARGE, Limit(None, seconds=1), progress=told.append)
    assert len(told) > 5
    assert {progress.cells for progress in told} == {625}
    for before, after in pairwise(told):
        assert before.seconds < after.seconds
        assert before.nodes <= after.nodes
        assert before.conflicts <= after.conflicts
        assert before.fixed <= after.fixed


@each_of_boards
def test_what_a_report_raises_ends_the_work(engine: Engine) -> None:
    class NoMoreError(Exception):
        pass

    def refuse(progress: Progress) -> None:
        raise NoMoreError

    started = time.monotonic()
    with pytest.raises(NoMoreError):
        engine.solve(LARGE, Limit(None, seconds=30), progress=refuse)
    assert time.monotonic() - started < 5
    assert engine.solve(Puzzle.from_line(HARD)).status is Status.UNIQUE


@each_of_ours
@pytest.mark.parametrize("verb", ["solve", "count"])
def test_ctrl_c_is_answered_within_a_second(engine: Engine, verb: str) -> None:
    skip_if_missing(engine)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.2, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            getattr(engine, verb)(LARGE, Limit(None, seconds=30))
    finally:
        timer.cancel()
    assert time.monotonic() - pressed[0] < 1


def test_houses_are_made_for_the_core_once() -> None:
    first, again = (geometry_of(Layout(2, 3)) for _ in range(2))
    assert native.houses_of(first) is native.houses_of(again)
