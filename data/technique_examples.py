"""Examples of techniques: a board where each has a step, and boards where it has not.

`technique_examples.jsonl` in this folder holds one line per example; `make_technique_examples.py`
finds them in random puzzles of our own. Some nested forcing chains come from the hardest puzzles of
`nonet generate --hardest er`, where easier techniques find nothing like them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nonet
from nonet.core.board import Board
from nonet.core.puzzle import Puzzle
from nonet.core.step import format_elimination, format_placement, parse_elimination, parse_placement

FILE = Path(__file__).parent / "technique_examples.jsonl"
_SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Example:
    """A board with a step of a technique, and what breaks the pattern."""

    technique: str
    board: Board
    placements: tuple[tuple[int, int], ...]
    eliminations: tuple[tuple[int, int], ...]
    near_miss: tuple[int, int] | None
    """A candidate that, added to the board, leaves no such step; None where no single one does."""

    def broken(self) -> Board | None:
        """Return the board with that candidate added."""
        if self.near_miss is None:
            return None
        cell, digit = self.near_miss
        masks = list(self.board.masks)
        masks[cell] |= 1 << (digit - 1)
        return Board(self.board.puzzle, self.board.digits, tuple(masks))

    def to_line(self) -> str:
        """Return the example as a line of the file."""
        board, size = self.board, self.board.layout.size
        near = format_placement(*self.near_miss, size) if self.near_miss else None
        data = {
            "technique": self.technique,
            "givens": str(board.puzzle),
            "digits": str(board),
            "candidates": " ".join(_group(mask) for mask in board.masks),
            "placements": [format_placement(*pair, size) for pair in self.placements],
            "eliminations": [format_elimination(*pair, size) for pair in self.eliminations],
            "near_miss": near,
        }
        return json.dumps(data)

    @classmethod
    def of(cls, data: dict[str, Any]) -> Example:
        """Read an example."""
        puzzle = nonet.parse(data["givens"])
        size = puzzle.layout.size
        digits = nonet.parse(data["digits"]).cells
        masks = tuple(map(_mask, data["candidates"].split()))
        near = parse_placement(data["near_miss"], size) if data["near_miss"] else None
        return cls(
            data["technique"],
            Board(Puzzle(puzzle.cells, puzzle.layout), digits, masks),
            tuple(parse_placement(text, size) for text in data["placements"]),
            tuple(parse_elimination(text, size) for text in data["eliminations"]),
            near,
        )


def read_examples() -> Iterator[Example]:
    """Read the examples."""
    with FILE.open(encoding="utf-8") as lines:
        for line in lines:
            yield Example.of(json.loads(line))


def _group(mask: int) -> str:
    digits = [_SYMBOLS[digit] for digit in range(1, len(_SYMBOLS)) if mask >> (digit - 1) & 1]
    return "".join(digits) or "-"


def _mask(group: str) -> int:
    return 0 if group == "-" else sum(1 << (_SYMBOLS.index(symbol) - 1) for symbol in group)
