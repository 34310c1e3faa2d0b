"""A board of the native search, as a rule written in Python sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any, Never

from nonet.core.puzzle import Puzzle
from nonet.lab.bit_masks import BitMasks
from nonet.lab.choices import Choice, Memory
from nonet.lab.parts import LOOK_ONLY, checked_choice, checked_values, failure, takes_memory
from nonet.lab.rng import Rng
from nonet.lab.state import State
from nonet.native import LabBoard


class NativeState(State):
    """What the native search shows of its board, brought up to date at every call.

    Rules can look at it as at any other state, and copy it; only the search changes it. Between two
    calls, it shows the board of the last one.
    """

    def hold(self, puzzle: Puzzle) -> None:
        """Wait for the first board."""
        self._puzzle = puzzle
        filled = BitMasks.HUGE if self.tracked else None
        self.board = LabBoard(len(puzzle.cells), filled)
        # These methods of the core would take twice as long if methods here called them.
        self.size = self.board.sizes.__getitem__  # type: ignore[assignment, method-assign]
        self.value = self.board.value  # type: ignore[method-assign]
        self.allowed = self.board.allowed  # type: ignore[method-assign]
        self.first = self.board.first  # type: ignore[method-assign]
        self.equally_narrow = self.board.equally_narrow  # type: ignore[method-assign]

    # A property without a function of Python's is read in half the time.
    open = property(attrgetter("board.open"), doc="The empty cells, ascending.")

    @property
    def values(self) -> bytes:
        """The digits of all cells, 0 for an empty one."""
        return self.board.digits

    def value(self, cell: int) -> int:
        """Ask the core."""
        return self.board.value(cell)

    def narrowest(self) -> int:
        """Take the first of the narrowest cells."""
        return self.equally_narrow()[0]

    def candidates(self, cell: int) -> Sequence[int]:
        """Return what can go there; without tracked candidates, what is tried there."""
        if self.tracked:
            return self.allowed(cell)
        return () if self._puzzle.cells[cell] else self.domains[cell]

    def untaken(self, cell: int) -> Sequence[int]:
        """Compare each value with every peer."""
        taken = {self.value(peer) for peer in self.peers[cell]}
        return [digit for digit in self.domains[cell] if digit not in taken]

    def has(self, cell: int, digit: int) -> bool:
        """Look into the candidates of the cell."""
        return digit in self.candidates(cell)

    def copy(self) -> BitMasks:  # type: ignore[override]
        """Return an independent state, which may be changed."""
        values = self.values
        board = Puzzle(values, self.layout, rules=self._puzzle.rules)
        domains = self.domains
        if self.tracked:
            cells = enumerate(values)
            domains = [(digit,) if digit else self.allowed(cell) for cell, digit in cells]
        return BitMasks(board, domains, tracked=self.tracked, undo=False)

    def _refuse(self, *change: Any) -> Never:
        raise TypeError(LOOK_ONLY)

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
    """A user's select and order, and what the native search needs to call them.

    It calls them itself, with the state; what is below is for answers that are not simply right. If
    one of them takes the memory, the search keeps `memory` up to date.
    """

    def __init__(self, select: Any, order: Any, state: NativeState, ranks: dict[int, int]) -> None:
        memory = Memory(Rng(), ranks, [])
        takes = [
            callable(part) and takes_memory(part, kind, count)
            for part, kind, count in ((select, "select", 1), (order, "order", 3))
        ]
        self.state = state
        self.board = state.board
        self.memory = memory if any(takes) else None
        self.select = select
        self.select_arguments = (state, memory) if takes[0] else (state,)
        self.order = order
        self.order_memory = memory if takes[1] else None

    def check_choice(self, answer: Any) -> Choice:
        """Return what `select` picked, or raise what is wrong with it."""
        return checked_choice(self.select, self.state, answer)

    def check_values(self, values: Sequence[int], answer: Any) -> list[int]:
        """Return the values that `order` put in order, or raise what is wrong with them."""
        return checked_values(self.order, values, answer)

    def blame(self, kind: str, error: BaseException) -> Never:
        """Raise the error for a part that raised something."""
        raise failure(getattr(self, kind), kind, error) from error
