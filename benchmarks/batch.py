"""How fast is each way through the pipeline? `python benchmarks/batch.py [LINES]`.

Each way is a separate command on the same puzzles: random copies of an easy one, by default
200,000. The time is the processor time of the whole command on all cores, including its start, the
best of five runs. Each is compared with plain `nonet solve` from lines to lines, and `--confirm`
with the sum of both engines. Line breaks are measured with `nonet.parse` alone.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

import nonet
from copies import as_lines, random_copies
from timing import best_times, child_seconds

LINES = 200_000
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EMPTIED = 6
"""How many random cells are emptied so that most puzzles have several solutions."""
WAYS: Mapping[str, tuple[list[str], float | None]] = {
    "solve": (["solve", "in.txt", "-o", "solved.txt"], 1),
    "solve --json": (["solve", "--json", "in.txt", "-o", "out.txt"], 5),
    "count": (["count", "in.txt", "-o", "out.txt"], 2),
    "count, several solutions each": (["count", "several.txt", "-o", "out.txt"], None),
    "check": (["check", "solved.txt", "-o", "out.txt"], 2),
    "check, with the puzzles": (["check", "solved.txt", "in.txt", "-o", "out.txt"], 2),
    "check, unfinished grids": (["check", "in.txt", "-o", "out.txt"], 2),
    "solve, from CSV": (["solve", "in.csv", "-o", "out.txt"], 3),
    "solve, to CSV": (["solve", "in.txt", "-o", "out.csv"], 3),
    "solve, CSV to CSV": (["solve", "in.csv", "-o", "out.csv"], 3),
    "solve, from JSON Lines": (["solve", "in.jsonl", "-o", "out.txt"], 3),
    "solve, to JSON Lines": (["solve", "in.txt", "-o", "out.jsonl"], 3),
    "solve, JSON Lines to JSON Lines": (["solve", "in.jsonl", "-o", "out.jsonl"], 3),
    "solve, from Parquet": (["solve", "in.parquet", "-o", "out.txt"], 3),
    "solve, to Parquet": (["solve", "in.txt", "-o", "out.parquet"], 3),
    "solve, Parquet to Parquet": (["solve", "in.parquet", "-o", "out.parquet"], 3),
    "convert, to sdm": (["convert", "in.txt", "-o", "out.sdm"], 1),
    "convert, to JSON Lines": (["convert", "in.txt", "-o", "out.jsonl"], 1),
}
"""Every command, and the target for its time relative to the first, if it has one."""
SCALAR = ["solve", "--engine", "scalar", "in.txt", "-o", "out.txt"]
CONFIRMED = ["solve", "--confirm", "scalar", "in.txt", "-o", "out.txt"]


def prepare(folder: Path, count: int) -> None:
    """Write the puzzles in every input format."""
    cells = np.tile(np.frombuffer(nonet.parse(EASY).cells, dtype=np.uint8), (count, 1))
    digits = random_copies(cells, seed=1)
    lines = as_lines(digits)
    (folder / "in.txt").write_text("".join(f"{line}\n" for line in lines))
    rows = (f"{number},{line},easy\n" for number, line in enumerate(lines))
    (folder / "in.csv").write_text(f"id,puzzle,note\n{''.join(rows)}")
    objects = (
        f'{{"id": {number}, "puzzle": "{line}", "note": "easy"}}\n'
        for number, line in enumerate(lines)
    )
    (folder / "in.jsonl").write_text("".join(objects))
    run(folder, ["solve", "in.csv", "-o", "in.parquet"])
    several = digits.copy()
    generator = np.random.default_rng(1)
    for _ in range(EMPTIED):
        several[np.arange(count), generator.integers(0, several.shape[1], count)] = 0
    (folder / "several.txt").write_text("".join(f"{line}\n" for line in as_lines(several)))


def run(folder: Path, arguments: list[str]) -> None:
    """Run the command."""
    command = [sys.executable, "-m", "nonet", *arguments]
    subprocess.run(command, cwd=folder, stderr=subprocess.DEVNULL, check=arguments[0] != "check")


def measure_commands(count: int) -> None:
    """Print a row for every way."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder, count)

        def way(arguments: list[str]) -> Callable[[], object]:
            return lambda: run(folder, arguments)

        works = {title: way(arguments) for title, (arguments, _) in WAYS.items()}
        works |= {"scalar": way(SCALAR), "confirmed": way(CONFIRMED)}
        times = best_times(works, child_seconds)
    plain = times["solve"]
    print(f"| command, {count:,} lines | seconds | ratio | aim |")
    print("|---|---:|---:|---:|")
    for title, (_, most) in WAYS.items():
        print(f"| {title} | {times[title]:.2f} | {times[title] / plain:.2f} | {most or ''} |")
    both = plain + times["scalar"]
    print(f"| solve --engine scalar | {times['scalar']:.2f} | {times['scalar'] / plain:.2f} | |")
    seconds = times["confirmed"]
    title = "solve --confirm scalar, relative to both engines"
    print(f"| {title} | {seconds:.2f} | {seconds / both:.2f} | 1.5 |")


def measure_line_breaks(count: int) -> None:
    """Print how much longer a line takes to parse if it ends with a line break."""

    def parse(line: str) -> Callable[[], object]:
        return lambda: [nonet.parse(line) for _ in range(count)]

    times = best_times({"bare": parse(EASY), "ended": parse(f"{EASY}\n")}, time.process_time)
    micros = times["ended"] / count * 1e6
    ratio = times["ended"] / times["bare"]
    title = "nonet.parse of a line with a line break, in µs, relative to one without"
    print(f"| {title} | {micros:.1f} | {ratio:.2f} | 1.2 |")


def main(arguments: list[str]) -> None:
    """Print a table in Markdown."""
    count = int(arguments[0]) if arguments else LINES
    measure_commands(count)
    measure_line_breaks(max(count // 20, 1))


if __name__ == "__main__":
    main(sys.argv[1:])
