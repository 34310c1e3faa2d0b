"""Boards as beginners' programs represent them: sets, nested lists, a dictionary of strings."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Self

from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Puzzle
from nonet.lab.state import OpenCells, State


class _Listed(State):
    """A state that keeps its empty cells in a sorted list, so it never scans for them again."""

    def __init__(
        self, puzzle: Puzzle, domains: Sequence[Sequence[int]], *, tracked: bool, undo: bool
    ) -> None:
        self._listed = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
        self._open: OpenCells | None = None
        super().__init__(puzzle, domains, tracked=tracked, undo=undo)

    @property
    def open(self) -> Sequence[int]:
        """The empty cells in ascending order."""
        if self._open is None:
            self._open = OpenCells(self._listed)
        return self._open

    @property
    def full(self) -> bool:
        """True if no cell is empty."""
        return not self._listed

    def first(self) -> int:
        """Return the first of the list."""
        return self._listed[0]

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into an open cell, which is then no longer listed."""
        self._listed.remove(cell)
        self._open = None
        super().place(cell, digit)

    def undo(self, mark: int) -> None:
        """Take back everything since the trail was `mark` long, listing what is open again."""
        trail = self.trail
        assert trail is not None
        self._open = None
        while len(trail) > mark:
            cell, held = trail.pop()
            if self.value(cell):
                insort(self._listed, cell)
            self.restore(cell, held)

    def _fork(self) -> Self:
        twin = super()._fork()
        twin._listed, twin._open = self._listed.copy(), self._open
        return twin


class Sets(_Listed):
    """A set of candidates per cell, and a set of digits per group of different cells."""

    def hold(self, puzzle: Puzzle) -> None:
        """Build the sets."""
        self.values = list(puzzle.cells)
        self.sets = [
            frozenset() if digit else frozenset(domain)
            for digit, domain in zip(puzzle.cells, self.domains, strict=True)
        ]
        self.taken = [{puzzle.cells[cell] for cell in group} for group in self.geometry.groups]

    def copy(self) -> Self:
        """Copy the lists, and the sets of the groups."""
        twin = self._fork()
        twin.values, twin.sets = self.values.copy(), self.sets.copy()
        twin.taken = [digits.copy() for digits in self.taken]
        return twin

    def value(self, cell: int) -> int:
        """Look into the list of digits."""
        return self.values[cell]

    def candidates(self, cell: int) -> Sequence[int]:
        """Sort the set, so that nothing depends on its order."""
        return sorted(self.sets[cell])

    def untaken(self, cell: int) -> Sequence[int]:
        """Look each value up in the cell's groups."""
        groups = [self.taken[group] for group in self.geometry.groups_of[cell]]
        return [d for d in self.domains[cell] if not any(d in taken for taken in groups)]

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
        self.struck += len(changed)
        return changed

    def write(self, cell: int, digit: int) -> frozenset[int]:
        """Set the digit and enter it into the cell's groups."""
        held = self.sets[cell]
        self.values[cell], self.sets[cell] = digit, frozenset()
        for group in self.geometry.groups_of[cell]:
            self.taken[group].add(digit)
        return held

    def restore(self, cell: int, held: frozenset[int]) -> None:
        """Put the set back and, if the cell was placed, free its digit."""
        digit = self.values[cell]
        if digit:
            self.values[cell] = 0
            for group in self.geometry.groups_of[cell]:
                self.taken[group].discard(digit)
        self.sets[cell] = held


class NestedLists(_Listed):
    """Rows of digits and rows of lists of candidates, as in a beginner's program."""

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
        self.struck += len(changed)
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
    """Nested lists copied with `copy.deepcopy`: easy to write, and shows what that costs."""

    def copy(self) -> Self:
        """Copy everything that is reachable, down to the last list."""
        twin = self._fork()
        twin.rows, twin.options = deepcopy(self.rows), deepcopy(self.options)
        return twin


class DictOfStrings(_Listed):
    """A dictionary from A0, A1, ... to a string of digits, '123456789' for an empty cell."""

    @classmethod
    def check_layout(cls, layout: Layout) -> None:
        """Refuse boards with more digits than symbols."""
        if layout.size > len(SYMBOLS):
            raise ArgumentError(
                f"a dictionary of strings needs symbols, up to 25x25; found {layout}"
            )

    def hold(self, puzzle: Puzzle) -> None:
        """Name the cells and write their candidates."""
        size = self.layout.size
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
        self.struck += len(changed)
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
