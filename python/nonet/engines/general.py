"""The general engine: boards of any houses, candidates as sets, depth-first search."""

from __future__ import annotations

from typing import ClassVar

from nonet import native
from nonet.core.layout import Layout
from nonet.engines.compiled import CompiledEngine


class AnyLayoutEngine(CompiledEngine):
    """A native engine that reads the houses of a layout, whatever they are."""

    layouts: ClassVar[str] = "every layout"

    def native_name(self) -> str:
        """Return its name."""
        return self.name

    def supports(self, layout: Layout) -> bool:
        """Tell that every layout is taken."""
        return True

    def houses(self, layout: Layout) -> native.Houses:
        """Return the houses of the layout."""
        return native.houses_of(layout)


class GeneralEngine(AnyLayoutEngine):
    """Singles and locked candidates, then the group that fails most often for its size."""

    name: ClassVar[str] = "general"
    summary: ClassVar[str] = "native: singles, locked candidates and a depth-first search"
    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses", "fixed"})
