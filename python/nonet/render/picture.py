"""What every renderer draws: digits, which of them are givens, and candidates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.line import format_digit
from nonet.core.puzzle import Grid, Puzzle, Solution
from nonet.core.result import Result

Drawable: TypeAlias = Puzzle | Solution | Board | Result


@dataclass(frozen=True, slots=True)
class Picture:
    """One board to draw; `masks` has the candidates to show, bit d-1 for digit d."""

    layout: Layout
    digits: bytes
    givens: bytes
    masks: tuple[int, ...]

    def symbol(self, cell: int) -> str:
        """Return the text of a cell; empty for an open one."""
        digit = self.digits[cell]
        return format_digit(digit, self.layout) if digit else ""

    def candidates(self, cell: int) -> list[tuple[int, str]]:
        """Return the candidates of a cell with their texts, in ascending order."""
        mask = self.masks[cell]
        digits = (digit for digit in range(1, self.layout.size + 1) if mask >> (digit - 1) & 1)
        return [(digit, format_digit(digit, self.layout)) for digit in digits]

    def describe(self) -> str:
        """Return the picture in words, for those who cannot see it."""
        given = len(self.givens) - self.givens.count(0)
        filled = len(self.digits) - self.digits.count(0) - given
        size = self.layout.size
        return f"Sudoku, {size} by {size}: {given} givens, {filled} filled"


def picture_of(value: Drawable, *, candidates: bool = False) -> Picture:
    """Return what there is to draw of a value; a result shows its solution, if it has one."""
    if isinstance(value, Result):
        return _of_grid(value.solution or value.puzzle, value.puzzle, candidates)
    if isinstance(value, Board):
        masks = value.masks if candidates else (0,) * len(value.masks)
        return Picture(value.layout, value.digits, value.puzzle.cells, masks)
    if isinstance(value, Grid):
        return _of_grid(value, value, candidates)
    raise ArgumentError(f"expected a puzzle, solution, board or result, found {value!r:.40}")


def _of_grid(grid: Grid, givens: Grid, candidates: bool) -> Picture:
    masks = (0,) * len(grid.cells)
    if candidates:
        masks = Board.of(Puzzle(grid.cells, grid.layout)).masks
    return Picture(grid.layout, grid.cells, givens.cells, masks)
