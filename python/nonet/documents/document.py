"""What a document is: the contract of the files in this folder.

A *document* is a file of many puzzles; a *notation*, the text of one, is in `notations`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Protocol

from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from nonet.documents.tables import Columns


class Record(NamedTuple):
    """A puzzle in a document and its line, or why it could not be read."""

    line: int
    """Its line, or its number where a document has no lines."""
    puzzle: Puzzle | None
    error: ParseError | None = None
    fields: Mapping[str, Any] | None = None
    """The other values of a table row, by column name."""


class JsonValues(NamedTuple):
    """The values of a JSON field: a buffer with the start and end of each, None for all present."""

    data: Any
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    present: NDArray[np.uint8] | None
    is_json: bool
    """Whether they are written as JSON; otherwise all are texts."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Rows of a table that are read column by column, which is many times as fast.

    A column is a buffer with the start and end of the text in each row, or a pyarrow array.
    """

    columns: Columns
    lines: NDArray[np.int64]
    """The line number or row number of each row."""
    texts: Sequence[tuple[Any, NDArray[np.int64], NDArray[np.int64]] | None]
    """The text of every column; None if a column is not text."""
    arrays: Sequence[Any] | None
    """The pyarrow array of every column, if the table is a Parquet file."""
    read_row: Callable[[int], Record]
    """Reads a single row, in any notation."""
    json: Sequence[JsonValues] | None = None
    """The values of every column, if the table is JSON Lines."""

    def __len__(self) -> int:
        return len(self.lines)


class BlockReader(Protocol):
    """Reads a table in blocks, or row by row if necessary."""

    def take(self, most: int) -> Block | list[Record]:
        """Return about `most` bytes of rows; [] at the end."""


class Document(Protocol):
    """A way to write many puzzles as one file; read and written as a stream."""

    NAME: str
    SUMMARY: str
    SUFFIXES: tuple[str, ...]
    HOLDS: frozenset[str]
    BOARDS: str
    """Its boards in a word: `any`, or the only size that it has."""
    PLAIN_ROW: tuple[str, str, str]
    """Only if the rows do not depend on each other: what is before a plain 9x9 puzzle, the sign of
    an empty cell, and what is after the puzzle."""

    def recognize(self, head: bytes) -> str | None:
        """Say by what the first bytes of a file are known as this document, or None."""

    def read(
        self, stream: BinaryIO, *, layout: Layout | None = None, **options: Any
    ) -> Iterator[Record]:
        """Yield the puzzles one by one, in bounded memory; a bad one is a record with an error."""

    def write(self, puzzles: Iterable[Puzzle], **options: Any) -> Iterator[bytes]:
        """Yield the file piece by piece."""
