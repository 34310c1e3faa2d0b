"""A board of the native search, as a rule written in Python sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Never

from nonet.core.digits import digits_of
from nonet.core.puzzle import Puzzle
from nonet.lab.bit_masks import BitMasks
from nonet.lab.choices import Memory
from nonet.lab.parts import checked_choice, checked_order, failure, takes_memory
from nonet.lab.rng import Rng
from nonet.lab.state import OpenCells, State


class NativeState(State):
    """What the native search shows of its board: three strings of bytes, replaced at every call.

    Rules can look at it as at any other state, and copy it; only the search changes it.
    """

    def hold(self, puzzle: Puzzle) -> None:
        """Wait for the first board."""
        self._puzzle = puzzle
        self._cells: bytes | None = None
        self._open: OpenCells | None = None

    def show(self, digits: bytes, sizes: bytes, allowed: bytes, cells: bytes | None = None) -> None:
        """Take over the board of this moment: digits, sizes, and a mask of values per cell.

        `cells` are the empty ones, if the core has collected them and each fits a byte.
        """
        self.values, self.allowed_bytes = digits, allowed
        self._cells, self._open = cells, None
        # A bound method of bytes takes half the time of a method that looks into them.
        self.size = sizes.__getitem__  # type: ignore[assignment, method-assign]

    @property
    def open(self) -> Sequence[int]:
        """The empty cells, collected on first use."""
        if self._open is None:
            cells = self._cells
            if cells is None:
                self._open = OpenCells(c for c, digit in enumerate(self.values) if not digit)
            else:
                self._open = OpenCells(cells)
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
    """A user's select or order, in the form that the native search calls.

    If one of them takes the memory, `has_memory` is set: both are then called with the state of the
    generator and the weights of the groups, and return their answer with the new state.
    """

    def __init__(self, select: Any, order: Any, state: NativeState, ranks: dict[int, int]) -> None:
        takes = [
            callable(part) and takes_memory(part, kind, count)
            for part, kind, count in ((select, "select", 1), (order, "order", 3))
        ]
        self.has_memory = any(takes)
        memory = Memory(Rng(), ranks, [])
        choose = _choose_with(select, takes[0], state, memory)
        arrange = _arrange_with(order, state, memory)
        self.select = _remembering(choose, memory) if self.has_memory else choose
        self.order = _remembering(arrange, memory) if self.has_memory else arrange


def _choose_with(part: Any, memorable: bool, state: NativeState, memory: Memory) -> Any:
    """Return what picks a cell, or places. Most of its time is that of calls, so it has few."""
    rule = partial(_with_memory, part, memory) if memorable else part

    def choose(digits: bytes, sizes: bytes, allowed: bytes, cells: bytes | None) -> Any:
        state.show(digits, sizes, allowed, cells)
        try:
            answer = rule(state)
        except (Exception, SystemExit) as error:
            raise failure(part, "select", error) from error
        if type(answer) is int and 0 <= answer < len(digits) and not digits[answer]:
            return answer
        return checked_choice(part, state, answer)

    return choose


def _with_memory(part: Any, memory: Memory, state: State) -> Any:
    return part(state, memory)


def _arrange_with(part: Any, state: NativeState, memory: Memory) -> Any:
    """Return what puts the values of a cell in order."""
    rule = checked_order(part) if callable(part) else None

    def arrange(digits: bytes, sizes: bytes, allowed: bytes, cell: int) -> list[int]:
        assert rule is not None
        state.show(digits, sizes, allowed)
        return list(rule(state, cell, state.allowed(cell), memory))

    return arrange


def _remembering(rule: Any, memory: Memory) -> Any:
    """Return a rule that takes over what the search remembers, and returns it."""

    def remember(random_state: int, weights: list[int], *board: Any) -> tuple[Any, int]:
        memory.weights = weights
        memory.rng.word = random_state
        return rule(*board), memory.rng.word

    return remember
