"""Corpora: the boards that experiments run on, either built in or from a user's file.

data/make_lab_corpora.py generates the built-in ones; `about` says how.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar, cast

from nonet.core.errors import ArgumentError, ParseError, UnknownNameError, UnknownRuleError
from nonet.core.layout import Layout
from nonet.core.puzzle import NO_NOTES, Grid, Puzzle, Solution
from nonet.core.result import Status
from nonet.core.rule_texts import parse_rules, rule_from_dict
from nonet.core.rules import Rule
from nonet.notations.detect import decode_text
from nonet.notations.parsing import parse_text
from nonet.text.arrays import parse_list
from nonet.text.lines import NumberedLine, iter_lines, open_binary, read_all

NAMES = ("4x4", "6x6", "9x9", "16x16", "25x25", "separating")
"""Every built-in corpus."""

_STATUSES = {
    **{s.word: s for s in (Status.UNIQUE, Status.MULTIPLE, Status.NO_SOLUTION)},
    "multi": Status.MULTIPLE,
}
_LARGEST = 1 << 28
"""Bytes of a file that is read at once."""

_G = TypeVar("_G", bound=Grid)


class UnknownCorpusError(UnknownNameError):
    """There is no built-in corpus with this name."""

    kind = "corpus"


@dataclass(frozen=True, slots=True)
class Entry:
    """A board in a corpus: its class, and what is proved about it (None if nothing is).

    `planted` is the solution that the board was made from, if known.
    """

    id: str
    puzzle: Puzzle
    group: str
    status: Status | None = None
    planted: Solution | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """Boards of one kind, in a fixed order.

    >>> corpus = corpus_named("9x9")
    >>> len(corpus.entries), corpus.groups[:3]
    (100, ('very_easy', 'easy', 'medium'))
    """

    name: str
    about: str
    entries: tuple[Entry, ...]

    @property
    def groups(self) -> tuple[str, ...]:
        """The classes of the boards, in the order of their first board."""
        return tuple(dict.fromkeys(entry.group for entry in self.entries))

    def of_group(self, group: str) -> tuple[Entry, ...]:
        """Return the boards of one class."""
        return tuple(entry for entry in self.entries if entry.group == group)


@cache
def corpus_named(name: str) -> Corpus:
    """Return a built-in corpus; UnknownCorpusError suggests the closest match.

    >>> corpus_named("16x61")
    Traceback (most recent call last):
    nonet.lab.corpus.UnknownCorpusError: no corpus named '16x61'; did you mean '16x16'?
    """
    if name not in NAMES:
        raise UnknownCorpusError(name, NAMES)
    data = files("nonet.lab").joinpath("corpora", f"{name}.jsonl").read_bytes()
    header, _, body = data.partition(b"\n")
    expected = json.loads(header)["sha256"]
    found = hashlib.sha256(body).hexdigest()
    if found != expected:
        raise ParseError(f"a file with the checksum {expected}", found, source=f"{name}.jsonl")
    return _corpus_of_json(name, data)


def all_corpora() -> tuple[Corpus, ...]:
    """Return every built-in corpus, smallest boards first."""
    return tuple(corpus_named(name) for name in NAMES)


def read_corpus_file(path: Path | str) -> Corpus:
    """Read boards from a file: JSON Lines, or text with one puzzle per line or a single puzzle.

    A JSON object has `puzzle` (text in any notation) or `cells` (numbers), and may have `box`
    ("2x3") or `box_rows` and `box_cols` or `regions` (a name per cell), `rules` (objects or texts),
    `id`, `class`, `status` and `planted`. A bad entry raises ParseError with file and line.
    """
    path = Path(path)
    try:
        with open_binary(path) as stream:
            data = read_all(stream, _LARGEST)
        if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
            return _corpus_of_json(path.stem, data)
        return Corpus(path.stem, "", tuple(_entries_of_text(path.stem, data)))
    except ParseError as error:
        raise error.at(source=str(path)) from None


def _entries_of_text(name: str, data: bytes) -> Iterator[Entry]:
    """Yield one entry per line; if the first line is not a puzzle, the whole text may be one."""
    lines = list(iter_lines(io.BytesIO(data)))
    if not lines:
        raise ParseError("a puzzle", "an empty file")
    whole = None if _is_readable(lines[0].text) else data
    if whole is not None and _is_readable(whole):
        yield Entry(name, parse_text(whole), name)
        return
    for line in lines:
        try:
            yield Entry(f"{name}-{line.number}", parse_text(line.text), name)
        except ParseError as error:
            raise error.at(line=line.number) from None


def _is_readable(text: bytes) -> bool:
    try:
        parse_text(text)
    except ParseError:
        return False
    return True


def _corpus_of_json(name: str, data: bytes) -> Corpus:
    about = ""
    entries: list[Entry] = []
    for line in iter_lines(io.BytesIO(data)):
        try:
            record = _record(line)
            if "corpus" in record and not entries:
                name, about = str(record["corpus"]), str(record.get("about", ""))
            else:
                entries.append(_entry(name, line.number, record))
        except ParseError as error:
            raise error.at(line=line.number) from None
    return Corpus(name, about, tuple(entries))


def _record(line: NumberedLine) -> dict[str, Any]:
    try:
        record = json.loads(decode_text(line.text))
    except (ValueError, RecursionError) as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError("a JSON object", f"none ({error})") from None
    if not isinstance(record, dict):
        raise ParseError("a JSON object", f"{line.text[:40]!r}")
    return record


def _entry(name: str, number: int, record: dict[str, Any]) -> Entry:
    layout = _layout(record)
    puzzle = _grid(record.get("puzzle", record.get("cells")), layout, Puzzle)
    if (listed := record.get("rules")) is not None:
        puzzle = puzzle.with_rules(_rules(listed, puzzle.layout))
    planted = record.get("planted")
    return Entry(
        id=str(record.get("id", f"{name}-{number}")),
        puzzle=puzzle,
        group=str(record.get("class", record.get("kind", name))),
        status=_STATUSES.get(str(record.get("status"))),
        planted=None if planted is None else _grid(planted, puzzle.layout, Solution),
    )


def _rules(listed: Any, layout: Layout) -> list[Rule]:
    """Read the rules of a record: one text, or a list of texts and objects."""
    rules: list[Rule] = []
    try:
        for one in [listed] if isinstance(listed, str) else listed:
            if isinstance(one, str):
                rules += parse_rules(one, layout)
            else:
                rules.append(rule_from_dict(one, layout))
    except (TypeError, ArgumentError, UnknownRuleError) as error:
        raise ParseError("rules", f"{error}") from None
    return rules


def _layout(record: dict[str, Any]) -> Layout | None:
    """Return the layout in a record, or None for the usual one of its size."""
    if (regions := record.get("regions")) is not None:
        try:
            return Layout.of_regions(regions)
        except ArgumentError as error:
            raise ParseError("a region for every cell", str(error)) from None
    box = record.get("box")
    sides = record.get("box_rows"), record.get("box_cols")
    if box is not None:
        match = re.fullmatch(r"([1-9]\d{0,2})x([1-9]\d{0,2})", str(box))
        if not match:
            raise ParseError("a box such as '2x3'", repr(box))
        sides = int(match[1]), int(match[2])
    elif sides == (None, None):
        return None
    try:
        return Layout(*sides)  # type: ignore[arg-type]
    except ArgumentError as error:
        raise ParseError("a box shape", f"{box or sides} ({error})") from None


def _grid(value: Any, layout: Layout | None, kind: type[_G]) -> _G:
    """Read the cells of a board, given as a canonical line, other text or a list."""
    if isinstance(value, str):
        puzzle = _canonical(value, layout) or parse_text(value, layout=layout)
    elif isinstance(value, list):
        puzzle = parse_list(value, layout=layout)
    else:
        raise ParseError("a field 'puzzle' with text or 'cells' with a list", repr(value)[:40])
    if kind is Puzzle:
        return cast("_G", replace(puzzle, notation=None, notes=NO_NOTES))
    try:
        return kind(puzzle.cells, puzzle.layout)
    except ArgumentError as error:
        raise ParseError("a filled board in 'planted'", str(error)) from None


def _canonical(line: str, layout: Layout | None) -> Puzzle | None:
    """Read a canonical line, whose alphabet is known, or return None if it is not one."""
    try:
        return None if layout is None else Puzzle.from_line(line, layout)
    except ParseError:
        return None
