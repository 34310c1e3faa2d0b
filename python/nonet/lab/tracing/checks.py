"""Check that the events of a file are consistent: cells, digits and nodes exist, in order."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from string import Formatter

from nonet.core.errors import ParseError
from nonet.core.puzzle import Puzzle
from nonet.lab.tracing.events import (
    CAUSE_NAMES,
    CAUSES,
    COUNTABLE,
    KIND_CODES,
    KIND_NAMES,
    KINDS,
    MOST,
    NEEDED,
    Kind,
    Packed,
)

_CONCLUSIONS = (KIND_CODES["eliminate"], KIND_CODES["place"])
_CHOOSE, _ASSIGN, _BACKTRACK = (KIND_CODES[kind] for kind in ("choose", "assign", "backtrack"))
_LOCAL = {KIND_CODES[kind] for kind in ("fill", "move", "restart", "solution")}
_EVERYWHERE = {KIND_CODES[kind] for kind in ("restart", "solution")}

_AT_NODES = {KIND_CODES[name] for name, kind in KINDS.items() if kind.numbers[:1] == ("node",)}

_Bounds = tuple[str, int, int]
"""The name of a field, the least it may be, the most."""


class Checker:
    """Checks the events of a trace in order and refuses impossible ones.

    Events that pass can be replayed: every number stays within the board and the tree.
    """

    def __init__(self, puzzle: Puzzle, keeps: str) -> None:
        layout = puzzle.layout
        self._cells = layout.cell_count
        self._is_local = keeps == "filling"
        self._parents = array("I", [0])
        self._concluding = not self._is_local
        self._work = 0
        cells, digits = (0, self._cells - 1), (1, layout.size)
        bounds = {
            **dict.fromkeys(("cell", "other", "by", "cells", "others"), cells),
            **dict.fromkeys(("digit", "values", "refused"), digits),
            "house": (0, len(puzzle.geometry.groups) - 1),
            "cause": (0, len(CAUSES) - 1),
        }
        self._numbers = [_bounds(kind.numbers, bounds) for kind in KINDS.values()]
        self._lists = [_bounds(kind.lists, bounds) for kind in KINDS.values()]
        self._places = [("places", *cells), ("places", *digits)]

    def check(self, event: Packed) -> None:
        """Check an event; ParseError says what is wrong with it."""
        code = event.code
        self._work += event.checks + event.revisions
        _require(self._work, ("the work of all events", 0, COUNTABLE))
        needed = NEEDED[KIND_NAMES[code]]
        for stored, bounds in zip(event.numbers, self._numbers[code], strict=True):
            if stored:
                if not bounds[1] < stored <= bounds[2] + 1:
                    _require(stored - 1, bounds)
            elif bounds[0] in needed:
                raise ParseError(f"{bounds[0]} of {KIND_NAMES[code]!r}", "none")
        for items, bounds in zip(event.lists, self._lists[code], strict=True):
            if items:
                if min(items) < bounds[1] or max(items) > bounds[2]:
                    _require(min(items), bounds)
                    _require(max(items), bounds)
            elif bounds[0] in needed:
                raise ParseError(f"{bounds[0]} of {KIND_NAMES[code]!r}", "none")
        if cause_place := _CAUSE_PLACES[code]:
            self._check_cause(event, event.numbers[cause_place] - 1)
        if (code in _LOCAL) != self._is_local and code not in _EVERYWHERE:
            boards = "full boards" if self._is_local else "boards with open cells"
            raise ParseError(f"an event of a search on {boards}", repr(KIND_NAMES[code]))
        self._check_nodes(event)
        if code == _CHOOSE:
            self._check_choice(event)
        elif KIND_NAMES[code] == "fill" and len(event.lists[0]) != self._cells:
            raise ParseError(f"{self._cells} values", f"{len(event.lists[0])}")

    def _check_cause(self, event: Packed, cause: int) -> None:
        """Check that all fields that the cause's wording needs are present."""
        kind = KINDS[KIND_NAMES[event.code]]
        for name in _SPOKEN_OF[cause]:
            if not _has(event, kind, name):
                raise ParseError(f"{name} of the cause {CAUSE_NAMES[cause]!r}", "none")

    def _check_nodes(self, event: Packed) -> None:
        """Check that nodes exist, are numbered in order, and own their inferences."""
        code, parents = event.code, self._parents
        if code in _CONCLUSIONS:
            if not self._concluding:
                expected = "what inference concludes right after 'assign' or at the start"
                raise ParseError(expected, repr(KIND_NAMES[code]))
            return
        self._concluding = code == _ASSIGN
        if code == _ASSIGN:
            node, parent = event.numbers[0] - 1, event.numbers[1] - 1
            if node != len(parents):
                raise ParseError(f"node {len(parents)}, the next", f"node {node}")
            _require(parent, ("parent", 0, node - 1))
            parents.append(parent)
        elif code in _AT_NODES:
            node = event.numbers[0] - 1
            _require(node, ("node", 0, 0 if self._is_local else len(parents) - 1))
            if code == _BACKTRACK and event.numbers[1] != (parents[node] + 1 if node else 0):
                above = f"to the node above, {parents[node]}" if node else "to nowhere, from 0"
                raise ParseError(above, f"to {event.numbers[1] - 1}")

    def _check_choice(self, event: Packed) -> None:
        """Check that either values of a cell or places are chosen."""
        values, refused, places = event.lists
        if event.numbers[1] and places:
            raise ParseError("a cell with values, or places", "both")
        if not event.numbers[1] and (values or refused):
            raise ParseError("the cell of the values", "none")
        if len(places) % 2:
            raise ParseError("places as cell, digit, ...", f"{len(places)} numbers")
        for start, bounds in enumerate(self._places):
            for number in places[start::2]:
                _require(number, bounds)


def _bounds(names: tuple[str, ...], known: dict[str, tuple[int, int]]) -> list[_Bounds]:
    return [(name, *known.get(name, (0, MOST - 1))) for name in names]


def _require(number: int, bounds: _Bounds) -> None:
    name, low, high = bounds
    if not low <= number <= high:
        raise ParseError(f"{name} from {low} to {high}", f"{number}")


def _has(event: Packed, kind: Kind, name: str) -> bool:
    found: Sequence[int] | int = 0
    if name in kind.numbers:
        found = event.numbers[kind.numbers.index(name)]
    elif name in kind.lists:
        found = event.lists[kind.lists.index(name)]
    return bool(found)


_CAUSE_PLACES = [
    kind.numbers.index("cause") if "cause" in kind.numbers else 0 for kind in KINDS.values()
]
"""Where each kind has its cause, which is nowhere its first number; 0 if it has none."""
_SPOKEN_OF = [
    tuple(name for _, name, _, _ in Formatter().parse(words) if name) for words in CAUSES.values()
]
"""The fields that the words of each cause need."""
