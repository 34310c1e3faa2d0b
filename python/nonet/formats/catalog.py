"""The catalog: every notation and every document, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType

from nonet.core.errors import ArgumentError, ParseError, UnknownNotationError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.formats import (
    fpuzzles,
    fpuzzles_link,
    grid,
    hodoku,
    line,
    marks,
    marks_line,
    numbers,
    sdk,
    simple_sudoku,
    sized,
    ss,
    sudokuexchange,
    sudokupad,
    sudokuwiki,
    triples,
)
from nonet.formats.progress import marks_say_nothing
from nonet.formats.symbols import ALPHABET

PLAIN: tuple[ModuleType, ...] = (line, grid, numbers)
"""The notations without a mark of their own; a text is tried as those that it `may_be`."""
MARKED: tuple[ModuleType, ...] = (
    fpuzzles,
    fpuzzles_link,
    hodoku,
    marks,
    marks_line,
    sdk,
    simple_sudoku,
    sized,
    ss,
    sudokuexchange,
    sudokupad,
    sudokuwiki,
    triples,
)
"""The notations that are known by a mark; a text is tried as those that recognize it."""
_FILES = {
    "csv": "csv_file",
    "jsonl": "jsonl_file",
    "opensudoku": "opensudoku",
    "parquet": "parquet_file",
    "sdm": "sdm",
}
"""The module of every document."""


class _Documents(Mapping[str, ModuleType]):
    """The documents by name; a module is loaded when it is asked for.

    They need XML, JSON and more, which whoever reads a line of symbols should not wait for.
    """

    def __getitem__(self, name: str) -> ModuleType:
        return import_module(f"nonet.formats.{_FILES[name]}")

    def __iter__(self) -> Iterator[str]:
        return iter(_FILES)

    def __len__(self) -> int:
        return len(_FILES)


DOCUMENTS: Mapping[str, ModuleType] = _Documents()
"""Every document by name."""
NOTATIONS: dict[str, ModuleType] = {module.NAME: module for module in (*PLAIN, *MARKED)}
"""Every notation of one puzzle by name."""


def notation_named(name: str) -> ModuleType:
    """Return the module of a notation; UnknownNotationError suggests the nearest."""
    try:
        return NOTATIONS[name]
    except KeyError:
        raise UnknownNotationError(name, NOTATIONS) from None


def format_named(name: str) -> ModuleType:
    """Return the module of a notation or a document."""
    if name in DOCUMENTS:
        return DOCUMENTS[name]
    if name not in NOTATIONS:
        raise UnknownNotationError(name, [*NOTATIONS, *DOCUMENTS])
    return NOTATIONS[name]


def lost_notes(puzzle: Puzzle, name: str) -> tuple[str, ...]:
    """Name what a notation or document cannot hold of a puzzle: its notes, its boxes or regions."""
    module = format_named(name)
    lost = [field for field in puzzle.notes.kept if not _is_held(puzzle, field, module)]
    if name in NOTATIONS and not _keeps_layout(puzzle, module):
        lost.append("boxes" if puzzle.layout.regions is None else "regions")
    return tuple(lost)


def _keeps_layout(puzzle: Puzzle, module: ModuleType) -> bool:
    """Tell whether boxes other than the usual ones are there again when the text is read."""
    if puzzle.layout == Layout.of_size(puzzle.layout.size):
        return True
    try:
        again: Puzzle = module.parse(module.format(puzzle))
    except (ArgumentError, ParseError):
        return False
    return again.layout == puzzle.layout


def _is_held(puzzle: Puzzle, field: str, module: ModuleType) -> bool:
    """Tell whether a note is held; of the details, whether each of them is."""
    if field == "level" and hasattr(module, "LEVELS"):
        return puzzle.notes.level in module.LEVELS
    if field == "marks":
        return field in module.HOLDS or marks_say_nothing(puzzle)
    if field != "details":
        return field in module.HOLDS
    # Which symbols a puzzle was read in is a habit of writing, not news about the puzzle.
    names = {name for name, _ in puzzle.notes.details} - {ALPHABET}
    if "details" not in module.HOLDS:
        return not names
    return names <= getattr(module, "DETAILS", names)
