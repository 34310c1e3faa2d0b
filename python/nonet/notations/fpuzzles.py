"""The JSON of f-puzzles, which most puzzle-setting tools read and write.

An object with the `size` and the `grid`: rows of cells, each an object. A cell's `value` is a
given if `given` is true, otherwise a placed digit; `region` is the number of its region, from 0,
or the usual box if omitted. `centerPencilMarks` are candidates; if any cell has some, an empty cell
without them has all candidates that the digits leave. `title`, `author` and `ruleset` are the name,
the author and the comment, `solution` is a list of digits, and other notes are in `metadata`.

These constraints are read as rules: `diagonal+`, `diagonal-`, `antiknight`, `antiking`,
`disjointgroups`; an `extraregion`, which is a house if it has as many cells as the board has rows;
a `killercage` without a sum, whose cells differ; `odd`, `even` and the `givenPencilMarks` of a
cell, which restrict its candidates. Extra regions that are the windows of a windoku are read as
`windoku`. Corner marks, colours, drawings (`line`, `rectangle`, `circle`, `text`, `cage`) and
settings are ignored, because they say nothing about digits. Any other name is an unknown
constraint, and a document with one is refused with that name, as are cells without a region; an
empty list, false and null are not constraints. Digits may be texts; a solution may be one text.

Example:
    {"size":4,"title":"Small","grid":[
    [{"value":1,"given":true},{},{},{"value":4,"given":true}],
    [{},{},{"value":1,"given":true},{}],
    [{"value":2,"given":true},{},{"value":4},{}],
    [{},{"value":3,"given":true},{},{}]]}
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from nonet.core.board import Board
from nonet.core.errors import ArgumentError, counted
from nonet.core.layout import Layout
from nonet.core.notes import Notes
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.notations import fpuzzles_rules
from nonet.notations.notation import check_notes
from nonet.text.json_text import KNOWN_RULES, JsonText, Path, is_nothing, is_text, read_json

NAME = "f-puzzles"
SUMMARY = "f-puzzles JSON, with regions, rules and notes, up to 31x31"
SUFFIXES = (".json",)
LARGEST = 31
"""None of these tools supports larger boards."""
BOARDS = f"up to {LARGEST}x{LARGEST}"

_WORDS = {"name": "title", "author": "author", "comment": "ruleset"}
_MORE_WORDS = ("rating", "level", "source", "date", "url")
"""The fields of `Notes` that `metadata` stores under the same names."""
HOLDS = frozenset({"placed", "pencil_marks", "solution", *_WORDS, *_MORE_WORDS})
HOLDS_RULES = True

_READ = {"size", "grid", "solution", "metadata", *_WORDS.values()}
_HARMLESS = {
    *("line", "rectangle", "circle", "text", "cage"),
    *("disabledlogic", "truecandidatesoptions", "highlightConflicts"),
}
_CELL_READ = {"value", "given", "region", "centerPencilMarks", "givenPencilMarks"}
_CELL_HARMLESS = {"cornerPencilMarks", "c", "cArray", "highlight"}
_BLANK_DIGITS = (".", "?", "")
_FLAGS = {*fpuzzles_rules.FLAGS, "nonconsecutive"}
"""The constraints that are only on or off."""


def recognize(text: str) -> str | None:
    """Recognize an object with a grid and a size, or with given cells."""
    if not text.lstrip().startswith("{") or '"grid"' not in text:
        return None
    return "an object with a grid" if '"size"' in text or '"given"' in text else None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read a document; refuse one with a constraint that nonet has no rule for."""
    return read_document(read_json(text), layout, NAME)


def read_document(document: JsonText, layout: Layout | None, notation: str) -> Puzzle:
    """Read a document that has already been decoded from JSON."""
    members = document.members((), document.value, "an object with a grid")
    for name, value in members.items():
        is_known = name in _READ or name in _HARMLESS or name in fpuzzles_rules.NAMES
        if not is_known and not is_nothing(value):
            raise document.variant(name)
    rows = _rows(document, members)
    cells = [cell for row in rows for cell in row]
    size = len(rows)
    layout = _layout(document, cells, size, layout)
    digits = bytes(_digit(document, cell, index, size) for index, cell in enumerate(cells))
    givens = bytes(d if c.get("given") else 0 for d, c in zip(digits, cells, strict=True))
    notes = _notes(document, members, size)
    if digits != givens:
        placed = bytes(digit - given for digit, given in zip(digits, givens, strict=True))
        notes["placed"] = placed
    if pencil_marks := read_pencil_marks(
        document, ("grid", "centerPencilMarks"), cells, digits, layout
    ):
        notes["pencil_marks"] = pencil_marks
    rules = fpuzzles_rules.read_rules(document, members, cells, layout)
    return Puzzle(givens, layout, notation, Notes(**notes) if notes else NO_NOTES, rules=rules)


def _path(cell: int, size: int) -> Path:
    return ("grid", *divmod(cell, size))


def _rows(document: JsonText, members: dict[str, Any]) -> list[list[Any]]:
    """Return the rows of cells, which must form a square."""
    if "grid" not in members:
        raise document.error((), "an object with a grid", "none")
    rows = document.items(("grid",), members["grid"], "a list of rows")
    size = members.get("size", len(rows))
    if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= LARGEST:
        where: Path = ("size",) if "size" in members else ("grid",)
        raise document.wrong(where, f"a size from 1 to {LARGEST}", size)
    if len(rows) != size:
        raise document.error(("grid",), counted(size, "rows"), f"{len(rows)}")
    for number, row in enumerate(rows):
        cells = document.items(("grid", number), row, "a row of cells")
        if len(cells) != size:
            raise document.error(("grid", number), f"{size} cells", f"{len(cells)}")
        for column, cell in enumerate(cells):
            if not isinstance(cell, dict):
                raise document.wrong(("grid", number, column), "a cell as an object", cell)
            if not _CELL_READ.issuperset(cell):
                _check_names(document, cell, ("grid", number, column))
    return rows


def _check_names(document: JsonText, cell: dict[str, Any], path: Path) -> None:
    for name, value in cell.items():
        if name not in _CELL_READ and name not in _CELL_HARMLESS and not is_nothing(value):
            expected = "a value, a region or pencil marks"
            raise document.error((*path, name), expected, f"{name[:40]!r}")


def _digit(document: JsonText, cell: dict[str, Any], index: int, size: int) -> int:
    """Return the digit of a cell, given or placed."""
    if not cell:
        return 0
    given = cell.get("given")
    if given is not None and not isinstance(given, bool):
        raise document.wrong((*_path(index, size), "given"), "true or false", given)
    value = cell.get("value")
    if type(value) is int and 0 < value <= size:
        return value
    return document.digit((*_path(index, size), "value"), value, size)


def _layout(
    document: JsonText, cells: list[dict[str, Any]], size: int, wanted: Layout | None
) -> Layout:
    """Return the layout given by the regions, or the usual one if no cell has a region."""
    usual = Layout.of_size(size)
    if wanted is not None and wanted.size != size:
        raise document.error(("grid",), str(wanted), counted(size, "rows"))
    if not any("region" in cell for cell in cells):
        return wanted or usual
    regions = []
    for index, cell in enumerate(cells):
        region = cell.get("region", usual.box_of(index))
        if isinstance(region, str) and region.isascii() and region.isdigit():
            region = int(region[:4])
        if not isinstance(region, int) or isinstance(region, bool):
            raise document.wrong((*_path(index, size), "region"), "the number of a region", region)
        regions.append(region)
    return layout_of(document, ("grid",), regions, wanted)


def layout_of(document: JsonText, path: Path, regions: list[int], wanted: Layout | None) -> Layout:
    """Return the layout for regions, one number per cell; it must be the expected one, if any."""
    try:
        layout = _cached_layout(tuple(regions))
    except ArgumentError as error:
        raise document.refused(path, error) from None
    if wanted is not None and layout != wanted:
        raise document.error(path, str(wanted), str(layout))
    return layout


@lru_cache(maxsize=32)
def _cached_layout(regions: tuple[int, ...]) -> Layout:
    """Return the layout for regions; most puzzles in a file share one."""
    return Layout.of_regions(regions)


def read_pencil_marks(
    document: JsonText,
    names: tuple[str, str],
    cells: list[dict[str, Any]],
    digits: bytes,
    layout: Layout,
) -> tuple[tuple[int, ...], ...] | None:
    """Read the pencil marks of all cells, by the names of the rows and of the marks; None if none.

    An open cell without pencil marks has every candidate that the digits leave.
    """
    rows, name = names
    lists = [cell.get(name) for cell in cells]
    if lists.count(None) == len(lists):
        return None
    board = Board.of(Puzzle(digits, layout))
    pencil_marks = []
    for index, listed in enumerate(lists):
        path = (rows, *divmod(index, layout.size), name)
        left = document.digits(path, listed, layout.size) or board.candidates(index)
        pencil_marks.append(() if digits[index] else left)
    return tuple(pencil_marks)


def _notes(document: JsonText, members: dict[str, Any], size: int) -> dict[str, Any]:
    notes: dict[str, Any] = {}
    for field, name in _WORDS.items():
        if name in members:
            notes[field] = document.words((name,), members[name])
    if "solution" in members:
        notes["solution"] = read_solution(document, ("solution",), members["solution"], size)
    if not is_nothing(members.get("metadata")):
        notes |= _metadata(document, members["metadata"])
    return notes


def _metadata(document: JsonText, value: Any) -> dict[str, Any]:
    metadata = document.members(("metadata",), value)
    for name, member in metadata.items():
        if name not in _MORE_WORDS:
            check_flag(document, ("metadata", name), name, member)
    return {
        field: document.words(("metadata", field), metadata[field])
        for field in _MORE_WORDS
        if field in metadata
    }


def check_flag(document: JsonText, path: Path, name: str, value: Any) -> None:
    """Refuse a constraint in the metadata: a known one, or one that is simply true."""
    if value is True or value == "true" or (name in _FLAGS and not is_nothing(value)):
        raise document.error(path, KNOWN_RULES, f"the constraint {name[:40]!r}")


def read_solution(document: JsonText, path: Path, value: Any, size: int) -> bytes | None:
    """Read a solution, as a list or text of digits; a blank one counts as no solution.

    A missing digit is 0.
    """
    if value is None or value == "":
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if isinstance(value, str):
        value = value.split(",") if "," in value else list(value)
    entries = document.items(path, value, "a list of digits")
    if len(entries) != size * size:
        raise document.error(path, f"{size * size} digits", f"{len(entries)}")
    digits = bytes(
        document.digit((*path, index), 0 if entry in _BLANK_DIGITS else entry, size)
        for index, entry in enumerate(entries)
    )
    return digits if any(digits) else None


def format(puzzle: Puzzle) -> str:
    """Write a document in one line; regions are written unless they are the usual boxes."""
    return json.dumps(to_document(puzzle), ensure_ascii=False, separators=(",", ":"))


def to_document(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as the plain data of a document; ArgumentError if that cannot hold it."""
    layout, notes = puzzle.layout, puzzle.notes
    size = layout.size
    if size > LARGEST:
        raise ArgumentError(f"f-puzzles has boards up to {LARGEST}x{LARGEST}; found {layout}")
    check_notes(puzzle)
    document: dict[str, Any] = {"size": size}
    document |= {name: _text(puzzle, f) for f, name in _WORDS.items() if getattr(notes, f)}
    cells: list[dict[str, Any]] = [
        {"value": digit, "given": True} if digit else {} for digit in puzzle.cells
    ]
    if notes.placed is not None:
        for cell, given, digit in zip(cells, puzzle.cells, notes.placed, strict=True):
            if digit and not given:
                cell["value"] = digit
    if layout != Layout.of_size(size):
        for index, cell in enumerate(cells):
            cell["region"] = layout.box_of(index)
    if notes.pencil_marks is not None:
        _write_pencil_marks(puzzle, notes.pencil_marks, cells)
    fpuzzles_rules.write_rules(puzzle, document, cells)
    document["grid"] = [cells[start : start + size] for start in range(0, size * size, size)]
    if notes.solution and any(notes.solution):
        document["solution"] = list(notes.solution)
    if metadata := {name: _text(puzzle, name) for name in _MORE_WORDS if getattr(notes, name)}:
        document["metadata"] = metadata
    return document


def _text(puzzle: Puzzle, field: str) -> str:
    text: str = getattr(puzzle.notes, field)
    if not is_text(text):
        raise ArgumentError(f"expected a text as {field}, found half of a surrogate pair")
    return text


def _write_pencil_marks(
    puzzle: Puzzle, pencil_marks: tuple[tuple[int, ...], ...], cells: list[dict[str, Any]]
) -> None:
    """Add pencil marks to the open cells; an empty list shows that pencil marks are in use."""
    digits = bytes(cell.get("value", 0) for cell in cells)
    board = Board.of(Puzzle(digits, puzzle.layout))
    for index, (cell, left) in enumerate(zip(cells, pencil_marks, strict=True)):
        if left and not digits[index]:
            cell["centerPencilMarks"] = list(left)
        elif not digits[index] and board.candidates(index):
            raise ArgumentError(
                "expected candidates in every empty cell (without them, a cell has all); "
                f"found r{index // puzzle.layout.size + 1}c{index % puzzle.layout.size + 1} without"
            )
    if not any("centerPencilMarks" in cell for cell in cells):
        cells[0]["centerPencilMarks"] = []
