"""How values draw themselves in a notebook: the renderer is loaded when one first asks."""

from __future__ import annotations

from importlib import import_module

_RENDERER = "nonet.render.svg"


def draw_svg(value: object) -> str:
    """Return the picture of a value."""
    picture: str = import_module(_RENDERER).render_svg(value)
    return picture
