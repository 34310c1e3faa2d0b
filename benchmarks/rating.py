"""Ratings per CPU second, one thread, next to skfr and Sudoku Explainer given by their paths.

    python benchmarks/rating.py 17_clue 1000
    python benchmarks/rating.py magictour_top1465 60 --skfr SKFR --explainer CLASSES_OR_JAR
    python benchmarks/rating.py easy 1000

Lists are those of NONET_DATA; `easy` are the puzzles of the 17-clue list that singles solve. Each
program rates the same puzzles, after a few to warm up; nonet's answers are checked to be unique and
complete. CPU seconds are user and system time of one process; Java's start is part of its time.
The whole paths of `nonet.explain` are measured as well, because nonet's own rating needs them.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import nonet
from nonet.core.result import Status

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from corpora import data_folder, read_list
from timing import cpu_seconds

SEED = 1
CLASSIC_TECHNIQUES = "1111000011010111011011011011000010100010111111"
"""Which techniques of SudokuMonster's Sudoku Explainer belong to the classic ladder."""


def main() -> None:
    """Measure every program on a sample of a list."""
    args = _arguments()
    sample = _sample(args.list, args.count)
    print(f"{args.list}, {len(sample)} puzzles, seed {SEED}, one thread")
    rates = {}
    for scales in ("er", "hodoku", "nonet"):
        rates[scales] = _measure(f"nonet {scales}", len(sample), _rating(sample, scales))
    rates["paths"] = _measure("nonet whole paths", len(sample), _explaining(sample))
    print(f"nonet's own rating: {rates['nonet'] / rates['paths']:.0%} of the speed of whole paths")
    if args.skfr:
        skfr = _measure("skfr", len(sample), lambda: _skfr(args.skfr, sample), children=True)
        print(f"ER: {rates['er'] / skfr:.1f} times skfr")
    if args.explainer:
        run = lambda: _explainer(args.explainer, sample)  # noqa: E731
        explainer = _measure("Sudoku Explainer", len(sample), run, children=True)
        print(f"ER: {rates['er'] / explainer:.1f} times Sudoku Explainer")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("list")
    parser.add_argument("count", type=int)
    parser.add_argument("--skfr", help="the program")
    parser.add_argument("--explainer", help="SukakuExplainer.jar, or its folder of classes")
    return parser.parse_args()


def _sample(name: str, count: int) -> list[str]:
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    file = "17_clue" if name == "easy" else name
    puzzles = [line[:81] for line in read_list(folder / "lists" / f"{file}.txt")]
    random.Random(SEED).shuffle(puzzles)
    if name == "easy":
        table = nonet.rate_many(puzzles[: 4 * count], scales="search")
        puzzles = [
            puzzle for puzzle, size in zip(puzzles, table["backdoor"], strict=False) if size == 0
        ]
    return puzzles[:count]


def _rating(sample: list[str], scales: str) -> Callable[[], None]:
    nonet.rate_many(sample[:2], scales=scales, threads=1)

    def run() -> None:
        table = nonet.rate_many(sample, scales=scales, threads=1)
        assert all(status is Status.UNIQUE for status in table["status"])

    return run


def _explaining(sample: list[str]) -> Callable[[], None]:
    for puzzle in sample[:2]:
        nonet.explain(puzzle)

    def run() -> None:
        assert all(nonet.explain(puzzle).solved for puzzle in sample)

    return run


def _measure(name: str, count: int, run: Callable[[], None], *, children: bool = False) -> float:
    who = resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF
    before, started = cpu_seconds(who), time.perf_counter()
    run()
    seconds = cpu_seconds(who) - before
    rate = count / max(seconds, 1e-9)
    wall = time.perf_counter() - started
    print(
        f"  {name}: {rate:,.1f} per CPU second ({seconds:.2f} s, {wall:.1f} s elapsed)", flush=True
    )
    return rate


def _skfr(program: str, sample: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in sample))
        command = [os.path.abspath(program), "--input=in", "-e"]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        subprocess.run(command, cwd=folder, check=True, capture_output=True, env=environment)
        outputs = [path for path in Path(folder).iterdir() if "rat" in path.name]
        assert outputs, "skfr wrote nothing"


def _explainer(classes: str, sample: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "in.txt").write_text("".join(f"{puzzle}\n" for puzzle in sample))
        java = ["java", "-Djava.awt.headless=true", "-Xrs", "-Xmx1g", "-cp"]
        options = ["--threads=1", f"--techs={CLASSIC_TECHNIQUES}", "--format=%g %r/%p/%d"]
        files = ["--input=in.txt", "--output=out.txt"]
        command = [*java, os.path.abspath(classes), "diuf.sudoku.test.serate", *options, *files]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        assert (Path(folder) / "out.txt").read_text().count("\n") >= len(sample)


if __name__ == "__main__":
    main()
