"""Answers are validated before timing: compared with each other, and verified."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.core.errors import DisagreementError
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.engines.agreement import DECIDED, can_agree, find_fault


@dataclass(slots=True)
class Known:
    """What is known about a puzzle of the sample, and which engine said so first."""

    status: Status = Status.UNKNOWN
    solution: Solution | None = None
    engine: str = ""


def validate(
    engine: str,
    puzzles: list[Puzzle],
    statuses: list[int],
    solutions: list[tuple[Solution, ...]],
    known: list[Known],
) -> None:
    """Compare an engine's answers with what is known, and verify every solution.

    What it decides is known from then on.
    """
    for puzzle, value, found, fact in zip(puzzles, statuses, solutions, known, strict=False):
        status = Status(value)
        if problem := find_fault(puzzle, status, found):
            raise DisagreementError(puzzle, (engine,), f"engine {engine} {problem}")
        known_solutions = (fact.solution,) if fact.solution else ()
        if not can_agree(status, found, fact.status, known_solutions):
            first, second = f"{fact.engine} says {fact.status}", f"{engine} says {status}"
            if fact.status is status:
                first, second = f"{first} of {fact.solution}", f"{second} of {found[0]}"
            problem = f"engines disagree: {first}, {second}"
            raise DisagreementError(puzzle, (fact.engine, engine), problem)
        if fact.status not in DECIDED and status is not Status.UNKNOWN:
            fact.status, fact.engine = status, engine
            fact.solution = found[0] if found else None
