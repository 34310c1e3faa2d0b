"""Every engine keeps the contract, and the conformance suite notices one that does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

import nonet
from boards import (
    EASY,
    FIVE,
    HARD,
    JIGSAW,
    JIGSAW_SOLUTION,
    SIX,
    installed_engines,
    skip_if_missing,
)
from cases import quick_first
from nonet import Engine, Layout, Limit, Puzzle, Search, Solution, Status
from nonet.core.result import Result, Stats
from nonet.engines.reference import ReferenceEngine, ReferenceSearch

ENGINES = nonet.all_engines()


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_conformance(engine: Engine) -> None:
    skip_if_missing(engine)
    nonet.check_engine(engine)


@pytest.mark.parametrize("name", ["reference", "dlx"])
def test_irregular_regions_are_solved(name: str) -> None:
    result = nonet.solve(JIGSAW, engine=name)
    assert (result.status, str(result.solution)) == (Status.UNIQUE, JIGSAW_SOLUTION)
    assert nonet.count(JIGSAW, engine=name) == 1
    assert nonet.solve("." * 25, layout=FIVE.layout, engine=name).status is Status.MULTIPLE


@pytest.mark.parametrize("name", ["lanes", "scalar"])
def test_irregular_regions_are_refused_by_engines_for_boxes(name: str) -> None:
    with pytest.raises(nonet.UnsupportedError, match="9x9 with irregular regions"):
        nonet.solve(JIGSAW, engine=name)


class _Guest(ReferenceEngine):
    """A reference engine whose search a test may spoil."""

    name: ClassVar[str] = "guest"
    spoil: Callable[[ReferenceSearch, Puzzle], Search] = staticmethod(lambda search, _: search)

    def search(self, puzzle: Puzzle, limit: Limit) -> ReferenceSearch:
        return type(self).spoil(super().search(puzzle, limit), puzzle)  # type: ignore[return-value]


class _Wrapped(Search):
    def __init__(self, inner: Search) -> None:
        self.inner = inner

    def __next__(self) -> Solution:
        return next(self.inner)

    @property
    def exhausted(self) -> bool:
        return self.inner.exhausted

    @property
    def nodes(self) -> int | None:
        return self.inner.nodes

    @property
    def guesses(self) -> int | None:
        return self.inner.guesses


class _Lies(_Wrapped):
    """Finds one solution and claims that it is the only one."""

    done = False

    def __next__(self) -> Solution:
        if self.done:
            raise StopIteration
        self.done = True
        return super().__next__()

    @property
    def exhausted(self) -> bool:
        return True


class _Repeats(_Wrapped):
    """Gives every solution twice."""

    again: Solution | None = None

    def __next__(self) -> Solution:
        if self.again:
            solution, self.again = self.again, None
            return solution
        self.again = super().__next__()
        return self.again


class _Wrong(_Wrapped):
    """Swaps the first two cells."""

    def __next__(self) -> Solution:
        right = super().__next__()
        cells = right.cells
        return Solution(cells[1:2] + cells[:1] + cells[2:], right.layout)


class _Uncounted(_Wrapped):
    """Declares counters and has none."""

    @property
    def nodes(self) -> int | None:
        return None


@pytest.mark.parametrize(
    ("spoiled", "point"),
    [
        (_Lies, "status is proved"),
        (_Repeats, "same solution was returned twice"),
        (_Wrong, "is wrong"),
        (_Uncounted, "counters are given"),
    ],
)
def test_the_suite_catches_an_engine_that(spoiled: type[_Wrapped], point: str) -> None:
    guest = type("Spoiled", (_Guest,), {"spoil": staticmethod(lambda search, _: spoiled(search))})
    with pytest.raises(nonet.ConformanceError, match=point):
        nonet.check_engine(guest())


def test_an_honest_guest_passes_and_can_join_the_roster(monkeypatch: pytest.MonkeyPatch) -> None:
    from nonet.engines import roster

    monkeypatch.setattr(roster, "_loaded", dict(roster._loaded))
    monkeypatch.setattr(roster, "_order", list(roster._order))
    guest = _Guest()
    nonet.check_engine(guest)
    nonet.register_engine(guest)
    assert nonet.solve(EASY, engine="guest").engine == "guest"
    assert nonet.solve(EASY).engine == ENGINES[0].name
    with pytest.raises(nonet.ArgumentError, match="guest"):
        nonet.register_engine(guest)


def test_unknown_engines_get_a_suggestion() -> None:
    with pytest.raises(nonet.UnknownEngineError, match="did you mean 'reference'"):
        nonet.solve(EASY, engine="referense")
    with pytest.raises(nonet.UnknownEngineError, match="choose from: "):
        nonet.solve(EASY, engine="zzz")


def test_two_solutions_are_asked_for_unless_somebody_says_so() -> None:
    engine, puzzle = ReferenceEngine(), nonet.parse(SIX)
    assert len(engine.solve(puzzle).solutions) == 2
    assert len(engine.solve(puzzle, None).solutions) == engine.count(puzzle) == 4
    assert (engine.count(puzzle, 3), engine.count(puzzle, 3).exact) == (3, False)
    assert engine.solve(puzzle, 4).status is Status.MULTIPLE and not engine.count(puzzle, 4).exact


def test_rows_are_solved_one_by_one_where_the_core_does_not() -> None:
    class Busy(ReferenceEngine):
        """It guesses more often than a row can tell."""

        def solve(self, puzzle: Puzzle, limit: Limit | int | None = 2) -> Result:  # type: ignore[override]
            result = super().solve(puzzle, limit)
            return replace(result, stats=Stats(guesses=2**40 if puzzle.clues else None))

    board = Puzzle(bytes(16), Layout(2, 2), rules=("diagonals",))
    rows = np.zeros((4, 16), dtype=np.uint8)
    rows[1, 0], rows[2, 0], rows[3, :2] = 4, 5, 1
    solved = Busy().solve_rows(rows, board, Limit())
    expected = [Status.MULTIPLE, Status.MULTIPLE, Status.MALFORMED, Status.NO_SOLUTION]
    assert solved.status.tolist() == expected
    assert solved.guesses.tolist() == [0, 2**32 - 1, 0, 2**32 - 1]
    assert solved.solutions[:2].all() and not solved.solutions[2:].any()
    for row in solved.solutions[:2]:
        assert nonet.check(nonet.Solution(row.tobytes(), board.layout), board)
    assert solved.solutions[1, 0] == 4


def test_layouts_that_an_engine_does_not_take_are_refused() -> None:
    with pytest.raises(nonet.UnsupportedError, match=r"supports 9x9 .* found 6x6"):
        nonet.solve(SIX, engine="scalar")


def test_reference_and_scalar_take_the_same_decisions() -> None:
    for line in (EASY, HARD, "." * 81):
        native, python = (nonet.solve(line, engine=name) for name in ("scalar", "reference"))
        assert native.solutions == python.solutions
        assert (native.stats.nodes, native.stats.guesses) == (
            python.stats.nodes,
            python.stats.guesses,
        )


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
def test_limits_stop_a_search_and_are_named(engine: Engine) -> None:
    skip_if_missing(engine)
    layout = next(
        layout for layout in (Layout(3, 3), Layout(2, 4)) if engine.supports_layout(layout)
    )
    empty = Puzzle(bytes(layout.cell_count), layout)
    if "nodes" in engine.counters:
        assert engine.solve(empty, Limit(nodes=5)).status is Status.UNKNOWN
        assert engine.solve(empty, Limit(nodes=5)).stopped_by == "nodes"
        assert engine.solve(empty, Limit(nodes=5)).stats.nodes == 5
    timed = engine.solve(empty, Limit(solutions=None, seconds=0.05))
    assert timed.stopped_by == "seconds"
    counted = engine.count(empty, Limit(solutions=None, seconds=0.05))
    assert not counted.exact and str(counted).startswith("at least ")


def test_memory_stops_the_reference_engine() -> None:
    empty = Puzzle(bytes(625), Layout(5, 5))
    result = nonet.solve(empty, engine="reference", limit=Limit(memory=100_000))
    assert (result.status, result.stopped_by) == (Status.UNKNOWN, "memory")


def test_mathematics() -> None:
    for engine in installed_engines():
        if engine.supports_layout(Layout(2, 2)):
            grids = list(engine.search(Puzzle(bytes(16), Layout(2, 2)), Limit(solutions=None)))
            assert len(grids) == len(set(grids)) == 288
    assert nonet.count(SIX) == 4


@pytest.mark.parametrize("is_native", quick_first(1, [True, False]), ids=["native", "Python"])
def test_all_grids_of_6x6_with_a_first_row(is_native: bool) -> None:
    # 28,200,960 grids of 6x6 with 2x3 boxes: 6! ways to fill the first row, 39,168 for each.
    first_row = Puzzle.from_line("123456" + "." * 30, Layout(2, 3))
    for engine in (one for one in installed_engines() if one.has_native_rows == is_native):
        # To those that learn and to the guests every solution is a clause or a call: a minute.
        counts_one_by_one = "conflicts" in engine.counters and engine.name != "portfolio"
        if engine.supports(first_row) and not counts_one_by_one:
            counted = engine.count(first_row)
            assert counted == 39_168 and counted.exact
