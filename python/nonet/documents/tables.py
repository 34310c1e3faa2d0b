"""Puzzles in tables: which column is what, and from rows to puzzles and back.

A table is a CSV file, JSON Lines or Parquet. Its columns are found by their names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from nonet.core.cells import cell_name
from nonet.core.errors import Advice, ArgumentError, ParseError, UnknownRuleError
from nonet.core.layout import Layout
from nonet.core.notes import Notes
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.core.rule_texts import parse_rules, rule_from_dict
from nonet.core.rules import Rule
from nonet.notations.parsing import parse_text
from nonet.text.arrays import parse_list
from nonet.text.lines import LONGEST_TEXT
from nonet.text.position import changed_given

ROLES: dict[str, tuple[str, ...]] = {
    "puzzle": ("puzzle", "puzzles", "quizzes", "quiz", "question", "board", "sudoku", "cells"),
    "solution": ("solution", "solutions", "answer", "answers"),
    "rating": ("rating",),
    "level": ("level", "difficulty"),
    "name": ("name", "id"),
    "author": ("author",),
    "source": ("source",),
    "comment": ("comment",),
    "date": ("date",),
    "url": ("url",),
    "placed": ("placed",),
    "marks": ("marks",),
    "box": ("box",),
    "box_rows": ("box_rows",),
    "box_cols": ("box_cols",),
    "regions": ("regions",),
    "rules": ("rules",),
    "details": ("details",),
}
"""The names of every column that is more than a detail, the preferred one first."""
_LAST_RESORT = ("givens", "clues")
"""Names of the puzzle where nothing else is one; else they are numbers of givens."""
WORDS = ("name", "author", "source", "comment", "rating", "level", "date", "url")
ESCAPE = "details."
"""Stands before a detail that is named like another column."""
LONGEST_ROW = LONGEST_TEXT
_NAMES = {name for names in ROLES.values() for name in names}
_BOX = re.compile(r"(\d{1,3})x(\d{1,3})", re.ASCII)
_SURROGATE = re.compile("[\ud800-\udfff]")


def _key(name: str) -> str:
    return name.strip().lower()


def is_puzzle_name(name: str) -> bool:
    """Return whether a column of that name is the puzzle: `Quizzes`, or `Sudoku Puzzle`."""
    words = _key(name).split()
    return bool(words) and all(word in ROLES["puzzle"] for word in words)


def may_be_puzzle_name(name: str) -> bool:
    """Return whether a column of that name is the puzzle if no other is, and it has puzzles."""
    return _key(name) in _LAST_RESORT


def is_column_name(name: str) -> bool:
    """Return whether a column of that name is more than a detail."""
    return _key(name) in _NAMES or is_puzzle_name(name)


class Columns:
    """What the columns of a table are; `chosen` names them where their own names do not tell."""

    def __init__(self, names: Sequence[str], chosen: Mapping[str, str] | None = None) -> None:
        self.names = names
        self.roles: dict[str, int] = {}
        keys = [_key(name) for name in names]
        for role, name in (chosen or {}).items():
            if role not in ROLES:
                raise ArgumentError(f"expected a column of {', '.join(ROLES)}, found {role!r}")
            self.roles[role] = _find_chosen(names, keys, role, name)
        free = [i for i in range(len(names)) if i not in self.roles.values()]
        for role, known in ROLES.items():
            if role not in self.roles:
                found = _find(role, known, names, keys, free)
                if found is not None:
                    self.roles[role] = found
        taken = set(self.roles.values())
        self.others = [(i, _unescaped(name)) for i, name in enumerate(names) if i not in taken]
        self._puzzle = self.roles["puzzle"]
        self._rules = self.roles.get("rules")
        self._words = [(role, self.roles[role]) for role in WORDS if role in self.roles]
        self._is_plain = not self.roles.keys() & {
            *("placed", "marks", "box", "box_rows", "box_cols", "regions", "details")
        }

    @property
    def is_plain(self) -> bool:
        """True if a row has only a puzzle, a solution, words and details."""
        return self._is_plain and self._rules is None

    def fields(self, row: Sequence[Any]) -> dict[str, Any]:
        """Return the other values of a row, by column name."""
        pairs = enumerate(zip(self.names, row, strict=True))
        return {name: value for i, (name, value) in pairs if i != self._puzzle}

    def read(
        self, row: Sequence[Any], notation: str, layout: Layout | None, alphabet: str | None
    ) -> Puzzle:
        """Read a row; ParseError says which column is wrong."""
        if layout is None and not self._is_plain:
            layout = self._layout(row)
        try:
            puzzle = _parse(row[self._puzzle], layout, alphabet)
        except ParseError as error:
            raise self._wrong("puzzle", error) from None
        notes = self._notes(row, puzzle)
        rules = puzzle.rules
        if self._rules is not None:
            rules += _read_rules(row[self._rules], self.names[self._rules], puzzle.layout)
        return Puzzle(puzzle.cells, puzzle.layout, notation, notes, rules=rules)

    def _notes(self, row: Sequence[Any], puzzle: Puzzle) -> Notes:
        found: dict[str, Any] = {}
        for role, i in self._words:
            text = as_text(row[i])
            if text:
                found[role] = text
        if "solution" in self.roles:
            found["solution"] = self._cells("solution", row, puzzle)
        if not self._is_plain:
            found["placed"] = self._cells("placed", row, puzzle)
            found["pencil_marks"] = self._pencil_marks(row, puzzle)
        details = [(name, text) for i, name in self.others if (text := as_text(row[i]))]
        if "details" in self.roles:
            details += self._details(row)
        if details:
            found["details"] = tuple(details)
        if puzzle.notes is not NO_NOTES:
            known = {name: value for name, value in found.items() if value is not None}
            return replace(puzzle.notes, **known)
        return Notes(**found) if found else NO_NOTES

    def _cells(self, role: str, row: Sequence[Any], puzzle: Puzzle) -> bytes | None:
        """Read a further grid of the same board; None if there is none."""
        value = row[self.roles[role]] if role in self.roles else None
        if isinstance(value, list) and _are_grids(value, puzzle.layout):
            value = value[0]  # Of several solutions, as `nonet solve --json` lists them, the first.
        if value is None or value in ("", []):
            return None
        try:
            cells = _parse(value, puzzle.layout, None).cells
            _check_givens(cells, puzzle, role)
        except ParseError as error:
            raise self._wrong(role, error) from None
        return cells

    def _pencil_marks(
        self, row: Sequence[Any], puzzle: Puzzle
    ) -> tuple[tuple[int, ...], ...] | None:
        value = row[self.roles["marks"]] if "marks" in self.roles else None
        if value is None or value == "":
            return None
        size, cells = puzzle.layout.size, puzzle.layout.cell_count
        if isinstance(value, str):
            value = _decode(value, "marks")
        if not isinstance(value, list) or len(value) != cells:
            raise ParseError(f"a list of {cells} lists of candidates", "others (field 'marks')")
        for digits in value:
            good = isinstance(digits, list) and all(type(digit) is int for digit in digits)
            if not good or digits != sorted({d for d in digits if 1 <= d <= size}):
                expected = f"candidates 1-{size}, ascending"
                raise ParseError(expected, f"{str(digits)[:40]} (field 'marks')")
        return tuple(map(tuple, value))

    def _details(self, row: Sequence[Any]) -> list[tuple[str, str]]:
        value = row[self.roles["details"]]
        if value is None or value == "":
            return []
        if isinstance(value, str):
            if value[:1] != "[":
                return [("details", value)]
            value = _decode(value, "details")
        pairs = list(value.items()) if isinstance(value, dict) else value
        if not isinstance(pairs, list) or not all(map(_is_pair, pairs)):
            raise ParseError("a list of names and texts", "another value (field 'details')")
        return [(_checked(name), _checked(text)) for name, text in pairs]

    def _layout(self, row: Sequence[Any]) -> Layout | None:
        """Return the layout that the row itself tells."""
        values = {
            role: row[self.roles[role]]
            for role in ("regions", "box", "box_rows", "box_cols")
            if role in self.roles and row[self.roles[role]] not in (None, "")
        }
        try:
            if "regions" in values:
                return _regions(_hashable(values["regions"]))
            if "box" in values:
                return _box(values["box"])
            if "box_rows" in values and "box_cols" in values:
                return _box([values["box_rows"], values["box_cols"]])
        except (ArgumentError, TypeError) as error:
            name = "regions" if "regions" in values else "box"
            raise ParseError("the layout of a board", f"{error} (field {name!r})") from None
        return None

    def _wrong(self, role: str, error: ParseError) -> ParseError:
        """Return an error that names its column; its place in the cell is kept."""
        i = self.roles[role]
        name = self.names[i]
        column = f" (field {name[:40]!r})"
        message = error.message and f"{error.message}{column}"
        found = ColumnError(
            error.expected, f"{error.found}{column}", advice=error.advice, message=message
        )
        found.field, found.offset = i, error.column if error.line == 1 else None
        return found


def _are_grids(values: list[Any], layout: Layout) -> bool:
    """Return whether the items of a list are whole grids as texts, and not rows or cells."""
    first = values[0] if values else None
    return isinstance(first, str) and len(first) >= layout.cell_count > 1


def _read_rules(value: Any, column: str, layout: Layout) -> tuple[Rule, ...]:
    """Read the rules of a row: a text, or a list of texts and objects."""
    if value is None or value in ("", []):
        return ()
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = _decode(value, column)
    items = value if isinstance(value, list) else [value]
    rules: list[Rule] = []
    try:
        for item in items:
            rules += (
                parse_rules(item, layout)
                if isinstance(item, str)
                else (rule_from_dict(item, layout),)
            )
    except ParseError as error:
        raise ParseError(error.expected, f"{error.found} (field {column[:40]!r})") from None
    except (ArgumentError, UnknownRuleError) as error:
        raise ParseError("rules of the board", f"{error} (field {column[:40]!r})") from None
    return tuple(rules)


def _check_givens(cells: bytes, puzzle: Puzzle, role: str) -> None:
    """Refuse digits placed, or of a solution, that are not the givens."""
    cell = changed_given(puzzle.cells, cells)
    if cell is not None:
        place = f"{cell_name(cell, puzzle.layout.size)} of the {role}"
        raise ParseError(f"the given {puzzle.cells[cell]} in {place}", str(cells[cell]))


class ColumnError(ParseError):
    """An error in a cell of a table: which one, and at which symbol of it."""

    field: int = 0
    offset: int | None = None


def _find_chosen(names: Sequence[str], keys: list[str], role: str, name: str) -> int:
    """Find a column that the user named, or numbered from 1."""
    if name in names:
        return list(names).index(name)
    if _key(name) in keys:
        return keys.index(_key(name))
    if name.isascii() and name.isdigit() and 1 <= int(name[:6]) <= len(names):
        return int(name) - 1
    raise ParseError(f"a column {name[:40]!r} for the {role}", _listed(names))


def _find(
    role: str, known: Sequence[str], names: Sequence[str], keys: list[str], free: list[int]
) -> int | None:
    """Find the column of a role by its name, the preferred name first."""
    if role != "puzzle":
        found = [i for name in known for i in free if keys[i] == name]
        return found[0] if found else None
    found = [i for i in free if is_puzzle_name(names[i])]
    found = found or [i for i in free if keys[i] in _LAST_RESORT]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(known[:-1])
    if found:
        several = _listed([names[i] for i in found])
        raise ParseError("one column of puzzles", several, advice=Advice("columns"))
    advice = Advice("columns", is_alternative=True)
    raise ParseError(f"a column named {listed}", _listed(names), advice=advice)


def _listed(names: Sequence[str]) -> str:
    listed = ", ".join(repr(name[:40]) for name in names[:12])
    return f"the columns {listed}{' and more' * (len(names) > 12)}" if names else "no columns"


def _unescaped(name: str) -> str:
    return name.removeprefix(ESCAPE)


def _is_pair(pair: Any) -> bool:
    return (
        isinstance(pair, list | tuple)
        and len(pair) == 2
        and isinstance(pair[0], str)
        and isinstance(pair[1], str)
    )


def _decode(text: str, column: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ParseError("JSON", f"{text[:20]!r} (field {column!r})") from None


def as_text(value: Any) -> str | None:
    """Return what stands in a cell as text; None if nothing does."""
    if value is None:
        return None
    if isinstance(value, str):
        return _checked(value)
    if isinstance(value, bool | list | dict):
        return _checked(json.dumps(value, default=str))
    return _checked(str(value))


def _checked(text: str) -> str:
    """Refuse half a character, which no file can hold."""
    if not text.isascii() and _SURROGATE.search(text):
        raise ParseError("text", "half a character (a lone surrogate)")
    return text


def _parse(value: Any, layout: Layout | None, alphabet: str | None) -> Puzzle:
    if isinstance(value, str | bytes):
        return parse_text(value, layout=layout, alphabet=alphabet)
    if isinstance(value, list):
        return parse_list(value, layout=layout, alphabet=alphabet)
    raise ParseError("a puzzle as text or a list", "nothing" if value is None else str(value)[:40])


@lru_cache(64)
def _regions(regions: Any) -> Layout:
    return Layout.of_regions(regions)


def _hashable(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_hashable, value))
    return value


def _box(value: Any) -> Layout:
    match = _BOX.fullmatch(value) if isinstance(value, str) else None
    if match:
        return _box_shape(int(match[1]), int(match[2]))
    if isinstance(value, list | tuple) and len(value) == 2:
        rows, cols = (int(x) if isinstance(x, str) and x.isdigit() else x for x in value)
        if type(rows) is type(cols) is int and 0 < rows < 256 and 0 < cols < 256:
            return _box_shape(rows, cols)
    raise ArgumentError(f"{str(value)[:40]!r} is not a box shape such as 2x3")


@lru_cache(64)
def _box_shape(rows: int, cols: int) -> Layout:
    return Layout(rows, cols)
