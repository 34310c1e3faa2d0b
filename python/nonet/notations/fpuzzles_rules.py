"""The constraints of f-puzzles that nonet has rules for, both ways.

A flag is a rule with a name. An `extraregion` is a house if it has as many cells as the board has
rows, else its cells differ, as those of a `killercage` without a sum do. `odd`, `even` and
`givenPencilMarks` limit the candidates of a cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.named_rules import NamedRule
from nonet.core.puzzle import Puzzle
from nonet.core.rules import Candidates, Different, House, Rule
from nonet.text.json_text import KNOWN_RULES, JsonText, Path, is_nothing

FLAGS = {
    "diagonal-": "diagonal-down",
    "diagonal+": "diagonal-up",
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint-groups",
}
"""The rules that are on or off, by their names in a document."""
_FLAG_OF = {name: flag for flag, name in FLAGS.items()}
_WINDOKU = NamedRule("windoku")
_CELL = re.compile(r"[Rr]([1-9]\d?)[Cc]([1-9]\d?)", re.ASCII)
_COSMETIC = {"outlineC", "baseC", "fontC", "highlight"}
"""The fields of a constraint that only affect how it looks."""


def read_rules(
    document: JsonText, members: dict[str, Any], cells: list[dict[str, Any]], layout: Layout
) -> tuple[Rule, ...]:
    """Read all rules; an unknown constraint is refused by name."""
    rules: list[Rule] = []
    for name, value in members.items():
        if name in FLAGS and not is_nothing(value):
            if value is not True:
                raise document.wrong((name,), "true or false", value)
            rules.append(checked(document, (name,), NamedRule(FLAGS[name]), layout))
        elif name in _LISTS and not is_nothing(value):
            for index, item in enumerate(document.items((name,), value)):
                path = (name, index)
                entry = document.members(path, item, f"{name} as an object")
                rules += _LISTS[name](document, path, entry, layout)
    rules += _given_pencil_marks(document, cells, layout)
    return _with_windows(rules, layout)


def checked(document: JsonText, path: Path, rule: Rule, layout: Layout) -> Rule:
    """Return a rule that fits a layout, or raise an error that says why it does not."""
    try:
        rule.expand(layout)
    except ArgumentError as error:
        raise document.refused(path, error) from None
    return rule


def _region(
    document: JsonText, path: Path, entry: dict[str, Any], layout: Layout
) -> Iterator[Rule]:
    _check_names(document, path, entry, {"cells"})
    cells = _cells(document, path, entry, layout)
    label = f"extra house {int(path[-1]) + 1}"
    if len(cells) == layout.size:
        yield House(cells, label)
    elif len(cells) > 1:
        yield Different(cells, label)


def _cage(document: JsonText, path: Path, entry: dict[str, Any], layout: Layout) -> Iterator[Rule]:
    if entry.get("value") not in (None, ""):
        raise document.error(
            (*path, "value"), KNOWN_RULES, "the constraint 'killercage' with a sum"
        )
    _check_names(document, path, entry, {"cells", "value"})
    cells = _cells(document, path, entry, layout)
    if len(cells) > 1:
        yield Different(cells, f"cage {int(path[-1]) + 1}")


def _parity(odd: int) -> Callable[[JsonText, Path, dict[str, Any], Layout], Iterator[Rule]]:
    def read(
        document: JsonText, path: Path, entry: dict[str, Any], layout: Layout
    ) -> Iterator[Rule]:
        _check_names(document, path, entry, {"cell"})
        cell = _cell(document, (*path, "cell"), entry.get("cell"), layout.size)
        yield Candidates(cell, tuple(range(2 - odd, layout.size + 1, 2)))

    return read


_LISTS = {"extraregion": _region, "killercage": _cage, "odd": _parity(1), "even": _parity(0)}
"""Reads one entry in a list of constraints."""
NAMES = {*FLAGS, *_LISTS}
"""The constraints that can be read."""


def _check_names(document: JsonText, path: Path, entry: dict[str, Any], known: set[str]) -> None:
    for name, value in entry.items():
        if name not in known and name not in _COSMETIC and not is_nothing(value):
            raise document.error((*path, name), " or ".join(sorted(known)), f"{name[:40]!r}")


def _cells(
    document: JsonText, path: Path, entry: dict[str, Any], layout: Layout
) -> tuple[int, ...]:
    path = (*path, "cells")
    listed = document.items(path, entry.get("cells"), "a list of cells")
    cells = [_cell(document, (*path, i), name, layout.size) for i, name in enumerate(listed)]
    for index, cell in enumerate(cells):
        if cell in cells[:index]:
            raise document.error((*path, index), "every cell once", f"{listed[index]!r} twice")
    return tuple(cells)


def _cell(document: JsonText, path: Path, value: Any, size: int) -> int:
    match = _CELL.fullmatch(value) if isinstance(value, str) else None
    if match is None or max(place := [int(match[1]), int(match[2])]) > size:
        raise document.wrong(path, f"a cell from R1C1 to R{size}C{size}", value)
    return (place[0] - 1) * size + place[1] - 1


def _given_pencil_marks(
    document: JsonText, cells: list[dict[str, Any]], layout: Layout
) -> Iterator[Rule]:
    for index, cell in enumerate(cells):
        if "givenPencilMarks" in cell:
            path = ("grid", *divmod(index, layout.size), "givenPencilMarks")
            if digits := document.digits(path, cell["givenPencilMarks"], layout.size):
                yield Candidates(index, digits)


def _with_windows(rules: list[Rule], layout: Layout) -> tuple[Rule, ...]:
    """Return the rules, with all four windows combined into one windoku rule."""
    try:
        windows = set(_WINDOKU.expand(layout))
    except ArgumentError:
        return tuple(rules)
    if not windows or not windows <= set(rules):
        return tuple(rules)
    return (_WINDOKU, *(rule for rule in rules if rule not in windows))


def write_rules(puzzle: Puzzle, document: dict[str, Any], cells: list[dict[str, Any]]) -> None:
    """Add rules to a document and its cells; ArgumentError for a rule that it cannot hold."""
    for rule in _written_out(puzzle.rules, puzzle.layout):
        if isinstance(rule, NamedRule):
            document[_FLAG_OF[rule.name]] = True
        elif isinstance(rule, Candidates):
            if not rule.digits:  # An empty list would be no limit; no digit is odd and even.
                for name in ("odd", "even"):
                    entry = {"cell": _names(rule.cells, puzzle.layout)[0]}
                    document.setdefault(name, []).append(entry)
                continue
            cells[rule.cell]["givenPencilMarks"] = list(rule.digits)
        else:
            name = "extraregion" if isinstance(rule, House) else "killercage"
            document.setdefault(name, []).append({"cells": _names(rule.cells, puzzle.layout)})


def _written_out(rules: Iterable[Rule], layout: Layout) -> Iterator[Rule]:
    """Yield rules that a document can name; expand the others into basic rules."""
    for rule in rules:
        has_flag = isinstance(rule, NamedRule) and rule.name in _FLAG_OF
        for part in (rule,) if has_flag else rule.expand(layout):
            if not has_flag and not isinstance(part, House | Different | Candidates):
                raise ArgumentError(f"f-puzzles cannot hold the rule {rule.name}")
            yield part


def _names(cells: Iterable[int], layout: Layout) -> list[str]:
    places = (divmod(cell, layout.size) for cell in cells)
    return [f"R{row + 1}C{column + 1}" for row, column in places]
