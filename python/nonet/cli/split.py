"""`nonet split`: a training set and a test set that share no solution."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import IO

import click

from nonet.batch.columns import Table
from nonet.batch.parquet_sink import write_parquet
from nonet.batch.sinks import write_csv, write_jsonl, write_lines
from nonet.batch.splitting import PARTS, Branch, Split, parted
from nonet.cli.answers import worst
from nonet.cli.forms import SUFFIXES, TABLES, Wanted
from nonet.cli.inputs import Items
from nonet.cli.many import Run
from nonet.cli.options import puzzles_argument, reading_options
from nonet.cli.output import Output
from nonet.core.errors import counted
from nonet.documents.detect import bare_name
from nonet.files.items import Reading
from nonet.files.safely import Draft

_FORMS = ("lines", *TABLES)
_Lost = Callable[[str, int], object]


@click.command(
    short_help="Split a data set without leaks.",
    epilog="""\b
    Examples:
      nonet split puzzles.txt --test 0.1 --seed 1 -o parts
      nonet split puzzles.csv --test 0.2 -o parts --format parquet
    """,
)
@puzzles_argument
@click.option(
    "--test",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.1,
    show_default=True,
    metavar="SHARE",
    help="Share of the solutions that go to the test set.",
)
@click.option(
    "--seed",
    type=click.IntRange(-(2**63), 2**63 - 1),
    default=1,
    show_default=True,
    help="Random seed; a different one gives a different split.",
)
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    metavar="FOLDER",
    type=click.Path(file_okay=False),
    help="Folder for the files train and test; created if missing.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    help="Output format. [that of the input file, or lines]",
)
@reading_options
def split(
    puzzles: tuple[str, ...],
    test: float,
    seed: int,
    folder: str,
    form: str | None,
    reading: Reading,
) -> int:
    """Split puzzles into a training set and a test set that share no solution.

    Puzzles whose solutions are copies of each other go to the same set, so no solution of the test
    set is in the training set, not even relabelled or rotated. A puzzle without a unique solution
    stays with its own copies. The split depends only on the puzzles and the seed, not on the order
    of the input.

    Exit code: 0 done, 2 if any input was bad; bad rows are left out.
    """
    form = form or _form_of(puzzles)
    items = Items(puzzles, reading)
    with Output(None, items) as out, ExitStack() as stack:
        os.makedirs(folder, exist_ok=True)
        run = Run(items, out, Wanted(None, form), form)
        files = [stack.enter_context(_File(folder, name, form)) for name in PARTS]
        verb = Split(test, seed)
        tables = run.tables(run.read(items), verb, "lines" if form == "lines" else "table")
        _write(out.until_stopped(tables), [file.branch(verb, form, run.on_loss) for file in files])
        run.tell_lost()
        out.end_if_stopped()
        for file in files:
            file.keep()
            out.complain(f"{counted(file.rows, 'puzzles')} in {file.path}")
    return worst(run.codes)


def _write(tables: Iterable[Table], branches: list[Branch]) -> None:
    for table in tables:
        for branch, part in zip(branches, parted(table), strict=False):
            branch.put(part)
    for branch in branches:
        branch.close()


class _File:
    """The file of one part, which replaces an older one when it is complete."""

    def __init__(self, folder: str, name: str, form: str) -> None:
        self.path = os.path.join(folder, f"{name}{SUFFIXES[form][0]}")
        self._branch: Branch | None = None

    def __enter__(self) -> _File:
        self._draft = Draft(self.path)
        try:
            self._stream: IO[bytes] = open(self._draft.place, "wb")
        except BaseException:
            self._draft.drop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()
        self._draft.drop()

    def branch(self, verb: Split, form: str, lost: _Lost) -> Branch:
        """Return what writes tables to the file."""
        self._branch = Branch(lambda tables: _pieces(tables, verb, form, lost), self._stream.write)
        return self._branch

    @property
    def rows(self) -> int:
        """How many rows were written."""
        return self._branch.rows if self._branch else 0

    def keep(self) -> None:
        """Put the file where it belongs."""
        self._stream.close()
        self._draft.keep()


def _pieces(tables: Iterable[Table], verb: Split, form: str, lost: _Lost) -> Iterator[bytes]:
    if form == "csv":
        return write_csv(tables, verb.columns, lost)
    if form == "jsonl":
        return write_jsonl(tables, verb.columns)
    if form == "parquet":
        return write_parquet(tables, verb.columns, lost)
    return write_lines(tables)


def _form_of(puzzles: tuple[str, ...]) -> str:
    """Return the form of the first input file, as far as its name tells."""
    suffix = os.path.splitext(bare_name(puzzles[0]))[1].lower() if puzzles else ""
    return next((form for form in TABLES if suffix in SUFFIXES[form]), "lines")
