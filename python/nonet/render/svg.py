"""A board as SVG: givens bold, filled digits apart, candidates small; light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, sqrt

from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.formats.borders import borders_of
from nonet.render.picture import Drawable, Picture, picture_of

_CELL = 40
_MARGIN = 4
_WIDTH, _LEAST = 720, 0.6
"""Pixels that a picture should be wide, and the least scale that keeps large boards legible."""
_LIGHT = {
    "paper": "#ffffff",
    "thin": "#b4bac4",
    "thick": "#1d2430",
    "given": "#10151f",
    "filled": "#1a5fb4",
    "candidate": "#5b6472",
}
_DARK = {
    "paper": "#14181f",
    "thin": "#454d5a",
    "thick": "#c9d1dc",
    "given": "#f4f6f9",
    "filled": "#7cb7ff",
    "candidate": "#9aa5b4",
}


def render_svg(
    value: Drawable,
    *,
    candidates: bool | None = None,
    theme: str = "auto",
    symbols: str | None = None,
) -> str:
    """Draw a puzzle, board, solution or result; `theme` is "auto", "light" or "dark".

    A Board of up to 25x25 shows its candidates, everything else shows them only when asked.
    `symbols` is "numbers" or an alphabet, as in `render_text`.
    """
    if theme not in ("auto", "light", "dark"):
        raise ArgumentError(f"expected the theme auto, light or dark, found {theme!r}")
    if candidates is None:
        candidates = isinstance(value, Board) and value.layout.size <= len(SYMBOLS)
    picture = picture_of(value, candidates=candidates, symbols=symbols)
    side = picture.layout.size * _CELL + 2 * _MARGIN
    shown = side * max(min(1.0, _WIDTH / side), _LEAST)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{shown:.0f}" height="{shown:.0f}" role="img" class="nonet" '
        f'aria-label="{picture.describe()}">',
        f"<style>{_style(theme)}</style>",
        f'<rect class="paper" width="{side}" height="{side}"/>',
        *_digits(picture),
        *_candidates(picture),
        *_lines(picture.layout),
        "</svg>",
    ]
    return "\n".join(parts)


def _style(theme: str) -> str:
    rules = _rules(_DARK if theme == "dark" else _LIGHT)
    if theme == "auto":
        rules += f"@media (prefers-color-scheme: dark){{{_rules(_DARK)}}}"
    return rules


def _rules(colors: dict[str, str]) -> str:
    font = "font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle"
    return (
        f".nonet text{{{font}}}"
        f".nonet .paper{{fill:{colors['paper']}}}"
        f".nonet .thin{{stroke:{colors['thin']};stroke-width:1}}"
        f".nonet .thick{{stroke:{colors['thick']};stroke-width:2.5;stroke-linecap:square}}"
        f".nonet .given{{fill:{colors['given']};font-weight:700}}"
        f".nonet .filled{{fill:{colors['filled']}}}"
        f".nonet .candidate{{fill:{colors['candidate']}}}"
    )


def _digits(picture: Picture) -> list[str]:
    """Draw the digits, all of them as high as fits the longest."""
    size = picture.layout.size
    height = {1: 24, 2: 18}.get(picture.longest, 14)
    parts = [f'<g font-size="{height}">']
    for cell, digit in enumerate(picture.digits):
        if digit:
            x = _MARGIN + (cell % size + 0.5) * _CELL
            y = _MARGIN + (cell // size + 0.5) * _CELL
            role = "given" if picture.givens[cell] else "filled"
            parts.append(_text(role, height, x, y, picture.names[digit]))
    return [*parts, "</g>"]


def _candidates(picture: Picture) -> list[str]:
    """Draw the candidates of every cell, placed as the cells of a box are, or nearly square."""
    if not any(picture.masks):
        return []
    layout = picture.layout
    columns = layout.box_cols if layout.regions is None else ceil(sqrt(layout.size))
    rows = ceil(layout.size / columns)
    width, height = (_CELL - 4) / columns, (_CELL - 4) / rows
    glyph = min(height, width * 1.4 / picture.longest, 13) * 0.9
    parts = [f'<g font-size="{glyph:.4g}">']
    for cell in range(layout.cell_count):
        left = _MARGIN + 2 + cell % layout.size * _CELL
        top = _MARGIN + 2 + cell // layout.size * _CELL
        for digit, text in picture.candidates(cell):
            row, column = divmod(digit - 1, columns)
            x, y = left + (column + 0.5) * width, top + (row + 0.5) * height
            parts.append(_text("candidate", glyph, x, y, text))
    return [*parts, "</g>"]


def _text(role: str, height: float, x: float, y: float, text: str) -> str:
    """Centre a text on a point; digits are about 0.72 em high in every font that matters."""
    base = y + 0.36 * height
    return f'<text class="{role}" x="{x:.5g}" y="{base:.5g}">{text}</text>'


def _lines(layout: Layout) -> list[str]:
    """Draw the thin lines, then the thick ones between boxes and around the board."""
    size, borders = layout.size, borders_of(layout)
    side = size * _CELL
    gaps = [_MARGIN + gap * _CELL for gap in range(1, size)]
    thin = [f"M{gap} {_MARGIN}v{side}M{_MARGIN} {gap}h{side}" for gap in gaps]
    thick = [f"M{_MARGIN} {_MARGIN}h{side}v{side}h-{side}z"]
    for gap in range(1, size):
        at = _MARGIN + gap * _CELL
        for start, length in _runs([row[gap] for row in borders.upright]):
            thick.append(f"M{at} {_MARGIN + start * _CELL}v{length * _CELL}")
        for start, length in _runs(borders.level[gap]):
            thick.append(f"M{_MARGIN + start * _CELL} {at}h{length * _CELL}")
    return [
        f'<path class="{role}" fill="none" d="{"".join(path)}"/>'
        for role, path in (("thin", thin), ("thick", thick))
    ]


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Give the start and the length of every run of true flags."""
    start = 0
    for flag, run in groupby(flags):
        length = len(list(run))
        if flag:
            yield start, length
        start += length
