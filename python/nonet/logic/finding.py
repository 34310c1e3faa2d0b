"""Steps on a board: the border to the native techniques."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from nonet import native
from nonet.core.board import Board
from nonet.core.step import Link, Mark, Step

ALL = 1 << 30


def native_board(board: Board) -> tuple[bytes, bytes, list[int]]:
    """Return a board as the core reads it."""
    return board.puzzle.cells, board.digits, list(board.masks)


def find(
    board: Board, technique: str, *, most: int = ALL, off: Iterable[str] = ()
) -> Iterator[Step]:
    """Find the steps of one technique, in the order in which it finds them."""
    logic = native.logic_of(board.puzzle.geometry)
    for found in logic.find(native_board(board), technique, most, list(off)):
        yield step_of(found, board.layout.size)


def step_of(found: tuple[Any, ...], size: int) -> Step:
    """Return a step of the core as a value."""
    technique, placements, eliminations, marks, proof, se_rating, _length = found
    return Step(
        technique=technique,
        placements=placements,
        eliminations=eliminations,
        se_rating=None if se_rating is None else se_rating / 10,
        marks=tuple(
            Mark(role, cells, candidates, houses, tuple(Link(*link) for link in links))
            for role, cells, candidates, houses, links in marks
        ),
        proof=proof,
        size=size,
    )
