"""Reference answers of other programs: HoDoKu's regression library, and paths of both programs.

Reads reglib-1.3.txt and er_paths_public.jsonl from the folder that NONET_DATA names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import nonet
from nonet.core.board import Board

Pairs = frozenset[tuple[int, int]]
"""Cells, counted from 0, with digits."""

HODOKU_NAMES = {
    "Full House": "full-house",
    "Hidden Single": "hidden-single",
    "Naked Single": "naked-single",
    "Locked Candidates Type 1 (Pointing)": "pointing",
    "Locked Candidates Type 2 (Claiming)": "claiming",
    "Locked Pair": "locked-pair",
    "Locked Triple": "locked-triple",
    "Naked Pair": "naked-pair",
    "Naked Triple": "naked-triple",
    "Naked Quadruple": "naked-quad",
    "Hidden Pair": "hidden-pair",
    "Hidden Triple": "hidden-triple",
    "Hidden Quadruple": "hidden-quad",
    "2-String Kite": "two-string-kite",
    "Simple Colors Trap": "simple-colouring-trap",
    "Simple Colors Wrap": "simple-colouring-wrap",
    "Multi Colors 1": "multi-colouring-1",
    "Multi Colors 2": "multi-colouring-2",
    "Almost Locked Set XZ-Rule": "als-xz",
    "Almost Locked Set XY-Wing": "als-xy-wing",
    "Almost Locked Set Chain": "als-chain",
    "Bivalue Universal Grave + 1": "bug-1",
    "Brute Force": "brute-force",
    **{f"Uniqueness Test {n}": f"unique-rectangle-{n}" for n in range(1, 7)},
    **{f"Avoidable Rectangle Type {n}": f"avoidable-rectangle-{n}" for n in (1, 2)},
}
"""Where HoDoKu's name in small letters, with dashes, is not ours."""

SE_NAMES = {
    "Naked Triplet": "naked-triple",
    "Hidden Triplet": "hidden-triple",
    "Direct Hidden Triplet": "direct-hidden-triple",
    "Turbot Fish": "forcing-x-chain",
    "Nishio Forcing Chains": "nishio",
    **{f"BUG type {n}": f"bug-{n}" for n in range(1, 5)},
    **{f"Unique Rectangle type {n}": f"unique-rectangle-{n}" for n in range(1, 5)},
}

HODOKU_SCORES = {
    "full-house": ("Easy", 4),
    "hidden-single": ("Easy", 14),
    "naked-single": ("Easy", 4),
    "pointing": ("Medium", 50),
    "claiming": ("Medium", 50),
    "locked-pair": ("Medium", 40),
    "locked-triple": ("Medium", 60),
    "naked-pair": ("Medium", 60),
    "naked-triple": ("Medium", 80),
    "naked-quad": ("Hard", 120),
    "hidden-pair": ("Medium", 70),
    "hidden-triple": ("Medium", 100),
    "hidden-quad": ("Hard", 150),
    "x-wing": ("Hard", 140),
    "swordfish": ("Hard", 150),
    "jellyfish": ("Hard", 160),
    "finned-x-wing": ("Hard", 130),
    "finned-swordfish": ("Unfair", 200),
    "finned-jellyfish": ("Unfair", 250),
    "sashimi-x-wing": ("Hard", 150),
    "sashimi-swordfish": ("Unfair", 240),
    "sashimi-jellyfish": ("Unfair", 260),
    "franken-x-wing": ("Unfair", 300),
    "franken-swordfish": ("Unfair", 350),
    "finned-franken-x-wing": ("Unfair", 390),
    "finned-franken-swordfish": ("Unfair", 410),
    "skyscraper": ("Hard", 130),
    "two-string-kite": ("Hard", 150),
    "turbot-fish": ("Hard", 120),
    "empty-rectangle": ("Hard", 120),
    "simple-colouring-trap": ("Hard", 150),
    "simple-colouring-wrap": ("Hard", 150),
    "multi-colouring-1": ("Hard", 200),
    "multi-colouring-2": ("Hard", 200),
    "remote-pair": ("Hard", 110),
    "unique-rectangle-1": ("Hard", 100),
    "unique-rectangle-2": ("Hard", 100),
    "unique-rectangle-3": ("Hard", 100),
    "unique-rectangle-4": ("Hard", 100),
    "unique-rectangle-5": ("Hard", 100),
    "unique-rectangle-6": ("Hard", 100),
    "hidden-rectangle": ("Hard", 100),
    "avoidable-rectangle-1": ("Hard", 100),
    "avoidable-rectangle-2": ("Hard", 100),
    "bug-1": ("Hard", 100),
    "xy-wing": ("Hard", 160),
    "xyz-wing": ("Hard", 180),
    "w-wing": ("Hard", 150),
    "x-chain": ("Unfair", 260),
    "xy-chain": ("Unfair", 260),
    "continuous-nice-loop": ("Unfair", 280),
    "discontinuous-nice-loop": ("Unfair", 280),
    "aic": ("Unfair", 280),
    "grouped-continuous-nice-loop": ("Unfair", 300),
    "grouped-discontinuous-nice-loop": ("Unfair", 300),
    "grouped-aic": ("Unfair", 300),
    "als-xz": ("Unfair", 300),
    "als-xy-wing": ("Unfair", 320),
    "als-chain": ("Unfair", 340),
    "sue-de-coq": ("Unfair", 250),
    "forcing-chain-contradiction": ("Extreme", 500),
    "forcing-chain-verity": ("Extreme", 500),
    "forcing-net-contradiction": ("Extreme", 700),
    "forcing-net-verity": ("Extreme", 700),
    "brute-force": ("Extreme", 10000),
}
"""HoDoKu's level and base score of every technique of its default order."""

LEVEL_CAPS = {"Easy": 800, "Medium": 1000, "Hard": 1600, "Unfair": 1800, "Extreme": 1 << 30}
"""HoDoKu's levels, and the highest score of a puzzle of that level."""


def hodoku_level(techniques: Iterable[str]) -> str:
    """Return the level that HoDoKu gives to a path with these techniques."""
    levels = list(LEVEL_CAPS)
    found = [HODOKU_SCORES[name] for name in techniques]
    score = sum(score for _, score in found)
    rank = max(levels.index(level) for level, _ in found)
    return next(level for level in levels[rank:] if score <= LEVEL_CAPS[level])


@dataclass(frozen=True)
class ReferenceStep:
    """A step of another program: its technique by our name, and its conclusion."""

    technique: str
    placements: Pairs
    eliminations: Pairs
    text: str
    rating: float | None = None
    nodes: int | None = None

    def applied_to(self, board: Board) -> Board:
        """Return the next board. What is placed or gone already may be said again."""
        for cell, digit in sorted(self.placements):
            if board.digits[cell] != digit:
                board = board.place(cell, digit)
        for cell, digit in sorted(self.eliminations):
            if digit in board.candidates(cell):
                board = board.eliminate(cell, digit)
        return board


@dataclass(frozen=True)
class ReferencePath:
    """A puzzle with its ratings and the steps of both programs."""

    puzzle: str
    solution: str
    row: dict[str, Any]

    @property
    def se_steps(self) -> list[ReferenceStep]:
        """The steps of Sudoku Explainer."""
        return [_se_step(step) for step in self.row["se_steps"]]

    @property
    def hodoku_steps(self) -> list[ReferenceStep]:
        """The steps of HoDoKu."""
        return [_hodoku_step(text) for text in self.row["hodoku_steps"]]


def read_paths(folder: Path) -> Iterator[ReferencePath]:
    """Read the paths of both programs."""
    with (folder / "logic/er_paths_public.jsonl").open() as lines:
        for line in lines:
            row = json.loads(line)
            yield ReferencePath(row["puzzle"], row["solution"], row)


def _se_step(step: dict[str, Any]) -> ReferenceStep:
    name = step["technique"].replace(" (+)", " plus")
    if match := re.match(r"Unique Loop \d+ type (\d)", name):
        name = f"unique-loop-{match[1]}"
    technique = SE_NAMES.get(name, _dashed(name))
    placements = {_cell_digit(part) for part in step.get("place", "").split()}
    eliminations = set()
    for part in step.get("elim", "").split():
        cell, digits = part.split("-")
        eliminations |= {(_cell(cell), int(digit)) for digit in digits}
    return ReferenceStep(
        technique,
        frozenset(placements),
        frozenset(eliminations),
        step["text"],
        step["rating"],
        step.get("nodes"),
    )


def _hodoku_step(text: str) -> ReferenceStep:
    first = text.split(" | ")[0]
    if first.startswith("Forcing"):
        name = " ".join(first.split()[:3])
    else:
        name = re.split(r":| =>", first)[0].strip()
    technique = HODOKU_NAMES.get(name, _dashed(name))
    conclusion = first.split("=>")[1] if "=>" in first else first.split(":")[1]
    placements, eliminations = set(), set()
    for part in re.findall(r"[rc\d,]+(?:=|<>)\d", conclusion.replace(", ", " ")):
        cells, sign, digit = re.match(r"([rc\d,]+)(=|<>)(\d)", part).groups()  # type: ignore[union-attr]
        found = {(cell, int(digit)) for group in cells.split(",") for cell in _cells(group)}
        (placements if sign == "=" else eliminations).update(found)
    return ReferenceStep(technique, frozenset(placements), frozenset(eliminations), text)


def _cells(group: str) -> Iterator[int]:
    rows, columns = group[1:].split("c")
    for row in rows:
        for column in columns:
            yield (int(row) - 1) * 9 + int(column) - 1


def _cell(name: str) -> int:
    return next(_cells(name))


def _cell_digit(part: str) -> tuple[int, int]:
    cell, digit = part.split("=")
    return _cell(cell), int(digit)


def _dashed(name: str) -> str:
    return re.sub(r"[ -]+", "-", name.strip().lower())


@dataclass(frozen=True)
class Case:
    """A case of HoDoKu's regression library."""

    line: int
    code: str
    variant: str
    digits: frozenset[int]
    board: Board
    eliminations: Pairs
    placements: Pairs
    length: int | None

    @property
    def must_fail(self) -> bool:
        """True if no step of the technique may be found."""
        return self.variant == "x"


def read_reglib(folder: Path) -> Iterator[Case]:
    """Read the live cases of the regression library."""
    text = (folder / "logic/reglib-1.3.txt").read_text(encoding="latin-1")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.startswith(":"):
            continue
        _, code, digits, givens, deleted, eliminations, placements, extra, *_ = [
            *line.split(":"),
            "",
            "",
        ]
        code, _, variant = code.partition("-")
        yield Case(
            number,
            code,
            variant,
            frozenset(map(int, digits)),
            _board(givens, deleted),
            frozenset(map(_triple, eliminations.split())),
            frozenset(map(_triple, placements.split())),
            int(extra) if extra.strip().isdigit() else None,
        )


def _board(givens: str, deleted: str) -> Board:
    cells, placed = "", []
    for plus, digit in re.findall(r"(\+?)([0-9.])", givens):
        if plus:
            placed.append((len(cells), int(digit)))
            digit = "."
        cells += digit
    board = Board.of(nonet.parse(cells.replace("0", ".")))
    for cell, digit in placed:
        board = board.place(cell, digit)
    for cell, digit in map(_triple, deleted.split()):
        if board.masks[cell] >> (digit - 1) & 1:
            board = board.eliminate(cell, digit)
    return board


@cache
def _triple(text: str) -> tuple[int, int]:
    digit, row, column = map(int, text)
    return (row - 1) * 9 + column - 1, digit
