"""Inputs: what kind of file each is, where its chunks begin, and how a chunk is read."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, cast

from nonet.core.errors import ArgumentError, ParseError
from nonet.documents import csv_file, jsonl_file, parquet_file
from nonet.documents.document import Block, Record
from nonet.files.items import Item, Lines, Reading, TableRows, item_of
from nonet.files.source import Source, Taken
from nonet.files.streams import LineStream
from nonet.native import count_lines
from nonet.scale.storage import Stamp, open_input, shown, stamp_of

_BLOCK = 1 << 22
"""Bytes read at once while chunks are planned."""
_BUFFER = 1 << 20
"""Bytes of a chunk read at once."""
_HEAD = 1000
"""Objects of JSON Lines among which there has to be a puzzle."""
_BROKEN = (EOFError, OSError, zlib.error)
"""What reading a damaged gzip file raises."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file with puzzles, and where each of its chunks begins.

    A chunk of `lines`, `csv` or `jsonl` begins at a byte, counted after unpacking; all others are
    counted in rows. Rows are lines for a text, so comments count.
    """

    path: str
    kind: str
    """lines, csv, jsonl, parquet, or other: a format that has to be read from its beginning."""
    is_packed: bool
    stamp: Stamp
    rows: int
    starts: tuple[int, ...]
    """Where each chunk begins."""
    end: int
    """Where the last chunk ends."""
    first_rows: tuple[int, ...]
    """The number of the first row of each chunk, from 0."""

    @property
    def name(self) -> str:
        """The path as it may be printed."""
        return shown(self.path)

    def rows_of(self, chunk: int) -> int:
        """Return the number of rows in a chunk."""
        return self._next(self.first_rows, chunk, self.rows) - self.first_rows[chunk]

    def range_of(self, chunk: int) -> tuple[int, int]:
        """Return where a chunk begins and ends."""
        return self.starts[chunk], self._next(self.starts, chunk, self.end)

    @staticmethod
    def _next(places: tuple[int, ...], chunk: int, last: int) -> int:
        return places[chunk + 1] if chunk + 1 < len(places) else last

    def only(self, chunk: int) -> Input:
        """Return the input with one of its chunks."""
        return replace(
            self,
            rows=self._next(self.first_rows, chunk, self.rows),
            starts=(self.starts[chunk],),
            end=self._next(self.starts, chunk, self.end),
            first_rows=(self.first_rows[chunk],),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return what the manifest says about the input."""
        return {
            "path": self.name,
            "kind": self.kind,
            "packed": self.is_packed,
            "size": self.stamp.size,
            "stamp": self.stamp.token,
            "rows": self.rows,
            "starts": list(self.starts),
            "end": self.end,
            "first_rows": list(self.first_rows),
        }

    @classmethod
    def of_dict(cls, data: dict[str, Any], path: str) -> Input:
        """Return the input that a manifest describes; the path may hold what it must not."""
        return cls(
            path,
            data["kind"],
            data["packed"],
            Stamp(data["size"], data["stamp"]),
            data["rows"],
            tuple(data["starts"]),
            data["end"],
            tuple(data["first_rows"]),
        )


def plan_input(path: str, reading: Reading, chunk_rows: int) -> Input:
    """Look at a file, and cut it into chunks of at most so many rows."""
    found = _cut(path, reading, chunk_rows)
    kind = found.kind
    if kind == "other" and found.starts and _source_kind(path, reading) == "csv":
        kind = "csv"  # With quotes or in UTF-16, so that it is read from its beginning.
    if kind in ("csv", "jsonl", "parquet") and found.starts:
        _check_head(found, kind, reading)
    return found


def _check_head(found: Input, kind: str, reading: Reading) -> None:
    """Raise ArgumentError if a table cannot be read at all: its column of puzzles is the reason."""
    source = read_chunk(found, 0, reading)
    try:
        if kind == "jsonl":
            _check_objects(source)
            return
        taken = source.take(1)
    finally:
        source.close()
    if isinstance(taken, TableRows):
        _check_type(found, taken)
    for item in taken if isinstance(taken, list) else ():
        # Rows of a CSV file begin in line 2; a row of a Parquet file is never taken as an item.
        if isinstance(item, Item) and item.error is not None and item.line == 1:
            raise ArgumentError(str(item.error))


def _check_objects(source: ChunkSource) -> None:
    """Raise ArgumentError if none of the first objects has a puzzle; a few of them are bad rows."""
    errors: list[ParseError] = []
    while len(errors) < _HEAD and (taken := source.take(1)):
        for item in taken if isinstance(taken, list) else [None]:
            error = item.error if isinstance(item, Item) else None
            if error is None or not error.expected.startswith("a column"):
                return
            errors.append(error)
    if errors:
        raise ArgumentError(str(errors[0]))


def _check_type(found: Input, rows: TableRows) -> None:
    """Raise ArgumentError if a Parquet file has numbers where puzzles should be."""
    columns, arrays = rows.block.columns, rows.block.arrays
    if arrays is None:
        return
    arrow, _ = parquet_file.load_arrow()
    puzzle = columns.roles["puzzle"]
    if arrow.types.is_primitive(arrays[puzzle].type):
        raise ArgumentError(
            f"{found.name}: expected puzzles as text or lists in the column "
            f"{columns.names[puzzle]!r}, found {arrays[puzzle].type}"
        )


def _cut(path: str, reading: Reading, chunk_rows: int) -> Input:
    stamp = stamp_of(path)
    if not stamp.size:
        return Input(path, "lines", False, stamp, 0, (), 0, ())
    kind, is_packed = _kind_of(path, reading)
    if kind == "parquet":
        groups = _parquet_groups(path)
        firsts, rows = _cut_groups(groups, chunk_rows), sum(groups)
        return Input(path, kind, False, stamp, rows, firsts, rows, firsts)
    if kind in ("lines", "csv", "jsonl"):
        found = _cut_lines(path, is_packed, chunk_rows, 1 if kind == "csv" else 0)
        if found is not None:
            starts, firsts, rows, end = found
            return Input(path, kind, is_packed, stamp, rows, starts, end, firsts)
    _check_packed(path, is_packed)
    rows = _count_others(path, reading)
    firsts = tuple(range(0, rows, chunk_rows))
    return Input(path, "other", is_packed, stamp, rows, firsts, rows, firsts)


def _kind_of(path: str, reading: Reading) -> tuple[str, bool]:
    with open_input(path) as raw:
        start = raw.peek(2)[:2]
    kind = _source_kind(path, reading)
    is_packed = start == b"\x1f\x8b"
    if start in (b"\xff\xfe", b"\xfe\xff"):
        kind = "other"  # UTF-16: its lines end with two bytes.
    if kind == "parquet" and is_packed:
        kind = "other"
    return kind, is_packed


def _source_kind(path: str, reading: Reading) -> str:
    source = _source(path, reading)
    try:
        return source.kind
    finally:
        source.close()


def _source(path: str, reading: Reading) -> Source:
    return Source(lambda: open_input(path), shown(path), None, reading)


class _Unpacked(gzip.GzipFile):
    """A packed file, which closes what it reads from."""

    def __init__(self, raw: io.BufferedReader) -> None:
        super().__init__(fileobj=raw)
        self._packed = raw

    def close(self) -> None:
        """Close both files."""
        super().close()
        self._packed.close()


def _unpacked(path: str, is_packed: bool) -> BinaryIO:
    raw = open_input(path)
    return cast("BinaryIO", _Unpacked(raw)) if is_packed else raw


def _cut_lines(
    path: str, is_packed: bool, chunk_rows: int, heads: int
) -> tuple[tuple[int, ...], tuple[int, ...], int, int] | None:
    """Return where the chunks of a text begin, their first rows, the rows and the end.

    None if lines are not rows: a table with quotes may have line breaks in its cells, and some
    texts have no line breaks but returns.
    """
    starts: list[int] = []
    firsts: list[int] = []
    lines = place = 0
    begin = 0 if not heads else None
    is_open = False
    try:
        with _unpacked(path, is_packed) as stream:
            while block := stream.read(_BLOCK):
                if (heads and b'"' in block) or (not place and _has_returns_only(block)):
                    return None
                at = 0
                if begin is None:
                    at = block.find(b"\n") + 1
                    if not at:
                        return None
                    begin = place + at
                while at < len(block):
                    if not is_open and lines % chunk_rows == 0:
                        starts.append(place + at)
                        firsts.append(lines)
                    wanted = chunk_rows - lines % chunk_rows
                    end = _after_lines(block, at, wanted)
                    lines += block.count(b"\n", at, end)
                    is_open = not block[:end].endswith(b"\n")
                    at = end
                place += len(block)
    except _BROKEN as error:
        if not is_packed:
            raise
        raise _damaged(path, error) from None
    return tuple(starts), tuple(firsts), lines + is_open, place


def _after_lines(block: bytes, start: int, lines: int) -> int:
    """Return the place after so many lines, or the end of the block."""
    if block.count(b"\n", start) < lines:
        return len(block)
    low = start
    # Lines are about equally long, so the place is found in a few steps.
    high = len(block)
    while low < high:
        middle = (low + high) // 2
        if block.count(b"\n", start, middle) < lines:
            low = middle + 1
        else:
            high = middle
    return low


def _has_returns_only(block: bytes) -> bool:
    return b"\r" in block and b"\n" not in block


def _cut_groups(groups: list[int], chunk_rows: int) -> tuple[int, ...]:
    """Return where the chunks of a Parquet file begin: with a group of rows, if possible.

    A group is unpacked as a whole, so one that is shared by two chunks would be unpacked twice.
    """
    firsts: list[int] = []
    place = 0
    for count in groups:
        if not firsts or place + count > firsts[-1] + chunk_rows:
            firsts += range(place, place + count, chunk_rows)
        place += count
    return tuple(firsts)


def _parquet_groups(path: str) -> list[int]:
    arrow, parquet = parquet_file.load_arrow()
    try:
        with open_input(path) as file:
            return parquet_file.group_sizes(parquet.ParquetFile(file))
    except (arrow.ArrowException, OSError) as error:
        problem = " ".join(str(error).split())[:80]
        raise ArgumentError(
            f"{shown(path)}: expected a whole Parquet file, found a damaged one ({problem})"
        ) from None


def _check_packed(path: str, is_packed: bool) -> None:
    """Raise ArgumentError if a packed file is damaged from its beginning."""
    if is_packed:
        try:
            with _unpacked(path, is_packed) as stream:
                stream.read(1)
        except _BROKEN as error:
            raise _damaged(path, error) from None


def _damaged(path: str, error: Exception) -> ArgumentError:
    return ArgumentError(
        f"{shown(path)}: expected a whole gzip file, found a damaged one ({error})"
    )


def _count_others(path: str, reading: Reading) -> int:
    """Return the number of items; none if there are only comments."""
    source = _source(path, reading)
    items, is_void = 0, True
    try:
        for item in source:
            items += 1
            is_void = is_void and item.is_void
        return 0 if is_void else items
    finally:
        source.close()


def read_chunk(found: Input, number: int, reading: Reading) -> ChunkSource:
    """Return one chunk of an input as a source for the pipeline."""
    start, end = found.range_of(number)
    first = found.first_rows[number]
    if found.kind == "parquet":
        stream = open_input(found.path)
        blocks = parquet_file.read_blocks(stream, rows=(start, end), **reading.options)
        return _Blocks(stream, blocks, found.name, reading, 0)
    if found.kind == "other":
        return _Skipping(_source(found.path, reading), start, end)
    stream = cast("io.BufferedReader", _unpacked(found.path, found.is_packed))
    head = stream.readline() if found.kind == "csv" else b""
    part = _Part(stream, head, start, end)
    if found.kind == "lines":
        return _LineChunk(part, found.name, first + 1)
    module = csv_file if found.kind == "csv" else jsonl_file
    lines = LineStream(io.BufferedReader(part, _BUFFER))
    return _Blocks(lines, module.read_blocks(lines, **reading.options), found.name, reading, first)


class ChunkSource:
    """One chunk of an input: taken in parts, as the pipeline does."""

    def take(self, most: int) -> Taken:
        """Return about `most` bytes; an empty list at the end."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the file."""
        raise NotImplementedError


class _Part(io.RawIOBase):
    """A range of bytes of a stream, after a head."""

    def __init__(self, stream: Any, head: bytes, start: int, end: int) -> None:
        self._stream = stream
        self._head = head
        self._stream.seek(start)
        self._left = end - start

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read into a buffer."""
        if self._head:
            data, self._head = self._head[: len(buffer)], self._head[len(buffer) :]
        else:
            data = cast("bytes", self._stream.read(min(len(buffer), self._left)))
            self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
        super().close()


class _LineChunk(ChunkSource):
    """Lines of a text."""

    def __init__(self, part: _Part, name: str, first: int) -> None:
        self._stream = io.BufferedReader(part, _BUFFER)
        self._name = name
        self._first = first

    def take(self, most: int) -> Taken:
        """Return whole lines."""
        text = self._stream.read(most)
        if not text:
            return []
        if not text.endswith(b"\n"):
            text += self._stream.readline()
        first = self._first
        self._first += count_lines(text)
        return Lines(text.removeprefix(b"\xef\xbb\xbf") if first == 1 else text, self._name, first)

    def close(self) -> None:
        """Close the file."""
        self._stream.close()


class _Blocks(ChunkSource):
    """Rows of a table, whose numbers are shifted to those of the whole file."""

    def __init__(self, stream: Any, blocks: Any, name: str, reading: Reading, shift: int) -> None:
        self._stream = stream
        self._blocks = blocks
        self._name = name
        self._reading = reading
        self._shift = shift

    def take(self, most: int) -> Taken:
        """Return rows."""
        found = self._blocks.take(most)
        if isinstance(found, list):
            return [self._item(self._moved(record)) for record in found]
        shift = self._shift
        if shift:
            read_row = found.read_row
            found = replace(
                found,
                lines=found.lines + shift,
                read_row=lambda number: self._moved(read_row(number)),
            )
        return TableRows(cast("Block", found), self._name, self._reading.worded)

    def _item(self, record: Record) -> Item:
        return item_of(record, self._name, self._reading.worded)

    def _moved(self, record: Record) -> Record:
        if not self._shift:
            return record
        error = record.error
        if error is not None and error.line is not None:
            error = error.at(line=error.line + self._shift)
        return record._replace(line=record.line + self._shift, error=error)

    def close(self) -> None:
        """Close the file."""
        self._stream.close()


class _Skipping(ChunkSource):
    """Items of a file that has to be read from its beginning."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        self._source = source
        self._items = self._skip(start, end)

    def _skip(self, start: int, end: int) -> Iterator[Item]:
        for number, item in enumerate(self._source):
            if number >= end:
                return
            if number >= start:
                yield item

    def take(self, most: int) -> Taken:
        """Return some items."""
        items = []
        for item in self._items:
            items.append(item)
            if len(items) * 100 >= most:
                break
        return items

    def close(self) -> None:
        """Close the file."""
        self._source.close()


def check_unchanged(found: Input) -> None:
    """Raise ArgumentError if a file changed since the batch was planned."""
    now = stamp_of(found.path)
    if now != found.stamp:
        raise ChangedInputError(
            f"{found.name} changed since this batch began; use another output folder"
        )


class ChangedInputError(ArgumentError):
    """An input changed while a batch was running, or between two runs."""
