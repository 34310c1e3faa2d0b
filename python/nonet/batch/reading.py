"""From inputs to chunks: plain lines and tables in the core, everything else one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.batch.chunks import Chunk, Part, Refused
from nonet.batch.columns import Arrow, Column, Json, Texts, Values
from nonet.core.errors import NonetError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.puzzle import Puzzle
from nonet.core.rules import Rule
from nonet.files.items import Item, Lines, Reading, TableRows
from nonet.files.source import Taken
from nonet.text.lines import LONGEST_LINE

MOST_ODD = 4096
"""Maximum number of puzzles that are read one by one at a time."""

_Board: TypeAlias = tuple[Layout, tuple[Rule, ...], str | None]
"""What the puzzles of a chunk share: layout, rules and source."""


class Reader:
    """Reads a source into chunks with one layout each, and reports what cannot be read.

    `see` is called with every puzzle that is read one by one, before it becomes a row of cells.
    With `notes`, chunks have everything that belongs to a puzzle, such as its name in a table.
    """

    def __init__(
        self,
        reading: Reading,
        on_error: Callable[[Item, NonetError], object],
        see: Callable[[Puzzle], object] | None = None,
        *,
        notes: bool = False,
    ) -> None:
        self._reading = reading
        self._needs_notes = notes
        self._on_error = on_error
        self._see = see
        self._layout = reading.layout
        self._is_plain = _allows_plain(reading)

    def read(self, taken: Taken) -> Iterator[list[Part]]:
        """Yield the parts of one step; each row has a unique position, counted from 0."""
        if isinstance(taken, Lines):
            yield from self._read_lines(taken)
        elif isinstance(taken, TableRows):
            yield self._read_table(taken)
        else:
            yield from self._read_all(iter(taken))

    def _read_all(self, items: Iterator[Item]) -> Iterator[list[Part]]:
        while some := list(islice(items, MOST_ODD)):
            yield self.read_items(some, np.arange(len(some)))

    def _read_lines(self, lines: Lines) -> Iterator[list[Part]]:
        """Read plain lines in the core.

        The core reads lines of one layout at a time: the one that most recent lines had.
        """
        if not self._is_plain:
            yield from self._read_all(lines.items())
            return
        text, first = lines.text, lines.first
        while text:
            layout = self._layout or CLASSIC
            found = _read_rows(text, layout.size)
            odd_lines = found.odd
            if self._needs_notes:
                odd_lines = sorted([*odd_lines, *_commented(text, found)])
            odd = [
                Item(text[one.start : one.end][: LONGEST_LINE + 1], lines.source, first + one.line)
                for one in odd_lines
            ]
            numbers = np.array([one.row for one in odd_lines], dtype=np.int64)
            plain = others(len(found.cells), numbers)
            parts = self.read_items(odd, numbers, len(plain))
            if len(plain):
                cells = found.cells if not odd else found.cells[plain]
                line_numbers = found.numbers[plain] + first
                board = Puzzle(bytes(layout.cell_count), layout)
                parts.append(Chunk(board, cells, plain, lines.source, line_numbers))
            if parts:
                yield parts
            first += found.lines
            text = text[found.end :]

    def _read_table(self, rows: TableRows) -> list[Part]:
        """Read plain puzzles and their solutions in the core."""
        block, table = rows.block, rows.block.columns
        puzzles = block.texts[table.roles["puzzle"]]
        everything = np.arange(len(block))
        layout = self._layout or CLASSIC
        is_bare = len(table.names) == 1 or not self._needs_notes
        if not (self._is_plain and is_bare and table.is_plain) or puzzles is None:
            return self._read_table_items(rows, everything)
        cells, odd = _read_parts(*puzzles, layout.size)
        wrong = np.zeros(len(block), dtype=bool)
        wrong[odd] = True
        solutions = None
        if "solution" in table.roles:
            solutions, are_wrong = _solutions(block.texts[table.roles["solution"]], cells, layout)
            wrong |= are_wrong
        odd_rows, plain = np.flatnonzero(wrong), np.flatnonzero(~wrong)
        parts = self._read_table_items(rows, odd_rows, len(plain))
        if len(plain):
            board = Puzzle(bytes(layout.cell_count), layout)
            chunk = Chunk(
                board, cells, everything, rows.source, block.lines, _extra(rows), solutions
            )
            parts.append(chunk if len(plain) == len(block) else chunk.take(plain))
        return parts

    def _read_table_items(
        self, rows: TableRows, numbers: NDArray[np.int64], plain: int = 0
    ) -> list[Part]:
        """Read some rows of a table one by one; columns of a Parquet file keep their types."""
        parts = self.read_items([rows.item(int(row)) for row in numbers], numbers, plain)
        if rows.block.arrays is None:
            return parts
        extra = _extra(rows)
        return [
            replace(part, extra={name: column.cut(part.rows) for name, column in extra.items()})
            for part in parts
        ]

    def read_items(
        self, items: Sequence[Item], numbers: NDArray[np.int64], plain: int = 0
    ) -> list[Part]:
        """Read puzzles in any notation, grouped by board; `plain` other rows were plain.

        If most of these have another layout, the core uses that layout next.
        """
        good: dict[_Board, list[tuple[int, Item, Puzzle]]] = defaultdict(list)
        bad: list[tuple[int, Item, NonetError]] = []
        for number, item in zip(numbers.tolist(), items, strict=True):
            try:
                puzzle = self._reading.parse(item)
                if self._see is not None:
                    self._see(puzzle)
            except NonetError as error:
                self._on_error(item, error)
                bad.append((number, item, error))
            else:
                good[puzzle.layout, puzzle.rules, item.source].append((number, item, puzzle))
        parts: list[Part] = []
        for (layout, rules, source), found in good.items():
            if len(found) > plain and self._can_be_plain(layout, rules):
                self._layout = layout
            parts.append(_chunk(layout, rules, source, found))
        if bad:
            rows = np.array([number for number, _, _ in bad], dtype=np.int64)
            refused = tuple(item for _, item, _ in bad)
            extra = _extra_of([item.fields for item in refused])
            parts.append(Refused(rows, refused, tuple(error for _, _, error in bad), extra))
        return parts

    def _can_be_plain(self, layout: Layout, rules: tuple[Rule, ...]) -> bool:
        """Return whether the core can read lines without a given layout."""
        is_free = self._reading.layout is None and not rules
        return is_free and native.reads_lines(layout) and layout == Layout.of_size(layout.size)


def _allows_plain(reading: Reading) -> bool:
    """Return whether digits and dots alone are a puzzle, of a layout with batches if given."""
    is_plain = reading.notation is None and reading.alphabet is None and not reading.rules
    return is_plain and (reading.layout is None or native.reads_lines(reading.layout))


class _OddLine(NamedTuple):
    """A line that the core cannot read: its row, its line number and its bytes."""

    row: int
    line: int
    start: int
    end: int


class _ReadRows(NamedTuple):
    """The rows at the start of a text: their cells and lines, and where they end."""

    cells: NDArray[np.uint8]
    numbers: NDArray[np.int64]
    """The line number of each row, from 0."""
    odd: list[_OddLine]
    lines: int
    end: int


def _read_rows(text: bytes, size: int) -> _ReadRows:
    """Read plain lines; stop early if many are odd."""
    cells, numbers, odd, lines, end = native.read_rows(text, size, MOST_ODD)
    rows = np.frombuffer(cells, dtype=np.uint8).reshape(-1, size * size)
    lines_of_rows = np.frombuffer(numbers, dtype=np.uint32).astype(np.int64)
    return _ReadRows(rows, lines_of_rows, [_OddLine(*one) for one in odd], lines, end)


def _commented(text: bytes, found: _ReadRows) -> list[_OddLine]:
    """Return the plain lines with more than cells, such as a comment."""
    data = np.frombuffer(text[: found.end], dtype=np.uint8)
    ends = np.append(np.flatnonzero(data == ord("\n")), len(data))
    starts = np.append(0, ends[:-1] + 1)
    ends -= (ends > starts) & (data[np.maximum(ends - 1, 0)] == ord("\r"))
    is_long = (ends - starts)[found.numbers] > found.cells.shape[1]
    is_long[[one.row for one in found.odd]] = False
    rows = np.flatnonzero(is_long).tolist()
    places = [(row, int(found.numbers[row])) for row in rows]
    return [_OddLine(row, line, int(starts[line]), int(ends[line])) for row, line in places]


def _read_parts(
    text: Any, starts: NDArray[np.int64], ends: NDArray[np.int64], size: int
) -> tuple[NDArray[np.uint8], list[int]]:
    """Return the cells of the plain lines in a text, and which lines are odd."""
    cells = np.empty((len(starts), size * size), dtype=np.uint8)
    starts, ends = np.ascontiguousarray(starts), np.ascontiguousarray(ends)
    return cells, native.read_parts(text, starts, ends, cells, size)


def others(count: int, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers below a count that are not in the list."""
    is_other = np.ones(count, dtype=bool)
    is_other[numbers] = False
    return np.flatnonzero(is_other)


def _chunk(
    layout: Layout,
    rules: tuple[Rule, ...],
    source: str | None,
    found: Sequence[tuple[int, Item, Puzzle]],
) -> Chunk:
    """Return puzzles that were read one by one as a chunk."""
    cells = np.frombuffer(b"".join(puzzle.cells for _, _, puzzle in found), dtype=np.uint8)
    lines = [item.line for _, item, _ in found if item.line is not None]
    return Chunk(
        Puzzle(bytes(layout.cell_count), layout, rules=rules),
        cells.reshape(len(found), -1).copy(),
        np.array([number for number, _, _ in found], dtype=np.int64),
        source,
        np.array(lines, dtype=np.int64) if len(lines) == len(found) else None,
        _extra_of([item.fields for _, item, _ in found]),
        puzzles=tuple(puzzle for _, _, puzzle in found),
    )


def _extra_of(fields: Sequence[Mapping[str, Any] | None]) -> dict[str, Column]:
    """Return the other table columns of some puzzles."""
    names = dict.fromkeys(name for one in fields if one for name in one)
    return {name: Values([(one or {}).get(name) for one in fields]) for name in names}


def _extra(rows: TableRows) -> dict[str, Column]:
    """Return the columns of a table except its puzzles."""
    block = rows.block
    puzzle = block.columns.roles["puzzle"]
    extra: dict[str, Column] = {}
    for i, name in enumerate(block.columns.names):
        texts = block.texts[i]
        if i == puzzle:
            continue
        if block.arrays is not None:
            extra[name] = Arrow(block.arrays[i])
        elif block.json is not None:
            data, starts, ends, present, is_json = block.json[i]
            found = Texts(data, starts, ends, present)
            extra[name] = Json(found) if is_json else found
        elif texts is not None:
            extra[name] = Texts(*texts)
    return extra


def _solutions(
    texts: tuple[Any, NDArray[np.int64], NDArray[np.int64]] | None,
    puzzles: NDArray[np.uint8],
    layout: Layout,
) -> tuple[NDArray[np.uint8] | None, NDArray[np.bool_]]:
    """Read the solutions of a table; return them and which rows need to be read one by one.

    Those have a solution that is not plain, or that does not fit the puzzle. An empty text is not
    a solution.
    """
    if texts is None:
        return None, np.ones(len(puzzles), dtype=bool)
    solutions, odd = _read_parts(*texts, layout.size)
    _, starts, ends = texts
    is_odd = np.zeros(len(puzzles), dtype=bool)
    is_odd[odd] = True
    is_empty = starts == ends
    solutions[is_odd] = 0
    differs = (puzzles != 0) & (solutions != 0) & (puzzles != solutions)
    is_wrong = is_odd & ~is_empty
    if differs.any():  # Without an axis, that takes a third of the time.
        is_wrong |= differs.any(axis=1)
    return solutions, is_wrong
