"""Steps on a copy of a board: the same marks and proof, moved to other cells and digits."""

from __future__ import annotations

from typing import Any

from nonet.core.puzzle import Puzzle
from nonet.core.step import Candidate, Link, Mark, Step
from nonet.core.transformation import Transformation


def moved_step(step: Step, board: Puzzle, transformation: Transformation) -> Step:
    """Return a step as it is on the copy that a transformation makes, which has this board."""
    return _Move(board, transformation).step(step)


class _Move:
    def __init__(self, board: Puzzle, transformation: Transformation) -> None:
        size = board.layout.size
        down, across = (1, size) if transformation.transposed else (size, 1)
        rows, columns = transformation.rows, transformation.columns
        # The copy reads its cells from these places, so that is where a cell goes to, inverted.
        places = [row * down + column * across for row in rows for column in columns]
        self._cells = {place: cell for cell, place in enumerate(places)}
        self._digits = (0, *transformation.digits)
        houses = {frozenset(cells): n for n, cells in enumerate(board.geometry.house_cells)}
        self._houses = [
            houses[frozenset(self._cells[cell] for cell in cells)]
            for cells in board.geometry.house_cells
        ]

    def step(self, step: Step) -> Step:
        return Step(
            technique=step.technique,
            placements=self._pairs(step.placements),
            eliminations=self._pairs(step.eliminations),
            se_rating=step.se_rating,
            hodoku_score=step.hodoku_score,
            marks=tuple(map(self._mark, step.marks)),
            proof=None if step.proof is None else self._inferences(step.proof),
            size=step.size,
        )

    def _pair(self, pair: Candidate) -> Candidate:
        return self._cells[pair[0]], self._digits[pair[1]]

    def _pairs(self, pairs: Any) -> tuple[Candidate, ...]:
        return tuple(sorted(map(self._pair, pairs)))

    def _mark(self, mark: Mark) -> Mark:
        links = tuple(
            Link(self._pairs(link.start), self._pairs(link.end), link.strong) for link in mark.links
        )
        cells = tuple(sorted(self._cells[cell] for cell in mark.cells))
        houses = tuple(sorted(self._houses[house] for house in mark.houses))
        return Mark(mark.role, cells, self._pairs(mark.candidates), houses, links)

    def _inferences(self, inferences: Any) -> tuple[Any, ...]:
        return tuple((kind, *getattr(self, f"_{kind}")(*facts)) for kind, *facts in inferences)

    def _truth(self, truth: Any) -> tuple[Any, ...]:
        kind, *facts = truth
        if kind == "cell":
            return "cell", self._cells[facts[0]]
        if kind == "house":
            return "house", self._houses[facts[0]], self._digits[facts[1]]
        if kind == "loop":
            cells, (one, other) = facts
            moved = tuple(self._cells[cell] for cell in cells)
            return "loop", moved, (self._digits[one], self._digits[other])
        return "bug", self._pairs(facts[0])

    def _count(self, truths: Any, links: Any, off: Any) -> tuple[Any, ...]:
        return tuple(map(self._truth, truths)), tuple(map(self._pairs, links)), self._pairs(off)

    def _last(self, truth: Any, on: Candidate) -> tuple[Any, ...]:
        return self._truth(truth), self._pair(on)

    def _sees(self, on: Candidate, off: Any) -> tuple[Any, ...]:
        return self._pair(on), self._pairs(off)

    def _empty(self, truth: Any) -> tuple[Any, ...]:
        return (self._truth(truth),)

    def _suppose(self, candidate: Candidate, on: bool, then: Any) -> tuple[Any, ...]:
        return self._pair(candidate), on, self._inferences(then)

    def _cases(self, truth: Any, branches: Any, on: Any, off: Any) -> tuple[Any, ...]:
        moved = tuple((self._pair(one), self._inferences(then)) for one, then in branches)
        return self._truth(truth), moved, self._pairs(on), self._pairs(off)

    def _either(
        self, candidate: Candidate, then: Any, otherwise: Any, on: Any, off: Any
    ) -> tuple[Any, ...]:
        branches = self._inferences(then), self._inferences(otherwise)
        return self._pair(candidate), *branches, self._pairs(on), self._pairs(off)
