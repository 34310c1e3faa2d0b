"""The smaller commands: check, count, convert, engines, demo, completion."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import click

from nonet.cli.inputs import Item, Items, Reading, reading_options
from nonet.cli.output import Progress, complain, draw, json_option, open_output, output_option
from nonet.cli.solve import BAD_INPUT, STOPPED, error_record, verdict, worst

if TYPE_CHECKING:
    from nonet.core.layout import Layout
    from nonet.core.puzzle import Puzzle

_puzzles = click.argument("puzzles", nargs=-1, metavar="[PUZZLE|FILE|-]...")

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


def _answer_all(
    items: Items,
    output: str | None,
    names: tuple[str, ...],
    as_json: bool,
    answer: Callable[[Puzzle], tuple[dict[str, Any], str, int]],
) -> int:
    """Answer every puzzle on a line of its own; a bad one is reported and the rest goes on."""
    from nonet.core.errors import ParseError

    codes = {0}
    with open_output(output, names) as stream, Progress(items.total_bytes) as progress:
        for item in items:
            try:
                record, text, code = answer(items.reading.parse(item))
            except ParseError as error:
                complain(error)
                record, text, code = {"error": error_record(error)}, "malformed", BAD_INPUT
            if not items.is_one:
                record = {"source": item.source, "line": item.line, **record}
            stream.write(f"{json.dumps(record) if as_json else text}\n")
            codes.add(code)
            progress.advance(1, items.read_bytes)
    return worst(codes)


@click.command(epilog="Example: nonet count 15..4.24..564....3.....463..2..2..31")
@_puzzles
@reading_options
@click.option("--engine", help="Engine to use. [the best for the board; see: nonet engines]")
@click.option("--limit", type=click.IntRange(min=1), help="Stop after so many. [count them all]")
@click.option("--seconds", type=click.FloatRange(min=0), help="Time limit for each puzzle.")
@click.option("--nodes", type=click.IntRange(min=1), help="Node limit for each puzzle.")
@json_option
@output_option
def count(
    puzzles: tuple[str, ...],
    layout: Layout | None,
    notation: str | None,
    alphabet: str | None,
    engine: str | None,
    limit: int | None,
    seconds: float | None,
    nodes: int | None,
    as_json: bool,
    output: str | None,
) -> int:
    """Count the solutions of a puzzle, or of each puzzle of a list.

    A count that a limit stopped reads "at least N".

    Exit code: 0 done, 2 if any input was bad, else 3 if time or nodes ran out first.
    """
    from nonet.api import count as count_solutions
    from nonet.core.limit import Limit
    from nonet.engines.roster import engine_named

    if engine is not None:
        engine_named(engine)
    limits = Limit(solutions=limit, seconds=seconds, nodes=nodes)

    def answer(puzzle: Puzzle) -> tuple[dict[str, Any], str, int]:
        counted = count_solutions(puzzle, limit=limits, engine=engine)
        record = {"puzzle": str(puzzle), "count": int(counted), "exact": counted.exact}
        stopped = not counted.exact and counted != limit
        return record, str(counted), STOPPED if stopped else 0

    items = Items(puzzles, Reading(layout, notation, alphabet))
    return _answer_all(items, output, puzzles, as_json, answer)


@click.command(
    epilog="Example: nonet check 3214431221431432 ...4..1.2.4..3..",
)
@click.argument("solution", metavar="SOLUTION|FILE|-")
@click.argument("puzzle", required=False, metavar="[PUZZLE|FILE]")
@reading_options
@json_option
@output_option
def check(
    solution: str,
    puzzle: str | None,
    layout: Layout | None,
    notation: str | None,
    alphabet: str | None,
    as_json: bool,
    output: str | None,
) -> int:
    """Judge a solution: every house complete and, if a puzzle is named, every given kept.

    Files with one grid per line are judged line by line.

    Exit code: 0 all right, 1 something is wrong, 2 bad input.
    """
    from nonet.core.errors import ParseError

    reading = Reading(layout, notation, alphabet)
    items = Items((solution,), reading)
    puzzles = Items((puzzle,), reading) if puzzle else None
    codes = {0}
    names = tuple(name for name in (solution, puzzle) if name)
    with open_output(output, names) as stream:
        for grid, given in _pairs(items, puzzles):
            try:
                record, text, code = _judge(grid, given, reading)
            except ParseError as error:
                complain(error)
                record, text, code = {"error": error_record(error)}, "malformed", BAD_INPUT
            if grid is not None:
                record = {"line": grid.line, **record}
            stream.write(f"{json.dumps(record) if as_json else text}\n")
            codes.add(code)
    return max(codes)


def _pairs(items: Items, puzzles: Items | None) -> Iterator[tuple[Item | None, Item | None]]:
    if puzzles is None:
        return ((item, None) for item in items)
    return zip_longest(items, puzzles)


def _judge(
    grid: Item | None, given: Item | None, reading: Reading
) -> tuple[dict[str, Any], str, int]:
    from nonet.core.errors import ParseError
    from nonet.judge import judge

    if grid is None:
        raise ParseError("a solution for every puzzle", "fewer", line=given.line if given else None)
    verdict = judge(reading.parse(grid), reading.parse(given) if given else None)
    record = {"right": bool(verdict), "problems": list(verdict.problems)}
    return record, "right" if verdict else f"wrong: {verdict}", 0 if verdict else 1


@click.command(epilog="Example: nonet convert --to grid 1..4..1.2.4..3..")
@_puzzles
@reading_options
@click.option("--to", default="line", help="Notation to write: line, grid or numbers. [line]")
@click.option("--blank", help="Sign of an empty cell. [. or, for numbers, 0]")
@click.option("--symbols", help="Alphabet to write, such as 1-9A-G or A-P.")
@click.option("--no-frame", is_flag=True, help="Leave out the frame of a grid.")
@output_option
def convert(
    puzzles: tuple[str, ...],
    layout: Layout | None,
    notation: str | None,
    alphabet: str | None,
    to: str,
    blank: str | None,
    symbols: str | None,
    no_frame: bool,
    output: str | None,
) -> int:
    """Rewrite puzzles in another notation.

    The notation and box shape that were taken are named on stderr for one puzzle. Exit code: 0
    done, 2 if any input was bad.
    """
    from nonet.core.errors import ParseError
    from nonet.formats.detect import format_text, notation_named

    notation_named(to)
    options: dict[str, Any] = {"blank": blank, "alphabet": symbols}
    options = {name: value for name, value in options.items() if value is not None}
    if no_frame:
        options["frame"] = False
    items = Items(puzzles, Reading(layout, notation, alphabet))
    code = 0
    with open_output(output, puzzles) as stream, Progress(items.total_bytes) as progress:
        for item in items:
            try:
                puzzle = items.reading.parse(item)
                text = format_text(puzzle, to, **options)
            except ParseError as error:
                complain(error)
                code = BAD_INPUT
                continue
            except TypeError:
                raise click.UsageError(f"notation {to!r} does not take these options") from None
            if items.is_one:
                click.echo(f"read as {puzzle.notation}: {puzzle.layout}", err=True)
            stream.write(text if text.endswith("\n") and items.is_one else f"{text}\n")
            progress.advance(1, items.read_bytes)
    return code


@click.command(epilog="Example: nonet engines --json")
@json_option
def engines(as_json: bool) -> int:
    """List the engines, the preferred ones first."""
    from nonet.engines.roster import all_engines

    rows = [
        {
            "name": engine.name,
            "layouts": engine.layouts,
            "counters": sorted(engine.counters),
            "summary": engine.summary,
        }
        for engine in all_engines()
    ]
    if as_json:
        click.echo(json.dumps(rows))
        return 0
    for row in rows:
        click.echo(f"{row['name']:<11}{row['layouts']:<20}{row['summary']}")
    return 0


@click.command(epilog="Example: nonet demo")
def demo() -> int:
    """Solve three built-in boards: easy 9x9, hard 9x9, and a 6x6 with four solutions."""
    import sys

    from nonet.api import parse
    from nonet.api import solve as solve_puzzle
    from nonet.core.limit import Limit

    limit = Limit(solutions=None)
    for title, line in DEMO:
        result = solve_puzzle(line, limit=limit)
        click.echo(f"{title}\n  nonet solve {line}\n{draw(parse(line), sys.stdout)}")
        for solution in result.solutions:
            shown = type(result)(
                result.puzzle, result.status, (solution,), result.engine, result.stats
            )
            click.echo(draw(shown, sys.stdout))
        took = f"{1000 * (result.stats.seconds or 0):.2f} ms, {result.stats.guesses} guesses"
        click.echo(f"{verdict(result, limit)} ({took})\n")
    return 0


@click.command(epilog='Example: eval "$(nonet completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    """Print the script that completes nonet's commands and options in your shell."""
    from click.shell_completion import get_completion_class

    root = context.find_root()
    completer = get_completion_class(shell)
    assert completer is not None
    click.echo(completer(root.command, {}, "nonet", "_NONET_COMPLETE").source())
    return 0
