"""Rules in addition to rows, columns and boxes: values, names, texts and JSON.

    >>> import nonet
    >>> puzzle = nonet.parse("1" + "." * 15, rules=["diagonals", Different((0, 6))])
    >>> print(format(puzzle.rules, puzzle.layout))
    different r1c1 r2c3; diagonal-down; diagonal-up
    >>> nonet.count(puzzle)
    Count(6, exact=True)

`House`, `Different` and `Candidates` are the basic rules; a `NamedRule` consists of some of them.
Every `rules` argument takes these values, or texts that `parse` can read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from nonet.core.layout import CLASSIC, Layout
from nonet.core.named_rules import NamedRule, rule_names, rules_named, summary_of
from nonet.core.rule_texts import FORMS, format_rules, parse_rules, rule_from_dict
from nonet.core.rules import Candidates, Conflict, Different, House, Rule

__all__ = [
    "FORMS",
    "Candidates",
    "Conflict",
    "Different",
    "House",
    "NamedRule",
    "Rule",
    "format",
    "from_dict",
    "named",
    "names",
    "parse",
    "summary",
]


def names() -> tuple[str, ...]:
    """Return the names of rules in alphabetical order.

    >>> "anti-knight" in names()
    True
    """
    return rule_names()


def named(name: str) -> tuple[NamedRule, ...]:
    """Return the rules with a name, usually one; UnknownRuleError suggests the closest name.

    >>> named("windoku")
    (NamedRule(name='windoku'),)
    """
    return rules_named(name)


def summary(name: str) -> str:
    """Return a one-line summary of the rules with a name.

    >>> summary("anti-knight")
    "Cells a knight's move apart have different digits."
    """
    named(name)
    return summary_of(name)


def parse(text: str, layout: Layout = CLASSIC) -> tuple[Rule, ...]:
    """Read rules from text: names, or `house`, `different` and `candidates` with cells.

    >>> parse("anti-king; candidates r1c2=135")
    (NamedRule(name='anti-king'), Candidates(cell=1, digits=(1, 3, 5)))
    >>> parse("different r1c1 r1c0")
    Traceback (most recent call last):
    nonet.core.errors.ParseError: column 16: expected a cell from r1c1 to r9c9, found 'r1c0'

    Up to 9x9, digits are written together; above that, they are separated by commas (`r4c7=1,12`),
    which also works on small boards. `r4c7=none` leaves a cell without candidates. A rule that is
    invalid on the layout raises ArgumentError.
    """
    return parse_rules(text, layout)


def format(rules: Iterable[Rule] | Rule, layout: Layout = CLASSIC) -> str:
    """Format one or more rules as text that `parse` reads back; labels are omitted.

    >>> format(House((0, 1, 4, 5), "corner"), Layout(2, 2))
    'house r1c1 r1c2 r2c1 r2c2'
    """
    return format_rules(rules, layout)


def from_dict(data: Mapping[str, Any], layout: Layout = CLASSIC) -> Rule:
    """Return the rule from the result of `rule.to_dict(layout)`.

    >>> from_dict({"rule": "candidates", "cells": ["r1c2"], "digits": [1, 3, 5]})
    Candidates(cell=1, digits=(1, 3, 5))
    """
    return rule_from_dict(data, layout)
