"""The small engine: boards of up to 8x8 with any houses, a word of bits for each digit."""

from __future__ import annotations

from typing import ClassVar

from nonet import native
from nonet.core.layout import Layout
from nonet.engines.compiled import CompiledEngine


class SmallEngine(CompiledEngine):
    """The native engine for all layouts below 9x9, on the instruction set that the lanes use."""

    name: ClassVar[str] = "small"
    summary: ClassVar[str] = "native: a bitboard per digit; up to 8x8"
    why: ClassVar[str] = "the fastest up to 8x8"
    layouts: ClassVar[str] = "boards up to 8x8"

    def native_name(self) -> str:
        """Return the instruction set to run on."""
        return native.simd_path()

    def supports(self, layout: Layout) -> bool:
        """Tell whether the cells of the layout fit a word."""
        return layout.size <= native.MOST_SMALL

    def houses(self, layout: Layout) -> native.Houses | None:
        """Return the houses of the layout."""
        return native.houses_of(layout)
