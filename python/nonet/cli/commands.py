"""The smaller commands: engines, demo, completion."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class

from nonet.api import solve as solve_puzzle
from nonet.cli.columns import filled, line_width, two_columns
from nonet.cli.output import draw
from nonet.cli.solve import draw_solutions
from nonet.core.limit import Limit
from nonet.engines.roster import all_engines
from nonet.render.verdicts import format_time, verdict

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
