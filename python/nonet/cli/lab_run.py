"""`nonet lab run`: run strategies on one puzzle and show their counters."""

from __future__ import annotations

import json

import click

from nonet.cli.lab_options import (
    exit_code_of,
    memory_option,
    one_puzzle,
    pace_option,
    running_options,
)
from nonet.cli.options import input_argument, read_limit, reading_options
from nonet.cli.progress import Runs
from nonet.files.items import Reading
from nonet.lab.experiment import compare as compare_strategies
from nonet.lab.report import Sheet, pace_note, print_sheet
from nonet.lab.summary import format_value, label_of
from nonet.lab.table import MEASURES, UNSUPPORTED, Table

_ROOM = 76
"""Width for the counters of strategies, out of 100 columns."""
_LEAST_ROOM = 12


@click.command(epilog="Example: nonet lab run ...4..1.2.4..3.. -s backtracking -s mrv-mcv")
@input_argument("puzzle", metavar="PUZZLE|FILE|-")
@running_options
@memory_option
@pace_option
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per strategy.")
def run(
    puzzle: str,
    strategies: tuple[str, ...],
    plugins: tuple[str, ...],
    nodes: int | None,
    seconds: float | None,
    solutions: int | None,
    seed: int | None,
    memory: bool,
    pace: str | None,
    reading: Reading,
    as_json: bool,
) -> int:
    """Run strategies on one puzzle and show their counters.

    Exit code: 0 done, 1 a run failed, 2 bad input.
    """
    if not strategies:
        raise click.UsageError("expected at least one --strategy (see: nonet lab strategies)")
    with Runs("runs") as line:
        table = compare_strategies(
            strategies,
            one_puzzle(puzzle, reading),
            limit=read_limit(solutions or 1, seconds, nodes),
            seed=seed or 0,
            processes=0,
            memory=memory,
            plugins=plugins,
            pace=pace,
            on_nodes=line.nodes,
        )
    if as_json:
        for row in table:
            click.echo(json.dumps(row))
    else:
        _print_runs(table)
    return exit_code_of(table)


def _print_runs(table: Table) -> None:
    """Print one column per strategy, one line per counter that any of them has."""
    shown = ("status", "stopped_by", "error", "pace", *MEASURES)
    lines = []
    room = max(_ROOM // len(table) - 3, _LEAST_ROOM)
    for name in shown:
        values = table.column(name)
        if any(value is not None for value in values):
            texts = (
                "-" if v is None else _cut(v, room) if isinstance(v, str) else format_value(name, v)
                for v in values
            )
            lines.append((label_of(name), *texts))
    note = pace_note(table)
    footnotes = (note,) if note and "because" in note else ()
    header = ("", *map(str, table.column("method")))
    print_sheet(Sheet("", "", header, lines, footnotes=footnotes))
    for row in table:
        if row["status"] == UNSUPPORTED:
            click.echo(
                f"nonet: {row['method']} does not support this board and its rules", err=True
            )
        if len(str(row["error"] or "")) > room:
            click.echo(f"nonet: {row['method']}: {row['error']}", err=True)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"
