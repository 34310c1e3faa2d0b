"""How many puzzles per second, list by list: `python benchmarks/lists.py [LIST...]`.

Every list is solved once to warm up and validate (statuses, and a sample by the judge), then timed.
Without arguments: the lists of NONET_DATA.
"""

from __future__ import annotations

import platform
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

import numpy as np

import nonet
from corpora import data_folder, read_list

REPEATS = 3


def load(path: Path) -> np.ndarray:
    """Return the puzzles of a list as rows of cells."""
    lines = [line[:81] for line in read_list(path)]
    return np.array([list(nonet.parse(line).cells) for line in lines], dtype=np.uint8)


def rate(puzzles: np.ndarray, threads: int | None) -> float:
    """Return puzzles per second, the best of a few runs."""
    best = float("inf")
    for _ in range(REPEATS):
        started = time.perf_counter()
        nonet.solve_many(puzzles, threads=threads)
        best = min(best, time.perf_counter() - started)
    return len(puzzles) / best


def main(arguments: list[str]) -> None:
    """Print a table in Markdown."""
    paths = [Path(argument) for argument in arguments]
    folder = data_folder()
    if not paths and folder:
        paths = sorted((folder / "lists").glob("*.txt"))
    if not paths:
        sys.exit("expected a list, or NONET_DATA; found neither")
    print(f"nonet {nonet.__version__}, {platform.machine()}, Python {platform.python_version()}\n")
    print("| list | puzzles | guesses each | per second, 1 thread | all cores |")
    print("|---|---:|---:|---:|---:|")
    for path in paths:
        puzzles = load(path)
        result = nonet.solve_many(puzzles)
        for row in range(0, len(puzzles), max(1, len(puzzles) // 50)):
            assert nonet.check(result.solutions[row], puzzles[row])
        guesses = result.guesses.mean()
        one, all_cores = rate(puzzles, 1), rate(puzzles, None)
        print(f"| {path.stem} | {len(puzzles):,} | {guesses:.1f} | {one:,.0f} | {all_cores:,.0f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
