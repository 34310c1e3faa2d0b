"""Orders: which techniques a path may use, and which it prefers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from nonet.core.errors import ArgumentError, UnknownOrderError
from nonet.logic.catalog import catalog, technique_named
from nonet.logic.data_files import read_data

_NAMES = ("nonet", "hodoku", "sudoku-explainer")
"""The built-in orders, each with a data file; the first is the default."""


@dataclass(frozen=True, slots=True)
class Order:
    """Techniques, the preferred ones first, and whose way of choosing among their steps to follow.

    `chooser` is "nonet" (the first step found; of forcing chains that are looked for together, the
    one that Sudoku Explainer prefers), "hodoku" or "sudoku-explainer".

    >>> order_named("nonet").up_to("naked-single").techniques
    ('full-house', 'hidden-single', 'naked-single')
    """

    name: str
    techniques: tuple[str, ...]
    chooser: str = "nonet"

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise ArgumentError(f"order: expected a name, found {self.name!r:.40}")
        if self.chooser not in _NAMES:
            known = ", ".join(map(repr, _NAMES))
            raise ArgumentError(
                f"order {self.name!r}: expected {known} as chooser, found {self.chooser!r:.40}"
            )
        if isinstance(self.techniques, str) or not isinstance(self.techniques, Iterable):
            raise ArgumentError(
                f"order {self.name!r}: expected names of techniques, found {self.techniques!r:.40}"
            )
        names = tuple(technique_named(name).name for name in self.techniques)
        for place, name in enumerate(names):
            if name in names[:place]:
                raise ArgumentError(f"order {self.name!r}: {name} is listed twice")
        if not names:
            raise ArgumentError(f"order {self.name!r}: expected at least one technique, found none")
        object.__setattr__(self, "techniques", names)

    def up_to(self, technique: str) -> Order:
        """Return the order up to and including a technique."""
        name = self._require(technique)
        return self.only(self.techniques[: self.techniques.index(name) + 1])

    def only(self, techniques: Iterable[str]) -> Order:
        """Return the order with some of its techniques, in their places."""
        wanted = {self._require(name) for name in techniques}
        kept = tuple(name for name in self.techniques if name in wanted)
        return Order(self.name, kept, self.chooser)

    def without(self, *techniques: str) -> Order:
        """Return the order without some techniques."""
        dropped = {technique_named(name).name for name in techniques}
        kept = tuple(name for name in self.techniques if name not in dropped)
        return Order(self.name, kept, self.chooser)

    def rank(self, technique: str) -> int:
        """Return the place of a technique, from 0; those not in the order come last."""
        if technique in self.techniques:
            return self.techniques.index(technique)
        return len(self.techniques)

    def _require(self, technique: str) -> str:
        name = technique_named(technique).name
        if name not in self.techniques:
            raise ArgumentError(f"order {self.name!r} does not use {name}")
        return name

    def to_dict(self) -> dict[str, Any]:
        """Return the order as plain data."""
        techniques = list(self.techniques)
        return {"name": self.name, "chooser": self.chooser, "techniques": techniques}


OrderLike: TypeAlias = Order | str | Iterable[str] | None


@cache
def orders() -> dict[str, Order]:
    """Return the built-in orders by name, the default first."""
    known = catalog()
    return {
        name: Order(
            name, tuple(one for one in read_data(f"orders/{name}.json") if one in known), name
        )
        for name in _NAMES
    }


def order_named(name: str) -> Order:
    """Return a built-in order."""
    if found := orders().get(name):
        return found
    raise UnknownOrderError(name, list(orders()))


def as_order(order: OrderLike, techniques: Iterable[str] | None = None) -> Order:
    """Read an order as calls take it: a name, an Order, or names of techniques; None is nonet's.

    `techniques` restrict it.
    """
    if order is None:
        chosen = order_named("nonet")
    elif isinstance(order, str):
        if order not in orders() and order in catalog():
            raise ArgumentError(
                f"order: {order} is a technique; for an order with this one alone, use [{order!r}]"
            )
        chosen = order_named(order)
    elif isinstance(order, Order):
        chosen = order
    elif isinstance(order, Iterable):
        chosen = Order("own", tuple(order))
    else:
        raise ArgumentError(f"order: expected a name or techniques, found {order!r:.40}")
    if techniques is None:
        return chosen
    if isinstance(techniques, str):
        techniques = (techniques,)
    return chosen.only(techniques)
