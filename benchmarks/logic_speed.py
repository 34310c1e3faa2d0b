"""Paths per CPU second, and the slowest step of a puzzle, next to HoDoKu given by its path.

    python benchmarks/logic_speed.py 17_clue 1000
    python benchmarks/logic_speed.py magictour_top1465 200 --hodoku /path/to/hodoku.jar

Lists are those of NONET_DATA. HoDoKu runs twice, on the puzzles and on none, so that the start of
its Java machine can be told from its work. CPU seconds are user time of one process.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from nonet.core.limit import Limit
from nonet.logic.paths import explain

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from corpora import data_folder, read_list
from timing import child_seconds

SEED = 1


def main() -> None:
    """Measure both orders on a sample of a list, then HoDoKu on the same puzzles."""
    args = sys.argv[1:]
    jar = args.pop(args.index("--hodoku") + 1) if "--hodoku" in args else None
    args = [arg for arg in args if not arg.startswith("--")]
    name, count = args[0], int(args[1])
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    puzzles = [line[:81] for line in read_list(folder / "lists" / f"{name}.txt")]
    sample = random.Random(SEED).sample(puzzles, min(count, len(puzzles)))
    print(f"{name}, {len(sample)} puzzles, seed {SEED}")
    rates = {}
    for order in ("nonet", "hodoku", "sudoku-explainer"):
        for puzzle in sample[:3]:
            explain(puzzle, order=order)
        rates[order] = _measure(sample, order)
    if jar:
        rival = _hodoku(jar, sample)
        for order, rate in rates.items():
            print(
                f"{order}: {rate / rival[0]:.1f} times HoDoKu, {rate / rival[1]:.1f} without start"
            )


def _measure(sample: list[str], order: str) -> float:
    slowest, unsolved = [], 0
    start = time.process_time()
    for puzzle in sample:
        path = explain(puzzle, order=order, limit=Limit(seconds=600))
        unsolved += not path.solved
        slowest.append(max(path.seconds, default=0.0))
    rate = len(sample) / (time.process_time() - start)
    median, worst = statistics.median(slowest) * 1000, max(slowest) * 1000
    print(
        f"  {order}: {rate:,.1f} paths per CPU second; slowest step of a puzzle: "
        f"median {median:.2f} ms, worst {worst:,.1f} ms; not solved: {unsolved}"
    )
    return rate


def _hodoku(jar: str, sample: list[str]) -> tuple[float, float]:
    full, empty = _run_hodoku(jar, sample), _run_hodoku(jar, sample[:1])
    rates = len(sample) / full, (len(sample) - 1) / max(full - empty, 1e-9)
    print(f"  HoDoKu: {rates[0]:,.1f} per CPU second, {rates[1]:,.1f} without its start")
    return rates


def _run_hodoku(jar: str, sample: list[str]) -> float:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in sample))
        java = ["java", "-Djava.awt.headless=true", "-Xmx512m", "-jar", os.path.abspath(jar)]
        before = child_seconds()
        # An absolute path would look like an option.
        options = ["/c", "default", "/bs", "in.txt", "/vp", "/o", "out.txt"]
        subprocess.run([*java, *options], check=True, capture_output=True, cwd=folder)
        assert (Path(folder) / "out.txt").exists(), "HoDoKu wrote nothing"
        return child_seconds() - before


if __name__ == "__main__":
    main()
