"""What a frame says: where the board ends, and how wide its boxes are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.formats.symbols import Token

BARS = frozenset("|!:│┃║┆┇┊┋╎╏")
"""The signs between two boxes of a row."""

_TOP_LEFT, _BOTTOM_LEFT = frozenset("+┌╔┏╒╓"), frozenset("+└╚┗╘╙")


def without_trailer(text: str) -> str:
    """Return a text that starts with a framed board up to the frame's last line.

    What `nonet solve` says below its picture is then no row.
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


def framed_layout(rows: Mapping[int, Sequence[Token]], text: str) -> Layout | None:
    """Return the layout that the bars of every row agree on; None if they show no boxes.

    Bars around each single cell, or around whole rows only, say nothing about boxes. Bars that
    differ from row to row show regions, which have to be named.
    """
    lines = text.split("\n")
    seen: list[list[int]] = []
    for number, row in rows.items():
        widths = _widths(row, lines[number - 1])
        if widths not in seen:
            seen.append(widths)
        if len(seen) > 1:
            expected = "bars at the same places in every row (say which regions: layout=...)"
            raise ParseError(expected, "others", line=number, column=1)
    size = len(rows)
    if len(set(seen[0])) != 1:
        return None
    width = seen[0][0]
    return Layout(size // width, width) if 1 < width < size and size % width == 0 else None


def _widths(row: Sequence[Token], line: str) -> list[int]:
    """Count the cells between two bars."""
    bars = [i + 1 for i, symbol in enumerate(line) if symbol in BARS]
    groups: dict[int, int] = {}
    for token in row:
        left = sum(bar < token.column for bar in bars)
        groups[left] = groups.get(left, 0) + 1
    return list(groups.values())
