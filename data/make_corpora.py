"""Make the small corpora of this folder, the same on every machine: python data/make_corpora.py."""

from __future__ import annotations

import random

import nonet
from corpora import write_corpus
from nonet import Layout, Puzzle

SEED = 2026
SHAPES = {"4x4": Layout(2, 2), "6x6": Layout(2, 3), "9x9": Layout(3, 3), "12x12": Layout(3, 4)}
ORIGIN = f"made by data/make_corpora.py, seed {SEED}"


def full_grid(layout: Layout, rng: random.Random) -> bytes:
    """Return a filled board: a cyclic pattern with rows, columns and digits shuffled."""
    size = layout.size

    def shuffled(groups: int, length: int) -> list[int]:
        bands = rng.sample(range(groups), groups)
        return [
            band * length + line for band in bands for line in rng.sample(range(length), length)
        ]

    rows = shuffled(layout.box_cols, layout.box_rows)
    columns = shuffled(layout.box_rows, layout.box_cols)
    digits = rng.sample(range(1, size + 1), size)
    shift, step = layout.box_cols, layout.box_rows
    return bytes(
        digits[(row % step * shift + row // step + column) % size]
        for row in rows
        for column in columns
    )


def reduced(layout: Layout, rng: random.Random) -> Puzzle:
    """Return a minimal puzzle with one solution: every given that can go is gone."""
    cells = bytearray(full_grid(layout, rng))
    for cell in rng.sample(range(len(cells)), len(cells)):
        digit, cells[cell] = cells[cell], 0
        if nonet.count(Puzzle(bytes(cells), layout), limit=2) != 1:
            cells[cell] = digit
    return Puzzle(bytes(cells), layout)


def loosened(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return a minimal puzzle without one of its givens: it has several solutions."""
    cells = bytearray(puzzle.cells)
    cells[rng.choice([cell for cell, digit in enumerate(cells) if digit])] = 0
    return Puzzle(bytes(cells), puzzle.layout)


def spoiled(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return a puzzle with one wrong digit added, clashing with no given: it has no solution."""
    solution = nonet.solve(puzzle).solution
    assert solution is not None
    board = nonet.Board.of(puzzle)
    wrong = [
        (cell, digit)
        for cell in range(len(puzzle.cells))
        for digit in board.candidates(cell)
        if digit != solution.cells[cell]
    ]
    cell, digit = rng.choice(wrong)
    cells = bytearray(puzzle.cells)
    cells[cell] = digit
    return Puzzle(bytes(cells), puzzle.layout)


def main() -> None:
    """Write three files per size: unique, multiple, no-solution."""
    for name, layout in SHAPES.items():
        rng = random.Random(f"{SEED} {name}")
        puzzles = [reduced(layout, rng) for _ in range(60 if layout.size <= 9 else 10)]
        kinds = {
            "unique": puzzles,
            "multiple": [loosened(puzzle, rng) for puzzle in puzzles],
            "no-solution": [spoiled(puzzle, rng) for puzzle in puzzles],
        }
        for status, chosen in kinds.items():
            write_corpus(f"{name}-{status}", ORIGIN, status, [str(puzzle) for puzzle in chosen])


if __name__ == "__main__":
    main()
