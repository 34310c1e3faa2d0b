"""A list of 9x9 puzzles, one line of 81 symbols each, used by SudoCue and OpenSudoku.

It is a list of `line` puzzles with its own name, and is read the same way: empty lines and lines
that start with `#` are skipped, empty cells are any of the signs of `line`, and text after the
symbols is a comment. Only 9x9 boards can be written, without comments and with zeros, because some
programs read nothing else.

Example:
    530070000600195000098000060800060003400803001700020006060000280000419005000080079
    800000000003600000070090200050007000000045700000100030001000068008500010090000400
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, BinaryIO

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.puzzle import Puzzle
from nonet.documents.document import Record
from nonet.notations import line
from nonet.notations.parsing import parse_text
from nonet.text.lines import iter_lines

NAME = "sdm"
SUMMARY = "a list of 9x9 puzzles, 81 symbols per line"
SUFFIXES = (".sdm",)
BOARDS = "9x9"
HOLDS: frozenset[str] = frozenset()
PLAIN_ROW = ("", "0", "\n")


def recognize(head: bytes) -> str | None:
    """Return None: it is told from other lists of lines by the name of its file only."""
    return None


def read(stream: BinaryIO, *, layout: Layout | None = None, **_: Any) -> Iterator[Record]:
    """Yield the puzzles line by line."""
    number = 0
    try:
        for number, text in iter_lines(stream):
            try:
                puzzle = replace(parse_text(text, layout=layout, notation=line.NAME), notation=NAME)
            except ParseError as error:
                yield Record(number, None, error.at(line=number))
            else:
                yield Record(number, puzzle)
    except ParseError as error:
        yield Record(number + 1, None, error)


def write(puzzles: Iterable[Puzzle], *, blank: str = "0", **_: Any) -> Iterator[bytes]:
    """Yield a line of 81 symbols for each puzzle."""
    for puzzle in puzzles:
        if puzzle.layout != CLASSIC:
            raise ArgumentError(
                f"sdm supports only 9x9 boards with 3x3 boxes; found {puzzle.layout}"
            )
        yield f"{line.format_symbols(puzzle, blank)}\n".encode()
