"""Languages: the sentences that people read, from one file of templates per language.

A file `data/words.xx.json` holds everything that is said in a language, and no code. A template
has places for facts in braces. Where the wording depends on a number, it is an object: the number
as text, and "many" for all others. A new file is a new language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from nonet.core.cells import cell_name
from nonet.core.errors import ArgumentError, UnknownLanguageError
from nonet.core.geometry import Geometry
from nonet.logic.data_files import read_data

Template: TypeAlias = str | dict[str, str]
_PLACE = re.compile(r"\{(\w+)\}")
_FILE = re.compile(r"words\.([\w-]+)\.json")
DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """A language, and what is said in it.

    >>> language_named("de").say("clause.off", cells="r4c7", digit=5)
    'in r4c7 steht keine 5'
    """

    code: str
    name: str
    _words: Mapping[str, Any] = field(repr=False, compare=False)

    def say(self, key: str, *, count: int | None = None, **facts: object) -> str:
        """Return a template with its places filled; `count` chooses the wording."""
        template: Template = self._words["texts"][key]
        if isinstance(template, dict):
            template = template.get(str(count), template["many"])
        return _filled(template, {"count": count, **facts})

    def wordings(self, key: str) -> list[tuple[int | None, str]]:
        """Return the wordings of a template by number; None stands for all others."""
        template: Template = self._words["texts"][key]
        if isinstance(template, str):
            return [(None, template)]
        return [(None if n == "many" else int(n), text) for n, text in template.items()]

    def list_all(self, parts: Iterable[str], word: str = "and") -> str:
        """Return parts as a list whose last two are joined by the word for "and" or "or"."""
        *rest, last = parts
        return self.say(word, rest=", ".join(rest), last=last) if rest else last

    def list_cells(self, cells: Iterable[int], size: int) -> str:
        """Return the names of cells as a list."""
        return self.list_all([cell_name(cell, size) for cell in cells])

    def house(self, geometry: Geometry, house: int) -> str:
        """Return the name of a house; one that a puzzle names itself keeps its name."""
        return self.house_named(geometry.group_name(house))

    def house_named(self, name: str) -> str:
        """Return the name of a house that nonet names in English."""
        houses = self._words["houses"]
        kind, _, number = name.rpartition(" ")
        if name in houses:
            return str(houses[name])
        if kind in houses and number.isdigit():
            return _filled(houses[kind], {"number": number})
        return name

    def family(self, family: str) -> str:
        """Return the name of a family of techniques."""
        return str(self._words["families"][family])

    def need(self, need: str) -> str:
        """Return what a technique needs, in words."""
        return str(self._words["needs"][need])

    @property
    def legend(self) -> dict[str, str]:
        """The words of a picture's legend, by role and kind of link."""
        found: dict[str, str] = self._words["legend"]
        return found

    def technique(self, name: str) -> dict[str, str]:
        """Return title, what, why and gain of a technique."""
        found: dict[str, str] = self._words["techniques"][name]
        return found


def _filled(template: str, facts: Mapping[str, object]) -> str:
    return _PLACE.sub(lambda place: str(facts[place[1]]), template)


def as_sentence(text: str) -> str:
    """Return a text with a capital letter; the name of a cell keeps its small one."""
    starts_with_cell = text[:1] == "r" and text[1:2].isdigit()
    return text if starts_with_cell else text[:1].upper() + text[1:]


@cache
def languages() -> dict[str, Language]:
    """Return every language that there is a file for, English first."""
    names = (item.name for item in (files("nonet.logic") / "data").iterdir())
    codes = sorted(match[1] for name in names if (match := _FILE.fullmatch(name)))
    codes.sort(key=lambda code: code != DEFAULT)
    return {code: _read(code) for code in codes}


def _read(code: str) -> Language:
    words = read_data(f"words.{code}.json")
    return Language(code, words["language"], words)


def language_named(name: Language | str | None = None) -> Language:
    """Return a language by its code (de, also de-AT) or its own name (Deutsch); English if None.

    >>> language_named("Deutsch").code
    'de'
    """
    if isinstance(name, Language):
        return name
    if name is not None and not isinstance(name, str):
        raise ArgumentError(f"language: expected a code such as 'de', found {name!r:.40}")
    wanted = (name or DEFAULT).strip().lower()
    for language in languages().values():
        if wanted in (language.code, language.name.lower()):
            return language
    if found := languages().get(re.split("[-_]", wanted)[0]):
        return found
    raise UnknownLanguageError(name or "", list(languages()))


def find_problems(words: Mapping[str, Any], model: Mapping[str, Any]) -> list[str]:
    """Compare a file of words with another: what is missing, what is too much, wrong places."""
    found = []
    for part in model:
        if isinstance(model[part], str):
            found += [f"{part}: expected a text"] if not words.get(part) else []
            continue
        mine: Mapping[str, Any] = words.get(part, {})
        found += [f"{part}.{key}: missing" for key in model[part] if key not in mine]
        found += [f"{part}.{key}: unknown" for key in mine if key not in model[part]]
        for key in model[part]:
            if key in mine:
                found += _compare(f"{part}.{key}", mine[key], model[part][key], part)
    return found


def _compare(name: str, mine: Any, model: Any, part: str) -> list[str]:
    if part == "techniques":
        if set(mine) != set(model):
            return [f"{name}: expected {', '.join(model)}, found {', '.join(mine)}"]
        return [f"{name}.{key}: empty" for key, text in mine.items() if not text.strip()]
    if isinstance(mine, dict) != isinstance(model, dict) or (
        isinstance(mine, dict) and "many" not in mine
    ):
        return [f"{name}: expected the same kind of template, with a wording for 'many'"]
    if places_of(mine) != places_of(model):
        return [f"{name}: expected the places {sorted(places_of(model))}, found {mine!r}"]
    return []


def places_of(template: Template) -> set[str]:
    """Return the names in braces of a template."""
    texts = template.values() if isinstance(template, dict) else [template]
    return {name for text in texts for name in _PLACE.findall(text)}
