"""What makes grids and puzzles of a board, many at a time."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.errors import ArgumentError, UnsupportedError
from nonet.core.geometry import Geometry
from nonet.core.layout import CLASSIC
from nonet.core.limit import Clock, Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.core.rules import Candidates
from nonet.engines.roster import best_engine
from nonet.generator.symmetries import orbits

Cells: TypeAlias = NDArray[np.uint8]
Seeds: TypeAlias = NDArray[np.uint64]
LARGEST = 25
"""The largest board."""
DONE = 3
"""The outcome of a puzzle of which no piece can go."""
_LARGE = 17
"""Boards from this size on may have questions that are not decided in any time."""
_NODES = 20_000
"""Nodes for such a question; then the clue stays. Also for the question whether there is a grid."""


class Rows(NamedTuple):
    """Puzzles, their solutions and outcomes, row by row."""

    puzzles: Cells
    solutions: Cells
    outcomes: NDArray[np.uint8]

    def take(self, rows: NDArray[np.intp]) -> Rows:
        """Return some of the rows."""
        return Rows(self.puzzles[rows], self.solutions[rows], self.outcomes[rows])


def is_large(board: Puzzle) -> bool:
    """Return whether a question about a board may take arbitrarily long."""
    return board.layout.size >= _LARGE


def check_board(board: Puzzle) -> None:
    """Refuse a board on which no puzzle can be made."""
    size = board.layout.size
    if size > LARGEST:
        raise UnsupportedError(
            f"expected a board of up to {LARGEST}x{LARGEST}, found {board.layout}"
        )
    if Candidates in board.geometry.rule_types:
        raise UnsupportedError(
            "expected rules about houses and different cells: others limit the digits of a cell"
        )
    if _has_no_grid(board):
        raise ArgumentError("rules: no grid of this board keeps them all; leave one of them out")


@lru_cache(maxsize=64)
def _has_no_grid(board: Puzzle) -> bool:
    """Return whether it is quickly proved that a board with rules or regions has no solution."""
    if not board.rules and board.layout.regions is None:
        return False
    result = best_engine(board).solve(board, Limit(1, nodes=_NODES))
    return result.status is Status.NO_SOLUTION


def seeds_of(seed: int, first: int, count: int) -> Seeds:
    """Return the seeds of puzzles `first` and following of a seed."""
    seeds = np.empty(count, dtype=np.uint64)
    native.seeds_of(seed, first, seeds)
    return seeds


class Maker:
    """Makes puzzles of a board whose clues keep a symmetry. Answers do not depend on threads."""

    def __init__(self, board: Puzzle, symmetry: str | None = None) -> None:
        self.board = board
        self.cells = board.layout.cell_count
        geometry = board.geometry
        self.engine = _engine(geometry)
        self._generator = _generator(geometry, symmetry)
        self._singles = _generator(geometry, None)
        self._nodes = _NODES if is_large(board) else None

    @property
    def is_uniform(self) -> bool:
        """Whether all grids of the board can be drawn equally often."""
        return self._generator.can_be_uniform()

    def grids(
        self, seeds: Seeds, *, uniform: bool, threads: int, seconds: float | None = None
    ) -> Cells:
        """Draw a grid for each seed; zeros if there was no time or the board has no solution."""
        grids = np.zeros((len(seeds), self.cells), dtype=np.uint8)
        self._generator.grids(seeds, grids, uniform, threads, seconds)
        return grids

    def fresh(
        self,
        seeds: Seeds,
        tries: Seeds,
        *,
        solution: bytes | None = None,
        clues: tuple[int, int] | None = None,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Rows:
        """Make puzzles from random grids, or from one grid; `clues` if they need not be few."""
        rows = self._room(len(seeds))
        if solution is not None:
            rows.solutions[:] = np.frombuffer(solution, dtype=np.uint8)
        self._generator.puzzles(
            seeds,
            tries,
            *rows,
            threads=threads,
            uniform=self.is_uniform,
            has_grids=solution is not None,
            clues=clues,
            nodes=self._nodes,
            seconds=seconds,
        )
        return rows

    def exchanged(
        self,
        seeds: Seeds,
        tries: Seeds,
        parents: Rows,
        drop: int,
        *,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Rows:
        """Remove pieces of puzzles, add others until they are unique again, and reduce them."""
        rows = Rows(parents.puzzles.copy(), parents.solutions.copy(), parents.outcomes.copy())
        self._generator.puzzles(
            seeds,
            tries,
            *rows,
            threads=threads,
            has_grids=True,
            drop=drop,
            nodes=self._nodes,
            seconds=seconds,
        )
        return rows

    def spare(
        self, rows: Rows, *, threads: int = 1, seconds: float | None = None
    ) -> NDArray[np.int64]:
        """Return how many clues one pass could take away: 0 if a puzzle is proved minimal."""
        return self._spare(rows, self._singles, None, threads, seconds)

    def is_minimal(
        self, rows: Rows, *, threads: int = 1, by_cell: bool = True, clock: Clock | None = None
    ) -> NDArray[np.bool_]:
        """Return whether it is proved of puzzles that no cell, or no orbit, can go."""
        generator = self._singles if by_cell else self._generator
        clues = np.count_nonzero(rows.puzzles, axis=1)
        minimal = np.zeros(len(clues), dtype=np.bool_)
        # A pass ends with the first clue that can go.
        for count in np.unique(clues).tolist():
            same = np.flatnonzero(clues == count)
            one_less, left = (count - 1, count - 1), clock.seconds_left if clock else None
            minimal[same] = self._spare(rows.take(same), generator, one_less, threads, left) == 0
        return minimal

    def _spare(
        self,
        rows: Rows,
        generator: native.Generator,
        clues: tuple[int, int] | None,
        threads: int,
        seconds: float | None,
    ) -> NDArray[np.int64]:
        reduced, outcomes = rows.puzzles.copy(), np.empty_like(rows.outcomes)
        zeros = np.zeros(len(reduced), dtype=np.uint64)
        generator.puzzles(
            zeros,
            zeros,
            reduced,
            rows.solutions.copy(),
            outcomes,
            threads=threads,
            has_grids=True,
            drop=0,
            clues=clues,
            nodes=self._nodes,
            seconds=seconds,
        )
        gone = np.count_nonzero(rows.puzzles, axis=1) - np.count_nonzero(reduced, axis=1)
        # Where not every clue was decided, one may be spare.
        return np.asarray(np.maximum(gone, outcomes != DONE), dtype=np.int64)

    def sampled(
        self, seeds: Seeds, tries: int, threads: int
    ) -> tuple[bool, NDArray[np.intp], Cells, Cells]:
        """Sample minimal 9x9 puzzles by controlled bias, with some tries on the grid of each seed.

        Returns the numbers of their seeds, the puzzles and the solutions.
        """
        done, (numbers, puzzles, solutions) = self._singles.sample(seeds, tries, threads)
        hits = np.frombuffer(puzzles, np.uint8).reshape(-1, self.cells)
        grids = np.frombuffer(solutions, np.uint8).reshape(-1, self.cells)
        return done, np.array(numbers, dtype=np.intp), hits, grids

    def _room(self, count: int) -> Rows:
        return Rows(
            np.zeros((count, self.cells), dtype=np.uint8),
            np.zeros((count, self.cells), dtype=np.uint8),
            np.zeros(count, dtype=np.uint8),
        )


@lru_cache(maxsize=64)
def _engine(geometry: Geometry) -> native.Engine:
    layout, path = geometry.layout, native.simd_path()
    if layout == CLASSIC and not geometry.rules:
        return native.engine_of("lanes", geometry, path)
    if layout.size <= native.MOST_SMALL:
        return native.engine_of("small", geometry, path)
    return native.engine_of("portfolio", geometry)


@lru_cache(maxsize=64)
def _generator(geometry: Geometry, symmetry: str | None) -> native.Generator:
    pieces = orbits(symmetry, geometry.layout.size)
    return native.Generator(_engine(geometry), native.houses_of(geometry), list(pieces))
