"""Advice of errors in the words of the command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.core.errors import ParseError

_OPTIONS = (
    ("notation='grid' or notation='line'", "--from grid or --from line"),
    ("notation=", "--from "),
    ("alphabet=", "--alphabet "),
    ("regions: layout=...", "regions: --regions ..."),
    ("layout=...", "--box RxC"),
    ("columns={'puzzle': NAME}", "--column puzzle=NAME"),
)
"""What errors advise in Python, and what does the same in the command."""


def in_options(error: ParseError) -> ParseError:
    """Let an error advise the options of the command."""
    for name, option in _OPTIONS:
        error.expected = error.expected.replace(name, option)
    return error
