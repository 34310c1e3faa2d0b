"""Engines: each answers a puzzle behind one contract; the roster knows them by name."""

from nonet.engines.base import Engine, Search
from nonet.engines.conformance import check_engine
from nonet.engines.roster import all_engines, best_engine, engine_named, register_engine

__all__ = [
    "Engine",
    "Search",
    "all_engines",
    "best_engine",
    "check_engine",
    "engine_named",
    "register_engine",
]
