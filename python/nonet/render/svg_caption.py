"""The words below a board in an SVG picture, in as many lines as they need."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from nonet.render.places import MARGIN

_HEIGHT, _LINE, _GAP = 14, 19, 5
"""Pixels on the screen of a letter, of a line, and between the board and the first line."""
_LETTER = 0.58
"""How wide a letter is on average, as a part of its height; in the widest of the usual fonts."""
_LEAST = 300
"""Pixels that a picture with words is wide at least, however small its board is."""
LIGHT, DARK = "#4a5361", "#aab4c2"


class Caption:
    """Sentences below a board, which is so many units wide and drawn at a scale."""

    def __init__(self, sentences: Sequence[str], side: int, scale: float) -> None:
        self._side, self._scale = side, scale
        self.width = max(side, _LEAST) if sentences else side
        room = int((self.width - 2 * MARGIN) * scale / (_HEIGHT * _LETTER))
        self._lines = [line for sentence in sentences for line in wrap(sentence, room)]

    @property
    def height(self) -> int:
        """What it takes below the board; 0 without words."""
        return round((len(self._lines) * _LINE + _GAP) / self._scale) if self._lines else 0

    def style(self, *, dark: bool) -> str:
        """Return the style of the words; empty if there are none."""
        color = DARK if dark else LIGHT
        return f".nonet .caption{{fill:{color};text-anchor:start}}" if self._lines else ""

    def draw(self) -> list[str]:
        """Write the lines."""
        parts = []
        for number, line in enumerate(self._lines, start=1):
            y = self._side + (number * _LINE - _GAP) / self._scale
            place = f'x="{MARGIN}" y="{y:.5g}" font-size="{_HEIGHT / self._scale:.4g}"'
            parts.append(f'<text class="caption" {place}>{escape(line)}</text>')
        return parts
