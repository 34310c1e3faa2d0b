"""`nonet generate`: drawings, lines, tables, going on after Ctrl-C, exit codes, bad input."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

import nonet
from command import Nonet, command, environment


def test_one_puzzle_is_drawn_and_comes_again(quick: Nonet) -> None:
    run = quick("generate", "--seed", "1")
    assert run.returncode == 0
    made = nonet.generate(seed=1)
    assert run.stdout.splitlines()[-2:] == [
        str(made.puzzle),
        f"{made.clues} clues, minimal. Seed 1.",
    ]


def test_several_are_lines(quick: Nonet) -> None:
    run = quick("generate", "-n", "3", "--seed", "1")
    made = nonet.generate_many(3, seed=1)
    assert run.stdout.splitlines() == [str(one.puzzle) for one in made]
    assert quick("generate", "-n", "2", "--seed", "1").stdout in run.stdout


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_table_has_what_is_documented(quick: Nonet, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.csv"
    run = quick(
        *("generate", "-n", "4", "--seed", "2", "--symmetry", "half-turn", "--minimal", "symmetry"),
        *("--scale", "er", "-o", str(file)),
    )
    assert run.returncode == 0, run.stderr
    rows = rows_of(file)
    wanted = {"symmetry": "half-turn", "minimal": "symmetry"}
    for row, made in zip(rows, nonet.generate_many(4, seed=2, **wanted), strict=True):
        form = nonet.canonical(made.puzzle)
        assert row == {
            "puzzle": str(made.puzzle),
            "solution": str(made.solution),
            "clues": str(made.clues),
            "minimal": str(made.minimal).lower(),
            "symmetry": "half-turn",
            "minimal_for_symmetry": "true",
            "er": str(nonet.rate(made.puzzle, scales="er").er),
            "ep": row["ep"],
            "ed": row["ed"],
            "key": form.key,
            "solution_key": form.solution_key,
            "seed": str(made.seed),
        }
    docs = Path(__file__).parents[2] / "docs" / "generating.md"
    text = docs.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in rows[0])


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet"])
def test_the_same_command_goes_on_after_an_interruption(
    quick: Nonet, tmp_path: Path, form: str
) -> None:
    whole, cut = tmp_path / f"whole.{form}", tmp_path / f"cut.{form}"
    args = ("generate", "--layout", "2x3", "--seed", "5")
    assert quick(*args, "-n", "20", "-o", str(whole)).returncode == 0
    assert quick(*args, "-n", "7", "-o", str(cut)).returncode == 0
    shutil.move(cut, f"{cut}.partial")
    run = quick(*args, "-n", "20", "-o", str(cut))
    assert run.returncode == 0, run.stderr
    assert "going on after 7 puzzles" in run.stderr
    assert not Path(f"{cut}.partial").exists()
    assert cut.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    "form", ["csv", *(pytest.param(one, marks=pytest.mark.slow) for one in ("jsonl", "parquet"))]
)
def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(
    quick: Nonet, tmp_path: Path, form: str
) -> None:
    file, whole = tmp_path / f"puzzles.{form}", tmp_path / f"whole.{form}"
    partial = Path(f"{file}.partial")
    file.write_text("an old file")
    args = ["generate", "--seed", "5", "-o", str(file), "-n"]
    process = subprocess.Popen(
        command(*args, "10000000"), env=environment(), stderr=subprocess.PIPE, text=True
    )
    # A Parquet file is written in groups of many rows, so there is nothing to see but its draft.
    while not any(form == "parquet" or one.stat().st_size for one in tmp_path.glob(".*.part")):
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert str(partial) in said and "Traceback" not in said
    assert file.read_text() == "an old file"
    shutil.copy(partial, readable := tmp_path / f"partial.{form}")
    done = len(list(nonet.read(readable)))
    assert done
    n = str(done + 70)
    run = quick(*args, n)
    assert run.returncode == 0, run.stderr
    assert not partial.exists()
    assert quick("generate", "--seed", "5", "-o", str(whole), "-n", n).returncode == 0
    assert file.read_bytes() == whole.read_bytes()


def test_a_failed_command_leaves_files_alone(quick: Nonet, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "puzzles.csv"
    file.write_text("an old file")
    args = ("generate", "-n", "3", "-o", str(file))
    for more in (
        ["--clues", "16"],
        ["--technique", "x-wings"],
        ["--clues", "17", "--seconds", "0"],
    ):
        assert quick(*args, *more).returncode in (2, 3)
        assert file.read_text() == "an old file"
        assert list(folder.iterdir()) == [file]


@pytest.mark.slow
def test_unbiased_puzzles_go_on_within_a_grid(quick: Nonet, tmp_path: Path) -> None:
    """Two puzzles of a grid have the same seed; an interruption may come between them."""
    whole, cut = tmp_path / "whole.csv", tmp_path / "cut.csv"
    args = ("generate", "--unbiased", "--seed", "1", "-n")
    assert quick(*args, "60", "-o", str(whole)).returncode == 0
    seeds = [row["seed"] for row in rows_of(whole)]
    place = next(row for row in range(1, 60) if seeds[row] == seeds[row - 1])
    lines = whole.read_text().splitlines(keepends=True)
    Path(f"{cut}.partial").write_text("".join(lines[: place + 1]))
    assert quick(*args, "60", "-o", str(cut)).returncode == 0
    assert cut.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_long_files_go_on(quick: Nonet, tmp_path: Path, form: str) -> None:
    """A file of many puzzles may be longer than the text of any single one."""
    file = tmp_path / f"puzzles.{form}"
    args = ("generate", "--seed", "5", "-o", str(file), "-n")
    assert quick(*args, "5000").returncode == 0
    assert file.stat().st_size > 1 << 20
    before = file.read_bytes()
    shutil.move(file, f"{file}.partial")
    assert quick(*args, "5002").returncode == 0
    assert file.read_bytes().startswith(before)
    assert len(file.read_bytes().splitlines()) == len(before.splitlines()) + 2


@pytest.mark.parametrize("form", ["csv", "jsonl", "csv.gz"])
def test_a_line_that_was_cut_is_made_again(quick: Nonet, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"puzzles.{form}"
    args = ("generate", "--layout", "2x3", "--seed", "5", "-o", str(file), "-n", "300")
    assert quick(*args).returncode == 0
    done = file.read_bytes()
    lines = [str(puzzle) for puzzle in nonet.read(file)]
    for left in (len(done) - 20, len(done) // 2):
        file.unlink()
        Path(f"{file}.partial").write_bytes(done[:left])
        run = quick(*args)
        assert run.returncode == 0, run.stderr
        assert "going on after" in run.stderr
        assert [str(puzzle) for puzzle in nonet.read(file)] == lines
        assert not Path(f"{file}.partial").exists()


def test_a_partial_file_without_puzzles_is_not_left_there(quick: Nonet, tmp_path: Path) -> None:
    file, partial = tmp_path / "puzzles.csv", tmp_path / "puzzles.csv.partial"
    for content in ("", "puzzle,sol"):
        partial.write_text(content)
        run = quick("generate", "--layout", "2x2", "--seed", "5", "-n", "2", "-o", str(file))
        assert run.returncode == 0 and not partial.exists()
        assert f"no puzzle in {partial}: starting anew" in run.stderr


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "my notes\n", "it has no columns puzzle and seed"),
        ("a.jsonl", "my notes\n", "line 1 is not JSON"),
        ("a.jsonl", "5\n", "line 1 is not the object of a puzzle"),
    ],
)
def test_a_partial_file_of_others_is_left_there(
    quick: Nonet, tmp_path: Path, name: str, content: str, said: str
) -> None:
    partial = tmp_path / f"{name}.partial"
    partial.write_text(content)
    run = quick("generate", "--layout", "2x2", "-n", "2", "-o", str(tmp_path / name))
    assert run.returncode == 2 and partial.read_text() == content
    assert f"cannot go on from {partial}: {said}; remove it, or choose another name" in run.stderr
    assert not (tmp_path / name).exists()


def killed_when_long(file: Path, size: int) -> None:
    """Kill a run that writes to a file when its draft is longer than a size, and cut it there."""
    process = subprocess.Popen(
        command("generate", "--seed", "5", "-n", "10000000", "-o", str(file)), env=environment()
    )
    while not any(one.stat().st_size > size for one in file.parent.glob(".*.part")):
        assert process.poll() is None
        time.sleep(0.05)
    process.kill()
    process.wait()
    [draft] = file.parent.glob(".*.part")
    with draft.open("r+b") as stream:
        stream.truncate(size)


@pytest.mark.skipif(os.name != "posix", reason="needs signals and limits on a process")
def test_a_kill_and_a_full_disk_lose_nothing(quick: Nonet, tmp_path: Path) -> None:
    import resource

    file, whole = tmp_path / "a.csv", tmp_path / "whole.csv"
    args = ("generate", "--seed", "5", "-n", "3000", "-o")
    assert quick(*args, str(whole)).returncode == 0
    partial = Path(f"{file}.partial")
    sizes = []

    def filled(most: int) -> subprocess.CompletedProcess[str]:
        run = subprocess.run(
            command(*args, str(file)),
            env=environment(),
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        )
        assert run.returncode == 2 and f"nonet: {file}: File too large" in run.stderr
        assert f"finished answers are in {partial}; the last line may be cut" in run.stderr
        sizes.append(partial.stat().st_size)
        assert not file.exists()
        return run

    killed_when_long(file, 100_000)
    assert "going on after" in filled(300_000).stderr
    filled(50_000)  # Less than is there already.
    killed_when_long(file, 400_000)
    filled(500_000)
    assert 200_000 < sizes[0] == sizes[1] < 400_000 < sizes[2]
    assert quick(*args, str(file)).returncode == 0
    assert file.read_bytes() == whole.read_bytes() and not partial.exists()


@pytest.mark.skipif(os.name != "posix", reason="needs file locks")
def test_what_a_kill_left_of_another_command_is_no_start(quick: Nonet, tmp_path: Path) -> None:
    draft = tmp_path / ".a.csv.0123abcd.part"
    draft.write_text("puzzle,status\n")
    run = quick("generate", "--layout", "2x2", "-n", "2", "-o", str(tmp_path / "a.csv"))
    assert run.returncode == 0 and not run.stderr
    assert len(rows_of(tmp_path / "a.csv")) == 2 and not (tmp_path / "a.csv.partial").exists()


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--pattern", "nofile", "no file 'nofile'"),
        ("--pattern", "/nonexist/pf.txt", "no file '/nonexist/pf.txt'"),
        ("--pattern", ".", "'.' is a folder"),
        ("--solution", "s17.txt", "expected the digits of a grid, found a file name, 's17.txt'"),
    ],
)
def test_files_that_are_not_there(quick: Nonet, option: str, value: str, said: str) -> None:
    run = quick("generate", option, value)
    assert run.returncode == 2 and said in run.stderr


def test_an_order_that_is_named_is_the_one(quick: Nonet) -> None:
    run = quick("generate", "--technique", "forcing-chain", "--order", "nonet")
    assert run.returncode == 2 and "'nonet' does not use forcing-chain" in run.stderr
    assert "[default: nonet]" not in quick("generate", "--help").stdout


def test_without_a_seed_it_goes_on_with_other_puzzles(quick: Nonet, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.csv"
    assert quick("generate", "-n", "3", "-o", str(file)).returncode == 0
    before = rows_of(file)
    shutil.move(file, f"{file}.partial")
    assert quick("generate", "-n", "5", "-o", str(file)).returncode == 0
    after = rows_of(file)
    assert after[:3] == before
    assert len({row["key"] for row in after}) == 5


def test_rows_of_another_command_are_refused(quick: Nonet, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.csv"
    assert quick("generate", "-n", "3", "--seed", "1", "-o", str(file)).returncode == 0
    shutil.move(file, f"{file}.partial")
    run = quick("generate", "-n", "5", "--seed", "2", "-o", str(file))
    assert run.returncode == 2
    assert "is from another command" in run.stderr
    assert Path(f"{file}.partial").exists()


@pytest.mark.parametrize("other", [["--clues", "24"], ["--unbiased"], ["--scale", "er"]], ids=str)
def test_rows_of_another_request_are_refused(
    quick: Nonet, tmp_path: Path, other: list[str]
) -> None:
    """Even if the first puzzle is the same."""
    file = tmp_path / "puzzles.csv"
    args = ("generate", "--seed", "4", "-o", str(file))
    assert quick(*args, "-n", "40").returncode == 0
    assert rows_of(file)[0]["clues"] == "24"
    shutil.move(file, f"{file}.partial")
    run = quick(*args, "-n", "45", *other)
    assert run.returncode == 2
    assert "is from another command" in run.stderr
    assert Path(f"{file}.partial").exists() and not file.exists()


def test_what_was_found_is_kept_if_there_is_no_more(quick: Nonet, tmp_path: Path) -> None:
    """There are 36 minimal 4x4 puzzles that are no copies of each other."""
    file = tmp_path / "all.csv"
    run = quick("generate", "--layout", "2x2", "-n", "100", "--seed", "1", "-o", str(file))
    assert run.returncode == 3
    assert "no other puzzle was found" in run.stderr and "all.csv.partial" in run.stderr
    assert not file.exists()
    assert len(rows_of(Path(f"{file}.partial"))) == 36


def test_rows_that_cannot_be_used_are_not_lost(quick: Nonet, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.csv"
    partial = Path(f"{file}.partial")
    args = ("generate", "--seed", "1", "-o", str(file), "-n")
    assert quick(*args, "6").returncode == 0
    shutil.move(file, partial)
    before = partial.read_bytes()
    run = quick(*args, "3")
    assert run.returncode == 2 and "an interrupted run left 6 puzzles in" in run.stderr
    lines = before.splitlines(keepends=True)
    lines[3] = lines[3][:-30] + b"\n"
    partial.write_bytes(b"".join(lines))
    run = quick(*args, "8")
    assert run.returncode == 2 and "row 3 is incomplete" in run.stderr
    assert partial.read_bytes() == b"".join(lines)


def test_json_and_unbiased_puzzles(quick: Nonet) -> None:
    run = quick("generate", "-n", "2", "--seed", "1", "--json")
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [one["puzzle"] for one in found] == [
        str(made.puzzle) for made in nonet.generate_many(2, seed=1)
    ]
    run = quick("generate", "-n", "2", "--seed", "1", "--unbiased", "--format", "csv")
    rows = list(csv.DictReader(run.stdout.splitlines()))
    assert all(float(row["weight"]) > 0 for row in rows)
    again = quick("generate", "-n", "1", "--seed", "1", "--unbiased", "--format", "csv")
    assert again.stdout.splitlines() == run.stdout.splitlines()[:2]


def test_files_as_options(quick: Nonet, tmp_path: Path) -> None:
    pattern = tmp_path / "pattern.txt"
    pattern.write_text("x" * 40 + "." + "x" * 40)
    run = quick(
        *("generate", "--pattern", str(pattern), "--minimal", "no", "--lines", "--seed", "1")
    )
    assert run.stdout[40] == "."
    assert "." not in run.stdout[:40]


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["-n", "0"], 2, "-n: expected a whole number from 1, found 0"),
        (["--seed", "x"], 2, "'x' is not a valid integer"),
        (["--seed", "-4"], 2, "--seed: expected a whole number from 0, found -4"),
        (["--clues", "16"], 2, "clues: expected 17 or more, found 16"),
        (["--clues", "0"], 2, "clues: expected a whole number"),
        (["--pattern", "no/pattern"], 2, "no file 'no/pattern'"),
        (["--pattern", "none.txt"], 2, "no file 'none.txt'"),
        (["--pattern", ""], 2, "pattern: expected 81 signs, one per cell, found 0"),
        (["--technique", "x-wing", "--layout", "5x5"], 2, "boards up to 16x16, found 25x25"),
        (["--unbiased", "--seconds", "0"], 3, "no puzzle was found in"),
        (["--clues", "few"], 2, "expected a number such as 24, or 22-26, found 'few'"),
        (["--clues", "22", "--symmetry", "quarter-turn"], 2, "allows 21 or 24, found 22"),
        (["--technique", "x-wings"], 2, "did you mean 'x-wing'?"),
        (["--layout", "9x"], 2, "expected a box shape such as 2x3, found '9x'"),
        (["--rating", "er"], 2, "expected SCALE=RANGE such as er=4.0-4.4, found 'er'"),
        (["--rating", "er=9-8"], 2, "rating: expected the lowest first for er"),
        (["--solution", "1" * 81], 2, "solution: 1 appears"),
        (["--pattern", "x"], 2, "pattern: expected 81 signs, one per cell, found 1"),
        (["--unbiased", "--clues", "25"], 2, "unbiased: expected no other options"),
        (["--unbiased", "--layout", "2x3"], 2, "unbiased: expected the plain 9x9 board"),
        (["-o", "puzzle.svg"], 2, "puzzles cannot be written as svg"),
        (["--clues", "17", "--seconds", "0.1"], 3, "the nearest has"),
    ],
)
def test_bad_input(quick: Nonet, args: list[str], code: int, said: str) -> None:
    run = quick("generate", *args)
    assert run.returncode == code, run.stderr
    assert said in run.stderr
    assert "Traceback" not in run.stderr
