"""`nonet rate`: bars, lines, tables, JSON, exit codes, bad input."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import nonet
from command import Nonet
from nonet.batch import workers
from nonet.batch.workers import Shared
from nonet.native import thread_count

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR = "...4..1.2.4..3.."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SIX = "15..4.24..564....3.....463..2..2..31"


def test_one_puzzle_has_bars_and_the_hardest_step(quick: Nonet) -> None:
    run = quick("rate", "--scale", "er,hodoku", EASY)
    assert run.returncode == 0
    assert run.stdout.splitlines() == [
        "ER      ██░░░░░░░░░░░░░░░░░░  1.2 (EP 1.2, ED 1.2)",
        "HoDoKu  ████░░░░░░░░░░░░░░░░  Easy (204)",
        "Hardest step: Hidden single: b2 => r1c6=8",
    ]


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([SIX], 1, "several solutions, so it has no rating"),
        (["55" + "." * 79], 1, "5 appears twice in row 1"),
        (
            [HARD, "--scale", "er", "--nodes", "3"],
            3,
            "Not finished within the limit: ER at least 9",
        ),
        (["12345"], 2, "expected"),
        ([EASY, "--scale", "ser"], 2, "expected er, hodoku"),
        ([EASY, "-o", "rating.svg"], 2, "a rating cannot be written as svg"),
    ],
)
def test_endings(quick: Nonet, args: list[str], code: int, said: str) -> None:
    run = quick("rate", *args)
    assert run.returncode == code and said in run.stdout + run.stderr


def test_an_unfinished_rating_has_no_reasons(quick: Nonet) -> None:
    run = quick("rate", EASY, "--nodes", "1")
    assert run.returncode == 3
    assert "because" not in run.stdout and "Not finished within the limit" in run.stdout


def test_files_give_a_line_per_puzzle(quick: Nonet, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{EASY}\n{'.' * 81}\n{EASY[:80]}x\n")
    run = quick("rate", "--scale", "er,hodoku", str(file))
    assert run.returncode == 2 and "line 3" in run.stderr
    assert run.stdout.splitlines() == [
        "ER 1.2/1.2/1.2, HoDoKu Easy (204)",
        "multiple",
        "malformed",
    ]
    assert quick("rate", str(file), "--nodes", "1").returncode == 2
    file.write_text(f"{EASY}\n{'.' * 81}\n")
    assert quick("rate", str(file)).returncode == 0
    assert quick("rate", str(file), "--nodes", "1").returncode == 3


def test_the_json_of_a_file_is_made_on_all_cores(
    quick: Nonet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_PATIENCE", 1e-9)
    sent: list[int] = []
    send = Shared._sent
    monkeypatch.setattr(
        Shared, "_sent", lambda self, chunks, view: sent.append(1) or send(self, chunks, view)
    )
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{EASY}\n{SIX}\n{FOUR}\n{EASY}\n")
    run = quick("rate", "--json", "--scale", "er,nonet", str(file))
    assert run.returncode == 0
    for line, text in zip(run.stdout.splitlines(), (EASY, SIX, FOUR, EASY), strict=True):
        found, alone = json.loads(line), nonet.rate(text, scales="er,nonet").to_dict()
        assert found["puzzle"] == text
        assert {**alone, "seconds": None} == {name: found[name] for name in alone} | {
            "seconds": None
        }
    assert sent or thread_count(None) == 1
    assert quick("rate", "--json", "--nodes", "1", str(file)).returncode == 3


def test_tables(quick: Nonet, tmp_path: Path) -> None:
    file, table = tmp_path / "puzzles.txt", tmp_path / "ratings.csv"
    file.write_text(f"{EASY}\n{'.' * 81}\n")
    assert quick("rate", str(file), "-o", str(table)).returncode == 0
    with table.open() as lines:
        rows = list(csv.DictReader(lines))
    assert [row["status"] for row in rows] == ["unique", "multiple"]
    assert rows[0]["er"] == "1.2" and rows[0]["hardest"] == "hidden-single"
    assert rows[1]["er"] == "" and rows[1]["clues"] == "0"


def test_json(quick: Nonet) -> None:
    record = json.loads(quick("rate", "--json", "--scale", "er", EASY).stdout)
    assert record["puzzle"] == EASY and record["er"] == 1.2 and record["hodoku_level"] is None
    assert record["hardest"]["technique"] == "hidden-single"


def test_parquet_keeps_numbers(quick: Nonet, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file, table = tmp_path / "puzzles.txt", tmp_path / "ratings.parquet"
    file.write_text(f"{EASY}\n{'.' * 81}\n")
    assert quick("rate", str(file), "-o", str(table)).returncode == 0
    found = parquet.read_table(table).to_pydict()
    assert found["er"] == [1.2, None] and found["hodoku_score"] == [204, None]
