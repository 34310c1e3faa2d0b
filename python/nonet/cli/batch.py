"""`nonet batch`: files of any size into a folder of shards, resumed after a crash."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any, TextIO

import click

from nonet.cli import BAD_INPUT, OTHER_ANSWER, STOPPED
from nonet.cli.options import input_argument, read_limit, reading_options
from nonet.cli.progress import ShardDisplay
from nonet.cli.stopping import stopped_cleanly
from nonet.core.errors import counted
from nonet.files.items import Reading
from nonet.logic.scales import DEFAULT_SCALES, SCALES
from nonet.scale.batches import (
    BatchProgress,
    BatchReport,
    BatchRequest,
    batch_status,
    start_batch,
    verify_batch,
)
from nonet.scale.storage import shown
from nonet.scale.verbs import VERBS

_PAUSE = 1.0
"""Seconds between two lines of a log."""
_SUMMARIES = {
    "solve": "Solve every puzzle.",
    "count": "Count the solutions of every puzzle.",
    "check": "Check every solution.",
    "rate": "Rate how hard every puzzle is.",
    "explain": "Solve every puzzle with the techniques of a person.",
    "canonical": "Find the canonical form of every puzzle.",
    "convert": "Write every puzzle in the usual notation.",
}
_OPTIONS: dict[str, click.Option] = {
    "engine": click.Option(["--engine"], metavar="NAME", help="Engine to use."),
    "scales": click.Option(
        ["--scale", "scales"],
        metavar="NAMES",
        default=",".join(DEFAULT_SCALES),
        show_default=True,
        help=f"Scales, separated by commas: {', '.join(SCALES)}.",
    ),
    "order": click.Option(
        ["--order"], metavar="NAME", default="nonet", show_default=True, help="Order of techniques."
    ),
}
_SECONDS = click.Option(
    ["--seconds"], type=click.FloatRange(min=0), metavar="S", help="Maximum time per puzzle."
)
_NODES = click.Option(
    ["--nodes"], type=click.IntRange(min=1), metavar="N", help="Maximum nodes per puzzle."
)
_STEPS = click.Option(
    ["--nodes"], type=click.IntRange(min=1), metavar="N", help="Maximum number of steps per path."
)


@click.group(
    epilog="""\b
    Examples:
      nonet batch solve puzzles.csv -o solved
      nonet batch rate puzzles.parquet -o rated --scale er --cluster dask
      nonet batch status rated
    """
)
def batch() -> None:
    """Answer files of any size into a folder of shards.

    The work is cut into chunks. After Ctrl-C, a crash or a full disk, run the same command again to
    resume.
    """


class _Log:
    """Progress on the terminal, and as JSON lines in a file."""

    def __init__(self, log: TextIO | None) -> None:
        self._log = log
        self._display = ShardDisplay()
        self._next = 0.0
        self._last: BatchProgress | None = None
        """Figures that are not in the log yet."""
        self._has_address = False

    def __call__(self, progress: BatchProgress) -> None:
        if progress.dashboard and not self._has_address:
            self._display.clear()
            click.echo(f"nonet: the cluster's dashboard: {progress.dashboard}", err=True)
            self._has_address = True
        self._display.show(progress.rows, progress.total, progress.rate, progress.statuses)
        self._last = progress
        if time.monotonic() >= self._next:
            self._write()

    def _write(self) -> None:
        self._next = time.monotonic() + _PAUSE
        progress, self._last = self._last, None
        if self._log is not None and progress is not None:
            self._log.write(json.dumps(progress.to_dict()) + "\n")
            self._log.flush()

    def close(self) -> None:
        """Clear the display; the last figures belong in the log."""
        self._display.clear()
        self._write()


def _verb_command(verb: str) -> click.Command:
    @input_argument("inputs", nargs=-1, required=True, metavar="FILE|FOLDER|URL...")
    @click.option(
        "-o",
        "--output",
        "folder",
        required=True,
        metavar="FOLDER",
        help="Folder or URL for the shards; created if missing.",
    )
    @click.option(
        "--cluster",
        metavar="NAME",
        default="local",
        show_default=True,
        help="Where to run: local, dask, ray, dask=ADDRESS or ray=ADDRESS.",
    )
    @click.option(
        "--chunk-rows",
        type=click.IntRange(min=1),
        metavar="N",
        help=f"Rows of a chunk. [{VERBS[verb].chunk_rows:,}]",
    )
    @click.option(
        "--format",
        "form",
        type=click.Choice(["parquet", "jsonl"]),
        default="parquet",
        show_default=True,
        help="Format of the shards.",
    )
    @click.option("--no-resume", is_flag=True, help="Refuse a folder that holds this batch.")
    @click.option(
        "--log",
        type=click.File("w", lazy=False),
        metavar="FILE",
        help="Write the progress as JSON lines, too.",
    )
    @click.option("--json", "as_json", is_flag=True, help="Print the report as a JSON object.")
    @reading_options
    def command(
        inputs: tuple[str, ...],
        folder: str,
        cluster: str,
        chunk_rows: int | None,
        form: str,
        no_resume: bool,
        log: TextIO | None,
        as_json: bool,
        reading: Reading,
        seconds: float | None = None,
        nodes: int | None = None,
        **options: Any,
    ) -> int:
        limit = None
        if seconds is not None or nodes is not None:
            limit = read_limit(None if verb == "count" else 2, seconds, nodes)
        given = {name: value for name, value in options.items() if value is not None}
        request = BatchRequest(verb, given, limit, reading, form, chunk_rows)
        progress = _Log(log)
        try:
            # Ray says on stdout that it lost a worker.
            with stopped_cleanly(), redirect_stdout(sys.stderr):
                report = start_batch(
                    request, inputs, folder, cluster, resume=not no_resume, progress=progress
                )
        except (KeyboardInterrupt, SystemExit):
            progress.close()
            said = f"{_done(folder)} in {shown(folder)}; run the same command again to resume"
            click.echo(f"nonet: {said}", err=True)
            raise
        finally:
            progress.close()
        _show(report, as_json)
        if report.rejected:
            return BAD_INPUT
        return STOPPED if report.stopped else 0

    command.__doc__ = f"""{_SUMMARIES[verb]}

    Inputs are files or folders of text, CSV, JSON Lines or Parquet, by path or URL. The folder gets
    a shard for each chunk, a table of rejected rows, and a manifest. If everything is done already,
    nothing happens.

    Exit code: 0 done, 2 if rows were rejected, otherwise 3 if a limit stopped some.
    """
    found = click.command(
        name=verb,
        short_help=_SUMMARIES[verb],
        epilog=f"Example: nonet batch {verb} puzzles.parquet -o answers",
    )(command)
    found.params += [_OPTIONS[name] for name in VERBS[verb].options]
    if VERBS[verb].has_limit:
        found.params += [_SECONDS, _STEPS if verb in ("rate", "explain") else _NODES]
    return found


for _name in VERBS:
    batch.add_command(_verb_command(_name))


def _folder_command(
    name: str, short_help: str, look: Callable[[str], BatchReport], doc: str
) -> click.Command:
    @click.argument("folder")
    @click.option("--json", "as_json", is_flag=True, help="Print the report as a JSON object.")
    def command(folder: str, as_json: bool) -> int:
        report = look(folder)
        _show(report, as_json)
        return 0 if report.is_complete else OTHER_ANSWER

    command.__doc__ = doc
    example = f"Example: nonet batch {name} answers"
    return click.command(name=name, short_help=short_help, epilog=example)(command)


batch.add_command(
    _folder_command(
        "status",
        "Show how far a batch is.",
        batch_status,
        """Show how far the batch in a folder is.

    Exit code: 0 complete, 1 not yet.
    """,
    )
)
batch.add_command(
    _folder_command(
        "verify",
        "Check the shards of a batch.",
        verify_batch,
        """Read every shard of a batch again and compare its checksum.

    Shards that are missing, and shards of others, are named as well.

    Exit code: 0 complete and intact, 1 otherwise.
    """,
    )
)


def _done(folder: str) -> str:
    try:
        report = batch_status(folder)
    except Exception:  # Stopped before there was anything to say.
        return "nothing is done yet"
    return f"{report.done:,} of {counted(report.chunks, 'chunks')} done"


def _show(report: BatchReport, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(report.to_dict()))
        return
    state = f"{report.done:,} of {counted(report.chunks, 'chunks')} done"
    if report.resumed:
        state += f", {report.resumed:,} of them before"
    click.echo(f"{report.folder}: {state}")
    click.echo(f"rows      {report.rows:,}")
    for status, count in report.statuses.items():
        click.echo(f"  {status:<12}{count:,} ({count / max(report.rows, 1):.1%})")
    if report.stopped:
        click.echo(f"stopped   {report.stopped:,}: by a limit")
    if report.rejected:
        click.echo(f"rejected  {report.rejected:,}: see the folder _rejected")
    for file, row in report.aside:
        place = file if row is None else f"{file}, row {row}"
        click.echo(f"set aside {place}: it ended its worker")
    for name in report.damaged:
        click.echo(
            f"damaged   {name}: missing or changed; remove what is there and run the batch again"
        )
    for name in report.foreign:
        click.echo(f"foreign   {name}: not of this batch; remove it")
