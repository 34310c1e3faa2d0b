"""Which steps of a path a later step needs: proofs without the steps that do not matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from nonet.core.board import Board
from nonet.core.step import Candidate, Step
from nonet.logic.checker import check_step


def needed_steps(start: Board, steps: Sequence[Step], goals: Iterable[int]) -> tuple[Step, ...]:
    """Return the steps that the steps with the numbers of `goals` need, and these, in order.

    A step needs those before it that removed a candidate which its proof counts as gone. Every
    step that is kept is checked again on the board without the others; if one fails, all steps up
    to the last goal are returned.
    """
    wanted = set(goals)
    steps = steps[: max(wanted, default=-1) + 1]
    gone = _first_removals(start, steps)
    boards = [start]
    for step in steps:
        boards.append(boards[-1].apply(step))
    for number in range(len(steps) - 1, -1, -1):
        if number in wanted:
            absent = _absent(boards[number], steps[number])
            everything = range(number) if absent is None else ()
            wanted.update(everything, (gone[pair] for pair in absent or () if pair in gone))
    kept = [steps[number] for number in sorted(wanted)]
    return tuple(kept if holds(start, kept) else steps)


def holds(start: Board, steps: Iterable[Step]) -> bool:
    """Return whether every step follows from the board after those before it."""
    board = start
    for step in steps:
        if not check_step(board, step):
            return False
        board = board.apply(step)
    return True


def _first_removals(start: Board, steps: Sequence[Step]) -> dict[Candidate, int]:
    """Return for every candidate that is removed on the way the step that did it."""
    gone: dict[Candidate, int] = {}
    board, size = start, start.layout.size
    for number, step in enumerate(steps):
        after = board.apply(step)
        for cell, (before, left) in enumerate(zip(board.masks, after.masks, strict=True)):
            if before != left:
                removed = before & ~left
                for digit in range(1, size + 1):
                    if removed >> (digit - 1) & 1:
                        gone[cell, digit] = number
        board = after
    return gone


def _absent(board: Board, step: Step) -> set[Candidate] | None:
    """Return the candidates that the proof of a step takes as gone; None if it needs all."""
    found: set[Candidate] = set()
    size, geometry = board.layout.size, board.puzzle.geometry
    digits = range(1, size + 1)
    for kind, *facts in _truths(step.proof or ()):
        if kind == "cell":
            found.update((facts[0], digit) for digit in digits)
        elif kind == "house":
            found.update((cell, facts[1]) for cell in geometry.house_cells[facts[0]])
        elif kind == "loop":
            found.update((cell, digit) for cell in facts[0] for digit in digits)
        else:
            return None
    masks = board.masks
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
