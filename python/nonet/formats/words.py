"""Words in texts: comments and names, as lines of a text can hold them."""

from __future__ import annotations

from collections.abc import Iterable

_CONTROLS = str.maketrans({code: " " for code in range(32) if code != ord("\t")})
"""What no text may hold, and line breaks."""


def folded(words: str | None) -> str:
    r"""Return words as one line can hold them: line breaks and their like are blanks.

    >>> folded("  easy,\nas pie ")
    'easy, as pie'
    """
    return words.translate(_CONTROLS).strip() if words else ""


def joined(lines: Iterable[str]) -> str | None:
    """Return the lines of a comment as one text, or None if they say nothing."""
    return "\n".join(line.strip() for line in lines).strip() or None


def is_comment(line: str) -> bool:
    """Tell whether a line is a comment: it starts with `#`."""
    return line.lstrip(" \t").startswith("#")


def comment_of(line: str) -> str:
    """Return what a line of comment says behind its `#`."""
    return line.strip().removeprefix("#").strip()


def comment_lines(comment: str | None) -> list[str]:
    """Return a comment as lines behind `#`, which `joined` and `comment_of` turn back."""
    if not comment:
        return []
    said = "\n".join(folded(line) for line in comment.split("\n")).strip()
    return [f"# {line}".rstrip() for line in said.split("\n")] if said else []
