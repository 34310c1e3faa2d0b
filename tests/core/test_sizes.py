"""Boards of every size: reading and judging at a glance, and exact about what is wrong."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from boards import half_empty, solved
from cases import examples
from nonet import Layout, ParseError, Puzzle, Solution
from nonet.judge import judge

LARGE = [Layout(5, 5), Layout(5, 6), Layout(6, 5), Layout(8, 8), Layout(10, 10)]


@pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")
@pytest.mark.parametrize("layout", LARGE, ids=str)
def test_every_form_of_a_large_board_is_read_as_the_same(layout: Layout) -> None:
    puzzle = half_empty(layout)
    flat = list(puzzle.cells)
    forms = {
        "flat list": flat,
        "list of rows": puzzle.rows(),
        "None for an empty cell": [digit or None for digit in flat],
        "tuples": tuple(map(tuple, puzzle.rows())),
        "strings": list(map(str, flat)),
        "array": puzzle.to_array(),
        "numbers": nonet.format(puzzle, "numbers"),
        "numbers in one line": " ".join(map(str, flat)),
        "dots": nonet.format(puzzle, "numbers", blank="."),
        "commas": ",".join(map(str, flat)),
        "a printed list": str(puzzle.rows()),
        "canonical line": str(puzzle),
        "a picture": nonet.render_text(puzzle, symbols="numbers"),
    }
    for name, form in forms.items():
        assert nonet.parse(form, layout=layout) == puzzle, name
        if layout == Layout.of_size(layout.size):
            assert nonet.parse(form) == puzzle, name
    assert nonet.parse(forms["a picture"]) == puzzle  # Its frame shows the boxes.


def spoilt(text: str, cell: int, cells: list[str]) -> str:
    return " ".join([*cells[:cell], text, *cells[cell + 1 :]])


@pytest.mark.parametrize("layout", [Layout(5, 5), Layout(8, 8), Layout(10, 10)], ids=str)
@pytest.mark.parametrize("wrong", ["101", "-1", "1.5", "x7", "[", ".", "0007"])
def test_what_is_wrong_with_large_numbers_is_told_with_its_place(
    layout: Layout, wrong: str
) -> None:
    cells = list(map(str, half_empty(layout).cells))
    cell = layout.cell_count // 2 + 3
    if wrong == "0007":
        with_zeros = nonet.parse(spoilt(wrong, cell, cells))
        assert with_zeros == nonet.parse(spoilt("7", cell, cells))
        return
    with pytest.raises(ParseError) as caught:
        nonet.parse(spoilt(wrong, cell, cells))
    if wrong != "[":  # Which is a separator, so that a cell is missing.
        column = len(" ".join(cells[:cell])) + 2
        assert (caught.value.line, caught.value.column) == (1, column)
        assert caught.value.found == repr(wrong)


@pytest.mark.parametrize("wrong", [101, -1, True, 1.5, "y", [1], 10**30])
def test_what_is_wrong_with_a_large_list_is_told_with_its_place(wrong: object) -> None:
    layout = Layout(10, 10)
    flat: list[object] = list(half_empty(layout).cells)
    flat[357] = wrong
    rows = [flat[start : start + 100] for start in range(0, 10_000, 100)]
    for form in (flat, rows) if wrong != [1] else (rows,):
        with pytest.raises(ParseError) as caught:
            nonet.parse(form)
        assert (caught.value.line, caught.value.column) == (4, 58)


def test_ragged_lists_and_rows_are_refused() -> None:
    rows = half_empty(Layout(10, 10)).rows()
    rows[7].append(1)
    with pytest.raises(ParseError, match="line 8, column 101: expected 100 cells in each row"):
        nonet.parse(rows)
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    with pytest.raises(ParseError, match=r"line 8, .*expected 100 numbers in each row, found 101"):
        nonet.parse(text)


@pytest.mark.parametrize("text", ["1,,", ",", "1,\n,"])
def test_gaps_between_the_commas_of_a_large_board_are_refused(text: str) -> None:
    cells = ",".join(map(str, half_empty(Layout(8, 8)).cells))
    with pytest.raises(ParseError, match="expected a number or a blank sign, found nothing"):
        nonet.parse(text + cells)


@settings(max_examples=examples(30))
@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.02, 1.0]))
def test_large_texts_are_never_read_otherwise_than_by_their_notation(
    seed: int, share: float
) -> None:
    """The quick reader agrees with the thorough one, also where only one-digit numbers occur."""
    source = random.Random(seed)
    cells = [source.choice([0, 1, 9]) for _ in range(625)]
    cells = [10 + source.randrange(16) if source.random() < share else cell for cell in cells]
    text = "\n".join(" ".join(map(str, cells[i : i + 25])) for i in range(0, 625, 25))
    puzzle = nonet.parse(text)
    framed = nonet.parse(text.replace(" ", "|"), notation="numbers")
    assert puzzle == framed == Puzzle(bytes(cells), Layout(5, 5))
    assert puzzle.notation == ("numbers" if max(cells) > 9 else "grid")


def test_bars_of_a_large_board_still_show_its_boxes() -> None:
    puzzle = half_empty(Layout(10, 3))
    rows = [" ".join(map(str, row)).split(" ") for row in puzzle.rows()]
    text = "\n".join(" | ".join(" ".join(r[i : i + 3]) for i in range(0, 30, 3)) for r in rows)
    assert nonet.parse(text).layout == Layout(10, 3)


@pytest.mark.parametrize("layout", LARGE, ids=str)
def test_large_boards_are_judged(layout: Layout) -> None:
    solution, puzzle = solved(layout), half_empty(layout)
    assert judge(solution, puzzle) and puzzle.conflicts() == ()
    cells = bytearray(solution.cells)
    cells[-1] = cells[-2]
    size, digit, lost = layout.size, cells[-2], solution.cells[-1]
    problems = judge(Solution(bytes(cells), layout)).problems
    assert f"{digit} appears twice in row {size}: r{size}c{size - 1} r{size}c{size}" in problems
    for house in ("row", "column", "box"):
        assert f"{house} {size} has no {lost}" in problems
    assert len(problems) == 6


def milliseconds(work: Callable[[], object]) -> float:
    """Return the least of many tries, so that other work on the machine matters little."""
    work()
    times = []
    for _ in range(20):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return 1000 * min(times)


def test_the_largest_boards_are_read_and_judged_in_milliseconds() -> None:
    """One to two milliseconds each; cell by cell it was 20 to 45. Some room for slow machines."""
    layout = Layout(10, 10)
    puzzle, solution = half_empty(layout), solved(layout)
    flat, text = list(puzzle.cells), nonet.format(puzzle, "numbers")
    assert milliseconds(lambda: nonet.parse(flat)) < 15
    assert milliseconds(lambda: nonet.parse(text)) < 15
    assert milliseconds(lambda: judge(solution, puzzle)) < 15
    assert milliseconds(puzzle.conflicts) < 15
