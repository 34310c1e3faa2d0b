"""One puzzle, a list of them, or blocks? The first lines tell nearly always."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, BinaryIO, cast

from nonet.core.errors import Advice, AmbiguityError, ParseError
from nonet.files.blocks import SAMPLE, Block, Gathering, are_puzzles, is_list
from nonet.files.items import Item
from nonet.notations.catalog import MARKED, PLAIN
from nonet.notations.detect import has_marker_above, has_marker_behind
from nonet.text.lines import BOM, LONGEST_TEXT, broken_gzip, is_void, read_line

if TYPE_CHECKING:
    from nonet.files.items import Reading
    from nonet.files.streams import LineStream


_MOST_LINES = 1024
"""More lines than one puzzle has, unless its notation lists the givens one by one."""

_LONGER_THAN_A_ROW = re.compile(rb"(?=[-.*_]*[0-9A-Za-z])[\w.*-]{26}")
"""A row has at most 25 symbols without a gap; only rules are longer."""

_LONGER_THAN_A_ROW_OF_NUMBERS = re.compile(rb"\s*(?:[^\s,;]+[\s,;]+){255}[^\s,;]")
"""A row has at most 255 numbers."""


class Kind(Enum):
    """What a text is."""

    ONE = "one puzzle"
    LIST = "a puzzle per line"
    BLOCKS = "a puzzle per block of lines"


def find_kind(lines: LineStream, reading: Reading) -> tuple[Kind, bytes]:
    """Find out what a text is, and return it if it is one puzzle; otherwise nothing is taken.

    Empty lines and comments before the first puzzle are skipped for good, however many; they
    stay in the text of one puzzle if they are not too many, for some notations read them.
    """
    head = bytearray()
    whole = bytearray()
    text = _Text(reading)
    kind = None
    with broken_gzip():
        while kind is None and (raw := read_line(cast("BinaryIO", lines))):
            line = raw.rstrip(b"\r\n")
            if not head and not lines.skipped:
                line = line.removeprefix(BOM)
            if len(whole) <= LONGEST_TEXT:
                whole += line + b"\n"
            text.gather(line)
            if line.lstrip().startswith(b"#") and is_void(line):
                line = b""
            if not head and not line:
                lines.skipped += 1
                continue
            head += line + b"\n"  # Blanks may be a row of empty cells.
            if line.strip():
                kind = text.tell_early(line, whole)
            kind = kind or text.tell_by_blocks(whole)
            if len(head) > LONGEST_TEXT and text.lines:
                kind = text.tell_too_long()
            elif len(head) > LONGEST_TEXT:
                lines.skipped += head.count(b"\n")
                head.clear()
    if len(whole) > LONGEST_TEXT:
        whole = bytearray(b"\n" * min(lines.skipped, LONGEST_TEXT)) + head
    kind = kind or text.tell(bytes(whole))
    if kind is Kind.ONE:
        return kind, bytes(whole)
    if kind is Kind.BLOCKS and len(whole) <= LONGEST_TEXT:
        lines.skipped, head = 0, whole  # Comments belong to the puzzles below them.
    lines.put_back(bytes(head))
    return kind, b""


class _Text:
    """The lines of a text that are neither empty nor comments, and what they show."""

    def __init__(self, reading: Reading) -> None:
        self.lines: list[bytes] = []
        self._reading = reading
        self._is_marked: bool | None = None
        self._gathering = Gathering()
        self._blocks: list[Block] = []
        """The first ones that have ended."""
        self._is_sampled = False

    def gather(self, line: bytes) -> None:
        """See which lines belong together, empty ones and comments included."""
        if len(self._blocks) < SAMPLE and (block := self._gathering.add(line)):
            self._blocks.append(block)

    def tell_early(self, line: bytes, whole: bytearray) -> Kind | None:
        """Return what a text is if its lines up to this one are enough, else None.

        They nearly always are, so that the answers to a list can start at once.
        """
        self.lines.append(line)
        first, last, notation = self.lines[0], line, self._reading.notation
        if b"\0" in first:
            return Kind.ONE  # It is no text at all, and one complaint about it will do.
        if len(self.lines) > _MOST_LINES and not self._has_mark(whole):
            return self.tell_too_long()
        if len(self.lines) == 1 or notation == "grid":
            return None
        if notation == "line":
            return Kind.LIST
        is_long = any(map(_LONGER_THAN_A_ROW_OF_NUMBERS.match, (first, last)))
        if notation is None:
            is_long = is_long or any(map(_LONGER_THAN_A_ROW.search, (first, last)))
        if is_long and (notation is None or notation == "numbers") and not self._has_mark(whole):
            return Kind.BLOCKS if self._are_blocks() else Kind.LIST
        return None

    def tell_too_long(self) -> Kind:
        """Return what a text is that is too long for one puzzle."""
        if self._are_blocks():
            return Kind.BLOCKS
        return Kind.ONE if self._reading.notation == "grid" else Kind.LIST

    def tell_by_blocks(self, whole: bytearray) -> Kind | None:
        """Tell blocks by the first ones, when those are there; that is asked once.

        Some notations have several blocks for one puzzle, and each of them may be a puzzle.
        """
        if len(self._blocks) < SAMPLE or self._is_sampled:
            return None
        self._is_sampled = True
        fits = all(self._reading.fits(block.text) for block in self._blocks)
        is_told = fits and not self._knows(bytes(whole)) and self._are_blocks()
        return Kind.BLOCKS if is_told else None

    def _are_blocks(self) -> bool:
        return bool(self._blocks) and are_puzzles(self._blocks, self._reading.fits)

    def _has_mark(self, whole: bytes | bytearray) -> bool:
        """Return whether lines that are long belong to a notation that has such, and no list.

        The first line of a list is a puzzle by itself. That is asked once.
        """
        if self._is_marked is None:
            text = whole.decode(errors="replace")
            self._is_marked = not self._reading.fits(self.lines[0]) and any(
                module.recognize(text) for module in MARKED
            )
        return self._is_marked

    def tell(self, text: bytes) -> Kind:
        """Return what a short text is; refuse one that is one puzzle and a list."""
        reading, puzzles = self._reading, self.lines
        if len(puzzles) <= 1:
            return Kind.ONE
        if any(map(has_marker_behind, puzzles)):
            return Kind.LIST
        fits = reading.fits(text)
        if not fits and len(self._blocks) < SAMPLE and (block := self._gathering.end()):
            self._blocks.append(block)
        if not fits and reading.notation != "line" and self._are_blocks():
            return Kind.BLOCKS
        if reading.notation == "grid":
            return Kind.ONE
        if fits and self._knows(text):
            return Kind.ONE
        readable = [reading.fits(line) for line in puzzles]
        if not fits:
            if not all(readable) and self._is_unsure(text):
                return Kind.ONE
            return Kind.LIST if is_list(puzzles, readable) else Kind.ONE
        if all(readable):
            found = f"{len(puzzles)} lines that could be either"
            raise AmbiguityError("one puzzle or one per line", found, advice=self._advice(text))
        return Kind.ONE

    def _advice(self, text: bytes) -> Advice:
        """Advise the notation if that separates one puzzle from many, otherwise the box shapes."""
        one, *many = (self._reading.parse(Item(part, None, None)) for part in (text, *self.lines))
        if one.notation == "grid" and {puzzle.notation for puzzle in many} == {"line"}:
            return Advice("notation", ("grid", "line"))
        return Advice("layout", (one.layout.shape, many[0].layout.shape))

    def _is_unsure(self, text: bytes) -> bool:
        """Return whether a text is one puzzle but could be several; it is then refused."""
        try:
            self._reading.parse(Item(text, None, None))
        except AmbiguityError:
            return True
        except ParseError:
            pass
        return False

    def _knows(self, text: bytes) -> bool:
        """Return whether the text shows its notation, or the notation named is not a plain one.

        A text shows its notation by a distinctive mark, or by a marker on a separate line.
        """
        if self._reading.notation is not None:
            return self._reading.notation not in [module.NAME for module in PLAIN]
        shown = text.decode(errors="replace")
        return has_marker_above(shown) or any(module.recognize(shown) for module in MARKED)
