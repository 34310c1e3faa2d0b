"""Advice in errors, in terms of command-line options."""

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
"""The command-line option for each keyword that an error suggests."""
WRITING: _Options = {("notation", ""): ("--to", "NAME")}
"""The same for output."""


def in_options(error: _E, options: _Options = READING) -> _E:
    """Make an error suggest command-line options."""
    if advice := error.advice:
        option = options.get((advice.keyword, advice.about))
        error.advice = replace(advice, option=option)
    return error
