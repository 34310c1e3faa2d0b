"""All-different consistency of one group of cells, by matching (Regin, 1994).

Open cells on one side, digits on the other, an edge per candidate. A complete matching gives every
cell its own digit. An edge is in some complete matching if it is in the one found, or lies on an
alternating cycle (both ends in one strongly connected component of the directed graph), or on an
alternating path from a free digit. In a house every digit is used, so none is free; a smaller group
has digits to spare.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonet.lab.state import State

_Options = dict[int, Sequence[int]]


def prune_group(state: State, group: tuple[int, ...]) -> list[tuple[int, int]] | None:
    """Return the candidates (cell, digit) that no complete matching uses; None if none exists."""
    options = {cell: state.candidates(cell) for cell in group if not state.value(cell)}
    match = _match(options)
    if match is None:
        return None
    loose = _loose(options, match)
    component = _components(options, match)
    return [
        (cell, digit)
        for cell, digits in options.items()
        for digit in digits
        if (holder := match.get(digit, cell)) != cell
        and holder not in loose
        and component[cell] != component[holder]
    ]


def unmatchable(options: _Options) -> list[int]:
    """Return cells that have fewer digits between them than they are; none if all can be filled.

    Where no complete matching exists, the cells that an augmenting path reaches from one that
    stays without a digit are such a set (Hall).
    """
    seen: set[int] = set()
    match: dict[int, int] = {}
    for cell in options:
        seen.clear()
        if not _augment(options, match, cell, seen):
            return sorted({cell, *(match[digit] for digit in seen)})
    return []


def _match(options: _Options) -> dict[int, int] | None:
    """Give every cell its own digit by augmenting paths; return the cell of each digit."""
    match: dict[int, int] = {}
    return match if all(_augment(options, match, cell, set()) for cell in options) else None


def _augment(options: _Options, match: dict[int, int], cell: int, seen: set[int]) -> bool:
    """Find a digit for one more cell, reassigning others; `seen` collects the digits tried."""
    for digit in options[cell]:
        if digit not in seen:
            seen.add(digit)
            if digit not in match or _augment(options, match, match[digit], seen):
                match[digit] = cell
                return True
    return False


def _loose(options: _Options, match: dict[int, int]) -> set[int]:
    """Return the cells that can give up the digit they hold, since a path leads to a free one."""
    found = [cell for cell, digits in options.items() if not all(d in match for d in digits)]
    loose = set(found)
    held = {cell: digit for digit, cell in match.items()}
    while found:
        digit = held[found.pop()]
        more = [cell for cell, digits in options.items() if cell not in loose and digit in digits]
        loose.update(more)
        found += more
    return loose


def _components(options: _Options, match: dict[int, int]) -> dict[int, int]:
    """Return the strongly connected component of each cell (Tarjan's algorithm, iterative).

    An arc leads from a cell to every cell that holds a digit which it could take.
    """
    arcs = {
        cell: [match[digit] for digit in digits if digit in match]
        for cell, digits in options.items()
    }
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    component: dict[int, int] = {}
    path: list[int] = []
    for root in options:
        if root in index:
            continue
        work = [(root, iter(arcs[root]))]
        index[root] = low[root] = len(index)
        path.append(root)
        while work:
            cell, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    path.append(other)
                    work.append((other, iter(arcs[other])))
                    break
                if other not in component:
                    low[cell] = min(low[cell], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[cell])
                if low[cell] == index[cell]:
                    while True:
                        member = path.pop()
                        component[member] = cell
                        if member == cell:
                            break
    return component
