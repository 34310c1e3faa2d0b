"""Links as arrows, each on the way that covers the fewest digits, candidates and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

from nonet.core.step import Candidate, Link
from nonet.render.picture import Picture
from nonet.render.places import CELL, MARGIN, Places, Point

_HEAD = 5.0
"""Length of the head of an arrow."""
_BENDS = (0.1, -0.1, 0.0, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4)
"""How far the middle of an arrow may be off the straight line, as a part of its length."""
_MOST = 34.0
"""How far it may be at most."""
_NEAR, _NEAR_BENDS = 20.0, (7.0, -7.0, 10.0, -10.0, 13.0, -13.0)
"""An arrow to a neighbouring candidate goes around the outside; these are lengths."""
_STRIDE = 3.0
"""An arrow is judged at points that are so far apart."""
_BEND_COST = 0.35
"""The cost of one unit off the straight line; the costs below are those of one point."""
_OUTSIDE, _MARKED, _ARROW, _DIGIT, _CANDIDATE = 50.0, 6.0, 3.0, 1.5, 0.6
_BIN = 4
"""Arrows closer than this count as covering each other."""


class Arrow(NamedTuple):
    """A quadratic curve from a start to an end; `bend` is its control point."""

    start: Point
    bend: Point
    end: Point

    def points(self) -> list[Point]:
        """Return points along the curve, evenly spread."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self
        count = max(int(hypot(to_x - x, to_y - y) / _STRIDE), 4)
        found = []
        for number in range(1, count):
            at = number / count
            one, two, three = (1 - at) ** 2, 2 * at * (1 - at), at * at
            found.append(
                Point(one * x + two * bend_x + three * to_x, one * y + two * bend_y + three * to_y)
            )
        return found


def draw_arrows(picture: Picture) -> list[str]:
    """Draw every link once, strong ones solid and weak ones dashed, and enclose groups."""
    links = list(dict.fromkeys(picture.links))
    if not links:
        return []
    places, parts = Places(picture.layout), []
    groups = dict.fromkeys(node for link in links for node in (link.start, link.end))
    parts += [_enclosed(places, node) for node in groups if len(node) > 1]
    for link, arrow in _routed(picture, places, links):
        neck = _towards(arrow.end, arrow.bend, _HEAD * 0.8)
        (x, y), (bend_x, bend_y) = arrow.start, arrow.bend
        path = f"M{x:.4g} {y:.4g}Q{bend_x:.4g} {bend_y:.4g} {neck.x:.4g} {neck.y:.4g}"
        kind = "strong" if link.strong else "weak"
        parts.append(f'<path class="link {kind}" d="{path}"/>')
        parts.append(f'<path class="head" d="{draw_head(arrow.end, arrow.bend)}"/>')
    return parts


def draw_head(end: Point, source: Point) -> str:
    """Return the path of an arrow's head that comes from a point."""
    neck = _towards(end, source, _HEAD)
    across_x, across_y = (end.y - neck.y) * 0.45, (neck.x - end.x) * 0.45
    return (
        f"M{end.x:.4g} {end.y:.4g}L{neck.x + across_x:.4g} {neck.y + across_y:.4g}"
        f"L{neck.x - across_x:.4g} {neck.y - across_y:.4g}z"
    )


def _routed(
    picture: Picture, places: Places, links: Iterable[Link]
) -> Iterator[tuple[Link, Arrow]]:
    """Yield each link with the cheapest of its possible arrows."""
    ground = _Ground(picture, places)
    for link in links:
        ends = {*link.start, *link.end}
        arrow = min(_possible(picture, places, link), key=lambda one: ground.cost(one, ends))
        ground.take(arrow)
        yield link, arrow


def _possible(picture: Picture, places: Places, link: Link) -> Iterator[Arrow]:
    one, other = (_middle(picture, places, node) for node in (link.start, link.end))
    dx, dy = other.x - one.x, other.y - one.y
    length = hypot(dx, dy) or 1.0
    bends = [max(min(bend * length, _MOST), -_MOST) for bend in _BENDS]
    if length < _NEAR * places.radius / 6:
        bends = [bend * places.radius / 6 for bend in _NEAR_BENDS]
    room = places.radius + 0.8
    for bend in dict.fromkeys(bends):
        top = Point(
            (one.x + other.x) / 2 + 2 * bend * dy / length,
            (one.y + other.y) / 2 - 2 * bend * dx / length,
        )
        yield Arrow(_towards(one, top, room), top, _towards(other, top, room))


class _Ground:
    """What lies on the board, and the arrows so far."""

    def __init__(self, picture: Picture, places: Places) -> None:
        self._picture, self._places = picture, places
        self._marked = set(picture.candidate_roles())
        self._taken: set[tuple[int, int]] = set()
        self._side = picture.layout.size * CELL

    def take(self, arrow: Arrow) -> None:
        """Keep other arrows away from this one."""
        self._taken |= {(int(x) // _BIN, int(y) // _BIN) for x, y in arrow.points()}

    def cost(self, arrow: Arrow, ends: set[Candidate]) -> float:
        """Return how much an arrow covers, and how far it bends."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = arrow
        bow = hypot(bend_x - (x + to_x) / 2, bend_y - (y + to_y) / 2) / 2
        return _BEND_COST * bow + sum(self._point(at, ends) for at in arrow.points())

    def _point(self, at: Point, ends: set[Candidate]) -> float:
        x, y = at.x - MARGIN, at.y - MARGIN
        if not (2 < x < self._side - 2 and 2 < y < self._side - 2):
            return _OUTSIDE
        size, places = self._picture.layout.size, self._places
        cell = int(y // CELL) * size + int(x // CELL)
        cost = _ARROW if (int(at.x) // _BIN, int(at.y) // _BIN) in self._taken else 0.0
        if self._picture.digits[cell]:
            middle = places.middle(cell)
            return cost + _DIGIT * (hypot(at.x - middle.x, at.y - middle.y) < CELL / 4)
        column = int(min(max(x % CELL - 2, 0) // places.width, places.columns - 1))
        row = int(max(y % CELL - 2, 0) // places.height)
        pair = cell, min(row * places.columns + column + 1, size)
        if pair in ends or not self._picture.masks[cell] >> (pair[1] - 1) & 1:
            return cost
        return cost + (_MARKED if pair in self._marked else _CANDIDATE)


def _middle(picture: Picture, places: Places, node: Iterable[Candidate]) -> Point:
    """Return the middle of a candidate, or of a group; of the cell if it has a digit."""
    points = [
        places.middle(cell) if picture.digits[cell] else places.candidate(cell, digit)
        for cell, digit in node
    ]
    return Point(sum(p.x for p in points) / len(points), sum(p.y for p in points) / len(points))


def _towards(start: Point, goal: Point, distance: float) -> Point:
    dx, dy = goal.x - start.x, goal.y - start.y
    length = hypot(dx, dy) or 1.0
    return Point(start.x + dx / length * distance, start.y + dy / length * distance)


def _enclosed(places: Places, node: Iterable[Candidate]) -> str:
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
