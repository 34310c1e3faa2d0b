"""Files and streams of puzzles: gzip, byte-order marks, CRLF, comments, over-long lines.

A file holds one puzzle per line, or one puzzle as a whole.
"""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from nonet.core.errors import ParseError
from nonet.core.layout import MAX_SIZE
from nonet.text.marker import SIGN

_MARKER = SIGN.encode()
LONGEST_LINE = 4 * MAX_SIZE * MAX_SIZE
"""Room for the largest board as numbers; a longer line is not a puzzle."""
LONGEST_TEXT = 4 * LONGEST_LINE
"""The same for a puzzle in several lines, with room for frames and blanks."""

_GZIP = b"\x1f\x8b"
_TELLING = 16
"""Bytes that tell UTF-16 without a mark."""
BOM = b"\xef\xbb\xbf"


class NumberedLine(NamedTuple):
    """A line that may be a puzzle, without its line break; `number` counts every line from 1."""

    number: int
    text: bytes


def open_binary(path: Path | str) -> BinaryIO:
    """Open a file for reading, through gzip if it is compressed, whatever its name."""
    return unpack(Path(path).open("rb"))


def unpack(stream: io.BufferedReader) -> BinaryIO:
    """Return the stream in UTF-8: through gzip, or from UTF-16, if its first bytes say so.

    XML is unchanged, because it declares its own encoding.
    """
    head = stream.peek(2)
    if head[:2] == _GZIP:
        return cast("BinaryIO", _Unpacked(stream))
    encoding = utf_16_of(head)
    if encoding is None or head.lstrip(b"\xff\xfe\0")[:1] == b"<":
        return stream
    return cast("BinaryIO", io.BufferedReader(_Recoded(stream, encoding)))


def utf_16_of(head: bytes) -> str | None:
    """Name the encoding of a text in UTF-16 by its mark, or by a zero in every other byte.

    >>> utf_16_of("1..4..1.".encode("utf-16-le")), utf_16_of(b"1..4..1.2.4..3..")
    ('utf-16-le', None)
    """
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    some = head[:_TELLING]
    if len(some) == _TELLING:
        for encoding, zeros in (("utf-16-le", some[1::2]), ("utf-16-be", some[::2])):
            if not any(zeros) and some.count(0) == len(zeros):
                return encoding
    return None


class _Recoded(io.RawIOBase):
    """A stream in another encoding, converted to UTF-8; undecodable bytes are replaced."""

    def __init__(self, stream: io.BufferedReader, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._left = b""

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read as much as has arrived; 0 at the end."""
        while not self._left:
            data = self._stream.read1(len(buffer))
            self._left = self._decoder.decode(data, final=not data).encode()
            if not data:
                break
        taken, self._left = self._left[: len(buffer)], self._left[len(buffer) :]
        buffer[: len(taken)] = taken
        return len(taken)

    def close(self) -> None:
        """Close this stream and the one below."""
        try:
            super().close()
        finally:
            self._stream.close()


class _Unpacked(gzip.GzipFile):
    """A gzip stream that also closes its file."""

    def __init__(self, packed: BinaryIO) -> None:
        super().__init__(fileobj=packed)
        self._packed = packed

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._packed.close()


def iter_lines(stream: BinaryIO) -> Iterator[NumberedLine]:
    """Yield the lines that are neither empty nor comments (`#`), in constant memory.

    A line longer than any puzzle is cut to one byte above that length, so that reading it as a
    puzzle fails; the rest of it is skipped.
    """
    number = 0
    with broken_gzip():
        while raw := read_line(stream):
            number += 1
            text = raw.rstrip(b"\r\n")
            if number == 1:
                text = text.removeprefix(BOM)
            if not is_void(text):
                yield NumberedLine(number, text)


def is_void(line: bytes) -> bool:
    """Return whether a line is empty or a comment, but not a board of blanks with a marker."""
    start = line.strip()[:1]
    return not start or (start == b"#" and not (line[:1] == b" " and _MARKER in line))


def read_line(stream: BinaryIO, most: int = LONGEST_LINE) -> bytes:
    """Return the next line, up to one byte more than the limit; b"" at the end."""
    raw = stream.readline(most + 1)
    skip_rest(stream, raw, most)
    return raw


def skip_rest(stream: BinaryIO, raw: bytes, most: int = LONGEST_LINE) -> None:
    """Skip the rest of a line, given its start."""
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(most + 1)


def read_all(stream: BinaryIO, most: int = LONGEST_TEXT) -> bytes:
    """Return everything, or raise ParseError if it is longer than any puzzle."""
    with broken_gzip():
        data = stream.read(most + 1)
    if len(data) > most:
        raise ParseError(f"a puzzle of at most {most} bytes", "more")
    return data


@contextmanager
def broken_gzip() -> Iterator[None]:
    """Turn the errors of a damaged gzip file into a ParseError."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ParseError("a whole gzip file", f"a damaged one ({error})") from None
