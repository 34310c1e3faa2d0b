"""Many puzzles as one file: a document, a list of texts, or a zip file of either."""

from __future__ import annotations

import inspect
import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from nonet.core.errors import Advice, ArgumentError, ParseError
from nonet.core.layout import CLASSIC, MAX_SIZE
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.documents.catalog import DOCUMENTS, format_named
from nonet.documents.detect import formats_of_path
from nonet.documents.zip_file import write_zip
from nonet.files.items import Reading
from nonet.files.losses import Losses
from nonet.files.safely import replaced
from nonet.files.source import Source, read_source
from nonet.files.streams import create, is_packed_name
from nonet.notations import line, numbers
from nonet.notations.formatting import (
    format_in_one_line,
    format_text,
    is_same,
    usual_notation,
    with_marker,
)

_BLOCKS = ("grid", "marks", "sized")
"""The notations of several lines that can stand one after the other, an empty line between.

Rows of others look like a list where they are empty, or their blocks like those of one puzzle.
"""


def is_zip_name(path: str) -> bool:
    """Return whether a file of that name should be a zip file."""
    return path.lower().endswith(".zip")


def named_by_path(path: str) -> str | None:
    """Return the notation or document for a file name; None for plain text."""
    found = formats_of_path(path)
    if len(found) > 1:
        advice = Advice("notation", tuple(found))
        raise ArgumentError("several formats use this extension", advice=advice)
    return found[0] if found else None


class Form:
    """The notation or document to write in, and its options; without a name, that of the board."""

    def __init__(self, name: str | None, options: Mapping[str, Any]) -> None:
        self.name = name
        self._document = DOCUMENTS.get(name or "")
        self.is_document = self._document is not None
        self.options = dict(options)
        unknown = sorted(self.options.keys() - self.known_options())
        if unknown:
            raise ArgumentError(f"{name or 'line'} has no option {unknown[0]!r}")

    def known_options(self) -> set[str]:
        """Name the options of the format."""
        module = format_named(self.name or "line")
        write = module.write if self.is_document else module.format
        kinds = inspect.signature(write).parameters.values()
        return {one.name for one in kinds if one.kind is one.KEYWORD_ONLY} - {"lost"}

    def notation_of(self, puzzle: Puzzle) -> str:
        """Name the notation in which a puzzle is written."""
        return self.name or usual_notation(puzzle, **self.options)

    def checked(self, puzzle: Puzzle) -> str:
        """Return the text of a puzzle, "" in a document; ArgumentError if the format has no such.

        A document with boards of one size is asked about all but the plainest; the others refuse
        nothing.
        """
        if self._document is None:
            return format_text(puzzle, self.notation_of(puzzle), **self.options)
        is_plain = puzzle.notes is NO_NOTES and puzzle.layout == CLASSIC
        if self._document.BOARDS != "any" and not is_plain:
            list(self.document([puzzle]))
        return ""

    def document(self, puzzles: Iterable[Puzzle], **options: Any) -> Iterator[bytes]:
        """Yield the document of puzzles piece by piece."""
        pieces: Iterator[bytes] = DOCUMENTS[self.name or ""].write(
            puzzles, **self.options, **options
        )
        return pieces

    def listed(self, pairs: Iterable[tuple[Puzzle, str]]) -> Iterator[str]:
        """Yield puzzles and their texts as entries of one file, including line breaks.

        Several texts that could not be told apart are refused (ArgumentError).
        """
        listing = Listing(self)
        for puzzle, text in pairs:
            yield from listing.add(puzzle, text)
        yield from listing.end()

    @property
    def plain_row(self) -> tuple[bytes, bytes, bytes] | None:
        """What is before a plain puzzle, the sign of an empty cell, and what is after the puzzle.

        A plain puzzle is a 9x9 one with a digit above 3 and without notes: the text of such a
        puzzle can be read back in any case, and in these formats it does not depend on the others.
        """
        row: tuple[str, str, str] | None = getattr(
            format_named(self.name or line.NAME), "PLAIN_ROW", None
        )
        if row is None or self.options.keys() - {"blank"} or (self.options and not self._document):
            return None
        before, blank, after = row
        return before.encode(), self.options.get("blank", blank).encode(), after.encode()

    def zipped(self, path: str, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Yield a zip file with one file in it."""
        return write_zip([(self._inner(path), pieces)])

    def zipped_document(
        self, path: str, puzzles: Iterable[Puzzle], **options: Any
    ) -> Iterator[bytes]:
        """Yield a zip file with a document in it."""
        return self.zipped(path, self.document(puzzles, **options))

    def zipped_texts(self, path: str, pairs: Iterable[tuple[Puzzle, str]]) -> Iterator[bytes]:
        """Yield a zip file with a list in it, or with a file for every text of several lines."""
        rest = iter(pairs)
        first = next(rest, None)
        pairs = chain([] if first is None else [first], rest)
        if first is None or not first[1].endswith("\n") or self.name in (None, "numbers"):
            return self.zipped(path, (text.encode() for text in self.listed(pairs)))
        numbered = enumerate(pairs, start=1)
        suffix = self._suffix()
        return write_zip(
            (f"{number:05}{suffix}", [text.encode()]) for number, (_, text) in numbered
        )

    def _suffix(self) -> str:
        return next(iter(format_named(self.name or "line").SUFFIXES), ".txt")

    def _inner(self, path: str) -> str:
        """Name the only file in a zip file."""
        stem = os.path.basename(path)[: -len(".zip")] or "puzzles"
        suffix = self._suffix()
        return stem if stem.lower().endswith(suffix) else f"{stem}{suffix}"


class Listing:
    """Puts texts one after the other into one file, so that they are read back as the same puzzles.

    The first entries are held back as long as they could be mistaken for the rows of one board. If
    a notation allows one puzzle per file, holding two is enough to refuse them.
    """

    def __init__(self, form: Form) -> None:
        self._form = form
        self._first: list[tuple[Puzzle, str]] = []
        self.is_settled = False
        """Whether nothing is held back, now and later."""

    def add(self, puzzle: Puzzle, text: str) -> Iterator[str]:
        """Yield the entries that can be written once this puzzle is added."""
        can_follow = self._can_follow(puzzle, text)
        if self.is_settled:
            if not can_follow:
                raise self._inseparable(puzzle)
            yield self._entry(puzzle, text)
            return
        self._first.append((puzzle, text))
        if len(self._first) > (self._most_rows(puzzle) if can_follow else 1):
            yield from self.end()

    def end(self) -> Iterator[str]:
        """Yield the entries that were held back."""
        first, self._first, self.is_settled = self._first, [], True
        if len(first) > 1 and not self._can_follow(*first[0]):
            raise self._inseparable(first[1][0])
        return self._told(first)

    def _most_rows(self, puzzle: Puzzle) -> int:
        """Return how many texts like this one could be mistaken for the rows of one board."""
        size = puzzle.layout.size
        if self._form.notation_of(puzzle) == numbers.NAME:
            return size * size if size * size <= MAX_SIZE else 0
        is_block = self._form.notation_of(puzzle) in _BLOCKS
        return (
            len(SYMBOLS) if size * size <= len(SYMBOLS) or (is_block and self._form.options) else 0
        )

    def _told(self, first: Sequence[tuple[Puzzle, str]]) -> Iterator[str]:
        """Yield the first puzzles, with markers if they would be misread without them."""
        entries = [self._entry(puzzle, text) for puzzle, text in first]
        puzzles = [puzzle for puzzle, _ in first]
        is_sure = not any(map(self._most_rows, puzzles)) or any(p.layout.regions for p in puzzles)
        if len(first) < 2 or is_sure or _are_read_back(entries, puzzles):
            return iter(entries)
        entries = [self._entry(puzzle, text, is_marked=True) for puzzle, text in first]
        if not _are_read_back(entries, puzzles):
            raise self._inseparable(puzzles[0])
        return iter(entries)

    def _inseparable(self, puzzle: Puzzle) -> ArgumentError:
        name = self._form.notation_of(puzzle)
        if name in _BLOCKS or name in ("line", "numbers"):
            options = "".join(
                f", {option}={value!r}" for option, value in self._form.options.items()
            )
            return ArgumentError(
                f"one file of these puzzles would be ambiguous ({name}{options}); "
                "a zip file can hold many"
            )
        return ArgumentError(f"{name} needs several lines per puzzle; a zip file can hold many")

    def _can_follow(self, puzzle: Puzzle, text: str) -> bool:
        """Return whether a text can be one of several in a file."""
        name = self._form.notation_of(puzzle)
        return name in _BLOCKS or name == numbers.NAME or not text.endswith("\n")

    def _entry(self, puzzle: Puzzle, text: str, *, is_marked: bool = False) -> str:
        """Return a text as an entry of a file with several, with line breaks.

        Numbers may stand in one line, and have to if the list is to be read again.
        """
        name = self._form.notation_of(puzzle)
        shown = text.rstrip("\n")
        if name == numbers.NAME:
            shown = format_in_one_line(puzzle, **self._form.options)
        if is_marked:
            shown = with_marker(shown, puzzle, name, self._form.options)
        return f"{shown}\n\n" if name in _BLOCKS else f"{shown}\n"


def _are_read_back(entries: Iterable[str], puzzles: Sequence[Puzzle]) -> bool:
    """Return whether reading a file of these texts returns the same puzzles."""
    data = "".join(entries).encode()
    reading = Reading()
    source = Source(lambda: io.BufferedReader(io.BytesIO(data)), None, None, reading)
    try:
        again = list(read_source(source, reading, None))
    except ParseError:
        return False
    return len(again) == len(puzzles) and all(map(is_same, again, puzzles))


def write_file(path: str, form: Form, puzzles: Iterable[Puzzle]) -> tuple[int, Losses]:
    """Write puzzles; return how many, and what they lost.

    An old file is replaced when the new one is complete. ArgumentError says which
    puzzle the format cannot hold at all.
    """
    written, losses = 0, Losses()

    def each() -> Iterator[tuple[Puzzle, str]]:
        nonlocal written
        for puzzle in puzzles:
            written += 1
            try:
                text = form.checked(puzzle)
            except ArgumentError as error:
                raise ArgumentError(f"puzzle {written}: {error}") from None
            losses.look_at(puzzle, form.notation_of(puzzle), form.options)
            yield puzzle, text

    pieces = _pieces(path, form, each())
    with replaced(path) as place, create(place, is_packed=is_packed_name(path)) as file:
        for piece in pieces:
            file.write(piece)
    return written, losses


def _pieces(path: str, form: Form, pairs: Iterable[tuple[Puzzle, str]]) -> Iterable[bytes]:
    puzzles = (puzzle for puzzle, _ in pairs)
    if form.is_document and is_zip_name(path):
        return form.zipped_document(path, puzzles)
    if form.is_document:
        return form.document(puzzles)
    if is_zip_name(path):
        return form.zipped_texts(path, pairs)
    return (text.encode() for text in form.listed(pairs))
