"""`nonet lab`: the group; each command is a module that is loaded when called."""

from __future__ import annotations

import click

from nonet.cli.lazy import Lazy, LazyGroup

_COMMANDS = {
    "run": Lazy("nonet.cli.lab_run", "Run strategies on one puzzle and show their counters."),
    "compare": Lazy(
        "nonet.cli.lab_compare", "Run every strategy on every board with every seed, and summarize."
    ),
    "theory": Lazy("nonet.cli.lab_theory", "Show the exact sizes of a puzzle's search trees."),
    "strategies": Lazy(
        "nonet.cli.lab_strategies", "List the strategies, local searches and engines."
    ),
    "watch": Lazy("nonet.cli.lab_watch", "Watch strategies search side by side."),
    "gallery": Lazy("nonet.cli.lab_watch", "Write six prepared comparisons as pages."),
    "grade": Lazy("nonet.cli.lab_grade", "Grade a solver: a Python file with a function."),
}


@click.group(cls=LazyGroup, lazy=_COMMANDS, epilog="Example: nonet lab strategies")
def lab() -> None:
    """Study search: run strategies, count what they do, compare them."""
