"""Reasons: the verdict is right, every step is proved in sequence, and no step can be left out."""

from __future__ import annotations

import json
import random
from pathlib import Path

import jsonschema
import pytest

import nonet
from boards import EASY, HARD, SIX
from cases import quick_first, some
from nonet.core.cells import cell_name
from nonet.core.limit import Limit
from nonet.core.result import Status
from nonet.logic.needed import holds
from path_positions import positions

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schema" / "reason.schema.json").read_text()
)
CHUNKS = [range(start, start + 10) for start in range(0, 200, 10)]


@pytest.mark.parametrize("chunk", quick_first(1, CHUNKS), ids=lambda chunk: f"{chunk[0]}")
def test_verdicts_are_right_and_proofs_hold(chunk: range) -> None:
    source = random.Random(chunk[0])
    for number in some(chunk, 8):
        board = positions()[number]
        solution = nonet.solve(board.puzzle).solution
        assert solution is not None
        cell = source.choice([cell for cell in range(81) if not board.digits[cell]])
        for digit in (source.choice(board.candidates(cell)), solution.cells[cell]):
            for sign in ("=", "<>"):
                reason = nonet.why_not(board, f"{cell_name(cell, 9)}{sign}{digit}")
                is_true = (solution.cells[cell] == digit) == (sign == "=")
                assert reason.verdict == ("true" if is_true else "false")
                check_proof(reason, cell, digit)


def check_proof(reason: nonet.Reason, cell: int, digit: int) -> None:
    assert reason.steps and holds(reason.board, reason.steps)
    for board in reason.boards[:-1]:
        assert digit in board.candidates(cell), "the proof goes on after it is done"
    assert digit not in reason.boards[-1].candidates(cell)
    for number in range(len(reason.steps) - 1):
        fewer = reason.steps[:number] + reason.steps[number + 1 :]
        assert not holds(reason.board, fewer), "a step can be left out"
    jsonschema.validate(reason.to_dict(), SCHEMA)


def test_the_hardest_step_is_as_easy_as_on_the_way_there() -> None:
    """A path that always takes the easiest step needs no easier technique for it."""
    source = random.Random(1)
    for board in some(positions()[:25], 3):
        cell = source.choice([cell for cell in range(81) if not board.digits[cell]])
        digit = source.choice(board.candidates(cell))
        reason = nonet.why_not(board, f"{cell_name(cell, 9)}={digit}")
        path = nonet.explain(board)
        until = next(n for n, one in enumerate(path.boards) if digit not in one.candidates(cell))
        rank = path.order.rank
        hardest = max(map(rank, path.techniques[:until]))
        assert max(rank(step.technique) for step in reason.steps) <= hardest
        assert len(reason.steps) <= until


@pytest.mark.parametrize(
    ("statement", "verdict", "text"),
    [
        ("r1c1=5", "true", "r1c1=5 is true. r1c1 holds 5."),
        ("r1c1<>5", "false", "r1c1<>5 is false. r1c1 holds 5."),
        ("r1c1=4", "false", "r1c1=4 is false. r1c1 holds 5."),
        ("r1c3=5", "false", "r1c1 already holds 5, and r1c3 is also in row 1."),
        ("r1c3<>5", "true", "r1c3<>5 is true. r1c1 already holds 5"),
    ],
)
def test_what_a_digit_says_needs_no_step(statement: str, verdict: str, text: str) -> None:
    reason = nonet.why_not(EASY, statement)
    assert reason.verdict == verdict and text in reason.text and reason.steps == ()


def test_rules_are_direct_reasons() -> None:
    limited = nonet.Puzzle(
        nonet.parse(EASY).cells, rules=("candidates r1c3=24", "different r1c7 r5c9")
    )
    assert "A rule of this puzzle does not allow 1" in nonet.why_not(limited, "r1c3=1").text
    assert "r1c7 must be different" in nonet.why_not(limited, "r1c7=1").text


def test_a_candidate_that_was_removed_is_put_back_for_the_proof() -> None:
    board = nonet.Board.of(nonet.parse(EASY)).eliminate("r1c3", 2)
    reason = nonet.why_not(board, "r1c3=2")
    assert reason.verdict == "false" and reason.steps
    assert 2 in reason.board.candidates("r1c3")


def test_mistakes_are_named_and_not_used() -> None:
    board = nonet.Board.of(nonet.parse(EASY)).place("r1c3", 1).eliminate("r1c4", 6)
    reason = nonet.why_not(board, "r1c3=4")
    assert [str(mistake) for mistake in reason.mistakes] == ["r1c3=1", "r1c4<>6"]
    assert reason.verdict == "true" and holds(reason.board, reason.steps)
    assert reason.text.startswith("Correct the board first:\n  r1c3=1 is wrong")
    assert 6 in reason.board.candidates("r1c4") and not reason.board.digits[2]


def test_several_solutions() -> None:
    every = list(nonet.solutions(SIX))
    board = nonet.Board.of(nonet.parse(SIX))
    verdicts = set()
    for cell in range(36):
        for digit in board.candidates(cell):
            reason = nonet.why_not(SIX, f"{cell_name(cell, 6)}={digit}")
            assert reason.status is Status.MULTIPLE
            held = {solution.cells[cell] == digit for solution in every}
            verdicts.add(reason.verdict)
            if len(held) == 2:
                assert reason.verdict == "undecided" and "Some solutions have" in reason.text
            else:
                assert reason.verdict in ("undecided", str(held.pop()).lower())
    assert verdicts == {"true", "false", "undecided"}


def test_no_solution_proves_nothing() -> None:
    reason = nonet.why_not("55" + "." * 79, "r5c5=1")
    assert reason.verdict == "undecided" and "has no solution" in reason.text
    assert "5 is repeated in row 1" in reason.text


def test_what_is_not_found_is_undecided() -> None:
    reason = nonet.why_not(HARD, "r1c2=1", order=["hidden-single", "naked-single"])
    assert reason.verdict == "undecided" and "No technique settles it." in reason.text
    reason = nonet.why_not(EASY, "r1c3=4", limit=Limit(nodes=1))
    assert reason.verdict == "undecided" and reason.stopped_by == "nodes"
    jsonschema.validate(reason.to_dict(), SCHEMA)


def test_reasons_are_told_in_german() -> None:
    text = nonet.why_not(EASY, "r1c3=5", language="de").text
    assert text == ("r1c3=5 ist falsch. In r1c1 steht schon eine 5, und Zeile 1 enthält auch r1c3.")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("r1c3", "statement: expected a text like r4c7=5 or r4c7<>5, found 'r1c3'"),
        ("r0c3=5", "statement: expected a cell from r1c1 to r9c9"),
        ("r1c3=0", "statement: r1c3=0: expected a digit from 1 to 9, found 0"),
        (5, "statement: expected a text like"),
    ],
)
def test_bad_statements_are_explained(statement: str, message: str) -> None:
    with pytest.raises(nonet.ArgumentError) as caught:
        nonet.why_not(EASY, statement)
    assert message in str(caught.value)


# Recognizing moves


@pytest.mark.parametrize("chunk", quick_first(1, CHUNKS[:4]), ids=lambda chunk: f"{chunk[0]}")
def test_the_step_of_a_path_explains_its_move(chunk: range) -> None:
    for number in some(chunk, 3):
        board = positions()[number]
        hint = nonet.hint(board, level=5)
        assert hint.step is not None
        pairs = [(pair, "=") for pair in hint.step.placements]
        pairs += [(pair, "<>") for pair in hint.step.eliminations]
        (cell, digit), sign = pairs[0]
        steps = nonet.recognize(board, f"{cell_name(cell, 9)}{sign}{digit}")
        assert steps and all(nonet.check_step(board, step) for step in steps)
        rank = nonet.explain(board).order.rank
        ranks = [rank(step.technique) for step in steps]
        assert ranks == sorted(ranks) and ranks[0] <= rank(hint.step.technique)
        for step in steps:
            assert (cell, digit) in (step.placements if sign == "=" else step.eliminations)


def test_a_move_on_the_board_is_taken_back() -> None:
    board = nonet.Board.of(nonet.parse(EASY))
    (step,) = nonet.find_steps(board)
    ((cell, digit),) = step.placements
    move = f"{cell_name(cell, 9)}={digit}"
    order = ["full-house", "hidden-single", "naked-single"]
    found = nonet.recognize(board, move, order=order)
    assert nonet.recognize(board.apply(step), move, order=order) == found != ()


def test_nothing_explains_a_wrong_move() -> None:
    assert nonet.recognize(EASY, "r1c3=1", order=["hidden-single", "naked-single"]) == ()


@pytest.mark.parametrize(
    ("move", "message"), [("r1c1=5", "found a given 5"), ("r1c99=5", "move: expected a cell")]
)
def test_bad_moves_are_explained(move: str, message: str) -> None:
    with pytest.raises(nonet.ArgumentError) as caught:
        nonet.recognize(EASY, move)
    assert message in str(caught.value)
