"""Reference answers of other programs: HoDoKu's regression library, and paths of both programs.

Reads reglib-1.3.txt and er_paths_public.jsonl from the folder that NONET_DATA names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
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
