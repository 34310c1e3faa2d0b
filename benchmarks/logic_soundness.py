"""Whether every path is right: no true digit removed, every step proved, the solution reached.

    python benchmarks/logic_soundness.py 17_clue
    python benchmarks/logic_soundness.py forum_hardest_11plus --share 0.1

Lists are those of NONET_DATA; a share is a seeded sample. Anything wrong is printed, and the exit
code is 1. The order is nonet's, or the one that --order names.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from nonet.logic.checker import check_step
from nonet.logic.paths import explain

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from corpora import data_folder, read_list

SEED = 1


def main() -> int:
    """Check the paths of a list, and print what was checked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--order", default="nonet")
    parser.add_argument("--seconds", type=float, help="stop after so much time")
    args = parser.parse_args()
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    puzzles = [line[:81] for line in read_list(folder / "lists" / f"{args.list}.txt")]
    sample = random.Random(SEED).sample(puzzles, round(len(puzzles) * args.share))
    started, told, steps, wrong = time.monotonic(), 0.0, 0, 0
    done = 0
    for puzzle in sample:
        found, problems = check_path(puzzle, args.order)
        steps, done = steps + found, done + 1
        wrong += bool(problems)
        for problem in problems:
            print(f"{puzzle}: {problem}", flush=True)
        seconds = time.monotonic() - started
        if seconds - told > 60:
            told = seconds
            print(f"{done:,} of {len(sample):,}, {seconds:.0f} s", file=sys.stderr, flush=True)
        if args.seconds is not None and seconds > args.seconds:
            break
    print(f"{args.list}: {done:,} of {len(sample):,} paths, {steps:,} steps, {wrong} wrong")
    return bool(wrong)


def check_path(puzzle: str, order: str) -> tuple[int, list[str]]:
    """Return the number of steps of a path, and what is wrong with it."""
    path = explain(puzzle, order=order)
    (solution,) = path.solutions
    problems = []
    if not path.solved or path.end.digits != solution.cells:
        problems.append("the path does not reach the solution")
    for board, step in zip(path.boards, path.steps, strict=False):
        if any(solution.cells[cell] == digit for cell, digit in step.eliminations):
            problems.append(f"{step}: removes a true digit")
        if any(solution.cells[cell] != digit for cell, digit in step.placements):
            problems.append(f"{step}: places a wrong digit")
        if step.technique != "brute-force" and not (verdict := check_step(board, step)):
            problems.append(f"{step}: {verdict}")
    return len(path.steps), problems


if __name__ == "__main__":
    sys.exit(main())
