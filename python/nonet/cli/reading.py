"""What a command reads: the text of a puzzle or the puzzle itself, and how texts are read."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from nonet.core.errors import ParseError
    from nonet.core.layout import Layout
    from nonet.core.puzzle import Puzzle

_OPTIONS = (
    ("notation=", "--from "),
    ("alphabet=", "--alphabet "),
    ("regions: layout=...", "regions: --regions ..."),
    ("layout=...", "--box RxC"),
    ("columns={'puzzle': NAME}", "--column puzzle=NAME"),
)
"""What errors advise in Python, and what does the same in the command."""


class Item(NamedTuple):
    """The text of one puzzle and where it came from; `line` is None unless it is one of many."""

    text: bytes
    source: str | None
    line: int | None
    error: ParseError | None = None
    """Why there is no text, where a file could not be read to its end."""
    puzzle: Puzzle | None = None
    """The puzzle, where a document has been read already; there is no text then."""

    @property
    def place(self) -> str:
        """File and line, as errors name them."""
        line = None if self.line is None else f"line {self.line}"
        return ", ".join(part for part in (self.source, line) if part)


class Lines(NamedTuple):
    """Whole lines of a list; `first` is the number of the first."""

    text: bytes
    source: str | None
    first: int

    def items(self) -> Iterator[Item]:
        """Give those lines that may be puzzles, each cut as `iter_lines` does."""
        from nonet.formats.files import LONGEST_LINE, is_void

        for number, line in enumerate(io.BytesIO(self.text), start=self.first):
            if not is_void(line):
                yield Item(line.rstrip(b"\r\n")[: LONGEST_LINE + 1], self.source, number)


class Reading(NamedTuple):
    """How puzzles are to be read."""

    layout: Layout | None = None
    notation: str | None = None
    alphabet: str | None = None
    document: str | None = None
    """What files are, whatever they look like."""
    columns: tuple[tuple[str, str], ...] = ()
    """Which column of a table is what."""

    def parse(self, item: Item) -> Puzzle:
        """Read one puzzle; the error names file and line, and the options of the command."""
        from nonet.core.errors import ParseError
        from nonet.formats.detect import parse_text

        if item.puzzle is not None:
            return item.puzzle
        if item.error:
            raise item.error
        try:
            return parse_text(
                item.text, layout=self.layout, notation=self.notation, alphabet=self.alphabet
            )
        except ParseError as error:
            raise in_options(error.at(line=item.line, source=item.source)) from None

    @property
    def options(self) -> dict[str, Any]:
        """What a document is told."""
        return {
            "layout": self.layout,
            "alphabet": self.alphabet,
            "columns": dict(self.columns),
        }

    @property
    def allows_plain(self) -> bool:
        """True if digits and dots alone are a puzzle, of a layout with batches if one is given."""
        from nonet.native import reads_lines

        is_plain = self.notation is None and self.alphabet is None
        return is_plain and (self.layout is None or reads_lines(self.layout))

    def fits(self, text: bytes) -> bool:
        """Tell whether a text is a puzzle."""
        from nonet.core.errors import ParseError

        try:
            self.parse(Item(text, None, None))
        except ParseError:
            return False
        return True


def in_options(error: ParseError) -> ParseError:
    """Let an error advise the options of the command."""
    for name, option in _OPTIONS:
        error.expected = error.expected.replace(name, option)
    return error
