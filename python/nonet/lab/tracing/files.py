"""Traces in files: JSON Lines for every language, and a compact form for long ones."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from itertools import count
from pathlib import Path
from typing import IO, Any, cast

from nonet.core.errors import ArgumentError, NonetError, ParseError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.core.rule_texts import rule_from_dict
from nonet.core.rules import Rule
from nonet.files.safely import replaced
from nonet.lab.counts import Counts
from nonet.lab.method import Run
from nonet.lab.tracing.checks import Checker
from nonet.lab.tracing.events import (
    CAUSES,
    COUNTABLE,
    KINDS,
    MOST,
    VERSION,
    WORK,
    Event,
    encode,
    unpack,
)
from nonet.lab.tracing.record import KEEPS, Subject, Trace

STATUSES = tuple(status for status in Status if status is not Status.MALFORMED)
"""The possible outcomes of a run."""
_SUFFIXES = (".jsonl", ".jsonl.gz", ".trace")
_MOST_BYTES = {".jsonl": 1 << 30, ".jsonl.gz": 1 << 30, ".trace": 1 << 28}
"""The maximum uncompressed size of a file: far more than anyone would watch."""
_LONGEST_LINE = 1 << 26
"""The maximum bytes of a line: room for all solutions of a run."""
_LONGEST_EVENT = 1 << 20
"""The maximum bytes of an event's line: room for a full board of the largest size."""
_PIECE = 1 << 20


def write_trace(trace: Trace, path: str | os.PathLike[str]) -> None:
    """Write a trace; the file extension determines the format."""
    suffix = check_name(path)
    with replaced(path) as place, _opened(place, suffix, "wb") as stream:
        if suffix == ".trace":
            stream.write(_line(start_of(trace)) + _line(end_of(trace)) + trace.data)
            return
        stream.write(_line(start_of(trace)))
        for event in trace:
            stream.write(_line(event.to_dict()))
        stream.write(_line(end_of(trace)))


def read_trace(path: str | os.PathLike[str]) -> Trace:
    """Read what `write_trace` wrote, and check that it is consistent."""
    suffix = check_name(path)
    try:
        with _opened(path, suffix, "rb") as stream:
            whole = _Bounded(stream, _MOST_BYTES[suffix])
            return _read_compact(whole) if suffix == ".trace" else _read_lines(whole)
    except ParseError as error:
        source = f"{path}, {error.source}" if error.source else str(path)
        raise error.at(source=source) from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ParseError("a whole gzip file", str(error), source=str(path)) from None


def start_of(trace: Trace) -> dict[str, Any]:
    """Return the first record: what was run, and on which board."""
    run, subject = trace.run, trace.subject
    limit = subject.limit
    return {
        "event": "start",
        "version": VERSION,
        "strategy": run.method,
        "about": subject.about,
        "parts": subject.parts,
        "keeps": subject.keeps,
        "counters": list(subject.counters),
        "puzzle": str(run.puzzle),
        **run.puzzle.layout.to_dict(),
        "rules": [rule.to_dict(run.puzzle.layout) for rule in run.puzzle.rules],
        "seed": int(run.seed),
        "limit": {name: getattr(limit, name) for name in Limit.__slots__},
    }


def end_of(trace: Trace) -> dict[str, Any]:
    """Return the last record: the outcome of the run."""
    run = trace.run
    return {
        "event": "end",
        "status": run.status.word,
        "stopped_by": run.stopped_by,
        "seconds": run.seconds,
        "solutions": [str(solution) for solution in run.solutions],
        "counts": {name: getattr(run.counts, name) for name in trace.subject.counters},
    }


def check_name(path: str | os.PathLike[str]) -> str:
    """Return the extension, which determines the format; ArgumentError for any other name."""
    for suffix in _SUFFIXES:
        if str(path).endswith(suffix):
            return suffix
    raise ArgumentError(f"expected a name ending in {', '.join(_SUFFIXES)}, found {str(path)!r}")


@contextmanager
def _opened(path: str | os.PathLike[str], suffix: str, mode: str) -> Iterator[IO[bytes]]:
    """Open a file, through gzip without time or name if needed: same trace, same file."""
    with Path(path).open(mode) as file:
        if suffix == ".jsonl":
            yield cast("IO[bytes]", file)
            return
        with gzip.GzipFile("", mode, compresslevel=6, fileobj=file, mtime=0) as packed:
            yield cast("IO[bytes]", packed)


class _Bounded:
    """A stream that raises an error when there is too much data."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream = stream
        self._most = self._left = most

    def line(self) -> bytes:
        """Return the next line, empty at the end."""
        return self._take(self._stream.readline(_LONGEST_LINE + 1))

    def rest(self) -> bytes:
        """Return everything that is left."""
        pieces = bytearray()
        while piece := self._take(self._stream.read(_PIECE)):
            pieces += piece
        return bytes(pieces)

    def _take(self, piece: bytes) -> bytes:
        self._left -= len(piece)
        if self._left < 0:
            raise ParseError(f"at most {self._most} bytes", "more")
        return piece


def _line(record: dict[str, Any]) -> bytes:
    return _JSON.encode(record).encode() + b"\n"


_JSON = json.JSONEncoder(separators=(",", ":"))


def _read_compact(stream: _Bounded) -> Trace:
    draft = _Draft(_record(stream.line(), 1, "start"))
    end = _record(stream.line(), 2, "end")
    data = stream.rest()
    place = 0
    while place < len(data):
        try:
            event = unpack(data, place)
            draft.check(event)
        except IndexError as error:
            problem = ParseError("an event", f"none at byte {place} ({error})")
            raise problem.at(source=f"event {len(draft.starts) + 1}") from None
        except ParseError as error:
            raise error.at(source=f"event {len(draft.starts) + 1}") from None
        draft.starts.append(place)
        place = event.end
    return draft.finished(end, data, line=2)


def _read_lines(stream: _Bounded) -> Trace:
    draft = _Draft(_record(stream.line(), 1, "start"))
    renamed = _RENAMED if draft.version == 1 else {}
    data = bytearray()
    for number in count(2):
        line = stream.line()
        record = _record(line, number)
        if record["event"] == "end":
            if after := stream.line():
                raise ParseError("nothing after the end", f"{after[:40]!r}", line=number + 1)
            return draft.finished(record, bytes(data), line=number)
        if len(line) > _LONGEST_EVENT:
            raise ParseError(f"an event of at most {_LONGEST_EVENT} bytes", "more", line=number)
        draft.starts.append(len(data))
        record["event"] = renamed.get(record["event"], record["event"])
        encode(_event(record, number), data)
        try:
            draft.check(unpack(data, draft.starts[-1]))
        except ParseError as error:
            raise error.at(line=number) from None
    raise AssertionError("lines have no end")


def _record(line: bytes, number: int, event: str | None = None) -> dict[str, Any]:
    expected = f"an object with 'event': {event or '...'!r}"
    if len(line) > _LONGEST_LINE:
        raise ParseError(f"a line of at most {_LONGEST_LINE} bytes", "more", line=number)
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        found = f"{line[:40]!r}" if line else "the end of the file"
        raise ParseError(expected, found, line=number) from None
    name = record.get("event") if isinstance(record, dict) else None
    if not isinstance(name, str) or (event is not None and name != event):
        raise ParseError(expected, f"{line[:40]!r}", line=number)
    return record  # type: ignore[no-any-return]


def _event(record: dict[str, Any], number: int) -> Event:
    name = record.pop("event")
    if name not in KINDS:
        raise ParseError(f"an event ({', '.join(KINDS)})", repr(name), line=number)
    for key, value in record.items():
        if key in _LISTS[name]:
            fits = isinstance(value, list) and all(map(_is_natural, value))
            record[key] = tuple(value) if fits else ()
        elif key == "cause":
            fits = key in _NUMBERS[name] and isinstance(value, str) and value in CAUSES
        else:
            fits = key in _NUMBERS[name] and _is_natural(value)
        if not fits:
            fields = ", ".join((*_NUMBERS[name], *_LISTS[name]))
            raise ParseError(f"fields of {name!r} ({fields})", f"{key}={value!r:.40}", line=number)
    return Event(name, **record)


_RENAMED = {"prune": "eliminate", "pruned": "eliminated"}
"""The names in version 1 that have changed; everything else is the same."""
_COUNTS_REFUSED = 3
"""The first version that counts refused values separately from dead ends."""
_NUMBERS = {name: (*kind.numbers, *WORK) for name, kind in KINDS.items()}
_LISTS = {name: kind.lists for name, kind in KINDS.items()}


def _is_natural(value: object) -> bool:
    return type(value) is int and 0 <= value < MOST


class _Draft:
    """A trace being read: what was run, and a checker for the events to come."""

    def __init__(self, start: dict[str, Any]) -> None:
        version = start.get("version")
        if not _is_natural(version) or not 1 <= cast("int", version) <= VERSION:
            raise ParseError(f"a version up to {VERSION}", f"{version!r:.40}", line=1)
        self.version = cast("int", version)
        self.starts = array("Q")
        counters = self._renamed(_field(start, "counters", list, 1))
        for name in counters:
            if name not in _COUNTERS or counters.count(name) > 1:
                raise ParseError("counters, each once", f"{name!r:.40}", line=1)
        keeps = _field(start, "keeps", str, 1)
        if keeps not in KEEPS:
            raise ParseError(f"keeps: {', '.join(KEEPS)}", f"{keeps!r:.40}", line=1)
        about, parts, self._name = (
            _field(start, name, str, 1) for name in ("about", "parts", "strategy")
        )
        self._seed = _field(start, "seed", int, 1)
        limit = _limit(_field(start, "limit", dict, 1))
        self._subject = Subject(about, parts, keeps, tuple(counters), limit)
        try:
            layout = _layout(start)
            rules = _rules(start, layout)
            self._puzzle = Puzzle.from_line(start.get("puzzle", ""), layout, rules=rules)
        except (LookupError, TypeError, ValueError, NonetError) as error:
            raise ParseError("a puzzle and its layout", f"{error!s:.80}", line=1) from None
        self.check = Checker(self._puzzle, keeps).check

    def _renamed(self, names: list[Any]) -> list[Any]:
        """Return counters by their current names."""
        if self.version != 1:
            return names
        return [_RENAMED.get(name, name) if isinstance(name, str) else name for name in names]

    def finished(self, end: dict[str, Any], data: bytes, line: int) -> Trace:
        """Return the trace with the outcome of the run."""
        layout = self._puzzle.layout
        status = next((s for s in STATUSES if s.word == end.get("status")), None)
        if status is None:
            words = ", ".join(status.word for status in STATUSES)
            raise ParseError(f"status: {words}", f"{end.get('status')!r:.40}", line=line)
        try:
            lines = _field(end, "solutions", list, line)
            solutions = tuple(Solution.from_line(text, layout) for text in lines)
        except (TypeError, ValueError, NonetError) as error:
            raise ParseError("solutions of the puzzle", f"{error!s:.80}", line=line) from None
        stopped_by = end.get("stopped_by")
        if not isinstance(stopped_by, str | None):
            raise ParseError("stopped_by: a text or null", f"{stopped_by!r:.40}", line=line)
        run = Run(
            method=self._name,
            puzzle=self._puzzle,
            status=status,
            solutions=solutions,
            seconds=_seconds(end.get("seconds"), line),
            seed=self._seed,
            counts=self._counts(_field(end, "counts", dict, line), line),
            stopped_by=stopped_by,
        )
        trace = Trace(run, self._subject, data, self.starts)
        return trace if self.version >= _COUNTS_REFUSED else _with_refused(trace)

    def _counts(self, counts: dict[str, Any], line: int) -> Counts:
        counters = self._subject.counters
        counts = dict(zip(self._renamed(list(counts)), counts.values(), strict=True))
        if set(counts) != set(counters) or not all(map(_is_natural, counts.values())):
            expected = f"counts, numbers of 0 or more: {', '.join(counters)}"
            raise ParseError(expected, f"{counts!r:.80}", line=line)
        return Counts(**counts)


_COUNTERS = tuple(field.name for field in fields(Counts))


def _with_refused(trace: Trace) -> Trace:
    """Count refused values separately; older files count them as dead ends."""
    run, subject = trace.run, trace.subject
    if subject.keeps != "digits" or "dead_ends" not in subject.counters:
        return trace
    counters = {*subject.counters, "refused"}
    trace = replace(
        trace, subject=replace(subject, counters=tuple(n for n in _COUNTERS if n in counters))
    )
    found = trace.counts
    counts = replace(run.counts, refused=found.refused, dead_ends=found.dead_ends)
    return replace(trace, run=replace(run, counts=counts))


def _field(record: dict[str, Any], name: str, kind: type, line: int) -> Any:
    """Return a field of a record that must have a type."""
    value = record.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        expected = f"{name}: {_TYPES[kind]}"
        found = f"{value!r:.40}" if name in record else "none"
        raise ParseError(expected, found, line=line)
    return value


_TYPES: dict[type, str] = {str: "a text", int: "an integer", list: "a list", dict: "an object"}


def _limit(found: dict[str, Any]) -> Limit:
    try:
        return Limit(**found)
    except (TypeError, NonetError) as error:
        raise ParseError("a limit", f"{error!s:.80}", line=1) from None


def _seconds(found: object, line: int) -> float:
    """Return a time; a file may give it as an integer, but not as NaN or infinity."""
    if isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found < COUNTABLE:
        return float(found)
    raise ParseError("seconds: a number of 0 or more", f"{found!r:.40}", line=line)


def _rules(start: dict[str, Any], layout: Layout) -> list[Rule]:
    """Return the rules of a puzzle; traces written before rules existed have none."""
    found = _field(start, "rules", list, 1) if "rules" in start else []
    return [rule_from_dict(record, layout) for record in found]


def _layout(start: dict[str, Any]) -> Layout:
    if start.get("regions") is not None:
        return Layout.of_regions(_field(start, "regions", str, 1))
    rows, columns = _field(start, "box", list, 1)
    return Layout(rows, columns)
