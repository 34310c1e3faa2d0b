"""Boards: a partly solved puzzle, with the candidates of every empty cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import and_, or_

from nonet.core import hooks
from nonet.core.cells import cell_index, cell_name
from nonet.core.digits import digits_of, every_digit, mask_of
from nonet.core.errors import ArgumentError, IllegalMoveError
from nonet.core.layout import Layout
from nonet.core.line import format_cells
from nonet.core.puzzle import Puzzle
from nonet.core.rules import Candidates
from nonet.core.step import Step


@dataclass(frozen=True, slots=True)
class Board:
    """Digits placed so far, and a mask of candidates per cell (bit d-1 for digit d).

    A filled cell has no candidates. Changes return a new board.

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
    def of(cls, puzzle: Puzzle, *, pencil_marks: bool = False) -> Board:
        """Return the initial board: every candidate that no given and no rule excludes.

        With `pencil_marks`, the board also has the placed digits from the puzzle's notes, and only
        those candidates that are pencilled in.
        """
        if not isinstance(puzzle, Puzzle):
            raise ArgumentError(f"expected a Puzzle (see nonet.parse), found {puzzle!r:.40}")
        digits = puzzle.cells
        if pencil_marks and puzzle.placed is not None:
            digits = bytes(map(or_, digits, puzzle.placed))
        masks = candidates_left(puzzle, digits)
        if pencil_marks and puzzle.pencil_marks is not None:
            masks = list(map(and_, masks, map(mask_of, puzzle.pencil_marks)))
        return cls(puzzle, digits, tuple(masks))

    def to_puzzle(self) -> Puzzle:
        """Return the remaining puzzle: digits become givens, eliminations become a rule.

        Its solutions are those of the original puzzle that are still possible on the board.
        """
        start = Board.of(Puzzle(self.digits, self.layout, rules=self.puzzle.rules))
        limited = (
            Candidates(cell, digits_of(mask))
            for cell, (mask, before) in enumerate(zip(self.masks, start.masks, strict=True))
            if mask != before
        )
        return Puzzle(
            self.digits,
            self.layout,
            self.puzzle.notation,
            self.puzzle.notes,
            rules=(*self.puzzle.rules, *limited),
        )

    @property
    def layout(self) -> Layout:
        """The layout of the puzzle."""
        return self.puzzle.layout

    @property
    def is_full(self) -> bool:
        """True if every cell has a digit (which may still be wrong)."""
        return 0 not in self.digits

    def candidates(self, cell: int | str) -> tuple[int, ...]:
        """Return the candidates of a cell in ascending order; none for a filled cell."""
        return digits_of(self.masks[cell_index(cell, self.layout.size)])

    def place(self, cell: int | str, digit: int) -> Board:
        """Return the board with a candidate placed, and removed from the peers of its cell."""
        index = self._require(cell, digit)
        bit = 1 << (digit - 1)
        digits, masks = bytearray(self.digits), list(self.masks)
        digits[index], masks[index] = digit, 0
        for peer in self.puzzle.peers[index]:
            masks[peer] &= ~bit
        return replace(self, digits=bytes(digits), masks=tuple(masks))

    def eliminate(self, cell: int | str, digit: int) -> Board:
        """Return the board without one candidate."""
        index = self._require(cell, digit)
        masks = list(self.masks)
        masks[index] &= ~(1 << (digit - 1))
        return replace(self, masks=tuple(masks))

    def apply(self, step: Step) -> Board:
        """Return the board after a step's placements and eliminations.

        Placing or eliminating a digit that is not a candidate raises IllegalMoveError, except for
        eliminations that follow from a placement of the same step.
        """
        if not isinstance(step, Step) or step.size != self.layout.size:
            size = self.layout.size
            raise ArgumentError(f"expected a Step for {size}x{size}, found {step!r:.40}")
        board = self
        for cell, digit in step.placements:
            board = board.place(cell, digit)
        for cell, digit in step.eliminations:
            self._require(cell, digit)
            if digit in board.candidates(cell):
                board = board.eliminate(cell, digit)
        return board

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


def candidates_left(puzzle: Puzzle, digits: bytes) -> list[int]:
    """Return the candidates that digits and rules leave for every cell; none if it is filled."""
    geometry, full = puzzle.geometry, every_digit(puzzle.layout.size)
    free, groups_of = [full] * len(geometry.groups), geometry.groups_of
    for cell, digit in enumerate(digits):
        if digit:
            for group in groups_of[cell]:
                free[group] &= ~(1 << (digit - 1))
    lines = zip(digits, geometry.lines_of, strict=True)
    masks = [
        0 if digit else free[row] & free[column] & free[box] for digit, (row, column, box) in lines
    ]
    for group in range(3 * puzzle.layout.size, len(free)):
        for cell in geometry.groups[group]:
            masks[cell] &= free[group]
    allowed = puzzle.allowed()
    return masks if allowed is None else list(map(and_, masks, allowed))
