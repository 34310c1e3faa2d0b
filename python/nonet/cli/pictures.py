"""A board as a picture in a file: SVG, or an HTML page with one."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from nonet.render.svg import render_svg

if TYPE_CHECKING:
    from nonet.render.picture import Drawable

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font-family: system-ui, sans-serif; margin: 2rem; }}
svg {{ max-width: 100%; height: auto; }}
</style>
</head>
<body>
{picture}
{said}
</body>
</html>"""


def draw_picture(value: Drawable, form: str, said: str, symbols: str | None = None) -> str:
    """Draw a value as SVG, or as an HTML page with the text below it."""
    picture = render_svg(value, symbols=symbols)
    if form == "svg":
        return picture
    lines = said.split("\n")
    below = "\n".join(f"<p>{escape(line.strip())}</p>" for line in lines)
    return _PAGE.format(title=escape(lines[0]), picture=picture, said=below)
