"""`nonet convert`: puzzles in another notation or document, and what texts were taken for."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nonet.cli import BAD_INPUT
from nonet.cli.answers import Answer, answer_each, refuse, worst
from nonet.cli.explaining import explain_item
from nonet.cli.inputs import Items
from nonet.cli.options import format_option, output_option, puzzles_argument, reading_options
from nonet.cli.output import Output
from nonet.cli.shapes import name_shape
from nonet.files.items import Item, Reading

if TYPE_CHECKING:
    from nonet.core.puzzle import Puzzle

_T = TypeVar("_T")


@click.command(
    short_help="Rewrite puzzles in another notation.",
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
    help="Notation or document to write; see: nonet formats. "
    "[by the name of the output; line, and numbers above 25x25]",
)
@click.option("--blank", metavar="SIGN", help="Sign of an empty cell. [. or, for numbers, 0]")
@click.option("--symbols", metavar="NAME", help="Alphabet to write above 9x9, such as A-P.")
@click.option("--no-frame", is_flag=True, help="Leave out the frame of a grid.")
@click.option(
    "--explain", is_flag=True, help="Say what each text was taken for, and why; write nothing."
)
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
    """Rewrite puzzles in another notation, or as a document of many.

    For one puzzle, stderr tells what it was read as. Of many, a bad one is left out. Notes that
    the target cannot hold are named on stderr. An output that ends with .gz or .zip is packed; in
    a zip file, puzzles of several lines have a file each.

    Exit code: 0 done, 2 if any input was bad.
    """
    to = to or _by_suffix(output)
    options = _format_options(to or "line", blank, symbols, no_frame)
    items = Items(puzzles, reading)
    is_zip = output is not None and output.lower().endswith(".zip")
    if (is_zip or to == "parquet") and output in (None, "-") and sys.stdout.isatty():
        raise click.UsageError(f"{to} is not for a terminal; name a file: -o FILE")
    with Output(output, items) as out:
        if explain:
            return worst(answer_each(items, out, lambda item: explain_item(item, items)))
        writer = _Writer(items, out, to, options)
        if is_zip:
            writer.write_zip(os.path.basename(output or ""))
        elif writer.is_document:
            writer.write(writer.document())
        else:
            return worst(writer.write_texts())
        return worst(writer.codes)


def _by_suffix(output: str | None) -> str | None:
    """Name the notation or document that an output should be by its name."""
    from nonet.formats.documents import formats_of_path

    found = formats_of_path(output) if output not in (None, "-") else []
    if len(found) > 1:
        listed = " or ".join(f"--to {name}" for name in found)
        raise click.UsageError(f"several formats have such names; say which: {listed}")
    return found[0] if found else None


def _format_options(
    to: str, blank: str | None, symbols: str | None, no_frame: bool
) -> dict[str, Any]:
    """Return the options of a notation's format; refuse those that it does not have."""
    import inspect

    from nonet.formats.catalog import DOCUMENTS, format_named

    given: dict[str, tuple[str, Any]] = {
        "blank": ("--blank", blank),
        "alphabet": ("--symbols", symbols),
        "frame": ("--no-frame", False if no_frame else None),
    }
    module = format_named(to)
    known = inspect.signature(module.write if to in DOCUMENTS else module.format).parameters
    for name, (option, value) in given.items():
        if value is not None and name not in known:
            raise click.UsageError(f"{option} does not go with --to {to}")
    return {name: value for name, (_, value) in given.items() if value is not None}


class _Writer:
    """Reads the items and writes them in one format; knows what went wrong and what got lost."""

    def __init__(self, items: Items, out: Output, to: str | None, options: dict[str, Any]) -> None:
        from nonet.formats.catalog import DOCUMENTS

        self.codes: set[int] = set()
        self.is_document = to in DOCUMENTS
        self._items = items
        self._out = out
        self._to = to
        self._options = options
        self._lost: Counter[str] = Counter()
        self._puzzles = 0

    # Notations: text by text

    def write_texts(self) -> set[int]:
        """Write texts one after the other; of several lines only one, or grids."""
        codes = answer_each(self._items, self._out, self._answer, malformed=None)
        self._tell_losses()
        return codes

    def _answer(self, item: Item) -> Answer:
        puzzle = self._read(item)
        text = self._format(puzzle)
        if self._items.is_one:
            return Answer(text.rstrip("\n"), {})
        notation = self._notation(puzzle)
        if "\n" in text.rstrip("\n") and notation not in ("grid", "numbers"):
            raise click.UsageError(
                f"{notation} has several lines for each puzzle; a zip file can hold many: "
                f"-o FILE.zip"
            )
        return Answer(self._in_a_list(puzzle, text), {})

    def _in_a_list(self, puzzle: Puzzle, text: str) -> str:
        """Return a text as it stands among others.

        Numbers may stand in one line, and have to if the list is to be read again.
        """
        if self._notation(puzzle) == "numbers":
            return " ".join(text.split())
        return text if self._notation(puzzle) == "grid" else text.rstrip("\n")

    def _notation(self, puzzle: Puzzle) -> str:
        from nonet.formats.detect import usual_notation

        return self._to or usual_notation(puzzle, **self._options)

    def _format(self, puzzle: Puzzle) -> str:
        from nonet.formats.detect import format_text

        text = format_text(puzzle, self._notation(puzzle), **self._options)
        self._count_losses(puzzle)
        return text

    def _read(self, item: Item) -> Puzzle:
        """Read a puzzle; of one alone, say what it was."""
        puzzle = self._items.reading.parse(item)
        if self._items.is_one:
            self._out.complain(f"read as {puzzle.notation}: {puzzle.layout}")
            name_shape(puzzle, self._items, self._out)
        return puzzle

    # Documents and zip files: bytes

    def write(self, pieces: Iterable[bytes]) -> None:
        """Write pieces as they come, then tell what got lost."""
        told = 0
        for piece in pieces:
            self._out.write_bytes(piece, self._puzzles - told)
            told = self._puzzles
        self._tell_losses()

    def document(self) -> Iterator[bytes]:
        """Give the document piece by piece."""
        from nonet.formats.catalog import DOCUMENTS

        module = DOCUMENTS[self._to or ""]

        def is_good(item: Item, puzzle: Puzzle) -> bool:
            if module.BOARDS == "any":
                return True
            pieces = partial(module.write, [puzzle], **self._options)
            return self._try(item, lambda: list(pieces())) is not None

        puzzles = (puzzle for item, puzzle in self._each() if is_good(item, puzzle))
        pieces: Iterator[bytes] = module.write(
            map(self._counted, puzzles), lost=self._on_loss, **self._options
        )
        return pieces

    def write_zip(self, name: str) -> None:
        """Write a zip file: one document or list in it, or a file for every puzzle."""
        from nonet.formats.archives import write_zip
        from nonet.formats.catalog import format_named

        stem = name[: -len(".zip")] or "puzzles"
        suffix = next(iter(format_named(self._to or "line").SUFFIXES), ".txt")
        inner = stem if stem.lower().endswith(suffix) else f"{stem}{suffix}"
        if self.is_document:
            self.write(write_zip([(inner, self.document())]))
            return
        texts = self._texts()
        first = next(texts, None)
        rest = chain([] if first is None else [first], texts)
        if first is None or "\n" not in first[1].rstrip("\n") or self._to in (None, "numbers"):
            lines = (f"{self._in_a_list(*pair)}\n".encode() for pair in rest)
            self.write(write_zip([(inner, lines)]))
            return
        numbered = enumerate(rest, start=1)
        self.write(
            write_zip((f"{number:05}{suffix}", [text.encode()]) for number, (_, text) in numbered)
        )

    def _texts(self) -> Iterator[tuple[Puzzle, str]]:
        for item, puzzle in self._each():
            text = self._try(item, partial(self._format, puzzle))
            if text is not None:
                self._puzzles += 1
                yield puzzle, text

    def _each(self) -> Iterator[tuple[Item, Puzzle]]:
        """Give the puzzles that can be read; complain about the others."""
        for item in self._items:
            puzzle = self._try(item, partial(self._read, item))
            if puzzle is not None:
                yield item, puzzle

    def _try(self, item: Item, action: Callable[[], _T]) -> _T | None:
        """Do something with an item; if that fails say why, and go on unless it is the only one."""
        from nonet.core.errors import NonetError

        try:
            return action()
        except NonetError as error:
            if self._items.is_one:
                raise
            refuse(item, error, self._out)
            self.codes.add(BAD_INPUT)
            return None

    # What got lost

    def _counted(self, puzzle: Puzzle) -> Puzzle:
        self._puzzles += 1
        self._count_losses(puzzle)
        return puzzle

    def _count_losses(self, puzzle: Puzzle) -> None:
        from nonet.core.layout import CLASSIC
        from nonet.core.puzzle import NO_NOTES
        from nonet.formats.catalog import lost_notes

        if puzzle.notes is not NO_NOTES or puzzle.layout != CLASSIC:
            self._lost.update(lost_notes(puzzle, self._notation(puzzle)))

    def _on_loss(self, name: str) -> None:
        """Count a note that came too late to get a column; without a board there is no row."""
        if name == "puzzle":
            self.codes.add(BAD_INPUT)
        self._lost[name] += 1

    def _tell_losses(self) -> None:
        if self._lost:
            counted = ", ".join(
                f"{name} ({count} puzzle{'s' * (count > 1)})" for name, count in self._lost.items()
            )
            self._out.complain(f"{self._to or 'line'} cannot hold {counted}")
