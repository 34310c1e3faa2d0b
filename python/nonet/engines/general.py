"""The general engine: boards with any houses, candidates as sets, depth-first search."""

from __future__ import annotations

from typing import ClassVar

from nonet.engines.compiled import AnyBoardEngine


class GeneralEngine(AnyBoardEngine):
    """Singles and locked candidates, then the group that fails most often for its size."""

    name: ClassVar[str] = "general"
    summary: ClassVar[str] = "native: singles, locked candidates and a depth-first search"
    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses", "fixed"})
