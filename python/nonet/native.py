"""The sole importer of the compiled core: arrays and limits in, plain values out.

It loads nothing else until it has to: `nonet --version` comes here for the version.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet import _native
from nonet._native import (
    MOST_CANDIDATES,
    VERSION,
    Houses,
    Search,
    count_lines,
    lz_compress,
    lz_decompress,
    read_groups,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonet.core.layout import Layout
    from nonet.core.limit import Limit
    from nonet.core.puzzle import Puzzle

__all__ = [
    "FREE",
    "HELD",
    "MOST_CANDIDATES",
    "MOST_SMALL",
    "VERSION",
    "Answers",
    "BoardAnswer",
    "Gap",
    "Houses",
    "Search",
    "candidates_left",
    "count_lines",
    "houses_of",
    "lone_candidates",
    "lz_compress",
    "lz_decompress",
    "native_statuses",
    "read_groups",
    "read_lines",
    "reads_lines",
    "settle_candidates",
    "settle_line",
    "simd_path",
    "simd_paths",
    "solve_board",
    "solve_lines",
    "solve_rows",
    "thread_count",
]

MOST_SMALL = 8
"""Size up to which boards have an engine for small ones."""


def simd_paths() -> tuple[str, ...]:
    """Return the instruction sets that the lanes can use on this machine, the best one last."""
    return tuple(_native.simd_paths())


def simd_path() -> str:
    """Return the instruction set to use: the best one, or the one that NONET_SIMD names."""
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
            f"found {wanted!r}, which its processor lacks"
        )
    raise ArgumentError(
        f"NONET_SIMD: expected {_listed(('auto', *_native.SIMD_NAMES))}, found {wanted!r:.40}"
    )


def _listed(names: tuple[str, ...]) -> str:
    return " or ".join((", ".join(names[:-1]), names[-1]))


def thread_count(threads: int | None) -> int:
    """Return the number of threads to use: as asked, else one per core this process may use."""
    from nonet.core.errors import ArgumentError

    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise ArgumentError(f"threads: expected an integer of 1 or more, found {threads!r}")
    return threads


def reads_lines(layout: Layout) -> bool:
    """Tell whether the core reads and solves lines of a layout: 9x9 and small boards."""
    from nonet.core.layout import CLASSIC

    return layout.size <= MOST_SMALL or layout == CLASSIC


@cache
def houses_of(layout: Layout) -> Houses:
    """Return the houses of a board for the core."""
    return Houses(layout.size, layout.houses)


FREE, HELD = 1, 2
"""What `lone_candidates` says of a cell with a single candidate: no peer holds it, or one does."""


def candidates_left(layout: Layout, filled: bytes) -> list[int]:
    """Return what the digits of a board leave for every cell, bit d for digit d.

    Nothing is left for a filled one.
    """
    return _native.candidates_left(houses_of(layout), filled)


def lone_candidates(layout: Layout, masks: list[int], signs: bytes) -> bytes:
    """Return for every cell 0, or FREE or HELD if it has a single candidate.

    Cells with the sign 1 are filled and hold nothing.
    """
    return _native.lone_candidates(houses_of(layout), masks, signs)


def settle_candidates(layout: Layout, masks: list[int], signs: bytes) -> tuple[bytes, list[int]]:
    """Tell digits from lone candidates; return the digits, and the masks without them.

    A lone candidate is a digit if no peer holds it or its sign is 1, and never if its sign is 2.
    """
    return _native.settle_candidates(houses_of(layout), masks, signs)


def settle_line(
    layout: Layout, signs: bytes, symbols: bytes, blank: int
) -> tuple[bytes, list[int], int | None]:
    """Read candidates that stand each in its place, and settle them without signs.

    If a byte is neither the symbol of its place nor the blank sign, its index is returned.
    """
    return _native.settle_line(houses_of(layout), signs, symbols, blank)


def _batch_engine(layout: Layout | None) -> tuple[str, Houses | None]:
    """Name the core's fastest engine for batches of a layout, and the houses it has to know."""
    from nonet.core.layout import CLASSIC

    if layout is None or layout == CLASSIC:
        return simd_path(), None
    name = simd_path() if layout.size <= MOST_SMALL else "portfolio"
    return name, houses_of(layout)


def solve_rows(
    puzzles: NDArray[np.uint8],
    limit: Limit,
    threads: int,
    *,
    engine: str | None = None,
    layout: Layout | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint32]]:
    """Solve rows of cells: solutions, status and guesses, row by row.

    The layout is 9x9 with 3x3 boxes if not given; a row with a value above its size is malformed.
    The engine is the best one for the layout if not given; else an instruction set for 9x9 and
    small boards, "scalar" for 9x9, or "portfolio" for others. The rows are contiguous, and nobody
    may write to them meanwhile: no array of a user's, but one of our own.
    """
    import numpy as np

    best, houses = _batch_engine(layout)
    if engine == "portfolio" and layout is not None:
        houses = houses_of(layout)
    # Not zeroed: the core writes every row, and fresh pages cost as much as easy puzzles.
    solutions = np.empty_like(puzzles)
    status = np.empty(len(puzzles), dtype=np.uint8)
    guesses = np.empty(len(puzzles), dtype=np.uint32)
    _native.solve_batch(
        puzzles,
        solutions,
        status,
        guesses,
        engine=engine or best,
        threads=threads,
        houses=houses,
        **_options(limit),
    )
    return solutions, status, guesses


class BoardAnswer(NamedTuple):
    """What the core found out about one board."""

    solutions: list[bytes]
    exhausted: bool
    stopped_by: str | None
    part: str
    nodes: int
    guesses: int
    conflicts: int
    fixed: int


def solve_board(
    puzzle: Puzzle,
    limit: Limit,
    *,
    plan: str,
    threads: int,
    progress: Callable[[str, int, int, int], object] | None = None,
) -> BoardAnswer:
    """Solve one board of any layout by a plan: "portfolio", "learning" or "cadical".

    `progress` is called about every 50 ms with the part at work, nodes, conflicts and fixed cells.
    """
    answer = _native.solve_board(
        puzzle.cells,
        houses_of(puzzle.layout),
        plan=plan,
        threads=threads,
        solutions=limit.solutions,
        nodes=limit.nodes,
        seconds=limit.seconds,
        memory=limit.memory,
        progress=progress,
    )
    return BoardAnswer(*answer)


def read_lines(lines: bytes | list[Any], size: int) -> tuple[NDArray[np.uint8], dict[int, Any]]:
    """Return a row of cells for each line of a text or list; by row, the lines left over.

    Those are all but as many digits and dots or zeros as a board of this size has cells, with
    perhaps a comment: other readers have to see to them. Empty lines and comments of a text are
    no rows.
    """
    import numpy as np

    if isinstance(lines, bytes):
        cells, odd = _native.read_lines(lines, size)
        rows = np.frombuffer(cells, dtype=np.uint8).reshape(-1, size * size)
        return rows, {row: lines[start:end] for row, start, end in odd}
    rows = np.empty((len(lines), size * size), dtype=np.uint8)
    return rows, {row: lines[row] for row in _native.read_texts(lines, rows, size)}


class Gap(NamedTuple):
    """A line that the core could not read, and where its answer belongs."""

    line: int
    start: int
    end: int
    place: int


class Answers(NamedTuple):
    """The answers to the first lines of a text, up to its byte `end`."""

    text: bytes
    gaps: list[Gap]
    rows: int
    statuses: set[int]
    lines: int
    end: int


def solve_lines(text: bytes, layout: Layout, limit: Limit, most_gaps: int) -> Answers:
    """Solve the lines of a layout that `read_lines` can read, on every core; write the answers.

    Each of the others has a gap in the answers. The end comes early with so many gaps, or after
    a tenth of a second: call again for the rest of the text.
    """
    engine, houses = _batch_engine(layout)
    answers, gaps, rows, bits, lines, end = _native.solve_lines(
        text,
        engine=engine,
        most_odd=most_gaps,
        threads=thread_count(None),
        houses=houses,
        **_options(limit),
    )
    statuses = {status for status in range(8) if bits >> status & 1}
    return Answers(answers, [Gap(*gap) for gap in gaps], rows, statuses, lines, end)


def _options(limit: Limit) -> dict[str, Any]:
    return {
        "limit_solutions": limit.solutions,
        "nodes": limit.nodes,
        "seconds": limit.seconds,
        "memory": limit.memory,
    }


def native_statuses() -> dict[str, int]:
    """Return the core's own table of statuses, for comparison with `Status`."""
    from nonet.core.result import Status

    return {status.name: getattr(_native, status.name) for status in Status}
