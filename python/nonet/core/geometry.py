"""Geometry: the houses and peers that follow from a layout and its rules.

Everything that solves, draws or explains uses these, and never computes rows, columns or boxes;
only engines for one kind of board do.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from nonet.core.rules import Candidates, Different, House, Rule

if TYPE_CHECKING:
    from nonet.core.layout import Layout

Cells = tuple[int, ...]


class Geometry:
    """How the cells of a board are related. Use `geometry_of`, which caches it."""

    def __init__(self, layout: Layout, rules: tuple[Rule, ...] = ()) -> None:
        self.layout = layout
        self.rules = rules
        basic = list(chain.from_iterable(rule.expand(layout) for rule in rules))
        self.rule_types = frozenset(map(type, basic))
        """The kinds of basic rules; this class covers only houses and different cells."""
        extra = (rule for rule in basic if isinstance(rule, House))
        self.houses: tuple[House, ...] = (*layout.houses, *extra)
        """The layout's houses, then those of the rules."""
        self.different = tuple(rule for rule in basic if isinstance(rule, Different))
        """Other sets of cells without a repeated digit."""

    @cached_property
    def house_cells(self) -> tuple[Cells, ...]:
        """The cells of every house.

        Sets of different cells with as many cells as digits are houses as well, and come last.
        """
        size = self.layout.size
        full = (rule.cells for rule in self.different if len(rule.cells) == size)
        return (*(house.cells for house in self.houses), *full)

    @cached_property
    def groups(self) -> tuple[Cells, ...]:
        """Every set of cells without a repeated digit: `house_cells`, then the others."""
        size = self.layout.size
        return (
            *self.house_cells,
            *(rule.cells for rule in self.different if len(rule.cells) != size),
        )

    @property
    def house_count(self) -> int:
        """How many of the groups are houses."""
        return len(self.house_cells)

    def group_name(self, group: int) -> str:
        """Return the name of a group."""
        if group < len(self.houses):
            return self.houses[group].name
        cells = self.groups[group]
        return next(rule.name for rule in self.different if rule.cells == cells)

    @cached_property
    def groups_of(self) -> tuple[Cells, ...]:
        """For every cell, the numbers of its groups."""
        return _holders(self.groups, self.layout.cell_count)

    @cached_property
    def lines_of(self) -> tuple[tuple[int, int, int], ...]:
        """For every cell, the numbers of its row, column and box, which are its first groups."""
        return tuple((row, column, box) for row, column, box, *_ in self.groups_of)

    @cached_property
    def houses_of(self) -> tuple[Cells, ...]:
        """For every cell, the numbers of its houses."""
        return _holders(self.house_cells, self.layout.cell_count)

    @cached_property
    def peers(self) -> tuple[Cells, ...]:
        """For every cell, the cells that may not hold its digit, in ascending order."""
        groups = self.groups
        return tuple(
            tuple(sorted({other for number in numbers for other in groups[number]} - {cell}))
            for cell, numbers in enumerate(self.groups_of)
        )

    @cached_property
    def is_impossible(self) -> bool:
        """True if a group has more cells than there are digits."""
        return any(len(rule.cells) > self.layout.size for rule in self.different)

    @cached_property
    def _pick(self) -> itemgetter[tuple[int, ...]]:
        """Picks the cells of all houses in one call instead of one per cell."""
        return itemgetter(*chain.from_iterable(house.cells for house in self.houses))

    def has_conflict(self, digits: bytes) -> bool:
        """Return whether a digit is repeated in a group; 0 is an empty cell."""
        size = self.layout.size
        picked = bytes(self._pick(digits)) if self.layout.cell_count > 1 else b""
        for start in range(0, len(picked), size):
            placed = picked[start : start + size].translate(None, b"\0")
            if len(set(placed)) != len(placed):
                return True
        return any(any(rule.repeats(digits, self.layout)) for rule in self.different)


def _holders(sets: tuple[Cells, ...], cells: int) -> tuple[Cells, ...]:
    holders: list[list[int]] = [[] for _ in range(cells)]
    for number, members in enumerate(sets):
        for cell in members:
            holders[cell].append(number)
    return tuple(map(tuple, holders))


@lru_cache(maxsize=256)
def _geometry_of(layout: Layout, rules: tuple[Rule, ...]) -> Geometry:
    return Geometry(layout, rules)


def geometry_of(layout: Layout, rules: tuple[Rule, ...] = ()) -> Geometry:
    """Return the geometry of a layout under rules; `Candidates` do not change it."""
    if rules:
        rules = tuple(rule for rule in rules if not isinstance(rule, Candidates))
    return _geometry_of(layout, rules)
