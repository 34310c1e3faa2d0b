"""The page: traces side by side in one self-contained file, without network access.

The JavaScript modules are embedded as data URLs in an import map, so the same files are used here,
in tests and in the page, and no build step is needed.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any
from urllib.parse import quote

from nonet.core.cells import cell_index
from nonet.core.puzzle import Puzzle
from nonet.lab.counts import GLOSSARY
from nonet.lab.explorer import root_domains
from nonet.lab.tracing.events import CAUSES, KINDS, PHRASES
from nonet.lab.tracing.marking import MARKINGS
from nonet.lab.tracing.record import KEEPS, Trace
from nonet.lab.tracing.replay import COUNTED, digit_names
from nonet.lab.watching.endings import ending_of
from nonet.lab.watching.keys import ALIASES, DEFAULT_SPEED, KEYS, LEAP, SPEEDS
from nonet.native import VERSION
from nonet.render.looks import LOOKS, page_colors

MODULES = ("trace", "clock", "surface", "picture", "board", "tree", "pane", "main")
"""The modules of the page, each a file in assets."""

_PLAIN = " (){}[];:,/*=+-?!$&'|.~"
"""Characters that need no escaping in a data URL, so that sources stay readable."""


def render_page(traces: Sequence[Trace], title: str, about: str) -> str:
    """Return the page as text."""
    puzzle = traces[0].puzzle
    shown = [name for name in GLOSSARY if any(name in t.subject.counters for t in traces)]
    data = {
        "kinds": [
            {"name": name, "words": kind.words, "numbers": kind.numbers, "lists": kind.lists}
            for name, kind in KINDS.items()
        ],
        "causes": [{"name": name, "words": words} for name, words in CAUSES.items()],
        "phrases": PHRASES,
        "markings": {
            kind: [marking._asdict() for marking in markings] for kind, markings in MARKINGS.items()
        },
        "roles": {role: look.to_dict() for role, look in LOOKS.items()},
        "counted": COUNTED,
        "keeps": KEEPS,
        "keys": [{"key": key.key, "action": key.action} for key in KEYS],
        "aliases": ALIASES,
        "leap": LEAP,
        "speed": DEFAULT_SPEED,
        "speeds": SPEEDS,
        "counters": {name: GLOSSARY[name] for name in shown},
        "board": _board_data(puzzle),
        "traces": [_trace_data(trace) for trace in traces],
    }
    return Template(asset("page.html")).substitute(
        version=escape(VERSION),
        title=escape(title),
        about=escape(about),
        results=escape("; ".join(f"{t.run.method}: {ending_of(t)}" for t in traces)),
        style=style(),
        keys=_definitions((f"<kbd>{escape(key.label)}</kbd>", key.about) for key in KEYS),
        glossary=_definitions((name.replace("_", " "), GLOSSARY[name]) for name in shown),
        speeds="".join(
            f'<option value="{speed}"{" selected" * (speed == DEFAULT_SPEED)}>{speed:,}/s</option>'
            for speed in SPEEDS
        ),
        data=_json(data),
        modules=_import_map(),
    )


def _definitions(pairs: Any) -> str:
    return "".join(f"      <dt>{term}</dt><dd>{escape(about)}</dd>\n" for term, about in pairs)


def _board_data(puzzle: Puzzle) -> dict[str, Any]:
    layout, geometry = puzzle.layout, puzzle.geometry
    clashing = {cell for conflict in puzzle.conflicts() for cell in conflict.cells}
    return {
        "size": layout.size,
        "givens": list(puzzle.cells),
        "conflicts": sorted(cell_index(cell, layout.size) for cell in clashing),
        "boxes": [layout.box_of(cell) for cell in range(layout.cell_count)],
        "houses": geometry.groups,
        "houseNames": list(map(geometry.group_name, range(len(geometry.groups)))),
        "allowed": root_domains(puzzle, everything=True) if puzzle.allowed() else None,
        "symbols": digit_names(layout.size),
    }


def _trace_data(trace: Trace) -> dict[str, Any]:
    run, subject = trace.run, trace.subject
    return {
        "strategy": run.method,
        "about": subject.about,
        "parts": subject.parts,
        "keeps": subject.keeps,
        "counters": subject.counters,
        "root": not run.puzzle.conflicts(),
        "events": len(trace),
        "ending": ending_of(trace),
        "packed": base64.b64encode(gzip.compress(trace.data, 6, mtime=0)).decode(),
    }


def _json(data: Any) -> str:
    """Return JSON that cannot close the element around it."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def style() -> str:
    """Return the style of all pages; the dark colours are in two of its rules."""
    dark = f"{asset('dark.css')}{_role_colors(dark=True)}\n"
    return Template(asset("style.css")).substitute(dark=dark, light_roles=_role_colors(dark=False))


def _role_colors(*, dark: bool) -> str:
    colors = page_colors(dark=dark).items()
    return "  " + " ".join(f"--{name}: {color};" for name, color in colors)


@cache
def asset(name: str) -> str:
    """Return the text of an asset file."""
    return (files(__package__) / "assets" / name).read_text(encoding="utf-8")


@cache
def _import_map() -> str:
    sources = {name: quote(asset(f"{name}.js"), safe=_PLAIN) for name in MODULES}
    addresses = {f"nonet/{name}": f"data:text/javascript,{text}" for name, text in sources.items()}
    return _json({"imports": addresses})
