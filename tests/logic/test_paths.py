"""Paths: every step is proved, the end is the solution, and what cannot be explained says why."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import nonet
from corpora import read_corpus
from nonet.core.board import Board
from nonet.core.cells import cell_index
from nonet.core.limit import Limit
from nonet.core.result import Status
from nonet.logic.catalog import catalog
from nonet.logic.endings import describe_ending
from nonet.logic.finding import find
from nonet.logic.languages import language_named
from nonet.logic.orders import Order, as_order, order_named

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SIX = "15..4.24..564....3.....463..2..2..31"
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schema" / "path.schema.json").read_text()
)
OURS = [
    pytest.param(line, id=f"{name}-{number}")
    for name in ("4x4-unique", "6x6-unique", "9x9-unique", "12x12-unique")
    for number, line in enumerate(read_corpus(name).puzzles[:6])
]


@pytest.mark.parametrize("line", OURS)
def test_every_step_is_proved_and_the_end_is_the_solution(line: str) -> None:
    path = nonet.explain(line)
    assert len(path.boards) == len(path.steps) + 1
    for board, step in zip(path.boards, path.steps, strict=False):
        verdict = nonet.check_step(board, step)
        assert verdict, f"{step}: {verdict}"
    assert path.boards[-1] == path.end
    (solution,) = path.solutions
    for cell, digit in enumerate(path.end.digits):
        assert digit in (0, solution.cells[cell])
    assert path.solved == (path.end.digits == solution.cells)


def test_the_json_of_a_path_keeps_to_its_schema() -> None:
    jsonschema.validate(nonet.explain(EASY).to_dict(), SCHEMA)
    jsonschema.validate(nonet.explain(SIX).to_dict(), SCHEMA)


def test_several_solutions_are_shown_not_explained() -> None:
    path = nonet.explain(SIX)
    assert path.status is Status.MULTIPLE and len(path.solutions) == 2
    assert path.steps == () and not path.solved


def test_no_solution_is_reported() -> None:
    path = nonet.explain("11" + "." * 14)
    assert path.status is Status.NO_SOLUTION and path.steps == ()


def test_a_wrong_digit_is_named_before_anything_else() -> None:
    board = Board.of(nonet.parse(EASY)).place("r1c3", 1)
    path = nonet.explain(board)
    assert path.mistakes == (nonet.Mistake("entry", 2, 1),)
    jsonschema.validate(path.to_dict(), SCHEMA)
    assert path.steps == ()


def test_a_missing_candidate_is_named() -> None:
    board = Board.of(nonet.parse(EASY)).eliminate("r1c3", 4)
    assert nonet.explain(board).mistakes == (nonet.Mistake("candidate", 2, 4),)


def test_a_board_is_explained_from_where_it_is() -> None:
    start = nonet.explain(EASY).boards[10]
    path = nonet.explain(start)
    assert path.boards[0] == start and path.solved


def test_steps_are_kept_when_a_limit_ends_the_path() -> None:
    path = nonet.explain(EASY, limit=Limit(nodes=3))
    assert path.stopped_by == "nodes" and len(path.steps) == 3 and not path.solved


def test_techniques_restrict_a_path() -> None:
    path = nonet.explain(EASY, techniques=["naked-single"])
    assert set(path.techniques) <= {"naked-single"}


def test_a_path_that_is_stuck_says_what_is_left() -> None:
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    path = nonet.explain(hard, techniques=["hidden-single", "naked-single"])
    assert not path.solved and path.stopped_by is None and 0 in path.end.digits


# Orders


def test_an_order_is_cut_and_thinned() -> None:
    order = order_named("nonet")
    assert order.up_to("naked-single").techniques[-1] == "naked-single"
    assert "naked-single" not in order.without("naked-single").techniques
    assert order.only(["naked-single", "full-house"]).techniques == ("full-house", "naked-single")


@pytest.mark.parametrize(
    ("order", "techniques", "message"),
    [
        ("nonnet", None, "did you mean 'nonet'"),
        ("x-wing", None, r"x-wing is a technique; .* use \['x-wing'\]"),
        (["naked-single", "0003"], None, "naked-single is listed twice"),
        ([], None, "found none"),
        (5, None, "expected a name or techniques, found 5"),
        (None, ["x-wng"], "no technique named 'x-wng'"),
        (["naked-single"], ["full-house"], "does not use full-house"),
    ],
)
def test_an_order_that_makes_no_sense(order: object, techniques: object, message: str) -> None:
    with pytest.raises(nonet.NonetError, match=message):
        as_order(order, techniques)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        (("mine", ("x-wing",), "zzz"), "'sudoku-explainer' as chooser, found 'zzz'"),
        (("mine", "x-wing"), "expected names of techniques, found 'x-wing'"),
        (("mine", None), "expected names of techniques, found None"),
        ((5, ("x-wing",)), "expected a name, found 5"),
    ],
)
def test_an_order_with_facts_that_make_no_sense(facts: tuple[Any, ...], message: str) -> None:
    with pytest.raises(nonet.ArgumentError, match=message):
        Order(*facts)


def test_an_order_of_ones_own() -> None:
    order = as_order(["naked-single", "hidden-single"])
    assert order == Order("own", ("naked-single", "hidden-single"))
    assert nonet.explain(EASY, order=order).solved


# find_steps


def test_steps_are_sorted_by_rank_then_cell() -> None:
    steps = nonet.find_steps(EASY, limit=None, order=["naked-single", "hidden-single"])
    names = [step.technique for step in steps]
    assert names == sorted(names, key=["naked-single", "hidden-single"].index)
    cells = [step.placements[0] for step in steps if step.technique == "hidden-single"]
    assert cells == sorted(cells)


def test_a_technique_is_named_by_its_code() -> None:
    (step,) = nonet.find_steps(EASY, "0003")
    assert step.technique == "naked-single"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": 0}, "expected a number of steps"),
        ({"options": {"speed": True}}, "found 'speed'"),
        ({"options": ["duals"]}, "expected names"),
        ({"technique": "0399"}, "no technique named '0399'"),
    ],
)
def test_find_steps_refuses_nonsense(options: dict[str, object], message: str) -> None:
    with pytest.raises(nonet.NonetError, match=message):
        nonet.find_steps(EASY, **options)  # type: ignore[arg-type]


def test_boards_that_are_too_large_are_refused() -> None:
    with pytest.raises(nonet.UnsupportedError, match="up to 16x16"):
        nonet.find_steps([0] * 625)


RULES = ["diagonals", "windoku", "anti-knight", "anti-king"]


@pytest.mark.parametrize("rule", RULES)
def test_rules_are_known_to_techniques(rule: str) -> None:
    check_steps_under(rule, order_named("nonet").up_to("w-wing").techniques)


# Under anti-knight this board has so many almost locked sets that it would take a minute.
@pytest.mark.slow
@pytest.mark.parametrize("rule", ["diagonals", "windoku", "anti-king"])
def test_rules_are_known_to_hard_techniques(rule: str) -> None:
    check_steps_under(rule, order_named("nonet").techniques)


def check_steps_under(rule: str, techniques: tuple[str, ...]) -> None:
    """Check every step on a board with rules by the checker, which asks the rules."""
    empty = nonet.parse("." * 81, rules=[rule])
    solution = next(nonet.solutions(empty, limit=1))
    cells = bytearray(solution.cells)
    for cell in range(0, 81, 2):
        cells[cell] = 0
    board = Board.of(nonet.Puzzle(bytes(cells), rules=empty.rules))
    for name in techniques:
        for step in find(board, name, most=20):
            verdict = nonet.check_step(board, step)
            assert verdict, f"{step}: {verdict}"


def wrong_clues() -> list[nonet.Puzzle]:
    """Return puzzles with a clue that fits the others at first sight, and leaves no solution."""
    source, found = random.Random(1), []
    for made in nonet.generate_many(8, seed=5):
        for _ in range(40):
            cells = bytearray(made.puzzle.cells)
            cells[source.choice([cell for cell, digit in enumerate(cells) if digit])] = (
                source.randint(1, 9)
            )
            puzzle = nonet.Puzzle(bytes(cells))
            if not puzzle.conflicts() and nonet.count(puzzle, limit=1) == 0:
                found.append(puzzle)
                break
    return found


def test_a_puzzle_without_a_solution_is_refuted() -> None:
    lengths = []
    for puzzle in wrong_clues():
        path = nonet.explain(puzzle)
        assert path.status is Status.NO_SOLUTION and not path.solved and not path.solutions
        for board, step in zip(path.boards, path.steps, strict=False):
            assert nonet.check_step(board, step)
        _, reason = describe_ending(path, language_named("en"))
        end = path.boards[-1]
        if cell := re.search(r"no digit is left for (r.c.)", reason):
            assert not end.candidates(cell[1]) and not end.digits[cell_index(cell[1], 9)]
        else:
            digit, name = re.search(r"the (.) has no place left in (.*)\.", reason).groups()
            house = next(house for house in puzzle.houses if house.name == name)
            for one in house.cells:
                assert end.digits[one] != int(digit) and int(digit) not in end.candidates(one)
        lengths.append(len(path.steps))
    assert min(lengths) == 0 and max(lengths) > 10


def test_a_refutation_assumes_no_unique_solution() -> None:
    """Techniques that assume a solution could prove anything about a puzzle without one."""
    for puzzle in wrong_clues():
        used = nonet.explain(puzzle).techniques
        assert not any("uniqueness" in catalog()[name].needs for name in used)
        assert nonet.explain(puzzle, techniques=["bug-1"]).steps == ()
