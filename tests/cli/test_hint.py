"""`nonet hint`: texts, JSON, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from boards import EASY, HARD, SIX
from command import Nonet

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schema" / "hint.schema.json").read_text()
)


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([EASY], 0, "Look at column 6: you can place a digit."),
        ([EASY, "--level", "2"], 0, "Look at column 6: you can place an 8."),
        ([EASY, "--level", "2", "--language", "de"], 0, "Dort lässt sich eine 8 setzen."),
        ([EASY, "--moves", "r3c7=5 r1c3=1"], 1, "Go back to the position before move 2, r1c3=1."),
        ([SIX], 1, "the hint holds for every one that matches the board"),
        (["55" + "." * 79], 1, "5 is repeated in row 1"),
        ([EASY, "--order", "hodoku", "--level", "3"], 0, "The technique is Naked single."),
        ([HARD, "--order", "hodoku"], 3, "No technique finds a step here."),
        ([EASY, "--moves", "r1c33=4"], 2, ""),
        ([EASY, "--moves", "r1c1=4"], 2, ""),
        ([EASY, "--level", "7"], 2, ""),
        ([EASY, "--language", "xx"], 2, ""),
    ],
)
def test_hints_and_exit_codes(quick: Nonet, args: list[str], code: int, said: str) -> None:
    run = quick("hint", *args)
    assert run.returncode == code and said in run.stdout and "Traceback" not in run.stderr
    assert bool(run.stderr) == (code == 2)


def test_json_keeps_to_its_schema(quick: Nonet) -> None:
    for level in "135":
        data = json.loads(quick("hint", "--json", "--level", level, EASY).stdout)
        jsonschema.validate(data, SCHEMA)
        assert (data["step"] is None) == (level != "5")


def test_placed_digits_and_pencil_marks_of_the_input_count(quick: Nonet) -> None:
    wrong = EASY[:2] + "+1" + EASY[3:]
    run = quick("hint", "--from", "hodoku", f":0000:x:{wrong}:::")
    assert run.returncode == 1 and "r1c3=1 is wrong" in run.stdout


def test_a_file_gets_a_hint_per_puzzle(quick: Nonet, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\noops\n{SIX}\n")
    run = quick("hint", str(path))
    assert run.returncode == 2 and len(run.stdout.splitlines()) == 3
    assert run.stdout.splitlines()[1] == "malformed"


def test_a_picture_shows_what_the_level_tells(quick: Nonet, tmp_path: Path) -> None:
    for level, shown in ((1, "cause"), (4, "pattern"), (5, "placed")):
        done = quick("hint", "--level", str(level), EASY, "-o", "step.svg")
        assert (done.returncode, done.stdout) == (0, "")
        drawn = (tmp_path / "step.svg").read_text()
        assert drawn.startswith("<svg") and f'class="{shown} ' in drawn
        assert ('class="placed ' in drawn) == (level == 5)
    assert quick("hint", EASY, "-o", "step.html").returncode == 0
    assert (tmp_path / "step.html").read_text().startswith("<!DOCTYPE html>")


def test_a_picture_holds_one_puzzle(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{EASY}\n{EASY}\n")
    (tmp_path / "step.svg").write_text("precious")
    refused = quick("hint", "two.txt", "-o", "step.svg")
    assert refused.returncode == 2
    assert "svg holds a picture of one puzzle" in refused.stderr
    assert (tmp_path / "step.svg").read_text() == "precious"
