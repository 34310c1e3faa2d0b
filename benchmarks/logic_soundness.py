"""Whether every path is right: no true digit removed, every step proved, the solution reached.

    python benchmarks/logic_soundness.py 17_clue
    python benchmarks/logic_soundness.py forum_hardest_11plus --share 0.1 --journal tenth.tsv

Lists are those of NONET_DATA; a share is a seeded sample. Anything wrong is printed, and the exit
code is 1. The order is nonet's, or the one that --order names. A journal gets a line for every
puzzle (steps, problems, puzzle); a run that finds one goes on where the last one ended.
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
    parser.add_argument("--journal", type=Path, help="keep what was checked in this file")
    args = parser.parse_args()
    folder = data_folder()
    assert folder is not None, "set NONET_DATA"
    puzzles = [line[:81] for line in read_list(folder / "lists" / f"{args.list}.txt")]
    sample = random.Random(SEED).sample(puzzles, round(len(puzzles) * args.share))
    checked = read_journal(args.journal)
    started = told = time.monotonic()
    for puzzle in sample:
        if puzzle in checked:
            continue
        steps, problems = check_path(puzzle, args.order)
        checked[puzzle] = steps, len(problems)
        for problem in problems:
            print(f"{puzzle}: {problem}", flush=True)
        if args.journal:
            with args.journal.open("a") as journal:
                journal.write(f"{steps}\t{len(problems)}\t{puzzle}\n")
        now = time.monotonic()
        if now - told > 60:
            told = now
            print(f"{len(checked):,} of {len(sample):,}", file=sys.stderr, flush=True)
        if args.seconds is not None and now - started > args.seconds:
            break
    found = [checked[puzzle] for puzzle in sample if puzzle in checked]
    total, wrong = sum(steps for steps, _ in found), sum(bool(problems) for _, problems in found)
    print(f"{args.list}: {len(found):,} of {len(sample):,} paths, {total:,} steps, {wrong} wrong")
    return bool(wrong)


def read_journal(path: Path | None) -> dict[str, tuple[int, int]]:
    """Return the steps and problems of every puzzle in a journal; a line cut short is left out."""
    if path is None or not path.exists():
        return {}
    lines = path.read_text().splitlines()
    rows = [line.split("\t") for line in lines if len(line.split("\t")) == 3]
    return {puzzle: (int(steps), int(wrong)) for steps, wrong, puzzle in rows if len(puzzle) == 81}


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
