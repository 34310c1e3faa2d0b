"""Which cell next, and which value first.

A rule for cells gets the state and returns an open cell, or a list of (cell, digit) of which
exactly one must be true. A rule for values gets the state, the cell and its values and returns
the values in the order in which to try them. Ties go to the first cell and the smallest digit.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonet.lab.state import State


@dataclass(slots=True)
class Memory:
    """What a rule may remember during a run.

    A seeded source of chance, the order of cells fixed at the root, and a weight per group of
    cells without repeats (house or other) that grows with every dead end there.
    """

    rng: random.Random
    order: dict[int, int]
    weights: list[int]


Choice = int | list[tuple[int, int]]
Select = Callable[[State, Memory], Choice]
Order = Callable[[State, int, Sequence[int], Memory], Sequence[int]]


def first_open(state: State, memory: Memory) -> int:
    """Take the first open cell; the state remembers where that is."""
    return state.first()


def fixed_order(state: State, memory: Memory) -> int:
    """Take cells in the order of their number of values at the root, fewest first."""
    return min(state.open, key=memory.order.__getitem__)


def fewest_values(state: State, memory: Memory) -> int:
    """Take the cell with the fewest values (minimum remaining values, MRV)."""
    return state.narrowest()


def fewest_values_most_peers(state: State, memory: Memory) -> int:
    """Take the cell with the fewest values; of equals that with most open peers (degree, MCV)."""
    return _narrowest(state, lambda cell: -state.open_peers(cell))


def fewest_values_least_peers(state: State, memory: Memory) -> int:
    """Take the cell with the fewest values; of equals the one with the fewest open peers."""
    return _narrowest(state, state.open_peers)


def _narrowest(state: State, tie_break: Callable[[int], int]) -> int:
    equals = state.equally_narrow()
    return equals[0] if len(equals) == 1 else min(equals, key=tie_break)


def fewest_values_per_weight(state: State, memory: Memory) -> int:
    """Take the cell with the fewest values per weight of its houses and groups (dom/wdeg)."""
    weights, groups_of = memory.weights, state.geometry.groups_of
    return min(
        state.open, key=lambda cell: state.size(cell) / sum(weights[g] for g in groups_of[cell])
    )


def any_cell(state: State, memory: Memory) -> int:
    """Take an open cell by chance."""
    return memory.rng.choice(state.open)


def fewest_values_by_chance(state: State, memory: Memory) -> int:
    """Take a cell with the fewest values, by chance among equals."""
    return _narrowest(state, lambda cell: memory.rng.getrandbits(30))


def fewest_places(state: State, memory: Memory) -> Choice:
    """Take the cell with the fewest values, or the house and digit with still fewer places.

    In the second case the places are tried, not the values.
    """
    cell = fewest_values(state, memory)
    best: Choice = cell
    fewest = state.size(cell)
    for house in state.geometry.house_cells:
        if fewest <= 2:
            break
        places: dict[int, list[tuple[int, int]]] = {}
        for candidate in house:
            if not state.value(candidate):
                for digit in state.allowed(candidate):
                    places.setdefault(digit, []).append((candidate, digit))
        for digit in sorted(places):
            if len(places[digit]) < fewest:
                fewest, best = len(places[digit]), places[digit]
    return best


def ascending(state: State, cell: int, values: Sequence[int], memory: Memory) -> Sequence[int]:
    """Try small digits first."""
    return values


def least_constraining(
    state: State, cell: int, values: Sequence[int], memory: Memory
) -> Sequence[int]:
    """Try the value first that the fewest open peers could also take (LCV)."""
    return sorted(values, key=lambda digit: rivals(state, cell, digit))


def most_constraining(
    state: State, cell: int, values: Sequence[int], memory: Memory
) -> Sequence[int]:
    """Try the value first that most open peers could also take."""
    return sorted(values, key=lambda digit: -rivals(state, cell, digit))


def rivals(state: State, cell: int, digit: int) -> int:
    """Return how many open peers of a cell could also take a digit."""
    if state.tracked:
        has = state.has
        return sum(1 for peer in state.peers[cell] if has(peer, digit))
    return sum(
        1 for peer in state.peers[cell] if not state.value(peer) and digit in state.untaken(peer)
    )


def by_chance(state: State, cell: int, values: Sequence[int], memory: Memory) -> Sequence[int]:
    """Try the values in a random order."""
    return memory.rng.sample(list(values), len(values))


SELECTS: dict[str, Select] = {
    "first": first_open,
    "fixed": fixed_order,
    "mrv": fewest_values,
    "mrv-degree": fewest_values_most_peers,
    "mrv-least-degree": fewest_values_least_peers,
    "mrv-random": fewest_values_by_chance,
    "dom-wdeg": fewest_values_per_weight,
    "random": any_cell,
    "places": fewest_places,
}
"""Every rule for cells by name."""

ORDERS: dict[str, Order] = {
    "ascending": ascending,
    "lcv": least_constraining,
    "most-constraining": most_constraining,
    "random": by_chance,
}
"""Every rule for values by name."""
