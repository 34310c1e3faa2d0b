"""Arrays in, arrays out: rows of cells or lines of text, in the same order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.batch.results import BatchResult
from nonet.core.board import Board
from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Grid, Puzzle
from nonet.core.result import Result, Status
from nonet.core.rules import Rule
from nonet.engines.base import Engine
from nonet.engines.roster import as_engine, best_engine
from nonet.native import SolvedRows
from nonet.notations.parsing import parse, parse_text
from nonet.text.arrays import (
    as_array,
    check_kind,
    filled,
    parse_array,
    parse_list,
    wrong_value,
    wrong_values,
)
from nonet.text.lines import BOM, is_void
from nonet.text.symbols import layout_for

_BAD = 255
"""A value that no cell can have: marks a row as malformed for the native core."""


def solve_rows_or_lines(
    puzzles: Any,
    limit: Limit,
    threads: int | None,
    layout: Layout | None,
    rules: tuple[Rule | str, ...] = (),
    engine: str | Engine | None = None,
) -> BatchResult:
    """Solve any input of `nonet.solve_many`."""
    workers = native.thread_count(threads)
    rows = read_many(puzzles, layout)
    layout = rows.layout
    board = Puzzle(bytes(layout.cell_count), layout).with_rules(rules)
    solved = _solve_on(board, rows, limit, workers, engine)
    solved.status[rows.bad] = Status.MALFORMED
    solved.solutions[rows.bad] = 0
    rows.explain(solved.status == Status.MALFORMED)
    for array in solved:
        array.setflags(write=False)
    return BatchResult(layout, *solved, rows.errors)


def read_many(puzzles: Any, layout: Layout | None) -> Rows:
    """Read an array, a list of lines or bytes of lines."""
    if hasattr(puzzles, "__array__") and not isinstance(puzzles, Grid):
        puzzles = as_array(puzzles)
    is_array = isinstance(puzzles, np.ndarray)
    numbers = is_array and puzzles.dtype.kind not in "OSU"
    if is_array and not numbers and puzzles.ndim > 1:
        puzzles = _flat_rows(puzzles, layout)
    rows = _rows_of_array(puzzles, layout) if numbers else _rows_of_lines(puzzles, layout)
    if rows.layout.size < _BAD:
        rows.cells[rows.bad] = _BAD
    if numbers:
        rows.array = puzzles
    return rows


def _solve_on(
    board: Puzzle, rows: Rows, limit: Limit, threads: int, engine: str | Engine | None
) -> SolvedRows:
    """Solve rows on one board, and rows with additional rules separately."""

    def solve(board: Puzzle, cells: NDArray[np.uint8]) -> SolvedRows:
        chosen = best_engine(board) if engine is None else as_engine(engine)
        chosen.require(board)
        return chosen.solve_rows(cells, board, limit, threads=threads)

    if not rows.rules:
        return solve(board, rows.cells)
    solved = SolvedRows(
        np.zeros_like(rows.cells),
        np.zeros(len(rows.cells), dtype=np.uint8),
        np.zeros(len(rows.cells), dtype=np.uint32),
    )
    for own, numbers in rows.by_rules().items():
        these = solve(board.with_rules(own), rows.cells[numbers])
        solved.solutions[numbers] = these.solutions
        solved.status[numbers] = these.status
        solved.guesses[numbers] = these.guesses
    return solved


@dataclass(slots=True)
class Rows:
    """Rows of cells that were read: which are malformed and why, and which have rules."""

    layout: Layout
    cells: NDArray[np.uint8]
    bad: NDArray[np.bool_]
    errors: dict[int, ParseError] = field(default_factory=dict)
    rules: dict[int, tuple[Rule, ...]] = field(default_factory=dict)
    array: NDArray[Any] | None = None
    """The numbers that were read, if it was an array."""

    def explain(self, malformed: NDArray[np.bool_]) -> None:
        """Find out what is wrong with rows of numbers; lines have their errors already."""
        if self.array is None:
            return
        rows = np.flatnonzero(malformed)
        found = {int(row): wrong_value(self.array[row], self.layout.size) for row in rows}
        self.errors = {row: error for row, error in found.items() if error}

    def by_rules(self) -> dict[tuple[Rule, ...], list[int]]:
        """Return the numbers of the rows that have the same rules, or none."""
        rows: dict[tuple[Rule, ...], list[int]] = defaultdict(list)
        for row in range(len(self.cells)):
            rows[self.rules.get(row, ())].append(row)
        return rows


def _rows_of_array(array: NDArray[Any], layout: Layout | None) -> Rows:
    """Return a copy as rows of bytes; rows with a value that is not a digit are bad."""
    check_kind(array)
    array = _flat_rows(array, layout)
    layout = layout_for(array.shape[1], layout)
    bad = np.zeros(len(array), dtype=bool)
    # The core checks bytes itself, which takes no time compared with solving.
    if array.size and array.dtype != np.uint8:
        if array.dtype.kind == "f" or array.min() < 0 or array.max() > layout.size:
            bad = np.any(wrong_values(array, layout.size), axis=1)
            array = filled(array)
        if bad.any():
            array = np.where(bad[:, None], 0, array)
    return Rows(layout, array.astype(np.uint8, order="C", copy=True), bad)


def _flat_rows(array: NDArray[Any], layout: Layout | None) -> NDArray[Any]:
    """Return an array with one puzzle per row; refuse one that looks like a single puzzle."""
    if array.ndim == 3 and array.shape[1] == array.shape[2]:
        array = array.reshape(len(array), array.shape[1] * array.shape[2])
    if array.ndim != 2:
        raise ParseError("an array of shape (n, cells)", f"shape {array.shape}")
    if layout is None and array.shape == (array.shape[1],) * 2 and array.shape[1] < 16:
        raise ArgumentError(
            f"expected puzzles in rows, found an array of shape {array.shape} "
            "(for one puzzle, use nonet.solve; for small boards, pass a layout)"
        )
    return array


def _rows_of_lines(puzzles: Any, layout: Layout | None) -> Rows:
    """Read lines; the first good one decides the layout if none is given.

    The core reads plain lines of boards up to 9x9, which are nearly all lines in large lists. The
    others are read one by one, which takes many times as long as solving them.
    """
    lines = _lines(puzzles)
    found: dict[int, Grid] = {}
    errors: dict[int, ParseError] = {}
    rows = enumerate(_rows(lines))
    while layout is None and (first := next(rows, None)):
        layout = _read_line(*first, None, found, errors)
    layout = layout or CLASSIC
    cells, others = native.read_lines(lines, layout.size)
    for row, line in others.items():
        if row not in found and row not in errors:
            _read_line(row, line, layout, found, errors)
    for row, puzzle in found.items():
        cells[row] = np.frombuffer(puzzle.cells, dtype=np.uint8)
    bad = np.zeros(len(cells), dtype=bool)
    bad[list(errors)] = True
    rules = {
        row: puzzle.rules
        for row, puzzle in found.items()
        if isinstance(puzzle, Puzzle) and puzzle.rules
    }
    return Rows(layout, cells, bad, dict(sorted(errors.items())), rules)


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
            f"found {type(puzzles).__name__} (for one puzzle, use nonet.solve)"
        )
    return list(puzzles)


def _rows(lines: bytes | list[Any]) -> Iterator[Any]:
    """Yield the lines that are rows; in bytes, empty lines and comments are skipped."""
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
    found: dict[int, Grid],
    errors: dict[int, ParseError],
) -> Layout | None:
    """Store the cells of a line, or its error; return the layout, once it is known."""
    try:
        is_value = isinstance(line, Grid | Board | Result)
        puzzle: Grid = parse(line) if is_value else _parse_line(line, layout)
        if layout is not None and puzzle.layout != layout:
            raise ParseError(str(layout), str(puzzle.layout))
    except ParseError as error:
        errors[row] = error
        return layout
    found[row] = puzzle
    return puzzle.layout


def _parse_line(line: Any, layout: Layout | None) -> Puzzle:
    if isinstance(line, str | bytes):
        return parse_text(line, layout=layout)
    if isinstance(line, list | tuple):
        return parse_list(line, layout=layout)
    if isinstance(line, np.ndarray):
        return parse_array(line, layout=layout)
    raise ParseError("a line of text", type(line).__name__)
