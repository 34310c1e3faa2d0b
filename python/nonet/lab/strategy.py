"""A strategy: parts that are combined, checked for compatibility, and run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from nonet.core.errors import ArgumentError, UnknownNameError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.rules import Rule
from nonet.engines.base import BASIC_RULES
from nonet.lab.choices import ORDERS, SELECTS, Order, Select
from nonet.lab.explorer import Explorer
from nonet.lab.frontiers import EAGER, FRONTIERS, REPEATING, TRAILED
from nonet.lab.inference import INFERENCES, Inference
from nonet.lab.method import Method
from nonet.lab.parts import checked_heuristic, checked_inference, checked_order, checked_select
from nonet.lab.state import State
from nonet.lab.states import STATES

if TYPE_CHECKING:
    from nonet.lab.tracing.recorder import Recorder

Heuristic = Callable[[State], float]


class UnknownPartError(UnknownNameError):
    """There is no part of a strategy with this name."""

    kind = "part"
    command = "nonet lab strategies --parts"


def open_cells(state: State) -> float:
    """Return the number of empty cells: each needs one more value."""
    return len(state.open)


def values_left(state: State) -> float:
    """Return the total number of values left in the empty cells."""
    return sum(state.size(cell) for cell in state.open)


HEURISTICS: dict[str, Heuristic] = {"open-cells": open_cells, "values-left": values_left}
"""Every heuristic by name: an estimate of the distance to a solution."""

CHOICES: dict[str, dict[str, Any]] = {
    "frontier": FRONTIERS,
    "state": STATES,
    "undo": dict.fromkeys(("trail", "copy")),
    "inference": INFERENCES,
    "givens": dict.fromkeys(("propagated", "checked", "left")),
    "select": SELECTS,
    "order": ORDERS,
    "explored": dict.fromkeys(("hashed", "list")),
    "heuristic": HEURISTICS,
}
"""The names that each part of a strategy can have."""

_PLAIN = {
    "trail": "Record changes, and undo them.",
    "copy": "Copy the state for every node.",
    "propagated": "Run the inference on the givens before the search.",
    "checked": "Try only values that no given excludes.",
    "left": "Try every digit, and check it each time.",
    "hashed": "Remember every state seen, in a set.",
    "list": "Remember every state seen, in a list that is searched linearly.",
}
"""The meaning of names that are not functions."""

OWN = ("select", "order", "inference", "heuristic")
"""The parts that may be a user's function."""


@dataclass(frozen=True)
class Strategy(Method):
    """A search made of parts. Each part is a name; four of them can be your own function.

    - `frontier`: which node is next; `state`: how to represent a board; `undo`: "trail" or "copy";
    - `inference`: what to infer from an assignment; `givens`: "propagated" (run the inference on
      the givens before the search), "checked" (try only values that no given excludes) or "left"
      (try every digit and check it each time);
    - `select`: which cell to pick; `order`: which value to try first; `explored`: None, "hashed" or
      "list";
    - `heuristic` for the frontiers greedy and a-star; `restart_after` nodes for restarts.

    >>> Strategy(select="mrv-degree", order="lcv").title
    'iterative, bit-masks, trail, forward, propagated, mrv-degree, lcv'
    """

    name: str = "custom"
    frontier: str = "iterative"
    state: str = "bit-masks"
    undo: str = "trail"
    inference: str | Inference = "forward"
    givens: str = "propagated"
    select: str | Select = "mrv"
    order: str | Order = "ascending"
    explored: str | None = None
    heuristic: str | Heuristic = "open-cells"
    restart_after: int = 200
    about: str = field(default="", compare=False)
    rule_types: ClassVar[frozenset[type[Rule]]] = BASIC_RULES

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise ArgumentError(f"name: expected a text, found {self.name!r}")
        if not isinstance(self.restart_after, int):
            raise ArgumentError(f"restart_after: expected a number, found {self.restart_after!r}")
        for part, names in CHOICES.items():
            value = getattr(self, part)
            is_name = isinstance(value, str)
            if callable(value) and part in OWN:
                continue
            if value is None and part == "explored":
                continue
            if not is_name:
                expected = "a name or a function" if part in OWN else "a name"
                raise ArgumentError(f"{part}: expected {expected}, found {value!r}")
            if value not in names:
                raise UnknownPartError(f"{part}={value}", [f"{part}={name}" for name in names])
        for problem in _misfits(self):
            raise ArgumentError(f"strategy {self.name!r}: {problem}")

    @property
    def title(self) -> str:
        """The parts as text."""
        parts = [self.frontier, self.state, self.undo, self.inference_name(), self.givens]
        parts += [_name_of(self.select), _name_of(self.order)]
        return ", ".join([*parts, f"explored {self.explored}"] if self.explored else parts)

    @property
    def summary(self) -> str:
        """What the strategy does: `about`, or the docstrings of the user's rules."""
        parts = (getattr(self, part) for part in OWN)
        # What functools.partial made is described by the function inside.
        own = (getattr(part, "func", part) for part in parts if not isinstance(part, str))
        return self.about or " ".join(filter(None, map(_first_sentence, own)))

    @property
    def keeps(self) -> str:  # type: ignore[override]
        """What its boards store."""
        return "digits" if self.inference == "none" else "candidates"

    def own_parts(self) -> list[str]:
        """Return the parts that are the user's functions."""
        return [part for part in OWN if callable(getattr(self, part))]

    def inference_name(self) -> str:
        """Return the name of the inference; that of the function if it is the user's."""
        return _name_of(self.inference)

    def rules(self) -> tuple[Select, Order, Inference]:
        """Return the rules to apply; the answers of a user's function are checked."""
        select = SELECTS[self.select] if isinstance(self.select, str) else None
        order = ORDERS[self.order] if isinstance(self.order, str) else None
        inference = INFERENCES[self.inference] if isinstance(self.inference, str) else None
        return (
            select or checked_select(self.select),
            order or checked_order(self.order),
            inference or checked_inference(self.inference),
        )

    def heuristic_rule(self) -> Heuristic:
        """Return the heuristic to use."""
        if isinstance(self.heuristic, str):
            return HEURISTICS[self.heuristic]
        return checked_heuristic(self.heuristic)

    def counters(self) -> tuple[str, ...]:
        """Return the names of this strategy's counters."""
        names = ["generated", "expanded", "assignments", "checks", "dead_ends", "deepest"]
        names.append("largest_frontier")
        if self.frontier not in EAGER:
            names.append("backtracks")
        names.append("refused" if self.inference == "none" else "eliminated")
        if self.inference in ("singles", "ac3", "mac", "all-different"):
            names.append("revisions")
        if self.explored:
            names.append("skipped")
        if self.frontier in REPEATING:
            names.append("restarts")
        return tuple(names)

    def start(self, puzzle: Puzzle, limit: Limit, seed: int) -> Explorer:
        """Start a run."""
        return Explorer(self, puzzle, limit, seed)

    def observe(self, puzzle: Puzzle, limit: Limit, seed: int, recorder: Recorder) -> Explorer:
        """Start a run that reports everything it does to a recorder."""
        from nonet.lab.tracing.observed import ObservedExplorer

        return ObservedExplorer(self, puzzle, limit, seed, recorder)


def all_parts() -> list[dict[str, str]]:
    """Return every named part with its description."""
    return [
        {"part": part, "name": name, "about": _PLAIN.get(name) or _first_sentence(choice)}
        for part, names in CHOICES.items()
        for name, choice in names.items()
    ]


def _first_sentence(part: object) -> str:
    return " ".join((part.__doc__ or "").split("\n\n")[0].split())


CHANCE = frozenset({"random", "mrv-random", "dom-wdeg"})
"""Choices that may differ the next time, because they are random or learn."""


def _name_of(part: object) -> str:
    return part if isinstance(part, str) else getattr(part, "__name__", "custom")


def _misfits(strategy: Strategy) -> list[str]:
    """Say which parts are incompatible, and what would work."""
    found = []
    if strategy.undo == "trail" and strategy.frontier not in TRAILED:
        found.append(
            f"frontier {strategy.frontier!r} keeps many states at once, but a trail undoes only "
            "one (use undo='copy')"
        )
    if strategy.explored and strategy.frontier not in EAGER:
        found.append(
            f"frontier {strategy.frontier!r} has no states to compare "
            f"(explored= works with {', '.join(sorted(EAGER))})"
        )
    if strategy.givens == "left" and strategy.inference != "none":
        found.append(
            f"inference {strategy.inference_name()!r} eliminates candidates, which need the givens "
            "(use givens='checked' or 'propagated', or inference='none')"
        )
    if strategy.frontier == "backjumping":
        if strategy.inference not in ("none", "forward"):
            found.append(
                "backjumping traces dead ends to the digits of peers (use inference='none' or "
                "'forward')"
            )
        if strategy.select == "places":
            found.append("backjumping jumps back to cells (use a select that picks cells)")
    if strategy.frontier == "restarts":
        own = callable(strategy.select) or callable(strategy.order)
        if not own and not {strategy.select, strategy.order} & CHANCE:
            found.append(
                "a restart without random choices repeats itself (use select='mrv-random', "
                "'random' or 'dom-wdeg', or order='random')"
            )
    if strategy.restart_after < 1:
        found.append(f"restart_after: expected 1 or more, found {strategy.restart_after}")
    return found
