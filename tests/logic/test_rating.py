"""Ratings: the scales of other programs, statuses, limits, boards, and many puzzles at once."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nonet
from cases import quick_first
from corpora import data_folder
from nonet.core.result import Status
from nonet.core.transformation import Transformation
from nonet.logic.own_rating import BANDS, Part, band, fitted, reasons
from nonet.logic.rating_words import tell_rating
from nonet.logic.search_difficulty import guesses_of, search_rows
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


# Sudoku Explainer's path takes 40 times as long as HoDoKu's: 4 to 10 seconds and 0.1.
LONG = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


def test_a_limit_applies_to_copies_as_well() -> None:
    started = time.perf_counter()
    rating = nonet.rate(LONG, scales="er", copies=20, limit=0.5)
    assert time.perf_counter() - started < 4
    assert rating.status is Status.UNKNOWN and rating.ranges is None
    none = nonet.rate(EASY, scales="hodoku", copies=100_000, limit=0.5)
    assert time.perf_counter() - started < 8
    assert none.status is Status.UNIQUE and none.ranges is not None
    low, high = none.ranges["hodoku_score"]
    assert none.hodoku_score is not None and low <= none.hodoku_score <= high


def test_what_is_quick_is_rated_first() -> None:
    rating = nonet.rate(LONG, limit=nonet.Limit(seconds=0, nodes=3))
    assert rating.hodoku_score is None
    seconds = nonet.rate(LONG, scales="hodoku").seconds
    rating = nonet.rate(LONG, scales="er,hodoku", limit=6 * seconds)
    assert rating.status is Status.UNKNOWN and rating.er is None
    assert rating.hodoku_level == "Extreme"
    assert rating.at_least is not None and rating.at_least > 5
    assert "ER at least" in "\n".join(tell_rating(nonet.parse(LONG), rating, ("er", "hodoku")))


def test_a_limit_is_in_seconds() -> None:
    for limit in (0, 0.0):
        assert nonet.rate(LONG, scales="er", limit=limit).status is Status.UNKNOWN
        assert nonet.rate_many([LONG], scales="er", limit=limit)["status"] == [Status.UNKNOWN]
        assert nonet.explain(LONG, limit=limit).outcome == "undecided"
    for wrong in (-1, True, "1", float("nan")):
        for call in (
            nonet.rate,
            nonet.explain,
            lambda line, limit: nonet.rate_many([line], limit=limit),
        ):
            with pytest.raises(nonet.ArgumentError, match=r"^limit: expected seconds"):
                call(EASY, limit=wrong)  # type: ignore[operator]


def test_time_does_not_matter_for_equality() -> None:
    one, other = nonet.rate(EASY), nonet.rate(EASY)
    assert one.seconds != other.seconds and one == other


@pytest.mark.parametrize(
    ("wrong", "name"), [({"copies": -1}, "copies"), ({"seed": "x"}, "seed"), ({"seed": -1}, "seed")]
)
def test_copies_are_checked(wrong: dict[str, Any], name: str) -> None:
    with pytest.raises(nonet.ArgumentError) as error:
        nonet.rate(EASY, **wrong)
    assert str(error.value).startswith(f"{name}: expected a whole number from 0, found")
    with pytest.raises(nonet.ArgumentError) as error:
        nonet.generate(seed=True)
    assert str(error.value) == "seed: expected a whole number from 0, found True"


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
    alone = [nonet.rate(line, scales="er,hodoku").to_dict() for line in puzzles]
    for table in tables:
        assert len(table) == 4 and table["status"][3] is Status.MULTIPLE
        for one, row in zip(alone, table, strict=True):
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
    assert repr(table).startswith("<RatingTable: 1 row")
    for wrong in ("ser", 1.5):
        with pytest.raises(nonet.ArgumentError):
            table[wrong]  # type: ignore[call-overload]
    with pytest.raises(nonet.OutOfRangeError):
        table[1]


OWN = ("difficulty", "interval", "band", "guesses", "backdoor", "backdoor_exact")
PATTERNS = [
    EASY,
    "...54....54.71..63.....2....251.....3...86....18....34.....5...7..6.........3.4.6",
    "..............1..2.34....5.............34..6.2.......7.....8.....6...49.1...27...",
    ".7.5.....4.....29..8..4......2.....7..9.......5..28......9....3.....7.157..65..4.",
]


@pytest.mark.parametrize("number", range(len(PATTERNS)))
@pytest.mark.parametrize("seed", quick_first(2, range(12)))
def test_every_copy_has_the_same_own_rating(number: int, seed: int) -> None:
    puzzle = nonet.parse(PATTERNS[number])
    copy = Transformation.random(puzzle.layout, seed=seed).apply(puzzle)
    one, other = (nonet.rate(p, scales=("nonet", "search")) for p in (puzzle, copy))
    assert [getattr(one, name) for name in OWN] == [getattr(other, name) for name in OWN]
    assert one.parts == other.parts and one.difficulty is not None


@pytest.mark.parametrize("puzzle", PATTERNS)
def test_the_hardest_step_is_one_of_the_puzzle_itself(puzzle: str) -> None:
    """Its proof was moved back from the canonical form; it holds on the board at that point."""
    rating = nonet.rate(puzzle, scales="nonet")
    step, parts = rating.hardest, rating.parts
    assert step is not None and parts is not None
    hardest = max(parts, key=lambda part: (part.share, -part.step))
    assert step.technique == hardest.technique
    solution = nonet.solve(puzzle).solution
    assert solution is not None
    assert all(solution.cells[cell] == digit for cell, digit in step.placements)
    assert not any(solution.cells[cell] == digit for cell, digit in step.eliminations)


def test_parts_make_up_the_whole() -> None:
    rating = nonet.rate(PATTERNS[1], scales="nonet")
    assert rating.parts is not None
    assert [part.step for part in rating.parts] == list(range(1, len(rating.parts) + 1))
    assert sum(part.share for part in rating.parts) == pytest.approx(1, abs=0.01)
    assert any("only one move" in reason or "no single" in reason for reason in rating.reasons)
    assert nonet.rate(SOLVED, scales="nonet").reasons == ()
    easy = ("singles are enough", "15 moves are available at a typical point")
    assert nonet.rate(EASY).reasons == easy
    low, high = rating.interval or (0, 0)
    assert rating.difficulty is not None and low < rating.difficulty < high


@pytest.mark.parametrize("wrong", [5, EASY, FOUR])
def test_many_are_not_one(wrong: Any) -> None:
    with pytest.raises(nonet.ArgumentError, match=r"for one puzzle, use nonet\.rate"):
        nonet.rate_many(wrong)


def test_reasons_support_the_word() -> None:
    almost = "0" + SOLVED[1:-1] + "0"
    rating = nonet.rate(almost, scales="nonet")
    assert (rating.band, rating.reasons) == ("very easy", ("singles are enough", "2 steps do it"))
    hard = [Part(n, "hidden-single", moves, 0.01) for n, moves in enumerate([1] * 50, start=1)]
    assert reasons(hard, "hard") == ["one move is available at a typical point"]
    name = "dynamic-region-forcing-chains-plus-dynamic"
    (said,) = reasons([Part(1, name, 0, 1.0)], "beyond people")
    assert "it takes dynamic region forcing chains (+ dynamic chains)" in said


def test_difficulty_grows_with_effort() -> None:
    numbers = [fitted().difficulty(effort) for effort in (0, 1, 5, 20, 100, 1e4, 1e6)]
    middles = [middle for middle, _, _ in numbers]
    assert middles == sorted(middles) and middles[0] > 0
    widths = [high / low for _, low, high in numbers[3:]]
    assert widths == sorted(widths)  # further from the data, less is known
    words = [word for _, word in BANDS]
    assert [band(end * 0.99) for end, _ in BANDS[:-1]] == words[:-1] and band(1e9) == words[-1]


def test_hard_puzzles_are_harder() -> None:
    easy, hard = (nonet.rate(puzzle, scales="nonet") for puzzle in (EASY, HARD))
    words = [word for _, word in BANDS]
    assert words.index(easy.band or "") <= 1 and hard.band == "beyond people"


def test_search_difficulty() -> None:
    easy, hard = (nonet.rate(puzzle, scales="search") for puzzle in (EASY, HARD))
    assert (easy.guesses, easy.backdoor, easy.backdoor_exact) == (0, 0, True)
    assert hard.guesses is not None and hard.guesses > 5
    assert hard.backdoor is not None and hard.backdoor >= 1 and hard.difficulty is None


def test_copies_of_an_unfinished_puzzle_are_not_rated() -> None:
    for scales in ("er", "search", "er,hodoku,nonet"):
        rating = nonet.rate(HARD, scales=scales, limit=nonet.Limit(seconds=1e-4), copies=3)
        assert rating.status is nonet.Status.UNKNOWN and rating.ranges is None


def test_slow_copies_have_the_time_of_a_puzzle() -> None:
    puzzle = nonet.generate("4x4", minimal=False, clues=98, seed=0).puzzle
    slow = nonet.rate(puzzle, scales="search")
    assert slow.guesses is not None and slow.seconds is not None
    form = nonet.canonical(puzzle).puzzle
    cells = np.frombuffer(form.cells, np.uint8)[None]
    # Not every copy is solved in a 32nd of the time.
    assert guesses_of(form, cells, 1, 20 * slow.seconds) == [slow.guesses]


def test_search_difficulty_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def search_briefly(*given: Any) -> Any:
        return search_rows(*given[:-1], 1e-9)

    for module in ("nonet.logic.rating", "nonet.logic.rated_rows"):
        monkeypatch.setattr(sys.modules[module], "search_rows", search_briefly)
    rating = nonet.rate(HARD, scales="search", limit=60)
    table = nonet.rate_many([HARD], scales="search", limit=60)
    assert rating.status is nonet.Status.UNKNOWN and rating.guesses is None
    assert rating.backdoor == 1 and rating.backdoor_exact is False and rating.at_least is None
    assert table[0]["status"] is nonet.Status.UNKNOWN and table[0]["guesses"] is None
    assert table[0]["seconds"] is None  # No path was walked.


@pytest.mark.parametrize("puzzle", PATTERNS[1:])
def test_the_smallest_backdoor_is_smallest(puzzle: str) -> None:
    """Compared with a search in Python for one cell; larger ones have none."""
    rating = nonet.rate(puzzle, scales="search")
    board = nonet.Board.of(nonet.parse(puzzle))
    solution = nonet.solve(puzzle).solution
    assert solution is not None
    singles = ["full-house", "hidden-single", "naked-single"]
    if nonet.explain(board, techniques=singles).solved:
        assert rating.backdoor == 0
        return
    found = [
        cell
        for cell in range(81)
        if not board.digits[cell]
        and nonet.explain(board.place(cell, solution.cells[cell]), techniques=singles).solved
    ]
    assert rating.backdoor == 1 if found else (rating.backdoor or 0) > 1


@pytest.mark.parametrize("puzzle", ["...4..1.2.4..3..", "15..4.24..564....3.....463..2..2..3."])
def test_other_boards_have_an_own_rating(puzzle: str) -> None:
    rating = nonet.rate(puzzle)
    assert rating.er is None
    if rating.status is Status.UNIQUE:
        assert rating.difficulty is not None and rating.band is not None


def test_rules_are_rated_as_given() -> None:
    puzzle = nonet.parse(EASY, rules=[nonet.rules.Different((0, 1))])
    rating = nonet.rate(puzzle)
    assert rating.er is None and rating.difficulty is not None


def test_ranges_of_copies() -> None:
    rating = nonet.rate(PATTERNS[3], scales="er,hodoku,nonet", copies=4, seed=1)
    assert rating.ranges is not None and set(rating.ranges) == {"er", "hodoku_score"}
    low, high = rating.ranges["er"]
    assert rating.er is not None and low <= rating.er <= high
    assert nonet.rate(EASY).ranges is None
    assert nonet.rate(FOUR, copies=2).ranges == {}
    for wrong in (-1, True, "3"):
        with pytest.raises(nonet.ArgumentError, match="copies: expected"):
            nonet.rate(EASY, copies=wrong)  # type: ignore[arg-type]


def test_a_rating_is_plain_data() -> None:
    data = nonet.rate(PATTERNS[1], scales="er,hodoku,nonet,search").to_dict()
    assert json.loads(json.dumps(data)) == data
