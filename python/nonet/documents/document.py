"""What a document is: the contract of the files in this folder.

A *document* is a file of many puzzles; a *notation*, the text of one, is in `notations`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple, Protocol

from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle


class Record(NamedTuple):
    """A puzzle in a document and its line, or why it could not be read."""

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
    ) -> Iterator[Record]:
        """Yield the puzzles one by one, in bounded memory; a bad one is a record with an error."""

    def write(self, puzzles: Iterable[Puzzle], **options: Any) -> Iterator[bytes]:
        """Yield the file piece by piece."""
