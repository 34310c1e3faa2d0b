"""Tables as a Parquet file; columns read from a Parquet file keep their types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np

from nonet.batch.columns import (
    Arrow,
    Cells,
    Column,
    Flags,
    Numbers,
    Same,
    Table,
    Texts,
    Values,
    Words,
)
from nonet.batch.sinks import all_columns, as_texts, column_names, joined, planned, tell_lost
from nonet.batch.verbs import Kind
from nonet.documents.parquet_file import load_arrow
from nonet.documents.tables import as_text
from nonet.documents.zip_file import Sink
from nonet.native import weave_rows

_GRIDS = ("puzzle", "solution", "second_solution")
_ROWS = 1 << 15
"""Number of rows in a group: the same bytes, whichever rows came together."""


def write_parquet(
    tables: Iterable[Table], columns: Mapping[str, Kind], lost: Callable[[str, int], object]
) -> Iterator[bytes]:
    """Yield the file group by group; a value without a column is reported to `lost`."""
    arrow, parquet = load_arrow()
    first, rest = planned(tables)
    kinds = column_names(first, columns)
    schema = arrow.schema([(name, _type(arrow, name, kind, first)) for name, kind in kinds.items()])
    sink = Sink()
    # Grids rarely repeat: looking for repeats takes longer than compressing the grids.
    other = [name for name in kinds if name not in _GRIDS]
    options = {"compression": "zstd", "use_dictionary": other, "write_statistics": other}
    with parquet.ParquetWriter(sink, schema, **options) as writer:
        waiting: list[Any] = []
        rows = 0
        for table in chain(first, rest):
            found = all_columns(table, columns)
            tell_lost(found, kinds, table.rows, lost)
            arrays = [
                _array(arrow, found.get(one.name, Same(None)), table.rows, one.type)
                for one in schema
            ]
            waiting.append(arrow.record_batch(arrays, schema=schema))
            rows += table.rows
            if rows >= _ROWS:
                whole = arrow.Table.from_batches(waiting, schema)
                rows %= _ROWS
                end = whole.num_rows - rows
                writer.write_table(whole.slice(0, end).combine_chunks(), row_group_size=_ROWS)
                waiting = whole.slice(end).to_batches()
                del whole
                yield sink.take()
        if rows:
            whole = arrow.Table.from_batches(waiting, schema)
            writer.write_table(whole.combine_chunks(), row_group_size=_ROWS)
    yield sink.take()


def arrow_batch(table: Table, columns: Mapping[str, Kind]) -> Any:
    """Return a table as a pyarrow RecordBatch."""
    arrow, _ = load_arrow()
    kinds = column_names([table], columns)
    schema = arrow.schema(
        [(name, _type(arrow, name, kind, [table])) for name, kind in kinds.items()]
    )
    found = all_columns(table, columns)
    arrays = [
        _array(arrow, found.get(one.name, Same(None)), table.rows, one.type) for one in schema
    ]
    return arrow.record_batch(arrays, schema=schema)


def _type(arrow: Any, name: str, kind: Kind | None, first: Iterable[Table]) -> Any:
    """Return the type of a column; an input column keeps its type if all first rows share it."""
    if kind is not None:
        known = {
            "text": arrow.string(),
            "number": arrow.int64(),
            "decimal": arrow.float64(),
            "flag": arrow.bool_(),
        }
        return known[kind]
    found = [table.extra[name] for table in first if name in table.extra]
    types = {one.array.type for one in found if isinstance(one, Arrow)}
    is_arrow = all(isinstance(one, Arrow) for one in found)
    return types.pop() if is_arrow and len(types) == 1 else arrow.string()


def _array(arrow: Any, column: Column, rows: int, wanted: Any) -> Any:
    """Return a column as an array of the given type."""
    if isinstance(column, Arrow) and column.array.type == wanted:
        return column.array
    if not arrow.types.is_string(wanted) and isinstance(column, Numbers | Flags):
        values = column.numbers if isinstance(column, Numbers) else column.flags
        mask = None if column.present is None else column.present == 0
        return arrow.array(values, type=wanted, mask=mask)
    if isinstance(column, Same):
        value = as_text(column.value) if arrow.types.is_string(wanted) else column.value
        return arrow.repeat(arrow.scalar(value, wanted), rows)
    if isinstance(column, Values) and not arrow.types.is_string(wanted):
        return arrow.array(list(column.values), type=wanted)
    if isinstance(column, Words):
        return arrow.array(column.words, type=wanted).take(arrow.array(column.codes))
    if not arrow.types.is_string(wanted):
        return arrow.nulls(rows, wanted)  # Another file has a different type under this name.
    if isinstance(column, Cells) and column.present is not None and not column.present.any():
        return arrow.nulls(rows, wanted)  # Second solutions, as a rule.
    return _strings(arrow, _as_texts(column, rows), rows)


def _as_texts(column: Column, rows: int) -> Texts:
    if isinstance(column, Cells):
        width = column.cells.shape[1]
        cells = np.ascontiguousarray(column.cells)
        text = weave_rows(rows, [("cells", None, b"", b"", b"", (cells, width))])
        starts = np.arange(rows, dtype=np.int64) * width
        present = None if column.present is None or column.present.all() else column.present
        return Texts(text, starts, starts + width, present)
    if isinstance(column, Numbers):
        return Texts.of([str(number) for number in column.numbers.tolist()])
    return as_texts(column)


def _strings(arrow: Any, texts: Texts, rows: int) -> Any:
    if rows and texts.present is None and np.array_equal(texts.starts[1:], texts.ends[:-1]):
        data = texts.data  # Each text begins where the one before it ends.
        places = np.append(texts.starts, texts.ends[-1:])
    else:
        data, places = joined(texts, rows)
    offsets = arrow.py_buffer(places.astype(np.int32))
    bitmap = None
    if texts.present is not None:
        bitmap = arrow.py_buffer(np.packbits(texts.present != 0, bitorder="little"))
    return arrow.StringArray.from_buffers(rows, offsets, arrow.py_buffer(data), bitmap)
