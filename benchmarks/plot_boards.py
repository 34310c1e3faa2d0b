"""Draw benchmarks/all_boards.py's report: `python benchmarks/plot_boards.py REPORT.json OUT.svg`.

One row per group, seconds on a logarithmic scale: a mark at the median, a line to the slowest.
In brackets: how many of the boards the rivals were given, if not all. A hollow
mark at the right: not solved in time.
"""

from __future__ import annotations

import importlib
import math
import statistics
import sys
from typing import Any

from board_groups import GROUPS, Goal
from board_report import amount, by_group, duration, times_of
from board_solvers import NONET, ONE_CORE
from plot_rivals import INK, save, tidy
from plot_rivals import NONET as BLUE
from plot_rivals import RIVAL as ORANGE
from rival_report import Report

CADICAL, CPSAT = "CaDiCaL", "CP-SAT"
MARKS = {
    NONET: (BLUE, "o", -0.27),
    ONE_CORE: (BLUE, "|", -0.09),
    CADICAL: (ORANGE, "D", 0.09),
    CPSAT: (INK, "s", 0.27),
}
"""Colour, shape and place in the row; CP-SAT is the best of its columns, board by board."""


def series(records: list[Report]) -> dict[str, list[float]]:
    """Return the times of each mark, of all boards that it was given."""
    found: dict[str, list[float]] = {}
    for times in map(times_of, records):
        variants = [seconds for name, seconds in times.items() if name.startswith(CPSAT)]
        shown = times | {CPSAT: min(variants)} if variants else times
        for name in MARKS:
            if name in shown:
                found.setdefault(name, []).append(shown[name])
    return found


def draw(report: Report) -> Any:
    """Return the figure."""
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    limit = report["options"]["seconds"]
    rows = by_group(report)
    figure, axis = pyplot.subplots(figsize=(8.6, 1.0 + 0.36 * len(rows)))
    tidy(axis)
    axis.grid(visible=False, axis="y")
    goals = {group.name: group.goal for group in GROUPS}
    for place, (name, records) in enumerate(rows.items()):
        row(axis, place, series(records), limit)
        aim(axis, place, goals[name])
    scale(axis, limit)
    names = [f"{name}, {amount(records)}" for name, records in rows.items()]
    axis.set_yticks(range(len(rows)), names)
    axis.set_ylim(len(rows) - 0.5, -0.6)
    legend(axis)
    figure.tight_layout()
    return figure


def row(axis: Any, place: int, found: dict[str, list[float]], limit: float) -> None:
    """Draw a group: each solver's median and slowest board."""
    if place % 2:
        axis.axhspan(place - 0.5, place + 0.5, color=INK, alpha=0.07, linewidth=0)
    for name, times in found.items():
        colour, shape, offset = MARKS[name]
        middle, worst = (min(limit, value) for value in (statistics.median(times), max(times)))
        y = place + offset
        axis.plot([middle, worst], [y, y], color=colour, linewidth=1.1, alpha=0.75)
        face = colour if middle < limit else "none"
        axis.plot(middle, y, shape, color=colour, markerfacecolor=face, markersize=4.5)
        if middle < limit <= worst:
            axis.plot(limit, y, shape, color=colour, markerfacecolor="none", markersize=4.5)


def aim(axis: Any, place: int, goal: Goal) -> None:
    """Draw the goals of a group: dotted for the median, solid for the slowest."""
    for seconds, line in ((goal.median, ":"), (goal.worst, "-")):
        if seconds is not None:
            ends = [place - 0.45, place + 0.45]
            axis.plot([seconds, seconds], ends, line, color=BLUE, linewidth=1.0, alpha=0.6)


def scale(axis: Any, limit: float) -> None:
    """Set the scale of seconds, up to the limit."""
    ticker: Any = importlib.import_module("matplotlib.ticker")
    axis.set_xscale("log")
    top = math.ceil(math.log10(limit))
    axis.set_xlim(1e-5, limit * 1.6)
    powers = (10.0**power for power in range(-5, top))
    # A power next to the limit would stand on its label.
    axis.set_xticks([power for power in powers if 2 * power < limit] + [limit])
    axis.xaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: duration(value)))
    axis.xaxis.set_minor_locator(ticker.NullLocator())
    axis.tick_params(labeltop=True)


def legend(axis: Any) -> None:
    """Name the marks, under the picture."""
    lines: Any = importlib.import_module("matplotlib.lines")
    handles = [
        lines.Line2D([], [], color=colour, marker=shape, markersize=4.5, linewidth=1.1, label=name)
        for name, (colour, shape, _) in MARKS.items()
    ]
    handles += [
        lines.Line2D(
            [], [], color=BLUE, linestyle=line, linewidth=1.0, alpha=0.6, label=f"goal, {what}"
        )
        for line, what in ((":", "median"), ("-", "each"))
    ]
    axis.legend(
        handles=handles,
        loc="upper center",
        bbox_to_anchor=(0.4, -0.05),
        ncols=6,
        frameon=False,
        fontsize=8,
        labelcolor=INK,
    )


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python benchmarks/plot_boards.py REPORT.json OUT.svg")
    save(draw, *sys.argv[1:])
