"""JSON Lines in blocks: the core finds the values of plain objects; others are read one by one."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.errors import ParseError
from nonet.documents.block_text import is_utf8, line_at, take_lines
from nonet.documents.document import Block, JsonValues, Record
from nonet.documents.jsonl_file import Reader
from nonet.documents.tables import LONGEST_ROW
from nonet.text.lines import broken_gzip

if TYPE_CHECKING:
    from nonet.documents.tables import Columns

TEXT, SCALAR, NULL = range(3)
"""The kinds of values, as the core numbers them."""
_ROW = 100
"""Approximate number of bytes per row."""
_FEW = 64
"""A block with fewer rows is not worth its overhead."""
_MOST_ODD = 4096
"""Maximum number of objects that are read one by one before the core tries again."""


class _CutObjects(NamedTuple):
    """The positions and kinds of the values in the first plain objects, and where those end."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    kinds: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    """The line number of each row, from 0."""
    lines: int
    end: int


def _cut_objects(text: bytes, table: Columns) -> _CutObjects:
    """Find the values of objects with these fields, up to the first that is not plain."""
    names = [json.dumps(name, ensure_ascii=False).encode() for name in table.names]
    starts, ends, kinds, numbers, lines, end = native.cut_objects(text, names)
    shape = (-1, len(names))
    return _CutObjects(
        np.frombuffer(starts, dtype=np.int64).reshape(shape),
        np.frombuffer(ends, dtype=np.int64).reshape(shape),
        np.frombuffer(kinds, dtype=np.uint8).reshape(shape),
        np.frombuffer(numbers, dtype=np.uint32).astype(np.int64),
        lines,
        end,
    )


class JsonlBlocks:
    """Reads blocks of objects with the same fields.

    After an object that is not plain, some are read one by one: twice as many each time, as long as
    blocks stay short.
    """

    def __init__(self, stream: Any, reader: Reader) -> None:
        self._stream = stream
        self._reader = reader
        self._records = reader.records()
        self._odd = self._next_odd = 1
        """How many objects to read one by one now, and after the next short block."""
        self._is_over = False

    def take(self, most: int) -> Block | list[Record]:
        """Return about `most` bytes of rows; [] at the end."""
        while not self._is_over:
            if self._odd or self._reader.is_array or self._reader.table is None:
                return self._take_one_by_one(max(most // _ROW, 1))
            try:
                with broken_gzip():
                    text = take_lines(self._stream, most)
            except ParseError as error:
                self._is_over = True
                return [Record(self._reader.number + 1, None, error)]
            self._is_over = not text
            if block := self._cut(text, self._reader.table):
                return block
        return []

    def _take_one_by_one(self, most: int) -> list[Record]:
        """Read some objects; fewer if the rest has not arrived yet."""
        records: list[Record] = []
        for record in islice(self._records, most):
            records.append(record)
            if not self._reader.is_array:
                self._odd = max(self._odd - 1, 0)
                if not self._odd or self._stream.is_dry:
                    return records
        self._is_over = len(records) < most
        return records

    def _cut(self, text: bytes, table: Columns) -> Block | None:
        """Return the plain objects; the rest is returned to the stream, to be read one by one."""
        is_whole = len(text) <= LONGEST_ROW or text.endswith(b"\n")
        cut = _cut_objects(text if is_whole and is_utf8(text) else b"", table)
        if cut.end < len(text):
            self._stream.put_back(text[cut.end :])
            self._next_odd = min(2 * self._next_odd, _MOST_ODD) if len(cut.numbers) < _FEW else 1
            self._odd = self._next_odd
        lines = cut.numbers + self._reader.number + 1
        self._reader.number += cut.lines
        if not len(lines):
            return None

        def read_row(number: int) -> Record:
            row = line_at(text, int(cut.starts[number, 0]), int(cut.ends[number, -1]))
            return self._reader.read_line(row, int(lines[number]))

        has_scalars = (cut.kinds == SCALAR).any(axis=0)
        columns = range(len(table.names))
        texts = [
            None if has_scalars[i] else (text, cut.starts[:, i], cut.ends[:, i]) for i in columns
        ]
        values = [_values(text, cut, i, has_scalars[i]) for i in columns]
        return Block(table, lines, texts, None, read_row, values)


def _values(text: bytes, cut: _CutObjects, column: int, has_scalars: bool) -> JsonValues:
    """Return the values of a field: texts if all are, or JSON."""
    starts, ends, kinds = cut.starts[:, column], cut.ends[:, column], cut.kinds[:, column]
    present = None if (kinds != NULL).all() else (kinds != NULL).astype(np.uint8)
    if has_scalars:
        is_text = kinds == TEXT
        starts, ends = starts - is_text, ends + is_text  # With their quotes.
    return JsonValues(text, starts, ends, present, is_json=has_scalars)
