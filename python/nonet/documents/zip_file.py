"""Zip files: several files in one, read one by one and never trusted to be as small as they look.

A member may be anything that nonet reads, packed with gzip, too, but no further zip file.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any, BinaryIO, NamedTuple, cast

from nonet.core.errors import ParseError

MAGICS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
"""What zip files start with: a member, nothing at all, one of several parts."""
_MOST_MEMBERS = 65_536
_MOST_RATIO = 250
"""How much longer than packed a text may be; lists of puzzles are 2 to 20 times as long."""
_FREE = 1 << 24
"""Bytes below which that does not count."""
_MOST_BYTES = 1 << 34
"""Of one member, unpacked."""
_MOST_COPIED = 1 << 32
"""Of a file that is read from its end, and comes through a pipe."""
_OTHERS = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
_BLOCK = 1 << 20


class Member(NamedTuple):
    """A file in a zip file: its name, and how to open it or why that cannot be done."""

    name: str
    info: zipfile.ZipInfo
    error: ParseError | None = None


def is_zip(head: bytes) -> bool:
    """Return whether first bytes are those of a zip file."""
    return head.startswith(MAGICS)


class Archive:
    """A zip file that is read member by member."""

    def __init__(self, stream: BinaryIO) -> None:
        self._file = seekable(stream)
        with broken_zip():
            self._zip = zipfile.ZipFile(self._file)
            infos = self._zip.infolist()
        if len(infos) > _MOST_MEMBERS:
            raise ParseError(f"a zip file of at most {_MOST_MEMBERS} files", f"{len(infos)}")
        self.members = [_judge(info) for info in infos if not _is_other(info)]
        if not self.members:
            raise ParseError("a zip file with files", "none in it")

    def open(self, member: Member) -> io.BufferedReader:
        """Return a stream of a member, which ends with a ParseError if it becomes too long."""
        if member.error:
            raise member.error
        with broken_zip():
            packed = self._zip.open(member.info)
        stream = io.BufferedReader(cast(Any, _Unpacked(packed, member.info)), _BLOCK)
        if is_zip(stream.peek(4)[:4]):
            raise ParseError("puzzles in a zip file", f"a zip file, {member.name!r}")
        return stream

    def close(self) -> None:
        """Close the file."""
        self._zip.close()
        self._file.close()


def _is_other(info: zipfile.ZipInfo) -> bool:
    """Return whether a member is a folder, or what a system adds by itself."""
    name = info.filename
    return (
        name.endswith("/") or name.startswith(_OTHERS[0]) or name.rsplit("/", 1)[-1] in _OTHERS[1:]
    )


def _judge(info: zipfile.ZipInfo) -> Member:
    name = info.filename
    error = None
    if info.flag_bits & 1:
        error = ParseError("a file without a password", f"{name!r}, which is encrypted")
    elif not _is_bounded(info.file_size, info.compress_size):
        error = _too_long(name)
    return Member(name, info, error)


def _is_bounded(size: int, packed: int) -> bool:
    return size <= _FREE or size <= min(_MOST_BYTES, _MOST_RATIO * packed)


def _too_long(name: str) -> ParseError:
    expected = f"a file that expands at most {_MOST_RATIO} times"
    return ParseError(expected, f"{name!r}, which expands more")


class _Unpacked(io.RawIOBase):
    """Counts what a member unpacks to, whatever its header promised."""

    def __init__(self, stream: IO[bytes], info: zipfile.ZipInfo) -> None:
        self._stream = stream
        self._info = info
        self._size = 0

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read on; ParseError if that is too much, or damaged."""
        with broken_zip():
            data = self._stream.read(len(buffer))
        self._size += len(data)
        if not _is_bounded(self._size, self._info.compress_size):
            raise _too_long(self._info.filename)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the member."""
        self._stream.close()
        super().close()


@contextmanager
def broken_zip() -> Iterator[None]:
    """Turn what the reader of a damaged zip file raises into a ParseError."""
    try:
        yield
    except NotImplementedError as error:
        raise ParseError("a zip file that can be extracted", str(error)[:80]) from None
    except RuntimeError as error:
        raise ParseError("a file without a password", str(error)[:80]) from None
    except (zipfile.BadZipFile, EOFError, zlib.error, OSError, ValueError, OverflowError) as error:
        if isinstance(error, ParseError):
            raise
        if isinstance(error, OSError) and error.errno:
            raise
        problem = str(error)[:80]
        raise ParseError("a whole zip file", f"a damaged one ({problem})") from None


def seekable(stream: BinaryIO) -> IO[bytes]:
    """Return a stream that can be read from its end, a copy if need be."""
    raw = getattr(stream, "raw", None)
    if isinstance(stream, io.BytesIO) or (isinstance(raw, io.FileIO) and stream.seekable()):
        return stream
    copy = tempfile.TemporaryFile()  # noqa: SIM115
    size = 0
    while block := stream.read(_BLOCK):
        size += len(block)
        if size > _MOST_COPIED:
            copy.close()
            raise ParseError(f"a file of at most {_MOST_COPIED} bytes", "a larger one")
        copy.write(block)
    copy.seek(0)
    return copy


def write_zip(members: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[bytes]:
    """Yield a zip file piece by piece; the same members always give the same file."""
    sink = Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, pieces in members:
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as file:
                for piece in pieces:
                    file.write(piece)
                    if len(sink) >= _BLOCK:
                        yield sink.take()
            yield sink.take()
    yield sink.take()


class Sink(io.RawIOBase):
    """A file that keeps what is written until somebody takes it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._waiting = self._size = 0

    def __len__(self) -> int:
        return self._waiting

    def __bool__(self) -> bool:
        return True

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any, /) -> int:
        """Keep a piece."""
        piece = bytes(data)
        self._parts.append(piece)
        self._waiting += len(piece)
        self._size += len(piece)
        return len(piece)

    def tell(self) -> int:
        """Return how much was written, ever."""
        return self._size

    def take(self) -> bytes:
        """Return what came since the last call."""
        data, self._parts, self._waiting = b"".join(self._parts), [], 0
        return data
