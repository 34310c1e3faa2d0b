"""The work on one chunk: read it, answer it, write its shard. The same on every cluster.

The bytes of a shard depend on the input, the verb and its options alone: rows are answered in
steps of a fixed size, and nothing that is written has a time in it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nonet.batch.chunks import Chunk, Part, Refused
from nonet.batch.columns import Column, Numbers, Table, Texts, Values
from nonet.batch.parquet_sink import arrow_batch, write_parquet
from nonet.batch.pipeline import ROW, Pace, answered, read_parts
from nonet.batch.reading import Reader
from nonet.batch.sinks import write_jsonl
from nonet.batch.verbs import Kind, message_of
from nonet.core.errors import ArgumentError, NonetError
from nonet.documents.parquet_file import load_arrow
from nonet.documents.zip_file import Sink
from nonet.files.items import Item
from nonet.scale.inputs import ChunkSource, check_unchanged, read_chunk
from nonet.scale.job import ArrowFunction, ChunkRecord, Job, record_name, rejected_name, shard_name
from nonet.scale.storage import Folder, shown
from nonet.scale.verbs import Read, count_statuses, make_verb, verb_named

REJECTED: Mapping[str, Kind] = {"file": "text", "row": "number", "reason": "text"}
"""The columns of the table of rejected rows."""


class StoppedError(Exception):
    """The batch is to stop: the chunk is given up, and its draft removed."""


class _Steady(Pace):
    """A pace that never changes."""

    @property
    def bytes(self) -> int:
        """How many bytes to read: as many rows as are answered at once."""
        return self.rows * ROW

    def learn(self, seconds: float) -> None:
        """Learn nothing: the time must not decide where rows are cut."""


@dataclass
class _Watch:
    """What is noticed while a chunk is answered."""

    job: Job
    tell: Callable[[int, Counter[str]], object] | None
    is_stopped: Callable[[], bool] | None
    rows: int = 0
    stopped: int = 0
    columns: str | None = None
    statuses: Counter[str] = field(default_factory=Counter)
    places: list[tuple[str | None, int | None]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    aside: list[tuple[str, int | None]] = field(default_factory=list)

    def refuse(self, item: Item, error: NonetError) -> None:
        self.places.append((item.source, item.line))
        self.reasons.append(message_of(item, error))
        if isinstance(error, SetAsideError):
            self.aside.append((item.source or "", item.line))

    def see(self, table: Table) -> Table:
        found = count_statuses(table)
        self.rows += table.rows
        self.statuses += found
        if isinstance(self.job.verb, str):
            self.stopped += verb_named(self.job.verb).stopped(table, self.job.limit)
        if self.is_stopped is not None and self.is_stopped():
            raise StoppedError
        if self.tell is not None:
            self.tell(table.rows, found)
        return table


def run_chunk(
    job: Job,
    chunk: int,
    aside: tuple[int, ...] = (),
    tell: Callable[[int, Counter[str]], object] | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> ChunkRecord:
    """Answer one chunk and write its shard and its record.

    Rows that are set aside are not answered; they are among the rejected. `tell` gets the rows and
    statuses of every step.
    """
    started = time.monotonic()
    found, number = job.place_of(chunk)
    check_unchanged(found)
    watch = _Watch(job, tell, is_stopped)
    folder = Folder(job.output)
    source = read_chunk(found, number, job.reading)
    try:
        pieces = _shard(job, source, aside, watch)
        digest = _Digest(pieces)
        folder.write(shard_name(job.form, chunk), digest)
    except Exception as error:
        if not isinstance(job.verb, str):
            row = found.first_rows[number] + 1
            error.add_note(f"in chunk {chunk}: {shown(found.path)}, from row {row} on")
        raise
    finally:
        source.close()
    check_unchanged(found)
    rejected = None
    if watch.reasons:
        bad = _Digest(_rejected(job.form, watch))
        folder.write(rejected_name(job.form, chunk), bad)
        rejected = bad.hexdigest
    else:
        folder.remove(rejected_name(job.form, chunk))
    record = ChunkRecord(
        chunk,
        watch.rows,
        len(watch.reasons),
        dict(sorted(watch.statuses.items())),
        digest.size,
        digest.hexdigest,
        rejected,
        time.monotonic() - started,
        tuple(watch.aside),
        watch.stopped,
        watch.columns,
    )
    text = json.dumps(record.to_dict(), separators=(",", ":"))
    folder.write(record_name(chunk), [text.encode() + b"\n"])
    return record


def try_rows(
    job: Job, chunk: int, start: int, end: int, is_stopped: Callable[[], bool] | None = None
) -> int:
    """Answer some rows of a chunk and write nothing; return how many. For finding a bad one."""
    found, number = job.place_of(chunk)
    source = read_chunk(found, number, job.reading)
    try:
        everything = range(found.rows_of(number))
        others = tuple(row for row in everything if not start <= row < end)
        watch = _Watch(job, None, is_stopped)
        for _ in _shard(job, source, others, watch):
            pass
        return watch.rows
    finally:
        source.close()


class _Digest:
    """Pieces of a file, which are counted and hashed as they pass."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self._hash = hashlib.sha256()
        self.size = 0

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self._hash.update(piece)
            self.size += len(piece)
            yield piece

    @property
    def hexdigest(self) -> str:
        return self._hash.hexdigest()


def checksum_of(pieces: Iterable[bytes]) -> str:
    """Return the checksum that records have: SHA-256, as `sha256sum` prints it."""
    digest = _Digest(pieces)
    for _ in digest:
        pass
    return digest.hexdigest


def _shard(job: Job, source: ChunkSource, aside: tuple[int, ...], watch: _Watch) -> Iterator[bytes]:
    """Yield the bytes of a shard."""
    pace = _Steady(job.step)
    batches = read_parts(source, Reader(job.reading, watch.refuse), pace)
    if aside:
        batches = _without(batches, set(aside), watch)
    if not isinstance(job.verb, str):
        return _by_function(job, batches, watch)
    verb = make_verb(job.verb, job.limit, job.options)
    tables = map(watch.see, answered(batches, verb, "table", pace, watch.refuse))
    return _written(job.form, tables, verb.columns)


def _written(form: str, tables: Iterable[Table], columns: Mapping[str, Kind]) -> Iterator[bytes]:
    """Yield the bytes of a file with tables."""
    if form == "jsonl":
        return write_jsonl(tables, columns)
    return write_parquet(tables, columns, lambda name, rows: None)


class SetAsideError(NonetError):
    """A row ended the worker that answered it."""


def _without(batches: Iterable[list[Part]], aside: set[int], watch: _Watch) -> Iterator[list[Part]]:
    """Yield the parts with some rows set aside, by their numbers in the chunk."""
    error = SetAsideError("the row ended the worker that answered it")
    base = 0
    for parts in batches:
        low = min((int(part.rows[0]) for part in parts if len(part)), default=0)
        total = sum(map(len, parts))
        found: list[Part] = []
        for part in parts:
            places = part.rows - low + base
            is_aside = np.isin(places, list(aside))
            if isinstance(part, Refused) or not is_aside.any():
                found.append(part)
                continue
            if not is_aside.all():
                found.append(part.take(np.flatnonzero(~is_aside)))
            gone = np.flatnonzero(is_aside)
            items = tuple(part.item(int(row)) for row in gone)
            for item in items:
                watch.refuse(item, error)
            extra = part.take(gone).extra
            found.append(Refused(part.rows[gone], items, (error,) * len(items), extra))
        base += total
        yield found


def _rejected(form: str, watch: _Watch) -> Iterator[bytes]:
    files, rows = zip(*watch.places, strict=True)
    columns: dict[str, Column] = {
        "file": Texts.of(list(files)),
        "row": Values(list(rows)) if None in rows else Numbers(np.array(rows, dtype=np.int64)),
        "reason": Texts.of(watch.reasons),
    }
    return _written(form, [Table(len(files), columns)], REJECTED)


def _by_function(job: Job, batches: Iterable[list[Part]], watch: _Watch) -> Iterator[bytes]:
    """Yield the shard that a user's function makes."""
    assert not isinstance(job.verb, str)
    arrow, parquet = load_arrow()
    sink, writer = Sink(), None
    bad: list[Refused] = []
    tables = answered(_readable(batches, bad), Read(), "table", _Steady(job.step), watch.refuse)
    for table in tables:
        batch = _call(arrow, job.verb, arrow_batch(table, Read.columns))
        watch.see(Table(batch.num_rows, {}))
        if job.form == "jsonl":
            for row in batch.to_pylist():
                yield json.dumps(row, separators=(",", ":"), default=str).encode() + b"\n"
            continue
        check_columns(watch.columns, _columns(batch.schema))
        watch.columns = _columns(batch.schema)
        if writer is None:
            writer = parquet.ParquetWriter(sink, batch.schema, compression="zstd")
        writer.write_batch(batch)
        yield sink.take()
    if writer is None and job.form == "parquet":
        schema = _empty_schema(arrow, job.verb, bad)
        writer = parquet.ParquetWriter(sink, schema, compression="zstd")
    if writer is not None:
        writer.close()
        yield sink.take()


def _readable(batches: Iterable[list[Part]], bad: list[Refused]) -> Iterator[list[Part]]:
    """Yield the rows that a function gets; the others are in the table of rejected rows."""
    for parts in batches:
        if not bad:
            bad += [part for part in parts if isinstance(part, Refused)]
        yield [part for part in parts if isinstance(part, Chunk)]


def _call(arrow: Any, function: ArrowFunction, batch: Any) -> Any:
    found = function(batch)
    if not isinstance(found, arrow.RecordBatch):
        raise ArgumentError(
            f"expected a function that returns a pyarrow.RecordBatch, found {type(found)!r:.60}"
        )
    names = found.schema.names
    for name in names:
        if names.count(name) > 1:
            raise ArgumentError(f"expected a name for each column, found {name!r} twice")
    return found


def check_columns(before: str | None, columns: str | None) -> None:
    """Raise ArgumentError if a function makes other columns than before."""
    if before is not None and columns is not None and before != columns:
        raise ArgumentError(
            "expected a function that returns the same columns for every batch, found "
            f"{columns} after {before}"
        )


def _columns(schema: Any) -> str:
    kinds = (f"{one.type}{'' if one.nullable else ' not null'}" for one in schema)
    return ", ".join(f"{one.name} ({kind})" for one, kind in zip(schema, kinds, strict=True))


def _empty_schema(arrow: Any, function: ArrowFunction, bad: list[Refused]) -> Any:
    """Return the columns of a shard without rows: those that the function makes of no rows.

    Readers of the folder take the columns from its first file, so they have to be right; but a
    function that cannot do without rows is no reason to fail.
    """
    extra = bad[0].take(np.arange(0)).extra if bad else {}
    nothing = arrow_batch(Table(0, {"puzzle": Values([])}, extra), Read.columns)
    try:
        return _call(arrow, function, nothing).schema
    except Exception:
        return nothing.schema
