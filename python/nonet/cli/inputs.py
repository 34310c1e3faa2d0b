"""From arguments to puzzles: texts, files and stdin, one puzzle or a stream of them."""

from __future__ import annotations

import errno
import io
import os
import re
import shlex
import sys
from collections import deque
from collections.abc import Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any, cast

import click

from nonet.files.items import Item, Reading
from nonet.files.source import Source, Taken, open_source

if TYPE_CHECKING:
    from nonet.documents.detect import Recognized

_LIKE_A_FILE = re.compile(
    r"(?!https?://)(?:.*[/\\].*|.*\.[A-Za-z]{2,4}|[A-Za-z][\w-]{,63})", re.DOTALL
)

_FEWEST_ROWS = 4
"""Rows of the smallest board that anyone types."""


class Items:
    """The puzzles in the arguments: texts, files, or stdin (`-`, or no arguments)."""

    def __init__(self, arguments: tuple[str, ...], reading: Reading) -> None:
        if not arguments and sys.stdin.isatty():
            raise click.UsageError("expected a puzzle, a file, or - for stdin (try: nonet demo)")
        arguments = arguments or ("-",)
        if arguments.count("-") > 1:
            raise click.UsageError("stdin (-) can be read only once")
        _check_rows(arguments, reading)
        self.reading = reading
        self._sources = [
            _find(argument, f"argument {number}" if len(arguments) > 1 else None, reading)
            for number, argument in enumerate(arguments, start=1)
        ]
        self.is_one = len(self._sources) == 1 and self._sources[0].is_one
        self.is_argument = self.is_one and self._sources[0].status is None
        """True for a single puzzle given as an argument."""
        self._waiting = deque(self._sources)
        self._done_bytes = 0

    def __iter__(self) -> Iterator[Item]:
        while self._waiting:
            yield from self._waiting[0]
            self._go_on()

    def take(self, most: int) -> Taken:
        """Return the next lines of a list, up to about `most` bytes, rows of a table, or puzzles.

        Returns fewer if the rest has not arrived yet, and an empty list at the end.
        """
        alone: list[Item] = []
        while self._waiting and sum(len(item.text) for item in alone) < most:
            source = self._waiting[0]
            if alone and (source.size is None or not source.is_one):
                break
            taken = source.take(most)
            if not isinstance(taken, list) or (taken and not source.is_one):
                return taken
            alone += taken
            if not taken:
                self._go_on()
        return alone

    def _go_on(self) -> None:
        source = self._waiting.popleft()
        source.close()
        self._done_bytes += source.size or 0

    def close(self) -> None:
        """Close the files that are still open."""
        for source in self._sources:
            source.close()

    @property
    def total_bytes(self) -> int | None:
        """Total size of all inputs, or None if one of them has no size."""
        sizes = [source.size for source in self._sources]
        return None if None in sizes else sum(cast("list[int]", sizes))

    @property
    def read_bytes(self) -> int:
        """How much of that has been read."""
        return self._done_bytes + (self._waiting[0].position if self._waiting else 0)

    @property
    def documents(self) -> list[tuple[str | None, Recognized]]:
        """The documents so far: their file names, formats, and how they were detected."""
        return [found for source in self._sources for found in source.documents]

    def has_file(self, path: str) -> bool:
        """Return whether a path is one of the input files, including stdin."""
        if not os.path.isfile(path):
            return False
        status = os.stat(path)
        return any(
            source.status is not None and os.path.samestat(source.status, status)
            for source in self._sources
        )


def _check_rows(arguments: tuple[str, ...], reading: Reading) -> None:
    """Refuse the rows or cells of one board as separate arguments."""
    count, widths = len(arguments), {*map(len, arguments)}
    is_cells = widths == {1} and isqrt(count) ** 2 == count
    if count < _FEWEST_ROWS or not (is_cells or widths == {count}):
        return
    if any(map(os.path.isfile, arguments)) or all(map(reading.fits, map(os.fsencode, arguments))):
        return
    what = f"{count} cells" if is_cells else f"{count} rows of {count} cells"
    puzzle = ("" if is_cells else " ").join(arguments)
    command = click.get_current_context().command_path
    raise click.UsageError(
        f"{what} are one puzzle: put it in quotes, or in a file\n  {command} {shlex.quote(puzzle)}"
    )


def _find(argument: str, place: str | None, reading: Reading) -> Source:
    """Distinguish stdin, a file and a text, before anything is read."""
    if argument == "-":
        stdin = cast("io.BufferedReader", sys.stdin.buffer)
        return Source(lambda: stdin, None, os.fstat(stdin.fileno()), reading)
    if os.path.exists(argument):
        return open_source(argument, reading)
    text = os.fsencode(argument)
    if _LIKE_A_FILE.fullmatch(argument) and not reading.fits(text):
        raise FileNotFoundError(errno.ENOENT, "no such file, and not a puzzle", argument)
    return Source(lambda: io.BufferedReader(cast(Any, io.BytesIO(text))), place, None, reading)
