"""A board as SVG, light or dark: bold givens, filled digits, small candidates, marks.

Several pictures can share a page, and styles apply to the whole page. So every style rule starts
with a class that only pictures of the same style have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import groupby

from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.core.step import Mark, Step
from nonet.render import svg_rules
from nonet.render.looks import PAGE
from nonet.render.picture import ASSIGNED, GIVEN, Drawable, Picture, picture_of
from nonet.render.places import CELL, MARGIN, Places
from nonet.render.rules import draw_rules
from nonet.render.svg_caption import Caption
from nonet.render.svg_legend import Legend
from nonet.render.svg_marks import draw_above, draw_below, inverse_candidates, mark_rules
from nonet.text.borders import borders_of

_WIDTH, _LEAST = 720, 0.6
"""Pixels that a picture should be wide, and the least scale that keeps large boards legible."""
_LARGE = 1.5
"""The scale of a picture with a legend, so that arrows and candidates are easy to read."""
SCOPE = ".nonet "
"""What every rule of a style starts with."""
_LIGHT = {
    "paper": "#ffffff",
    "thin": "#b4bac4",
    "thick": "#1d2430",
    "given": "#10151f",
    "filled": "#1a5fb4",
    "candidate": "#5b6472",
    "caption": "#4a5361",
}
_DARK = {
    "paper": "#14181f",
    "thin": "#454d5a",
    "thick": "#c9d1dc",
    "given": "#f4f6f9",
    "filled": "#7cb7ff",
    "candidate": "#9aa5b4",
    "caption": "#aab4c2",
}
_PAGE = {
    "paper": "var(--paper)",
    "thin": "var(--line)",
    "thick": "var(--ink)",
    "given": "var(--ink)",
    "filled": "var(--chosen-ink)",
    "candidate": "var(--candidate)",
    "caption": "var(--soft)",
}
_THEMES = {"light": _LIGHT, "dark": _DARK, PAGE: _PAGE}


def render_svg(
    value: Drawable,
    *,
    candidates: bool | None = None,
    theme: str = "auto",
    symbols: str | None = None,
    marks: Step | Iterable[Mark] = (),
) -> str:
    """Draw a puzzle, board, solution or result; `theme` is "auto", "light" or "dark".

    A Board up to 25x25 shows its candidates; everything else shows them only on request, or if
    there are `marks` of candidates. `symbols` is "numbers" or an alphabet, as in `render_text`.
    The caption and the accessible label say what a result proves and which digits conflict.
    """
    if theme not in ("auto", "light", "dark"):
        raise ArgumentError(f"expected the theme auto, light or dark, found {theme!r}")
    if candidates is None and isinstance(value, Board) and value.layout.size <= len(SYMBOLS):
        candidates = True
    picture = picture_of(value, candidates=candidates, symbols=symbols, marks=marks)
    drawing = Drawing(picture)
    sheet = drawing.sheet("dark" if theme == "dark" else "light")
    if theme == "auto":
        sheet += f"@media (prefers-color-scheme: dark){{{drawing.sheet('dark')}}}"
    scope = f"nonet-{sha256(sheet.encode()).hexdigest()[:10]}"
    return drawing.svg(scope, sheet.replace(SCOPE, f".{scope} "))


class Drawing:
    """The parts of a picture as SVG, its size and its style."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        side = picture.layout.size * CELL + 2 * MARGIN
        self._rules = draw_rules(picture)
        rules = [", ".join(self._rules.caption)] if self._rules.caption else []
        self._scale = max(min(_LARGE if picture.legend else 1.0, _WIDTH / side), _LEAST)
        sentences = [*rules, *picture.sentences]
        self._caption = Caption(sentences, side, self._scale, len(picture.legend))
        self._legend = Legend(picture, self._caption.width)
        self._caption.below(self._legend.height)
        self._width = self._caption.width
        self._height = side + self._legend.height + self._caption.height

    def svg(self, scope: str, style: str = "", label: str | None = None) -> str:
        """Return the picture with a class for its style; without a style it fills its place."""
        width, height = self._width, self._height
        scaled = f'width="{width * self._scale:.0f}" height="{height * self._scale:.0f}" '
        label = label or self.picture.describe(self._rules.words)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'{scaled if style else ""}role="img" class="{scope}" aria-label="{escape(label)}">',
            *([f"<style>{style}</style>"] if style else []),
            f'<rect class="paper" width="{width}" height="{height}"/>',
            *svg_rules.rules_below(self._rules, self.picture.layout),
            *draw_below(self.picture),
            *_digits(self.picture),
            *_candidates(self.picture),
            *_lines(self.picture.layout),
            *draw_above(self.picture),
            *self._legend.draw(),
            *self._caption.draw(),
            "</svg>",
        ]
        return "\n".join(parts)

    def sheet(self, theme: str) -> str:
        """Return the style in a theme; every rule starts with SCOPE."""
        colors, picture = _THEMES[theme], self.picture
        font = "font-family:system-ui,'DejaVu Sans',sans-serif;text-anchor:middle"
        tried = f".nonet .tried{{fill:{colors['filled']};font-weight:600;font-style:italic}}"
        return (
            f".nonet text{{{font}}}"
            f".nonet .paper{{fill:{colors['paper']}}}"
            f".nonet .thin{{stroke:{colors['thin']};stroke-width:1}}"
            f".nonet .thick{{stroke:{colors['thick']};stroke-width:2.5;stroke-linecap:square}}"
            f".nonet .given{{fill:{colors['given']};font-weight:700}}"
            f".nonet .filled{{fill:{colors['filled']}}}"
            f"{tried if ASSIGNED in picture.origins else ''}"
            f".nonet .candidate{{fill:{colors['candidate']}}}"
            f"{self._caption.style(colors['caption'])}"
            f"{self._legend.style(colors['candidate'], colors['given'])}"
            f"{mark_rules(picture, theme, colors) if picture.marks else ''}"
            f"{svg_rules.style_of_rules(svg_rules.SHADES[theme]) if picture.rules else ''}"
        )


_ORIGINS = {GIVEN: "given", ASSIGNED: "tried"}
"""The classes of digits by where they come from; all others are filled."""


def _digits(picture: Picture) -> list[str]:
    """Draw the digits, all of them as high as fits the longest."""
    places = Places(picture.layout)
    height = {1: 24, 2: 18}.get(picture.longest, 14)
    parts = [f'<g font-size="{height}">']
    for cell, digit in enumerate(picture.digits):
        if digit:
            role = _ORIGINS.get(picture.origins[cell], "filled")
            parts.append(_text(role, height, *places.middle(cell), picture.names[digit]))
    return [*parts, "</g>"]


def _candidates(picture: Picture) -> list[str]:
    """Draw the candidates of every cell, placed as the cells of a box are, or nearly square."""
    if not any(picture.masks):
        return []
    places, inverse = Places(picture.layout), inverse_candidates(picture)
    marked = picture.candidate_roles()
    glyph = min(places.height, places.width * 1.4 / picture.longest, 13) * 0.9
    parts = [f'<g font-size="{glyph:.4g}">']
    for cell in range(picture.layout.cell_count):
        for digit, text in picture.candidates(cell):
            pair = cell, digit
            role = "inverse" if pair in inverse else "marked" if pair in marked else "candidate"
            parts.append(_text(role, glyph, *places.candidate(cell, digit), text))
    return [*parts, "</g>"]


def _text(role: str, height: float, x: float, y: float, text: str) -> str:
    """Centre a text on a point; digits are about 0.72 em high in every font that matters."""
    base = y + 0.36 * height
    return f'<text class="{role}" x="{x:.5g}" y="{base:.5g}">{text}</text>'


def _lines(layout: Layout) -> list[str]:
    """Draw the thin lines, then the thick ones between boxes and around the board."""
    size, borders = layout.size, borders_of(layout)
    side = size * CELL
    gaps = [MARGIN + gap * CELL for gap in range(1, size)]
    thin = [f"M{gap} {MARGIN}v{side}M{MARGIN} {gap}h{side}" for gap in gaps]
    thick = [f"M{MARGIN} {MARGIN}h{side}v{side}h-{side}z"]
    for gap in range(1, size):
        at = MARGIN + gap * CELL
        for start, length in _runs([row[gap] for row in borders.upright]):
            thick.append(f"M{at} {MARGIN + start * CELL}v{length * CELL}")
        for start, length in _runs(borders.level[gap]):
            thick.append(f"M{MARGIN + start * CELL} {at}h{length * CELL}")
    return [
        f'<path class="{role}" fill="none" d="{"".join(path)}"/>'
        for role, path in (("thin", thin), ("thick", thick))
    ]


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the start and the length of every run of true flags."""
    start = 0
    for flag, run in groupby(flags):
        length = len(list(run))
        if flag:
            yield start, length
        start += length
