"""The interface between a search and a board, whatever its representation.

A state either *tracks* candidates, which inference eliminates one by one, or it stores only the
digits and looks at the peers each time. It is either copied for every node, or it records changes
on a trail and undoes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Self

from nonet.core.geometry import Geometry
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle, Solution


class OpenCells(tuple[int, ...]):
    """The empty cells of a board at one moment, ascending; `in` is a direct look-up."""

    _members: frozenset[int]

    def __contains__(self, cell: object) -> bool:
        try:
            return cell in self._members
        except AttributeError:
            self._members = frozenset(self)
            return cell in self._members


class State(ABC):
    """A board during a search: digits, empty cells and, if tracked, candidates.

    `trail` is None for a state that is copied. `domains` holds, for every cell, the values to try
    there if candidates are not tracked; values that the puzzle's rules forbid are excluded.
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
        """How many candidates were eliminated one by one from this board."""
        self.check_layout(self.layout)
        self.hold(puzzle)

    @classmethod
    def check_layout(cls, layout: Layout) -> None:
        """Raise ArgumentError if the representation has no room for a layout."""
        return

    @abstractmethod
    def hold(self, puzzle: Puzzle) -> None:
        """Build the representation: the givens and, if tracked, the domains as candidates."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent state, copied the way this representation is."""

    @abstractmethod
    def value(self, cell: int) -> int:
        """Return the digit of a cell, 0 if it is empty."""

    @abstractmethod
    def candidates(self, cell: int) -> Sequence[int]:
        """Return the tracked candidates of an empty cell, ascending."""

    @abstractmethod
    def untaken(self, cell: int) -> Sequence[int]:
        """Return the values of the cell's domain that no peer has, ascending."""

    @abstractmethod
    def has(self, cell: int, digit: int) -> bool:
        """Return whether a digit is a tracked candidate of a cell; False for a filled cell."""

    @abstractmethod
    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Eliminate a candidate from cells, add them to `struck`, and return those that had it."""

    @abstractmethod
    def write(self, cell: int, digit: int) -> Any:
        """Put a digit into a cell and return what the cell held before."""

    @abstractmethod
    def restore(self, cell: int, held: Any) -> None:
        """Empty a cell again, or restore what it held."""

    @property
    @abstractmethod
    def open(self) -> Sequence[int]:
        """The empty cells in ascending order; cached until a cell is filled or emptied."""

    @property
    def full(self) -> bool:
        """True if no cell is empty."""
        return not self.open

    def first(self) -> int:
        """Return the first empty cell; there must be one."""
        return self.open[0]

    def narrowest(self) -> int:
        """Return the empty cell with the fewest values; ties go to the first."""
        return min(self.open, key=self.size)

    def equally_narrow(self) -> list[int]:
        """Return all empty cells with the fewest values, ascending."""
        cells = self.open
        sizes = [self.size(cell) for cell in cells]
        least = min(sizes)
        return [cell for cell, size in zip(cells, sizes, strict=True) if size == least]

    def open_peers(self, cell: int) -> int:
        """Return how many peers of a cell are empty."""
        return sum(1 for peer in self.peers[cell] if not self.value(peer))

    def allowed(self, cell: int) -> Sequence[int]:
        """Return the values that can go into an empty cell, as far as the state knows."""
        return self.candidates(cell) if self.tracked else self.untaken(cell)

    def size(self, cell: int) -> int:
        """Return how many values can go into an empty cell."""
        return len(self.allowed(cell))

    def hidden_singles(self, house: Sequence[int]) -> list[tuple[int, int]] | None:
        """Return the digits with one place left in a house, place by place.

        None if a digit has no place.
        """
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
        lone = [(cells[0], digit) for digit, cells in places.items() if len(cells) == 1]
        return sorted(lone, key=lambda found: house.index(found[0]))

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into an empty cell; updating the peers is up to the inference."""
        held = self.write(cell, digit)
        if self.trail is not None:
            self.trail.append((cell, held))

    def undo(self, mark: int) -> None:
        """Undo everything since the trail was `mark` long."""
        trail = self.trail
        assert trail is not None
        while len(trail) > mark:
            self.restore(*trail.pop())

    def key(self) -> object:
        """Return a hashable key that is equal for states with the same digits."""
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
