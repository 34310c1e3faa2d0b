"""Boards during a search, drawn in characters: as large as possible, readable without colour.

A given has no sign, a digit tried by the search has a `?` before it, an inferred one a `+`, and a
repeated digit in a local search a `!`. An empty cell shows its candidates or their number. Square
brackets mark the cells of the event, round ones their causes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt
from typing import NamedTuple

from rich.text import Text

from nonet.core.layout import Layout
from nonet.lab.tracing.replay import digit_names
from nonet.render.looks import LOOKS
from nonet.render.picture import ASSIGNED, FILLED, GIVEN, OPEN, Picture
from nonet.text.borders import ASCII, UNICODE, borders_of, draw_frame

FRAME, OPEN_STYLE, HERE, CAUSE = "bright_black", "dim", "reverse", "underline"
LOST = f"bold {LOOKS['eliminated'].terminal}"
_AT_HAND = ("chosen", "placed", "conflict")
"""The roles of the cells that an event is about."""
_STRUCK = ("eliminated", "refused")
"""The roles of removed candidates."""
STYLES = {OPEN: OPEN_STYLE, GIVEN: "bold", ASSIGNED: "bold magenta", FILLED: "cyan"}
MARKS = {GIVEN: " ", ASSIGNED: "?", FILLED: "+"}
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"


@dataclass(frozen=True, slots=True)
class Form:
    """How a cell is drawn: its columns and lines, lines between rows, candidates or a number."""

    width: int
    height: int
    gap: int = 0
    shows_candidates: bool = False
    across: int = 1
    """Number of candidates side by side."""
    has_marks_outside: bool = False
    """Whether marks are drawn in the space before the cell."""


class Size(NamedTuple):
    """Columns and lines."""

    width: int
    height: int


def symbol_width(layout: Layout) -> int:
    """Return how many columns a digit or a number of candidates takes."""
    return len(str(layout.size))


@lru_cache(maxsize=16)
def forms_of(layout: Layout) -> tuple[Form, ...]:
    """Return all forms for boards of a layout, the most detailed first."""
    digit, across = symbol_width(layout), ceil(sqrt(layout.size))
    down = ceil(layout.size / across)
    return (
        Form(across * digit + 2, down, 1, shows_candidates=True, across=across),
        Form(across * digit, down, shows_candidates=True, across=across),
        Form(max(layout.size * digit, digit + 2), 1, shows_candidates=True, across=layout.size),
        Form(digit + 1, 1),
        Form(digit, 1, has_marks_outside=True),
    )


@lru_cache(maxsize=64)
def size_of(layout: Layout, form: Form) -> Size:
    """Return how large a board is."""
    frame = _frame(layout, form, ASCII)
    return Size(len(frame[0]), len(frame))


def digit_text(layout: Layout, digit: int) -> str:
    """Return the symbol of a digit."""
    return digit_names(layout.size)[digit - 1]


def draw_board(picture: Picture, form: Form, *, unicode: bool = True) -> list[Text]:
    """Draw a picture in lines of the same width."""
    return _Drawing(picture, form, unicode).lines()


@lru_cache(maxsize=32)
def _frame(layout: Layout, form: Form, signs: str) -> tuple[str, ...]:
    """Draw an empty board."""
    blanks = [" " * form.width] * layout.cell_count
    lines: list[str] = []
    above = None
    for row, text in draw_frame(blanks, [form.width] * layout.size, layout, signs):
        if row is not None and above is not None:
            lines += [text] * form.gap
        lines += [text] * (1 if row is None else form.height)
        above = row
    return tuple(lines)


@lru_cache(maxsize=32)
def _places(layout: Layout, form: Form) -> tuple[list[int], list[int]]:
    """Return the first column of every column of cells, and the first line of every row."""
    borders = borders_of(layout)
    columns, place = [], 1
    for column in range(layout.size):
        columns.append(place + 1)
        barred = any(line[column + 1] for line in borders.upright)
        place += 1 + form.width + 2 * barred
    rows, place = [], 0
    for row in range(layout.size):
        ruled = any(borders.level[row])
        place += 1 if ruled else form.gap
        rows.append(place)
        place += form.height
    return columns, rows


class _Drawing:
    """A board being drawn: characters, and a style for each."""

    def __init__(self, picture: Picture, form: Form, unicode: bool) -> None:
        self._picture, self._form, self._unicode = picture, form, unicode
        self._layout = picture.layout
        frame = _frame(self._layout, form, UNICODE if unicode else ASCII)
        self._signs = [list(line) for line in frame]
        self._styles = [[FRAME] * len(line) for line in frame]
        self._columns, self._rows = _places(self._layout, form)
        self._digit = symbol_width(self._layout)

    def lines(self) -> list[Text]:
        """Draw everything."""
        picture, roles = self._picture, self._picture.cell_roles()
        here, struck = cells_at_hand(picture), _struck(picture)
        for cell, value in enumerate(picture.digits):
            marked = roles.get(cell, ())
            style = f"{HERE} " if cell in here else f"{CAUSE} " if "cause" in marked else ""
            if value:
                self._draw_digit(cell, value, picture.origins[cell], style, "repeated" in marked)
            else:
                self._draw_open(cell, struck.get(cell, {}), style)
            if not self._form.has_marks_outside and (cell in here or "cause" in marked):
                self._draw_brackets(cell, "[]" if cell in here else "()")
        return [
            _joined(signs, styles) for signs, styles in zip(self._signs, self._styles, strict=True)
        ]

    def _put(self, line: int, column: int, text: str, style: str) -> None:
        self._signs[line][column : column + len(text)] = text
        self._styles[line][column : column + len(text)] = [style] * len(text)

    def _place(self, cell: int) -> tuple[int, int]:
        row, column = divmod(cell, self._layout.size)
        return self._rows[row], self._columns[column]

    def _draw_digit(self, cell: int, value: int, origin: int, style: str, broken: bool) -> None:
        symbol = digit_text(self._layout, value).rjust(self._digit)
        if broken and origin != ASSIGNED:
            self._draw_marked(cell, "!", symbol, f"{style}{LOST}")
        else:
            self._draw_marked(cell, MARKS[origin], symbol, f"{style}{STYLES[origin]}")

    def _draw_open(self, cell: int, struck: dict[int, str], style: str) -> None:
        """Draw the candidates of an empty cell, with a sign if there are none."""
        left = [digit for digit, _ in self._picture.candidates(cell) if digit not in struck]
        lost = "eliminated" in struck.values()
        has_none = not any(self._picture.masks)  # as before a local search fills the board
        if self._form.shows_candidates and (left or lost or has_none):
            self._draw_candidates(cell, left, struck, style)
        else:
            self._draw_number(cell, len(left), lost, style)

    def _draw_number(self, cell: int, number: int, lost: bool, style: str) -> None:
        """Draw how many candidates an empty cell has, with a sign if there are none."""
        text = str(number) if number else "!"
        if self._unicode and number and self._layout.size < 10:
            text = _SUBSCRIPTS[number]
        mark = "-" if lost else "·" if self._unicode else "."
        color = OPEN_STYLE if number and not lost else LOST
        self._draw_marked(cell, mark, text.rjust(self._digit), f"{style}{color}")

    def _draw_marked(self, cell: int, mark: str, text: str, style: str) -> None:
        """Draw a digit or number with its mark, in the middle of the cell."""
        line, column = self._place(cell)
        form = self._form
        for at in range(line, line + form.height):
            self._put(at, column, " " * form.width, style if HERE in style else FRAME)
        line += (form.height - 1) // 2
        if form.has_marks_outside:
            self._put(line, column - 1, mark, style.removeprefix(HERE).strip())
            self._put(line, column, text, style)
        else:
            room = form.width - len(text) - 1
            self._put(line, column + room // 2, mark + text, style)

    def _draw_candidates(
        self, cell: int, candidates: list[int], struck: Iterable[int], style: str
    ) -> None:
        """Draw each candidate in its own place, and a cross for one just removed."""
        line, column = self._place(cell)
        form = self._form
        indent = 1 if form.gap else 0
        for at in range(line, line + form.height):
            self._put(at, column, " " * form.width, style + OPEN_STYLE)
        cross = ("×" if self._unicode else "x").rjust(self._digit)
        for digit in (*candidates, *struck):
            down, across = divmod(digit - 1, form.across)
            at = column + indent + across * self._digit
            if digit in struck:
                self._put(line + down, at, cross, f"{style}{LOST}")
            else:
                text = digit_text(self._layout, digit).rjust(self._digit)
                self._put(line + down, at, text, f"{style}{OPEN_STYLE}")

    def _draw_brackets(self, cell: int, pair: str) -> None:
        line, column = self._place(cell)
        line += (self._form.height - 1) // 2
        for sign, at in zip(pair, (column - 1, column + self._form.width), strict=True):
            self._put(line, at, sign, "bold")


def cells_at_hand(picture: Picture) -> frozenset[int]:
    """Return the cells that the event is about."""
    roles = picture.cell_roles().items()
    return frozenset(cell for cell, found in roles if any(role in _AT_HAND for role in found))


def _struck(picture: Picture) -> dict[int, dict[int, str]]:
    """Return the cells with removed candidates: the digits and their roles."""
    found: dict[int, dict[int, str]] = {}
    for (cell, digit), roles in picture.candidate_roles().items():
        for role in roles:
            if role in _STRUCK:
                found.setdefault(cell, {})[digit] = role
    return found


def _joined(signs: list[str], styles: list[str]) -> Text:
    text = Text(no_wrap=True, end="")
    start = 0
    for place in range(1, len(signs) + 1):
        if place == len(signs) or styles[place] != styles[start]:
            text.append("".join(signs[start:place]), styles[start])
            start = place
    return text
