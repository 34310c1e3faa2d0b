"""Links as arrows, each on the way that covers the fewest digits, candidates and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot, inf
from typing import NamedTuple

from nonet.core.step import Candidate, Link
from nonet.render.picture import Picture
from nonet.render.places import CELL, MARGIN, Places, Point

_HEAD = 5.0
"""Length of the head of an arrow."""
_MANY = 24
"""With more arrows than this, all of them are thin, so that the candidates stay legible."""
_BENDS = (0.0, 0.1, -0.1, 0.18, -0.18, 0.28, -0.28, 0.4, -0.4)
"""How far the middle of an arrow may be off the straight line, as a part of its length; the least
first, because what costs more than the best so far is not looked at to its end."""
_MOST = 34.0
"""How far it may be at most."""
_NEAR, _NEAR_BENDS = 20.0, (7.0, -7.0, 10.0, -10.0, 13.0, -13.0)
"""An arrow to a neighbouring candidate goes around the outside; these are lengths."""
_BIN = 4
"""The side of the squares in which an arrow is judged."""
_BEND_COST = 0.35
"""The cost of one unit off the straight line; the costs below are those of one square."""
_OUTSIDE, _MARKED, _ARROW, _DIGIT, _CANDIDATE = 60.0, 8.0, 4.0, 2.0, 0.8


class Arrow(NamedTuple):
    """A quadratic curve from a start to an end; `bend` is its control point."""

    start: Point
    bend: Point
    end: Point

    @property
    def bow(self) -> float:
        """How far the middle is off the straight line."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self
        return hypot(bend_x - (x + to_x) / 2, bend_y - (y + to_y) / 2) / 2

    def squares(self) -> Iterator[tuple[int, int]]:
        """Yield the squares along the curve, one for about every side of a square."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self
        count = max(int(hypot(to_x - x, to_y - y) / _BIN), 3)
        for number in range(1, count):
            at = number / count
            one, two, three = (1 - at) ** 2, 2 * at * (1 - at), at * at
            yield (
                int(one * x + two * bend_x + three * to_x) // _BIN,
                int(one * y + two * bend_y + three * to_y) // _BIN,
            )


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
    return [f'<g class="links{" many" * (len(links) > _MANY)}">', *parts, "</g>"]


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
        ends, best, least = {*link.start, *link.end}, None, inf
        for arrow in _possible(picture, places, link):
            cost = ground.cost(arrow, ends, least)
            if cost < least:
                best, least = arrow, cost
        if best is not None:
            ground.take(best)
            yield link, best


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
        self._squares: dict[tuple[int, int], tuple[Candidate | None, float]] = {}
        self._side = picture.layout.size * CELL

    def take(self, arrow: Arrow) -> None:
        """Keep other arrows away from this one."""
        self._taken.update(arrow.squares())

    def cost(self, arrow: Arrow, ends: set[Candidate], most: float) -> float:
        """Return how much an arrow covers, and how far it bends; more than `most` is not added."""
        total = _BEND_COST * arrow.bow
        for square in arrow.squares():
            if total >= most:
                break
            if square in self._taken:
                total += _ARROW
            if square not in self._squares:
                self._squares[square] = self._look(square)
            covered, cost = self._squares[square]
            if covered not in ends:
                total += cost
        return total

    def _look(self, square: tuple[int, int]) -> tuple[Candidate | None, float]:
        """Return the candidate in a square, if there is one, and what covering the square costs."""
        x, y = ((at + 0.5) * _BIN - MARGIN for at in square)
        if not (2 < x < self._side - 2 and 2 < y < self._side - 2):
            return None, _OUTSIDE
        picture, places = self._picture, self._places
        size = picture.layout.size
        cell = int(y // CELL) * size + int(x // CELL)
        if picture.digits[cell]:
            middle = places.middle(cell)
            far = hypot(x + MARGIN - middle.x, y + MARGIN - middle.y)
            return None, _DIGIT * (far < CELL / 4)
        column = int(min(max(x % CELL - 2, 0) // places.width, places.columns - 1))
        row = int(max(y % CELL - 2, 0) // places.height)
        pair = cell, min(row * places.columns + column + 1, size)
        if not picture.masks[cell] >> (pair[1] - 1) & 1:
            return None, 0.0
        return pair, _MARKED if pair in self._marked else _CANDIDATE


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
