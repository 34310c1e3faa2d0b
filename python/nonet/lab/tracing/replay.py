"""Replaying a trace: the board and the counters at any event, from the events alone."""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonet.core.cells import cell_name
from nonet.core.line import SYMBOLS
from nonet.lab.counts import Counts
from nonet.lab.explorer import root_domains
from nonet.lab.tracing.columns import Columns, Flags, Ints, nodes_of
from nonet.lab.tracing.events import CAUSES, KIND_CODES, KINDS, PHRASES, WORK, Event
from nonet.render.picture import ASSIGNED, FILLED, GIVEN, OPEN

if TYPE_CHECKING:
    from nonet.lab.tracing.record import Trace

_STRIDE = 64
"""Events between two snapshots of the counters and filled boards."""
_BLOCK = 1024 * _STRIDE
"""Events read at a time."""
_NODES_KEPT = 4096
"""Nodes whose inferences are cached: consecutive moments share most of their path."""
_INFERRED = ("eliminate", "place")


@dataclass(frozen=True, slots=True)
class Moment:
    """A board during a search, right after an event."""

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


COUNTED = {
    "assign": "assignments",
    "dead_end": "dead_ends",
    "backtrack": "backtracks",
    "skip": "skipped",
    "restart": "restarts",
    "move": "moves",
}
"""The counters that go up by one with an event."""
_HIGHEST = ("deepest", "largest_frontier")
"""The counters that keep the highest; all others are sums."""


def additions(columns: Columns, depths: Ints) -> dict[str, Ints]:
    """Return what each event does to each counter; the page's trace.js has to do the same.

    `depths` are the levels of the chosen nodes, 0 for the root, one for every `choose`.
    """
    found: dict[str, Ints] = defaultdict(lambda: np.zeros(columns.count, np.int64))
    for name in WORK:
        found[name] = columns.work(name)
    for kind, name in COUNTED.items():
        found[name][columns.rows(kind)] = 1
    found["eliminated"][columns.rows("eliminate")] = columns.lengths("eliminate", "cells")
    rows = columns.rows("choose")
    values, refused, places = (columns.lengths("choose", name) for name in KINDS["choose"].lists)
    tried = np.where(columns.number("choose", "cell") < 0, places // 2, values)
    found["expanded"][rows] = 1
    found["generated"][rows] = tried + refused
    found["refused"][rows] = refused
    found["dead_ends"][rows] = tried == 0
    found["deepest"][rows] = depths + 1
    found["largest_frontier"][rows] = columns.number("choose", "waiting")
    return found


class Landmarks(NamedTuple):
    """The events that people look for, by their numbers, ascending."""

    dead_ends: Ints
    """Dead ends, and cells chosen for which nothing is left to try."""
    solutions: Ints
    values_tried: Ints
    """Assignments; the swaps of a local search."""


class Replay:
    """An index over a trace: whose board an event shows, and where each node's conclusions are."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._layout = trace.puzzle.layout
        self._geometry = trace.puzzle.geometry
        self._digits = digit_names(self._layout.size)
        self._counters = trace.subject.counters
        self._boards: list[bytes] = []
        self._domains = root_domains(trace.puzzle, everything=False)
        self._inferred = lru_cache(_NODES_KEPT)(self._read_node)
        self._read()

    def _read(self) -> None:
        """Go through all events once, many at a time."""
        parents, depths = [0], [0]
        root = not self._trace.puzzle.conflicts()
        counted = np.array([int(root and name == "generated") for name in self._counters])
        kinds, nodes, kept, hopeless = [], [], [counted[None, :]], []
        node = 0
        for start in range(0, len(self._trace), _BLOCK):
            columns = Columns(self._trace, start, min(start + _BLOCK, len(self._trace)))
            found = nodes_of(columns, len(parents), node)
            above = columns.number("assign", "parent").tolist()
            parents += above
            for parent in above:
                depths.append(depths[parent] + 1)
            chosen = columns.rows("choose")
            levels = np.array([depths[place] for place in found[chosen].tolist()], np.int64)
            sums = self._sums(additions(columns, levels), counted)
            fruitless = sum(columns.lengths("choose", name) for name in ("values", "places")) == 0
            kinds.append(columns.kinds)
            nodes.append(found.astype(np.uint32))
            kept.append(sums[_STRIDE - 1 :: _STRIDE])
            hopeless.append(start + chosen[fruitless])
            counted, node = sums[-1], int(found[-1])
        self._parents, self._depths = array("I", parents), np.array(depths, np.int64)
        self._node_at = np.concatenate([np.zeros(0, np.uint32), *nodes])
        self._kept = np.concatenate(kept)
        self._bound(np.concatenate([np.zeros(0, np.uint8), *kinds]), hopeless)

    def _bound(self, kinds: NDArray[np.uint8], hopeless: list[Ints]) -> None:
        """Find where each node's conclusions begin and end, and the landmarks."""

        def are(*names: str) -> Flags:
            return np.isin(kinds, [KIND_CODES[name] for name in names])

        told = np.flatnonzero(~are(*_INFERRED))
        after = np.append(told, len(kinds))
        assigned = np.flatnonzero(are("assign")[told])
        self._firsts = np.concatenate(([0], told[assigned]))
        self._ends = np.concatenate((after[:1], after[assigned + 1]))
        dead = np.sort(np.concatenate([np.flatnonzero(are("dead_end")), *hopeless]))
        solutions, tried = np.flatnonzero(are("solution")), np.flatnonzero(are("assign", "move"))
        self.landmarks = Landmarks(dead, solutions, tried)

    def _sums(self, added: dict[str, Ints], counted: Ints) -> Ints:
        """Return the counters after each of some events, a row for each, from those before."""
        count = len(added["checks"])
        found = np.empty((count, len(self._counters)), np.int64)
        for place, name in enumerate(self._counters):
            if name in _HIGHEST:
                highest = np.maximum.accumulate(added[name])
                found[:, place] = np.maximum(highest, counted[place])
            else:
                found[:, place] = np.cumsum(added[name]) + counted[place]
        return found

    def counts_after(self, events: int) -> Counts:
        """Return the counters after so many events."""
        start = events // _STRIDE
        values = self._kept[start]
        if events > start * _STRIDE:
            columns = Columns(self._trace, start * _STRIDE, events)
            nodes = self._node_at[columns.start + columns.rows("choose")]
            values = self._sums(additions(columns, self._depths[nodes]), values)[-1]
        return Counts(**dict(zip(self._counters, values.tolist(), strict=True)))

    def moment(self, index: int) -> Moment:
        """Return everything just after an event."""
        event = self._trace[index]
        node = int(self._node_at[index])
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
        return self._inferred(node)[0]

    def _read_node(self, node: int) -> list[Event]:
        """Return the assignment that made a node, if it is not the root, and what follows."""
        places = range(int(self._firsts[node]), int(self._ends[node]))
        return [self._trace[place] for place in places]

    def _board(
        self, path: list[int], index: int
    ) -> tuple[bytes, bytes, tuple[tuple[int, ...], ...]]:
        """Put the conclusions of all nodes of a path on the givens, up to an event."""
        puzzle, keeps = self._trace.puzzle, self._trace.subject.keeps
        values = bytearray(puzzle.cells)
        origins = bytearray(GIVEN if given else OPEN for given in puzzle.cells)
        left = [set(domain) for domain in self._domains]
        for node in path:
            first = int(self._firsts[node])
            for event in self._inferred(node)[: index + 1 - first]:
                if event.kind == "eliminate":
                    for cell in event.cells:
                        left[cell].discard(event.digit or 0)
                elif event.cell is not None:
                    values[event.cell] = event.digit or 0
                    origins[event.cell] = ASSIGNED if event.kind == "assign" else FILLED
        if keeps == "digits":
            for cell, digits in enumerate(left):
                digits.difference_update(values[peer] for peer in self._geometry.peers[cell])
        candidates = tuple(
            () if value else tuple(sorted(digits))
            for value, digits in zip(values, left, strict=True)
        )
        return bytes(values), bytes(origins), candidates

    def _filling(self, index: int) -> bytes:
        """Return the full board of a local search: the last one kept, and the swaps since."""
        if not self._boards:
            self._keep_boards()
        start = index // _STRIDE
        digits = bytearray(self._boards[start])
        for place in range(start * _STRIDE, index + 1):
            _apply(self._trace[place], digits)
        return bytes(digits)

    def _keep_boards(self) -> None:
        """Go through all moves once, and keep the board before every so many events."""
        digits = bytearray(self._trace.puzzle.cells)
        for start in range(0, len(self._trace), _BLOCK):
            columns = Columns(self._trace, start, min(start + _BLOCK, len(self._trace)))
            pairs = [columns.number("move", name).tolist() for name in ("cell", "other")]
            moves = dict(zip(columns.rows("move").tolist(), zip(*pairs, strict=True), strict=True))
            fills = set(columns.rows("fill").tolist())
            for row in range(columns.count):
                if row % _STRIDE == 0:
                    self._boards.append(bytes(digits))
                if row in moves:
                    one, other = moves[row]
                    digits[one], digits[other] = digits[other], digits[one]
                elif row in fills:
                    _apply(self._trace[start + row], digits)

    def words(self, event: Event) -> str:
        """Fill the words of an event's kind in."""
        text = KINDS[event.kind].words
        if event.cause is not None:
            text = text.replace("{cause}", CAUSES[event.cause])
        if event.kind == "choose":
            if event.cell is None:
                places = (self._pair("place", cell, digit) for cell, digit in event.options)
                return PHRASES["places"].format(places=", ".join(places))
            if not event.values:
                text = PHRASES["no-choice"]
        return text.format(
            cell=self._cell(event.cell),
            other=self._cell(event.other),
            by=self._cell(event.by),
            digit=self._digit(event.digit),
            cells=self._cells(event.cells),
            others=self._cells(event.others),
            house="" if event.house is None else self._geometry.group_name(event.house),
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
        if not node:
            return PHRASES["nowhere" if node is None else "root"]
        event = self._assignment(node)
        return self._pair("node", event.cell, event.digit)

    def _pair(self, phrase: str, cell: int | None, digit: int | None) -> str:
        return PHRASES[phrase].format(cell=self._cell(cell), digit=self._digit(digit))


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
