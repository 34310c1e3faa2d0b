"""How each role of a mark looks: one table for SVG, text, the terminal and the page.

The colours are based on Okabe and Ito, with enough contrast (checked by a test). Colour is never
the only difference: roles that can appear together also differ in shape, frame or hatching.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Colors(NamedTuple):
    """One colour on a light and on a dark board."""

    light: str
    dark: str


class Paint(NamedTuple):
    """Two colours that belong together: for lines and signs, and for the ground below digits."""

    ink: Colors
    ground: Colors


BLUE = Paint(Colors("#005a9c", "#7cc4f5"), Colors("#d6e9f7", "#1f3c53"))
GREEN = Paint(Colors("#00664b", "#3fd0a4"), Colors("#d2eee3", "#153f34"))
AMBER = Paint(Colors("#8a6100", "#f0c04a"), Colors("#f6e7c8", "#43381f"))
PURPLE = Paint(Colors("#8a3b72", "#e9a8d3"), Colors("#f4dfec", "#4b2841"))
RED = Paint(Colors("#b23c00", "#ff9361"), Colors("#fbe0d3", "#552a18"))

SOLID, DASHED, DOTTED = "solid", "dashed", "dotted"
DASHES = {SOLID: (), DASHED: (4, 3), DOTTED: (1.5, 3)}
"""Lengths of the dashes and gaps of a frame."""

RING, DISC, SQUARE, BLOCK, DIAMOND, SLASH = "ring", "disc", "square", "block", "diamond", "slash"
"""Shapes around a candidate; a disc and a block are filled, and their digit is light."""


@dataclass(frozen=True, slots=True)
class Look:
    """How marks of a role are drawn."""

    paint: Paint
    shape: str
    """Around a candidate."""
    sign: str
    """Beside a candidate or cell in plain text; no two roles share one."""
    terminal: str
    """Its colour in a terminal, as rich calls it."""
    frame: str = ""
    """Around a cell or house; empty for none."""
    hatch: tuple[int, int] | None = None
    """The direction of lines across a cell."""
    letter: str = ""
    """In the corner of a cell."""
    has_cross: bool = False
    has_underline: bool = False
    has_ground: bool = True
    """Whether cells and houses have a ground."""

    def to_dict(self) -> dict[str, Any]:
        """Return what a page needs to draw it; the colours are in its style."""
        return {
            "shape": self.shape,
            "dash": list(DASHES[self.frame]) if self.frame else None,
            "cross": self.has_cross,
            "underline": self.has_underline,
            "ground": self.has_ground,
        }


LOOKS: dict[str, Look] = {
    "placed": Look(BLUE, DISC, "+", "blue", SOLID),
    "eliminated": Look(RED, SLASH, "-", "red"),
    "pattern": Look(GREEN, RING, "*", "green", SOLID),
    "base": Look(GREEN, RING, ">", "green", SOLID),
    "cover": Look(AMBER, SQUARE, ":", "yellow", DASHED, has_ground=False),
    "fin": Look(PURPLE, DIAMOND, "~", "magenta", DOTTED),
    "on": Look(BLUE, BLOCK, "^", "blue", SOLID),
    "off": Look(AMBER, SQUARE, "_", "yellow", DASHED),
    "set-a": Look(BLUE, RING, "a", "blue", hatch=(1, 1), letter="A"),
    "set-b": Look(AMBER, SQUARE, "b", "yellow", hatch=(1, -1), letter="B"),
    "set-c": Look(PURPLE, DIAMOND, "c", "magenta", hatch=(1, 0), letter="C"),
    "set-d": Look(GREEN, RING, "d", "green", hatch=(0, 1), letter="D"),
    "cause": Look(AMBER, SQUARE, "#", "yellow", DASHED),
    "chosen": Look(BLUE, RING, "?", "blue", SOLID),
    "refused": Look(RED, SLASH, "x", "red"),
    "conflict": Look(RED, SLASH, "!", "red", SOLID, has_cross=True),
    "repeated": Look(RED, SLASH, "%", "red", has_underline=True, has_ground=False),
    "clashing": Look(RED, SLASH, "=", "red", SOLID, has_underline=True),
    "differing": Look(PURPLE, DIAMOND, "/", "magenta", DASHED),
}
"""The look of every role."""


PAGE = "page"
"""The theme of a page, whose style has a name for every colour."""


def color_of(role: str, part: str, theme: str) -> str:
    """Return the ink or the ground of a role in a theme: "light", "dark" or PAGE."""
    if theme == PAGE:
        return f"var(--{role}-{part})"
    return str(getattr(getattr(LOOKS[role].paint, part), theme))


def page_colors(*, dark: bool) -> dict[str, str]:
    """Return the colours of all roles by the names that a page's style gives them."""
    theme = "dark" if dark else "light"
    return {
        f"{role}-{part}": color_of(role, part, theme) for role in LOOKS for part in Paint._fields
    }
