"""Several puzzles of several lines in one file: blocks separated by empty lines.

Instead of, or in addition to, an empty line, each may have a title such as `Grid 01` above it, as
in Project Euler's file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from nonet.notations.detect import has_marker_above
from nonet.text.lines import LONGEST_TEXT, broken_gzip, is_void, read_line

if TYPE_CHECKING:
    from nonet.files.streams import LineStream

SAMPLE = 4
"""Blocks that are looked at: one more than one puzzle has, whose first is a puzzle itself."""

_TITLE = re.compile(
    rb"\s*(?:board|game|grid|no|nr|number|problem|puzzle|sudoku)\b[\s.:]*#?\s*\d{1,9}[.:]?\s*",
    re.IGNORECASE,
)


_SYMBOL = re.compile(rb"[0-9A-Za-z]")
_GAPS = re.compile(rb"[\s|,;]+")


class Block(NamedTuple):
    """Lines that belong together, with the number of the first, and the title above them."""

    first: int
    text: bytes
    title: str = ""

    @property
    def lines(self) -> list[bytes]:
        """The lines that are neither empty nor comments."""
        return [line for line in self.text.split(b"\n") if not is_void(line)]


class Gathering:
    """Puts lines together to blocks."""

    def __init__(self, skipped: int = 0) -> None:
        self._number = skipped
        self._start()

    def _start(self, title: str = "") -> None:
        self._first, self._title = self._number + 1, title
        self._lines: list[bytes] = []
        self._size = 0
        self._is_void = True

    def add(self, line: bytes) -> Block | None:
        """Take the next line, without its line break; return the block that it ends, if any."""
        self._number += 1
        title = _TITLE.fullmatch(line)
        if title or self._is_gap(line):
            ended = self.end()
            if title:
                self._start(line.decode().strip().rstrip(".:"))
            elif self._lines:
                self._lines.append(line)  # A comment belongs to the puzzle below it.
            return ended
        if not self._lines:
            self._first = self._number
        if self._size <= LONGEST_TEXT:
            self._lines.append(line)
            self._size += len(line) + 1
        self._is_void = self._is_void and is_void(line)
        return None

    def _is_gap(self, line: bytes) -> bool:
        """Return whether a line is empty; blanks as long as a row may be a row of empty cells."""
        is_row = bool(self._lines) and len(line) == len(self._lines[-1])
        return not line or (line.isspace() and not is_row)

    def end(self) -> Block | None:
        """Return the last block; None if there is none, or comments alone."""
        if self._is_void:
            return None
        block = Block(self._first, b"\n".join(self._lines), self._title)
        self._start()
        return block


def iter_blocks(lines: LineStream) -> Iterator[Block]:
    """Yield the blocks of a file one by one."""
    gathering = Gathering(lines.skipped)
    with broken_gzip():
        while raw := read_line(cast("BinaryIO", lines)):
            if block := gathering.add(raw.rstrip(b"\r\n")):
                yield block
    if block := gathering.end():
        yield block


def are_puzzles(blocks: list[Block], fits: Callable[[bytes], bool]) -> bool:
    """Return whether blocks are a puzzle each, and not lists of lines.

    One block must be a puzzle and not a list, or have a marker. No block may be only a list.
    """
    found = False
    for block in blocks:
        lines = block.lines
        readable = [fits(line) for line in lines]
        if fits(block.text):
            is_told = has_marker_above(block.text.decode(errors="replace"))
            found = found or not all(readable) or is_told
        elif is_list(lines, readable):
            return False
    return found


def is_list(lines: Sequence[bytes], readable: Sequence[bool]) -> bool:
    """Return whether lines that are no puzzle together are a list, by which of them are puzzles.

    One will do, unless they look like the rows of a board that is damaged; a few rows of such a
    board may be tiny boards themselves.
    """
    are_few = 2 * sum(readable) <= len(lines)
    return any(readable) and not (are_few and _look_like_rows(lines))


def _look_like_rows(lines: Sequence[bytes]) -> bool:
    """Return whether there are about as many lines as most of them have symbols."""
    widths = Counter(len(_GAPS.sub(b"", line)) for line in lines if _SYMBOL.search(line))
    ((width, _),) = widths.most_common(1) or [(0, 0)]
    return abs(widths.total() - width) <= 1
