"""What singles leave of a puzzle: the candidates, and the choices among them.

This is how solvers that know nothing of Sudoku get a puzzle: of every choice exactly one
candidate holds. A choice is the candidates of a cell, or those of a digit in a house. To leave
out what singles decide makes the clauses of a 16x16 board eleven times as quick to write.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, count
from math import isqrt

from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle, Solution
from nonet.engines.reference import State

PAIRWISE = 30
"""Candidates of a choice up to which every two of them exclude each other in a clause."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The open cells of a puzzle after naked and hidden singles.

    `candidates` are cell and digit of each, by cell, then digit; `choices` hold their numbers,
    from 0; `cells` are the digits that are placed, 0 where a cell is open.
    """

    layout: Layout
    cells: bytes
    candidates: tuple[tuple[int, int], ...]
    choices: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Choices | None:
        """Place singles until there are none; None if that shows that there is no solution."""
        layout = puzzle.layout
        full = (1 << layout.size) - 1
        state = State([full] * layout.cell_count, [False] * layout.cell_count)
        if not state.place_givens(puzzle) or not state.settle(layout):
            return None
        cells = bytearray(layout.cell_count)
        candidates: list[tuple[int, int]] = []
        choices: dict[tuple[int, int], list[int]] = defaultdict(list)
        for cell, mask in enumerate(state.masks):
            if state.placed[cell]:
                cells[cell] = mask.bit_length()
                continue
            for digit in _digits(mask):
                for house in (-cell - 1, *layout.houses_of[cell]):
                    choices[house, digit if house >= 0 else 0].append(len(candidates))
                candidates.append((cell, digit))
        return cls(layout, bytes(cells), tuple(candidates), tuple(map(tuple, choices.values())))

    def solution(self, held: Iterable[int]) -> Solution:
        """Return the solution in which the candidates of these numbers hold."""
        cells = bytearray(self.cells)
        for number in held:
            cell, digit = self.candidates[number]
            cells[cell] = digit
        return Solution(bytes(cells), self.layout)

    def clauses(self) -> Iterator[list[int]]:
        """Give the choices as clauses; candidate k is the variable k + 1, others are auxiliary.

        Up to PAIRWISE candidates exclude each other two by two. More are set out as a rectangle:
        a candidate claims its row and its column, and no two rows or columns are claimed; of 100
        candidates that is 290 clauses in the place of 4950.
        """
        free = count(len(self.candidates) + 1)
        for choice in self.choices:
            variables = [number + 1 for number in choice]
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


def _digits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit.bit_length()
        mask ^= bit


def _pairs(variables: list[int]) -> Iterator[list[int]]:
    return ([-one, -other] for one, other in combinations(variables, 2))
