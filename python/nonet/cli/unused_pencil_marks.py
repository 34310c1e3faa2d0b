"""Warn about pencil marks and placed digits that are not used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.core.board import Board
from nonet.core.errors import counted
from nonet.core.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.cli.output import Output
    from nonet.files.items import Reading


class UnusedPencilMarks:
    """Counts puzzles whose pencil marks exclude more than the digits do, unless used.

    With `placed`, digits that were placed count as well: they are no news for a solver, but they
    are where a path would start.
    """

    def __init__(self, reading: Reading, *, placed: bool = False) -> None:
        self._are_used = reading.pencil_marks
        self._placed = placed
        self._puzzles = 0

    def see(self, puzzle: Puzzle) -> Puzzle:
        """Check a puzzle before it is solved, and return it."""
        if not self._are_used:
            notes = puzzle.notes
            is_placed = self._placed and any(notes.placed or ())
            self._puzzles += is_placed or bool(notes.pencil_marks and _say_more(puzzle))
        return puzzle

    def tell(self, output: Output) -> None:
        """Say on stderr that they were not used, if there were any."""
        if self._puzzles:
            puzzles = counted(self._puzzles, "puzzles")
            what = "placed digits and pencil marks" if self._placed else "pencil marks"
            output.complain(
                f"{what} are ignored ({puzzles}); use --pencil-marks to start from them"
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
