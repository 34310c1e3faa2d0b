"""Every technique: a hit with its proof, a near miss, a case without gain, and its words."""

from __future__ import annotations

import re
import signal
from functools import cache

import pytest

import nonet
from boards import EASY_SOLUTION, half_empty
from nonet import native
from nonet.core.cells import cell_name
from nonet.logic.catalog import technique_named
from nonet.logic.data_files import read_data
from nonet.logic.finding import find
from nonet.logic.orders import orders
from nonet.logic.words import describe_step, format_step
from technique_examples import Example, read_examples

EXAMPLES = {example.technique: example for example in read_examples()}
LONGEST = re.compile(r"dynamic-.*-plus|(franken|mutant)-(whale|leviathan)")
"""Techniques that take long to find; that each is found and proved is tested every time."""
QUICK_FIRST = [
    pytest.param(example, marks=pytest.mark.slow) if LONGEST.match(name) else example
    for name, example in EXAMPLES.items()
]


def by_name(example: Example) -> str:
    return example.technique


def first_step(board: nonet.Board, technique: str) -> nonet.Step | None:
    return next(find(board, technique, most=1), None)


@cache
def step_of(technique: str) -> nonet.Step:
    example = EXAMPLES[technique]
    step = first_step(example.board, technique)
    assert step is not None
    return step


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_a_hit_is_found_and_proved(example: Example) -> None:
    step = step_of(example.technique)
    assert (step.placements, step.eliminations) == (example.placements, example.eliminations)
    verdict = nonet.check_step(example.board, step)
    assert verdict, verdict
    solution = nonet.solve(example.board.puzzle).solution
    assert solution is not None
    assert all(solution.cells[cell] == digit for cell, digit in step.placements)
    assert all(solution.cells[cell] != digit for cell, digit in step.eliminations)
    assert nonet.Step.from_dict(step.to_dict()) == step


@pytest.mark.parametrize("example", QUICK_FIRST, ids=by_name)
def test_a_near_miss_is_not_found(example: Example) -> None:
    board = example.broken()
    if board is None:
        # No candidate can be added to the last cell of a house: a second open cell is the miss.
        assert example.technique == "full-house"
        board = nonet.Board.of(nonet.parse("..3412......21.."))
    step = first_step(board, example.technique)
    if step is not None:
        assert (step.placements, step.eliminations) != (example.placements, example.eliminations)


@pytest.mark.parametrize("example", QUICK_FIRST, ids=by_name)
def test_there_is_no_gain_twice(example: Example) -> None:
    step = step_of(example.technique)
    other = first_step(example.board.apply(step), example.technique)
    if other is not None:
        done = {*step.placements, *step.eliminations}
        assert not done.intersection((*other.placements, *other.eliminations))


@pytest.mark.parametrize("example", QUICK_FIRST, ids=by_name)
def test_a_step_has_a_line_and_sentences(example: Example) -> None:
    step = step_of(example.technique)
    line, text = format_step(example.board, step), describe_step(example.board, step)
    title = technique_named(example.technique).title
    assert line.startswith(f"{title}: ") and "=>" in line and "\n" not in line
    assert line.split("=> ")[0] != f"{title}: ", "where the step is has to be said"
    for cell, digit in (*step.placements, *step.eliminations)[:1]:
        assert cell_name(cell, 9) in text and str(digit) in text


def test_the_table_the_data_and_the_examples_name_the_same_techniques() -> None:
    table = set(native.TECHNIQUES)
    assert len(native.TECHNIQUES) == len(table)
    rows = read_data("techniques.json")
    assert {row["name"] for row in rows} == table
    assert set(read_data("words.en.json")["techniques"]) == table
    for order in orders():
        assert set(read_data(f"orders/{order}.json")) <= table
    assert set(EXAMPLES) == table - {"brute-force"}


def test_codes_name_techniques() -> None:
    assert technique_named("0300").name == "x-wing"
    assert technique_named(" X-Wing ").name == "x-wing"
    with pytest.raises(nonet.UnknownTechniqueError, match="did you mean 'x-wing'"):
        technique_named("x-wng")


def test_only_the_hodoku_order_uses_brute_force() -> None:
    using = {name for name, order in orders().items() if "brute-force" in order.techniques}
    assert using == {"hodoku"}


@pytest.mark.parametrize("text", ["1234341221434321", "1" * 16, EASY_SOLUTION])
def test_nothing_is_found_where_nothing_is_open(text: str) -> None:
    assert nonet.find_steps(text, limit=None) == ()


def test_ctrl_c_ends_a_long_search() -> None:
    board = nonet.Board.of(half_empty(nonet.Layout(4, 4)))

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            nonet.find_steps(board, "als-chain", limit=None)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
