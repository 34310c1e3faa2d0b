"""Rules and pencil marks on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import nonet as library
from boards import EASY, EASY_SOLUTION, FOUR, FOUR_SOLUTION
from command import Nonet
from nonet import Puzzle
from nonet.rules import Candidates, NamedRule

EMPTY = "." * 16
WINDOKU = Puzzle(bytes(81), rules=(NamedRule("windoku"),))
SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "solve.schema.json"


def test_a_rule_can_be_named_several_times(quick: Nonet) -> None:
    assert quick("count", EMPTY, "--rule", "diagonals").stdout == "48\n"
    expected = library.count(EMPTY, rules=["diagonals", "different r1c1 r2c3"])
    run = quick("count", EMPTY, "--rule", "diagonals", "--rule", "different r1c1 r2c3")
    assert run.stdout == f"{expected}\n"
    assert quick("count", EMPTY, "--rule", "diagonals; different r1c1 r2c3").stdout == run.stdout


def test_files_and_stdin_have_rules(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(f"{EMPTY}\n{FOUR}\n")
    expected = ["................ no-solution"] * 2
    assert quick("solve", "list.txt", "--rule", "anti-king").stdout.splitlines() == expected
    run = quick("solve", "--rule", "anti-king", stdin=f"{EMPTY}\n{FOUR}\n")
    assert run.stdout.splitlines() == expected
    mixed = quick("solve", "--rule", "windoku", stdin=f"{EMPTY}\n{'.' * 36}\n")
    assert mixed.returncode == 2
    expected = "line 2: expected square boxes for the rule windoku, found 6x6 with"
    assert expected in mixed.stderr


@pytest.mark.parametrize("rule", ["diagonals", "candidates r1c1=2", "house r1c1 r1c2 r2c3 r2c4"])
def test_json_has_rules_and_keeps_to_its_schema(quick: Nonet, rule: str) -> None:
    schema = Draft202012Validator(json.loads(SCHEMA.read_text()))
    for puzzle in (EMPTY, "1..1" + "." * 12, "1" + "." * 14 + "1"):
        answer = json.loads(quick("solve", "--json", "--rule", rule, puzzle).stdout)
        schema.validate(answer)
        layout = library.Layout(2, 2)
        read = [library.rules.from_dict(data, layout) for data in answer["rules"]]
        assert tuple(read) == library.parse(EMPTY, rules=rule).rules
        counted = json.loads(quick("count", "--json", "--rule", rule, puzzle).stdout)
        assert counted["rules"] == answer["rules"]


def test_conflicts_name_the_rule(quick: Nonet) -> None:
    run = quick("solve", "--json", "--rule", "diagonals", "1" + "." * 14 + "1")
    conflict = {"digit": 1, "rule": "the falling diagonal", "cells": ["r1c1", "r4c4"]}
    assert json.loads(run.stdout)["conflicts"] == [conflict]
    drawn = quick("solve", "--rule", "diagonals", "1" + "." * 14 + "1").stdout
    rows = drawn.splitlines()
    assert rows[1].startswith("│ [1]= ") and rows[5].endswith(" [1]= │")
    assert rows[7:10] == [
        "rules: diagonals",
        "= clashing",
        "1 appears twice in the falling diagonal: r1c1 r4c4",
    ]


def test_check_judges_by_rules(quick: Nonet) -> None:
    run = quick("check", FOUR_SOLUTION, FOUR, "--rule", "diagonals")
    assert run.returncode == 1 and "the falling diagonal has no 2, 3" in run.stdout
    assert quick("check", FOUR_SOLUTION, FOUR).returncode == 0


@pytest.mark.parametrize(
    ("rule", "advice"),
    [
        ("diagonls", "no rule named 'diagonls'; did you mean 'diagonals'? (see: nonet rules)"),
        ("house r1c1 x", "column 12: expected a cell such as r4c7, found 'x'"),
        ("candidates", "expected cells and digits such as r4c7=135, found the end"),
    ],
)
def test_a_rule_that_is_none_is_a_wrong_usage(quick: Nonet, rule: str, advice: str) -> None:
    run = quick("solve", "--rule", rule, EMPTY)
    assert run.returncode == 2 and advice in run.stderr and "--rule" in run.stderr


def test_the_list_of_rules(quick: Nonet) -> None:
    run = quick("rules")
    assert run.returncode == 0
    for name in (*library.rules.names(), *library.rules.FORMS):
        assert name in run.stdout
    rows = json.loads(quick("rules", "--json").stdout)
    assert [row["rule"] for row in rows if row["kind"] == "name"] == [*library.rules.names()]
    assert [row["rule"] for row in rows if row["kind"] == "form"] == [*library.rules.FORMS]


def test_convert_keeps_rules_or_names_them(quick: Nonet, tmp_path: Path) -> None:
    run = quick("convert", "--to", "line", "--rule", "anti-knight", EASY)
    assert run.stdout == f"{EASY}\n" and "line cannot hold rules (1 puzzle)" in run.stderr
    for name in ("f-puzzles", "sudokupad", "jsonl", "csv"):
        run = quick("convert", "--to", name, "--rule", "windoku", "." * 81)
        assert "cannot hold" not in run.stderr
        (tmp_path / "again").write_text(run.stdout)
        assert list(library.read(tmp_path / "again")) == [WINDOKU]
    told = quick("convert", "--explain", "--rule", "windoku", "." * 81).stdout
    assert "  rules: windoku\n" in told


def test_bench_measures_under_rules(quick: Nonet) -> None:
    run = quick("bench", "--seconds", "0.02", "-e", "reference", "--rule", "anti-knight", FOUR)
    assert run.returncode == 0 and "reference" in run.stdout


# Pencil marks


def _marks_line(*, without: int | None = None) -> str:
    cells = []
    for cell, digit in enumerate(map(int, EASY_SOLUTION)):
        digits = {digit, digit % 9 + 1} if cell % 4 else {digit}
        digits -= {digit} if cell == without else set()
        cells.append("".join(str(d) if d in digits else "." for d in range(1, 10)))
    return "".join(cells)


def test_pencil_marks_are_used_if_asked_for(quick: Nonet, tmp_path: Path) -> None:
    right, wrong = _marks_line(), _marks_line(without=1)
    run = quick("solve", "--pencil-marks", right)
    assert run.returncode == 0 and "This is the only solution." in run.stdout
    assert "pencil marks" not in run.stderr
    assert quick("solve", "--pencil-marks", wrong).returncode == 1
    assert quick("count", "--pencil-marks", right).stdout == "1\n"
    (tmp_path / "list.txt").write_text(f"{right}\n{wrong}\n{EASY}\n")
    lines = quick("solve", "--pencil-marks", "list.txt").stdout.splitlines()
    assert lines == [
        f"{EASY_SOLUTION} unique",
        f"{'.' * 81} no-solution",
        f"{EASY_SOLUTION} unique",
    ]


def test_the_note_about_pencil_marks_advises_the_option(quick: Nonet) -> None:
    run = quick("count", "--limit", "2", _marks_line())
    assert run.stdout == "at least 2\n"
    assert run.stderr == (
        "nonet: pencil marks are ignored (1 puzzle); use --pencil-marks to start from them\n"
    )


def test_placed_digits_count_as_left(quick: Nonet) -> None:
    wrong = bytearray(16)
    wrong[0] = 3
    noted = library.format(
        Puzzle(library.parse(FOUR).cells, library.Layout(2, 2), notes=_placed(bytes(wrong))),
        "f-puzzles",
    )
    assert quick("solve", noted).returncode == 0
    run = quick("solve", "--json", "--pencil-marks", noted)
    assert json.loads(run.stdout)["status"] == "no-solution"
    assert json.loads(run.stdout)["puzzle"][0] == "3"


def _placed(digits: bytes) -> library.core.notes.Notes:
    return library.core.notes.Notes(placed=digits)


def test_what_was_pencilled_in_is_a_rule(quick: Nonet) -> None:
    record = json.loads(quick("solve", "--json", "--pencil-marks", _marks_line()).stdout)
    found = [library.rules.from_dict(data) for data in record["rules"]]
    assert found and all(isinstance(rule, Candidates) for rule in found)
