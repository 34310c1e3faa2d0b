"""Draw the pictures of steps: `python docs/gallery/marks.py` (a test compares them).

Two steps by hand on real boards, and every role once.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import nonet
from nonet import Board, Link, Mark, Puzzle, Step
from nonet.core.cells import cell_index
from nonet.core.step import ROLES

HERE = Path(__file__).parent


def at(name: str, digit: int) -> tuple[int, int]:
    """Return a candidate by the name of its cell."""
    return cell_index(name, 9), digit


def with_singles(line: str) -> Board:
    """Return the board after all naked and hidden singles."""
    board = Board.of(nonet.parse(line))
    houses = [house.cells for house in board.puzzle.houses]
    while True:
        places = [
            [cell for cell in house if digit in board.candidates(cell)]
            for house in houses
            for digit in range(1, 10)
        ]
        hidden = [
            (cells[0], 1 + number % 9) for number, cells in enumerate(places) if len(cells) == 1
        ]
        naked = [(c, board.candidates(c)[0]) for c in range(81) if len(board.candidates(c)) == 1]
        if not hidden + naked:
            return board
        board = board.place(*(hidden + naked)[0])


def x_wing() -> tuple[Board, Step]:
    """Return an X-wing: in rows 3 and 6, the 1 can only be in columns 4 and 6."""
    corners = [at(name, 1) for name in ("r3c4", "r3c6", "r6c4", "r6c6")]
    step = Step(
        technique="x-wing",
        eliminations=(at("r2c4", 1), at("r8c6", 1)),
        se_rating=3.2,
        hodoku_score=140,
        marks=(
            Mark("base", houses=(2, 5)),
            Mark("cover", houses=(12, 14)),
            Mark("pattern", candidates=tuple(corners)),
        ),
    )
    line = "....6.514.....56....3.....8.1..2..8..4..8.....2.....496..35.17...27....6........."
    return with_singles(line), step


def xy_chain() -> tuple[Board, Step]:
    """Return an XY-chain of four cells: one of its two ends is 6."""
    nodes = [("r4c9", 6, 1), ("r9c9", 1, 9), ("r9c4", 9, 7), ("r5c4", 7, 6)]
    chain = [at(name, digit) for name, *digits in nodes for digit in digits]
    links = tuple(
        Link(one, other, strong=number % 2 == 0)
        for number, (one, other) in enumerate(pairwise(chain))
    )
    step = Step(
        technique="xy-chain",
        eliminations=(at("r5c9", 6),),
        hodoku_score=260,
        marks=(
            Mark("off", candidates=tuple(chain[::2])),
            Mark("on", candidates=tuple(chain[1::2]), links=links),
        ),
    )
    line = "....7.3...1.28..4...73.491........3.2...154........285..91...5.....2...46.3......"
    return with_singles(line), step


def every_role() -> tuple[Puzzle, tuple[Mark, ...]]:
    """Return an empty board on which each role marks a cell, or a house, and two candidates."""
    marks = []
    for number, role in enumerate(ROLES):
        row, column = divmod(number, 3)
        cell = 27 * (row // 3) + 9 * (row % 3) + 3 * column
        houses = {"base": (7,), "cover": (16,)}.get(role, ())
        cells = () if houses or role in ("eliminated", "refused") else (cell,)
        candidates = ((cell + 1, 5), (cell + 1, 9))
        marks.append(Mark(role, cells=cells, candidates=candidates, houses=houses))
    return Puzzle(bytes(81)), tuple(marks)


PICTURES = {"x-wing": x_wing, "xy-chain": xy_chain, "roles": every_role}


def pictures() -> dict[str, str]:
    """Return every picture by the name of its file."""
    drawn = {}
    for name, make in PICTURES.items():
        value, marks = make()
        for theme in ("light", "dark"):
            svg = nonet.render_svg(value, marks=marks, theme=theme)
            drawn[f"marks-{name}-{theme}.svg"] = svg + "\n"
    return drawn


if __name__ == "__main__":
    for file, text in pictures().items():
        (HERE / file).write_text(text, encoding="utf-8")
