"""Why a candidate was eliminated, a cell filled, or a node is dead, derived from the board.

Nothing here depends on the inference, so a user's own is explained like any other: the simplest
cause that the board shows is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonet.lab.matching import unmatchable
from nonet.lab.state import State


class Cause(NamedTuple):
    """A name from `CAUSES` and the fields that its wording needs."""

    name: str
    cell: int | None = None
    digit: int | None = None
    house: int | None = None
    cells: Sequence[int] = ()


UNKNOWN = Cause("inference")


def why_removed(state: State, cells: Sequence[int], digit: int, latest: int | None) -> Cause:
    """Say why cells lose a digit: a peer has it, a peer needs it, or a part of a group does.

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
        for group in state.geometry.groups_of[cells[0]]:
            options = _options(state, group)
            options[cells[0]] = [digit]
            needed = unmatchable(options)
            # A group may be contradictory without the cell; then its crowd explains nothing.
            if cells[0] in needed:
                return Cause("subset", house=group, cells=[c for c in needed if c != cells[0]])
    return UNKNOWN


def why_filled(state: State, cell: int, digit: int) -> Cause:
    """Say why an empty cell takes a digit: its only candidate, or the digit's only place."""
    if tuple(state.allowed(cell)) == (digit,):
        return Cause("naked-single")
    for house in state.geometry.houses_of[cell]:
        others = (other for other in state.geometry.house_cells[house] if other != cell)
        if not any(_could_be(state, other, digit) for other in others):
            return Cause("hidden-single", house=house)
    return UNKNOWN


def why_dead(state: State) -> Cause:
    """Say what is contradictory: a cell without values, or a digit or cells without room."""
    culprit = state.culprit
    cells = state.open
    if culprit is not None:
        cells = [*([culprit] if culprit in cells else []), *cells]
    for cell in cells:
        if not state.size(cell):
            return Cause("no-value", cell=cell)
    groups = _nearest_first(state, culprit)
    houses = state.geometry.house_cells
    for house in (group for group in groups if group < len(houses)):
        for digit in range(1, state.layout.size + 1):
            if not any(_could_be(state, cell, digit) for cell in houses[house]):
                return Cause("no-place", digit=digit, house=house)
    for group in groups:
        if crowded := unmatchable(_options(state, group)):
            return Cause("too-few-values", house=group, cells=crowded)
    return UNKNOWN


def _nearest_first(state: State, culprit: int | None) -> list[int]:
    """Return all groups, those of the cell that showed the contradiction before the others."""
    near = [] if culprit is None else list(state.geometry.groups_of[culprit])
    return [*near, *(g for g in range(len(state.geometry.groups)) if g not in near)]


def _options(state: State, group: int) -> dict[int, Sequence[int]]:
    cells = state.geometry.groups[group]
    return {cell: state.allowed(cell) for cell in cells if not state.value(cell)}


def _could_be(state: State, cell: int, digit: int) -> bool:
    value = state.value(cell)
    return value == digit if value else digit in state.allowed(cell)
