"""What a text is taken for: every reading is tried where it can be one, and none is guessed."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, FIVE, LAYOUTS, SIX, puzzles
from nonet import Layout, ParseError, Puzzle
from nonet.formats.catalog import MARKED, NOTATIONS, PLAIN
from nonet.formats.detect import decode_text, explain_text
from nonet.formats.readings import AmbiguityError
from nonet.formats.words import said_lines

ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
LETTERED = [layout for layout in LAYOUTS if layout.size <= 25]
ODDITIES = [" ", "\n", "|", "#", "+--+", ".", "1", "x y", "9", ",", "- ", "\n---\n", "│", "{", "\t"]


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, Layout]:
    """Boards in every plain notation and near it, some of them damaged."""
    layout = draw(st.sampled_from([Layout.of_size(size) for size in range(1, 10)] + LETTERED))
    puzzle = draw(puzzles(layout))
    blank = draw(st.sampled_from(". *"))
    ways = [
        nonet.format(puzzle, blank=blank),
        nonet.format(puzzle) + draw(st.sampled_from([" # hard: 9.1", ",7;x", " {json}", ""])),
        nonet.format(puzzle, "numbers", separator=draw(st.sampled_from([" ", ", ", " | "]))),
        json.dumps(puzzle.rows()),
        json.dumps(puzzle.rows()).replace("], ", "],\n"),
        nonet.render_text(puzzle) + draw(st.sampled_from(["", "\nthat is {all}"])),
    ]
    if layout.regions is None:
        ways.append(nonet.format(puzzle, "grid", blank=blank, frame=draw(st.booleans())))
    text = f"{draw(st.sampled_from(['', '# a comment', '  ']))}\n{draw(st.sampled_from(ways))}"
    for _ in range(draw(st.integers(0, 2))):
        place = random.Random(draw(st.integers(0, 999))).randrange(len(text))
        text = text[:place] + draw(st.sampled_from(ODDITIES)) + text[place:]
    assume(said_lines(text))
    return decode_text(text), layout


@settings(max_examples=300)
@given(texts())
def test_whatever_a_plain_notation_reads_is_worth_reading(case: tuple[str, Layout]) -> None:
    text, layout = case
    for module in PLAIN:
        for known in (layout, None):
            try:
                module.parse(text, layout=known)
            except ParseError:
                continue
            assert module.may_be(text), module.NAME


@settings(max_examples=150)
@given(texts())
def test_a_puzzle_is_one_that_every_reading_agrees_on(case: tuple[str, Layout]) -> None:
    text, _ = case
    attempts = explain_text(text)
    read = {attempt.puzzle for attempt in attempts} - {None}
    is_unsure = any(isinstance(attempt.error, AmbiguityError) for attempt in attempts)
    try:
        puzzle: Puzzle | None = nonet.parse(text)
    except ParseError:
        puzzle = None
    assert read == {puzzle} or (puzzle is None and (len(read) != 1 or is_unsure))


FRAMED = {
    "6x6 with 2x3 boxes": [
        "1..|..2",
        "...|3..",
        "---+---",
        "..4|...",
        "...|...",
        "===+===",
        "5..|...",
        "...|..6",
    ],
    "6x6 with 3x2 boxes": ["1....2", "...3..", "..4...", "------", "......", "5.....", ".....6"],
}


@pytest.mark.parametrize("shape", FRAMED)
@pytest.mark.parametrize("spaced", [False, True])
def test_bars_and_rules_show_boxes(shape: str, spaced: bool) -> None:
    lines = [
        " ".join(line) if spaced and "--" not in line and "==" not in line else line
        for line in FRAMED[shape]
    ]
    assert str(nonet.parse("\n".join(lines)).layout) == shape
    marks = [
        line if "--" in line or "==" in line else " ".join(line).replace(".", "123456")
        for line in lines
    ]
    puzzle = nonet.parse("\n".join(marks))
    assert (puzzle.notation, str(puzzle.layout)) == ("marks", shape)


def test_rules_that_contradict_the_bars_are_refused() -> None:
    rows = ["1..|..2", "...|3..", "..4|...", "...|...", "5..|...", "...|..6"]
    text = "\n".join([*rows[:3], "---+---", *rows[3:]])
    with pytest.raises(ParseError, match="line 4, column 1: expected rules 2 rows apart"):
        nonet.parse(text)
    assert nonet.parse(text, layout=Layout(3, 2)).layout == Layout(3, 2)
    uneven = "\n".join(row[:2] + "|" + row[2:].replace("|", "") for row in rows)
    with pytest.raises(ParseError, match=r"as many columns between bars everywhere .* 2 and 4"):
        nonet.parse(uneven)
    assert nonet.parse(uneven, layout=Layout(2, 3)) == nonet.parse(uneven.replace("|", ""))


@pytest.mark.parametrize("notation", sorted(NOTATIONS))
def test_a_worked_puzzle_is_known_again(notation: str) -> None:
    cells = nonet.parse(EASY)
    for text in (EASY, nonet.format(cells, "marks"), SIX, FIVE):
        puzzle = nonet.parse(text)
        try:
            written = nonet.format(puzzle, notation)
        except nonet.ArgumentError:
            continue
        assert nonet.parse(written, layout=puzzle.layout) == puzzle


def test_a_nearly_full_grid_of_marks_is_known_by_its_signs() -> None:
    solution = nonet.solve(EASY).solution
    assert solution is not None
    placed = bytes(
        0 if given else digit
        for given, digit in zip(nonet.parse(EASY).cells, solution.cells, strict=True)
    )
    puzzle = Puzzle(nonet.parse(EASY).cells, notes=nonet.parse(EASY).notes)
    text = nonet.format(Puzzle(puzzle.cells, notes=type(puzzle.notes)(placed=placed)), "marks")
    again = nonet.parse(text)
    assert (again.notation, again, again.placed) == ("marks", puzzle, placed)


def test_every_marked_notation_is_no_plain_one() -> None:
    assert not set(MARKED) & set(PLAIN) and {*MARKED, *PLAIN} == {*NOTATIONS.values()}


@pytest.mark.parametrize("layout", [None, Layout(2, 2)])
@pytest.mark.parametrize("rows", ["12....34\n..\n.\n.....", "|\n1..4..1.\n2.4.\n.3.."])
def test_rows_of_other_lengths_are_no_board(rows: str, layout: Layout | None) -> None:
    with pytest.raises(ParseError, match="in each row"):
        nonet.parse(rows, notation="grid", layout=layout)
