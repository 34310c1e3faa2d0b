"""The comment that tells nonet how to read a text that would otherwise be ambiguous.

It names the notation, then the alphabet and the box shape if they matter. It is on a separate line
above a puzzle of several lines, or follows the cells of a puzzle on one line:

    # nonet: numbers
    1............... # nonet: line, alphabet 1-9A-G

A puzzle whose comment already looks like a marker gets another marker. Only one is read as such:
the first on a separate line, otherwise the last one after cells.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import Layout
from nonet.text.comments import ONE_LINE, said_lines

SIGN = "# nonet: "
"""How every marker starts."""
_SAID = r"# nonet: ([a-z-]+)(?:, alphabet ([0-9A-Y-]+))?(?:, boxes (\d{1,3})x(\d{1,3}))?[ \t]*$"
_ABOVE = re.compile(rf"^{_SAID}", re.MULTILINE | re.IGNORECASE)
_BEHIND = re.compile(rf"(?<=[^\n]) {_SAID}", re.MULTILINE | re.IGNORECASE)


class Marker(NamedTuple):
    """How to read a text; `is_behind` if the marker follows the cells."""

    notation: str
    alphabet: str | None = None
    layout: Layout | None = None
    is_behind: bool = False

    def __str__(self) -> str:
        alphabet = f", alphabet {self.alphabet}" if self.alphabet else ""
        boxes = f", boxes {self.layout.shape}" if self.layout else ""
        return f"{SIGN}{self.notation}{alphabet}{boxes}"

    def put_on(self, text: str) -> str:
        """Return a text with this marker."""
        if "\n" in text.rstrip("\n"):
            return f"{self}\n{text}"
        line = text.removesuffix("\n")
        return f"{line} {self}{text[len(line) :]}"


def find_marker(text: str) -> tuple[Marker, str] | None:
    """Return the marker of a text, and the text without it; None if it has none."""
    if SIGN not in text:
        return None
    match = _ABOVE.search(text)
    is_behind = match is None
    if match is None:
        match = next(iter(reversed(list(_BEHIND.finditer(text)))), None)
    if match is None:
        return None
    notation, alphabet, rows, columns = match.groups()
    try:
        layout = Layout(int(rows), int(columns)) if rows else None
    except ArgumentError:
        number = text.count("\n", 0, match.start()) + 1
        raise ParseError("the shape of a box", f"{rows}x{columns}", line=number) from None
    rest = text[: match.start()] + text[match.end() :]
    alphabet = alphabet and alphabet.upper()
    return Marker(notation.lower(), alphabet, layout, is_behind), rest


def check_only_line(text: str) -> None:
    """Refuse several lines if a marker after the cells says that there is only one."""
    lines = said_lines(text)
    if len(lines) > 1:
        raise ParseError(ONE_LINE, f"{len(lines)} lines", line=lines[1].number, column=1)
