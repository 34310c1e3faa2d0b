"""What a picture shows of the rules of a puzzle: lines, shaded cells, and words for the rest."""

from __future__ import annotations

from dataclasses import dataclass

from nonet.core.named_rules import NamedRule
from nonet.core.rules import Candidates, Different, House, Rule
from nonet.render.picture import Picture

Cells = tuple[int, ...]
_DRAWN_AS_LINES = ("diagonal-down", "diagonal-up")
_DRAWN_AS_HOUSES = ("windoku",)


@dataclass(frozen=True, slots=True)
class DrawnRules:
    """Rules as a picture has them; `words` name all of them, `caption` what is not drawn."""

    lines: tuple[tuple[int, int], ...] = ()
    """The first and the last cell of each."""
    houses: tuple[Cells, ...] = ()
    """Extra houses and windows."""
    cages: tuple[Cells, ...] = ()
    """Cells that differ."""
    words: tuple[str, ...] = ()
    caption: tuple[str, ...] = ()


def draw_rules(picture: Picture) -> DrawnRules:
    """Return what there is to draw of the rules of a picture."""
    rules, layout = picture.rules, picture.layout
    lines = [rule.expand(layout)[0].cells for rule in rules if rule.name in _DRAWN_AS_LINES]
    windows = (
        part.cells
        for rule in rules
        if rule.name in _DRAWN_AS_HOUSES
        for part in rule.expand(layout)
    )
    return DrawnRules(
        lines=tuple((cells[0], cells[-1]) for cells in lines),
        houses=(*windows, *(rule.cells for rule in rules if isinstance(rule, House))),
        cages=tuple(rule.cells for rule in rules if isinstance(rule, Different)),
        words=_words(rules),
        caption=_words(tuple(rule for rule in rules if not _is_drawn(rule))),
    )


def _is_drawn(rule: Rule) -> bool:
    drawn = (*_DRAWN_AS_LINES, *_DRAWN_AS_HOUSES)
    return isinstance(rule, House | Different) or rule.name in drawn


def _words(rules: tuple[Rule, ...]) -> tuple[str, ...]:
    """Name the rules that have names, and count the others."""
    names = [rule.name for rule in rules if isinstance(rule, NamedRule)]
    if all(name in names for name in _DRAWN_AS_LINES):
        names = sorted({*names, "diagonals"} - {*_DRAWN_AS_LINES})
    counted = (
        (House, "extra house", "extra houses"),
        (Different, "set of different cells", "sets of different cells"),
        (Candidates, "cell with restricted candidates", "cells with restricted candidates"),
    )
    for kind, one, many in counted:
        number = sum(isinstance(rule, kind) for rule in rules)
        if number:
            names.append(f"{number} {one if number == 1 else many}")
    known = (NamedRule, *(kind for kind, _, _ in counted))
    return (*names, *(rule.name for rule in rules if not isinstance(rule, known)))
