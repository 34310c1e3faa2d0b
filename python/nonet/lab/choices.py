"""Which cell to pick next, and which value to try first.

A rule for cells takes the state and returns an empty cell, or a list of (cell, digit) of which
exactly one must be true. A rule for values takes the state, the cell and its values, and returns
the values in the order to try them. Ties go to the first cell and the smallest digit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonet.lab.rng import Rng
from nonet.lab.state import State


@dataclass(slots=True)
class Memory:
    """What rules can remember during a run.

    A seeded random number generator, the order of cells fixed at the root, and a weight per group
    of different cells (a house or other) that grows with every dead end there.
    """

    rng: Rng
    order: dict[int, int]
    weights: list[int]


Choice = int | list[tuple[int, int]]
Select = Callable[[State, Memory], Choice]
Order = Callable[[State, int, Sequence[int], Memory], Sequence[int]]


def first_open(state: State, memory: Memory) -> int:
    """Pick the first empty cell; the state remembers where that is."""
    return state.first()


def fixed_order(state: State, memory: Memory) -> int:
    """Pick cells in a fixed order: fewest values at the root first."""
    return min(state.open, key=memory.order.__getitem__)


def fewest_values(state: State, memory: Memory) -> int:
    """Pick the cell with the fewest values (minimum remaining values, MRV)."""
    return state.narrowest()


def fewest_values_most_peers(state: State, memory: Memory) -> int:
    """Pick the cell with the fewest values; break ties by most empty peers (degree, MCV)."""
    return _narrowest(state, lambda cell: -state.open_peers(cell))


def fewest_values_least_peers(state: State, memory: Memory) -> int:
    """Pick the cell with the fewest values; break ties by fewest empty peers."""
    return _narrowest(state, state.open_peers)


def _narrowest(state: State, tie_break: Callable[[int], int]) -> int:
    equals = state.equally_narrow()
    return equals[0] if len(equals) == 1 else min(equals, key=tie_break)


def fewest_values_per_weight(state: State, memory: Memory) -> int:
    """Pick the cell with the fewest values per weight of its houses and groups (dom/wdeg)."""
    weights, groups_of = memory.weights, state.geometry.groups_of
    return min(
        state.open, key=lambda cell: state.size(cell) / sum(weights[g] for g in groups_of[cell])
    )


def any_cell(state: State, memory: Memory) -> int:
    """Pick a random empty cell."""
    return memory.rng.choice(state.open)


def fewest_values_by_chance(state: State, memory: Memory) -> int:
    """Pick a cell with the fewest values; break ties at random."""
    return memory.rng.choice(state.equally_narrow())


def fewest_places(state: State, memory: Memory) -> Choice:
    """Pick the cell with the fewest values, or a house and digit with even fewer places.

    In the second case, the search tries the places instead of the values.
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
    """Try the value first that the fewest empty peers could also take (LCV)."""
    return sorted(values, key=lambda digit: rivals(state, cell, digit))


def most_constraining(
    state: State, cell: int, values: Sequence[int], memory: Memory
) -> Sequence[int]:
    """Try the value first that the most empty peers could also take."""
    return sorted(values, key=lambda digit: -rivals(state, cell, digit))


def rivals(state: State, cell: int, digit: int) -> int:
    """Return how many empty peers of a cell could also take a digit."""
    if state.tracked:
        has = state.has
        return sum(1 for peer in state.peers[cell] if has(peer, digit))
    return sum(
        1 for peer in state.peers[cell] if not state.value(peer) and digit in state.untaken(peer)
    )


def by_chance(state: State, cell: int, values: Sequence[int], memory: Memory) -> Sequence[int]:
    """Try the values in a random order."""
    mixed = list(values)
    memory.rng.shuffle(mixed)
    return mixed


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
