"""The smaller commands: check, count, engines, demo, completion."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class

from nonet.api import count as count_solutions
from nonet.api import solve as solve_puzzle
from nonet.cli import BAD_INPUT, OTHER_ANSWER, STOPPED
from nonet.cli.answers import Answer, answer_each, worst
from nonet.cli.columns import filled, line_width, two_columns
from nonet.cli.inputs import Items
from nonet.cli.options import (
    input_argument,
    json_option,
    output_option,
    pencil_marks_option,
    puzzles_argument,
    reading_options,
    search_options,
)
from nonet.cli.output import Output, draw
from nonet.cli.shapes import name_shape
from nonet.cli.solve import draw_solutions
from nonet.cli.unused_pencil_marks import UnusedPencilMarks
from nonet.core.errors import ParseError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.engines.roster import all_engines
from nonet.files.items import Item, Reading
from nonet.judge import judge
from nonet.render.verdicts import describe_placed, describe_problems, format_time, verdict
from nonet.text.position import position_of

if TYPE_CHECKING:
    from nonet.engines.base import Engine

DEMO = (
    (
        "Easy, 9x9: singles are enough.",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ),
    (
        "Hard for people and for simple search, 9x9 (Arto Inkala, 2012).",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ),
    ("Not a proper puzzle, 6x6: it has four solutions.", "15..4.24..564....3.....463..2..2..31"),
)
"""Title and line of the three built-in boards."""

_PATIENCE = 10
"""Seconds to search for the solution that placed digits are compared with."""


@click.command(
    short_help="Count the solutions.",
    epilog="""\b
    Examples:
      nonet count 15..4.24..564....3.....463..2..2..31
      nonet count --limit 1000 puzzles.txt
    """,
)
@puzzles_argument
@search_options(None, "Stop at this many solutions. [count all]")
@pencil_marks_option
@reading_options
@json_option
@output_option
def count(
    puzzles: tuple[str, ...],
    reading: Reading,
    limit: Limit,
    engine: Engine | None,
    as_json: bool,
    output: str | None,
) -> int:
    """Count the solutions of a puzzle, or of each puzzle in a list.

    If a limit stops a count, it reads "at least N".

    Exit code: 0 done, 2 if any input was bad, otherwise 3 if a limit was reached.
    """

    def answer(item: Item) -> Answer:
        puzzle = unused.see(reading.parse(item))
        if not as_json:
            name_shape(puzzle, items, out)
        counted = count_solutions(puzzle, limit=limit, engine=engine)
        record = {
            "puzzle": str(puzzle),
            "rules": [rule.to_dict(puzzle.layout) for rule in puzzle.rules],
            "count": int(counted),
            "exact": counted.exact,
        }
        stopped = not counted.exact and counted != limit.solutions
        return Answer(str(counted), record, STOPPED if stopped else 0)

    items = Items(puzzles, reading)
    unused = UnusedPencilMarks(reading)
    with Output(output, items) as out:
        codes = answer_each(items, out, answer, as_json=as_json)
        unused.tell(out)
    return worst(codes)


@click.command(
    short_help="Check a solution.",
    epilog="""\b
    Examples:
      nonet check 1234341221434321 ...4..1.2.4..3..
      nonet check solutions.txt puzzles.txt
    """,
)
@input_argument("solution", metavar="SOLUTION|FILE|-")
@input_argument("puzzle", required=False, metavar="[PUZZLE|FILE|-]")
@reading_options
@json_option
@output_option
def check(
    solution: str, puzzle: str | None, reading: Reading, as_json: bool, output: str | None
) -> int:
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
    puzzles = Items((puzzle,), reading) if puzzle is not None else None
    givens = iter(puzzles) if puzzles else None

    def answer(item: Item) -> Answer:
        given = next(givens, None) if givens else None
        if givens and given is None:
            error = ParseError("a puzzle for every solution", "fewer")
            raise error.at(line=item.line, source=item.source)
        grid = reading.parse(item)
        if not as_json:
            name_shape(grid, items, out)
        asked = reading.parse(given) if given else None
        solved = grid.notes.solution
        if asked is None and item.puzzle is not None and solved is not None:
            asked, grid = grid, Puzzle(solved, grid.layout)
        elif asked is None and grid.notes.placed is not None and any(grid.notes.placed):
            asked, grid = grid, Puzzle(position_of(grid).filled, grid.layout)
        found = judge(grid, asked)
        record = {"right": bool(found), "problems": list(found.problems)}
        problems = describe_problems(found, len(grid.cells))
        if not items.is_one:
            text = "right" if found else f"wrong: {'; '.join(problems)}"
        elif found:
            text = f"This is a solution{' of the puzzle' * bool(asked)}."
        else:
            text = "\n  ".join(["This is not a solution:", *problems])
            if placed := asked and _judge_placed(grid, asked):
                text = f"{text}\n{placed}"
        return Answer(text, record, 0 if found else OTHER_ANSWER)

    with Output(output, items, *filter(None, [puzzles])) as out:
        codes = answer_each(items, out, answer, as_json=as_json)
        left = next(givens, None) if givens else None
        if left:
            error = ParseError("a solution for every puzzle", "fewer")
            out.complain(error.at(line=left.line, source=left.source))
            codes.add(BAD_INPUT)
    return max(codes, default=0)


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


@click.command(epilog="Example: nonet engines")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array.")
def engines(as_json: bool) -> int:
    """List the engines, preferred ones first."""
    if as_json:
        rows = [
            {
                "name": engine.name,
                "boards": engine.boards,
                "rules": sorted(rule.__name__.lower() for rule in engine.rules),
                "counters": sorted(engine.counters),
                "summary": engine.summary,
                "install": engine.install,
            }
            for engine in all_engines()
        ]
        click.echo(json.dumps(rows))
        return 0
    click.echo(two_columns([(engine.name, _about(engine)) for engine in all_engines()]))
    return 0


def _about(engine: Engine) -> str:
    missing = f"; not installed: {engine.install}" if engine.install else ""
    return f"{engine.boards}; {engine.summary}{missing}"


@click.command(short_help="Solve three built-in boards.", epilog="Example: nonet demo")
def demo() -> int:
    """Solve three built-in boards: easy 9x9, hard 9x9, and a 6x6 with four solutions."""
    limit = Limit(solutions=None)
    for title, line in DEMO:
        result = solve_puzzle(line, limit=limit)
        pictures = draw(result.puzzle, sys.stdout), draw_solutions(result, sys.stdout)
        took = f"{format_time(result.stats.seconds)}, {result.stats.guesses} guesses"
        said = filled(f"{verdict(result, limit)} ({took})")
        click.echo(f"{filled(title)}\n{_side_by_side(*pictures)}\n{said}\n")
    click.echo(
        filled(
            "Now try your own: nonet solve PUZZLE, or nonet solve FILE (see nonet solve --help)."
        )
    )
    return 0


def _side_by_side(puzzle: str, solutions: list[str]) -> str:
    """Draw a puzzle and its solutions side by side, if there is room."""
    width = len(click.unstyle(puzzle).partition("\n")[0]) + 1
    room = max((line_width() + 1) // width, 1)
    rows = [[puzzle, *solutions]]
    if len(rows[0]) > room:
        parts = (solutions[at : at + room] for at in range(0, len(solutions), room))
        rows = [[puzzle], *parts]
    return "\n".join(
        " ".join(parts)
        for row in rows
        for parts in zip(*(picture.split("\n") for picture in row), strict=True)
    )


@click.command(
    short_help="Print the shell completion script.",
    epilog='Example: eval "$(nonet completion bash)"',
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    """Print the script that completes commands, options and files in your shell."""
    completer = get_completion_class(shell)
    assert completer is not None
    root = context.find_root().command
    click.echo(completer(root, {}, "nonet", "_NONET_COMPLETE").source())
    return 0
