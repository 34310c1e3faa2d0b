"""What a text is taken for: every reading is tried where it can be one, and none is guessed."""

from __future__ import annotations

import json
import pkgutil
import random
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, FIVE, LAYOUTS, SIX, half_empty, puzzles
from cases import examples
from nonet import AmbiguityError, Layout, ParseError, Puzzle, notations
from nonet.core.notes import Notes
from nonet.native import candidates_left
from nonet.notations.board_sizes import boards_of
from nonet.notations.catalog import MARKED, NOTATIONS, PLAIN
from nonet.notations.detect import _likeliest, decode_text, explain_text
from nonet.text.comments import said_lines
from nonet.text.lines import LONGEST_LINE, LONGEST_TEXT

pytestmark = pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")

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


@settings(max_examples=examples(300))
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


@settings(max_examples=examples(150))
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


def test_a_mark_is_told_with_what_came_of_it() -> None:
    """A notation that has a mark is tried where that is seen; the others always are."""
    for name in ("f-puzzles", "hodoku"):
        module = NOTATIONS[name]
        text = nonet.format(EASY, name)
        attempts = {attempt.notation: attempt for attempt in explain_text(text)}
        assert list(attempts) == [found.NAME for found in (*MARKED, *PLAIN)]
        assert attempts[name].mark == module.recognize(text)
        assert attempts[name].puzzle == nonet.parse(EASY)
        for found in MARKED:
            attempt = attempts[found.NAME]
            assert attempt.mark or (attempt.puzzle, attempt.error) == (None, None)
        for found in PLAIN:
            attempt = attempts[found.NAME]
            assert attempt.mark is None and (attempt.puzzle is None) != (attempt.error is None)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("12345", "line"),
        ("ab cd ef", "line"),
        ("1 2 3", "numbers"),
        ("1 2 3 4 ", "numbers"),
        ("1,2,3,4", "numbers"),
        ("[1, 2]", "numbers"),
        ("12 34 ab", "numbers"),
        ("-1 2 3 4 5", "numbers"),
        ("1 2\n3 14", "numbers"),
        ("1,2,3\n4", "numbers"),
        ("12 34\n21 43", "grid"),
        ("1 2 3 4\n5 6 7 8x", "grid"),
        ("1..4\n..1.\n2.4.\n.3.", "grid"),
        ("+---+\n|1..", "grid"),
        ("-" * 30 + "\n1 2", "grid"),
        ("x" * 26 + "\n" + "y" * 26, "line"),
        ("x" * 25 + "\n" + "y" * 25, "grid"),
    ],
)
def test_a_text_without_a_reading_is_complained_about_as_what_it_looks_like(
    text: str, notation: str
) -> None:
    assert _likeliest(text) == notation


UNUSUAL = [Layout(3, 2), Layout(4, 2), Layout(4, 3), Layout(2, 6), Layout(6, 2)]
"""Shapes that a text of their size is not taken for unless it says so."""


def framed(layout: Layout, cells: Sequence[str], bar: str, rule: str) -> str:
    """Return cells with bars between boxes, a rule between any two bands, and nothing around."""
    size, lines = layout.size, []
    for row in range(size):
        if row and row % layout.box_rows == 0:
            lines.append(rule * (2 * size))
        groups = [
            " ".join(cells[start : start + layout.box_cols])
            for start in range(row * size, (row + 1) * size, layout.box_cols)
        ]
        lines.append(bar.join(groups))
    return "\n".join(line for line in lines if line)


frames = pytest.mark.parametrize(
    ("bar", "rule"),
    [("|", "-"), (" | ", "="), ("│", "─"), (" | ", ""), (" ", "-")],
    ids=["both", "both, with blanks", "both, drawn", "bars alone", "rules alone"],
)
shapes = pytest.mark.parametrize("layout", UNUSUAL, ids=str)


@shapes
@frames
@pytest.mark.parametrize("gap", ["", " "])
def test_bars_and_rules_of_a_grid_show_boxes(layout: Layout, bar: str, rule: str, gap: str) -> None:
    puzzle = half_empty(layout)
    again = nonet.parse(framed(layout, str(puzzle), bar, rule).replace(" ", gap))
    assert (again.notation, again) == ("grid", puzzle)


@shapes
@frames
def test_bars_and_rules_of_marks_show_boxes(layout: Layout, bar: str, rule: str) -> None:
    every = "123456789ABC"[: layout.size]
    cells = ["1", *[every] * (layout.cell_count - 1)]
    again = nonet.parse(framed(layout, cells, bar, rule))
    assert (again.notation, again.layout) == ("marks", layout)


@shapes
def test_boxes_that_nothing_shows_are_the_usual_ones(layout: Layout) -> None:
    again = nonet.parse(framed(layout, str(half_empty(layout)), " ", ""))
    assert again.layout == Layout.of_size(layout.size) != layout


@shapes
def test_named_boxes_count_more_than_a_frame(layout: Layout) -> None:
    usual = Layout.of_size(layout.size)
    text = nonet.format(half_empty(layout), "grid")
    assert nonet.parse(text, layout=usual).layout == usual


@pytest.mark.parametrize("notation", ["sized", "triples", "f-puzzles"])
def test_named_boxes_have_to_be_those_that_a_text_states_in_words(notation: str) -> None:
    text = nonet.format(half_empty(Layout(3, 2)), notation)
    with pytest.raises(ParseError, match="expected 6x6 with 2x3 boxes"):
        nonet.parse(text, layout=Layout(2, 3))


ROWS_OF_SIX = ["1..|..2", "...|3..", "..4|...", "...|...", "5..|...", "...|..6"]


def test_rules_that_contradict_the_bars_are_refused_until_boxes_are_named() -> None:
    text = "\n".join([*ROWS_OF_SIX[:3], "---+---", *ROWS_OF_SIX[3:]])
    with pytest.raises(ParseError, match="line 4, column 1: expected rules 2 rows apart"):
        nonet.parse(text)
    assert nonet.parse(text, layout=Layout(3, 2)).layout == Layout(3, 2)


def test_uneven_bars_are_refused_until_boxes_are_named() -> None:
    text = "\n".join(row[:2] + "|" + row[2:].replace("|", "") for row in ROWS_OF_SIX)
    with pytest.raises(ParseError, match=r"as many columns between bars everywhere .* 2 and 4"):
        nonet.parse(text)
    assert nonet.parse(text, layout=Layout(2, 3)) == nonet.parse(text.replace("|", ""))


def worked(puzzle: Puzzle, notation: str) -> Puzzle:
    """Return a puzzle with what a notation holds: two digits placed, one candidate deleted."""
    size, holds = puzzle.layout.size, NOTATIONS[notation].HOLDS
    found = nonet.solve(puzzle).solution
    assert found is not None
    solution = found.cells
    first, second, *_ = (cell for cell, digit in enumerate(puzzle.cells) if not digit)
    placed = bytearray(len(puzzle.cells))
    if "placed" in holds:
        placed[first], placed[second] = solution[first], solution[second]
    left = candidates_left(puzzle.layout, bytes(map(max, puzzle.cells, placed)))
    pencil_marks = [
        tuple(digit for digit in range(1, size + 1) if mask >> (digit - 1) & 1) for mask in left
    ]
    most = max(range(len(pencil_marks)), key=lambda cell: len(pencil_marks[cell]))
    wrong = next(digit for digit in pencil_marks[most] if digit != solution[most])
    pencil_marks[most] = tuple(digit for digit in pencil_marks[most] if digit != wrong)
    notes = Notes(
        placed=bytes(placed) if any(placed) else None,
        pencil_marks=tuple(pencil_marks) if "pencil_marks" in holds else None,
    )
    return Puzzle(puzzle.cells, puzzle.layout, notes=notes)


def known_as(notation: str, layout: Layout) -> str:
    """Name what a text is known as: numbers below 10 with blanks between them are a grid, too."""
    return "grid" if notation == "numbers" and layout.size <= 9 else notation


@pytest.mark.parametrize("notation", NOTATIONS)
def test_a_worked_puzzle_is_known_again(notation: str) -> None:
    puzzle = worked(nonet.parse(EASY), notation)
    again = nonet.parse(nonet.format(puzzle, notation))
    assert again.notation == known_as(notation, puzzle.layout)
    assert (again, again.placed, again.pencil_marks) == (puzzle, puzzle.placed, puzzle.pencil_marks)


OTHER_SIZES = [
    half_empty(Layout(2, 4)),
    nonet.parse(SIX),
    half_empty(Layout(4, 4)),
    half_empty(Layout(3, 2)),
    FIVE,
]


@pytest.mark.parametrize("notation", [n for n in NOTATIONS if boards_of(NOTATIONS[n]) != "9x9"])
def test_a_worked_puzzle_of_another_size_is_known_again(notation: str) -> None:
    written = 0
    for board in OTHER_SIZES:
        puzzle, layout = worked(board, notation), board.layout
        try:
            text = nonet.format(puzzle, notation)
        except nonet.ArgumentError:
            continue
        written += 1
        if layout == Layout.of_size(layout.size):
            again = nonet.parse(text)
            assert again.notation == known_as(notation, layout)
        else:
            again = nonet.parse(text, layout=layout)
        assert (again, again.placed, again.pencil_marks) == (
            puzzle,
            puzzle.placed,
            puzzle.pencil_marks,
        )
    assert written


def test_a_full_grid_of_marks_is_known_by_its_signs() -> None:
    givens = nonet.parse(EASY).cells
    placed = bytes(0 if given else int(d) for given, d in zip(givens, EASY_SOLUTION, strict=True))
    puzzle = Puzzle(givens, notes=Notes(placed=placed))
    again = nonet.parse(nonet.format(puzzle, "marks"))
    assert (again.notation, again, again.placed) == ("marks", puzzle, placed)


def test_every_marked_notation_is_no_plain_one() -> None:
    assert not {*MARKED} & {*PLAIN}


def test_every_notation_of_the_folder_is_in_the_catalog() -> None:
    names = [module.name for module in pkgutil.iter_modules(notations.__path__)]
    modules = [import_module(f"nonet.notations.{name}") for name in names]
    found = [m for m in modules if hasattr(m, "parse") and hasattr(m, "format")]
    assert {*found} == {*NOTATIONS.values()}
    assert all(NOTATIONS[module.NAME] is module for module in found)


@pytest.mark.parametrize("layout", [None, Layout(2, 2)])
@pytest.mark.parametrize("rows", ["12....34\n..\n.\n.....", "|\n1..4..1.\n2.4.\n.3.."])
def test_rows_of_other_lengths_are_no_board(rows: str, layout: Layout | None) -> None:
    with pytest.raises(ParseError, match="in each row"):
        nonet.parse(rows, notation="grid", layout=layout)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("1 24 23 4\n34 24 1 23\n2 1 4 3\n4 3 12 1Z\n", (4, 8), "the candidates of a cell"),
        ("10 0 0 0 0 0 0 0 0 0\n" * 9 + "0 0 0 0 Z 0 0 0 0 0", (10, 9), "a number 1-10"),
        ('{"a": 1}', (1, 1), "a puzzle"),
        ("\n <xml/>", (2, 2), "a puzzle"),
    ],
)
def test_complaints_are_about_what_is_wrong(
    text: str, place: tuple[int, int], expected: str
) -> None:
    with pytest.raises(ParseError) as caught:
        nonet.parse(text)
    assert (caught.value.line, caught.value.column) == place
    assert caught.value.expected.startswith(expected)


def test_what_follows_a_stray_blank_is_no_comment() -> None:
    text = "1..2....3...4..5..6....7..8...1.....2....3....4....5...6....7..."
    assert nonet.parse(f"{text} 9.1").comment == "9.1"
    with pytest.raises(AmbiguityError, match="a line with a clear end"):
        nonet.parse(f"{text} 8................")
    assert nonet.parse(f"{text} 89...............", layout=Layout(2, 4)).layout.size == 8
    assert nonet.parse(f"{text} 89...............", layout=Layout(3, 3)).clues == 17
    assert nonet.parse(f"{EASY[:30]} {EASY[30:]}") == nonet.parse(EASY)


@pytest.mark.parametrize(
    "text",
    ["# a note\n1,0,0,4\n0,0,1,0\n2,0,4,0\n0,3,0,0\n", "1 0 0 4 0 0 1 0 2 0 4 0 0 3 0 0 # a note"],
)
def test_numbers_keep_their_comment(text: str) -> None:
    puzzle = nonet.parse(text)
    assert puzzle.comment == "a note"
    assert nonet.parse(nonet.format(puzzle, "numbers"), notation="numbers").comment == "a note"


@pytest.mark.parametrize("letter", "ABCDLSU")
def test_an_address_behind_any_letter_is_a_header(letter: str) -> None:
    rows = nonet.format(EASY, "grid", frame=False)
    assert nonet.parse(f"#{letter}http://example.org\n{rows}").notation == "sdk"


def test_large_boards_in_a_list_of_numbers_are_read_back(tmp_path: Path) -> None:
    cells = bytes([10 + i % 7 for i in range(18)]).ljust(256, b"\0")
    puzzle = Puzzle(cells, Layout(4, 4))
    nonet.write([puzzle] * 3, tmp_path / "list.txt", notation="numbers")
    assert list(nonet.read(tmp_path / "list.txt")) == [puzzle] * 3


def test_a_box_of_the_caller_comes_before_that_of_a_marker() -> None:
    cells, wide, tall = "1" + "." * 35, nonet.Layout(2, 3), nonet.Layout(3, 2)
    assert nonet.parse(f"{cells} # nonet: line, boxes 3x2").layout == tall
    assert nonet.parse(f"{cells} # nonet: line", layout=tall).layout == tall
    assert nonet.parse(f"{cells} # nonet: line, boxes 3x2", layout=wide).layout == wide


def test_texts_and_lines_may_be_just_as_long_as_they_may_be() -> None:
    text = ("." * LONGEST_LINE + "\n") * 2
    assert decode_text(text) == text
    with pytest.raises(nonet.ParseError, match="a line of at most"):
        decode_text("." + text)
    whole = "\n" * LONGEST_TEXT
    assert decode_text(whole) == whole
    with pytest.raises(nonet.ParseError, match="a puzzle of at most"):
        decode_text(whole + "\n")
