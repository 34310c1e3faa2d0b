"""`nonet lab watch` and `nonet lab gallery`: watch searches in the terminal or as pages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Any

import click

from nonet.cli.lab_options import DONE, one_puzzle, running_options
from nonet.cli.options import input_argument, read_limit, reading_options
from nonet.cli.progress import Waiting
from nonet.cli.stopping import stopped_cleanly
from nonet.cli.watching.stage import play
from nonet.core.errors import ArgumentError
from nonet.files.items import Reading
from nonet.files.safely import is_stdout
from nonet.lab.presets import load_plugin, method_named
from nonet.lab.table import check_folder
from nonet.lab.tracing.files import check_name
from nonet.lab.tracing.record import MOST_EVENTS, Trace
from nonet.lab.watching.gallery import GALLERY, write_gallery
from nonet.lab.watching.watch import Watch
from nonet.lab.watching.watch import watch as watch_strategies

if TYPE_CHECKING:
    from nonet.core.puzzle import Puzzle
    from nonet.lab.method import Method

_MOST = 9
"""The maximum number of searches: the keys 1 to 9 choose one."""


@click.command(epilog="Example: nonet lab watch ...4..1.2.4..3.. -s backtracking -s mrv-mcv")
@input_argument("inputs", nargs=-1, required=True, metavar="PUZZLE|FILE|-|TRACE...")
@running_options
@click.option(
    "--events",
    type=click.IntRange(min=1),
    metavar="N",
    help="Maximum events per run; longer runs are stopped. [a million]",
)
@reading_options
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE.html",
    help="Write a page for a browser instead; - for stdout.",
)
@click.option(
    "--trace",
    "trace_file",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the events of one strategy instead: .jsonl, .jsonl.gz or .trace (compact).",
)
def watch(
    inputs: tuple[str, ...],
    strategies: tuple[str, ...],
    plugins: tuple[str, ...],
    reading: Reading,
    output: str | None,
    trace_file: str | None,
    **running: Any,
) -> int:
    """Watch strategies search side by side on the same puzzle.

    The runs are recorded first, then played: forwards and backwards, step by step or fast, from
    dead end to dead end. Press ? for all keys, q to quit. To play files written by --trace, one or
    more of the same puzzle, name them without a --strategy.

    Exit code: 0 done, 2 bad input, 130 stopped by Ctrl-C.
    """
    are_traces = _are_traces(inputs)
    if are_traces:
        _refuse_running(strategies, plugins, trace_file, **running)
    else:
        _check_strategies(inputs, strategies, trace_file)
    _check_output(len(inputs if are_traces else strategies), output, trace_file)
    for path in filter(None, (output, trace_file)):
        if not is_stdout(path):
            check_folder(path)
    if are_traces:
        found = _read(inputs)
    else:
        methods = _methods(strategies, plugins)
        found = _record(methods, one_puzzle(inputs[0], reading), **running)
    if output or trace_file:
        _write(found, output, trace_file)
    else:
        _play(found.traces)
    return DONE


@click.command(epilog="Example: nonet lab gallery searches")
@click.argument("folder", type=click.Path(file_okay=False), metavar="FOLDER")
def gallery(folder: str) -> int:
    """Write six prepared comparisons as pages, with an index that says what to look for.

    Exit code: 0 done, 2 the folder cannot be written, 130 stopped by Ctrl-C.
    """
    with Waiting("recording") as waiting, stopped_cleanly():
        index = write_gallery(folder, _counted(waiting, "recording", len(GALLERY)))[0]
    click.echo(f"Open {index} in a browser.")
    return DONE


def _are_traces(inputs: tuple[str, ...]) -> bool:
    """Distinguish trace files from a puzzle by their names."""
    found = [_is_trace(name) for name in inputs]
    if any(found) and not all(found):
        raise click.UsageError("expected a puzzle or trace files, found both")
    return all(found)


def _is_trace(name: str) -> bool:
    try:
        check_name(name)
    except ArgumentError:
        return False
    return True


def _refuse_running(
    strategies: tuple[str, ...],
    plugins: tuple[str, ...],
    trace_file: str | None,
    **running: Any,
) -> None:
    """Refuse options for runs if nothing is run."""
    given = {"strategy": strategies, "plugin": plugins, "trace": trace_file, **running}
    given["limit"] = given.pop("solutions")
    wrong = [f"--{name}" for name, value in given.items() if value not in (None, ())]
    if wrong:
        raise click.UsageError(f"trace files cannot be combined with {', '.join(wrong)}")


def _check_strategies(
    inputs: tuple[str, ...], strategies: tuple[str, ...], trace_file: str | None
) -> None:
    """Refuse what cannot be run before the work, not after it."""
    if len(inputs) > 1:
        raise click.UsageError(f"expected one puzzle or trace files, found {len(inputs)} texts")
    if not strategies:
        raise click.UsageError("expected at least one --strategy (see: nonet lab strategies)")
    if trace_file and len(strategies) > 1:
        raise click.UsageError("--trace: expected one --strategy, found several")


def _check_output(searches: int, output: str | None, trace_file: str | None) -> None:
    """Refuse what cannot be shown or written before the work, not after it."""
    if searches > _MOST:
        raise click.UsageError(f"expected at most {_MOST} searches, found {searches}")
    if output and trace_file:
        raise click.UsageError("--output and --trace cannot be combined")
    if trace_file:
        check_name(trace_file)
    instead = "use -o FILE.html for a page, or --trace FILE for the events"
    if not output and not trace_file:
        for name in ("stdin", "stdout"):
            if not getattr(sys, name).isatty():
                raise click.UsageError(f"{name} is not a terminal; {instead}")
        if os.environ.get("TERM") == "dumb":
            raise click.UsageError(f"this terminal cannot move its cursor; {instead}")


def _methods(names: tuple[str, ...], plugins: tuple[str, ...]) -> list[Method]:
    for path in plugins:
        load_plugin(path)
    return [method_named(name) for name in names]


def _record(
    methods: list[Method],
    puzzle: Puzzle,
    *,
    nodes: int | None,
    seconds: float | None,
    solutions: int | None,
    seed: int | None,
    events: int | None,
) -> Watch:
    """Run all strategies."""
    limit = read_limit(solutions or 1, seconds, nodes)
    with Waiting("recording") as waiting:
        return watch_strategies(
            methods,
            puzzle,
            limit=limit,
            seed=seed or 0,
            events=events or MOST_EVENTS,
            progress=_counted(waiting, "recording", len(methods)),
        )


def _read(names: tuple[str, ...]) -> Watch:
    """Read trace files."""
    with Waiting("reading") as waiting:
        tell = _counted(waiting, "reading", len(names))
        traces = []
        for name in names:
            tell(name)
            traces.append(Trace.read(name))
    return Watch.of(traces)


def _play(traces: tuple[Trace, ...]) -> None:
    with Waiting("preparing"):
        for trace in traces:
            trace.counts_after(0)
    play(traces)


def _write(found: Watch, page: str | None, trace_file: str | None) -> None:
    """Write the page or the events, and say which runs were cut short."""
    if page and is_stdout(page):
        click.echo(found.to_html(), nl=False)
    elif page:
        with Waiting(f"writing {page}"), stopped_cleanly():
            found.write(page)
        click.echo(f"Open {page} in a browser.")
    elif trace_file:
        with Waiting(f"writing {trace_file}"), stopped_cleanly():
            found.traces[0].write(trace_file)
    for trace in found.traces:
        if trace.is_cut_short:
            said = f"nonet: {trace.run.method}: stopped after {len(trace):,} events"
            click.echo(said, err=True)


def _counted(waiting: Waiting, doing: str, total: int) -> Callable[[str], None]:
    """Return a function that reports the current item and its number."""
    places = count(1)

    def tell(name: str) -> None:
        several = f" ({next(places)} of {total})" if total > 1 else ""
        waiting.tell(f"{doing} {name}{several}")

    return tell
