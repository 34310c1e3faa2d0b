"""Does the command keep up with the engine? `python benchmarks/files.py [LIST...]`.

Every list is repeated to some hundred thousand lines, then solved as an array in memory and from
file to file, plain and with gzip, in turns; the best time of each counts. Without arguments: the
lists of NONET_DATA, and one of complete grids, which need no search.
"""

from __future__ import annotations

import gzip
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

import numpy as np

import nonet
from corpora import data_folder, read_list
from nonet.cli import run
from timing import best_times

LINES = {"complete": 1_000_000, "17_clue": 500_000}
FEWER = 50_000


def measure(name: str, puzzles: list[str], folder: Path) -> None:
    """Print a row of the table."""
    count = LINES.get(name, FEWER)
    lines = (puzzles * (count // len(puzzles) + 1))[:count]
    array = np.array([list(nonet.parse(line).cells) for line in puzzles], dtype=np.uint8)
    array = np.resize(array, (count, 81))
    text = "".join(f"{line}\n" for line in lines).encode()
    (folder / "in").write_bytes(text)
    (folder / "in.gz").write_bytes(gzip.compress(text, 6))

    def command(source: str, target: str) -> Callable[[], object]:
        return lambda: run(["solve", str(folder / source), "-o", str(folder / target)])

    times = best_times(
        {
            "memory": lambda: nonet.solve_many(array),
            "files": command("in", "out"),
            "from gzip": command("in.gz", "out"),
            "to gzip": command("in", "out.gz"),
        }
    )
    assert gzip.decompress((folder / "out.gz").read_bytes()) == (folder / "out").read_bytes()
    rates = " | ".join(f"{count / seconds:,.0f}" for seconds in times.values())
    print(f"| {name} | {count:,} | {rates} | {times['memory'] / times['files']:.0%} |", flush=True)


def main(arguments: list[str]) -> None:
    """Print a table in Markdown."""
    paths = [Path(argument) for argument in arguments]
    data = data_folder()
    if not paths and data:
        paths = sorted((data / "lists").glob("*.txt"))
    lists = {path.stem: [line[:81] for line in read_list(path)] for path in paths}
    if not arguments:
        grid = nonet.solve("." * 81).solution
        lists = {"complete": [str(grid)], **lists}
    print("| list | lines | in memory, per second | files | from gzip | to gzip | files/memory |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, puzzles in lists.items():
            measure(name, puzzles, Path(folder))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"\nPeak memory, the arrays of this script included: {peak} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
