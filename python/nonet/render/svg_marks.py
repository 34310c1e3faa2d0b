"""The marks of an SVG picture: grounds and shapes below the digits, frames and strokes above."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from nonet.core.step import Candidate, Link
from nonet.render.looks import BLOCK, DASHES, DIAMOND, DISC, LOOKS, RING, SLASH, SQUARE
from nonet.render.picture import Picture
from nonet.render.places import CELL, MARGIN, Places, Point

_HEAD = 4.5
"""Length of the head of an arrow."""
_BOW, _MOST_BOW = 0.12, 18.0
"""How far the middle of an arrow is off the straight line, as a part of its length; and at most."""
_SHORT, _SHORT_BOW = 20.0, 11.0
"""An arrow to a neighbouring candidate goes around the outside."""
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
        parts += [_shape(role, at, places.radius) for role in roles]
    parts += [_arrow(picture, places, link) for link in picture.links]
    return parts


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
            parts.append(_line(role, "slash", path))
    return parts


def inverse_candidates(picture: Picture) -> set[Candidate]:
    """Return the candidates that stand on a filled shape."""
    return {
        pair
        for pair, roles in picture.candidate_roles().items()
        if any(LOOKS[role].shape in (DISC, BLOCK) for role in roles)
    }


def mark_rules(picture: Picture, theme: str, colors: dict[str, str]) -> str:
    """Return the style of the roles that a picture has, in a theme."""
    rules = []
    for role in dict.fromkeys(mark.role for mark in picture.marks):
        look = LOOKS[role]
        ink, ground = getattr(look.paint.ink, theme), getattr(look.paint.ground, theme)
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
        f".nonet .link{{fill:none;stroke:{colors['thick']};stroke-width:1.5}}"
        ".nonet .weak{stroke-dasharray:4,3}"
        f".nonet .head{{fill:{colors['thick']}}}"
        f".nonet .marked{{fill:{colors['given']};font-weight:700}}"
        f".nonet .group{{fill:none;stroke:{colors['thick']};stroke-width:1}}"
    )
    if picture.links:
        # Digits keep a little room of their own, so that an arrow goes behind them.
        halo = f"paint-order:stroke;stroke:{colors['paper']};stroke-width:3"
        rules.append(f".nonet .given,.nonet .filled,.nonet .candidate{{{halo}}}")
    return "".join(rules)


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


def _shape(role: str, at: Point, radius: float) -> str:
    """Draw the shape of a role around a candidate."""
    x, y = at
    shape = LOOKS[role].shape
    kind = "solid" if shape in (DISC, BLOCK) else "edge"
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


def _arrow(picture: Picture, places: Places, link: Link) -> str:
    """Draw a link: bowed, so that arrows of one line do not cover each other, clear of digits."""
    room = places.radius
    one, other = (_node(picture, places, end) for end in (link.start, link.end))
    top = _bow(one, other, MARGIN + picture.layout.size * CELL)
    start, end = _towards(one, top, room + 1), _towards(other, top, room + 1)
    neck = _towards(end, top, _HEAD * 0.8)
    kind = "strong" if link.strong else "weak"
    path = f"M{start.x:.5g} {start.y:.5g}Q{top.x:.5g} {top.y:.5g} {neck.x:.5g} {neck.y:.5g}"
    groups = [_group(places, node) for node in (link.start, link.end) if len(node) > 1]
    return (
        f'{"".join(groups)}<path class="link {kind}" d="{path}"/>'
        f'<path class="head" d="{_head(end, top)}"/>'
    )


def _bow(one: Point, other: Point, far: float) -> Point:
    """Return where an arrow bends to: to its right, or left if it would leave the board there."""
    dx, dy = other.x - one.x, other.y - one.y
    length = hypot(dx, dy) or 1.0
    bow = _SHORT_BOW if length < _SHORT else min(length * _BOW, _MOST_BOW)
    across, down = dy / length * bow, -dx / length * bow
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    if not (MARGIN < x + across < far and MARGIN < y + down < far):
        across, down = -across, -down
    return Point(x + 2 * across, y + 2 * down)


def _node(picture: Picture, places: Places, node: Iterable[Candidate]) -> Point:
    """Return the middle of a candidate, or of a group; of the cell where a digit stands."""
    points = [
        places.middle(cell) if picture.digits[cell] else places.candidate(cell, digit)
        for cell, digit in node
    ]
    return Point(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))


def _towards(start: Point, goal: Point, distance: float) -> Point:
    dx, dy = goal.x - start.x, goal.y - start.y
    length = hypot(dx, dy) or 1.0
    return Point(start.x + dx / length * distance, start.y + dy / length * distance)


def _head(end: Point, source: Point) -> str:
    """Return the head of an arrow that comes from a point."""
    neck = _towards(end, source, _HEAD)
    across_x, across_y = (end.y - neck.y) * 0.5, (neck.x - end.x) * 0.5
    return (
        f"M{end.x:.5g} {end.y:.5g}L{neck.x + across_x:.5g} {neck.y + across_y:.5g}"
        f"L{neck.x - across_x:.5g} {neck.y - across_y:.5g}z"
    )


def _group(places: Places, node: Iterable[Candidate]) -> str:
    """Draw a line around the candidates of a group."""
    points = [places.candidate(cell, digit) for cell, digit in node]
    room = places.radius + 1
    x, y = min(p.x for p in points) - room, min(p.y for p in points) - room
    width = max(p.x for p in points) + room - x
    height = max(p.y for p in points) + room - y
    return (
        f'<rect class="group" x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" '
        f'height="{height:.5g}" rx="{room:.4g}"/>'
    )
