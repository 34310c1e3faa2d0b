"""Frames to draw: lines around the board, and wherever two boxes or regions meet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from nonet.core.layout import Layout

# The sign of a crossing by the lines that leave it: 1 up, 2 right, 4 down, 8 left.
UNICODE = " │─└││┌├─┘─┴┐┤┬┼"
ASCII = " |-+||++-+-+++++"

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8


class Borders(NamedTuple):
    """Where lines are: at gap g of a row or column, which lies before cell g, or after the last."""

    upright: tuple[tuple[bool, ...], ...]
    """For every row, whether there is a line at each of its gaps."""
    level: tuple[tuple[bool, ...], ...]
    """For every gap between rows, whether there is a line at each column."""


@lru_cache(maxsize=16)
def borders_of(layout: Layout) -> Borders:
    """Return the lines of a layout."""
    size = layout.size
    boxes = [layout.box_of(cell) for cell in range(layout.cell_count)]
    rows = [tuple(boxes[start : start + size]) for start in range(0, len(boxes), size)]
    columns = [tuple(boxes[start::size]) for start in range(size)]
    upright = tuple(_changes(row) for row in rows)
    return Borders(upright, tuple(zip(*map(_changes, columns), strict=True)))


def _changes(boxes: tuple[int, ...]) -> tuple[bool, ...]:
    inner = (left != right for left, right in pairwise(boxes))
    return True, *inner, True


class DrawnLine(NamedTuple):
    """A line of a frame; `row` is None for a rule."""

    row: int | None
    text: str


class _Rule(NamedTuple):
    """A rule of any length: its first sign, then for each column a dash and the next sign."""

    start: str
    steps: tuple[tuple[str, str], ...]


def draw_frame(
    texts: Sequence[str],
    widths: Sequence[int],
    layout: Layout,
    signs: str,
    columns: range | None = None,
) -> list[DrawnLine]:
    """Draw the texts of all cells, each as wide as its column, or only some of the columns."""
    size = layout.size
    columns = range(size) if columns is None else columns
    lines, row = [], 0
    for plan in _plan(layout, signs, columns):
        if isinstance(plan, _Rule):
            steps = zip(plan.steps, (widths[column] for column in columns), strict=True)
            drawn = [f"{dash * (width + 1)}{after}" for (dash, after), width in steps]
            lines.append(DrawnLine(None, f"{plan.start}{''.join(drawn)}"))
        else:
            start = row * size + columns.start
            text = plan % tuple(texts[start : start + len(columns)])
            lines.append(DrawnLine(row, text))
            row += 1
    return lines


@lru_cache(maxsize=64)
def _plan(layout: Layout, signs: str, columns: range) -> tuple[_Rule | str, ...]:
    """Return the lines of a frame: rules, and rows with a gap for every text."""
    borders = borders_of(layout)
    barred = _barred(borders)
    lines: list[_Rule | str] = []
    for row in range(layout.size + 1):
        if any(borders.level[row]):
            lines.append(_rule(borders, row, columns, barred, signs))
        if row < layout.size:
            lines.append(_row(borders.upright[row], columns, barred, signs))
    return tuple(lines)


def _barred(borders: Borders) -> list[bool]:
    """Return the gaps that have a line in any row."""
    return [any(gap) for gap in zip(*borders.upright, strict=True)]


def _row(lines: Sequence[bool], columns: range, barred: Sequence[bool], signs: str) -> str:
    parts = [signs[_UP | _DOWN] if lines[columns[0]] else " "]
    for column in columns:
        parts.append(" %s")
        if barred[column + 1] or column == columns[-1]:
            parts += [" ", signs[_UP | _DOWN] if lines[column + 1] else " "]
    return "".join(parts)


def _rule(borders: Borders, row: int, columns: range, barred: Sequence[bool], signs: str) -> _Rule:
    above = borders.upright[row - 1] if row else ()
    below = borders.upright[row] if row < len(borders.upright) else ()
    level = borders.level[row]
    steps = []
    for column in columns:
        dash = signs[_RIGHT | _LEFT] if level[column] else " "
        is_last = column == columns[-1]
        after = ""
        if barred[column + 1] or is_last:
            beside = level[column], not is_last and level[column + 1]
            after = dash + signs[_crossing(column + 1, above, below, beside)]
        steps.append((dash, after))
    start = signs[_crossing(columns[0], above, below, (False, level[columns[0]]))]
    return _Rule(start, tuple(steps))


def _crossing(
    gap: int, above: Sequence[bool], below: Sequence[bool], beside: tuple[bool, bool]
) -> int:
    """Return the directions of the lines that meet at a crossing."""
    up, down = bool(above) and above[gap], bool(below) and below[gap]
    return _UP * up | _DOWN * down | _LEFT * beside[0] | _RIGHT * beside[1]


def cut_columns(widths: Sequence[int], layout: Layout, room: int) -> list[range]:
    """Split a board that is too wide into blocks of columns, with whole boxes if they fit."""
    borders = borders_of(layout)
    barred = _barred(borders)
    whole = [all(gap) for gap in zip(*borders.upright, strict=True)]
    blocks = []
    start = 0
    while start < layout.size:
        fitting = [
            end
            for end in range(start + 1, layout.size + 1)
            if _width(range(start, end), widths, barred) <= room
        ] or [start + 1]
        end = max((end for end in fitting if whole[end]), default=fitting[-1])
        blocks.append(range(start, end))
        start = end
    return blocks


def _width(columns: range, widths: Sequence[int], barred: Sequence[bool]) -> int:
    """Return how wide some columns are in their frame."""
    bars = sum(barred[column] for column in columns[1:])
    return sum(widths[column] + 1 for column in columns) + 2 * bars + 3
