"""The legend below an SVG picture: a sample of every mark and arrow, and what it means."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from nonet.core.step import ROLES, Mark
from nonet.render.looks import BLOCK, DISC, LOOKS, SLASH
from nonet.render.picture import Picture
from nonet.render.places import CELL, MARGIN, Point
from nonet.render.svg_arrows import draw_head
from nonet.render.svg_marks import draw_shape

STRONG, WEAK = "strong", "weak"
LABELS: dict[str, str] = {
    **ROLES,
    "placed": "placed",
    "eliminated": "eliminated",
    "pattern": "the pattern",
    "base": "base",
    "cover": "cover",
    "fin": "fin",
    "on": "true along the chain",
    "off": "false along the chain",
    "set-a": "set A",
    "set-b": "set B",
    "set-c": "set C",
    "set-d": "set D",
    "cause": "the cause",
    STRONG: "strong: at least one is true",
    WEAK: "weak: at most one is true",
}
"""What a legend says of every role and of the two kinds of links."""

_SAMPLE, _LINE, _GAP, _BETWEEN = 13.0, 18, 7, 12
"""The size of a sample, the height of a line, the gap above, and between two entries."""
_HEIGHT, _LETTER = 10.0, 0.56
"""Font size, and the average width of a letter relative to it."""


def entries_of(picture: Picture) -> tuple[str, ...]:
    """Return the roles and kinds of links that a picture has; placed and eliminated come first."""
    used = {mark.role for mark in picture.marks if mark.cells or mark.candidates or mark.houses}
    links = {link.strong for link in picture.links}
    kinds = [name for name, strong in ((STRONG, True), (WEAK, False)) if strong in links]
    return (*(role for role in ROLES if role in used), *kinds)


class Legend:
    """The entries of a picture's legend, in lines as wide as the picture."""

    def __init__(self, picture: Picture, width: int) -> None:
        self._picture, self._top = picture, picture.layout.size * CELL + 2 * MARGIN
        self._lines: list[list[tuple[float, str, str]]] = []
        x = float(MARGIN)
        for name, words in picture.legend:
            room = _sample_width(name) + 5 + len(words) * _HEIGHT * _LETTER
            if not self._lines or x + room > width - MARGIN:
                self._lines.append([])
                x = float(MARGIN)
            self._lines[-1].append((x, name, words))
            x += room + _BETWEEN

    @property
    def height(self) -> int:
        """The height of all lines; 0 if there are none."""
        return len(self._lines) * _LINE + _GAP if self._lines else 0

    def style(self, ink: str, given: str) -> str:
        """Return the style of the words and samples; empty if there are none."""
        if not self._lines:
            return ""
        return (
            f".nonet .legend{{fill:{ink};text-anchor:start;font-size:{_HEIGHT:g}px}}"
            f".nonet .sample{{fill:{given};font-weight:700;font-size:{_HEIGHT:g}px}}"
        )

    def draw(self) -> Iterator[str]:
        """Draw samples and words."""
        for number, line in enumerate(self._lines):
            y = self._top + _GAP + number * _LINE + _SAMPLE / 2
            for x, name, words in line:
                yield from self._sample(name, Point(x, y))
                at = f'x="{x + _sample_width(name) + 5:.5g}" y="{y + 0.36 * _HEIGHT:.5g}"'
                yield f'<text class="legend" {at}>{escape(words)}</text>'

    def _sample(self, name: str, at: Point) -> Iterator[str]:
        if name in (STRONG, WEAK):
            end = Point(at.x + _sample_width(name), at.y)
            yield f'<path class="link {name}" d="M{at.x:g} {at.y:g}h{_sample_width(name) - 4:g}"/>'
            yield f'<path class="head" d="{draw_head(end, at)}"/>'
            return
        marks = [mark for mark in self._picture.marks if mark.role == name]
        yield from self._area(name, marks, at)
        yield from self._digit(name, marks, at)

    def _area(self, role: str, marks: list[Mark], at: Point) -> Iterator[str]:
        """Draw a piece of a marked cell or house."""
        look = LOOKS[role]
        if not any(mark.cells or mark.houses for mark in marks):
            return
        place = f'x="{at.x:g}" y="{at.y - _SAMPLE / 2:g}" width="{_SAMPLE:g}" height="{_SAMPLE:g}"'
        if look.has_ground:
            yield f'<rect class="{role} ground" {place}/>'
        if look.frame:
            yield f'<rect class="{role} line frame" {place}/>'
        if look.letter:
            yield f'<rect class="{role} solid" {place}/>'
            yield _text("inverse", at, look.letter)

    def _digit(self, role: str, marks: list[Mark], at: Point) -> Iterator[str]:
        """Draw a marked candidate, with a digit that the picture has."""
        pairs = [pair for mark in marks for pair in mark.candidates]
        look = LOOKS[role]
        if not pairs or (look.letter and any(mark.cells for mark in marks)):
            return
        middle, radius = Point(at.x + _SAMPLE / 2, at.y), _SAMPLE / 2 - 0.5
        yield draw_shape(role, middle, radius)
        kind = "inverse" if look.shape in (DISC, BLOCK) else "sample"
        yield _text(kind, at, self._picture.names[pairs[0][1]])
        if look.shape == SLASH:
            reach = radius * 0.85
            path = f"M{middle.x - reach:g} {at.y + reach:g}l{2 * reach:g} {-2 * reach:g}"
            yield f'<path class="{role} line slash" d="{path}"/>'


def _sample_width(name: str) -> float:
    return 26.0 if name in (STRONG, WEAK) else _SAMPLE


def _text(kind: str, at: Point, text: str) -> str:
    x, y = at.x + _SAMPLE / 2, at.y + 0.36 * _HEIGHT
    return f'<text class="{kind}" font-size="{_HEIGHT:g}" x="{x:g}" y="{y:.5g}">{text}</text>'
