"""What is written: by the name of the output, by options, and by where the puzzles come from."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nonet as api
from boards import EASY, EASY_SOLUTION, HARD, SIX
from command import Nonet, environment, on_a_terminal

FOUR, FOUR_SOLUTION = "...4..1.2.4..3..", "1234341221434321"
CLASH = "55" + "." * 79
PUZZLES = [EASY, "." * 81, "oops", CLASH, SIX, HARD]
SOLVED = {
    "puzzle": [EASY, "." * 81, None, CLASH, SIX, HARD],
    "status": ["unique", "multiple", "malformed", "no-solution", "multiple", "unique"],
    "clues": [30, 0, None, 2, 16, 21],
}
VERBS = [["solve"], ["count", "--limit", "9"], ["check"]]
COLUMNS = {
    "solve": ["puzzle", "status", "solution", "second_solution", "clues", "guesses", "error"],
    "count": ["puzzle", "status", "count", "exact", "clues", "error"],
    "check": ["puzzle", "solution", "status", "problems", "clues", "error"],
}


def read_csv(data: bytes, separator: str = ",") -> list[dict[str, Any]]:
    rows = csv.DictReader(io.StringIO(data.decode()), delimiter=separator)
    return [{name: value or None for name, value in row.items()} for row in rows]


def read_jsonl(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def read_parquet(data: bytes) -> list[dict[str, Any]]:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows: list[dict[str, Any]] = parquet.read_table(io.BytesIO(data)).to_pylist()
    return rows


def inner(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == [name]
        return archive.read(name)


READERS: dict[str, Callable[[bytes], list[dict[str, Any]]]] = {
    "out.csv": read_csv,
    "out.tsv": lambda data: read_csv(data, "\t"),
    "out.jsonl": read_jsonl,
    "out.ndjson": read_jsonl,
    "out.parquet": read_parquet,
    "OUT.CSV.GZ": lambda data: read_csv(gzip.decompress(data)),
    "out.csv.zip": lambda data: read_csv(inner(data, "out.csv")),
    "out.parquet.zip": lambda data: read_parquet(inner(data, "out.parquet")),
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "many.txt").write_text("".join(f"{line}\n" for line in PUZZLES))
    (tmp_path / "one.txt").write_text(f"{EASY}\n")
    (tmp_path / "solved.txt").write_text(f"{EASY_SOLUTION} unique\n{EASY}\n{'1' * 81}\n")
    (tmp_path / "asked.txt").write_text(f"{EASY}\n{EASY}\n{EASY}\n")
    return tmp_path


# Tables


@pytest.mark.parametrize("name", READERS)
def test_the_name_of_a_file_makes_it_a_table(quick: Nonet, files: Path, name: str) -> None:
    run = quick("solve", "many.txt", "-o", name)
    assert (run.returncode, run.stdout) == (2, "") and "line 3" in run.stderr
    rows = READERS[name]((files / name).read_bytes())
    assert all(list(row) == COLUMNS["solve"] for row in rows)
    for column, values in SOLVED.items():
        assert [row[column] and str(row[column]) for row in rows] == [
            None if value is None else str(value) if value or name != "out.jsonl" else value
            for value in values
        ] or [str(row[column]) for row in rows] == [str(value) for value in values]
    assert rows[0]["solution"] == EASY_SOLUTION and rows[0]["second_solution"] is None
    for row in (rows[1], rows[4]):
        first, second = row["solution"], row["second_solution"]
        assert first != second and api.check(first, row["puzzle"])
        assert api.check(second, row["puzzle"])
    assert rows[2]["error"].startswith("many.txt, line 3, ") and rows[0]["error"] is None
    assert int(rows[5]["guesses"]) > 0 == int(rows[0]["guesses"])


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.parquet"])
def test_counts_and_verdicts_are_tables(quick: Nonet, files: Path, name: str) -> None:
    assert quick("count", "--limit", "9", "many.txt", "-o", name).returncode == 2
    rows = READERS[name]((files / name).read_bytes())
    assert all(list(row) == COLUMNS["count"] for row in rows)
    counts = [str(row["count"]) for row in rows]
    assert counts == ["1", "9", "None", "0", "4", "1"]
    assert [str(row["exact"]).lower() for row in rows] == [
        *("true", "false", "none", "true", "true", "true")
    ]
    assert [row["status"] for row in rows] == SOLVED["status"]

    assert quick("check", "solved.txt", "asked.txt", "-o", name).returncode == 1
    rows = READERS[name]((files / name).read_bytes())
    assert all(list(row) == COLUMNS["check"] for row in rows)
    assert [row["status"] for row in rows] == ["right", "wrong", "wrong"]
    assert [row["puzzle"] for row in rows] == [EASY] * 3
    assert rows[1]["problems"] == "51 of 81 cells are empty; no rule is broken so far"
    assert rows[2]["problems"].startswith("r1c1 is 1, but 5 is given; ")


def test_types_of_parquet_are_those_of_the_columns(quick: Nonet, files: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (files / "bad.txt").write_text(f"oops\n{EASY}\n")
    quick("count", "bad.txt", "-o", "out.parquet")
    schema = parquet.read_schema(files / "out.parquet")
    assert [str(schema.field(name).type) for name in COLUMNS["count"]] == [
        *("string", "string", "int64", "bool", "int64", "string")
    ]


def test_boards_that_are_not_usual_can_be_read_back(quick: Nonet, files: Path) -> None:
    tall = api.Layout(3, 2)
    puzzle = "1....." + "." * 30
    quick("solve", "--box", "3x2", puzzle, "-o", "out.csv")
    (found,) = api.read(files / "out.csv")
    assert (found.layout, str(found)) == (tall, puzzle)
    quick("solve", "--rule", "diagonals", FOUR, "-o", "out.jsonl")
    (found,) = api.read(files / "out.jsonl")
    assert found == api.parse(FOUR, rules="diagonals")
    large = api.Puzzle(bytes([16]) + bytes(255), api.Layout(4, 4))
    api.write([large], files / "large.csv")
    assert quick("solve", "large.csv", "--nodes", "9999", "-o", "out.csv").returncode in (0, 3)
    assert list(api.read(files / "out.csv")) == [large]


# Columns of the input


TABLE = f'id,quizzes,note,status\n7,{EASY},"a, b",old\n8,oops,"c ""d""",old\n9,{HARD},,old\n'


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.parquet"])
def test_columns_of_the_input_are_kept(quick: Nonet, files: Path, name: str) -> None:
    (files / "in.csv").write_text(TABLE)
    assert quick("solve", "in.csv", "-o", name).returncode == 2
    rows = READERS[name]((files / name).read_bytes())
    assert all(list(row) == [*COLUMNS["solve"], "id", "note"] for row in rows)
    assert [row["id"] for row in rows] == ["7", "8", "9"]
    assert [row["note"] or "" for row in rows] == ["a, b", 'c "d"', ""]
    assert [row["status"] for row in rows] == ["unique", "malformed", "unique"]
    assert quick("count", "in.csv", "-o", name).returncode == 2
    rows = READERS[name]((files / name).read_bytes())
    assert [row["id"] for row in rows] == ["7", "8", "9"]


def test_columns_of_other_tables_are_kept(quick: Nonet, files: Path) -> None:
    lines = [
        {"puzzle": EASY, "tags": ["x", 1], "level": None, "n": 5},
        {"n": 6, "puzzle": HARD, "more": "y"},
    ]
    (files / "in.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert quick("solve", "in.jsonl", "-o", "out.jsonl").returncode == 0
    rows = read_jsonl((files / "out.jsonl").read_bytes())
    assert (rows[0]["tags"], rows[0]["n"], rows[1]["more"]) == (["x", 1], 5, "y")
    assert quick("solve", "in.jsonl", "-o", "out.csv").returncode == 0
    table = read_csv((files / "out.csv").read_bytes())
    assert [row["tags"] for row in table] == ['["x", 1]', None]


def test_columns_of_parquet_keep_their_types(quick: Nonet, files: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {
        "puzzle": [EASY, "oops", EASY],
        "n": [1, 2, 3],
        "x": [0.5, None, 1.5],
        "tags": [["a"], [], None],
    }
    parquet.write_table(arrow.table(columns), files / "in.parquet")
    assert quick("solve", "in.parquet", "-o", "out.csv").returncode == 2
    rows = read_csv((files / "out.csv").read_bytes())
    assert [row["x"] for row in rows] == ["0.5", None, "1.5"]
    assert [row["tags"] for row in rows] == ['["a"]', "[]", None]
    columns["puzzle"][1] = HARD
    parquet.write_table(arrow.table(columns), files / "in.parquet")
    assert quick("solve", "in.parquet", "-o", "out.parquet").returncode == 0
    found = parquet.read_table(files / "out.parquet")
    assert found.schema.field("n").type == arrow.int64()
    assert found.select(["n", "x", "tags"]).to_pydict() == {
        name: columns[name] for name in ("n", "x", "tags")
    }


def test_a_column_that_comes_too_late_is_told(quick: Nonet, files: Path) -> None:
    first = f'{{"puzzle": "{FOUR}"}}\n' * 4000
    (files / "in.jsonl").write_text(f'{first}{{"puzzle": "{FOUR}", "late": 1}}\n')
    run = quick("solve", "in.jsonl", "-o", "out.csv")
    assert run.stderr == "nonet: the output has no column 'late'; 1 input row had one\n"
    assert len(read_csv((files / "out.csv").read_bytes())) == 4001


# Names


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
@pytest.mark.parametrize("name", ["out.xlsx", "out.doc.gz", "out.png.zip", "many.old"])
def test_other_names_are_refused_with_the_list(
    quick: Nonet, files: Path, verb: list[str], name: str
) -> None:
    (files / name).write_text("kept")
    run = quick(*verb, "many.txt", "-o", name)
    assert run.returncode == 2 and (files / name).read_text() == "kept"
    suffix = "".join(Path(name.removesuffix(".gz").removesuffix(".zip")).suffixes)
    assert f"cannot write answers as {suffix} (use one of: .txt, .csv, .jsonl" in run.stderr
    assert quick(*verb, "many.txt", "-o", name, "--format", "lines").returncode in (1, 2)
    assert (files / name).read_bytes() != b"kept"


def test_names_of_lines_and_of_json(quick: Nonet, files: Path) -> None:
    (files / "many.txt").write_text(f"{EASY}\n{HARD}\n")
    lines = quick("solve", "many.txt").stdout
    objects = quick("solve", "many.txt", "--json").stdout
    for name, expected in (("a.txt", lines), ("a", lines), (".a", lines), ("a.json", objects)):
        assert quick("solve", "many.txt", "-o", name).returncode == 0
        assert (files / name).read_text() == expected
    quick("solve", "many.txt", "-o", "a.zip")
    assert inner((files / "a.zip").read_bytes(), "a.txt").decode() == lines
    quick("solve", "many.txt", "-o", "a.json.gz")
    assert gzip.decompress((files / "a.json.gz").read_bytes()).decode() == objects
    assert quick("solve", "many.txt", "-o", "/dev/null").returncode == 0


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
@pytest.mark.parametrize("form", ["lines", "json", "csv", "jsonl", "svg", "html"])
def test_a_format_does_the_same_for_stdout(
    quick: Nonet, files: Path, verb: list[str], form: str
) -> None:
    source = "many.txt" if form not in ("svg", "html") else "one.txt"
    shown = quick(*verb, source, "--format", form)
    suffix = "txt" if form == "lines" else form
    written = quick(*verb, source, "-o", f"out.{suffix}")
    assert (shown.returncode, shown.stderr) == (written.returncode, written.stderr)
    assert (files / f"out.{suffix}").read_text() == shown.stdout != ""


def test_options_that_contradict_each_other(quick: Nonet, files: Path) -> None:
    run = quick("solve", "many.txt", "--json", "--format", "csv")
    assert run.returncode == 2 and "--json and --format csv cannot be combined" in run.stderr
    assert quick("solve", EASY, "--json", "--format", "json").returncode == 0
    run = quick("solve", EASY, "--format", "pdf")
    assert run.returncode == 2 and "expected one of grid, lines, csv" in run.stderr
    assert "--grid and --lines" in quick("solve", EASY, "--lines", "--grid").stderr.replace(
        "--lines and --grid", "--grid and --lines"
    )


# Pictures


def test_pictures_are_of_one_board(quick: Nonet, files: Path) -> None:
    assert quick("solve", EASY, "-o", "a.svg").returncode == 0
    picture = (files / "a.svg").read_text()
    assert picture.startswith("<svg ") and picture.rstrip().endswith("</svg>")
    assert quick("solve", EASY, "-o", "a.html").returncode == 0
    page = (files / "a.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and "<p>This is the only solution.</p>" in page
    assert quick("count", SIX, "-o", "a.html").returncode == 0
    assert "<p>4 solutions</p>" in (files / "a.html").read_text()
    assert quick("check", EASY, "-o", "a.html").returncode == 1
    assert "<p>51 of 81 cells are empty</p>" in (files / "a.html").read_text()
    assert quick("solve", "one.txt", "-o", "a.svg.gz").returncode == 0
    assert gzip.decompress((files / "a.svg.gz").read_bytes()).startswith(b"<svg ")
    for name in ("many.txt", "a.svg"):
        (files / "kept.svg").write_text("kept")
        run = quick("solve", "many.txt", name, "-o", "kept.svg")
        assert run.returncode == 2 and "a picture of one puzzle" in run.stderr
        assert (files / "kept.svg").read_text() == "kept"


# Grids and lines


def test_an_argument_is_drawn_and_a_file_is_lines(quick: Nonet, files: Path) -> None:
    line = f"{EASY_SOLUTION} unique\n"
    assert quick("solve", EASY).stdout.startswith("┌")
    assert quick("solve", "one.txt").stdout == line
    assert quick("solve", stdin=EASY).stdout == line
    assert quick("solve", "--lines", EASY).stdout == line
    assert quick("solve", "--grid", "one.txt").stdout.startswith("┌")
    assert quick("solve", EASY, EASY).stdout == line * 2
    assert quick("solve", EASY, "-o", "out").stdout == "" and (files / "out").read_text() == line
    drawn = quick("solve", "--grid", "many.txt").stdout
    assert drawn.count("┌") == 7 and drawn.count("\nmalformed\n") == 1
    (files / "solution.txt").write_text(EASY_SOLUTION)
    assert quick("check", "solution.txt").stdout == "right\n"
    assert quick("check", "--lines", EASY_SOLUTION).stdout == "right\n"
    assert quick("check", "--grid", "solution.txt").stdout == "This is a solution.\n"


def test_one_puzzle_on_a_terminal_is_drawn(files: Path) -> None:
    env = environment(NO_COLOR="1")
    for name, start in (("one.txt", "┌"), ("asked.txt", EASY_SOLUTION)):
        shown, code = on_a_terminal("solve", str(files / name), env=env)
        assert code == 0 and shown.startswith(start)
    shown, _ = on_a_terminal("solve", "--lines", str(files / "one.txt"), env=env)
    assert shown == f"{EASY_SOLUTION} unique\n"
    shown, code = on_a_terminal("solve", str(files / "one.txt"), "--format", "parquet", env=env)
    assert code == 2 and "to a terminal" in shown


def test_one_solution_that_was_asked_for_is_the_answer(quick: Nonet, files: Path) -> None:
    for args in ([SIX], ["--lines", SIX], ["--json", SIX], [SIX, "-o", "out.csv"]):
        assert quick("solve", "--limit", "1", *args).returncode == 0
    assert quick("solve", "--limit", "1", CLASH).returncode == 1
    assert quick("solve", "--limit", "1", "--nodes", "1", "." * 81).returncode == 3


# One puzzle that is bad


def test_a_single_bad_puzzle_leaves_every_kind_of_file(quick: Nonet, files: Path) -> None:
    for name in ("a.txt", "a.csv", "a.jsonl", "a.json", "a.svg", "a.zip"):
        (files / name).write_text("kept")
        for verb in ("solve", "count", "check"):
            run = quick(verb, "12345", "-o", name)
            assert run.returncode == 2 and run.stderr.count("\n") == 1
            assert (files / name).read_text() == "kept", (verb, name)
