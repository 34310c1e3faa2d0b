"""What a frame says: where the board ends, and what boxes it has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import TypeAlias

from nonet.core.errors import Advice, ParseError, counted
from nonet.core.layout import Layout
from nonet.text.symbols import Token

BARS = frozenset("|!:│┃║┆┇┊┋╎╏")
"""The signs between the boxes of a row."""

Widths: TypeAlias = tuple[int, ...]
"""The number of cells between each two neighbouring lines of a frame."""

RULE = "-+=|*:.'`! \t"
"""The signs of a rule in ASCII."""
_DRAWN = re.compile(r"[\s\u2500-\u257f]+")

_TOP_LEFT, _BOTTOM_LEFT = frozenset("+┌╔┏╒╓"), frozenset("+└╚┗╘╙")


def is_rule(line: str, signs: str = RULE) -> bool:
    """Return whether a line is an ASCII rule made of these signs."""
    return ("--" in line or "==" in line) and not line.strip(signs)


def is_drawn(line: str) -> bool:
    """Return whether a line is drawn with box-drawing characters alone."""
    return not line.isascii() and _DRAWN.fullmatch(line) is not None


@lru_cache(maxsize=1)
def without_trailer(text: str) -> str:
    """Return a text that starts with a framed board up to the frame's last line.

    So the sentence that `nonet solve` prints below its picture is not taken for a row.
    """
    lines = text.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if first.strip()[:1] not in _TOP_LEFT or len(first.strip()) < 3:
        return text
    corners = [i for i, line in enumerate(lines) if line.strip()[:1] in _BOTTOM_LEFT]
    last = corners[-1] if corners else len(lines)
    # A row below shows that the corner did not close the frame.
    is_open = any(bar in line for line in lines[last + 1 :] for bar in "|│┃║")
    return text if is_open else "\n".join(lines[: last + 1])


def bar_widths(rows: Mapping[int, Sequence[Token]], lines: Sequence[str]) -> dict[int, Widths]:
    """Count the cells between two bars, for every row."""
    return {number: _widths(row, lines[number - 1]) for number, row in rows.items()}


def _widths(row: Sequence[Token], line: str) -> Widths:
    bars = [i + 1 for i, symbol in enumerate(line) if symbol in BARS]
    groups: dict[int, int] = {}
    for token in row:
        left = sum(bar < token.column for bar in bars)
        groups[left] = groups.get(left, 0) + 1
    return tuple(groups.values())


def split_groups(rows: Sequence[str]) -> tuple[list[str], list[Widths]]:
    """Return the groups of all rows, and for each row how many are between two bars (`|`)."""
    parts = [part.split() for part in "|".join(rows).split("|")]
    counts = list(map(len, parts))
    widths, start = [], 0
    for row in rows:
        end = start + row.count("|") + 1
        widths.append(tuple(filter(None, counts[start:end])))
        start = end
    return list(chain.from_iterable(parts)), widths


def framed_layout(rows: Mapping[int, Widths], lines: Sequence[str]) -> Layout | None:
    """Return the layout that the frame around some rows shows; None if it shows no boxes.

    The rows are given by the numbers of their lines, each by its cells between two bars; what else
    stands between two of them is a rule. Bars around each single cell, or around whole rows only,
    say nothing about boxes, and neither do such rules. Bars that differ from row to row show
    regions, which have to be named.
    """
    widths = next(iter(rows.values()))
    if len({*rows.values()}) > 1:
        number = next(number for number, others in rows.items() if others != widths)
        expected = "bars at the same places in every row"
        advice = Advice("layout", about="regions")
        raise ParseError(expected, "others", line=number, column=1, advice=advice)
    numbers = list(rows)
    heights = _heights(numbers, lines)
    width = _even(widths, "columns between bars", numbers[0])
    height = _even(heights, "rows between rules", numbers[0])
    size = len(rows)
    if width and height and width * height != size:
        raise ParseError(
            f"rules {size // width} rows apart, as the bars show",
            counted(height, "rows"),
            line=numbers[height] - 1,
            column=1,
            advice=Advice("layout", about="boxes", is_alternative=True),
        )
    if width:
        return Layout(size // width, width)
    return Layout(height, size // height) if height else None


def _heights(numbers: Sequence[int], lines: Sequence[str]) -> Widths:
    """Count the rows between two rules."""
    heights = [1]
    for before, after in pairwise(numbers):
        if after > before + 1 and any(map(str.strip, lines[before : after - 1])):
            heights.append(0)
        heights[-1] += 1
    return tuple(heights)


def _even(parts: Widths, things: str, number: int) -> int | None:
    """Return the size of the equal parts of a framed board; None if the frame divides nothing."""
    if len(parts) == 1 or set(parts) == {1}:
        return None
    if len(set(parts)) > 1:
        expected, found = f"as many {things} everywhere", " and ".join(map(str, parts[:9]))
        advice = Advice("layout", about="boxes")
        raise ParseError(expected, found, line=number, column=1, advice=advice)
    return parts[0]
