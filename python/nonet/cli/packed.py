"""Gzip beside the solving: unpacked ahead of it and packed behind it, in threads.

The compressor lets other threads run while it works, so that every core has something to do.
"""

from __future__ import annotations

import io
import queue
import threading
import zlib
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import IO, Any

_BLOCK = 1 << 20
"""Bytes unpacked before they are handed over."""
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
            while not self._closed and (part := self._stream.read1(_BLOCK)):
                parts.append(part)
                if sum(map(len, parts)) >= _BLOCK:
                    self._blocks.put(b"".join(parts))
                    parts = []
        except Exception as error:  # For the user of the stream, whatever it is.
            end = error
        if parts:
            self._blocks.put(b"".join(parts))
        self._blocks.put(end)


class PackedFile(io.RawIOBase):
    """A new gzip file: every block written becomes a member of its own, packed in a thread."""

    def __init__(self, path: str, threads: int) -> None:
        self._file = open(path, "wb")  # noqa: SIM115
        self._pool = ThreadPoolExecutor(threads)
        self._most = threads + 1
        self._waiting: deque[Future[bytes]] = deque()
        self._empty = True

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, block: Any, /) -> int:
        """Take a block; wait until there is room for it."""
        data = bytes(block)
        self._submit(data)
        while self._waiting and (len(self._waiting) > self._most or self._waiting[0].done()):
            self._finish_one()
        return len(data)

    def close(self) -> None:
        """Write all that waits, and close the file."""
        if self.closed:
            return
        try:
            if self._empty:
                self._submit(b"")
            while self._waiting:
                self._finish_one()
        finally:
            self._pool.shutdown()
            self._file.close()
            super().close()

    def _submit(self, data: bytes) -> None:
        self._empty = False
        self._waiting.append(self._pool.submit(_pack, data))

    def _finish_one(self) -> None:
        self._file.write(self._waiting.popleft().result())


def _pack(data: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL, zlib.DEFLATED, wbits=16 + zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def create_packed(path: str, threads: int) -> IO[str]:
    """Create a gzip file for text."""
    buffer = io.BufferedWriter(PackedFile(path, threads), _BLOCK)
    return io.TextIOWrapper(buffer, encoding="utf-8")
