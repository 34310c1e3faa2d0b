"""Notebook displays of a verdict and of a batch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nonet.core.errors import counted
from nonet.core.puzzle import Grid, Puzzle
from nonet.core.result import Status
from nonet.core.step import Mark
from nonet.judge import Verdict
from nonet.render.html import Bar, bars, listed, note, words
from nonet.render.picture import Picture, origins_of, picture_of
from nonet.render.svg import render_svg
from nonet.render.verdicts import describe_problems

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_ERRORS = 5
"""Maximum number of unreadable rows to list."""


def show(value: Any) -> str:
    """Return a value as HTML."""
    return _show_verdict(value) if isinstance(value, Verdict) else _show_batch(value)


def _show_verdict(verdict: Verdict) -> str:
    """Show whether a grid is a solution, and if not, what is wrong and where."""
    if verdict:
        said = words("Every cell is filled and no rule is broken.", "✓ This is a solution.")
    else:
        said = words("", "✗ This is not a solution.")
    grid, puzzle = verdict.grid, verdict.puzzle
    if grid is None or puzzle is None:
        return note(said, listed(verdict.problems))
    problems = describe_problems(verdict, grid.layout.cell_count) if not verdict else []
    return note(said, render_svg(_judged(grid, puzzle)), listed(problems))


def _judged(grid: Grid, puzzle: Puzzle) -> Picture:
    """Return a picture of a grid with every digit marked that breaks a rule or a given."""
    givens = puzzle.cells
    picture = picture_of(Puzzle(grid.cells, grid.layout, rules=puzzle.rules))
    pairs = enumerate(zip(grid.cells, givens, strict=True))
    wrong = {cell for cell, (digit, given) in pairs if digit and given not in (0, digit)}
    clashing = {cell for mark in picture.marks for cell in mark.cells} | wrong
    marks = (Mark("clashing", cells=tuple(sorted(clashing))),) if clashing else ()
    return replace(picture, origins=origins_of(grid.cells, givens), marks=marks, sentences=())


def _show_batch(batch: Any) -> str:
    """Show how many rows have each status, how many guesses they took, and the errors."""
    rows, size = len(batch), batch.layout.size
    said = words(f"{rows:,} {'row' if rows == 1 else 'rows'} of {size}x{size}.", "BatchResult")
    return note(said, _statuses(batch.counts(), rows), _guesses(batch), _errors(batch.errors))


def _statuses(counts: Mapping[Status, int], rows: int) -> str:
    lines = [
        Bar((status.word, f"{count:,}", f"{100 * count / rows:.1f} %"), count / rows)
        for status, count in counts.items()
    ]
    return bars(("status", "rows", "share"), lines) if lines else ""


_STEPS = (1, 2, 10, 100, 1000, 10_000)
"""The lower bounds of the classes of guesses, after the class without guesses."""


def _guesses(batch: Any) -> str:
    """Show how many of the readable rows are in each class of guesses."""
    taken = batch.guesses[batch.status != Status.MALFORMED]
    if not len(taken):
        return ""
    ends = [*(step - 1 for step in _STEPS[1:]), None]
    lines = [Bar(("none", f"{int((taken == 0).sum()):,}"), float((taken == 0).mean()))]
    for start, end in zip(_STEPS, ends, strict=True):
        inside = taken >= start if end is None else (taken >= start) & (taken <= end)
        named = f"from {start:,}" if end is None else _range(start, end)
        if inside.any():
            lines.append(Bar((named, f"{int(inside.sum()):,}"), float(inside.mean())))
    return bars(("guesses", "rows"), lines)


def _range(start: int, end: int) -> str:
    return f"{start:,}" if start == end else f"{start:,} to {end:,}"


def _errors(errors: Mapping[int, Exception]) -> str:
    told = [f"row {row}: {error}" for row, error in list(errors.items())[:_MOST_ERRORS]]
    more = len(errors) - len(told)
    return listed([*told, f"and {counted(more, 'more rows')}"] if more else told)
