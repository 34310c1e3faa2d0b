"""A board as SVG: givens bold, filled digits apart, candidates small; light and dark."""

from __future__ import annotations

from nonet.core.errors import ArgumentError
from nonet.render.picture import Drawable, Picture, picture_of

_CELL = 40
_MARGIN = 4
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


def render_svg(value: Drawable, *, candidates: bool | None = None, theme: str = "auto") -> str:
    """Draw a puzzle, board, solution or result; `theme` is "auto", "light" or "dark".

    A Board shows its candidates, everything else shows them only when asked.
    """
    if theme not in ("auto", "light", "dark"):
        raise ArgumentError(f"expected the theme auto, light or dark, found {theme!r}")
    if candidates is None:
        candidates = type(value).__name__ == "Board"
    picture = picture_of(value, candidates=candidates)
    side = picture.layout.size * _CELL + 2 * _MARGIN
    scale = min(1.0, 720 / side)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{side * scale:.0f}" height="{side * scale:.0f}" role="img" class="nonet" '
        f'aria-label="{picture.describe()}">',
        f"<style>{_style(theme)}</style>",
        f'<rect class="paper" width="{side}" height="{side}"/>',
        *_cells(picture),
        *_lines(picture),
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


def _cells(picture: Picture) -> list[str]:
    size = picture.layout.size
    parts = []
    for cell in range(size * size):
        left = _MARGIN + cell % size * _CELL
        top = _MARGIN + cell // size * _CELL
        symbol = picture.symbol(cell)
        if symbol:
            role = "given" if picture.givens[cell] else "filled"
            height = 24 if len(symbol) == 1 else 18 if len(symbol) == 2 else 14
            parts.append(_text(role, height, left + _CELL / 2, top + _CELL / 2, symbol))
        parts.extend(_candidates(picture, cell, left, top))
    return parts


def _candidates(picture: Picture, cell: int, left: float, top: float) -> list[str]:
    """Place the candidates of a cell as the cells of a box are placed."""
    columns, rows = picture.layout.box_cols, picture.layout.box_rows
    width, height = (_CELL - 4) / columns, (_CELL - 4) / rows
    glyph = min(height, width * 1.4, 13) * 0.9
    return [
        _text(
            "candidate",
            glyph,
            left + 2 + ((digit - 1) % columns + 0.5) * width,
            top + 2 + ((digit - 1) // columns + 0.5) * height,
            text,
        )
        for digit, text in picture.candidates(cell)
    ]


def _text(role: str, height: float, x: float, y: float, text: str) -> str:
    """Centre a text on a point; digits are about 0.72 em high in every font that matters."""
    base = y + 0.36 * height
    return f'<text class="{role}" font-size="{height:.4g}" x="{x:.5g}" y="{base:.5g}">{text}</text>'


def _lines(picture: Picture) -> list[str]:
    """Draw the thin lines, then the thick ones between boxes and around the board."""
    layout = picture.layout
    size = layout.size
    thin: list[str] = []
    thick: list[str] = []
    for index in range(size * size):
        row, column = divmod(index, size)
        x, y = _MARGIN + column * _CELL, _MARGIN + row * _CELL
        box = layout.box_of(index)
        if column:
            role = thick if layout.box_of(index - 1) != box else thin
            role.append(f"M{x} {y}v{_CELL}")
        if row:
            role = thick if layout.box_of(index - size) != box else thin
            role.append(f"M{x} {y}h{_CELL}")
    side = size * _CELL
    thick.append(f"M{_MARGIN} {_MARGIN}h{side}v{side}h-{side}z")
    return [
        f'<path class="{role}" fill="none" d="{"".join(path)}"/>'
        for role, path in (("thin", thin), ("thick", thick))
    ]
