"""The small engine: boards of up to 8x8 with any houses, a word of bits for each digit."""

from __future__ import annotations

from typing import ClassVar

from nonet import native
from nonet.core.layout import Layout
from nonet.core.rules import Rule
from nonet.engines.base import BASIC_RULES
from nonet.engines.compiled import CompiledEngine


class SmallEngine(CompiledEngine):
    """The native engine for all boards below 9x9, on the instruction set that the lanes use."""

    name: ClassVar[str] = "small"
    summary: ClassVar[str] = "native: a bitboard per digit; up to 8x8"
    why: ClassVar[str] = "the fastest up to 8x8"
    boards: ClassVar[str] = "boards up to 8x8"
    rules: ClassVar[frozenset[type[Rule]]] = BASIC_RULES
    paths: ClassVar[tuple[str, ...]] = native.simd_paths()

    def supports_layout(self, layout: Layout) -> bool:
        """Tell whether the cells of the layout fit a word."""
        return layout.size <= native.MOST_SMALL
