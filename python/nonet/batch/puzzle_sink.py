"""The sink for puzzles themselves: chunks in, a notation or document out, piece by piece.

Plain puzzles, which need no parsing and lose nothing, are written from their cells; all others one
by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from nonet.batch.chunks import Chunk, Part
from nonet.core.errors import NonetError
from nonet.core.layout import CLASSIC
from nonet.core.puzzle import Puzzle
from nonet.files.items import Item
from nonet.files.losses import Losses
from nonet.files.writing import Form, Listing, is_zip_name

_SURE = 3
"""A 9x9 board with a digit above this is not mistaken for anything else."""


class PuzzleSink:
    """Writes puzzles in one format; counts them and what they lose."""

    def __init__(
        self, form: Form, path: str | None, on_error: Callable[[Item, NonetError], object]
    ) -> None:
        self.form = form
        self.losses = Losses()
        self.puzzles = 0
        """The number of puzzles written so far, or about to be."""
        self._path = path if path is not None and is_zip_name(path) else None
        self._on_error = on_error
        self._plain_row = form.plain_row

    def write(self, parts: Iterable[Part]) -> Iterator[bytes]:
        """Yield the bytes of the file; puzzles that it cannot hold are reported and left out.

        ArgumentError if one file cannot hold several of these puzzles.
        """
        if self._plain_row is not None:
            pieces = self._rows(parts, *self._plain_row)
            return pieces if self._path is None else self.form.zipped(self._path, pieces)
        pairs = (pair for chunk in _chunks(parts) for pair in self._pairs(chunk, range(len(chunk))))
        puzzles = (puzzle for puzzle, _ in pairs)
        if self.form.is_document and self._path is not None:
            return self.form.zipped_document(self._path, puzzles, lost=self._on_loss)
        if self.form.is_document:
            return self.form.document(puzzles, lost=self._on_loss)
        if self._path is not None:
            return self.form.zipped_texts(self._path, pairs)
        return (text.encode() for text in self.form.listed(pairs))

    def _rows(
        self, parts: Iterable[Part], before: bytes, blank: bytes, after: bytes
    ) -> Iterator[bytes]:
        """Yield the rows of a format in which plain puzzles do not depend on each other."""
        listing = None if self.form.is_document else Listing(self.form)
        for chunk in _chunks(parts):
            is_plain = _plain_puzzles(chunk)
            start = 0
            while listing is not None and not listing.is_settled and start < len(chunk):
                for pair in self._pairs(chunk, range(start, start + 1)):
                    yield "".join(listing.add(*pair)).encode()
                start += 1
            for first, last in _runs(is_plain, start):
                if is_plain[first]:
                    self.puzzles += last - first
                    yield _plain_rows(chunk.cells[first:last], before, blank, after)
                    continue
                pairs = self._pairs(chunk, range(first, last))
                if listing is None:
                    yield from self.form.document(puzzle for puzzle, _ in pairs)
                else:
                    yield "".join(text for pair in pairs for text in listing.add(*pair)).encode()
        if listing is not None:
            yield "".join(listing.end()).encode()

    def _pairs(self, chunk: Chunk, numbers: range) -> Iterator[tuple[Puzzle, str]]:
        """Yield puzzles that the format can hold, each with its text if it has one."""
        form = self.form
        for number in numbers:
            puzzle = chunk.puzzle(number)
            try:
                text = form.checked(puzzle)
            except NonetError as error:
                self._on_error(chunk.item(number), error)
                continue
            self.losses.look_at(puzzle, form.notation_of(puzzle), form.options)
            self.puzzles += 1
            yield puzzle, text

    def _on_loss(self, name: str) -> None:
        """Count something that came too late to get a column."""
        self.losses.add(self.form.name or "", name)

    @property
    def has_lost_puzzles(self) -> bool:
        """Whether a table has no column for the board of a puzzle, which was left out."""
        return self.losses.has("puzzle")


def _chunks(parts: Iterable[Part]) -> Iterator[Chunk]:
    return (part for part in parts if isinstance(part, Chunk))


def _plain_puzzles(chunk: Chunk) -> NDArray[np.bool_]:
    """Return which puzzles need nothing but their cells."""
    if chunk.puzzles is not None or chunk.board.layout != CLASSIC or chunk.board.rules:
        return np.zeros(len(chunk), dtype=bool)
    is_plain: NDArray[np.bool_] = chunk.cells.max(axis=1) > _SURE
    return is_plain


def _runs(flags: NDArray[np.bool_], start: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of equal flags."""
    turns = np.flatnonzero(np.diff(flags[start:])) + start + 1
    if start < len(flags):
        yield from pairwise([start, *turns.tolist(), len(flags)])


def _plain_rows(cells: NDArray[np.uint8], before: bytes, blank: bytes, after: bytes) -> bytes:
    """Return the rows of 9x9 boards, with texts around each."""
    symbols = np.frombuffer(blank + b"123456789", dtype=np.uint8)
    width = cells.shape[1]
    empty = np.frombuffer(before + bytes(width) + after, dtype=np.uint8)
    rows = np.tile(empty, (len(cells), 1))
    rows[:, len(before) : len(before) + width] = symbols[cells]
    return rows.tobytes()
