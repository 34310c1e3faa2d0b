"""What a file gives: the text of a puzzle or the puzzle itself, and how texts are read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.core.board import Board
from nonet.core.errors import ParseError, RuleError
from nonet.notations.parsing import parse_text
from nonet.text.lines import LONGEST_LINE, is_void
from nonet.text.marker import SIGN

if TYPE_CHECKING:
    from nonet.core.layout import Layout
    from nonet.core.puzzle import Puzzle
    from nonet.core.rules import Rule
    from nonet.documents.document import Block, Record

MARKER = SIGN.encode()


class Item(NamedTuple):
    """The text of one puzzle and where it came from; `line` is None unless it is one of many."""

    text: bytes
    source: str | None
    line: int | None
    error: ParseError | None = None
    """Why there is no text, if the file could not be read to its end."""
    puzzle: Puzzle | None = None
    """The puzzle, if it was read from a document; then there is no text."""
    title: str = ""
    """The name of the puzzle, if it is above the text."""
    fields: Mapping[str, Any] | None = None
    """The other values that a table has for the puzzle, by column name."""

    @property
    def place(self) -> str:
        """File and line, as errors name them."""
        line = None if self.line is None else f"line {self.line}"
        return ", ".join(part for part in (self.source, line) if part)

    def line_of(self, error: ParseError) -> int | None:
        """Return the line of the file that an error is in; a block has several lines."""
        if self.line is None or error.line is None or b"\n" not in self.text:
            return self.line
        return self.line + error.line - 1

    @property
    def is_void(self) -> bool:
        """True for a text of only empty lines and comments, unless one is a marker."""
        is_text = self.error is None and self.puzzle is None and MARKER not in self.text
        return is_text and all(map(is_void, self.text.split(b"\n")))


class Lines(NamedTuple):
    """Whole lines of a list; `first` is the number of the first."""

    text: bytes
    source: str | None
    first: int

    def items(self) -> Iterator[Item]:
        """Yield those lines that may be puzzles, each cut as `iter_lines` does."""
        for number, line in enumerate(io.BytesIO(self.text), start=self.first):
            if not is_void(line):
                yield Item(line.rstrip(b"\r\n")[: LONGEST_LINE + 1], self.source, number)


class TableRows(NamedTuple):
    """Rows of a table, column by column."""

    block: Block
    source: str | None
    worded: Callable[[ParseError], ParseError]

    def item(self, number: int) -> Item:
        """Read a single row."""
        return item_of(self.block.read_row(number), self.source, self.worded)


def item_of(record: Record, source: str | None, worded: Callable[[ParseError], ParseError]) -> Item:
    """Return a record of a document as an item."""
    error = record.error
    if error is None:
        return Item(b"", source, record.line, None, record.puzzle, fields=record.fields)
    line = record.line if error.line is None else error.line
    error = worded(error.at(line=line, source=source))
    return Item(b"", source, line, error, fields=record.fields)


def _titled(puzzle: Puzzle, title: str) -> Puzzle:
    """Return a puzzle with its name, unless it has one."""
    return replace(puzzle, notes=replace(puzzle.notes, name=puzzle.notes.name or title))


def _with_rules(puzzle: Puzzle, rules: tuple[Rule | str, ...], item: Item) -> Puzzle:
    """Return a puzzle with further rules; ParseError says which does not fit its board."""
    try:
        return puzzle.with_rules(rules)
    except RuleError as error:
        expected, found = f"{error.expected} for the rule {error.rule}", error.found or ""
        raise ParseError(expected, found, line=item.line, source=item.source) from None


def _left(puzzle: Puzzle) -> Puzzle:
    """Return what is left of a puzzle: what was placed is given, what was pencilled in a rule."""
    notes = puzzle.notes
    if notes.placed is None and notes.pencil_marks is None:
        return puzzle
    return Board.of(puzzle, pencil_marks=True).to_puzzle()


def _as_it_is(error: ParseError) -> ParseError:
    return error


class Reading(NamedTuple):
    """How to read puzzles."""

    layout: Layout | None = None
    notation: str | None = None
    alphabet: str | None = None
    document: str | None = None
    """The format of files; None to detect it."""
    columns: tuple[tuple[str, str], ...] = ()
    """Which column of a table is what."""
    rules: tuple[Rule | str, ...] = ()
    """Rules added to those of every puzzle, as values or texts."""
    pencil_marks: bool = False
    """Whether to start from placed digits and pencil marks."""
    worded: Callable[[ParseError], ParseError] = _as_it_is
    """Adapts the advice in errors to the caller."""

    @classmethod
    def of(
        cls,
        notation: str | None = None,
        layout: Layout | None = None,
        alphabet: str | None = None,
        columns: Mapping[str, str] | None = None,
        rules: Iterable[Rule | str] = (),
        pencil_marks: bool = False,
        worded: Callable[[ParseError], ParseError] = _as_it_is,
    ) -> Reading:
        """Return how puzzles are read in a notation or document of that name, if one is given."""
        document = None
        if notation is not None:
            from nonet.documents.catalog import DOCUMENTS, format_named

            format_named(notation)
            if notation in DOCUMENTS:
                notation, document = None, notation
        roles = tuple((columns or {}).items())
        return cls(layout, notation, alphabet, document, roles, tuple(rules), pencil_marks, worded)

    def parse(self, item: Item) -> Puzzle:
        """Read one puzzle; the error names file and line."""
        puzzle = self._parse(item)
        if self.rules:
            puzzle = _with_rules(puzzle, self.rules, item)
        return _left(puzzle) if self.pencil_marks else puzzle

    def _parse(self, item: Item) -> Puzzle:
        if item.puzzle is not None:
            return item.puzzle
        if item.error:
            raise item.error
        try:
            puzzle = parse_text(
                item.text, layout=self.layout, notation=self.notation, alphabet=self.alphabet
            )
        except ParseError as error:
            raise self.worded(error.at(line=item.line_of(error), source=item.source)) from None
        return _titled(puzzle, item.title) if item.title else puzzle

    @property
    def options(self) -> dict[str, Any]:
        """The options for reading a document."""
        return {
            "layout": self.layout,
            "alphabet": self.alphabet,
            "columns": dict(self.columns),
        }

    def fits(self, text: bytes) -> bool:
        """Return whether a text is a puzzle."""
        try:
            self._parse(Item(text, None, None))
        except ParseError:
            return False
        return True
