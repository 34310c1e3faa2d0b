"""Find an example of every technique in random puzzles: python data/make_technique_examples.py.

The same seed finds the same examples. Boards on the paths of random minimal puzzles are searched
for every technique that lacks an example; what is expensive to search for is tried on few boards.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import nonet
from nonet import native
from nonet.core.board import Board
from nonet.core.layout import CLASSIC
from nonet.core.puzzle import Puzzle
from nonet.core.step import Step
from nonet.logic.catalog import SINGLES
from nonet.logic.checker import check_step
from nonet.logic.finding import find
from nonet.logic.paths import explain
from technique_examples import FILE, Example, read_examples

SEED = 2026
SLOW = 0.02
"""Seconds that a search may take on average before it is tried on few boards only."""
TRIES = 40
"""How many candidates are tried for a near miss."""


def random_grid(rng: random.Random) -> bytes:
    """Return a filled board: three boxes at random, the rest as a solver fills it, mixed again."""
    cells = bytearray(81)
    for box in range(3):
        digits = rng.sample(range(1, 10), 9)
        for place, digit in enumerate(digits):
            cells[(3 * box + place // 3) * 9 + 3 * box + place % 3] = digit
    other = rng.choice([cell for cell in range(81) if not cells[cell]])
    options = Board.of(Puzzle(bytes(cells), CLASSIC)).candidates(other)
    cells[other] = rng.choice(options)
    solution = nonet.solve(Puzzle(bytes(cells), CLASSIC), limit=1).solution
    return solution.cells if solution else random_grid(rng)


def random_puzzle(rng: random.Random, spare: int) -> Puzzle:
    """Return a puzzle with one solution; `spare` givens more than a minimal one."""
    cells = bytearray(random_grid(rng))
    removed = []
    for cell in rng.sample(range(81), 81):
        digit, cells[cell] = cells[cell], 0
        if nonet.count(Puzzle(bytes(cells), CLASSIC), limit=2) != 1:
            cells[cell] = digit
        else:
            removed.append((cell, digit))
    for cell, digit in rng.sample(removed, min(spare, len(removed))):
        cells[cell] = digit
    return Puzzle(bytes(cells), CLASSIC)


def boards(rng: random.Random) -> Iterator[Board]:
    """Give boards on the paths of random puzzles, those where singles do not help."""
    while True:
        path = explain(
            random_puzzle(rng, rng.choice((0, 0, 0, 2, 6))), limit=nonet.Limit(seconds=2)
        )
        for board, technique in zip(path.boards, path.techniques, strict=False):
            if technique not in SINGLES or rng.random() < 0.02:
                yield board


def first_step(board: Board, technique: str) -> Step | None:
    """Return the first step of a technique."""
    return next(find(board, technique, most=1), None)


def example_of(board: Board, step: Step, rng: random.Random) -> Example:
    """Return an example of a step, with a candidate that breaks its pattern if there is one."""
    if not (verdict := check_step(board, step)):
        raise AssertionError(f"not proved: {step} on {board}: {verdict}")
    full = Board.of(Puzzle(board.digits, board.layout)).masks
    gone = [
        (cell, digit)
        for cell, mask in enumerate(full)
        for digit in range(1, 10)
        if mask >> (digit - 1) & 1 and not board.masks[cell] >> (digit - 1) & 1
    ]
    example = Example(step.technique, board, step.placements, step.eliminations, None)
    for near in rng.sample(gone, min(len(gone), TRIES)):
        missed = replace(example, near_miss=near)
        broken = missed.broken()
        assert broken is not None
        other = first_step(broken, step.technique)
        if other is None or not _same(step, other):
            return missed
    return example


def _same(step: Step, other: Step) -> bool:
    return (step.placements, step.eliminations) == (other.placements, other.eliminations)


def main(seconds: str = "300") -> None:
    """Look for what is missing, for so many seconds; the file grows with every example."""
    rng = random.Random(SEED)
    found = {example.technique: example for example in read_examples()} if FILE.exists() else {}
    spent: dict[str, tuple[float, int]] = {}
    deadline = time.monotonic() + float(seconds)
    for board in boards(rng):
        missing = [
            name
            for name in native.TECHNIQUES
            if name != "brute-force" and (name not in found or found[name].near_miss is None)
        ]
        if not missing or time.monotonic() > deadline:
            break
        for name in missing:
            total, count = spent.get(name, (0.0, 0))
            # What is slow to look for is tried on few boards.
            if count > 3 and total / count > SLOW and rng.random() > SLOW * count / total:
                continue
            start = time.perf_counter()
            step = first_step(board, name)
            spent[name] = total + time.perf_counter() - start, count + 1
            if step is None:
                continue
            example = example_of(board, step, rng)
            if name not in found or example.near_miss:
                found[name] = example
                _write(found)
    print(f"{len(found)} techniques; without a near miss or missing: {' '.join(missing) or 'none'}")


def _write(found: dict[str, Example]) -> None:
    lines = [found[name].to_line() for name in native.TECHNIQUES if name in found]
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
