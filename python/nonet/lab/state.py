"""What a search asks of a board, whatever the board is made of.

A state either *tracks* candidates, which inference then removes one by one, or it keeps the digits
only and looks at the peers each time. It is copied for every node, or it keeps a trail of what
changed and undoes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Self

from nonet.core.geometry import Geometry
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle, Solution


class OpenCells(tuple[int, ...]):
    """The open cells of a board at one moment, ascending; `in` looks a cell up, not through all."""

    _members: frozenset[int]

    def __contains__(self, cell: object) -> bool:
        try:
            return cell in self._members
        except AttributeError:
            self._members = frozenset(self)
            return cell in self._members


class State(ABC):
    """A board under search: digits, open cells and, if tracked, candidates.

    `trail` is None for a state that is copied.
    `domains` has, for every cell, the values that are tried there if candidates are not tracked;
    none of them is one that the puzzle's rules do not allow in the cell.
    `geometry` has the houses and groups, `peers` the cells that may not hold the same digit.
    """

    def __init__(
        self, puzzle: Puzzle, domains: Sequence[Sequence[int]], *, tracked: bool, undo: bool
    ) -> None:
        self.layout: Layout = puzzle.layout
        self.geometry: Geometry = puzzle.geometry
        self.peers = self.geometry.peers
        self.domains = domains
        self.tracked = tracked
        self.trail: list[tuple[int, Any]] | None = [] if undo else None
        self.culprit: int | None = None
        self.struck = 0
        """How many candidates were removed one by one from this very board."""
        self.hold(puzzle)

    @abstractmethod
    def hold(self, puzzle: Puzzle) -> None:
        """Build the representation: the givens and, if tracked, the domains as candidates."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent state, copied the way this representation is."""

    @abstractmethod
    def value(self, cell: int) -> int:
        """Return the digit of a cell, 0 if it is open."""

    @abstractmethod
    def candidates(self, cell: int) -> Sequence[int]:
        """Return the tracked candidates of an open cell, ascending."""

    @abstractmethod
    def untaken(self, cell: int) -> Sequence[int]:
        """Return the values of the cell's domain that no peer has, ascending."""

    @abstractmethod
    def has(self, cell: int, digit: int) -> bool:
        """Tell whether a digit is a tracked candidate of a cell; False for a placed cell."""

    @abstractmethod
    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Remove a candidate from cells, add them to `struck`, and return those that had it."""

    @abstractmethod
    def write(self, cell: int, digit: int) -> Any:
        """Put a digit into a cell and return what the cell held before."""

    @abstractmethod
    def restore(self, cell: int, held: Any) -> None:
        """Make a cell open again, or give it back what it held."""

    @property
    @abstractmethod
    def open(self) -> Sequence[int]:
        """The open cells in ascending order; gathered once, until a cell is filled or opened."""

    @property
    def full(self) -> bool:
        """True if no cell is open."""
        return not self.open

    def first(self) -> int:
        """Return the first open cell; there must be one."""
        return self.open[0]

    def narrowest(self) -> int:
        """Return the open cell with the fewest values, the first of equals."""
        return min(self.open, key=self.size)

    def equally_narrow(self) -> list[int]:
        """Return all open cells with the fewest values, ascending."""
        cells = self.open
        sizes = [self.size(cell) for cell in cells]
        least = min(sizes)
        return [cell for cell, size in zip(cells, sizes, strict=True) if size == least]

    def open_peers(self, cell: int) -> int:
        """Return how many peers of a cell are open."""
        return sum(1 for peer in self.peers[cell] if not self.value(peer))

    def allowed(self, cell: int) -> Sequence[int]:
        """Return the values that can go into an open cell as far as the state knows."""
        return self.candidates(cell) if self.tracked else self.untaken(cell)

    def size(self, cell: int) -> int:
        """Return how many values can go into an open cell."""
        return len(self.allowed(cell))

    def hidden_singles(self, house: Sequence[int]) -> list[tuple[int, int]] | None:
        """Return the digits with one place left in a house; None if a digit has no place."""
        places: dict[int, list[int]] = {digit: [] for digit in range(1, self.layout.size + 1)}
        for cell in house:
            value = self.value(cell)
            if value:
                places.pop(value, None)
                continue
            for digit in self.candidates(cell):
                if digit in places:
                    places[digit].append(cell)
        if not all(places.values()):
            return None
        return [(cells[0], digit) for digit, cells in places.items() if len(cells) == 1]

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into an open cell; what follows for the peers is inference."""
        held = self.write(cell, digit)
        if self.trail is not None:
            self.trail.append((cell, held))

    def undo(self, mark: int) -> None:
        """Take back everything since the trail was `mark` long."""
        trail = self.trail
        assert trail is not None
        while len(trail) > mark:
            self.restore(*trail.pop())

    def key(self) -> object:
        """Return something hashable that equals another state's if the digits are the same."""
        return bytes(self.value(cell) for cell in range(self.layout.cell_count))

    def solution(self) -> Solution:
        """Return the digits of a full board."""
        cells = range(self.layout.cell_count)
        return Solution(bytes(self.value(cell) for cell in cells), self.layout)

    def _fork(self) -> Self:
        """Return a new state that shares what never changes."""
        twin = object.__new__(type(self))
        twin.layout, twin.geometry, twin.peers = self.layout, self.geometry, self.peers
        twin.domains = self.domains
        twin.tracked, twin.trail = self.tracked, self.trail
        twin.culprit, twin.struck = None, 0
        return twin
