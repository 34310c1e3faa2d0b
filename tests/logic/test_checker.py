"""The checker of steps: what follows is accepted, everything else is refused with the reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import nonet
from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.core.step import Step
from nonet.logic.checker import check_step

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
R1C3 = ("cell", 2)
BOX1 = 18
"""The number of box 1 among the houses of 9x9."""


def board(text: str = EASY) -> Board:
    return Board.of(nonet.parse(text))


def blank(*removed: tuple[int, int], digits: str = "." * 81) -> Board:
    """Return a board without some candidates."""
    found = board(digits)
    for cell, digit in removed:
        found = found.eliminate(cell, digit)
    return found


def step(
    *proof: Any, placements: Any = (), eliminations: Any = (), technique: str = "x-wing"
) -> Step:
    return Step(technique=technique, placements=placements, eliminations=eliminations, proof=proof)


def only(house: range, digit: int, *kept: int) -> list[tuple[int, int]]:
    """Return the candidates of a digit in cells, but for those kept."""
    return [(cell, digit) for cell in house if cell not in kept]


ROW_2, ROW_7 = range(9, 18), range(54, 63)
X_WING = blank(*only(ROW_2, 5, 11, 16), *only(ROW_7, 5, 56, 61))
"""5 is in columns 3 and 8 of rows 2 and 7 alone."""
TRUTHS = (("house", 1, 5), ("house", 6, 5))
COLUMN_3 = ((11, 5), (56, 5), (2, 5))
COLUMN_8 = ((16, 5), (61, 5))


def test_an_x_wing_is_counted() -> None:
    proof = ("count", TRUTHS, (COLUMN_3, COLUMN_8), ((2, 5),))
    assert check_step(X_WING, step(proof, eliminations=[(2, 5)]))


FLAWED = {
    "a candidate that is in no link": (
        ("count", TRUTHS, (COLUMN_3, COLUMN_8), ((3, 5),)),
        [(3, 5)],
        "does not rule out",
    ),
    "a truth without a link": (
        ("count", TRUTHS, (COLUMN_3,), ((2, 5),)),
        [(2, 5)],
        "in no link",
    ),
    "links too many": (
        ("count", TRUTHS, (COLUMN_3, COLUMN_8, ((20, 5), (29, 5))), ((2, 5),)),
        [(2, 5)],
        "does not rule out",
    ),
    "a link of candidates that do not exclude each other": (
        ("count", TRUTHS, (COLUMN_3, (*COLUMN_8, (3, 5))), ((2, 5),)),
        [(2, 5)],
        "does not exclude",
    ),
    "another conclusion": (
        ("count", TRUTHS, (COLUMN_3, COLUMN_8), ((2, 5),)),
        [(20, 5)],
        "does not show",
    ),
    "a house that does not exist": (("last", ("house", 99, 5), (2, 5)), [(2, 5)], "no house"),
    "an unknown truth": (("last", ("town", 3), (2, 5)), [(2, 5)], "found 'town'"),
    "an unknown inference": (("magic",), [(2, 5)], "no inference 'magic'"),
    "a candidate that is not alone": (("last", R1C3, (2, 5)), [(2, 5)], "not the only candidate"),
    "a consequence of nothing": (("sees", (2, 5), ((3, 5),)), [(3, 5)], "was not shown"),
    "no contradiction": (("empty", R1C3), [(2, 5)], "no contradiction"),
    "an inference without its facts": (("count",), [(2, 5)], "not an inference: ('count',)"),
    "a fact of another kind": (("last", ("cell", "x"), (2, 5)), [(2, 5)], "not an inference"),
    "a truth cut short": (("last", ("house", 20), (2, 5)), [(2, 5)], "not an inference"),
    "no inference at all": (7, [(2, 5)], "not an inference: 7"),
    "a supposition that leads nowhere": (
        ("suppose", (2, 5), True, (("sees", (2, 5), ((3, 5),)),)),
        [(2, 5)],
        "no contradiction",
    ),
    "a case left out": (
        ("cases", ("house", 1, 5), (((11, 5), (("sees", (11, 5), ((2, 5),)),)),), (), ((2, 5),)),
        [(2, 5)],
        "not considered",
    ),
    "cases that do not agree": (
        (
            "cases",
            ("house", 1, 5),
            (((11, 5), (("sees", (11, 5), ((2, 5),)),)), ((16, 5), ())),
            (),
            ((2, 5),),
        ),
        [(2, 5)],
        "in every case",
    ),
}


@pytest.mark.parametrize(("proof", "eliminations", "reason"), FLAWED.values(), ids=FLAWED)
def test_a_flaw_is_named(proof: Any, eliminations: Any, reason: str) -> None:
    verdict = check_step(X_WING, step(proof, eliminations=eliminations))
    assert not verdict and reason in str(verdict)


def test_what_is_off_on_the_board_cannot_be_concluded() -> None:
    proof = ("count", TRUTHS, (COLUMN_3, COLUMN_8), ((2, 5),))
    gone = X_WING.eliminate(2, 5)
    assert "not a candidate" in str(check_step(gone, step(proof, eliminations=[(2, 5)])))


def test_a_step_without_a_proof_is_unproved() -> None:
    bare = Step(technique="brute-force", placements=[(2, 4)])
    assert "no proof" in str(check_step(board(), bare))


def test_a_step_for_another_size_is_refused() -> None:
    small = Step(technique="x", placements=[(1, 2)], proof=(), size=4)
    assert "4x4" in str(check_step(board(), small))


def test_a_step_that_says_nothing_is_refused() -> None:
    assert "changes nothing" in str(check_step(board(), step()))


def test_a_digit_placed_already_is_no_truth() -> None:
    proof = ("last", ("house", 0, 5), (2, 5))
    assert "already has its 5" in str(check_step(board(), step(proof, eliminations=[(2, 1)])))


# Chains of inferences

LINKED = blank(*only(range(9), 1, 0, 8), *only(range(72, 81), 1, 72, 80))
"""1 has two places in row 1 (its ends) and two in row 9."""


def test_suppose_follow_and_contradict() -> None:
    """r2c1=1 takes r1c1 and r9c1; then r1c9 and r9c9 would both be 1."""
    start = (9, 1)
    proof = (
        "suppose",
        start,
        True,
        (
            ("sees", start, ((0, 1), (72, 1))),
            ("last", ("house", 0, 1), (8, 1)),
            ("last", ("house", 8, 1), (80, 1)),
            ("sees", (8, 1), ((80, 1),)),
        ),
    )
    assert check_step(LINKED, step(proof, eliminations=[start]))
    _, candidate, on, then = proof
    for place in range(len(then)):
        broken = ("suppose", candidate, on, (*then[:place], *then[place + 1 :]))
        assert not check_step(LINKED, step(broken, eliminations=[start]))


def test_either_way() -> None:
    proof = (
        "either",
        (0, 1),
        (("sees", (0, 1), ((9, 1),)),),
        (
            ("last", ("house", 0, 1), (8, 1)),
            ("sees", (8, 1), ((80, 1),)),
            ("last", ("house", 8, 1), (72, 1)),
            ("sees", (72, 1), ((9, 1),)),
        ),
        (),
        ((9, 1),),
    )
    assert check_step(LINKED, step(proof, eliminations=[(9, 1)]))
    kind, candidate, _, otherwise, on, off = proof
    bad = (kind, candidate, (), otherwise, on, off)
    assert "in every case" in str(check_step(LINKED, step(bad, eliminations=[(9, 1)])))


# Deadly patterns

UR_CELLS = (0, 3, 9, 12)
"""r1c1, r1c4, r2c1, r2c4: two rows, two columns, two boxes."""


def rectangle(extra: int = 3) -> Board:
    """Return a board on which three of the cells have 1 and 2 alone, and the fourth an extra."""
    others = [digit for digit in range(3, 10) if digit != extra]
    removed = [(cell, digit) for cell in UR_CELLS for digit in others]
    return blank(*removed, *((cell, extra) for cell in UR_CELLS[:3]))


def test_a_rectangle_needs_its_extra_candidate() -> None:
    proof = ("last", ("loop", UR_CELLS, (1, 2)), (12, 3))
    assert check_step(rectangle(), step(proof, placements=[(12, 3)]))


@pytest.mark.parametrize(
    ("cells", "digits", "reason"),
    [
        ((0, 3, 9, 13), (1, 2), "no cell or two"),
        ((0, 1, 9, 10), (1, 2), "no cell or two"),
        ((0, 3, 9, 12), (1, 1), "two digits"),
        ((0, 0, 9, 12), (1, 2), "different cells"),
        ((), (1, 2), "needs different cells"),
        ((-1,), (1, 2), "not on the board"),
        ((500,), (1, 2), "not on the board"),
    ],
)
def test_what_is_not_deadly(cells: Any, digits: Any, reason: str) -> None:
    proof = ("last", ("loop", cells, digits), (12, 3))
    verdict = check_step(rectangle(), step(proof, placements=[(12, 3)]))
    assert not verdict and reason in str(verdict)


def test_an_empty_pattern_proves_nothing() -> None:
    """Nothing of an empty pattern is left, but that is no contradiction."""
    empty = ("loop", (), (1, 2))
    for proof in [
        ("count", (empty,), (), ((2, 5),)),
        ("suppose", (2, 5), True, (("empty", empty),)),
    ]:
        verdict = check_step(X_WING, step(proof, eliminations=[(2, 5)]))
        assert "needs different cells" in str(verdict)


def test_a_proof_that_is_nested_too_deeply_is_refused() -> None:
    proof: Any = ("empty", R1C3)
    for _ in range(5000):
        proof = ("suppose", (2, 5), True, (proof,))
    with pytest.raises(ArgumentError, match="nested too deeply"):
        step(proof, eliminations=[(2, 5)])


def test_what_is_no_board_or_step_is_refused() -> None:
    found = step(("empty", R1C3), eliminations=[(2, 5)])
    with pytest.raises(ArgumentError, match=r"expected a Board .*, found '\.\.\.4'"):
        check_step("...4", found)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"expected a Step .*, found None"):
        check_step(X_WING, None)  # type: ignore[arg-type]


def test_a_given_is_never_deadly() -> None:
    given = blank(digits="1" + "." * 80)
    proof = ("last", ("loop", UR_CELLS, (1, 2)), (12, 3))
    assert "is a given" in str(check_step(given, step(proof, placements=[(12, 3)])))


def test_rules_can_make_a_pattern_harmless() -> None:
    """On diagonals r1c1 has a peer outside the pattern, so the digits cannot be exchanged."""
    plain = rectangle()
    ruled = Board.of(nonet.parse("." * 81, rules=["diagonals"]))
    ruled = replace(ruled, masks=plain.masks)
    proof = ("last", ("loop", UR_CELLS, (1, 2)), (12, 3))
    assert "no cell or two" in str(check_step(ruled, step(proof, placements=[(12, 3)])))
