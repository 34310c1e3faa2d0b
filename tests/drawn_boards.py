"""Boards for tests of techniques: an empty board, and where some digits may still be."""

from __future__ import annotations

from dataclasses import replace

from nonet import Board, Layout, Puzzle
from nonet.core.cells import cell_name
from nonet.core.rules import Rule
from nonet.core.step import Step
from nonet.logic.checker import check_step
from nonet.logic.finding import find


def drawn_board(
    drawings: dict[int, str], layout: Layout | None = None, placed: str | None = None
) -> Board:
    """Return a board whose digits have candidates only where their drawing has an `X`.

    Rows end with a slash; missing rows and columns have no candidate. Digits that are not drawn
    may be anywhere.
    """
    layout = layout or Layout(3, 3)
    line = placed or "." * layout.cell_count
    board = Board.of(Puzzle.from_line(line, layout))
    for digit, drawing in drawings.items():
        rows = [row.ljust(layout.size, ".") for row in drawing.split("/")]
        signs = "".join(rows).ljust(layout.cell_count, ".")
        for cell, sign in enumerate(signs):
            if sign != "X" and digit in board.candidates(cell):
                board = board.eliminate(cell, digit)
    return board


def proved_steps(board: Board, technique: str, *, off: tuple[str, ...] = ()) -> list[Step]:
    """Find all steps of a technique, and see that each follows from the board."""
    steps = list(find(board, technique, off=off))
    for step in steps:
        verdict = check_step(board, step)
        assert verdict, f"{step}: {verdict}"
    assert len({(step.marks, step.placements, step.eliminations) for step in steps}) == len(steps)
    return steps


def gains(board: Board, technique: str, *, off: tuple[str, ...] = ()) -> list[str]:
    """Return what the steps of a technique gain, as they are printed, without its name."""
    size = board.layout.size
    return [
        " ".join(
            [f"{cell_name(cell, size)}={digit}" for cell, digit in step.placements]
            + [f"{cell_name(cell, size)}<>{digit}" for cell, digit in step.eliminations]
        )
        for step in proved_steps(board, technique, off=off)
    ]


def board_of_cells(
    cells: dict[str, str],
    layout: Layout | None = None,
    *,
    givens: str | None = None,
    placed: dict[str, int] | None = None,
    rules: tuple[str | Rule, ...] = (),
) -> Board:
    """Return a board with these candidates in these cells, and all in the others."""
    layout = layout or Layout(3, 3)
    line = givens or "." * layout.cell_count
    board = Board.of(replace(Puzzle.from_line(line, layout), rules=rules))
    for name, digit in (placed or {}).items():
        board = board.place(name, digit)
    for name, digits in cells.items():
        for digit in board.candidates(name):
            if str(digit) not in digits:
                board = board.eliminate(name, digit)
    return board
