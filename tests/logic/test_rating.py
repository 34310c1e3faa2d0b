"""Ratings: the scales of other programs, statuses, limits, boards, and many puzzles at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nonet
from cases import quick_first
from corpora import data_folder
from nonet.core.result import Status
from rating_agreement import paths, ratings

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
FOUR = "...4..1.2.4..3.."
DATA = data_folder()
needs_data = pytest.mark.skipif(DATA is None, reason="NONET_DATA is not set")
OTHER_SCORES = {
    "...5.36.2.3.69..5..5.7.....7.9..2....1....9...8.9..........63....1....675..37..1.",
    "........5.7..8..3.9...25........9..669..7..5.....1.897.8.2.7....61.3....3.....4..",
}
"""Puzzles that need brute force, which HoDoKu scores otherwise (docs/rating.md)."""


def check_row(row: dict[str, Any], found: dict[str, Any]) -> None:
    """Compare a rating with a row of reference."""
    assert found["hodoku_level"] == row["hodoku_level"]
    if row.get("ser_source") != "skfr":
        ours = [found[name] for name in ("er", "ep", "ed")]
        assert ours == [row[name] for name in ("er", "ep", "ed")], row["puzzle"]


@needs_data
@pytest.mark.parametrize("part", quick_first(1, range(16)))
def test_ratings_are_those_of_both_programs(part: int) -> None:
    assert DATA is not None
    rows = paths(DATA)[part::16]
    table = nonet.rate_many([row["puzzle"] for row in rows], scales="er,hodoku")
    for row, found in zip(rows, table, strict=True):
        check_row(row, found)
        is_same = found["hodoku_score"] == row["hodoku_score"]
        assert is_same or row["puzzle"] in OTHER_SCORES


@needs_data
@pytest.mark.parametrize("is_hard", quick_first(1, (False, True)))
def test_reference_ratings(is_hard: bool) -> None:
    assert DATA is not None
    rows = [row for row in ratings(DATA) if (row["er"] > 9.0) is is_hard]
    table = nonet.rate_many([row["puzzle"] for row in rows], scales=("er", "hodoku"))
    for row, found in zip(rows, table, strict=True):
        check_row(row, found)


def test_one_puzzle() -> None:
    rating = nonet.rate(EASY, scales=("er", "hodoku"))
    assert rating.status is Status.UNIQUE and rating.at_least is None
    assert (rating.er, rating.ep, rating.ed) == (1.2, 1.2, 1.2)
    assert (rating.hodoku_level, rating.hodoku_score) == ("Easy", 204)
    assert rating.hardest is not None and rating.hardest.technique == "hidden-single"
    assert rating.seconds is not None and rating.seconds > 0


def test_only_what_was_asked() -> None:
    assert nonet.rate(EASY, scales="er").hodoku_level is None
    assert nonet.rate(EASY, scales=["hodoku"]).er is None


def test_a_complete_grid_needs_no_step() -> None:
    rating = nonet.rate(SOLVED, scales=("er", "hodoku"))
    assert (rating.er, rating.hodoku_level, rating.hodoku_score) == (0.0, "Easy", 0)
    assert rating.hardest is None


@pytest.mark.parametrize(
    ("puzzle", "status"),
    [("." * 81, Status.MULTIPLE), ("55" + "." * 79, Status.NO_SOLUTION)],
)
def test_without_a_unique_solution_there_are_no_numbers(puzzle: str, status: Status) -> None:
    rating = nonet.rate(puzzle)
    numbers = rating.to_dict()
    assert numbers.pop("status") == status.word and numbers.pop("seconds") >= 0
    assert set(numbers.values()) == {None}


@pytest.mark.parametrize("limit", [nonet.Limit(nodes=3), nonet.Limit(seconds=0)])
def test_a_limit_gives_the_bound_reached(limit: nonet.Limit) -> None:
    rating = nonet.rate(HARD, scales=("er", "hodoku"), limit=limit)
    assert rating.status is Status.UNKNOWN
    assert rating.er is None and rating.hodoku_score is None
    if limit.nodes:
        assert rating.at_least is not None and rating.at_least > 7
        assert rating.hardest is not None


def test_other_boards_have_no_er() -> None:
    rating = nonet.rate(FOUR, scales=("er", "hodoku"))
    assert rating.status is Status.UNIQUE and rating.er is None and rating.hodoku_level is None


@pytest.mark.parametrize(
    "scales", ["ser", "", (), ("er", "x"), 5, None], ids=["name", "empty", "none", "two", "5", "no"]
)
def test_scales_are_checked(scales: Any) -> None:
    with pytest.raises(nonet.ArgumentError, match="scales: expected"):
        nonet.rate(EASY, scales=scales)


def test_many_are_rated_like_one(tmp_path: Path) -> None:
    puzzles = [EASY, HARD, SOLVED, "." * 81]
    array = np.array([[int(c) if c != "." else 0 for c in line] for line in puzzles])
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{line}\n" for line in puzzles))
    tables = [nonet.rate_many(some, scales="er,hodoku") for some in (puzzles, array, file)]
    for table in tables:
        assert len(table) == 4 and table["status"][3] is Status.MULTIPLE
        for line, row in zip(puzzles, table, strict=True):
            one = nonet.rate(line, scales="er,hodoku").to_dict()
            hardest = one["hardest"] and one["hardest"]["technique"]
            assert row["hardest"] == hardest
            same = ("er", "ep", "ed", "hodoku_level", "hodoku_score", "at_least")
            assert [row[name] for name in same] == [one[name] for name in same]


def test_bad_rows_keep_their_places(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{EASY}\noops\n...4..1.2.4..3..\n")
    for table in (nonet.rate_many([EASY, "oops"]), nonet.rate_many(str(file))):
        assert table["status"][:2] == [Status.UNIQUE, Status.MALFORMED]
        assert list(table.errors) == [1]
    wrong = np.zeros((2, 81), dtype=int)
    wrong[1, 4] = 11
    table = nonet.rate_many(wrong)
    assert table["status"] == [Status.MULTIPLE, Status.MALFORMED] and list(table.errors) == [1]


def test_a_table_is_indexed_by_name_and_number() -> None:
    table = nonet.rate_many([EASY])
    assert table[0]["er"] == table["er"][0] == table[-1]["er"] == 1.2
    assert repr(table) == "<RatingTable: 1 row>"
    for wrong in ("ser", 1.5):
        with pytest.raises(nonet.ArgumentError):
            table[wrong]  # type: ignore[call-overload]
    with pytest.raises(nonet.OutOfRangeError):
        table[1]
