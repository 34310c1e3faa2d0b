"""Nothing is timed whose answers are not right: compared with each other, and seen by the judge."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.core.errors import NonetError
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.judge import judge

DECIDED = (Status.UNIQUE, Status.MULTIPLE, Status.NO_SOLUTION)


class DisagreementError(NonetError):
    """An engine gave an answer that another one or the judge refutes, or none at all."""

    def __init__(self, puzzle: Puzzle, engines: tuple[str, ...], problem: str) -> None:
        self.puzzle = puzzle
        self.engines = engines
        self.problem = problem
        super().__init__(f"{problem}\n  puzzle: {puzzle}")


@dataclass(slots=True)
class Known:
    """What has been said about a puzzle of the sample, and by whom first."""

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
    """Compare an engine's answers with what is known, and have the judge see every solution.

    What it decides is known from then on.
    """
    for puzzle, value, found, fact in zip(puzzles, statuses, solutions, known, strict=False):
        status = Status(value)
        if problem := _fault(puzzle, status, found):
            raise DisagreementError(puzzle, (engine,), f"engine {engine} {problem}")
        if not _agrees(status, found, fact):
            first, second = f"{fact.engine} says {fact.status}", f"{engine} says {status}"
            if fact.status is status:
                first, second = f"{first} of {fact.solution}", f"{second} of {found[0]}"
            problem = f"engines disagree: {first}, {second}"
            raise DisagreementError(puzzle, (fact.engine, engine), problem)
        if fact.status not in DECIDED and status is not Status.UNKNOWN:
            fact.status, fact.engine = status, engine
            fact.solution = found[0] if found else None


def _fault(puzzle: Puzzle, status: Status, solutions: tuple[Solution, ...]) -> str | None:
    """Say what is wrong with an answer by itself."""
    for solution in solutions:
        if not (verdict := judge(solution, puzzle)):
            return f"gives a wrong solution: {verdict.problems[0]}"
    if len(set(solutions)) < len(solutions):
        return "gives the same solution twice"
    has_one = status in (Status.UNIQUE, Status.MULTIPLE, Status.FOUND)
    if has_one != bool(solutions):
        return f"says {status} and gives {'a' if solutions else 'no'} solution"
    return None


def _agrees(status: Status, solutions: tuple[Solution, ...], fact: Known) -> bool:
    """Tell whether an answer and what is known can both be right."""
    if Status.UNKNOWN in (status, fact.status):
        return True
    if Status.FOUND in (status, fact.status):
        return Status.NO_SOLUTION not in (status, fact.status)
    same = status is not Status.UNIQUE or fact.solution in solutions
    return status is fact.status and same
