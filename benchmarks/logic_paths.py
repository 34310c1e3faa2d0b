"""How far our paths agree with those of another program, and where they part.

Walks the reference puzzles in the order of that program. With HoDoKu it compares levels, scores
and steps, with Sudoku Explainer the hardest rating and the sequence of ratings.

    python benchmarks/logic_paths.py hodoku [NUMBER ...]      (or: sudoku-explainer)

It needs NONET_DATA. With numbers, only those puzzles are walked, and both paths are printed.
"""

from __future__ import annotations

import csv
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path

import nonet
from nonet import _native, native
from nonet.core.board import Board
from nonet.core.step import Step
from nonet.logic.finding import native_board, step_of

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))
from reference_logic import HODOKU_SCORES, ReferencePath, ReferenceStep, hodoku_level, read_paths

SE_RATINGS = {
    "full-house": 1.0,
    "naked-single": 2.3,
    "direct-pointing": 1.7,
    "direct-claiming": 1.9,
    "direct-hidden-pair": 2.0,
    "direct-hidden-triple": 2.5,
    "pointing": 2.6,
    "claiming": 2.8,
    "naked-pair": 3.0,
    "x-wing": 3.2,
    "hidden-pair": 3.4,
    "naked-triple": 3.6,
    "swordfish": 3.8,
    "hidden-triple": 4.0,
    "xy-wing": 4.2,
    "xyz-wing": 4.4,
    "naked-quad": 5.0,
    "jellyfish": 5.2,
    "hidden-quad": 5.4,
    "bug-1": 5.6,
    "bug-2": 5.7,
    "bug-4": 5.7,
    "aligned-pair-exclusion": 6.2,
    "aligned-triplet-exclusion": 7.5,
}
"""Ratings of techniques whose steps are all rated alike."""


@dataclass
class Walked:
    """Our path of a puzzle."""

    steps: list[Step]
    end: str
    seconds: float

    @property
    def ratings(self) -> list[float | None]:
        """What Sudoku Explainer would say, step by step."""
        return [step.se_rating or SE_RATINGS.get(step.technique) for step in self.steps]


def order_named(order: str) -> list[str]:
    """Return the techniques of an order that the core has."""
    text = (files("nonet.logic") / f"data/orders/{order}.json").read_text()
    return [name for name in json.loads(text) if name in _native.TECHNIQUES]


def walk(puzzle: str, order: str, techniques: list[str]) -> Walked:
    """Walk the path of a puzzle."""
    board = Board.of(nonet.parse(puzzle))
    logic = native.logic_of(board.puzzle.geometry)
    start = time.process_time()
    path = logic.walk(native_board(board), order, techniques, seconds=60)
    seconds = time.process_time() - start
    return Walked([step_of(path.step(i), 9) for i in range(len(path))], path.end, seconds)


def same(ours: Step | None, theirs: ReferenceStep | None) -> bool:
    """Tell whether two steps are the same technique with the same conclusion."""
    return (
        ours is not None
        and theirs is not None
        and ours.technique == theirs.technique
        and set(ours.placements) == theirs.placements
        and set(ours.eliminations) == theirs.eliminations
    )


def first_difference(
    ours: list[Step], theirs: list[ReferenceStep]
) -> tuple[int, Step | None, ReferenceStep | None] | None:
    """Return where two paths part."""
    for number, (our, their) in enumerate(zip_longest(ours, theirs)):
        if not same(our, their):
            return number, our, their
    return None


def report_hodoku(numbers: set[int]) -> None:
    """Compare levels, scores and steps with HoDoKu's."""
    counts: Counter[str] = Counter()
    parted: Counter[tuple[str, str]] = Counter()
    techniques = order_named("hodoku")
    for number, path in wanted(numbers):
        ours = walk(path.puzzle, "hodoku", techniques)
        names = [step.technique for step in ours.steps]
        score = sum(HODOKU_SCORES[name][1] for name in names)
        is_solved = ours.end == "full"
        same_score = is_solved and score == path.row["hodoku_score"]
        counts["puzzles"] += 1
        counts["level"] += is_solved and hodoku_level(names) == path.row["hodoku_level"]
        counts["score"] += same_score
        counts["seconds"] += ours.seconds  # type: ignore[assignment]
        if numbers:
            print_both(ours.steps, path.hodoku_steps)
        difference = first_difference(ours.steps, path.hodoku_steps)
        counts["steps"] += difference is None
        if difference is None:
            continue
        step, our, their = difference
        note = "score " if same_score else "      "
        print(f"{number:4} step {step:3} {note} {str(our)[:70]:70} | {their and their.text[:150]}")
        parted[our.technique if our else "nothing", their.technique if their else "end"] += 1
    print_parted(parted)
    print_counts(counts)
    if not numbers:
        report_ratings(techniques)


def report_ratings(techniques: list[str]) -> None:
    """Compare levels and scores with reference_ratings_public.tsv, which has no steps."""
    counts: Counter[str] = Counter()
    file = Path(os.environ["NONET_DATA"]) / "logic/reference_ratings_public.tsv"
    with file.open() as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t")):
            ours = walk(row["puzzle"], "hodoku", techniques)
            names = [step.technique for step in ours.steps]
            score = sum(HODOKU_SCORES[name][1] for name in names)
            is_solved = ours.end == "full"
            same_score = is_solved and score == int(row["hodoku_score"])
            counts["puzzles"] += 1
            counts["level"] += is_solved and hodoku_level(names) == row["hodoku_level"]
            counts["score"] += same_score
            counts["seconds"] += ours.seconds  # type: ignore[assignment]
            if not same_score:
                theirs = row["hodoku_techniques"]
                print(f"rating {number:4} score {score} | {row['hodoku_score']} {theirs}")
    print_counts(counts)


def report_explainer(numbers: set[int]) -> None:
    """Compare the hardest rating and all ratings with Sudoku Explainer's."""
    counts: Counter[str] = Counter()
    parted: Counter[tuple[str, str]] = Counter()
    techniques = order_named("sudoku-explainer")
    for number, path in wanted(numbers):
        ours = walk(path.puzzle, "sudoku-explainer", techniques)
        theirs = [step.rating for step in path.se_steps]
        counts["puzzles"] += 1
        hardest = max((rating or 0 for rating in ours.ratings), default=0)
        counts["hardest"] += ours.end == "full" and hardest == path.row["er"]
        counts["ratings"] += ours.ratings == theirs
        counts["steps"] += first_difference(ours.steps, path.se_steps) is None
        counts["seconds"] += ours.seconds  # type: ignore[assignment]
        if numbers:
            print_both(ours.steps, path.se_steps)
        if ours.ratings == theirs:
            continue
        difference = first_difference(ours.steps, path.se_steps)
        assert difference is not None
        step, our, their = difference
        rated = f"{ours.ratings[step] if our else None} | {their and their.rating}"
        print(f"{number:4} step {step:3} {rated} {str(our)[:70]:70} | {their and their.text[:120]}")
        parted[our.technique if our else "nothing", their.technique if their else "end"] += 1
    print_parted(parted)
    print_counts(counts)


def wanted(numbers: set[int]) -> Iterator[tuple[int, ReferencePath]]:
    """Return the reference paths with these numbers, or all."""
    for number, path in enumerate(read_paths(Path(os.environ["NONET_DATA"]))):
        if not numbers or number in numbers:
            yield number, path


def print_both(ours: list[Step], theirs: list[ReferenceStep]) -> None:
    """Print two paths beside each other."""
    for number, (our, their) in enumerate(zip_longest(ours, theirs)):
        sign = " " if same(our, their) else "!"
        print(f"{number:3} {sign} {str(our)[:70]:70} | {their and their.text[:150]}")


def print_parted(parted: Counter[tuple[str, str]]) -> None:
    """Print how often our technique stood where the other program had another step."""
    for (our, their), count in parted.most_common(40):
        print(f"{count:4} ours {our:32} theirs {their}")


def print_counts(counts: Counter[str]) -> None:
    """Print shares of all puzzles."""
    total = counts["puzzles"]
    shares = [
        f"{name} {count} ({count / total:.1%})"
        for name, count in counts.items()
        if name not in ("puzzles", "seconds")
    ]
    print(f"{total} puzzles, same: {', '.join(shares)}; {counts['seconds']:.1f} CPU seconds")


def main(order: str, *numbers: str) -> None:
    """Compare paths in an order."""
    report = report_hodoku if order == "hodoku" else report_explainer
    report(set(map(int, numbers)))


if __name__ == "__main__":
    main(*sys.argv[1:])
