"""Grade a solver: run anyone's `sudoku_solver(array)` on graded sets, within limits.

The solver runs in a separate process and session. Whatever it does to that process, the grader
continues and cleans up. This protects against mistakes, but it is not a sandbox: the solver has the
permissions of the user who runs the grader.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeAlias

from nonet.core.cells import cell_name
from nonet.core.errors import ArgumentError, NonetError, UnknownNameError, UnsupportedError
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.engines.roster import best_engine
from nonet.judge import judge
from nonet.lab.corpus import Entry, corpus_named
from nonet.lab.grade_worker import Reply, Worker, printable
from nonet.lab.tasks import OnProgress

DEFAULT_SETS = ("very_easy", "easy", "medium", "hard", "unsolvable")
"""The default sets; `very_hard` is an additional one."""
SECONDS = 20.0
MEMORY = 2_000_000_000

_CORPUS = "9x9"
_PER_SET = 15
_START_SECONDS = 120.0

Sets: TypeAlias = "Iterable[str] | Mapping[str, Sequence[Entry]]"


class UnknownSetError(UnknownNameError):
    """There is no set of puzzles with this name."""

    kind = "set"


class SolverError(NonetError):
    """A solver could not be loaded, so nothing was graded; `details` has the traceback."""

    def __init__(self, message: str, details: str = "") -> None:
        self.details = details
        super().__init__(message)


class Outcome(StrEnum):
    """The outcome for one puzzle."""

    RIGHT = "right"
    WRONG = "wrong"
    TIMEOUT = "timeout"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One puzzle: the outcome, the seconds, and the reason if it is not right.

    After a crash or timeout, `details` has the traceback and the last output of the solver.
    """

    id: str
    puzzle: Puzzle
    outcome: Outcome
    seconds: float
    reason: str = ""
    details: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the attempt as plain data."""
        return {
            "id": self.id,
            "puzzle": str(self.puzzle),
            "outcome": self.outcome.value,
            "seconds": round(self.seconds, 6),
            "reason": self.reason,
            "details": self.details,
        }


@dataclass(frozen=True, slots=True)
class SetGrade:
    """The attempts at the puzzles of one set."""

    name: str
    attempts: tuple[Attempt, ...]

    def count(self, outcome: Outcome) -> int:
        """Return how many attempts had this outcome."""
        return sum(attempt.outcome is outcome for attempt in self.attempts)

    @property
    def seconds(self) -> float:
        """Total seconds of all attempts."""
        return sum(attempt.seconds for attempt in self.attempts)

    @property
    def slowest(self) -> float:
        """Seconds of the slowest attempt."""
        return max((attempt.seconds for attempt in self.attempts), default=0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return the set as plain data."""
        return {
            "name": self.name,
            "total": len(self.attempts),
            **{outcome.value: self.count(outcome) for outcome in Outcome},
            "seconds": round(self.seconds, 6),
            "slowest": round(self.slowest, 6),
            "attempts": [attempt.to_dict() for attempt in self.attempts],
        }


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a solver, set by set, and its limits."""

    solver: str
    function: str
    seconds_limit: float
    memory_limit: int
    sets: tuple[SetGrade, ...]

    @property
    def total(self) -> SetGrade:
        """All sets as one."""
        return SetGrade("total", tuple(a for part in self.sets for a in part.attempts))

    @property
    def all_right(self) -> bool:
        """True if every answer is right."""
        return self.total.count(Outcome.RIGHT) == len(self.total.attempts)

    def to_dict(self) -> dict[str, Any]:
        """Return the grade as plain data: the JSON that `--json` prints."""
        return {
            "solver": self.solver,
            "function": self.function,
            "seconds_limit": self.seconds_limit,
            "memory_limit": self.memory_limit,
            "right": self.total.count(Outcome.RIGHT),
            "total": len(self.total.attempts),
            "sets": [part.to_dict() for part in self.sets],
        }


def grade(
    path: Path | str,
    *,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    sets: Sets | None = None,
    function: str = "sudoku_solver",
    progress: OnProgress | None = None,
) -> Grade:
    """Run the function of a Python file on sets of puzzles and check every answer.

    The function takes an n x n integer array with 0 for empty cells and returns a solved array, or
    one filled with -1 if there is no solution. Any correct solution counts. `seconds` and `memory`
    (bytes) apply to each puzzle. `sets` is a list of set names, or a mapping from names to entries
    of a corpus. `progress` is called with the number of finished puzzles and of all puzzles.

    A file that cannot be loaded raises SolverError; whatever a solver does later is an Outcome.
    """
    _check_limits(seconds, memory)
    desk = _Desk(_solver_file(path), function, float(seconds), memory)
    chosen = chosen_sets(sets)
    total, done = sum(map(len, chosen.values())), 0
    graded = []
    with desk:
        for name, entries in chosen.items():
            attempts = []
            for entry in entries:
                attempts.append(desk.attempt(entry))
                done += 1
                if progress:
                    progress(done, total)
            graded.append(SetGrade(name, tuple(attempts)))
    return Grade(str(path), function, float(seconds), memory, tuple(graded))


def set_names() -> tuple[str, ...]:
    """Return the names of all sets."""
    return corpus_named(_CORPUS).groups


def _check_limits(seconds: float, memory: int) -> None:
    if os.name != "posix":
        raise UnsupportedError(f"grading needs a POSIX system (Linux, macOS), found {os.name}")
    if not (isinstance(seconds, int | float) and 0 < seconds <= 1e6):
        raise ArgumentError(f"seconds: expected a number above 0, found {seconds!r}")
    if not (isinstance(memory, int) and 1 << 20 <= memory < 1 << 62):
        raise ArgumentError(f"memory: expected bytes, 1048576 or more, found {memory!r}")


def _solver_file(path: Path | str) -> Path:
    file = Path(os.path.abspath(path))
    if not file.exists():
        raise FileNotFoundError(2, "no such file", str(path))
    if not file.is_file() or file.suffix != ".py":
        advice = " (jupyter nbconvert --to script)" if file.suffix == ".ipynb" else ""
        raise SolverError(f"{path}: expected a Python file, *.py{advice}")
    return file


def chosen_sets(sets: Sets | None) -> dict[str, Sequence[Entry]]:
    """Return the puzzles of sets, given by name or directly; the default sets if None."""
    if isinstance(sets, Mapping):
        return dict(sets)
    names = DEFAULT_SETS if sets is None else (sets,) if isinstance(sets, str) else tuple(sets)
    for name in names:
        if name not in set_names():
            raise UnknownSetError(name, set_names())
    return {name: corpus_named(_CORPUS).of_group(name)[:_PER_SET] for name in names}


class _Desk:
    """Sends puzzles to a worker, and starts a new one after every failure."""

    def __init__(self, path: Path, function: str, seconds: float, memory: int) -> None:
        self._path = path
        self._function = function
        self._seconds = seconds
        self._memory = memory
        self._worker: Worker | None = None

    def __enter__(self) -> _Desk:
        self._worker = self._loaded()
        return self

    def __exit__(self, *_: object) -> None:
        self._drop()

    def attempt(self, entry: Entry) -> Attempt:
        """Send one puzzle and check the answer."""
        try:
            self._worker = self._worker or self._loaded()
        except SolverError as error:
            return Attempt(entry.id, entry.puzzle, Outcome.CRASHED, 0.0, str(error), error.details)
        reply = self._worker.ask({"rows": entry.puzzle.rows()}, self._seconds)
        outcome, reason = _judged(entry, reply)
        if outcome is not Outcome.RIGHT:
            self._drop()
        details = reply.details if outcome in (Outcome.TIMEOUT, Outcome.CRASHED) else ""
        return Attempt(entry.id, entry.puzzle, outcome, reply.seconds, reason, details)

    def _drop(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def _loaded(self) -> Worker:
        """Start a worker and let it load the solver, or raise SolverError."""
        worker = Worker(self._path, self._function, self._seconds, self._memory)
        try:
            reply = worker.wait("started", _START_SECONDS)
            if reply.failure is None:
                reply = worker.wait("loaded", self._seconds)
            _require_loaded(reply, self._path.name, self._function)
        except BaseException:
            worker.end()
            raise
        return worker


def _require_loaded(reply: Reply, file: str, function: str) -> None:
    names = reply.message.get("names")
    if isinstance(names, list):
        near = difflib.get_close_matches(function, map(str, names), n=1, cutoff=0.5)
        advice = f"; did you mean {near[0]!r}?" if near else ""
        raise SolverError(f"{file}: expected a function named {function!r}, found none{advice}")
    if reply.failure == Outcome.TIMEOUT:
        found = f"one that takes more than {reply.seconds:.3g} s"
    elif reply.failure is not None or "crash" in reply.message:
        found = reply.reason
    else:
        return
    raise SolverError(f"{file}: expected a file that can be imported, found {found}", reply.details)


def _judged(entry: Entry, reply: Reply) -> tuple[Outcome, str]:
    """Return the outcome of a reply to a puzzle, and why."""
    if reply.failure is not None:
        return Outcome(reply.failure), reply.reason
    if "crash" in reply.message:
        return Outcome.CRASHED, reply.reason
    if "problem" in reply.message:
        return Outcome.WRONG, printable(str(reply.message["problem"]))
    cells = _cells(reply.message.get("cells"), entry.puzzle)
    if cells is None:
        return Outcome.CRASHED, "the process sent a broken answer"
    reason = _fault(entry, cells)
    return (Outcome.WRONG, reason) if reason else (Outcome.RIGHT, "")


def _cells(value: object, puzzle: Puzzle) -> list[int] | None:
    """Return the cells of an answer, or None if they are not what a worker sends."""
    cells = [cell for cell in value if type(cell) is int] if isinstance(value, list) else []
    return cells if len(cells) == len(puzzle.cells) else None


def _fault(entry: Entry, cells: list[int]) -> str:
    """Say what is wrong with an answer; nothing if it is right."""
    puzzle, size = entry.puzzle, entry.puzzle.layout.size
    if all(cell == -1 for cell in cells):
        return "all cells are -1, but the puzzle has a solution" if _is_solvable(entry) else ""
    if entry.status is Status.NO_SOLUTION:
        return "expected -1 in every cell because the puzzle has no solution, found other values"
    for cell, digit in enumerate(cells):
        if not 0 <= digit <= size:
            return f"{cell_name(cell, size)}: expected a digit 1-{size}, found {digit}"
    problems = judge(Puzzle(bytes(cells), puzzle.layout), puzzle).problems
    more = f"; and {len(problems) - 2} more" if len(problems) > 2 else ""
    return "; ".join(problems[:2]) + more


def _is_solvable(entry: Entry) -> bool:
    if entry.status is None:
        return best_engine(entry.puzzle).solve(entry.puzzle, 1).solution is not None
    return entry.status is not Status.NO_SOLUTION
