"""Steps on a board: what the native techniques find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from nonet import native
from nonet.core.board import Board
from nonet.core.errors import ArgumentError, UnsupportedError
from nonet.core.puzzle import Puzzle
from nonet.core.rules import Candidates, Different, House
from nonet.core.step import Link, Mark, Step
from nonet.logic.catalog import catalog, technique_named
from nonet.logic.orders import OrderLike, as_order
from nonet.notations.parsing import PuzzleLike, parse

LARGEST = 16
"""The largest board that techniques know."""
OPTIONS = {
    "als_overlap": "almost locked sets may share cells",
    "als_nodes": "almost locked sets may be nodes of chains",
    "duals": "two kites or empty rectangles on the same cells are one step",
    "siamese": "two fish on the same base are one step",
    "missing_candidates": "uniqueness patterns may lack candidates",
    "small_empty_rectangles": "empty rectangles may have two candidates only",
    "all_chains": "every chain counts, not only the shortest for its conclusion",
}
"""What `find_steps` may use unless told otherwise."""
ALL = 1 << 40
RawStep: TypeAlias = tuple[Any, ...]
"""A step as the core gives and reads it; `step_of` makes it a value."""


def find_steps(
    board: Board | PuzzleLike,
    technique: str | None = None,
    *,
    order: OrderLike = None,
    limit: int | None = 1,
    options: Mapping[str, bool] | None = None,
) -> tuple[Step, ...]:
    """Find steps on a board: those of one technique, or of the first of an order that has any.

    `limit` is how many to return, None for all; `technique` is a name or a HoDoKu code. Steps are
    sorted by the rank of their technique, then by cell and digit. `options` switch off what
    OPTIONS lists. The board may have several solutions: then steps that assume uniqueness hold only
    if it has one.

    >>> find_steps("...4..1.2.4..3..")[0].placements
    ((2, 3),)
    """
    board = as_board(board)
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
        raise ArgumentError(f"limit: expected a number of steps, or None, found {limit!r:.40}")
    off = _switched_off(options)
    chosen = as_order(order)
    if technique is not None:
        names: tuple[str, ...] = (technique_named(technique).name,)
    else:
        names = tuple(name for name in chosen.techniques if name != "brute-force")
    found: list[Step] = []
    for name in names:
        found += sorted(find(board, name, off=off), key=_place)
        if limit is not None and len(found) >= limit:
            break
    return tuple(found[:limit])


def as_board(board: Board | PuzzleLike) -> Board:
    """Return a board that techniques know, or refuse it."""
    if not isinstance(board, Board):
        board = Board.of(parse(board))
    size = board.layout.size
    if size > LARGEST:
        raise UnsupportedError(
            f"techniques support boards up to {LARGEST}x{LARGEST}, found {size}x{size}"
        )
    known = {House, Different, Candidates}
    if strange := board.puzzle.geometry.rule_types - known:
        names = ", ".join(sorted(kind.__name__ for kind in strange))
        raise UnsupportedError(f"techniques do not support the rules {names}")
    return board


def find(
    board: Board, technique: str, *, most: int = ALL, off: Iterable[str] = ()
) -> Iterator[Step]:
    """Find the steps of one technique, in the order in which it finds them."""
    logic = native.logic_of(board.puzzle.geometry)
    for found in logic.find(native_board(board), technique, most, list(off)):
        yield step_of(found, board.layout.size)


def native_board(board: Board) -> tuple[bytes, bytes, list[int]]:
    """Return a board as the core reads it.

    A cell whose digits a rule limits counts as given: no other digit can be swapped into it.
    """
    givens = board.puzzle.cells
    if allowed := board.puzzle.allowed():
        every = (1 << board.layout.size) - 1
        givens = bytes(
            digit or int(mask != every) for digit, mask in zip(givens, allowed, strict=True)
        )
    return givens, board.digits, list(board.masks)


def allowed_digits(board: Puzzle) -> tuple[int, ...]:
    """Return what the rules let each cell hold, bit d-1 for digit d."""
    every = (1 << board.layout.size) - 1
    return tuple(board.allowed() or [every] * board.layout.cell_count)


def step_of(found: RawStep, size: int) -> Step:
    """Return a step of the core as a value."""
    name, placements, eliminations, marks, proof, se_rating, _length = found
    technique = catalog()[name]
    return Step(
        technique=name,
        placements=placements,
        eliminations=eliminations,
        se_rating=technique.se_rating if se_rating is None else se_rating / 10,
        hodoku_score=technique.hodoku_score,
        marks=tuple(
            Mark(role, cells, candidates, houses, tuple(Link(*link) for link in links))
            for role, cells, candidates, houses, links in marks
        ),
        proof=proof or None,
        size=size,
    )


def raw_step(step: Step) -> RawStep:
    """Return a step as the core reads it."""
    marks = tuple(
        (
            mark.role,
            mark.cells,
            mark.candidates,
            mark.houses,
            tuple((link.start, link.end, link.strong) for link in mark.links),
        )
        for mark in step.marks
    )
    return step.technique, step.placements, step.eliminations, marks, step.proof, None, 0


def _place(step: Step) -> tuple[tuple[int, int], ...]:
    return (*step.placements, *step.eliminations)


def _switched_off(options: Mapping[str, bool] | None) -> tuple[str, ...]:
    if options is None:
        return ()
    if not isinstance(options, Mapping):
        raise ArgumentError(f"options: expected names and True or False, found {options!r:.40}")
    for name, value in options.items():
        if name not in OPTIONS or not isinstance(value, bool):
            known = ", ".join(OPTIONS)
            raise ArgumentError(
                f"options: expected True or False for {known}, found {name!r:.40}: {value!r:.40}"
            )
    return tuple(name.replace("_", "-") for name, value in options.items() if not value)
