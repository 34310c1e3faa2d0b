"""One puzzle or a list of them? The first lines tell nearly always."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from nonet.files.items import Reading
    from nonet.files.streams import LineStream

_BOM = b"\xef\xbb\xbf"

_MOST_LINES = 1024
"""More than one puzzle has: 255 rows and a rule between any two."""

_LONGER_THAN_A_ROW = re.compile(rb"(?=[-.*_]*[0-9A-Za-z])[\w.*-]{26}")
"""A row has at most 25 symbols without a gap; only rules are longer."""

_LONGER_THAN_A_ROW_OF_NUMBERS = re.compile(rb"\s*(?:[^\s,;]+[\s,;]+){255}[^\s,;]")
"""A row has at most 255 numbers."""


def take_one(lines: LineStream, reading: Reading) -> bytes | None:
    """Return the whole text if it is one puzzle; None, with nothing taken, if it is a list.

    Empty lines and comments before the first puzzle are skipped for good, however many; they
    stay in the text of one puzzle if they are not too many, for some notations read them.
    """
    from nonet.formats.files import LONGEST_TEXT, broken_gzip, read_line

    head = bytearray()
    whole = bytearray()
    text = _Text(reading)
    is_one = None
    with broken_gzip():
        while is_one is None and (raw := read_line(cast("BinaryIO", lines))):
            line = raw.rstrip(b"\r\n")
            if not head and not lines.skipped:
                line = line.removeprefix(_BOM)
            if len(whole) <= LONGEST_TEXT:
                whole += line + b"\n"
            if line.lstrip().startswith(b"#"):
                line = b""
            if not head and not line:
                lines.skipped += 1
                continue
            head += line + b"\n"  # Blanks may be a row of empty cells.
            if line.strip():
                is_one = text.tell_early(line, whole)
            if len(head) > LONGEST_TEXT and text.lines:
                is_one = reading.notation == "grid"  # Too long for one, and to be told so.
            elif len(head) > LONGEST_TEXT:
                lines.skipped += head.count(b"\n")
                head.clear()
    if len(whole) > LONGEST_TEXT:
        whole = bytearray(b"\n" * min(lines.skipped, LONGEST_TEXT)) + head
    if text.is_one(bytes(whole)) if is_one is None else is_one:
        return bytes(whole)
    lines.put_back(bytes(head))
    return None


class _Text:
    """The lines of a text that are neither empty nor comments, and what they show."""

    def __init__(self, reading: Reading) -> None:
        self.lines: list[bytes] = []
        self._reading = reading
        self._is_marked: bool | None = None

    def tell_early(self, line: bytes, whole: bytearray) -> bool | None:
        """Tell whether a text is one puzzle if its lines up to this one are enough, else None.

        They nearly always are, so that the answers to a list can start at once.
        """
        self.lines.append(line)
        first, last, notation = self.lines[0], line, self._reading.notation
        if b"\0" in first:
            return True  # It is no text at all, and one complaint about it will do.
        if len(self.lines) > _MOST_LINES:
            return notation == "grid"  # Too long for one, and to be told so.
        if len(self.lines) == 1 or notation == "grid":
            return None
        if notation == "line":
            return False
        is_long = any(map(_LONGER_THAN_A_ROW_OF_NUMBERS.match, (first, last)))
        if notation is None:
            is_long = is_long or any(map(_LONGER_THAN_A_ROW.search, (first, last)))
        if is_long and (notation is None or notation == "numbers"):
            return None if self._has_mark(whole) else False
        return None

    def _has_mark(self, whole: bytes | bytearray) -> bool:
        """Tell whether lines that are long belong to a notation that has such, and no list.

        The first line of a list is a puzzle by itself. That is asked once.
        """
        from nonet.formats.catalog import MARKED

        if self._is_marked is None:
            text = whole.decode(errors="replace")
            self._is_marked = not self._reading.fits(self.lines[0]) and any(
                module.recognize(text) for module in MARKED
            )
        return self._is_marked

    def is_one(self, text: bytes) -> bool:
        """Tell one puzzle from a short list of lines; refuse a text that is both."""
        from nonet.core.errors import ParseError

        reading, puzzles = self._reading, self.lines
        if len(puzzles) <= 1 or reading.notation == "grid":
            return True
        readable = [reading.fits(line) for line in puzzles]
        if not reading.fits(text):
            return not any(readable)
        if all(readable) and not self._knows(text):
            raise ParseError(
                "one puzzle or one per line (say which: notation='grid' or notation='line')",
                f"{len(puzzles)} lines that are both",
            )
        return True

    def _knows(self, text: bytes) -> bool:
        """Tell whether a notation knows the text by its mark, or was named and is no plain one."""
        from nonet.formats.catalog import MARKED, PLAIN

        if self._reading.notation is not None:
            return self._reading.notation not in [module.NAME for module in PLAIN]
        shown = text.decode(errors="replace")
        return any(module.recognize(shown) for module in MARKED)
