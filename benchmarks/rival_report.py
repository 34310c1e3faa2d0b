"""The report of benchmarks/rivals.py, for reading: tables in Markdown."""

from __future__ import annotations

from typing import Any

Report = dict[str, Any]


def markdown(report: Report) -> str:
    """Return every section as a table, and what was missing."""
    machine = report["machine"]
    head = "{date}, {processor}, {cores} cores, {system}, Python {python}".format(**machine)
    head += f", nonet {report['nonet']}"
    parts = [head, _throughput(report["lists"]), _counting(report["count"]), _one(report["one"])]
    if report["missing"]:
        parts.append("Missing: " + ", ".join(report["missing"]) + ".")
    return "\n\n".join(part for part in parts if part)


def _throughput(lists: Report) -> str:
    names = list(dict.fromkeys(name for found in lists.values() for name in found["rates"]))
    heads = [f"{name} ({found['puzzles']:,})" for name, found in lists.items()]
    rows = [
        [name, *(_rate(found["rates"].get(name)) for found in lists.values())] for name in names
    ]
    title = (
        "Puzzles per second (relative to tdoku). For packages: correct answers per CPU second, and "
        "how many they finished. dokusan and lib_sudoku stop at the first solution, without "
        "a proof."
    )
    return title + "\n\n" + table(["solver", *heads], rows)


def _counting(count: Report) -> str:
    if not count:
        return ""
    names = list(dict.fromkeys(name for found in count.values() for name in found))
    rows = [[name, *(_rate(found.get(name)) for found in count.values())] for name in names]
    title = "Solutions counted per second (relative to tdoku)."
    return title + "\n\n" + table(["solver", *count], rows)


def _one(one: Report) -> str:
    if not one:
        return ""
    rows = [
        [name, *(cell for found in one.values() for cell in _latency(found[name]))]
        for name in next(iter(one.values()))
    ]
    heads = [f"{name}, {kind}" for name in one for kind in ("median", "mean")]
    return "A single puzzle, microseconds (relative to tdoku's mean).\n\n" + table(
        ["call", *heads], rows
    )


def _latency(figures: dict[str, float]) -> list[str]:
    ratio = f" ({number(figures['to_tdoku'])})" if "to_tdoku" in figures else ""
    return [f"{figures['median']:,.1f}", f"{figures['mean']:,.1f}{ratio}"]


def _rate(rate: Report | None) -> str:
    """Write a rate with its ratio, and what a package left undone or did wrong."""
    if rate is None:
        return "-"
    text = number(rate["best"])
    if rate["to_tdoku"] is not None:
        text += f" ({number(rate['to_tdoku'])})"
    if rate["finished"] is not None:
        text += f", {rate['finished']:,} done"
    if rate["wrong"]:
        text += f", {rate['wrong']:,} wrong"
    return text


def number(value: float) -> str:
    """Write a positive number with three significant digits, without an exponent."""
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.3g}" if value >= 0.0001 else f"{value:.7f}".rstrip("0").rstrip(".")


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Return a Markdown table, its first column to the left."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
