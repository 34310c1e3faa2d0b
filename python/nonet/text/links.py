"""Links: their parts, and the payloads that they carry.

Hosts, schemes and unused parts of the query are ignored. A payload may have been changed by a
browser: percent-encoding, spaces instead of plus signs, and double slashes that became single ones
are repaired.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice
from typing import NamedTuple, TypeVar

from nonet.core.errors import AmbiguityError, ParseError
from nonet.text.lzstring import decompress

_T = TypeVar("_T")

_PERCENT = re.compile(r"%([0-9A-Fa-f]{2})")
_SLASH = re.compile(r"(?<!/)/(?!/)")
_MOST_TRIES = 400
_MOST_SYMBOLS = 2_000_000
"""Maximum number of attempts to restore missing slashes, in total."""
_MOST_SLASHES = 4


class Part(NamedTuple):
    """A piece of a link and where it starts."""

    text: str
    line: int
    column: int

    def error(self, expected: str, found: str) -> ParseError:
        """Return the error that something else was expected here."""
        return ParseError(expected, found, line=self.line, column=self.column)


@dataclass(frozen=True, slots=True)
class Link:
    """A link in its parts; the host is empty where none was written."""

    whole: Part
    host: str
    path: Part
    query: dict[str, Part]
    """The first value of every name."""
    second: dict[str, Part]
    """The first different value of each repeated name."""

    def value(self, name: str) -> Part:
        """Return the value of a name; ParseError if it has two that differ."""
        if name in self.second:
            raise self.second[name].error(f"one {name}= in the link", "two different ones")
        return self.query[name]

    @property
    def page(self) -> str:
        """The last part of the path, in lower case."""
        return self.path.text.rpartition("/")[2].lower()


def read_link(text: str) -> Link:
    """Split a link into its parts; empty lines around it and the part after `#` are ignored."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) != 1:
        line = lines[1][0] if lines else 1
        found = f"{len(lines)} lines" if lines else "nothing"
        raise ParseError("one link", found, line=line, column=1)
    number, line_text = lines[0]
    body = line_text.strip()
    column = line_text.index(body) + 1
    address, mark, query = body.partition("#")[0].partition("?")
    _, has_scheme, rest = address.partition("://")
    if not has_scheme:
        rest = address
    host, slash, path = rest.partition("/")
    if not has_scheme and "." not in host:
        host, slash, path = "", "", rest
    path_column = column + len(address) - len(path) - len(slash)
    parts: dict[str, Part] = {}
    second: dict[str, Part] = {}
    start = column + len(address) + len(mark)
    for piece in query.split("&") if query else []:
        name, equals, value = piece.partition("=")
        part = Part(value, number, start + len(name) + len(equals))
        if parts.setdefault(name, part).text != value:
            second.setdefault(name, part)
        start += len(piece) + 1
    whole = Part(body, number, column)
    return Link(whole, host.lower(), Part(slash + path, number, path_column), parts, second)


def find_link(text: str) -> Link | None:
    """Split a link into its parts if the text is one line with a question mark, else None."""
    body = text.strip()
    if "?" not in body or "\n" in body:
        return None
    return read_link(text)


def unquoted(text: str) -> str:
    """Return a text without percent signs, even if it was quoted several times."""
    for _ in range(3):
        if "%" not in text:
            break
        text = _PERCENT.sub(lambda match: chr(int(match.group(1), 16)), text)
    return text


def unpack(payload: Part, load: Callable[[str], _T]) -> _T:
    """Decompress a payload and load the text; `load` raises ParseError for a wrong text.

    If slashes are missing, find the places where adding one gives a complete text.
    """
    packed = unquoted(payload.text).strip().replace(" ", "+")
    if not packed:
        raise payload.error("a puzzle in the link", "nothing")
    try:
        text = decompress(packed)
    except ParseError as error:
        texts = _repaired(packed)
        if not texts:
            expected = f"{error.expected} (symbol {error.column} of the payload)"
            raise payload.error(expected, error.found) from None
        if len(texts) > 1:
            expected = "a payload with all its slashes"
            found = "one that can be repaired in several ways"
            raise AmbiguityError(
                expected, found, line=payload.line, column=payload.column
            ) from None
        text = texts.pop()
    return load(text)


def _repaired(packed: str) -> set[str]:
    """Return the texts that result from doubling single slashes, as few as possible.

    A payload padded with `=` is a multiple of four symbols long, which gives the number of
    missing ones.
    """
    places = [match.start() for match in _SLASH.finditer(packed)]
    tries = min(_MOST_TRIES, _MOST_SYMBOLS // len(packed))
    for missing in range(1, _MOST_SLASHES + 1):
        if packed.endswith("=") and (len(packed) + missing) % 4:
            continue
        choices = [*islice(combinations_with_replacement(places, missing), tries)]
        tries -= len(choices)
        if texts := {text for chosen in choices for text in _doubled(packed, chosen)}:
            return texts
    return set()


def _doubled(packed: str, places: tuple[int, ...]) -> Iterator[str]:
    """Yield the text with slashes doubled, if there is one that looks like an object."""
    for place in reversed(places):
        packed = f"{packed[:place]}/{packed[place:]}"
    try:
        text = decompress(packed)
    except ParseError:
        return
    if text.startswith("{") and text.endswith("}"):
        yield text
