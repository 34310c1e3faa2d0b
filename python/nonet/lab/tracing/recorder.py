"""The recorder: stores what an observed run reports in compact form."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from nonet.lab.counts import Tally
from nonet.lab.state import State
from nonet.lab.tracing.causes import Cause, why_dead, why_filled, why_removed
from nonet.lab.tracing.events import CAUSE_CODES, KIND_CODES, pack

Numbers = Sequence[int | None]
Lists = Sequence[Sequence[int]]

STOPPED = "events"
"""What stopped a run whose trace is full."""


class Recorder:
    """Events as they happen, each with the work done until the next one.

    The last event is held back until its work is known.
    """

    def __init__(self, most: int) -> None:
        self.tally = Tally()
        self.subject: State | None = None
        """The state that inference is working on: changes to it are recorded."""
        self.data = bytearray()
        self.starts = array("Q")
        self._most = most
        self._held: tuple[int, Numbers, Lists] | None = None
        self._checks = self._revisions = 0
        self._nodes = 0
        self._latest: int | None = None

    def __deepcopy__(self, memo: object) -> Recorder:
        return self

    @property
    def is_full(self) -> bool:
        """Return whether the run should end."""
        return len(self.starts) >= self._most

    def tell(self, kind: str, numbers: Numbers = (), lists: Lists = ()) -> None:
        """Record an event; lists that may change later are copied."""
        self.settle()
        self._held = KIND_CODES[kind], numbers, [tuple(items) for items in lists]

    def settle(self) -> None:
        """Write the event that was held back: the work so far belongs to it."""
        if self._held is None:
            return
        tally, (code, numbers, lists) = self.tally, self._held
        self.starts.append(len(self.data))
        checks, revisions = tally.checks - self._checks, tally.revisions - self._revisions
        pack(self.data, code, checks, revisions, numbers, lists)
        self._checks, self._revisions = tally.checks, tally.revisions
        self._held = None

    def assign(self, parent: int, cell: int, digit: int) -> int:
        """Record an assignment; return the number of the new node."""
        self._nodes += 1
        self._latest = cell
        self.tell("assign", (self._nodes, parent, cell, digit))
        return self._nodes

    def eliminate(self, state: State, cells: Sequence[int], digit: int) -> None:
        """Record that cells lost a digit; users' inferences may count cells from the end."""
        cells = [int(cell) % state.layout.cell_count for cell in cells]
        cause = why_removed(state, cells, digit, self._latest)
        numbers = (digit, CAUSE_CODES[cause.name], cause.cell, cause.house)
        self.tell("eliminate", numbers, (cells, cause.cells))

    def place(self, state: State, cell: int, digit: int) -> None:
        """Record that a cell, still empty, is being filled."""
        cause = why_filled(state, cell, digit)
        self._latest = cell
        self.tell("place", (cell, digit, CAUSE_CODES[cause.name], cause.house))

    def dead_end(self, node: int, state: State) -> None:
        """Record that a node has a contradiction."""
        cause: Cause = why_dead(state)
        numbers = (node, CAUSE_CODES[cause.name], cause.cell, cause.digit, cause.house)
        self.tell("dead_end", numbers, (cause.cells,))
