"""Grade a folder of submissions one by one, each with `grade`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonet.core.errors import ArgumentError
from nonet.lab.grader import (
    MEMORY,
    SECONDS,
    Grade,
    Outcome,
    Sets,
    SolverError,
    chosen_sets,
    grade,
)
from nonet.lab.tasks import OnProgress

USUAL = "solver.py"
"""The file to grade in a folder with several."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission and its grade; `error` says why there is none."""

    name: str
    grade: Grade | None
    error: str = ""

    @property
    def all_right(self) -> bool:
        """True if there is a grade and every answer is right."""
        return self.grade is not None and self.grade.all_right

    def to_row(self) -> dict[str, Any]:
        """Return the submission as a row of a table: the totals, then how many of each set."""
        if self.grade is None:
            return {"submission": self.name, "error": self.error}
        total = self.grade.total
        return {
            "submission": self.name,
            "total": len(total.attempts),
            **{outcome.value: total.count(outcome) for outcome in Outcome},
            "seconds": round(total.seconds, 3),
            "slowest": round(total.slowest, 3),
            **{part.name: part.count(Outcome.RIGHT) for part in self.grade.sets},
            "error": self.error,
        }


def columns_of(sets: Sets | None = None) -> list[str]:
    """Return the columns of a table of submissions."""
    outcomes = [outcome.value for outcome in Outcome]
    times = ["seconds", "slowest"]
    return ["submission", "total", *outcomes, *times, *chosen_sets(sets), "error"]


def grade_folder(
    folder: Path | str,
    *,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    sets: Sets | None = None,
    function: str = "sudoku_solver",
    progress: OnProgress | None = None,
) -> Iterator[Submission]:
    """Grade every submission in a folder, sorted by name, and yield each when it is finished.

    A submission is a Python file, or a folder with one Python file or a `solver.py`. Names that
    start with a dot or an underscore are skipped. The options are those of `grade`. A submission
    that cannot be loaded has an `error` instead of a grade.
    """
    found = _submissions(Path(folder))
    if not found:
        raise ArgumentError(f"{folder}: expected Python files or folders with one, found none")
    puzzles = sum(map(len, chosen_sets(sets).values()))

    def tell(before: int, done: int) -> None:
        if progress:
            progress(before * puzzles + done, len(found) * puzzles)

    for number, (name, path) in enumerate(found):
        try:
            graded = grade(
                _file_of(path),
                seconds=seconds,
                memory=memory,
                sets=sets,
                function=function,
                progress=lambda done, _, number=number: tell(number, done),  # type: ignore[misc]
            )
        except SolverError as error:
            yield Submission(name, None, str(error))
        else:
            yield Submission(name, graded)
        tell(number + 1, 0)


def _submissions(folder: Path) -> list[tuple[str, Path]]:
    """Return names and paths, sorted."""
    entries = sorted(folder.iterdir(), key=lambda path: path.name)
    return [
        (path.name, path)
        for path in entries
        if not path.name.startswith((".", "_")) and (path.is_dir() or path.suffix == ".py")
    ]


def _file_of(path: Path) -> Path:
    """Return the file of a submission, which may be a folder."""
    if not path.is_dir():
        return path
    files = sorted(file for file in path.glob("*.py") if not file.name.startswith(("_", ".")))
    if len(files) > 1:
        usual = [file for file in files if file.name == USUAL]
        if not usual:
            names = ", ".join(file.name for file in files)
            raise SolverError(f"{path.name}: expected one Python file or {USUAL}, found {names}")
        files = usual
    if not files:
        raise SolverError(f"{path.name}: expected a Python file, found none")
    return Path(os.path.abspath(files[0]))
