"""Advice of errors in the words of the command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from nonet.core.errors import NonetError

_E = TypeVar("_E", bound="NonetError")
_Options: TypeAlias = Mapping[tuple[str, str], tuple[str, str]]

READING: _Options = {
    ("notation", ""): ("--from", "NAME"),
    ("alphabet", ""): ("--alphabet", "NAME"),
    ("layout", ""): ("--box", "RxC"),
    ("layout", "boxes"): ("--box", "RxC"),
    ("layout", "regions"): ("--regions", "..."),
    ("columns", ""): ("--column", "puzzle=NAME"),
}
"""By the keyword that an error advises in Python, and what it is about, the option for the same."""
WRITING: _Options = {("notation", ""): ("--to", "NAME")}
"""The same where something is written."""


def in_options(error: _E, options: _Options = READING) -> _E:
    """Let an error advise the options of the command."""
    if advice := error.advice:
        option = options.get((advice.keyword, advice.about))
        error.advice = replace(advice, option=option)
    return error
