"""The reference engine: any layout, pure Python, written to be read.

Candidates are bit masks. Naked and hidden singles are placed until there are none; then the
cell with the fewest candidates is tried, digit by digit. What it does not do is as important:
no clever data, no luck, no rule that would need a proof of its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import ClassVar

from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.engines.base import Engine, Search

_CELL_BYTES = 8
"""Memory of one cell in a stacked state: a reference to a shared integer."""


class ReferenceEngine(Engine):
    """Singles to a fixed point, then fewest candidates first."""

    name: ClassVar[str] = "reference"
    summary: ClassVar[str] = "pure Python: singles, then the cell with the fewest candidates"
    layouts: ClassVar[str] = "every layout"
    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses"})

    def supports(self, layout: Layout) -> bool:
        """Tell that every layout is taken."""
        return True

    def search(self, puzzle: Puzzle, limit: Limit) -> ReferenceSearch:
        """Start a search."""
        return ReferenceSearch(puzzle, limit)


class ReferenceSearch(Search):
    """A depth-first search; a state is a list with the candidate mask of every cell."""

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        self._layout = puzzle.layout
        self._limit = limit
        self._deadline = None if limit.seconds is None else time.monotonic() + limit.seconds
        self._nodes = 0
        self._guesses = 0
        self._exhausted = False
        self._found = self._run(puzzle)

    def __next__(self) -> Solution:
        return next(self._found)

    @property
    def exhausted(self) -> bool:
        """True once the stack has run empty."""
        return self._exhausted

    @property
    def nodes(self) -> int:
        """States settled so far."""
        return self._nodes

    @property
    def guesses(self) -> int:
        """Settled states that still had an open cell."""
        return self._guesses

    def _run(self, puzzle: Puzzle) -> Iterator[Solution]:
        full = (1 << self._layout.size) - 1
        root = State([full] * self._layout.cell_count, [False] * self._layout.cell_count)
        stack = [root] if root.place_givens(puzzle) else []
        while stack:
            self.stopped_by = self._reached(len(stack))
            if self.stopped_by:
                return
            state = stack.pop()
            self._nodes += 1
            if not state.settle(self._layout):
                continue
            cell = state.narrowest()
            if cell is None:
                if not stack:
                    self._exhausted = True
                yield Solution(bytes(mask.bit_length() for mask in state.masks), self._layout)
                continue
            self._guesses += 1
            stack.extend(reversed(list(state.children(cell, self._layout))))
        self._exhausted = True

    def _reached(self, depth: int) -> str | None:
        """Name the limit that is reached, if one is."""
        limit = self._limit
        if limit.nodes is not None and self._nodes >= limit.nodes:
            return "nodes"
        if self._deadline is not None and time.monotonic() >= self._deadline:
            return "seconds"
        stacked = depth * self._layout.cell_count * _CELL_BYTES * 2
        return "memory" if limit.memory is not None and stacked > limit.memory else None


class State:
    """Candidate masks; a placed cell has one bit, which its peers no longer have."""

    __slots__ = ("alive", "changed", "masks", "placed", "singles")

    def __init__(self, masks: list[int], placed: list[bool]) -> None:
        self.alive = True
        self.masks = masks
        self.placed = placed
        self.singles: list[int] = []
        self.changed: set[int] = set()

    def place_givens(self, puzzle: Puzzle) -> bool:
        """Place the givens; false if two of them clash."""
        self.changed.update(range(len(puzzle.layout.houses)))
        for cell, digit in enumerate(puzzle.cells):
            if digit and not self.place(cell, 1 << (digit - 1), puzzle.layout):
                return False
        return True

    def place(self, cell: int, bit: int, layout: Layout) -> bool:
        """Place a digit; false if the cell no longer has it or a peer has no candidate left."""
        masks = self.masks
        if not masks[cell] & bit:
            return False
        masks[cell] = 0
        self.placed[cell] = True
        self.changed.update(layout.houses_of[cell])
        # House by house: a table of all peers would take gigabytes for the largest boards.
        for house in layout.houses_of[cell]:
            for peer in layout.houses[house]:
                if masks[peer] & bit:
                    mask = masks[peer] = masks[peer] ^ bit
                    if not mask:
                        return False
                    self.changed.update(layout.houses_of[peer])
                    if not mask & (mask - 1):
                        self.singles.append(peer)
        masks[cell] = bit
        return True

    def settle(self, layout: Layout) -> bool:
        """Place singles until there are none; false at a contradiction."""
        while self.alive:
            while self.singles:
                cell = self.singles.pop()
                if not self.placed[cell] and not self.place(cell, self.masks[cell], layout):
                    return False
            if not self.changed:
                return True
            house = layout.houses[self.changed.pop()]
            self.alive = self.place_hidden_singles(house, layout)
        return False

    def place_hidden_singles(self, house: tuple[int, ...], layout: Layout) -> bool:
        """Place the digits with one place left in a house; false if a digit has none."""
        masks = self.masks
        once = twice = 0
        for cell in house:
            twice |= once & masks[cell]
            once |= masks[cell]
        if once != (1 << layout.size) - 1:
            return False
        hidden = once & ~twice
        for cell in house:
            bit = masks[cell] & hidden
            if not bit or self.placed[cell]:
                continue
            # Two digits with this cell as their only place: one of them has none.
            if bit & (bit - 1) or not self.place(cell, bit, layout):
                return False
        return True

    def narrowest(self) -> int | None:
        """Return the open cell with the fewest candidates, the first of equals; None if full."""
        open_cells = [cell for cell, placed in enumerate(self.placed) if not placed]
        return min(open_cells, key=lambda cell: self.masks[cell].bit_count(), default=None)

    def children(self, cell: int, layout: Layout) -> Iterator[State]:
        """Give one state per candidate of a cell, the smallest digit first."""
        mask = self.masks[cell]
        while mask:
            bit = mask & -mask
            mask ^= bit
            child = State(self.masks.copy(), self.placed.copy())
            child.alive = child.place(cell, bit, layout)
            yield child
