"""Traces in files: what is written is read again, what is no trace is refused, the schema."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import nonet
from cases import examples, some
from nonet import lab
from nonet.lab.tracing import files
from nonet.lab.tracing.events import KINDS, NEEDED, Event, decode, encode
from traced import (
    BOARDS,
    BREADTH,
    METHODS,
    SUFFIXES,
    WITNESSED,
    as_places,
    from_the_end,
    two_cells,
)


def small_traces() -> list[lab.Trace]:
    limit = nonet.Limit(solutions=2, nodes=60)
    boards = [WITNESSED[name] for name in ("small", "several", "clash", "small jigsaw")]
    deepening = nonet.Limit(solutions=None, nodes=200)
    return [
        *(lab.trace(m, board, limit=limit, events=150) for m in METHODS for board in boards),
        lab.trace("iterative-deepening", WITNESSED["open"], limit=deepening),
        lab.trace(replace(BREADTH, select=as_places), WITNESSED["open"], limit=deepening),
        lab.trace(replace(BREADTH, inference=from_the_end), WITNESSED["several"], limit=deepening),
        lab.trace(replace(BREADTH, select=two_cells), WITNESSED["open"], limit=deepening),
    ]


TRACES = small_traces()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files_round_trip(suffix: str, tmp_path: Path) -> None:
    for trace in some(TRACES, 3):
        first, second = tmp_path / f"first{suffix}", tmp_path / f"second{suffix}"
        trace.write(first)
        again = lab.Trace.read(first)
        again.write(second)
        assert first.read_bytes() == second.read_bytes()
        assert list(again) == list(trace) and again.data == trace.data
        assert again.run == trace.run and again.subject == trace.subject
        assert again.starts == trace.starts and again.counts == trace.counts


@pytest.mark.parametrize("one", SUFFIXES)
@pytest.mark.parametrize("other", SUFFIXES)
def test_formats_hold_the_same(one: str, other: str, tmp_path: Path) -> None:
    for trace in TRACES[::9]:
        trace.write(tmp_path / f"a{one}")
        lab.Trace.read(tmp_path / f"a{one}").write(tmp_path / f"b{other}")
        trace.write(tmp_path / f"c{other}")
        assert (tmp_path / f"b{other}").read_bytes() == (tmp_path / f"c{other}").read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_refused_values_that_an_older_file_has_as_dead_ends(suffix: str, tmp_path: Path) -> None:
    for trace in (SAMPLE, lab.trace("singles", BOARDS["hard"]), FILLED):
        start, *events, end = lines_of(trace)
        start |= {"version": 2, "counters": [n for n in start["counters"] if n != "refused"]}
        refused = end["counts"].pop("refused", 0)
        if "dead_ends" in end["counts"]:
            end["counts"]["dead_ends"] += refused
        path = tmp_path / f"older{suffix}"
        content = joined([start, *events, end])
        if suffix == ".trace":
            content = gzip.compress(joined([start, end]) + trace.data)
        elif suffix.endswith(".gz"):
            content = gzip.compress(content)
        path.write_bytes(content)
        again = lab.Trace.read(path)
        assert again.run == trace.run and again.subject == trace.subject
        assert again.counts == trace.counts


def test_names_of_files(tmp_path: Path) -> None:
    for reading in (lab.Trace.read, TRACES[0].write):
        with pytest.raises(nonet.ArgumentError, match=r"ending in \.jsonl, .*found 'x\.json'"):
            reading("x.json")
    for suffix in SUFFIXES:
        with pytest.raises(FileNotFoundError):
            lab.Trace.read(tmp_path / f"none{suffix}")


SAMPLE = lab.trace("backtracking", BOARDS["small"])
FILLED = lab.trace("min-conflicts", BOARDS["small"])


def lines_of(trace: lab.Trace) -> list[dict[str, Any]]:
    return [files.start_of(trace), *(event.to_dict() for event in trace), files.end_of(trace)]


def joined(records: list[Any]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def changed(line: int, **fields: Any) -> bytes:
    records = lines_of(SAMPLE)
    records[line] = records[line] | fields
    return joined(records)


def without(line: int, field: str) -> bytes:
    records = lines_of(SAMPLE)
    del records[line][field]
    return joined(records)


def inserted(line: int, record: Any, trace: lab.Trace = SAMPLE) -> bytes:
    records: list[Any] = lines_of(trace)
    return joined([*records[:line], record, *records[line:]])


CHOOSE, ASSIGN = {"event": "choose", "node": 0, "waiting": 0}, {"event": "assign"}
BAD: dict[str, tuple[bytes, int]] = {
    "nothing": (b"", 1),
    "no JSON": (b"{\n", 1),
    "no object": (b"[1]\n", 1),
    "no event": (b'{"version": 1}\n', 1),
    "an event first": (joined(lines_of(SAMPLE)[1:]), 1),
    "deep": (b'{"event":' + b"[" * 100_000 + b"\n", 1),
    "no UTF-8": (b'{"event":"\xff"}\n', 1),
    "an endless number": (changed(0).replace(b'"seed": 0', b'"seed": ' + b"9" * 5000), 1),
    "a later version": (changed(0, version=4), 1),
    "version 0": (changed(0, version=0), 1),
    "version true": (changed(0, version=True), 1),
    "no version": (without(0, "version"), 1),
    "no puzzle": (without(0, "puzzle"), 1),
    "a short puzzle": (changed(0, puzzle="...."), 1),
    "a puzzle that is a number": (changed(0, puzzle=4), 1),
    "no box": (changed(0, box=None), 1),
    "three sides": (changed(0, box=[2, 2, 2]), 1),
    "a huge box": (changed(0, box=[2**40, 2]), 1),
    "regions in a list": (changed(0, regions=[[1]]), 1),
    "counters that are none": (changed(0, counters=["x"]), 1),
    "counters in a text": (changed(0, counters="checks"), 1),
    "counters in lists": (changed(0, counters=[["checks"]]), 1),
    "a counter twice": (changed(0, counters=["checks", "checks"]), 1),
    "no limit": (changed(0, limit=None), 1),
    "a limit of -1": (changed(0, limit={"nodes": -1}), 1),
    "a limit of its own": (changed(0, limit={"x": 1}), 1),
    "boards of something else": (changed(0, keeps="x"), 1),
    "a seed in words": (changed(0, seed="1"), 1),
    "a name that is a number": (changed(0, strategy=1), 1),
    "an unknown kind": (inserted(1, {"event": "jump"}), 2),
    "a kind in a list": (inserted(1, {"event": []}), 2),
    "a start again": (inserted(1, lines_of(SAMPLE)[0]), 2),
    "an unknown field": (changed(1, x=1), 2),
    "a field of another kind": (changed(1, parent=0), 2),
    "a cause where none is": (changed(1, cause="placed"), 2),
    "an unknown cause": (inserted(1, {"event": "dead_end", "node": 0, "cause": "x"}), 2),
    "a cause in a list": (inserted(1, {"event": "dead_end", "node": 0, "cause": []}), 2),
    "a cause without its cell": (
        inserted(1, {"event": "eliminate", "digit": 1, "cells": [0], "cause": "placed"}),
        2,
    ),
    "a cause of another kind": (
        inserted(1, {"event": "place", "cell": 0, "digit": 1, "cause": "placed"}),
        2,
    ),
    "a node that is not there": (changed(1, node=1), 2),
    "no node": (without(1, "node"), 2),
    "a negative node": (changed(1, node=-1), 2),
    "a fraction": (changed(1, node=0.0), 2),
    "a truth": (changed(1, node=False), 2),
    "null": (changed(1, node=None), 2),
    "NaN": (changed(1, node=float("nan")), 2),
    "a huge number": (changed(1, waiting=2**31), 2),
    "a cell outside": (changed(1, cell=16), 2),
    "a digit outside": (changed(1, values=[5]), 2),
    "the digit 0": (changed(1, values=[0]), 2),
    "a list that is a number": (changed(1, values=1), 2),
    "a list of lists": (changed(1, values=[[1]]), 2),
    "a number that is a list": (changed(1, cell=[1]), 2),
    "values without a cell": (without(1, "cell"), 2),
    "values and places": (changed(1, places=[1, 1]), 2),
    "places that are odd": (inserted(1, CHOOSE | {"places": [1]}), 2),
    "places outside": (inserted(1, CHOOSE | {"places": [16, 1]}), 2),
    "places of a digit 0": (inserted(1, CHOOSE | {"places": [1, 0]}), 2),
    "a node out of turn": (changed(2, node=2), 3),
    "a parent that is not there": (changed(2, parent=1), 3),
    "no digit": (without(2, "digit"), 3),
    "a house outside": (inserted(1, {"event": "dead_end", "node": 0, "house": 12}), 2),
    "nothing struck": (
        inserted(1, {"event": "eliminate", "digit": 1, "cells": [], "cause": "inference"}),
        2,
    ),
    "a conclusion too late": (
        inserted(2, {"event": "place", "cell": 1, "digit": 1, "cause": "inference"}),
        3,
    ),
    "back to the wrong node": (inserted(2, {"event": "backtrack", "node": 0, "to": 0}), 3),
    "a swap on an open board": (
        inserted(1, {"event": "move", "cell": 0, "other": 1, "cost": 1}),
        2,
    ),
    "a value on a full board": (inserted(2, CHOOSE, FILLED), 3),
    "a board with a hole": (inserted(1, {"event": "fill", "cost": 1, "values": [1]}, FILLED), 2),
    "a swap without a cost": (inserted(2, {"event": "move", "cell": 0, "other": 1}, FILLED), 3),
    "a solution of another node": (inserted(2, {"event": "solution", "node": 1}, FILLED), 3),
    "no end": (joined(lines_of(SAMPLE)[:-1]), len(SAMPLE) + 2),
    "more after the end": (joined([*lines_of(SAMPLE), CHOOSE]), len(SAMPLE) + 3),
    "an unknown status": (changed(-1, status="x"), len(SAMPLE) + 2),
    "a status in a list": (changed(-1, status=[]), len(SAMPLE) + 2),
    "no seconds": (changed(-1, seconds=None), len(SAMPLE) + 2),
    "seconds that are NaN": (changed(-1, seconds=float("nan")), len(SAMPLE) + 2),
    "endless seconds": (changed(-1, seconds=float("inf")), len(SAMPLE) + 2),
    "huge seconds": (changed(-1, seconds=10**400), len(SAMPLE) + 2),
    "negative seconds": (changed(-1, seconds=-1), len(SAMPLE) + 2),
    "solutions in a number": (changed(-1, solutions=1), len(SAMPLE) + 2),
    "solutions in numbers": (changed(-1, solutions=[1]), len(SAMPLE) + 2),
    "a solution with a hole": (changed(-1, solutions=["." * 16]), len(SAMPLE) + 2),
    "counts in words": (changed(-1, counts={"checks": "x"}), len(SAMPLE) + 2),
    "no counts": (changed(-1, counts={}), len(SAMPLE) + 2),
    "stopped by a number": (changed(-1, stopped_by=1), len(SAMPLE) + 2),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_trace_is_told_with_its_place(name: str, tmp_path: Path) -> None:
    content, line = BAD[name]
    for suffix, written in ((".jsonl", content), (".jsonl.gz", gzip.compress(content))):
        path = tmp_path / f"bad{suffix}"
        path.write_bytes(written)
        with pytest.raises(nonet.ParseError) as caught:
            lab.Trace.read(path)
        assert (caught.value.line, caught.value.source) == (line, str(path))
        assert caught.value.expected and caught.value.found
        assert len(str(caught.value)) < 400 + len(str(path))


def compact(data: bytes, trace: lab.Trace = SAMPLE) -> bytes:
    start, *_, end = lines_of(trace)
    return joined([start, end]) + data


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (SAMPLE.data[:-1], len(SAMPLE)),
        (SAMPLE.data + b"\x0c\x00\x00", len(SAMPLE) + 1),
        (SAMPLE.data + b"\x80", len(SAMPLE) + 1),
        (b"\x00\x00\x00\x01\x01\x01\xff\xff\xff\xff\xff\xff\xff\x7f", 1),
        (b"\x00" + b"\xff" * 5000, 1),
        (b"\x00\x00\x00\x02\x01\x01\x00\x00\x00", 1),
        (b"\x04\x00\x00\x01\x0b\x00\x00\x00\x00", 1),
    ],
)
def test_compact_events_that_are_none(data: bytes, event: int, tmp_path: Path) -> None:
    path = tmp_path / "bad.trace"
    path.write_bytes(gzip.compress(compact(data)))
    with pytest.raises(nonet.ParseError) as caught:
        lab.Trace.read(path)
    assert caught.value.source == f"{path}, event {event}"


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".trace"])
def test_gzip_that_is_none(suffix: str, tmp_path: Path) -> None:
    whole, path = tmp_path / f"whole{suffix}", tmp_path / f"bad{suffix}"
    SAMPLE.write(whole)
    content = whole.read_bytes()
    broken = bytes([*content[:-6], content[-6] ^ 1, *content[-5:]])
    for bad in (content[:-9], content[:20], broken, content + b"x", b"x" * 50, content[10:]):
        path.write_bytes(bad)
        with pytest.raises(nonet.ParseError, match="bad"):
            lab.Trace.read(path)


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".trace"])
def test_a_bomb_is_put_aside(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(files._MOST_BYTES, suffix, 100_000)
    path = tmp_path / f"bomb{suffix}"
    start, *_, end = lines_of(SAMPLE)
    restarts = b'{"event":"restart"}\n' if suffix != ".trace" else b"\x09\x00\x00"
    head = joined([start]) if suffix != ".trace" else joined([start, end])
    path.write_bytes(gzip.compress(head + restarts * 50_000))
    with pytest.raises(nonet.ParseError, match="expected at most 100000 bytes, found more"):
        lab.Trace.read(path)
    monkeypatch.setattr(files, "_LONGEST_LINE", 5000)
    monkeypatch.setattr(files, "_LONGEST_EVENT", 2000)
    for length in (1500, 3000, 6000):
        record = {"event": "choose", "values": [1] * length}
        path.write_bytes(gzip.compress(joined([start, record, end])))
        with pytest.raises(nonet.ParseError):
            lab.Trace.read(path)


def explored(trace: lab.Trace, path: Path) -> None:
    """Do everything with a trace that can be done."""
    for index, event in enumerate(trace):
        moment = trace.at(index)
        assert moment.event == event and moment.words
    assert trace.counts
    for suffix in SUFFIXES:
        trace.write(path / f"again{suffix}")
        again = lab.Trace.read(path / f"again{suffix}")
        assert list(again) == list(trace) and again.run == trace.run


def read_or_refuse(content: bytes, suffix: str, folder: Path) -> None:
    path = folder / f"any{suffix}"
    path.write_bytes(content if suffix == ".jsonl" else gzip.compress(content, 1))
    try:
        trace = lab.Trace.read(path)
    except nonet.ParseError:
        return
    explored(trace, folder)


SHARED = settings(
    max_examples=examples(80),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
SHORT = [t for t in TRACES if len(t) <= 60]


@SHARED
@given(content=st.binary(max_size=200), suffix=st.sampled_from(SUFFIXES))
def test_any_bytes(content: bytes, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"raw{suffix}"
    path.write_bytes(content)
    with pytest.raises(nonet.ParseError):
        lab.Trace.read(path)
    read_or_refuse(content, suffix, tmp_path)


@SHARED
@given(trace=st.sampled_from(SHORT), data=st.binary(max_size=60), keep=st.integers(0, 400))
def test_any_compact_events(trace: lab.Trace, data: bytes, keep: int, tmp_path: Path) -> None:
    read_or_refuse(compact(trace.data[:keep] + data, trace), ".trace", tmp_path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 20) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
NUMBERS = st.integers(0, 6) | st.lists(st.integers(0, 6), max_size=4)


@SHARED
@given(trace=st.sampled_from(SHORT), data=st.data())
def test_changed_fields(trace: lab.Trace, data: st.DataObject, tmp_path: Path) -> None:
    records = lines_of(trace)
    for _ in range(data.draw(st.integers(1, 3))):
        record = records[data.draw(st.integers(0, len(records) - 1))]
        name = data.draw(
            st.sampled_from([*record, *KINDS.get(str(record["event"]), KINDS["restart"]).numbers])
        )
        record[name] = data.draw(NUMBERS | JSON)
    read_or_refuse(joined(records), ".jsonl", tmp_path)


@SHARED
@given(trace=st.sampled_from(SHORT), data=st.data())
def test_changed_order(trace: lab.Trace, data: st.DataObject, tmp_path: Path) -> None:
    """Lines moved, doubled and lost; bytes changed."""
    lines = joined(lines_of(trace)).splitlines(keepends=True)
    places = st.integers(0, len(lines) - 1)
    change: Callable[[int, int], None] = data.draw(
        st.sampled_from([lambda a, b: lines.insert(a, lines[b]), lambda a, _: lines.pop(a)])
    )
    change(data.draw(places), data.draw(places))
    content = bytearray(b"".join(lines))
    for _ in range(data.draw(st.integers(0, 2))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(32, 126))
    read_or_refuse(bytes(content), ".jsonl", tmp_path)


numbers = st.none() | st.integers(0, 2**31 - 2)


@given(data=st.data(), kind=st.sampled_from(list(KINDS)))
def test_events_are_encoded_and_decoded(data: st.DataObject, kind: str) -> None:
    fields: dict[str, Any] = {}
    for name in KINDS[kind].numbers:
        fields[name] = data.draw(numbers)
    if "cause" in fields:
        fields["cause"] = data.draw(st.none() | st.sampled_from(list(lab.tracing.events.CAUSES)))
    for name in KINDS[kind].lists:
        lengths = st.integers(0, 300)
        fields[name] = tuple(data.draw(st.lists(lengths, max_size=5))) * data.draw(
            st.sampled_from([1, 60])
        )
    for name in ("checks", "revisions"):
        fields[name] = data.draw(st.integers(0, 2**31 - 1))
    event, written = Event(kind, **fields), bytearray(b"..")
    encode(event, written)
    assert decode(bytes(written) + b"\x00", 2) == (event, len(written))


def test_the_bytes_that_the_page_shows() -> None:
    page = (Path(__file__).parents[3] / "docs" / "trace.md").read_text("utf-8")
    shown = re.findall(r"^{\"event\".*}$", page, re.MULTILINE)
    written = bytearray()
    for number, line in enumerate(shown):
        encode(files._event(json.loads(line), number), written)
    codes = re.findall(r"`([0-9a-f]{2}(?: [0-9a-f]{2})+)`", page)
    assert len(shown) == len(codes) == 2 and bytes.fromhex(" ".join(codes)) == written


# The schema


SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[3] / "docs" / "schema" / "trace.schema.json").read_text("utf-8")
)


def test_lines_fit_the_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA)
    seen = set()
    for trace in [*TRACES[::20], *TRACES[-4:]]:
        for record in lines_of(trace):
            error = next(validator.iter_errors(record), None)
            assert error is None, f"{record}: {error}"
            seen.add(record["event"])
    assert seen == {"start", "end", *KINDS}


def test_the_schema_refuses() -> None:
    validator = Draft202012Validator(SCHEMA)
    for record in lines_of(SAMPLE):
        for change in ({"x": 1}, {"event": "x"}, {"version": 2, "node": -1, "status": "x"}):
            assert not validator.is_valid(record | change)
        for name in ("event", *NEEDED.get(record["event"], ("version", "status"))):
            if name in record:
                assert not validator.is_valid({k: v for k, v in record.items() if k != name})
