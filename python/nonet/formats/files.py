"""Files and streams of puzzles: gzip, byte-order marks, CRLF, comments, over-long lines.

A file holds one puzzle per line, or one puzzle as a whole.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from nonet.core.errors import ParseError
from nonet.core.layout import MAX_SIZE

LONGEST_LINE = 4 * MAX_SIZE * MAX_SIZE
"""Room for the largest board as numbers; a longer line is no puzzle."""
LONGEST_TEXT = 4 * LONGEST_LINE
"""The same for a puzzle in several lines, with room for frames and blanks."""

_GZIP = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"


class NumberedLine(NamedTuple):
    """A line that may be a puzzle, without its line break; `number` counts every line from 1."""

    number: int
    text: bytes


def open_binary(path: Path | str) -> BinaryIO:
    """Open a file for reading, through gzip if it is compressed, whatever its name."""
    return unpack(Path(path).open("rb"))


def unpack(stream: io.BufferedReader) -> BinaryIO:
    """Return the stream, through gzip if its first bytes say so."""
    if stream.peek(2)[:2] == _GZIP:
        return cast("BinaryIO", _Unpacked(stream))
    return stream


class _Unpacked(gzip.GzipFile):
    """A gzip stream that closes the file below it, too."""

    def __init__(self, packed: BinaryIO) -> None:
        super().__init__(fileobj=packed)
        self._packed = packed

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._packed.close()


def iter_lines(stream: BinaryIO) -> Iterator[NumberedLine]:
    """Give the lines that are neither empty nor comments (`#`), in constant memory.

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
    """Tell whether a line is empty or a comment."""
    return line.strip()[:1] in (b"", b"#")


def read_line(stream: BinaryIO, most: int = LONGEST_LINE) -> bytes:
    """Return the next line, at most so many bytes of it and one; b"" at the end."""
    raw = stream.readline(most + 1)
    rest = raw
    while rest and not rest.endswith(b"\n"):
        rest = stream.readline(most + 1)
    return raw


def read_all(stream: BinaryIO, most: int = LONGEST_TEXT) -> bytes:
    """Return everything, or raise ParseError for more than one puzzle can be."""
    with broken_gzip():
        data = stream.read(most + 1)
    if len(data) > most:
        raise ParseError(f"a puzzle of at most {most} bytes", "more")
    return data


@contextmanager
def broken_gzip() -> Iterator[None]:
    """Turn what the reader of a damaged gzip file raises into a ParseError."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ParseError("a whole gzip file", f"a damaged one ({error})") from None
