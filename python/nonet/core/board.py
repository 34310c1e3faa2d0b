"""Boards: a puzzle on its way to a solution, with the candidates of every open cell."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonet.core import hooks
from nonet.core.cells import cell_index, cell_name
from nonet.core.errors import ArgumentError, IllegalMoveError
from nonet.core.layout import Layout
from nonet.core.line import format_cells
from nonet.core.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Board:
    """Digits placed so far, and a mask of candidates per cell (bit d-1 for digit d).

    A placed cell has no candidates. Changes return a new board.

    >>> board = Board.of(Puzzle.from_line("123.............", Layout(2, 2)))
    >>> board.candidates("r1c4")
    (4,)
    >>> str(board.place("r1c4", 4))
    '1234............'
    """

    puzzle: Puzzle
    digits: bytes
    masks: tuple[int, ...]

    def __post_init__(self) -> None:
        cells = self.layout.cell_count
        if len(self.digits) != cells or len(self.masks) != cells:
            raise ArgumentError(
                f"expected {cells} digits and {cells} masks, "
                f"found {len(self.digits)} and {len(self.masks)}"
            )

    @classmethod
    def of(cls, puzzle: Puzzle) -> Board:
        """Return the board at the start: every candidate that no given excludes."""
        if not isinstance(puzzle, Puzzle):
            raise ArgumentError(f"expected a Puzzle (see nonet.parse), found {puzzle!r:.40}")
        layout = puzzle.layout
        full = (1 << layout.size) - 1
        used = [sum({1 << puzzle.cells[cell] >> 1 for cell in house}) for house in layout.houses]
        masks = []
        for cell, houses in enumerate(layout.houses_of):
            gone = full if puzzle.cells[cell] else 0
            for house in houses:
                gone |= used[house]
            masks.append(full & ~gone)
        return cls(puzzle, puzzle.cells, tuple(masks))

    @property
    def layout(self) -> Layout:
        """The layout of the puzzle."""
        return self.puzzle.layout

    @property
    def is_full(self) -> bool:
        """True if every cell has a digit (which does not make it right)."""
        return 0 not in self.digits

    def candidates(self, cell: int | str) -> tuple[int, ...]:
        """Return the candidates of a cell in ascending order; none for a placed cell."""
        mask = self.masks[cell_index(cell, self.layout.size)]
        return tuple(digit for digit in range(1, self.layout.size + 1) if mask >> (digit - 1) & 1)

    def place(self, cell: int | str, digit: int) -> Board:
        """Return the board with a candidate placed and removed from the peers of its cell."""
        index = self._require(cell, digit)
        bit = 1 << (digit - 1)
        digits, masks = bytearray(self.digits), list(self.masks)
        digits[index], masks[index] = digit, 0
        for house in self.layout.houses_of[index]:
            for peer in self.layout.houses[house]:
                masks[peer] &= ~bit
        return replace(self, digits=bytes(digits), masks=tuple(masks))

    def eliminate(self, cell: int | str, digit: int) -> Board:
        """Return the board without one candidate."""
        index = self._require(cell, digit)
        masks = list(self.masks)
        masks[index] &= ~(1 << (digit - 1))
        return replace(self, masks=tuple(masks))

    def _require(self, cell: int | str, digit: int) -> int:
        index = cell_index(cell, self.layout.size)
        if digit not in self.candidates(index):
            candidates = "".join(f"{d} " for d in self.candidates(index)).strip() or "none"
            name = cell_name(index, self.layout.size)
            raise IllegalMoveError(f"{name}: expected a candidate ({candidates}), found {digit}")
        return index

    def __str__(self) -> str:
        return format_cells(self.digits, self.layout)

    def _repr_svg_(self) -> str | None:
        return hooks.draw_svg(self)
