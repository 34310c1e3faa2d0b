"""Words in texts: comments and names, as lines of a text can hold them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from nonet.core.errors import ParseError
from nonet.core.puzzle import Puzzle

ONE_LINE = "one line"
"""What an error expects if a text has several lines that may all be puzzles."""


class Said(NamedTuple):
    """A line and its number."""

    number: int
    line: str


_CONTROLS = str.maketrans({code: " " for code in range(32) if code != ord("\t")})
"""Characters that text may not contain, and line breaks."""


def folded(words: str | None) -> str:
    r"""Return a text as one line, with blanks instead of line breaks and similar characters.

    >>> folded("  easy,\nas pie ")
    'easy, as pie'
    """
    return words.translate(_CONTROLS).strip() if words else ""


def joined(lines: Iterable[str]) -> str | None:
    """Return the lines of a comment as one text, or None if they say nothing."""
    return "\n".join(line.strip() for line in lines).strip() or None


@lru_cache(maxsize=1)
def said_lines(text: str) -> tuple[Said, ...]:
    """Return the lines that are neither empty nor comments; cached for several notations."""
    lines = [Said(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    return tuple([said for said in lines if not is_comment(said.line)] if "#" in text else lines)


def only_line(text: str, wanted: str) -> Said:
    """Return the only such line; ParseError if there is none, or more than one."""
    lines = said_lines(text)
    if not lines:
        raise ParseError(wanted, "nothing", line=1, column=1)
    if len(lines) > 1:
        raise ParseError(ONE_LINE, f"{len(lines)} lines", line=lines[1][0], column=1)
    return lines[0]


def is_comment(line: str) -> bool:
    """Return whether a line is a comment: it starts with `#`."""
    return "#" in line and line.lstrip(" \t").startswith("#")


def comment_of(line: str) -> str:
    """Return the text of a comment line, without its `#`."""
    return line.strip().removeprefix("#").strip()


def uncommented(text: str) -> str:
    """Return a text with empty lines instead of comments."""
    if "#" not in text:
        return text
    return "\n".join("" if is_comment(line) else line for line in text.split("\n"))


def with_comment(puzzle: Puzzle, *said: str | None) -> Puzzle:
    """Return a puzzle with a further comment after the one that it has."""
    comment = "\n".join(filter(None, [puzzle.notes.comment, *said]))
    return replace(puzzle, notes=replace(puzzle.notes, comment=comment)) if comment else puzzle


def comment_lines(comment: str | None) -> list[str]:
    """Return a comment as lines that start with `#`; `joined` and `comment_of` reverse this."""
    if not comment:
        return []
    said = "\n".join(folded(line) for line in comment.split("\n")).strip()
    return [f"# {line}".rstrip() for line in said.split("\n")] if said else []
