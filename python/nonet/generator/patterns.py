"""Puzzles whose clues are in given cells.

The digits of the clues are changed a few at a time, and a change is kept if the solutions do not
become more: so their number goes down, in the end to one.
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from nonet.core.limit import Clock, Limit
from nonet.generator.boards import DONE, Cells, Maker, Rows, is_large, seeds_of
from nonet.generator.requests import Request
from nonet.generator.searching import Member

_MOST = 500
"""Solutions are counted up to here."""
_BATCH = 128
_SLICE = 8
"""Rows of a large board that are counted before the clock is looked at."""
_NODES = 2_000
"""Nodes for a count on a large board; what is not decided by then has many solutions."""
_KEPT = 16
_PATIENCE = 60
"""Batches without progress after which the digits are drawn anew."""


class Pattern:
    """Makes unique puzzles with clues in given cells."""

    def __init__(
        self, maker: Maker, request: Request, seed: int, threads: int, clock: Clock
    ) -> None:
        assert request.pattern is not None
        self._maker, self._seed, self._threads = maker, seed, threads
        self._cells = np.array(request.pattern)
        self._size = request.board.layout.size
        self._random = random.Random(f"pattern {seed}")
        self._fewest = _MOST
        self._clock = clock

    @property
    def reason(self) -> str:
        """Why there is no puzzle yet."""
        least = (
            f"the fewest solutions were {self._fewest}" if self._fewest < _MOST else "all have many"
        )
        return f"no digits in these cells gave a unique solution ({least})"

    def fresh(self, first: int, count: int) -> Rows:
        """Find a unique puzzle; none if the clock says so."""
        while True:
            found = self._descend(first)
            if found is not None:
                return self._rows(found)
            first += 1
            if self._is_over():
                return self._rows(np.zeros((0, self._maker.cells), dtype=np.uint8))

    def neighbours(self, first: int, members: list[Member], drop: int) -> Rows:
        """Change digits of puzzles; only the unique ones are returned."""
        rows = self._changed([member.puzzle for member in members] * 8, drop)
        return self._rows(rows[self._counts(rows) == 1])

    def _is_over(self) -> bool:
        return self._clock.reached() is not None

    def _descend(self, first: int) -> Cells | None:
        """Start from random grids and change digits until the solution is the only one."""
        seeds = seeds_of(self._seed, first, _KEPT)
        uniform = self._maker.is_uniform
        left = self._clock.seconds_left
        grids = self._maker.grids(seeds, uniform=uniform, threads=self._threads, seconds=left)
        pool: Cells = np.zeros_like(grids)
        pool[:, self._cells] = grids[:, self._cells]
        counts = self._counts(pool)
        waiting = 0
        while waiting < _PATIENCE and not self._is_over():
            if (counts == 1).any():
                unique: Cells = pool[counts == 1]
                return unique
            parents = [pool[self._random.randrange(len(pool))] for _ in range(_BATCH)]
            rows = self._changed(parents, self._random.randint(1, 3))
            found = self._counts(rows)
            best = counts.min()
            # New ones first, so that of equals they are kept.
            pool = np.concatenate([rows[found > 0], pool])
            counts = np.concatenate([found[found > 0], counts])
            order = np.argsort(counts, kind="stable")[:_KEPT]
            pool, counts = pool[order], counts[order]
            waiting = 0 if counts.min() < best else waiting + 1
            self._fewest = min(self._fewest, int(counts.min()))
        return None

    def _changed(self, parents: list[Cells], most: int) -> Cells:
        rows = np.array(parents)
        for row in rows:
            for _ in range(self._random.randint(1, most)):
                row[self._random.choice(self._cells)] = self._random.randint(1, self._size)
        return rows

    def _counts(self, rows: Cells) -> NDArray[np.int64]:
        """Count solutions, up to _MOST; what was not counted to the end has _MOST."""
        counts, exact = np.zeros(len(rows), dtype=np.uint64), np.zeros(len(rows), dtype=np.uint8)
        rows = np.ascontiguousarray(rows)
        limit, size = Limit(_MOST), len(rows)
        if is_large(self._maker.board):
            limit, size = Limit(_MOST, nodes=_NODES), _SLICE
        for start in range(0, len(rows), max(size, 1)):
            part = slice(start, start + size)
            self._maker.engine.count_rows(
                rows[part], counts[part], exact[part], limit, self._threads
            )
            if self._is_over():
                break
        return np.where(exact, counts, _MOST).astype(np.int64)

    def _rows(self, puzzles: Cells) -> Rows:
        solutions = np.zeros_like(puzzles)
        room = np.zeros(len(puzzles), dtype=np.uint8), np.zeros(len(puzzles), dtype=np.uint32)
        puzzles = np.ascontiguousarray(puzzles)
        self._maker.engine.solve_rows(puzzles, solutions, *room, Limit(2), self._threads)
        return Rows(puzzles, solutions, np.full(len(puzzles), DONE, dtype=np.uint8))
