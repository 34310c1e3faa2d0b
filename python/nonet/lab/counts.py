"""The counters of a search. The glossary in docs/lab.md is generated from the table here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields

GLOSSARY: dict[str, str] = {
    "generated": "Nodes created: the root, and one for every value tried in a chosen cell, even "
    "if it breaks a rule at once.",
    "expanded": "Nodes whose children were generated: a cell was chosen and its values tried.",
    "assignments": "Values that the search placed and that broke no rule; values placed by "
    "inference do not count.",
    "refused": "Values that a check refused, because another cell of a house already has them. "
    "They are generated, but never placed.",
    "checks": "Consistency checks: one value tested against one other cell.",
    "eliminated": "Candidates eliminated by inference.",
    "revisions": "Arcs or houses checked by a consistency algorithm (AC-3, MAC, all-different).",
    "backtracks": "Times the search left a node after trying everything below it.",
    "dead_ends": "Nodes with a contradiction: a cell with nothing left to try, a digit without "
    "a place, or a broken rule.",
    "deepest": "The deepest level at which a cell was chosen, 1 for the first cell of a path, and "
    "so on.",
    "largest_frontier": "The maximum number of nodes waiting at one time.",
    "skipped": "Nodes dropped because an equal state had been explored or was waiting.",
    "moves": "Changes made by a local search.",
    "restarts": "Times a search restarted.",
}
"""Every counter and its definition."""


@dataclass(slots=True)
class Tally:
    """The counters of a search while it runs."""

    generated: int = 0
    expanded: int = 0
    assignments: int = 0
    refused: int = 0
    checks: int = 0
    eliminated: int = 0
    revisions: int = 0
    backtracks: int = 0
    dead_ends: int = 0
    deepest: int = 0
    largest_frontier: int = 0
    skipped: int = 0
    restarts: int = 0

    def counts(self, kept: Collection[str]) -> Counts:
        """Return the strategy's counters, and None for the others."""
        return Counts(**{name: getattr(self, name) for name in kept})


@dataclass(frozen=True, slots=True)
class Counts:
    """Counters of one run; None if a counter does not apply to the strategy."""

    generated: int | None = None
    expanded: int | None = None
    assignments: int | None = None
    refused: int | None = None
    checks: int | None = None
    eliminated: int | None = None
    revisions: int | None = None
    backtracks: int | None = None
    dead_ends: int | None = None
    deepest: int | None = None
    largest_frontier: int | None = None
    skipped: int | None = None
    moves: int | None = None
    restarts: int | None = None

    def to_dict(self) -> dict[str, int | None]:
        """Return the counters by name, in the order of the glossary."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
