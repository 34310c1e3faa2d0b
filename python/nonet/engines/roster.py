"""The roster: every engine by name, preferred ones first."""

from __future__ import annotations

from importlib import import_module

from nonet.core.errors import ArgumentError, UnknownEngineError, UnsupportedError
from nonet.core.puzzle import Puzzle
from nonet.engines.base import Engine

_HOMES = {
    "lanes": "lanes.LanesEngine",
    "small": "small.SmallEngine",
    "portfolio": "portfolio.PortfolioEngine",
    "general": "general.GeneralEngine",
    "learning": "portfolio.LearningEngine",
    "cadical": "portfolio.CadicalEngine",
    "scalar": "scalar.ScalarEngine",
    "reference": "reference.ReferenceEngine",
    "dlx": "dlx.DlxEngine",
    # Guests come last: portfolio takes every board, so that none of them is ever the best.
    "cpsat": "cpsat.CpsatEngine",
    "pysat": "pysat.PysatEngine",
}
"""Module and class of the built-in engines, which are loaded on first use."""
_loaded: dict[str, Engine] = {}
_order = list(_HOMES)


def _load(name: str) -> Engine:
    if name not in _loaded:
        module, _, made = _HOMES[name].partition(".")
        _loaded[name] = getattr(import_module(f"nonet.engines.{module}"), made)()
    return _loaded[name]


def all_engines() -> tuple[Engine, ...]:
    """Return every engine, in order of preference.

    This includes engines whose package is not installed (`engine.install` says how), but they
    support no puzzle.
    """
    return tuple(map(_load, _order))


def engine_named(name: str) -> Engine:
    """Return the engine with this name; UnknownEngineError suggests the closest match."""
    if name not in _order:
        raise UnknownEngineError(name, _order)
    return _load(name)


def as_engine(engine: str | Engine) -> Engine:
    """Return an engine, given as an object or by name."""
    return engine if isinstance(engine, Engine) else engine_named(engine)


def best_engine(puzzle: Puzzle) -> Engine:
    """Return the preferred engine for a puzzle: the first that supports its layout and rules."""
    for name in _order:
        engine = _loaded.get(name) or _load(name)
        if engine.supports(puzzle):
            return engine
    rules = ", ".join(rule.name for rule in puzzle.rules)
    under = f" with the rules {rules}" if rules else ""
    raise UnsupportedError(f"no engine supports {puzzle.layout}{under}")


def register_engine(engine: Engine) -> None:
    """Add an engine at the end of the roster."""
    if not isinstance(engine, Engine):
        raise ArgumentError(f"expected an Engine, found {engine!r:.40}")
    if engine.name in _order:
        raise ArgumentError(f"there is already an engine named {engine.name!r}")
    _loaded[engine.name] = engine
    _order.append(engine.name)
