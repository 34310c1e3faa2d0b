"""Notes: what a notation contains besides the givens."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """Progress on a puzzle and information about it; None if the notation does not say.

    >>> Notes(name="Escargot", rating="11.4").kept
    ('name', 'rating')
    """

    placed: bytes | None = None
    """Placed digits, row by row, 0 for none; givens are not included."""
    pencil_marks: tuple[tuple[int, ...], ...] | None = None
    """Pencil marks: the remaining candidates of every cell, ascending; empty if filled."""
    name: str | None = None
    author: str | None = None
    comment: str | None = None
    rating: str | None = None
    level: str | None = None
    """The difficulty, in words."""
    source: str | None = None
    date: str | None = None
    url: str | None = None
    solution: bytes | None = None
    """The solution that came with the puzzle, row by row, unverified."""
    details: tuple[tuple[str, str], ...] = ()
    """Details specific to a notation, by name."""

    @property
    def kept(self) -> tuple[str, ...]:
        """The fields that are set."""
        named = ((item.name, getattr(self, item.name)) for item in fields(self))
        return tuple(name for name, value in named if value and any(value))


def note_name(field: str) -> str:
    """Return the name of a note in files and the command: pencil marks are `marks` there.

    >>> note_name("pencil_marks"), note_name("author")
    ('marks', 'author')
    """
    return "marks" if field == "pencil_marks" else field
