"""Named strategies: those of the earlier studies (docs/origins.md), textbook ones, and more.

`method_named` also finds local searches, engines (`engine-...`), and strategies defined in a
plugin file.
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
    """The lab has no strategy with this name."""

    kind = "strategy"
    command = "nonet lab strategies"


_DEPTH = "Iterative depth-first search"
_FORWARD_CHECKING = "Backtracking and forward checking"
_STRINGS = "Candidate strings"
_ARRAYS = "Array in, array out"
_BREADTH_FIRST = "Breadth-first search"

STUDIES = (_DEPTH, _FORWARD_CHECKING, _STRINGS, _ARRAYS, _BREADTH_FIRST)
"""The titles of the studies in docs/origins.md."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A named strategy, the study it reproduces, and what we had to assume."""

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
        "depth first over a frontier of copied nested lists, with a hash set of explored states",
        _DEPTH,
        "all children are generated at once; values are tried in ascending order",
        state="lists",
        explored="hashed",
        **_FRONTIER,
    ),
    _preset(
        "frontier-deepcopy",
        "the same with deep copies",
        f"{_DEPTH}, an earlier version",
        "as above",
        state="lists-deep",
        explored="hashed",
        **_FRONTIER,
    ),
    _preset(
        "frontier-list-lookup",
        "the same with a list of explored states, searched linearly",
        f"{_DEPTH}, an earlier version",
        "as above",
        state="lists",
        explored="list",
        **_FRONTIER,
    ),
    _preset(
        "backtracking",
        "try every digit in the first empty cell, check it, undo it",
        f'{_FORWARD_CHECKING}, method="back"; {_STRINGS}, first solver; {_ARRAYS}',
        "cells in row-major order, digits ascending; a digit is checked against all peers",
        frontier="recursive",
        state="lists",
        inference="none",
        givens="left",
        select="first",
    ),
    _preset(
        "forward-checking",
        "keep the allowed values of every cell, backtrack when a cell has none",
        f'{_FORWARD_CHECKING}, method="forward"',
        "cells in row-major order, digits ascending",
        select="first",
        **_FORWARD,
    ),
    _preset(
        "mrv-mcv",
        "forward checking; fewest values, then most empty peers",
        _FORWARD_CHECKING,
        "ties in row-major order, digits ascending",
        select="mrv-degree",
        **_FORWARD,
    ),
    _preset(
        "mrv-mcv-lcv",
        "the same, least constraining value first",
        _FORWARD_CHECKING,
        "as above; ties between values in ascending order",
        select="mrv-degree",
        order="lcv",
        **_FORWARD,
    ),
    _preset(
        "mrv-least-constrained",
        "forward checking; fewest values, then fewest empty peers",
        f"{_FORWARD_CHECKING}, found by accident",
        "does not use least constraining values",
        select="mrv-least-degree",
        **_FORWARD,
    ),
    _preset(
        "dictionary-of-strings",
        "strings of possible digits reduced to a fixed point, then the cell with the fewest",
        _STRINGS,
        "cut_possibilities removes the digits of filled peers (naked singles)",
        frontier="recursive",
        state="strings",
        undo="copy",
        inference="naked-singles",
        select="mrv",
    ),
    _preset(
        "smallest-domain-lcv",
        "fewest values first, least constraining value first",
        f"{_ARRAYS}, planned improvements",
        "the inference is forward checking",
        select="mrv",
        order="lcv",
        **_FORWARD,
    ),
    _preset(
        "breadth-first-fixed",
        "breadth first; cells ordered once at the root, fewest possible values first",
        _BREADTH_FIRST,
        "ties in row-major order: 109 nodes on its board, where the study reports 107",
        select="fixed",
        **_BREADTH,
    ),
    _preset(
        "breadth-first-rows",
        "breadth first; cells in row-major order",
        f"{_BREADTH_FIRST}, without its order",
        select="first",
        **_BREADTH,
    ),
    _preset(
        "breadth-first-dynamic",
        "breadth first; the cell with the fewest values left at each node",
        f"{_BREADTH_FIRST}, with a dynamic order",
        frontier="queue",
        undo="copy",
        inference="forward",
        givens="checked",
        select="mrv",
    ),
    _preset("forward-mrv", "forward checking, fewest values first", inference="forward"),
    _preset("ac3-forward", "AC-3 on the givens, then forward checking", inference="ac3"),
    _preset("mac", "maintaining arc consistency, fewest values first", inference="mac"),
    _preset(
        "naked-singles", "cells with one value left are filled at once", inference="naked-singles"
    ),
    _preset("singles", "naked and hidden singles, fewest values first", inference="singles"),
    _preset(
        "singles-mrv-mcv",
        "singles; fewest values, then most empty peers",
        inference="singles",
        select="mrv-degree",
    ),
    _preset(
        "singles-places",
        "singles; the cell, or the house and digit, with the fewest options",
        inference="singles",
        select="places",
    ),
    _preset(
        "singles-dom-wdeg",
        "singles; fewest values relative to how often the cell's houses led to dead ends",
        inference="singles",
        select="dom-wdeg",
    ),
    _preset(
        "all-different",
        "all-different consistency of every house, by matching",
        inference="all-different",
    ),
    _preset(
        "restarts",
        "singles with random choices, restarted after more and more nodes",
        frontier="restarts",
        inference="singles",
        select="mrv-random",
        order="random",
    ),
    _preset(
        "weighted-restarts",
        "singles; dom/wdeg with weights kept over restarts, least constraining value first",
        frontier="restarts",
        inference="singles",
        select="dom-wdeg",
        order="lcv",
        restart_after=500,
    ),
    _preset(
        "backjumping",
        "forward checking, jumping back to the cause of a dead end",
        frontier="backjumping",
    ),
    _preset(
        "limited-discrepancy",
        "try few exceptions to the order of values first",
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
        "the node with the fewest values assigned plus empty cells",
        frontier="a-star",
        undo="copy",
        inference="singles",
    ),
)
"""Every named strategy."""

_plugins: dict[str, Method] = {}


def all_methods() -> tuple[Method, ...]:
    """Return everything the lab can run: presets, local searches, engines, plugins."""
    engines = [EngineMethod(engine) for engine in all_engines()]
    strategies = [preset.strategy for preset in PRESETS]
    return (*strategies, *LOCAL_SEARCHES, *engines, *_plugins.values())


def method_named(name: str) -> Method:
    """Return the method with this name; UnknownStrategyError suggests the closest match."""
    known = {method.name: method for method in all_methods()}
    if name not in known:
        raise UnknownStrategyError(name, known)
    return known[name]


def method_of(strategy: Method | str) -> Method:
    """Return a method, given as an object or by name."""
    if isinstance(strategy, str):
        return method_named(strategy)
    if not isinstance(strategy, Method):
        raise ArgumentError(f"expected a strategy or its name, found {strategy!r}")
    return strategy


def load_plugin(path: Path | str) -> list[Method]:
    """Run a user's Python file and register the strategies it defines, by name."""
    path = Path(path).resolve()
    if not path.is_file():
        raise ArgumentError(f"plugin: there is no file {path}")
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
            raise ArgumentError(f"plugin {path.name}: the name {method.name!r} is already in use")
        _plugins[method.name] = method
    return found
