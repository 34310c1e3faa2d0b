"""The order in which nodes are explored. Each frontier is a generator of full states.

They share one `Explorer`, which chooses, assigns and counts; they differ only in which nodes wait
and which comes next. A child is generated (and counted) when its parent is expanded, and runs its
inference when it is visited, so equal trees have equal counts whatever the frontier.
"""

from __future__ import annotations

import heapq
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sized
from itertools import count
from typing import TYPE_CHECKING, Any

from nonet.core.errors import ArgumentError
from nonet.lab.state import State

if TYPE_CHECKING:
    from nonet.lab.explorer import Explorer

Frontier = Callable[["Explorer", State], Iterator[State]]

RECURSIVE_CELLS = 700
"""The maximum number of empty cells for recursion; Python's own limit is not far above."""


def depth_first_recursive(explorer: Explorer, root: State) -> Iterator[State]:
    """Call itself for every child: textbook backtracking."""
    if len(root.open) > RECURSIVE_CELLS:
        raise too_deep(len(root.open))
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * RECURSIVE_CELLS))
    yield from _visit(explorer, root, 1)


def too_deep(open_cells: int) -> ArgumentError:
    """Return the error for more empty cells than recursion can take."""
    return ArgumentError(
        f"frontier 'recursive': expected at most {RECURSIVE_CELLS} empty cells, "
        f"found {open_cells} (use 'iterative')"
    )


def _visit(explorer: Explorer, state: State, depth: int) -> Iterator[State]:
    for cell, digit in explorer.expand(state, depth):
        if explorer.is_stopped():
            return
        child, mark = explorer.branch(state)
        if explorer.assign(child, cell, digit):
            if not child.full:
                yield from _visit(explorer, child, depth + 1)
                if explorer.is_halted:
                    return
            else:
                yield child
        if mark is not None:
            child.undo(mark)
    explorer.backtrack()


def depth_first_iterative(explorer: Explorer, root: State) -> Iterator[State]:
    """Backtracking with an explicit stack that holds, for each level, the values left to try."""
    levels: list[tuple[State, int | None, Iterator[tuple[int, int]]]] = []
    levels.append((root, None, iter(explorer.expand(root, 1))))
    while levels:
        state, entered, options = levels[-1]
        for cell, digit in options:
            if explorer.is_stopped():
                return
            child, mark = explorer.branch(state)
            if explorer.assign(child, cell, digit):
                if not child.full:
                    depth = len(levels) + 1
                    levels.append((child, mark, iter(explorer.expand(child, depth))))
                    break
                yield child
            if mark is not None:
                child.undo(mark)
        else:
            levels.pop()
            if entered is not None:
                state.undo(entered)
            explorer.backtrack()


def backjumping(explorer: Explorer, root: State) -> Iterator[State]:
    """Depth first, but jump back to the deepest cell that is involved in the dead end.

    Conflict-directed: a level remembers which earlier cells excluded its values. When nothing is
    left to try, the search jumps to the deepest of them and passes the others on.
    """
    chosen: dict[int, int] = {}
    levels: list[_JumpLevel] = [_JumpLevel(root, None, explorer, chosen)]
    while levels:
        level = levels[-1]
        child = None
        for digit in level.values:
            if explorer.is_stopped():
                return
            candidate, mark = explorer.branch(level.state)
            chosen[level.cell] = len(levels)
            if explorer.assign(candidate, level.cell, digit):
                if not candidate.full:
                    child = _JumpLevel(candidate, mark, explorer, chosen)
                    levels.append(child)
                    break
                yield candidate
                # A solution is no conflict: every level above may have another one.
                level.blamed.update(chosen)
            else:
                level.blame(candidate.culprit)
            if mark is not None:
                candidate.undo(mark)
        if child is None:
            _jump(levels, chosen, explorer)


class _JumpLevel:
    """One level of backjumping: a cell, the values left to try, the earlier cells to blame."""

    def __init__(
        self, state: State, mark: int | None, explorer: Explorer, chosen: dict[int, int]
    ) -> None:
        self.state = state
        self.mark = mark
        self.chosen = chosen
        options = explorer.expand(state, len(chosen) + 1)
        if explorer.chosen_cell is None:
            raise ArgumentError(
                "frontier 'backjumping': expected select to pick a cell, found places"
            )
        self.cell = explorer.chosen_cell
        self.values = iter([digit for _, digit in options])
        self.blamed = {peer for peer in state.peers[self.cell] if peer in chosen}

    def blame(self, culprit: int | None) -> None:
        """Blame the chosen peers of a cell that has no value left."""
        if culprit is not None:
            self.blamed.update(p for p in self.state.peers[culprit] if p in self.chosen)


def _jump(levels: list[_JumpLevel], chosen: dict[int, int], explorer: Explorer) -> None:
    """Leave the last level and every level above it that is not to blame for the dead end."""
    blamed = levels[-1].blamed - {levels[-1].cell}
    while levels:
        level = levels.pop()
        chosen.pop(level.cell, None)
        explorer.waiting -= sum(1 for _ in level.values)
        if level.mark is not None:
            level.state.undo(level.mark)
        explorer.backtrack()
        if levels and levels[-1].cell in blamed:
            levels[-1].blamed |= blamed - {levels[-1].cell}
            return


def limited_discrepancy(explorer: Explorer, root: State) -> Iterator[State]:
    """Trust the order of values: first without exceptions, then with one, with two, ...

    Each round allows one exception more. A round that cuts nothing off has explored everything.
    """
    for allowed in count():
        cut = yield from _rounds(explorer, root, lambda spent, rank: spent + rank, allowed)
        if not cut or explorer.stopped_by:
            return


def iterative_deepening(explorer: Explorer, root: State) -> Iterator[State]:
    """Search depth first to level 1, then again to level 2, level 3, ..."""
    for allowed in count(1):
        cut = yield from _rounds(explorer, root, lambda spent, rank: spent + 1, allowed)
        if not cut or explorer.stopped_by:
            return


def _rounds(explorer: Explorer, root: State, cost: Callable[[int, int], int], allowed: int) -> Any:
    """Yield the solutions that cost up to `allowed`; return whether anything was cut off.

    Those of earlier rounds come again, and the explorer leaves them out. They are not told by their
    cost: if choices are random or learned, each round has a tree of its own.
    """
    cut = False
    explorer.restart()
    levels = [(root.copy(), iter(enumerate(explorer.expand(root, 1))), 0)]
    while levels:
        state, options, spent = levels[-1]
        for rank, (cell, digit) in options:
            if explorer.is_stopped():
                return True
            price = cost(spent, rank)
            if price > allowed:
                cut = True
                explorer.cut(cell, digit)
                continue
            child = state.copy()
            if explorer.assign(child, cell, digit):
                if not child.full:
                    depth = len(levels) + 1
                    levels.append((child, iter(enumerate(explorer.expand(child, depth))), price))
                    break
                yield child
        else:
            levels.pop()
            explorer.backtrack()
    return cut


def random_restarts(explorer: Explorer, root: State) -> Iterator[State]:
    """Search depth first with random choices, and restart after more and more nodes.

    The cut-off grows by half each time, so eventually one run explores everything. The explorer
    leaves out solutions that were found before a restart.
    """
    cutoff = explorer.restart_after
    while True:
        explorer.restart()
        explorer.waiting = 0
        explorer.pause_at = explorer.tally.generated + cutoff
        yield from depth_first_iterative(explorer, root.copy())
        paused, explorer.paused, explorer.pause_at = explorer.paused, False, None
        if not paused:
            return
        cutoff += cutoff // 2 + 1


Waiting = tuple[State, int, int, int]
"""A waiting node: its state including the new digit, its depth, and that cell and digit."""


def depth_first_stack(explorer: Explorer, root: State) -> Iterator[State]:
    """Keep all waiting nodes on one stack and visit the newest: depth first."""
    stack: list[Waiting] = []

    def put(nodes: list[Waiting]) -> None:
        stack.extend(reversed(nodes))

    return _eager(explorer, root, stack, put, stack.pop)


def breadth_first(explorer: Explorer, root: State) -> Iterator[State]:
    """Keep all waiting nodes in a queue and visit the oldest: breadth first."""
    queue: deque[Waiting] = deque()
    return _eager(explorer, root, queue, queue.extend, queue.popleft)


def greedy(explorer: Explorer, root: State) -> Iterator[State]:
    """Visit the node that seems closest to a solution."""
    return _best_first(explorer, root, lambda state, depth: explorer.heuristic(state))


def a_star(explorer: Explorer, root: State) -> Iterator[State]:
    """Visit the node with the lowest sum of values assigned and estimated values to come."""
    return _best_first(explorer, root, lambda state, depth: depth + explorer.heuristic(state))


def _best_first(
    explorer: Explorer, root: State, priority: Callable[[State, int], float]
) -> Iterator[State]:
    """Keep waiting nodes in a heap; break ties by depth (deeper first), then age (older first)."""
    heap: list[tuple[float, int, int, Waiting]] = []
    serial = count()

    def put(nodes: list[Waiting]) -> None:
        for node in nodes:
            state, depth, _, _ = node
            heapq.heappush(heap, (priority(state, depth), -depth, next(serial), node))

    return _eager(explorer, root, heap, put, lambda: heapq.heappop(heap)[3])


def _eager(
    explorer: Explorer,
    root: State,
    waiting: Sized,
    put: Callable[[list[Waiting]], None],
    take: Callable[[], Waiting],
) -> Iterator[State]:
    """Visit what `take` returns, generate all children of a node at once and `put` them."""
    put(explorer.children(root, 1))
    while waiting:
        if explorer.is_stopped():
            return
        state, depth, cell, digit = take()
        explorer.waiting = len(waiting)
        if not explorer.conclude(state, cell, digit):
            continue
        if not state.full:
            put(explorer.children(state, depth + 1))
        else:
            yield state


FRONTIERS: dict[str, Frontier] = {
    "recursive": depth_first_recursive,
    "iterative": depth_first_iterative,
    "stack": depth_first_stack,
    "queue": breadth_first,
    "greedy": greedy,
    "a-star": a_star,
    "deepening": iterative_deepening,
    "discrepancy": limited_discrepancy,
    "restarts": random_restarts,
    "backjumping": backjumping,
}
"""Every frontier by name."""

REPEATING = frozenset({"deepening", "discrepancy", "restarts"})
"""The frontiers that begin anew, and may come to the same solution again."""

EAGER = frozenset({"stack", "queue", "greedy", "a-star"})
"""The frontiers whose waiting nodes are separate states, so that they can be compared."""

TRAILED = frozenset({"recursive", "iterative", "restarts", "backjumping"})
"""The frontiers that follow one path at a time, so a trail can undo it."""
