"""What counting costs: `python benchmarks/lab_counting.py`.

The lab's modules are loaded a second time with every statement that adds to a counter taken out
(by their syntax trees, nothing else changed), and both are timed in turn on the same boards.
"""

from __future__ import annotations

import ast
import importlib
import statistics
import sys
import time
from types import ModuleType

from nonet import Limit

MODULES = ("inference", "frontiers", "explorer")
STRATEGIES = {
    "plain backtracking": {"inference": "none", "select": "first", "givens": "checked"},
    "forward checking, MRV": {"inference": "forward"},
    "singles, MRV": {"inference": "singles"},
}
BOARDS = (60, 70, 75, 80, 85)
KEPT = {"generated"}
"""The node limit needs this one."""
ROUNDS = 7


class Uncount(ast.NodeTransformer):
    """Drop `tally.x += ...` and the like."""

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | None:
        """Leave out an addition to a counter."""
        return ast.Pass() if self._is_counter(node.target) else node

    def _is_counter(self, target: ast.expr) -> bool:
        if not isinstance(target, ast.Attribute) or target.attr in KEPT:
            return False
        owner = target.value
        return getattr(owner, "id", getattr(owner, "attr", "")) == "tally"


def load(counting: bool) -> ModuleType:
    """Return a fresh copy of the module that makes strategies, counting or not."""
    for name in [name for name in sys.modules if name.startswith("nonet.lab")]:
        del sys.modules[name]
    if not counting:
        package = importlib.import_module("nonet.lab.method")
        assert package
        for name in MODULES:
            spec = importlib.util.find_spec(f"nonet.lab.{name}")
            assert spec is not None and spec.origin is not None and spec.loader is not None
            for stale in [n for n in sys.modules if n == spec.name]:
                del sys.modules[stale]
            with open(spec.origin, encoding="utf-8") as source:
                tree = ast.fix_missing_locations(Uncount().visit(ast.parse(source.read())))
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module
            exec(compile(tree, spec.origin, "exec"), module.__dict__)
    for name in ("strategy", "presets"):
        sys.modules.pop(f"nonet.lab.{name}", None)
    return importlib.import_module("nonet.lab.strategy")


def measure(strategies: ModuleType, parts: dict[str, str], puzzles: list) -> float:
    """Return the seconds for all boards."""
    from nonet.lab.method import run_method

    strategy = strategies.Strategy(**parts)
    started = time.perf_counter()
    for puzzle in puzzles:
        run_method(strategy, puzzle, Limit(solutions=1, nodes=50_000), 0)
    return time.perf_counter() - started


def main() -> None:
    """Print the share of time that counting takes."""
    from nonet.lab.corpus import corpus_named

    entries = corpus_named("9x9").entries
    puzzles = [entries[index].puzzle for index in BOARDS]
    silent, counting = load(False), load(True)
    print("| strategy | counting against not counting |")
    print("|---|---:|")
    for name, parts in STRATEGIES.items():
        ratios = [
            measure(counting, parts, puzzles) / measure(silent, parts, puzzles)
            for _ in range(ROUNDS)
        ]
        print(f"| {name} | {statistics.median(ratios):.2f} |", flush=True)


if __name__ == "__main__":
    main()
