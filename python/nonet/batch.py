"""Many puzzles at once: rows of cells or lines of text in, arrays out, in the order given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Grid, Puzzle
from nonet.core.result import Status
from nonet.formats.detect import parse_text
from nonet.formats.files import BOM, is_void
from nonet.formats.symbols import layout_for
from nonet.formats.values import as_array, parse_array, parse_list

_BAD = 255
"""A value that no cell of a board has: marks a row as malformed for the native core."""


@dataclass(frozen=True, slots=True, eq=False)
class BatchResult:
    """The answers to n puzzles, row by row in the order given.

    `solutions` is uint8 (n, cells): the first solution, zeros where there is none or the row is
    malformed. `status` is uint8 (n): values of `Status`. `guesses` is uint32 (n). `errors` says
    what was wrong with each malformed row.
    """

    layout: Layout
    solutions: NDArray[np.uint8]
    status: NDArray[np.uint8]
    guesses: NDArray[np.uint32]
    errors: dict[int, ParseError]

    def __len__(self) -> int:
        return len(self.status)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BatchResult)
            and self.layout == other.layout
            and np.array_equal(self.status, other.status)
            and np.array_equal(self.solutions, other.solutions)
        )

    __hash__ = None  # type: ignore[assignment]

    def counts(self) -> dict[Status, int]:
        """Return how many rows have each status, leaving out those that none has."""
        values, numbers = np.unique(self.status, return_counts=True)
        return {Status(int(v)): int(n) for v, n in zip(values, numbers, strict=True)}


def solve_rows_or_lines(
    puzzles: Any, limit: Limit, threads: int | None, layout: Layout | None
) -> BatchResult:
    """Solve whatever `nonet.solve_many` takes."""
    workers = native.thread_count(threads)
    errors: dict[int, ParseError] = {}
    if hasattr(puzzles, "__array__") and not isinstance(puzzles, Grid):
        puzzles = as_array(puzzles)
    numbers = isinstance(puzzles, np.ndarray) and puzzles.dtype.kind not in "OSU"
    if numbers:
        cells, bad, layout = _cells_of_array(puzzles, layout)
    else:
        cells, bad, layout, errors = _cells_of_lines(puzzles, layout)
    if layout.size < _BAD:
        cells[bad] = _BAD
    solutions, status, guesses = native.solve_rows(cells, limit, workers, layout=layout)
    status[bad] = Status.MALFORMED
    solutions[bad] = 0
    if numbers:
        malformed = np.flatnonzero(status == Status.MALFORMED)
        errors = {int(row): _error_of(puzzles[row], layout) for row in malformed}
    for array in (solutions, status, guesses):
        array.setflags(write=False)
    return BatchResult(layout, solutions, status, guesses, errors)


def _cells_of_array(
    array: NDArray[Any], layout: Layout | None
) -> tuple[NDArray[np.uint8], NDArray[np.bool_], Layout]:
    """Return a copy as rows of bytes, and which had a value that is no digit of the board."""
    if array.dtype.kind not in "iu":
        raise ParseError("an array of integers", f"dtype {array.dtype}")
    if array.ndim == 3 and array.shape[1] == array.shape[2]:
        array = array.reshape(len(array), array.shape[1] * array.shape[2])
    if array.ndim != 2:
        raise ParseError("an array of shape (n, cells)", f"shape {array.shape}")
    if layout is None and array.shape == (array.shape[1],) * 2 and array.shape[1] < 16:
        raise ArgumentError(
            f"expected puzzles in rows, found an array of shape {array.shape} "
            "(one puzzle: use nonet.solve; small boards: name the layout)"
        )
    layout = layout_for(array.shape[1], layout)
    bad = np.zeros(len(array), dtype=bool)
    # The core checks bytes, which takes nothing beside the solving.
    is_checked = array.dtype == np.uint8
    if array.size and not is_checked and (array.min() < 0 or array.max() > layout.size):
        bad = np.any((array < 0) | (array > layout.size), axis=1)
    return array.astype(np.uint8, order="C", copy=True), bad, layout


def _error_of(row: NDArray[Any], layout: Layout) -> ParseError:
    """Name the first value of a row that is no digit of the board."""
    flat = row.reshape(-1)
    cell = int(np.flatnonzero((flat < 0) | (flat > layout.size))[0])
    line, column = divmod(cell, layout.size)
    expected = f"a digit 0-{layout.size}"
    return ParseError(expected, str(flat[cell]), line=line + 1, column=column + 1)


def _cells_of_lines(
    puzzles: Any, layout: Layout | None
) -> tuple[NDArray[np.uint8], NDArray[np.bool_], Layout, dict[int, ParseError]]:
    """Read lines; the first good one decides the layout if none is given.

    The core reads the plain lines of boards up to 9x9, which are nearly all that there is in large
    lists. The others are read one by one, which takes many times as long as to solve them.
    """
    lines = _lines(puzzles)
    found: dict[int, bytes] = {}
    errors: dict[int, ParseError] = {}
    rows = enumerate(_rows(lines))
    while layout is None and (first := next(rows, None)):
        layout = _read_line(*first, None, found, errors)
    layout = layout or CLASSIC
    cells, others = native.read_lines(lines, layout.size)
    for row, line in others.items():
        if row not in found and row not in errors:
            _read_line(row, line, layout, found, errors)
    for row, values in found.items():
        cells[row] = np.frombuffer(values, dtype=np.uint8)
    bad = np.zeros(len(cells), dtype=bool)
    bad[list(errors)] = True
    return cells, bad, layout, dict(sorted(errors.items()))


def _lines(puzzles: Any) -> bytes | list[Any]:
    """Return bytes of lines with plain line feeds, or a list of lines."""
    if isinstance(puzzles, bytearray | memoryview):
        puzzles = bytes(puzzles)
    if isinstance(puzzles, bytes):
        return puzzles.removeprefix(BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    single = isinstance(puzzles, str | Grid) or getattr(puzzles, "ndim", 1) == 0
    if single or not isinstance(puzzles, Iterable):
        raise ArgumentError(
            "expected an array, a list of lines or bytes of lines, "
            f"found {type(puzzles).__name__} (one puzzle: use nonet.solve)"
        )
    return list(puzzles)


def _rows(lines: bytes | list[Any]) -> Iterator[Any]:
    """Give the lines that are rows: in bytes, empty lines and comments are none."""
    if not isinstance(lines, bytes):
        yield from lines
        return
    for line in BytesIO(lines):
        if not is_void(line):
            yield line.removesuffix(b"\n")


def _read_line(
    row: int,
    line: Any,
    layout: Layout | None,
    found: dict[int, bytes],
    errors: dict[int, ParseError],
) -> Layout | None:
    """Enter the cells of a line or what is wrong with it; return the layout, once it is known."""
    try:
        puzzle = line if isinstance(line, Grid) else _parse_line(line, layout)
        if layout is not None and puzzle.layout != layout:
            raise ParseError(f"a board of {layout}", f"one of {puzzle.layout}")
    except ParseError as error:
        errors[row] = error
        return layout
    found[row] = puzzle.cells
    return puzzle.layout


def _parse_line(line: Any, layout: Layout | None) -> Puzzle:
    if isinstance(line, str | bytes):
        return parse_text(line, layout=layout)
    if isinstance(line, list | tuple):
        return parse_list(line, layout=layout)
    if isinstance(line, np.ndarray):
        return parse_array(line, layout=layout)
    raise ParseError("a line of text", type(line).__name__)
