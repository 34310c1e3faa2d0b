"""Apache Parquet, a columnar table format for data sets, with the columns of `csv`.

It needs the package pyarrow: `pip install 'nonet[parquet]'`. The puzzle is a column of text, or of
lists of numbers. Everything else is as in `csv`: names, details, `box`, `regions`, `rules`,
`placed`. Files are written with text columns, compressed with zstd, a thousand rows at a time. A
file whose row groups expand to more than a gigabyte is refused.

Example: `nonet convert puzzles.csv -o puzzles.parquet`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from itertools import islice
from typing import Any, BinaryIO

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.documents import csv_file
from nonet.documents.document import Record
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
_MOST_BYTES = 1 << 30
"""Of a group of rows, unpacked."""


def recognize(head: bytes) -> str | None:
    """Know it by its first four bytes."""
    return "the bytes PAR1" if head.startswith(MAGIC) else None


def _arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        needs = "Parquet needs the package pyarrow: pip install 'nonet[parquet]'"
        raise ArgumentError(needs) from None


def read(
    stream: BinaryIO,
    *,
    layout: Layout | None = None,
    alphabet: str | None = None,
    columns: Mapping[str, str] | None = None,
    **_: Any,
) -> Iterator[Record]:
    """Yield the puzzles row by row; records are numbered from 1."""
    number = 0
    try:
        try:
            arrow, parquet = _arrow()
        except ArgumentError as error:
            raise ParseError("a format that can be read here", str(error)) from None
        with broken_gzip():
            file = seekable(stream)
        try:
            table = parquet.ParquetFile(file, memory_map=False, buffer_size=1 << 16)
            names = _checked(table)
            found = Columns(names, columns)
            for batch in table.iter_batches(batch_size=_ROWS):
                for row in zip(*(column.to_pylist() for column in batch.columns), strict=True):
                    number += 1
                    yield _entry(number, row, found, layout, alphabet)
        except (arrow.ArrowException, OSError, UnicodeDecodeError, OverflowError) as error:
            problem = " ".join(str(error).split())[:80]
            raise ParseError("a whole Parquet file", f"a damaged one ({problem})") from None
        finally:
            if file is not stream:
                file.close()
    except ParseError as error:
        yield Record(number + 1, None, error)


def _checked(table: Any) -> list[str]:
    """Return the names of the columns; refuse what would unpack to too much."""
    meta = table.metadata
    for group in range(meta.num_row_groups):
        if not 0 <= meta.row_group(group).total_byte_size <= _MOST_BYTES:
            expected = f"groups of rows of at most {_MOST_BYTES} bytes"
            raise ParseError(expected, "a larger one")
    return list(table.schema_arrow.names)


def _entry(
    number: int, row: tuple[Any, ...], table: Columns, layout: Layout | None, alphabet: str | None
) -> Record:
    try:
        return Record(number, table.read(row, NAME, layout, alphabet))
    except ParseError as error:
        wrong = ParseError(
            error.expected,
            error.found,
            line=number,
            advice=error.advice,
            message=error.message,
        )
        return Record(number, None, wrong)


def write(
    puzzles: Iterable[Puzzle], *, lost: Callable[[str], None] | None = None, **_: Any
) -> Iterator[bytes]:
    """Yield the file group by group; a note without a column is reported to `lost`, or refused."""
    arrow, parquet = _arrow()
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
