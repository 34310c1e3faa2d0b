"""JSON Lines: one JSON object per line, its fields named like the columns of `csv`.

The puzzle (`puzzle`, `quiz`, `question`, `board`, `cells` and so on) is a text in any notation, a
list of cells, or a list of rows; 0 and null are empty cells. `solution` and `placed` are the same.
`marks` is a list of candidates for every cell. `box` is `[rows, columns]` or `"3x2"`, `regions`
names the region of every cell; boards without them have the usual boxes. Other fields are kept as
details, which are texts: what is neither text nor number is kept as JSON. Lines of `nonet solve
--json` can be read, too. A field that is there twice is refused. A bad line is reported and the
next one is read.

Nothing is lost: this holds all notes.

Example:
    {"puzzle": "1..4..1.2.4..3..", "name": "first", "rating": "1.2"}
    {"puzzle": [[0, 0, 0, 4], [0, 0, 1, 0], [2, 0, 4, 0], [0, 3, 0, 0]], "clues": "5"}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO

from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.formats.files import BOM, broken_gzip, is_void, read_line
from nonet.formats.notation import Entry
from nonet.formats.table_rows import escaped, has_plain_details, note_fields, puzzle_fields
from nonet.formats.tables import LONGEST_ROW, Columns

NAME = "jsonl"
SUMMARY = "JSON Lines, an object with named fields per puzzle; holds everything"
SUFFIXES = (".jsonl", ".ndjson")
BOARDS = "any"
HOLDS = frozenset(
    {
        *("placed", "marks", "name", "author", "comment", "rating", "level"),
        *("source", "date", "url", "solution", "details"),
    }
)

_MOST_KINDS = 256
"""Different sets of fields whose meaning is remembered."""


def recognize(head: bytes) -> str | None:
    """Know it by a first line that is an object with a puzzle."""
    head = head.removeprefix(BOM).lstrip()
    if not head.startswith(b"{"):
        return None
    line, _, _ = head.partition(b"\n")
    try:
        fields = _decode(line)
        columns = Columns(list(fields))
    except ParseError:
        return None
    return f"an object with a field {columns.names[columns.roles['puzzle']]!r}"


def _decode(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_ROW:
        raise ParseError(f"a line of at most {LONGEST_ROW} bytes", "a longer one")
    try:
        value = json.loads(line, object_pairs_hook=_fields)
    except ParseError:
        raise
    except UnicodeDecodeError as error:
        found = f"the byte 0x{line[error.start]:02x}"
        raise ParseError("text in UTF-8", found, column=error.start + 1) from None
    except json.JSONDecodeError as error:
        found = repr(error.doc[error.pos : error.pos + 20]) if error.doc[error.pos :] else "the end"
        raise ParseError("a JSON object", found, column=error.pos + 1) from None
    except RecursionError:
        raise ParseError("a JSON object", "one that is nested too deeply") from None
    except ValueError:
        raise ParseError("a JSON object", "a number with too many digits") from None
    if not isinstance(value, dict):
        raise ParseError("a JSON object", f"{str(value)[:20]!r}", column=1)
    return value


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = next(name for i, (name, _) in enumerate(pairs) if name in dict(pairs[:i]))
        raise ParseError("every field once", f"{twice[:40]!r} twice")
    return fields


def read(
    stream: BinaryIO,
    *,
    layout: Layout | None = None,
    alphabet: str | None = None,
    columns: Mapping[str, str] | None = None,
    **_: Any,
) -> Iterator[Entry]:
    """Give the puzzles line by line."""
    known: dict[tuple[str, ...], Columns] = {}
    number = 0
    try:
        with broken_gzip():
            while raw := read_line(stream, LONGEST_ROW):
                number += 1
                if number == 1:
                    raw = raw.removeprefix(BOM)
                if is_void(raw):
                    continue
                try:
                    fields = _decode(raw)
                    table = _columns(tuple(fields), columns, known)
                    puzzle = table.read([*fields.values()], NAME, layout, alphabet)
                except ParseError as error:
                    found = ParseError(error.expected, error.found, line=number)
                    found.column = error.column if type(error) is ParseError else None
                    yield Entry(number, None, found)
                else:
                    yield Entry(number, puzzle)
    except ParseError as error:
        yield Entry(number + 1, None, error)


def _columns(
    names: tuple[str, ...],
    chosen: Mapping[str, str] | None,
    known: dict[tuple[str, ...], Columns],
) -> Columns:
    table = known.get(names)
    if table is None:
        table = Columns(names, chosen)
        if len(known) < _MOST_KINDS:
            known[names] = table
    return table


def write(puzzles: Iterable[Puzzle], **_: Any) -> Iterator[bytes]:
    """Give a line for each puzzle."""
    for puzzle in puzzles:
        fields: dict[str, Any] = {**puzzle_fields(puzzle), **note_fields(puzzle)}
        if "box" in fields:
            fields["box"] = [puzzle.layout.box_rows, puzzle.layout.box_cols]
        notes = puzzle.notes
        if notes.marks is not None:
            fields["marks"] = notes.marks
        if has_plain_details(notes.details):
            fields |= {escaped(name): text for name, text in notes.details}
        else:
            fields["details"] = notes.details
        yield (json.dumps(fields, ensure_ascii=False) + "\n").encode()
