"""Rules: what a puzzle forbids, as small values that can be compared, printed and sent.

The checker and the engines implement three basic rules: a `House` holds every digit once, the cells
of a `Different` have different digits, and `Candidates` restrict one cell. Any other rule
translates itself into basic rules for a layout (`Rule.expand`); `core.named_rules` has those with a
name, such as anti-knight.
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
    """A digit that breaks a rule, and its cells."""

    digit: int
    rule: str
    cells: tuple[str, ...]
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the conflict as plain data."""
        return {"digit": self.digit, "rule": self.rule, "cells": list(self.cells)}


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _integers(name: str, expected: str, values: Iterable[int], *, least: int) -> tuple[int, ...]:
    """Return integers (of any integer type) in ascending order."""
    try:
        found = tuple(sorted(map(index, values)))
    except TypeError:
        raise RuleError(name, expected, f"{values!r:.60}") from None
    if found and found[0] < least:
        raise RuleError(name, expected, f"{found!r:.60}")
    return found


class Rule(ABC):
    """The base of all rules. They are frozen dataclasses that compare by value."""

    __slots__ = ()

    if TYPE_CHECKING:  # A dataclass would take these for the defaults of its fields.

        @property
        def name(self) -> str:
            """Its name in messages."""

        @property
        def cells(self) -> tuple[int, ...]:
            """The cells it concerns, ascending; none if it concerns the whole board."""

    @abstractmethod
    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        """Return the basic rules that it consists of on a layout.

        A basic rule returns itself. ArgumentError says why a rule is invalid on the layout.
        """

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        """Yield the digits that break the rule; 0 is an empty cell."""
        for rule in self.expand(layout):
            yield from rule.conflicts(digits, layout)

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        """Yield in words what the grid lacks."""
        for rule in self.expand(layout):
            yield from rule.missing(digits, layout)

    def to_dict(self, layout: Layout) -> dict[str, Any]:
        """Return the rule as plain data; `nonet.rules.from_dict` reads it back."""
        return {"rule": self.name}

    def sort_key(self) -> tuple[Any, ...]:
        """Return the sort key of a puzzle's rules."""
        return (type(self).__name__, self.cells, self.name)


@dataclass(frozen=True, slots=True)
class _CellsRule(Rule):
    """A basic rule about some cells. Messages use its label; comparisons ignore it."""

    cells: tuple[int, ...]
    label: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        cells = _integers(self.name, "cells counted from 0", self.cells, least=0)
        object.__setattr__(self, "cells", cells)
        if len(set(cells)) != len(cells):
            raise RuleError(self.name, "cells that differ", f"{cells!r:.60}")

    @property
    def name(self) -> str:
        """The label, or the kind of rule."""
        return self.label or type(self).__name__.lower()

    def check_cells(self, layout: Layout, expected: str, is_right: bool) -> None:
        """Raise ArgumentError unless all cells are on the board and their number is correct."""
        if self.cells and self.cells[-1] >= layout.cell_count:
            last = f"r{layout.size}c{layout.size}"
            raise RuleError(self.name, f"cells up to {last}", f"cell {self.cells[-1]}")
        if not is_right:
            raise RuleError(self.name, expected, str(len(self.cells)))

    def repeats(self, digits: bytes, layout: Layout) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Yield every repeated digit and its cells."""
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
    """As many cells as digits, with every digit exactly once.

    >>> House((0, 1, 2, 3), "row 1").name
    'row 1'
    """

    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        """Return the house itself."""
        self.check_cells(layout, f"{layout.size} cells", len(self.cells) == layout.size)
        return (self,)

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        """Yield the repeated digits."""
        for digit, cells in self.repeats(digits, layout):
            text = f"{digit} appears {_times(len(cells))} in {self.name}: {' '.join(cells)}"
            yield Conflict(digit, self.name, cells, text)

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        """Yield the missing digits in words."""
        found = set(map(digits.__getitem__, self.cells))
        lacking = [digit for digit in range(1, layout.size + 1) if digit not in found]
        if lacking:
            yield f"{self.name} has no {', '.join(map(str, lacking))}"


@dataclass(frozen=True, slots=True)
class Different(_CellsRule):
    """Cells with different digits.

    >>> Different((0, 11), "anti-knight")
    Different(cells=(0, 11), label='anti-knight')
    """

    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        """Return the rule itself."""
        self.check_cells(layout, "two cells or more", len(self.cells) > 1)
        return (self,)

    def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
        """Yield the repeated digits."""
        for digit, cells in self.repeats(digits, layout):
            text = f"{self.name} forbids a second {digit}: {' '.join(cells)}"
            yield Conflict(digit, self.name, cells, text)

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        """Yield nothing, because no digit is required."""
        return iter(())


@dataclass(frozen=True, slots=True)
class Candidates(Rule):
    """A cell that may only hold one of these digits; an empty tuple allows none.

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
        """Its name in messages."""
        return "candidates"

    @property
    def cells(self) -> tuple[int, ...]:
        """The cell."""
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
        """Yield the digit if it is not one of them."""
        digit = digits[self.cell]
        if digit and digit not in self.digits:
            cell = cell_name(self.cell, layout.size)
            allowed = ", ".join(map(str, self.digits)) or "no digit at all"
            text = f"{cell} may only hold {allowed}, found {digit}"
            yield Conflict(digit, self.name, (cell,), text)

    def missing(self, digits: bytes, layout: Layout) -> Iterator[str]:
        """Yield nothing; the checker reports empty cells."""
        return iter(())

    def to_dict(self, layout: Layout) -> dict[str, Any]:
        """Return the rule as plain data."""
        cell = cell_name(self.cell, layout.size)
        return {"rule": "candidates", "cells": [cell], "digits": list(self.digits)}

    def sort_key(self) -> tuple[Any, ...]:
        """Return the sort key of a puzzle's rules."""
        return ("Candidates", self.cells, self.digits)
