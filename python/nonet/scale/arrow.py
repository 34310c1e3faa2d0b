"""Arrow columns in, Arrow tables out: for pandas, Polars, DuckDB and Dask data frames."""

from __future__ import annotations

from typing import Any

import numpy as np

from nonet import native
from nonet.batch.chunks import Chunk
from nonet.batch.columns import Table
from nonet.batch.parquet_sink import arrow_batch
from nonet.batch.pipeline import Pace, answered
from nonet.batch.reading import Reader, others
from nonet.batch.verbs import Verb
from nonet.core.errors import ArgumentError, NonetError
from nonet.core.layout import CLASSIC
from nonet.core.limit import Limit, LimitLike
from nonet.core.puzzle import Puzzle
from nonet.documents.parquet_file import load_arrow, text_parts
from nonet.files.items import Item, Reading
from nonet.logic.scales import DEFAULT_SCALES, ScalesLike
from nonet.scale.arguments import read_limit
from nonet.scale.verbs import make_verb


def solve_arrow(puzzles: Any, *, limit: Limit | int | None = None) -> Any:
    """Solve a pyarrow column of texts; return a RecordBatch with a row for each.

    Plain 9x9 texts are read where they are, without a copy. A row that cannot be read has the
    status malformed and a reason in `error`.
    """
    return _answer(puzzles, make_verb("solve", read_limit("solve", limit), {}))


def rate_arrow(
    puzzles: Any, *, scales: ScalesLike = DEFAULT_SCALES, limit: LimitLike = None
) -> Any:
    """Rate a pyarrow column of texts; return a RecordBatch with a row for each."""
    return _answer(puzzles, make_verb("rate", read_limit("rate", limit), {"scales": scales}))


def _answer(puzzles: Any, verb: Verb) -> Any:
    arrow, _ = load_arrow()
    array = _one_array(arrow, puzzles)
    reader = Reader(Reading(), _ignore)
    parts: list[Any] = []
    cells = np.empty((len(array), CLASSIC.cell_count), dtype=np.uint8)
    odd = np.arange(len(array))
    found = text_parts(arrow, array)
    if found is not None:
        data, starts, ends = found
        starts, ends = np.ascontiguousarray(starts), np.ascontiguousarray(ends)
        odd = np.array(native.read_parts(data, starts, ends, cells, CLASSIC.size), dtype=np.int64)
    plain = others(len(array), odd)
    if len(odd):
        items = [_item(array[int(row)].as_py(), int(row) + 1) for row in odd]
        parts += reader.read_items(items, odd, len(plain))
    if len(plain):
        board = Puzzle(bytes(CLASSIC.cell_count), CLASSIC)
        parts.append(Chunk(board, cells[plain] if len(odd) else cells, plain, None, plain + 1))
    tables = list(answered([parts], verb, "table", Pace(), _ignore)) if parts else []
    if not tables:
        return arrow_batch(Table(0, {}), verb.columns)
    batches = [arrow_batch(table, verb.columns) for table in tables]
    if len(batches) == 1:
        return batches[0]
    table = arrow.concat_tables(
        [arrow.Table.from_batches([one]) for one in batches], promote_options="default"
    )
    return table.combine_chunks().to_batches()[0]


def _one_array(arrow: Any, puzzles: Any) -> Any:
    """Return a column as one array of texts."""
    if hasattr(puzzles, "__arrow_c_stream__") and not isinstance(puzzles, arrow.ChunkedArray):
        puzzles = arrow.chunked_array(puzzles)
    elif hasattr(puzzles, "__arrow_c_array__") and not isinstance(puzzles, arrow.Array):
        puzzles = arrow.array(puzzles)
    if isinstance(puzzles, arrow.Array):
        return _texts(arrow, puzzles)
    if not isinstance(puzzles, arrow.ChunkedArray):
        raise ArgumentError(f"expected a pyarrow column of texts, found {type(puzzles)!r:.60}")
    parts = [_texts(arrow, chunk) for chunk in puzzles.chunks]
    if not parts:
        return _texts(arrow, arrow.array([], puzzles.type))
    return parts[0] if len(parts) == 1 else arrow.concat_arrays(parts)


def _texts(arrow: Any, array: Any) -> Any:
    """Return an array as texts; types that hold them in another way have to be copied."""
    if arrow.types.is_dictionary(array.type):
        return _texts(arrow, array.dictionary).take(array.indices)
    if any(is_other(array.type) for is_other in _other_texts(arrow)):
        try:
            return array.cast(arrow.large_string())
        except arrow.ArrowInvalid:
            raise ArgumentError(
                f"expected texts in UTF-8, found other bytes in a column of {array.type}"
            ) from None
    if not (arrow.types.is_string(array.type) or arrow.types.is_large_string(array.type)):
        raise ArgumentError(f"expected a pyarrow column of texts, found one of {array.type}")
    return array


def _other_texts(arrow: Any) -> list[Any]:
    kinds = ("string_view", "binary", "large_binary", "binary_view", "fixed_size_binary", "null")
    names = [f"is_{kind}" for kind in kinds]
    return [getattr(arrow.types, name) for name in names if hasattr(arrow.types, name)]


def _item(text: str | None, row: int) -> Item:
    return Item((text or "").encode(), None, row)


def _ignore(item: Item, error: NonetError) -> None:
    """Do nothing: the reason is in the row."""
