"""A board of the native search, as a rule written in Python sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Never

from nonet.core.digits import digits_of
from nonet.core.puzzle import Puzzle
from nonet.lab.bit_masks import BitMasks
from nonet.lab.choices import Memory
from nonet.lab.parts import checked_order, checked_select
from nonet.lab.rng import Rng
from nonet.lab.state import OpenCells, State


class NativeState(State):
    """What the native search shows of its board: three strings of bytes, replaced at every call.

    Rules can look at it as at any other state, and copy it; only the search changes it.
    """

    def hold(self, puzzle: Puzzle) -> None:
        """Wait for the first board."""
        self._puzzle = puzzle
        self._open: OpenCells | None = None

    def show(self, digits: bytes, sizes: bytes, allowed: bytes) -> None:
        """Take over the board of this moment: digits, sizes, and a mask of values per cell."""
        self.values = digits
        self.allowed_bytes = allowed
        self._open = None
        # A bound method of bytes takes half the time of a method that looks into them.
        self.size = sizes.__getitem__  # type: ignore[assignment, method-assign]

    @property
    def open(self) -> Sequence[int]:
        """The empty cells, collected on first use."""
        if self._open is None:
            self._open = OpenCells([cell for cell, digit in enumerate(self.values) if not digit])
        return self._open

    @property
    def full(self) -> bool:
        """Search for a 0."""
        return 0 not in self.values

    def first(self) -> int:
        """Search for the first 0."""
        return self.values.index(0)

    def value(self, cell: int) -> int:
        """Look into the bytes."""
        return self.values[cell]

    def allowed(self, cell: int) -> Sequence[int]:
        """Unpack the mask."""
        width = len(self.allowed_bytes) // len(self.values)
        start = cell % len(self.values) * width
        return digits_of(int.from_bytes(self.allowed_bytes[start : start + width], "little"))

    def candidates(self, cell: int) -> Sequence[int]:
        """Return what can go there; without tracked candidates, what is tried there."""
        if self.tracked:
            return self.allowed(cell)
        return () if self._puzzle.cells[cell] else self.domains[cell]

    def untaken(self, cell: int) -> Sequence[int]:
        """Compare each value with every peer."""
        taken = {self.values[peer] for peer in self.peers[cell]}
        return [digit for digit in self.domains[cell] if digit not in taken]

    def has(self, cell: int, digit: int) -> bool:
        """Look into the candidates of the cell."""
        return digit in self.candidates(cell)

    def copy(self) -> BitMasks:  # type: ignore[override]
        """Return an independent state, which may be changed."""
        board = Puzzle(self.values, self.layout, rules=self._puzzle.rules)
        domains = self.domains
        if self.tracked:
            cells = range(len(self.values))
            domains = [(self.values[c],) if self.values[c] else self.allowed(c) for c in cells]
        return BitMasks(board, domains, tracked=self.tracked, undo=False)

    def _refuse(self, *change: Any) -> Never:
        raise TypeError("a rule may look at the state, not change it (use a copy)")

    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Refuse: only the search changes its board."""
        self._refuse()

    def write(self, cell: int, digit: int) -> Any:
        """Refuse: only the search changes its board."""
        self._refuse()

    def restore(self, cell: int, held: Any) -> None:
        """Refuse: only the search changes its board."""
        self._refuse()


class OwnRules:
    """A user's select or order, in the form that the native search calls."""

    def __init__(self, select: Any, order: Any, state: NativeState, ranks: dict[int, int]) -> None:
        self._select = checked_select(select) if callable(select) else None
        self._order = checked_order(order) if callable(order) else None
        self._state = state
        self._memory = Memory(Rng(), ranks, [])

    def select(
        self,
        digits: bytes,
        sizes: bytes,
        allowed: bytes,
        random_state: int,
        weights: list[int],
        _cell: None,
    ) -> tuple[Any, int]:
        """Pick a cell, or places; return the state of the generator as well."""
        assert self._select is not None
        rng = self._recall(random_state, weights)
        self._state.show(digits, sizes, allowed)
        return self._select(self._state, self._memory), rng.word

    def order(
        self,
        digits: bytes,
        sizes: bytes,
        allowed: bytes,
        random_state: int,
        weights: list[int],
        cell: int,
    ) -> tuple[list[int], int]:
        """Put the values of a cell in order; return the state of the generator as well."""
        assert self._order is not None
        rng = self._recall(random_state, weights)
        state = self._state
        state.show(digits, sizes, allowed)
        return list(self._order(state, cell, state.allowed(cell), self._memory)), rng.word

    def _recall(self, random_state: int, weights: list[int]) -> Rng:
        self._memory.weights = weights
        self._memory.rng.word = random_state
        return self._memory.rng
