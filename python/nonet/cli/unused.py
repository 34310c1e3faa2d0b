"""What puzzles say that no engine uses: pencil marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.cli.output import Output
    from nonet.core.puzzle import Puzzle


class UnusedMarks:
    """Counts the puzzles whose pencil marks say more than their digits."""

    def __init__(self) -> None:
        self._puzzles = 0

    def see(self, puzzle: Puzzle) -> Puzzle:
        """Look at a puzzle that is going to be solved, and return it."""
        if puzzle.notes.marks and _say_more(puzzle):
            self._puzzles += 1
        return puzzle

    def tell(self, output: Output) -> None:
        """Say once on stderr that the marks were not used, if there were any."""
        if self._puzzles:
            counted = f"{self._puzzles} puzzle{'s' * (self._puzzles > 1)}"
            output.complain(f"pencil marks are not used, only digits ({counted})")


def _say_more(puzzle: Puzzle) -> bool:
    """Tell whether the marks of a cell leave out a candidate that the digits around it leave."""
    from nonet.core.board import Board
    from nonet.core.puzzle import Puzzle

    notes = puzzle.notes
    placed = notes.placed or bytes(len(puzzle.cells))
    digits = bytes(given or digit for given, digit in zip(puzzle.cells, placed, strict=True))
    board = Board.of(Puzzle(digits, puzzle.layout))
    return any(
        marks and not digit and not set(board.candidates(cell)) <= set(marks)
        for cell, (digit, marks) in enumerate(zip(digits, notes.marks or (), strict=True))
    )
