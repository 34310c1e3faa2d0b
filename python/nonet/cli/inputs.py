"""From arguments to puzzles: texts, files and stdin, one puzzle or a stream of them."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, cast

import click

if TYPE_CHECKING:
    from nonet.core.layout import Layout
    from nonet.core.puzzle import Puzzle

_F = TypeVar("_F", bound=Callable[..., Any])

_HEAD = 1 << 20
"""What is read ahead to tell one puzzle from a list; more than any one puzzle."""


@dataclass(frozen=True, slots=True)
class Item:
    """The text of one puzzle and where it came from; `line` is None unless it is one of many."""

    text: bytes
    source: str | None
    line: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """How puzzles are to be read."""

    layout: Layout | None
    notation: str | None
    alphabet: str | None

    def parse(self, item: Item) -> Puzzle:
        """Read one puzzle; the error names file and line."""
        from nonet.core.errors import ParseError
        from nonet.formats.detect import parse_text

        try:
            return parse_text(
                item.text, layout=self.layout, notation=self.notation, alphabet=self.alphabet
            )
        except ParseError as error:
            raise error.at(line=item.line, source=item.source) from None


def _read_box(context: click.Context, _: click.Parameter, value: str | None) -> Layout | None:
    """Read a box shape such as 2x3 as a layout."""
    from nonet.core.errors import ArgumentError
    from nonet.core.layout import Layout

    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", value)
    if not match:
        raise click.BadParameter(f"expected rows x columns such as 2x3, found {value!r}")
    try:
        return Layout(int(match[1]), int(match[2]))
    except ArgumentError as error:
        raise click.BadParameter(str(error)) from None


def reading_options(command: _F) -> _F:
    """Add the options that say how puzzles are read."""
    for option in (
        click.option("--alphabet", help="Symbols of a board above 9x9, such as 1-9A-G or A-P."),
        click.option(
            "--from", "notation", help="Notation of the input: line, grid or numbers. [detected]"
        ),
        click.option(
            "--box",
            "layout",
            metavar="RxC",
            callback=_read_box,
            help="Box shape, rows x columns. [nearest to square]",
        ),
    ):
        command = option(command)
    return command


class Items:
    """The puzzles named by the arguments: texts, files, or stdin (`-`, or none at all)."""

    def __init__(self, arguments: tuple[str, ...], reading: Reading) -> None:
        if not arguments and sys.stdin.isatty():
            raise click.UsageError("expected a puzzle, a file, or - for stdin (try: nonet demo)")
        self.reading = reading
        self._sources = [self._open(argument) for argument in arguments or ("-",)]
        self.is_one = len(self._sources) == 1 and self._sources[0].is_one

    def __iter__(self) -> Iterator[Item]:
        for source in self._sources:
            yield from source

    @property
    def total_bytes(self) -> int | None:
        """Size of all inputs together, or None where one of them has no size."""
        sizes = [source.size for source in self._sources]
        return None if None in sizes else sum(cast("list[int]", sizes))

    @property
    def read_bytes(self) -> int:
        """How much of that has been read."""
        return sum(source.position for source in self._sources)

    def _open(self, argument: str) -> _Source:
        if argument == "-":
            stdin = sys.stdin.buffer
            return _Source(cast("io.BufferedReader", stdin), None, self.reading)
        if os.path.isfile(argument):
            return _Source(open(argument, "rb"), argument, self.reading)
        if _looks_like_a_path(argument):
            raise FileNotFoundError(2, "no such file", argument)
        text = argument.encode(errors="surrogateescape")
        return _Source(io.BufferedReader(io.BytesIO(text)), None, self.reading)


def _looks_like_a_path(argument: str) -> bool:
    return bool(re.search(r"[/\\]|\.[A-Za-z]{2,4}$", argument)) or os.path.exists(argument)


class _Source:
    """One input, unpacked; it knows whether it is one puzzle or one per line."""

    def __init__(self, raw: io.BufferedReader, name: str | None, reading: Reading) -> None:
        from nonet.formats.files import unpack

        self._raw = raw
        self._name = name
        self.size = os.fstat(raw.fileno()).st_size if name else None
        stream = unpack(raw)
        head = _read(stream, _HEAD + 1)
        self._whole = head if len(head) <= _HEAD and _is_one(head, reading) else None
        self.is_one = self._whole is not None
        self._stream = cast("BinaryIO", _Chain(head, stream))

    @property
    def position(self) -> int:
        """Bytes read so far, before unpacking."""
        return self._raw.tell() if self.size is not None and not self._raw.closed else 0

    def __iter__(self) -> Iterator[Item]:
        from nonet.formats.files import iter_lines

        if self._whole is not None:
            yield Item(self._whole, self._name, None)
            return
        for line in iter_lines(self._stream):
            yield Item(line.text, self._name, line.number)


class _Chain(io.RawIOBase):
    """A stream whose head was read already, put together again."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = io.BytesIO(head)
        self._rest = rest

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return the next line, from the head and what follows it."""
        size = -1 if size is None else size
        line = self._head.readline(size)
        if line.endswith(b"\n") or len(line) == size:
            return line
        return line + self._rest.readline(size - len(line) if size >= 0 else -1)


def _read(stream: BinaryIO, most: int) -> bytes:
    """Read up to `most` bytes, also from a pipe that gives them in pieces."""
    from nonet.formats.files import broken_gzip

    with broken_gzip():
        return stream.read(most)


def _is_one(text: bytes, reading: Reading) -> bool:
    """Tell one puzzle from a list of lines; refuse a text that is both."""
    from nonet.core.errors import ParseError
    from nonet.formats.files import iter_lines

    lines = [Item(line.text, None, line.number) for line in iter_lines(cast(Any, io.BytesIO(text)))]
    if len(lines) <= 1 or reading.notation == "grid":
        return True
    if reading.notation == "line":
        return False
    readable = [_is_readable(line, reading) for line in lines]
    if not _is_readable(Item(text, None, None), reading):
        return not any(readable)
    if all(readable):
        raise ParseError(
            "one puzzle or one per line (say which: --from grid or --from line)",
            f"{len(lines)} lines that are both",
        )
    return True


def _is_readable(item: Item, reading: Reading) -> bool:
    from nonet.core.errors import ParseError

    try:
        reading.parse(item)
    except ParseError:
        return False
    return True
