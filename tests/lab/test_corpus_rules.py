"""Corpora and comparisons keep the rules of their boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonet
from nonet import ParseError, lab
from nonet.lab.corpus import read_corpus_file

FOUR = "...4..1.2.4..3.."


def write(path: Path, **fields: object) -> Path:
    path.write_text(json.dumps({"puzzle": FOUR, **fields}))
    return path


@pytest.mark.parametrize(
    "rules", ["diagonal-down", ["diagonal-down"], [{"rule": "diagonal-down"}]], ids=str
)
def test_boards_of_a_file_have_their_rules(tmp_path: Path, rules: object) -> None:
    path = write(tmp_path / "v.jsonl", rules=rules)
    (entry,) = read_corpus_file(path).entries
    assert entry.puzzle == nonet.parse(FOUR, rules="diagonal-down")
    (row,) = lab.compare("backtracking", path, limit=2, processes=0)
    assert (row["status"], row["rules"]) == ("no-solution", "diagonal-down")


@pytest.mark.parametrize("rules", [5, ["nothing"], [{"rule": 1}], ["house r1c1"], [None]], ids=str)
def test_rules_that_are_none_are_refused_with_their_line(tmp_path: Path, rules: object) -> None:
    with pytest.raises(ParseError, match=r"v\.jsonl, line 1"):
        read_corpus_file(write(tmp_path / "v.jsonl", rules=rules))


def test_a_puzzle_in_a_notation_with_rules_keeps_them(tmp_path: Path) -> None:
    text = nonet.format(nonet.parse(FOUR, rules="anti-king"), "f-puzzles")
    (entry,) = read_corpus_file(write(tmp_path / "v.jsonl", puzzle=text)).entries
    assert [rule.name for rule in entry.puzzle.rules] == ["anti-king"]


def test_further_rules_hold_for_every_board_and_tell_runs_apart(tmp_path: Path) -> None:
    path, journal = write(tmp_path / "v.jsonl", status="unique"), tmp_path / "kept.jsonl"
    (plain,) = lab.compare("backtracking", path, limit=2, processes=0, resume=journal)
    (ruled,) = lab.compare(
        "backtracking", path, limit=2, processes=0, resume=journal, rules="diagonals"
    )
    assert (plain["status"], plain["rules"]) == ("unique", None)
    assert (ruled["status"], ruled["rules"]) == ("no-solution", "diagonal-down; diagonal-up")
    assert len(journal.read_text().splitlines()) == 2
