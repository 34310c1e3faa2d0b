"""What follows from an assignment: from nothing at all to all-different consistency.

An inference gets a state in which a digit was just placed. It removes candidates, or places
digits that have no alternative, and returns False at a contradiction, having set `state.culprit`
to a cell that shows it. `tally` is told in bulk how much was looked at and removed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from nonet.lab.counts import Tally
from nonet.lab.matching import prune_group
from nonet.lab.state import State

Inference = Callable[[State, int, int, Tally], bool]


def infer_nothing(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Rely on the check that each value passed when it was tried."""
    return True


def forward_check(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Remove the digit from the peers; stop where one has no candidate left."""
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
    """Check forward, and place every cell that has one candidate left, to a fixed point."""
    return _follow(state, cell, digit, tally) is not None


def fill_singles(state: State, cell: int, digit: int, tally: Tally) -> bool:
    """Place naked singles, and digits that have one place left in a house, to a fixed point."""
    touched = _follow(state, cell, digit, tally)
    return touched is not None and _fill_hidden(state, _houses_of(state, touched), tally)


def _follow(state: State, cell: int, digit: int, tally: Tally) -> list[int] | None:
    """Follow a placed digit through naked singles; return the cells that changed, None if dead.

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
    """Place hidden singles of the houses given and of all that change with them."""
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
    """Maintain arc consistency (MAC): AC-3 on the arcs to the open peers of the new digit."""
    changed = state.strike(state.peers[cell], digit)
    tally.checks += len(state.peers[cell])
    tally.eliminated += len(changed)
    return revise_arcs(state, changed, tally)


def revise_arcs(state: State, cells: Iterable[int], tally: Tally) -> bool:
    """Run AC-3: revise the arcs from all open peers to the cells given, until nothing changes.

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
    """Make every house, and every other group without repeats, all-different consistent.

    A candidate stays only if some way of giving all open cells of the group different digits
    uses it.
    """
    changed = state.strike(state.peers[cell], digit)
    tally.checks += len(state.peers[cell])
    tally.eliminated += len(changed)
    return revise_groups(state, [cell, *changed], tally)


def revise_groups(state: State, cells: Iterable[int], tally: Tally) -> bool:
    """Revise the groups of the cells given until no group changes another."""
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
    """Draw an inference's conclusions from the givens alone, before any search."""
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
    """Run AC-3 on the givens, once; then remove the digit from the peers, as `forward` does."""
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
