"""`nonet convert`: convert puzzles to another notation or document, and explain detection."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from nonet.cli import BAD_INPUT
from nonet.cli.advice import WRITING, in_options
from nonet.cli.answers import answer_each, refuse, worst
from nonet.cli.explain_input import explain_item
from nonet.cli.inputs import Items
from nonet.cli.options import format_option, output_option, puzzles_argument, reading_options
from nonet.cli.output import Output
from nonet.cli.shapes import name_shape
from nonet.core.errors import ArgumentError, NonetError
from nonet.core.layout import CLASSIC
from nonet.core.puzzle import NO_NOTES
from nonet.documents.catalog import lost_notes
from nonet.files.items import Item, Reading
from nonet.files.writing import Form, is_zip_name, named_by_path

if TYPE_CHECKING:
    from nonet.core.puzzle import Puzzle


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
    is_zip = output is not None and is_zip_name(output)
    if to == "parquet" and output in (None, "-") and sys.stdout.isatty():
        raise click.UsageError(f"{to} cannot be printed to a terminal; use -o FILE")
    with Output(output, items) as out:
        if explain:
            return worst(answer_each(items, out, lambda item: explain_item(item, items)))
        writer = _Writer(items, out, form)
        if is_zip:
            writer.write_zip(output or "")
        elif form.is_document:
            writer.write_document()
        else:
            writer.write_texts()
        return worst(writer.codes)


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


class _Writer:
    """Reads items and writes them in one format; tracks errors and losses."""

    def __init__(self, items: Items, out: Output, form: Form) -> None:
        self.codes: set[int] = set()
        self._items = items
        self._out = out
        self._form = form
        self._lost: Counter[tuple[str, str]] = Counter()
        """By the name of the format and of the note."""
        self._puzzles = 0

    def write_texts(self) -> None:
        """Write texts one after the other."""
        pairs = self._texts()
        if self._items.is_one:
            for _, text in pairs:
                self._out.write(text.rstrip("\n"))
        else:
            try:
                for text in self._form.listed(pairs):
                    self._out.write(text.removesuffix("\n"))
            except ArgumentError as error:
                raise click.UsageError(f"{error}: -o FILE.zip") from None
        self._end()

    def _read(self, item: Item) -> Puzzle:
        """Read a puzzle; if it is the only one, say how it was read."""
        puzzle = self._items.reading.parse(item)
        if self._items.is_one:
            self._out.complain(f"read as {puzzle.notation}: {puzzle.layout}")
            name_shape(puzzle, self._items, self._out)
        return puzzle

    def write_document(self) -> None:
        """Write a document piece by piece."""
        puzzles = (puzzle for puzzle, _ in self._texts())
        self._write(self._form.document(puzzles, lost=self._on_loss))

    def write_zip(self, path: str) -> None:
        """Write a zip file: one document or list in it, or a file for every puzzle."""
        if self._form.is_document:
            puzzles = (puzzle for puzzle, _ in self._texts())
            self._write(self._form.zipped_document(path, puzzles, lost=self._on_loss))
        else:
            self._write(self._form.zipped_texts(path, self._texts()))

    def _write(self, pieces: Iterable[bytes]) -> None:
        """Write pieces."""
        told = 0
        for piece in pieces:
            self._out.write_bytes(piece, self._puzzles - told)
            told = self._puzzles
        self._end()

    def _texts(self) -> Iterator[tuple[Puzzle, str]]:
        """Yield the puzzles that the format can hold, with their texts if it has any.

        Puzzles that cannot be read or written are reported. Ctrl-C ends the iteration, so that a
        document is finished properly.
        """
        for item in self._out.until_stopped(self._items):
            try:
                puzzle = self._read(item)
                text = self._form.checked(puzzle)
            except NonetError as error:
                if self._items.is_one:
                    raise
                refuse(item, error, self._out)
                self.codes.add(BAD_INPUT)
                continue
            self._puzzles += 1
            if puzzle.notes is not NO_NOTES or puzzle.layout != CLASSIC or puzzle.rules:
                name = self._form.notation_of(puzzle)
                lost = lost_notes(puzzle, name, **self._form.options)
                self._lost.update((name, note) for note in lost)
            yield puzzle, text

    def _on_loss(self, name: str) -> None:
        """Count a note that came too late to get a column."""
        if name == "puzzle":
            self.codes.add(BAD_INPUT)
        self._lost[self._form.name or "", name] += 1

    def _end(self) -> None:
        self._tell_losses()
        self._out.end_if_stopped()

    def _tell_losses(self) -> None:
        for form in dict.fromkeys(form for form, _ in self._lost):
            counted = ", ".join(
                f"{note} ({count} puzzle{'s' * (count > 1)})"
                for (name, note), count in self._lost.items()
                if name == form
            )
            self._out.complain(f"{form} cannot hold {counted}")
