"""Names and descriptions in two columns, or one below the other if there is no room."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Sequence

UNLIMITED = 10_000
"""A width at which nothing is wrapped."""
_WIDEST = 80
_GAP = 2
_LEAST = 26
"""With fewer columns, a description goes below its name."""


def line_width() -> int:
    """Return the maximum width of a line: that of the terminal, at most 80."""
    return max(min(shutil.get_terminal_size().columns, _WIDEST), 20)


def is_wrapped() -> bool:
    """Return whether to wrap lines: not in a pipe, where each entry is one line."""
    return sys.stdout.isatty() or "COLUMNS" in os.environ


def filled(text: str, indent: str = "", width: int | None = None) -> str:
    """Wrap a text into lines."""
    return textwrap.fill(
        text,
        width or line_width(),
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def two_columns(
    pairs: Sequence[tuple[str, str]], indent: str = "", *, width: int | None = None
) -> str:
    """Return names and texts side by side, or texts below the names if there is no room.

    >>> print(two_columns([("line", "a symbol per cell"), ("grid", "rows")], width=40))
    line  a symbol per cell
    grid  rows
    """
    width = width or line_width()
    first = len(indent) + max((len(name) for name, _ in pairs), default=0) + _GAP
    if width - first < _LEAST:
        below = [(name, filled(text, f"{indent}  ", width)) for name, text in pairs]
        return "\n".join(
            f"{indent}{name}\n{text}" if text else f"{indent}{name}" for name, text in below
        )
    texts = [filled(text, " " * first, width).lstrip() for _, text in pairs]
    names = [f"{indent}{name}".ljust(first) for name, _ in pairs]
    return "\n".join(f"{name}{text}".rstrip() for name, text in zip(names, texts, strict=True))
