"""The core tells steps: it reads every step back, and refuses what is none."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import nonet
from cases import quick_share
from nonet import native
from nonet.core.cells import cell_name
from nonet.core.errors import ArgumentError
from nonet.core.step import ROLES, Link, Mark
from nonet.logic.finding import find, native_board, raw_step, step_of
from nonet.logic.words import describe_step, format_conclusion, format_step, step_sentences
from technique_examples import Example, read_examples

EXAMPLES = {example.technique: example for example in read_examples()}
RUST = Path(__file__).parents[2] / "rust" / "logic" / "src" / "words"


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


def sentences_of(technique: str) -> list[str]:
    example = EXAMPLES[technique]
    return step_sentences(example.board, step_on(example))


@pytest.mark.parametrize("example", quick_share(4, EXAMPLES.values()), ids=EXAMPLES)
def test_every_sentence_is_said_once_and_counts_say_what_follows(example: Example) -> None:
    told = step_sentences(example.board, step_on(example))
    for sentence, following in pairwise(told):
        assert sentence != following
        if sentence.startswith("There are no other places") and "If " not in sentence:
            assert following.startswith(("So ", "In every case, ")), following


@pytest.mark.parametrize("technique", ["sue-de-coq", "bug-2", "avoidable-rectangle-2", "w-wing"])
def test_inferences_that_differ_in_what_follows_are_told_once(technique: str) -> None:
    told = sentences_of(technique)
    assert len(set(told)) == len(told)
    assert not any(told[-1].startswith(start) for start in ("Altogether", "That"))


@pytest.mark.parametrize(
    ("technique", "last"),
    [
        ("bug-1", "So r6c8 cannot be 4 or 6."),
        ("unique-rectangle-1", "In every case, r5c8 cannot be 1 or 8."),
        ("bug-2", "In every case, r1c5 and r9c5 cannot be 4."),
        ("hidden-triple", "So r5c2 cannot be 4 or 6; r5c8 cannot be 4 or 5."),
        ("nishio", "That is impossible, so r6c2 cannot be 3."),
        ("cell-forcing-chains", "In every case, r6c2 cannot be 3."),
    ],
)
def test_the_last_sentence_joins_eliminations(technique: str, last: str) -> None:
    assert sentences_of(technique)[-1] == last


def test_a_chain_ends_with_what_its_ends_have_in_common() -> None:
    told = sentences_of("w-wing")
    assert told[1].startswith("If r2c9 is not 6, then r2c9 is 1, so r7c9 is not 1")
    assert told[1].endswith("so r3c1 is 6.")
    assert told[2] == "Either way, r2c9 is 6 or r3c1 is 6."


def test_counts_name_no_digit_of_a_house_twice() -> None:
    (count,) = [text for text in sentences_of("xyz-wing") if text.startswith("There are")]
    assert "takes up 2 of these 4" in count


def proof_on_empty_board(*proof: Any) -> tuple[str, list[str]]:
    board = nonet.Board.of(nonet.Puzzle(bytes(81)))
    step = nonet.Step(technique="nishio", eliminations=[(0, 1)], marks=(Mark("cause"),))
    step = replace(step, proof=proof)
    return format_step(board, step), step_sentences(board, step)[1:]


def test_cases_are_numbered_and_contradictions_are_named() -> None:
    inner = (
        "cases",
        ("cell", 9),
        (((9, 2), ()), ((9, 3), (("empty", ("cell", 7)),))),
        (),
        ((20, 7),),
    )
    line, told = proof_on_empty_board(
        ("cases", ("house", 0, 1), (
            ((1, 1), (("sees", (1, 1), ((0, 1),)),)),
            ((2, 1), (inner, ("last", ("cell", 5), (5, 4)), ("sees", (5, 4), ((2, 1),)))),
        ), (), ((0, 1),)),
    )  # fmt: skip
    assert line == (
        "Nishio: r1: r1c2=1 -> r1c1<>1; "
        "r1c3=1 -> (r2c1=2 ..., r2c1=3 ...) -> r3c3<>7 -> r1c6=4 -> r1c3<>1, but r1c3=1 => r1c1<>1"
    )
    assert told == [
        "In row 1, the 1 can only go in r1c2 or r1c3.",
        "Case 1: r1c2 is 1.",
        "Because r1c2 is 1, r1c1 cannot be 1.",
        "Case 2: r1c3 is 1.",
        "r2c1 can only be 2 or 3.",
        "Case 2.1: r2c1 is 2, with nothing more to show.",
        "Case 2.2: r2c1 is 3.",
        "r1c8 needs a digit, but no candidate is left: a contradiction.",
        "In the only case that remains, r3c3 cannot be 7.",
        "The only candidate left in r1c6 is 4.",
        "Because r1c6 is 4, r1c3 cannot be 1.",
        "But r1c3 is 1: a contradiction.",
        "In the only case that remains, r1c1 cannot be 1.",
    ]


@pytest.mark.parametrize("technique", [name for name in EXAMPLES if "forcing-" in name])
def test_the_line_of_a_forcing_chain_names_every_branch(technique: str) -> None:
    example = EXAMPLES[technique]
    step = step_on(example)
    line = format_step(example.board, step)
    assert step.proof is not None
    kind, *facts = step.proof[0]
    if "->" not in line:
        assert line.count("=") > 2, "a chain from end to end"
    elif kind == "cases":
        starts = [cell_name(cell, 9) + f"={digit}" for (cell, digit), _ in facts[1]]
        assert [
            part.split(" ->")[0].split(": ")[-1] for part in line.split(" => ")[0].split("; ")
        ] == starts
    else:
        assert len(line.split("; ")) == (2 if kind == "either" else 1)


def test_the_core_says_nothing_that_is_not_in_the_files() -> None:
    paths = sorted(RUST.glob("*.rs"))
    assert paths
    for path in paths:
        code, _, _ = path.read_text(encoding="utf-8").partition("#[cfg(test)]")
        code = re.sub(r'//.*|br#".*?"#|b\'"\'', "", code)
        code = re.sub(r'.*(?:"expected|assert!|expect\(|Err\().*', "", code)
        for text in re.findall(r'"((?:[^"\\]|\\.)*)"', code):
            assert len(re.findall(r"(?<![\w.{])[A-Za-z]{2,}", text)) < 3, f"{path.name}: {text!r}"
