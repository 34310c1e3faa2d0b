"""Replaying a trace: the board and the counters at any event, from the events alone."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonet.core.cells import cell_name
from nonet.core.line import SYMBOLS
from nonet.lab.counts import Counts
from nonet.lab.explorer import root_domains
from nonet.lab.tracing.events import CAUSES, KINDS, Event

if TYPE_CHECKING:
    from nonet.lab.tracing.record import Trace

_STRIDE = 4096
"""Events between two places where counters, and filled boards, are kept."""
_INFERRED = ("prune", "place")

OPEN, GIVEN, ASSIGNED, FILLED = range(4)
"""Where the digit of a cell comes from."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A board under search, just after an event."""

    index: int
    event: Event
    words: str
    node: int
    path: tuple[tuple[int, int], ...]
    """The search's assignments from the root to the node: cells with their digits."""
    values: bytes
    """The digits, 0 where a cell is open."""
    origins: bytes
    """For every cell OPEN, GIVEN, ASSIGNED (by the search) or FILLED (by inference)."""
    candidates: tuple[tuple[int, ...], ...]
    """What is left in every open cell, as far as the strategy knows."""
    counts: Counts


class Tallies:
    """Counters made from events: what each kind of event adds is written here, and only here."""

    def __init__(self, counters: tuple[str, ...], root: bool) -> None:
        self._counters = counters
        self.values = dict.fromkeys(counters, 0)
        self._extra: dict[str, int] = {}
        if root and "generated" in self.values:
            self.values["generated"] = 1

    def add(self, event: Event, depth: int) -> None:
        """Count an event; `depth` is the level of its node, 0 for the root."""
        kind, values = event.kind, self._add
        values("checks", event.checks)
        values("revisions", event.revisions)
        if kind == "choose":
            values("expanded", 1)
            values("generated", len(event.options) + len(event.refused))
            values("dead_ends", len(event.refused))
            self._most("deepest", depth + 1)
            self._most("largest_frontier", event.waiting or 0)
        elif kind == "prune":
            values("pruned", len(event.cells))
        elif kind in _COUNTED:
            values(_COUNTED[kind], 1)

    def _add(self, name: str, amount: int) -> None:
        if name in self.values:
            self.values[name] += amount

    def _most(self, name: str, amount: int) -> None:
        if amount > self.values.get(name, amount):
            self.values[name] = amount

    def counts(self) -> Counts:
        """Return the counters as a run has them."""
        return Counts(**self.values)


_COUNTED = {
    "assign": "assignments",
    "dead_end": "dead_ends",
    "backtrack": "backtracks",
    "skip": "skipped",
    "restart": "restarts",
    "move": "moves",
}
"""The counters that go up by one with an event."""


class Replay:
    """An index over a trace: whose board an event shows, and where each node's conclusions are."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._layout = trace.puzzle.layout
        self._digits = digit_names(self._layout.size)
        self._node_at = array("I")
        self._parents = array("I", [0])
        self._depths = array("I", [0])
        self._firsts = array("I", [0])
        self._ends = array("I", [0])
        self._moves = array("I")
        self._kept: list[dict[str, int]] = []
        self._boards: dict[int, bytes] = {}
        self._read()

    def _read(self) -> None:
        """Go through all events once."""
        tallies = self._new_tallies()
        node, concluding = 0, True
        for index, event in enumerate(self._trace):
            if index % _STRIDE == 0:
                self._kept.append(tallies.values.copy())
            if event.kind == "assign":
                node = len(self._parents)
                self._parents.append(event.parent or 0)
                self._depths.append(self._depths[event.parent or 0] + 1)
                self._firsts.append(index)
                self._ends.append(index + 1)
                concluding = True
            elif event.kind in _INFERRED:
                if concluding:
                    self._ends[node] = index + 1
            else:
                concluding = False
                node = (event.to if event.kind == "backtrack" else event.node) or 0
            self._node_at.append(node)
            tallies.add(event, self._depths[node])

    def _new_tallies(self) -> Tallies:
        trace = self._trace
        return Tallies(trace.subject.counters, root=not trace.puzzle.conflicts())

    def counts_after(self, events: int) -> Counts:
        """Return the counters after so many events."""
        tallies = self._new_tallies()
        start = min(events // _STRIDE, len(self._kept) - 1)
        if start > 0:
            tallies.values = self._kept[start].copy()
        for index in range(max(start, 0) * _STRIDE, events):
            tallies.add(self._trace[index], self._depths[self._node_at[index]])
        return tallies.counts()

    def moment(self, index: int) -> Moment:
        """Return everything just after an event."""
        event = self._trace[index]
        node = self._node_at[index]
        path = self._path(node)
        if self._trace.subject.keeps == "filling":
            values = self._filling(index)
            origins = bytes(GIVEN if given else FILLED for given in self._trace.puzzle.cells)
            candidates: tuple[tuple[int, ...], ...] = ((),) * len(values)
        else:
            values, origins, candidates = self._board([0, *path], index)
        return Moment(
            index=index,
            event=event,
            words=self.words(event),
            node=node,
            path=tuple((e.cell or 0, e.digit or 0) for e in map(self._assignment, path)),
            values=values,
            origins=origins,
            candidates=candidates,
            counts=self.counts_after(index + 1),
        )

    def _path(self, node: int) -> list[int]:
        path = []
        while node:
            path.append(node)
            node = self._parents[node]
        return path[::-1]

    def _assignment(self, node: int) -> Event:
        return self._trace[self._firsts[node]]

    def _board(
        self, path: list[int], index: int
    ) -> tuple[bytes, bytes, tuple[tuple[int, ...], ...]]:
        """Put the conclusions of all nodes of a path on the givens, up to an event."""
        puzzle, keeps = self._trace.puzzle, self._trace.subject.keeps
        values = bytearray(puzzle.cells)
        origins = bytearray(GIVEN if given else OPEN for given in puzzle.cells)
        left = [set(domain) for domain in root_domains(puzzle, everything=False)]
        for node in path:
            for place in range(self._firsts[node], min(self._ends[node], index + 1)):
                event = self._trace[place]
                if event.kind == "prune":
                    for cell in event.cells:
                        left[cell].discard(event.digit or 0)
                elif event.cell is not None:
                    values[event.cell] = event.digit or 0
                    origins[event.cell] = ASSIGNED if event.kind == "assign" else FILLED
        if keeps == "digits":
            for cell, digits in enumerate(left):
                digits.difference_update(values[peer] for peer in self._layout.peers[cell])
        candidates = tuple(
            () if value else tuple(sorted(digits))
            for value, digits in zip(values, left, strict=True)
        )
        return bytes(values), bytes(origins), candidates

    def _filling(self, index: int) -> bytes:
        """Return the full board of a local search: the last one kept, and the swaps since."""
        marks = self._marks
        start = marks[bisect_right(marks, index) - 1]
        digits = bytearray(self._boards[start])
        for place in range(start + 1, index + 1):
            _apply(self._trace[place], digits)
        return bytes(digits)

    @property
    def _marks(self) -> list[int]:
        """Events whose full board is kept: now and then one, so that none is far from any."""
        if not self._boards:
            digits = bytearray(self._trace.puzzle.cells)
            for index, event in enumerate(self._trace):
                _apply(event, digits)
                if index % _STRIDE == 0:
                    self._boards[index] = bytes(digits)
        return list(self._boards)

    def words(self, event: Event) -> str:
        """Fill the words of an event's kind in."""
        text = KINDS[event.kind].words
        if event.cause is not None:
            text = text.replace("{cause}", CAUSES[event.cause])
        if event.kind == "choose":
            if event.cell is None:
                options = [f"{self._digit(d)} in {self._cell(c)}" for c, d in event.options]
                return f"looks at places: {', '.join(options)}"
            if not event.values:
                text = "looks at {cell}: no value is left to try"
        return text.format(
            cell=self._cell(event.cell),
            other=self._cell(event.other),
            by=self._cell(event.by),
            digit=self._digit(event.digit),
            cells=self._cells(event.cells),
            others=self._cells(event.others),
            house="" if event.house is None else self._layout.house_name(event.house),
            values=" ".join(map(self._digit, event.values)),
            cost=event.cost,
            to=self._node(event.to),
        )

    def _cell(self, cell: int | None) -> str:
        return "" if cell is None else cell_name(cell, self._layout.size)

    def _cells(self, cells: tuple[int, ...]) -> str:
        return " ".join(map(self._cell, cells))

    def _digit(self, digit: int | None) -> str:
        return "" if digit is None else self._digits[digit - 1]

    def _node(self, node: int | None) -> str:
        """Name a node by its assignment."""
        if node is None:
            return "nothing: all was tried"
        if node == 0:
            return "the start"
        event = self._assignment(node)
        return f"{self._cell(event.cell)} = {self._digit(event.digit)}"


def digit_names(size: int) -> list[str]:
    """Return how the digits of a board are written: by symbols, or by numbers if it is large.

    >>> digit_names(16)[8:11]
    ['9', 'A', 'B']
    """
    return list(SYMBOLS[:size]) if size <= len(SYMBOLS) else [str(d + 1) for d in range(size)]


def _apply(event: Event, digits: bytearray) -> None:
    if event.kind == "fill":
        digits[:] = bytes(event.values)
    elif event.kind == "move" and event.cell is not None and event.other is not None:
        one, other = event.cell, event.other
        digits[one], digits[other] = digits[other], digits[one]
