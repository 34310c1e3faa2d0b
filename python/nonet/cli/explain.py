"""`nonet explain`: a puzzle solved one step at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Literal

import click

from nonet.cli import OTHER_ANSWER, STOPPED
from nonet.cli.answers import Answer, answer_each, worst
from nonet.cli.forms import SUFFIXES, TABLES, Wanted, form_options
from nonet.cli.inputs import Items
from nonet.cli.options import (
    language_option,
    order_option,
    pencil_marks_option,
    puzzles_argument,
    read_limit,
    reading_options,
)
from nonet.cli.output import Output
from nonet.cli.unused_pencil_marks import UnusedPencilMarks
from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.files.items import Item, Reading
from nonet.logic.endings import describe_ending
from nonet.logic.languages import Language
from nonet.logic.orders import Order, as_order
from nonet.logic.paths import Path
from nonet.logic.paths import explain as explain_board
from nonet.logic.words import describe_step, format_step
from nonet.native import thread_count
from nonet.render.text import render_text

_CODES = {
    "solved": 0,
    "not-unique": OTHER_ANSWER,
    "mistakes": OTHER_ANSWER,
    "stuck": STOPPED,
    "stopped": STOPPED,
    "undecided": STOPPED,
}
"""The exit code for each way in which a path ends."""

_ROWS = 2
"""How many puzzles at a time keep a core busy, even if each takes long."""


@click.command(
    short_help="Solve a puzzle one step at a time, with reasons.",
    epilog="""\b
    Examples:
      nonet explain ...4..1.2.4..3..
      nonet explain --words --up-to x-wing PUZZLE
      nonet explain PUZZLE -o path.html
      nonet explain puzzles.txt -o steps.jsonl
      nonet explain puzzles.txt --rows puzzles -o paths.csv
    """,
)
@puzzles_argument
@click.option("--words", is_flag=True, help="Explain every step in sentences.")
@order_option
@click.option(
    "--technique",
    "techniques",
    multiple=True,
    metavar="NAME",
    help="Use only this technique (repeatable).",
)
@click.option("--up-to", metavar="NAME", help="Use no harder technique than this one.")
@click.option(
    "--path",
    "kind",
    type=click.Choice(["greedy", "easiest"]),
    default="greedy",
    show_default=True,
    help="greedy: always take the easiest step; easiest: find the easiest path overall.",
)
@click.option(
    "--seconds", type=click.FloatRange(min=0), metavar="S", help="Maximum time per puzzle."
)
@click.option(
    "--nodes", type=click.IntRange(min=1), metavar="N", help="Maximum number of steps per puzzle."
)
@language_option
@click.option(
    "--rows",
    type=click.Choice(["steps", "puzzles"]),
    default="steps",
    show_default=True,
    help="Write one table row per step or per puzzle (.csv, .jsonl, .parquet).",
)
@pencil_marks_option
@reading_options
@form_options()
def explain(
    puzzles: tuple[str, ...],
    words: bool,
    order_name: str,
    techniques: tuple[str, ...],
    up_to: str | None,
    kind: Literal["greedy", "easiest"],
    rows: str,
    seconds: float | None,
    nodes: int | None,
    language: Language,
    reading: Reading,
    wanted: Wanted,
) -> int:
    """Solve a puzzle one step at a time, and name the technique and conclusion of each step.

    A puzzle given as an argument prints its whole path; -o path.html writes a page to step through
    in a browser. Files and stdin print one line per puzzle, or whole paths with --json. Tables (-o)
    have one row per step or, with --rows puzzles, one per puzzle. "nonet techniques" lists the
    techniques and the orders.

    Exit code: 0 done, 1 not unique or wrong digits, 2 bad input, 3 not finished: a limit was
    reached, or no technique applies.
    """
    order = _order(order_name, techniques, up_to)
    limit = read_limit(2, seconds, nodes)
    # A board keeps its placed digits and pencil marks apart from the givens.
    with_marks = reading.pencil_marks
    unused = UnusedPencilMarks(reading, placed=True)
    reading = reading._replace(pencil_marks=False)
    items = Items(puzzles, reading)
    form = wanted.form_of(items)
    if form == "svg":
        known = ", ".join(name for name in SUFFIXES if name != "svg")
        raise click.UsageError(f"a path cannot be written as svg; use one of: {known}")

    def answer(item: Item) -> Answer:
        board = Board.of(unused.see(reading.parse(item)), pencil_marks=with_marks)
        path = explain_board(board, order=order, path=kind, limit=limit)
        if form == "html":
            return Answer(path.to_html(language), _CODES[path.outcome])
        return Answer("\n".join(tell_path(path, words=words, said=language)), _CODES[path.outcome])

    with Output(wanted.path, items) as out:
        if form in ("grid", "html") or (form == "lines" and (words or items.is_one)):
            codes = answer_each(items, out, answer)
        else:
            from nonet.cli.many import Explain, ExplainSteps, Run, Shared

            run = Run(items, out, wanted, form, least_rows=_ROWS * thread_count(None))
            paths = Explain(
                order,
                limit,
                kind=kind,
                pencil_marks=with_marks,
                alone=items.is_one,
                in_tables=form in TABLES,
            )
            has_steps = form in TABLES and rows == "steps"
            with closing(Shared(ExplainSteps(paths, language) if has_steps else paths)) as verb:
                run.write(run.read(items, unused.see), verb)
            codes = run.codes | {_CODES[outcome] for outcome in verb.outcomes}
        unused.tell(out)
    return max(codes, default=0) if items.is_one else worst(codes)


def _order(name: str, techniques: tuple[str, ...], up_to: str | None) -> Order:
    order = as_order(name)
    cut = order if up_to is None else order.up_to(up_to)
    if not techniques:
        return cut
    wanted = order.only(techniques)
    for technique in wanted.techniques:
        if technique not in cut.techniques:
            raise ArgumentError(f"--technique {technique} comes after --up-to {up_to} in the order")
    return wanted


def tell_path(path: Path, *, words: bool, said: Language) -> Iterator[str]:
    """Tell a path line by line, and how it ends."""
    width = len(str(len(path.steps)))
    tell = describe_step if words else format_step
    for number, (board, step) in enumerate(zip(path.boards, path.steps, strict=False), start=1):
        yield f"{number:{width}}. {tell(board, step, language=said)}"
    first, *evidence = describe_ending(path, said)
    yield first
    yield from (f"  {line}" if path.mistakes else line for line in evidence)
    if path.outcome in ("stuck", "stopped"):
        yield render_text(path.end).rstrip("\n")
