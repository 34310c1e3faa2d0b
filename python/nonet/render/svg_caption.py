"""The text below a board in an SVG picture, wrapped into lines."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from nonet.render.places import MARGIN

_HEIGHT, _LINE, _GAP = 14, 19, 5
"""Font size, line height, and the gap above the first line, in screen pixels."""
_LETTER = 0.58
"""Average letter width relative to the font size, for the widest of the common fonts."""
_LEAST = 300
"""Minimum width in pixels of a picture with text, even for a small board."""


class Caption:
    """Sentences below a board with a given width and scale, and below its legend if it has one."""

    def __init__(self, sentences: Sequence[str], side: int, scale: float, entries: int) -> None:
        self._top, self._scale = side, scale
        self.width = max(side, _LEAST) if sentences or entries else side
        room = int((self.width - 2 * MARGIN) * scale / (_HEIGHT * _LETTER))
        self._lines = [line for sentence in sentences for line in wrap(sentence, room)]

    def below(self, height: int) -> None:
        """Leave room above for a legend."""
        self._top += height

    @property
    def height(self) -> int:
        """The height of the text; 0 if there is none."""
        return round((len(self._lines) * _LINE + _GAP) / self._scale) if self._lines else 0

    def style(self, color: str) -> str:
        """Return the style of the text; empty if there is none."""
        return f".nonet .caption{{fill:{color};text-anchor:start}}" if self._lines else ""

    def draw(self) -> list[str]:
        """Write the lines."""
        parts = []
        for number, line in enumerate(self._lines, start=1):
            y = self._top + (number * _LINE - _GAP) / self._scale
            place = f'x="{MARGIN}" y="{y:.5g}" font-size="{_HEIGHT / self._scale:.4g}"'
            parts.append(f'<text class="caption" {place}>{escape(line)}</text>')
        return parts
