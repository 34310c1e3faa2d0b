"""Links to SudokuPad, the player used by Cracking the Cryptic.

The path starts with the name of a form: `fpuz` or `fpuzzles` with the payload of `f-puzzles-link`;
`scl` or `ctc` with SudokuPad's own JSON, shortened or not, compressed with lz-string; `scf` with a
classic puzzle in short form, where each symbol of `0-9A-Za-x` is a digit (its number modulo ten)
and the empty cells after it (the tens); `classic` with the older short form, where a letter or sign
is a run of empty cells. Settings after a question mark are ignored. Other ids are short, and only
the server knows their puzzle; they are refused. The JSON alone is read as well.

SudokuPad's JSON needs `cells` with values, `regions` that cover the board, and `metadata` (or cages
without cells that contain the same). `antiknight` and `antiking`, either true in the metadata or
among the `global` rules, are rules, and so is a cage that is `unique` and has no sum: its cells
differ. Other cages, drawings and global rules may be constraints, and are refused by name; rules
given only in words are a comment. Links are written with the payload of f-puzzles.

Example: `https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import Any

from nonet.core.errors import ArgumentError
from nonet.core.layout import Layout
from nonet.core.named_rules import NamedRule
from nonet.core.notes import Notes
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.core.rules import Different, Rule
from nonet.notations import fpuzzles, fpuzzles_link, fpuzzles_rules
from nonet.notations.fpuzzles import LARGEST, layout_of
from nonet.text.json_text import KNOWN_RULES, JsonText, Path, is_nothing, read_json
from nonet.text.links import Link, Part, read_link, unpack, unquoted
from nonet.text.short_json import read_shortened

NAME = "sudokupad"
SUMMARY = "links to SudokuPad, and its JSON"
SUFFIXES: tuple[str, ...] = ()
BOARDS = fpuzzles.BOARDS
HOLDS = fpuzzles.HOLDS
HOLDS_RULES = True

_HOST = "https://sudokupad.app/"
_HOSTS = ("sudokupad.app", "sudokupad.com", "crackingthecryptic.com", "sudokupad.svencodes.com")
_FORM = re.compile(r"(scl|ctc|scf|classic|fpuz(?:zles)?)(.*)", re.DOTALL)
_BARE = re.compile(r"(?:scl|ctc|fpuz(?:zles)?)N4[A-Za-z0-9+/%= -]{16,}")
_SHORTENED = re.compile(r"\s*\{\s*[A-Za-z0-9]+:")
_SHORT_ID = 20
"""Maximum length of the f-puzzles names that SudokuPad's server resolves."""

RUNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_LONG_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
_WORDS = {"name": "title", "author": "author", "comment": "rules", "source": "source"}
_READ = {"cells", "regions", "metadata", "cages", "global", "title", "author", "rules", "solution"}
_HARMLESS = {"id", "cellSize", "videos", "duration", "settings", "version"}
_CELL_READ = {"value", "given", "centremarks"}
_CELL_HARMLESS = {"pencilMarks", "cornermarks", "color", "c", "cArray", "highlight"}
_FLAGS = {"antiknight": "anti-knight", "antiking": "anti-king"}
"""The rules that metadata and `global` may name."""
_CAGE_READ = {"cells", "unique", "value", "sum"}
_CAGE_HARMLESS = {
    *("hidden", "style", "type", "outlineC", "fontC", "borderColor", "fontSize", "color"),
    *("backgroundColor", "className", "id"),
}
_TAG = re.compile(r"([^: ]+):\s*(.*)", re.DOTALL)


def recognize(text: str) -> str | None:
    """Recognize the host, a known prefix with a payload, or the names in its JSON."""
    body = text.strip()
    if body.startswith("{"):
        is_json = '"cells"' in body and '"regions"' in body
        is_short = _SHORTENED.match(body) and "ce:[" in body
        return "an object with cells and regions" if is_json or is_short else None
    if "\n" in body or not body:
        return None
    if body.startswith("sudokupad://") or read_link(text).host.endswith(_HOSTS):
        return "a link to SudokuPad"
    if _BARE.fullmatch(body.partition("?")[0]):
        return "a payload of SudokuPad"
    if body.startswith("scf") and len(body) <= 3 + 81 and _unrolled(body[3:]):
        return "a classic SudokuPad puzzle in short form"
    return None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read a link, the part after its host, or the JSON."""
    if text.lstrip().startswith("{"):
        return _read_document(_load(text, None), layout)
    link = read_link(text)
    name = _id(link)
    form = _FORM.fullmatch(name.text)
    if form is None or (form[1].startswith("fpuz") and len(form[2]) <= _SHORT_ID):
        found = f"the short id {name.text[:60]!r}, which only the server knows"
        if not name.text:
            found = "none"
        raise name.error("a link that holds its puzzle (scl, ctc, fpuzzles or scf)", found)
    payload = Part(form[2], name.line, name.column + len(form[1]))
    if form[1].startswith("fpuz"):
        return fpuzzles_link.read_payload(payload, layout, NAME)
    if form[1] in ("scf", "classic"):
        return _read_classic(payload, layout)
    place = (payload.line, payload.column)
    return _read_document(unpack(payload, lambda packed: _load(packed, place)), layout)


def _id(link: Link) -> Part:
    """Return the part of a link that identifies the puzzle."""
    if "puzzleid" in link.query:
        return link.value("puzzleid")
    part = link.path
    for prefix in ("/", "sudoku/"):
        if part.text.startswith(prefix):
            part = Part(part.text.removeprefix(prefix), part.line, part.column + len(prefix))
    return part


def _load(text: str, place: tuple[int, int] | None) -> JsonText:
    """Read JSON, or the shortened form, which starts with an unquoted name."""
    return (read_shortened if _SHORTENED.match(text) else read_json)(text, place)


def _read_classic(payload: Part, layout: Layout | None) -> Puzzle:
    symbols = unquoted(payload.text).strip()
    digits = _unrolled(symbols)
    if digits is None:
        expected = "a puzzle in short form, with a square number of cells, up to 9x9"
        raise payload.error(expected, repr(symbols[:100]))
    found = Layout.of_size(isqrt(len(digits)))
    if layout is not None and layout.size != found.size:
        raise payload.error(str(layout), str(found))
    return Puzzle(digits, layout or found, NAME)


def _unrolled(symbols: str) -> bytes | None:
    """Return the digits of a short link; if both forms fit, use the newer one as SudokuPad does."""
    if len(symbols) > 81:
        return None
    newer, older = bytearray(), bytearray()
    for symbol in symbols:
        number = RUNS.find(symbol)
        newer += bytes([number % 10, *bytes(number // 10)]) if number >= 0 else bytes(82)
        blanks = _LONG_RUNS.find(symbol)
        is_digit = symbol in "123456789"
        older += bytes([int(symbol)]) if is_digit else bytes(blanks if blanks >= 0 else 82)
    for digits in (newer, older):
        size = isqrt(len(digits))
        if 1 <= size <= 9 and size * size == len(digits) and max(digits) <= size:
            return bytes(digits)
    return None


def _read_document(document: JsonText, layout: Layout | None) -> Puzzle:
    """Read SudokuPad's JSON."""
    members = document.members((), document.value, "an object with cells")
    for name, value in members.items():
        if name not in _READ and name not in _HARMLESS and not is_nothing(value):
            raise document.variant(name)
    rows = _rows(document, members.get("cells"))
    size = len(rows)
    cells = [cell for row in rows for cell in row]
    words = _words(document, members, _read_cages(document, members.get("cages")))
    givens = bytes(
        document.digit(("cells", *divmod(index, size), "value"), cell.get("value"), size)
        for index, cell in enumerate(cells)
    )
    regions = _regions(document, members.get("regions"), size)
    layout = layout_of(document, ("regions",), regions, layout)
    notes: dict[str, Any] = {
        field: document.words(*words[name]) for field, name in _WORDS.items() if name in words
    }
    if "solution" in words:
        notes["solution"] = fpuzzles.read_solution(document, *words["solution"], size)
    names = ("cells", "centremarks")
    if pencil_marks := fpuzzles.read_pencil_marks(document, names, cells, givens, layout):
        notes["pencil_marks"] = pencil_marks
    found = [*_flags(document, members, words), *_different(document, members, size)]
    rules = tuple(fpuzzles_rules.checked(document, path, rule, layout) for path, rule in found)
    return Puzzle(givens, layout, NAME, Notes(**notes) if notes else NO_NOTES, rules=rules)


def _rows(document: JsonText, value: Any) -> list[list[dict[str, Any]]]:
    rows = document.items(("cells",), value, "rows of cells")
    size = len(rows)
    if not 1 <= size <= LARGEST:
        raise document.error(("cells",), f"1 to {LARGEST} rows", f"{size}")
    for number, row in enumerate(rows):
        cells = document.items(("cells", number), row, "a row of cells")
        if len(cells) != size:
            raise document.error(("cells", number), f"{size} cells", f"{len(cells)}")
        for column, cell in enumerate(cells):
            path = ("cells", number, column)
            _check_names(document, document.members(path, cell, "a cell as an object"), path)
    return rows


def _check_names(document: JsonText, cell: dict[str, Any], path: Path) -> None:
    for name, value in cell.items():
        if name not in _CELL_READ and name not in _CELL_HARMLESS and not is_nothing(value):
            expected = "a value or pencil marks"
            raise document.error((*path, name), expected, f"{name[:40]!r}")


def _regions(document: JsonText, value: Any, size: int) -> list[int]:
    """Return the region number of every cell; no cell may be without a region."""
    regions: list[int | None] = [None] * (size * size)
    listed = [] if is_nothing(value) else document.items(("regions",), value, "a list of regions")
    for number, region in enumerate(listed):
        places = document.items(("regions", number), region, "a region as a list of cells")
        for index, place in enumerate(places):
            cell = _cell(document, ("regions", number, index), place, size)
            if regions[cell] is not None:
                found = "a cell that is also in another one"
                raise document.error(("regions", number, index), "every cell in one region", found)
            regions[cell] = number
    if None in regions:
        row, column = divmod(regions.index(None), size)
        found = f"r{row + 1}c{column + 1} in none"
        raise document.error(("regions",), "every cell in a region", found)
    return [region for region in regions if region is not None]


def _cell(document: JsonText, path: Path, place: Any, size: int) -> int:
    if isinstance(place, list) and len(place) == 2:
        row, column = place
        if type(row) is type(column) is int and min(place) >= 0 and max(place) < size:
            return int(row * size + column)
    raise document.wrong(path, f"a row and a column from 0 to {size - 1}", place)


def _flags(
    document: JsonText, members: dict[str, Any], words: dict[str, tuple[Path, Any]]
) -> Iterator[tuple[Path, Rule]]:
    """Yield the rules that are only names, each with its path; `global` has no others."""
    for name, rule in _FLAGS.items():
        if name in words and words[name][1] in (True, "true"):
            yield words[name][0], NamedRule(rule)
    listed = members.get("global")
    for index, name in enumerate([] if is_nothing(listed) else document.items(("global",), listed)):
        if not isinstance(name, str) or name not in _FLAGS:
            raise document.error(
                ("global", index), KNOWN_RULES, f"the constraint {str(name)[:40]!r}"
            )
        yield ("global", index), NamedRule(_FLAGS[name])


def _read_cages(document: JsonText, value: Any) -> list[dict[str, Any]]:
    """Return the cages; one with cells may only say that its digits differ."""
    listed = [] if is_nothing(value) else document.items(("cages",), value)
    cages = []
    for index, item in enumerate(listed):
        cage = document.members(("cages", index), item, "a cage as an object")
        if not is_nothing(cage.get("cells")):
            names = {name for name, member in cage.items() if not is_nothing(member)}
            has_sum = any(cage.get(name) not in (None, "") for name in ("value", "sum"))
            is_plain = cage.get("unique") is True and names <= _CAGE_READ | _CAGE_HARMLESS
            if has_sum or not is_plain:
                raise document.error(("cages", index), KNOWN_RULES, "the constraint 'cages'")
        cages.append(cage)
    return cages


def _different(
    document: JsonText, members: dict[str, Any], size: int
) -> Iterator[tuple[Path, Rule]]:
    """Yield the sets of cells with different digits, each with its path; skip single cells."""
    for index, cage in enumerate(_read_cages(document, members.get("cages"))):
        if is_nothing(cage.get("cells")):
            continue
        path = ("cages", index, "cells")
        places = document.items(path, cage["cells"], "a list of cells")
        cells = [_cell(document, (*path, i), place, size) for i, place in enumerate(places)]
        if len(set(cells)) < len(cells):
            raise document.error(path, "every cell once", "one twice")
        if len(cells) > 1:
            yield path, Different(tuple(cells), f"cage {index + 1}")


def _words(
    document: JsonText, members: dict[str, Any], cages: list[dict[str, Any]]
) -> dict[str, tuple[Path, Any]]:
    """Return the texts about the puzzle, by name, each with its path.

    `metadata` takes precedence over cages without cells, and those over the object itself.
    """
    words: dict[str, tuple[Path, Any]] = {
        name: ((name,), members[name])
        for name in ("title", "author", "rules", "solution")
        if not is_nothing(members.get(name))
    }
    for index, cage in enumerate(cages):
        tag = _TAG.fullmatch(cage["value"]) if isinstance(cage.get("value"), str) else None
        if tag:
            words[tag[1]] = (("cages", index, "value"), tag[2])
    if not is_nothing(members.get("metadata")):
        metadata = document.members(("metadata",), members["metadata"])
        words |= {name: (("metadata", name), value) for name, value in metadata.items()}
    for name, (path, value) in words.items():
        is_rule = name in _FLAGS and value in (True, "true")
        if name not in _WORDS.values() and not is_rule:
            fpuzzles.check_flag(document, path, name, value)
    return words


def format(puzzle: Puzzle, *, short: bool = False) -> str:
    """Write a link that SudokuPad opens; a short one has givens only, up to 9x9."""
    if not short:
        return f"{_HOST}fpuzzles{fpuzzles_link.write_payload(puzzle)}"
    layout = puzzle.layout
    if puzzle.rules:
        raise ArgumentError(f"a short link cannot hold rules; found {puzzle.rules[0].name}")
    if layout.size > 9 or layout != Layout.of_size(layout.size):
        raise ArgumentError(
            f"a short link can hold boards up to 9x9 with usual boxes; found {layout}"
        )
    return f"{_HOST}scf{rolled(puzzle.cells)}"


def rolled(cells: bytes) -> str:
    """Return digits in the short form: a digit and up to five blanks after it are one symbol."""
    symbols = []
    index = 0
    while index < len(cells):
        end = index + 1
        while end < len(cells) and end - index <= 5 and not cells[end]:
            end += 1
        symbols.append(RUNS[cells[index] + 10 * (end - index - 1)])
        index = end
    return "".join(symbols)
