"""From a Puzzle to a text that can be read back as the same puzzle without options.

Most texts need nothing for that. A text gets a marker (`text.marker`) if its symbols fit several
alphabets, or if its rows are boards themselves.
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
"""The digits of a 3x3 board: a row of a 9x9 board with any other digit is not a 3x3 board."""


def usual_notation(puzzle: Puzzle, **options: Any) -> str:
    """Return the default notation for a puzzle: a line, or numbers above 25x25.

    An alphabet implies symbols.
    """
    is_large = puzzle.layout.size > len(SYMBOLS) and "alphabet" not in options
    return numbers.NAME if is_large else line.NAME


def format_text(puzzle: Puzzle, notation: str | None = None, **options: Any) -> str:
    """Format a puzzle; `parse_text` reads back everything that the notation can hold."""
    module = notation_named(notation or usual_notation(puzzle, **options))
    text: str = module.format(puzzle, **options)
    return text if not options and _is_certain(puzzle) else marked(text, puzzle, module, options)


def format_in_one_line(puzzle: Puzzle, **options: Any) -> str:
    """Format a puzzle as numbers on one line, for lists."""
    text = numbers.format_line(puzzle, blank=options.get("blank", "0"))
    return text if _is_certain(puzzle) else marked(text, puzzle, numbers, options)


def _is_certain(puzzle: Puzzle) -> bool:
    """Return whether any notation can be read back: 9x9 with a digit above 3, no comment."""
    layout = puzzle.layout
    return (
        (layout is CLASSIC or layout == CLASSIC)  # Comparing takes longer than all the rest.
        and bool(puzzle.cells.translate(None, _SMALL))
        and puzzle.notes.comment is None
    )


def marked(text: str, puzzle: Puzzle, module: ModuleType, options: Mapping[str, Any]) -> str:
    """Return a text with a marker if it needs one to be read back, otherwise unchanged.

    Irregular regions have to be passed as an option when reading; a marker covers everything else.
    """
    if known_marker(text) is None and is_read_back(text, puzzle):
        return text
    return _first_read_back(text, puzzle, module, options)


def with_marker(text: str, puzzle: Puzzle, notation: str, options: Mapping[str, Any]) -> str:
    """Return a text with one marker, even if it could be read back without."""
    if known_marker(text):
        return text
    return _first_read_back(text, puzzle, notation_named(notation), options)


def _first_read_back(
    text: str, puzzle: Puzzle, module: ModuleType, options: Mapping[str, Any]
) -> str:
    told = (marker.put_on(text) for marker in _markers(puzzle, module, options))
    return next((one for one in told if is_read_back(one, puzzle)), text)


def _markers(puzzle: Puzzle, module: ModuleType, options: Mapping[str, Any]) -> Iterator[Marker]:
    """Yield possible markers for a text, the shortest first."""
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
    """Return whether a text is read as the puzzle, or as the same one with the usual boxes.

    Its lines must not be puzzles themselves, because then a file with it could be a list.
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
    """Return whether the puzzle read is the same, or the same with the usual boxes."""
    layouts = (puzzle.layout, Layout.of_size(puzzle.layout.size))
    return again.cells == puzzle.cells and again.layout in layouts


def _may_be_a_list(text: str) -> bool:
    """Return whether a text of several lines does not show that it is one puzzle."""
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
