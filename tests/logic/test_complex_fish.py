"""Franken, mutant and siamese fish, and templates: hits, near misses, boards without gain."""

from __future__ import annotations

import re

import pytest

from drawn_boards import drawn_board, gains, proved_steps
from nonet import Board, Layout
from nonet.logic.checker import check_step
from nonet.logic.finding import find
from nonet.logic.words import step_sentences
from technique_examples import read_examples

FRANKEN = (
    "5.5.5..../.5.....5./...5.5..5/.5.5.5.5./5.......5/..5..5.../.5.55..../..555..../........."
)
MUTANT = "5...5...5/.55...5.5/.....5..5/.5.5..5../5555..5.5/..5..5.../.5.5...../55..5..../........."
SIAMESE = (
    ".5.....55/5...5.555/55..555../5.......5/....55555/.5..555.5/........./.......55/........."
)


def _digit(drawing: str) -> Board:
    return drawn_board({5: drawing.replace("5", "X")})


def test_a_franken_swordfish_has_a_box_for_a_line() -> None:
    board = _digit(FRANKEN)
    assert gains(board, "franken-swordfish") == ["r1c3<>5"]
    (step,) = proved_steps(board, "franken-swordfish")
    assert [(mark.role, mark.houses) for mark in step.marks[:2]] == [
        ("base", (9, 17, 19)),
        ("cover", (0, 2, 4)),
    ]
    near = FRANKEN.replace(".5.....5.", ".5..5..5.")
    assert gains(_digit(near), "franken-swordfish") == []
    idle = FRANKEN.replace("5.5.5....", "5...5....")
    assert gains(_digit(idle), "franken-swordfish") == []


def test_a_finned_franken_swordfish() -> None:
    board = _digit(FRANKEN.replace("5.5.5....", "5...5...."))
    assert gains(board, "finned-franken-swordfish") == ["r8c4<>5"]
    (step,) = proved_steps(board, "finned-franken-swordfish")
    assert [mark.role for mark in step.marks] == ["base", "cover", "pattern", "fin"]


def test_a_mutant_jellyfish_mixes_rows_and_columns() -> None:
    board = _digit(MUTANT)
    assert gains(board, "finned-mutant-jellyfish") == ["r1c9<>5"]
    assert gains(board, "mutant-jellyfish") == []
    idle = MUTANT.replace("5...5...5/", "5...5..../")
    assert "r1c9<>5" not in gains(_digit(idle), "finned-mutant-jellyfish")


def test_a_siamese_swordfish_is_two_of_one_base() -> None:
    board = _digit(SIAMESE)
    assert gains(board, "siamese-finned-swordfish") == ["r2c1<>5 r3c1<>5 r6c2<>5"]
    assert gains(board, "siamese-finned-swordfish", off=("siamese",)) == []
    assert gains(board, "finned-swordfish") == ["r2c1<>5 r3c1<>5"]
    assert gains(board, "sashimi-swordfish") == ["r6c2<>5"]
    near = SIAMESE.replace("5.......5", "5..5....5", 1)
    assert gains(_digit(near), "siamese-finned-swordfish") == []


LOCKED = "XX../..XX/X.../..XX"
"""On 4x4: the first box leaves row 1 and row 2 no other way, r3c1 stands alone in its box."""


def test_templates_place_what_is_in_all_and_delete_what_is_in_none() -> None:
    board = drawn_board({1: LOCKED}, Layout(2, 2))
    # A cell that the 1 needs is no place for another digit.
    others = [f"r1c2<>{digit} r3c1<>{digit}" for digit in (2, 3, 4)]
    assert gains(board, "template-delete") == ["r1c1<>1", *others]
    assert gains(board, "template-set") == ["r1c2=1 r3c1=1"]
    full = drawn_board({}, Layout(2, 2))
    assert gains(full, "template-delete") == gains(full, "template-set") == []


@pytest.mark.parametrize("technique", ["template-set", "template-delete"])
def test_templates_of_a_digit_need_no_other_digit(technique: str) -> None:
    """What the digit shows alone comes first, with a proof about this digit."""
    (example,) = [one for one in read_examples() if one.technique == technique]
    step = next(find(example.board, technique, most=1))
    (digit,) = {digit for _, digit in (*step.placements, *step.eliminations)}
    told = " ".join(step_sentences(example.board, step))
    assert set(re.findall(r"(?:is|be) (\d)", told)) == {str(digit)}
    assert len(step.proof or ()) <= 3
    assert check_step(example.board, step)


def test_a_proof_with_all_digits_leaves_out_what_it_does_not_need() -> None:
    board = drawn_board({1: LOCKED}, Layout(2, 2))
    steps = list(find(board, "template-delete"))[1:]
    assert steps
    for step in steps:
        (digit,) = {digit for _, digit in step.eliminations}
        ruled_out = [
            pair for kind, *facts in step.proof or () if kind == "sees" for pair in facts[1]
        ]
        assert {other for _, other in ruled_out} <= {1, digit}
        assert check_step(board, step)
