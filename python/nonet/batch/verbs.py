"""Verbs, which turn a chunk of puzzles into columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet.batch.chunks import Chunk, Part, Refused
from nonet.batch.columns import Cells, Column, Numbers, Same, Table, Texts, Values
from nonet.core.errors import NonetError, ParseError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS, format_cells
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.documents.table_rows import cells_text, puzzle_fields
from nonet.files.items import Item

View: TypeAlias = Literal["lines", "table", "record"]
"""The purpose of the columns: lines of text, a flat table, or JSON objects as for `--json`."""
Kind: TypeAlias = Literal["text", "number", "decimal", "flag"]
"""What a column of a table holds; a number is whole, a decimal has a fraction."""

BOARD_COLUMNS: dict[str, Kind] = {"box": "text", "regions": "text", "rules": "text"}
"""Table columns that describe the board, if it is not the usual one."""
STATUS_WORDS = (None, *(status.word for status in Status))
"""The word for every status."""


class Verb(Protocol):
    """Answers chunks of puzzles, and records what the exit code depends on."""

    columns: Mapping[str, Kind]
    """The columns of its table, in order, without those of the board."""
    malformed: str
    """The line for a puzzle that cannot be read."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Yield the columns of a chunk, or of parts of it, for one of the views.

        NonetError means that none of its puzzles can be answered.
        """


def answer_refused(verb: Verb, refused: Refused, view: View, *, alone: bool) -> Table:
    """Return the columns of rows that cannot be read."""
    count = len(refused)
    if view == "lines":
        return Table(count, {"line": Same(verb.malformed)})
    messages = [message_of(*pair) for pair in zip(refused.items, refused.errors, strict=True)]
    if view == "table":
        nothing: dict[str, Column] = dict.fromkeys(verb.columns, Same(None))
        known: dict[str, Column] = {"status": Same("malformed"), "error": Texts.of(messages)}
        return Table(count, nothing | known)
    pairs = zip(messages, refused.errors, strict=True)
    places = {} if alone else _places(refused.items)
    errors = Values([{"message": message, **facts_of(error)} for message, error in pairs])
    return Table(count, {**places, "status": Same("malformed"), "error": errors})


def message_of(item: Item, error: NonetError) -> str:
    """Return what is wrong, and where."""
    if isinstance(error, ParseError) or not item.place:
        return str(error)
    return f"{item.place}: {error}"


def facts_of(error: NonetError) -> dict[str, Any]:
    """Return the parts of an error as plain data."""
    facts = {name: getattr(error, name, None) for name in ("line", "column", "expected", "found")}
    return {**facts, "advice": None if error.advice is None else str(error.advice)}


def _places(items: Iterable[Item]) -> dict[str, Column]:
    items = list(items)
    return {
        "source": Values([item.source for item in items]),
        "line": Values([item.line for item in items]),
    }


def places_of(chunk: Chunk) -> dict[str, Column]:
    """Return the columns with the origin of the puzzles."""
    line: Column = Same(None) if chunk.lines is None else Numbers(chunk.lines)
    return {"source": Same(chunk.source), "line": line}


def grids(
    cells: NDArray[np.uint8], layout: Layout, present: NDArray[np.bool_] | None = None
) -> Column:
    """Return grids as a column of canonical lines."""
    mask = None if present is None else present.astype(np.uint8)
    if layout.size <= len(SYMBOLS):
        return Cells(np.ascontiguousarray(cells), mask)
    lines = [format_cells(row.tobytes(), layout) for row in cells]
    return _masked(lines, present)


def table_grids(
    cells: NDArray[np.uint8], layout: Layout, present: NDArray[np.bool_] | None = None
) -> Column:
    """Return grids as a column of texts that can be read back."""
    if layout.size < 10:
        return grids(cells, layout, present)
    return _masked([cells_text(row.tobytes(), layout) for row in cells], present)


def _masked(texts: list[str], present: NDArray[np.bool_] | None) -> Texts:
    if present is None:
        return Texts.of(texts)
    return Texts.of([text if one else None for text, one in zip(texts, present, strict=True)])


def board_columns(chunk: Chunk) -> dict[str, Column]:
    """Return the puzzles, and columns that describe their board if it is not the usual one."""
    layout = chunk.board.layout
    if layout.size < 10:
        told = puzzle_fields(chunk.board)
        told.pop("puzzle")
        board: dict[str, Column] = {name: Same(text) for name, text in told.items()}
        return {"puzzle": grids(chunk.cells, layout), **board}
    bare = [Puzzle(row.tobytes(), layout, rules=chunk.board.rules) for row in chunk.cells]
    fields = [puzzle_fields(puzzle) for puzzle in bare]
    names = dict.fromkeys(name for one in fields for name in one)
    return {name: Texts.of([one.get(name) for one in fields]) for name in names}


def clues_of(chunk: Chunk) -> Numbers:
    """Count the givens of puzzles."""
    # Takes half the time of np.count_nonzero with an axis.
    counts = np.add.reduce(chunk.cells != 0, axis=1, dtype=np.uint16)
    return Numbers(counts.astype(np.int64))
