"""`nonet lab grade`: run anyone's solver on graded sets of puzzles."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from nonet.cli import BAD_INPUT
from nonet.cli.progress import Runs
from nonet.cli.stopping import stopped_cleanly
from nonet.cli.texts import write_text
from nonet.files.safely import check_place, is_stdout
from nonet.lab.grader import Outcome, SolverError, set_names
from nonet.lab.grader import grade as grade_solver
from nonet.lab.submissions import columns_of, grade_folder

if TYPE_CHECKING:
    from nonet.lab.grader import Grade, SetGrade
    from nonet.lab.submissions import Submission

ALL_RIGHT = 0
SOMETHING_WRONG = 1

_MEGABYTE = 1_000_000
_COLUMNS = "{:>8}{:>8}{:>9}{:>9}{:>11}{:>11}"
_HEAD = _COLUMNS.format("right", "wrong", "timeout", "crashed", "mean s", "slowest s")
_FOLDER_HEAD = f"{'submission':<24}{_HEAD}"


def _complete_set(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in set_names() if name.startswith(incomplete)]


@click.command(epilog="Example: nonet lab grade solver.py --set very_easy --seconds 5")
@click.argument("solver", metavar="SOLVER.PY|FOLDER", type=click.Path())
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="NAME",
    shell_complete=_complete_set,
    help="Set to grade on (repeatable). [all but very_hard]",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    metavar="S",
    help="Maximum seconds per puzzle. [20]",
)
@click.option(
    "--memory",
    type=click.IntRange(min=2),
    default=2000,
    metavar="MB",
    help="Maximum megabytes of memory. [2000]",
)
@click.option(
    "--function",
    default="sudoku_solver",
    metavar="NAME",
    help="Name of the function. [sudoku_solver]",
)
@click.option("-v", "--verbose", is_flag=True, help="Explain each failure.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write to a file.")
def grade(
    solver: str,
    sets: tuple[str, ...],
    seconds: float,
    memory: int,
    function: str,
    verbose: bool,
    as_json: bool,
    output: str | None,
) -> int:
    """Grade a solver: a Python file with a function sudoku_solver(array), or a folder of them.

    The function takes a 9x9 array with 0 for empty cells and returns a solved array, or one filled
    with -1 if there is no solution. The sets are very_easy, easy, medium, hard, unsolvable and
    very_hard. The solver runs in a separate process with limits, which protects against mistakes,
    not against malice.

    In a folder, every Python file and every subfolder with one is a submission, and the table has
    one row for each; -o grades.csv writes it for a spreadsheet.

    Exit code: 0 all right, 1 something is wrong, 2 bad input (no such file, no such function).
    """
    _check_output(output, solver)
    line = Runs("puzzles")
    if os.path.isdir(solver):
        if verbose:
            raise click.UsageError("--verbose works for one solver, not for a folder")
        options: dict[str, Any] = {
            "seconds": seconds,
            "memory": memory * _MEGABYTE,
            "sets": sets or None,
            "function": function,
        }
        with line, stopped_cleanly():
            found = grade_folder(solver, **options, progress=line)
            return _grade_all(found, line, options["sets"], output, as_json=as_json)
    try:
        with stopped_cleanly():
            graded = grade_solver(
                solver,
                seconds=seconds,
                memory=memory * _MEGABYTE,
                sets=sets or None,
                function=function,
                progress=line,
            )
    except SolverError as error:
        if not (verbose and error.details):
            raise
        line.clear()
        click.echo(f"nonet: {error}\n{error.details}", err=True)
        return BAD_INPUT
    finally:
        line.clear()
    text = json.dumps(graded.to_dict()) if as_json else _table(graded, verbose)
    write_text(output or "-", f"{text}\n")
    return ALL_RIGHT if graded.all_right else SOMETHING_WRONG


def _grade_all(
    submissions: Iterator[Submission],
    line: Runs,
    sets: tuple[str, ...] | None,
    output: str | None,
    *,
    as_json: bool,
) -> int:
    """Write a row for every submission as soon as it is graded."""
    columns = columns_of(sets)
    first = next(submissions)
    is_right = True
    with click.open_file(output or "-", "w", encoding="utf-8") as stream:
        table = csv.DictWriter(stream, columns, lineterminator="\n")
        is_csv = output is not None and output.lower().endswith(".csv") and not as_json
        if is_csv:
            table.writeheader()
        elif not as_json:
            stream.write(f"{_FOLDER_HEAD}\n")
        for submission in chain([first], submissions):
            line.clear()
            is_right = is_right and submission.all_right
            if is_csv:
                table.writerow(submission.to_row())
            elif as_json:
                row = dict.fromkeys(columns) | submission.to_row()
                stream.write(f"{json.dumps(row)}\n")
            else:
                stream.write(f"{_submission_line(submission)}\n")
            stream.flush()
    return ALL_RIGHT if is_right else SOMETHING_WRONG


def _submission_line(submission: Submission) -> str:
    if submission.grade is None:
        return f"{submission.name:<24}  {submission.error}"
    return f"{submission.name:<24}{_counts_line(submission.grade.total)}"


def _check_output(output: str | None, solver: str) -> None:
    """Refuse an output that cannot be written before the work, not after it."""
    if output is None or is_stdout(output):
        return
    if os.path.isdir(solver) and output.endswith(".py"):
        raise click.UsageError(f"expected an output such as grades.csv, found {output}")
    if os.path.exists(output) and os.path.exists(solver) and os.path.samefile(output, solver):
        raise click.UsageError(f"the output {output} is also the solver")
    check_place(output)


def _table(graded: Grade, verbose: bool) -> str:
    """Return one line per set, the total, and explanations if requested."""
    lines = [f"{'set':<12}{_HEAD}", *map(_set_line, (*graded.sets, graded.total))]
    if verbose:
        lines += [line for part in graded.sets for line in _failures(part)]
    elif not graded.all_right:
        lines.append("(use --verbose to see what went wrong)")
    return "\n".join(lines)


def _set_line(part: SetGrade) -> str:
    return f"{part.name:<12}{_counts_line(part)}"


def _counts_line(part: SetGrade) -> str:
    total = len(part.attempts)
    right, *others = (part.count(outcome) for outcome in Outcome)
    mean = part.seconds / max(total, 1)
    times = (f"{mean:.3f}", f"{part.slowest:.3f}")
    return _COLUMNS.format(f"{right}/{total}", *others, *times)


def _failures(part: SetGrade) -> Iterator[str]:
    for attempt in part.attempts:
        if attempt.outcome is not Outcome.RIGHT:
            yield f"\n{attempt.id}: {attempt.outcome} after {attempt.seconds:.3f} s"
            yield f"  {attempt.puzzle}"
            yield f"  {attempt.reason}"
            yield from (f"  | {line}" for line in attempt.details.splitlines())
