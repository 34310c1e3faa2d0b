"""The small engine: boards up to 8x8 with any houses, one machine word per digit."""

from __future__ import annotations

from typing import ClassVar

from nonet import native
from nonet.core.layout import Layout
from nonet.core.rules import Rule
from nonet.engines.base import BASIC_RULES
from nonet.engines.compiled import CompiledEngine


class SmallEngine(CompiledEngine):
    """The native engine for all boards below 9x9, on the same instruction set as `lanes`."""

    name: ClassVar[str] = "small"
    summary: ClassVar[str] = "native: one bitboard per digit; up to 8x8"
    why: ClassVar[str] = "the fastest up to 8x8"
    boards: ClassVar[str] = "boards up to 8x8"
    rules: ClassVar[frozenset[type[Rule]]] = BASIC_RULES
    paths: ClassVar[tuple[str, ...]] = native.simd_paths()

    def supports_layout(self, layout: Layout) -> bool:
        """Return whether the cells of the layout fit in a word."""
        return layout.size <= native.MOST_SMALL
