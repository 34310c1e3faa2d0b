"""The verb `explain`: the steps that lead to each puzzle's solution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

import numpy as np

from nonet import native
from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Flags, Numbers, Same, Table, Texts, Values
from nonet.batch.verbs import Kind, View, board_columns, clues_of, grids, places_of
from nonet.core.board import Board
from nonet.core.limit import Limit
from nonet.core.result import Status
from nonet.logic.orders import Order
from nonet.logic.path_rows import PathRows, explain_rows
from nonet.logic.paths import Path, explain, hodoku_level_of, hodoku_score_of

_COLUMNS: dict[str, Kind] = {
    "puzzle": "text",
    "status": "text",
    "solved": "flag",
    "solution": "text",
    "steps": "number",
    "hardest": "text",
    "techniques": "text",
    "hodoku_level": "text",
    "hodoku_score": "number",
    "stopped_by": "text",
    "clues": "number",
    "error": "text",
}


class Explain:
    """Explains every puzzle of a chunk in an order of techniques."""

    columns: Mapping[str, Kind] = MappingProxyType(_COLUMNS)
    malformed = "malformed"

    def __init__(
        self,
        order: Order,
        limit: Limit,
        *,
        kind: Literal["greedy", "easiest"] = "greedy",
        pencil_marks: bool = False,
        alone: bool = False,
        in_tables: bool = False,
    ) -> None:
        self._order = order
        self._limit = limit
        self._kind = kind
        self.is_greedy = kind == "greedy"
        self._pencil_marks = pencil_marks
        self._alone = alone
        self.uses_threads = in_tables and self.is_greedy
        self.outcomes: set[str] = set()
        """How paths ended, as `Path.outcome` says it."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Explain every puzzle of a chunk."""
        if view == "table":
            found = self.rows(chunk, native.thread_count(None) if self.uses_threads else 1)
            return [(chunk, Table(len(chunk), self._table(chunk, found)))]
        paths = self.paths(chunk)
        if view == "lines":
            lines = Texts.of([summary(path) for path in paths])
            return [(chunk, Table(len(chunk), {"line": lines}))]
        columns: dict[str, Column] = {} if self._alone else places_of(chunk)
        records = [path.to_dict() for path in paths]
        names = list(records[0]) if records else []
        columns |= {name: Values([one[name] for one in records]) for name in names}
        return [(chunk, Table(len(chunk), columns))]

    def paths(self, chunk: Chunk) -> list[Path]:
        """Return the path of every puzzle of a chunk."""
        paths = [self._path(chunk, number) for number in range(len(chunk))]
        self.outcomes |= {path.outcome for path in paths}
        return paths

    def rows(self, chunk: Chunk, threads: int) -> PathRows:
        """Return the paths of a chunk as the core knows them, found on some threads."""
        if not self.is_greedy:
            paths = self.paths(chunk)
            solutions = b"".join(map(_solution, paths))
            return PathRows(
                [path.status for path in paths],
                [path.outcome for path in paths],
                [path.walked for path in paths],
                [path.stopped_by for path in paths],
                np.frombuffer(solutions, dtype=np.uint8).reshape(chunk.cells.shape),
            )
        boards = None
        if self._pencil_marks:
            boards = [self._board(chunk, number) for number in range(len(chunk))]
        found = explain_rows(
            chunk.board, chunk.cells, self._order, self._limit, threads, boards=boards
        )
        self.outcomes |= set(found.outcomes)
        return found

    def _table(self, chunk: Chunk, found: PathRows) -> dict[str, Column]:
        unique = np.array([status is Status.UNIQUE for status in found.statuses], dtype=bool)
        names = native.TECHNIQUES
        steps = [[names[number] for number in path.techniques] for path in found.paths]
        hardest = [max(used, key=self._order.rank, default=None) for used in map(set, steps)]
        is_solved = [outcome == "solved" for outcome in found.outcomes]
        columns: dict[str, Column] = {
            "status": Texts.of([status.word for status in found.statuses]),
            "solved": Flags(np.array(is_solved, dtype=bool)),
            "solution": grids(found.solutions, chunk.board.layout, unique),
            "steps": Numbers(np.array([len(used) for used in steps], dtype=np.int64)),
            "hardest": Texts.of(hardest),
            "techniques": Texts.of([" ".join(dict.fromkeys(used)) or None for used in steps]),
            "hodoku_level": Texts.of([hodoku_level_of(used) for used in steps]),
            "hodoku_score": Values([hodoku_score_of(used) for used in steps]),
            "stopped_by": Texts.of(found.stops),
            "clues": clues_of(chunk),
            "error": Same(None),
        }
        return board_columns(chunk) | columns

    def _path(self, chunk: Chunk, number: int) -> Path:
        board = self._board(chunk, number)
        return explain(board, order=self._order, path=self._kind, limit=self._limit)

    def _board(self, chunk: Chunk, number: int) -> Board:
        return Board.of(chunk.puzzle(number), pencil_marks=self._pencil_marks)


def summary(path: Path) -> str:
    """Say on one line what a path came to."""
    if path.status is not Status.UNIQUE:
        return path.status.word
    if path.mistakes:
        return f"wrong: {path.mistakes[0]}"
    count = len(path.techniques)
    steps = f"{count} step{'s' * (count != 1)}"
    end = f"stopped by {path.stopped_by} after" if path.stopped_by else "stuck after"
    return f"{'solved in' if path.solved else end} {steps}, hardest {path.hardest or 'none'}"


def _solution(path: Path) -> bytes:
    """Return the cells of the only solution, or zeros."""
    if path.status is Status.UNIQUE:
        return path.solutions[0].cells
    return bytes(len(path.puzzle.cells))
