"""`nonet bench`: measure the engines on this machine, as a table."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from nonet.cli import BAD_INPUT, DISAGREEMENT
from nonet.cli.inputs import Items
from nonet.cli.options import engines_option, input_argument, reading_options
from nonet.cli.progress import BatchDisplay
from nonet.core.errors import NonetError
from nonet.core.result import Status
from nonet.core.rule_texts import format_rules
from nonet.files.items import Reading
from nonet.lab.corpus import corpus_named
from nonet.speed import DisagreementError, commonest, compare, describe_machine, measure

if TYPE_CHECKING:
    from nonet.core.puzzle import Puzzle
    from nonet.engines.base import Engine
    from nonet.speed import Row

_CORPUS = "9x9"
"""The default puzzles: every class from very easy to very hard."""


@click.command(
    short_help="Measure the engines on this machine.",
    epilog="""\b
    Examples:
      nonet bench
      nonet bench puzzles.txt --puzzles 1000 -e lanes -e reference
    """,
)
@input_argument("file", required=False, metavar="[FILE|-]")
@engines_option
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    metavar="S",
    help="Seconds for each row, and maximum per puzzle. [1]",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    metavar="N",
    help="Threads of the multi-threaded row. [one per core]",
)
@click.option(
    "--puzzles",
    "most",
    type=click.IntRange(min=1),
    metavar="N",
    help="Use only the first N puzzles.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    metavar="N",
    help="Random seed for permuting the puzzles. [1]",
)
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array.")
def bench(
    file: str | None,
    reading: Reading,
    engines: list[Engine],
    seconds: float,
    threads: int | None,
    most: int | None,
    seed: int,
    as_json: bool,
) -> int:
    """Measure the engines on this machine with a list of puzzles, as a table.

    Without FILE, the list is built in: 90 9x9 puzzles from very easy to very hard. If a file has
    several layouts or rules, only the most common ones are measured.

    Every row first solves up to 1000 puzzles, to warm up and for validation: all engines must
    agree, and a checker that shares no code with the engines verifies the solutions. Then it is
    timed for some seconds, in passes over new randomly permuted copies of the puzzles (digits
    relabelled; rows, columns, bands and stacks swapped), so that nothing can be cached. With
    rules, which may not be symmetric, only the order changes. The best pass counts. Each puzzle is
    searched for up to two solutions, so that uniqueness is proved.

    Ctrl-C prints the finished rows.

    Exit code: 0 done, 2 if any input was bad, 4 if engines disagree.
    """
    code = 0
    if file is None and reading.rules:
        raise click.UsageError("--rule needs your own puzzles: name a file or a puzzle")
    if file is None:
        puzzles = _own_list()[:most]
    else:
        puzzles, code = _read(file, reading, most)
    if not puzzles:
        return code
    line = _BenchDisplay()
    measured = measure(
        puzzles,
        engines=engines or None,
        threads=threads,
        seconds=seconds,
        seed=seed,
        progress=line.show,
    )
    rows: list[Row] = []
    with _interruptible():
        try:
            rows.extend(measured)
        except DisagreementError as error:
            line.clear()
            click.echo(f"nonet: {error}", err=True)
            code = DISAGREEMENT
        finally:
            line.clear()
            click.echo(_to_json(rows) if as_json else _table(rows, puzzles), nl=False)
    return code


def _own_list() -> list[Puzzle]:
    entries = corpus_named(_CORPUS).entries
    return [entry.puzzle for entry in entries if entry.status is Status.UNIQUE]


def _read(file: str, reading: Reading, most: int | None) -> tuple[list[Puzzle], int]:
    """Return the puzzles of one layout, and the exit code so far; say what was skipped."""
    items = Items((file,), reading)
    code = 0

    def parsed() -> Iterator[Puzzle]:
        nonlocal code
        for item in items:
            try:
                yield reading.parse(item)
            except NonetError as error:
                if items.is_one:
                    raise
                click.echo(f"nonet: {error}", err=True)
                code = BAD_INPUT

    found = list(islice(parsed(), most))
    items.close()
    chosen = commonest(found)
    if len(chosen) < len(found):
        left = len(found) - len(chosen)
        click.echo(f"nonet: measuring {chosen[0].layout}; skipped {left:,} other puzzles", err=True)
    return chosen, code


@contextmanager
def _interruptible() -> Iterator[None]:
    """Turn Ctrl-C into an exception, unless it is ignored."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class _BenchDisplay:
    """The progress line, restarted for every row."""

    def __init__(self) -> None:
        self._title = ""
        self._line: BatchDisplay | None = None

    def show(self, title: str, puzzles: int, share: float) -> None:
        """Show the progress of a row."""
        if title != self._title or self._line is None:
            self.clear()
            self._title, self._line = title, BatchDisplay(1000, title)
        self._line.advance(puzzles, round(1000 * share))

    def clear(self) -> None:
        """Remove the line."""
        if self._line:
            self._line.clear()


def _to_json(rows: list[Row]) -> str:
    """Write an array of rows; each includes the machine, so that arrays can be joined."""
    base, ratios = compare(rows)
    machine = describe_machine()
    pairs = zip(rows, ratios, strict=True)
    records = [
        row.to_dict() | {"ratio": r, "ratio_to": base, "machine": machine} for row, r in pairs
    ]
    return f"{json.dumps(records)}\n"


def _table(rows: list[Row], puzzles: list[Puzzle]) -> str:
    """Write the rows in aligned columns, below a heading."""
    if not rows:
        return ""
    base, ratios = compare(rows)
    lines = [["engine", "how", "puzzles", "puzzles/s", "guesses", f"x {base}"]]
    lines += [_fields(row, ratio) for row, ratio in zip(rows, ratios, strict=True)]
    if any(row.undecided for row in rows):
        stopped = ["stopped", *(f"{row.undecided:,}" for row in rows)]
        for line, text in zip(lines, stopped, strict=True):
            line.insert(-1, text)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = "".join(f"{_aligned(line, widths)}\n" for line in lines)
    return f"{_heading(puzzles)}\n\n{table}"


def _heading(puzzles: list[Puzzle]) -> str:
    about: dict[str, Any] = describe_machine()
    where = [about["processor"], about["machine"], f"Python {about['python']}"]
    what = f"{len(puzzles):,} puzzle{'s' * (len(puzzles) > 1)} of {puzzles[0].layout}"
    if rules := format_rules(puzzles[0].rules, puzzles[0].layout):
        what += f" with the rules {rules}"
    return f"{what}\n{', '.join(filter(None, where))}, nonet {about['nonet']}"


def _fields(row: Row, ratio: float | None) -> list[str]:
    return [
        row.engine,
        row.how,
        f"{row.puzzles:,}",
        _figure(row.per_second),
        "-" if row.guesses is None else f"{row.guesses:,.1f}",
        "-" if ratio is None else _figure(ratio),
    ]


def _figure(value: float) -> str:
    """Format a number with at least three digits.

    >>> _figure(12345.6), _figure(12.345), _figure(0.0123)
    ('12,346', '12.3', '0.0123')
    """
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _aligned(fields: list[str], widths: list[int]) -> str:
    words = [f"{text:<{width}}" for text, width in zip(fields[:2], widths[:2], strict=True)]
    numbers = [f"{text:>{width}}" for text, width in zip(fields[2:], widths[2:], strict=True)]
    return "  ".join(words + numbers)
