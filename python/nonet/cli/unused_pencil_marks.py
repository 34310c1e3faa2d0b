"""Warn about pencil marks that are not used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.core.board import Board
from nonet.core.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.cli.output import Output
    from nonet.files.items import Reading


class UnusedPencilMarks:
    """Counts puzzles whose pencil marks exclude more than the digits do, unless used."""

    def __init__(self, reading: Reading) -> None:
        self._are_used = reading.pencil_marks
        self._puzzles = 0

    def see(self, puzzle: Puzzle) -> Puzzle:
        """Check a puzzle before it is solved, and return it."""
        if not self._are_used and puzzle.notes.pencil_marks and _say_more(puzzle):
            self._puzzles += 1
        return puzzle

    def tell(self, output: Output) -> None:
        """Say on stderr that they were not used, if there were any."""
        if self._puzzles:
            counted = f"{self._puzzles} puzzle{'s' * (self._puzzles > 1)}"
            output.complain(
                f"pencil marks are ignored ({counted}); use --pencil-marks to start from them"
            )


def _say_more(puzzle: Puzzle) -> bool:
    """Return whether the pencil marks of a cell lack a candidate that the digits allow."""
    notes = puzzle.notes
    placed = notes.placed or bytes(len(puzzle.cells))
    digits = bytes(given or digit for given, digit in zip(puzzle.cells, placed, strict=True))
    board = Board.of(Puzzle(digits, puzzle.layout, rules=puzzle.rules))
    return any(
        pencil_marks and not digit and not set(board.candidates(cell)) <= set(pencil_marks)
        for cell, (digit, pencil_marks) in enumerate(
            zip(digits, notes.pencil_marks or (), strict=True)
        )
    )
