"""`nonet check`: whether a grid is a solution."""

from __future__ import annotations

from collections.abc import Iterator

import click

from nonet.api import solve as solve_puzzle
from nonet.cli import BAD_INPUT, OTHER_ANSWER
from nonet.cli.answers import Answer, answer_each, refuse
from nonet.cli.forms import PICTURES, Wanted, form_options
from nonet.cli.inputs import Items
from nonet.cli.options import input_argument, reading_options
from nonet.cli.output import Output
from nonet.cli.pictures import draw_picture
from nonet.cli.shapes import name_shape
from nonet.core.errors import ParseError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.files.items import Item, Reading
from nonet.judge import judge
from nonet.render.verdicts import describe_placed, describe_problems
from nonet.text.position import position_of

_PATIENCE = 10
"""Seconds to search for the solution that placed digits are compared with."""


@click.command(
    short_help="Check a solution.",
    epilog="""\b
    Examples:
      nonet check 1234341221434321 ...4..1.2.4..3..
      nonet check solutions.txt puzzles.txt
      nonet check solved.csv -o verdicts.csv
    """,
)
@input_argument("solution", metavar="SOLUTION|FILE|-")
@input_argument("puzzle", required=False, metavar="[PUZZLE|FILE|-]")
@reading_options
@form_options(grid="Describe in sentences what is wrong.")
def check(solution: str, puzzle: str | None, reading: Reading, wanted: Wanted) -> int:
    """Check a solution against every rule and, if a puzzle is given, every given.

    Files with one grid per line are checked line by line. Text after a grid is ignored, so you can
    check the output of "nonet solve" as it is. In a table with puzzles and solutions, each solution
    is checked against its puzzle. For an unfinished grid, check says which placed digits are wrong,
    if the puzzle is given or known and has a unique solution.

    Exit code: 0 all right, 1 something is wrong, 2 bad input.
    """
    if solution == puzzle == "-":
        raise click.UsageError("stdin (-) can be read only once")
    items = Items((solution,), reading)
    form = wanted.form_of(items)
    puzzles = Items((puzzle,), reading) if puzzle is not None else None
    with Output(wanted.path, items, *filter(None, [puzzles])) as out:
        if form == "grid" or form in PICTURES:
            judging = _Judging(items, puzzles, form, out)
            codes = answer_each(items, out, judging.answer) | judging.end()
        else:
            codes = _write(items, puzzles, wanted, form, out)
    return max(codes, default=0)


def _write(items: Items, puzzles: Items | None, wanted: Wanted, form: str, out: Output) -> set[int]:
    """Check everything and write lines, JSON or a table; return the exit codes."""
    from nonet.cli.many import Check, Run, in_order, paired

    run = Run(items, out, wanted, form)

    def see(grid: Puzzle) -> None:
        if form != "json":
            name_shape(grid, items, out)

    batches = run.read(items, see)
    if puzzles is not None:
        batches = paired(in_order(batches), in_order(run.read(puzzles)), run.on_error)
    verb = Check(alone=items.is_one)
    run.write(batches, verb)
    return run.codes | ({OTHER_ANSWER} if verb.is_wrong else set())


class _Judging:
    """Checks item by item, and describes the result in sentences or pictures."""

    def __init__(self, items: Items, puzzles: Items | None, form: str, out: Output) -> None:
        self._items = items
        self._givens: Iterator[Item] | None = iter(puzzles) if puzzles else None
        self._form = form
        self._out = out

    def answer(self, item: Item) -> Answer:
        """Check one grid."""
        reading = self._items.reading
        given = next(self._givens, None) if self._givens else None
        if self._givens and given is None:
            error = ParseError("a puzzle for every solution", "fewer")
            raise error.at(line=item.line, source=item.source)
        grid = reading.parse(item)
        name_shape(grid, self._items, self._out)
        asked = reading.parse(given) if given else None
        solved = grid.notes.solution
        if asked is None and item.puzzle is not None and solved is not None:
            asked, grid = grid, Puzzle(solved, grid.layout)
        elif asked is None and grid.notes.placed is not None and any(grid.notes.placed):
            asked, grid = grid, Puzzle(position_of(grid).filled, grid.layout)
        found = judge(grid, asked)
        if found:
            text = f"This is a solution{' of the puzzle' * bool(asked)}."
        else:
            problems = describe_problems(found, len(grid.cells))
            text = "\n  ".join(["This is not a solution:", *problems])
            if placed := asked and _judge_placed(grid, asked):
                text = f"{text}\n{placed}"
        if self._form in PICTURES:
            text = draw_picture(grid, self._form, text)
        return Answer(text, 0 if found else OTHER_ANSWER)

    def end(self) -> set[int]:
        """Report puzzles without a solution; return the exit codes."""
        left = next(self._givens, None) if self._givens else None
        if left is None:
            return set()
        error = ParseError("a solution for every puzzle", "fewer")
        refuse(left, error.at(line=left.line, source=left.source), self._out)
        return {BAD_INPUT}


def _judge_placed(grid: Puzzle, puzzle: Puzzle) -> str | None:
    """Say which placed digits are wrong; None if there are none, or if that is unknown.

    It is known only if the puzzle has a unique solution.
    """
    if grid.layout != puzzle.layout:
        return None
    pairs = zip(grid.cells, puzzle.cells, strict=True)
    placed = bytes(0 if given else digit for digit, given in pairs)
    if not any(placed):
        return None
    result = solve_puzzle(puzzle, limit=Limit(2, seconds=_PATIENCE))
    if result.status is not Status.UNIQUE:
        return None
    return describe_placed(placed, result.solutions[0])
