"""Sinks: tables in, the bytes of a file out, piece by piece.

They know the kinds of columns, but not what they mean. The core assembles the rows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet.batch.columns import (
    Arrow,
    Cells,
    Column,
    Flags,
    Json,
    Listed,
    Numbers,
    Present,
    Same,
    Struct,
    Table,
    Texts,
    Values,
    Words,
)
from nonet.batch.verbs import BOARD_COLUMNS, Kind
from nonet.documents.csv_file import SEPARATORS
from nonet.documents.tables import as_text
from nonet.native import weave_rows

PLANNED = 1000
"""Number of rows that are read before the columns of a table are fixed."""

_Part: TypeAlias = "tuple[str, Present, bytes, bytes, bytes, Any]"


def write_lines(tables: Iterable[Table]) -> Iterator[bytes]:
    """Yield a line for each row: the columns, separated by spaces."""
    for table in tables:
        parts = [_plain_part(column, "") for column in table.columns.values()]
        yield weave_rows(table.rows, [*_with_gaps(parts, b" "), _literal(b"\n")])


def write_json(tables: Iterable[Table]) -> Iterator[bytes]:
    """Yield a JSON object for each row, one per line, without the other columns of the input."""
    for table in tables:
        yield weave_rows(table.rows, [*_object(table.columns), _literal(b"\n")])


def write_jsonl(tables: Iterable[Table], columns: Mapping[str, Kind]) -> Iterator[bytes]:
    """Yield a JSON object for each row, with the columns of a table."""
    for table in tables:
        yield weave_rows(table.rows, [*_object(all_columns(table, columns)), _literal(b"\n")])


def write_csv(
    tables: Iterable[Table],
    columns: Mapping[str, Kind],
    lost: Callable[[str, int], object],
    separator: str = ",",
) -> Iterator[bytes]:
    """Yield a header, then every row; a value without a column is reported to `lost`."""
    first, rest = planned(tables)
    names = list(column_names(first, columns))
    yield _header(names, separator)
    for table in chain(first, rest):
        found = all_columns(table, columns)
        tell_lost(found, names, table.rows, lost)
        parts = [_plain_part(found.get(name, Same(None)), separator) for name in names]
        yield weave_rows(table.rows, [*_with_gaps(parts, separator.encode()), _literal(b"\n")])


def _header(names: list[str], separator: str) -> bytes:
    """Return the header; a separator within a name must not be mistaken for one."""
    is_odd = any(sign in name for name in names for sign in SEPARATORS)
    quoted = [f'"{name.replace(chr(34), chr(34) * 2)}"' for name in names]
    cells = quoted if is_odd else [_escaped(name, separator).decode() for name in names]
    return f"{separator.join(cells)}\n".encode()


def planned(tables: Iterable[Table]) -> tuple[list[Table], Iterator[Table]]:
    """Return the first tables, which decide the columns, and the others."""
    rest = iter(tables)
    first: list[Table] = []
    rows = 0
    while rows < PLANNED and (table := next(rest, None)) is not None:
        first.append(table)
        rows += table.rows
    return first, rest


def column_names(first: Iterable[Table], columns: Mapping[str, Kind]) -> dict[str, Kind | None]:
    """Return the columns for tables that start like these, and their kinds; None for the input."""
    names: dict[str, Kind | None] = dict(columns)
    for table in first:
        for name in table.columns:
            names.setdefault(name, BOARD_COLUMNS.get(name, "text"))
    for table in first:
        for name in table.extra:
            names.setdefault(name, None)
    return names


def all_columns(table: Table, columns: Mapping[str, Kind]) -> dict[str, Column]:
    """Return the columns of a table in order: first the answers, then the input."""
    first = {name: table.columns[name] for name in columns if name in table.columns}
    rest = {name: column for name, column in table.extra.items() if name not in table.columns}
    return {**first, **table.columns, **rest}


def tell_lost(
    found: Mapping[str, Column],
    names: Iterable[str],
    rows: int,
    lost: Callable[[str, int], object],
) -> None:
    """Report values whose columns are not in the table."""
    for name in sorted(found.keys() - set(names)):
        column = found[name]
        count = rows
        if isinstance(column, Json):
            column = column.texts
        if isinstance(column, Values):
            count = sum(value is not None for value in column.values)
        elif isinstance(column, Texts) and column.present is not None:
            count = int(np.count_nonzero(column.present))
        if count:
            lost(name, count)


def _literal(text: bytes) -> _Part:
    return ("same", None, b"", b"", b"", text)


def _with_gaps(parts: list[_Part], gap: bytes) -> list[_Part]:
    found = [piece for part in parts for piece in (_literal(gap), part)]
    return found[1:]


def _present(present: Present) -> Present:
    return None if present is None else np.ascontiguousarray(present, dtype=np.uint8)


def _values(column: Column) -> tuple[str, Present, Any] | None:
    """Return the kind of an array column, which rows have values, and the values."""
    if isinstance(column, Cells):
        cells = np.ascontiguousarray(column.cells)
        return "cells", _present(column.present), (cells, max(cells.shape[1], 1))
    if isinstance(column, Numbers):
        numbers = np.ascontiguousarray(column.numbers, dtype=np.int64)
        return "numbers", _present(column.present), numbers
    if isinstance(column, Flags):
        codes = np.ascontiguousarray(column.flags, dtype=np.uint8)
        return "words", _present(column.present), (codes, [b"false", b"true"])
    return None


def _texts(column: Texts, escape: str) -> tuple[str, Present, Any]:
    starts, ends = np.ascontiguousarray(column.starts), np.ascontiguousarray(column.ends)
    return "texts", _present(column.present), (column.data, starts, ends, escape)


def _word_presence(column: Words) -> Present:
    if None not in column.words:
        return None
    is_word = np.array([word is not None for word in column.words], dtype=np.uint8)
    return is_word[column.codes]


def _plain_part(column: Column, separator: str) -> _Part:
    """Return a column as the core expects it for lines, or for rows with a separator."""
    if isinstance(column, Same):
        return _literal(_escaped(as_text(column.value), separator))
    if found := _values(column):
        kind, present, values = found
        return kind, present, b"", b"", b"", values
    if isinstance(column, Words):
        words = [_escaped(word, separator) for word in column.words]
        codes = np.ascontiguousarray(column.codes)
        return "words", _word_presence(column), b"", b"", b"", (codes, words)
    kind, present, values = _texts(as_texts(column), separator)
    return kind, present, b"", b"", b"", values


def _escaped(text: str | None, separator: str) -> bytes:
    """Return one text as written in a row."""
    part = _texts(Texts.of([text or ""]), separator)
    return weave_rows(1, [(part[0], None, b"", b"", b"", part[2])])


def as_texts(column: Column) -> Texts:
    """Return a column of any kind as texts."""
    if isinstance(column, Texts):
        return column
    if isinstance(column, Arrow):
        return arrow_texts(column.array)
    if isinstance(column, Json):
        column = column.values()
    if isinstance(column, Values):
        return Texts.of([as_text(value) for value in column.values])
    raise TypeError(f"cannot write {type(column).__name__} as text")


def arrow_texts(array: Any) -> Texts:
    """Return a column of a Parquet file as texts, with lists as JSON."""
    if str(array.type) == "string" and not array.null_count:
        _, offsets, data = array.buffers()
        found = np.frombuffer(offsets, dtype=np.int32)[array.offset :][: len(array) + 1]
        places = found.astype(np.int64)
        return Texts(np.frombuffer(data or b"", dtype=np.uint8), places[:-1], places[1:])
    return Texts.of([as_text(value) for value in array.to_pylist()])


def _object(columns: Mapping[str, Column]) -> list[_Part]:
    """Return columns as the fields of a JSON object."""
    parts = [_literal(b"{")]
    for number, (name, column) in enumerate(columns.items()):
        gap = ", " if number else ""
        parts += [_literal(f"{gap}{json.dumps(name)}: ".encode()), *_json_parts(column)]
    return [*parts, _literal(b"}")]


def _json_parts(column: Column) -> list[_Part]:
    """Return a column as the core expects it for JSON."""
    if isinstance(column, Same):
        return [_literal(json.dumps(column.value).encode())]
    if isinstance(column, Struct):
        return _object(column.columns)
    if isinstance(column, Listed):
        parts = [_literal(b"[")]
        for number, one in enumerate(column.columns):
            kind, present, values = _values(one) or ("", None, None)
            parts.append((kind, present, b', "' if number else b'"', b'"', b"", values))
        return [*parts, _literal(b"]")]
    if found := _values(column):
        kind, present, values = found
        quote = b'"' if kind == "cells" else b""
        return [(kind, present, quote, quote, b"null", values)]
    if isinstance(column, Words):
        words = [json.dumps(word).encode() for word in column.words]
        codes = np.ascontiguousarray(column.codes)
        return [("words", None, b"", b"", b"", (codes, words))]
    if isinstance(column, Values | Arrow):
        values = column.values if isinstance(column, Values) else column.array.to_pylist()
        texts = Texts.of([json.dumps(value, default=str) for value in values])
        kind, present, found_texts = _texts(texts, "")
        return [(kind, present, b"", b"", b"null", found_texts)]
    if isinstance(column, Json):
        kind, present, found_texts = _texts(column.texts, "")
    else:
        kind, present, found_texts = _texts(as_texts(column), "json")
    return [(kind, present, b"", b"", b"null", found_texts)]


def joined(column: Texts, rows: int) -> tuple[bytes, NDArray[np.int64]]:
    """Return all texts joined, and the offsets between them."""
    kind, present, values = _texts(column, "")
    data = weave_rows(rows, [(kind, present, b"", b"", b"", values)])
    lengths = column.ends - column.starts
    if column.present is not None:
        lengths = np.where(column.present != 0, lengths, 0)
    return data, np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths)])
