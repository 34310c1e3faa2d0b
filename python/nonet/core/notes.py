"""Notes: what a notation says of a puzzle beyond its givens."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """Progress, and words about the puzzle; None where a notation is silent.

    >>> Notes(name="Escargot", rating="11.4").kept
    ('name', 'rating')
    """

    placed: bytes | None = None
    """Digits that somebody entered, row-major, 0 where none was; givens are not among them."""
    pencil_marks: tuple[tuple[int, ...], ...] | None = None
    """Pencil marks: for every cell the candidates left, ascending; empty for a filled cell."""
    name: str | None = None
    author: str | None = None
    comment: str | None = None
    rating: str | None = None
    level: str | None = None
    """How hard it is said to be, in words."""
    source: str | None = None
    date: str | None = None
    url: str | None = None
    solution: bytes | None = None
    """The solution that came with the puzzle, row-major; nobody has judged it."""
    details: tuple[tuple[str, str], ...] = ()
    """What only one notation knows: its own names, and what stands there."""

    @property
    def kept(self) -> tuple[str, ...]:
        """The fields that say something."""
        named = ((item.name, getattr(self, item.name)) for item in fields(self))
        return tuple(name for name, value in named if value and any(value))


def note_name(field: str) -> str:
    """Return what files and the command call a note: pencil marks are `marks` there.

    >>> note_name("pencil_marks"), note_name("author")
    ('marks', 'author')
    """
    return "marks" if field == "pencil_marks" else field
