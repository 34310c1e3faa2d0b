"""Which notation is this? All that it may be are tried; the text decides, never their order."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from math import isqrt
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from nonet.core.errors import AmbiguityError, ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.line import SYMBOLS
from nonet.core.notes import Notes
from nonet.core.puzzle import Puzzle
from nonet.native import plain_cells
from nonet.notations import grid, line, numbers, pencil_marks
from nonet.notations.catalog import MARKED, NOTATIONS, PLAIN, notation_named
from nonet.text.ambiguity import only_reading
from nonet.text.comments import said_lines, uncommented
from nonet.text.lines import LONGEST_LINE, LONGEST_TEXT, utf_16_of
from nonet.text.marker import SIGN, Marker, check_only_line, find_marker

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")
_PART = re.compile(r"[^\s,;|\[\]\u2500-\u257f]+")
_LISTED = re.compile(r"[,;\[]")
_FRAME = "-+=|*:.'`"
_FOREIGN = {"{": "JSON", "<": "XML or HTML"}
_ADDRESS = re.compile(r"(?:\w+://|www\.)\S+", re.IGNORECASE)
_Ways: TypeAlias = dict[str, Callable[[], Puzzle]]


def parse_detected(
    text: str | bytes,
    *,
    layout: Layout | None = None,
    notation: str | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Read a puzzle in the notation named, or in the one that fits; see `parsing.parse_text`.

    Lines that start with `#` are comments, unless a notation uses them, or one is a marker that
    says how to read the text (`text.marker`). If two notations read the text as different puzzles,
    a ParseError names them. Blanks alone are a puzzle only if a layout is given.
    """
    if notation in (None, line.NAME) and layout in (None, CLASSIC) and alphabet is None:
        plain = _parse_plain(text)
        if plain is not None:
            return plain
    text = decode_text(text)
    if marked := known_marker(text):
        marker, rest = marked
        if notation in (None, marker.notation):
            return _parse_marked(marker, rest, layout, alphabet)
        text = rest
    if notation is None:
        return _parse_any(text, layout, alphabet)
    module = notation_named(notation)
    if module in PLAIN:
        _check_said(text, layout)
    puzzle: Puzzle = module.parse(text, layout=layout, alphabet=alphabet)
    return puzzle


def known_marker(text: str) -> tuple[Marker, str] | None:
    """Return the marker of a text, and the text without it; None if it does not name a notation."""
    found = find_marker(text)
    return found if found and found[0].notation in NOTATIONS else None


def has_marker_above(text: str) -> bool:
    """Return whether a marker on a separate line says that a text is one puzzle."""
    found = known_marker(text)
    return found is not None and not found[0].is_behind


def has_marker_behind(line: bytes) -> bool:
    """Return whether a marker after its cells says that a line is a puzzle."""
    found = known_marker(line.decode(errors="replace")) if SIGN.encode() in line else None
    return found is not None and found[0].is_behind


def _parse_marked(marker: Marker, text: str, layout: Layout | None, alphabet: str | None) -> Puzzle:
    """Read a text as its marker says; the options of the caller take precedence."""
    if marker.is_behind:
        check_only_line(text)
    module = notation_named(marker.notation)
    if alphabet is not None or marker.alphabet is None:
        puzzle: Puzzle = module.parse(text, layout=layout or marker.layout, alphabet=alphabet)
        return puzzle
    try:
        puzzle = module.parse(text, layout=layout or marker.layout, alphabet=marker.alphabet)
    except ArgumentError as error:
        expected = "a marker that fits the board"
        raise ParseError(expected, str(marker), message=str(error)) from None
    return puzzle


def _check_said(text: str, layout: Layout | None) -> None:
    """Refuse a text with nothing but comments or, without a layout, nothing but blanks."""
    if layout is None and not said_lines(text):
        raise ParseError("a puzzle", "nothing", line=1, column=1)


def decode_text(text: str | bytes) -> str:
    """Return text as str with plain line feeds and no byte-order mark.

    Refuse anything that is not text or is longer than any puzzle.
    """
    _check_length(text)
    if isinstance(text, bytes):
        encoding = utf_16_of(text)
        text = text.decode(encoding, "replace") if encoding else _decode_utf8(text)
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if control := _CONTROL.search(text):
        found = f"the control character U+{ord(control.group()):04X}"
        raise _error_at(text, control.start(), "text", found)
    return text


def _check_length(text: str | bytes) -> None:
    if len(text) <= LONGEST_LINE:
        return
    if len(text) > LONGEST_TEXT:
        raise ParseError(f"a puzzle of at most {LONGEST_TEXT} symbols", f"{len(text)}")
    for number, row in enumerate(text.splitlines(), start=1):
        if len(row) > LONGEST_LINE:
            expected = f"a line of at most {LONGEST_LINE} symbols"
            raise ParseError(expected, f"{len(row)}", line=number, column=LONGEST_LINE + 1)


def _decode_utf8(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        before = text[: error.start].decode().removeprefix("\ufeff")
        found = f"the byte 0x{text[error.start]:02x}"
        raise _error_at(before, len(before), "text in UTF-8", found) from None


def _error_at(text: str, index: int, expected: str, found: str) -> ParseError:
    """Return the error at an index of a text."""
    line_start = text.rfind("\n", 0, index) + 1
    number = text.count("\n", 0, index) + 1
    return ParseError(expected, found, line=number, column=index - line_start + 1)


def _parse_plain(text: str | bytes) -> Puzzle | None:
    """Read the most common text directly, or return None and leave it to the notations.

    That text is a plain 9x9 line.
    """
    cells = plain_cells(text, CLASSIC.size)
    if cells is None:
        return None
    rest = text[len(cells) :]
    if rest:
        behind = rest.decode() if isinstance(rest, bytes) else rest
        if SIGN in behind:
            return None
        if comment := line.trailing_comment(behind):
            return Puzzle(cells, CLASSIC, line.NAME, Notes(comment=comment))
    return Puzzle(cells, CLASSIC, line.NAME)


def _parse_any(text: str, layout: Layout | None, alphabet: str | None) -> Puzzle:
    """Read a text in every notation that might fit; all results must agree.

    A notation that recognizes the text by its mark comes first, because it keeps the notes.
    """
    marked = [module for module in MARKED if module.recognize(text)]
    if not marked:
        _check_said(text, layout)
        if alphabet is None and (large := numbers.parse_large(text, layout)):
            return large
    ways: _Ways = {
        module.NAME: partial(module.parse, text, layout=layout, alphabet=alphabet)
        for module in (*marked, *PLAIN)
    }
    likely = {
        name: way
        for name, way in ways.items()
        if NOTATIONS[name] in marked or NOTATIONS[name].may_be(text)
    }
    if likely:
        try:
            return _agreed(likely, next(iter(likely)))
        except AmbiguityError:
            raise
        except ParseError:
            pass
    # Nothing fits. All are tried, to complain in the terms of the likeliest.
    if not marked:
        _refuse_foreign(text)
        if pencil_marks.resembles(text):  # One group is wrong: this complains about it.
            pencil_marks.parse(text, layout=layout, alphabet=alphabet)
    return _agreed(ways, marked[0].NAME if marked else _likeliest(uncommented(text)))


def _agreed(ways: _Ways, likeliest: str) -> Puzzle:
    """Return the puzzle that all notations agree on, or raise the error of the likeliest one."""
    return only_reading(
        ways,
        wanted="one notation",
        keyword="notation",
        found="a text that fits several",
        choose=itemgetter(list(ways).index(likeliest)),
        line=1,
    )


def _refuse_foreign(text: str) -> None:
    """Refuse a text that is clearly something else, such as a web page, and say what it is."""
    start = len(text) - len(text.lstrip())
    if found := _FOREIGN.get(text[start : start + 1]):
        raise _error_at(text, start, "a puzzle", f"{found}, which contains none")
    if _ADDRESS.fullmatch(text.strip()):
        expected = "a puzzle, or a link that contains one"
        raise _error_at(
            text, start, expected, "a web address without one (nonet does not open pages)"
        )


class Attempt(NamedTuple):
    """An attempt to read a text in one notation: why it was tried, and the result."""

    notation: str
    mark: str | None
    puzzle: Puzzle | None
    error: ParseError | None


def explain_text(
    text: str | bytes, *, layout: Layout | None = None, alphabet: str | None = None
) -> list[Attempt]:
    """Try a text in every notation and return all results, those with a mark first."""
    text = decode_text(text)
    if marked := known_marker(text):
        return [_explain_marked(*marked, layout, alphabet)]
    attempts = []
    for module in (*MARKED, *PLAIN):
        mark = module.recognize(text) if module in MARKED else None
        puzzle = error = None
        if mark or module in PLAIN:
            try:
                puzzle = module.parse(text, layout=layout, alphabet=alphabet)
            except ParseError as failure:
                error = failure
        attempts.append(Attempt(module.NAME, mark, puzzle, error))
    return attempts


def _explain_marked(
    marker: Marker, text: str, layout: Layout | None, alphabet: str | None
) -> Attempt:
    mark = f"the comment {str(marker)!r}"
    try:
        puzzle = _parse_marked(marker, text, layout, alphabet)
    except ParseError as error:
        return Attempt(marker.notation, mark, None, error)
    return Attempt(marker.notation, mark, puzzle, None)


def _likeliest(text: str) -> str:
    """Return the notation that an unreadable text most resembles, for the error message."""
    lines = [row for row in text.split("\n") if row.strip()]
    parts = _PART.findall(text) or [text]
    short = len(parts) > 1 and len(parts[0]) <= 4
    listed = bool(_LISTED.search(text))
    if len(lines) <= 1:
        is_square = isqrt(len(text)) ** 2 == len(text)
        is_number = len(parts[0]) == 1 or parts[0].lstrip("-").isdigit()
        return numbers.NAME if short and is_number and (listed or not is_square) else line.NAME
    if any(len(part) > len(SYMBOLS) and part.strip(_FRAME) for part in parts):
        return line.NAME
    widths = {len(part) for part in parts if part.lstrip("-").isdigit()}
    return numbers.NAME if short and (listed or len(widths) > 1) else grid.NAME
