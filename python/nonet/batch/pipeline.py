"""The pipeline: reads inputs in chunks, answers them with a verb, and yields tables in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Protocol

import numpy as np

from nonet.batch.chunks import Chunk, Part, Refused, cut_parts, in_turn, merged
from nonet.batch.columns import Table
from nonet.batch.reading import Reader
from nonet.batch.verbs import Verb, View, answer_refused, board_columns
from nonet.core.errors import NonetError
from nonet.files.items import Item
from nonet.files.source import Taken

_MOST = 1 << 20
"""Maximum number of bytes taken at once, which are held in memory a few times."""
ROW = 100
"""Approximate number of bytes per row."""
_SPAN = 0.1
"""Target time per step in seconds: how much Ctrl-C can lose, and how long a pipe waits."""


class Source(Protocol):
    """A source of lines, table rows or puzzles, taken in parts."""

    def take(self, most: int) -> Taken:
        """Return about `most` bytes; an empty list at the end."""


class Pace:
    """How many rows to answer at a time, so that a step takes about a tenth of a second.

    `least` keeps every core busy where one row takes longer than that.
    """

    def __init__(self, least: int = 1) -> None:
        self._least = least
        self.rows = least

    @property
    def bytes(self) -> int:
        """How many bytes to read for that."""
        return min(self.rows * ROW, _MOST)

    def learn(self, seconds: float) -> None:
        """Adjust the number of rows to the measured time."""
        most = max(_MOST // ROW, 1)
        is_quick = seconds < _SPAN
        self.rows = min(2 * self.rows, most) if is_quick else max(self.rows // 2, self._least)


def read_parts(source: Source, reader: Reader, pace: Pace) -> Iterator[list[Part]]:
    """Yield the contents of a source in parts with one layout each, a few rows at a time."""
    while taken := source.take(pace.bytes):
        for parts in reader.read(taken):
            total = sum(map(len, parts))
            start = 0
            while start < total:
                end = min(start + pace.rows, total)
                yield parts if (start, end) == (0, total) else cut_parts(parts, start, end)
                start = end


def in_order(batches: Iterable[list[Part]], pace: Pace | None = None) -> Iterator[Part]:
    """Yield the parts in the order of the input, split where they alternate.

    With a pace, the time that the caller takes for them decides how much is read next.
    """
    for parts in batches:
        started = time.monotonic()
        for number, start, end in in_turn(parts):
            part = parts[number]
            is_whole = (start, end) == (0, len(part))
            yield part if is_whole else part.take(np.arange(start, end))
        if pace is not None:
            pace.learn(time.monotonic() - started)


def answered(
    batches: Iterable[list[Part]],
    verb: Verb,
    view: View,
    pace: Pace,
    on_error: Callable[[Item, NonetError], object],
    *,
    alone: bool = False,
) -> Iterator[Table]:
    """Yield the answers of a verb to everything that was read, in the order of the input."""
    for parts in batches:
        started = time.monotonic()
        yield from merged(_answers(parts, verb, view, on_error, alone))
        pace.learn(time.monotonic() - started)


def _answers(
    parts: Iterable[Part],
    verb: Verb,
    view: View,
    on_error: Callable[[Item, NonetError], object],
    alone: bool,
) -> Iterator[tuple[Part, Table]]:
    for part in parts:
        if isinstance(part, Chunk):
            try:
                yield from list(verb.answer(part, view))
            except NonetError as error:
                refused = _refuse_all(part, error)
                for item in refused.items:
                    on_error(item, error)
                table = answer_refused(verb, refused, view, alone=alone)
                if view == "table" and "puzzle" in table.columns:
                    # The puzzles were read, so they are not lost.
                    table = replace(table, columns={**table.columns, **board_columns(part)})
                yield refused, table
        else:
            yield part, answer_refused(verb, part, view, alone=alone)


def _refuse_all(chunk: Chunk, error: NonetError) -> Refused:
    items = tuple(map(chunk.item, range(len(chunk))))
    return Refused(chunk.rows, items, (error,) * len(chunk), chunk.extra)
