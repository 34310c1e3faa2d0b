"""The guided search: a pool of puzzles that come nearer and nearer to what is wanted.

A round makes some puzzles, measures them together on all threads, and keeps the nearest. New
puzzles are fresh ones, or those of the pool with one to three clues exchanged: a neighbour of a
puzzle that is almost right is right far more often than a fresh one. A pool that does not get
nearer for a while is given up for another. Only what is nearer than the pool is wanted, so the
rest is not measured in full.

Everything that is random comes from the seed and the number of the try, so the answer does not
depend on threads; only a limit in seconds ends a search earlier on a slower machine.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nonet.core.layout import CLASSIC
from nonet.core.limit import Clock, Limit
from nonet.engines.roster import best_engine
from nonet.generator.boards import DONE, Cells, Maker, Rows, Seeds
from nonet.generator.requests import Request
from nonet.generator.wishes import Distances, Means

_POOL = 12
_ROUND = 24
"""Puzzles measured in a round."""
_HARD_CHOICE = 24
"""Where hard puzzles are wanted, one of so many is measured: the one with the most guesses."""
_PATIENCE = 12
"""Rounds without progress after which a pool is given up."""
_CLIMBING = 60
"""The same on the way to a technique: 12 are too few to get from one rung to the next."""
_AT_A_TIME = 8
"""Puzzles whose paths are walked at a time."""
_STAGE = 100.0
"""More than any distance from wishes: clues and minimality come first."""
_BATCHES = (1, 7, 56, 256)
"""Puzzles made in the first rounds of a search without wishes."""


@dataclass(slots=True)
class Member:
    """A puzzle of the pool."""

    far: float
    sign: int
    puzzle: Cells
    solution: Cells
    outcome: int = DONE
    """How far it was reduced."""


class Source(Protocol):
    """Makes unique puzzles: fresh ones, and neighbours of others."""

    def fresh(self, first: int, count: int) -> Rows:
        """Make puzzles for the tries from a number on."""

    def neighbours(self, first: int, members: list[Member], drop: int) -> Rows:
        """Make a neighbour of each puzzle."""


class Plain:
    """Makes puzzles by exchanging clues of one solution grid."""

    def __init__(
        self, maker: Maker, request: Request, seed: int, threads: int, clock: Clock
    ) -> None:
        self._maker, self._request, self._seed, self._threads = maker, request, seed, threads
        self._clock = clock

    def _numbers(self, first: int, count: int) -> tuple[Seeds, Seeds]:
        tries = np.arange(first, first + count, dtype=np.uint64)
        return np.full(count, self._seed, dtype=np.uint64), tries

    def fresh(self, first: int, count: int) -> Rows:
        """Make puzzles from random grids."""
        request = self._request
        clues = request.clues if request.minimal is False else None
        return self._maker.fresh(
            *self._numbers(first, count),
            solution=request.solution,
            clues=clues,
            threads=self._threads,
            seconds=self._clock.seconds_left,
        )

    def neighbours(self, first: int, members: list[Member], drop: int) -> Rows:
        """Exchange clues of puzzles; or, where clues may be spare, give too hard ones some more."""
        parents = Rows(
            np.array([member.puzzle for member in members]),
            np.array([member.solution for member in members]),
            np.full(len(members), DONE, dtype=np.uint8),
        )
        rows = self._maker.exchanged(
            *self._numbers(first, len(members)),
            parents,
            drop,
            threads=self._threads,
            seconds=self._clock.seconds_left,
        )
        if self._request.minimal is False and self._request.symmetry is None:
            source = random.Random(f"{self._seed} {first}")
            for row, member in enumerate(members):
                if member.sign > 0 and source.random() < 0.7:
                    rows.puzzles[row] = _with_more(member, source.randint(1, 3), source)
        return rows


def _with_more(member: Member, count: int, source: random.Random) -> Cells:
    puzzle = member.puzzle.copy()
    cells = source.sample(np.flatnonzero(puzzle == 0).tolist(), count)
    puzzle[cells] = member.solution[cells]
    return puzzle


class Meter:
    """Says how far puzzles are from a request."""

    def __init__(self, maker: Maker, request: Request, threads: int, clock: Clock) -> None:
        self._maker, self._request, self._threads = maker, request, threads
        self._clock = clock

    def measure(self, rows: Rows, bar: float = np.inf) -> Distances:
        """Return distances; 0 is what is wanted, and what is farther than the bar is not."""
        request, count = self._request, len(rows.puzzles)
        far, signs = np.zeros(count), np.zeros(count, dtype=np.int8)
        far[rows.outcomes == 0] = np.inf
        if request.minimal is not False:
            far[rows.outcomes != DONE] += 4 * _STAGE
        if request.clues is not None:
            clues = np.count_nonzero(rows.puzzles, axis=1)
            low, high = request.clues
            far += 2 * _STAGE * (np.maximum(low - clues, 0) + np.maximum(clues - high, 0))
        if request.minimal is True and (request.symmetry or request.pattern is not None):
            good = np.flatnonzero(far == 0)
            if len(good):
                left = self._clock.seconds_left
                spare = self._maker.spare(rows.take(good), threads=self._threads, seconds=left)
                far[good] += _STAGE * spare
        good = np.flatnonzero(far == 0)
        wishes = request.wishes
        if not wishes or not len(good):
            return Distances(far, signs)
        # Some at a time: paths on large boards may take long, and the clock is looked at between.
        for first in range(0, len(good), _AT_A_TIME):
            some = good[first : first + _AT_A_TIME]
            left = self._clock.seconds_left
            if first and left == 0:
                far[good[first:]] = np.inf
                break
            each = None if left is None else left / len(some)
            means = Means(self._threads, each)
            found = wishes.distances(
                request.board, np.ascontiguousarray(rows.puzzles[some]), means, bar
            )
            far[some], signs[some] = found.far, found.signs
            self._see_how_hard(rows, some, means, far, signs)
        return Distances(far, signs)

    def _see_how_hard(
        self,
        rows: Rows,
        numbers: NDArray[np.intp],
        means: Means,
        far: NDArray[np.float64],
        signs: NDArray[np.int8],
    ) -> None:
        wishes, board = self._request.wishes, self._request.board
        met = numbers[far[numbers] == 0]
        if wishes.hardest and len(met):
            # Nothing is ever hard enough; the harder, the nearer.
            values = wishes.values(board, np.ascontiguousarray(rows.puzzles[met]), means)
            far[met], signs[met] = 1 / (1 + np.array(values)), -1


class Search:
    """A search for a request with a seed."""

    def __init__(
        self, maker: Maker, request: Request, source: Source, meter: Meter, seed: int
    ) -> None:
        self._maker, self._request, self._source, self._meter = maker, request, source, meter
        # Only these boards are solved quickly enough to choose by guesses.
        is_classic = request.board.layout == CLASSIC and not request.board.rules
        self._is_hard = request.wishes.is_hard and is_classic
        self._random = random.Random(seed)
        self._pool: list[Member] = []
        self._waiting = 0
        self._tries = 0
        self.nearest: Member | None = None

    @property
    def tries(self) -> int:
        """How many puzzles were made."""
        return self._tries

    def run(self, clock: Clock) -> Member | None:
        """Return a puzzle that is wanted; None if the limit was reached before."""
        rounds = 0
        while clock.reached(nodes=self._tries) is None or not rounds:
            rows = self._round(rounds)
            rounds += 1
            if not len(rows.puzzles):
                continue
            bar = self._pool[-1].far if len(self._pool) == _POOL else np.inf
            found = self._meter.measure(rows, bar)
            members = [
                Member(float(far), int(sign), puzzle, solution, int(outcome))
                for far, sign, puzzle, solution, outcome in zip(
                    found.far, found.signs, *rows, strict=True
                )
                if np.isfinite(far)
            ]
            right = next((member for member in members if member.far == 0), None)
            if right is not None:
                return right
            self._keep(members)
        return None

    def _round(self, number: int) -> Rows:
        request = self._request
        if not request.wishes and number < len(_BATCHES):
            return self._fresh(_BATCHES[number])
        if not self._pool and self._is_hard:
            return self._hardest(self._fresh(4 * _ROUND * _HARD_CHOICE), 4 * _ROUND)
        if not self._pool:
            return self._fresh(_ROUND)
        if not request.wishes and number % 4:
            return self._fresh(_BATCHES[-1])
        if self._random.random() < 0.1:
            return self._fresh(_ROUND)
        choice = 4 if self._is_hard and self._pool[0].sign < 0 else 1
        # Parents come from the whole pool, but sooner from its first half.
        picks = [
            int(self._random.triangular(0, len(self._pool), 0)) for _ in range(_ROUND * choice)
        ]
        parents = [self._pool[min(pick, len(self._pool) - 1)] for pick in picks]
        rows = self._source.neighbours(self._tries, parents, self._random.randint(1, 3))
        self._tries += len(parents)
        rows = rows.take(np.flatnonzero(rows.outcomes))
        return self._hardest(rows, _ROUND) if choice > 1 else rows

    def _fresh(self, count: int) -> Rows:
        rows = self._source.fresh(self._tries, count)
        self._tries += count
        return rows.take(np.flatnonzero(rows.outcomes))

    def _hardest(self, rows: Rows, count: int) -> Rows:
        """Return the puzzles for which the engine has to guess most."""
        board = self._request.board
        solved = best_engine(board).solve_rows(rows.puzzles, board, Limit(2), threads=1)
        return rows.take(
            np.sort(np.argsort(-solved.guesses.astype(np.int64), kind="stable")[:count])
        )

    def _keep(self, members: list[Member]) -> None:
        best = min((member.far for member in self._pool), default=np.inf)
        known = {member.puzzle.tobytes() for member in self._pool}
        fresh = [member for member in members if member.puzzle.tobytes() not in known]
        # Of equals, the new ones: the pool drifts where it cannot get nearer.
        self._pool = sorted([*fresh, *self._pool], key=lambda member: member.far)[:_POOL]
        if self._pool and (self.nearest is None or self._pool[0].far < self.nearest.far):
            self.nearest = self._pool[0]
        if self._pool and self._pool[0].far < best:
            self._waiting = 0
        else:
            self._waiting += 1
        if self._waiting > (_CLIMBING if self._request.wishes.goal else _PATIENCE):
            self._pool, self._waiting = [], 0
