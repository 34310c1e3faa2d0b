"""CSV files in blocks: the core splits plain rows, and all others are read one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.errors import ParseError
from nonet.documents.block_text import is_utf8, line_at, take_lines
from nonet.documents.csv_file import Reader
from nonet.documents.document import Block, Record
from nonet.text.lines import broken_gzip

if TYPE_CHECKING:
    from nonet.documents.tables import Columns

_ROW = 100
"""Approximate number of bytes per row."""
_LONG = 1 << 22
"""Size of a block above which a row may be too long."""


class _CutRows(NamedTuple):
    """The positions of the cells in the first plain rows of a table, and where those rows end."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    numbers: NDArray[np.int64]
    """The line number of each row, from 0."""
    lines: int
    end: int


def _cut_rows(text: bytes, separator: str, columns: int) -> _CutRows:
    """Split the rows of a table, up to the first without this number of plain cells."""
    starts, ends, numbers, lines, end = native.cut_rows(text, ord(separator), columns)
    return _CutRows(
        np.frombuffer(starts, dtype=np.int64).reshape(-1, columns),
        np.frombuffer(ends, dtype=np.int64).reshape(-1, columns),
        np.frombuffer(numbers, dtype=np.uint32).astype(np.int64),
        lines,
        end,
    )


class CsvBlocks:
    """Reads blocks of whole lines; after a row that is not plain, the block is read row by row."""

    def __init__(self, stream: Any, reader: Reader) -> None:
        self._stream = stream
        self._reader = reader
        self._slow_until = 0
        """The offset up to which the stream is read row by row."""

    def take(self, most: int) -> Block | list[Record]:
        """Return about `most` bytes of rows; [] at the end."""
        reader = self._reader
        if reader.table is None:
            record = reader.next()  # Skips the header and anything before it.
            return [] if record is None else [record]
        while not reader.is_over:
            if records := self._take_slowly(max(most // _ROW, 1)):
                return records
            try:
                with broken_gzip():
                    text = take_lines(self._stream, most)
            except ParseError as error:
                reader.is_over = True
                return [Record(reader.rows.number + 1, None, error)]
            if not text:
                reader.is_over = True
            elif block := self._cut(text):
                return block
        return []

    def _take_slowly(self, most: int) -> list[Record]:
        """Read rows one by one, as far as necessary."""
        rows = self._reader.rows
        records: list[Record] = []
        while (rows.taken < self._slow_until or rows.is_ahead) and len(records) < most:
            record = self._reader.next()
            if record is None:
                break
            records.append(record)
        return records

    def _cut(self, text: bytes) -> Block | None:
        """Split the plain rows; the rest is returned to the stream, to be read one by one."""
        reader, rows = self._reader, self._reader.rows
        table = cast("Columns", reader.table)
        width = len(table.names)
        cut = _cut_rows(text, reader.separator, width)
        if cut.end < len(text) or not is_utf8(text) or len(text) > _LONG:
            is_cut = is_utf8(text[: cut.end]) and len(text) <= _LONG
            cut = cut if is_cut else _cut_rows(b"", reader.separator, width)
            rest = text[cut.end :]
            self._stream.put_back(rest)
            self._slow_until = rows.taken + len(rest)
        lines = cut.numbers + rows.number + 1
        rows.number += cut.lines
        if not len(lines):
            return None
        starts, ends = cut.starts, cut.ends

        def read_row(number: int) -> Record:
            row = line_at(text, int(starts[number, 0]), int(ends[number, -1]))
            return reader.entry(int(lines[number]), row.decode().removesuffix("\r"))

        texts = [(text, starts[:, i], ends[:, i]) for i in range(width)]
        return Block(table, lines, texts, None, read_row)
