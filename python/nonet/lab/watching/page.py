"""The page: traces side by side in one self-contained file, without network access."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import Any

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
from nonet.render.looks import LOOKS
from nonet.render.pages import shell

_HERE = "nonet.lab.watching"
_SHARED = ("shell", "packed")
_OWN = ("trace", "clock", "surface", "picture", "board", "tree", "pane", "main")
MODULES = (*((shell.SHARED, name) for name in _SHARED), *((_HERE, name) for name in _OWN))
"""The modules of the page, each a file in the assets of its package."""


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
    body = Template(shell.asset(_HERE, "page.html")).substitute(
        results=escape("; ".join(f"{t.run.method}: {ending_of(t)}" for t in traces)),
        keys=shell.definitions((f"<kbd>{escape(key.label)}</kbd>", key.about) for key in KEYS),
        glossary=shell.definitions((name.replace("_", " "), GLOSSARY[name]) for name in shown),
        speeds="".join(
            f'<option value="{speed}"{" selected" * (speed == DEFAULT_SPEED)}>{speed:,}/s</option>'
            for speed in SPEEDS
        ),
    )
    return shell.page(body, title=title, about=about, style=style(), data=data, modules=MODULES)


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
        "packed": shell.packed(trace.data),
    }


def style() -> str:
    """Return the style of the page and of the gallery's index."""
    return shell.style(shell.asset(_HERE, "watch.css"))
