"""Five representations of a board during a search.

The same search visits the same nodes with each of them, which shows what a representation costs.
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
