"""From anything that is a puzzle to a Puzzle: a text, a list, an array, a file, another value."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet.core.board import Board
from nonet.core.errors import Advice, ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.puzzle import Grid, Puzzle
from nonet.core.result import Result
from nonet.core.rules import Rule
from nonet.native import plain_cells

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

PuzzleLike: TypeAlias = (
    "Grid | Board | Result | str | bytes | Path | list[Any] | tuple[Any, ...] | ArrayLike"
)
"""Every form in which a puzzle can be passed."""
Rules: TypeAlias = "Iterable[Rule | str] | Rule | str"
"""Rules as function arguments: values or names."""
_TEXTS, _VALUES = (str, bytes), (Grid, Board, Result)
LINE = "line"
"""The notation of plain lines."""
_TABLES = "csv|tsv|json|jsonl|ndjson|parquet|sdm|opensudoku|xml|xlsx|zip"
_FILE_OF_MANY = re.compile(rf".+\.(?:{_TABLES})(?:\.gz)?", re.IGNORECASE)
_FILE = re.compile(rf".+\.(?:{_TABLES}|txt|sdk|sdx|sud|ss|gz)(?:\.gz|\.zip)?", re.IGNORECASE)
_LONGEST_NAME = 4096


def parse(
    puzzle: PuzzleLike,
    *,
    layout: Layout | None = None,
    notation: str | None = None,
    alphabet: str | None = None,
    rules: Rules = (),
) -> Puzzle:
    """Read a puzzle from text, a list, an array or a file; `puzzle.notation` says what it was.

    >>> parse("1.......2....3.4").notation
    'line'

    Without a layout the usual one of the size is taken (boxes nearest to square, rows <=
    columns). `rules` come on top of those that the puzzle has: values of `nonet.rules`, or names
    such as "diagonals". A Board is read as what is left of its puzzle: its digits are the givens.
    What cannot be read raises ParseError: where, what was expected, what was found.
    """
    if layout is not None:
        check_layout(layout)
    if isinstance(puzzle, _TEXTS):
        try:
            found = parse_text(puzzle, layout=layout, notation=notation, alphabet=alphabet)
        except ParseError as error:
            raise _name_of_a_file(puzzle) or error from None
    elif notation is not None:
        found = _parse_other(puzzle, layout, notation, alphabet)
    elif isinstance(puzzle, _VALUES):
        found = _puzzle_of(puzzle, layout)
    else:
        found = _parse_other(puzzle, layout, notation, alphabet)
    return found.with_rules(rules) if rules else found


def parse_text(
    text: str | bytes,
    *,
    layout: Layout | None = None,
    notation: str | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Read a puzzle in the notation named, or in the one that fits; `puzzle.notation` tells it.

    The most common text, a plain 9x9 line with or without a line break, is read directly.
    Everything else goes to `detect`, which knows all notations.
    """
    if notation in (None, LINE) and layout in (None, CLASSIC) and alphabet is None:
        line = text.rstrip("\r\n") if isinstance(text, str) else text.rstrip(b"\r\n")
        cells = plain_cells(line, CLASSIC.size)
        if cells is not None and len(line) == len(cells):
            return Puzzle(cells, CLASSIC, LINE)
    return _detector()(text, layout=layout, notation=notation, alphabet=alphabet)


@cache
def _detector() -> Callable[..., Puzzle]:
    """Return the detector; loading sixteen notations takes longer than solving a puzzle."""
    from nonet.notations.detect import parse_detected

    return parse_detected


def _puzzle_of(value: Grid | Board | Result, layout: Layout | None) -> Puzzle:
    if type(value) is Puzzle and layout is None:
        return value
    if isinstance(value, Result):
        value = value.solution or value.puzzle
    if isinstance(value, Board):
        value = value.to_puzzle()
    if layout is not None and layout != value.layout:
        raise ParseError(str(layout), str(value.layout))
    return value if isinstance(value, Puzzle) else Puzzle(value.cells, value.layout)


def _parse_other(
    puzzle: Any, layout: Layout | None, notation: str | None, alphabet: str | None
) -> Puzzle:
    """Read a puzzle that is not text; a named notation must exist."""
    from nonet.notations.catalog import notation_named
    from nonet.text.arrays import as_array, parse_array, parse_list
    from nonet.text.comments import ONE_LINE
    from nonet.text.lines import open_binary, read_all

    if notation is not None:
        notation_named(notation)
    if isinstance(puzzle, _VALUES):
        return _puzzle_of(puzzle, layout)
    if isinstance(puzzle, bytearray | memoryview):
        return parse_text(bytes(puzzle), layout=layout, notation=notation, alphabet=alphabet)
    if isinstance(puzzle, Path):
        with open_binary(puzzle) as stream:
            text = read_all(stream)
        try:
            return parse_text(text, layout=layout, notation=notation, alphabet=alphabet)
        except ParseError as error:
            if error.expected == ONE_LINE:
                error = ParseError("one puzzle", error.found)
            elif error.advice or not _FILE_OF_MANY.fullmatch(puzzle.name):
                raise error.at(source=str(puzzle)) from None
            error.advice = _reading(str(puzzle))
            raise error.at(source=str(puzzle)) from None
    if isinstance(puzzle, list | tuple):
        return parse_list(puzzle, layout=layout, alphabet=alphabet)
    if hasattr(puzzle, "__array__"):
        return parse_array(as_array(puzzle), layout=layout)
    raise ParseError("a puzzle as text, list or array", type(puzzle).__name__)


def _name_of_a_file(text: str | bytes) -> ParseError | None:
    """Return an error if a text looks like a file name, otherwise None."""
    if isinstance(text, bytes) or len(text) > _LONGEST_NAME or "://" in text or "\n" in text:
        return None
    is_there = os.path.isfile(text)
    if not is_there and not _FILE.fullmatch(text):
        return None
    found = f"the name of a file{'' if is_there else ' (which does not exist)'}"
    return ParseError("a puzzle", f"{found}: {text!r}", advice=_reading(text))


def _reading(path: str) -> Advice:
    return Advice(instead=f"nonet.read({path!r})")


def check_layout(layout: object) -> None:
    """Raise ArgumentError for anything but a layout or None."""
    if layout is not None and not isinstance(layout, Layout):
        raise ArgumentError(f"layout: expected a Layout such as Layout(3, 3), found {layout!r:.40}")
