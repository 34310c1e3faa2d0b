"""The verb `explain`: the steps that lead to each puzzle's solution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import numpy as np

from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Flags, Same, Table, Texts, Values
from nonet.batch.verbs import Kind, View, board_columns, clues_of, places_of
from nonet.core.board import Board
from nonet.core.limit import Limit
from nonet.core.result import Status
from nonet.logic.orders import Order
from nonet.logic.path_rows import PathRows, explain_rows
from nonet.logic.paths import Path, explain

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
    uses_threads = False

    def __init__(
        self,
        order: Order,
        limit: Limit,
        *,
        kind: Literal["greedy", "easiest"] = "greedy",
        pencil_marks: bool = False,
        alone: bool = False,
    ) -> None:
        self._order = order
        self._limit = limit
        self._kind = kind
        self.is_greedy = kind == "greedy"
        self._pencil_marks = pencil_marks
        self._alone = alone
        self.outcomes: set[str] = set()
        """How paths ended, as `Path.outcome` says it."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Explain every puzzle of a chunk."""
        paths = self.paths(chunk)
        if view == "lines":
            lines = Texts.of([summary(path) for path in paths])
            return [(chunk, Table(len(chunk), {"line": lines}))]
        if view == "record":
            columns: dict[str, Column] = {} if self._alone else places_of(chunk)
            records = [path.to_dict() for path in paths]
            names = list(records[0]) if records else []
            columns |= {name: Values([one[name] for one in records]) for name in names}
            return [(chunk, Table(len(chunk), columns))]
        return [(chunk, Table(len(chunk), _table(chunk, paths)))]

    def paths(self, chunk: Chunk) -> list[Path]:
        """Return the path of every puzzle of a chunk."""
        paths = [self._path(chunk, number) for number in range(len(chunk))]
        self.outcomes |= {path.outcome for path in paths}
        return paths

    def rows(self, chunk: Chunk, threads: int) -> PathRows:
        """Return the paths of a chunk as the core knows them, found on some threads."""
        if not self.is_greedy:
            paths = self.paths(chunk)
            statuses, outcomes = [one.status for one in paths], [one.outcome for one in paths]
            return PathRows(statuses, outcomes, [one.walked for one in paths])
        boards = None
        if self._pencil_marks:
            boards = [self._board(chunk, number) for number in range(len(chunk))]
        found = explain_rows(
            chunk.board, chunk.cells, self._order, self._limit, threads, boards=boards
        )
        self.outcomes |= set(found.outcomes)
        return found

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


def _table(chunk: Chunk, paths: Sequence[Path]) -> dict[str, Column]:
    solved = np.array([path.solved for path in paths], dtype=bool)
    unique = [path.solutions[0] if path.status is Status.UNIQUE else None for path in paths]
    used = [" ".join(dict.fromkeys(path.techniques)) or None for path in paths]
    columns: dict[str, Column] = {
        "status": Texts.of([path.status.word for path in paths]),
        "solved": Flags(solved),
        "solution": Texts.of([None if one is None else str(one) for one in unique]),
        "steps": Values([len(path.techniques) for path in paths]),
        "hardest": Texts.of([path.hardest for path in paths]),
        "techniques": Texts.of(used),
        "hodoku_level": Texts.of([path.hodoku_level for path in paths]),
        "hodoku_score": Values([path.hodoku_score for path in paths]),
        "stopped_by": Texts.of([path.stopped_by for path in paths]),
        "clues": clues_of(chunk),
        "error": Same(None),
    }
    return board_columns(chunk) | columns
