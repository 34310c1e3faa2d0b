"""The catalog of notations: every one by name."""

from __future__ import annotations

from types import ModuleType

from nonet.core.errors import UnknownNotationError
from nonet.notations import (
    fpuzzles,
    fpuzzles_link,
    grid,
    hodoku,
    line,
    numbers,
    pencil_marks,
    pencil_marks_line,
    sdk,
    simple_sudoku,
    sized,
    ss,
    sudokuexchange,
    sudokupad,
    sudokuwiki,
    triples,
)

PLAIN: tuple[ModuleType, ...] = (line, grid, numbers)
"""Notations without a distinctive mark; a text is tried as each one that it `may_be`."""
MARKED: tuple[ModuleType, ...] = (
    fpuzzles,
    fpuzzles_link,
    hodoku,
    pencil_marks,
    pencil_marks_line,
    sdk,
    simple_sudoku,
    sized,
    ss,
    sudokuexchange,
    sudokupad,
    sudokuwiki,
    triples,
)
"""Notations with a distinctive mark; a text is tried as each one that recognizes it."""
NOTATIONS: dict[str, ModuleType] = {module.NAME: module for module in (*PLAIN, *MARKED)}
"""Every notation of one puzzle by name."""


def notation_named(name: str) -> ModuleType:
    """Return the module of a notation; UnknownNotationError suggests the nearest."""
    try:
        return NOTATIONS[name]
    except KeyError:
        raise UnknownNotationError(name, NOTATIONS) from None
