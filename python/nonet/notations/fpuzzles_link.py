"""Links to f-puzzles: the JSON of `f-puzzles`, compressed, after `?load=`.

The payload is Base64 of lz-string, in either of its alphabets. It may be percent-encoded, have
spaces instead of plus signs, and lack slashes where two followed each other. Any host is accepted,
or none; a payload alone is recognized by its first four symbols, which are the same for every
object. A link with `?id=` only has a name that the server knows, and is refused.

Example:
    https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3iFKVqKdIxbtOMLgF1khfvyHkqCOuKat4HbrzkLiq6gCZ6E7bpn7BwtUnNapevvMW3jCAMyPJO6Ur6srJcQA
"""

from __future__ import annotations

import re

from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.notations import fpuzzles
from nonet.text.json_text import read_json
from nonet.text.links import Link, Part, find_link, read_link, unpack
from nonet.text.lzstring import compress

NAME = "f-puzzles-link"
SUMMARY = "links to f-puzzles that contain the whole puzzle"
SUFFIXES: tuple[str, ...] = ()
BOARDS = fpuzzles.BOARDS
HOLDS = fpuzzles.HOLDS
HOLDS_RULES = True

_HOST = "https://www.f-puzzles.com/"
_PAYLOAD = re.compile(r"N4Ig[A-Za-z0-9+/%\- ]+=*")


def recognize(text: str) -> str | None:
    """Recognize `?load=`, the host, or the start that all compressed objects share."""
    link = find_link(text)
    if link is None:
        body = text.strip()
        is_payload = body.startswith("N4Ig") and _PAYLOAD.fullmatch(body)
        return "an object compressed by lz-string" if is_payload else None
    if "load" in link.query:
        return "a link with ?load="
    return "a link to f-puzzles.com" if _is_id(link) else None


def _is_id(link: Link) -> bool:
    return "f-puzzles.com" in link.host and "id" in link.query


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read a link, or its payload alone."""
    link = read_link(text)
    if "load" in link.query:
        return read_payload(link.value("load"), layout, NAME)
    if _is_id(link):
        found = f"the id {link.query['id'].text[:40]!r}, which only the server knows"
        raise link.query["id"].error("a link that holds its puzzle (?load=)", found)
    if "?" in link.whole.text:
        raise link.whole.error("a link with ?load=", "none")
    return read_payload(link.whole, layout, NAME)


def read_payload(payload: Part, layout: Layout | None, notation: str) -> Puzzle:
    """Read a compressed document."""
    place = (payload.line, payload.column)
    document = unpack(payload, lambda text: read_json(text, place))
    return fpuzzles.read_document(document, layout, notation)


def format(puzzle: Puzzle) -> str:
    """Write a link that f-puzzles opens."""
    return f"{_HOST}?load={write_payload(puzzle)}"


def write_payload(puzzle: Puzzle) -> str:
    """Return the compressed document, quoted so that browsers leave it unchanged."""
    packed = compress(fpuzzles.format(puzzle))
    return packed.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
