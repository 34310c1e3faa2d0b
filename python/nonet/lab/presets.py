"""Strategies by name: those of the seed documents, the textbook's, and the rest.

`method_named` also finds local searches, the engines of the roster (`engine-...`), and what a
user's plugin file defines.
"""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from pathlib import Path

from nonet.core.errors import ArgumentError, NonetError, UnknownNameError
from nonet.engines.roster import all_engines
from nonet.lab.local import LOCAL_SEARCHES
from nonet.lab.method import EngineMethod, Method
from nonet.lab.parts import raised
from nonet.lab.strategy import Strategy


class UnknownStrategyError(UnknownNameError):
    """No strategy of that name is known to the lab."""

    kind = "strategy"
    command = "nonet lab strategies"


@dataclass(frozen=True, slots=True)
class Preset:
    """A named strategy, the seed document that it reproduces, and what that leaves open."""

    strategy: Strategy
    origin: str | None = None
    inferred: str = ""


def _preset(
    name: str, about: str, origin: str | None = None, inferred: str = "", **parts: str | int | None
) -> Preset:
    return Preset(Strategy(name=name, about=about, **parts), origin, inferred)  # type: ignore[arg-type]


_FORWARD = {"frontier": "recursive", "inference": "forward", "givens": "checked"}
_BREADTH = {"frontier": "queue", "undo": "copy", "inference": "none", "givens": "checked"}
_FRONTIER = {
    "frontier": "stack",
    "undo": "copy",
    "inference": "naked-singles",
    "select": "first",
}

PRESETS: tuple[Preset, ...] = (
    _preset(
        "frontier-lists",
        "depth first over a frontier of copied nested lists, explored states hashed",
        "seed 0",
        "nodes are generated all at once; values are tried in ascending order",
        state="lists",
        explored="hashed",
        **_FRONTIER,
    ),
    _preset(
        "frontier-deepcopy",
        "the same with deep copies",
        "seed 0, before its change",
        "as above",
        state="lists-deep",
        explored="hashed",
        **_FRONTIER,
    ),
    _preset(
        "frontier-list-lookup",
        "the same with a list of explored states, searched from end to end",
        "seed 0, before its change",
        "as above",
        state="lists",
        explored="list",
        **_FRONTIER,
    ),
    _preset(
        "backtracking",
        "the first empty cell, every digit, check, undo",
        'seed 1, method="back"; seed 2, first solver; seed 3',
        "cells in row-major order, digits ascending; a digit is checked against all peers",
        frontier="recursive",
        state="lists",
        inference="none",
        givens="left",
        select="first",
    ),
    _preset(
        "forward-checking",
        "keep the allowed values of every cell, give up where one has none",
        'seed 1, method="forward"',
        "cells in row-major order, digits ascending",
        select="first",
        **_FORWARD,
    ),
    _preset(
        "mrv-mcv",
        "forward checking; fewest values, then most open peers",
        "seed 1",
        "ties in row-major order, digits ascending",
        select="mrv-degree",
        **_FORWARD,
    ),
    _preset(
        "mrv-mcv-lcv",
        "the same, least constraining value first",
        "seed 1",
        "as above; ties of values ascending",
        select="mrv-degree",
        order="lcv",
        **_FORWARD,
    ),
    _preset(
        "mrv-least-constrained",
        "forward checking; fewest values, then fewest open peers",
        "seed 1, its accident",
        "whether it used least constraining values too: taken as no",
        select="mrv-least-degree",
        **_FORWARD,
    ),
    _preset(
        "dictionary-of-strings",
        "strings of possible digits cut to a fixed point, then the cell with the fewest",
        "seed 2",
        "what cut_possibilities removes: taken as the digits of filled peers (naked singles)",
        frontier="recursive",
        state="strings",
        undo="copy",
        inference="naked-singles",
        select="mrv",
    ),
    _preset(
        "smallest-domain-lcv",
        "fewest values first, least constraining value first",
        "seed 3, its wishes",
        "inference: taken as forward checking",
        select="mrv",
        order="lcv",
        **_FORWARD,
    ),
    _preset(
        "breadth-first-fixed",
        "breadth first; cells ordered once at the root, fewest possible values first",
        "seed 4",
        "ties in row-major order: 109 nodes on its board, where it reports 107",
        select="fixed",
        **_BREADTH,
    ),
    _preset(
        "breadth-first-rows",
        "breadth first; cells in row-major order",
        "seed 4, without its order",
        select="first",
        **_BREADTH,
    ),
    _preset(
        "breadth-first-dynamic",
        "breadth first; the cell with the fewest values left at each node",
        "seed 4, its order made dynamic",
        frontier="queue",
        undo="copy",
        inference="forward",
        givens="checked",
        select="mrv",
    ),
    _preset("forward-mrv", "forward checking, fewest values first", inference="forward"),
    _preset("ac3-forward", "AC-3 on the givens, then forward checking", inference="ac3"),
    _preset("mac", "arc consistency maintained, fewest values first", inference="mac"),
    _preset("naked-singles", "cells with one value filled at once", inference="naked-singles"),
    _preset("singles", "naked and hidden singles, fewest values first", inference="singles"),
    _preset(
        "singles-mrv-mcv",
        "singles; fewest values, then most open peers",
        inference="singles",
        select="mrv-degree",
    ),
    _preset(
        "singles-places",
        "singles; the cell, or the house and digit, with the fewest ways",
        inference="singles",
        select="places",
    ),
    _preset(
        "singles-dom-wdeg",
        "singles; fewest values per weight of the houses where dead ends were",
        inference="singles",
        select="dom-wdeg",
    ),
    _preset("all-different", "every house consistent by matching", inference="all-different"),
    _preset(
        "restarts",
        "singles by chance, begun again after more and more nodes",
        frontier="restarts",
        inference="singles",
        select="mrv-random",
        order="random",
    ),
    _preset(
        "weighted-restarts",
        "singles; fewest values per weight, least constraining value, weights kept over restarts",
        frontier="restarts",
        inference="singles",
        select="dom-wdeg",
        order="lcv",
        restart_after=500,
    ),
    _preset(
        "backjumping", "forward checking, back to the cause of a dead end", frontier="backjumping"
    ),
    _preset(
        "limited-discrepancy",
        "few exceptions to the order of values first",
        frontier="discrepancy",
        undo="copy",
        inference="singles",
        order="lcv",
    ),
    _preset(
        "iterative-deepening",
        "depth first to level 1, 2, 3, ...",
        frontier="deepening",
        undo="copy",
        inference="singles",
    ),
    _preset(
        "greedy",
        "the node with the fewest values left",
        frontier="greedy",
        undo="copy",
        inference="singles",
        heuristic="values-left",
    ),
    _preset(
        "a-star",
        "values assigned plus cells open",
        frontier="a-star",
        undo="copy",
        inference="singles",
    ),
)
"""Every named strategy."""

_plugins: dict[str, Method] = {}


def all_methods() -> tuple[Method, ...]:
    """Return everything that the lab can run: presets, local searches, engines, plugins."""
    engines = [EngineMethod(engine) for engine in all_engines()]
    strategies = [preset.strategy for preset in PRESETS]
    return (*strategies, *LOCAL_SEARCHES, *engines, *_plugins.values())


def method_named(name: str) -> Method:
    """Return the method of a name; UnknownStrategyError suggests the nearest."""
    known = {method.name: method for method in all_methods()}
    if name not in known:
        raise UnknownStrategyError(name, known)
    return known[name]


def method_of(strategy: Method | str) -> Method:
    """Return a method that is given as itself or by its name."""
    if isinstance(strategy, str):
        return method_named(strategy)
    if not isinstance(strategy, Method):
        raise ArgumentError(f"expected a strategy or its name, found {strategy!r}")
    return strategy


def load_plugin(path: Path | str) -> list[Method]:
    """Run a user's Python file and register the strategies that it defines, by their names."""
    path = Path(path).resolve()
    if not path.is_file():
        raise ArgumentError(f"plugin: expected a Python file, found nothing at {path}")
    module_name = f"nonet_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise ArgumentError(f"plugin: expected a Python file, found {path.name}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except NonetError:
        raise
    except (Exception, SystemExit) as error:
        raise ArgumentError(f"plugin {path.name} {raised(error, str(path))}") from error
    found = [value for value in vars(module).values() if isinstance(value, Method)]
    if not found:
        raise ArgumentError(f"plugin {path.name}: expected a lab.Strategy at top level, found none")
    taken = {method.name for method in all_methods()} - set(_plugins)
    for method in found:
        if method.name in taken:
            raise ArgumentError(f"plugin {path.name}: the name {method.name!r} is taken")
        _plugins[method.name] = method
    return found
