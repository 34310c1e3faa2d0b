"""XML files of the OpenSudoku app: folders of 9x9 games, with their progress.

Version 1 has `name`, `author`, `level`, `source`, `sourceURL`, `created`, `comment` or
`description` as elements, then games; version 2 has folders of games with the attributes
`created`, `state`, `time`, `last_played`, `note` and `command_stack`. The note is the comment of a
puzzle; the folder and the other attributes are kept as details, unchanged.

The cells of a game (`data`) are 81 digits with 0 for empty cells, or `version: N` and then for
each cell its value, pencil marks and whether it can be edited, with `|` after each. Values that can
be edited are placed digits. Marks are `1,2,` or `-` in version 1, and one number from version 2 on:
1 for a 1, 2 for a 2, 4 for a 3 and so on. Version 2 may have an empty field after the marks,
version 4 has second marks there, and version 5 also a colour; those are kept as details.

Files are written in version 2, with 81 digits or cells of version 1, 4 or 5, whichever is enough.
Puzzles without a folder are put in one named `nonet`, which is read as none. DTDs, entities, very
deep nesting and texts longer than any puzzle are refused.

Example:
    <opensudoku version="2">
      <folder name="Morning" created="1700000000000">
        <game state="1" note="a start"
          data="530070000600195000098000060800060003400803001700020006060000280000419005000080079"/>
      </folder>
    </opensudoku>
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any, BinaryIO
from xml.parsers import expat

from nonet.core.digits import digits_of, every_digit, mask_of
from nonet.core.errors import ArgumentError, ParseError, counted
from nonet.core.layout import CLASSIC, Layout
from nonet.core.line import format_cells
from nonet.core.notes import Notes
from nonet.core.puzzle import Puzzle
from nonet.documents.document import Record
from nonet.text.lines import broken_gzip

NAME = "opensudoku"
SUMMARY = "XML files of the OpenSudoku app, with progress"
SUFFIXES = (".opensudoku", ".xml")
BOARDS = "9x9"
HOLDS = frozenset({"placed", "pencil_marks", "comment", "details"})
DETAILS = frozenset(
    {
        *("folder", "folder_created", "created", "state", "time", "last_played"),
        *("command_stack", "second_marks", "colors"),
    }
)
"""The details that it has a place for."""

_GAME = ("created", "state", "time", "last_played", "command_stack")
_ELEMENTS = {
    "author": "author",
    "level": "level",
    "source": "source",
    "sourceURL": "url",
    "created": "date",
    "comment": "comment",
    "description": "comment",
}
"""The notes that elements of version 1 are."""
_OUR_FOLDER = "nonet"
_BLOCK = 1 << 16
_MOST_DEPTH = 16
_BREAKS = str.maketrans({"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
"""Breaks in an attribute, which readers would take for blanks."""
_MOST_TEXT = 1 << 20
_CELL_COUNT = CLASSIC.cell_count
_DIGITS = re.compile(rf"[0-9.]{{{_CELL_COUNT}}}", re.ASCII)
_CELLS = re.compile(r"version: ([0-9])\s+([0-9|,-]*)", re.ASCII)
_FIELDS = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5}
"""Fields of a cell by the version of the data."""
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def recognize(head: bytes) -> str | None:
    """Know it by its root element."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.replace(b"\0", b"")
    start = head.find(b"<")
    if start < 0 or head[:start].strip(b"\xef\xbb\xbf\xff\xfe \t\r\n"):
        return None
    return "the element <opensudoku>" if re.search(rb"<opensudoku[\s/>]", head) else None


def read(stream: BinaryIO, *, layout: Layout | None = None, **_: Any) -> Iterator[Record]:
    """Yield the games one by one; records have the lines of the file."""
    if layout not in (None, CLASSIC):
        yield Record(1, None, ParseError(str(layout), "a file of 9x9 boards"))
        return
    reader = _Reader()
    try:
        with broken_gzip():
            while block := stream.read(_BLOCK):
                yield from reader.feed(block)
            yield from reader.feed(b"", is_last=True)
    except ParseError as error:
        yield from reader.take()
        yield Record(error.line or reader.line, None, error)


class _Reader:
    """Hears what the XML parser sees, and makes records of it."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._on_start
        self._parser.EndElementHandler = self._on_end
        self._parser.CharacterDataHandler = self._on_text
        self._parser.StartDoctypeDeclHandler = self._on_dtd
        self._parser.EntityDeclHandler = self._on_dtd
        self._parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._records: list[Record] = []
        self._depth = 0
        self._fed = 0
        self._element: str | None = None
        self._text: list[str] = []
        self._text_size = 0
        self._words: dict[str, str] = {}
        self._folder: dict[str, str] = {}
        self._version = "1"

    @property
    def line(self) -> int:
        """Where the parser is."""
        return self._parser.CurrentLineNumber

    def feed(self, block: bytes, *, is_last: bool = False) -> list[Record]:
        """Read on; return the records that came of it."""
        self._fed += len(block)
        try:
            self._parser.Parse(block, is_last)
        except expat.ExpatError as error:
            problem = expat.ErrorString(error.code)
            raise ParseError("XML", problem, line=error.lineno, column=error.offset + 1) from None
        except (ValueError, LookupError) as error:
            raise ParseError("XML", str(error)[:80], line=self.line) from None
        if self._fed - self._parser.CurrentByteIndex > _MOST_TEXT + _BLOCK and not is_last:
            raise self._error(f"texts of at most {_MOST_TEXT} bytes", "a longer one")
        return self.take()

    def take(self) -> list[Record]:
        """Return the records since the last call."""
        records, self._records = self._records, []
        return records

    def _error(self, expected: str, found: str) -> ParseError:
        column = self._parser.CurrentColumnNumber + 1
        return ParseError(expected, found, line=self.line, column=column)

    def _on_dtd(self, *_: Any) -> None:
        raise self._error("XML without a DTD or entities", "one")

    def _on_start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise self._error(f"elements in at most {_MOST_DEPTH} others", "more")
        if self._depth == 1:
            self._on_root(name, attributes)
        elif name == "folder":
            created = {"folder_created": attributes["created"]} if "created" in attributes else {}
            title = attributes.get("name")
            named = {"folder": title} if title and title != _OUR_FOLDER else {}
            self._folder = named | created
        elif name == "game":
            self._on_game(attributes)
        self._element, self._text, self._text_size = name, [], 0

    def _on_root(self, name: str, attributes: dict[str, str]) -> None:
        if name != "opensudoku":
            raise self._error("the element <opensudoku>", f"<{name[:40]}>")
        self._version = attributes.get("version", "1")
        if self._version not in ("1", "2"):
            raise self._error("OpenSudoku version 1 or 2", repr(self._version[:20]))

    def _on_text(self, text: str) -> None:
        self._text_size += len(text)
        if self._text_size > _MOST_TEXT:
            raise self._error(f"texts of at most {_MOST_TEXT} symbols", "a longer one")
        self._text.append(text)

    def _on_end(self, name: str) -> None:
        self._depth -= 1
        text = "".join(self._text).strip() if name == self._element else ""
        self._element = None
        if text and self._version == "1":
            if name == "name":
                self._folder = {"folder": text}
            elif name in _ELEMENTS and _ELEMENTS[name] not in self._words:
                self._words[_ELEMENTS[name]] = text
        if name == "folder":
            self._folder = {}

    def _on_game(self, attributes: dict[str, str]) -> None:
        line = self.line
        try:
            cells, found = _read_data(attributes.get("data", ""))
        except ParseError as error:
            self._records.append(Record(line, None, error.at(line=line)))
            return
        details = {
            **self._folder,
            **{name: attributes[name] for name in _GAME if attributes.get(name)},
            **found.pop("details", {}),
        }
        note = {"comment": attributes["note"]} if attributes.get("note") else {}
        words: dict[str, Any] = {**self._words, **note}
        notes = Notes(**words, **found, details=tuple(details.items()))
        self._records.append(Record(line, Puzzle(cells, CLASSIC, NAME, notes)))


def _read_data(data: str) -> tuple[bytes, dict[str, Any]]:
    """Read the cells of a game: givens, and what was entered so far."""
    if _DIGITS.fullmatch(data):
        return bytes(map(int, data.replace(".", "0"))), {}
    match = _CELLS.fullmatch(data)
    if not match or int(match[1]) not in _FIELDS:
        expected = "81 digits, or 'version: 1' to 'version: 5' and cells, as data of a game"
        raise ParseError(expected, repr(data[:20]) if data else "none")
    version = int(match[1])
    return _read_cells(match[2], version)


def _read_cells(text: str, version: int) -> tuple[bytes, dict[str, Any]]:
    width = _FIELDS[version]
    fields = text.split("|")[:-1] if text.endswith("|") else text.split("|")
    if version == 2 and len(fields) == 4 * _CELL_COUNT:
        if any(fields[2::4]):
            raise ParseError("an empty field after the marks of version 2", "another")
        del fields[2::4]
    if len(fields) != width * _CELL_COUNT:
        expected = f"{_CELL_COUNT} cells of {width} fields"
        raise ParseError(expected, counted(len(fields), "fields"))
    givens, placed = bytearray(_CELL_COUNT), bytearray(_CELL_COUNT)
    pencil_marks: list[tuple[int, ...]] = []
    for cell in range(_CELL_COUNT):
        value, first, *_, editable = fields[width * cell : width * (cell + 1)]
        if len(value) != 1 or value not in "0123456789" or editable not in ("0", "1"):
            raise ParseError("a digit, marks, and 0 or 1 for every cell", f"{value}|..|{editable}")
        is_given = editable == "0" and value != "0"
        (givens if is_given else placed)[cell] = int(value)
        pencil_marks.append(_read_pencil_marks(first, version))
    found: dict[str, Any] = {}
    if any(placed):
        found["placed"] = bytes(placed)
    if any(pencil_marks):
        found["pencil_marks"] = tuple(pencil_marks)
    details = {}
    for name, place in (("second_marks", 2), ("colors", 3)):
        others = fields[place::width] if place < width - 1 else []
        if not all(map(_is_set, others)):
            raise ParseError(f"numbers below 512 as {name}", "others")
        if any(map(int, others)):
            details[name] = ",".join(str(int(other)) for other in others)
    if details:
        found["details"] = details
    return bytes(givens), found


def _is_set(text: str) -> bool:
    """Return whether a text is a number with a bit for each of nine digits."""
    return len(text) <= 3 and text.isascii() and text.isdigit() and int(text) < 512


def _read_pencil_marks(text: str, version: int) -> tuple[int, ...]:
    """Read the pencil marks of a cell."""
    if version == 1:
        digits = sorted(set(text.replace("-", "").split(",")) - {""})
        if not all(len(digit) == 1 and digit in "123456789" for digit in digits):
            raise ParseError("marks such as 1,2, or -", repr(text[:20]))
        return tuple(map(int, digits))
    if not _is_set(text):
        raise ParseError("a number below 512 as marks", repr(text[:20]))
    bits = int(text)
    return digits_of(bits & every_digit(9))


def write(puzzles: Iterable[Puzzle], **_: Any) -> Iterator[bytes]:
    """Yield a file of version 2, a folder for puzzles that follow each other and share one."""
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
    folder: tuple[str | None, str | None] | None = None
    for puzzle in puzzles:
        if puzzle.layout != CLASSIC:
            raise ArgumentError(f"OpenSudoku supports only 9x9 boards; found {puzzle.layout}")
        details = dict(puzzle.notes.details)
        its = details.get("folder"), details.get("folder_created")
        text = ""
        if its != folder:
            text += "  </folder>\n" * (folder is not None)
            names = {"name": its[0] or _OUR_FOLDER, "created": its[1]}
            text += f"  <folder{_attributes(names)}>\n"
            folder = its
        shown: dict[str, str | None] = {name: details.get(name) for name in _GAME}
        shown |= {"data": _format_data(puzzle, details), "note": puzzle.notes.comment}
        yield f"{text}    <game{_attributes(shown)}/>\n".encode()
    yield ("  </folder>\n" * (folder is not None) + "</opensudoku>\n").encode()


def _attributes(values: Mapping[str, str | None]) -> str:
    """Write attributes; refuse the few characters that XML has no way to write."""
    texts = []
    for name, value in values.items():
        if value is None:
            continue
        if illegal := _ILLEGAL.search(value):
            raise ArgumentError(f"XML cannot hold the character U+{ord(illegal.group()):04X}")
        text, quote = escape(value, quote=False).translate(_BREAKS), '"'
        if quote in text:
            text, quote = (text, "'") if "'" not in text else (text.replace('"', "&quot;"), quote)
        texts.append(f" {name}={quote}{text}{quote}")
    return "".join(texts)


def _format_data(puzzle: Puzzle, details: Mapping[str, str]) -> str:
    """Write the cells: digits if those are all, else in the version that has room for the rest."""
    notes = puzzle.notes
    second, colors = details.get("second_marks"), details.get("colors")
    if not (notes.placed or notes.pencil_marks or second or colors):
        return format_cells(puzzle.cells, CLASSIC).replace(".", "0")
    version = 5 if colors else 4 if second else 1
    placed = notes.placed or bytes(_CELL_COUNT)
    pencil_marks = notes.pencil_marks or ((),) * _CELL_COUNT
    more = [
        (text or ",".join("0" * _CELL_COUNT)).split(",")
        for text in (second, colors)[: version - 3 if version > 3 else 0]
    ]
    if any(len(numbers) != _CELL_COUNT or not all(map(str.isdigit, numbers)) for numbers in more):
        raise ArgumentError("expected 81 numbers, as many as cells, for second_marks and colors")
    parts = []
    for cell in range(_CELL_COUNT):
        given = puzzle.cells[cell]
        fields = [
            str(given or placed[cell]),
            _format_pencil_marks(pencil_marks[cell], version),
            *(numbers[cell] for numbers in more),
            "0" if given else "1",
        ]
        parts += [f"{field}|" for field in fields]
    return f"version: {version}\n{''.join(parts)}"


def _format_pencil_marks(digits: tuple[int, ...], version: int) -> str:
    if version == 1:
        return "".join(f"{digit}," for digit in digits) or "-"
    return str(mask_of(digits))
