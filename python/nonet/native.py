"""The only module that imports the compiled core: arrays and limits in, plain values out.

It loads nothing else until needed, because `nonet --version` uses it for the version.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import _native
from nonet._native import (
    EFFORTS,
    ENDS,
    FORM,
    HAS_CADICAL,
    KEY_BYTES,
    LAB_COUNTERS,
    LAB_RECURSIVE_CELLS,
    MOST_CANDIDATES,
    MOST_CANONICAL,
    MOST_SAMPLED,
    ROLES,
    SEED_BITS,
    TALLY,
    TECHNIQUES,
    TENTHS,
    TEXTS,
    VERSION,
    Engine,
    Generator,
    Houses,
    KeySet,
    LabBoard,
    LabGeometry,
    LabOutcome,
    LabStrategy,
    LabTask,
    Logic,
    Path,
    Rater,
    Search,
    Teller,
    canonical,
    canonical_rows,
    conclusion,
    count_lines,
    cut_objects,
    cut_rows,
    lab_run,
    lab_run_many,
    lz_compress,
    lz_decompress,
    read_groups,
    read_parts,
    read_rows,
    seeds_of,
    weave_rows,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonet.core.geometry import Geometry
    from nonet.core.layout import Layout
    from nonet.core.limit import Limit

__all__ = [
    "EFFORTS",
    "ENDS",
    "FORM",
    "FREE",
    "HAS_CADICAL",
    "HELD",
    "KEY_BYTES",
    "LAB_COUNTERS",
    "LAB_RECURSIVE_CELLS",
    "MOST_CANDIDATES",
    "MOST_CANONICAL",
    "MOST_SAMPLED",
    "MOST_SMALL",
    "ROLES",
    "SEED_BITS",
    "STOPS",
    "TALLY",
    "TECHNIQUES",
    "TENTHS",
    "TEXTS",
    "VERSION",
    "AnsweredRows",
    "Engine",
    "Generator",
    "Houses",
    "KeySet",
    "LabBoard",
    "LabGeometry",
    "LabOutcome",
    "LabStrategy",
    "LabTask",
    "Logic",
    "Path",
    "Rater",
    "Search",
    "SolvedRows",
    "Teller",
    "answer_rows",
    "candidates_left",
    "canonical",
    "canonical_rows",
    "conclusion",
    "count_lines",
    "cut_objects",
    "cut_rows",
    "engine_of",
    "houses_of",
    "lab_geometry_of",
    "lab_run",
    "lab_run_many",
    "logic_of",
    "lone_candidates",
    "lz_compress",
    "lz_decompress",
    "native_statuses",
    "read_groups",
    "read_lines",
    "read_parts",
    "read_rows",
    "reads_lines",
    "seeds_of",
    "settle_candidates",
    "settle_line",
    "simd_path",
    "simd_paths",
    "solve_rows",
    "thread_count",
    "weave_rows",
]

MOST_SMALL = 8
"""Size up to which boards have an engine for small ones."""


def simd_paths() -> tuple[str, ...]:
    """Return the instruction sets that `lanes` can use on this machine, best one last."""
    return tuple(_native.simd_paths())


def simd_path() -> str:
    """Return the instruction set to use: the best one, or the one named by NONET_SIMD."""
    wanted = os.environ.get("NONET_SIMD") or "auto"
    return _checked_path(wanted)


@cache
def _checked_path(wanted: str) -> str:
    from nonet.core.errors import ArgumentError

    here = simd_paths()
    if wanted == "auto":
        return here[-1]
    if wanted in here:
        return wanted
    if wanted in _native.SIMD_NAMES:
        raise ArgumentError(
            f"NONET_SIMD: expected {_listed(('auto', *here))} on this machine, "
            f"found {wanted!r}, which this processor does not support"
        )
    raise ArgumentError(
        f"NONET_SIMD: expected {_listed(('auto', *_native.SIMD_NAMES))}, found {wanted!r:.40}"
    )


def _listed(names: tuple[str, ...]) -> str:
    return " or ".join((", ".join(names[:-1]), names[-1]))


def thread_count(threads: int | None) -> int:
    """Return the number of threads to use; by default, one per available core."""
    from nonet.core.errors import ArgumentError

    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise ArgumentError(f"threads: expected an integer of 1 or more, found {threads!r}")
    return threads


def reads_lines(layout: Layout) -> bool:
    """Return whether the core reads and solves lines of a layout: 9x9 and small boards."""
    from nonet.core.layout import CLASSIC

    return layout.size <= MOST_SMALL or layout == CLASSIC


@lru_cache(maxsize=256)
def houses_of(geometry: Geometry) -> Houses:
    """Return the houses and groups of different cells of a board, for the core."""
    size = geometry.layout.size
    different = [rule.cells for rule in geometry.different if len(rule.cells) != size]
    return Houses(size, geometry.house_cells, different)


@lru_cache(maxsize=256)
def engine_of(name: str, geometry: Geometry, path: str | None = None) -> Engine:
    """Return the core's engine with a name for a board; some take an instruction set."""
    return Engine(name, houses_of(geometry), path)


FREE, HELD = 1, 2
"""What `lone_candidates` says of a cell with a single candidate: no peer holds it, or one does."""


def candidates_left(layout: Layout, filled: bytes) -> list[int]:
    """Return what the digits of a board leave for every cell, bit d-1 for digit d.

    Nothing is left for a filled one.
    """
    return _native.candidates_left(_houses(layout), filled)


def lone_candidates(layout: Layout, masks: list[int], signs: bytes) -> bytes:
    """Return for every cell 0, or FREE or HELD if it has a single candidate.

    Cells with the sign 1 are filled and hold nothing.
    """
    return _native.lone_candidates(_houses(layout), masks, signs)


def settle_candidates(layout: Layout, masks: list[int], signs: bytes) -> tuple[bytes, list[int]]:
    """Tell digits from lone candidates; return the digits, and the masks without them.

    A lone candidate is a digit if no peer holds it or its sign is 1, and never if its sign is 2.
    """
    return _native.settle_candidates(_houses(layout), masks, signs)


def settle_line(
    layout: Layout, signs: bytes, symbols: bytes, blank: int
) -> tuple[bytes, list[int], int | None]:
    """Read candidates, each at its position, and settle them without signs.

    If a byte is neither the symbol of its place nor the blank sign, its index is returned.
    """
    return _native.settle_line(_houses(layout), signs, symbols, blank)


def _houses(layout: Layout) -> Houses:
    from nonet.core.geometry import geometry_of

    return houses_of(geometry_of(layout))


STOPS: tuple[str | None, ...] = _native.STOPS
"""The limit that stopped a search, for each value in `AnsweredRows.stops`."""


class AnsweredRows(NamedTuple):
    """The answers to rows of cells, with more details than `SolvedRows`."""

    solutions: NDArray[np.uint8]
    status: NDArray[np.uint8]
    guesses: NDArray[np.uint32]
    seconds: NDArray[np.uint8]
    """Second solutions; zeros if there is none."""
    nodes: NDArray[np.uint32]
    stops: NDArray[np.uint8]

    def take(self, numbers: NDArray[np.int64]) -> AnsweredRows:
        """Return the answers to some of the rows."""
        return AnsweredRows(
            self.solutions[numbers],
            self.status[numbers],
            self.guesses[numbers],
            self.seconds[numbers],
            self.nodes[numbers],
            self.stops[numbers],
        )


def answer_rows(
    engine: Engine, puzzles: NDArray[np.uint8], limit: Limit, threads: int
) -> AnsweredRows:
    """Solve rows of cells like `solve_rows`, with more details."""
    solutions, status, guesses = _room(puzzles)
    seconds, stops, nodes = _room(puzzles)
    details = (seconds, nodes, stops)
    engine.solve_rows(puzzles, solutions, status, guesses, limit, threads, details)
    return AnsweredRows(solutions, status, guesses, seconds, nodes, stops)


class SolvedRows(NamedTuple):
    """The answers to rows of cells: solutions, status and guesses, row by row."""

    solutions: NDArray[np.uint8]
    status: NDArray[np.uint8]
    guesses: NDArray[np.uint32]


def solve_rows(
    engine: Engine, puzzles: NDArray[np.uint8], limit: Limit, threads: int
) -> SolvedRows:
    """Solve rows of cells; a row with a value above the size of the board is malformed.

    The rows are contiguous, and nobody may write to them meanwhile: no array of a user's, but one
    of our own.
    """
    solved = _room(puzzles)
    engine.solve_rows(puzzles, *solved, limit, threads)
    return solved


def _room(puzzles: NDArray[np.uint8]) -> SolvedRows:
    """Return arrays with a grid, a byte and a number for each row."""
    import numpy as np

    # Not zeroed: the core writes every row, and fresh pages cost as much as easy puzzles.
    return SolvedRows(
        np.empty_like(puzzles),
        np.empty(len(puzzles), dtype=np.uint8),
        np.empty(len(puzzles), dtype=np.uint32),
    )


def read_lines(lines: bytes | list[Any], size: int) -> tuple[NDArray[np.uint8], dict[int, Any]]:
    """Return a row of cells for each line of a text or list; by row, the lines left over.

    Those are all that are not plain (`plain_cells`), for other readers to handle. Empty
    lines and comments of a text are skipped.
    """
    import numpy as np

    if isinstance(lines, bytes):
        cells, odd = _native.read_lines(lines, size)
        rows = np.frombuffer(cells, dtype=np.uint8).reshape(-1, size * size)
        return rows, {row: lines[start:end] for row, start, end in odd}
    rows = np.empty((len(lines), size * size), dtype=np.uint8)
    return rows, {row: lines[row] for row in _native.read_texts(lines, rows, size)}


def plain_cells(line: str | bytes, size: int) -> bytes | None:
    """Return the cells of a plain line of a board of this size; None if it is any other text.

    This is what a plain line is, here and in `read_lines`: as many digits and dots or zeros as
    the board has cells, and perhaps a comment.
    """
    cells = bytearray(size * size)
    return None if _native.read_texts([line], cells, size) else bytes(cells)


def native_statuses() -> dict[str, int]:
    """Return the core's table of statuses, to compare with `Status`."""
    from nonet.core.result import Status

    return {status.name: getattr(_native, status.name) for status in Status}


@lru_cache(maxsize=64)
def logic_of(geometry: Geometry) -> Logic:
    """Return what finds steps on a board of this geometry."""
    count = geometry.house_count
    houses = [list(cells) for cells in geometry.house_cells]
    return Logic(geometry.layout.size, houses, [list(cells) for cells in geometry.groups[count:]])


@lru_cache(maxsize=256)
def lab_geometry_of(geometry: Geometry) -> LabGeometry:
    """Return the groups of a board of this geometry, for the lab's strategies."""
    groups = [list(cells) for cells in geometry.groups]
    return LabGeometry(geometry.layout.size, groups, geometry.house_count)
