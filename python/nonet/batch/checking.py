"""The verb `check`: whether each grid is a solution, and if not, why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from nonet.batch.chunks import Chunk, Part, Refused
from nonet.batch.columns import Column, Flags, Same, Table, Texts, Values, Words
from nonet.batch.judging import MOST_DIGITS, are_right, have_clash
from nonet.batch.verbs import Kind, View, board_columns, clues_of, places_of, table_grids
from nonet.core.errors import NonetError, ParseError
from nonet.core.puzzle import Puzzle
from nonet.documents.catalog import DOCUMENTS
from nonet.files.items import Item
from nonet.judge import Verdict, judge
from nonet.render.verdicts import describe_problems
from nonet.text.position import position_of

_COLUMNS: dict[str, Kind] = {
    "puzzle": "text",
    "solution": "text",
    "status": "text",
    "problems": "text",
    "clues": "number",
    "error": "text",
}


class Check:
    """Checks the solutions of a chunk against its puzzles, or grids without a puzzle."""

    columns: Mapping[str, Kind] = MappingProxyType(_COLUMNS)
    malformed = "malformed"

    def __init__(self, *, alone: bool = False) -> None:
        self._alone = alone
        self.is_wrong = False
        """Whether any grid was wrong."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Check every grid of a chunk."""
        grids, has_puzzle = _grids(chunk)
        problems = _judge_all(chunk, grids, has_puzzle, is_full=view == "record")
        right = np.array([not found for found in problems], dtype=bool)
        self.is_wrong = self.is_wrong or not right.all()
        if view == "lines":
            return [(chunk, Table(len(chunk), {"line": _lines(problems, right)}))]
        if view == "record":
            columns: dict[str, Column] = {} if self._alone else places_of(chunk)
            columns |= {
                "right": Flags(right),
                "problems": Same([]) if right.all() else Values(problems),
            }
            return [(chunk, Table(len(chunk), columns))]
        return [(chunk, _table(chunk, grids, has_puzzle, problems, right))]


def _grids(chunk: Chunk) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the grids to check, and which of them to check against a puzzle.

    Those are solutions that came with a puzzle, and puzzles with placed digits.
    """
    if chunk.solutions is not None:
        is_solved: NDArray[np.bool_] = np.any(chunk.solutions != 0, axis=1)
        return np.where(is_solved[:, None], chunk.solutions, chunk.cells), is_solved
    grids, has_puzzle = chunk.cells, np.zeros(len(chunk), dtype=bool)
    for number, puzzle in enumerate(chunk.puzzles or ()):
        notes = puzzle.notes
        is_placed = notes.placed is not None and any(notes.placed)
        # In plain text, anything after the cells is a comment.
        has_solution = notes.solution is not None and puzzle.notation in DOCUMENTS
        if is_placed or has_solution:
            if not has_puzzle.any():
                grids = grids.copy()
            found = notes.solution if has_solution else position_of(puzzle).filled
            grids[number] = np.frombuffer(found or b"", dtype=np.uint8)
            has_puzzle[number] = True
    return grids, has_puzzle


def _judge_all(
    chunk: Chunk, grids: NDArray[np.uint8], has_puzzle: NDArray[np.bool_], *, is_full: bool
) -> list[list[str]]:
    """Return what is wrong with every grid, in full or in a few words."""
    problems: list[list[str]] = [[]] * len(chunk)
    layout, rules = chunk.board.layout, chunk.board.rules
    if chunk.problem:
        return [[chunk.problem]] * len(chunk)
    numbers = np.arange(len(chunk))
    if not rules and layout.size <= MOST_DIGITS:
        givens = np.where(has_puzzle[:, None], chunk.cells, 0)
        numbers = np.flatnonzero(~are_right(grids, layout, givens))
        if not is_full and len(numbers):
            some = grids[numbers]
            clash = have_clash(some, layout)
            clash |= np.any(
                (givens[numbers] != 0) & (some != 0) & (givens[numbers] != some), axis=1
            )
            counts = np.count_nonzero(some == 0, axis=1)
            cells = layout.cell_count
            for number, count in zip(
                numbers[~clash].tolist(), counts[~clash].tolist(), strict=True
            ):
                problems[number] = _open_cells(count, cells)
            numbers = numbers[clash]
    for number in numbers.tolist():
        puzzle = chunk.puzzle(number) if has_puzzle[number] else None
        found = judge(Puzzle(grids[number].tobytes(), layout, rules=rules), puzzle)
        said = list(found.problems)
        problems[number] = (
            said if is_full or not said else describe_problems(found, layout.cell_count)
        )
    return problems


@cache
def _open_cells(count: int, cells: int) -> list[str]:
    """Say that the only problem is the number of empty cells."""
    return describe_problems(Verdict(("open",), (), count), cells)


def _lines(problems: list[list[str]], right: NDArray[np.bool_]) -> Column:
    if right.all():
        return Same("right")
    return Texts.of([f"wrong: {'; '.join(found)}" if found else "right" for found in problems])


def _table(
    chunk: Chunk,
    grids: NDArray[np.uint8],
    has_puzzle: NDArray[np.bool_],
    problems: list[list[str]],
    right: NDArray[np.bool_],
) -> Table:
    layout = chunk.board.layout
    board = board_columns(chunk)
    said: Column = Same(None)
    if not right.all():
        said = Texts.of(["; ".join(found) or None for found in problems])
    columns: dict[str, Column] = {
        "puzzle": table_grids(chunk.cells, layout, has_puzzle),
        "solution": table_grids(grids, layout),
        "status": Words(right.astype(np.uint8), ("wrong", "right")),
        "problems": said,
        "clues": replace(clues_of(chunk), present=has_puzzle.astype(np.uint8)),
        "error": Same(None),
    }
    return Table(len(chunk), board | columns)


def paired(
    grids: Iterable[Part], puzzles: Iterable[Part], on_error: Callable[[Item, NonetError], object]
) -> Iterator[list[Part]]:
    """Yield the grids of one input with the puzzles of another, row by row.

    If one input has more rows, each extra row is an error.
    """
    one, other = _Queue(grids), _Queue(puzzles)
    while len(one) and len(other):
        count = min(len(one), len(other))
        yield [_pair(one.take(count), other.take(count))]
    while count := len(one):
        left = one.take(count)
        items = tuple(left.items if isinstance(left, Refused) else map(left.item, range(count)))
        missing = [_missing("puzzle", "solution", item) for item in items]
        for item, error in zip(items, missing, strict=True):
            on_error(item, error)
        yield [Refused(np.arange(count), items, tuple(missing), left.extra)]
    if len(other):
        rest = other.take(1)
        item = rest.items[0] if isinstance(rest, Refused) else rest.item(0)
        on_error(item, _missing("solution", "puzzle", item))


def _missing(what: str, whose: str, item: Item) -> ParseError:
    error = ParseError(f"a {what} for every {whose}", "fewer")
    return error.at(line=item.line, source=item.source)


class _Queue:
    """Parts in the order of the input, from which rows are taken."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._parts = iter(parts)
        self._part: Part | None = next(self._parts, None)
        self._start = 0

    def __len__(self) -> int:
        """Return how many rows can be taken at once; 0 at the end."""
        while self._part is not None and self._start == len(self._part):
            self._part, self._start = next(self._parts, None), 0
        return 0 if self._part is None else len(self._part) - self._start

    def take(self, count: int) -> Part:
        """Take the next rows."""
        assert self._part is not None
        start, self._start = self._start, self._start + count
        return self._part.take(np.arange(start, start + count))


def _pair(grid: Part, puzzle: Part) -> Part:
    rows = np.arange(len(grid))
    if isinstance(grid, Refused):
        return replace(grid, rows=rows)
    if isinstance(puzzle, Refused):
        items = tuple(map(grid.item, range(len(grid))))
        return Refused(rows, items, puzzle.errors, grid.extra)
    if grid.board.layout != puzzle.board.layout:
        problem = f"the puzzle is {puzzle.board.layout}, the solution {grid.board.layout}"
        return replace(grid, rows=rows, solutions=None, problem=problem)
    return replace(
        grid,
        board=puzzle.board,
        cells=puzzle.cells,
        rows=rows,
        solutions=grid.cells,
        puzzles=puzzle.puzzles,
    )
