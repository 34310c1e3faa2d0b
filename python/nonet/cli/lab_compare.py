"""`nonet lab compare`: every strategy on every board with every seed, summarized."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from typing import Any

import click

from nonet.cli.lab_options import (
    exit_code_of,
    memory_option,
    pace_option,
    running_options,
)
from nonet.cli.options import rule_option
from nonet.cli.progress import Runs
from nonet.cli.texts import write_text
from nonet.files.safely import is_stdout, partial_name
from nonet.lab.experiment import compare as compare_strategies
from nonet.lab.report import print_terminal, render_html, render_markdown
from nonet.lab.study import limit_of, run_experiment
from nonet.lab.table import Table, check_folder, check_writable

_file = click.Path(dir_okay=False)


@click.command(
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
@memory_option
@pace_option
@click.option(
    "-c",
    "--corpus",
    "corpora",
    multiple=True,
    metavar="NAME|FILE",
    help="Boards: the name of a corpus, or a file with one per line.",
)
@rule_option
@click.option("--seeds", type=click.IntRange(min=1), metavar="N", help="Number of seeds. [1]")
@click.option(
    "--processes",
    type=click.IntRange(min=0),
    metavar="N",
    help="Threads, or worker processes. [one per core]",
)
@click.option(
    "-o", "--output", type=_file, help="Write the results: .csv, .json, .jsonl or .parquet."
)
@click.option(
    "--resume",
    type=_file,
    help="Store finished runs here, and resume from it. [next to the output]",
)
@click.option("--markdown", type=_file, help="Write the summary as Markdown; - for stdout.")
@click.option("--html", type=_file, help="Write a report with plots as one HTML file.")
def compare(
    output: str | None,
    resume: str | None,
    markdown: str | None,
    html: str | None,
    processes: int | None,
    **wanted: Any,
) -> int:
    """Run every strategy on every board with every seed, and summarize.

    By default, a run ends after 100,000 nodes. Describe the experiment with options or in a file
    (TOML: strategies, corpus, seeds, limit, plugins). With -o or --resume, run the same command
    again to resume an interrupted experiment.

    Exit code: 0 done, 1 some runs failed, 2 bad input, 130 stopped by Ctrl-C.
    """
    _check_writable(output, markdown, html)
    journal = resume or (partial_name(output) if output else None)
    # Ctrl-C has to reach the workers first, and to leave word of what is kept.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with Runs("runs") as done:
        try:
            # The file beside the output is deleted in the end, so it must hold nothing else.
            how = {"processes": processes, "resume": journal, "exclusive": not resume}
            table = _compare(wanted, progress=done, on_nodes=done.nodes, **how)
            table.facts["command"] = shlex.join([os.path.basename(sys.argv[0]), *sys.argv[1:]])
            done.clear()
            _write(table, output, markdown, html)
        except KeyboardInterrupt:
            done.clear()
            if journal and os.path.exists(journal):
                advice = "run the same command again to resume"
                click.echo(f"nonet: finished runs are in {journal}; {advice}", err=True)
            raise
    if journal and not resume:
        os.remove(journal)

    if not any(path and is_stdout(path) for path in (markdown, html)):
        print_terminal(table, brief=True)
    return exit_code_of(table)


def _compare(wanted: dict[str, Any], **how: Any) -> Table:
    """Start the experiment described by a file or the options."""
    experiment = wanted.pop("experiment")
    given = [name for name, value in wanted.items() if value not in (None, (), False)]
    if experiment and given:
        raise click.UsageError(
            f"{given[0]} cannot be combined with the experiment file {experiment}"
        )
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
        rules=wanted["rules"],
        pace=wanted["pace"],
        **how,
    )


def _check_writable(output: str | None, *reports: str | None) -> None:
    """Refuse an output that cannot be written before the work, not after it."""
    if output:
        check_writable(output)
    for path in filter(None, reports):
        if not is_stdout(path):
            check_folder(path)


def _write(table: Table, output: str | None, markdown: str | None, html: str | None) -> None:
    if output:
        table.write(output)
    for path, render in ((markdown, render_markdown), (html, render_html)):
        if path:
            write_text(path, render(table))
