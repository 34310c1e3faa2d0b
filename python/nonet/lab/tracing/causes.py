"""Why a candidate fell, a cell was filled, a node is dead: read off the board.

Nothing here asks which inference was at work, so that a user's own is explained like any other:
the simplest cause that the board shows is the one that is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonet.lab.matching import unmatchable
from nonet.lab.state import State


class Cause(NamedTuple):
    """A name of `CAUSES` and what its words need."""

    name: str
    cell: int | None = None
    digit: int | None = None
    house: int | None = None
    cells: Sequence[int] = ()


UNKNOWN = Cause("inference")


def why_removed(state: State, cells: Sequence[int], digit: int, latest: int | None) -> Cause:
    """Say why cells lose a digit: a peer has it, a peer needs it, or a part of a house does.

    `latest` is the cell that was filled last, which is mostly the one.
    """
    peers = state.peers
    if latest is not None and state.value(latest) == digit:
        around = peers[latest]
        if all(cell in around for cell in cells):
            return Cause("placed", cell=latest)
    common = [peer for peer in peers[cells[0]] if all(peer in peers[c] for c in cells[1:])]
    for peer in common:
        if state.value(peer) == digit:
            return Cause("placed", cell=peer)
    for peer in common:
        if state.tracked and not state.value(peer) and tuple(state.candidates(peer)) == (digit,):
            return Cause("only-value", cell=peer)
    if len(cells) == 1:
        for house in state.layout.houses_of[cells[0]]:
            options = _options(state, house)
            options[cells[0]] = [digit]
            needed = unmatchable(options)
            # A house may be contradictory without the cell; then its crowd explains nothing.
            if cells[0] in needed:
                return Cause("subset", house=house, cells=[c for c in needed if c != cells[0]])
    return UNKNOWN


def why_filled(state: State, cell: int, digit: int) -> Cause:
    """Say why an open cell takes a digit: nothing else is left, or no other place is."""
    if tuple(state.allowed(cell)) == (digit,):
        return Cause("naked-single")
    for house in state.layout.houses_of[cell]:
        others = (other for other in state.layout.houses[house] if other != cell)
        if not any(_could_be(state, other, digit) for other in others):
            return Cause("hidden-single", house=house)
    return UNKNOWN


def why_dead(state: State) -> Cause:
    """Say what is contradictory: a cell without a value, a digit or cells without enough room."""
    culprit = state.culprit
    cells = state.open
    if culprit is not None:
        cells = [*([culprit] if culprit in cells else []), *cells]
    for cell in cells:
        if not state.size(cell):
            return Cause("no-value", cell=cell)
    houses = _nearest_first(state, culprit)
    for house in houses:
        for digit in range(1, state.layout.size + 1):
            if not any(_could_be(state, cell, digit) for cell in state.layout.houses[house]):
                return Cause("no-place", digit=digit, house=house)
    for house in houses:
        if crowded := unmatchable(_options(state, house)):
            return Cause("too-few-values", house=house, cells=crowded)
    return UNKNOWN


def _nearest_first(state: State, culprit: int | None) -> list[int]:
    """Return all houses, those of the cell that showed the contradiction before the others."""
    near = [] if culprit is None else list(state.layout.houses_of[culprit])
    return [*near, *(h for h in range(len(state.layout.houses)) if h not in near)]


def _options(state: State, house: int) -> dict[int, Sequence[int]]:
    cells: Iterable[int] = state.layout.houses[house]
    return {cell: state.allowed(cell) for cell in cells if not state.value(cell)}


def _could_be(state: State, cell: int, digit: int) -> bool:
    value = state.value(cell)
    return value == digit if value else digit in state.allowed(cell)
