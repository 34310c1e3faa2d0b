"""From puzzles to rows of tables, so that `tables` reads them back exactly."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.line import format_cells
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.core.rule_texts import format_rules
from nonet.documents.tables import ESCAPE, ROLES, WORDS, is_column_name
from nonet.notations import grid
from nonet.notations.parsing import parse_text

PLANNED = 1000
"""Puzzles that a writer looks at before it names its columns."""


def puzzle_fields(puzzle: Puzzle) -> dict[str, str]:
    """Return the columns of givens, board and rules, so that they are read back exactly.

    The board is told only where the givens alone would be read as another one.
    """
    if not puzzle.rules:
        return _board_fields(puzzle)
    fields = _board_fields(Puzzle(puzzle.cells, puzzle.layout))
    return {**fields, "rules": format_rules(puzzle.rules, puzzle.layout)}


def _board_fields(puzzle: Puzzle) -> dict[str, str]:
    layout, line = puzzle.layout, format_cells(puzzle.cells, puzzle.layout)
    if layout == CLASSIC:
        return {"puzzle": line}
    board = {"regions": region_text(layout)} if layout.regions else {"box": layout.shape}
    if not layout.regions and _reads_as(line, None, puzzle):
        return {"puzzle": line}
    return {"puzzle": cells_text(puzzle.cells, layout), **board}


def region_text(layout: Layout) -> str:
    """Write irregular regions as numbers."""
    return " ".join(str(number + 1) for number in layout.regions or ())


def cells_text(cells: bytes, layout: Layout) -> str:
    """Write a grid of a known layout: symbols, or numbers where symbols could be misread."""
    line = format_cells(cells, layout)
    if layout == CLASSIC or _reads_as(line, layout, Puzzle(cells, layout)):
        return line
    return " ".join(map(str, cells))


def _reads_as(text: str, layout: Layout | None, puzzle: Puzzle) -> bool:
    try:
        return parse_text(text, layout=layout) == puzzle
    except ParseError:
        return False


def note_fields(puzzle: Puzzle) -> dict[str, Any]:
    """Return the columns of the notes that are texts or grids."""
    notes = puzzle.notes
    if notes is NO_NOTES:
        return {}
    fields: dict[str, Any] = {}
    if notes.solution is not None:
        fields["solution"] = cells_text(notes.solution, puzzle.layout)
    for role in WORDS:
        if text := getattr(notes, role):
            fields[role] = text
    if notes.placed is not None:
        fields["placed"] = cells_text(notes.placed, puzzle.layout)
    return fields


def escaped(name: str) -> str:
    """Return the column of a detail, which must not look like another one."""
    is_taken = is_column_name(name) or name.startswith(ESCAPE)
    return f"{ESCAPE}{name}" if is_taken else name


def has_plain_details(details: Sequence[tuple[str, str]]) -> bool:
    """Return whether every detail can have a column: other names, no blanks around, some text."""
    names = [name for name, _ in details]
    return len(set(names)) == len(names) and all(
        name == name.strip() and name and text for name, text in details
    )


class Plan:
    """The columns of a table to be written, from the puzzles that come first."""

    def __init__(self, puzzles: Iterable[Puzzle], lost: Callable[[str], None] | None) -> None:
        rest = iter(puzzles)
        first = list(islice(rest, PLANNED))
        self.puzzles: Iterator[Puzzle] = chain(first, rest)
        self._lost = lost
        used = {"puzzle": True}
        details: dict[str, None] = {}
        for puzzle in first:
            used |= dict.fromkeys([*puzzle_fields(puzzle), *note_fields(puzzle)], True)
            if has_plain_details(puzzle.notes.details):
                details |= {name: None for name, _ in puzzle.notes.details}
        self._details = {name: i for i, name in enumerate(details)}
        self.roles = [role for role in ROLES if role in used]
        if not all(self._fits(puzzle) for puzzle in first):
            self.roles.append("details")
        self.names = [*self.roles, *map(escaped, self._details)]

    def _fits(self, puzzle: Puzzle) -> bool:
        details = puzzle.notes.details
        places = [self._details.get(name, -1) for name, _ in details]
        in_order = -1 not in places and places == sorted(places)
        return not details or (in_order and has_plain_details(details))

    def rows(self) -> Iterator[list[str | None]]:
        """Yield the cells of every puzzle; ArgumentError or `lost` if one has no column.

        A board that would be read as another one without its column is left out: `lost` is called
        `puzzle`.
        """
        for puzzle in self.puzzles:
            row = self._row(puzzle)
            if row is not None:
                yield row

    def _row(self, puzzle: Puzzle) -> list[str | None] | None:
        fields = self._board(puzzle)
        if fields is None:
            return None
        fields |= note_fields(puzzle)
        known: dict[str, str] = {}
        if self._fits(puzzle):
            known = dict(puzzle.notes.details)
        elif "details" in self.roles:
            fields["details"] = json.dumps(puzzle.notes.details, ensure_ascii=False)
        else:
            known = {name: text for name, text in puzzle.notes.details if name in self._details}
            for name in dict(puzzle.notes.details):
                if name not in known:
                    self._drop(name)
        for role in fields:
            if role not in self.roles:
                self._drop(role)
        return [*(fields.get(role) for role in self.roles), *(map(known.get, self._details))]

    def _board(self, puzzle: Puzzle) -> dict[str, str] | None:
        """Return the columns of a board; None if one is missing that it cannot do without."""
        fields = puzzle_fields(puzzle)
        missing = next((role for role in fields if role not in self.roles), None)
        if missing is None:
            return fields
        if missing == "box" and (drawn := _drawn(Puzzle(puzzle.cells, puzzle.layout))):
            rest = {role: text for role, text in fields.items() if role not in ("puzzle", "box")}
            if all(role in self.roles for role in rest):
                return {"puzzle": drawn, **rest}
        self._drop("puzzle", missing)
        return None

    def _drop(self, name: str, column: str | None = None) -> None:
        if self._lost is None:
            missing = column or name
            raise ArgumentError(
                f"the first {PLANNED} puzzles have no {missing!r}, but a later one does"
            )
        self._lost(name)


def _drawn(puzzle: Puzzle) -> str | None:
    """Draw a board so that its frame tells the boxes; None if that would be read otherwise."""
    try:
        text = grid.format(puzzle)
    except ArgumentError:
        return None
    return text if _reads_as(text, None, puzzle) else None
