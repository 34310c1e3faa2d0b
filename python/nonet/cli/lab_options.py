"""Shared by the `nonet lab` commands: options, and reading a single puzzle."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from nonet.cli.inputs import Items
from nonet.core.puzzle import Puzzle
from nonet.files.items import Reading

if TYPE_CHECKING:
    from nonet.lab.table import Table

_Command = Callable[..., Any]
DONE = 0
SOME_FAILED = 1


def _complete_strategy(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    from nonet.lab.presets import all_methods

    return [method.name for method in all_methods() if method.name.startswith(incomplete)]


plugin_option = click.option(
    "--plugin",
    "plugins",
    multiple=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Python file with your own strategies.",
)
_RUNNING = (
    click.option(
        "-s",
        "--strategy",
        "strategies",
        multiple=True,
        metavar="NAME",
        shell_complete=_complete_strategy,
        help="Strategy to run (repeatable); see: nonet lab strategies.",
    ),
    plugin_option,
    click.option(
        "--nodes",
        type=click.IntRange(min=1),
        metavar="N",
        help="Maximum nodes per run.",
    ),
    click.option(
        "--seconds", type=click.FloatRange(min=0), metavar="S", help="Maximum seconds per run."
    ),
    click.option(
        "--limit",
        "solutions",
        type=click.IntRange(min=1),
        metavar="N",
        help="Solutions to find; 2 proves uniqueness. [1]",
    ),
    click.option("--seed", type=int, metavar="N", help="Random seed, or the first of several. [0]"),
)
memory_option = click.option(
    "--memory", is_flag=True, help="Also measure peak memory, in separate runs."
)
pace_option = click.option(
    "--pace",
    type=click.Choice(["python", "native"]),
    help="Run the Python code of the lab, or the same search compiled. [native, where it fits]",
)


def running_options(command: _Command) -> _Command:
    """Add the options that say which strategies are run, and for how long."""
    for option in reversed(_RUNNING):
        command = option(command)
    return command


def exit_code_of(table: Table) -> int:
    """Return 1 if a run failed."""
    return SOME_FAILED if any(row["error"] is not None for row in table) else DONE


def one_puzzle(text: str, reading: Reading) -> Puzzle:
    """Read the single puzzle in an argument or file."""
    items = Items((text,), reading)
    if not items.is_one:
        raise click.UsageError("expected one puzzle; for many, use nonet lab compare --corpus FILE")
    (item,) = items
    return reading.parse(item)
