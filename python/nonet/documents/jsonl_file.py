"""JSON Lines: one JSON object per line, with fields named like the columns of `csv`.

The puzzle (`puzzle`, `quiz`, `question`, `board`, `cells` and so on) is a text in any notation, a
list of cells, or a list of rows; 0 and null are empty cells. `solution` and `placed` work the same
way. `marks` is a list of candidates for every cell. `box` is `[rows, columns]` or `"3x2"`,
`regions` names the region of every cell; the default is the usual boxes. `rules` is a list of
objects as in `nonet solve --json`, or of texts as for `--rule`. Other fields are kept as details,
which are texts: anything that is not a text or number is kept as JSON. The output of `nonet solve
--json` can be read as well. A duplicate field is refused. A bad line is reported, and reading
continues with the next one.

A JSON array of such objects, up to 64 MB, is read as well.

This format holds all notes and rules, so nothing is lost.

Example:
    {"puzzle": "1..4..1.2.4..3..", "name": "first", "rating": "1.2"}
    {"puzzle": [[0, 0, 0, 4], [0, 0, 1, 0], [2, 0, 4, 0], [0, 3, 0, 0]], "clues": "5"}
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

from nonet.core.errors import ParseError
from nonet.core.puzzle import Puzzle
from nonet.documents.document import BlockReader, Record
from nonet.documents.table_records import Records
from nonet.documents.table_rows import escaped, has_plain_details, note_fields, puzzle_fields
from nonet.documents.tables import LONGEST_ROW, Columns
from nonet.text.lines import BOM, broken_gzip, is_void, skip_rest

NAME = "jsonl"
SUMMARY = "JSON Lines, one object with named fields per puzzle; holds everything"
SUFFIXES = (".jsonl", ".ndjson")
BOARDS = "any"
HOLDS = frozenset(
    {
        *("placed", "pencil_marks", "name", "author", "comment", "rating", "level"),
        *("source", "date", "url", "solution", "details"),
    }
)

HOLDS_RULES = True
PLAIN_ROW = ('{"puzzle": "', ".", '"}\n')

_ARRAY = re.compile(rb"\s*\[\s*(?:\{|$)")
"""How a line starts that starts an array of objects."""
_ARRAY_OF_OBJECTS = re.compile(rb"\[\s*\{")
_SPACE = re.compile(r"[ \t\r\n]*")
_LONGEST_ARRAY = 1 << 26
"""Bytes of an array, which is read as a whole."""
_BLOCK = 1 << 20
_MOST_KINDS = 256
"""Different sets of fields whose meaning is remembered."""


ARRAY = "an array of objects"
"""Why a file is taken as a list of objects that is not one per line."""


def recognize(head: bytes) -> str | None:
    """Recognize a first line that is an object with a puzzle."""
    head = head.removeprefix(BOM).lstrip()
    if _ARRAY_OF_OBJECTS.match(head):
        return ARRAY
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


_DECODER = json.JSONDecoder(object_pairs_hook=_fields)


def read(stream: BinaryIO, **options: Any) -> Iterator[Record]:
    """Yield the puzzles line by line, or those of an array."""
    return Reader(stream, **options).records()


def read_blocks(stream: Any, **options: Any) -> BlockReader:
    """Read blocks of plain objects in the core, and everything else line by line."""
    from nonet.documents.jsonl_blocks import JsonlBlocks

    return JsonlBlocks(stream, Reader(stream, **options))


class Reader:
    """Reads objects one by one."""

    def __init__(self, stream: BinaryIO, **options: Any) -> None:
        self.number = 0
        """The number of lines read so far."""
        self.table: Columns | None = None
        """The fields of the last object; None if it has no puzzle."""
        self.is_array = False
        """Whether the file is an array rather than lines."""
        self._stream = stream
        self._records = Records(NAME, **options)
        self._known: dict[tuple[str, ...], Columns] = {}

    def records(self) -> Iterator[Record]:
        """Yield the puzzles line by line, or those of an array."""
        is_start = True
        try:
            with broken_gzip():
                while raw := self._stream.readline(LONGEST_ROW + 1):
                    self.number += 1
                    if self.number == 1:
                        raw = raw.removeprefix(BOM)
                    if is_start and _ARRAY.match(raw):
                        self.is_array = True
                        yield from _read_array(
                            _whole(raw, self._stream), self.number, self._read_object
                        )
                        return
                    skip_rest(self._stream, raw, LONGEST_ROW)
                    if not is_void(raw):
                        is_start = False
                        yield self.read_line(raw, self.number)
        except ParseError as error:
            yield Record(self.number + 1, None, error)

    def read_line(self, raw: bytes, number: int) -> Record:
        """Read the object on a line."""
        try:
            fields = _decode(raw)
        except ParseError as error:
            return Record(number, None, error.at(line=number))
        return self._read_object(fields, number)

    def _read_object(self, fields: dict[str, Any], line: int) -> Record:
        self.table = None
        try:
            self.table = table = self._columns(tuple(fields))
        except ParseError as error:
            return Record(line, None, error.at(line=line))
        return self._records.read(line, [*fields.values()], table)

    def _columns(self, names: tuple[str, ...]) -> Columns:
        table = self._known.get(names)
        if table is None:
            table = Columns(names, self._records.chosen)
            if len(self._known) < _MOST_KINDS:
                self._known[names] = table
        return table


def _whole(start: bytes, stream: BinaryIO) -> bytes:
    """Return an array that starts so; ParseError if it is too long."""
    pieces, length = [start], len(start)
    while piece := stream.read(_BLOCK):
        pieces.append(piece)
        length += len(piece)
        if length > _LONGEST_ARRAY:
            expected = f"an array of at most {_LONGEST_ARRAY >> 20} MB"
            raise ParseError(f"{expected}, or JSON Lines, which can have any length", "more")
    return b"".join(pieces)


def _read_array(
    data: bytes, line: int, read_object: Callable[[dict[str, Any], int], Record]
) -> Iterator[Record]:
    """Yield the puzzles of an array of objects, each with the line that it starts in."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        found = f"the byte 0x{data[error.start]:02x}"
        yield Record(line, None, ParseError("text in UTF-8", found, line=line))
        return
    place, sign = 0, "["
    while sign != "]":
        start = _skip_space(text, _skip_space(text, place) + len(sign))
        line += text.count("\n", place, start)
        try:
            fields, end, wrong = _decode_at(text, start)
        except ParseError as error:
            yield Record(line, None, error.at(line=line))
            return
        if wrong is not None:
            yield Record(line, None, wrong.at(line=line))
        else:
            yield read_object(fields, line)
        line += text.count("\n", start, end)
        place = end
        after = _skip_space(text, end)
        sign = text[after : after + 1]
        if sign not in (",", "]"):
            line += text.count("\n", end, after)
            found = repr(text[after : after + 20]) if sign else "the end"
            yield Record(
                line, None, ParseError("a comma or the end of the array", found, line=line)
            )
            return
    after = _skip_space(text, after + 1)
    if text[after:]:
        line += text.count("\n", place, after)
        found = repr(text[after : after + 20])
        yield Record(line, None, ParseError("nothing after the array", found, line=line))


def _skip_space(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    return found.end() if found else start


def _decode_at(text: str, start: int) -> tuple[dict[str, Any], int, ParseError | None]:
    """Return the object at a place, its end, and what is wrong with it; ParseError for no JSON."""
    wrong = None
    try:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except ParseError as error:  # A field twice: it is known where the object ends.
            (value, end), wrong = json.JSONDecoder().raw_decode(text, start), error
    except json.JSONDecodeError as error:
        found = repr(text[error.pos : error.pos + 20]) if text[error.pos :] else "the end"
        raise ParseError("a JSON object", found) from None
    except RecursionError:
        raise ParseError("a JSON object", "one that is nested too deeply") from None
    except ValueError:
        raise ParseError("a JSON object", "a number with too many digits") from None
    if not isinstance(value, dict):
        return {}, end, ParseError("a JSON object", f"{text[start:end][:20]!r}")
    return value, end, wrong


def write(puzzles: Iterable[Puzzle], **_: Any) -> Iterator[bytes]:
    """Yield a line for each puzzle."""
    for puzzle in puzzles:
        fields: dict[str, Any] = {**puzzle_fields(puzzle), **note_fields(puzzle)}
        if "box" in fields:
            fields["box"] = [puzzle.layout.box_rows, puzzle.layout.box_cols]
        if puzzle.rules:
            fields["rules"] = [rule.to_dict(puzzle.layout) for rule in puzzle.rules]
        notes = puzzle.notes
        if notes.pencil_marks is not None:
            fields["marks"] = notes.pencil_marks
        if has_plain_details(notes.details):
            fields |= {escaped(name): text for name, text in notes.details}
        else:
            fields["details"] = notes.details
        yield (json.dumps(fields, ensure_ascii=False) + "\n").encode()
