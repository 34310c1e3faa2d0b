"""`nonet convert` of many puzzles writes what `nonet.write` writes, from cells or one by one."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nonet as api
from boards import EASY, HARD, SIX
from cases import examples
from command import Nonet
from nonet.cli import run as run_command
from nonet.files.writing import Form

FEW = "1.2.3" + "." * 76
"""A 9x9 board that could be mistaken for others, so that it needs a marker in a list."""
LINES = [EASY, HARD, "." * 81, FEW, "...4..1.2.4..3..", SIX, f"{EASY} # a comment"]
NAMES = ["line", "sdm", "jsonl", "csv", "grid", "sudokuwiki", None]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(LINES), min_size=2, max_size=12))
def test_it_writes_what_the_api_writes(tmp_path: Path, name: str | None, lines: list[str]) -> None:
    if name in ("sdm", "sudokuwiki"):
        lines = [line for line in lines if len(line) >= 81 and line[1:80] != "." * 79] or [EASY]
        lines = [*lines, EASY]
    given, ours, theirs = (tmp_path / name for name in ("in.txt", "ours.dat", "theirs.dat"))
    given.write_text("".join(f"{line}\n" for line in lines))
    options = [] if name is None else ["--to", name]
    form = Form(name, {})
    puzzles = [*api.read(given)]
    code = run_command(["convert", str(given), *options, "-o", str(ours)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", api.LossWarning)
        try:
            written = api.write(puzzles, theirs, notation=form.name)
        except api.ArgumentError:
            assert code == 2
            return
    assert written == len(puzzles) and code == 0
    assert ours.read_bytes() == theirs.read_bytes()


def test_bad_and_impossible_puzzles_are_left_out(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\noops\n{SIX}\n{HARD}\n")
    run = quick("convert", "in.txt", "-o", "out.sdm")
    assert run.returncode == 2
    assert "in.txt, line 2" in run.stderr and "in.txt, line 3: sdm supports only" in run.stderr
    lines = (tmp_path / "out.sdm").read_text().splitlines()
    assert lines == [EASY.replace(".", "0"), HARD.replace(".", "0")]


def test_notes_of_a_table_are_kept(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"puzzle,name,rating\n{EASY},first,1.2\n{HARD},second,\n")
    assert quick("convert", "in.csv", "-o", "out.jsonl").returncode == 0
    notes = [puzzle.notes for puzzle in api.read(tmp_path / "out.jsonl")]
    assert [(note.name, note.rating) for note in notes] == [("first", "1.2"), ("second", None)]


@pytest.mark.parametrize("name", ["out.txt.gz", "out.sdm.zip", "out.jsonl.zip", "out.txt.zip"])
def test_packed_files_are_read_back(quick: Nonet, tmp_path: Path, name: str) -> None:
    lines = [EASY, FEW, HARD] * 5
    (tmp_path / "in.txt").write_text("".join(f"{line}\n" for line in lines))
    assert quick("convert", "in.txt", "-o", name).returncode == 0
    assert [str(puzzle) for puzzle in api.read(tmp_path / name)] == lines


def test_blank_signs_are_used(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n{HARD}\n")
    run = quick("convert", "--to", "sdm", "--blank", ".", "in.txt")
    assert run.stdout == f"{EASY}\n{HARD}\n"
    run = quick("convert", "--blank", "*", "in.txt")
    assert run.stdout == f"{EASY}\n{HARD}\n".replace(".", "*")
