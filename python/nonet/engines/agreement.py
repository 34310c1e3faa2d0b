"""Whether answers can be correct: on their own, and compared with another engine's."""

from __future__ import annotations

from dataclasses import replace

from nonet.core.errors import ArgumentError, DisagreementError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Result, Status
from nonet.engines.base import Engine
from nonet.judge import judge

DECIDED = (Status.UNIQUE, Status.MULTIPLE, Status.NO_SOLUTION)


def find_fault(puzzle: Puzzle, status: Status, solutions: tuple[Solution, ...]) -> str | None:
    """Say what is wrong with an answer on its own; every solution is checked."""
    for solution in solutions:
        if not (verdict := judge(solution, puzzle)):
            return f"returned a wrong solution: {verdict.problems[0]}"
    if len(set(solutions)) < len(solutions):
        return "returned the same solution twice"
    has_one = status in (Status.UNIQUE, Status.MULTIPLE, Status.FOUND)
    if has_one != bool(solutions):
        return f"says {status} but returned {'a' if solutions else 'no'} solution"
    return None


def can_agree(
    status: Status,
    solutions: tuple[Solution, ...],
    other_status: Status,
    other_solutions: tuple[Solution, ...],
) -> bool:
    """Return whether two answers to a puzzle, each valid on its own, can both be right."""
    statuses = {status, other_status}
    if Status.UNKNOWN in statuses:
        return True
    if Status.UNIQUE in statuses:
        return Status.MULTIPLE not in statuses and set(solutions) == set(other_solutions)
    return Status.NO_SOLUTION not in statuses or len(statuses) == 1


def confirm(result: Result, engine: Engine, limit: Limit) -> Result:
    """Ask another engine, and return the result with `confirmed_by` if it agrees.

    DisagreementError has both results. An engine that reached a limit confirms nothing.
    """
    if engine.name == result.engine:
        raise ArgumentError(f"engine {engine.name!r} cannot confirm its own answer; name another")
    second = engine.solve(result.puzzle, limit)
    if problem := _problem(result, second, limit):
        engines = (result.engine, second.engine)
        raise DisagreementError(result.puzzle, engines, problem, (result, second))
    stopped = result.stopped_by or second.stopped_by
    if result.status is second.status and (result.status in DECIDED or not stopped):
        return replace(result, confirmed_by=engine.name)
    return result


def _problem(first: Result, second: Result, limit: Limit) -> str | None:
    """Say why two results cannot both be right, and what each of them says."""
    reason = None
    for result in (first, second):
        if fault := find_fault(result.puzzle, result.status, result.solutions):
            reason = reason or f"{result.engine} {fault}"
    if reason is None:
        answers = (first.status, first.solutions, second.status, second.solutions)
        if can_agree(*answers) and not _lists_differ(first, second, limit):
            return None
    says = "; ".join(f"{result.engine} says {_saying(result)}" for result in (first, second))
    return f"engines disagree: {says}" + (f" ({reason})" if reason else "")


def _lists_differ(first: Result, second: Result, limit: Limit) -> bool:
    """Return whether one result lacks a solution that it should have."""
    if first.stopped_by or second.stopped_by:
        return False
    if len(first.solutions) != len(second.solutions):
        return True
    complete = len(first.solutions) != limit.solutions
    return complete and set(first.solutions) != set(second.solutions)


def _saying(result: Result) -> str:
    shown = f" of {result.solution}" if len(result.solutions) == 1 else ""
    number = f", {len(result.solutions)} solutions" if len(result.solutions) > 1 else ""
    return f"{result.status}{shown}{number}"
