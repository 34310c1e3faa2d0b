"""How notebooks display values: the renderer is loaded on first use."""

from __future__ import annotations

from importlib import import_module

_RENDERER = "nonet.render.svg"
_NOTEBOOKS = {
    "Path": "nonet.logic.path_page",
    "Verdict": "nonet.render.notebook",
    "BatchResult": "nonet.render.notebook",
    "Run": "nonet.lab.notebook",
    "Table": "nonet.lab.notebook",
    "Theory": "nonet.lab.notebook",
}
"""The modules that display values other than boards, by class name."""


def draw_svg(value: object) -> str:
    """Return the picture of a value."""
    picture: str = import_module(_RENDERER).render_svg(value)
    return picture


def draw_html(value: object) -> str:
    """Return the notebook display of a value: words, counts and plots."""
    names = (kind.__name__ for kind in type(value).__mro__)
    home = next(_NOTEBOOKS[name] for name in names if name in _NOTEBOOKS)
    shown: str = import_module(home).show(value)
    return shown


def draw_page(path: object, language: object) -> str:
    """Return the page of a path."""
    page: str = import_module(_NOTEBOOKS["Path"]).render_path_page(path, language)
    return page
