"""The verb `rate`: how hard each puzzle is; and a table of ratings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, SupportsIndex, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nonet import native
from nonet.batch.arrays import read_many
from nonet.batch.chunks import Chunk, Part
from nonet.batch.columns import Column, Same, Table, Texts, Values
from nonet.batch.verbs import Kind, View, board_columns, clues_of, places_of
from nonet.core.errors import ArgumentError, NonetError, counted
from nonet.core.layout import Layout
from nonet.core.limit import Limit, LimitLike
from nonet.core.named_rules import listed_rules
from nonet.core.numbers import row_number
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.core.rules import Rule
from nonet.files.items import Reading
from nonet.files.source import open_source, read_source
from nonet.logic.rated_rows import COLUMNS, Columns, rate_rows, unfinished
from nonet.logic.rating import Rating, rate
from nonet.logic.rating_words import counted_guesses
from nonet.logic.scales import DEFAULT_SCALES, TITLES, ScalesLike, read_scales
from nonet.notations.parsing import Rules, check_layout, parse

_TEXTS = ("status", "hodoku_level", "hardest", "band")
_NUMBERS = ("hodoku_score", "backdoor")


def _kind(name: str) -> Kind:
    if name in _TEXTS:
        return "text"
    if name == "backdoor_exact":
        return "flag"
    return "number" if name in _NUMBERS else "decimal"


_COLUMNS: dict[str, Kind] = {
    "puzzle": "text",
    **{name: _kind(name) for name in COLUMNS},
    "clues": "number",
    "error": "text",
}


class Rate:
    """Rates the puzzles of a chunk on some scales, on every core; records one by one."""

    columns: Mapping[str, Kind] = MappingProxyType(_COLUMNS)
    malformed = "malformed"

    def __init__(
        self,
        scales: Sequence[str],
        limit: Limit,
        *,
        has_records: bool = False,
        alone: bool = False,
    ) -> None:
        self._scales = scales
        self._limit = limit
        self._alone = alone
        self.uses_threads = not has_records
        self.outcomes: set[str] = set()
        """The word of every status that occurred."""

    def answer(self, chunk: Chunk, view: View) -> Iterable[tuple[Part, Table]]:
        """Rate every puzzle of a chunk."""
        if view == "record":
            return self._records(chunk)
        threads = native.thread_count(None)
        found = rate_rows(chunk.board, chunk.cells, self._scales, self._limit, threads)
        self.outcomes |= {status.word for status in found["status"]}
        if view == "lines":
            rows = (dict(zip(found, row, strict=True)) for row in zip(*found.values(), strict=True))
            lines = Texts.of([summary(row, self._stopped(chunk, row)) for row in rows])
            return [(chunk, Table(len(chunk), {"line": lines}))]
        columns: dict[str, Column] = {
            name: Texts.of([_text(one) for one in values]) if name in _TEXTS else Values(values)
            for name, values in found.items()
        }
        columns |= {"clues": clues_of(chunk), "error": Same(None)}
        return [(chunk, Table(len(chunk), board_columns(chunk) | columns))]

    def _stopped(self, chunk: Chunk, row: Mapping[str, Any]) -> str | None:
        scale = unfinished(self._scales, chunk.board, row)
        return None if scale is None else TITLES[scale]

    def _records(self, chunk: Chunk) -> Iterable[tuple[Part, Table]]:
        ratings = [self._rating(chunk.puzzle(number)) for number in range(len(chunk))]
        columns: dict[str, Column] = {} if self._alone else places_of(chunk)
        puzzles = [str(chunk.puzzle(number)) for number in range(len(chunk))]
        records = [rating.to_dict() for rating in ratings]
        columns |= {"puzzle": Values(puzzles)}
        columns |= {name: Values([one[name] for one in records]) for name in records[0]}
        return [(chunk, Table(len(chunk), columns))]

    def _rating(self, puzzle: Puzzle) -> Rating:
        rating = rate(puzzle, scales=self._scales, limit=self._limit)
        self.outcomes.add(rating.status.word)
        return rating


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def summary(row: Mapping[str, Any], stopped: str | None = None) -> str:
    """Say on one line how hard a puzzle is; `stopped` is the scale that was not finished."""
    said = []
    if row["er"] is not None:
        said.append(f"ER {row['er']}/{row['ep']}/{row['ed']}")
    if row["hodoku_level"] is not None:
        said.append(f"HoDoKu {row['hodoku_level']} ({row['hodoku_score']})")
    if row["difficulty"] is not None:
        said.append(f"{row['band']} ({row['difficulty']:g})")
    if row["guesses"] is not None:
        said.append(counted_guesses(row["guesses"]))
    if row["backdoor"] is not None:
        said.append(f"backdoor {row['backdoor']}{'' if row['backdoor_exact'] else '+'}")
    if row["at_least"] is not None:
        scale = "" if stopped is None else f"{stopped} "
        said.append(f"stopped, {scale}at least {row['at_least']}")
    elif row["status"] is Status.UNKNOWN and said:
        said.append("stopped")
    if row["status"] is not Status.UNIQUE and not said:
        return str(row["status"].word)
    return ", ".join(said) or "no scale for this board"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RatingTable:
    """Ratings of many puzzles, column by column, in the order of the input.

    A name returns a column as a list, a number a row as a dict; iterating yields the rows.
    `columns` suits `pandas.DataFrame`. `hardest` is the name of a technique; `errors` says what was
    wrong with malformed rows.
    """

    columns: Columns
    errors: Mapping[int, NonetError]

    def __len__(self) -> int:
        return len(self.columns["status"])

    @overload
    def __getitem__(self, index: str) -> list[Any]: ...
    @overload
    def __getitem__(self, index: SupportsIndex) -> dict[str, Any]: ...
    def __getitem__(self, index: str | SupportsIndex) -> list[Any] | dict[str, Any]:
        if isinstance(index, str):
            if index in self.columns:
                return self.columns[index]
            known = ", ".join(self.columns)
            raise ArgumentError(f"expected a column ({known}), found {index!r:.40}")
        row = row_number(index, len(self), "the name of a column or the number of a row")
        return {name: values[row] for name, values in self.columns.items()}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[row] for row in range(len(self)))

    def __repr__(self) -> str:
        return f"<RatingTable: {counted(len(self), 'rows')}>"


def rate_many(
    puzzles: ArrayLike | list[str] | list[bytes] | bytes | str | os.PathLike[str],
    *,
    scales: ScalesLike = DEFAULT_SCALES,
    limit: LimitLike = None,
    threads: int | None = None,
    layout: Layout | None = None,
    rules: Rules = (),
) -> RatingTable:
    """Rate many puzzles: an array, a list of lines, bytes of lines, or the name of a file.

    Rows keep their order, and all cores are used by default. The `limit`, in seconds or a Limit,
    applies to each puzzle. A row that cannot be read has the status MALFORMED and a reason in
    `errors`.

    >>> table = rate_many(["...4..1.2.4..3..", "oops"], scales="er")
    >>> [status.word for status in table["status"]]
    ['unique', 'malformed']
    """
    check_layout(layout)
    names, added = read_scales(scales), listed_rules(rules)
    limit = Limit.in_seconds(limit)
    workers = native.thread_count(threads)
    if isinstance(puzzles, str | os.PathLike):
        groups, errors, count = _read_file(os.fspath(puzzles), layout, added)
    elif not isinstance(puzzles, Iterable):
        raise ArgumentError(
            "expected an array, lines or the name of a file, found "
            f"{puzzles!r:.40}; for one puzzle, use nonet.rate"
        )
    else:
        groups, errors, count = _read_rows(puzzles, layout, added)
    columns: Columns = {name: [None] * count for name in COLUMNS}
    columns["status"] = [Status.MALFORMED] * count
    for board, (numbers, cells) in groups.items():
        try:
            found = rate_rows(board, cells, names, limit, workers)
        except NonetError as error:
            errors.update(dict.fromkeys(numbers, error))
            continue
        for name, values in found.items():
            for row, value in zip(numbers, values, strict=True):
                columns[name][row] = value
    return RatingTable(columns, dict(sorted(errors.items())))


def _is_puzzle(text: str) -> bool:
    try:
        parse(text)
    except NonetError:
        return False
    return True


_Groups: TypeAlias = dict[Puzzle, tuple[list[int], NDArray[np.uint8]]]
"""An empty puzzle for each board, with the numbers and cells of its rows."""


def _read_rows(
    puzzles: Any, layout: Layout | None, rules: tuple[Rule | str, ...]
) -> tuple[_Groups, dict[int, NonetError], int]:
    rows = read_many(puzzles, layout)
    bad = rows.bad | (rows.cells > rows.layout.size).any(axis=1)
    empty = Puzzle(bytes(rows.layout.cell_count), rows.layout).with_rules(rules)
    groups: _Groups = {}
    for own, numbers in rows.by_rules().items():
        good = [row for row in numbers if not bad[row]]
        groups[empty.with_rules(own)] = good, rows.cells[good]
    rows.explain(bad)
    return groups, dict(rows.errors), len(bad)


def _read_file(
    path: str, layout: Layout | None, rules: tuple[Rule | str, ...]
) -> tuple[_Groups, dict[int, NonetError], int]:
    if not os.path.exists(path) and not set(path) & set("/\\") and _is_puzzle(path):
        raise ArgumentError(
            f"expected the name of a file, found {path!r:.40}; for one puzzle, use nonet.rate, or "
            "put it in a list"
        )
    reading = Reading.of(None, layout, None, None, rules)
    errors: dict[int, NonetError] = {}
    boards: dict[Puzzle, dict[int, bytes]] = {}
    count = 0

    def refuse(error: NonetError) -> None:
        nonlocal count
        errors[count] = error
        count += 1

    for puzzle in read_source(open_source(path, reading), reading, refuse):
        empty = Puzzle(bytes(puzzle.layout.cell_count), puzzle.layout, rules=puzzle.rules)
        boards.setdefault(empty, {})[count] = puzzle.cells
        count += 1
    groups = {
        empty: (list(rows), np.frombuffer(b"".join(rows.values()), np.uint8).reshape(len(rows), -1))
        for empty, rows in boards.items()
    }
    return groups, errors, count
