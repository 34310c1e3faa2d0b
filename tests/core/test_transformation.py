"""Transformations are values: applied, inverted, composed, printed and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, JIGSAW, SIX
from nonet import ArgumentError, Layout, ParseError, Transformation

LAYOUTS = [Layout(3, 3), Layout(2, 3), Layout(4, 2), Layout(4, 4), Layout(1, 1), Layout(1, 5)]


@st.composite
def transformations(draw: st.DrawFn, count: int) -> list[Transformation]:
    layout = draw(st.sampled_from(LAYOUTS))
    return [Transformation.random(layout, seed=draw(st.integers())) for _ in range(count)]


@given(transformations(1))
def test_text_and_repr_are_read_back(given: list[Transformation]) -> None:
    (one,) = given
    assert Transformation.parse(str(one), one.layout) == one
    assert eval(repr(one), {"Transformation": Transformation, "Layout": Layout}) == one


@given(transformations(3))
def test_they_form_a_group(given: list[Transformation]) -> None:
    one, other, third = given
    identity = Transformation.identity(one.layout)
    assert one.then(one.inverse()) == one.inverse().then(one) == identity
    assert one.then(other).then(third) == one.then(other.then(third))
    assert one.then(other).inverse() == other.inverse().then(one.inverse())


@given(transformations(2), st.integers(0, 255))
def test_doing_one_after_the_other_is_doing_both(given: list[Transformation], seed: int) -> None:
    one, other = given
    size = one.layout.size
    cells = bytes((cell * 7 + seed) % (size + 1) for cell in range(size * size))
    puzzle = nonet.Puzzle(cells, one.layout)
    assert other.apply(one.apply(puzzle)) == one.then(other).apply(puzzle)
    assert one.inverse().apply(one.apply(puzzle)) == puzzle


def test_a_board_keeps_its_digits_and_candidates() -> None:
    board = nonet.Board.of(nonet.parse(EASY)).place("r1c3", 4).eliminate("r1c4", 6)
    for seed in range(20):
        one = Transformation.random(seed=seed)
        copy = one.apply(board)
        assert one.inverse().apply(copy) == board
        assert copy.puzzle == one.apply(board.puzzle)
        # The copy of a cell has as many candidates, and the digits leave what they leave there.
        assert sorted(map(int.bit_count, copy.masks)) == sorted(map(int.bit_count, board.masks))
        pairs = zip(nonet.Board.of(copy.puzzle).masks, copy.masks, strict=True)
        assert all(mask & ~before == 0 for before, mask in pairs)


def test_each_part_does_what_its_words_say() -> None:
    def changed(text: str) -> str:
        return str(Transformation.parse(text, Layout(2, 2)).apply(nonet.parse("12...3........4.")))

    assert changed("nothing changes") == "12...3........4."
    assert changed("transpose") == "1...23.....4...."
    assert changed("rows 3 4 1 2") == "......4.12...3.."
    assert changed("columns 2 1 3 4") == "21..3.........4."
    assert changed("digits 1>4 4>1") == "42...3........1."
    assert changed("transpose; rows 2 1 3 4; digits 1>4 4>1") == "23..4......1...."


def test_a_copy_of_the_solution_solves_the_copy() -> None:
    for seed in range(20):
        one = Transformation.random(seed=seed)
        copy = one.apply(nonet.parse(EASY))
        solution = nonet.solve(EASY).solution
        assert solution is not None
        assert nonet.check(one.apply(solution), copy)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rows 1 2 3", "rows in some order"),
        ("rows 4 2 3 1 5 6 7 8 9", "bands kept together"),
        ("columns 4 2 3 1 5 6 7 8 9", "stacks kept together"),
        ("digits 1>2", "digits in some order"),
        ("digits 1>2; digits 2>1", "twice"),
        ("turn", "'transpose'"),
        ("", "'transpose'"),
    ],
)
def test_bad_texts_are_refused(text: str, told: str) -> None:
    with pytest.raises(ParseError, match=told):
        Transformation.parse(text)


def test_bad_parts_are_refused() -> None:
    one = Transformation.random(seed=1)
    with pytest.raises(ArgumentError, match="expected a board of 9x9"):
        one.apply(nonet.parse(SIX))
    with pytest.raises(ArgumentError, match="expected a Puzzle, a Solution or a Board, found str"):
        one.apply(EASY_SOLUTION)  # type: ignore[type-var]
    with pytest.raises(ArgumentError, match="transposing changes their shape"):
        Transformation(Layout(2, 3), True, range(6), range(6), range(1, 7))  # type: ignore[arg-type]
    with pytest.raises(nonet.UnsupportedError, match="would change the regions"):
        Transformation.random(JIGSAW.layout, seed=1)
    with pytest.raises(ArgumentError, match="expected a transformation of"):
        one.then(Transformation.random(Layout(2, 2), seed=1))
