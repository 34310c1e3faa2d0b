"""Named rules, such as anti-knight.

Each is a function from a layout to basic rules. To add one, write the function and add it to
`_NAMED`; everything else (`--rule`, JSON, docs) finds it there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from nonet.core.errors import ArgumentError, ParseError, RuleError, UnknownRuleError
from nonet.core.rules import Candidates, Different, House, Rule

if TYPE_CHECKING:
    from nonet.core.layout import Layout


@dataclass(frozen=True, slots=True)
class NamedRule(Rule):
    """A rule identified by its name alone.

    >>> NamedRule("anti-king")
    NamedRule(name='anti-king')
    """

    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or self.name not in _NAMED:
            raise UnknownRuleError(self.name, sorted(_NAMED))

    def expand(self, layout: Layout) -> tuple[Rule, ...]:
        """Return the houses and sets of different cells that it consists of."""
        return _expand(self.name, layout)

    @property
    def cells(self) -> tuple[int, ...]:
        """None, because it concerns the whole board."""
        return ()

    @property
    def summary(self) -> str:
        """What it forbids, in one line."""
        return _NAMED[self.name].__doc__ or ""


@lru_cache(maxsize=256)
def _expand(name: str, layout: Layout) -> tuple[Rule, ...]:
    return tuple(_NAMED[name](layout))


def _diagonal_down(layout: Layout) -> Iterator[Rule]:
    """Every digit appears once on the diagonal from r1c1 down to the right."""
    yield House(tuple(range(0, layout.cell_count, layout.size + 1)), "the falling diagonal")


def _diagonal_up(layout: Layout) -> Iterator[Rule]:
    """Every digit appears once on the diagonal from the last row up to the right."""
    size = layout.size
    cells = tuple(row * size + size - 1 - row for row in range(size))
    yield House(cells, "the rising diagonal")


def _windoku(layout: Layout) -> Iterator[Rule]:
    """Every digit appears once in each window: boxes surrounded by a line of cells."""
    side = layout.box_rows if layout.regions is None else 0
    if side < 2 or side != layout.box_cols:
        raise RuleError("windoku", "square boxes", str(layout))
    starts = range(1, layout.size - side, side + 1)
    for number, (top, left) in enumerate(product(starts, starts), start=1):
        rows, columns = range(top, top + side), range(left, left + side)
        cells = tuple(row * layout.size + column for row in rows for column in columns)
        yield House(cells, f"window {number}")


def _disjoint_groups(layout: Layout) -> Iterator[Rule]:
    """Every digit appears once among the cells at the same position in their boxes."""
    if layout.regions is not None:
        raise RuleError("disjoint-groups", "boxes", str(layout))
    boxes = [house.cells for house in layout.houses[-layout.size :]]
    for number, cells in enumerate(zip(*boxes, strict=True), start=1):
        yield House(cells, f"disjoint group {number}")


def _anti_knight(layout: Layout) -> Iterator[Rule]:
    """Cells a knight's move apart have different digits."""
    return _leaps(layout, "anti-knight", ((1, -2), (1, 2), (2, -1), (2, 1)))


def _anti_king(layout: Layout) -> Iterator[Rule]:
    """Cells that touch, even at a corner, have different digits."""
    return _leaps(layout, "anti-king", ((0, 1), (1, -1), (1, 0), (1, 1)))


def _leaps(layout: Layout, label: str, steps: Iterable[tuple[int, int]]) -> Iterator[Rule]:
    """Yield the pairs of cells that are one of these steps apart."""
    size = layout.size
    for row, column in product(range(size), range(size)):
        for down, right in steps:
            if row + down < size and 0 <= column + right < size:
                other = (row + down) * size + column + right
                yield Different((row * size + column, other), label)


_NAMED: dict[str, Callable[[Layout], Iterator[Rule]]] = {
    "anti-king": _anti_king,
    "anti-knight": _anti_knight,
    "diagonal-down": _diagonal_down,
    "diagonal-up": _diagonal_up,
    "disjoint-groups": _disjoint_groups,
    "windoku": _windoku,
}
_SHORT = {"diagonals": ("diagonal-down", "diagonal-up")}
"""Names for several rules."""


def rule_names() -> tuple[str, ...]:
    """Return every name of a rule."""
    return tuple(sorted((*_NAMED, *_SHORT)))


def rules_named(name: str) -> tuple[NamedRule, ...]:
    """Return the rules with this name; UnknownRuleError suggests the closest match.

    >>> rules_named("diagonals")
    (NamedRule(name='diagonal-down'), NamedRule(name='diagonal-up'))
    """
    if name not in rule_names():
        raise UnknownRuleError(name, rule_names())
    return tuple(map(NamedRule, _SHORT.get(name, (name,))))


def summary_of(name: str) -> str:
    """Return a one-line summary of the rules with this name."""
    return " ".join(rule.summary for rule in rules_named(name))


def listed_rules(rules: Iterable[Rule | str] | Rule | str | None) -> tuple[Rule | str, ...]:
    """Return the rules in an argument (one, several or none) as a tuple."""
    if isinstance(rules, Rule | str):
        return (rules,) if rules else ()
    if rules is None:
        return ()
    if not isinstance(rules, Iterable) or isinstance(rules, Mapping):
        raise ArgumentError(f"rules: expected rules or their texts, found {rules!r:.40}")
    return tuple(rules)


def ordered_rules(rules: Iterable[Rule | str] | Rule | str, layout: Layout) -> tuple[Rule, ...]:
    """Return rules in canonical order, without duplicates, and checked on a layout.

    Texts are read as rules: names, and whatever else `core.rule_texts` reads.
    """
    from nonet.core.rule_texts import parse_rules

    found: dict[Rule, None] = {}
    for rule in listed_rules(rules):
        if isinstance(rule, str):
            try:
                found.update(dict.fromkeys(parse_rules(rule, layout)))
            except ParseError as error:
                raise error.at(source=f"rule {rule[:60]!r}") from None
        elif isinstance(rule, Rule):
            found[rule] = None
        else:
            raise ArgumentError(f"rules: expected a rule or its name, found {rule!r:.40}")
    for rule in found:
        rule.expand(layout)
    return tuple(sorted(_merged(found), key=Rule.sort_key))


def _merged(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Merge `Candidates` of the same cell: it may hold what all of them allow."""
    cells: dict[int, Candidates] = {}
    for rule in rules:
        if not isinstance(rule, Candidates):
            yield rule
        elif (other := cells.get(rule.cell)) is None:
            cells[rule.cell] = rule
        else:
            both = tuple(digit for digit in rule.digits if digit in other.digits)
            cells[rule.cell] = Candidates(rule.cell, both)
    yield from cells.values()
