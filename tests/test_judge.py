from __future__ import annotations

import pytest
from hypothesis import given

import nonet
from boards import EASY, EASY_SOLUTION, JIGSAW, JIGSAW_SOLUTION, twisted
from nonet.judge import shapes_without_conflict


def test_a_right_grid_is_right() -> None:
    verdict = nonet.check(EASY_SOLUTION, EASY)
    assert verdict and str(verdict) == "a solution"


def test_verdicts_are_values() -> None:
    one, other = nonet.check(EASY_SOLUTION, EASY), nonet.check(EASY_SOLUTION)
    assert one == other == nonet.Verdict(()) and hash(one) == hash(other)
    assert repr(one) == "Verdict(problems=(), broken=(), open_cells=0)"
    with pytest.raises(AttributeError):
        one.problems = ("none",)  # type: ignore[misc]


def test_a_grid_that_sums_to_405_may_still_be_wrong() -> None:
    swapped = "35" + EASY_SOLUTION[2:]
    assert sum(map(int, swapped)) == 405
    verdict = nonet.check(swapped)
    assert not verdict
    assert any("column 1" in problem for problem in verdict.problems)


@pytest.mark.parametrize(
    ("solution", "problem"),
    [
        (EASY_SOLUTION[:80] + ".", "r9c9 is empty"),
        (EASY_SOLUTION.translate({52: 53, 53: 52}), "r1c1 is 4, but 5 is given"),
        (EASY_SOLUTION.translate({52: 53, 53: 52}), "r5c1 is 5, but 4 is given"),
        (EASY_SOLUTION[:80] + "8", "8 appears twice in row 9"),
        (EASY_SOLUTION[:80] + "8", "box 9 has no 9"),
    ],
)
def test_every_kind_of_mistake_is_named(solution: str, problem: str) -> None:
    verdict = nonet.check(solution, EASY)
    assert not verdict
    assert any(problem in found for found in verdict.problems)


@pytest.mark.parametrize("digits", ["213456789", "987654321", "234567891", "912345678"])
def test_every_given_that_is_not_kept_is_named_and_no_other(digits: str) -> None:
    """Other digits for the same puzzle: every rule is kept, and some givens are not."""
    renamed = EASY_SOLUTION.translate(str.maketrans("123456789", digits))
    expected = tuple(
        f"r{cell // 9 + 1}c{cell % 9 + 1} is {digit}, but {given} is given"
        for cell, (given, digit) in enumerate(zip(EASY, renamed, strict=True))
        if given not in (".", digit)
    )
    assert expected and nonet.check(renamed, EASY).problems == expected


def test_what_is_missing_is_said_once_something_is_wrong() -> None:
    assert nonet.check(EASY_SOLUTION[:80] + ".").problems == (
        "r9c9 is empty",
        "row 9 has no 9",
        "column 9 has no 9",
        "box 9 has no 9",
    )


def test_a_puzzle_is_judged_by_its_own_rules() -> None:
    puzzle = nonet.parse(EASY_SOLUTION, rules="diagonal-down")
    problems = (
        "5 appears twice in the falling diagonal: r1c1 r5c5",
        "7 appears twice in the falling diagonal: r2c2 r4c4",
        "the falling diagonal has no 1, 6",
    )
    assert nonet.check(puzzle).problems == problems
    assert nonet.check(EASY_SOLUTION, puzzle).problems == problems
    assert str(nonet.check(puzzle)) == "; ".join(problems)


def test_other_shapes_of_boxes_are_named_if_the_digits_clash_in_these() -> None:
    clash = nonet.Puzzle.from_line("1.......1" + "." * 27, nonet.Layout(2, 3))
    assert shapes_without_conflict(clash) == (nonet.Layout(3, 2),)
    for fine in ("1........1" + "." * 26, "11" + "." * 34):  # nowhere, and everywhere
        assert shapes_without_conflict(nonet.Puzzle.from_line(fine, nonet.Layout(2, 3))) == ()


def test_irregular_regions_are_houses() -> None:
    assert nonet.check(JIGSAW_SOLUTION, JIGSAW)
    assert not nonet.check(JIGSAW_SOLUTION)  # Boxes of 3x3 are other houses.
    verdict = nonet.check(EASY_SOLUTION, layout=JIGSAW.layout)
    assert "6 appears twice in region 1: r2c1 r5c3" in verdict.problems
    assert "region 6 has no 2" in verdict.problems
    assert not any("row" in problem or "column" in problem for problem in verdict.problems)


def test_layouts_must_agree() -> None:
    with pytest.raises(nonet.ParseError, match="81"):
        nonet.check("1234341221434321", EASY)
    from nonet.judge import judge

    verdict = judge(nonet.parse("1234341221434321"), nonet.parse(EASY))
    assert not verdict and "the puzzle is 9x9" in str(verdict)


@given(twisted(EASY_SOLUTION))
def test_symmetries_keep_a_solution_right_and_one_changed_cell_makes_it_wrong(grid: str) -> None:
    assert nonet.check(grid)
    for cell in (0, 40, 80):
        wrong = "1" if grid[cell] != "1" else "2"
        assert not nonet.check(grid[:cell] + wrong + grid[cell + 1 :])


def test_what_is_open_is_not_what_is_broken() -> None:
    verdict = nonet.check("11" + "." * 14, "2" + "." * 15)
    assert verdict.open_cells == 14 and len(verdict.problems) > 14
    assert verdict.broken == (
        "r1c1 is 1, but 2 is given",
        "1 appears twice in row 1: r1c1 r1c2",
        "1 appears twice in box 1: r1c1 r1c2",
    )
    assert set(verdict.broken) < set(verdict.problems)
