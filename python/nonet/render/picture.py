"""What every renderer draws: digits and where they come from, candidates, and marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from nonet.core import hooks
from nonet.core.board import Board
from nonet.core.cells import cell_name
from nonet.core.digits import digits_of
from nonet.core.errors import ArgumentError
from nonet.core.geometry import Geometry, geometry_of
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.puzzle import Grid, Puzzle, Solution
from nonet.core.result import Result
from nonet.core.rules import Rule
from nonet.core.step import Candidate, Link, Mark, Step, format_elimination, format_placement
from nonet.render.remarks import remarks_on
from nonet.text.symbols import alphabets

NUMBERS = "numbers"
"""Digits written as numbers instead of an alphabet."""

OPEN, GIVEN, ASSIGNED, FILLED = range(4)
"""Where the digit of a cell comes from: ASSIGNED is tried by a search, FILLED anything else."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One board to draw; `masks` has the candidates to show, bit d-1 for digit d.

    `origins` has OPEN, GIVEN, ASSIGNED or FILLED for every cell, `names` the text of every digit;
    that of 0 is empty. `sentences` say what the marks do not: what was proved, what conflicts.
    """

    layout: Layout
    digits: bytes
    origins: bytes
    masks: tuple[int, ...]
    names: tuple[str, ...]
    marks: tuple[Mark, ...] = ()
    rules: tuple[Rule, ...] = ()
    sentences: tuple[str, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    """Roles and kinds of links ("strong", "weak") to name below the board, with their words."""

    @property
    def geometry(self) -> Geometry:
        """The houses and other groups of the board, by their numbers."""
        return geometry_of(self.layout, self.rules)

    @property
    def longest(self) -> int:
        """Symbols in the longest name of a digit."""
        return len(self.names[-1])

    def symbol(self, cell: int) -> str:
        """Return the text of a cell; empty for an open one."""
        return self.names[self.digits[cell]]

    def candidates(self, cell: int) -> list[tuple[int, str]]:
        """Return the candidates of a cell with their texts, in ascending order."""
        return [(digit, self.names[digit]) for digit in digits_of(self.masks[cell])]

    def cell_roles(self) -> dict[int, list[str]]:
        """Return the roles of marked cells; a candidate marks its cell where a digit stands."""
        found: dict[int, list[str]] = {}
        for mark in self.marks:
            placed = (cell for cell, _ in mark.candidates if self.digits[cell])
            for cell in sorted({*mark.cells, *placed}):
                if mark.role not in found.setdefault(cell, []):
                    found[cell].append(mark.role)
        return found

    def candidate_roles(self) -> dict[Candidate, list[str]]:
        """Return the roles of marked candidates in open cells."""
        found: dict[Candidate, list[str]] = {}
        for mark in self.marks:
            for pair in mark.candidates:
                roles = found.setdefault(pair, [])
                if not self.digits[pair[0]] and mark.role not in roles:
                    roles.append(mark.role)
        return {pair: roles for pair, roles in found.items() if roles}

    def house_roles(self) -> list[tuple[int, str]]:
        """Return the marked houses, each with its role."""
        pairs = ((house, mark.role) for mark in self.marks for house in mark.houses)
        return list(dict.fromkeys(pairs))

    @property
    def links(self) -> list[Link]:
        """All links, in the order of the marks."""
        return [link for mark in self.marks for link in mark.links]

    def house_cells(self, house: int) -> tuple[int, ...]:
        """Return the cells of a house."""
        return self.geometry.groups[house]

    def house_name(self, house: int) -> str:
        """Return the printed form of a house."""
        return self.geometry.group_name(house)

    def node_name(self, candidates: Iterable[Candidate]) -> str:
        """Return one end of a link in the notation of chains, such as (5)r1c2/r1c3."""
        pairs = list(candidates)
        cells = "/".join(cell_name(cell, self.layout.size) for cell, _ in pairs)
        digits = dict.fromkeys(self.names[digit] for _, digit in pairs)
        return f"({'/'.join(digits)}){cells}"

    def describe(self, rules: Iterable[str] = ()) -> str:
        """Return the picture in words, for screen readers; `rules` are named too."""
        given = self.origins.count(GIVEN)
        filled = len(self.digits) - self.digits.count(0) - given
        size = self.layout.size
        words = [f"Sudoku, {size} by {size}: {given} givens, {filled} filled"]
        for role, form in (("placed", format_placement), ("eliminated", format_elimination)):
            pairs = [pair for mark in self.marks if mark.role == role for pair in mark.candidates]
            if pairs:
                words.append(f"{role}: {' '.join(form(*pair, size) for pair in pairs)}")
        if named := ", ".join(rules):
            words.append(f"rules: {named}")
        facts = "; ".join(words)
        return " ".join([f"{facts}.", *self.sentences]) if self.sentences else facts

    def _repr_svg_(self) -> str | None:
        return hooks.draw_svg(self)


Drawable: TypeAlias = Puzzle | Solution | Board | Result | Picture


def picture_of(
    value: Drawable,
    *,
    candidates: bool | None = False,
    symbols: str | None = None,
    marks: Step | Iterable[Mark] = (),
) -> Picture:
    """Return the picture of a value; a result shows its solution, if it has one.

    Conflicting digits are marked, and so are cells that differ between the solutions of a result.
    `candidates` None shows them if a mark has any. Marked candidates are always shown.
    """
    if isinstance(value, Picture):
        return value
    shown = _marks(marks)
    if isinstance(value, Board):
        grid, givens, masks = value.digits, value.puzzle.cells, value.masks
    elif isinstance(value, Result):
        grid, givens, masks = (value.solution or value.puzzle).cells, value.puzzle.cells, None
    elif isinstance(value, Grid):
        grid, givens, masks = value.cells, value.cells, None
    else:
        raise ArgumentError(f"expected a puzzle, solution, board or result, found {value!r:.40}")
    puzzle = value.puzzle if isinstance(value, Board | Result) else value
    layout, rules = puzzle.layout, puzzle.rules if isinstance(puzzle, Puzzle) else ()
    _check(shown, geometry_of(layout, rules))
    result = value if isinstance(value, Result) else None
    remarks = remarks_on(Grid(grid, layout), rules, result)
    if candidates is None:
        candidates = any(mark.candidates or mark.links for mark in shown)
    if not candidates:
        masks = (0,) * len(grid)
    elif masks is None:
        masks = Board.of(Puzzle(grid, layout, rules=rules)).masks
    return Picture(
        layout,
        grid,
        origins_of(grid, givens),
        with_marked(masks, grid, shown),
        digit_names(layout.size, symbols),
        (*shown, *remarks.marks),
        rules,
        remarks.sentences,
    )


def origins_of(digits: bytes, givens: bytes) -> bytes:
    """Return where digits come from if no search tried any."""
    return bytes(
        GIVEN if given else FILLED if digit else OPEN
        for digit, given in zip(digits, givens, strict=True)
    )


def with_marked(masks: tuple[int, ...], digits: bytes, marks: Iterable[Mark]) -> tuple[int, ...]:
    """Return masks to which the marked candidates of open cells are added."""
    found = list(masks)
    for mark in marks:
        ends = (pair for link in mark.links for pair in (*link.start, *link.end))
        for cell, digit in (*mark.candidates, *ends):
            if not digits[cell]:
                found[cell] |= 1 << (digit - 1)
    return tuple(found)


def _marks(marks: Step | Iterable[Mark]) -> tuple[Mark, ...]:
    if isinstance(marks, Step):
        return marks.picture_marks
    found = tuple(marks) if isinstance(marks, Iterable) else (marks,)
    for mark in found:
        if not isinstance(mark, Mark):
            raise ArgumentError(f"marks: expected a Step or Marks, found {mark!r:.40}")
    return found


def _check(marks: Iterable[Mark], geometry: Geometry) -> None:
    """Check that all marks are on the board."""
    layout, houses = geometry.layout, len(geometry.groups)
    for number, mark in enumerate(marks):
        ends = [pair for link in mark.links for pair in (*link.start, *link.end)]
        pairs = [*mark.candidates, *ends, *((cell, 1) for cell in mark.cells)]
        for cell, digit in pairs:
            if cell >= layout.cell_count or digit > layout.size:
                raise ArgumentError(
                    f"marks[{number}]: expected a candidate of {layout}, found {(cell, digit)}"
                )
        for house in mark.houses:
            if house >= houses:
                raise ArgumentError(
                    f"marks[{number}]: expected a house from 0 to {houses - 1}, found {house}"
                )


def digit_names(size: int, symbols: str | None) -> tuple[str, ...]:
    """Return how every digit is written: as an alphabet does, or as a number."""
    if symbols is None:
        symbols = next(iter(alphabets(size))) if size <= len(SYMBOLS) else NUMBERS
    if symbols == NUMBERS:
        return ("", *map(str, range(1, size + 1)))
    known = alphabets(size) if size <= len(SYMBOLS) else {}
    if symbols not in known:
        expected = " or ".join([*known, NUMBERS])
        raise ArgumentError(f"expected the symbols {expected} for {size}x{size}, found {symbols!r}")
    return ("", *known[symbols])
