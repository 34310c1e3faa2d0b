"""The pipeline says what the verbs of the API say, and takes no slow path where it need not."""

from __future__ import annotations

import json
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet as api
from boards import EASY, EASY_SOLUTION, HARD, SIX
from cases import examples
from command import Nonet
from nonet.batch.columns import Json
from nonet.batch.judging import are_right, have_clash
from nonet.batch.reading import _extra
from nonet.batch.solving import Solve
from nonet.cli import run as run_command
from nonet.core.puzzle import find_conflicts
from nonet.documents import csv_file, jsonl_file
from nonet.engines.compiled import CompiledEngine
from nonet.engines.scalar import ScalarEngine
from nonet.files.items import Reading, TableRows
from nonet.files.streams import LineStream
from nonet.judge import judge
from nonet.notations import parsing

FOUR = "...4..1.2.4..3.."
CLASH = "55" + "." * 79
LISTED = [EASY, HARD, "." * 81, CLASH, EASY_SOLUTION, FOUR, SIX, "11" + "." * 14, EASY]


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    (tmp_path / "in.txt").write_text("".join(f"{line}\n" for line in LISTED))
    return tmp_path


# The same answers as the API's


def without_time(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "stats": {**record["stats"], "seconds": None}}


@pytest.mark.parametrize(
    "limit", [api.Limit(2), api.Limit(1), api.Limit(3), api.Limit(2, nodes=2)], ids=str
)
@pytest.mark.parametrize("engine", [None, "scalar", "general", "dlx"])
def test_json_is_that_of_the_results(
    quick: Nonet, listed: Path, limit: api.Limit, engine: str | None
) -> None:
    lines = LISTED if engine != "scalar" else [line for line in LISTED if len(line) == 81]
    (listed / "in.txt").write_text("".join(f"{line}\n" for line in lines))
    options = ["--limit", str(limit.solutions)]
    options += ["--nodes", str(limit.nodes)] if limit.nodes else []
    options += ["--engine", engine] if engine else []
    run = quick("solve", "--json", "in.txt", *options)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    for number, (record, line) in enumerate(zip(found, lines, strict=True), start=1):
        assert (record.pop("source"), record.pop("line")) == ("in.txt", number)
        expected = api.solve(line, limit=limit, engine=engine).to_dict()
        assert list(record) == list(expected)
        record, expected = without_time(record), without_time(expected)
        if record["status"] == "multiple":  # Some of several, and perhaps not the same.
            assert all(api.check(one, line) for one in record["solutions"])
            assert len(record.pop("solutions")) == len(expected.pop("solutions"))
            del record["stats"], expected["stats"]
        elif record["engine"] == "lanes":  # Alone, a puzzle is searched on all lanes at once.
            assert record.pop("stats")["guesses"] <= expected.pop("stats")["guesses"]
        assert record == expected


@pytest.mark.parametrize("limit", [None, 1, 2, 3, 100])
def test_counts_are_those_of_the_api(quick: Nonet, listed: Path, limit: int | None) -> None:
    lines = [line for line in LISTED if line != "." * 81]
    (listed / "in.txt").write_text("".join(f"{line}\n" for line in lines))
    options = [] if limit is None else ["--limit", str(limit)]
    run = quick("count", "in.txt", *options)
    assert run.stdout.splitlines() == [str(api.count(line, limit=limit)) for line in lines]
    found = [
        json.loads(line)
        for line in quick("count", "--json", "in.txt", *options).stdout.splitlines()
    ]
    counts = [api.count(line, limit=limit) for line in lines]
    assert [(one["count"], one["exact"]) for one in found] == [(int(c), c.exact) for c in counts]
    assert [one["line"] for one in found] == [*range(1, len(lines) + 1)]


GRIDS = st.one_of(
    st.just(EASY_SOLUTION),
    st.just(EASY),
    st.text("123456789", min_size=81, max_size=81),
    st.tuples(st.integers(0, 80), st.sampled_from(".123456789")).map(
        lambda change: EASY_SOLUTION[: change[0]] + change[1] + EASY_SOLUTION[change[0] + 1 :]
    ),
)


@settings(max_examples=examples(60))
@given(st.lists(GRIDS, min_size=1, max_size=6))
def test_many_grids_are_judged_as_one_is(lines: list[str]) -> None:
    grids = [api.parse(line) for line in lines]
    cells = np.array([list(grid.cells) for grid in grids], dtype=np.uint8)
    givens = np.array([list(api.parse(EASY).cells)] * len(lines), dtype=np.uint8)
    layout = grids[0].layout
    assert are_right(cells, layout).tolist() == [bool(judge(grid)) for grid in grids]
    asked = api.parse(EASY)
    expected = [bool(judge(grid, asked)) for grid in grids]
    assert are_right(cells, layout, givens).tolist() == expected
    assert have_clash(cells, layout).tolist() == [bool(find_conflicts(grid)) for grid in grids]


def test_solutions_are_checked_as_the_api_checks(quick: Nonet, tmp_path: Path) -> None:
    grids = [EASY_SOLUTION, EASY, "1" * 81, EASY_SOLUTION[::-1], f"1{EASY_SOLUTION[1:]}", FOUR]
    (tmp_path / "grids.txt").write_text("".join(f"{grid}\n" for grid in grids))
    (tmp_path / "asked.txt").write_text(f"{EASY}\n" * len(grids))
    for args in (["grids.txt"], ["grids.txt", "asked.txt"]):
        run = quick("check", "--json", *args)
        found = [json.loads(line) for line in run.stdout.splitlines()]
        asked = EASY if len(args) == 2 else None
        for record, grid in zip(found[:-1], grids, strict=False):
            assert record["problems"] == list(api.check(grid, asked).problems)
            assert record["right"] == bool(api.check(grid, asked))
        said = "the puzzle is 9x9" if asked else "r1c1 is empty"
        assert found[-1]["problems"][0].startswith(said)


# No slow path


def fail(*_: Any, **__: Any) -> Any:
    raise AssertionError("a slow path was taken")


PLAIN = {
    "solve": ["solve", "in.txt"],
    "solve, JSON": ["solve", "--json", "in.txt"],
    "solve, CSV": ["solve", "in.csv", "-o", "out.csv"],
    "solve, quoted CSV": ["solve", "quoted.csv", "-o", "out.csv"],
    "solve, JSON Lines": ["solve", "in.jsonl", "-o", "out.jsonl"],
    "solve, Parquet": ["solve", "in.parquet", "-o", "out.parquet"],
    "solve, an engine": ["solve", "--engine", "scalar", "in.txt"],
    "solve, confirmed": ["solve", "--confirm", "scalar", "in.txt"],
    "solve, JSON confirmed": ["solve", "--json", "--confirm", "scalar", "in.txt"],
    "count": ["count", "in.txt"],
    "convert": ["convert", "in.txt"],
    "convert to sdm": ["convert", "in.txt", "-o", "out.sdm"],
    "convert to JSON Lines": ["convert", "in.txt", "-o", "out.jsonl"],
    "check": ["check", "solved.txt"],
    "check, with puzzles": ["check", "solved.txt", "in.txt"],
    "check, a table": ["check", "in.csv"],
}


@pytest.mark.parametrize("args", PLAIN.values(), ids=PLAIN)
def test_plain_rows_are_answered_by_the_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.txt").write_text(f"{EASY}\n{HARD}\n" * 50)
    (tmp_path / "solved.txt").write_text(
        f"{EASY_SOLUTION} unique\n{api.solve(HARD).solution}\n" * 50
    )
    rows = [f"{i},{EASY},{EASY_SOLUTION}\n" for i in range(100)]
    # The first row of a table comes with its names, and the first lines of a list tell what it is.
    (tmp_path / "in.csv").write_text(f"id,puzzle,solution\n{''.join(rows)}")
    objects = [json.dumps({"id": i, "puzzle": EASY, "solution": None}) for i in range(100)]
    (tmp_path / "in.jsonl").write_text("".join(f"{one}\n" for one in objects))
    quoted = [f'{i},"{EASY}","a, b"\n' for i in range(100)]
    (tmp_path / "quoted.csv").write_text(f"id,puzzle,note\n{''.join(quoted)}")
    if "in.parquet" in args:
        pytest.importorskip("pyarrow")
        assert run_command(["solve", "in.txt", "-o", "in.parquet"]) == 0
    calls = []
    parse = Reading.parse
    monkeypatch.setattr(Reading, "parse", lambda *a: calls.append(a) or parse(*a))
    if not args[1].endswith((".csv", ".jsonl")):
        monkeypatch.setattr(Solve, "_one_by_one", fail)
    monkeypatch.setattr("nonet.batch.checking.judge", fail)
    assert run_command(args) == 0
    assert len(calls) <= 1


def test_a_line_break_keeps_no_line_from_being_read_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = api.parse(EASY)
    monkeypatch.setattr(parsing, "_detector", fail)
    for text in (EASY, f"{EASY}\n", f"{EASY}\r\n", f"{EASY}\n".encode(), f"{EASY}\r\n".encode()):
        assert api.parse(text) == expected and api.parse(text).notation == "line"


def test_many_solutions_are_counted_by_the_core(
    quick: Nonet, listed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        EASY,
        EASY.replace("5", ".").replace("3", "."),
        CLASH,
        "." * 16,
        SIX,
        EASY[:40] + "." * 41,
    ]
    expected = [str(api.count(line, limit=500)) for line in lines]
    (listed / "in.txt").write_text("".join(f"{line}\n" for line in lines))
    with monkeypatch.context() as patch:
        patch.setattr(CompiledEngine, "search", fail)
        assert quick("count", "--limit", "500", "in.txt").stdout.splitlines() == expected
    # Those with very many are counted one by one, each on all cores.
    monkeypatch.setattr("nonet.batch.counting._MANY", 7)
    assert quick("count", "--limit", "500", "in.txt").stdout.splitlines() == expected
    assert quick("count", "--limit", "5", "in.txt").stdout.splitlines() == [
        str(api.count(line, limit=5)) for line in lines
    ]


# Confirming


def test_an_answer_that_differs_is_asked_for_again(
    quick: Nonet, listed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (listed / "in.txt").write_text(f"{EASY}\n{HARD}\n{'.' * 81}\n{CLASH}\n")
    right = quick("solve", "--confirm", "scalar", "in.txt")
    assert right.returncode == 0 and "scalar confirmed 4 of 4" in right.stderr
    answer_rows = ScalarEngine.answer_rows

    def lies(*args: Any, **options: Any) -> Any:
        answers = answer_rows(*args, **options)
        answers.solutions[:, :2] = answers.solutions[:, 1::-1]
        return answers

    monkeypatch.setattr(ScalarEngine, "answer_rows", lies)
    asked = []
    one_by_one = Solve._one_by_one

    def seen(self: Solve, chunk: Any, *args: Any) -> Any:
        asked.extend(range(len(chunk)))
        return one_by_one(self, chunk, *args)

    monkeypatch.setattr(Solve, "_one_by_one", seen)
    again = quick("solve", "--confirm", "scalar", "in.txt")
    assert (again.stdout, again.stderr) == (right.stdout, right.stderr)
    assert len(asked) == 3  # Nobody can lie about a solution where there is none.


def test_engines_that_disagree_are_told_in_every_form(
    quick: Nonet, listed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (listed / "in.txt").write_text(f"{EASY}\n{HARD}\n")
    solve = ScalarEngine.solve

    def lies(self: ScalarEngine, puzzle: api.Puzzle, *args: Any, **options: Any) -> api.Result:
        return solve(self, api.parse("." * 81), *args, **options)

    monkeypatch.setattr(ScalarEngine, "solve", lies)
    monkeypatch.setattr(Solve, "_takes_rows", lambda *_: False)
    run = quick("solve", "--confirm", "scalar", "in.txt")
    assert run.returncode == 4 and run.stdout == f"{'.' * 81} disagreement\n" * 2
    assert "in.txt, line 1: engines disagree" in run.stderr
    run = quick("solve", "--confirm", "scalar", "--json", "in.txt")
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [one["status"] for one in found] == ["disagreement"] * 2
    assert [len(one["answers"]) for one in found] == [2, 2]
    run = quick("solve", "--confirm", "scalar", "--format", "jsonl", "in.txt")
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert found[1]["puzzle"] == HARD and "line 2: engines disagree" in found[1]["error"]


# Tables in blocks


CELLS = st.sampled_from(
    [EASY, HARD, f'"{EASY}"', "oops", "", FOUR, "a b", '"a, b"', '"a ""b"""', '"a\nb"', '"', 'a"b']
)
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=4), max_size=12)


@settings(max_examples=examples(150))
@given(ROWS, st.sampled_from([1, 90, 1000, 1 << 20]), st.sampled_from(["\n", "\r\n"]))
def test_blocks_hold_what_rows_hold(rows: list[list[str]], most: int, end: str) -> None:
    lines = ["id,puzzle,note", *(",".join(row) for row in rows)]
    data = end.join(lines).encode()
    expected = list(csv_file.read(BytesIO(data)))
    found = []
    blocks = csv_file.read_blocks(LineStream(BufferedReader(BytesIO(data))))  # type: ignore[arg-type]
    while taken := blocks.take(most):
        if isinstance(taken, list):
            found += taken
        else:
            found += map(taken.read_row, range(len(taken)))
            texts = taken.texts[taken.columns.roles["puzzle"]]
            assert texts is not None
            for number, (start, stop) in enumerate(zip(*texts[1:], strict=True)):
                record = taken.read_row(number)
                puzzle = texts[0][start:stop].decode()
                assert record.puzzle is None or api.parse(puzzle) == record.puzzle
    assert [record.line for record in found] == [record.line for record in expected]
    assert [record.puzzle for record in found] == [record.puzzle for record in expected]
    assert [str(record.error) for record in found] == [str(record.error) for record in expected]
    assert [record.fields for record in found] == [record.fields for record in expected]


FIELD_VALUES = st.sampled_from(
    [
        "7",
        "-1.50",
        "1e3",
        "null",
        "true",
        '"easy"',
        '"a, \\"b\\""',
        '"\\u00e9"',
        '"é"',
        "[1]",
        "{}",
        "NaN",
    ]
)
PUZZLES = st.sampled_from(
    [f'"{EASY}"', f'"{HARD}"', f'"{FOUR}"', '"oops"', "null", "7", "[[1, 0]]"]
)
OBJECTS = st.one_of(
    st.builds('{{"id": {}, "puzzle": {}, "note": {}}}'.format, FIELD_VALUES, PUZZLES, FIELD_VALUES),
    st.builds('{{"puzzle":{},"note":{}}}'.format, PUZZLES, FIELD_VALUES),
    st.sampled_from(["", "# no object", "{", '{"puzzle": 1, "puzzle": 2}', '{"other": 1}', "[]"]),
)


@settings(max_examples=examples(150))
@given(
    st.lists(st.tuples(OBJECTS, st.sampled_from([1, 1, 70])), max_size=8),
    st.sampled_from([1, 90, 1000, 1 << 20]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_blocks_of_objects_hold_what_lines_hold(
    objects: list[tuple[str, int]], most: int, end: str
) -> None:
    data = "".join(f"{one}{end}" * times for one, times in objects).encode()
    expected = list(jsonl_file.read(BytesIO(data)))
    found: list[Any] = []
    kept: list[Any] = []
    blocks = jsonl_file.read_blocks(LineStream(BufferedReader(BytesIO(data))))  # type: ignore[arg-type]
    while taken := blocks.take(most):
        if isinstance(taken, list):
            found += taken
            kept += [record.fields for record in taken]
            continue
        found += map(taken.read_row, range(len(taken)))
        extra = _extra(TableRows(taken, None, lambda error: error))
        columns = {name: as_values(column) for name, column in extra.items()}
        kept += [{name: values[i] for name, values in columns.items()} for i in range(len(taken))]
    assert [(one.line, one.puzzle, str(one.error)) for one in found] == [
        (one.line, one.puzzle, str(one.error)) for one in expected
    ]
    assert repr(kept) == repr([one.fields for one in expected])


def as_values(column: Any) -> list[Any]:
    """Return the values of a column of JSON Lines."""
    if isinstance(column, Json):
        return list(column.values().values)
    found = [column.data[a:b].decode() for a, b in zip(column.starts, column.ends, strict=True)]
    if column.present is None:
        return found
    return [text if one else None for text, one in zip(found, column.present, strict=True)]


def test_values_of_objects_keep_their_types(quick: Nonet, tmp_path: Path) -> None:
    lines = [
        f'{{"id": {number}, "puzzle": "{EASY}", "note": {note}, "seen": {seen}}}'
        for number, note, seen in [(1, '"a"', "true"), (2, "null", "null"), (3, '"c"', "1.5")]
    ]
    (tmp_path / "in.jsonl").write_text("".join(f"{line}\n" for line in lines))
    rows = [
        json.loads(line)
        for line in quick("solve", "in.jsonl", "--format", "jsonl").stdout.splitlines()
    ]
    assert [(row["id"], row["note"], row["seen"]) for row in rows] == [
        (1, "a", True),
        (2, None, None),
        (3, "c", 1.5),
    ]
    run = quick("solve", "in.jsonl", "--format", "csv")
    assert [line.split(",")[-3:] for line in run.stdout.splitlines()] == [
        ["id", "note", "seen"],
        ["1", "a", "true"],
        ["2", "", ""],
        ["3", "c", "1.5"],
    ]
