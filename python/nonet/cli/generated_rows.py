"""Generated puzzles as tables, and the rows of an interrupted run."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

import numpy as np

from nonet.batch.chunks import Chunk
from nonet.batch.columns import Column, Flags, Numbers, Same, Table, Texts, Values
from nonet.batch.verbs import Kind, View, board_columns, clues_of, grids, table_grids
from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.documents.parquet_file import load_arrow
from nonet.files.safely import abandoned_drafts, is_longer, partial_name
from nonet.generator.making import Batch, Many, keys_of
from nonet.generator.requests import Request
from nonet.generator.unbiased import Unbiased
from nonet.logic.rated_rows import has_form, rate_rows
from nonet.native import thread_count
from nonet.text.lines import open_binary

_BLOCK = 1 << 20
_RATINGS: dict[str, dict[str, Kind]] = {
    "er": {"er": "decimal", "ep": "decimal", "ed": "decimal"},
    "hodoku": {"hodoku_level": "text", "hodoku_score": "number"},
    "nonet": {"difficulty": "decimal", "band": "text"},
    "search": {"guesses": "decimal", "backdoor": "number"},
}


class GeneratedRows:
    """Turns generated puzzles into columns; `columns` are those of a table."""

    malformed = ""

    def __init__(
        self, request: Request, scales: tuple[str, ...], *, weighted: bool = False
    ) -> None:
        self._request, self._scales, self._weighted = request, scales, weighted
        kinds: dict[str, Kind] = {
            "puzzle": "text",
            "solution": "text",
            "clues": "number",
            "minimal": "flag",
            "symmetry": "text",
            "minimal_for_symmetry": "flag",
        }
        for scale in scales:
            kinds |= _RATINGS[scale]
        kinds |= {"key": "text", "solution_key": "text", "seed": "number"}
        if weighted:
            kinds["weight"] = "decimal"
        self.columns: Mapping[str, Kind] = MappingProxyType(kinds)

    def table(self, batch: Batch, view: View) -> Table:
        """Return the columns of some puzzles."""
        board, count = self._request.board, len(batch.seeds)
        chunk = Chunk(board, np.ascontiguousarray(batch.rows.puzzles), np.arange(count))
        if view == "lines":
            return Table(count, {"puzzle": grids(chunk.cells, board.layout)})
        if view == "record":
            return self._records(batch)
        threads = thread_count(None)
        has_keys = has_form(board)
        solutions = np.ascontiguousarray(batch.rows.solutions)
        symmetry = self._request.symmetry
        columns: dict[str, Column] = {
            **board_columns(chunk),
            "solution": table_grids(solutions, board.layout),
            "clues": clues_of(chunk),
            "minimal": Flags(batch.minimal),
            "symmetry": Same(symmetry),
            "minimal_for_symmetry": (
                Same(None) if symmetry is None else Flags(batch.minimal_for_symmetry)
            ),
            "key": _hex(batch.keys) if has_keys else Same(None),
            "solution_key": (_hex(keys_of(board, solutions, threads)) if has_keys else Same(None)),
            "seed": Numbers(batch.seeds.astype(np.int64)),
        }
        if self._weighted:
            columns["weight"] = Values(batch.weights.tolist())
        if self._scales:
            found = rate_rows(board, chunk.cells, self._scales, Limit(), threads)
            for scale in self._scales:
                for name, kind in _RATINGS[scale].items():
                    texts = kind == "text"
                    columns[name] = Texts.of(found[name]) if texts else Values(found[name])
        return Table(count, columns)

    def _records(self, batch: Batch) -> Table:
        made = list(batch.puzzles(self._request))
        records = [one.to_dict() for one in made]
        columns: dict[str, Column] = {
            name: Values([record[name] for record in records]) for name in records[0]
        }
        if self._weighted:
            columns["weight"] = Values(batch.weights.tolist())
        has_keys = has_form(self._request.board)
        columns["key"] = _hex(batch.keys) if has_keys else Same(None)
        return Table(len(made), columns)

    def of_rows(self, rows: list[dict[str, Any]]) -> Table:
        """Return rows that were read from a file as a table."""
        columns: dict[str, Column] = {}
        for name in rows[0]:
            kind = self.columns.get(name, "text")
            values = [_typed(row.get(name), kind) for row in rows]
            if kind == "flag" and None not in values:
                columns[name] = Flags(np.array(values, dtype=np.bool_))
            elif kind == "text":
                columns[name] = Texts.of(values)
            else:
                columns[name] = Values(values)
        return Table(len(rows), columns)


def _hex(keys: Any) -> Texts:
    return Texts.of([key.tobytes().hex() for key in keys])


def _typed(value: Any, kind: Kind) -> Any:
    if value is None or value == "":
        return None
    if kind == "flag":
        return value if isinstance(value, bool) else str(value).lower() == "true"
    if kind == "number":
        return int(value)
    return float(value) if kind == "decimal" else str(value)


def finished_rows(path: str, form: str, separator: str) -> list[dict[str, Any]] | None:
    """Return the rows of an interrupted run of the same command; None if there was none."""
    name = partial_name(path)
    if form in ("csv", "jsonl"):
        _recover(path, form, separator)
    if form not in ("csv", "jsonl", "parquet") or not os.path.lexists(name):
        return None
    try:
        rows = list(_read(name, form, separator))
        for number, row in enumerate(rows, 1):
            if not isinstance(row, dict):
                raise ValueError(f"line {number} is not the object of a puzzle")
            if None in row or any(row.get(column) is None for column in ("puzzle", "seed")):
                raise ValueError(f"row {number} is incomplete")
            int(row["seed"])
        return rows
    except (ValueError, OSError, csv.Error) as error:
        raise ArgumentError(
            f"cannot go on from {name}: {error}; remove it, or choose another name"
        ) from None


def _recover(path: str, form: str, separator: str) -> None:
    """Keep what a killed run of the same command has written, if it went beyond what was kept."""
    partial = partial_name(path)
    for draft in abandoned_drafts(path):
        with suppress(ValueError, OSError, csv.Error, TypeError):
            first = next(_read(draft, form, separator), {})
            if {"puzzle", "seed"} <= first.keys() and _goes_beyond(draft, partial):
                os.replace(draft, partial)


def _goes_beyond(draft: str, partial: str) -> bool:
    """Return whether a file begins with all of another, or the other is not there."""
    if not os.path.lexists(partial):
        return True
    if not is_longer(draft, partial):
        return False
    with open(draft, "rb") as new, open(partial, "rb") as old:
        while block := old.read(_BLOCK):
            if new.read(len(block)) != block:
                return False
    return True


def _read(name: str, form: str, separator: str) -> Iterator[dict[str, Any]]:
    if form == "parquet":
        _, parquet = load_arrow()
        yield from parquet.read_table(name).to_pylist()
        return
    text = _whole_lines(name).decode("utf-8")
    if form == "csv":
        reader = csv.DictReader(io.StringIO(text), delimiter=separator)
        if text and not {"puzzle", "seed"} <= {*(reader.fieldnames or ())}:
            raise ValueError("it has no columns puzzle and seed")
        yield from reader
        return
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield json.loads(line)
        except ValueError:
            raise ValueError(f"line {number} is not JSON") from None


def _whole_lines(name: str) -> bytes:
    """Return the lines of a file without what follows the last one, if the file was cut there."""
    lines: list[bytes] = []
    # A compressed file that was cut ends with an EOFError.
    with open_binary(name) as stream, suppress(EOFError):
        lines += stream
    return b"".join(line for line in lines if line.endswith(b"\n"))


def go_on_after(
    many: Many | Unbiased,
    rows: list[dict[str, Any]],
    columns: Iterable[str],
    path: str,
    seed: int | None,
) -> None:
    """Let puzzles follow those of an interrupted run; ArgumentError if it was another command."""
    is_same = {*rows[0]} == {*columns}
    keys = [row.get("key") for row in rows]
    seeds = [int(row["seed"]) for row in rows]
    known = b"".join(bytes.fromhex(key) for key in keys if key)
    lines = [str(row["puzzle"]) for row in rows]
    if not (is_same and many.goes_on(seeds, known, lines, is_seeded=seed is not None)):
        raise ArgumentError(
            f"{partial_name(path)} is from another command; remove it, or choose another name"
        )
