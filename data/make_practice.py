"""Collect positions to practise techniques on: python data/make_practice.py ORDER PUZZLES.

They are on the paths of random minimal puzzles of our own: boards where a technique is the easiest
move. Paths in the order `nonet` come first; `sudoku-explainer` and `hodoku` add techniques that it
lacks. The same seed finds the same positions. Every few thousand puzzles the file is
written anew; after Ctrl-C, the same command goes on from there.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import Progress

import nonet
from nonet.core.board import Board
from nonet.core.layout import CLASSIC
from nonet.core.puzzle import Puzzle
from nonet.generator.minimal import minimal_puzzles
from nonet.logic.exercises import FILE, ORDERS, format_position
from nonet.logic.orders import order_named

SEED = 20261118
CHUNK = 2_000
ENOUGH = 24
"""Positions for each technique."""
RARE = 1e-4
"""Techniques in a smaller share of the puzzles may have fewer."""
LIMIT = nonet.Limit(seconds=5)
HEADER = (
    "# Positions to practise techniques on, each a technique and a line as in HoDoKu's library.",
    f"# data/make_practice.py found them in random minimal puzzles (seed {SEED}); ours, MIT.",
)


@dataclass
class Bank:
    """Positions by technique, and how much was searched for them."""

    puzzles: Counter[str] = field(default_factory=Counter)
    """How many puzzles were explained in each order."""
    seen: Counter[str] = field(default_factory=Counter)
    """How many of them needed each technique."""
    positions: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path) -> Bank:
        """Read what was found so far."""
        bank = cls()
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        for line in lines[len(HEADER) :]:
            first, name, *rest = line.split(" ")
            if first == "#":
                kind = bank.puzzles if rest[-1] == "puzzles" else bank.seen
                kind[name.rstrip(":")] = next(int(word) for word in rest if word.isdigit())
            else:
                bank.positions.setdefault(first, []).append(" ".join([name, *rest]))
        return bank

    def write(self, file: Path) -> None:
        """Write everything, technique by technique."""
        lines = [*HEADER, *(f"# {name}: {count} puzzles" for name, count in self.puzzles.items())]
        for technique in nonet.techniques():
            name = technique.name
            if name in self.positions:
                lines.append(f"# {name}: in {self.seen[name]} of them")
                lines += [f"{name} {position}" for position in self.positions[name]]
        draft = file.with_suffix(".draft")
        draft.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        draft.replace(file)

    def add(self, order: str, names: set[str], puzzle: Puzzle) -> None:
        """Explain a puzzle and keep the positions where one of the techniques is needed."""
        path = nonet.explain(puzzle, order=order, limit=LIMIT)
        self.puzzles[order] += 1
        for name in sorted(names & set(path.techniques)):
            self.seen[name] += 1
            if len(self.positions.setdefault(name, [])) < ENOUGH:
                board: Board = path.boards[path.techniques.index(name)]
                self.positions[name].append(format_position(board))

    def lacking(self, order: str, names: set[str]) -> list[str]:
        """Return the techniques that are not rare and have too few positions."""
        least = RARE * self.puzzles[order]
        return [
            n
            for n in sorted(names & set(self.positions))
            if self.seen[n] >= least and len(self.positions[n]) < ENOUGH
        ]


def main(order: str, puzzles: str) -> None:
    """Go through so many puzzles."""
    before = ORDERS[: ORDERS.index(order)]
    names = set(order_named(order).techniques) - {"brute-force"}
    names -= {name for other in before for name in order_named(other).techniques}
    bank, count = Bank.read(FILE), int(puzzles)
    with Progress() as progress:
        task = progress.add_task(order, total=count, completed=bank.puzzles[order])
        while bank.puzzles[order] < count:
            rows = minimal_puzzles(CHUNK, seed=SEED, first=bank.puzzles[order], threads=1).puzzles
            for row in rows:
                bank.add(order, names, Puzzle(row.tobytes(), CLASSIC))
                progress.advance(task)
            bank.write(FILE)
    print("too few positions:", ", ".join(bank.lacking(order, names)) or "none")


if __name__ == "__main__":
    main(*sys.argv[1:])
