"""Draw the report of benchmarks/rivals.py: `python benchmarks/plot_rivals.py REPORT.json OUT.svg`.

One panel per list, one line per solver, puzzles per second on a logarithmic scale. The background
is transparent, and every colour stands out from white and from black.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rival_report import Report, number

INK = "#7d828a"
NONET, RIVAL, PACKAGE = "#0f87d1", "#d9720b", INK
"""Blue and orange, told apart by colour-blind eyes too; shapes differ as well."""
COLUMNS = 3
LEFT_OUT = {"tdoku, solutions written", "nonet solve FILE -o OUT"}


def style(solver: str) -> tuple[str, str]:
    """Return the colour and the shape of a solver's mark."""
    if solver.startswith("nonet"):
        return NONET, "o"
    if solver.startswith(("tdoku", "sudoku")):
        return RIVAL, "D"
    return PACKAGE, "s"


def order(lists: Report) -> list[str]:
    """Return the solvers, the fastest over all lists first."""
    names = {name for found in lists.values() for name in found["rates"]} - LEFT_OUT

    def product(name: str) -> float:
        result = 1.0
        for found in lists.values():
            result *= max(1e-3, found["rates"].get(name, {"best": 0})["best"])
        return result

    return sorted(names, key=product, reverse=True)


def draw(report: Report) -> Any:
    """Return the figure: panels that share both scales."""
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    lists = report["lists"]
    names = order(lists)
    columns = min(COLUMNS, len(lists))
    rows = -(-len(lists) // columns)
    size = 1.6 + 2.6 * columns, 0.7 + (0.6 + 0.23 * len(names)) * rows
    figure, axes = pyplot.subplots(
        rows, columns, sharex=True, sharey=True, squeeze=False, figsize=size
    )
    panels = axes.flatten()
    for axis, (title, found) in zip(panels, lists.items(), strict=False):
        panel(axis, title, found, names)
    rates = [rate["best"] for found in lists.values() for rate in found["rates"].values()]
    scale(panels[0], names, min(filter(None, rates)), max(rates))
    for axis in panels[len(lists) :]:
        axis.axis("off")
    for axis in panels[max(0, len(lists) - columns) : len(lists)]:
        axis.tick_params(labelbottom=True)
        axis.set_xlabel("puzzles per second", color=INK, fontsize=8)
    for axis in axes[:, 0]:
        for label, name in zip(axis.get_yticklabels(), names, strict=True):
            label.set_color(style(name)[0])
    figure.tight_layout(w_pad=1.0, h_pad=1.2)
    return figure


def scale(axis: Any, names: list[str], least: float, most: float) -> None:
    """Set the scales that all panels share; there is room for a number right of the fastest."""
    ticker: Any = importlib.import_module("matplotlib.ticker")
    axis.set_xscale("log")
    axis.set_xlim(min(least, 1) / 2, most * 120)
    axis.set_xticks([1, 100, 10_000, 1_000_000])
    axis.xaxis.set_major_formatter(ticker.FuncFormatter(lambda rate, _: f"{rate:,.0f}"))
    axis.xaxis.set_minor_locator(ticker.NullLocator())
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(len(names) - 0.5, -0.5)


def panel(axis: Any, title: str, found: Report, names: list[str]) -> None:
    """Draw one list."""
    for place, name in enumerate(names):
        rate, (colour, shape) = found["rates"].get(name), style(name)
        if rate is None or not rate["best"]:
            text = "missing" if rate is None else "none in its time"
            axis.text(1, place, text, color=INK, fontsize=7, va="center", style="italic")
            continue
        axis.plot(rate["best"], place, shape, color=colour, markersize=5)
        label = {"xytext": (6, 0), "textcoords": "offset points", "va": "center_baseline"}
        text = number(rate["best"])
        axis.annotate(text, (rate["best"], place), color=colour, fontsize=7.5, **label)
    title = f"{title.replace('_', ' ')} ({found['puzzles']:,})"
    axis.set_title(title, color=INK, fontsize=9, fontweight="bold", loc="left")
    tidy(axis)


def tidy(axis: Any) -> None:
    """Leave a thin grid and no frame."""
    axis.grid(color=INK, alpha=0.22, linewidth=0.6)
    axis.set_axisbelow(True)
    axis.tick_params(which="both", length=0, colors=INK, labelsize=8)
    for spine in axis.spines.values():
        spine.set_visible(False)


def save(draw: Callable[[Report], Any], source: str, out: str) -> None:
    """Draw a report and write the picture in the format that the name of the file tells."""
    matplotlib: Any = importlib.import_module("matplotlib")
    matplotlib.use("Agg")
    # The same report gives the same bytes.
    matplotlib.rcParams["svg.hashsalt"] = "nonet"
    figure = draw(json.loads(Path(source).read_text(encoding="utf-8")))
    options = {"metadata": {"Date": None}} if out.endswith(".svg") else {"dpi": 150}
    figure.savefig(out, transparent=True, **options)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python benchmarks/plot_rivals.py REPORT.json OUT.svg")
    save(draw, *sys.argv[1:])
