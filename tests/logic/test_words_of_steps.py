"""The core tells steps: it reads every step back, and refuses what is none."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nonet
from cases import quick_share
from nonet import native
from nonet.core.errors import ArgumentError
from nonet.core.step import ROLES, Link, Mark
from nonet.logic.finding import find, native_board, raw_step, step_of
from nonet.logic.words import describe_step, format_conclusion, format_step, step_sentences
from technique_examples import Example, read_examples

EXAMPLES = {example.technique: example for example in read_examples()}
RUST = Path(__file__).parents[2] / "rust" / "core" / "src" / "logic" / "words"


def step_on(example: Example) -> nonet.Step:
    return next(find(example.board, example.technique, most=1))


@pytest.mark.parametrize("example", quick_share(4, EXAMPLES.values()), ids=EXAMPLES)
def test_the_core_reads_every_step_back(example: Example) -> None:
    step = step_on(example)
    logic = native.logic_of(example.board.puzzle.geometry)
    path = logic.path(native_board(example.board), [raw_step(step)])
    assert replace(step_of(path.step(0), 9), se_rating=step.se_rating) == step
    after = example.board.apply(step)
    assert (path.digits, tuple(path.masks)) == (after.digits, after.masks)


def test_roles_are_those_of_python() -> None:
    assert tuple(ROLES) == native.ROLES


def test_a_step_in_words() -> None:
    example = EXAMPLES["x-wing"]
    step = step_on(example)
    line, why = format_step(example.board, step), step_sentences(example.board, step)
    assert line.endswith(f"=> {format_conclusion(step)}")
    assert describe_step(example.board, step) == " ".join([f"{line}.", *why])


@pytest.mark.parametrize("kind", ["windoku", "diagonals"])
@pytest.mark.parametrize(("language", "names"), [("en", "window|diagonal"), ("de", "Fenster|Diag")])
def test_houses_of_rules_have_names(kind: str, language: str, names: str) -> None:
    """The house in which the last cell is open has no row or column for it."""
    puzzle = nonet.Puzzle(bytes(81), rules=(kind,))  # type: ignore[arg-type]
    house = puzzle.houses[27]
    board = nonet.Board.of(puzzle)
    for digit, cell in enumerate(house.cells[:8], start=1):
        board = board.place(cell, digit)
    (step,) = [one for one in find(board, "full-house") if one.placements[0][0] == house.cells[8]]
    assert re.search(names, describe_step(board, step, language=language))


def odd_steps() -> dict[str, nonet.Step]:
    step = nonet.Step(technique="x-wing", eliminations=[(3, 5)])
    proofs: dict[str, Any] = {
        "inference": [["magic"]],
        "no cell": [["last", ["cell", 81], [0, 1]]],
        "no house": [["last", ["house", 99, 1], [0, 1]]],
        "no digit": [["sees", [0, 10], []]],
        "no truth": [["empty", ["moon", 1]]],
        "short": [["suppose", [0, 1]]],
        "no numbers": [["sees", "ab", []]],
        "negative": [["sees", [-1, 5], []]],
        "branches": [["cases", ["cell", 0], [[0]], [], []]],
    }
    return {
        "technique": replace(step, technique="magic"),
        "house": replace(step, marks=(Mark("base", houses=(40,)),)),
        "size": nonet.Step(technique="x-wing", eliminations=[(3, 2)], size=4),
        **{name: replace(step, proof=proof) for name, proof in proofs.items()},
    }


@pytest.mark.parametrize("name", odd_steps())
def test_what_is_no_step_on_the_board_is_refused(name: str) -> None:
    board = nonet.Board.of(nonet.Puzzle(bytes(81)))
    for tell in (format_step, describe_step, step_sentences):
        with pytest.raises(ArgumentError):
            tell(board, odd_steps()[name])


def test_a_step_without_proof_and_marks_has_words() -> None:
    board = nonet.Board.of(nonet.Puzzle(bytes(81)))
    step = nonet.Step(technique="x-wing", eliminations=[(3, 5), (12, 5), (4, 1)])
    assert format_step(board, step) == "X-wing: => r1c5<>1, r12c4<>5"
    assert step_sentences(board, step)[-1] == "So r1c4 and r2c4 cannot be 5; r1c5 cannot be 1."
    link = Link(((0, 5), (1, 5)), (9, 6), strong=True)
    chain = replace(step, marks=(Mark("on", links=(link,)),))
    assert "r1c12 =5/6= r2c1" in format_step(board, chain)


def test_the_core_says_nothing_that_is_not_in_the_files() -> None:
    for path in RUST.glob("*.rs"):
        code, _, _ = path.read_text(encoding="utf-8").partition("#[cfg(test)]")
        code = re.sub(r'//.*|br#".*?"#|b\'"\'', "", code)
        code = re.sub(r'.*(?:"expected|assert!|expect\(|Err\().*', "", code)
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', code):
            assert len(re.findall(r"(?<![\w.{])[A-Za-z]{2,}", text)) < 3, f"{path.name}: {text!r}"
