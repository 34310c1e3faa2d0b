"""Notebook displays of a run, a table of runs, and the sizes of search trees."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import Any

from nonet.core.result import Result, Stats
from nonet.lab.counts import GLOSSARY
from nonet.lab.method import Run
from nonet.lab.plots import plot_cactus
from nonet.lab.report import lead_of, main_measure, main_part, sheets_of
from nonet.lab.summary import format_value, label_of
from nonet.lab.table import Table
from nonet.lab.trees import Stage, Theory
from nonet.render.html import Bar, bars, listed, note, table, words
from nonet.render.svg import render_svg

_EXACT = 10**9
"""Smaller sizes are written out; larger ones as powers of ten."""
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@singledispatch
def show(value: Any) -> str:
    """Return a value as HTML."""
    raise TypeError(f"cannot display {type(value).__name__}")


@show.register
def _show_run(run: Run) -> str:
    """Show the board, what was proved, and every counter that the strategy has."""
    stats = Stats(seconds=run.seconds)
    result = Result(run.puzzle, run.status, run.solutions, run.method, stats, run.stopped_by)
    found = {"seconds": run.seconds, **run.counts.to_dict(), "peak_memory": run.peak_memory}
    counted = {name: value for name, value in found.items() if value is not None}
    counters = table(
        (),
        [(label_of(name), format_value(name, value)) for name, value in counted.items()],
        [GLOSSARY.get(name, "") for name in counted],
    )
    said = words(f"{run.status}, seed {run.seed}", f"{run.method}:")
    return note(said, render_svg(result), counters)


@show.register
def _show_table(runs: Table) -> str:
    """Show how many runs each strategy solved within each measure, and their spread."""
    said = words(lead_of(runs), "Comparison:")
    if not len(runs):
        return note(said)
    measure = main_measure(runs)
    sheet = main_part(sheets_of(runs, measure)[0])
    spread = table(sheet.header, sheet.rows)
    return note(said, plot_cactus(runs, measure), f"<div>{spread}{listed(sheet.footnotes)}</div>")


@show.register
def _show_theory(theory: Theory) -> str:
    """Show the sizes of the tree and the space at every stage, with logarithmic bars."""
    layout = theory.puzzle.layout
    most = max((_digits(stage.tree) for stage in theory.stages), default=0.0)
    lines = [
        Bar(
            (stage.name, f"{stage.depth:,}", _size(stage.tree), _size(stage.space)),
            _digits(stage.tree) / most if most else 0.0,
            _about(stage),
        )
        for stage in theory.stages
    ]
    header = ("stage", "cells to fill", "tree", "space")
    clues = theory.puzzle.clues
    said = words(f"{layout}, {clues} givens; bars are logarithmic", "Search trees:")
    dead = words("The givens alone are contradictory.") if theory.contradiction else ""
    return note(said, bars(header, lines), dead)


def _digits(number: int) -> float:
    return math.log10(number) if number > 0 else 0.0


def _size(number: int) -> str:
    """Format a size of any magnitude.

    >>> _size(4387390128075571), _size(1234)
    ('4.39 × 10¹⁵', '1,234')
    """
    if number < _EXACT:
        return f"{number:,}"
    power = math.floor(_digits(number))
    front = 10 ** (_digits(number) - power)
    if front >= 9.995:
        power, front = power + 1, 1.0
    return f"{front:.2f} × 10{str(power).translate(_RAISED)}"


def _about(stage: Stage) -> str:
    widths = sorted(set(stage.widths))
    if not widths:
        return "nothing is left to fill"
    return f"{widths[0]} to {widths[-1]} values per cell"
