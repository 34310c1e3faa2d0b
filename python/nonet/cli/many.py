"""Answers from the pipeline: any number of puzzles, as lines, JSON or a table.

Commands import this module, and with it numpy, only when they need it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from nonet.batch.checking import Check, paired
from nonet.batch.counting import Count
from nonet.batch.explaining import Explain
from nonet.batch.parquet_sink import write_parquet
from nonet.batch.pipeline import Pace, answered, in_order, read_parts
from nonet.batch.reading import Reader
from nonet.batch.sinks import write_csv, write_json, write_jsonl, write_lines
from nonet.batch.solving import Solve
from nonet.batch.step_rows import ExplainSteps
from nonet.batch.workers import Shared
from nonet.cli import BAD_INPUT
from nonet.cli.answers import refuse
from nonet.cli.forms import SUFFIXES, TABLES, Wanted
from nonet.cli.inputs import Items
from nonet.cli.output import Output
from nonet.documents.zip_file import write_zip
from nonet.files.streams import is_packed_name
from nonet.files.writing import is_zip_name

if TYPE_CHECKING:
    from nonet.batch.chunks import Part
    from nonet.batch.columns import Table
    from nonet.batch.verbs import Kind, Verb, View
    from nonet.core.errors import NonetError
    from nonet.core.puzzle import Puzzle
    from nonet.files.items import Item

__all__ = [
    "Check",
    "Count",
    "Explain",
    "ExplainSteps",
    "Run",
    "Shared",
    "Solve",
    "in_order",
    "paired",
    "written",
]


class Run:
    """One run of the pipeline: reads items, answers them with a verb, and writes the answers."""

    def __init__(
        self, items: Items, out: Output, wanted: Wanted, form: str, *, least_rows: int = 1
    ) -> None:
        self._items = items
        self._out = out
        self._wanted = wanted
        self._form = form
        self._pace = Pace(least_rows)
        self._rows = 0
        self._lost: Counter[str] = Counter()
        self.codes: set[int] = set()
        """The exit codes for items that cannot be read."""

    def read(
        self, items: Items, see: Callable[[Puzzle], object] | None = None
    ) -> Iterator[list[Part]]:
        """Yield the puzzles of items, in parts with one layout each."""
        return read_parts(items, Reader(items.reading, self.on_error, see), self._pace)

    def on_error(self, item: Item, error: NonetError) -> None:
        """Report a bad puzzle; for a single puzzle there is only the error."""
        if self._items.is_one and self._form != "json":
            raise error
        refuse(item, error, self._out)
        self.codes.add(BAD_INPUT)
        if self._items.is_one:
            self._out.refuse()

    def write(self, batches: Iterable[list[Part]], verb: Verb) -> None:
        """Answer everything that was read, and write the answers as they are found."""
        view: View = "record"
        if self._form != "json":
            view = "table" if self._form in TABLES else "lines"
        tables = self.tables(batches, verb, view)
        is_plain = not self._is_zip and not is_packed_name(self._wanted.path or "")
        self._out.may_be_cut = is_plain and self._form in ("lines", "json", "csv", "jsonl")
        pieces = self._pieces(self._out.until_stopped(tables), verb)
        told = 0
        is_text = self._form in ("json", "lines") and not self._is_zip
        for piece in pieces:
            write = self._out.write_lines if is_text else self._out.write_bytes
            write(piece, self._rows - told)
            told = self._rows
        self.tell_lost()
        self._out.end_if_stopped()

    def tables(self, batches: Iterable[list[Part]], verb: Verb, view: View) -> Iterator[Table]:
        """Answer everything that was read, and yield the answers as they are found."""
        alone = self._items.is_one
        tables = answered(batches, verb, view, self._pace, self.on_error, alone=alone)
        return map(self._counted, tables)

    def _counted(self, table: Table) -> Table:
        self._rows += table.rows
        return table

    @property
    def _is_zip(self) -> bool:
        return self._wanted.path is not None and is_zip_name(self._wanted.path)

    def _pieces(self, tables: Iterable[Table], verb: Verb) -> Iterator[bytes]:
        pieces = self._written(tables, verb)
        if not self._is_zip:
            return pieces
        name = os.path.basename(self._wanted.path or "")[: -len(".zip")] or "answers"
        suffixes = SUFFIXES[self._form]
        inner = name if name.lower().endswith(suffixes) else f"{name}{suffixes[0]}"
        return write_zip([(inner, pieces)])

    def _written(self, tables: Iterable[Table], verb: Verb) -> Iterator[bytes]:
        """Yield the answers as the bytes of a file."""
        return written(tables, verb.columns, self._form, self.on_loss, self._wanted.separator)

    def on_loss(self, name: str, rows: int) -> None:
        """Count rows of the input with a column that the output does not have."""
        self._lost[name] += rows

    def tell_lost(self) -> None:
        """Report the columns that were lost."""
        for name, count in self._lost.items():
            rows = "row" if count == 1 else "rows"
            self._out.complain(f"the output has no column {name!r}; {count} input {rows} had one")


def written(
    tables: Iterable[Table],
    columns: Mapping[str, Kind],
    form: str,
    lost: Callable[[str, int], object],
    separator: str,
) -> Iterator[bytes]:
    """Yield tables as the bytes of a file."""
    if form == "json":
        return write_json(tables)
    if form == "jsonl":
        return write_jsonl(tables, columns)
    if form == "csv":
        return write_csv(tables, columns, lost, separator)
    if form == "parquet":
        return write_parquet(tables, columns, lost)
    return write_lines(tables)
