"""Traces in files: JSON Lines for every language, and a compact form for long ones."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from nonet.core.errors import ArgumentError, NonetError, ParseError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.lab.counts import Counts
from nonet.lab.method import Run
from nonet.lab.tracing.events import CAUSES, KINDS, VERSION, WORK, Event, decode, encode
from nonet.lab.tracing.record import Subject, Trace

_SUFFIXES = (".jsonl", ".jsonl.gz", ".trace")
_MOST_BYTES = 1 << 30
"""The most that a file may unpack to."""


def write_trace(trace: Trace, path: str | os.PathLike[str]) -> None:
    """Write a trace; the ending of the name tells how."""
    suffix = check_name(path)
    with _opened(path, suffix, "wb") as stream:
        if suffix == ".trace":
            stream.write(_line(start_of(trace)) + _line(end_of(trace)) + trace.data)
            return
        stream.write(_line(start_of(trace)))
        for event in trace:
            stream.write(_line(event.to_dict()))
        stream.write(_line(end_of(trace)))


def read_trace(path: str | os.PathLike[str]) -> Trace:
    """Read what `write_trace` wrote, and check that it hangs together."""
    suffix = check_name(path)
    try:
        with _opened(path, suffix, "rb") as stream:
            return _read_compact(stream) if suffix == ".trace" else _read_lines(stream)
    except ParseError as error:
        raise error.at(source=str(path)) from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ParseError("a whole gzip file", str(error), source=str(path)) from None


def start_of(trace: Trace) -> dict[str, Any]:
    """Return the first record: what was run, on which board."""
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
        "seed": run.seed,
        "limit": {name: getattr(limit, name) for name in Limit.__slots__},
    }


def end_of(trace: Trace) -> dict[str, Any]:
    """Return the last record: what the run came to."""
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
    """Return the ending that tells how a trace is kept; ArgumentError if it is no such name."""
    for suffix in _SUFFIXES:
        if str(path).endswith(suffix):
            return suffix
    raise ArgumentError(f"expected a name ending in {', '.join(_SUFFIXES)}, found {str(path)!r}")


def _opened(path: str | os.PathLike[str], suffix: str, mode: str) -> IO[bytes]:
    """Open a file as it is or through gzip, without a time inside: same trace, same file."""
    if suffix == ".jsonl":
        return cast("IO[bytes]", Path(path).open(mode))
    return cast("IO[bytes]", gzip.GzipFile(path, mode, mtime=0))


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def _read_compact(stream: IO[bytes]) -> Trace:
    content = stream.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise ParseError(f"at most {_MOST_BYTES} bytes", "more")
    start, _, rest = content.partition(b"\n")
    end, _, data = rest.partition(b"\n")
    draft = _Draft(_record(start, 1, "start"))
    place = 0
    while place < len(data):
        number = len(draft.starts) + 1
        try:
            event, after = decode(data, place)
        except IndexError as error:
            raise ParseError(f"event {number}", f"what is none at byte {place} ({error})") from None
        draft.add(event, f"event {number}")
        place = after
    return draft.finished(_record(end, 2, "end"))


def _read_lines(stream: IO[bytes]) -> Trace:
    lines = _lines(stream)
    _, first = next(lines, (1, b""))
    draft = _Draft(_record(first, 1, "start"))
    end = None
    for number, line in lines:
        if end is not None:
            raise ParseError("nothing after the end", repr(line[:40]), line=number)
        record = _record(line, number)
        if record["event"] == "end":
            end = record
        else:
            draft.add(_event(record, number), f"line {number}")
    if end is None:
        raise ParseError("a last line {'event': 'end', ...}", "the end of the file")
    return draft.finished(end)


def _lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    read = number = 0
    while line := stream.readline(_MOST_BYTES):
        number, read = number + 1, read + len(line)
        if read > _MOST_BYTES:
            raise ParseError(f"at most {_MOST_BYTES} bytes", "more", line=number)
        yield number, line


def _record(line: bytes, number: int, event: str | None = None) -> dict[str, Any]:
    expected = f"an object with 'event': {event or '...'!r}"
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise ParseError(expected, repr(line[:40]), line=number) from None
    found = record.get("event") if isinstance(record, dict) else None
    if not isinstance(found, str) or (event is not None and found != event):
        raise ParseError(expected, repr(line[:40]), line=number)
    return record  # type: ignore[no-any-return]


def _event(record: dict[str, Any], number: int) -> Event:
    name = record.pop("event")
    if name not in KINDS:
        raise ParseError(f"an event ({', '.join(KINDS)})", repr(name), line=number)
    kind = KINDS[name]
    for key, value in record.items():
        if key == "cause":
            fits = value in CAUSES
        elif key in kind.lists:
            fits = isinstance(value, list) and all(_is_natural(item) for item in value)
            record[key] = tuple(value) if fits else ()
        else:
            fits = key in (*kind.numbers, *WORK) and _is_natural(value)
        if not fits:
            fields = ", ".join((*kind.numbers, *kind.lists, *WORK))
            raise ParseError(f"fields of {name!r} ({fields})", f"{key}={value!r:.40}", line=number)
    return Event(name, **record)


def _is_natural(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 60


class _Draft:
    """A trace being read: its events are checked against the board and the nodes so far."""

    def __init__(self, start: dict[str, Any]) -> None:
        self._start = start
        self.starts = array("Q")
        self._data = bytearray()
        self._nodes = 1
        if not isinstance(start.get("version"), int) or start["version"] > VERSION:
            expected = f"a version up to {VERSION}"
            raise ParseError(expected, repr(start.get("version")), line=1)
        try:
            layout = _layout(start)
            self.puzzle = Puzzle.from_line(start["puzzle"], layout)
            limit = Limit(**start["limit"])
            texts = (start["about"], start["parts"], start["keeps"], start["strategy"])
            if not all(isinstance(text, str) for text in texts):
                raise TypeError("a text is missing")
            Counts(**dict.fromkeys(start["counters"], 0))
            self.subject = Subject(*texts[:3], tuple(start["counters"]), limit)
            self.seed = int(start["seed"])
        except (KeyError, TypeError, ValueError, NonetError) as error:
            raise ParseError("the facts of a run", f"{error}", line=1) from None
        size = layout.size
        self._bounds = {
            **dict.fromkeys(("cell", "other", "by", "cells", "others"), (0, size * size - 1)),
            **dict.fromkeys(("digit", "values", "refused"), (1, size)),
            "house": (0, len(layout.houses) - 1),
        }

    def add(self, event: Event, place: str) -> None:
        """Take an event in, if its cells, digits and nodes exist."""
        kind = KINDS[event.kind]
        for name in (*kind.numbers, *kind.lists):
            value = getattr(event, name)
            low, high = self._bounds.get(name, (0, None))
            if name in ("node", "parent", "to"):
                high = self._nodes - (event.kind != "assign" or name != "node")
            for number in value if isinstance(value, tuple) else (value,):
                wrong = isinstance(number, int) and not low <= number <= (high or number)
                if wrong or (number is None and name in _NEEDED.get(event.kind, ())):
                    expected = f"{name} from {low} to {high}"
                    raise ParseError(f"{place}: {expected}", f"{number}")
        self._check_shape(event, place)
        if event.kind == "assign":
            self._nodes += 1
        self.starts.append(len(self._data))
        encode(event, self._data)

    def _check_shape(self, event: Event, place: str) -> None:
        cells = self.puzzle.layout.cell_count
        if event.kind == "fill" and len(event.values) != cells:
            raise ParseError(f"{place}: {cells} values", f"{len(event.values)}")
        options = event.options if len(event.places) % 2 == 0 else [(cells, 0)]
        if any(not 0 <= cell < cells for cell, _ in options):
            raise ParseError(f"{place}: places as cell, digit, ...", f"{list(event.places)!r:.60}")
        if event.kind == "assign" and event.node != self._nodes:
            raise ParseError(f"{place}: node {self._nodes}", f"node {event.node}")

    def finished(self, end: dict[str, Any]) -> Trace:
        """Return the trace with what the run came to."""
        try:
            layout = self.puzzle.layout
            run = Run(
                method=self._start["strategy"],
                puzzle=self.puzzle,
                status=next(status for status in Status if status.word == end["status"]),
                solutions=tuple(Solution.from_line(line, layout) for line in end["solutions"]),
                seconds=float(end["seconds"]),
                seed=self.seed,
                counts=Counts(**end["counts"]),
                stopped_by=end["stopped_by"],
            )
        except (KeyError, TypeError, ValueError, StopIteration, NonetError) as error:
            raise ParseError("what the run came to", f"{error!r:.80}") from None
        return Trace(run, self.subject, bytes(self._data), self.starts)


_NEEDED = {
    "choose": ("node", "waiting"),
    "assign": ("node", "parent", "cell", "digit"),
    "prune": ("digit", "cause"),
    "place": ("cell", "digit", "cause"),
    "dead_end": ("node", "cause"),
    "backtrack": ("node",),
    "solution": ("node",),
    "skip": ("node", "cell", "digit"),
    "cut": ("node", "cell", "digit"),
    "move": ("cell", "other"),
}
"""The numbers that an event cannot do without."""


def _layout(start: dict[str, Any]) -> Layout:
    if start.get("regions") is not None:
        return Layout.of_regions(start["regions"])
    return Layout(*start["box"])
