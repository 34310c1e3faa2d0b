"""The catalog: every notation and every document, by name."""

from __future__ import annotations

from types import ModuleType

from nonet.core.errors import UnknownNotationError
from nonet.core.puzzle import Puzzle
from nonet.formats import grid, line, numbers

PLAIN: tuple[ModuleType, ...] = (line, grid, numbers)
"""The notations without a mark of their own; every text is tried as each of them."""
MARKED: tuple[ModuleType, ...] = ()
"""The notations that are known by a mark; a text is tried as those that recognize it."""
_FILES: tuple[ModuleType, ...] = ()
DOCUMENTS: dict[str, ModuleType] = {module.NAME: module for module in _FILES}
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
    known = {**NOTATIONS, **DOCUMENTS}
    if name not in known:
        raise UnknownNotationError(name, known)
    return known[name]


def lost_notes(puzzle: Puzzle, name: str) -> tuple[str, ...]:
    """Name the notes of a puzzle that a notation or document cannot hold."""
    holds = format_named(name).HOLDS
    return tuple(field for field in puzzle.notes.kept if field not in holds)
