"""The reference engine: any board, pure Python, written to be read.

Candidates are bit masks. It places naked and hidden singles until there are none, then tries the
cell with the fewest candidates, digit by digit. It deliberately avoids clever data structures,
randomness, and rules that would need a separate proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from nonet.core.digits import every_digit
from nonet.core.geometry import Geometry
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.rules import Rule
from nonet.engines.base import BASIC_RULES, Engine, Search

_CELL_BYTES = 8
"""Memory of one cell in a stacked state: a reference to a shared integer."""


class ReferenceEngine(Engine):
    """Singles to a fixed point, then fewest candidates first."""

    name: ClassVar[str] = "reference"
    summary: ClassVar[str] = "pure Python: singles, then the cell with the fewest candidates"
    boards: ClassVar[str] = "every board"
    rules: ClassVar[frozenset[type[Rule]]] = BASIC_RULES
    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses"})

    def supports_layout(self, layout: Layout) -> bool:
        """Return True: every layout is supported."""
        return True

    def search(self, puzzle: Puzzle, limit: Limit) -> ReferenceSearch:
        """Start a search."""
        self.require(puzzle)
        return ReferenceSearch(puzzle, limit)


class ReferenceSearch(Search):
    """A depth-first search; a state is a list with the candidate mask of every cell."""

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        self._layout = puzzle.layout
        self._geometry = puzzle.geometry
        self._clock = limit.start()
        self._nodes = 0
        self._guesses = 0
        self._exhausted = False
        self._found = self._run(puzzle)

    def __next__(self) -> Solution:
        return next(self._found)

    @property
    def exhausted(self) -> bool:
        """True once the stack is empty."""
        return self._exhausted

    @property
    def nodes(self) -> int:
        """States settled so far."""
        return self._nodes

    @property
    def guesses(self) -> int:
        """Settled states that still had an empty cell."""
        return self._guesses

    def _run(self, puzzle: Puzzle) -> Iterator[Solution]:
        cells, geometry = self._layout.cell_count, self._geometry
        masks = puzzle.allowed() or [every_digit(self._layout.size)] * cells
        root = State(masks, [False] * cells)
        stack = [root] if root.place_givens(puzzle) else []
        while stack:
            memory = len(stack) * cells * _CELL_BYTES * 2
            self.stopped_by = self._clock.reached(nodes=self._nodes, memory=memory)
            if self.stopped_by:
                return
            state = stack.pop()
            self._nodes += 1
            if not state.settle(geometry):
                continue
            cell = state.narrowest()
            if cell is None:
                if not stack:
                    self._exhausted = True
                yield Solution(bytes(mask.bit_length() for mask in state.masks), self._layout)
                continue
            self._guesses += 1
            stack.extend(reversed(list(state.children(cell, geometry))))
        self._exhausted = True


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
        """Place the givens; false if two of them conflict or a cell has no candidate."""
        geometry = puzzle.geometry
        self.changed.update(range(geometry.house_count))
        self.singles = [cell for cell, mask in enumerate(self.masks) if not mask & (mask - 1)]
        for cell, digit in enumerate(puzzle.cells):
            if digit and not self.place(cell, 1 << (digit - 1), geometry):
                return False
        return all(self.masks) and not geometry.is_impossible

    def place(self, cell: int, bit: int, geometry: Geometry) -> bool:
        """Place a digit; false if the cell no longer has it or a peer has no candidate left."""
        masks = self.masks
        if not masks[cell] & bit:
            return False
        masks[cell] = 0
        self.placed[cell] = True
        self.changed.update(geometry.houses_of[cell])
        # Group by group: a table of all peers would take gigabytes for the largest boards.
        for group in geometry.groups_of[cell]:
            for peer in geometry.groups[group]:
                if masks[peer] & bit:
                    mask = masks[peer] = masks[peer] ^ bit
                    if not mask:
                        return False
                    self.changed.update(geometry.houses_of[peer])
                    if not mask & (mask - 1):
                        self.singles.append(peer)
        masks[cell] = bit
        return True

    def settle(self, geometry: Geometry) -> bool:
        """Place singles until there are none; false on a contradiction."""
        while self.alive:
            while self.singles:
                cell = self.singles.pop()
                if not self.placed[cell] and not self.place(cell, self.masks[cell], geometry):
                    return False
            if not self.changed:
                return True
            self.alive = self.place_hidden_singles(self.changed.pop(), geometry)
        return False

    def place_hidden_singles(self, house: int, geometry: Geometry) -> bool:
        """Place the digits with one place left in a house; false if a digit has none."""
        masks, cells = self.masks, geometry.house_cells[house]
        once = twice = 0
        for cell in cells:
            twice |= once & masks[cell]
            once |= masks[cell]
        if once != every_digit(geometry.layout.size):
            return False
        hidden = once & ~twice
        for cell in cells:
            bit = masks[cell] & hidden
            if not bit or self.placed[cell]:
                continue
            # Two digits with this cell as their only place: one of them has none.
            if bit & (bit - 1) or not self.place(cell, bit, geometry):
                return False
        return True

    def narrowest(self) -> int | None:
        """Return the empty cell with the fewest candidates, the first if equal; None if full."""
        open_cells = [cell for cell, placed in enumerate(self.placed) if not placed]
        return min(open_cells, key=lambda cell: self.masks[cell].bit_count(), default=None)

    def children(self, cell: int, geometry: Geometry) -> Iterator[State]:
        """Yield one state per candidate of a cell, smallest digit first."""
        mask = self.masks[cell]
        while mask:
            bit = mask & -mask
            mask ^= bit
            child = State(self.masks.copy(), self.placed.copy())
            child.alive = child.place(cell, bit, geometry)
            yield child
