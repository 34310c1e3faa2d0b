"""Hints: proved, near the last move, silent about what their level hides, and mistakes first."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import jsonschema
import pytest

import nonet
from boards import FOUR, FOUR_SOLUTION, JIGSAW, SIX
from cases import quick_first, some
from nonet.core.cells import cell_name
from nonet.core.digits import mask_of
from nonet.core.result import Status
from nonet.logic.catalog import techniques
from nonet.logic.hints import cells_of
from nonet.logic.languages import language_named
from nonet.logic.orders import order_named
from path_positions import positions

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "schema" / "hint.schema.json").read_text()
)
TITLES = {
    code: sorted((one.title for one in techniques(language=code)), key=len, reverse=True)
    for code in ("en", "de")
}


CHUNKS = [range(start, start + 25) for start in range(0, 300, 25)]


@pytest.mark.parametrize("chunk", quick_first(1, CHUNKS), ids=lambda chunk: f"{chunk[0]}")
def test_every_level_hides_what_it_should_and_the_whole_step_is_proved(chunk: range) -> None:
    for number in some(chunk, 6):
        board = positions()[number]
        hints = [nonet.hint(board, level=level) for level in (1, 2, 3, 4, 5)]
        whole = hints[-1]
        assert whole.step is not None and whole.mistakes == ()
        verdict = nonet.check_step(board, whole.step)
        assert verdict, verdict
        for language in ("en", "de"):
            for level in (1, 2, 3, 4):
                check_hidden(board, whole, level, language)


def check_hidden(board: nonet.Board, whole: nonet.Hint, level: int, language: str) -> None:
    found = nonet.hint(board, level=level, language=language)
    data = found.to_dict()
    if language == "en":
        jsonschema.validate(data, SCHEMA)
    shown = {"house": 1, "digit": 2, "technique": 3, "cells": 4, "step": 5}
    for name, least in shown.items():
        expected = whole.to_dict()[name] if level >= least else None
        assert data[name] == expected, f"level {level}: {name}"
    assert whole.step is not None and whole.house is not None
    said = language_named(language)
    text = found.text.replace(said.house(board.puzzle.geometry, whole.house), "", 1)
    data["text"] = text
    for name in ("puzzle", "board", "level", "schema", "house"):
        del data[name]
    written = json.dumps(
        {name: data[name] for name in data if data[name] is not None}, ensure_ascii=False
    )
    if level < 2:
        assert not re.search(r"\d", written), written
    if level < 3:
        assert whole.technique not in written
        assert not any(title in text for title in TITLES[language])
    if level < 4:
        assert not re.search(r"r\d+c\d+", text)
    changed = (*whole.step.placements, *whole.step.eliminations)
    hidden = {cell for cell, _ in changed} - set(cells_of(whole.step))
    for cell in hidden if level == 4 else ():
        assert not re.search(rf"\b{cell_name(cell, 9)}\b", text)


def test_the_easiest_step_is_hinted() -> None:
    for board in positions()[:60]:
        hint = nonet.hint(board, level=5)
        assert hint.technique == nonet.explain(board).techniques[0]


def test_a_digit_is_preferred_then_the_nearest_step() -> None:
    board = nonet.Board.of(nonet.parse(EASY))
    steps = nonet.find_steps(board, nonet.hint(board, level=3).technique, limit=None)
    assert len(steps) > 3
    for step in steps:
        ((cell, digit),) = step.placements
        near = nonet.hint(board, level=5, moves=[f"{cell_name(cell, 9)}<>{digit % 9 + 1}"])
        if near.technique == step.technique:
            assert near.step is not None
            assert near.step.placements == step.placements


def test_the_same_input_gives_the_same_step() -> None:
    for board in positions()[:20]:
        again = nonet.Board(board.puzzle, board.digits, board.masks)
        assert nonet.hint(board, level=5) == nonet.hint(again, level=5)


# Mistakes


def test_a_wrong_digit_is_named_first_at_every_level() -> None:
    board = nonet.Board.of(nonet.parse(EASY)).place("r1c3", 1)
    for level in (1, 2, 3, 4, 5):
        hint = nonet.hint(board, level=level)
        assert hint.mistakes == (nonet.Mistake("entry", 2, 1),)
        assert hint.text == "r1c3=1 is wrong: the solution has a different digit there."
        assert hint.house is hint.digit is hint.technique is hint.cells is hint.step is None
        assert hint.undo_to is None
        jsonschema.validate(hint.to_dict(), SCHEMA)


def test_a_wrongly_removed_candidate_is_named() -> None:
    board = nonet.Board.of(nonet.parse(EASY)).eliminate("r1c3", 4)
    hint = nonet.hint(board)
    assert hint.mistakes == (nonet.Mistake("candidate", 2, 4),) and "r1c3<>4" in hint.text


@pytest.mark.parametrize("is_played", [True, False])
def test_moves_say_how_far_to_go_back(is_played: bool) -> None:
    moves = ["r3c7=5", "r1c3<>1", "r1c3<>4", "r5c5=2", "r2c2=7"]
    board = nonet.Board.of(nonet.parse(EASY))
    if is_played:
        board = board.place("r3c7", 5).eliminate("r1c3", 1).eliminate("r1c3", 4).place("r5c5", 5)
        moves[3] = "r5c5=5"
        board = board.place("r2c2", 7)
    hint = nonet.hint(board, moves=moves)
    assert hint.mistakes[0] == nonet.Mistake("candidate", 2, 4, 9, 3) and hint.undo_to == 2
    assert "Go back to the position before move 3, r1c3<>4." in hint.text
    jsonschema.validate(hint.to_dict(), SCHEMA)


def test_a_corrected_move_is_no_mistake() -> None:
    assert nonet.hint(EASY, moves="r1c3=1, r1c3=4").mistakes == ()


def test_mistakes_with_several_solutions_leave_none() -> None:
    first, second = list(nonet.solutions(SIX))[:2]
    board = nonet.Board.of(nonet.parse(SIX))
    free = [cell for cell in range(36) if first.cells[cell] != second.cells[cell]]
    fine = board.place(free[0], first.cells[free[0]])
    assert nonet.hint(fine).mistakes == ()
    every = {solution.cells for solution in nonet.solutions(SIX)}
    cell, digit = next(
        (cell, digit)
        for cell in range(36)
        for digit in board.candidates(cell)
        if all(cells[cell] != digit for cells in every)
    )
    hint = nonet.hint(board, moves=[f"{cell_name(cell, 6)}={digit}"])
    assert hint.mistakes == (nonet.Mistake("entry", cell, digit, 6, 1),) and hint.undo_to == 0
    assert "leaves no solution" in hint.text


# Pencil marks


def snyder(board: nonet.Board) -> nonet.Board:
    """Mark digits that have two places in a box, and nothing else."""
    masks = [0] * 81
    for box in board.layout.houses[18:]:
        for digit in range(1, 10):
            places = [cell for cell in box.cells if digit in board.candidates(cell)]
            if len(places) == 2:
                for cell in places:
                    masks[cell] |= mask_of((digit,))
    return nonet.Board(board.puzzle, board.digits, tuple(masks))


def test_snyder_marks_are_no_mistakes_and_hints_are_proved() -> None:
    for board in some(positions()[:40], 3):
        hint = nonet.hint(snyder(board), level=5, pencil_marks="partial")
        assert hint.mistakes == () and hint.step is not None and hint.board is not None
        assert nonet.check_step(hint.board, hint.step)
        # The marks say no more than the digits and easy steps; full marks would lack candidates.
        assert nonet.hint(snyder(board), pencil_marks="full").mistakes


def test_cells_without_marks_say_nothing() -> None:
    source = random.Random(3)
    for board in positions()[:40]:
        masks = tuple(mask * source.randrange(2) for mask in board.masks)
        hint = nonet.hint(nonet.Board(board.puzzle, board.digits, masks), pencil_marks="partial")
        assert hint.mistakes == ()


def test_a_missing_partial_mark_is_a_mistake_if_the_box_marks_that_digit() -> None:
    puzzle = nonet.parse(EASY)
    solution = nonet.solve(puzzle).solution
    assert solution is not None
    marks = list(nonet.Board.of(puzzle).masks)
    cell = next(cell for cell in range(81) if marks[cell].bit_count() > 2)
    marks[cell] &= ~mask_of((solution.cells[cell],))
    hint = nonet.hint(nonet.Board(puzzle, puzzle.cells, tuple(marks)), pencil_marks="partial")
    assert hint.mistakes == (nonet.Mistake("candidate", cell, solution.cells[cell]),)


def test_without_marks_the_digits_decide() -> None:
    board = nonet.Board.of(nonet.parse(EASY))
    empty = nonet.Board(board.puzzle, board.digits, (0,) * 81)
    assert nonet.hint(empty, level=5, pencil_marks="none") == nonet.hint(
        board, level=5, pencil_marks="none"
    )
    assert nonet.hint(empty, pencil_marks="full").mistakes


def test_a_step_that_shows_nothing_is_skipped_for_one_that_leads_somewhere() -> None:
    """Without marks the hint is a step that the next placement needs."""
    skipped = 0
    for board in positions()[:40]:
        bare = nonet.Board(
            board.puzzle, board.digits, nonet.Board.of(nonet.Puzzle(board.digits)).masks
        )
        hint = nonet.hint(bare, level=5, pencil_marks="none")
        assert hint.step is not None and nonet.check_step(bare, hint.step)
        skipped += hint.step != nonet.explain(bare).steps[0] and not hint.step.placements
    assert skipped


# Unusual boards


def test_a_solved_board_is_solved() -> None:
    puzzle = nonet.parse(FOUR)
    full = nonet.Board(puzzle, bytes(int(digit) for digit in FOUR_SOLUTION), (0,) * 16)
    assert nonet.hint(full).text == "The board is solved."
    assert nonet.hint(FOUR_SOLUTION, level=5).step is None


def test_a_full_board_with_a_wrong_digit_is_corrected() -> None:
    puzzle = nonet.parse(FOUR)
    full = nonet.Board(puzzle, bytes([2]) + bytes(int(d) for d in FOUR_SOLUTION[1:]), (0,) * 16)
    assert nonet.hint(full).mistakes == (nonet.Mistake("entry", 0, 2, 4),)


def test_a_puzzle_without_a_solution_says_why() -> None:
    hint = nonet.hint("11" + "." * 14)
    assert hint.status is Status.NO_SOLUTION and hint.house is None
    assert hint.text.startswith("This puzzle has no solution. 1 is repeated in row 1: r1c1")


def test_with_several_solutions_hints_hold_for_all() -> None:
    board = nonet.Board.of(nonet.parse(SIX))
    every = list(nonet.solutions(SIX))
    for _ in range(30):
        hint = nonet.hint(board, level=5)
        assert hint.status is Status.MULTIPLE and "several solutions" in hint.text
        if hint.step is None:
            break
        for solution in every:
            assert all(solution.cells[cell] == digit for cell, digit in hint.step.placements)
            assert all(solution.cells[cell] != digit for cell, digit in hint.step.eliminations)
        board = board.apply(hint.step)
    else:
        pytest.fail("a puzzle with several solutions was solved")
    assert "no technique finds a step that holds for all" in hint.text


def test_uniqueness_is_not_assumed_with_several_solutions() -> None:
    order = order_named("nonet").only(["unique-rectangle-1", "bug-1"])
    with pytest.raises(nonet.ArgumentError, match="expected at least one technique"):
        nonet.hint(SIX, order=order)


def test_marks_in_given_cells_are_ignored_and_named() -> None:
    board = nonet.Board.of(nonet.parse(FOUR))
    masks = list(board.masks)
    masks[3] = mask_of((1, 2))
    hint = nonet.hint(nonet.Board(board.puzzle, board.digits, tuple(masks)))
    assert hint.house is not None
    assert hint.text.endswith("Pencil marks in r1c4 are ignored: the cell has a digit.")


def test_other_layouts_have_hints() -> None:
    hint = nonet.hint(JIGSAW, level=5)
    assert hint.step is not None and nonet.check_step(nonet.Board.of(JIGSAW), hint.step)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"moves": ["r1c3=4", "r1c10=3"]}, "move 2: expected a cell from r1c1 to r9c9"),
        ({"moves": ["r1c3=10"]}, "move 1: r1c3=10: expected a digit from 1 to 9, found 10"),
        ({"moves": ["r1c3-4"]}, "move 1: expected a text like r4c7=5 or r4c7<>5, found 'r1c3-4'"),
        ({"moves": [3]}, "move 1: expected a text like"),
        ({"moves": 3}, "moves: expected texts such as r4c7=5, found 3"),
        ({"moves": ["r1c1=4"]}, "move 1, r1c1=4: r1c1 is a given, 5"),
        ({"moves": ["r1c1<>5"]}, "move 1, r1c1<>5: r1c1 is a given, 5"),
        ({"level": 6}, "level: expected 1 to 5, found 6"),
        ({"level": True}, "level: expected 1 to 5, found True"),
        (
            {"pencil_marks": "some"},
            "pencil_marks: expected 'full', 'partial', 'none', found 'some'",
        ),
        ({"language": "xx"}, "no language named 'xx'"),
    ],
)
def test_bad_input_is_explained(options: dict[str, object], message: str) -> None:
    with pytest.raises(nonet.NonetError) as caught:
        nonet.hint(EASY, **options)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_moves_have_to_agree_with_the_board() -> None:
    board = nonet.Board.of(nonet.parse(EASY)).place("r3c7", 5)
    with pytest.raises(nonet.ArgumentError, match="move 1, r3c7=3: the board has 5 there"):
        nonet.hint(board, moves=["r3c7=3"])


def test_large_boards_are_refused() -> None:
    with pytest.raises(nonet.UnsupportedError, match="up to 16x16"):
        nonet.hint(nonet.Puzzle(bytes(625), nonet.Layout(5, 5)))
