"""The techniques: what each is called, what others call it, and what it needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from nonet import native
from nonet.core.errors import UnknownTechniqueError
from nonet.logic.data_files import read_data
from nonet.logic.languages import Language, language_named

SINGLES = ("full-house", "hidden-single", "naked-single")
"""The techniques that place a digit in its last place and do nothing else."""


@dataclass(frozen=True, slots=True)
class Technique:
    """A way to find steps, with its names and numbers in other programs.

    >>> technique_named("0300").name
    'x-wing'
    """

    name: str
    family: str
    hodoku_code: str | None
    """Its number in HoDoKu's library of techniques; None if that has none."""
    hodoku_level: str | None
    hodoku_score: int | None
    se_rating: float | None
    """Sudoku Explainer's rating of its easiest form; None if that program lacks it."""
    needs: tuple[str, ...]
    """What a board must have for it to apply: "boxes", "lines", "uniqueness"."""
    title: str
    what: str
    """What it is, in a sentence."""
    why: str
    """Why it is true, in a sentence."""
    gain: str
    """What it gains, in a sentence."""

    def to_dict(self) -> dict[str, Any]:
        """Return the technique as plain data."""
        data = {name: getattr(self, name) for name in self.__slots__}
        return {**data, "needs": list(self.needs)}


@cache
def catalog(code: str = "en") -> dict[str, Technique]:
    """Return all techniques by name, in the words of a language; easy ones of a family first."""
    language = language_named(code)
    known = {}
    for row in read_data("techniques.json"):
        name = row["name"]
        if name in native.TECHNIQUES:
            words: dict[str, Any] = {**language.technique(name)}
            known[name] = Technique(**{**row, "needs": tuple(row["needs"])}, **words)
    return known


def techniques(*, language: Language | str | None = None) -> tuple[Technique, ...]:
    """Return every technique, family by family; `language` is that of their words.

    >>> techniques()[0].name
    'full-house'
    """
    return tuple(catalog(language_named(language).code).values())


@cache
def _names_by_code() -> dict[str, str]:
    names: dict[str, str] = {}
    for technique in techniques():
        if technique.hodoku_code:
            names.setdefault(technique.hodoku_code, technique.name)
    return names


def technique_named(name: str, *, language: Language | str | None = None) -> Technique:
    """Return the technique with a name such as x-wing, or with a HoDoKu code such as 0300."""
    if not isinstance(name, str):
        raise UnknownTechniqueError(f"{name!r:.40}", [])
    wanted = name.strip().lower().replace(" ", "-").replace("_", "-")
    wanted = _names_by_code().get(wanted, wanted)
    if found := catalog(language_named(language).code).get(wanted):
        return found
    raise UnknownTechniqueError(name, list(catalog()))
