"""The base of the native engines: every function is one call of the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from nonet import native
from nonet.core.digits import pack_masks
from nonet.core.layout import CLASSIC, Layout
from nonet.core.limit import Clock, Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Progress, Result, Stats, Status
from nonet.core.rules import Candidates, Rule
from nonet.engines.base import BASIC_RULES, Engine, Search
from nonet.native import SolvedRows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_PHASES = {
    "rules": "rules",
    "search": "search",
    "learning": "learning from dead ends",
    "cadical": "CaDiCaL",
}


class CompiledEngine(Engine):
    """An engine of the native core, for 9x9 unless it says otherwise."""

    boards: ClassVar[str] = "9x9 with 3x3 boxes"
    rules: ClassVar[frozenset[type[Rule]]] = frozenset({Candidates})
    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses"})
    has_native_rows: ClassVar[bool] = True
    uses_threads: ClassVar[bool] = False
    """Whether it solves one puzzle on several cores."""
    part_names: ClassVar[Mapping[str, str]] = {}
    """The engine that each part of the core belongs to, if not this one."""
    part_reasons: ClassVar[Mapping[str, str]] = {}
    """Why each part of the core was the one that answered."""

    def supports_layout(self, layout: Layout) -> bool:
        """Return whether the layout is the classic one."""
        return layout is CLASSIC or layout == CLASSIC

    def native_engine(self, puzzle: Puzzle, path: str | None = None) -> native.Engine:
        """Return the engine of the core for the board of a puzzle."""
        if self.paths and path is None:
            path = native.simd_path()
        return native.engine_of(self.name, puzzle.geometry, path)

    def search(self, puzzle: Puzzle, limit: Limit) -> CompiledSearch:
        """Start a search."""
        self.require(puzzle)
        search = self.native_engine(puzzle).search(
            puzzle.cells, limit, candidates=_candidates(puzzle)
        )
        return CompiledSearch(search, puzzle.layout, self.counters)

    def solve(
        self,
        puzzle: Puzzle,
        limit: Limit | int | None = 2,
        *,
        progress: Callable[[Progress], object] | None = None,
    ) -> Result:
        """Return the solutions up to the limit and what they prove.

        If there are more solutions than requested, engines that use every core may return different
        ones in each call: those that were found first. `search` has a fixed order.
        """
        self.require(puzzle)
        limit = Limit.of(limit)
        clock = limit.start()
        layout, counters = puzzle.layout, self.counters
        found, exhausted, stopped_by, part, nodes, guesses, conflicts, fixed = self.native_engine(
            puzzle
        ).solve(
            puzzle.cells,
            limit,
            candidates=_candidates(puzzle) if puzzle.rules else None,
            threads=native.thread_count(None) if self.uses_threads else 1,
            progress=_teller(progress, clock, layout) if progress else None,
        )
        status = Status.of_search(len(found), exhausted=exhausted)
        if status is Status.UNIQUE:
            fixed = layout.cell_count
        return Result(
            puzzle=puzzle,
            status=status,
            solutions=tuple([Solution(cells, layout) for cells in found]),
            engine=self.part_names.get(part, self.name),
            stats=Stats(
                clock.seconds,
                nodes,
                guesses,
                conflicts if "conflicts" in counters else None,
                fixed if "fixed" in counters else None,
            ),
            stopped_by=stopped_by,
            why=self.part_reasons.get(part),
        )

    def solve_rows(
        self,
        rows: NDArray[np.uint8],
        board: Puzzle,
        limit: Limit,
        *,
        threads: int = 1,
        path: str | None = None,
    ) -> SolvedRows:
        """Solve rows in one call of the core, or one by one if candidates are restricted."""
        if Candidates in board.rule_types:
            return super().solve_rows(rows, board, limit)
        return native.solve_rows(self.native_engine(board, path), rows, limit, threads)

    def answer_rows(
        self, rows: NDArray[np.uint8], board: Puzzle, limit: Limit, *, threads: int = 1
    ) -> native.AnsweredRows:
        """Solve rows in one call of the core, with more details than `solve_rows`.

        The board must not restrict candidates; see `takes_rows`.
        """
        return native.answer_rows(self.native_engine(board), rows, limit, threads)

    def count_rows(
        self,
        rows: NDArray[np.uint8],
        counts: NDArray[np.uint64],
        exact: NDArray[np.uint8],
        board: Puzzle,
        limit: Limit,
        *,
        threads: int = 1,
    ) -> None:
        """Count the solutions of rows in one call of the core; 1 for counts that are exact.

        The board must not restrict candidates; see `takes_rows`.
        """
        self.native_engine(board).count_rows(rows, counts, exact, limit, threads)

    def takes_rows(self, board: Puzzle) -> bool:
        """Return whether the core can solve rows on a board in one call."""
        return self.supports(board) and Candidates not in board.rule_types


class AnyBoardEngine(CompiledEngine):
    """A native engine for any houses and rules."""

    boards: ClassVar[str] = "every board"
    rules: ClassVar[frozenset[type[Rule]]] = BASIC_RULES

    def supports_layout(self, layout: Layout) -> bool:
        """Return True: every layout is supported."""
        return True


class CompiledSearch(Search):
    """A native search, which checks its limit itself."""

    def __init__(self, inner: native.Search, layout: Layout, counters: frozenset[str]) -> None:
        self._inner = inner
        self._layout = layout
        self._counters = counters

    def __next__(self) -> Solution:
        found = self.take(1)
        if not found:
            raise StopIteration
        return found[0]

    def take(self, most: int | None) -> tuple[Solution, ...]:
        """Find them in one call of the core."""
        return tuple([Solution(cells, self._layout) for cells in self._inner.find(most)])

    def count(self, most: int | None) -> int:
        """Count without passing every solution to Python; a long count uses all cores."""
        return self._inner.count(most, threads=native.thread_count(None))

    @property
    def stopped_by(self) -> str | None:  # type: ignore[override]
        """The limit that was reached, if one was."""
        return self._inner.stopped_by

    @property
    def exhausted(self) -> bool:
        """True once nothing is left to explore."""
        return self._inner.exhausted

    @property
    def nodes(self) -> int:
        """States settled so far."""
        return self._inner.nodes

    @property
    def guesses(self) -> int:
        """Settled states where a digit had to be tried."""
        return self._inner.guesses

    @property
    def conflicts(self) -> int | None:
        """Dead ends that clauses were learned from."""
        return self._inner.conflicts if "conflicts" in self._counters else None

    @property
    def fixed(self) -> int | None:
        """Cells known to have the same digit in every remaining solution."""
        return self._inner.fixed if "fixed" in self._counters else None


def _candidates(puzzle: Puzzle) -> bytes | None:
    """Return what cells may hold in the core's format; None if anything."""
    allowed = puzzle.allowed()
    return None if allowed is None else pack_masks(allowed, puzzle.layout.size)


def _teller(
    progress: Callable[[Progress], object], clock: Clock, layout: Layout
) -> Callable[[str, int, int, int], None]:
    """Return the function that the core calls to report progress."""

    def tell(part: str, nodes: int, conflicts: int, fixed: int) -> None:
        phase, cells = _PHASES[part], layout.cell_count
        progress(Progress(phase, clock.seconds, nodes, conflicts, fixed, cells))

    return tell
