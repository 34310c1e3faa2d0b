"""Which steps of a path a later step needs: proofs without the steps that do not matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from nonet.core.board import Board
from nonet.core.digits import digits_of
from nonet.core.step import Candidate, Step
from nonet.logic.checker import check_step


class Found(NamedTuple):
    """A step as the core finds it; it has the fields of a Step that matter here."""

    technique: str
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    marks: Any
    proof: Any
    se_rating: int | None
    length: int


_Like = TypeVar("_Like", Found, Step)


class Remaining:
    """The candidates of a board while steps are applied one after the other."""

    def __init__(self, board: Board) -> None:
        self.masks = list(board.masks)
        self._peers = board.puzzle.peers

    def apply(self, step: Found | Step) -> list[Candidate]:
        """Apply a step, and return the candidates that it removes, placed ones included."""
        removed: list[Candidate] = []
        for cell, digit in step.eliminations:
            removed += self._remove(cell, 1 << (digit - 1))
        for cell, digit in step.placements:
            removed += self._remove(cell, self.masks[cell])
            for peer in self._peers[cell]:
                removed += self._remove(peer, 1 << (digit - 1))
        return removed

    def _remove(self, cell: int, digits: int) -> Iterable[Candidate]:
        gone = self.masks[cell] & digits
        if not gone:
            return ()
        self.masks[cell] &= ~gone
        return [(cell, digit) for digit in digits_of(gone)]


def needed_numbers(start: Board, steps: Sequence[_Like], goals: Iterable[int]) -> list[int]:
    """Return the numbers of the steps that those of `goals` need, and these, in order.

    A step needs those before it that removed a candidate which its proof counts as gone.
    """
    wanted = set(goals)
    last = max(wanted, default=-1)
    now = Remaining(start)
    gone: dict[Candidate, int] = {}
    absent: list[set[Candidate] | None] = []
    for number, step in enumerate(steps[: last + 1]):
        absent.append(_absent(start, now.masks, step))
        for pair in now.apply(step):
            gone[pair] = number
    for number in range(last, -1, -1):
        if number in wanted:
            missing = absent[number]
            if missing is None:
                wanted.update(range(number))
            else:
                wanted.update(gone[pair] for pair in missing if pair in gone)
    return sorted(wanted)


def needed_steps(start: Board, steps: Sequence[Step], goals: Iterable[int]) -> tuple[Step, ...]:
    """Return the steps that the steps with the numbers of `goals` need, and these, in order.

    They are checked again on the board without the others; if one fails, all steps up to the last
    goal are returned.
    """
    goals = list(goals)
    kept = [steps[number] for number in needed_numbers(start, steps, goals)]
    return tuple(kept if holds(start, kept) else steps[: max(goals, default=-1) + 1])


def without_spare_steps(start: Board, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Leave out steps before the last as long as the others hold without them.

    What one step removed a later one may remove as well, so a step may be needed by none though it
    came first. Later steps are tried first: without them, fewer of the earlier ones are needed.
    """
    boards = [start]
    for step in steps:
        boards.append(boards[-1].apply(step))
    kept = list(steps[-1:])
    for board, step in zip(boards[-3::-1], steps[-2::-1], strict=True):
        if not holds(board, kept):
            kept.insert(0, step)
    return tuple(kept)


def holds(start: Board, steps: Iterable[Step]) -> bool:
    """Return whether every step follows from the board after those before it."""
    board = start
    for step in steps:
        if not check_step(board, step):
            return False
        board = board.apply(step)
    return True


def _absent(board: Board, masks: Sequence[int], step: Found | Step) -> set[Candidate] | None:
    """Return the candidates that the proof of a step takes as gone; None if it needs all."""
    found: set[Candidate] = set()
    geometry = board.puzzle.geometry
    digits = range(1, board.layout.size + 1)
    for kind, *facts in _truths(step.proof or ()):
        if kind == "cell":
            found.update((facts[0], digit) for digit in digits)
        elif kind == "house":
            found.update((cell, facts[1]) for cell in geometry.house_cells[facts[0]])
        elif kind == "loop":
            found.update((cell, digit) for cell in facts[0] for digit in digits)
        else:
            return None
    return {(cell, digit) for cell, digit in found if not masks[cell] >> (digit - 1) & 1}


def _truths(inferences: Any) -> Iterator[tuple[Any, ...]]:
    for kind, *facts in inferences:
        if kind == "count":
            yield from facts[0]
        elif kind in ("last", "empty"):
            yield facts[0]
        elif kind == "suppose":
            yield from _truths(facts[2])
        elif kind == "cases":
            yield facts[0]
            for _, then in facts[1]:
                yield from _truths(then)
        elif kind == "either":
            yield from _truths(facts[1])
            yield from _truths(facts[2])
