"""The boards of benchmarks/all_boards.py, in groups with goals.

They are those of NONET_DATA/boards, and small ones that are generated here by a seed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import nonet
from nonet import Layout, Puzzle, Status

PROVED_UP_TO = 25
"""Size up to which public and unique boards are asked for two solutions, others for one."""
SMALL = (Layout(2, 2), Layout(2, 3))
GENERATED = 200
"""Boards of each small layout."""


@dataclass(frozen=True)
class Board:
    """A puzzle as a list of cells, and what its file says of it."""

    name: str
    family: str
    layout: Layout
    cells: list[int]
    kind: str
    source: str
    fill: float

    @property
    def size(self) -> int:
        """Return the number of rows."""
        return self.layout.size

    @property
    def solutions(self) -> int:
        """Return how many solutions are asked for: two, to prove or refute that there is one."""
        proved = self.family in ("public", "unique", "minimal") and self.size <= PROVED_UP_TO
        return 2 if proved else 1

    def among(self, size: int, least: float = 0, below: float = 101, kind: str = "") -> bool:
        """Tell whether this is a generated board of a size, kind and percentage of givens."""
        generated = self.family in ("gen", "frontier")
        fits = self.size == size and kind in self.kind and least <= self.fill < below
        return generated and fits

    def public(self, size: int, source: str = "") -> bool:
        """Tell whether this is a public board of a size and source."""
        return self.family == "public" and self.size == size and source in self.source


@dataclass(frozen=True)
class Goal:
    """Seconds that the median or the slowest board may take, or puzzles per second and thread."""

    median: float | None = None
    worst: float | None = None
    rate: float | None = None


@dataclass(frozen=True)
class Group:
    """Boards that are judged together; a stretch group is one that nobody is sure to solve."""

    name: str
    has: Callable[[Board], bool]
    goal: Goal = Goal()
    stretch: bool = False


GROUPS = (
    Group("4x4 minimal", lambda b: b.size == 4, Goal(rate=1e6)),
    Group("6x6 minimal", lambda b: b.size == 6 and b.family == "minimal", Goal(rate=1e6)),
    Group("6x6 public", lambda b: b.public(6), Goal(rate=1e6)),
    Group("8, 10, 15, 20, 30", lambda b: b.size in (8, 10, 15, 20, 30)),
    Group("12x12", lambda b: b.size == 12),
    Group("16x16", lambda b: b.size == 16, Goal(median=0.001, worst=0.02)),
    Group("25x25 coursework", lambda b: b.public(25, "tcgaryau"), Goal(worst=0.01)),
    Group(
        "25x25 public, random", lambda b: b.public(25, "sudoku_acs"), Goal(median=0.01, worst=0.1)
    ),
    Group("25x25 public, minimal", lambda b: b.public(25, "Gecode"), Goal(median=0.5, worst=5)),
    Group("25x25 public, others", lambda b: b.public(25)),
    Group("25x25 unique", lambda b: b.size == 25 and b.family == "unique"),
    Group("25x25 generated", lambda b: b.among(25)),
    Group("36x36 40-45 % random", lambda b: b.among(36, 0, 50, "rand"), Goal(worst=2)),
    Group("36x36 from 55 %", lambda b: b.among(36, 55), Goal(worst=0.02)),
    Group("36x36 public", lambda b: b.public(36)),
    Group("49x49 from 59 %", lambda b: b.among(49, 59), Goal(worst=0.02)),
    Group("64x64 from 62 %", lambda b: b.among(64, 62), Goal(worst=0.03)),
    Group("100x100 from 67 %", lambda b: b.among(100, 67), Goal(worst=0.1)),
    Group("36x36 40-45 % balanced", lambda b: b.among(36, 0, 50, "bal"), stretch=True),
    Group("36x36 50-54 %", lambda b: b.among(36, 50, 55), stretch=True),
    Group("49x49 50-58 %", lambda b: b.among(49, 50, 59), stretch=True),
    Group("49x49 45 %", lambda b: b.among(49, 0, 50), stretch=True),
    Group("64x64 60-61 %", lambda b: b.among(64, 60, 62), stretch=True),
    Group("64x64 50-55 %", lambda b: b.among(64, 0, 60), stretch=True),
    Group("100x100 60-66 %", lambda b: b.among(100, 0, 67), stretch=True),
    Group("100x100 public", lambda b: b.public(100), stretch=True),
)


def read_groups(folder: Path, seed: int) -> dict[str, list[Board]]:
    """Return the boards of each group, in the order of the groups and of the files."""
    boards = [board for layout in SMALL for board in minimal_boards(layout, GENERATED, seed)]
    for path in sorted((folder / "boards").glob("*.jsonl")):
        boards += read_boards(path)
    found: dict[str, list[Board]] = {group.name: [] for group in GROUPS}
    for board in boards:
        found[next(group.name for group in GROUPS if group.has(board))].append(board)
    return {name: members for name, members in found.items() if members}


def read_boards(path: Path) -> Iterator[Board]:
    """Read a file of boards, named by the number of their line."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        facts = json.loads(line)
        yield Board(
            f"{path.stem}:{number}",
            path.stem.split("_")[0],
            Layout(facts["box_rows"], facts["box_cols"]),
            facts["cells"],
            facts.get("kind", ""),
            facts["source"],
            facts.get("fill_pct", 100 * facts["clues"] / len(facts["cells"])),
        )


def minimal_boards(layout: Layout, number: int, seed: int) -> list[Board]:
    """Generate boards with a single solution, none of whose givens can be spared."""
    source = random.Random(seed)
    return [
        Board(
            f"minimal_{layout.size}x{layout.size}:{place}",
            "minimal",
            layout,
            (cells := _minimal(layout, source)),
            "minimal",
            f"generated:seed{seed}",
            100 * sum(map(bool, cells)) / layout.cell_count,
        )
        for place in range(1, number + 1)
    ]


def _minimal(layout: Layout, source: random.Random) -> list[int]:
    """Add random givens that fit until the solution is the only one, then leave out what can be."""
    cells = [0] * layout.cell_count
    order = source.sample(range(layout.cell_count), layout.cell_count)
    for cell in order:
        for digit in source.sample(range(1, layout.size + 1), layout.size):
            cells[cell] = digit
            if (status := _status(cells, layout)) is not Status.NO_SOLUTION:
                break
        if status is Status.UNIQUE:
            break
    for cell in order:
        given, cells[cell] = cells[cell], 0
        if _status(cells, layout) is not Status.UNIQUE:
            cells[cell] = given
    return cells


def _status(cells: list[int], layout: Layout) -> Status:
    return nonet.solve(Puzzle(bytes(cells), layout)).status
