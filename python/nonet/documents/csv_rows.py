"""Rows of a CSV file: from lines to rows, and from a row to its cells."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import BinaryIO, NamedTuple

from nonet.core.errors import ParseError
from nonet.documents.tables import LONGEST_ROW
from nonet.text.lines import BOM, read_line

_MOST_LINES = 2048
"""Maximum number of lines in one row with quotes."""
CELL = re.compile(r'"((?:[^"]|"")*+)"')
"""A cell in quotes."""


class RowError(Exception):
    """A row that cannot be split because of its quotes; `is_open` if one is not closed."""

    def __init__(self, column: int, found: str, *, is_open: bool = False) -> None:
        self.column = column
        self.found = found
        self.is_open = is_open


def split_row(text: str, separator: str) -> list[str]:
    """Split a row into cells; unlike the csv module, report where a quote is wrong."""
    if '"' not in text:
        return text.split(separator)
    cells: list[str] = []
    place = 0
    while True:
        if text.startswith('"', place):
            match = CELL.match(text, place)
            if match is None:
                raise RowError(place + 1, "a quote that is not closed", is_open=True)
            cells.append(match[1].replace('""', '"'))
            place = match.end()
            if place < len(text) and text[place] != separator:
                raise RowError(place + 1, repr(text[place]))
        else:
            end = text.find(separator, place)
            end = len(text) if end < 0 else end
            cells.append(text[place:end])
            place = end
        if place >= len(text):
            return cells
        place += 1


class Row(NamedTuple):
    """A row as text, the line where it starts, and its error if it cannot be read."""

    line: int
    text: str
    error: ParseError | None = None


class Rows:
    """The rows of a stream as text; a row may have line breaks in quotes."""

    def __init__(self, stream: BinaryIO, splits: Callable[[str], object]) -> None:
        self.number = 0
        """The number of the last line that was read."""
        self.taken = 0
        """The number of bytes read from the stream."""
        self._stream = stream
        self._splits = splits
        self._waiting: deque[bytes] = deque()

    @property
    def is_ahead(self) -> bool:
        """True if lines were read from the stream that do not belong to a row yet."""
        return bool(self._waiting)

    def _next_line(self) -> bytes:
        if self._waiting:
            return self._waiting.popleft()
        line = read_line(self._stream, LONGEST_ROW)
        self.taken += len(line)
        return line

    def next(self) -> Row | None:
        """Return the next row that is not empty; None at the end."""
        while raw := self._next_line():
            self.number += 1
            number = self.number
            if number == 1:
                raw = raw.removeprefix(BOM)
            try:
                text = _decoded(raw, number)
                if raw.count(b'"') % 2 and _is_open(text, self._splits):
                    more = _read_quoted(raw, self._next_line)
                    self._waiting.extendleft(reversed(more))
                    whole = _decoded(b"".join([raw, *more]), number)
                    if _is_whole(whole, self._splits):
                        for _ in more:
                            self._waiting.popleft()
                        self.number += len(more)
                        return Row(number, whole)
            except ParseError as error:
                return Row(number, "", error)
            if text.strip():
                return Row(number, text)
        return None


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
    """Read lines until all quotes are closed, or up to a limit; return the lines."""
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
    except RowError as error:
        return error.is_open
    return False


def _is_whole(text: str, splits: Callable[[str], object]) -> bool:
    try:
        splits(text)
    except RowError:
        return False
    return True
