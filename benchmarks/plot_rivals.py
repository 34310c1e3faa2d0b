"""Draw the report of benchmarks/rivals.py: `python benchmarks/plot_rivals.py REPORT.json OUT.svg`.

One panel per list, one line per solver, puzzles per second on a logarithmic scale. The background
is transparent, and every colour stands out from white and from black.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

from rival_report import Report, number

INK = "#7d828a"
NONET, RIVAL, PACKAGE = "#0f87d1", "#d9720b", INK
"""Blue and orange, told apart by colour-blind eyes too; shapes differ as well."""
LEFT_OUT = {"tdoku, solutions written"}


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
    """Return the figure."""
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    lists = report["lists"]
    names = order(lists)
    figure, axes = pyplot.subplots(
        1, len(lists), sharey=True, squeeze=False, figsize=(2.5 + 2.3 * len(lists), 4.2)
    )
    for axis, (title, found) in zip(axes[0], lists.items(), strict=True):
        panel(axis, title, found, names)
    axes[0][0].set_yticks(range(len(names)), names)
    axes[0][0].invert_yaxis()
    for label, name in zip(axes[0][0].get_yticklabels(), names, strict=True):
        label.set_color(style(name)[0])
    figure.supxlabel("puzzles per second", color=INK, fontsize=9)
    figure.tight_layout(w_pad=1.2)
    return figure


def panel(axis: Any, title: str, found: Report, names: list[str]) -> None:
    """Draw one list."""
    best = {name: found["rates"][name]["best"] for name in names if name in found["rates"]}
    least = min(rate for rate in best.values() if rate)
    for place, name in enumerate(names):
        rate, (colour, shape) = best.get(name), style(name)
        if not rate:
            text = "none in its time" if name in best else "missing"
            axis.text(least, place, text, color=INK, fontsize=7, va="center")
            continue
        axis.plot(rate, place, shape, color=colour, markersize=6)
        label = {"xytext": (7, 0), "textcoords": "offset points", "va": "center"}
        axis.annotate(number(rate), (rate, place), color=colour, fontsize=7.5, **label)
    axis.set_xscale("log")
    axis.set_xlim(least / 2, max(best.values()) * 30)
    axis.set_title(
        f"{title.replace('_', ' ')}\n{found['puzzles']:,} puzzles", color=INK, fontsize=9
    )
    axis.grid(axis="both", color=INK, alpha=0.22, linewidth=0.6)
    axis.set_axisbelow(True)
    axis.tick_params(which="both", length=0, colors=INK, labelsize=8)
    for spine in axis.spines.values():
        spine.set_visible(False)


def main(source: str, out: str) -> None:
    """Write the picture in the format that the name of the file tells."""
    matplotlib: Any = importlib.import_module("matplotlib")
    matplotlib.use("Agg")
    # The same report gives the same bytes.
    matplotlib.rcParams["svg.hashsalt"] = "nonet"
    figure = draw(json.loads(Path(source).read_text(encoding="utf-8")))
    options = {"metadata": {"Date": None}} if out.endswith(".svg") else {"dpi": 150}
    figure.savefig(out, transparent=True, **options)


if __name__ == "__main__":
    main(*sys.argv[1:])
