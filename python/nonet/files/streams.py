"""Reading, decompressing, compressing and writing files in parallel with solving.

This happens in threads. Files and the compressor release the GIL, so every core has work to do.
"""

from __future__ import annotations

import io
import queue
import threading
import zlib
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any, BinaryIO, cast

from nonet.native import thread_count
from nonet.text.lines import LONGEST_LINE, broken_gzip, read_line

BLOCK = 1 << 20
"""Bytes read or written at a time; a pipe gives what it has."""
_HEAD = 4096
"""Bytes within which XML has to name its root."""
_AHEAD = 4
"""Blocks that may wait for their reader."""
_LEVEL = 1
"""Ten times as fast as 9, on answers; the file is 9 percent larger."""


class ReadAhead:
    """A stream that a thread reads ahead of its user; only for one that never makes it wait."""

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._blocks: queue.Queue[bytes | Exception] = queue.Queue(_AHEAD)
        self._closed = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def read1(self, _: int) -> bytes:
        """Return the next block; at the end b"", or the error that the stream ended with."""
        block = self._blocks.get()
        if block and isinstance(block, bytes):
            return block
        self._blocks.put(block)  # The end stays the end.
        if isinstance(block, Exception):
            raise block
        return block

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        while self._thread.is_alive():
            with suppress(queue.Empty):
                self._blocks.get(timeout=0.01)

    def _read(self) -> None:
        end: bytes | Exception = b""
        parts: list[bytes] = []
        try:
            while not self._closed and (part := self._stream.read1(BLOCK)):
                parts.append(part)
                if sum(map(len, parts)) >= BLOCK:
                    self._blocks.put(b"".join(parts))
                    parts = []
        except Exception as error:  # For the user of the stream, whatever it is.
            end = error
        if parts:
            self._blocks.put(b"".join(parts))
        self._blocks.put(end)


class LineStream:
    """The lines of a stream, taken in blocks; lines that were read can be put back."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = cast("io.BufferedReader | ReadAhead", stream)
        self._block = b""
        self._start = 0
        self._is_returned = False
        self.skipped = 0
        """Lines before the first that may be a puzzle."""

    def end_with_returns(self) -> None:
        """Take carriage returns for the ends of lines if there are no others, as of old Macs."""
        head = self.head()
        if b"\r" in head.rstrip(b"\r") and b"\n" not in head:
            self._is_returned = True
            self._block = head.replace(b"\r", b"\n")

    def read_ahead(self) -> None:
        """Read in a thread from now on, until this is closed."""
        self._stream = ReadAhead(cast("io.BufferedReader", self._stream))

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()

    def readline(self, size: int) -> bytes:
        """Return the next line, at most so many bytes of it; b"" at the end."""
        while (end := self._block.find(b"\n", self._start, self._start + size) + 1) == 0:
            if len(self._block) - self._start >= size:
                end = self._start + size
                break
            if not self._read_on():
                end = len(self._block)
                break
        return self._cut(end)

    @property
    def is_dry(self) -> bool:
        """True if no whole line has arrived that was not read."""
        return self._block.find(b"\n", self._start) < 0

    def head(self) -> bytes:
        """Return the first bytes without taking them, a line or what XML needs at least.

        A bracket alone on its line says nothing.
        """
        with broken_gzip():
            while len(self._block) <= LONGEST_LINE:
                is_markup = self._block[:5].lstrip(b"\xef\xbb\xbf\xff\xfe \r\n")[:1] == b"<"
                is_open = self._block[:5].strip(b"\xef\xbb\xbf \r\n") == b"["
                is_short = len(self._block) < _HEAD
                enough = not (is_short and (is_markup or is_open)) and (
                    is_markup or not self.is_dry
                )
                if enough or not self._read_on():
                    break
        return self._block

    def read(self, size: int) -> bytes:
        """Return what has arrived, at most so many bytes; b"" at the end."""
        if self._start == len(self._block):
            self._read_on()
        return self._cut(min(self._start + size, len(self._block)))

    def take(self, most: int) -> bytes:
        """Return whole lines that have arrived, one at least, and about so many bytes at most.

        A line longer than any puzzle comes alone, and cut. At the end there is b"".
        """
        with broken_gzip():
            while not (end := self._find_end(most)):
                if len(self._block) - self._start > LONGEST_LINE:
                    return read_line(cast("BinaryIO", self))
                if not self._read_on():
                    end = len(self._block)
                    break
        return self._cut(end)

    def _find_end(self, most: int) -> int:
        """Find the end of the last line within so many bytes, else of the first; 0 for none."""
        end = self._block.rfind(b"\n", self._start, self._start + most)
        return (self._block.find(b"\n", self._start) if end < 0 else end) + 1

    def _read_on(self) -> bool:
        """Read a further block; False at the end."""
        # One read, not as many as fill the block: a pipe's lines are answered one by one.
        arrived = self._stream.read1(BLOCK)
        if self._is_returned:
            arrived = arrived.replace(b"\r", b"\n")
        self._block = self._block[self._start :] + arrived
        self._start = 0
        return bool(arrived)

    def _cut(self, end: int) -> bytes:
        text = self._block[self._start : end]
        self._start = end
        return text

    def put_back(self, text: bytes) -> None:
        """Let the next lines be those of a text."""
        self._block = text + self._block[self._start :]
        self._start = 0


class WriteBehind(io.RawIOBase):
    """A new file that a thread writes in the background; errors are raised on the next call.

    If it is to be packed, every block becomes a member of the gzip file, packed in a further
    thread.
    """

    def __init__(self, path: str, *, packers: int = 0) -> None:
        # A new file is empty; what somebody wrote to /dev/stderr before is not to be cut off.
        self._file = open(path, "ab")  # noqa: SIM115
        self._pool = ThreadPoolExecutor(packers) if packers else None
        self._blocks: queue.Queue[bytes | Future[bytes] | None] = queue.Queue(packers + 2)
        self._error: Exception | None = None
        self._empty = True
        # The caller need not wait for a slow reader of the file.
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, block: Any, /) -> int:
        """Take a block; wait until there is room for it."""
        if self._error:
            raise self._error
        data = bytes(block)
        self._put(data)
        return len(data)

    def close(self) -> None:
        """Wait until all is written, and close the file."""
        if self.closed:
            return
        super().close()
        if self._pool and self._empty:
            self._put(b"")
        self._blocks.put(None)
        self._thread.join()
        if self._pool:
            self._pool.shutdown()
        self._file.close()
        if self._error:
            raise self._error

    def _put(self, data: bytes) -> None:
        self._empty = False
        self._blocks.put(self._pool.submit(_pack, data) if self._pool else data)

    def _write(self) -> None:
        while (block := self._blocks.get()) is not None:
            try:
                data = block.result() if isinstance(block, Future) else block
                if not self._error:
                    self._file.write(data)
                    self._file.flush()
            except Exception as error:  # For the user of the file, whatever it is.
                self._error = error


def _pack(data: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, wbits=16 + zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def create(path: str, *, is_packed: bool) -> io.BufferedWriter:
    """Create a file, packed on every core if so wanted."""
    raw = WriteBehind(path, packers=thread_count(None) if is_packed else 0)
    return io.BufferedWriter(raw, BLOCK if is_packed else io.DEFAULT_BUFFER_SIZE)


def is_packed_name(path: str) -> bool:
    """Return whether a file of that name should be packed."""
    return path.lower().endswith(".gz")


def create_text(path: str, *, is_packed: bool) -> IO[str]:
    """Create a file for text, packed if so wanted."""
    return io.TextIOWrapper(create(path, is_packed=is_packed), encoding="utf-8")
