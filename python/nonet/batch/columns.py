"""Columns of values, one per row, and tables of columns, independent of any file format.

Their layout is like that of Arrow: arrays of numbers, codes for words, and texts in one buffer.
`present` is None if every row has a value; otherwise it is zero for rows without one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Present: TypeAlias = "NDArray[np.uint8] | None"
Rows: TypeAlias = "slice | NDArray[np.int64]"
"""A selection of rows: a slice, or row numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """The same plain value in every row, such as a text, a number or a list; None for no value."""

    value: Any

    def cut(self, rows: Rows) -> Same:
        """Return the values of some rows."""
        return self


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Grids of boards up to 25x25, written with one symbol per cell."""

    cells: NDArray[np.uint8]
    present: Present = None

    def cut(self, rows: Rows) -> Cells:
        """Return the values of some rows."""
        return Cells(self.cells[rows], _cut(self.present, rows))


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Whole numbers."""

    numbers: NDArray[Any]
    present: Present = None

    def cut(self, rows: Rows) -> Numbers:
        """Return the values of some rows."""
        return Numbers(self.numbers[rows], _cut(self.present, rows))


@dataclass(frozen=True, slots=True, eq=False)
class Flags:
    """True or false."""

    flags: NDArray[np.bool_]
    present: Present = None

    def cut(self, rows: Rows) -> Flags:
        """Return the values of some rows."""
        return Flags(self.flags[rows], _cut(self.present, rows))


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Words from a small set, such as statuses; None for no value."""

    codes: NDArray[np.uint8]
    words: tuple[str | None, ...]

    def cut(self, rows: Rows) -> Words:
        """Return the values of some rows."""
        return Words(self.codes[rows], self.words)


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """UTF-8 texts, stored in one buffer."""

    data: Any
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    present: Present = None

    @classmethod
    def of(cls, texts: Sequence[str | None]) -> Texts:
        """Make a column of texts; None for no value."""
        encoded = [(text or "").encode() for text in texts]
        ends = np.cumsum([len(text) for text in encoded], dtype=np.int64)
        starts = np.concatenate([np.zeros(1, dtype=np.int64), ends[:-1]])[: len(texts)]
        present = None
        if None in texts:
            present = np.array([text is not None for text in texts], dtype=np.uint8)
        return cls(b"".join(encoded), starts, ends, present)

    def cut(self, rows: Rows) -> Texts:
        """Return the values of some rows."""
        present = _cut(self.present, rows)
        return Texts(self.data, self.starts[rows], self.ends[rows], present)


@dataclass(frozen=True, slots=True, eq=False)
class Arrow:
    """A column of a Parquet file, as a pyarrow array."""

    array: Any

    def cut(self, rows: Rows) -> Arrow:
        """Return the values of some rows."""
        return Arrow(self.array[rows] if isinstance(rows, slice) else self.array.take(rows))


@dataclass(frozen=True, slots=True, eq=False)
class Values:
    """Any JSON values; None for no value."""

    values: Sequence[Any]

    def cut(self, rows: Rows) -> Values:
        """Return the values of some rows."""
        if isinstance(rows, slice):
            return Values(self.values[rows])
        return Values([self.values[row] for row in rows])


@dataclass(frozen=True, slots=True, eq=False)
class Json:
    """JSON values, stored as text in one buffer."""

    texts: Texts

    def cut(self, rows: Rows) -> Json:
        """Return the values of some rows."""
        return Json(self.texts.cut(rows))

    def values(self) -> Values:
        """Return the values themselves."""
        texts = self.texts
        is_present = [True] * len(texts.starts) if texts.present is None else texts.present
        places = zip(texts.starts.tolist(), texts.ends.tolist(), is_present, strict=True)
        return Values([json.loads(texts.data[a:b]) if one else None for a, b, one in places])


@dataclass(frozen=True, slots=True, eq=False)
class Struct:
    """Several columns as the fields of one object."""

    columns: Mapping[str, Column]

    def cut(self, rows: Rows) -> Struct:
        """Return the values of some rows."""
        return Struct({name: column.cut(rows) for name, column in self.columns.items()})


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """Columns as a list of values, without missing ones; a missing value follows all others."""

    columns: tuple[Cells, ...]

    def cut(self, rows: Rows) -> Listed:
        """Return the values of some rows."""
        return Listed(tuple(column.cut(rows) for column in self.columns))


Column: TypeAlias = (
    "Same | Cells | Numbers | Flags | Words | Texts | Json | Arrow | Values | Struct | Listed"
)


def _cut(present: Present, rows: Rows) -> Present:
    return None if present is None else present[rows]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Named columns; `extra` holds the other columns of the input."""

    rows: int
    columns: Mapping[str, Column]
    extra: Mapping[str, Column] = field(default_factory=dict)

    def cut(self, start: int, end: int) -> Table:
        """Return some of the rows."""
        if (start, end) == (0, self.rows):
            return self
        rows = slice(start, end)
        columns = {name: column.cut(rows) for name, column in self.columns.items()}
        extra = {name: column.cut(rows) for name, column in self.extra.items()}
        return Table(end - start, columns, extra)

    def with_extra(self, extra: Mapping[str, Column]) -> Table:
        """Return the table with columns of the input."""
        return replace(self, extra=extra) if extra else self
