"""`nonet lab`: run strategies, compare them over many boards, list them."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from nonet.cli.inputs import Items
from nonet.cli.options import input_argument, reading_options
from nonet.files.items import Reading

if TYPE_CHECKING:
    from nonet.core.puzzle import Puzzle
    from nonet.lab.table import Table

_Command = Callable[..., Any]
_LAZY = {
    "watch": "nonet.cli.lab_watch",
    "gallery": "nonet.cli.lab_watch",
    "grade": "nonet.cli.lab_grade",
}
"""Commands that are loaded when asked for, where they are installed."""
_ROOM = 76
"""Columns of a terminal of 100 for what strategies counted, beside the names of the counters."""
_LEAST_ROOM = 12

DONE = 0
SOME_FAILED = 1


class _Lab(click.Group):
    """The commands here and those with a module of their own, loaded when asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the commands in the order of their use."""
        return [*self.commands, *(name for name in _LAZY if find_spec(_LAZY[name]))]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return the command of a name."""
        if name in _LAZY and find_spec(_LAZY[name]):
            command: click.Command = getattr(import_module(_LAZY[name]), name)
            return command
        return super().get_command(context, name)


@click.group(cls=_Lab, epilog="Example: nonet lab strategies")
def lab() -> None:
    """Study search: run strategies, count what they do, compare them."""


def _complete_strategy(context: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
    from nonet.lab.presets import all_methods

    return [method.name for method in all_methods() if method.name.startswith(incomplete)]


_file = click.Path(dir_okay=False)
_plugin_option = click.option(
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
    _plugin_option,
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
_memory_option = click.option(
    "--memory", is_flag=True, help="Measure peak memory too, in runs of its own."
)


def running_options(command: _Command) -> _Command:
    """Add the options that say which strategies are run, and for how long."""
    for option in reversed(_RUNNING):
        command = option(command)
    return command


@lab.command(epilog="Example: nonet lab run ...4..1.2.4..3.. -s backtracking -s mrv-mcv")
@input_argument("puzzle", metavar="PUZZLE|FILE|-")
@running_options
@_memory_option
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object per strategy.")
def run(
    puzzle: str,
    strategies: tuple[str, ...],
    plugins: tuple[str, ...],
    nodes: int | None,
    seconds: float | None,
    solutions: int | None,
    seed: int | None,
    memory: bool,
    reading: Reading,
    as_json: bool,
) -> int:
    """Run strategies on one puzzle and show what each of them counted.

    Exit code: 0 done, 1 a run failed, 2 bad input.
    """
    from nonet.core.limit import Limit
    from nonet.lab.experiment import compare as compare_strategies

    if not strategies:
        raise click.UsageError("expected at least one --strategy (see: nonet lab strategies)")
    table = compare_strategies(
        strategies,
        one_puzzle(puzzle, reading),
        limit=Limit(solutions=solutions or 1, nodes=nodes, seconds=seconds),
        seed=seed or 0,
        processes=0,
        memory=memory,
        plugins=plugins,
    )
    if as_json:
        for row in table:
            click.echo(json.dumps(row))
    else:
        _print_runs(table)
    return _code(table)


def _code(table: Table) -> int:
    return SOME_FAILED if any(row["error"] is not None for row in table) else DONE


def one_puzzle(text: str, reading: Reading) -> Puzzle:
    """Read the one puzzle that an argument is or names."""
    items = Items((text,), reading)
    if not items.is_one:
        raise click.UsageError("expected one puzzle; for many: nonet lab compare --corpus FILE")
    (item,) = items
    return reading.parse(item)


def _print_runs(table: Table) -> None:
    """Print one column per strategy, one line per counter that any of them has."""
    from nonet.lab.report import Sheet, print_sheet
    from nonet.lab.summary import format_value, label_of
    from nonet.lab.table import MEASURES

    shown = ("status", "stopped_by", "error", *MEASURES)
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
    print_sheet(Sheet("", "", ("", *map(str, table.column("method"))), lines))
    for row in table:
        if len(str(row["error"] or "")) > room:
            click.echo(f"nonet: {row['method']}: {row['error']}", err=True)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"


@lab.command(
    epilog="Example: nonet lab compare -s backtracking -s mrv-mcv --corpus 9x9 "
    "--html report.html -o results.csv"
)
@click.argument(
    "experiment",
    required=False,
    type=click.Path(exists=True, dir_okay=False),
    metavar="[FILE.toml]",
)
@running_options
@_memory_option
@click.option(
    "-c",
    "--corpus",
    "corpora",
    multiple=True,
    metavar="NAME|FILE",
    help="Boards: a corpus by its name, or a file with one per line.",
)
@click.option("--seeds", type=click.IntRange(min=1), metavar="N", help="How many seeds. [1]")
@click.option(
    "--processes", type=click.IntRange(min=0), metavar="N", help="Workers. [one for each core]"
)
@click.option("-o", "--output", type=_file, help="Results: .csv, .json, .jsonl or .parquet.")
@click.option(
    "--resume", type=_file, help="Keep finished runs here, and go on from it. [beside the output]"
)
@click.option("--markdown", type=_file, help="Write the summary as Markdown.")
@click.option("--html", type=_file, help="Write a report with plots, one HTML file.")
def compare(
    output: str | None,
    resume: str | None,
    markdown: str | None,
    html: str | None,
    processes: int | None,
    **wanted: Any,
) -> int:
    """Run every strategy on every board with every seed, and sum up.

    Without --nodes and --seconds a run ends after 100,000 nodes. What to do is said by options or
    by an experiment file (TOML: strategies, corpus, seeds, limit, plugins). With -o or --resume
    an experiment that was interrupted goes on where it stopped when the same command is given
    again.

    Exit code: 0 done, 1 some runs failed, 2 bad input, 130 stopped by Ctrl-C.
    """
    _check_writable(output, markdown, html)
    journal = resume or (f"{output}.partial" if output else None)
    # Ctrl-C has to reach the workers first, and to leave word of what is kept.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with _Bar() as bar:
        try:
            # The file beside the output is deleted in the end, so it must hold nothing else.
            how = {"processes": processes, "resume": journal, "exclusive": not resume}
            table = _compare(wanted, progress=bar, **how)
        except KeyboardInterrupt:
            bar.close()
            if journal:
                advice = "give the same command again to go on"
                click.echo(f"nonet: finished runs are in {journal}; {advice}", err=True)
            raise
    table.facts["command"] = shlex.join([os.path.basename(sys.argv[0]), *sys.argv[1:]])
    _write(table, output, markdown, html)
    if journal and not resume:
        os.remove(journal)
    from nonet.lab.report import print_terminal

    print_terminal(table, brief=True)
    return _code(table)


def _compare(wanted: dict[str, Any], **how: Any) -> Table:
    """Start the experiment that a file or the options describe."""
    from nonet.lab.experiment import compare as compare_strategies
    from nonet.lab.study import limit_of, run_experiment

    experiment = wanted.pop("experiment")
    given = [name for name, value in wanted.items() if value not in (None, (), False)]
    if experiment and given:
        raise click.UsageError(f"{experiment} says it all: expected no other option ({given[0]})")
    if experiment:
        return run_experiment(experiment, **how)
    for name, option in (("strategies", "--strategy"), ("corpora", "--corpus")):
        if not wanted[name]:
            raise click.UsageError(f"expected an experiment file, or at least one {option}")
    return compare_strategies(
        wanted["strategies"],
        wanted["corpora"],
        limit=limit_of(wanted["solutions"] or 1, nodes=wanted["nodes"], seconds=wanted["seconds"]),
        seeds=wanted["seeds"] or 1,
        seed=wanted["seed"] or 0,
        memory=wanted["memory"],
        plugins=wanted["plugins"],
        **how,
    )


def _check_writable(output: str | None, *reports: str | None) -> None:
    """Refuse a place that cannot be written before the work, not after it."""
    from nonet.lab.table import check_folder, check_writable

    if output:
        check_writable(output)
    for path in filter(None, reports):
        check_folder(path)


def _write(table: Table, output: str | None, markdown: str | None, html: str | None) -> None:
    from nonet.lab.report import render_html, render_markdown

    if output:
        table.write(output)
    for path, render in ((markdown, render_markdown), (html, render_html)):
        if path:
            with open(path, "w", encoding="utf-8") as stream:
                stream.write(render(table))


class _Bar:
    """Runs done and time left, on stderr, if that is a terminal."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __call__(self, done: int, total: int) -> None:
        """Tell how far it has come."""
        if self._bar is None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            self._open(total)
        if self._bar is not None:
            self._bar.update(self._task, completed=done)

    def _open(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        columns = (MofNCompleteColumn(), "runs", BarColumn(), TimeRemainingColumn(), "left")
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("", total=total)
        self._bar.start()

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


@lab.command(epilog="Example: nonet lab theory 15..4.24..564....3.....463..2..2..31")
@input_argument("puzzle", metavar="PUZZLE|FILE|-")
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def theory(puzzle: str, reading: Reading, as_json: bool) -> int:
    """Show the exact sizes of a puzzle's search trees, before anything is searched.

    The tree has one node per way to reach a board, cells in a fixed order; the space has one per
    board. Breadth first explores at least the fewest and at most the whole tree.
    """
    from nonet.lab.trees import theory as tree_sizes

    sizes = tree_sizes(one_puzzle(puzzle, reading)).to_dict()
    if as_json:
        click.echo(json.dumps(sizes))
        return DONE
    for name, stage in sizes["stages"].items():
        click.echo(f"{name}: {stage['depth']} cells to fill")
        for label, key in (("tree", "tree"), ("space", "space"), ("fewest", "fewest_explored")):
            click.echo(f"  {label:<7}{stage[key]:,}")
    if sizes["contradiction"]:
        click.echo("The givens alone are contradictory.")
    return DONE


@lab.command(epilog="Example: nonet lab strategies --json")
@_plugin_option
@click.option("--parts", is_flag=True, help="List what strategies are made of instead.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def strategies(plugins: tuple[str, ...], parts: bool, as_json: bool) -> int:
    """List the strategies, the local searches, and the engines as strategies."""
    from nonet.lab.presets import all_methods, load_plugin

    if parts:
        _print_parts(as_json)
        return 0
    for path in plugins:
        load_plugin(path)
    rows = [
        {
            "name": method.name,
            "about": _about(method),
            "complete": method.complete,
            "enumerates": method.enumerates,
        }
        for method in all_methods()
    ]
    if as_json:
        click.echo(json.dumps(rows))
        return 0
    width = max(len(str(row["name"])) for row in rows)
    for row in rows:
        note = "" if row["complete"] else " (proves nothing)"
        click.echo(f"{row['name']:<{width}}  {row['about']}{note}")
    return 0


def _print_parts(as_json: bool) -> None:
    from nonet.lab.strategy import all_parts

    found = all_parts()
    if as_json:
        click.echo(json.dumps(found))
        return
    widths = [max(len(row[name]) for row in found) for name in ("part", "name")]
    for row in found:
        click.echo(f"{row['part']:<{widths[0]}}  {row['name']:<{widths[1]}}  {row['about']}")


def _about(method: Any) -> str:
    """Say what a method does; an engine says it in its summary."""
    about = getattr(method, "about", None) or getattr(
        getattr(method, "engine", None), "summary", None
    )
    return about or ""
