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
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, BinaryIO, NamedTuple

from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.documents.document import Record
from nonet.documents.table_rows import Plan
from nonet.documents.tables import (
    LONGEST_ROW,
    ColumnError,
    Columns,
    is_puzzle_name,
    may_be_puzzle_name,
)
from nonet.text.lines import BOM, broken_gzip, is_void, read_line

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

_SEPARATORS = ",;\t"
_MOST_LINES = 2048
"""Lines that one row may have, in quotes."""
_CELL = re.compile(r'"((?:[^"]|"")*+)"')
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
    except _RowError:
        return None
    puzzles = [name for name in names if is_puzzle_name(name)]
    puzzles = puzzles or _puzzles_below(names, separator, lines[1:2])
    if not puzzles:
        return None
    # A title above a grid is no table: a row with separators, or a long one, has to follow.
    signs = (b'"', separator.encode()) if len(names) > 1 else ()
    second = lines[1] if len(lines) > 1 else b"".join(signs)
    follows = any(sign in second for sign in signs) or _LONG.search(second) is not None
    return f"a column named {puzzles[0].strip()!r}" if follows else None


def _puzzles_below(names: Sequence[str], separator: str, rows: Sequence[bytes]) -> list[str]:
    """Name the columns that may be puzzles by their names, and are by the row below those."""
    try:
        cells = [cell for row in rows for cell in _split(row.decode().rstrip("\r"), separator)]
    except (UnicodeDecodeError, _RowError):
        return []
    pairs = zip(names, cells, strict=False)
    return [name for name, cell in pairs if may_be_puzzle_name(name) and _is_puzzle(cell)]


def _header(line: str) -> tuple[str, list[str]]:
    """Cut a first row with the separator that gives the most cells; with quotes, the first."""
    if '"' not in line:
        rows = [(separator, line.split(separator)) for separator in _SEPARATORS]
        return max(rows, key=lambda row: len(row[1]))
    start = 0
    if line.startswith('"'):
        quoted = _CELL.match(line)
        start = quoted.end() if quoted else 0
    separator = next((sign for sign in line[start:] if sign in _SEPARATORS), _SEPARATORS[0])
    return separator, _split(line, separator)


def _is_puzzle(cell: str) -> bool:
    """Return whether a cell of a first row is a puzzle, and not a name."""
    cell = cell.strip()
    size = isqrt(len(cell))
    return bool(
        size * size == len(cell) and _CELLS.fullmatch(cell) and re.search(r"[0-9.*_]", cell)
    )


class _RowError(Exception):
    """A row that quotes do not allow to be cut; `is_open` if one of them has no end."""

    def __init__(self, column: int, found: str, *, is_open: bool = False) -> None:
        self.column = column
        self.found = found
        self.is_open = is_open


def _split(text: str, separator: str) -> list[str]:
    """Cut a row into its cells; unlike the csv module, tell where a quote is wrong."""
    if '"' not in text:
        return text.split(separator)
    cells: list[str] = []
    place = 0
    while True:
        if text.startswith('"', place):
            match = _CELL.match(text, place)
            if match is None:
                raise _RowError(place + 1, "a quote without an end", is_open=True)
            cells.append(match[1].replace('""', '"'))
            place = match.end()
            if place < len(text) and text[place] != separator:
                raise _RowError(place + 1, repr(text[place]))
        else:
            end = text.find(separator, place)
            end = len(text) if end < 0 else end
            cells.append(text[place:end])
            place = end
        if place >= len(text):
            return cells
        place += 1


class _Row(NamedTuple):
    line: int
    text: str
    error: ParseError | None = None


def _rows(stream: BinaryIO, splits: Callable[[str], object]) -> Iterator[_Row]:
    """Yield the rows as text, those whose quotes hold line breaks as a whole."""
    number = 0
    waiting: deque[bytes] = deque()

    def next_line() -> bytes:
        return waiting.popleft() if waiting else read_line(stream, LONGEST_ROW)

    while raw := next_line():
        number += 1
        if number == 1:
            raw = raw.removeprefix(BOM)
        try:
            text = _decoded(raw, number)
            if raw.count(b'"') % 2 and _is_open(text, splits):
                more = _read_quoted(raw, next_line)
                waiting.extendleft(reversed(more))
                whole = _decoded(b"".join([raw, *more]), number)
                if _is_whole(whole, splits):
                    for _ in more:
                        waiting.popleft()
                    yield _Row(number, whole)
                    number += len(more)
                    continue
        except ParseError as error:
            yield _Row(number, "", error)
            continue
        if text.strip():
            yield _Row(number, text)


def _decoded(raw: bytes, number: int) -> str:
    if len(raw) > LONGEST_ROW:
        raise ParseError(f"a row of at most {LONGEST_ROW} bytes", "a longer one", line=number)
    try:
        return raw.decode().removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode()) + 1
        found = f"the byte 0x{raw[error.start]:02x}"
        raise ParseError("text in UTF-8", found, line=number, column=column) from None


def _read_quoted(first: bytes, next_line: Callable[[], bytes]) -> list[bytes]:
    """Read on until quotes are even; give the lines read, also if they never are."""
    lines: list[bytes] = []
    size = len(first)
    while len(lines) < _MOST_LINES and size <= LONGEST_ROW and (line := next_line()):
        lines.append(line)
        size += len(line)
        if line.count(b'"') % 2:
            break
    return lines


def _is_open(text: str, splits: Callable[[str], object]) -> bool:
    try:
        splits(text)
    except _RowError as error:
        return error.is_open
    return False


def _is_whole(text: str, splits: Callable[[str], object]) -> bool:
    try:
        splits(text)
    except _RowError:
        return False
    return True


def read(
    stream: BinaryIO,
    *,
    layout: Layout | None = None,
    alphabet: str | None = None,
    columns: Mapping[str, str] | None = None,
    **_: Any,
) -> Iterator[Record]:
    """Yield the puzzles row by row; a table without puzzles is one record with an error."""
    separator = ","
    table: Columns | None = None

    def split(text: str) -> list[str]:
        return _split(text, separator) if table else _header(text)[1]

    last = 0
    try:
        with broken_gzip():
            for line, text, error in _rows(stream, split):
                last = line
                if error:
                    yield Record(line, None, error)
                    continue
                if table is None:
                    if is_void(text.encode()):
                        continue
                    try:
                        separator, names = _header(text)
                    except _RowError as wrong:
                        raise _unquoted(wrong, line) from None
                    table, is_data = _columns(names, columns, line)
                    if not is_data:
                        continue
                yield _entry(line, text, table, separator, layout, alphabet)
    except ParseError as error:
        yield Record(last + 1, None, error)
        return
    if table is None:
        nothing = ParseError("a table of puzzles", "nothing", line=1, column=1)
        yield Record(1, None, nothing)


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


def _entry(
    line: int,
    text: str,
    table: Columns,
    separator: str,
    layout: Layout | None,
    alphabet: str | None,
) -> Record:
    try:
        cells = _split(text, separator)
        missing = len(table.names) - len(cells)
        if missing > 0:
            cells += [""] * missing
        elif missing < 0 and any(cells[len(table.names) :]):
            expected = f"{len(table.names)} columns"
            raise ParseError(expected, f"{len(cells)}", line=line)
        return Record(line, table.read(cells, NAME, layout, alphabet))
    except _RowError as wrong:
        return Record(line, None, _unquoted(wrong, line))
    except ColumnError as error:
        column = None
        if error.offset is not None and '"' not in text:
            column = sum(len(cell) + 1 for cell in cells[: error.field]) + error.offset
        wrong_cell = ParseError(
            error.expected,
            error.found,
            line=line,
            column=column,
            advice=error.advice,
            message=error.message,
        )
        return Record(line, None, wrong_cell)
    except ParseError as error:
        return Record(line, None, error.at(line=line))


def _unquoted(wrong: _RowError, line: int) -> ParseError:
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
    is_odd = any(sign in name for name in plan.names for sign in _SEPARATORS)
    rows = csv.writer(_Encoder(), delimiter=separator)
    quoted = csv.writer(_Encoder(), delimiter=separator, quoting=csv.QUOTE_ALL)
    yield (quoted if is_odd else rows).writerow(plan.names)
    yield from map(rows.writerow, plan.rows())


class _Encoder:
    """Takes a row from a csv.writer, which hands back what this returns.

    With the writer's own line ends a carriage return in a cell is quoted by Python 3.11 too.
    """

    def write(self, row: str) -> bytes:
        return (row.removesuffix("\r\n") + "\n").encode()
