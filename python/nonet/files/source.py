"""One input: a text, a file, stdin, or a file in a zip file."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

from nonet.core.errors import ParseError
from nonet.documents.catalog import DOCUMENTS
from nonet.documents.detect import Recognized, document_of_path, recognize_document
from nonet.documents.jsonl_file import ARRAY
from nonet.documents.zip_file import Archive, is_zip
from nonet.files.blocks import iter_blocks
from nonet.files.items import Item, Lines, Reading, TableRows, item_of
from nonet.files.kind import Kind, find_kind
from nonet.files.streams import BLOCK, LineStream
from nonet.native import count_lines
from nonet.text.lines import BOM, broken_gzip, unpack

if TYPE_CHECKING:
    import io

    from nonet.core.puzzle import Puzzle
    from nonet.documents.document import BlockReader, Record
    from nonet.documents.zip_file import Member

Taken: TypeAlias = "Lines | TableRows | list[Item]"
_ROW = 100
"""Bytes of a row of a document, about."""
_SOME = 1 << 16
"""Bytes of lines that are taken at once where each is looked at."""


class Source:
    """One input, opened when its turn comes: one puzzle, one per line or block, or a document."""

    def __init__(
        self,
        open_it: Callable[[], io.BufferedReader],
        name: str | None,
        status: os.stat_result | None,
        reading: Reading,
        *,
        is_member: bool = False,
    ) -> None:
        self.status = status
        self.size = _size(status)
        self.document: Recognized | None = None
        """What the file was taken as, if it is a document, and why."""
        self._open_it = open_it
        self._name = name
        self._reading = reading
        self._is_member = is_member
        self._raw: io.BufferedReader | None = None
        self._lines: LineStream | None = None
        self._whole: Item | None = None
        self._many: Iterator[Item] | None = None
        self._blocks: BlockReader | None = None
        self._archive: Archive | None = None
        self._parts: list[Source] | None = None
        self._is_long = self._over = False
        self._taken = 0

    @property
    def position(self) -> int:
        """Bytes read so far of a file that is open, else 0."""
        if self._raw is None or self._raw.closed or not self.size:
            return 0
        return self._raw.tell()

    @property
    def kind(self) -> str:
        """The name of the document; `lines` for a puzzle per line, `other` for anything else."""
        self._open()
        if self.document is not None:
            return "other" if self.document.mark == ARRAY else self.document.name
        is_other = self._parts is not None or self._whole is not None or self._many is not None
        return "other" if is_other else "lines"

    @property
    def is_one(self) -> bool:
        """True for one puzzle, also if it is a bad one."""
        self._open()
        if self._parts is not None:
            return len(self._parts) == 1 and self._parts[0].is_one
        return self._whole is not None

    def __iter__(self) -> Iterator[Item]:
        self._open()
        if self._parts is not None:
            for part in self._parts:
                yield from part
                part.close()
        elif self._whole is not None:
            yield self._whole
        elif self._many is not None:
            yield from self._many
        else:
            yield from self._each_line()

    def _each_line(self) -> Iterator[Item]:
        while not self._over and (taken := self._take_lines(_SOME)):
            yield from taken.items() if isinstance(taken, Lines) else taken

    def _each_block(self, lines: LineStream) -> Iterator[Item]:
        try:
            for number, text, title in iter_blocks(lines):
                yield Item(text, self._name, number, title=title)
        except ParseError as error:
            yield self._broken(error, None)

    def _item(self, record: Record) -> Item:
        """Return a record of a document as an item."""
        return item_of(record, self._name, self._reading.worded)

    def take(self, most: int) -> Taken:
        """Return about `most` bytes of lines, table rows or puzzles; [] at the end."""
        self._open()
        if self._over:
            return []
        taken: Taken = []
        if self._parts is not None:
            while self._parts and not (taken := self._parts[0].take(most)):
                self._parts.pop(0).close()
        elif self._whole is not None:
            self._over = True
            return [self._whole]
        elif self._blocks is not None:
            taken = self._take_block(self._blocks, most)
        elif self._many is not None:
            taken = self._take_many(max(most // _ROW, 1))
        else:
            taken = self._take_lines(most)
        self._over = self._over or not taken
        return taken

    def _take_block(self, blocks: BlockReader, most: int) -> TableRows | list[Item]:
        block = blocks.take(most)
        if isinstance(block, list):
            return [self._item(record) for record in block]
        return TableRows(block, self._name, self._reading.worded)

    def _take_many(self, most: int) -> list[Item]:
        """Return so many puzzles; fewer where the rest has yet to arrive."""
        items: list[Item] = []
        for item in cast("Iterator[Item]", self._many):
            items.append(item)
            is_slow = self.size is None and self._lines is not None and self._lines.is_dry
            if len(items) == most or is_slow:
                break
        return items

    def _take_lines(self, most: int) -> Lines | list[Item]:
        lines = cast("LineStream", self._lines)
        first = lines.skipped + self._taken + 1
        try:
            if self._is_long and not self._taken:
                lines.read_ahead()
            text = lines.take(most)
        except ParseError as error:
            self._over = True
            return [self._broken(error, first)]
        if not text:
            return []
        self._taken += count_lines(text)
        return Lines(text.removeprefix(BOM) if first == 1 else text, self._name, first)

    def _open(self) -> None:
        if self._raw is None and not self._over and self._whole is None:
            try:
                self._raw = self._open_it()
                self._look()
            except ParseError as error:
                self._whole = self._broken(error, None)

    def _look(self) -> None:
        """Find out what this is."""
        raw = cast("io.BufferedReader", self._raw)
        stream = unpack(raw)
        # A pipe may be silent for long, and a thread that waits for it could not be ended.
        is_packed = stream is not raw
        self._is_long = self.size is not None and (is_packed or self.size > BLOCK)
        with broken_gzip():
            start = cast("io.BufferedReader", stream).peek(4)[:4]
        if is_zip(start):
            self._open_zip(stream)
            return
        if start == b"PAR1" or self._reading.document == "parquet":
            self._read_document(stream, "parquet", start)
            return
        self._lines = LineStream(stream)
        name, head = self._find_document(self._lines)
        if name is not None and name != "sdm":
            self._read_document(cast("BinaryIO", self._lines), name, head)
            return
        self._lines.end_with_returns()
        if name is None:
            kind, text = find_kind(self._lines, self._reading)
            if kind is Kind.ONE:
                self._whole = Item(text, self._name, None)
            elif kind is Kind.BLOCKS:
                self._many = self._each_block(self._lines)

    def _find_document(self, lines: LineStream) -> tuple[str | None, bytes]:
        """Name the document that this is; also return its first bytes."""
        if self._reading.document or self._reading.notation:
            return self._reading.document, b""
        head = lines.head()
        found = recognize_document(head)
        if found:
            return found.name, head
        wanted = document_of_path(self._name)
        if wanted == "csv" and _is_square(head) and self._reading.fits(head):
            return None, head  # A board, and not a table of boards.
        return wanted, head

    def _read_document(self, stream: BinaryIO, name: str, head: bytes) -> None:
        module = DOCUMENTS[name]
        why = module.recognize(head) if head else None
        self.document = Recognized(name, why or "its extension")
        self._many = map(self._item, module.read(stream, **self._reading.options))
        if hasattr(module, "read_blocks"):
            # Only one of the two readers is used, so only one reads from the stream.
            self._blocks = module.read_blocks(stream, **self._reading.options)

    def _open_zip(self, stream: BinaryIO) -> None:
        if self._is_member:
            raise ParseError("puzzles in a zip file", "another zip file")
        self._archive = archive = Archive(stream)

        def part(member: Member) -> Source:
            name = f"{self._name}/{member.name}" if self._name else member.name
            found = Source(
                partial(archive.open, member), name, self.status, self._reading, is_member=True
            )
            found.size = 0 if self.size is None else self.size
            return found

        self._parts = [part(member) for member in archive.members]

    @property
    def documents(self) -> list[tuple[str | None, Recognized]]:
        """The documents that this turned out to be so far, with their names."""
        own = [(self._name, self.document)] if self.document else []
        return own + [found for part in self._parts or [] for found in part.documents]

    def close(self) -> None:
        """Close what was opened."""
        for part in self._parts or []:
            part.close()
        if self._archive is not None:
            self._archive.close()
        if self._lines is not None:
            self._lines.close()
        if self._raw is not None:
            self._raw.close()

    def _broken(self, error: ParseError, line: int | None) -> Item:
        error = self._reading.worded(error.at(line=line, source=self._name))
        return Item(b"", self._name, line, error)


def open_source(path: str, reading: Reading) -> Source:
    """Return a file as a source, which is opened when it is read; OSError if it cannot be."""
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, "is a directory", path)
    status = os.stat(path)
    if not os.access(path, os.R_OK):
        raise PermissionError(errno.EACCES, "cannot be read", path)
    return Source(lambda: open(path, "rb"), path, status, reading)


def read_file(
    path: str, on_error: Callable[[ParseError], object] | None, *how: Any
) -> Iterator[Puzzle]:
    """Yield the puzzles of a file; `how` are the arguments of `Reading.of`."""
    reading = Reading.of(*how)
    return read_source(open_source(path, reading), reading, on_error)


def read_source(
    source: Source, reading: Reading, on_error: Callable[[ParseError], object] | None
) -> Iterator[Puzzle]:
    """Yield the puzzles; a bad one is passed to `on_error`, or raised. A file may have none."""
    try:
        for item in source:
            if item.line is None and item.is_void and reading.layout is None:
                continue
            try:
                puzzle = reading.parse(item)
            except ParseError as error:
                if on_error is None:
                    raise
                on_error(error)
            else:
                yield puzzle
    finally:
        source.close()


def _is_square(head: bytes) -> bool:
    """Return whether a text has as many rows as its first row has cells."""
    rows = [row for row in head.split(b"\n") if row.strip()]
    return len(rows) > 1 and any(len(rows) == rows[0].count(sign) + 1 for sign in b",;\t")


def _size(status: os.stat_result | None) -> int | None:
    """Return the bytes to read, before unpacking: None for a pipe, 0 for a text."""
    if status is None:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else None
