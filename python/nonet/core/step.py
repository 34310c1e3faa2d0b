"""Steps: what follows from a board, and the marks that show why.

A technique finds a step, a board applies it, and a renderer draws its marks, independently of each
other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from math import inf
from typing import Any, Self, TypeAlias

from nonet.core.cells import cell_index, cell_name
from nonet.core.errors import ArgumentError
from nonet.core.line import SYMBOLS

Candidate: TypeAlias = tuple[int, int]
"""A cell, counted from 0, and a digit."""

ROLES: dict[str, str] = {
    "placed": "a candidate that is placed",
    "eliminated": "a candidate that is eliminated",
    "pattern": "part of the pattern: the cells of a wing, the digits of a subset",
    "base": "houses whose candidates are all in the cover houses, as in a fish",
    "cover": "houses that contain all candidates of the base houses",
    "fin": "extra candidates in the pattern: fins, the extra digits of a rectangle",
    "on": "true if the start of the chain is true; the first of two colours",
    "off": "false if the start of the chain is true; the other colour",
    "set-a": "a set of cells, such as an almost locked set",
    "set-b": "a second set",
    "set-c": "a third set",
    "set-d": "a fourth set",
    "cause": "the cells and houses that cause it",
    "chosen": "what a search chooses or tries",
    "refused": "candidates of the chosen cell that a peer already has",
    "conflict": "cells and houses that cannot be filled: a dead end",
    "repeated": "digits that are repeated in a house",
    "clashing": "digits that break a rule, givens included",
    "differing": "cells whose digit differs between solutions",
}
"""Every role of a mark, and its meaning."""


@dataclass(frozen=True, slots=True)
class Link:
    """An inference from a candidate, or a group of candidates with one digit, to another.

    A strong link means that at least one of the two is true, a weak link that at least one is
    false.

    >>> Link((0, 5), (8, 5), strong=True)
    Link(start=((0, 5),), end=((8, 5),), strong=True)
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool = False

    def __post_init__(self) -> None:
        for name in ("start", "end"):
            found: Any = getattr(self, name)
            if isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], int):
                found = (found,)
            candidates = _candidates(f"link.{name}", found)
            if not candidates:
                raise ArgumentError(f"link.{name}: expected at least one candidate, found none")
            object.__setattr__(self, name, candidates)
        if not isinstance(self.strong, bool):
            raise ArgumentError(f"link.strong: expected True or False, found {self.strong!r:.40}")

    def to_dict(self) -> dict[str, Any]:
        """Return the link as plain data."""
        return {"start": _lists(self.start), "end": _lists(self.end), "strong": self.strong}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build a link from the result of `to_dict`."""
        return cls(**_fields(cls, data))


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to highlight on a board: its role in the step, and where it is.

    `role` is a name of ROLES; houses are numbers as in `puzzle.houses`.

    >>> Mark("base", houses=[4, 1]).houses
    (1, 4)
    """

    role: str
    cells: tuple[int, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    houses: tuple[int, ...] = ()
    links: tuple[Link, ...] = ()
    """In the order of the chain."""

    def __post_init__(self) -> None:
        if not isinstance(self.role, str) or self.role not in ROLES:
            roles = ", ".join(ROLES)
            raise ArgumentError(f"mark.role: expected one of {roles}, found {self.role!r:.40}")
        object.__setattr__(self, "cells", _numbers("mark.cells", self.cells))
        object.__setattr__(self, "candidates", _candidates("mark.candidates", self.candidates))
        object.__setattr__(self, "houses", _numbers("mark.houses", self.houses))
        object.__setattr__(self, "links", _all_of(Link, "mark.links", self.links))

    def to_dict(self) -> dict[str, Any]:
        """Return the mark as plain data; empty fields are omitted."""
        data = {
            "cells": list(self.cells),
            "candidates": _lists(self.candidates),
            "houses": list(self.houses),
            "links": [link.to_dict() for link in self.links],
        }
        return {"role": self.role, **{name: value for name, value in data.items() if value}}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build a mark from the result of `to_dict`."""
        found = _fields(cls, data)
        if "links" in found:
            found["links"] = _each("mark.links", found["links"], Link.from_dict)
        return cls(**found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What follows from a board by one technique, how hard it is to find, and why it holds.

    Placements and eliminations are pairs of a cell, counted from 0, and a digit.

    >>> print(Step(technique="naked-single", placements=[(33, 5)]))
    naked-single: r4c7=5
    """

    technique: str
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    se_rating: float | None = None
    """Sudoku Explainer's rating of this step; None if it lacks the technique."""
    hodoku_score: int | None = None
    """HoDoKu's score for this step; None if it lacks the technique."""
    marks: tuple[Mark, ...] = ()
    """Why it follows; placements and eliminations need no separate marks."""
    proof: tuple[tuple[Any, ...], ...] | None = None
    """Why it follows: inferences that `nonet.check_step` checks; None if there is no proof."""
    size: int = 9
    """Number of rows."""

    def __post_init__(self) -> None:
        if not isinstance(self.technique, str) or not self.technique:
            raise ArgumentError(f"step.technique: expected a name, found {self.technique!r:.40}")
        if not _is_natural(self.size) or not self.size:
            raise ArgumentError(f"step.size: expected 1 or more, found {self.size!r:.40}")
        for name in ("placements", "eliminations"):
            object.__setattr__(self, name, _candidates(f"step.{name}", getattr(self, name)))
        object.__setattr__(self, "marks", _all_of(Mark, "step.marks", self.marks))
        for name, types in (("se_rating", (int, float)), ("hodoku_score", int)):
            value = getattr(self, name)
            fits = isinstance(value, types) and not isinstance(value, bool)
            if value is not None and (not fits or value in (inf, -inf) or value != value):
                raise ArgumentError(f"step.{name}: expected a number or None, found {value!r:.40}")
        if self.proof is not None:
            try:
                proof = tuple(
                    _frozen("step.proof", one) for one in _items("step.proof", self.proof)
                )
            except RecursionError:
                raise ArgumentError("step.proof: nested too deeply") from None
            object.__setattr__(self, "proof", proof)
        self._check_board()

    def _check_board(self) -> None:
        """Check that all candidates are on the board, and that no cell gets two digits."""
        parts = {"placements": self.placements, "eliminations": self.eliminations}
        for number, mark in enumerate(self.marks):
            parts[f"marks[{number}]"] = (
                *mark.candidates,
                *((cell, 1) for cell in mark.cells),
                *(pair for link in mark.links for pair in (*link.start, *link.end)),
            )
        for name, candidates in parts.items():
            for cell, digit in candidates:
                if cell >= self.size**2 or digit > self.size:
                    board = f"{self.size}x{self.size}"
                    raise ArgumentError(
                        f"step.{name}: expected a candidate of {board}, found {(cell, digit)}"
                    )
        cells = [cell for cell, _ in self.placements]
        for cell, digit in (*self.placements, *self.eliminations):
            name = cell_name(cell, self.size)
            if cells.count(cell) > 1:
                raise ArgumentError(f"step.placements: expected one digit for {name}, found two")
            if (cell, digit) in self.placements and (cell, digit) in self.eliminations:
                raise ArgumentError(
                    f"step.eliminations: expected other candidates than those placed, "
                    f"found {format_elimination(cell, digit, self.size)}"
                )

    @property
    def picture_marks(self) -> tuple[Mark, ...]:
        """Everything a picture of the step shows: the marks, then eliminations and placements."""
        shown = list(self.marks)
        if self.eliminations:
            shown.append(Mark("eliminated", candidates=self.eliminations))
        if self.placements:
            shown.append(Mark("placed", candidates=self.placements))
        return tuple(shown)

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain data, with all fields.

        >>> Step(technique="x-wing", eliminations=[(3, 5)]).to_dict()["eliminations"]
        [[3, 5]]
        """
        return {
            "technique": self.technique,
            "size": self.size,
            "placements": _lists(self.placements),
            "eliminations": _lists(self.eliminations),
            "se_rating": self.se_rating,
            "hodoku_score": self.hodoku_score,
            "marks": [mark.to_dict() for mark in self.marks],
            "proof": _thawed(self.proof),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Build a step from the result of `to_dict`; fields with a default may be missing."""
        found = _fields(cls, data)
        if "marks" in found:
            found["marks"] = _each("step.marks", found["marks"], Mark.from_dict)
        return cls(**found)

    def __str__(self) -> str:
        parts = [format_placement(*pair, self.size) for pair in self.placements]
        parts += [format_elimination(*pair, self.size) for pair in self.eliminations]
        return f"{self.technique}: {', '.join(parts) or 'nothing'}"


_PRINTED = re.compile(
    r"\s*(?P<cell>r\d+c\d+)\s*(?P<sign>=|<>)\s*(?P<digit>\d+|[A-P])\s*",
    re.IGNORECASE | re.ASCII,
)


def format_placement(cell: int, digit: int, size: int) -> str:
    """Return the printed form of a placement.

    >>> format_placement(33, 5, 9)
    'r4c7=5'
    """
    return f"{cell_name(cell, size)}={digit}"


def parse_placement(text: str, size: int) -> Candidate:
    """Read what `format_placement` writes."""
    return _parse(text, size, "=", "r4c7=5")


def format_elimination(cell: int, digit: int, size: int) -> str:
    """Return the printed form of an elimination.

    >>> format_elimination(33, 5, 9)
    'r4c7<>5'
    """
    return f"{cell_name(cell, size)}<>{digit}"


def parse_elimination(text: str, size: int) -> Candidate:
    """Read what `format_elimination` writes.

    >>> parse_elimination("r4c7<>5", 9)
    (33, 5)
    """
    return _parse(text, size, "<>", "r4c7<>5")


def parse_move(text: str, size: int) -> tuple[Candidate, bool]:
    """Read a move, printed as a placement or an elimination; True means a placement.

    Digits above 9 are printed as numbers, but may be letters as well, as in lines.

    >>> parse_move("r4c7<>5", 9), parse_move("r1c1=G", 16)
    (((33, 5), False), ((0, 16), True))
    """
    match = _PRINTED.fullmatch(text) if isinstance(text, str) else None
    sign = match["sign"] if match else ""
    return _parse(text, size, sign or "any", "r4c7=5 or r4c7<>5"), sign == "="


def _parse(text: str, size: int, sign: str, example: str) -> Candidate:
    match = _PRINTED.fullmatch(text) if isinstance(text, str) else None
    if match is None or match["sign"] != sign:
        raise ArgumentError(f"expected a text like {example}, found {text!r:.40}")
    written = match["digit"].upper()
    digit = int(written) if written.isdecimal() else 1 + SYMBOLS.index(written)
    if not 1 <= digit <= size:
        raise ArgumentError(f"{text.strip()}: expected a digit from 1 to {size}, found {written}")
    return cell_index(match["cell"], size), digit


def _is_natural(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _items(place: str, found: object) -> list[Any]:
    if not isinstance(found, Iterable) or isinstance(found, str | bytes | Mapping):
        raise ArgumentError(f"{place}: expected a sequence, found {found!r:.40}")
    return list(found)


def _numbers(place: str, found: object) -> tuple[int, ...]:
    items = _items(place, found)
    for item in items:
        if not _is_natural(item):
            raise ArgumentError(f"{place}: expected numbers from 0, found {item!r:.40}")
    return tuple(sorted(set(items)))


def _candidates(place: str, found: object) -> tuple[Candidate, ...]:
    pairs = set()
    for item in _items(place, found):
        pair = tuple(item) if isinstance(item, list | tuple) else ()
        if len(pair) != 2 or not all(map(_is_natural, pair)) or pair[1] < 1:
            raise ArgumentError(
                f"{place}: expected pairs of a cell from 0 and a digit from 1, found {item!r:.40}"
            )
        pairs.add(pair)
    return tuple(sorted(pairs))


def _all_of(kind: type, place: str, found: object) -> tuple[Any, ...]:
    items = _items(place, found)
    for item in items:
        if not isinstance(item, kind):
            raise ArgumentError(f"{place}: expected a {kind.__name__}, found {item!r:.40}")
    return tuple(items)


def _frozen(place: str, found: object) -> Any:
    """Return nested sequences as tuples; words, numbers and truth values stay as they are."""
    if isinstance(found, str | int):
        return found
    return tuple(_frozen(place, item) for item in _items(place, found))


def _thawed(found: Any) -> Any:
    return [_thawed(item) for item in found] if isinstance(found, tuple) else found


def _lists(candidates: Iterable[Candidate]) -> list[list[int]]:
    return [list(pair) for pair in candidates]


def _fields(kind: type, data: object) -> dict[str, Any]:
    """Return the fields of a value's plain data; none may be unknown or missing."""
    name = kind.__name__.lower()
    if not isinstance(data, Mapping):
        raise ArgumentError(f"{name}: expected an object, found {data!r:.40}")
    known = {field.name: field for field in fields(kind)}
    if strange := [key for key in data if key not in known]:
        raise ArgumentError(f"{name}: expected fields {', '.join(known)}, found {strange[0]!r:.40}")
    required = {"technique", "role", "start", "end"} & set(known)
    if missing := sorted(required - set(data)):
        raise ArgumentError(f"{name}.{missing[0]}: expected a value, found none")
    return dict(data)


def _each(place: str, found: object, build: Callable[[Any], Any]) -> list[Any]:
    return [build(item) for item in _items(place, found)]
