"""A trace: the events of one run in compact form, to read one by one or replay."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, overload

from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.step import Step
from nonet.lab.counts import Counts
from nonet.lab.method import Method, Run, finish, puzzle_of
from nonet.lab.presets import method_of
from nonet.lab.tracing.events import Event, decode
from nonet.lab.tracing.marking import step_of
from nonet.lab.tracing.recorder import STOPPED, Recorder

if TYPE_CHECKING:
    from nonet.lab.tracing.replay import Landmarks, Moment, Replay
    from nonet.render.picture import Picture

MOST_EVENTS = 1_000_000
"""The default maximum number of events in a trace; then the run is stopped."""

KEEPS: dict[str, str] = {
    "candidates": "the candidates of every cell, which inference eliminates",
    "digits": "digits only; the values a cell can take, shown as candidates, are computed",
    "filling": "a digit in every cell from the start, as in a local search; there is no tree",
}
"""What the boards of a search may store."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What was traced: the strategy in words, what its boards store, its counters."""

    about: str
    parts: str
    keeps: str
    """One of `KEEPS`."""
    counters: tuple[str, ...]
    limit: Limit


@dataclass(frozen=True, repr=False)
class Trace(Sequence[Event]):
    """The events of a run, in order.

    >>> from nonet import lab
    >>> trace = lab.trace("backtracking", "...4..1.2.4..3..")
    >>> trace.counts == trace.run.counts
    True
    """

    run: Run
    subject: Subject
    data: bytes = field(repr=False)
    """The events in the compact form."""
    starts: array[int] = field(repr=False)
    """The position of each of them."""

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Trace:
        """Read a trace written by `write`; anything else raises a ParseError that says where."""
        from nonet.lab.tracing.files import read_trace

        return read_trace(path)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write .jsonl (one event per line), .jsonl.gz, or .trace (compact)."""
        from nonet.lab.tracing.files import write_trace

        write_trace(self, path)

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | Sequence[Event]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        return decode(self.data, self.starts[index])[0]

    def __iter__(self) -> Iterator[Event]:
        place = 0
        while place < len(self.data):
            event, place = decode(self.data, place)
            yield event

    def __repr__(self) -> str:
        return f"<Trace of {self.run.method}: {len(self):,} events, {self.run.status}>"

    def _repr_html_(self) -> str:
        """Show the trace in a notebook: the page with this search only."""
        from nonet.lab.watching.watch import Watch

        return Watch.of([self])._repr_html_()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that was searched."""
        return self.run.puzzle

    @property
    def is_cut_short(self) -> bool:
        """Whether the run was stopped because the trace was full."""
        return self.run.stopped_by == STOPPED

    @cached_property
    def _replay(self) -> Replay:
        from nonet.lab.tracing.replay import Replay

        return Replay(self)

    @property
    def counts(self) -> Counts:
        """The counters, recomputed from the events; those of the run are `run.counts`."""
        return self._replay.counts_after(len(self))

    def counts_after(self, events: int) -> Counts:
        """Return the counters after a number of events, computed from these events."""
        if not isinstance(events, int) or not 0 <= events <= len(self):
            raise ArgumentError(f"expected from 0 to {len(self)} events, found {events!r}")
        return self._replay.counts_after(events)

    @property
    def landmarks(self) -> Landmarks:
        """Events worth jumping to: dead ends, solutions, values tried."""
        return self._replay.landmarks

    def at(self, index: int) -> Moment:
        """Return the board, the path and the counters right after an event.

        >>> from nonet import lab
        >>> lab.trace("backtracking", "...4..1.2.4..3..").at(-1).words
        'a solution'
        """
        if not isinstance(index, int) or not -len(self) <= index < len(self):
            raise ArgumentError(f"expected an event of {len(self)}, found {index!r}")
        return self._replay.moment(index % len(self))

    def picture(self, index: int) -> Picture:
        """Return a picture of the board right after an event, with the event's marks."""
        from nonet.lab.watching.pictures import picture_of_moment

        return picture_of_moment(self, self.at(index))

    def words(self, event: Event) -> str:
        """Return an event in words."""
        return self._replay.words(event)

    def step(self, event: Event) -> Step | None:
        """Return an inference event as a step; None for any other event.

        >>> from nonet import lab
        >>> trace = lab.trace("singles", "...4..1.2.4..3..")
        >>> print(trace.step(trace[0]))
        naked-single: r3c2=1
        """
        return step_of(event, self.puzzle.layout.size)


def traceable(strategy: Method | str) -> Method:
    """Return a method that can be traced; ArgumentError for any other."""
    method = method_of(strategy)
    if method.keeps is None:
        raise method.untraceable()
    return method


def trace(
    strategy: Method | str,
    puzzle: Puzzle | str,
    *,
    limit: Limit | int | None = 1,
    seed: int = 0,
    events: int = MOST_EVENTS,
) -> Trace:
    """Run a strategy once on a puzzle and record everything it does.

    The run is the same as with `lab.run`. If it has more than `events` events, it is stopped soon
    after, and `run.stopped_by` is "events".
    """
    puzzle, method, limit = puzzle_of(puzzle), traceable(strategy), Limit.of(limit)
    if not isinstance(seed, int):
        raise ArgumentError(f"seed: expected an integer, found {seed!r}")
    if not isinstance(events, int) or events < 1:
        raise ArgumentError(f"events: expected an integer of 1 or more, found {events!r}")
    assert method.keeps is not None
    recorder = Recorder(events)
    method.require(puzzle)
    clock = limit.start()
    running = method.observe(puzzle, limit, seed, recorder)
    run = finish(method, running, puzzle, limit, seed, lambda: clock.seconds)
    recorder.settle()
    subject = Subject(
        about=getattr(method, "about", ""),
        parts=getattr(method, "title", ""),
        keeps=method.keeps,
        counters=tuple(name for name, value in run.counts.to_dict().items() if value is not None),
        limit=limit,
    )
    return Trace(run, subject, bytes(recorder.data), recorder.starts)
