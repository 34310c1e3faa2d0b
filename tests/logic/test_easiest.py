"""Easiest paths: every step is proved, no harder than greedy ones, and bounds that hold."""

from __future__ import annotations

import json
import random
from pathlib import Path

import jsonschema
import pytest

import nonet
from boards import EASY, FIVE, FOUR, HARD, SIX
from cases import quick_first
from corpora import read_corpus
from nonet.core.board import Board
from nonet.core.limit import Limit
from nonet.logic.finding import find
from nonet.logic.orders import order_named

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schema" / "path.schema.json").read_text()
)
LINES = [
    line
    for number in range(12)
    for line in (read_corpus(name).puzzles[number] for name in ("9x9-unique", "6x6-unique"))
]


def measure(path: nonet.Path) -> tuple[int, int, int]:
    assert path.hardest is not None
    return path.order.rank(path.hardest), path.hard_steps, len(path.steps)


@pytest.mark.parametrize("line", quick_first(2, LINES))
def test_easiest_paths_are_proved_and_no_harder(line: str) -> None:
    greedy, easiest = nonet.explain(line), nonet.explain(line, path="easiest")
    assert greedy.kind == "greedy" and greedy.bound is greedy.optimal is None
    if not greedy.solved:
        assert easiest.kind == "greedy" and not easiest.solved
        return
    assert easiest.kind == "easiest" and easiest.solved
    for board, step in zip(easiest.boards, easiest.steps, strict=False):
        assert nonet.check_step(board, step)
    assert easiest.boards[-1].digits == easiest.end.digits == easiest.solutions[0].cells
    assert measure(easiest)[:2] <= measure(greedy)[:2]
    assert easiest.bound is not None
    bound = (easiest.order.rank(easiest.bound.hardest), *easiest.bound[1:])
    assert bound[0] <= measure(easiest)[0] and bound[2] <= len(easiest.steps)
    if easiest.bound.hardest == easiest.hardest:
        assert bound[1] <= easiest.hard_steps
    assert easiest.optimal == (bound == measure(easiest))
    jsonschema.validate(easiest.to_dict(), SCHEMA)


def test_no_random_path_is_better_than_the_bound() -> None:
    """Take any step of the easy techniques, at random: what comes out respects the bound."""
    order = order_named("nonet").up_to("hidden-quad")
    source = random.Random(2)
    tried = 0
    for line in (EASY, *read_corpus("9x9-unique").puzzles):
        easiest = nonet.explain(line, path="easiest", order=order)
        if easiest.bound is None:
            continue
        best = (order.rank(easiest.bound.hardest), *easiest.bound[1:])
        assert all(random_path(line, order, source) >= best for _ in range(2))
        tried += 1
        if tried == 2:
            return
    pytest.fail("few puzzles are solved by subsets")


def random_path(line: str, order: nonet.Order, source: random.Random) -> tuple[int, int, int]:
    ranks, board = [], Board.of(nonet.parse(line))
    while not board.is_full:
        step = source.choice([step for name in order.techniques for step in find(board, name)])
        board = board.apply(step)
        ranks.append(order.rank(step.technique))
    return max(ranks), ranks.count(max(ranks)), len(ranks)


def test_a_path_with_fewer_hard_steps_is_found_and_proved_best() -> None:
    order = [
        "full-house",
        "hidden-single",
        "naked-single",
        "pointing",
        "claiming",
        "naked-pair",
        "hidden-pair",
        "x-wing",
        "xy-wing",
        "xy-chain",
        "aic",
    ]
    gains = 0
    for line in read_corpus("9x9-unique").puzzles:
        greedy = nonet.explain(line, order=order)
        if not greedy.solved or measure(greedy)[0] < 5 or greedy.hard_steps < 2:
            continue
        easiest = nonet.explain(line, order=order, path="easiest")
        assert measure(easiest) <= measure(greedy)
        gains += measure(easiest)[1] < measure(greedy)[1]
        if gains:
            break
    assert gains


@pytest.mark.slow
def test_steps_that_place_nothing_are_left_out_if_they_are_not_needed() -> None:
    for line in read_corpus("9x9-unique").puzzles[:2]:
        easiest = nonet.explain(line, path="easiest")
        if not easiest.solved:
            continue
        placed = sum(bool(step.placements) for step in easiest.steps)
        assert placed == easiest.start.digits.count(0)


def test_singles_alone_take_a_step_per_cell() -> None:
    path = nonet.explain(FOUR, path="easiest")
    assert len(path.steps) == path.bound.steps == 11  # type: ignore[union-attr]


def test_layouts_boards_and_orders() -> None:
    path = nonet.explain(FIVE, path="easiest")
    assert path.solved and path.kind == "easiest"
    start = nonet.explain(EASY).boards[20]
    assert nonet.explain(start, path="easiest").start == start


def test_what_cannot_be_solved_is_a_greedy_path() -> None:
    path = nonet.explain(HARD, path="easiest", techniques=["naked-single", "hidden-single"])
    assert not path.solved and path.kind == "greedy" and path.bound is None
    assert nonet.explain(SIX, path="easiest").steps == ()
    path = nonet.explain(EASY, path="easiest", limit=Limit(nodes=3))
    assert path.kind == "greedy" and path.stopped_by == "nodes"


def test_the_same_input_gives_the_same_path() -> None:
    line = read_corpus("6x6-unique").puzzles[0]
    assert nonet.explain(line, path="easiest").steps == nonet.explain(line, path="easiest").steps


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(nonet.ArgumentError, match="path: expected 'greedy' or 'easiest', found"):
        nonet.explain(EASY, path="best")  # type: ignore[arg-type]
