"""The interface of a notation: what each file in this folder provides.

A *notation* is a text format for one puzzle; `documents` has file formats for many. Constants of a
module give its name, its file extensions, and which notes it can hold.
"""

from __future__ import annotations

from typing import Protocol

from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.notes import note_name
from nonet.core.puzzle import Puzzle


class Notation(Protocol):
    """A text format for one puzzle.

    The module's docstring is its page in the docs: one sentence, then the details, then `Example:`
    and a text that `parse` reads.
    """

    NAME: str
    SUMMARY: str
    SUFFIXES: tuple[str, ...]
    """Its file extensions, with the dot; none if it is only used on clipboards and in links."""
    HOLDS: frozenset[str]
    """The fields of `Notes` that it can write and read back.

    If "details" is among them, and not every detail is held, `DETAILS` names those that are; and
    so does `LEVELS` for "level". `HOLDS_RULES` is true if the rules of a puzzle are held, too; a
    notation without it leaves them out.
    """

    PLAIN_ROW: tuple[str, str, str]
    """Only of `line`: what is before a plain 9x9 puzzle in a list, the sign of an empty cell, and
    what is after the puzzle."""

    def recognize(self, text: str) -> str | None:
        """Return what identifies a text as this notation, or None. Cheap; `parse` decides."""

    def parse(
        self, text: str, *, layout: Layout | None = None, alphabet: str | None = None
    ) -> Puzzle:
        """Read a puzzle, or raise ParseError: where, what was expected, what was found."""

    def format(self, puzzle: Puzzle) -> str:
        """Write a puzzle; ArgumentError if the notation has no such boards."""


class Plain(Notation, Protocol):
    """A notation without a distinctive mark; it has `may_be` instead of `recognize`."""

    def may_be(self, text: str) -> bool:
        """Return whether a text is worth parsing. Cheap; False only if `parse` would fail."""


def check_notes(puzzle: Puzzle) -> None:
    """Refuse placed digits, pencil marks or a solution of another board size."""
    for name in ("placed", "pencil_marks", "solution"):
        value = getattr(puzzle.notes, name)
        if value is not None and len(value) != len(puzzle.cells):
            expected = f"{len(puzzle.cells)} cells of {note_name(name)}"
            raise ArgumentError(f"expected {expected}, found {len(value)}")
