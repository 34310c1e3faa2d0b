"""`nonet convert` for many puzzles, or to a document: the pipeline with the sink for puzzles.

`convert` imports this module, and with it numpy, only when it needs it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from nonet.batch.pipeline import Pace, in_order, read_parts
from nonet.batch.puzzle_sink import PuzzleSink
from nonet.batch.reading import Reader
from nonet.cli import BAD_INPUT
from nonet.cli.answers import refuse
from nonet.cli.inputs import Items
from nonet.cli.output import Output
from nonet.cli.shapes import tell_reading
from nonet.core.errors import ArgumentError, NonetError
from nonet.files.items import Item
from nonet.files.writing import Form

if TYPE_CHECKING:
    from nonet.batch.chunks import Part
    from nonet.core.puzzle import Puzzle


class Conversion:
    """One run of the pipeline, from items to a notation or document."""

    def __init__(self, items: Items, out: Output, form: Form, path: str | None) -> None:
        self.codes: set[int] = set()
        self._items = items
        self._out = out
        self._sink = PuzzleSink(form, path, self._on_error)

    def run(self) -> None:
        """Convert everything. Ctrl-C ends the input, so that a document is finished properly."""
        pace = Pace()
        reader = Reader(self._items.reading, self._on_error, self._see, notes=True)
        parts = in_order(read_parts(self._items, reader, pace), pace)
        self._write(self._out.until_stopped(parts))
        if self._sink.has_lost_puzzles:
            self.codes.add(BAD_INPUT)
        for warning in self._sink.losses.warnings():
            self._out.complain(warning)
        self._out.end_if_stopped()

    def _write(self, parts: Iterable[Part]) -> None:
        told = 0
        try:
            for piece in self._sink.write(parts):
                self._out.write_bytes(piece, self._sink.puzzles - told)
                told = self._sink.puzzles
        except ArgumentError as error:
            raise click.UsageError(f"{error}: -o FILE.zip") from None

    def _see(self, puzzle: Puzzle) -> None:
        """Say how a single puzzle was read."""
        if self._items.is_one:
            tell_reading(puzzle, self._items, self._out)

    def _on_error(self, item: Item, error: NonetError) -> None:
        """Report a puzzle that cannot be read or written; if it is the only one, that is all."""
        if self._items.is_one:
            raise error
        refuse(item, error, self._out)
        self.codes.add(BAD_INPUT)
