"""What every page is made of: its style, its modules and its data, all in one file.

The JavaScript modules are embedded as data URLs in an import map, so the same files are used here,
in tests and in the page, and no build step is needed. No page asks the network for anything.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any
from urllib.parse import quote

from nonet.native import VERSION
from nonet.render.looks import page_colors

SHARED = "nonet.render.pages"
"""The package whose assets every page uses."""
FRAME_HEIGHT = 900
"""Pixels of a page in a notebook."""
_PLAIN = " (){}[];:,/*=+-?!$&'|.~"
"""Characters that need no escaping in a data URL, so that sources stay readable."""


@cache
def asset(package: str, name: str) -> str:
    """Return the text of a file in a package's assets."""
    return (files(package) / "assets" / name).read_text(encoding="utf-8")


THEMES = ("Theme", "system", "light", "dark")
"""The words of the choice of a theme."""


def page(
    body: str,
    *,
    title: str,
    about: str,
    style: str,
    data: Any,
    modules: Sequence[tuple[str, str]],
    language: str = "en",
    themes: Sequence[str] = THEMES,
) -> str:
    """Return a whole page; the last module starts it with the data."""
    theme, auto, light, dark = map(escape, themes)
    return Template(asset(SHARED, "page.html")).substitute(
        language=escape(language),
        version=escape(VERSION),
        title=escape(title),
        about=escape(about),
        theme=theme,
        auto=auto,
        light=light,
        dark=dark,
        style=style,
        body=body,
        data=json_text(data),
        modules=import_map(*modules),
        start=modules[-1][1],
    )


def style(*sheets: str) -> str:
    """Return the style of a page: the shared one, then its own sheets.

    The dark colours are in two rules of the shared one: for the system's choice and for the
    reader's.
    """
    dark = f"{asset(SHARED, 'dark.css')}{_role_colors(dark=True)}\n"
    shell = Template(asset(SHARED, "shell.css"))
    shared = shell.substitute(dark=dark, light_roles=_role_colors(dark=False))
    return "".join([shared, *sheets])


def _role_colors(*, dark: bool) -> str:
    colors = page_colors(dark=dark).items()
    return "  " + " ".join(f"--{name}: {color};" for name, color in colors)


def import_map(*modules: tuple[str, str]) -> str:
    """Return the modules, pairs of a package and a name, that scripts import as `nonet/NAME`."""
    addresses = {f"nonet/{name}": _address(package, name) for package, name in modules}
    return json_text({"imports": addresses})


@cache
def _address(package: str, name: str) -> str:
    return f"data:text/javascript,{quote(asset(package, f'{name}.js'), safe=_PLAIN)}"


def json_text(data: Any) -> str:
    """Return JSON that cannot close the element around it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def packed(data: bytes) -> str:
    """Return bytes as packed.js unpacks them."""
    return base64.b64encode(gzip.compress(data, 6, mtime=0)).decode()


def definitions(pairs: Iterable[tuple[str, str]]) -> str:
    """Return terms, as HTML, and plain texts about them."""
    return "".join(f"      <dt>{term}</dt><dd>{escape(about)}</dd>\n" for term, about in pairs)


def framed(title: str, page: str) -> str:
    """Return a page within a notebook."""
    return (
        f'<iframe title="{escape(title)}" srcdoc="{escape(page)}" '
        f'style="width:100%;height:{FRAME_HEIGHT}px;border:0"></iframe>'
    )
