"""Easiest paths: the hardest step as easy as possible, few hard steps, then few steps.

A board is *closed* if the techniques easier than some rank find nothing on it. The search rests on
one property of techniques: a step stays available until another one has concluded the same, or has
turned its pattern into an easier one. Then closing a board leads to the same board in whichever
order steps are taken; the least rank is found by taking a harder technique only on a closed board;
and a path is determined by its hard steps. The property holds for patterns that are proved by
counting, such as subsets, fish, wings and chains: removing a candidate of theirs leaves a smaller
one. It fails for uniqueness patterns, which a removed candidate can destroy. These are therefore
also tried first, and no bound is claimed beyond the easiest of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonet import native
from nonet.core.board import Board
from nonet.core.limit import Clock
from nonet.logic.catalog import catalog
from nonet.logic.checker import check_step
from nonet.logic.finding import ALL, native_board, step_of
from nonet.logic.needed import Found, needed_numbers
from nonet.logic.orders import Order

MOST_EFFORT = 3000
"""When to stop looking for fewer hard steps: boards closed, times the techniques tried on each."""
_ELIMINATING = {
    "locked candidates",
    "subsets",
    "fish",
    "single-digit patterns",
    "colouring",
    "wings",
    "almost locked sets",
    "exclusion",
    "uniqueness",
}
"""Families whose steps never place a digit."""


class Bound(NamedTuple):
    """What no path in an order can beat: a technique, how often it is used, how many steps."""

    hardest: str
    hard_steps: int
    steps: int


def find_easiest(start: Board, order: Order, clock: Clock) -> tuple[native.Path, Bound] | None:
    """Find an easiest path, and what it cannot be better than; None if the order does not solve."""
    search = _Search(start, order.without("brute-force"), clock)
    return search.find()


class _State(NamedTuple):
    """A closed board, and the steps that lead to it."""

    board: Board
    path: tuple[Found, ...]


class _Search:
    def __init__(self, start: Board, order: Order, clock: Clock) -> None:
        self.start = start
        self.names = order.techniques
        self.clock = clock
        self.effort = 0
        self._size = start.layout.size
        self._logic = native.logic_of(start.puzzle.geometry)
        self._families = [catalog()[name].family for name in self.names]

    def find(self) -> tuple[native.Path, Bound] | None:
        """Find the least rank, then few hard steps, then few steps."""
        found = self._least_rank()
        if found is None:
            return None
        rank, path = found
        least_rank = min([rank, *self._fragile(rank)])
        path, least_hard = self._few_hard_steps(rank, path)
        path, least_others = self._few_steps(rank, path)
        if least_rank < rank:
            least_hard = 1
        least = self.start.digits.count(0)
        if least_rank == rank:
            least += max(least_others, least_hard if self._only_removes(rank) else 0)
        bound = Bound(self.names[least_rank], least_hard, least)
        return self._logic.path(native_board(self.start), [*path]), bound

    def _fragile(self, rank: int) -> list[int]:
        """Return the ranks below one of techniques that another step can make impossible."""
        return [number for number in range(rank) if self._families[number] == "uniqueness"]

    # The hardest step

    def _least_rank(self) -> tuple[int, tuple[Found, ...]] | None:
        """Return the least rank that solves the board, and a path with it."""
        found = self._climb(self.names)
        if found is None:
            return None
        fragile = self._fragile(found[0])
        if fragile:
            # Uniqueness patterns first, before other steps destroy them.
            early = [self.names[number] for number in fragile]
            easier = self.names[: found[0]]
            names = [*early, *(name for name in easier if name not in early)]
            state = self._close(_State(self.start, ()), names)
            if state.board.is_full:
                return max(self.names.index(one.technique) for one in state.path), state.path
        return found

    def _climb(self, names: Sequence[str]) -> tuple[int, tuple[Found, ...]] | None:
        """Take a harder technique only where the easier ones find nothing."""
        state, rank = self._close(_State(self.start, ()), names[:1]), 0
        while not state.board.is_full:
            harder = (
                (number, step)
                for number in range(rank + 1, len(names))
                for step in self._steps(state.board, names[number], 1)
            )
            found = next(harder, None)
            if found is None:
                return None
            rank, step = found
            state = self._close(self._taken(state, step), names[: rank + 1])
        return rank, state.path

    # Few hard steps

    def _few_hard_steps(self, rank: int, path: tuple[Found, ...]) -> tuple[tuple[Found, ...], int]:
        """Return a path with few steps of the hardest rank, and how many there must be.

        Breadth first over closed boards: if all boards with fewer hard steps were looked at, no
        path has fewer.
        """
        hard = self.names[rank]
        known = sum(one.technique == hard for one in path)
        best = self._descend(rank, known)
        if best is not None:
            path, known = best, sum(one.technique == hard for one in best)
        if "-plus" in hard:
            return path, 1
        self.effort = 0
        easier = self.names[:rank]
        level = [self._close(_State(self.start, ()), easier)]
        seen = {level[0].board}
        for depth in range(1, known):
            following = []
            for state in level:
                for step in self._alternatives(state.board, hard):
                    if not self._may_go_on():
                        return path, depth
                    after = self._close(self._taken(state, step), easier)
                    if after.board.is_full:
                        return after.path, depth
                    if after.board not in seen:
                        seen.add(after.board)
                        following.append(after)
            level = following
        return path, known

    def _descend(self, rank: int, known: int) -> tuple[Found, ...] | None:
        """Take the hard step that leaves fewest candidates, again and again; None if not better."""
        hard, easier = self.names[rank], self.names[:rank]
        state = self._close(_State(self.start, ()), easier)
        for _ in range(known - 1):
            if state.board.is_full:
                return state.path
            options: list[_State] = []
            for step in self._alternatives(state.board, hard):
                if options and not self._may_go_on():
                    break
                options.append(self._close(self._taken(state, step), easier))
            if not options:
                return None
            state = min(options, key=lambda one: sum(map(int.bit_count, one.board.masks)))
        return state.path if state.board.is_full else None

    def _may_go_on(self) -> bool:
        left = self.clock.seconds_left
        return self.effort < MOST_EFFORT and (left is None or left > 0)

    def _alternatives(self, board: Board, technique: str) -> list[Found]:
        """Return the steps of a technique with different conclusions."""
        # Looking for all nested chains takes seconds: the first has to do.
        most = 1 if "-plus" in technique else ALL
        steps = self._steps(board, technique, most)
        return list({(one.placements, one.eliminations): one for one in steps}.values())

    # Few steps

    def _few_steps(self, rank: int, path: tuple[Found, ...]) -> tuple[tuple[Found, ...], int]:
        """Return a path with few steps besides singles, and how many of these only remove.

        Steps are left out as long as the others still solve the board. Then all ways to take a
        step or two besides singles are tried, as far as the effort allows.
        """
        if self._families[rank] == "singles":
            return path, 0
        singles = [
            name
            for name, family in zip(self.names[:rank], self._families, strict=False)
            if family == "singles"
        ]
        placing = [number for number, one in enumerate(path) if one.placements]
        path = tuple(path[number] for number in needed_numbers(self.start, path, placing))
        path = self._replayed(self._others(path), singles) or path
        for one in sorted(self._others(path), key=lambda one: -self.names.index(one.technique)):
            shorter = self._replayed([x for x in self._others(path) if x is not one], singles)
            if shorter is not None and len(shorter) < len(path):
                path = shorter
        return self._fewest_steps(rank, path, singles)

    def _fewest_steps(
        self, rank: int, path: tuple[Found, ...], singles: Sequence[str]
    ) -> tuple[tuple[Found, ...], int]:
        """Try all paths with fewer steps besides singles and no more hard ones, breadth first."""
        hard, known = self.names[rank], len(self._others(path))
        most = sum(one.technique == hard for one in path)
        names = [name for name in self.names[: rank + 1] if name not in singles]
        # A step that may place a digit may do without a single: then nothing is known of their sum.
        counts = all(self._only_removes(self.names.index(name)) for name in names)
        level = [self._close(_State(self.start, ()), singles)]
        seen = {level[0].board: 0}
        self.effort = 0
        for depth in range(1, known):
            following = []
            for state in level:
                self.effort += len(names)
                for step in self._offered(state.board, names):
                    if not self._may_go_on():
                        return path, depth * counts
                    after = self._close(self._taken(state, step), singles)
                    used = sum(one.technique == hard for one in after.path)
                    if used <= most and after.board.is_full:
                        return after.path, depth * counts
                    if used < seen.get(after.board, most + 1):
                        seen[after.board] = used
                        following.append(after)
            level = following
        return path, known * counts

    def _offered(self, board: Board, names: Sequence[str]) -> Iterator[Found]:
        for name in names:
            yield from self._alternatives(board, name)

    def _others(self, path: Sequence[Found]) -> list[Found]:
        return [one for one in path if not self._is_single(one)]

    def _is_single(self, one: Found) -> bool:
        return self._families[self.names.index(one.technique)] == "singles"

    def _replayed(
        self, others: Sequence[Found], singles: Sequence[str]
    ) -> tuple[Found, ...] | None:
        """Return a path of singles and of some other steps, each taken where it holds, or None."""
        waiting = list(others)
        state = self._close(_State(self.start, ()), singles)
        while not state.board.is_full:
            for one in waiting:
                left = _left(state.board, one)
                if left and check_step(state.board, step_of(tuple(left), self._size)):
                    break
            else:
                return None
            waiting.remove(one)
            state = self._close(self._taken(state, left), singles)
        return state.path

    def _only_removes(self, rank: int) -> bool:
        return self._families[rank] in _ELIMINATING

    # Boards

    def _steps(self, board: Board, technique: str, most: int) -> list[Found]:
        found = self._logic.find(native_board(board), technique, most, ["als-nodes"])
        return [Found(*one) for one in found]

    def _close(self, state: _State, names: Sequence[str]) -> _State:
        """Take steps of some techniques until there is none left."""
        if not names:
            return state
        self.effort += len(names)
        walked = self._logic.walk(native_board(state.board), "nonet", list(names))
        board = Board(self.start.puzzle, walked.digits, tuple(walked.masks))
        taken = (Found(*walked.step(number)) for number in range(len(walked)))
        return _State(board, (*state.path, *taken))

    def _taken(self, state: _State, step: Found) -> _State:
        board = state.board.apply(step_of(tuple(step), self._size))
        return _State(board, (*state.path, step))


def _left(board: Board, one: Found) -> Found | None:
    """Return what a step still concludes on a board; None if nothing, or if a cell is filled."""

    def is_live(cell: int, digit: int) -> bool:
        return bool(board.masks[cell] >> (digit - 1) & 1)

    eliminations = tuple(pair for pair in one.eliminations if is_live(*pair))
    if not all(is_live(*pair) for pair in one.placements):
        return None
    return one._replace(eliminations=eliminations) if one.placements or eliminations else None
