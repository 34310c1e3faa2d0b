"""Which notation is this? Every one is tried; the text decides, never the order of trying."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from nonet.core.errors import ParseError, UnknownNotationError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.puzzle import Puzzle
from nonet.formats import grid, line, numbers

NOTATIONS: dict[str, ModuleType] = {module.NAME: module for module in (line, grid, numbers)}
"""Every notation of text by name."""

_PLAIN = bytes.maketrans(b".123456789", bytes(range(10)))
_NOT_PLAIN = bytes(set(range(256)) - set(b".123456789"))


def notation_named(name: str) -> ModuleType:
    """Return the module of a notation; UnknownNotationError suggests the nearest."""
    try:
        return NOTATIONS[name]
    except KeyError:
        raise UnknownNotationError(name, NOTATIONS) from None


def parse_text(
    text: str | bytes,
    *,
    layout: Layout | None = None,
    notation: str | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Read a puzzle in the notation named, or in the one that fits; `puzzle.notation` tells it.

    If two notations read the text as different puzzles, that is a ParseError that names them.
    """
    plain = _parse_plain(text) if notation is None and layout in (None, CLASSIC) else None
    if plain is not None:
        return plain
    text = decode_text(text)
    if notation is not None:
        module = notation_named(notation)
        puzzle: Puzzle = module.parse(text, layout=layout, alphabet=alphabet)
        return puzzle
    return _parse_any(text, layout, alphabet)


def decode_text(text: str | bytes) -> str:
    """Return text as str without its byte-order mark; refuse what is not text."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = error.object[: error.start]
            raise ParseError(
                "text in UTF-8",
                f"the byte 0x{error.object[error.start]:02x}",
                line=before.count(b"\n") + 1,
                column=len(before) - before.rfind(b"\n"),
            ) from None
    text = text.removeprefix("\ufeff")
    for index, symbol in enumerate(text):
        if ord(symbol) < 32 and symbol not in "\t\r\n":
            raise ParseError(
                "text",
                f"the control character U+{ord(symbol):04X}",
                line=text.count("\n", 0, index) + 1,
                column=index - text.rfind("\n", 0, index),
            )
    return text


def _parse_plain(text: str | bytes) -> Puzzle | None:
    """Read the commonest text of all, 81 dots and digits, without looking any further."""
    if len(text) != CLASSIC.cell_count:
        return None
    if isinstance(text, str):
        if not text.isascii():
            return None
        text = text.encode()
    cells = text.translate(_PLAIN, _NOT_PLAIN)
    return Puzzle(cells, CLASSIC, line.NAME) if len(cells) == CLASSIC.cell_count else None


def _parse_any(text: str, layout: Layout | None, alphabet: str | None) -> Puzzle:
    readings: dict[Puzzle, str] = {}
    errors: dict[str, ParseError] = {}
    for name, module in NOTATIONS.items():
        try:
            readings.setdefault(module.parse(text, layout=layout, alphabet=alphabet), name)
        except ParseError as error:
            errors[name] = error
    if len(readings) > 1:
        names = " or ".join(repr(name) for name in readings.values())
        raise ParseError(f"one notation (say which: notation={names})", "a text that fits several")
    for puzzle in readings:
        return puzzle
    raise errors[_likeliest(text)]


def _likeliest(text: str) -> str:
    """Name the notation that a text without a reading looks like, to complain in its terms."""
    lines = [row for row in text.splitlines() if row.strip()]
    parts = [part for row in lines for part in row.replace(",", " ").replace("|", " ").split()]
    numeric = [part for part in parts if part.isdigit()]
    if len(parts) >= 4 and any(1 < len(part) < 4 for part in numeric) and _short(parts):
        return numbers.NAME
    if len(lines) > 1:
        return grid.NAME
    return numbers.NAME if len(parts) > 9 and _short(parts) else line.NAME


def _short(parts: list[str]) -> bool:
    return max(map(len, parts)) <= 4


def format_text(puzzle: Puzzle, notation: str = line.NAME, **options: Any) -> str:
    """Write a puzzle in a notation; `parse_text` reads it back exactly."""
    text: str = notation_named(notation).format(puzzle, **options)
    return text
