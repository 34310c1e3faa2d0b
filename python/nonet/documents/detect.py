"""Which document is this? The first bytes of a file tell, or else the end of its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from nonet.documents.catalog import DOCUMENTS
from nonet.notations.catalog import NOTATIONS, PLAIN

_PLAIN_START = re.compile(rb"(?:\xef\xbb\xbf)?[0-9.]{16}")
"""How plain lines start, whatever the board; no document starts so."""
_PACKED = (".gz", ".zip")


class Recognized(NamedTuple):
    """A document, and by what a file was known as one."""

    name: str
    mark: str


def recognize_document(head: bytes) -> Recognized | None:
    """Name the document that the first bytes of a file show; None if they show none."""
    if _PLAIN_START.match(head):
        return None
    for name, module in DOCUMENTS.items():
        if mark := module.recognize(head):
            return Recognized(name, mark)
    return None


def bare_name(path: str) -> str:
    """Return the name of a file without the endings that say that it is packed."""
    name = path.lower()
    while name.endswith(_PACKED):
        name = name[: name.rindex(".")]
    return name


def document_of_path(path: str | None) -> str | None:
    """Name the document that a file should be by the end of its name."""
    name = bare_name(path or "")
    return next((m.NAME for m in DOCUMENTS.values() if name.endswith(m.SUFFIXES)), None)


def formats_of_path(path: str) -> list[str]:
    """Name the notations and documents whose files end so; none for plain text."""
    name = bare_name(path)
    if any(name.endswith(module.SUFFIXES) for module in PLAIN):
        return []
    return [module.NAME for module in _all() if module.SUFFIXES and name.endswith(module.SUFFIXES)]


def _all() -> Iterator[ModuleType]:
    yield from (module for module in NOTATIONS.values() if module not in PLAIN)
    yield from DOCUMENTS.values()
