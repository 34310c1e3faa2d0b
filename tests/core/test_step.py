"""Steps and marks: plain data and back, printed forms, and the boards that follow."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION
from nonet import ArgumentError, Board, IllegalMoveError, Link, Mark, Step
from nonet.core.step import (
    ROLES,
    format_elimination,
    format_placement,
    parse_elimination,
    parse_move,
    parse_placement,
)

NAMES = {"Step": Step, "Mark": Mark, "Link": Link}


def candidates(size: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, size * size - 1), st.integers(1, size))


def links(size: int) -> st.SearchStrategy[Link]:
    groups = st.lists(candidates(size), min_size=1, max_size=3).map(tuple)
    return st.builds(Link, groups, groups, st.booleans())


def marks(size: int) -> st.SearchStrategy[Mark]:
    return st.builds(
        Mark,
        st.sampled_from(list(ROLES)),
        st.lists(st.integers(0, size * size - 1)),
        st.lists(candidates(size)),
        st.lists(st.integers(0, 3 * size - 1)),
        st.lists(links(size)),
    )


def proofs() -> st.SearchStrategy[Any]:
    """Nested tuples of words, numbers and truth values."""
    leaves = st.text() | st.integers() | st.booleans()
    nested = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3).map(tuple))
    return st.lists(st.lists(nested, max_size=3).map(tuple), max_size=3).map(tuple)


@st.composite
def steps(draw: st.DrawFn) -> Step:
    size = draw(st.sampled_from([1, 4, 9, 16, 255]))
    placements = draw(st.lists(candidates(size), max_size=4, unique_by=lambda pair: pair[0]))
    eliminations = draw(st.lists(candidates(size), max_size=6))
    return Step(
        technique=draw(st.text(min_size=1)),
        placements=placements,  # type: ignore[arg-type]
        eliminations=[pair for pair in eliminations if pair not in placements],  # type: ignore[arg-type]
        se_rating=draw(st.none() | st.floats(0, 12)),
        hodoku_score=draw(st.none() | st.integers(0, 10_000)),
        marks=tuple(draw(st.lists(marks(size), max_size=4))),
        proof=draw(st.none() | proofs()),
        size=size,
    )


@given(steps())
def test_plain_data_and_back(step: Step) -> None:
    data = json.loads(json.dumps(step.to_dict()))
    again = Step.from_dict(data)
    assert again == step and hash(again) == hash(step)
    assert again.to_dict() == step.to_dict() == data
    assert pickle.loads(pickle.dumps(step)) == step
    assert eval(repr(step), NAMES) == step
    assert not hasattr(step, "__dict__")


@given(st.integers(1, 255).flatmap(lambda size: st.tuples(st.just(size), candidates(size))))
def test_printed_forms_and_back(drawn: tuple[int, tuple[int, int]]) -> None:
    size, pair = drawn
    assert parse_placement(format_placement(*pair, size), size) == pair
    assert parse_elimination(format_elimination(*pair, size), size) == pair


def test_digits_above_nine_may_be_letters() -> None:
    assert parse_move("r1c1=g", 16) == ((0, 16), True)
    for text in ("r1c1=\u212a", "r1c1=\u0131", "r1c1=Q"):
        with pytest.raises(ArgumentError, match="expected a text like"):
            parse_move(text, 25)
    with pytest.raises(ArgumentError, match="a digit from 1 to 9, found G"):
        parse_move("r1c1=G", 9)


def test_printed_forms() -> None:
    assert format_placement(33, 5, 9) == "r4c7=5"
    assert format_elimination(33, 5, 9) == "r4c7<>5"
    assert parse_placement(" R4C7 = 5 ", 9) == (33, 5)
    step = Step(
        technique="x-wing",
        placements=((80, 1),),
        eliminations=((33, 5), (3, 9), (33, 5)),
    )
    assert step.eliminations == ((3, 9), (33, 5)), "sorted, each once"
    assert str(step) == "x-wing: r9c9=1, r1c4<>9, r4c7<>5"
    assert str(Step(technique="nothing-new")) == "nothing-new: nothing"


@pytest.mark.parametrize("text", ["r4c7<>5", "r4c7", "r4c7=", "r4c7=10", "r0c7=5", "r10c1=1", 5])
def test_what_is_no_placement(text: Any) -> None:
    with pytest.raises(ArgumentError, match=r"expected .* found"):
        parse_placement(text, 9)
    with pytest.raises(ArgumentError, match=r"expected .* found"):
        parse_elimination(str(text).replace("<>", "="), 9)


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"technique": ""}, "step.technique"),
        ({"technique": 5}, "step.technique"),
        ({"size": 0}, "step.size"),
        ({"placements": [(81, 1)]}, "step.placements: expected a candidate of 9x9"),
        ({"placements": [(0, 0)]}, "step.placements"),
        ({"placements": [(0, 1, 2)]}, "step.placements"),
        ({"placements": ["r1c1=5"]}, "step.placements"),
        ({"placements": 5}, "step.placements"),
        ({"placements": [(0, 1), (0, 2)]}, "expected one digit for r1c1, found two"),
        ({"placements": [(0, 1)], "eliminations": [(0, 1)]}, "step.eliminations"),
        ({"eliminations": [(0, 10)]}, "step.eliminations"),
        ({"eliminations": [(-1, 1)]}, "step.eliminations"),
        ({"se_rating": "3"}, "step.se_rating"),
        ({"se_rating": float("nan")}, "step.se_rating"),
        ({"hodoku_score": 1.5}, "step.hodoku_score"),
        ({"proof": 1}, "step.proof"),
        ({"proof": "because"}, "step.proof"),
        ({"marks": ["pattern"]}, "step.marks"),
        ({"marks": [Mark("on", cells=(81,))]}, r"step.marks\[0\]"),
        ({"marks": [Mark("on", links=(Link((0, 1), (0, 10)),))]}, r"step.marks\[0\]"),
    ],
)
def test_steps_that_cannot_be(fields: dict[str, Any], place: str) -> None:
    with pytest.raises(ArgumentError, match=place) as caught:
        Step(**{"technique": "x-wing", **fields})
    assert "expected" in str(caught.value) and "found" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ([], "step: expected an object"),
        ({}, "step.technique"),
        ({"technique": "x", "digits": 1}, "step: expected fields"),
        ({"technique": "x", "marks": [{}]}, "mark.role"),
        ({"technique": "x", "marks": [{"role": "hero"}]}, "mark.role: expected one of placed"),
        ({"technique": "x", "marks": [{"role": "on", "cells": "r1c1"}]}, "mark.cells"),
        ({"technique": "x", "marks": [{"role": "on", "houses": [True]}]}, "mark.houses"),
        ({"technique": "x", "marks": [{"role": "on", "links": [[0, 1]]}]}, "link: expected"),
        ({"technique": "x", "marks": [{"role": "on", "links": [{"start": []}]}]}, "link.end"),
    ],
)
def test_data_that_is_no_step(data: Any, place: str) -> None:
    with pytest.raises(ArgumentError, match=place):
        Step.from_dict(data)


def test_links_take_a_candidate_or_a_group() -> None:
    assert Link((0, 5), (8, 5)) == Link(((0, 5),), ((8, 5),), strong=False)
    assert Link(((1, 5), (0, 5)), (8, 5)).start == ((0, 5), (1, 5))
    with pytest.raises(ArgumentError, match=r"link\.start: expected at least one candidate"):
        Link((), (8, 5))
    with pytest.raises(ArgumentError, match=r"link\.strong"):
        Link((0, 5), (8, 5), "strong")  # type: ignore[arg-type]


def test_a_picture_shows_what_follows_as_well() -> None:
    step = Step(technique="x", placements=((0, 1),), eliminations=((1, 1),), marks=(Mark("on"),))
    assert [mark.role for mark in step.picture_marks] == ["on", "eliminated", "placed"]
    assert Step(technique="x").picture_marks == ()


def test_apply_places_and_eliminates() -> None:
    board = Board.of(nonet.parse(EASY))
    placed = board.apply(Step(technique="naked-single", placements=((40, 5),)))
    assert placed == board.place("r5c5", 5)
    cell = next(cell for cell in range(81) if len(board.candidates(cell)) > 1)
    digit = board.candidates(cell)[0]
    step = Step(technique="x", eliminations=((cell, digit),))
    assert board.apply(step) == board.eliminate(cell, digit)
    assert board.apply(Step(technique="nothing")) == board


def test_apply_takes_eliminations_that_the_placement_brings_about() -> None:
    board = Board.of(nonet.parse(EASY))
    peer = next(peer for peer in board.layout.peers[40] if 5 in board.candidates(peer))
    step = Step(technique="naked-single", placements=((40, 5),), eliminations=((peer, 5),))
    assert board.apply(step) == board.place(40, 5)
    with pytest.raises(IllegalMoveError, match="r5c5: expected a candidate"):
        board.apply(step).apply(step)


def test_apply_refuses_what_is_no_candidate() -> None:
    board = Board.of(nonet.parse(EASY))
    for step in (
        Step(technique="x", placements=((40, 9),)),
        Step(technique="x", eliminations=((40, 9),)),
        Step(technique="x", placements=((0, 5),)),
    ):
        with pytest.raises(IllegalMoveError, match="expected a candidate"):
            board.apply(step)
    four = Step(technique="x", size=4)
    for strange in (four, None, "r5c5=5"):
        with pytest.raises(ArgumentError, match="expected a Step for 9x9"):
            board.apply(strange)  # type: ignore[arg-type]


def test_steps_to_the_solution() -> None:
    """Naked singles one after the other solve an easy puzzle."""
    board = Board.of(nonet.parse(EASY))
    while not board.is_full:
        singles = ((c, board.candidates(c)) for c in range(81) if not board.digits[c])
        cell, digits = next((c, digits) for c, digits in singles if len(digits) == 1)
        board = board.apply(Step(technique="naked-single", placements=((cell, digits[0]),)))
    assert str(board) == EASY_SOLUTION
