"""The marks of an SVG picture: grounds and shapes below the digits, frames and strokes above."""

from __future__ import annotations

from nonet.core.step import Candidate
from nonet.render.looks import (
    BLOCK,
    DASHES,
    DIAMOND,
    DISC,
    LOOKS,
    RING,
    SLASH,
    SQUARE,
    color_of,
)
from nonet.render.picture import Picture
from nonet.render.places import CELL, Places, Point
from nonet.render.svg_arrows import draw_arrows

_FILLED = (DISC, BLOCK)
_INSET = 1.6
"""How far frames are inside of their cells: clear of the lines and of the candidates."""


def draw_below(picture: Picture) -> list[str]:
    """Draw what lies below the digits: grounds, hatching, shapes around candidates, arrows."""
    places = Places(picture.layout)
    parts = []
    for house, role in picture.house_roles():
        if LOOKS[role].has_ground:
            parts += [_ground(places, cell, role) for cell in picture.house_cells(house)]
    for cell, roles in picture.cell_roles().items():
        for role in roles:
            if LOOKS[role].has_ground:
                parts.append(_ground(places, cell, role))
            if hatch := LOOKS[role].hatch:
                parts.append(_hatching(places, cell, role, hatch))
    for (cell, digit), roles in picture.candidate_roles().items():
        at = places.candidate(cell, digit)
        parts += _shapes(roles, at, places.radius)
    return parts + draw_arrows(picture)


def draw_above(picture: Picture) -> list[str]:
    """Draw what lies above digits and lines: outlines of houses, frames, strokes through digits."""
    places = Places(picture.layout)
    parts = []
    for house, role in picture.house_roles():
        if LOOKS[role].frame:
            path = places.outline(picture.house_cells(house), _INSET)
            parts.append(_line(role, "house", path))
    for cell, roles in picture.cell_roles().items():
        for number, role in enumerate(roles):
            parts += _cell_lines(places, cell, role, _INSET + 2.5 * number)
    for (cell, digit), roles in picture.candidate_roles().items():
        if any(LOOKS[role].shape == SLASH for role in roles):
            role = next(role for role in roles if LOOKS[role].shape == SLASH)
            x, y = places.candidate(cell, digit)
            reach = places.radius * 0.85
            path = f"M{x - reach:.5g} {y + reach:.5g}l{2 * reach:.5g} {-2 * reach:.5g}"
            if any(LOOKS[role].shape in _FILLED for role in roles):
                parts.append(f'<path class="casing" d="{path}"/>')
            parts.append(_line(role, "slash", path))
    return parts


def inverse_candidates(picture: Picture) -> set[Candidate]:
    """Return the candidates that stand on a filled shape."""
    return {
        pair
        for pair, roles in picture.candidate_roles().items()
        if any(LOOKS[role].shape in _FILLED for role in roles)
    }


def mark_rules(picture: Picture, theme: str, colors: dict[str, str]) -> str:
    """Return the style of the roles that a picture has, in a theme."""
    rules = []
    for role in dict.fromkeys(mark.role for mark in picture.marks):
        look = LOOKS[role]
        ink, ground = color_of(role, "ink", theme), color_of(role, "ground", theme)
        name = f".nonet .{role}"
        dash = ",".join(f"{length:g}" for length in DASHES.get(look.frame, ()))
        rules.append(f"{name}.ground{{fill:{ground}}}")
        rules.append(f"{name}.solid{{fill:{ink}}}")
        rules.append(f"{name}.edge{{fill:{ground};stroke:{ink};stroke-width:1.2}}")
        rules.append(f"{name}.line{{fill:none;stroke:{ink}}}")
        if dash:
            rules.append(f"{name}.house,{name}.frame{{stroke-dasharray:{dash}}}")
    rules.append(
        ".nonet .house{stroke-width:2}.nonet .frame{stroke-width:2}.nonet .slash{stroke-width:1.7}"
        ".nonet .hatch{stroke-width:1;stroke-opacity:.45}"
        f".nonet .inverse{{fill:{colors['paper']};font-weight:700}}"
        f".nonet .marked{{fill:{colors['given']};font-weight:700}}"
    )
    if inverse_candidates(picture):
        rules.append(f".nonet .casing{{stroke:{colors['paper']};stroke-width:4}}")
    if picture.links:
        rules.append(_link_rules(colors))
    return "".join(rules)


def _link_rules(colors: dict[str, str]) -> str:
    """Return the style of arrows, and of digits in front of them."""
    # Digits keep a little room of their own, so that an arrow goes behind them.
    halo = f"paint-order:stroke;stroke:{colors['paper']};stroke-width:3"
    return (
        f".nonet .link{{fill:none;stroke:{colors['thick']};stroke-width:1.9}}"
        ".nonet .weak{stroke-width:1.4;stroke-dasharray:3.5,2.5}"
        ".nonet .many .link{stroke-width:1.2}.nonet .many .weak{stroke-width:1}"
        f".nonet .head{{fill:{colors['thick']}}}"
        f".nonet .group{{fill:none;stroke:{colors['thick']};stroke-width:1}}"
        ".nonet .links~g .given,.nonet .links~g .filled,"
        f".nonet .links~g .candidate{{{halo}}}"
    )


def _ground(places: Places, cell: int, role: str) -> str:
    x, y = places.corner(cell)
    return f'<rect class="{role} ground" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def _line(role: str, kind: str, path: str) -> str:
    return f'<path class="{role} line {kind}" d="{path}"/>'


def _hatching(places: Places, cell: int, role: str, way: tuple[int, int]) -> str:
    """Draw lines across a cell, in the direction that the role has."""
    left, top = places.corner(cell)
    step = CELL / 5
    lines = []
    for number in range(1, 5):
        at = number * step
        if way == (1, 0):
            lines.append(f"M{left:g} {top + at:g}h{CELL}")
        elif way == (0, 1):
            lines.append(f"M{left + at:g} {top:g}v{CELL}")
        else:
            rest = CELL - at
            x, far = (left, 1) if way == (1, 1) else (left + CELL, -1)
            lines.append(f"M{x:g} {top + at:g}l{far * rest:g} {rest:g}")
            lines.append(f"M{x + far * at:g} {top:g}l{far * rest:g} {rest:g}")
    return _line(role, "hatch", "".join(lines))


def _shapes(roles: list[str], at: Point, radius: float) -> list[str]:
    """Draw the shapes of a candidate; a filled one stands inside of the others, as a contradiction.

    A slash is enough beside another shape.
    """
    shapes = {LOOKS[role].shape: role for role in roles}
    if len(shapes) > 1:
        shapes.pop(SLASH, None)
    outer, inner = (1.12, 0.8) if len(shapes) > 1 else (1.0, 1.0)
    filled = [role for shape, role in shapes.items() if shape in _FILLED]
    others = [role for shape, role in shapes.items() if shape not in _FILLED]
    return [
        *(draw_shape(role, at, radius * outer) for role in others),
        *(draw_shape(role, at, radius * inner) for role in filled),
    ]


def draw_shape(role: str, at: Point, radius: float) -> str:
    """Draw the shape of a role around a candidate."""
    x, y = at
    shape = LOOKS[role].shape
    kind = "solid" if shape in _FILLED else "edge"
    if shape in (RING, DISC):
        return f'<circle class="{role} {kind}" cx="{x:.5g}" cy="{y:.5g}" r="{radius:.4g}"/>'
    if shape in (SQUARE, BLOCK):
        side = radius * 1.8
        corner = f'x="{x - side / 2:.5g}" y="{y - side / 2:.5g}"'
        return f'<rect class="{role} {kind}" {corner} width="{side:.4g}" height="{side:.4g}"/>'
    if shape == DIAMOND:
        reach = radius * 1.15
        path = f"M{x:.5g} {y - reach:.5g}l{reach:.4g} {reach:.4g}l{-reach:.4g} {reach:.4g}"
        return f'<path class="{role} edge" d="{path}l{-reach:.4g} {-reach:.4g}z"/>'
    return f'<circle class="{role} ground" cx="{x:.5g}" cy="{y:.5g}" r="{radius:.4g}"/>'


def _cell_lines(places: Places, cell: int, role: str, inset: float) -> list[str]:
    """Draw frame, cross, underline and letter of a marked cell."""
    look, (x, y) = LOOKS[role], places.corner(cell)
    parts = []
    if look.frame:
        side = CELL - 2 * inset
        parts.append(
            f'<rect class="{role} line frame" x="{x + inset:g}" y="{y + inset:g}" '
            f'width="{side:g}" height="{side:g}"/>'
        )
    if look.has_cross:
        far = CELL - 18
        cross = f"M{x + 9:g} {y + 9:g}l{far} {far}m{-far} 0l{far} {-far}"
        parts.append(_line(role, "slash", cross))
    if look.has_underline:
        parts.append(_line(role, "house", f"M{x + 10:g} {y + CELL - 4:g}h{CELL - 20}"))
    if look.letter:
        parts.append(
            f'<rect class="{role} solid" x="{x - 4:g}" y="{y - 4:g}" width="8" height="8"/>'
            f'<text class="inverse" font-size="7.5" x="{x:g}" y="{y + 2.7:g}">{look.letter}</text>'
        )
    return parts
