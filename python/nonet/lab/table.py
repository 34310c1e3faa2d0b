"""Results as a tidy table: one row per run, one value per column, the same in every format.

CSV, JSON and JSON Lines need nothing else; Parquet needs the extra `nonet[parquet]`.
"""

from __future__ import annotations

import csv
import json
import math
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import IO, Any, TypeAlias

from nonet.core import hooks
from nonet.core.errors import ArgumentError, NonetError, ParseError
from nonet.files.safely import check_place, replaced
from nonet.lab.counts import GLOSSARY

Value: TypeAlias = str | int | float | None
Row: TypeAlias = dict[str, Value]

COLUMNS: dict[str, type] = {
    "method": str,
    "corpus": str,
    "id": str,
    "group": str,
    "puzzle": str,
    "size": int,
    "box": str,
    "rules": str,
    "seed": int,
    "limit_solutions": int,
    "limit_nodes": int,
    "limit_seconds": float,
    "limit_memory": int,
    "pace": str,
    "status": str,
    "error": str,
    "solution": str,
    "stopped_by": str,
    "seconds": float,
    **dict.fromkeys(GLOSSARY, int),
    "peak_memory": int,
}
"""Every column in order, with the type of its values; each value may also be None."""

MEASURES = ("seconds", *GLOSSARY, "peak_memory")
"""The columns with the cost of a run."""

UNSUPPORTED = "unsupported"
"""Status of a board that a method does not support; such a row does not count as a run."""
ERROR = "error"
"""Status of a run that failed; the column `error` has the reason."""


class MissingExtraError(NonetError, ImportError):
    """An optional package is needed."""

    def __init__(self, what: str, extra: str) -> None:
        self.what = what
        self.extra = extra
        super().__init__(what, extra)

    def __str__(self) -> str:
        return f"{self.what} needs an extra package: pip install 'nonet[{self.extra}]'"


def is_solved(row: Mapping[str, Value]) -> bool:
    """Return whether a run did what was asked: found the solution, or a proof.

    A run that a limit stopped is not solved, even if it found a solution before it could prove
    that it is the only one.
    """
    if row["error"] is not None or row["stopped_by"] is not None:
        return False
    if row["status"] == "found":
        return row["limit_solutions"] == 1
    return row["status"] in ("unique", "multiple", "no-solution")


@dataclass(frozen=True, slots=True)
class Table:
    """Runs in a fixed order, and facts about the experiment.

    Every row has all COLUMNS; missing values and empty texts are None.

    >>> table = Table.of([{"method": "mrv", "id": "1", "generated": 37}])
    >>> table.column("generated"), table.column("checks")
    ([37], [None])
    """

    rows: tuple[Row, ...]
    facts: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]], facts: dict[str, Any] | None = None) -> Table:
        """Build a table from rows that need not have every column; a wrong type is an error."""
        return cls(tuple(_complete(row) for row in rows), dict(facts or {}))

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Table:
        """Read a table written by `write`; the file extension determines the format."""
        path = Path(path)
        reader, _ = _format_of(path)
        return reader(path)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the table as .csv, .json, .jsonl or .parquet; the latter three keep every type.

        Only .json and .parquet include the facts. An existing file is replaced only when the new
        one is complete.
        """
        path = Path(path)
        _, writer = _format_of(path)
        with replaced(path) as place:
            writer(self, Path(place))

    def column(self, name: str) -> list[Value]:
        """Return the values of a column, row by row."""
        if name not in COLUMNS:
            raise ArgumentError(f"expected a column ({', '.join(COLUMNS)}), found {name!r}")
        return [row[name] for row in self.rows]

    def distinct(self, name: str) -> list[Value]:
        """Return the distinct values of a column, in order of first appearance."""
        return list(dict.fromkeys(self.column(name)))

    def where(self, **equal: Value) -> Table:
        """Return the rows whose columns have these values."""
        kept = [row for row in self.rows if all(row[name] == equal[name] for name in equal)]
        return Table(tuple(kept), self.facts)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} runs: {', '.join(map(str, self.distinct('method')))}>"

    def _repr_html_(self) -> str:
        return hooks.draw_html(self)

    def _repr_markdown_(self) -> str:
        from nonet.lab.report import render_markdown

        return render_markdown(self)


def _complete(row: Mapping[str, Any]) -> Row:
    unknown = row.keys() - COLUMNS.keys()
    if unknown:
        raise ArgumentError(f"expected columns of a run, found {sorted(unknown)[0]!r}")
    return {name: _checked(name, row.get(name)) for name in COLUMNS}


def _checked(name: str, value: Any) -> Value:
    wanted = COLUMNS[name]
    if value is None or (wanted is str and value == ""):
        return None
    if wanted is float and type(value) is int:
        value = float(value)
    if not (isinstance(value, wanted) and _FITS[wanted](value)):
        raise ArgumentError(f"column {name}: expected {_WORDS[wanted]}, found {value!r}")
    return wanted(value)  # type: ignore[no-any-return]


_WORDS = {str: "text", int: "an integer of 64 bits", float: "a finite number"}
_FITS: dict[type, Callable[[Any], bool]] = {
    str: lambda text: True,
    int: lambda number: not isinstance(number, bool) and -(2**63) <= number < 2**63,
    float: math.isfinite,
}


def _read_csv(path: Path) -> Table:
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.reader(stream, strict=True)
        header = next(reader, [])
        if unknown := [name for name in header if name not in COLUMNS]:
            expected = "the name of a column"
            raise ParseError(expected, repr(unknown[0]), line=1, source=str(path))
        return Table.of(_csv_row(header, cells, reader.line_num, path) for cells in reader)


def _csv_row(header: list[str], cells: list[str], line: int, path: Path) -> Row:
    if len(cells) != len(header):
        expected = f"{len(header)} values"
        raise ParseError(expected, str(len(cells)), line=line, source=str(path))
    row: Row = {}
    for name, text in zip(header, cells, strict=True):
        try:
            row[name] = COLUMNS[name](text) if text else None
        except ValueError:
            expected = f"{_WORDS[COLUMNS[name]]} in column {name}"
            raise ParseError(expected, repr(text), line=line, source=str(path)) from None
    return row


def _write_csv(table: Table, path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        # The line ends of RFC 4180; with bare "\n" Python 3.11 would not quote a "\r" in a text.
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        # Floats are written by repr, which is exact.
        writer.writerows(row.values() for row in table)


def _read_json(path: Path) -> Table:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ParseError("JSON", str(error), source=str(path)) from None
    if not isinstance(content, dict) or not isinstance(content.get("rows"), list):
        raise ParseError('an object with "rows"', type(content).__name__, source=str(path))
    return Table.of(content["rows"], content.get("facts"))


def _write_json(table: Table, path: Path) -> None:
    rows = ",\n".join(f"  {json.dumps(row)}" for row in table)
    facts = json.dumps(table.facts)
    path.write_text(f'{{"facts": {facts},\n"rows": [\n{rows}\n]}}\n', encoding="utf-8")


def _read_jsonl(path: Path) -> Table:
    with path.open("rb") as stream:
        return Table.of(_json_rows(stream.read().split(b"\n"), path))


def _write_jsonl(table: Table, path: Path) -> None:
    path.write_bytes(b"".join(_json_line(row) for row in table))


def _json_rows(lines: Iterable[bytes], path: Path) -> Iterator[Row]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise ParseError("JSON", str(error), line=number, source=str(path)) from None
        if not isinstance(row, dict):
            raise ParseError("an object", repr(row)[:40], line=number, source=str(path))
        yield row


def _json_line(row: Row) -> bytes:
    return json.dumps(row).encode() + b"\n"


def _parquet() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise MissingExtraError("Parquet", "parquet") from None


def _read_parquet(path: Path) -> Table:
    arrow, parquet = _parquet()
    try:
        table = parquet.read_table(path)
    except arrow.ArrowInvalid as error:
        raise ParseError("a Parquet file", str(error), source=str(path)) from None
    facts = (table.schema.metadata or {}).get(b"nonet", b"{}")
    return Table.of(table.to_pylist(), json.loads(facts))


def _write_parquet(table: Table, path: Path) -> None:
    arrow, parquet = _parquet()
    types = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    schema = arrow.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    schema = schema.with_metadata({b"nonet": json.dumps(table.facts).encode()})
    parquet.write_table(arrow.Table.from_pylist(list(table), schema=schema), path)


_Reader: TypeAlias = Callable[[Path], Table]
_Writer: TypeAlias = Callable[[Table, Path], None]
_FORMATS: dict[str, tuple[_Reader, _Writer]] = {
    ".csv": (_read_csv, _write_csv),
    ".json": (_read_json, _write_json),
    ".jsonl": (_read_jsonl, _write_jsonl),
    ".parquet": (_read_parquet, _write_parquet),
}


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise the error that `Table.write` would raise, before an experiment instead of after it."""
    _format_of(Path(path))
    if Path(path).suffix.lower() == ".parquet":
        _parquet()
    check_folder(path)


def check_folder(path: str | os.PathLike[str]) -> None:
    """Raise unless the file's folder exists and both can be written."""
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise FileNotFoundError(2, "no such folder", str(folder))
    check_place(path)


def _format_of(path: Path) -> tuple[_Reader, _Writer]:
    try:
        return _FORMATS[path.suffix.lower()]
    except KeyError:
        expected = ", ".join(_FORMATS)
        raise ArgumentError(f"{path}: expected a name ending in {expected}") from None


def machine_facts() -> dict[str, str]:
    """Return what a table was made with: versions and machine."""
    from nonet.native import VERSION, thread_count

    processor = processor_name() or platform.machine()
    return {
        "nonet": VERSION,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(terse=True),
        "processor": f"{processor}, {thread_count(None)} cores",
    }


def processor_name() -> str | None:
    """Return the processor's name from Linux, because the portable answer is vague or empty."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or None


_LINE_START = b'{"method": '
_OPTIONS_START = b'{"options": '


class Journal:
    """Rows of a JSON Lines file, each complete as soon as it is appended.

    Opening the file of an interrupted experiment returns its rows; a last line that was cut off
    when the process died is dropped. With `options`, the file belongs to one experiment: its first
    line has the options, rows made with others are refused, and a file without rows is removed at
    the end.
    """

    def __init__(
        self, path: str | os.PathLike[str], options: Mapping[str, Any] | None = None
    ) -> None:
        self.path = Path(path)
        self._stream: IO[bytes] = self.path.open("ab+", buffering=0)
        try:
            self.rows = self._recover(options)
        except BaseException:
            self._stream.close()
            raise
        self._is_needed = options is None or bool(self.rows)

    def _recover(self, options: Mapping[str, Any] | None) -> tuple[Row, ...]:
        self._stream.seek(0)
        text = self._stream.read()
        whole, _, half = text.rpartition(b"\n")
        starts = (_LINE_START, _OPTIONS_START)
        # Half a line of our own, or the only line of a file that is something else?
        if half and not any(half.startswith(one) or one.startswith(half) for one in starts):
            raise ParseError("results as JSON Lines", "something else", source=str(self.path))
        first, *others = whole.split(b"\n")
        has_options = first.startswith(_OPTIONS_START)
        rows = Table.of(_json_rows([b"" if has_options else first, *others], self.path)).rows
        if options is not None and rows and has_options:
            (found,) = _json_rows([first], self.path)
            self._refuse_others(found["options"], options)
        if half:
            self._stream.truncate(len(text) - len(half))
        if options is not None and not rows:
            self._stream.truncate(0)
            self._write(json.dumps({"options": options}).encode() + b"\n")
        return rows

    def _refuse_others(self, found: Any, options: Mapping[str, Any]) -> None:
        """Raise ArgumentError unless the options of a file are these."""
        known = found if isinstance(found, dict) else {}
        for name, value in json.loads(json.dumps(options)).items():
            if known.get(name) != value:
                raise ArgumentError(
                    f"{self.path}: its finished runs belong to an experiment with different "
                    f"{name}; remove the file or choose another output"
                )

    def append(self, row: Row) -> None:
        """Write a row; after this, a kill cannot lose it."""
        self._write(_json_line(row))
        self._is_needed = True

    def _write(self, line: bytes) -> None:
        while line:
            line = line[self._stream.write(line) :]

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()
        if not self._is_needed:
            self.path.unlink(missing_ok=True)
