"""A text table of puzzles, one per row, with commas, semicolons or tabs between the columns.

The first row names the columns, in any order and case. The puzzle is called `puzzle`, `quizzes`,
`quiz`, `question`, `board` or `sudoku` (`givens` or `clues` if there is no other); its solution
`solution`, `solutions` or `answer`. Other known columns are `rating`, `level` or `difficulty`,
`name` or `id`, `author`, `source`, `comment`, `date` and `url`. Any other column is kept as a
detail. You can name a column yourself (`--column puzzle=NAME`, or its number from 1). If two
columns could both be the puzzle, the table is refused.

If a cell of the first row is itself a puzzle, there are no column names: the first such cell of
each row is the puzzle, and a second one without empty cells is the solution. Quoted cells may
contain separators and line breaks. A bad row is reported, and reading continues with the next one.
Missing cells at the end of a row are empty.

When writing, the columns are those that the first 1000 puzzles need, `box` (such as `3x2`) or
`regions` if the layout is not the usual one, `rules` as for `--rule`, separated by `;`, and
`placed` for digits entered so far. Each detail has its own column.

Example:
    quizzes,solutions,difficulty
    1..4..1.2.4..3..,1234341221434321,easy
    ...4..1.2.4..3..,1234341221434321,"medium, rather"
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import isqrt
from typing import Any, BinaryIO

from nonet.core.errors import ParseError
from nonet.core.puzzle import Puzzle
from nonet.documents.csv_rows import CELL, Row, RowError, Rows, split_row
from nonet.documents.document import BlockReader, Record
from nonet.documents.table_records import Records
from nonet.documents.table_rows import Plan
from nonet.documents.tables import (
    ColumnError,
    Columns,
    is_puzzle_name,
    may_be_puzzle_name,
)
from nonet.text.lines import BOM, broken_gzip, is_void

NAME = "csv"
SUMMARY = "a table with named columns, one puzzle per row"
SUFFIXES = (".csv", ".tsv")
BOARDS = "any"
HOLDS = frozenset(
    {
        *("placed", "name", "author", "comment", "rating", "level"),
        *("source", "date", "url", "solution", "details"),
    }
)

HOLDS_RULES = True

SEPARATORS = ",;\t"
"""Possible separators between cells."""
_CELLS = re.compile(r"[0-9A-Ya-y.*_-]{16,}")
"""What a puzzle in a cell looks like."""
_LONG = re.compile(rb"[0-9A-Za-z.*_-]{36}")


def recognize(head: bytes) -> str | None:
    """Know a table by a first row that names a column of puzzles."""
    lines = [line for line in head.removeprefix(BOM)[:65536].split(b"\n") if not is_void(line)]
    if not lines or len(lines[0]) > 4096:
        return None
    try:
        first = lines[0].rstrip(b"\r").decode()
    except UnicodeDecodeError:
        return None
    try:
        separator, names = _header(first)
    except RowError:
        return None
    puzzles = [name for name in names if is_puzzle_name(name)]
    puzzles = puzzles or _puzzles_below(names, separator, lines[1:2])
    if not puzzles:
        return None
    # A title above a grid is not a table: the next row needs separators or enough length, or the
    # names have quotes.
    signs = (b'"', separator.encode()) if len(names) > 1 else ()
    second = lines[1] if len(lines) > 1 else b"".join(signs)
    follows = any(sign in second for sign in signs) or _LONG.search(second) is not None
    follows = follows or first.startswith('"')
    return f"a column named {puzzles[0].strip()!r}" if follows else None


def _puzzles_below(names: Sequence[str], separator: str, rows: Sequence[bytes]) -> list[str]:
    """Name the columns that may be puzzles by their names, and are by the row below those."""
    try:
        cells = [cell for row in rows for cell in split_row(row.decode().rstrip("\r"), separator)]
    except (UnicodeDecodeError, RowError):
        return []
    pairs = zip(names, cells, strict=False)
    return [name for name, cell in pairs if may_be_puzzle_name(name) and _is_puzzle(cell)]


def _header(line: str) -> tuple[str, list[str]]:
    """Cut a first row with the separator that gives the most cells; with quotes, the first."""
    if '"' not in line:
        rows = [(separator, line.split(separator)) for separator in SEPARATORS]
        return max(rows, key=lambda row: len(row[1]))
    start = 0
    if line.startswith('"'):
        quoted = CELL.match(line)
        start = quoted.end() if quoted else 0
    separator = next((sign for sign in line[start:] if sign in SEPARATORS), SEPARATORS[0])
    return separator, split_row(line, separator)


def _is_puzzle(cell: str) -> bool:
    """Return whether a cell of a first row is a puzzle, and not a name."""
    cell = cell.strip()
    size = isqrt(len(cell))
    return bool(
        size * size == len(cell) and _CELLS.fullmatch(cell) and re.search(r"[0-9.*_]", cell)
    )


def read(stream: BinaryIO, **options: Any) -> Iterator[Record]:
    """Yield the puzzles row by row; a table without puzzles is one record with an error."""
    reader = Reader(stream, **options)
    while (record := reader.next()) is not None:
        yield record


def read_blocks(stream: BinaryIO, **options: Any) -> BlockReader:
    """Return a reader of the table in blocks; the stream takes back what was read ahead."""
    from nonet.documents.csv_blocks import CsvBlocks

    return CsvBlocks(stream, Reader(stream, **options))


class Reader:
    """Reads a table row by row; the header decides how the rest is read."""

    def __init__(self, stream: BinaryIO, **options: Any) -> None:
        self.separator = ","
        self.table: Columns | None = None
        self.is_over = False
        self.rows = Rows(stream, self._cut)
        self._records = Records(NAME, **options)

    def _cut(self, text: str) -> list[str]:
        return split_row(text, self.separator) if self.table else _header(text)[1]

    def next(self) -> Record | None:
        """Return the next puzzle, or what is wrong with its row; None at the end."""
        if self.is_over:
            return None
        try:
            with broken_gzip():
                while row := self.rows.next():
                    if record := self._read(row):
                        return record
        except ParseError as error:
            self.is_over = True
            return Record(self.rows.number + 1, None, error)
        self.is_over = True
        if self.table is not None:
            return None
        nothing = ParseError("a table of puzzles", "nothing", line=1, column=1)
        return Record(1, None, nothing)

    def _read(self, row: Row) -> Record | None:
        line, text, error = row
        if error:
            return Record(line, None, error)
        if self.table is None:
            if is_void(text.encode()):
                return None
            try:
                self.separator, names = _header(text)
            except RowError as wrong:
                raise _unquoted(wrong, line) from None
            self.table, is_data = _columns(names, self._records.chosen, line)
            if not is_data:
                return None
        return self.entry(line, text)

    def entry(self, line: int, text: str) -> Record:
        """Read one row."""
        assert self.table is not None
        try:
            cells = _fitted(split_row(text, self.separator), len(self.table.names))
        except RowError as wrong:
            return Record(line, None, _unquoted(wrong, line))
        except ParseError as error:
            return Record(line, None, error.at(line=line))

        def place(error: ColumnError) -> int | None:
            if error.offset is None or '"' in text:
                return None
            return sum(len(cell) + 1 for cell in cells[: error.field]) + error.offset

        return self._records.read(line, cells, self.table, place)


def _columns(
    cells: Sequence[str], chosen: Mapping[str, str] | None, line: int
) -> tuple[Columns, bool]:
    """Return the columns by a first row, and whether that is a puzzle already."""
    is_named = any(map(is_puzzle_name, cells))
    places = [] if is_named else [i for i, cell in enumerate(cells) if _is_puzzle(cell)]
    try:
        if not places:
            return Columns(cells, chosen), False
        names = [f"column {i}" for i in range(1, len(cells) + 1)]
        if not chosen or "puzzle" not in chosen:
            names[places[0]] = "puzzle"
            if len(places) > 1 and not set(cells[places[1]]) & set(".0*_-"):
                names[places[1]] = "solution"
        return Columns(names, chosen), True
    except ParseError as error:
        raise error.at(line=line) from None


def _fitted(cells: list[str], width: int) -> list[str]:
    """Return as many cells as there are columns: empty ones may be missing, or too many."""
    if any(cells[width:]):
        raise ParseError(f"{width} columns", f"{len(cells)}")
    return (cells + [""] * (width - len(cells)))[:width]


def _unquoted(wrong: RowError, line: int) -> ParseError:
    expected = "a separator or the end of the row after a quote"
    if wrong.is_open:
        expected = "a quote at the end of the cell"
    return ParseError(expected, wrong.found, line=line, column=wrong.column)


def write(
    puzzles: Iterable[Puzzle],
    *,
    separator: str = ",",
    lost: Callable[[str], None] | None = None,
    **_: Any,
) -> Iterator[bytes]:
    """Yield a row of names, then one of each puzzle.

    A note that none of the first puzzles has, and so no column, is reported to `lost`, or refused.
    """
    plan = Plan(puzzles, lost)
    # A sign in a name must not be taken for the separator.
    is_odd = any(sign in name for name in plan.names for sign in SEPARATORS)
    cells = plan.rows()
    first = next(cells, None)
    # Short cells below a single name may be a grid with a title; quotes indicate a table.
    if first is not None and len(first) == 1 and not _LONG.search((first[0] or "").encode()):
        is_odd = True
    rows = csv.writer(_Encoder(), delimiter=separator)
    quoted = csv.writer(_Encoder(), delimiter=separator, quoting=csv.QUOTE_ALL)
    yield (quoted if is_odd else rows).writerow(plan.names)
    yield from map(rows.writerow, cells if first is None else chain([first], cells))


class _Encoder:
    """Takes a row from a csv.writer, which hands back what this returns.

    With the writer's own line ends a carriage return in a cell is quoted by Python 3.11 too.
    """

    def write(self, row: str) -> bytes:
        return (row.removesuffix("\r\n") + "\n").encode()
