"""Puzzles of Python packages, a line each: python benchmarks/rival_generators.py PACKAGE COUNT.

benchmarks/generating.py starts this, checks the puzzles and times the process.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

Make = Callable[[int], str]


def dokusan() -> Make:
    """Return a maker of puzzles of dokusan's usual difficulty."""
    generators: Any = importlib.import_module("dokusan.generators")
    return lambda _: str(generators.random_sudoku(avg_rank=150))


def py_sudoku() -> Make:
    """Return a maker of puzzles with seven of ten cells empty."""
    sudoku: Any = importlib.import_module("sudoku").Sudoku

    def make(seed: int) -> str:
        board = sudoku(3, seed=seed).difficulty(0.7).board
        return "".join(str(digit or 0) for row in board for digit in row)

    return make


PACKAGES: dict[str, Callable[[], Make]] = {"dokusan": dokusan, "py-sudoku": py_sudoku}


def main(package: str, count: str) -> None:
    """Print so many puzzles."""
    make = PACKAGES[package]()
    for seed in range(int(count)):
        print(make(seed))


if __name__ == "__main__":
    main(*sys.argv[1:])
