"""The catalog of documents: every one by name, and what a format of either kind cannot hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from nonet.core.errors import ArgumentError, ParseError, UnknownNotationError
from nonet.core.layout import Layout
from nonet.core.notes import note_name
from nonet.core.puzzle import Puzzle
from nonet.notations.catalog import NOTATIONS
from nonet.notations.formatting import format_text
from nonet.notations.parsing import parse_text
from nonet.text.position import pencil_marks_say_nothing
from nonet.text.symbols import ALPHABET

_MODULES = {
    "csv": "csv_file",
    "jsonl": "jsonl_file",
    "opensudoku": "opensudoku",
    "parquet": "parquet_file",
    "sdm": "sdm",
}
"""The module of every document."""


class _Documents(Mapping[str, ModuleType]):
    """The documents by name; a module is loaded when it is asked for.

    They need XML, JSON and more, which reading a line of symbols should not load.
    """

    def __getitem__(self, name: str) -> ModuleType:
        return import_module(f"nonet.documents.{_MODULES[name]}")

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


DOCUMENTS: Mapping[str, ModuleType] = _Documents()
"""Every document by name."""


def format_named(name: str) -> ModuleType:
    """Return the module of a notation or a document."""
    if name in DOCUMENTS:
        return DOCUMENTS[name]
    if name not in NOTATIONS:
        raise UnknownNotationError(name, [*NOTATIONS, *DOCUMENTS])
    return NOTATIONS[name]


def lost_notes(puzzle: Puzzle, name: str, **options: Any) -> tuple[str, ...]:
    """Return what a notation or document cannot hold: notes, boxes or regions, rules.

    The options are those of the notation; for example, a grid without a frame does not show its
    boxes.
    """
    module = format_named(name)
    lost = [field for field in puzzle.notes.kept if not _is_held(puzzle, field, module)]
    if name in NOTATIONS and not _keeps_layout(puzzle, name, options):
        lost.append("boxes" if puzzle.layout.regions is None else "regions")
    if puzzle.rules and not holds_rules(module):
        lost.append("rules")
    return tuple(map(note_name, lost))


def holds_rules(module: ModuleType) -> bool:
    """Return whether a format can write rules and read them back."""
    return getattr(module, "HOLDS_RULES", False)


def _keeps_layout(puzzle: Puzzle, name: str, options: Mapping[str, Any]) -> bool:
    """Return whether boxes other than the usual ones are there again when the text is read."""
    if puzzle.layout == Layout.of_size(puzzle.layout.size):
        return True
    try:
        again = parse_text(format_text(puzzle, name, **options))
    except (ArgumentError, ParseError):
        return False
    return again.layout == puzzle.layout


def _is_held(puzzle: Puzzle, field: str, module: ModuleType) -> bool:
    """Return whether a note is held; of the details, whether each of them is."""
    if field == "level" and hasattr(module, "LEVELS"):
        return puzzle.notes.level in module.LEVELS
    if field == "pencil_marks":
        return field in module.HOLDS or pencil_marks_say_nothing(puzzle)
    if field != "details":
        return field in module.HOLDS
    # The symbols that a puzzle was read in are not information about the puzzle.
    names = {name for name, _ in puzzle.notes.details} - {ALPHABET}
    if "details" not in module.HOLDS:
        return not names
    return names <= getattr(module, "DETAILS", names)
