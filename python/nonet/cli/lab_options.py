"""What the commands of `nonet lab` have in common: options, and the one puzzle of an argument."""

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
    help="Python file with strategies of your own.",
)
_RUNNING = (
    click.option(
        "-s",
        "--strategy",
        "strategies",
        multiple=True,
        metavar="NAME",
        shell_complete=_complete_strategy,
        help="Strategy to run, once for each; see: nonet lab strategies.",
    ),
    plugin_option,
    click.option(
        "--nodes",
        type=click.IntRange(min=1),
        metavar="N",
        help="Nodes per run.",
    ),
    click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Time per run."),
    click.option(
        "--limit",
        "solutions",
        type=click.IntRange(min=1),
        metavar="N",
        help="Solutions to look for; 2 to prove that one is the only one. [1]",
    ),
    click.option("--seed", type=int, metavar="N", help="Seed, or the first one. [0]"),
)
memory_option = click.option(
    "--memory", is_flag=True, help="Measure peak memory too, in runs of its own."
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
    """Read the one puzzle that an argument is or names."""
    items = Items((text,), reading)
    if not items.is_one:
        raise click.UsageError("expected one puzzle; for many: nonet lab compare --corpus FILE")
    (item,) = items
    return reading.parse(item)
