from __future__ import annotations

import pytest
from hypothesis import given

import nonet
from boards import EASY, EASY_SOLUTION, JIGSAW, JIGSAW_SOLUTION, twisted


def test_a_right_grid_is_right() -> None:
    verdict = nonet.check(EASY_SOLUTION, EASY)
    assert verdict and str(verdict) == "a solution"


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
        (EASY_SOLUTION.replace("5", "x").replace("4", "5").replace("x", "4"), "but 5 is given"),
        (EASY_SOLUTION[:80] + "8", "8 stands 2 times in row 9"),
        (EASY_SOLUTION[:80] + "8", "box 9 has no 9"),
    ],
)
def test_every_kind_of_mistake_is_named(solution: str, problem: str) -> None:
    verdict = nonet.check(solution, EASY)
    assert not verdict
    assert any(problem in found for found in verdict.problems)


def test_irregular_regions_are_houses() -> None:
    assert nonet.check(JIGSAW_SOLUTION, JIGSAW)
    assert not nonet.check(JIGSAW_SOLUTION)  # Boxes of 3x3 are other houses.
    verdict = nonet.check(EASY_SOLUTION, layout=JIGSAW.layout)
    assert "6 stands 2 times in region 1: r2c1 r5c3" in verdict.problems
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
