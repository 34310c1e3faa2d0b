"""The roster: every engine by name, the preferred ones first."""

from __future__ import annotations

from nonet.core.errors import ArgumentError, UnknownEngineError, UnsupportedError
from nonet.core.layout import Layout
from nonet.engines.base import Engine
from nonet.engines.cpsat import CpsatEngine
from nonet.engines.dlx import DlxEngine
from nonet.engines.general import GeneralEngine
from nonet.engines.lanes import LanesEngine
from nonet.engines.portfolio import CadicalEngine, LearningEngine, PortfolioEngine
from nonet.engines.pysat import PysatEngine
from nonet.engines.reference import ReferenceEngine
from nonet.engines.scalar import ScalarEngine
from nonet.engines.small import SmallEngine

_roster: dict[str, Engine] = {
    engine.name: engine
    for engine in (
        LanesEngine(),
        SmallEngine(),
        PortfolioEngine(),
        GeneralEngine(),
        LearningEngine(),
        CadicalEngine(),
        ScalarEngine(),
        ReferenceEngine(),
        DlxEngine(),
        # Guests come last: portfolio takes every layout, so that none of them is ever the best.
        CpsatEngine(),
        PysatEngine(),
    )
}


def all_engines() -> tuple[Engine, ...]:
    """Return every engine, in the order in which they are preferred.

    Those whose package is not installed are among them (`engine.install` says how), but they
    support no layout.
    """
    return tuple(_roster.values())


def engine_named(name: str) -> Engine:
    """Return the engine of a name; UnknownEngineError suggests the nearest one."""
    try:
        return _roster[name]
    except KeyError:
        raise UnknownEngineError(name, _roster) from None


def best_engine(layout: Layout) -> Engine:
    """Return the preferred engine for a layout."""
    for engine in _roster.values():
        if engine.supports(layout):
            return engine
    raise UnsupportedError(f"no engine takes a board of {layout}")


def register_engine(engine: Engine) -> None:
    """Add a guest engine at the end of the roster, under its name."""
    if not isinstance(engine, Engine):
        raise ArgumentError(f"expected an Engine, found {engine!r:.40}")
    if engine.name in _roster:
        raise ArgumentError(f"an engine named {engine.name!r} is in the roster already")
    _roster[engine.name] = engine
