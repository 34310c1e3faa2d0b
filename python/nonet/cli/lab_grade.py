"""`nonet lab grade`: run anyone's solver on graded sets of puzzles."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from nonet.cli import BAD_INPUT
from nonet.cli.progress import Progress
from nonet.cli.stopping import stopped_cleanly

if TYPE_CHECKING:
    from nonet.lab.grader import Grade, SetGrade

ALL_RIGHT = 0
SOMETHING_WRONG = 1

_MEGABYTE = 1_000_000
_COLUMNS = "{:<12}{:>8}{:>8}{:>9}{:>9}{:>11}{:>11}"


def _complete_set(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    from nonet.lab.grader import set_names

    return [name for name in set_names() if name.startswith(incomplete)]


@click.command(epilog="Example: nonet lab grade solver.py --set very_easy --seconds 5")
@click.argument("solver", metavar="SOLVER.PY", type=click.Path())
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="NAME",
    shell_complete=_complete_set,
    help="Set to grade on, once for each. [all but very_hard]",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    metavar="S",
    help="Most seconds per puzzle. [20]",
)
@click.option(
    "--memory",
    type=click.IntRange(min=2),
    default=2000,
    metavar="MB",
    help="Most megabytes of memory. [2000]",
)
@click.option("--function", default="sudoku_solver", metavar="NAME", help="[sudoku_solver]")
@click.option("-v", "--verbose", is_flag=True, help="Say what went wrong, puzzle by puzzle.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object in all.")
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
    """Grade a solver: a Python file with a function sudoku_solver(array).

    The function gets a 9x9 array with 0 for empty cells and returns a solved array, or one
    filled with -1 if there is no solution. The sets are very_easy, easy, medium, hard,
    unsolvable and very_hard. The solver runs in a process of its own with limits, which is
    protection from mistakes, not from malice.

    Exit code: 0 all right, 1 something is wrong, 2 bad input (no such file, no such function).
    """
    from nonet.lab.grader import SolverError
    from nonet.lab.grader import grade as grade_solver

    _check_output(output, solver)
    line = _ProgressLine()
    try:
        with stopped_cleanly():
            graded = grade_solver(
                solver,
                seconds=seconds,
                memory=memory * _MEGABYTE,
                sets=sets or None,
                function=function,
                progress=line.advance,
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
    with click.open_file(output or "-", "w", encoding="utf-8") as stream:
        stream.write(f"{text}\n")
    return ALL_RIGHT if graded.all_right else SOMETHING_WRONG


def _check_output(output: str | None, solver: str) -> None:
    """Refuse a place that cannot be written before the work, not after it."""
    if output is None:
        return
    if os.path.exists(output) and os.path.exists(solver) and os.path.samefile(output, solver):
        raise click.UsageError(f"the output {output} is also the solver")
    with open(output, "a", encoding="utf-8"):
        pass


class _ProgressLine:
    """The line of progress, which knows its length only when the work starts."""

    def __init__(self) -> None:
        self._line: Progress | None = None

    def advance(self, done: int, total: int) -> None:
        """Tell how many puzzles are done."""
        self._line = self._line or Progress(total)
        self._line.advance(1, done)

    def clear(self) -> None:
        """Take the line away."""
        if self._line:
            self._line.clear()


def _table(graded: Grade, verbose: bool) -> str:
    """Return one line per set, the sum, and what went wrong if that is wanted."""
    head = _COLUMNS.format("set", "right", "wrong", "timeout", "crashed", "mean s", "slowest s")
    lines = [head, *map(_set_line, (*graded.sets, graded.total))]
    if verbose:
        lines += [line for part in graded.sets for line in _failures(part)]
    elif not graded.all_right:
        lines.append("(--verbose says what went wrong)")
    return "\n".join(lines)


def _set_line(part: SetGrade) -> str:
    from nonet.lab.grader import Outcome

    total = len(part.attempts)
    right, *others = (part.count(outcome) for outcome in Outcome)
    mean = part.seconds / max(total, 1)
    times = (f"{mean:.3f}", f"{part.slowest:.3f}")
    return _COLUMNS.format(part.name, f"{right}/{total}", *others, *times)


def _failures(part: SetGrade) -> Iterator[str]:
    from nonet.lab.grader import Outcome

    for attempt in part.attempts:
        if attempt.outcome is not Outcome.RIGHT:
            yield f"\n{attempt.id}: {attempt.outcome} after {attempt.seconds:.3f} s"
            yield f"  {attempt.puzzle}"
            yield f"  {attempt.reason}"
            yield from (f"  | {line}" for line in attempt.details.splitlines())
