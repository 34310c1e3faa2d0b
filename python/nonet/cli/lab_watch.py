"""`nonet lab watch` and `nonet lab gallery`: searches at work, in the terminal or as pages."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from nonet.cli.inputs import Reading
from nonet.cli.lab import DONE, one_puzzle, running_options
from nonet.cli.options import input_argument, reading_options
from nonet.cli.progress import Waiting

if TYPE_CHECKING:
    from nonet.core.limit import Limit
    from nonet.core.puzzle import Puzzle
    from nonet.lab.method import Method
    from nonet.lab.tracing.record import Trace

_MOST = 9
"""Strategies that the keys 1 to 9 can choose from."""


@click.command(epilog="Example: nonet lab watch ...4..1.2.4..3.. -s backtracking -s mrv-mcv")
@input_argument("puzzle", metavar="PUZZLE|FILE|-")
@running_options
@click.option(
    "--events",
    type=click.IntRange(min=1),
    metavar="N",
    help="Most events to keep of each run, which then ends. [1000000]",
)
@reading_options
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE.html",
    help="Write a page to watch in a browser instead.",
)
@click.option(
    "--trace",
    "trace_file",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the events of one strategy instead: .jsonl, .jsonl.gz or .trace (compact).",
)
def watch(
    puzzle: str,
    strategies: tuple[str, ...],
    plugins: tuple[str, ...],
    nodes: int | None,
    seconds: float | None,
    solutions: int | None,
    seed: int | None,
    events: int | None,
    reading: Reading,
    output: str | None,
    trace_file: str | None,
) -> int:
    """Watch strategies search, side by side on the same puzzle.

    The runs are recorded first, then played: forwards and backwards, step by step or fast, from
    dead end to dead end. The key ? shows all keys, q quits.

    Exit code: 0 done, 2 bad input, 130 stopped by Ctrl-C.
    """
    from nonet.core.limit import Limit
    from nonet.lab.table import check_folder
    from nonet.lab.tracing.record import MOST_EVENTS

    _check(strategies, output, trace_file)
    for path in filter(None, (output, trace_file)):
        check_folder(path)
    methods = _methods(strategies, plugins)
    board = one_puzzle(puzzle, reading)
    _check_traceable(methods, board)
    limit = Limit(solutions=solutions or 1, nodes=nodes, seconds=seconds)
    seed, events = seed or 0, events or MOST_EVENTS
    if output:
        from nonet.lab.watching.watch import watch as watch_in_page

        with Waiting(f"recording {', '.join(strategies)}"):
            watch_in_page(methods, board, limit=limit, seed=seed, events=events).write(output)
        return DONE
    traces = _record(methods, board, limit, seed, events)
    if trace_file:
        traces[0].write(trace_file)
        return DONE
    from nonet.cli.watching.stage import play

    play(traces)
    return DONE


@click.command(epilog="Example: nonet lab gallery searches")
@click.argument("folder", type=click.Path(file_okay=False), metavar="FOLDER")
def gallery(folder: str) -> int:
    """Write six prepared comparisons as pages, with an index that says what to look for.

    Exit code: 0 done, 2 the folder cannot be written, 130 stopped by Ctrl-C.
    """
    from nonet.lab.watching.gallery import GALLERY, write_gallery

    with Waiting(f"recording {len(GALLERY)} comparisons"):
        index = write_gallery(folder)[0]
    click.echo(f"Open {index} in a browser.")
    return DONE


def _check(strategies: tuple[str, ...], output: str | None, trace_file: str | None) -> None:
    """Refuse what cannot be done before the work, not after it."""
    if not strategies:
        raise click.UsageError("expected at least one --strategy (see: nonet lab strategies)")
    if len(strategies) > _MOST:
        raise click.UsageError(f"expected at most {_MOST} strategies, found {len(strategies)}")
    if output and trace_file:
        raise click.UsageError("--output and --trace do not go together")
    if trace_file and len(strategies) > 1:
        raise click.UsageError("--trace: expected one --strategy, found several")
    if trace_file:
        from nonet.lab.tracing.files import check_name

        check_name(trace_file)
    instead = "for a page -o FILE.html, for the events --trace FILE"
    if not output and not trace_file:
        for name in ("stdin", "stdout"):
            if not getattr(sys, name).isatty():
                raise click.UsageError(f"expected a terminal, {name} is none; {instead}")
        if os.environ.get("TERM") == "dumb":
            raise click.UsageError(f"expected a terminal that moves its cursor; {instead}")


def _methods(names: tuple[str, ...], plugins: tuple[str, ...]) -> list[Method]:
    from nonet.lab.presets import load_plugin, method_named

    for path in plugins:
        load_plugin(path)
    return [method_named(name) for name in names]


def _check_traceable(methods: list[Method], puzzle: Puzzle) -> None:
    """Refuse what runs out of sight before the others are run."""
    from nonet.lab.method import Method
    from nonet.lab.tracing.record import trace

    for method in methods:
        if type(method).observe is Method.observe:
            trace(method, puzzle)  # It says so itself.


def _record(
    methods: list[Method], puzzle: Puzzle, limit: Limit, seed: int, events: int
) -> list[Trace]:
    """Run all strategies, and get what is played from ready."""
    from nonet.lab.tracing.record import trace

    found = []
    for place, method in enumerate(methods, start=1):
        several = f" ({place} of {len(methods)})" if len(methods) > 1 else ""
        with Waiting(f"recording {method.name}{several}"):
            found.append(trace(method, puzzle, limit=limit, seed=seed, events=events))
            found[-1].counts_after(0)
    return found
