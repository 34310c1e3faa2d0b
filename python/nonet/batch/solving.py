"""The verb `solve`: a solution of each puzzle, and what was proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import (
    Cells,
    Column,
    Listed,
    Numbers,
    Same,
    Struct,
    Table,
    Texts,
    Values,
    Words,
)
from nonet.batch.judging import MOST_DIGITS, are_right, have_clash
from nonet.batch.verbs import (
    STATUS_WORDS,
    Kind,
    View,
    board_columns,
    clues_of,
    grids,
    message_of,
    places_of,
    table_grids,
)
from nonet.core.errors import DisagreementError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Progress, Result, Status
from nonet.engines import agreement
from nonet.engines.base import Engine
from nonet.engines.compiled import CompiledEngine
from nonet.engines.roster import best_engine
from nonet.native import AnsweredRows

_HAS_SOLUTION = np.isin(
    np.arange(len(STATUS_WORDS)), (Status.UNIQUE, Status.MULTIPLE, Status.FOUND)
)
"""Whether there is a solution, by status."""


_COLUMNS: dict[str, Kind] = {
    "puzzle": "text",
    "status": "text",
    "solution": "text",
    "second_solution": "text",
    "clues": "number",
    "guesses": "number",
    "error": "text",
}


class Solve:
    """Solves puzzles; a compiled engine solves all rows of a board in one call of the core.

    `tell` receives other messages: engines that disagree, and answers that were not confirmed.
    `alone` means that there is only one puzzle, which gets a more detailed answer.
    """

    columns: Mapping[str, Kind] = MappingProxyType(_COLUMNS)
    malformed = f"{'.' * 81} malformed"

    def __init__(
        self,
        limit: Limit,
        engine: Engine | None = None,
        confirm: Engine | None = None,
        *,
        alone: bool = False,
        tell: Callable[[str], object] = print,
        progress: Callable[[Progress], object] | None = None,
    ) -> None:
        self._limit = limit
        self._engine = engine
        self._confirm = confirm
        self._alone = alone
        self._tell = tell
        self._progress = progress
        self.statuses: set[Status] = set()
        """Every status that occurred."""
        self.asked = self.agreed = 0
        """The number of answers to confirm, and the number confirmed."""
        self.is_disputed = False
        if confirm:
            self.columns = {**_COLUMNS, "confirmed_by": "text"}

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Yield the answers to a chunk."""
        engine = self._engine or best_engine(chunk.board)
        engine.require(chunk.board)
        if self._confirm is not None:
            self._confirm.require(chunk.board)
            self.asked += len(chunk)
        if self._alone or not self._takes_rows(engine, chunk, view):
            return self._one_by_one(chunk, engine, view)
        return self._all_at_once(chunk, engine, view)

    def _takes_rows(self, engine: Engine, chunk: Chunk, view: View) -> bool:
        """Return whether the core can provide everything that this view needs."""
        engines = [engine] if self._confirm is None else [engine, self._confirm]
        can = all(
            isinstance(one, CompiledEngine) and one.takes_rows(chunk.board) for one in engines
        )
        is_counted = view != "record" or engine.counters <= {"nodes", "guesses"}
        if self._confirm is not None:
            can = can and self._confirm.name not in (engine.name, *engine.parts)
            can = can and not chunk.board.rules and chunk.board.layout.size <= MOST_DIGITS
        return can and is_counted

    def _all_at_once(
        self, chunk: Chunk, engine: Engine, view: View
    ) -> Iterator[tuple[Part, Table]]:
        found = _solve_rows(engine, chunk, self._limit, details=view != "lines" or self._confirm)
        unclear = np.zeros(len(chunk), dtype=bool)
        if self._confirm is not None:
            unclear |= ~self._confirmed(chunk, found)
        if view == "record" and self._limit.solutions not in (1, 2):
            unclear |= found.status == Status.MULTIPLE  # There may be more than two solutions.
        if unclear.any():
            yield from self._one_by_one(chunk.take(np.flatnonzero(unclear)), engine, view)
            clear = np.flatnonzero(~unclear)
            chunk, found = chunk.take(clear), found.take(clear)
        if self._confirm is not None:
            self.agreed += len(chunk)
        if len(chunk):
            self.statuses.update(map(Status, np.flatnonzero(np.bincount(found.status)).tolist()))
            yield chunk, self._table(chunk, engine, found, view)

    def _confirmed(self, chunk: Chunk, found: AnsweredRows) -> NDArray[np.bool_]:
        """Return which answers the other engine confirms; the solutions of both are checked.

        The remaining answers may still agree, but need a closer look.
        """
        assert self._confirm is not None
        other = _solve_rows(self._confirm, chunk, self._limit, details=True)
        status, layout = found.status, chunk.board.layout
        is_unique = (status == Status.UNIQUE) & np.all(found.solutions == other.solutions, axis=1)
        agreed: NDArray[np.bool_] = (status == Status.NO_SOLUTION) | is_unique
        firsts, seconds = (found.solutions, other.solutions), (found.seconds, other.seconds)
        if self._limit.solutions == 2:
            agreed |= status == Status.MULTIPLE
        for first, second in zip(firsts, seconds, strict=True):
            is_right = are_right(first, layout, chunk.cells)
            agreed &= is_right | (status == Status.NO_SOLUTION)
            several = np.flatnonzero(status == Status.MULTIPLE)
            are_two = are_right(second[several], layout, chunk.cells[several])
            are_two &= np.any(first[several] != second[several], axis=1)
            agreed[several[~are_two]] = False
        agreed &= status == other.status
        return agreed

    def _table(self, chunk: Chunk, engine: Engine, found: AnsweredRows, view: View) -> Table:
        layout = chunk.board.layout
        status = Words(found.status, STATUS_WORDS)
        solved = _HAS_SOLUTION[found.status]
        confirmed = Same(self._confirm.name if self._confirm else None)
        if view == "lines":
            return Table(len(chunk), {"solution": grids(found.solutions, layout), "status": status})
        if view == "table":
            guesses: Column = Numbers(found.guesses.astype(np.int64))
            columns: dict[str, Column] = {
                "status": status,
                "solution": table_grids(found.solutions, layout, solved),
                "second_solution": table_grids(
                    found.seconds, layout, found.status == Status.MULTIPLE
                ),
                "clues": clues_of(chunk),
                "guesses": guesses if "guesses" in engine.counters else Same(None),
                "error": Same(None),
            }
            if self._confirm:
                columns["confirmed_by"] = confirmed
            return Table(len(chunk), board_columns(chunk) | columns)
        return Table(len(chunk), places_of(chunk) | self._record(chunk, engine, found, solved))

    def _record(
        self, chunk: Chunk, engine: Engine, found: AnsweredRows, solved: NDArray[np.bool_]
    ) -> dict[str, Column]:
        """Return the columns of `Result.to_dict`."""
        layout, rules = chunk.board.layout, chunk.board.rules
        first = Cells(found.solutions, solved.astype(np.uint8))
        second = Cells(found.seconds, (found.status == Status.MULTIPLE).astype(np.uint8))
        nodes = Numbers(found.nodes.astype(np.int64))
        guesses = Numbers(found.guesses.astype(np.int64))
        return {
            "puzzle": grids(chunk.cells, layout),
            **{name: Same(value) for name, value in layout.to_dict().items()},
            "rules": Same([rule.to_dict(layout) for rule in rules]),
            "status": Words(found.status, STATUS_WORDS),
            "solutions": Listed((first, second)),
            "conflicts": _conflicts(chunk, found.status),
            "engine": Same(engine.name),
            "why": Same(engine.why if self._engine is None else None),
            "confirmed_by": Same(self._confirm.name if self._confirm else None),
            "stopped_by": Words(found.stops, native.STOPS),
            "stats": Struct(
                {
                    "seconds": Same(None),  # Puzzles solved in parallel have no separate time.
                    "nodes": nodes,
                    "guesses": guesses,
                    "conflicts": Same(None),
                    "fixed": Same(None),
                }
            ),
        }

    def _one_by_one(self, chunk: Chunk, engine: Engine, view: View) -> Iterator[tuple[Part, Table]]:
        for number in range(len(chunk)):
            part = chunk.take(np.array([number]))
            item = chunk.item(number)
            try:
                result = self._solve(part.puzzle(0), engine)
            except DisagreementError as error:
                self.is_disputed = True
                self._tell(message_of(item, error))
                yield part, _dispute(part, error, message_of(item, error), view, self)
                continue
            self.statuses.add(result.status)
            if result.confirmed_by:
                self.agreed += 1
            elif self._confirm:
                place = f"{item.place}: " if item.place else ""
                self._tell(f"{place}not confirmed by {self._confirm.name}")
            yield part, self._one(part, result, view)

    def _solve(self, puzzle: Puzzle, engine: Engine) -> Result:
        if self._progress is None:
            result = engine.solve(puzzle, self._limit)
        else:
            result = engine.solve(puzzle, self._limit, progress=self._progress)
        if self._engine is None and result.why is None:
            result = replace(result, why=engine.why)
        return (
            result
            if self._confirm is None
            else agreement.confirm(result, self._confirm, self._limit)
        )

    def _one(self, part: Chunk, result: Result, view: View) -> Table:
        """Return the columns of one result."""
        layout = part.board.layout
        if view == "record":
            places = {} if self._alone else places_of(part)
            return Table(1, places | {k: Same(v) for k, v in result.to_dict().items()})
        solution = result.solution.cells if result.solution else bytes(layout.cell_count)
        first = np.frombuffer(solution, dtype=np.uint8)[None]
        status = Same(result.status.word)
        if view == "lines":
            return Table(1, {"solution": grids(first, layout), "status": status})
        second = result.second.cells if result.second else bytes(layout.cell_count)
        rows = np.frombuffer(second, dtype=np.uint8)[None]
        columns: dict[str, Column] = {
            "status": status,
            "solution": table_grids(first, layout, np.array([result.solution is not None])),
            "second_solution": table_grids(rows, layout, np.array([result.second is not None])),
            "clues": clues_of(part),
            "guesses": Same(result.stats.guesses),
            "error": Same(None),
        }
        if self._confirm:
            columns["confirmed_by"] = Same(result.confirmed_by)
        return Table(1, board_columns(part) | columns)


def _solve_rows(engine: Engine, chunk: Chunk, limit: Limit, *, details: Any) -> AnsweredRows:
    """Solve rows on every core; without `details`, fields that are not needed are empty."""
    threads = native.thread_count(None)
    if details:
        assert isinstance(engine, CompiledEngine)
        return engine.answer_rows(chunk.cells, chunk.board, limit, threads=threads)
    solved = engine.solve_rows(chunk.cells, chunk.board, limit, threads=threads)
    nothing = np.empty((len(chunk), 0), dtype=np.uint8)
    return AnsweredRows(*solved, nothing, solved.guesses[:0], nothing)


def _conflicts(chunk: Chunk, status: NDArray[np.uint8]) -> Column:
    """Return conflicting givens as plain data."""
    layout = chunk.board.layout
    if not chunk.board.rules and layout.size <= MOST_DIGITS:
        hopeless = np.flatnonzero(status == Status.NO_SOLUTION)
        clash = hopeless[have_clash(chunk.cells[hopeless], layout)] if len(hopeless) else hopeless
    else:
        clash = np.arange(len(chunk))
    if not len(clash):
        return Same([])
    values: list[Any] = [[]] * len(chunk)
    for number in clash.tolist():
        found = chunk.puzzle(number).conflicts()
        values[number] = [conflict.to_dict() for conflict in found]
    return Values(values)


def _dispute(part: Chunk, error: DisagreementError, message: str, view: View, verb: Solve) -> Table:
    """Return the columns of a puzzle that engines disagree on; neither answer is trusted."""
    if view == "lines":
        return Table(1, {"line": Same(f"{'.' * part.board.layout.cell_count} disagreement")})
    if view == "table":
        nothing: dict[str, Column] = dict.fromkeys(verb.columns, Same(None))
        said: dict[str, Column] = {"status": Same("disagreement"), "error": Texts.of([message])}
        return Table(1, nothing | board_columns(part) | said)
    record = {
        "puzzle": str(error.puzzle),
        "status": "disagreement",
        "error": {"message": message},
        "answers": [result.to_dict() for result in error.results],
    }
    places = {} if verb._alone else places_of(part)
    return Table(1, places | {name: Same(value) for name, value in record.items()})
