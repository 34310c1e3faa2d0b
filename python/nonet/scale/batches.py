"""Batches: `run_batch`, and what can be asked about a folder while it grows and afterwards."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit, LimitLike
from nonet.documents.parquet_file import load_arrow
from nonet.files.items import Reading
from nonet.scale import manifest
from nonet.scale.arguments import READING, read_inputs, read_limit, read_path, read_reading, wrong
from nonet.scale.chunk_work import check_columns
from nonet.scale.clusters import Cluster, check_cluster, connect
from nonet.scale.inputs import Input, check_unchanged, plan_input
from nonet.scale.job import ArrowFunction, ChunkRecord, Job
from nonet.scale.losses import records
from nonet.scale.storage import Folder, listed, problem_with, shown
from nonet.scale.verbs import make_verb, verb_named

_CHUNK_ROWS = 100_000
"""Rows of a chunk for a user's function."""


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch is."""

    rows: int
    total: int
    chunks: int
    statuses: Mapping[str, int]
    seconds: float
    resumed: int = 0
    """Rows that were done before this run."""
    dashboard: str | None = None

    @property
    def rate(self) -> float:
        """Rows per second of this run."""
        return (self.rows - self.resumed) / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """The time left at this rate; None if that cannot be said yet."""
        return (self.total - self.rows) / self.rate if self.rate else None

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        left = self.seconds_left
        return {
            "rows": self.rows,
            "total": self.total,
            "chunks": self.chunks,
            "statuses": dict(self.statuses),
            "seconds": round(self.seconds, 1),
            "rate": round(self.rate, 1),
            "seconds_left": None if left is None else round(left, 1),
            "dashboard": self.dashboard,
        }


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What a batch came to."""

    folder: str
    rows: int
    rejected: int
    statuses: Mapping[str, int]
    chunks: int
    done: int
    """How many chunks are done."""
    resumed: int = 0
    """How many of them were done before this run."""
    seconds: float = 0.0
    damaged: tuple[str, ...] = ()
    """Files that are missing or have changed, if they were checked."""
    foreign: tuple[str, ...] = ()
    """Tables that do not belong to the batch, though readers of the folder would take them for
    shards, if that was checked."""
    aside: tuple[tuple[str, int | None], ...] = ()
    """Rows that ended their worker: the file, and the number that the row has in the table of
    rejected rows; None if the file is one puzzle."""
    stopped: int = 0
    """How many rows a limit stopped."""

    @property
    def is_complete(self) -> bool:
        """Whether every chunk is done."""
        return self.done == self.chunks and not self.damaged and not self.foreign

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "folder": self.folder,
            "complete": self.is_complete,
            "rows": self.rows,
            "rejected": self.rejected,
            "statuses": dict(self.statuses),
            "chunks": self.chunks,
            "done": self.done,
            "resumed": self.resumed,
            "seconds": round(self.seconds, 3),
            "damaged": list(self.damaged),
            "foreign": list(self.foreign),
            "aside": [{"file": file, "row": row} for file, row in self.aside],
            "stopped": self.stopped,
        }


def run_batch(
    verb: str | ArrowFunction,
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    output: str | os.PathLike[str],
    *,
    cluster: str | None = None,
    resume: bool = True,
    chunk_rows: int | None = None,
    limit: LimitLike = None,
    form: str = "parquet",
    progress: Callable[[BatchProgress], object] | None = None,
    **options: Any,
) -> BatchReport:
    """Answer files of any size into a folder of shards; run the same call again to resume.

    The verb is solve, count, check, rate, explain, canonical or convert, or a function from a
    pyarrow RecordBatch with a column `puzzle` to another RecordBatch. Inputs are files or folders
    of text, CSV, JSON Lines or Parquet, by path or URL. `cluster` is local, dask or ray, or
    `dask=ADDRESS` or `ray=ADDRESS`. `limit` applies to each puzzle; a number
    means solutions, for rate and explain seconds. Options are those of the verb
    (`scales`, `engine`, `order`) and of reading (`columns`, `layout`, `notation`, `alphabet`,
    `rules`).
    """
    given = {name: options.pop(name) for name in READING if name in options}
    request = BatchRequest(
        verb, options, read_limit(verb, limit), read_reading(given), form, chunk_rows
    )
    if not (progress is None or callable(progress)):
        raise wrong("progress", "a function", progress)
    folder = read_path("output", output)
    return start_batch(request, inputs, folder, cluster, resume=resume, progress=progress)


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """What a batch is to do, before its inputs are known."""

    verb: str | ArrowFunction
    options: Mapping[str, Any]
    limit: Limit | None
    reading: Reading
    form: str = "parquet"
    chunk_rows: int | None = None

    def checked(self) -> Job:
        """Return a job without inputs; ArgumentError says what is wrong."""
        verb, chunk_rows, limit = self.verb, self.chunk_rows, self.limit
        if self.form not in manifest.FORMS:
            raise ArgumentError(f"form: expected parquet or jsonl, found {self.form!r:.40}")
        if isinstance(verb, str):
            usual = verb_named(verb).chunk_rows
            make_verb(verb, limit, self.options)
        elif not callable(verb):
            raise ArgumentError(f"verb: expected a name or a function, found {verb!r:.40}")
        else:
            usual = _CHUNK_ROWS
            for option in (*self.options, *(["limit"] if limit is not None else [])):
                raise ArgumentError(f"expected no options for a function, found {option!r}")
        rows = usual if chunk_rows is None else chunk_rows
        if not isinstance(rows, int) or isinstance(rows, bool) or rows < 1:
            raise ArgumentError(f"chunk_rows: expected an integer of 1 or more, found {rows!r:.40}")
        return Job(verb, self.options, limit, self.reading, (), "", self.form, rows)


def start_batch(
    request: BatchRequest,
    inputs: Any,
    output: str,
    cluster: str | None = None,
    *,
    resume: bool = True,
    progress: Callable[[BatchProgress], object] | None = None,
) -> BatchReport:
    """Run a batch, or what is left of it."""
    started = time.monotonic()
    job = replace(request.checked(), output=output)
    check_cluster(cluster)
    load_arrow()
    folder = Folder(output)
    paths = _paths(inputs, folder)
    wanted = manifest.describe(job, paths)
    found = _manifest_of(folder, wanted, resume=resume)
    job = replace(job, inputs=_planned(paths, found, job.reading, job.chunk_rows))
    done = {} if found is None else manifest.records(folder, job.chunks)
    _columns_of(job, done.values())
    if found is not None and len(done) == job.chunks:
        # There is nothing to write, not even a lock, so the folder may be read-only.
        with suppress(OSError):
            manifest.remove_leftovers(folder)
        return _report(folder, job.inputs, done, len(done))
    folder.create()
    with folder.locked():
        current = _manifest_of(folder, wanted, resume=resume)
        if current != found:  # Another run began while this one planned.
            found = current
            job = replace(job, inputs=_planned(paths, found, job.reading, job.chunk_rows))
        done = manifest.records(folder, job.chunks)
        resumed = len(done)
        suspects = manifest.under_way(folder, job.form) - done.keys()
        tally = _Tally(job, done, progress, started)
        # Before the manifest: a batch that cannot even begin must not claim the folder.
        where = connect(cluster, job, tally.step, suspects)
        try:
            manifest.note_under_way(folder, suspects)
            manifest.remove_leftovers(folder)
            if found is None:
                manifest.save(folder, wanted, job.inputs)
            _run(tally, where, job, done)
            manifest.note_under_way(folder, frozenset())
        finally:
            where.close()
            with suppress(OSError):
                manifest.remove_leftovers(folder)  # Those of workers that were lost or cancelled.
        return _report(folder, job.inputs, done, resumed, time.monotonic() - started)


def _manifest_of(
    folder: Folder, wanted: Mapping[str, Any], *, resume: bool
) -> dict[str, Any] | None:
    """Return the manifest of a folder that this batch may use; None if it has none yet."""
    found = manifest.load(folder)
    if found is None:
        manifest.check_empty(folder)
        return None
    manifest.check_same(folder, found, wanted)
    if not resume:
        raise ArgumentError(f"{folder} holds this batch already; resume it or use another folder")
    return found


def _paths(inputs: Any, output: Folder) -> list[str]:
    """Return the files that inputs stand for, but not those of the output."""
    paths: list[str] = []
    for path in read_inputs(inputs):
        try:
            found = _files(path)
        except FileNotFoundError:
            raise ArgumentError(f"{shown(path)}: no such file or folder") from None
        except OSError as error:
            raise problem_with(path, error) from None
        if found and Folder(path).holds(output.path):
            found = [one for one in found if not output.holds(one)]
            if not found:
                raise ArgumentError(f"{shown(path)}: expected files beside the output, found none")
        if not found and manifest.finished_shards(Folder(path)) is None:
            raise ArgumentError(f"{shown(path)}: expected files, found an empty folder")
        paths += found
    return paths


def _files(path: str) -> list[str]:
    """Return the files of an input: itself, those of a folder, or the shards of another batch."""
    files = listed(path)
    shards = None if files == [path] else manifest.finished_shards(Folder(path))
    return files if shards is None else shards


def _planned(
    paths: list[str], found: dict[str, Any] | None, reading: Reading, chunk_rows: int
) -> tuple[Input, ...]:
    """Return the inputs with their chunks, from the manifest if there is one."""
    if found is None:
        return tuple(plan_input(path, reading, chunk_rows) for path in paths)
    files = tuple(
        Input.of_dict(data, path) for data, path in zip(found["files"], paths, strict=True)
    )
    for one in files:
        check_unchanged(one)
    return files


class _Tally:
    """Counts rows while a batch runs, and passes the figures to `progress`, one call at a time."""

    def __init__(
        self,
        job: Job,
        done: Mapping[int, ChunkRecord],
        progress: Callable[[BatchProgress], object] | None,
        started: float,
    ) -> None:
        self._lock = threading.Lock()
        self._job = job
        # Of a text, only the lines are counted before it is read.
        self._total = job.rows - sum(self._surplus(record) for record in done.values())
        self._progress = progress
        self._started = started
        self._rows = self._resumed = sum(record.rows for record in done.values())
        self._chunks = len(done)
        self._statuses: Counter[str] = Counter()
        for record in done.values():
            self._statuses.update(record.statuses)
        self.dashboard: str | None = None
        self._is_told_by_steps = False

    def step(self, rows: int, statuses: Counter[str]) -> None:
        """Count a step of a chunk; threads of a local cluster call this."""
        with self._lock:
            self._is_told_by_steps = True
            self._rows += rows
            self._statuses.update(statuses)
            self._tell()

    def chunk(self, record: ChunkRecord) -> None:
        """Count a finished chunk."""
        with self._lock:
            self._chunks += 1
            self._total -= self._surplus(record)
            if not self._is_told_by_steps:
                self._rows += record.rows
                self._statuses.update(record.statuses)
            self._tell()

    def _surplus(self, record: ChunkRecord) -> int:
        """Return how many rows of a chunk were none, such as comments, or are not in its shard."""
        found, number = self._job.place_of(record.chunk)
        return found.rows_of(number) - record.rows

    def _tell(self) -> None:
        if self._progress is not None:
            self._progress(
                BatchProgress(
                    self._rows,
                    self._total,
                    self._chunks,
                    dict(self._statuses),
                    time.monotonic() - self._started,
                    self._resumed,
                    self.dashboard,
                )
            )


def _run(tally: _Tally, where: Cluster, job: Job, done: dict[int, ChunkRecord]) -> None:
    tally.dashboard = where.dashboard
    todo = [chunk for chunk in range(job.chunks) if chunk not in done]
    columns = _columns_of(job, done.values())
    for record in records(where, job, todo):
        _compare_columns(columns, job, record)
        done[record.chunk] = record
        tally.chunk(record)


def _columns_of(job: Job, records: Iterable[ChunkRecord]) -> dict[str, str | None]:
    """Return the columns that a function made of each input; ArgumentError if they vary."""
    columns: dict[str, str | None] = {}
    for record in records:
        _compare_columns(columns, job, record)
    return columns


def _compare_columns(columns: dict[str, str | None], job: Job, record: ChunkRecord) -> None:
    """Check that a function makes the same columns of all chunks of an input."""
    path = job.place_of(record.chunk)[0].path
    try:
        check_columns(columns.get(path), record.columns)
    except ArgumentError as error:
        raise ArgumentError(
            f"{shown(path)}, chunk {record.chunk}: {error}; give columns that may be empty a type, "
            "and use another folder"
        ) from None
    columns[path] = columns.get(path) or record.columns


def _report(
    folder: Folder,
    files: tuple[Input, ...],
    done: Mapping[int, ChunkRecord],
    resumed: int = 0,
    seconds: float = 0.0,
    damaged: tuple[str, ...] = (),
    foreign: tuple[str, ...] = (),
) -> BatchReport:
    statuses: Counter[str] = Counter()
    for record in done.values():
        statuses.update(record.statuses)
    return BatchReport(
        str(folder),
        sum(record.rows for record in done.values()),
        sum(record.rejected for record in done.values()),
        dict(sorted(statuses.items())),
        sum(len(one.starts) for one in files),
        len(done),
        resumed,
        seconds,
        damaged,
        foreign,
        tuple(place for _, record in sorted(done.items()) for place in record.aside),
        sum(record.stopped for record in done.values()),
    )


def batch_status(folder: str | os.PathLike[str]) -> BatchReport:
    """Return how far the batch in a folder is."""
    return _look(read_path("folder", folder), verify=False)


def verify_batch(folder: str | os.PathLike[str]) -> BatchReport:
    """Read every shard again, compare it with its checksum, and look for tables of others."""
    return _look(read_path("folder", folder), verify=True)


def _look(path: str, *, verify: bool) -> BatchReport:
    folder = Folder(path)
    found = manifest.load(folder)
    if found is None:
        raise ArgumentError(f"{folder}: expected the folder of a batch, found no {manifest.NAME}")
    files = tuple(Input.of_dict(data, data["path"]) for data in found["files"])
    chunks = sum(len(one.starts) for one in files)
    done = manifest.records(folder, chunks)
    if not verify:
        return _report(folder, files, done)
    written = manifest.all_records(folder, chunks)
    damaged = [
        name
        for record in written.values()
        for name in manifest.damaged(folder, found["form"], record)
    ]
    foreign = manifest.foreign(folder, found["form"], chunks, written)
    return _report(folder, files, done, damaged=tuple(damaged), foreign=tuple(foreign))
