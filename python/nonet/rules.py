"""Rules beyond rows, columns and boxes: their values, names, texts and JSON.

    >>> import nonet
    >>> puzzle = nonet.parse("1" + "." * 15, rules=["diagonals", Different((0, 6))])
    >>> print(format(puzzle.rules, puzzle.layout))
    different r1c1 r2c3; diagonal-down; diagonal-up
    >>> nonet.count(puzzle)
    Count(6, exact=True)

`House`, `Different` and `Candidates` are the basic rules; a `NamedRule` stands for some of them.
Wherever a call takes `rules`, it takes these values, or texts as `parse` reads them.
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
    """Return the names of rules, in the order of the alphabet.

    >>> "anti-knight" in names()
    True
    """
    return rule_names()


def named(name: str) -> tuple[NamedRule, ...]:
    """Return the rules of a name, mostly one; UnknownRuleError suggests the nearest name.

    >>> named("windoku")
    (NamedRule(name='windoku'),)
    """
    return rules_named(name)


def summary(name: str) -> str:
    """Say in one line what the rules of a name forbid.

    >>> summary("anti-knight")
    "No digit twice a knight's move apart."
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

    Digits run together up to 9x9; above that they have commas between (`r4c7=1,12`), which is
    fine on small boards, too. `r4c7=none` leaves a cell without any. A rule that makes no sense on
    the layout raises ArgumentError.
    """
    return parse_rules(text, layout)


def format(rules: Iterable[Rule] | Rule, layout: Layout = CLASSIC) -> str:
    """Write a rule or several as text that `parse` reads back; labels are left out.

    >>> format(House((0, 1, 4, 5), "corner"), Layout(2, 2))
    'house r1c1 r1c2 r2c1 r2c2'
    """
    return format_rules(rules, layout)


def from_dict(data: Mapping[str, Any], layout: Layout = CLASSIC) -> Rule:
    """Return the rule that `rule.to_dict(layout)` turned into plain data.

    >>> from_dict({"rule": "candidates", "cells": ["r1c2"], "digits": [1, 3, 5]})
    Candidates(cell=1, digits=(1, 3, 5))
    """
    return rule_from_dict(data, layout)
