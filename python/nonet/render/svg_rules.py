"""Rules in an SVG picture: shaded houses, dashed cages, thin lines."""

from __future__ import annotations

from nonet.core.layout import Layout
from nonet.render.looks import PAGE
from nonet.render.places import CELL, Places
from nonet.render.rules import DrawnRules

SHADES = {
    "light": {"extra": "#dfe8f4", "rule": "#8a93a3", "cage": "#6b7484"},
    "dark": {"extra": "#243349", "rule": "#6d7888", "cage": "#8c97a8"},
    PAGE: {"extra": "var(--given)", "rule": "var(--edge)", "cage": "var(--edge-ink)"},
}
"""The colours of rules in every theme."""


def style_of_rules(colors: dict[str, str]) -> str:
    """Return the style of everything here in some colours."""
    return (
        f".nonet .extra{{fill:{colors['extra']};fill-opacity:0.8}}"
        f".nonet .rule{{stroke:{colors['rule']};stroke-width:1.5}}"
        f".nonet .cage{{stroke:{colors['cage']};stroke-dasharray:4 3;fill:none}}"
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
