"""The verb `split`: which part of a data set each puzzle belongs to.

Puzzles with equivalent solutions stay together, so that nothing of the test set can be learned from
the training set. A hash of class and seed decides, so the order of the input does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from queue import Queue
from threading import Thread
from types import MappingProxyType

import numpy as np

from nonet import native
from nonet.batch.canonicalizing import solution_keys_of
from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Table, Words
from nonet.batch.verbs import Kind, View, board_columns, grids
from nonet.symmetry import canonical_rows, check_canonical

PARTS = ("train", "test")
PART = "part"
"""The column that says which part a row belongs to."""
_RANGE = 1 << 64


class Split:
    """Assigns puzzles to parts by the class of their solution, or else by their own."""

    columns: Mapping[str, Kind] = MappingProxyType({"puzzle": "text"})
    malformed = "malformed"

    def __init__(self, test: float, seed: int) -> None:
        self._bound = int(test * _RANGE)
        self._seed = seed.to_bytes(16, "little", signed=True)

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Assign every puzzle of a chunk to a part."""
        check_canonical(chunk.board)
        threads, layout = native.thread_count(None), chunk.board.layout
        keys = solution_keys_of(chunk.cells, chunk.board, threads)
        others = np.flatnonzero(~keys.any(axis=1))
        cells = np.ascontiguousarray(chunk.cells[others])
        keys[others] = canonical_rows(cells, layout, threads=threads).keys
        codes = np.fromiter((self._part_of(key.tobytes()) for key in keys), np.uint8, len(keys))
        lines: dict[str, Column] = {"puzzle": grids(chunk.cells, layout)}
        columns = lines if view == "lines" else board_columns(chunk)
        return [(chunk, Table(len(chunk), columns | {PART: Words(codes, PARTS)}))]

    def _part_of(self, key: bytes) -> bool:
        """Return whether a class belongs to the test set."""
        drawn = blake2b(key, key=self._seed, digest_size=8).digest()
        return int.from_bytes(drawn, "little") < self._bound


def parted(table: Table) -> list[Table]:
    """Return the rows of each part as a table."""
    column = table.columns.get(PART)
    if not isinstance(column, Words):
        return []
    columns = {name: one for name, one in table.columns.items() if name != PART}
    found = []
    for code in range(len(PARTS)):
        rows = np.flatnonzero(column.codes == code)
        found.append(
            Table(
                len(rows),
                {name: one.cut(rows) for name, one in columns.items()},
                {name: one.cut(rows) for name, one in table.extra.items()},
            )
        )
    return found


class Branch:
    """One of several sinks of the same stream: a thread that writes the tables put here."""

    def __init__(
        self, sink: Callable[[Iterable[Table]], Iterator[bytes]], write: Callable[[bytes], object]
    ) -> None:
        # Few tables wait, so memory is bounded.
        self._tables: Queue[Table | None] = Queue(maxsize=2)
        self._error: BaseException | None = None
        self.rows = 0
        self._thread = Thread(target=self._run, args=(sink, write), daemon=True)
        self._thread.start()

    def _run(
        self, sink: Callable[[Iterable[Table]], Iterator[bytes]], write: Callable[[bytes], object]
    ) -> None:
        tables = iter(self._tables.get, None)
        try:
            for piece in sink(tables):
                write(piece)
        except BaseException as error:
            self._error = error
            # Tables may still be put here, by a caller that waits until they are taken.
            for _ in tables:
                continue

    def put(self, table: Table) -> None:
        """Hand a table to the sink."""
        self._raise()
        if table.rows:
            self.rows += table.rows
            self._tables.put(table)

    def close(self) -> None:
        """Wait until everything is written."""
        self._tables.put(None)
        self._thread.join()
        self._raise()

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error
