"""Apache Parquet, a columnar table format for data sets, with the columns of `csv`.

It needs the package pyarrow: `pip install 'nonet[parquet]'`. The puzzle is a column of text, or of
lists of numbers. Everything else is as in `csv`: names, details, `box`, `regions`, `rules`,
`placed`. Files are written with text columns, compressed with zstd, a thousand rows at a time. A
file whose row groups expand to more than a gigabyte is refused.

Example: `nonet convert puzzles.csv -o puzzles.parquet`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from typing import Any, BinaryIO

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.puzzle import Puzzle
from nonet.documents import csv_file
from nonet.documents.document import Block, BlockReader, Record
from nonet.documents.table_records import Records
from nonet.documents.table_rows import Plan
from nonet.documents.tables import Columns
from nonet.documents.zip_file import Sink, seekable
from nonet.text.lines import broken_gzip

NAME = "parquet"
SUMMARY = "Apache Parquet, columns as in csv; needs nonet[parquet]"
SUFFIXES = (".parquet",)
BOARDS = "any"
HOLDS = csv_file.HOLDS
HOLDS_RULES = True

MAGIC = b"PAR1"
_ROWS = 1000
_MOST_ROWS = 1 << 15
ROW = 100
"""Approximate number of bytes per row."""
_MOST_BYTES = 1 << 30
"""Of a group of rows, unpacked."""


def recognize(head: bytes) -> str | None:
    """Know it by its first four bytes."""
    return "the bytes PAR1" if head.startswith(MAGIC) else None


def load_arrow() -> tuple[Any, Any]:
    """Return pyarrow and its Parquet module; ArgumentError says how to install them."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        needs = "Parquet needs the package pyarrow: pip install 'nonet[parquet]'"
        raise ArgumentError(needs) from None


def read(stream: BinaryIO, **options: Any) -> Iterator[Record]:
    """Yield the puzzles row by row; records are numbered from 1."""
    reader = _Blocks(stream, **options)
    while taken := reader.take(_ROWS * ROW):
        if isinstance(taken, Block):
            yield from map(taken.read_row, range(len(taken)))
        else:
            yield from taken


def read_blocks(stream: BinaryIO, **options: Any) -> BlockReader:
    """Return a reader of the table in blocks, or of the `rows` in a range, counted from 0."""
    return _Blocks(stream, **options)


class _Blocks:
    """Reads groups of rows and returns them in parts."""

    def __init__(
        self, stream: BinaryIO, *, rows: tuple[int, int] | None = None, **options: Any
    ) -> None:
        self._records = Records(NAME, **options)
        self._batches = self._read(stream)
        self._batch: Any = None
        self._columns: Columns | None = None
        self._arrow: Any = None
        self._start = 0
        self._rows = rows
        self._number = rows[0] if rows else 0

    def _read(self, stream: BinaryIO) -> Iterator[Any]:
        try:
            self._arrow, parquet = load_arrow()
        except ArgumentError as error:
            raise ParseError("a format that can be read here", str(error)) from None
        with broken_gzip():
            file = seekable(stream)
        try:
            table = parquet.ParquetFile(file, memory_map=False, buffer_size=1 << 16)
            self._columns = Columns(_checked(table), self._records.chosen)
            for batch in _batches(table, self._rows):
                batch.validate(full=True)  # Texts that are none would be met later, by anybody.
                yield batch
        except (self._arrow.ArrowException, OSError, UnicodeDecodeError, OverflowError) as error:
            raise _damaged(error) from None
        finally:
            if file is not stream:
                file.close()

    def take(self, most: int) -> Block | list[Record]:
        """Return about `most` bytes of rows; [] at the end."""
        try:
            while self._batch is None or self._start == self._batch.num_rows:
                self._batch, self._start = next(self._batches, None), 0
                if self._batch is None:
                    return []
        except ParseError as error:
            self._batches = iter(())
            return [Record(self._number + 1, None, error)]
        count = min(max(most // ROW, 1), self._batch.num_rows - self._start)
        part = self._batch.slice(self._start, count)
        self._start += count
        first = self._number + 1
        self._number += count
        return self._block(part, first)

    def _block(self, batch: Any, first: int) -> Block:
        np = import_module("numpy")
        table = self._columns
        assert table is not None
        arrays = batch.columns

        def read_row(number: int) -> Record:
            try:
                row = tuple(array[number].as_py() for array in arrays)
            except (self._arrow.ArrowException, ValueError, OverflowError) as error:
                return Record(first + number, None, _damaged(error))
            return self._records.read(first + number, row, table)

        lines = np.arange(first, first + batch.num_rows, dtype=np.int64)
        texts = [text_parts(self._arrow, array) for array in arrays]
        return Block(table, lines, texts, arrays, read_row)


def _batches(table: Any, rows: tuple[int, int] | None) -> Iterator[Any]:
    """Yield the rows of a table, or those in a range; other groups of rows are not read."""
    if rows is None:
        yield from table.iter_batches(batch_size=_MOST_ROWS)
        return
    first, last = rows
    place = 0
    for group, count in enumerate(group_sizes(table)):
        start, place = place, place + count
        if place <= first or start >= last:
            continue
        # Ranges are read side by side, so more threads would only get in each other's way.
        batches = table.iter_batches(batch_size=_MOST_ROWS, row_groups=[group], use_threads=False)
        for batch in batches:
            end = start + batch.num_rows
            if end > first:
                yield batch.slice(max(first - start, 0), min(end, last) - max(start, first))
            start = end
            if start >= last:
                return


def group_sizes(table: Any) -> list[int]:
    """Return how many rows each group of a Parquet file has."""
    meta = table.metadata
    return [meta.row_group(group).num_rows for group in range(meta.num_row_groups)]


def _damaged(error: Exception) -> ParseError:
    problem = " ".join(str(error).split())[:80]
    return ParseError("a whole Parquet file", f"a damaged one ({problem})")


def text_parts(arrow: Any, array: Any) -> tuple[Any, Any, Any] | None:
    """Return the buffer of a text column, and where each text starts and ends."""
    np = import_module("numpy")
    widths = {arrow.string(): np.int32, arrow.large_string(): np.int64}
    if array.type not in widths or array.null_count:
        return None
    _, offsets, data = array.buffers()
    count = len(array)
    places = np.frombuffer(offsets, dtype=widths[array.type])[
        array.offset : array.offset + count + 1
    ]
    places = places.astype(np.int64)
    return np.frombuffer(data or b"", dtype=np.uint8), places[:-1], places[1:]


def _checked(table: Any) -> list[str]:
    """Return the names of the columns; refuse what would unpack to too much."""
    meta = table.metadata
    for group in range(meta.num_row_groups):
        if not 0 <= meta.row_group(group).total_byte_size <= _MOST_BYTES:
            expected = f"groups of rows of at most {_MOST_BYTES} bytes"
            raise ParseError(expected, "a larger one")
    return list(table.schema_arrow.names)


def write(
    puzzles: Iterable[Puzzle], *, lost: Callable[[str], None] | None = None, **_: Any
) -> Iterator[bytes]:
    """Yield the file group by group; a note without a column is reported to `lost`, or refused."""
    arrow, parquet = load_arrow()
    plan = Plan(puzzles, lost)
    schema = arrow.schema([(name, arrow.string()) for name in plan.names])
    sink = Sink()
    with parquet.ParquetWriter(sink, schema, compression="zstd") as writer:
        waiting = plan.rows()
        while rows := list(islice(waiting, _ROWS)):
            arrays = [arrow.array(column, arrow.string()) for column in zip(*rows, strict=True)]
            writer.write_batch(arrow.record_batch(arrays, schema=schema))
            yield sink.take()
    yield sink.take()
