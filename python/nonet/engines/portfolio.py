"""Engines for one large board at a time: on several cores, with progress reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from nonet import native
from nonet.engines.compiled import AnyBoardEngine

_COUNTERS = frozenset({"nodes", "guesses", "conflicts", "fixed"})
_WITH_CADICAL = "pip install . --config-settings=build-args='--features cadical'"
"""In a clone of the repository, with a C++ compiler."""


class PortfolioEngine(AnyBoardEngine):
    """Rules, then a short search, then clause learning by several solvers in parallel."""

    name: ClassVar[str] = "portfolio"
    summary: ClassVar[str] = "native: briefly runs general, then learning on every core"
    counters: ClassVar[frozenset[str]] = _COUNTERS
    uses_threads: ClassVar[bool] = True
    parts: ClassVar[tuple[str, ...]] = ("general", "learning")
    part_names: ClassVar[Mapping[str, str]] = {
        "rules": "general",
        "search": "general",
        "learning": "learning",
    }
    part_reasons: ClassVar[Mapping[str, str]] = {
        "rules": "the rules were enough",
        "search": "a short search was enough",
        "learning": "a short search was not enough",
    }


class LearningEngine(AnyBoardEngine):
    """Clause learning on the groups of a puzzle, in two styles that share what they learn."""

    name: ClassVar[str] = "learning"
    summary: ClassVar[str] = "native: learns from dead ends, with several solvers in parallel"
    counters: ClassVar[frozenset[str]] = _COUNTERS
    uses_threads: ClassVar[bool] = True


class CadicalEngine(AnyBoardEngine):
    """CaDiCaL on the reduced, extended encoding; one for solutions, one for proofs."""

    name: ClassVar[str] = "cadical"
    summary: ClassVar[str] = "native: the SAT solver CaDiCaL, in two configurations in parallel"
    counters: ClassVar[frozenset[str]] = _COUNTERS
    uses_threads: ClassVar[bool] = True
    package: ClassVar[str] = "CaDiCaL, an optional build feature"

    @property
    def install(self) -> str | None:
        """The command that builds nonet with CaDiCaL, or None if it is included."""
        return None if native.HAS_CADICAL else _WITH_CADICAL
