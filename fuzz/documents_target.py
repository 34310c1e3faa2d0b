"""Fuzz target: any bytes are puzzles and errors in a document, and puzzles survive writing it.

The first argument names the document, or `zip`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from functools import partial

from nonet import ArgumentError, ParseError, Puzzle
from nonet.core.layout import CLASSIC
from nonet.documents.catalog import DOCUMENTS, lost_notes
from nonet.documents.document import Record
from nonet.documents.zip_file import Archive, write_zip

NAMES = (*DOCUMENTS, "zip")
MOST = 1 << 20
"""Bytes of a member that are looked at."""


def target_of(name: str) -> Callable[[bytes], None]:
    return _read_zip if name == "zip" else partial(_read_document, name)


def _read_document(name: str, data: bytes) -> None:
    module = DOCUMENTS[name]
    module.recognize(data)
    records = _read(name, data)
    puzzles = [puzzle for puzzle in records if puzzle is not None]
    if name == "sdm":  # It is read as any list, and written for 9x9 alone.
        puzzles = [puzzle for puzzle in puzzles if puzzle.layout == CLASSIC]
    try:
        written = b"".join(module.write(puzzles))
    except ArgumentError:
        assert name == "opensudoku"  # XML has no way to write some characters.
        return
    again = _read(name, written)
    assert again == puzzles
    for before, after in zip(puzzles, again, strict=True):
        assert after is not None and after.notation == name
        if lost_notes(before, name):
            continue
        assert after.notes == before.notes


def _read(name: str, data: bytes) -> list[Puzzle | None]:
    return [_checked(record) for record in DOCUMENTS[name].read(io.BytesIO(data))]


def _checked(record: Record) -> Puzzle | None:
    assert record.line >= 1
    assert (record.puzzle is None) == (record.error is not None)
    assert record.error is None or (record.error.expected and str(record.error))
    return record.puzzle


def _read_zip(data: bytes) -> None:
    try:
        archive = Archive(io.BytesIO(data))
    except ParseError:
        return
    found = {}
    for member in archive.members:
        try:
            with archive.open(member) as stream:
                found[member.name] = stream.read(MOST)
        except ParseError:
            continue
    names = {name: text for name, text in found.items() if len(text) < MOST and "/" not in name}
    good = {f"{number}.txt": text for number, text in enumerate(names.values())}
    good = {name: text for name, text in good.items() if not text.startswith(b"PK")}
    if good:
        again = Archive(io.BytesIO(b"".join(write_zip((n, [t]) for n, t in good.items()))))
        assert {member.name: again.open(member).read() for member in again.members} == good


if __name__ == "__main__":
    from fuzzing import run

    if len(sys.argv) < 2 or sys.argv[1] not in NAMES:
        sys.exit(f"expected a document first: {', '.join(NAMES)}")
    named = sys.argv.pop(1)
    list(DOCUMENTS.values())  # loads their modules
    run(target_of(named), named)
