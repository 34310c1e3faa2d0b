"""From rows of a table to records: what CSV, JSON Lines and Parquet have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.documents.document import Record
from nonet.documents.tables import ColumnError, Columns


class Records:
    """Reads rows as puzzles of a format, as the options of its `read` say."""

    def __init__(
        self,
        name: str,
        *,
        layout: Layout | None = None,
        alphabet: str | None = None,
        columns: Mapping[str, str] | None = None,
        **_: Any,
    ) -> None:
        self.chosen = columns
        """What the user says that the columns are."""
        self._name = name
        self._layout = layout
        self._alphabet = alphabet

    def read(
        self,
        line: int,
        row: Sequence[Any],
        table: Columns,
        place: Callable[[ColumnError], int | None] | None = None,
    ) -> Record:
        """Read a row; `place` finds the column of its line in which a cell is wrong."""
        fields = table.fields(row)
        try:
            puzzle = table.read(row, self._name, self._layout, self._alphabet)
            return Record(line, puzzle, None, fields)
        except ParseError as error:
            column = place(error) if place and isinstance(error, ColumnError) else None
            wrong = ParseError(
                error.expected,
                error.found,
                line=line,
                column=column,
                advice=error.advice,
                message=error.message,
            )
            return Record(line, None, wrong, fields)
