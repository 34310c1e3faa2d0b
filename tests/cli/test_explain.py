"""`nonet explain` and `nonet techniques`: paths, tables, exit codes, bad input."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import jsonschema
import pytest

import nonet
from command import Nonet

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SIX = "15..4.24..564....3.....463..2..2..31"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schema" / "path.schema.json").read_text()
)


def test_a_path_is_printed_step_by_step(quick: Nonet) -> None:
    run = quick("explain", EASY)
    first, *_, last = run.stdout.splitlines()
    assert run.returncode == 0 and first == " 1. Hidden single: r3 => r3c7=5"
    assert last == "Solved in 51 steps."


def test_words_are_sentences(quick: Nonet) -> None:
    run = quick("explain", "--words", EASY)
    assert "In row 3, the 5 can only go in r3c7. So r3c7 is 5." in run.stdout


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([SIX], 1, "several solutions"),
        (["55" + "." * 79], 1, "no solution"),
        ([EASY, "--nodes", "2"], 3, "Stopped by the limit on steps after 2 steps, with 49"),
        ([HARD, "--up-to", "naked-pair"], 3, "Stuck after 0 steps"),
        ([EASY, "--technique", "naked-single", "--technique", "0002"], 0, "Solved in 51 steps."),
    ],
)
def test_endings(quick: Nonet, args: list[str], code: int, said: str) -> None:
    run = quick("explain", *args)
    assert run.returncode == code and said in run.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([EASY, "--up-to", "x-wng"], "did you mean 'x-wing'?"),
        (
            [EASY, "--technique", "x-wing", "--up-to", "naked-single"],
            "--technique x-wing comes after --up-to naked-single in the order",
        ),
        ([EASY, "--technique", "zzz"], "no technique named 'zzz' (see: nonet techniques)"),
        ([EASY, "--order", "hodku"], "did you mean 'hodoku'?"),
        ([EASY, "--order", "hodoku", "--up-to", "nishio"], "does not use nishio"),
        (["12345"], "expected"),
        ([EASY, "-o", "path.svg"], "a path cannot be written as svg"),
    ],
)
def test_bad_input_is_explained(quick: Nonet, args: list[str], said: str) -> None:
    run = quick("explain", *args)
    assert run.returncode == 2 and said in run.stderr and "Traceback" not in run.stderr


def test_ignored_digits_and_marks_are_named(quick: Nonet, tmp_path: Path) -> None:
    line = (
        ":0000:x:.5.+4+19..24.+2.73....9..+2+5..4...2...78...+7...3...1+36...+98..9.2..5.4.5.+6.."
        "+76+2+51.+7..+3:::"
    )
    file = tmp_path / "a.txt"
    file.write_text(f"{line}\n{line}\n")
    for args, count in (([line], "1 puzzle"), ([str(file)], "2 puzzles")):
        run = quick("explain", *args)
        said = f"placed digits and pencil marks are ignored ({count}); use --pencil-marks"
        assert run.returncode == 0 and said in run.stderr
        assert not quick("explain", "--pencil-marks", *args).stderr
    assert not quick("explain", "...4..1.2.4..3..").stderr


def test_a_wrong_digit_is_named(quick: Nonet, tmp_path: Path) -> None:
    wrong = EASY[:2] + "+1" + EASY[3:]
    run = quick("explain", "--pencil-marks", "--from", "hodoku", f":0000:x:{wrong}:::")
    assert run.returncode == 1
    assert "r1c3=1 is wrong" in run.stdout


def test_json_keeps_to_its_schema(quick: Nonet) -> None:
    run = quick("explain", "--json", EASY)
    path = json.loads(run.stdout)
    jsonschema.validate(path, SCHEMA)
    assert path["solved"] and path["end"] == SOLVED


def test_a_file_gives_a_line_for_every_puzzle(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\noops\n{EASY}\n")
    run = quick("explain", str(tmp_path / "in.txt"))
    line = "solved in 51 steps, hardest hidden-single"
    assert run.stdout.splitlines() == [line, "malformed", line] and run.returncode == 2


def test_a_table_has_a_row_for_every_puzzle_on_demand(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n{EASY}\n")
    rows_of = ("explain", str(tmp_path / "in.txt"), "--rows", "puzzles")
    run = quick(*rows_of, "-o", str(tmp_path / "out.csv"))
    assert run.returncode == 0
    with (tmp_path / "out.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 and rows[0]["solution"] == SOLVED
    assert rows[0]["steps"] == "51" and rows[0]["hardest"] == "hidden-single"


@pytest.mark.parametrize("options", [[], ["--path", "easiest"], ["--pencil-marks"]])
def test_a_table_says_what_each_path_says(quick: Nonet, tmp_path: Path, options: list[str]) -> None:
    placed = (
        ":0000:x:.5.+4+19..24.+2.73....9..+2+5..4...2...78...+7...3...1+36...+98..9.2..5.4.5.+6.."
    )
    lines = [
        f"{placed}+76+2+51.+7..+3:::",
        f"{placed}+76+2+51.+7..+8:::",
        *(f":0000:x:{line}:::" for line in (EASY, SOLVED, "." * 81, "11" + "." * 79)),
    ]
    (tmp_path / "in.txt").write_text("".join(f"{line}\n" for line in lines))
    out = tmp_path / "out.jsonl"
    quick("explain", str(tmp_path / "in.txt"), "--rows", "puzzles", "-o", str(out), *options)
    rows = list(map(json.loads, out.read_text().splitlines()))
    kind = "easiest" if "easiest" in options else "greedy"
    for line, row in zip(lines, rows, strict=True):
        board = nonet.Board.of(nonet.parse(line), pencil_marks="--pencil-marks" in options)
        path = nonet.explain(board, path=kind)  # type: ignore[arg-type]
        is_unique = path.status is nonet.Status.UNIQUE
        assert row["status"] == path.status.word and row["solved"] == path.solved
        assert row["solution"] == (str(path.solutions[0]) if is_unique else None)
        assert row["steps"] == len(path.steps) and row["hardest"] == path.hardest
        assert row["techniques"] == (" ".join(dict.fromkeys(path.techniques)) or None)
        assert row["hodoku_level"] == path.hodoku_level
        assert row["hodoku_score"] == path.hodoku_score and row["stopped_by"] is None
    is_mistaken = "--pencil-marks" in options
    assert [row["solved"] for row in rows] == [True, not is_mistaken, True, True, False, False]


def test_techniques_are_listed_and_described(quick: Nonet) -> None:
    listed = quick("techniques").stdout
    assert "x-wing" in listed and "Fish:" in listed
    about = quick("techniques", "0300").stdout
    assert about.startswith("X-wing (x-wing)") and "HoDoKu: 0300, Hard, 140 points." in about
    (row,) = json.loads(quick("techniques", "x-wing", "--json").stdout)
    assert row["se_rating"] == 3.2 and row["needs"] == ["lines"]
    orders = {row["name"] for row in json.loads(quick("techniques", "--orders", "--json").stdout)}
    assert orders == {"nonet", "hodoku", "sudoku-explainer"}


def test_sentences_are_german_on_demand(quick: Nonet) -> None:
    run = quick("explain", "--words", "--language", "de", EASY)
    assert "Zeile 3 hat für die 5 nur Platz in r3c7." in run.stdout
    assert run.stdout.splitlines()[-1] == "Gelöst in 51 Schritten."
    about = quick("techniques", "--language", "de", "0300")
    assert "In zwei Zeilen" in about.stdout and "Schwer" not in about.stdout
    bad = quick("explain", "--language", "klingon", EASY)
    assert bad.returncode == 2 and "no language named 'klingon'" in bad.stderr


def test_an_easiest_path_says_how_good_it_is(quick: Nonet) -> None:
    run = quick("explain", "--path", "easiest", "...4..1.2.4..3..")
    *_, ending, bound = run.stdout.splitlines()
    assert run.returncode == 0 and ending == "Solved in 11 steps."
    assert "hardest technique is Hidden single" in bound
    data = json.loads(quick("explain", "--path", "easiest", "--json", EASY).stdout)
    jsonschema.validate(data, SCHEMA)
    assert data["path"] == "easiest" and data["bound"]["steps"] == 51
