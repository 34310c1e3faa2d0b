"""`nonet convert`: convert puzzles to another notation or document, and explain detection."""

from __future__ import annotations

import sys
from typing import Any

import click

from nonet.cli.advice import WRITING, in_options
from nonet.cli.answers import Answer, answer_each, worst
from nonet.cli.explain_input import explain_item
from nonet.cli.inputs import Items
from nonet.cli.options import format_option, output_option, puzzles_argument, reading_options
from nonet.cli.output import Output
from nonet.cli.shapes import tell_reading
from nonet.core.errors import ArgumentError
from nonet.files.items import Item, Reading
from nonet.files.losses import Losses
from nonet.files.writing import Form, is_zip_name, named_by_path


@click.command(
    short_help="Convert puzzles to another format.",
    epilog="""\b
    Examples:
      nonet convert --to grid 1..4..1.2.4..3..
      nonet convert quizzes.csv -o quizzes.sdm
      nonet convert --to jsonl puzzles.zip -o puzzles.jsonl.gz
      nonet convert --explain puzzles.txt
    """,
)
@puzzles_argument
@format_option(
    "--to",
    help="Format to write; see: nonet formats. "
    "[from the output's extension; else line, or numbers above 25x25]",
)
@click.option("--blank", metavar="SIGN", help="Sign of an empty cell. [. or, for numbers, 0]")
@click.option("--symbols", metavar="NAME", help="Alphabet for boards above 9x9, such as A-P.")
@click.option("--no-frame", is_flag=True, help="Leave out the frame of a grid.")
@click.option("--explain", is_flag=True, help="Explain how each input was read; write nothing.")
@reading_options
@output_option
def convert(
    puzzles: tuple[str, ...],
    reading: Reading,
    to: str | None,
    blank: str | None,
    symbols: str | None,
    no_frame: bool,
    explain: bool,
    output: str | None,
) -> int:
    """Convert puzzles to another notation, or to a document with many puzzles.

    For a single puzzle, stderr says how it was read. In a list, bad puzzles are skipped. If the
    target cannot hold some notes or rules, stderr says which.

    Many puzzles are written one per line, including numbers; grid, marks and sized are separated by
    empty lines. Other notations with several lines need -o FILE.zip for many puzzles, with one file
    per puzzle. An output that ends with .gz or .zip is compressed.

    Exit code: 0 done, 2 if any input was bad.
    """
    to = to or _by_suffix(output)
    form = Form(to, _format_options(to or "line", blank, symbols, no_frame))
    items = Items(puzzles, reading)
    if to == "parquet" and output in (None, "-") and sys.stdout.isatty():
        raise click.UsageError(f"{to} cannot be printed to a terminal; use -o FILE")
    with Output(output, items) as out:
        if explain:
            return worst(answer_each(items, out, lambda item: explain_item(item, items)))
        if items.is_one and not form.is_document and not is_zip_name(output or ""):
            _convert_one(items, out, form)
            return 0
        from nonet.cli.convert_many import Conversion

        conversion = Conversion(items, out, form, output)
        conversion.run()
        return worst(conversion.codes)


def _by_suffix(output: str | None) -> str | None:
    """Return the notation or document for an output file name."""
    try:
        return None if output in (None, "-") else named_by_path(output or "")
    except ArgumentError as error:
        raise click.UsageError(str(in_options(error, WRITING))) from None


def _format_options(
    to: str, blank: str | None, symbols: str | None, no_frame: bool
) -> dict[str, Any]:
    """Return the options of a notation's format; refuse those that it does not have."""
    given: dict[str, tuple[str, Any]] = {
        "blank": ("--blank", blank),
        "alphabet": ("--symbols", symbols),
        "frame": ("--no-frame", False if no_frame else None),
    }
    known = Form(to, {}).known_options()
    for name, (option, value) in given.items():
        if value is not None and name not in known:
            raise click.UsageError(f"{option} cannot be used with --to {to}")
    return {name: value for name, (_, value) in given.items() if value is not None}


def _convert_one(items: Items, out: Output, form: Form) -> None:
    """Convert a single puzzle to a text, and say how it was read."""
    losses = Losses()

    def answer(item: Item) -> Answer:
        puzzle = items.reading.parse(item)
        tell_reading(puzzle, items, out)
        text = form.checked(puzzle)
        losses.look_at(puzzle, form.notation_of(puzzle), form.options)
        return Answer(text.rstrip("\n"))

    answer_each(items, out, answer)
    for warning in losses.warnings():
        out.complain(warning)
