"""From a Puzzle to a text that is read back as the same puzzle without being told anything.

Most texts are. One that is not, because few symbols fit several alphabets, or because its rows are
boards themselves, gets a marker (`text.marker`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from nonet.core.errors import ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle
from nonet.notations import line, numbers
from nonet.notations.catalog import MARKED, notation_named
from nonet.notations.detect import known_marker, parse_detected
from nonet.text.comments import said_lines
from nonet.text.marker import Marker
from nonet.text.symbols import alphabets, chosen_symbols

_SMALL = bytes(range(4))
"""The digits of a 3x3 board: a row of a 9x9 board with others is no such board."""


def usual_notation(puzzle: Puzzle, **options: Any) -> str:
    """Name the notation to write a puzzle in: a line, or numbers above 25x25.

    Whoever names an alphabet means symbols.
    """
    is_large = puzzle.layout.size > len(SYMBOLS) and "alphabet" not in options
    return numbers.NAME if is_large else line.NAME


def format_text(puzzle: Puzzle, notation: str | None = None, **options: Any) -> str:
    """Write a puzzle in a notation; `parse_text` reads it back, as far as the notation holds it."""
    module = notation_named(notation or usual_notation(puzzle, **options))
    text: str = module.format(puzzle, **options)
    return text if not options and _is_certain(puzzle) else marked(text, puzzle, module, options)


def format_in_one_line(puzzle: Puzzle, **options: Any) -> str:
    """Write a puzzle as numbers in one line, as lists have them."""
    text = numbers.format_line(puzzle, blank=options.get("blank", "0"))
    return text if _is_certain(puzzle) else marked(text, puzzle, numbers, options)


def _is_certain(puzzle: Puzzle) -> bool:
    """Tell whether every notation is read back for sure: 9x9 with a digit above 3, no comment."""
    layout = puzzle.layout
    return (
        (layout is CLASSIC or layout == CLASSIC)  # To compare takes longer than all the rest.
        and bool(puzzle.cells.translate(None, _SMALL))
        and puzzle.notes.comment is None
    )


def marked(text: str, puzzle: Puzzle, module: ModuleType, options: Mapping[str, Any]) -> str:
    """Return a text with the marker that it needs to be read back; as it is if it needs none.

    Irregular regions have to be told by whoever reads it; a marker sees to all else.
    """
    if known_marker(text) is None and is_read_back(text, puzzle):
        return text
    return _first_read_back(text, puzzle, module, options)


def with_marker(text: str, puzzle: Puzzle, notation: str, options: Mapping[str, Any]) -> str:
    """Return a text with a marker, even if it would be read back without; not with two."""
    if known_marker(text):
        return text
    return _first_read_back(text, puzzle, notation_named(notation), options)


def _first_read_back(
    text: str, puzzle: Puzzle, module: ModuleType, options: Mapping[str, Any]
) -> str:
    told = (marker.put_on(text) for marker in _markers(puzzle, module, options))
    return next((one for one in told if is_read_back(one, puzzle)), text)


def _markers(puzzle: Puzzle, module: ModuleType, options: Mapping[str, Any]) -> Iterator[Marker]:
    """Give the markers of a text, those that say little first."""
    layout = puzzle.layout
    yield Marker(module.NAME)
    alphabet = None
    if 9 < layout.size <= len(SYMBOLS):
        symbols = chosen_symbols(layout.size, puzzle.notes.details, options.get("alphabet"))
        alphabet = next(name for name, known in alphabets(layout.size).items() if known == symbols)
        yield Marker(module.NAME, alphabet)
    if layout.regions is None:
        yield Marker(module.NAME, None, layout)
        yield Marker(module.NAME, alphabet, layout)


def is_read_back(text: str, puzzle: Puzzle) -> bool:
    """Tell whether a text is read as the puzzle, or as that with the usual boxes.

    Its lines must not be puzzles themselves, for then a file of it may be a list.
    """
    layout = puzzle.layout
    try:
        again = parse_detected(text)
    except ParseError:
        if layout.regions is None:
            return False
        try:
            again = parse_detected(text, layout=layout)
        except ParseError:
            return False
    return is_same(again, puzzle) and not _may_be_a_list(text)


def is_same(again: Puzzle, puzzle: Puzzle) -> bool:
    """Tell whether what was read is the puzzle, or the same with the usual boxes."""
    layouts = (puzzle.layout, Layout.of_size(puzzle.layout.size))
    return again.cells == puzzle.cells and again.layout in layouts


def _may_be_a_list(text: str) -> bool:
    """Tell whether nothing shows that a text of several lines is one puzzle."""
    lines = said_lines(text)
    if len(lines) < 2 or known_marker(text) or any(module.recognize(text) for module in MARKED):
        return False
    return all(_is_puzzle(said.line) for said in lines)


def _is_puzzle(text: str) -> bool:
    try:
        parse_detected(text)
    except ParseError:
        return False
    return True
