r"""The shortened JSON of SudokuPad: what its links save on the way.

Names are short and bare, `t` and `f` are true and false, an empty object is left out of a list
where commas and brackets show that it was there, and strings stand in single quotes. Colours are
six bare digits, `#0` or `#F`.

>>> read_shortened(r"{ce:[[{v:5},],[,{v:'6'}]],t:'It\'s'}").value
{'cells': [[{'value': 5}, {}], [{}, {'value': '6'}]], 'title': "It's"}
"""

from __future__ import annotations

import json
import re

from nonet.core.errors import ParseError
from nonet.text.json_text import JsonText, read_json

_NAMES = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "d": "duration",
    "d2": "d",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "w": "width",
    "wp": "wayPoints",
}
_TOKEN = re.compile(
    r"""(?P<string>'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?)(?P<name>\s*:)?"""
    r"""|(?<![^\s{}\[\],:'"])(?!(?:0|[1-9][0-9]{0,14})[],}])"""
    r"""(?P<word>[^\s{}\[\],:'"]+)(?P<colon>\s*:)?|(?<=[\[,])(?=[,\]])""",
    re.DOTALL,
)
"""A string, even an unclosed one, so that none is scanned twice; a word; or a gap.

Most words are whole numbers, which JSON writes the same way.
"""
_ESCAPE = re.compile(r"""\\(.)|["\x00-\x1f]""", re.DOTALL)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_VALUES = {"t": "true", "f": "false", "true": "true", "false": "false", "null": "null"}


def read_shortened(text: str, place: tuple[int, int] | None = None) -> JsonText:
    """Read one object in the shortened form, and restore the full names."""
    plain = _TOKEN.sub(_in_full, text)
    return read_json(plain, place or (1, 1))


def _in_full(token: re.Match[str]) -> str:
    """Return a piece of text as JSON."""
    string, word = token["string"], token["word"]
    if string is not None:
        string = _string(string)
        return f"{_name(string)}:" if token["name"] else string
    if word is None:
        return "{}"
    if token["colon"]:
        return f"{_name(json.dumps(word))}:"
    return _VALUES.get(word) or (word if _NUMBER.fullmatch(word) else json.dumps(word))


def _name(string: str) -> str:
    """Return the full name for a short one, both in quotes."""
    return f'"{_NAMES[string[1:-1]]}"' if string[1:-1] in _NAMES else string


def _string(text: str) -> str:
    """Return a string in double quotes."""
    if len(text) < 2 or text[-1] != text[0]:
        raise ParseError("the end of a string", "the end", line=1, column=1)
    inner = text[1:-1]
    return f'"{_ESCAPE.sub(_escape, inner)}"' if text[0] == "'" else text


def _escape(match: re.Match[str]) -> str:
    """Return an escape as JSON, which has none for single quotes."""
    if match[1] == "'":
        return "'"
    return match[0] if match[1] is not None else json.dumps(match[0])[1:-1]
