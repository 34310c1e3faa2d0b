"""What every renderer draws: digits, which of them are givens, and candidates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Grid, Puzzle, Solution
from nonet.core.result import Result
from nonet.formats.symbols import alphabets

Drawable: TypeAlias = Puzzle | Solution | Board | Result

NUMBERS = "numbers"
"""Digits written as numbers, in the place of an alphabet."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One board to draw; `masks` has the candidates to show, bit d-1 for digit d.

    `names` has the text of every digit; that of 0 is empty.
    """

    layout: Layout
    digits: bytes
    givens: bytes
    masks: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def longest(self) -> int:
        """Symbols in the longest name of a digit."""
        return len(self.names[-1])

    def symbol(self, cell: int) -> str:
        """Return the text of a cell; empty for an open one."""
        return self.names[self.digits[cell]]

    def candidates(self, cell: int) -> list[tuple[int, str]]:
        """Return the candidates of a cell with their texts, in ascending order."""
        mask = self.masks[cell]
        if not mask:
            return []
        digits = (digit for digit in range(1, self.layout.size + 1) if mask >> (digit - 1) & 1)
        return [(digit, self.names[digit]) for digit in digits]

    def describe(self) -> str:
        """Return the picture in words, for those who cannot see it."""
        given = len(self.givens) - self.givens.count(0)
        filled = len(self.digits) - self.digits.count(0) - given
        size = self.layout.size
        return f"Sudoku, {size} by {size}: {given} givens, {filled} filled"


def picture_of(value: Drawable, *, candidates: bool = False, symbols: str | None = None) -> Picture:
    """Return what there is to draw of a value; a result shows its solution, if it has one."""
    if isinstance(value, Board):
        grid, givens, masks = value.digits, value.puzzle.cells, value.masks
    elif isinstance(value, Result):
        grid, givens, masks = (value.solution or value.puzzle).cells, value.puzzle.cells, None
    elif isinstance(value, Grid):
        grid, givens, masks = value.cells, value.cells, None
    else:
        raise ArgumentError(f"expected a puzzle, solution, board or result, found {value!r:.40}")
    layout = value.puzzle.layout if isinstance(value, Result) else value.layout
    if not candidates:
        masks = (0,) * len(grid)
    elif masks is None:
        masks = Board.of(Puzzle(grid, layout)).masks
    return Picture(layout, grid, givens, masks, digit_names(layout.size, symbols))


def digit_names(size: int, symbols: str | None) -> tuple[str, ...]:
    """Return how every digit is written: as an alphabet does, or as a number."""
    if symbols is None:
        symbols = next(iter(alphabets(size))) if size <= len(SYMBOLS) else NUMBERS
    if symbols == NUMBERS:
        return ("", *map(str, range(1, size + 1)))
    known = alphabets(size) if size <= len(SYMBOLS) else {}
    if symbols not in known:
        expected = " or ".join([*known, NUMBERS])
        raise ArgumentError(f"expected the symbols {expected} for {size}x{size}, found {symbols!r}")
    return ("", *known[symbols])
