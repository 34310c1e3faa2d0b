"""Untrusted JSON: read within limits; errors name the path.

A path such as `grid[3][4].value` names what is wrong; its place in the text is looked for only
when something is.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

from nonet.core.errors import ArgumentError, ParseError

Path: TypeAlias = tuple[str | int, ...]

_BLANKS = re.compile(r"[ \t\n\r]*")
_NAME = re.compile(r"[A-Za-z_]\w*")


class _RefusedError(ValueError):
    """Raised for JSON that is valid, but that no puzzle needs."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _RefusedError("every name once in an object", f"{twice[:40]!r} twice")
    return members


def _constant(name: str) -> NoReturn:
    raise _RefusedError("a number", name)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
_STRINGS = json.JSONDecoder()


KNOWN_RULES = "rules that nonet supports (see: nonet rules)"
"""What is expected instead of a constraint."""


@dataclass(frozen=True, slots=True)
class JsonText:
    """A value, and the text that it was read from.

    `place` is the line and column for errors, if the text itself has none because it was
    compressed.
    """

    value: Any
    text: str
    place: tuple[int, int] | None = None

    def error(self, path: Path, expected: str, found: str) -> ParseError:
        """Return the error that something else was expected at a path."""
        line, column = self.place or place_of(self.text, path)
        where = f" at {path_text(path)}" if path else ""
        return ParseError(f"{expected}{where}", found, line=line, column=column)

    def variant(self, name: str) -> ParseError:
        """Return the error for an unknown constraint."""
        line, column = self.place or place_of(self.text, (name,))
        return ParseError(KNOWN_RULES, f"the constraint {name[:40]!r}", line=line, column=column)

    def wrong(self, path: Path, expected: str, value: Any) -> ParseError:
        """Return the error that a value is not what was expected."""
        return self.error(path, expected, shown(value))

    def refused(self, path: Path, error: ArgumentError) -> ParseError:
        """Return the error for a value at a path that was refused."""
        expected = error.expected or "what fits the board"
        return self.error(path, expected, error.found or str(error))

    def members(self, path: Path, value: Any, expected: str = "an object") -> dict[str, Any]:
        """Return a value, which must be an object."""
        if not isinstance(value, dict):
            raise self.wrong(path, expected, value)
        return value

    def items(self, path: Path, value: Any, expected: str = "a list") -> list[Any]:
        """Return a value, which must be a list."""
        if not isinstance(value, list):
            raise self.wrong(path, expected, value)
        return value

    def words(self, path: Path, value: Any) -> str | None:
        """Return a text or a number as text; None if there is nothing."""
        if value is None or value == "":
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            raise self.wrong(path, "a text", value)
        if not is_text(value):
            raise self.error(path, "a text", "half of a surrogate pair")
        return value

    def digit(self, path: Path, value: Any, size: int) -> int:
        """Return a digit, as a number or in a text; 0 if there is none."""
        if value is None or value == "":
            return 0
        number = value
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 3:
            number = int(value)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= size:
            raise self.wrong(path, f"a digit 1-{size}", value)
        return number

    def digits(self, path: Path, value: Any, size: int) -> tuple[int, ...]:
        """Return the digits of a list in ascending order; none if there is no list."""
        if value is None:
            return ()
        found = set()
        for index, item in enumerate(self.items(path, value, "a list of digits")):
            digit = self.digit((*path, index), item, size)
            if not digit:
                raise self.wrong((*path, index), f"a digit 1-{size}", item)
            found.add(digit)
        return tuple(sorted(found))


def read_json(text: str, place: tuple[int, int] | None = None) -> JsonText:
    """Read JSON: one value, not too deep, no name twice in an object."""
    try:
        return JsonText(_DECODER.decode(text), text, place)
    except json.JSONDecodeError as error:
        line, column = place or (error.lineno, error.colno)
        expected, found = _complaint(error, text)
        raise ParseError(expected, found, line=line, column=column) from None
    except _RefusedError as error:
        expected, found = error.args
    except RecursionError:
        expected, found = "JSON of a puzzle", "lists within lists, far too deep"
    except ValueError:
        expected, found = "JSON of a puzzle", "a number of thousands of digits"
    line, column = place or place_of(text, ())
    raise ParseError(expected, found, line=line, column=column)


def _complaint(error: json.JSONDecodeError, text: str) -> tuple[str, str]:
    """Return what was expected and what was found, from the message of the decoder."""
    message = error.msg.removesuffix(" at").removesuffix(" starting")
    if message.startswith("Expecting "):
        found = repr(text[error.pos]) if error.pos < len(text) else "the end"
        return f"JSON, {message.removeprefix('Expecting ')}", found
    return "JSON", f"{message[:1].lower()}{message[1:]}"


def path_text(path: Path) -> str:
    """Return the printed form of a path.

    >>> path_text(("grid", 3, 4, "value"))
    'grid[3][4].value'
    """
    parts = []
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif _NAME.fullmatch(step):
            parts.append(f".{step}" if parts else step)
        else:
            parts.append(f"[{step[:40]!r}]")
    return "".join(parts)


def place_of(text: str, path: Path) -> tuple[int, int]:
    """Return the line and column where the value at a path starts, or what encloses it."""
    index = _skip(text, 0)
    for step in path:
        inner = _find(text, index, step)
        if inner is None:
            break
        index = inner
    start = text.rfind("\n", 0, index) + 1
    return text.count("\n", 0, index) + 1, index - start + 1


def _skip(text: str, index: int) -> int:
    match = _BLANKS.match(text, index)
    return match.end() if match else index


def _find(text: str, index: int, step: str | int) -> int | None:
    """Return where a member of the container at an index starts, skipping those before it."""
    number = 0
    index = _skip(text, index + 1)
    try:
        while text[index] not in "]}":
            if isinstance(step, str):
                name, index = _STRINGS.raw_decode(text, index)
                index = _skip(text, _skip(text, index) + 1)
                if name == step:
                    return index
            elif number == step:
                return index
            _, index = _STRINGS.raw_decode(text, index)
            index = _skip(text, index)
            if text[index] == ",":
                index = _skip(text, index + 1)
            number += 1
    except (IndexError, ValueError, RecursionError):
        pass
    return None


def shown(value: Any) -> str:
    """Return a value in short, for a message."""
    if isinstance(value, (dict, list)):
        kind = "an object" if isinstance(value, dict) else "a list"
        return kind if value else f"{kind} without members"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else f"a number of {value.bit_length()} bits"
    return repr(value[:40]) if isinstance(value, str) else repr(value)


def is_text(text: str) -> bool:
    """Return whether a text can be encoded: it has no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_nothing(value: Any) -> bool:
    """Return whether a value is null, false, 0 or empty."""
    return value is None or value is False or value in (0, "", [], {})
