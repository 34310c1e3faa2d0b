"""The verb `canonical`: the form and the keys of each puzzle; the same as arrays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.batch.arrays import read_many
from nonet.batch.canonical_results import CanonicalBatch
from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Numbers, Same, Table, Texts, Words
from nonet.batch.verbs import Kind, View, board_columns, grids, places_of, table_grids
from nonet.core.errors import NonetError, UnsupportedError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.engines.roster import best_engine
from nonet.symmetry import Cells, canonical_rows, check_canonical

_COLUMNS: dict[str, Kind] = {
    "puzzle": "text",
    "canonical": "text",
    "key": "text",
    "solution_key": "text",
    "automorphisms": "number",
    "error": "text",
}
_MOST = np.uint64(2**63 - 1)
"""The largest number in a table; only nearly empty 16x16 boards have more automorphisms."""
MATCHES = (None, "equivalent", "same-solution")
"""How a puzzle may be related to those of another file."""


def canonical_many(
    puzzles: Any,
    *,
    solution_keys: bool = False,
    threads: int | None = None,
    layout: Layout | None = None,
) -> CanonicalBatch:
    """Find the canonical forms of many puzzles: an array, a list of lines, or bytes of lines.

    Rows keep their order. A row that cannot be read, or has rules, has an empty line and a reason
    in `errors`. With `solution_keys`, puzzles are solved, too. All cores are used by default.

    >>> found = canonical_many(["...4..1.2.4..3..", "oops"])
    >>> found.lines.tolist(), found.automorphisms.tolist()
    (['...1..2..3..4..2', ''], [1, 0])
    """
    workers = native.thread_count(threads)
    rows = read_many(puzzles, layout)
    board = Puzzle(bytes(rows.layout.cell_count), rows.layout)
    check_canonical(board)
    for row in rows.rules:
        rows.cells[row] = rows.layout.size + 1
    found = canonical_rows(rows.cells, rows.layout, threads=workers)
    rows.explain(found.orders == 0)
    errors: dict[int, NonetError] = dict(rows.errors)
    for row in rows.rules:
        errors[row] = UnsupportedError("a board with additional rules has no canonical form")
    keys = None
    if solution_keys:
        solved = np.where(found.orders[:, None] > 0, rows.cells, np.uint8(0))
        keys = solution_keys_of(solved, board, workers)
    for array in found:
        array.setflags(write=False)
    return CanonicalBatch(rows.layout, *found, keys, dict(sorted(errors.items())))


def solution_keys_of(cells: Cells, board: Puzzle, threads: int) -> Cells:
    """Return the keys of the solutions; zeros where the solution is not unique."""
    solved = best_engine(board).solve_rows(cells, board, Limit(2), threads=threads)
    unique = np.flatnonzero(solved.status == Status.UNIQUE)
    keys = np.zeros((len(cells), native.KEY_BYTES), dtype=np.uint8)
    grids = np.ascontiguousarray(solved.solutions[unique])
    keys[unique] = canonical_rows(grids, board.layout, threads=threads).keys
    return keys


class Classes:
    """The classes of the puzzles of a file, and of their solutions, by layout: 16 bytes each."""

    def __init__(self) -> None:
        self._puzzles: dict[Layout, native.KeySet] = defaultdict(native.KeySet)
        self._solutions: dict[Layout, native.KeySet] = defaultdict(native.KeySet)

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """The layouts of the puzzles."""
        return tuple(self._puzzles)

    def add(self, chunk: Chunk) -> None:
        """Add the puzzles of a chunk."""
        check_canonical(chunk.board)
        threads = native.thread_count(None)
        layout = chunk.board.layout
        found = canonical_rows(chunk.cells, layout, threads=threads)
        self._puzzles[layout].add(found.keys.tobytes())
        self._solutions[layout].add(solution_keys_of(chunk.cells, chunk.board, threads).tobytes())

    def matches(self, layout: Layout, keys: Cells, solution_keys: Cells) -> NDArray[np.uint8]:
        """Return for each puzzle the number of one of `MATCHES`."""
        same = _flags(self._puzzles[layout].has(keys.tobytes()))
        shared = _flags(self._solutions[layout].has(solution_keys.tobytes()))
        shared &= solution_keys.any(axis=1)
        return np.where(same, 1, np.where(shared, 2, 0)).astype(np.uint8)


class Canonicalize:
    """Finds canonical forms; drops duplicates and compares with another file on demand."""

    malformed = "malformed"

    def __init__(
        self, *, unique: bool = False, against: Classes | None = None, alone: bool = False
    ) -> None:
        self._seen: dict[Layout, native.KeySet] | None = (
            defaultdict(native.KeySet) if unique else None
        )
        self._against = against
        self._alone = alone
        match: dict[str, Kind] = {"match": "text"} if against else {}
        self.columns: Mapping[str, Kind] = MappingProxyType(_COLUMNS | match)
        self.dropped = 0
        """How many duplicates were dropped."""
        self.matched = [0, 0, 0]
        """How many puzzles have each of `MATCHES`."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Find the forms of every puzzle in a chunk."""
        check_canonical(chunk.board)
        threads, layout = native.thread_count(None), chunk.board.layout
        found = canonical_rows(chunk.cells, layout, threads=threads)
        if self._seen is not None:
            new = np.flatnonzero(_flags(self._seen[layout].add(found.keys.tobytes())))
            self.dropped += len(chunk) - len(new)
            chunk, found = chunk.take(new), found.take(new)
        columns: dict[str, Column] = {
            "canonical": grids(found.forms, layout),
            "key": hexadecimal_column(found.keys),
        }
        match: dict[str, Column] = {}
        if view != "lines" or self._against:
            keys = solution_keys_of(chunk.cells, chunk.board, threads)
        if self._against:
            codes = self._against.matches(layout, found.keys, keys)
            for code, number in enumerate(np.bincount(codes, minlength=3).tolist()):
                self.matched[code] += number
            match = {"match": Words(codes, MATCHES)}
        if view == "lines":
            return [(chunk, Table(len(chunk), columns | match))]
        columns["solution_key"] = hexadecimal_column(keys, np.any(keys, axis=1))
        columns["automorphisms"] = Numbers(np.minimum(found.orders, _MOST).astype(np.int64))
        if view == "table":
            columns["canonical"] = table_grids(found.forms, layout)
            told = board_columns(chunk) | columns | match | {"error": Same(None)}
            return [(chunk, Table(len(chunk), told))]
        places = {} if self._alone else places_of(chunk)
        puzzle: dict[str, Column] = {"puzzle": grids(chunk.cells, layout)}
        form: dict[str, Column] = {"form": Same(native.FORM)}
        return [(chunk, Table(len(chunk), places | puzzle | columns | match | form))]


def hexadecimal_column(keys: Cells, present: NDArray[np.bool_] | None = None) -> Texts:
    """Return keys as a column of texts."""
    ends = np.arange(1, len(keys) + 1, dtype=np.int64) * 2 * native.KEY_BYTES
    mask = None if present is None else present.astype(np.uint8)
    starts = ends - 2 * native.KEY_BYTES
    return Texts(keys.tobytes().hex().encode(), starts, ends, mask)


def _flags(answers: bytes) -> NDArray[np.bool_]:
    return np.frombuffer(answers, dtype=np.uint8).astype(bool)
