"""The verbs of a batch: their options, and how many rows a chunk has unless told."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from nonet.batch.canonicalizing import Canonicalize
from nonet.batch.checking import Check
from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Flags, Numbers, Same, Table, Texts, Words
from nonet.batch.counting import Count
from nonet.batch.explaining import Explain
from nonet.batch.rating import Rate
from nonet.batch.solving import Solve
from nonet.batch.verbs import Kind, Verb, View, board_columns, clues_of
from nonet.core.errors import ArgumentError, UnknownNameError
from nonet.core.limit import Limit
from nonet.core.result import Status
from nonet.engines.roster import engine_named
from nonet.logic.orders import order_named
from nonet.logic.scales import DEFAULT_SCALES, read_scales

_MANY = 500_000
_FEW = 1_000


class Read:
    """Reads puzzles and answers nothing, so that no column of the input is replaced."""

    columns: Mapping[str, Kind] = MappingProxyType({"puzzle": "text"})
    malformed = "malformed"

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Return the puzzles of a chunk."""
        return [(chunk, Table(len(chunk), board_columns(chunk)))]


class Convert:
    """Writes every puzzle in the usual notation, with columns for its board."""

    columns: Mapping[str, Kind] = MappingProxyType(
        {"puzzle": "text", "clues": "number", "status": "text", "error": "text"}
    )
    malformed = "malformed"

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Return the puzzles of a chunk."""
        columns: dict[str, Column] = {
            "clues": clues_of(chunk),
            "status": Same("read"),
            "error": Same(None),
        }
        return [(chunk, Table(len(chunk), board_columns(chunk) | columns))]


class Untimed:
    """Answers as a verb does, but without times: a shard has to be the same in every run."""

    def __init__(self, verb: Verb) -> None:
        self._verb = verb
        self.columns: Mapping[str, Kind] = _without_times(verb.columns)
        self.malformed = verb.malformed

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Answer a chunk."""
        for part, table in self._verb.answer(chunk, view):
            yield part, replace(table, columns=_without_times(table.columns))


def _without_times(columns: Mapping[str, Any]) -> dict[str, Any]:
    return {name: column for name, column in columns.items() if name != "seconds"}


def _silent(_: str) -> None:
    """Say nothing: what an engine says about a row is in its row."""


def _solve(limit: Limit | None, *, engine: str | None = None) -> Verb:
    found = None if engine is None else engine_named(engine)
    return Solve(limit or Limit(), found, tell=_silent)


def _count(limit: Limit | None, *, engine: str | None = None) -> Verb:
    found = None if engine is None else engine_named(engine)
    return Count(limit or Limit(solutions=None), found)


def _check(limit: Limit | None) -> Verb:
    return Check()


def _rate(limit: Limit | None, *, scales: Any = DEFAULT_SCALES) -> Verb:
    return Untimed(Rate(read_scales(scales), limit or Limit()))


def _explain(limit: Limit | None, *, order: str = "nonet") -> Verb:
    return Explain(order_named(order), limit or Limit(), in_tables=True)


def _canonical(limit: Limit | None) -> Verb:
    return Canonicalize()


def _convert(limit: Limit | None) -> Verb:
    return Convert()


def count_statuses(table: Table) -> Counter[str]:
    """Return how many rows have each status."""
    column = table.columns.get("status")
    if isinstance(column, Words):
        counts = np.bincount(column.codes, minlength=len(column.words)).tolist()
        return Counter({str(word): n for word, n in zip(column.words, counts, strict=True) if n})
    if isinstance(column, Same):
        return Counter({str(column.value): table.rows})
    if isinstance(column, Texts):
        ends = zip(column.starts.tolist(), column.ends.tolist(), strict=True)
        return Counter(bytes(column.data[start:end]).decode() for start, end in ends)
    return Counter({"answered": table.rows})


def _open_rows(table: Table, limit: Limit | None) -> int:
    """Return how many searches ended without a proof."""
    counts = count_statuses(table)
    # One solution is all that was asked for with such a limit.
    is_enough = limit is not None and limit.solutions == 1
    return counts[Status.UNKNOWN.word] + (0 if is_enough else counts[Status.FOUND.word])


def _stopped_counts(table: Table, limit: Limit | None) -> int:
    """Return how many counts ended neither with all solutions nor with as many as were wanted."""
    counts, exact = table.columns["count"], table.columns["exact"]
    if not isinstance(counts, Numbers) or not isinstance(exact, Flags):
        return 0  # These rows could not be read.
    most = None if limit is None else limit.solutions
    is_stopped = ~exact.flags & (counts.numbers != (-1 if most is None else most))
    return int(np.count_nonzero(is_stopped))


def _stopped_paths(table: Table, limit: Limit | None) -> int:
    """Return how many paths were stopped, or ended before they began."""
    reasons = table.columns["stopped_by"]
    if not isinstance(reasons, Texts):
        return 0  # These rows could not be read.
    return table.rows if reasons.present is None else int(np.count_nonzero(reasons.present))


class KnownVerb(NamedTuple):
    """How to make a verb, and what its batches are like."""

    make: Callable[..., Verb]
    chunk_rows: int
    step: int
    """The rows answered at once: the same everywhere, because it decides the bytes of a shard."""
    has_limit: bool = True
    """Whether it searches, so that a limit can stop it."""
    stopped: Callable[[Table, Limit | None], int] = _open_rows
    """How many rows of a table a limit stopped."""

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its options."""
        return tuple(inspect.signature(self.make).parameters)[1:]


VERBS: Mapping[str, KnownVerb] = MappingProxyType(
    {
        "solve": KnownVerb(_solve, _MANY, 1 << 15),
        "count": KnownVerb(_count, _MANY, 1 << 15, stopped=_stopped_counts),
        "check": KnownVerb(_check, _MANY, 1 << 15, has_limit=False),
        "rate": KnownVerb(_rate, _FEW, 64),
        "explain": KnownVerb(_explain, _FEW, 16, stopped=_stopped_paths),
        "canonical": KnownVerb(_canonical, _MANY, 1 << 15, has_limit=False),
        "convert": KnownVerb(_convert, _MANY, 1 << 15, has_limit=False),
    }
)
"""Every verb by name."""


def verb_named(name: str) -> KnownVerb:
    """Return the verb of that name."""
    if name not in VERBS:
        raise UnknownVerbError(name, VERBS)
    return VERBS[name]


def make_verb(name: str, limit: Limit | None, options: Mapping[str, Any]) -> Verb:
    """Return a verb with its options; ArgumentError names one that it does not have."""
    known = verb_named(name)
    for option in options:
        if option not in known.options:
            expected = f"the options of {name}: {', '.join(known.options) or 'it has none'}"
            raise ArgumentError(f"expected {expected}; found {option!r}")
    if limit is not None and not known.has_limit:
        raise ArgumentError(f"limit: expected none, because {name} has no search to stop")
    return known.make(limit, **options)


class UnknownVerbError(UnknownNameError):
    """There is no verb of that name."""

    kind = "verb"
