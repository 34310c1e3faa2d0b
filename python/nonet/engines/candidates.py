"""What singles leave of a puzzle: the candidates, and the choices among them.

This is how general solvers receive a puzzle: exactly one candidate of every choice is true. A
choice is the candidates of a cell, or those of a digit in a house; of rivals, in different cells,
at most one is true. Leaving out what singles decide makes writing the clauses of a 16x16 board
eleven times as fast.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from math import isqrt

from nonet.core.digits import each_digit, every_digit
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle, Solution

PAIRWISE = 30
"""Candidates of a choice up to which every two of them exclude each other in a clause."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The empty cells of a puzzle after naked and hidden singles.

    `candidates` are pairs of cell and digit, by cell, then digit; `choices` hold their numbers,
    from 0; of `rivals` at most one is true; `cells` are the placed digits, 0 for an empty cell.
    """

    layout: Layout
    cells: bytes
    candidates: tuple[tuple[int, int], ...]
    choices: tuple[tuple[int, ...], ...]
    rivals: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, puzzle: Puzzle) -> Choices | None:
        """Place singles until there are none; None if that shows that there is no solution."""
        layout, geometry = puzzle.layout, puzzle.geometry
        masks = None if geometry.is_impossible else _singles(puzzle)
        if masks is None:
            return None
        cells = bytearray(layout.cell_count)
        candidates: list[tuple[int, int]] = []
        choices: dict[tuple[int, int], list[int]] = defaultdict(list)
        for cell, mask in enumerate(masks):
            if mask < 0:
                cells[cell] = -mask
                continue
            for digit in each_digit(mask):
                for group in (-cell - 1, *geometry.groups_of[cell]):
                    choices[group, digit if group >= 0 else 0].append(len(candidates))
                candidates.append((cell, digit))
        houses = geometry.house_count
        exact = tuple(tuple(c) for (group, _), c in choices.items() if group < houses)
        rivals = (tuple(c) for (group, _), c in choices.items() if group >= houses and len(c) > 1)
        return cls(layout, bytes(cells), tuple(candidates), exact, tuple(rivals))

    def solution(self, held: Iterable[int]) -> Solution:
        """Return the solution in which the candidates with these numbers are true."""
        cells = bytearray(self.cells)
        for number in held:
            cell, digit = self.candidates[number]
            cells[cell] = digit
        return Solution(bytes(cells), self.layout)

    def clauses(self) -> Iterator[Sequence[int]]:
        """Yield the choices as clauses; candidate k is the variable k + 1, others are auxiliary.

        Up to PAIRWISE candidates exclude each other pairwise. More are arranged in a rectangle: a
        candidate claims its row and its column, and no two rows or columns may be claimed. For 100
        candidates, that is 290 clauses instead of 4950.
        """
        free = count(len(self.candidates) + 1)
        exact = len(self.choices)
        for number, choice in enumerate(self.choices + self.rivals):
            variables = [candidate + 1 for candidate in choice]
            if number < exact:
                yield variables
            if len(variables) <= PAIRWISE:
                yield from _pairs(variables)
                continue
            width = isqrt(len(variables) - 1) + 1
            columns = [next(free) for _ in range(width)]
            rows = [next(free) for _ in range(-(-len(variables) // width))]
            for place, variable in enumerate(variables):
                row, column = divmod(place, width)
                yield [-variable, rows[row]]
                yield [-variable, columns[column]]
            yield from _pairs(rows)
            yield from _pairs(columns)


def _singles(puzzle: Puzzle) -> list[int] | None:
    """Place singles until there are none: the candidate mask of each cell, or minus its digit.

    Round by round over all open cells: with a list of what changed, as the reference engine has
    it, a 100x100 board took 18 times as long.
    """
    geometry = puzzle.geometry
    groups_of, houses = geometry.groups_of, geometry.house_count
    full = every_digit(puzzle.layout.size)
    free = [full] * len(geometry.groups)
    allowed = puzzle.allowed() or [full] * puzzle.layout.cell_count
    found = [-digit for digit in puzzle.cells]
    fresh = [(cell, 1 << (digit - 1)) for cell, digit in enumerate(puzzle.cells) if digit]
    cells = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    while True:
        for cell, bit in fresh:
            found[cell] = -bit.bit_length()
            if not allowed[cell] & bit:
                return None
            for group in groups_of[cell]:
                if not free[group] & bit:
                    return None
                free[group] ^= bit
        cells = [cell for cell in cells if found[cell] >= 0]
        once, twice = [0] * len(free), [0] * len(free)
        for cell in cells:
            mask = allowed[cell]
            for group in groups_of[cell]:
                mask &= free[group]
            found[cell] = mask
            for group in groups_of[cell]:
                twice[group] |= once[group] & mask
                once[group] |= mask
        if once[:houses] != free[:houses]:  # A digit has no place left.
            return None
        hidden = [one & ~two for one, two in zip(once[:houses], twice[:houses], strict=True)]
        fresh = []
        for cell in cells:
            mask = only = found[cell]
            if mask & (mask - 1):
                alone = 0
                for house in geometry.houses_of[cell]:
                    alone |= hidden[house]
                only &= alone
            elif not mask:
                return None
            if only & (only - 1):  # Two digits have no other place.
                return None
            if only:
                fresh.append((cell, only))
        if not fresh:
            return found


def _pairs(variables: list[int]) -> Iterator[tuple[int, int]]:
    return combinations([-variable for variable in variables], 2)
