"""Rules: what a puzzle forbids, as small values that can be compared, printed and sent.

Three rules are basic, and the judge and the engines know them: a `House` holds every digit
once, the cells of a `Different` hold no digit twice, and `Candidates` restrict one cell. Any
other rule says which basic rules it stands for on a layout (`Rule.expand`); `core.named_rules`
has those with a name, such as anti-knight.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

from nonet.core.cells import cell_name
from nonet.core.digits import mask_of_ascending
from nonet.core.errors import RuleError

if TYPE_CHECKING:
    from nonet.core.layout import Layout


@dataclass(frozen=True, slots=True)
class Conflict:
    """A digit that a rule forbids where it stands, with the cells that it stands in."""

    digit: int
    rule: str
    cells: tuple[str, ...]
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the conflict as plain data."""
        return {"digit": self.digit, "rule": self.rule, "cells": list(self.cells)}


def _integers(name: str, expected: str, values: Iterable[int], *, least: int) -> tuple[int, ...]:
    """Return values in ascending order; whatever counts as an integer is one."""
    try:
        found = tuple(sorted(map(index, values)))
    except TypeError:
        raise RuleError(name, expected, f"{values!r:.60}") from None
    if found and found[0] < least:
        raise RuleError(name, expected, f"{found!r:.60}")
    return found


class Rule(ABC):
    """The base of all rules. They are frozen dataclasses: values that compare by what they say."""

    __slots__ = ()

    if TYPE_CHECKING:  # A dataclass would take these for the defaults of its fields.

        @property
        def name(self) -> str:
            """How people call it."""

        @property
        def cells(self) -> tuple[int, ...]:
            """The cells that it is about, ascending; none if it is about the whole board."""

    @abstractmethod
    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        """Return the basic rules that it stands for on a layout.

        A basic rule stands for itself. ArgumentError says why a rule makes no sense there.
        """

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        """Name the digits that it forbids where they stand; 0 is an empty cell."""
        for rule in self.expand(layout):
            yield from rule.conflicts(digits, layout)

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        """Say in words what a full grid would have and this one lacks."""
        for rule in self.expand(layout):
            yield from rule.missing(digits, layout)

    def to_dict(self, layout: Layout) -> dict[str, Any]:
        """Return the rule as plain data; `nonet.rules.from_dict` reads it back."""
        return {"rule": self.name}

    def sort_key(self) -> tuple[Any, ...]:
        """Return what rules of a puzzle are ordered by."""
        return (type(self).__name__, self.cells, self.name)


@dataclass(frozen=True, slots=True)
class _CellsRule(Rule):
    """A basic rule about some cells. Its label names it in messages and is not compared."""

    cells: tuple[int, ...]
    label: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        cells = _integers(self.name, "cells counted from 0", self.cells, least=0)
        object.__setattr__(self, "cells", cells)
        if len(set(cells)) != len(cells):
            raise RuleError(self.name, "cells that differ", f"{cells!r:.60}")

    @property
    def name(self) -> str:
        """The label, or else what kind of rule it is."""
        return self.label or type(self).__name__.lower()

    def check_cells(self, layout: Layout, expected: str, is_right: bool) -> None:
        """Raise ArgumentError unless all cells are on the board and their number is right."""
        if self.cells and self.cells[-1] >= layout.cell_count:
            last = f"r{layout.size}c{layout.size}"
            raise RuleError(self.name, f"cells up to {last}", f"cell {self.cells[-1]}")
        if not is_right:
            raise RuleError(self.name, expected, str(len(self.cells)))

    def repeats(self, digits: bytes, layout: Layout) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Give every digit that stands more than once, and the cells in which it does."""
        placed = bytes(map(digits.__getitem__, self.cells)).translate(None, b"\0")
        if len(set(placed)) == len(placed):
            return
        for digit in sorted({digit for digit in placed if placed.count(digit) > 1}):
            found = (cell for cell in self.cells if digits[cell] == digit)
            yield digit, tuple(cell_name(cell, layout.size) for cell in found)

    def to_dict(self, layout: Layout) -> dict[str, Any]:
        """Return the rule as plain data."""
        cells = [cell_name(cell, layout.size) for cell in self.cells]
        label = {} if self.label is None else {"label": self.label}
        return {"rule": type(self).__name__.lower(), **label, "cells": cells}


@dataclass(frozen=True, slots=True)
class House(_CellsRule):
    """As many cells as there are digits, and every digit exactly once.

    >>> House((0, 1, 2, 3), "row 1").name
    'row 1'
    """

    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        """Return the house itself."""
        self.check_cells(layout, f"{layout.size} cells", len(self.cells) == layout.size)
        return (self,)

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        """Name the digits that stand twice."""
        for digit, cells in self.repeats(digits, layout):
            text = f"{digit} stands {len(cells)} times in {self.name}: {' '.join(cells)}"
            yield Conflict(digit, self.name, cells, text)

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        """Name the digits that the house does not have."""
        found = set(map(digits.__getitem__, self.cells))
        lacking = [digit for digit in range(1, layout.size + 1) if digit not in found]
        if lacking:
            yield f"{self.name} has no {', '.join(map(str, lacking))}"


@dataclass(frozen=True, slots=True)
class Different(_CellsRule):
    """Cells of which no two hold the same digit.

    >>> Different((0, 11), "anti-knight")
    Different(cells=(0, 11), label='anti-knight')
    """

    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        """Return the rule itself."""
        self.check_cells(layout, "two cells or more", len(self.cells) > 1)
        return (self,)

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        """Name the digits that stand twice."""
        for digit, cells in self.repeats(digits, layout):
            text = f"{self.name} forbids a second {digit}: {' '.join(cells)}"
            yield Conflict(digit, self.name, cells, text)

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        """Say nothing: no digit has to be there."""
        return iter(())


@dataclass(frozen=True, slots=True)
class Candidates(Rule):
    """A cell that may only hold one of these digits; without digits it may hold none.

    >>> Candidates(0, (3, 1)).digits
    (1, 3)
    """

    cell: int
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        if type(self.cell) is not int or self.cell < 0:
            (cell,) = _integers(self.name, "a cell counted from 0", (self.cell,), least=0)
            object.__setattr__(self, "cell", cell)
        if type(self.digits) is not tuple or mask_of_ascending(self.digits) < 0:
            digits = _integers(self.name, "digits from 1", self.digits, least=1)
            object.__setattr__(self, "digits", tuple(sorted(set(digits))))

    @property
    def name(self) -> str:
        """The word for it."""
        return "candidates"

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell, alone."""
        return (self.cell,)

    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        """Return the rule itself."""
        if self.cell >= layout.cell_count:
            last = f"r{layout.size}c{layout.size}"
            raise RuleError(self.name, f"a cell up to {last}", f"cell {self.cell}")
        if self.digits and self.digits[-1] > layout.size:
            raise RuleError(self.name, f"digits up to {layout.size}", str(self.digits[-1]))
        return (self,)

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        """Name the digit if it is none of them."""
        digit = digits[self.cell]
        if digit and digit not in self.digits:
            cell = cell_name(self.cell, layout.size)
            allowed = ", ".join(map(str, self.digits)) or "no digit at all"
            text = f"{cell} may only hold {allowed}, found {digit}"
            yield Conflict(digit, self.name, (cell,), text)

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        """Say nothing: an empty cell is named by the judge."""
        return iter(())

    def to_dict(self, layout: Layout) -> dict[str, Any]:
        """Return the rule as plain data."""
        cell = cell_name(self.cell, layout.size)
        return {"rule": "candidates", "cells": [cell], "digits": list(self.digits)}

    def sort_key(self) -> tuple[Any, ...]:
        """Return what rules of a puzzle are ordered by."""
        return ("Candidates", self.cells, self.digits)
