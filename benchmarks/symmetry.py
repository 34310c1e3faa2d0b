"""How fast are canonical forms? `NONET_DATA=... python benchmarks/symmetry.py [--rival NAME=PATH]`.

The lists are randomly permuted copies of public ones, and the solution grids of the 17-clue
puzzles. nonet is called from Python with arrays, on one thread, and returns lines and keys. A rival
is a program, given by its path: it reads lines from stdin, 0 for an empty cell, and prints one
canonical line each, first on the line. Time is processor time, starting and reading included for a
rival, the best of five turns. Before that, every list is checked: each form has to be the form of
itself and of another copy, and what rivals print is compared.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

import numpy as np

import nonet
from copies import Cells, random_copies
from corpora import data_folder, read_list
from timing import best_times, child_seconds

LISTS = {
    "17-clue": "17_clue",
    "several solutions": "serg_multiple_solutions",
    "hardest 11+": "forum_hardest_11plus",
}
FEW = 20
"""Empty and nearly empty boards: this many, from no clue on."""


def read_cells(name: str) -> Cells:
    """Read a public list as rows of cells."""
    folder = data_folder()
    if folder is None:
        raise SystemExit("set NONET_DATA to the folder with the public lists")
    lines = (line[:81] for line in read_list(folder / "lists" / f"{name}.txt"))
    text = "".join(lines).replace(".", "0").encode()
    return np.frombuffer(text, dtype=np.uint8).reshape(-1, 81) - ord("0")


def samples(seed: int) -> dict[str, Cells]:
    """Return the lists, each randomly permuted."""
    found = {title: read_cells(name) for title, name in LISTS.items()}
    grids = np.array(nonet.solve_many(found["17-clue"]).solutions)
    few = np.zeros((FEW, 81), dtype=np.uint8)
    for clues in range(FEW):
        few[clues, :clues] = grids[0, :clues]
    found = {"full grids": grids, **found, "nearly empty": few}
    return {title: random_copies(cells, seed=seed) for title, cells in found.items()}


def forms(cells: Cells) -> tuple[object, object]:
    """Return lines and keys, on one thread."""
    found = nonet.canonical_many(cells, threads=1)
    return found.lines, found.keys


def check(cells: Cells) -> list[str]:
    """Return the canonical lines, once they have passed."""
    found = nonet.canonical_many(cells, threads=1)
    again = nonet.canonical_many(found.cells, threads=1)
    copies = nonet.canonical_many(random_copies(cells, seed=99), threads=1)
    assert (again.cells == found.cells).all()
    assert sorted(copies.keys) == sorted(found.keys)
    return [line.replace(".", "0") for line in found.lines.tolist()]


def ask(path: str, text: bytes) -> list[str]:
    """Return what a rival prints for lines."""
    done = subprocess.run([path], input=text, capture_output=True, check=True)
    return [line.split()[0].replace(".", "0") for line in done.stdout.decode().splitlines() if line]


def measure(title: str, cells: Cells, rivals: dict[str, str]) -> None:
    """Print a row for one list."""
    expected = check(cells)
    text = b"".join((row + ord("0")).tobytes() + b"\n" for row in cells)
    ours = best_times({"nonet": lambda: forms(cells)}, time.process_time)["nonet"]
    told = [f"{len(cells) / ours:,.0f}"]
    for path in rivals.values():
        same = sum(a == b for a, b in zip(ask(path, text), expected, strict=False))

        def work(path: str = path) -> list[str]:
            return ask(path, text)

        works: dict[str, Callable[[], object]] = {"rival": work}
        seconds = best_times(works, child_seconds)["rival"]
        told.append(f"{len(cells) / seconds:,.0f} ({same / len(cells):.1%} equal)")
    print(f"| {title} ({len(cells):,}) | {' | '.join(told)} |")


def main() -> None:
    """Print a table in Markdown: forms per second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rival", action="append", default=[], metavar="NAME=PATH")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rivals = dict(rival.split("=", 1) for rival in options.rival)
    print(f"| list (puzzles) | {' | '.join(['nonet', *rivals])} |")
    print(f"|---|{'---:|' * (1 + len(rivals))}")
    for title, cells in samples(options.seed).items():
        measure(title, cells, rivals)


if __name__ == "__main__":
    main()
