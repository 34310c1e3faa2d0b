"""Parts of notebook displays: tables, bars, lists, and pictures next to them.

Colours follow the notebook, light or dark. The style applies to one class only, so it does not
change anything else on the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

SCOPE = "nonet-note"
_BAR = "#3a8fc7"
"""Readable on white and on black."""
_STYLE = (
    f".{SCOPE}{{display:flex;flex-wrap:wrap;gap:1rem 2rem;align-items:flex-start;"
    "font:14px/1.45 system-ui,'DejaVu Sans',sans-serif;font-variant-numeric:tabular-nums}"
    f".{SCOPE} .words{{flex-basis:100%;margin:0}}"
    f".{SCOPE} ul{{margin:0;padding-left:1.2rem}}"
    f".{SCOPE} svg{{max-width:100%;height:auto}}"
    f".{SCOPE} table{{border-collapse:collapse;margin:0;font-size:13px}}"
    f".{SCOPE} table :is(th,td){{padding:.15rem .7rem .15rem 0;text-align:right;"
    "font-weight:400;background:none;border:0;border-bottom:1px solid rgba(128,128,128,.35)}"
    f".{SCOPE} table thead th{{font-weight:600;vertical-align:bottom}}"
    f".{SCOPE} table :is(th,td):first-child{{text-align:left}}"
    f".{SCOPE} .track{{width:11rem}}"
    f".{SCOPE} .bar{{display:block;height:.75rem;min-width:2px;background:{_BAR}}}"
)


class Bar(NamedTuple):
    """A table row with a bar: the texts of its cells, and the length of the bar from 0 to 1."""

    cells: Sequence[str]
    share: float
    about: str = ""
    """A tooltip."""


def note(*parts: str) -> str:
    """Return the parts, side by side if there is room."""
    return f'<div class="{SCOPE}"><style>{_STYLE}</style>{"".join(parts)}</div>'


def words(text: str, strong: str = "") -> str:
    """Return a paragraph, with optional bold text at the start."""
    lead = f"<strong>{escape(strong)}</strong> " if strong else ""
    return f'<p class="words">{lead}{escape(text)}</p>'


def listed(lines: Iterable[str]) -> str:
    """Return lines as a list; an empty string if there are none."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""


def table(header: Sequence[str], rows: Iterable[Sequence[str]], about: Sequence[str] = ()) -> str:
    """Return a table; `about` holds a tooltip for each row."""
    body = "".join(
        f"<tr{_title(about[place] if about else '')}>{_cells(cells)}</tr>"
        for place, cells in enumerate(rows)
    )
    return f"<table>{_head(header)}<tbody>{body}</tbody></table>"


def bars(header: Sequence[str], rows: Iterable[Bar]) -> str:
    """Return a table with a bar at the end of each row."""
    body = "".join(
        f"<tr{_title(row.about)}>{_cells(row.cells)}"
        f'<td class="track" aria-hidden="true"><span class="bar" '
        f'style="width:{100 * row.share:.1f}%"></span></td></tr>'
        for row in rows
    )
    head = _head(header, '<th aria-hidden="true"></th>') if header else ""
    return f"<table>{head}<tbody>{body}</tbody></table>"


def _head(header: Sequence[str], more: str = "") -> str:
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in header)
    return f"<thead><tr>{cells}{more}</tr></thead>" if header else ""


def _cells(cells: Sequence[str]) -> str:
    first, *others = map(escape, cells)
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in others)


def _title(about: str) -> str:
    return f' title="{escape(about)}"' if about else ""
