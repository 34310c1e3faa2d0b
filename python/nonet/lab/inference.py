"""What to infer from an assignment: from nothing at all to all-different consistency.

An inference takes a state in which a digit was just placed. It eliminates candidates, or places
digits that have no alternative. On a contradiction it returns False, with `state.culprit` set to a
cell that shows it. `tally` counts in bulk how much was checked and eliminated.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from nonet.lab.counts import Tally
from nonet.lab.matching import prune_group
from nonet.lab.state import State

Inference = Callable[[State, int, int, Tally], bool]


def infer_nothing(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Infer nothing; rely on the check of each value when it is tried."""
    return True


def forward_check(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Remove the digit from its peers; stop if one has no candidate left."""
    peers = state.peers[cell]
    changed = state.strike(peers, digit)
    tally.checks += len(peers)
    tally.eliminated += len(changed)
    size = state.size
    for peer in changed:
        if not size(peer):
            state.culprit = peer
            return False
    return True


def fill_naked_singles(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Forward checking, and fill every cell with one candidate left, until nothing changes."""
    return _follow(state, cell, digit, tally) is not None


def fill_singles(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Place naked singles, and digits with one place left in a house, until nothing changes."""
    touched = _follow(state, cell, digit, tally)
    return touched is not None and _fill_hidden(state, _houses_of(state, touched), tally)


def _follow(state: State, cell: int, digit: int, tally: Tally) -> list[int] | None:
    """Propagate a placed digit through naked singles; return changed cells, None if dead.

    A single is placed only when its turn comes: two peers with the same single would otherwise
    both be placed, and no candidate would be left to show the contradiction.
    """
    touched: list[int] = []
    singles: list[int] = []
    while True:
        peers = state.peers[cell]
        changed = state.strike(peers, digit)
        tally.checks += len(peers)
        tally.eliminated += len(changed)
        touched.append(cell)
        touched += changed
        for peer in changed:
            size = state.size(peer)
            if not size:
                state.culprit = peer
                return None
            if size == 1:
                singles.append(peer)
        while singles:
            cell = singles.pop()
            if not state.value(cell):
                break
        else:
            return touched
        digit = state.candidates(cell)[0]
        state.place(cell, digit)


def _houses_of(state: State, cells: Iterable[int]) -> list[int]:
    """Return the houses of cells in ascending order, so that no count depends on a set's order."""
    return sorted({house for cell in cells for house in state.geometry.houses_of[cell]})


def _fill_hidden(state: State, houses: list[int], tally: Tally) -> bool:
    """Place hidden singles in the given houses and in all houses that change with them."""
    queue = deque(houses)
    waiting = set(queue)
    while queue:
        house = queue.popleft()
        waiting.discard(house)
        tally.revisions += 1
        cells = state.geometry.house_cells[house]
        found = state.hidden_singles(cells)
        if found is None:
            state.culprit = cells[0]
            return False
        for cell, digit in found:
            if state.value(cell) == digit:
                continue
            if not state.has(cell, digit):
                state.culprit = cell
                return False
            state.place(cell, digit)
            touched = _follow(state, cell, digit, tally)
            if touched is None:
                return False
            for other in _houses_of(state, touched):
                if other not in waiting:
                    waiting.add(other)
                    queue.append(other)
    return True


def maintain_arcs(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Maintain arc consistency (MAC): AC-3 on the arcs to the empty peers of the new digit."""
    changed = state.strike(state.peers[cell], digit)
    tally.checks += len(state.peers[cell])
    tally.eliminated += len(changed)
    return revise_arcs(state, changed, tally)


def revise_arcs(state: State, cells: Iterable[int], tally: Tally) -> bool:
    """Run AC-3: revise the arcs from all empty peers to the given cells until nothing changes.

    A cell loses a candidate if a peer has no other candidate: two different digits always
    support each other, so that only a peer with one candidate left can take support away.
    """
    queue = deque(cells)
    waiting = set(queue)
    while queue:
        cell = queue.popleft()
        waiting.discard(cell)
        candidates = state.candidates(cell)
        if not candidates:
            state.culprit = cell
            return False
        peers = state.peers[cell]
        tally.revisions += len(peers)
        tally.checks += len(peers) * len(candidates)
        if len(candidates) > 1:
            continue
        changed = state.strike(peers, candidates[0])
        tally.eliminated += len(changed)
        for peer in changed:
            if peer not in waiting:
                waiting.add(peer)
                queue.append(peer)
    return True


def maintain_all_different(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Make every house, and every other group of different cells, all-different consistent.

    A candidate remains only if there is a way to give all empty cells of the group different
    digits that uses it.
    """
    changed = state.strike(state.peers[cell], digit)
    tally.checks += len(state.peers[cell])
    tally.eliminated += len(changed)
    return revise_groups(state, [cell, *changed], tally)


def revise_groups(state: State, cells: Iterable[int], tally: Tally) -> bool:
    """Revise the groups of the given cells until nothing changes."""
    groups_of, groups = state.geometry.groups_of, state.geometry.groups
    queue = deque(sorted({group for cell in cells for group in groups_of[cell]}))
    waiting = set(queue)
    while queue:
        group = queue.popleft()
        waiting.discard(group)
        tally.revisions += 1
        gone = prune_group(state, groups[group])
        if gone is None:
            state.culprit = groups[group][0]
            return False
        tally.eliminated += len(gone)
        for cell, digit in gone:
            state.strike((cell,), digit)
        for other in sorted({g for cell, _ in gone for g in groups_of[cell]} - {group}):
            if other not in waiting:
                waiting.add(other)
                queue.append(other)
    return True


def propagate_givens(state: State, name: str, tally: Tally) -> bool:
    """Run an inference on the givens alone, before the search."""
    if any(not state.size(cell) for cell in state.open):
        return False
    if name in ("ac3", "mac"):
        return revise_arcs(state, list(state.open), tally)
    if name == "all-different":
        return revise_groups(state, list(state.open), tally)
    if name in ("naked-singles", "singles"):
        for cell in list(state.open):
            if not state.value(cell) and state.size(cell) == 1:
                digit = state.candidates(cell)[0]
                state.place(cell, digit)
                if _follow(state, cell, digit, tally) is None:
                    return False
    if name == "singles":
        return _fill_hidden(state, list(range(state.geometry.house_count)), tally)
    return True


def forward_check_after_ac3(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Run AC-3 once on the givens; then remove each digit from its peers, like `forward`."""
    return forward_check(state, cell, digit, tally)


INFERENCES: dict[str, Inference] = {
    "none": infer_nothing,
    "forward": forward_check,
    "naked-singles": fill_naked_singles,
    "singles": fill_singles,
    "ac3": forward_check_after_ac3,
    "mac": maintain_arcs,
    "all-different": maintain_all_different,
}
"""Every inference by name."""
