"""`nonet canonical` and `nonet split`."""

from __future__ import annotations

import csv
import json
import random
from itertools import islice
from pathlib import Path

import pytest

import nonet as api
from boards import EASY, EASY_SOLUTION, HARD, JIGSAW, SIX
from command import Nonet

COPY = str(api.random_copy(EASY, seed=3))
PART = str(api.random_copy(EASY_SOLUTION[:40] + EASY[40:], seed=4))
"""A puzzle with the same solution as EASY, in disguise."""
EMPTY = "." * 81


def write(folder: Path, name: str, lines: list[str]) -> None:
    (folder / name).write_text("".join(f"{line}\n" for line in lines))


def test_one_puzzle_is_told_in_words(quick: Nonet) -> None:
    run = quick("canonical", EASY)
    found = api.canonical(EASY)
    assert run.returncode == 0
    assert f"Key             {found.key}" in run.stdout
    assert f"Solution key    {found.solution_key}" in run.stdout
    assert "Form            minlex-1" in run.stdout and "Automorphisms   1\n" in run.stdout
    words = run.stdout.splitlines()[-1].removeprefix("Transformation  ")
    assert api.Transformation.parse(words).apply(api.parse(EASY)) == found.puzzle
    assert "none, the solution is not unique" in quick("canonical", EMPTY).stdout


def test_a_file_is_a_table_of_forms(quick: Nonet, tmp_path: Path) -> None:
    write(tmp_path, "in.txt", [EASY, HARD, EMPTY, COPY])
    assert quick("canonical", "in.txt", "-o", "out.csv").returncode == 0
    rows = list(csv.DictReader((tmp_path / "out.csv").read_text().splitlines()))
    names = "puzzle canonical key solution_key automorphisms error"
    assert list(rows[0]) == names.split()
    for row, line in zip(rows, [EASY, HARD, EMPTY, COPY], strict=True):
        found = api.canonical(line)
        assert row == {
            "puzzle": line,
            "canonical": str(found.puzzle),
            "key": found.key,
            "solution_key": found.solution_key or "",
            "automorphisms": str(found.automorphisms),
            "error": "",
        }
    run = quick("canonical", "--json", "in.txt")
    record = json.loads(run.stdout.splitlines()[1])
    assert (record["key"], record["form"]) == (api.canonical(HARD).key, "minlex-1")
    lines = quick("canonical", "in.txt").stdout.splitlines()
    assert lines[0] == lines[3] == f"{api.canonical(EASY).puzzle} {api.canonical(EASY).key}"


def test_duplicates_are_dropped_and_counted(quick: Nonet, tmp_path: Path) -> None:
    write(tmp_path, "in.txt", [EASY, HARD, COPY, EASY, SIX, SIX])
    run = quick("canonical", "--unique", "in.txt")
    assert len(run.stdout.splitlines()) == 3
    assert "3 duplicates dropped" in run.stderr


def test_leaks_are_found(quick: Nonet, tmp_path: Path) -> None:
    write(tmp_path, "train.txt", [EASY, HARD, EMPTY])
    write(tmp_path, "test.txt", [COPY, PART, EASY_SOLUTION, "1" + "." * 80])
    run = quick("canonical", "test.txt", "--against", "train.txt", "-o", "out.csv")
    assert run.returncode == 1
    rows = list(csv.DictReader((tmp_path / "out.csv").read_text().splitlines()))
    matches = [row["match"] for row in rows]
    assert matches == ["equivalent", "same-solution", "same-solution", ""]
    assert "of 4 puzzles, 1 are equivalent" in run.stderr and "2 more have" in run.stderr
    write(tmp_path, "other.txt", ["1" + "." * 80])
    assert quick("canonical", "other.txt", "--against", "train.txt").returncode == 0


def test_files_of_other_sizes_cannot_be_compared(quick: Nonet, tmp_path: Path) -> None:
    write(tmp_path, "six.txt", [SIX, SIX])
    write(tmp_path, "nine.txt", [EASY, HARD])
    run = quick("canonical", "nine.txt", "--against", "six.txt", "-o", "out.csv")
    assert run.returncode == 2 and not (tmp_path / "out.csv").exists()
    assert "--against has 6x6 with 2x3 boxes, but the input has 9x9" in run.stderr
    run = quick("canonical", "nine.txt", "--against", "missing.txt")
    assert run.returncode == 2 and "missing.txt" in run.stderr


def test_a_bad_row_does_not_end_a_file(quick: Nonet, tmp_path: Path) -> None:
    write(tmp_path, "in.txt", [EASY, "12x" + "." * 78, HARD])
    run = quick("canonical", "in.txt")
    lines = run.stdout.splitlines()
    assert run.returncode == 2 and "line 2" in run.stderr
    assert lines[1] == "malformed" and lines[2].endswith(api.canonical(HARD).key)


def test_boards_with_rules_or_regions_are_refused(quick: Nonet, tmp_path: Path) -> None:
    run = quick("canonical", "--rule", "diagonals", EASY)
    assert run.returncode == 2 and "rules, which copies would break" in run.stderr
    regions = JIGSAW.layout.to_dict()["regions"]
    run = quick("canonical", "--regions", regions, str(JIGSAW))
    assert run.returncode == 2 and "would change the regions" in run.stderr
    write(tmp_path, "in.txt", [EASY, HARD])
    run = quick("canonical", "--rule", "diagonals", "in.txt")
    assert run.returncode == 2 and run.stdout.splitlines() == ["malformed"] * 2


@pytest.fixture
def puzzles(tmp_path: Path) -> list[str]:
    """Puzzles on a few dozen solutions, several on each, all in disguise."""
    source = random.Random(7)
    lines = []
    for grid in map(str, islice(api.solutions(EMPTY, limit=4000), 0, None, 100)):
        for _ in range(4):
            kept = set(source.sample(range(81), 60))
            line = "".join(digit if i in kept else "." for i, digit in enumerate(grid))
            lines.append(str(api.random_copy(line, seed=source.randrange(1000))))
    return lines


def parts_of(folder: Path, suffix: str = "txt") -> tuple[list[str], list[str]]:
    read = [(folder / f"{name}.{suffix}").read_text().splitlines() for name in ("train", "test")]
    return read[0], read[1]


def test_a_split_leaks_nothing_and_does_not_depend_on_the_order(
    quick: Nonet, tmp_path: Path, puzzles: list[str]
) -> None:
    write(tmp_path, "in.txt", puzzles)
    run = quick("split", "in.txt", "--test", "0.3", "--seed", "1", "-o", "parts")
    assert run.returncode == 0
    train, test = parts_of(tmp_path / "parts")
    assert sorted(train + test) == sorted(puzzles) and train and test
    assert f"{len(test)} puzzles in" in run.stderr
    keys = [{api.canonical(line).solution_key or line for line in part} for part in (train, test)]
    assert not keys[0] & keys[1]
    random.Random(1).shuffle(puzzles)
    write(tmp_path, "in.txt", [str(api.random_copy(line, seed=1)) for line in puzzles])
    quick("split", "in.txt", "--test", "0.3", "--seed", "1", "-o", "again")
    again = parts_of(tmp_path / "again")
    for one, other in zip((train, test), again, strict=True):
        assert sorted(api.canonical(x).key for x in one) == sorted(
            api.canonical(x).key for x in other
        )
    quick("split", "in.txt", "--test", "0.3", "--seed", "2", "-o", "other")
    assert parts_of(tmp_path / "other") != again


def test_a_split_table_keeps_its_columns(quick: Nonet, tmp_path: Path, puzzles: list[str]) -> None:
    rows = [f"{line},{number}" for number, line in enumerate(puzzles)]
    write(tmp_path, "in.csv", ["puzzle,number", *rows])
    run = quick("split", "in.csv", "--test", "0.5", "-o", "parts")
    assert run.returncode == 0
    train, test = parts_of(tmp_path / "parts", "csv")
    assert train[0] == test[0] == "puzzle,number"
    assert sorted(train[1:] + test[1:]) == sorted(rows)


def test_a_split_leaves_bad_rows_out(quick: Nonet, tmp_path: Path) -> None:
    write(tmp_path, "in.txt", [EASY, "oops", HARD, EMPTY])
    run = quick("split", "in.txt", "-o", "parts")
    assert run.returncode == 2 and "line 2" in run.stderr
    train, test = parts_of(tmp_path / "parts")
    assert sorted(train + test) == sorted([EASY, HARD, EMPTY])
    run = quick("split", "in.txt", "--test", "2", "-o", "parts")
    assert run.returncode == 2 and "--test" in run.stderr
