"""What a notation is: the contract of the files in this folder.

A *notation* is a text of one puzzle, a *document* a file of many. Every module here is one of
them, and says in constants what it is called, what its files end in, and which notes it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple, Protocol

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle


class Notation(Protocol):
    """A way to write one puzzle as text.

    The module's docstring is its page in the docs: what it is, in a sentence, then the rules, then
    `Example:` and a text that `parse` reads.
    """

    NAME: str
    SUMMARY: str
    SUFFIXES: tuple[str, ...]
    """Endings of its files, with the dot; none if it lives on clipboards and in links."""
    HOLDS: frozenset[str]
    """The fields of `Notes` that it can write and read back.

    If "details" is among them, and not every detail is held, `DETAILS` names those that are; and
    so does `LEVELS` for "level".
    """

    def recognize(self, text: str) -> str | None:
        """Say by what the text is known as this notation, or None. Cheap; `parse` decides."""

    def parse(
        self, text: str, *, layout: Layout | None = None, alphabet: str | None = None
    ) -> Puzzle:
        """Read a puzzle, or raise ParseError: where, what was expected, what was found."""

    def format(self, puzzle: Puzzle) -> str:
        """Write a puzzle; ArgumentError if the notation has no such boards."""


class Plain(Notation, Protocol):
    """A notation without a mark of its own; it has `may_be` in the place of `recognize`."""

    def may_be(self, text: str) -> bool:
        """Tell whether it is worth while to parse a text. Cheap; False only if `parse` fails."""


class Entry(NamedTuple):
    """A puzzle of a document and where it stands there, or why it could not be read."""

    line: int
    """Its line, or its number where a document has no lines."""
    puzzle: Puzzle | None
    error: ParseError | None = None


class Document(Protocol):
    """A way to write many puzzles as one file; read and written as a stream."""

    NAME: str
    SUMMARY: str
    SUFFIXES: tuple[str, ...]
    HOLDS: frozenset[str]
    BOARDS: str
    """Its boards in a word: `any`, or the only size that it has."""

    def recognize(self, head: bytes) -> str | None:
        """Say by what the first bytes of a file are known as this document, or None."""

    def read(
        self, stream: BinaryIO, *, layout: Layout | None = None, **options: Any
    ) -> Iterator[Entry]:
        """Give the puzzles as they come, in bounded memory; a bad one is an entry with an error."""

    def write(self, puzzles: Iterable[Puzzle], **options: Any) -> Iterator[bytes]:
        """Give the file piece by piece."""


def check_notes(puzzle: Puzzle) -> None:
    """Refuse notes that are not of this board: placed digits, marks or a solution."""
    for name in ("placed", "marks", "solution"):
        value = getattr(puzzle.notes, name)
        if value is not None and len(value) != len(puzzle.cells):
            raise ArgumentError(f"expected {len(puzzle.cells)} cells of {name}, found {len(value)}")
