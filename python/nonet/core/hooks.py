"""How values draw themselves in a notebook: `nonet.render` registers the pictures here."""

from __future__ import annotations

from collections.abc import Callable

_svg: dict[type, Callable[..., str]] = {}


def register_svg(value_type: type, draw: Callable[..., str]) -> None:
    """Let every value of a type be drawn by `draw(value)`."""
    _svg[value_type] = draw


def draw_svg(value: object) -> str | None:
    """Return the picture of a value, or None if no renderer is loaded."""
    draw = _svg.get(type(value))
    return draw(value) if draw else None
