"""How notebooks display values: the renderer is loaded on first use."""

from __future__ import annotations

from importlib import import_module

_RENDERER = "nonet.render.svg"


def draw_svg(value: object) -> str:
    """Return the picture of a value."""
    picture: str = import_module(_RENDERER).render_svg(value)
    return picture
