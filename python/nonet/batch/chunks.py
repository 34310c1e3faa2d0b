"""Chunks: puzzles with the same layout and rules as an array, and rows that cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet.batch.columns import Column, Table
from nonet.core.errors import NonetError
from nonet.core.puzzle import Puzzle
from nonet.files.items import Item


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """Puzzles with the same layout, rules and source, in the order of the input."""

    board: Puzzle
    """An empty puzzle with their layout and rules."""
    cells: NDArray[np.uint8]
    """Their givens, one row per puzzle."""
    rows: NDArray[np.int64]
    """Their positions among all rows that were read together."""
    source: str | None = None
    lines: NDArray[np.int64] | None = None
    """Their line numbers in the source; None if the source is one puzzle."""
    extra: Mapping[str, Column] = field(default_factory=dict)
    """The other columns of a table."""
    solutions: NDArray[np.uint8] | None = None
    """Solutions from a table; zeros if there is none."""
    puzzles: tuple[Puzzle, ...] | None = None
    """The puzzles with their notes, if those were read."""
    problem: str | None = None
    """Why no solution can belong to its puzzle, if that is known."""

    def __len__(self) -> int:
        return len(self.cells)

    def take(self, numbers: NDArray[np.int64]) -> Chunk:
        """Return the puzzles with these numbers, counted from 0."""
        extra = {name: column.cut(numbers) for name, column in self.extra.items()}
        return replace(
            self,
            cells=self.cells[numbers],
            rows=self.rows[numbers],
            lines=None if self.lines is None else self.lines[numbers],
            extra=extra,
            solutions=None if self.solutions is None else self.solutions[numbers],
            puzzles=None if self.puzzles is None else tuple(self.puzzles[i] for i in numbers),
        )

    def puzzle(self, number: int) -> Puzzle:
        """Return one of the puzzles."""
        if self.puzzles is not None:
            return self.puzzles[number]
        return Puzzle(self.cells[number].tobytes(), self.board.layout, rules=self.board.rules)

    def item(self, number: int) -> Item:
        """Return where a puzzle came from, for error messages."""
        line = None if self.lines is None else int(self.lines[number])
        return Item(b"", self.source, line)


@dataclass(frozen=True, slots=True, eq=False)
class Refused:
    """Rows that cannot be read, and why."""

    rows: NDArray[np.int64]
    items: tuple[Item, ...]
    errors: tuple[NonetError, ...]
    extra: Mapping[str, Column] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.items)

    def take(self, numbers: NDArray[np.int64]) -> Refused:
        """Return the rows with these numbers, counted from 0."""
        return Refused(
            self.rows[numbers],
            tuple(self.items[i] for i in numbers),
            tuple(self.errors[i] for i in numbers),
            {name: column.cut(numbers) for name, column in self.extra.items()},
        )


Part: TypeAlias = "Chunk | Refused"


def cut_parts(parts: Iterable[Part], start: int, end: int) -> list[Part]:
    """Return the rows of parts that lie between two positions of the input."""
    found: list[Part] = []
    for part in parts:
        first, last = np.searchsorted(part.rows, (start, end)).tolist()
        if last - first == len(part):
            found.append(part)
        elif last > first:
            found.append(part.take(np.arange(first, last)))
    return found


def in_turn(parts: Sequence[Part]) -> Iterator[tuple[int, int, int]]:
    """Yield the number of a part, a start and an end, in the order of the input."""
    if len(parts) == 1:
        yield 0, 0, len(parts[0])
        return
    rows = np.concatenate([part.rows for part in parts]) if parts else np.empty(0, np.int64)
    owners = np.repeat(np.arange(len(parts)), [len(part) for part in parts])[np.argsort(rows)]
    places = [0] * len(parts)
    turns = np.flatnonzero(np.diff(owners)) + 1
    starts, ends = [0, *turns.tolist()], [*turns.tolist(), len(owners)]
    for start, end in zip(starts, ends, strict=True):
        if start < end:
            owner = int(owners[start])
            place = places[owner]
            places[owner] = place + end - start
            yield owner, place, places[owner]


def merged(answers: Iterable[tuple[Part, Table]]) -> Iterator[Table]:
    """Yield the tables of several parts in the order of the input, split where parts alternate."""
    pairs = list(answers)
    tables = [table.with_extra(part.extra) for part, table in pairs]
    for number, start, end in in_turn([part for part, _ in pairs]):
        yield tables[number].cut(start, end)
