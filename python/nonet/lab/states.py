"""How a board is held during a search: four representations of the same thing.

A search asks a State for the same few things whatever it is made of, so that the same search on
each of them shows what a representation costs. A state either *tracks* candidates, which
inference then removes one by one, or it keeps the digits only and looks at the peers each time.

A state is copied for every node, or it keeps a trail of what changed and undoes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import insort
from collections.abc import Iterable, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any, Self

from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle, Solution


class State(ABC):
    """A board under search: digits, open cells and, if tracked, candidates.

    `trail` is None for a state that is copied.
    `domains` has, for every cell, the values that are tried there if candidates are not tracked.
    """

    def __init__(
        self, puzzle: Puzzle, domains: Sequence[Sequence[int]], *, tracked: bool, undo: bool
    ) -> None:
        self.layout: Layout = puzzle.layout
        self.peers = puzzle.layout.peers
        self.domains = domains
        self.tracked = tracked
        self.trail: list[tuple[int, Any]] | None = [] if undo else None
        self.culprit: int | None = None
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
        """Remove a candidate from cells; return those that had it."""

    @abstractmethod
    def write(self, cell: int, digit: int) -> Any:
        """Put a digit into a cell and return what the cell held before."""

    @abstractmethod
    def restore(self, cell: int, held: Any) -> None:
        """Make a cell open again, or give it back what it held."""

    @property
    @abstractmethod
    def open(self) -> Sequence[int]:
        """The open cells in ascending order."""

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
        twin.layout, twin.peers, twin.domains = self.layout, self.peers, self.domains
        twin.tracked, twin.trail, twin.culprit = self.tracked, self.trail, None
        return twin


class _Listed(State):
    """A state that keeps its open cells in a sorted list, so that none is scanned for twice."""

    def __init__(
        self, puzzle: Puzzle, domains: Sequence[Sequence[int]], *, tracked: bool, undo: bool
    ) -> None:
        self._open = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
        super().__init__(puzzle, domains, tracked=tracked, undo=undo)

    @property
    def open(self) -> Sequence[int]:
        """The open cells in ascending order."""
        return self._open

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into an open cell, which is then no longer listed."""
        self._open.remove(cell)
        super().place(cell, digit)

    def undo(self, mark: int) -> None:
        """Take back everything since the trail was `mark` long, listing what is open again."""
        trail = self.trail
        assert trail is not None
        while len(trail) > mark:
            cell, held = trail.pop()
            if self.value(cell):
                insort(self._open, cell)
            self.restore(cell, held)

    def _fork(self) -> Self:
        twin = super()._fork()
        twin._open = self._open.copy()
        return twin


@lru_cache(maxsize=1 << 16)
def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, ascending."""
    return tuple(digit for digit in range(1, mask.bit_length()) if mask >> digit & 1)


@lru_cache(maxsize=1 << 16)
def _mask_of(digits: tuple[int, ...]) -> int:
    return sum(1 << digit for digit in digits)


class BitMasks(State):
    """Integers: bit d stands for digit d. One per cell for candidates, one per house for digits.

    Digits are bytes, so that the next open cell is found by a search for 0 that Python does in C;
    sizes are kept beside the masks, and those of placed cells are huge, so that the narrowest
    cell is the least of a list.
    """

    HUGE = 1 << 20

    def hold(self, puzzle: Puzzle) -> None:
        """Build masks of the domains and of the digits in each house."""
        self.values = bytearray(puzzle.cells)
        self.masks = [_mask_of(tuple(domain)) for domain in self.domains]
        self.taken = [
            sum(1 << puzzle.cells[cell] for cell in house if puzzle.cells[cell])
            for house in self.layout.houses
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
        twin.limits = self.limits
        twin._bind()
        return twin

    @property
    def open(self) -> Sequence[int]:
        """The open cells, gathered when asked for."""
        return [cell for cell, digit in enumerate(self.values) if not digit]

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
        """Subtract what the cell's houses have from its domain."""
        taken = 0
        for house in self.layout.houses_of[cell]:
            taken |= self.taken[house]
        return digits_of(self.limits[cell] & ~taken)

    def has(self, cell: int, digit: int) -> bool:
        """Test a bit."""
        return self.masks[cell] >> digit & 1 == 1

    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Clear a bit wherever it is set."""
        masks, sizes, trail, bit = self.masks, self.sizes, self.trail, 1 << digit
        changed = []
        for cell in cells:
            mask = masks[cell]
            if mask & bit:
                if trail is not None:
                    trail.append((cell, mask))
                masks[cell] = mask ^ bit
                sizes[cell] -= 1
                changed.append(cell)
        return changed

    def hidden_singles(self, house: Sequence[int]) -> list[tuple[int, int]] | None:
        """Count to two in every bit at once."""
        masks, values = self.masks, self.values
        placed = once = twice = 0
        for cell in house:
            placed |= 1 << values[cell]
            twice |= once & masks[cell]
            once |= masks[cell]
        if (placed | once | 1) + 1 != 2 << self.layout.size:
            return None
        lone = once & ~twice & ~placed
        if not lone:
            return []
        return [(cell, d) for cell in house for d in digits_of(masks[cell] & lone)]

    def write(self, cell: int, digit: int) -> int:
        """Set the digit; a placed cell has no candidates."""
        self.values[cell] = digit
        held = self.masks[cell]
        if self.tracked:
            self.masks[cell] = 0
            self.sizes[cell] = self.HUGE
        else:
            for house in self.layout.houses_of[cell]:
                self.taken[house] |= 1 << digit
        return held

    def restore(self, cell: int, held: int) -> None:
        """Put the mask back and, if the cell was placed, free its digit."""
        digit = self.values[cell]
        if digit:
            self.values[cell] = 0
            if not self.tracked:
                for house in self.layout.houses_of[cell]:
                    self.taken[house] &= ~(1 << digit)
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

    def key(self) -> object:
        """Pack the digits."""
        return bytes(self.values)


class Sets(_Listed):
    """A set of candidates per cell, and a set of digits per house."""

    def hold(self, puzzle: Puzzle) -> None:
        """Build the sets."""
        self.values = list(puzzle.cells)
        self.sets = [
            frozenset() if digit else frozenset(domain)
            for digit, domain in zip(puzzle.cells, self.domains, strict=True)
        ]
        self.taken = [{puzzle.cells[cell] for cell in house} for house in self.layout.houses]

    def copy(self) -> Self:
        """Copy the lists, and the sets of the houses."""
        twin = self._fork()
        twin.values, twin.sets = self.values.copy(), self.sets.copy()
        twin.taken = [digits.copy() for digits in self.taken]
        return twin

    def value(self, cell: int) -> int:
        """Look into the list of digits."""
        return self.values[cell]

    def candidates(self, cell: int) -> Sequence[int]:
        """Sort the set: what a set gives first is nobody's business."""
        return sorted(self.sets[cell])

    def untaken(self, cell: int) -> Sequence[int]:
        """Look each value up in the cell's houses."""
        houses = [self.taken[house] for house in self.layout.houses_of[cell]]
        return [d for d in self.domains[cell] if not any(d in taken for taken in houses)]

    def size(self, cell: int) -> int:
        """Return the length of the set."""
        return len(self.sets[cell]) if self.tracked else len(self.untaken(cell))

    def has(self, cell: int, digit: int) -> bool:
        """Look the digit up."""
        return digit in self.sets[cell]

    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Replace each set that has the digit by one without."""
        changed = []
        for cell in cells:
            if digit in self.sets[cell]:
                if self.trail is not None:
                    self.trail.append((cell, self.sets[cell]))
                self.sets[cell] = self.sets[cell] - {digit}
                changed.append(cell)
        return changed

    def write(self, cell: int, digit: int) -> frozenset[int]:
        """Set the digit and enter it into the cell's houses."""
        held = self.sets[cell]
        self.values[cell], self.sets[cell] = digit, frozenset()
        for house in self.layout.houses_of[cell]:
            self.taken[house].add(digit)
        return held

    def restore(self, cell: int, held: frozenset[int]) -> None:
        """Put the set back and, if the cell was placed, free its digit."""
        digit = self.values[cell]
        if digit:
            self.values[cell] = 0
            for house in self.layout.houses_of[cell]:
                self.taken[house].discard(digit)
        self.sets[cell] = held


class NestedLists(_Listed):
    """Rows of digits and rows of lists of candidates, as a first program has them."""

    def hold(self, puzzle: Puzzle) -> None:
        """Build the rows."""
        size = self.layout.size
        self.rows = puzzle.rows()
        self.options = [
            [[] if self.rows[r][c] else list(self.domains[r * size + c]) for c in range(size)]
            for r in range(size)
        ]

    def copy(self) -> Self:
        """Copy row by row; lists of candidates are replaced, never changed, so they are shared."""
        twin = self._fork()
        twin.rows = [row.copy() for row in self.rows]
        twin.options = [row.copy() for row in self.options]
        return twin

    def value(self, cell: int) -> int:
        """Find the row, then the column."""
        size = self.layout.size
        return self.rows[cell // size][cell % size]

    def candidates(self, cell: int) -> Sequence[int]:
        """Return the list, which is ascending."""
        size = self.layout.size
        return self.options[cell // size][cell % size]

    def untaken(self, cell: int) -> Sequence[int]:
        """Compare each value with every peer."""
        size = self.layout.size
        places = [divmod(peer, size) for peer in self.peers[cell]]
        return [d for d in self.domains[cell] if all(self.rows[r][c] != d for r, c in places)]

    def has(self, cell: int, digit: int) -> bool:
        """Search the list."""
        return digit in self.candidates(cell)

    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Replace each list that has the digit by one without."""
        size = self.layout.size
        changed = []
        for cell in cells:
            row, column = self.options[cell // size], cell % size
            if digit in row[column]:
                if self.trail is not None:
                    self.trail.append((cell, row[column]))
                row[column] = [other for other in row[column] if other != digit]
                changed.append(cell)
        return changed

    def write(self, cell: int, digit: int) -> list[int]:
        """Set the digit; a placed cell has no candidates."""
        row, column = divmod(cell, self.layout.size)
        held = self.options[row][column]
        self.rows[row][column], self.options[row][column] = digit, []
        return held

    def restore(self, cell: int, held: list[int]) -> None:
        """Put the list back; the cell is open."""
        row, column = divmod(cell, self.layout.size)
        self.rows[row][column], self.options[row][column] = 0, held


class DeepNestedLists(NestedLists):
    """Nested lists copied by `copy.deepcopy`: easy to write, and what it costs is the lesson."""

    def copy(self) -> Self:
        """Copy everything that is reachable, down to the last list."""
        twin = self._fork()
        twin.rows, twin.options = deepcopy(self.rows), deepcopy(self.options)
        return twin


class DictOfStrings(_Listed):
    """A dictionary from A0, A1, ... to a string of possible digits, '123456789' for a free cell."""

    def hold(self, puzzle: Puzzle) -> None:
        """Name the cells and write their candidates."""
        size = self.layout.size
        if size > len(SYMBOLS):
            raise ArgumentError(
                f"a dictionary of strings has a symbol per digit, up to 25x25; found {self.layout}"
            )
        self.names = [
            f"{SYMBOLS[9 + cell // size - (size > 16) * 9]}{cell % size}"
            for cell in range(size * size)
        ]
        self.digits = dict(zip(self.names, puzzle.cells, strict=True))
        self.strings = {
            name: "" if digit else "".join(SYMBOLS[d - 1] for d in domain)
            for name, digit, domain in zip(self.names, puzzle.cells, self.domains, strict=True)
        }

    def copy(self) -> Self:
        """Copy two dictionaries; strings never change."""
        twin = self._fork()
        twin.names = self.names
        twin.digits, twin.strings = self.digits.copy(), self.strings.copy()
        return twin

    def value(self, cell: int) -> int:
        """Look the cell up by its name."""
        return self.digits[self.names[cell]]

    def candidates(self, cell: int) -> Sequence[int]:
        """Read the string."""
        return [SYMBOLS.index(symbol) + 1 for symbol in self.strings[self.names[cell]]]

    def untaken(self, cell: int) -> Sequence[int]:
        """Compare each value with every peer."""
        peers = [self.names[peer] for peer in self.peers[cell]]
        return [d for d in self.domains[cell] if all(self.digits[peer] != d for peer in peers)]

    def size(self, cell: int) -> int:
        """Return the length of the string."""
        return len(self.strings[self.names[cell]]) if self.tracked else len(self.untaken(cell))

    def has(self, cell: int, digit: int) -> bool:
        """Search the string."""
        return SYMBOLS[digit - 1] in self.strings[self.names[cell]]

    def strike(self, cells: Iterable[int], digit: int) -> list[int]:
        """Replace the digit's symbol by nothing."""
        symbol, changed = SYMBOLS[digit - 1], []
        for cell in cells:
            name = self.names[cell]
            if symbol in self.strings[name]:
                if self.trail is not None:
                    self.trail.append((cell, self.strings[name]))
                self.strings[name] = self.strings[name].replace(symbol, "")
                changed.append(cell)
        return changed

    def write(self, cell: int, digit: int) -> str:
        """Set the digit; a placed cell has no candidates."""
        name = self.names[cell]
        held = self.strings[name]
        self.digits[name], self.strings[name] = digit, ""
        return held

    def restore(self, cell: int, held: str) -> None:
        """Put the string back; the cell is open."""
        name = self.names[cell]
        self.digits[name], self.strings[name] = 0, held


STATES: dict[str, type[State]] = {
    "bit-masks": BitMasks,
    "sets": Sets,
    "strings": DictOfStrings,
    "lists": NestedLists,
    "lists-deep": DeepNestedLists,
}
"""Every representation by name."""
