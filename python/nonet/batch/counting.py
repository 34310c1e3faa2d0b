"""The verb `count`: how many solutions each puzzle has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Flags, Numbers, Same, Table, Texts, Words
from nonet.batch.verbs import (
    STATUS_WORDS,
    Kind,
    View,
    board_columns,
    clues_of,
    grids,
    places_of,
)
from nonet.core.limit import Limit
from nonet.core.result import Count as Counted
from nonet.core.result import Status
from nonet.engines.base import Engine
from nonet.engines.compiled import CompiledEngine
from nonet.engines.roster import best_engine

_COLUMNS: dict[str, Kind] = {
    "puzzle": "text",
    "status": "text",
    "count": "number",
    "exact": "flag",
    "clues": "number",
    "error": "text",
}


_MANY = 10_000
"""A puzzle with this many solutions is counted alone, on all cores."""


class Count:
    """Counts solutions: one call of the core for counts below two, one for the others."""

    columns: Mapping[str, Kind] = MappingProxyType(_COLUMNS)
    malformed = "malformed"

    def __init__(self, limit: Limit, engine: Engine | None = None, *, alone: bool = False) -> None:
        self._limit = limit
        self._engine = engine
        self._alone = alone
        self.is_stopped = False
        """Whether a limit stopped a count."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Count the solutions of every puzzle in a chunk."""
        engine = self._engine or best_engine(chunk.board)
        engine.require(chunk.board)
        counts = np.zeros(len(chunk), dtype=np.int64)
        exact = np.zeros(len(chunk), dtype=bool)
        several = np.arange(len(chunk))
        if (
            not self._alone
            and isinstance(engine, CompiledEngine)
            and engine.takes_rows(chunk.board)
        ):
            several = self._count_few(chunk, engine, counts, exact)
            several = self._count_several(chunk, engine, several, counts, exact)
        for number in several.tolist():
            counted = engine.count(chunk.puzzle(number), self._limit)
            counts[number], exact[number] = int(counted), counted.exact
        self.is_stopped = self.is_stopped or bool(
            np.any(~exact & (counts != self._limit.solutions))
        )
        return [(chunk, self._table(chunk, counts, exact, view))]

    def _count_few(
        self, chunk: Chunk, engine: Engine, counts: NDArray[np.int64], exact: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Fill in counts that two solutions settle; return the numbers of the other puzzles."""
        most = self._limit.solutions
        limit = replace(self._limit, solutions=2 if most is None else min(most, 2))
        threads = native.thread_count(None)
        status = engine.solve_rows(chunk.cells, chunk.board, limit, threads=threads).status
        counts[np.isin(status, (Status.UNIQUE, Status.FOUND))] = 1
        exact[:] = np.isin(status, (Status.UNIQUE, Status.NO_SOLUTION))
        is_open = status == Status.MULTIPLE
        if most == 2:
            counts[is_open] = 2
            return np.empty(0, dtype=np.int64)
        return np.flatnonzero(is_open)

    def _count_several(
        self,
        chunk: Chunk,
        engine: CompiledEngine,
        several: NDArray[np.int64],
        counts: NDArray[np.int64],
        exact: NDArray[np.bool_],
    ) -> NDArray[np.int64]:
        """Fill in the counts of these puzzles; return the numbers of those with very many."""
        most = self._limit.solutions
        limit = replace(self._limit, solutions=_MANY if most is None else min(most, _MANY))
        found = np.zeros(len(several), dtype=np.uint64)
        is_exact = np.zeros(len(several), dtype=np.uint8)
        rows, threads = chunk.cells[several], native.thread_count(None)
        engine.count_rows(rows, found, is_exact, chunk.board, limit, threads=threads)
        counts[several], exact[several] = found, is_exact
        is_open = found >= _MANY if most is None or most > _MANY else np.zeros(len(found), bool)
        return several[is_open]

    def _table(
        self, chunk: Chunk, counts: NDArray[np.int64], exact: NDArray[np.bool_], view: View
    ) -> Table:
        if view == "lines":
            return Table(len(chunk), {"count": _lines(counts, exact)})
        counted: dict[str, Column] = {"count": Numbers(counts), "exact": Flags(exact)}
        if view == "table":
            status: dict[str, Column] = {"status": Words(_statuses(counts, exact), STATUS_WORDS)}
            rest: dict[str, Column] = {"clues": clues_of(chunk), "error": Same(None)}
            return Table(len(chunk), board_columns(chunk) | status | counted | rest)
        layout = chunk.board.layout
        puzzle: dict[str, Column] = {
            "puzzle": grids(chunk.cells, layout),
            "rules": Same([rule.to_dict(layout) for rule in chunk.board.rules]),
        }
        places = {} if self._alone else places_of(chunk)
        return Table(len(chunk), places | puzzle | counted)


def _lines(counts: NDArray[np.int64], exact: NDArray[np.bool_]) -> Column:
    if exact.all():
        return Numbers(counts)
    pairs = zip(counts.tolist(), exact.tolist(), strict=True)
    return Texts.of([str(Counted(count, is_exact)) for count, is_exact in pairs])


def _statuses(counts: NDArray[np.int64], exact: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return the statuses that follow from the counts."""
    few = np.where(counts == 0, Status.NO_SOLUTION, Status.UNIQUE)
    stopped = np.where(counts == 0, Status.UNKNOWN, Status.FOUND)
    status = np.where(counts > 1, Status.MULTIPLE, np.where(exact, few, stopped))
    return status.astype(np.uint8)
