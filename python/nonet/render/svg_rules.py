"""Rules in an SVG picture: shaded houses, dashed cages, thin lines, a caption below."""

from __future__ import annotations

from html import escape

from nonet.core.layout import Layout
from nonet.render.places import CELL, MARGIN, Places
from nonet.render.rules import DrawnRules

CAPTION = 22
"""Pixels that a caption takes below the board."""
LIGHT = {"extra": "#dfe8f4", "rule": "#8a93a3", "cage": "#6b7484", "words": "#4a5361"}
DARK = {"extra": "#243349", "rule": "#6d7888", "cage": "#8c97a8", "words": "#aab4c2"}


def style_of_rules(colors: dict[str, str]) -> str:
    """Return the style of everything here in some colours."""
    return (
        f".nonet .extra{{fill:{colors['extra']};fill-opacity:0.8}}"
        f".nonet .rule{{stroke:{colors['rule']};stroke-width:1.5}}"
        f".nonet .cage{{stroke:{colors['cage']};stroke-dasharray:4 3;fill:none}}"
        f".nonet .caption{{fill:{colors['words']};text-anchor:start}}"
    )


def rules_below(drawn: DrawnRules, layout: Layout) -> list[str]:
    """Draw what lies under the digits."""
    places = Places(layout)
    parts = []
    for cells in drawn.houses:
        squares = "".join(
            f"M{x:g} {y:g}h{CELL}v{CELL}h-{CELL}z" for x, y in map(places.corner, cells)
        )
        parts.append(f'<path class="extra" d="{squares}"/>')
        parts.append(f'<path class="rule" d="{places.outline(cells, 1.5)}"/>')
    for first, last in drawn.lines:
        (x1, y1), (x2, y2) = places.corner(first), places.corner(last)
        far, near = (0, CELL) if x1 < x2 else (CELL, 0)
        parts.append(f'<path class="rule" d="M{x1 + far:g} {y1:g}L{x2 + near:g} {y2 + CELL:g}"/>')
    parts += [f'<path class="cage" d="{places.outline(cells, 3)}"/>' for cells in drawn.cages]
    return parts


def caption(drawn: DrawnRules, side: int) -> list[str]:
    """Write the rules that are not drawn below a board of so many pixels."""
    if not drawn.caption:
        return []
    text = ", ".join(drawn.caption)
    height = min(14, (side - 2 * MARGIN) / (0.56 * len(text)))
    place = f'x="{MARGIN}" y="{side + CAPTION - 8}" font-size="{height:.4g}"'
    return [f'<text class="caption" {place}>{escape(text)}</text>']
