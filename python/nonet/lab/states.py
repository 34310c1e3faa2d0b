"""How a board is held during a search: five representations of the same thing.

The same search on each of them visits the same nodes, and shows what a representation costs.
"""

from __future__ import annotations

from nonet.lab.bit_masks import BitMasks
from nonet.lab.plain_states import DeepNestedLists, DictOfStrings, NestedLists, Sets
from nonet.lab.state import State

STATES: dict[str, type[State]] = {
    "bit-masks": BitMasks,
    "sets": Sets,
    "strings": DictOfStrings,
    "lists": NestedLists,
    "lists-deep": DeepNestedLists,
}
"""Every representation by name."""
