"""A board in bit masks: the fastest representation in Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from nonet.core.digits import digits_of, every_digit, mask_of
from nonet.core.puzzle import Puzzle
from nonet.lab.state import OpenCells, State


class BitMasks(State):
    """Integers with one bit per digit: per cell for candidates, per group for digits.

    Digits are bytes, so finding the next empty cell is a search for 0 that Python does in C. Sizes
    are stored next to the masks, and those of filled cells are huge, so the cell with the fewest
    candidates is the minimum of a list.
    """

    HUGE = 1 << 20

    def hold(self, puzzle: Puzzle) -> None:
        """Build masks of the domains and of the digits in each group."""
        self.values = bytearray(puzzle.cells)
        self._open: OpenCells | None = None
        self.masks = [mask_of(domain) for domain in self.domains]
        self.taken = [
            mask_of(puzzle.cells[cell] for cell in group if puzzle.cells[cell])
            for group in self.geometry.groups
        ]
        self.limits = list(self.masks)
        for cell, digit in enumerate(puzzle.cells):
            if digit:
                self.masks[cell] = 0
        self.sizes = [
            self.HUGE if digit else mask.bit_count()
            for digit, mask in zip(puzzle.cells, self.masks, strict=True)
        ]
        self._bind()

    def _bind(self) -> None:
        if self.tracked:
            self.size = self.sizes.__getitem__  # type: ignore[assignment, method-assign]

    def copy(self) -> Self:
        """Copy four flat lists."""
        twin = self._fork()
        twin.values, twin.masks = self.values.copy(), self.masks.copy()
        twin.taken, twin.sizes = self.taken.copy(), self.sizes.copy()
        twin.limits, twin._open = self.limits, self._open
        twin._bind()
        return twin

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

    def narrowest(self) -> int:
        """Search for the least size."""
        if not self.tracked:
            return super().narrowest()
        sizes = self.sizes
        return sizes.index(min(sizes))

    def equally_narrow(self) -> list[int]:
        """Search for all with the least size."""
        if not self.tracked:
            return super().equally_narrow()
        least = min(self.sizes)
        return [cell for cell, size in enumerate(self.sizes) if size == least]

    def open_peers(self, cell: int) -> int:
        """Gather the peers' digits, and count the zeros."""
        return bytes(map(self.values.__getitem__, self.peers[cell])).count(0)

    def value(self, cell: int) -> int:
        """Look into the bytes."""
        return self.values[cell]

    def candidates(self, cell: int) -> Sequence[int]:
        """Unpack the mask."""
        return digits_of(self.masks[cell])

    def untaken(self, cell: int) -> Sequence[int]:
        """Subtract what the cell's groups have from its domain."""
        taken = 0
        for group in self.geometry.groups_of[cell]:
            taken |= self.taken[group]
        return digits_of(self.limits[cell] & ~taken)

    def has(self, cell: int, digit: int) -> bool:
        """Test a bit."""
        return self.masks[cell] >> (digit - 1) & 1 == 1

    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Clear a bit wherever it is set."""
        masks, sizes, trail, bit = self.masks, self.sizes, self.trail, 1 << (digit - 1)
        changed = []
        for cell in cells:
            mask = masks[cell]
            if mask & bit:
                if trail is not None:
                    trail.append((cell, mask))
                masks[cell] = mask ^ bit
                sizes[cell] -= 1
                changed.append(cell)
        self.struck += len(changed)
        return changed

    def hidden_singles(self, house: Sequence[int]) -> list[tuple[int, int]] | None:
        """Count to two in every bit at once."""
        masks, values = self.masks, self.values
        placed = once = twice = 0
        for cell in house:
            placed |= 1 << values[cell] >> 1
            twice |= once & masks[cell]
            once |= masks[cell]
        if placed | once != every_digit(self.layout.size):
            return None
        lone = once & ~twice & ~placed
        if not lone:
            return []
        return [(cell, d) for cell in house for d in digits_of(masks[cell] & lone)]

    def write(self, cell: int, digit: int) -> int:
        """Set the digit; a placed cell has no candidates."""
        self.values[cell] = digit
        self._open = None
        held = self.masks[cell]
        if self.tracked:
            self.masks[cell] = 0
            self.sizes[cell] = self.HUGE
        else:
            for group in self.geometry.groups_of[cell]:
                self.taken[group] |= 1 << (digit - 1)
        return held

    def restore(self, cell: int, held: int) -> None:
        """Put the mask back and, if the cell was placed, free its digit."""
        digit = self.values[cell]
        if digit:
            self.values[cell] = 0
            self._open = None
            if not self.tracked:
                for group in self.geometry.groups_of[cell]:
                    self.taken[group] &= ~(1 << (digit - 1))
        self.masks[cell] = held
        self.sizes[cell] = held.bit_count()

    def undo(self, mark: int) -> None:
        """Restore the trail's masks, the last change first."""
        trail = self.trail
        assert trail is not None
        if not self.tracked:
            super().undo(mark)
            return
        values, masks, sizes = self.values, self.masks, self.sizes
        for cell, held in reversed(trail[mark:]):
            values[cell] = 0
            masks[cell] = held
            sizes[cell] = held.bit_count()
        del trail[mark:]
        self._open = None

    def key(self) -> object:
        """Pack the digits."""
        return bytes(self.values)
