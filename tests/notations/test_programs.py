"""The notations of people's programs: golden files, round trips, what they refuse."""

from __future__ import annotations

import os
import random
import textwrap
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, LAYOUTS, LETTERED, SMALL, any_puzzles
from cases import examples, quick_share
from nonet import ArgumentError, Layout, ParseError, Puzzle
from nonet.core.notes import Notes
from nonet.documents.catalog import lost_notes
from nonet.notations import numbers, pencil_marks
from nonet.notations.catalog import NOTATIONS
from nonet.notations.detect import explain_text
from nonet.text.position import PencilMarks
from nonet.text.symbols import alphabets

pytestmark = pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")

MINE = ["hodoku", "marks", "marks-line", "sdk", "simple-sudoku", "sized", "ss", "triples"]
GOLDEN = Path(__file__).parents[1] / "golden" / "notations"
PLACED = bytes({40: 5, 62: 4}.get(cell, 0) for cell in range(81))
EASY_ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]

# Comments and alphabets of lines and grids


@pytest.mark.parametrize(
    ("behind", "comment"),
    [
        (" # easy", "easy"),
        ("#easy", "easy"),
        (" 1.2", "1.2"),
        (",a,b", "a,b"),
        (";1.2;;easy", "1.2;;easy"),
        ("\tname", "name"),
        (" # # of clues: 30", "# of clues: 30"),
        (" # für Anfänger", "für Anfänger"),
        (" #", None),
        ("  ", None),
        ("", None),
    ],
)
def test_a_line_keeps_its_comment(behind: str, comment: str | None) -> None:
    for text in (f"{EASY}{behind}", f"  {EASY}{behind}", f"{EASY.replace('.', '*')}{behind}"):
        puzzle = nonet.parse(text)
        assert (puzzle.notation, puzzle.comment) == ("line", comment)
        assert nonet.parse(text, notation="line").comment == comment
        assert nonet.parse(nonet.format(puzzle)).comment == comment


def test_comments_above_a_line_and_a_grid_are_kept() -> None:
    assert nonet.parse(f"# one\n#\n  # two\n{EASY} # three").comment == "one two three"
    rows = "\n".join(EASY_ROWS)
    for grid in (rows, nonet.format(EASY, "grid"), rows.replace(".", "-")):
        puzzle = nonet.parse(f"#one\n#\n  # two\n{grid}\n# three\n")
        assert (puzzle.notation, puzzle.comment) == ("grid", "one\n\ntwo\nthree")
        for frame in (True, False):
            again = nonet.parse(nonet.format(puzzle, "grid", frame=frame))
            assert (again, again.comment) == (puzzle, puzzle.comment)


def test_a_comment_is_folded_into_a_line_and_left_out_where_a_blank_is_a_cell() -> None:
    puzzle = Puzzle(nonet.parse(EASY).cells, notes=Notes(comment=" two\nlines\x07 "))
    assert nonet.format(puzzle) == f"{EASY} # two lines"
    assert nonet.format(puzzle, blank=" ") == EASY.replace(".", " ")
    assert nonet.parse(nonet.format(puzzle, "grid")).comment == "two\nlines"
    assert nonet.format(Puzzle(puzzle.cells, notes=Notes(comment="\n"))) == EASY


@pytest.mark.parametrize("notation", ["line", "grid"])
@pytest.mark.parametrize("alphabet", ["0-9A-F", "A-P", "1-9A-G"])
def test_an_alphabet_is_written_as_it_was_read(notation: str, alphabet: str) -> None:
    rows = [[*range(row, 16), *range(row)] for row in range(16)]
    puzzle = Puzzle(b"\0" + bytes(d + 1 for row in rows for d in row)[1:], Layout(4, 4))
    text = nonet.format(puzzle, notation, alphabet=alphabet)
    read = nonet.parse(text)
    assert (read, read.notation) == (puzzle, notation)
    assert nonet.format(read, notation) == text
    for other in ("0-9A-F", "A-P", "1-9A-G"):
        named = nonet.format(read, notation, alphabet=other)
        assert named == nonet.format(puzzle, notation, alphabet=other)
    assert nonet.format(Puzzle(bytes(81), notes=read.notes)) == "." * 81


# Progress


def pencil_marks_of(
    board: bytes, layout: Layout, deleted: Collection[tuple[int, int]] = ()
) -> PencilMarks:
    """What the digits of a board leave, cell by cell, the slow and obvious way."""
    return tuple(
        ()
        if digit
        else tuple(
            d
            for d in range(1, layout.size + 1)
            if d not in {board[peer] for peer in layout.peers[cell]} and (cell, d) not in deleted
        )
        for cell, digit in enumerate(board)
    )


@st.composite
def progresses(
    draw: st.DrawFn, layouts: list[Layout], *, by_rules: bool = False, placing: bool = True
) -> Puzzle:
    """Puzzles with digits placed and marks, or without; `by_rules` only what deletions can tell."""
    layout = draw(st.sampled_from(layouts))
    source = random.Random(draw(st.integers(0, 2**32)))
    share = draw(st.sampled_from([0, 0.1, 0.4, 1]))
    digits = range(1, layout.size + 1)
    board = [
        source.choice(digits) if source.random() < share else 0 for _ in range(len(layout.peers))
    ]
    given = [bool(digit) and (not placing or source.random() < 0.7) for digit in board]
    cells = bytes(d if g else 0 for d, g in zip(board, given, strict=True))
    placed = bytes(0 if g else d for d, g in zip(board, given, strict=True))
    pencil_marks: PencilMarks | None = None
    if draw(st.booleans()):
        if by_rules:
            every = pencil_marks_of(bytes(board), layout)
            pencil_marks = tuple(tuple(d for d in ds if source.random() < 0.8) for ds in every)
            pencil_marks = None if pencil_marks == every else pencil_marks
        else:
            pencil_marks = tuple(
                () if digit else tuple(d for d in digits if source.random() < 0.4)
                for digit in board
            )
    notes = Notes(placed=placed if any(placed) else None, pencil_marks=pencil_marks)
    return Puzzle(cells, layout, notes=notes)


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20).map(
    str.strip
)
SENTENCES = st.lists(WORDS, max_size=3).map(lambda lines: "\n".join(lines).strip() or None)
NINE = [layout for layout in LETTERED if layout.size <= 9]


def again(puzzle: Puzzle, notation: str, **options: Any) -> Puzzle:
    """Write and read; the notes that the notation holds have to be there again."""
    text = nonet.format(puzzle, notation, **options)
    alphabet = options.get("alphabet")
    if puzzle.layout.size > 9 and notation != "sized":
        alphabet = alphabet or next(iter(alphabets(puzzle.layout.size)))
    for variant in (text, text.replace("\n", "\r\n").encode()):
        read = nonet.parse(variant, notation=notation, layout=puzzle.layout, alphabet=alphabet)
        assert read == puzzle
        assert read.notation == notation
    return read


@settings(max_examples=examples(80))
@given(progresses(LETTERED), SENTENCES, st.sampled_from(["line", "grid", "numbers"]))
def test_comments_of_plain_notations_are_read_back(
    puzzle: Puzzle, comment: str | None, notation: str
) -> None:
    said = Puzzle(puzzle.cells, puzzle.layout, None, Notes(comment=comment))
    read = again(said, notation)
    folded = " ".join((comment or "").split("\n")) if notation == "line" else comment
    assert read.comment == (folded or None)


@settings(max_examples=examples(80))
@given(progresses(LETTERED), SENTENCES)
def test_numbers_in_a_line_are_read_back_with_their_comment(
    puzzle: Puzzle, comment: str | None
) -> None:
    said = Puzzle(puzzle.cells, puzzle.layout, None, Notes(comment=comment))
    read = nonet.parse(numbers.format_line(said), notation="numbers", layout=puzzle.layout)
    assert read == puzzle
    kept = comment if puzzle.layout.size > 3 else None
    assert read.comment == (" ".join(kept.split("\n")) if kept else None)


@settings(max_examples=examples(150))
@given(progresses(NINE), st.booleans(), st.randoms(use_true_random=False))
def test_plain_groups_are_read_as_a_closer_look_reads_them(
    puzzle: Puzzle, frame: bool, dice: random.Random
) -> None:
    text = nonet.format(puzzle, "marks", frame=frame)
    for _ in range(dice.choice([0, 0, 1, 2])):
        place = dice.randrange(len(text))
        text = text[:place] + dice.choice(["1", "9", " ", "|", "+", "*", "0", "\n"]) + text[place:]

    def result() -> object:
        try:
            read = pencil_marks.parse(text)
        except ParseError as error:
            return str(error)
        return read, read.layout, read.notes

    quick = result()
    with patch.object(pencil_marks, "read_plain", lambda lines, layout: None):
        assert result() == quick


@settings(max_examples=examples(60))
@given(progresses(LETTERED), st.booleans(), SENTENCES)
@example(Puzzle(bytes(81)), True, None)
@example(Puzzle(bytes(1), Layout(1, 1)), False, None)
@example(nonet.parse(EASY_SOLUTION), True, None)
@example(nonet.parse(f".{EASY_SOLUTION[1:]}"), True, None)
def test_marks_are_read_back(puzzle: Puzzle, frame: bool, comment: str | None) -> None:
    puzzle = replace(puzzle, notes=replace(puzzle.notes, comment=comment))
    notes = puzzle.notes
    read = again(puzzle, "marks", frame=frame)
    assert (read.placed, read.comment) == (notes.placed, comment)
    filled = bytes(map(max, puzzle.cells, notes.placed or bytes(len(puzzle.cells))))
    assert read.pencil_marks == notes.pencil_marks or (
        notes.pencil_marks is None and read.pencil_marks == pencil_marks_of(filled, puzzle.layout)
    )
    if puzzle.layout.size > 9:
        for alphabet in alphabets(puzzle.layout.size):
            named = again(puzzle, "marks", frame=frame, alphabet=alphabet)
            assert named.pencil_marks == read.pencil_marks


@settings(max_examples=examples(60))
@given(progresses(LETTERED), SENTENCES)
def test_marks_lines_are_read_back_or_refused(puzzle: Puzzle, comment: str | None) -> None:
    puzzle = replace(puzzle, notes=replace(puzzle.notes, comment=comment))
    try:
        read = again(puzzle, "marks-line")
    except ArgumentError as error:
        if "cannot show that r" not in str(error):
            raise
        return
    assert read.comment == (comment and comment.replace("\n", " "))
    if puzzle.pencil_marks and puzzle.placed is None:
        assert read.pencil_marks == puzzle.pencil_marks
    elif puzzle.placed is None:
        assert read.pencil_marks == pencil_marks_of(puzzle.cells, puzzle.layout)


@settings(max_examples=examples(100))
@given(st.sampled_from(LETTERED), st.integers(0, 2**32), st.booleans())
def test_marks_lines_of_usual_states(layout: Layout, seed: int, zeros: bool) -> None:
    """Nothing but candidates, at least two in each cell: no reader can take one for a given."""
    source = random.Random(seed)
    digits = range(1, layout.size + 1)
    pencil_marks = tuple(
        tuple(sorted(source.sample(digits, source.randint(min(2, layout.size), layout.size))))
        for _ in layout.peers
    )
    if layout.size > 1:
        puzzle = Puzzle(bytes(layout.cell_count), layout, notes=Notes(pencil_marks=pencil_marks))
        assert again(puzzle, "marks-line", blank="0" if zeros else ".").pencil_marks == pencil_marks


STEPS = st.lists(
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=4
)
FIELDS = WORDS.map(lambda words: words.replace(":", "").strip())


@settings(max_examples=examples(80))
@given(progresses(NINE, by_rules=True), FIELDS, FIELDS, STEPS)
def test_hodoku_lines_are_read_back(
    puzzle: Puzzle, technique: str, extra: str, steps: list[tuple[int, int, int]]
) -> None:
    size = puzzle.layout.size
    step = " ".join("".join(str(min(n, size)) for n in entry) for entry in steps)
    details = {
        "technique": technique,
        "candidates": "1",
        "eliminations": step,
        "placements": "",
        "extra": extra,
    }
    kept = tuple((name, value) for name, value in details.items() if value)
    puzzle = replace(puzzle, notes=replace(puzzle.notes, details=kept))
    assert again(puzzle, "hodoku").notes == puzzle.notes


@settings(max_examples=examples(80))
@given(progresses([Layout(3, 3)], by_rules=True))
def test_simple_sudoku_files_are_read_back(puzzle: Puzzle) -> None:
    assert again(puzzle, "ss").notes == puzzle.notes


@settings(max_examples=examples(80))
@given(progresses([Layout(3, 3)]), FIELDS)
def test_the_clipboard_of_simple_sudoku_is_read_back(puzzle: Puzzle, version: str) -> None:
    details = (("version", version),) if version.strip("*-") else ()
    puzzle = replace(puzzle, notes=replace(puzzle.notes, details=details))
    assert again(puzzle, "simple-sudoku").notes == puzzle.notes


@settings(max_examples=examples(80))
@given(progresses(LETTERED), st.data())
def test_sdk_files_are_read_back(puzzle: Puzzle, data: st.DataObject) -> None:
    names = ("name", "author", "comment", "level", "source", "date", "url")
    words = {name: data.draw(SENTENCES, label=name) for name in names}
    details = data.draw(st.sampled_from([(), (("Colours", "1,2\n\n3"), ("More", ""))]))
    pencil_marks = puzzle.pencil_marks if puzzle.pencil_marks and any(puzzle.pencil_marks) else None
    notes = replace(puzzle.notes, pencil_marks=pencil_marks, details=details, **words)
    puzzle = replace(puzzle, notes=notes)
    assert again(puzzle, "sdk").notes == notes
    if puzzle.layout.size > 9:
        for alphabet in alphabets(puzzle.layout.size):
            assert again(puzzle, "sdk", alphabet=alphabet).pencil_marks == pencil_marks


@settings(max_examples=examples(60))
@given(any_puzzles([*LAYOUTS, *SMALL]), st.sampled_from([" ", ",", "\t", "; ", None]))
def test_triples_are_read_back(puzzle: Puzzle, separator: str | None) -> None:
    try:
        again(puzzle, "triples", separator=separator)
    except ArgumentError:
        assert separator and not any(
            puzzle.layout.size - 1 in divmod(cell, puzzle.layout.size)
            for cell, digit in enumerate(puzzle.cells)
            if digit
        )
    if separator is None and puzzle.layout.regions is None:
        assert nonet.parse(nonet.format(puzzle, "triples"), notation="triples") == puzzle


@settings(max_examples=examples(60))
@given(
    any_puzzles([*LAYOUTS, *SMALL]),
    st.sampled_from([" ", ",", "\t", "; "]),
    st.sampled_from("0.*X"),
)
def test_sized_boards_are_read_back(puzzle: Puzzle, separator: str, blank: str) -> None:
    again(puzzle, "sized", separator=separator, blank=blank)
    if puzzle.layout.regions is None:
        text = nonet.format(puzzle, "sized", separator=separator, blank=blank)
        assert nonet.parse(text, notation="sized") == puzzle


# What is refused


EMPTY_ROW = "|...|...|...|\n"


def frame(first: str = EMPTY_ROW) -> str:
    return f"*---*\n{first}{EMPTY_ROW * 8}*---*\n"


def candidates(first: str = "1") -> str:
    return "*---*\n" + f"|{first} 2 3|4 5 6|7 8 9|\n" * 9 + "*---*\n"


SECTION = "[Puzzle]\n12\n2.\n"
BAD = [
    ("sized", "3\n1,,2,3\n1 2 3\n1 2 3", "line 2, column 3: expected a number or a blank sign"),
    ("sized", "5\n; 1", "line 2, column 1: expected a number or a blank sign, found nothing"),
    ("sized", "5\n1,", "line 2, column 1: expected 25 cells for 5x5 with 1x5 boxes"),
    ("sized", "5\n;", "line 2, column 1: expected"),
    ("triples", "1,,2,9", "line 1, column 3: expected a number, found nothing"),
    ("hodoku", "", "line 1, column 1: expected a line with colons, found nothing"),
    ("hodoku", "1:2:3:4:5:6:7", "line 1, column 1: expected a colon, found '1'"),
    ("hodoku", ":1:2:3", "line 1, column 6: expected six or seven colons, found 3"),
    ("hodoku", "::::::::::", "line 1, column 10: expected six or seven colons, found 10"),
    (
        "hodoku",
        f":0::{EASY[:80]}::::",
        "line 1, column 84: 80 cells, 1 too few; a 9x9 board has 81",
    ),
    (
        "hodoku",
        f"  :0::{EASY[:40]}x{EASY[41:]}::::",
        "line 1, column 47: expected a digit 1-9, + or '.' as before, found 'x'",
    ),
    ("hodoku", f":0::+.{EASY}::::", "line 1, column 6: expected a digit 1-9, found '.'"),
    (
        "hodoku",
        f":0::{EASY}+::::",
        "line 1, column 87: expected a digit 1-9 after +, found nothing",
    ),
    (
        "hodoku",
        ":0::1.0.::::",
        "line 1, column 7: expected a digit 1-9, + or '.' as before, found '0'",
    ),
    ("hodoku", ":0::13..::::", "line 1, column 6: expected a digit 1-2, + or '.', found '3'"),
    ("hodoku", ":0::+3...::::", "line 1, column 6: expected a digit 1-2, found '3'"),
    (
        "hodoku",
        f":0::{EASY}:111 11:::",
        "line 1, column 91: expected digit, row and column, each 1-9, such as 123, found '11'",
    ),
    (
        "hodoku",
        f":0::{EASY}:111 : 101 ::",
        "line 1, column 93: expected digit, row and column, each 1-9, such as 123, found '101'",
    ),
    (
        "hodoku",
        f":0::{'.' * 100}::::",
        "line 1, column 104: expected a board of at most 9x9, found 10x10 with 2x5 boxes",
    ),
    (
        "hodoku",
        f":0::{EASY}::::\n:0::{EASY}::::",
        "line 2, column 1: expected one line, found 2 lines",
    ),
    ("marks", "", "line 1, column 1: expected groups of candidates, found nothing"),
    ("marks", "12 12\n12", "line 2, column 1: expected 2 groups in each row, found 1"),
    (
        "marks",
        "12 12 12",
        "line 1, column 7: expected a square number of cells (81 for 9x9), found 3",
    ),
    (
        "marks",
        "12 13\n. .",
        "line 1, column 4: expected the candidates of a cell, each 1-2 and once, or ., found '13'",
    ),
    (
        "marks",
        "11 12\n. .",
        "line 1, column 1: expected the candidates of a cell, each 1-2 and once, or ., found '11'",
    ),
    (
        "marks",
        "+12 1\n. .",
        "line 1, column 1: expected the candidates of a cell, each 1-2 and once, or ., found '+12'",
    ),
    (
        "marks",
        "=+1 1\n. .",
        "line 1, column 1: expected the candidates of a cell, each 1-2 and once, or ., found '=+1'",
    ),
    (
        "marks",
        "1,2 1\n. .",
        "line 1, column 1: expected the candidates of a cell, each 1-2 and once, or ., found '1,2'",
    ),
    ("marks", "1 " * 700, "line 1, column 1: expected a board of at most 25x25, found 26 rows"),
    ("marks", "1 " * 40_000, "line 1, column 1: expected at most 65536 symbols, found 80000"),
    (
        "marks",
        "| 12 | 12 34 34 |\n| 12 34 | 12 34 |\n1 2 3 4\n1 2 3 4",
        "line 2, column 1: expected bars at the same places in every row",
    ),
    ("marks-line", "", "line 1, column 1: expected a line of pencil marks, found nothing"),
    (
        "marks-line",
        "1..2",
        "line 1, column 4: expected 729 signs (64 for 4x4, 216 for 6x6), found 4",
    ),
    (
        "marks-line",
        "." * 728,
        "line 1, column 728: expected 729 signs (64 for 4x4, 216 for 6x6), found 728",
    ),
    ("marks-line", "2..2.2.2", "line 1, column 1: expected '1' or '.', found '2'"),
    ("marks-line", "1..2.202", "line 1, column 7: expected '1' or '.', found '0'"),
    ("marks-line", "1\n1", "line 2, column 1: expected one line, found 2 lines"),
    ("sdk", "", "line 1, column 1: expected rows of a puzzle, found none"),
    ("sdk", "#AMe", "line 1, column 1: expected rows of a puzzle, found none"),
    ("sdk", SECTION + SECTION, "line 4, column 1: expected another section, found '[Puzzle]'"),
    ("sdk", "[]\n", "line 1, column 1: expected the name of a section, found '[]'"),
    ("sdk", "12\n2.\n" + SECTION, "line 3, column 1: expected another section, found '[Puzzle]'"),
    (
        "sdk",
        SECTION + "[State]\n22\n2.\n",
        "line 5, column 1: expected the given of r1c1, 1, found 2",
    ),
    ("sdk", SECTION + "[State]\n1\n", "line 5, column 1: expected 2 symbols in each row, found 1"),
    (
        "sdk",
        SECTION + "[PencilMarks]\n,2\n",
        "line 5, column 1: expected 2 rows of 2 cells with commas between them, found 1 row",
    ),
    (
        "sdk",
        SECTION + "[PencilMarks]\n,\n,3\n",
        "line 6, column 2: expected the candidates of a cell, each 1-2 and once, found '3'",
    ),
    (
        "sdk",
        SECTION + "[PencilMarks]\n,\n,11\n",
        "line 6, column 2: expected the candidates of a cell, each 1-2 and once, found '11'",
    ),
    (
        "sdk",
        SECTION + "[alphabet]\n",
        "line 4, column 1: expected another section, found '[alphabet]'",
    ),
    (
        "sdk",
        "12\n2?\n",
        "line 2, column 2: expected a digit 1-2 or a blank sign (. 0 * - _ X or space), found '?'",
    ),
    ("sdk", "#A\n12\n2\n", "line 3, column 1: expected 2 symbols in each row, found 1"),
    ("ss", "", "line 1, column 1: expected rows of a puzzle, found none"),
    (
        "ss",
        frame() + "I405\nI406",
        "line 13, column 2: expected a cell that is empty, found another digit already there",
    ),
    ("ss", frame() + "I815", "line 12, column 2: expected a cell 00-80, found '81'"),
    ("ss", frame() + "I400", "line 12, column 4: expected a digit 1-9, found '0'"),
    ("ss", frame() + "E40010", "line 12, column 4: expected a digit 1-9, found '10'"),
    ("ss", frame() + "X405", "line 12, column 4: expected 9 symbols in each row, found 4"),
    (
        "ss",
        frame() + "I40",
        "line 12, column 1: expected I and three digits or E and five, such as I405",
    ),
    (
        "ss",
        frame("|5..|...|...|\n") + "I005",
        "line 12, column 2: expected a cell that is empty, found a given already there",
    ),
    (
        "ss",
        frame("|5..|...|..x|\n") + "I005",
        "line 2, column 12: expected a digit 1-9 or '.' as before, found 'x'",
    ),
    ("simple-sudoku", "", "line 1, column 1: expected the bottom of a frame, *---*, found none"),
    (
        "simple-sudoku",
        "x\n" + frame(),
        "line 1, column 1: expected the top of a frame, *---*, found 'x'",
    ),
    ("simple-sudoku", frame() + "a\nb", "line 13, column 1: expected nothing more, found 'b'"),
    (
        "simple-sudoku",
        frame() * 4,
        "line 45, column 1: expected at most three grids, found 4 grids",
    ),
    (
        "simple-sudoku",
        frame() * 3,
        "line 24, column 1: expected givens, then progress, then candidates, found one more grid",
    ),
    (
        "simple-sudoku",
        frame() + "a\n" + frame(),
        "line 13, column 1: expected nothing below the version, found a grid",
    ),
    (
        "simple-sudoku",
        "*---*\n",
        "line 2, column 1: expected the bottom of a frame, *---*, found none",
    ),
    (
        "simple-sudoku",
        frame("|5..|...|...|\n") + frame("|6..|...|...|\n"),
        "line 13, column 2: expected the given of r1c1, 5, found 6",
    ),
    (
        "simple-sudoku",
        frame("|5..|...|...|\n") + candidates(),
        "line 13, column 2: expected the digit 5, found '1'",
    ),
    (
        "simple-sudoku",
        frame() + candidates("+1"),
        "line 13, column 2: expected candidates without a sign, found '+1'",
    ),
    (
        "simple-sudoku",
        frame() + candidates("1x"),
        "line 13, column 2: expected the candidates of a cell, each 1-9 and once, or ., found '1x'",
    ),
    ("triples", "", "line 1, column 1: expected rows, columns and digits, found nothing"),
    ("triples", "9\n1 2", "line 2, column 3: expected row, column and digit, found 2 numbers"),
    ("triples", "9\n1 2 3 4", "line 2, column 7: expected row, column and digit, found 4 numbers"),
    ("triples", "9\n1 2 x", "line 2, column 5: expected a number, found 'x'"),
    (
        "triples",
        "1 2 3\n4 5 6",
        "line 1, column 1: expected a row or column of 0 or 9, to show whether they count",
    ),
    ("triples", "0 0 1\n9 9 1", "line 1, column 1: expected a row and a column 1-9, found 0 and 0"),
    ("triples", "9 9 1\n1 1 10", "line 2, column 1: expected a digit 1-9, found 10"),
    ("triples", "9 9 1\n9 9 1", "line 2, column 1: expected each cell once, found r9c9 again"),
    ("triples", "r1c1=1 r1c1=2", "line 1, column 8: expected each cell once, found r1c1 again"),
    ("triples", "r1c1=1 x", "line 1, column 8: expected an entry such as r1c3=5, found 'x'"),
    ("triples", "r0c1=1", "line 1, column 1: expected a row and a column 1-9, found 0 and 1"),
    ("triples", "r10c1=1", "line 1, column 1: expected a row and a column 1-9, found 10 and 1"),
    (
        "triples",
        "r1c1=1000",
        "line 1, column 1: expected an entry such as r1c3=5, found 'r1c1=1000'",
    ),
    ("triples", "6 2x2\nr1c1=1", "line 1, column 1: expected a box of 6 cells, found 2x2"),
    (
        "triples",
        "300\nr1c1=1",
        "line 1, column 1: expected the size of a board, 1-255, found '300'",
    ),
    (
        "triples",
        "9x8\nr1c1=1",
        "line 1, column 1: expected the size of a board, 1-255, found '9x8'",
    ),
    ("sized", "", "line 1, column 1: expected the size of a board, found nothing"),
    ("sized", "x", "line 1, column 1: expected the size of a board, such as 9 or 6 2 3, found 'x'"),
    ("sized", "4", "line 1, column 1: expected 4 rows of 4 numbers, found none"),
    (
        "sized",
        "4\n1 2 3 4",
        "line 2, column 7: expected 16 cells for 4x4 with 2x2 boxes, found 4",
    ),
    ("sized", "2\n1 2\n1", "line 3, column 1: expected 2 numbers in each row, found 1"),
    (
        "sized",
        "2\n1 2\n1 3",
        "line 3, column 3: expected a number 1-2, or 0 or . for an empty cell, found '3'",
    ),
    (
        "sized",
        "2\n1 0\n1 .",
        "line 3, column 3: expected a number 1-2, or '0' as before for an empty cell, found '.'",
    ),
    (
        "sized",
        "2\n12\n2?",
        "line 3, column 2: expected a digit 1-2 or a blank sign (. 0 * - _ X or space), found '?'",
    ),
    (
        "sized",
        "6 2 2\n1",
        "line 1, column 1: expected the size of a board, such as 9 or 6 2 3, found '6 2 2'",
    ),
    (
        "sized",
        "0\n1",
        "line 1, column 1: expected the size of a board, such as 9 or 6 2 3, found '0'",
    ),
    (
        "sized",
        "1 2 3 4\n1",
        "line 1, column 1: expected the size of a board, such as 9 or 6 2 3, found '1 2 3 4'",
    ),
]


@pytest.mark.parametrize(
    ("notation", "text", "message"),
    BAD,
    ids=[f"{number}: {case[0]}" for number, case in enumerate(BAD)],
)
def test_refused(notation: str, text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        nonet.parse(text, notation=notation)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("notation", ["ss", "simple-sudoku"])
def test_simple_sudoku_has_nine_rows_only(notation: str) -> None:
    with pytest.raises(ParseError, match="which has 9x9 with 3x3 boxes only"):
        nonet.parse(frame(), notation=notation, layout=Layout(2, 2))
    with pytest.raises(ArgumentError, match="supports only 9x9 with 3x3 boxes, found 4x4"):
        nonet.format(Puzzle(bytes(16), Layout(2, 2)), notation)


@pytest.mark.parametrize("notation", MINE)
def test_an_alphabet_has_to_be_one_of_the_size(notation: str) -> None:
    (path,) = GOLDEN.glob(f"{notation}.*")
    with pytest.raises(ArgumentError, match="expected an alphabet of 1-9 for 9x9"):
        nonet.parse(path, notation=notation, alphabet="A-P")


TOO_LARGE = Puzzle(bytes(26 * 26), Layout(2, 13))


@pytest.mark.parametrize("notation", ["hodoku", "marks", "marks-line", "sdk"])
def test_boards_that_are_too_large(notation: str) -> None:
    with pytest.raises(ArgumentError, match=r"up to (9x9|25)"):
        nonet.format(TOO_LARGE, notation)


def noted(**notes: Any) -> Puzzle:
    return Puzzle(nonet.parse(EASY).cells, notes=Notes(**notes))


EVERY = tuple(() if digit else (1, 2) for digit in nonet.parse(EASY).cells)


@pytest.mark.parametrize(
    ("notes", "notation", "message"),
    [
        ({"placed": b"\1" * 80}, "marks", "placed digits for 9x9"),
        ({"placed": b"\12" * 81}, "ss", "placed digits for 9x9"),
        ({"placed": b"\1" * 81}, "hodoku", "placed digits only in cells that are not given"),
        ({"pencil_marks": ((1,),) * 80}, "sdk", "candidates for 81 cells, found 80"),
        ({"pencil_marks": ((1,),) * 81}, "sdk", "r1c1: expected no candidates in a filled cell"),
        ({"pencil_marks": ((),) * 80 + ((0,),)}, "marks", "found"),
        (
            {"pencil_marks": ((), (), (2, 1), *[()] * 78)},
            "marks",
            "r1c3: expected ascending digits",
        ),
        ({"pencil_marks": ((), (), (10,), *[()] * 78)}, "marks", "r1c3: expected ascending digits"),
        ({"pencil_marks": ((), (), [1], *[()] * 78)}, "marks", "r1c3: expected ascending digits"),
        (
            {"pencil_marks": ((), (), ("1",), *[()] * 78)},
            "marks",
            "r1c3: expected ascending digits",
        ),
        ({"pencil_marks": ((), (), (5,), *[()] * 78)}, "ss", "digit excludes: r1c3<>5"),
        ({"pencil_marks": ((), (), (5,), *[()] * 78)}, "hodoku", "digit excludes: r1c3<>5"),
        (
            {"pencil_marks": ((), (), (5,), *[()] * 78)},
            "marks-line",
            "that r1c1=5 is a given, which",
        ),
        (
            {"pencil_marks": ((), (), (4,), *[()] * 78)},
            "marks-line",
            "that r1c3=4 is a single cand",
        ),
        ({"details": (("extra", "a:b"),)}, "hodoku", "expected a extra without colons"),
        ({"details": (("placements", "12"),)}, "hodoku", "expected placements such as"),
        ({"details": (("markup", "r1c1!"),)}, "marks", "expected markup such as"),
        ({"details": (("markup", "x"),)}, "marks", "expected markup such as"),
        ({"details": (("Puzzle", ""),)}, "sdk", "cannot hold the detail 'Puzzle'"),
        ({"details": (("a]", ""),)}, "sdk", "cannot hold the detail"),
        ({"details": (("a", "#b"),)}, "sdk", "cannot hold the detail 'a'"),
        ({"details": (("a", ""), ("a", ""))}, "sdk", "cannot hold the detail 'a'"),
    ],
)
def test_notes_that_cannot_be_written(notes: Any, notation: str, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        nonet.format(noted(**notes), notation)


@pytest.mark.parametrize(
    ("notation", "options"),
    [
        ("marks-line", {"blank": "X"}),
        ("marks", {"alphabet": "A-P"}),
        ("sized", {"blank": " "}),
        ("sized", {"separator": ",,"}),
        ("sized", {"separator": ""}),
        ("triples", {"separator": "x"}),
        ("triples", {"separator": ",,"}),
    ],
)
def test_options_that_cannot_be_read_back(notation: str, options: dict[str, str]) -> None:
    with pytest.raises(ArgumentError, match="expected"):
        nonet.format(EASY, notation, **options)


# Golden files and detection


@pytest.mark.parametrize("notation", MINE)
def test_golden_file(notation: str) -> None:
    (path,) = GOLDEN.glob(f"{notation}.*")
    puzzle = nonet.parse(path)
    assert (puzzle.notation, puzzle) == (notation, nonet.parse(EASY))
    assert nonet.format(puzzle, notation) == path.read_text()
    module = NOTATIONS[notation]
    assert not module.SUFFIXES or path.suffix in module.SUFFIXES
    if "placed" in module.HOLDS:
        assert puzzle.placed == PLACED
    if "pencil_marks" in module.HOLDS and "placed" in module.HOLDS:
        filled = bytes(map(max, puzzle.cells, PLACED))
        assert puzzle.pencil_marks == pencil_marks_of(filled, puzzle.layout, [(2, 4), (3, 6)])


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(GOLDEN.iterdir()) if path.stem in NOTATIONS],
    ids=lambda path: path.name,
)
def test_no_other_notation_reads_a_golden_file_otherwise(path: Path) -> None:
    puzzle = nonet.parse(path)
    for attempt in explain_text(path.read_bytes()):
        assert attempt.puzzle in (None, puzzle)
        if attempt.notation in MINE:
            assert (attempt.mark is not None) == (attempt.notation == puzzle.notation)


@pytest.mark.parametrize("notation", MINE)
def test_the_example_of_the_docs_is_read(notation: str) -> None:
    _, _, example = (NOTATIONS[notation].__doc__ or "").partition("Example:")
    puzzle = nonet.parse(textwrap.dedent(example).strip().strip("`"), notation=notation)
    assert puzzle.clues > 2


@pytest.mark.parametrize(
    "text",
    [
        EASY,
        f"{EASY} # comment: with: colons: in: it: all: right:",
        "\n".join(EASY_ROWS),
        "# Comment\n#Comment\n" + "\n".join(EASY_ROWS),
        nonet.format(EASY, "grid"),
        nonet.format(EASY, "numbers"),
        EASY_SOLUTION,
        "1234\n3412\n2143\n4321",
        "1 2\n2 1",
        "1......2" * 8,
        nonet.format(Puzzle(bytes(range(17)) * 15 + b"\1", Layout(4, 4)), "numbers"),
    ],
)
def test_plain_texts_have_no_mark(text: str) -> None:
    nonet.parse(text)
    for attempt in explain_text(text):
        assert attempt.mark is None


AMBIGUOUS = {
    "1..4" * 16: "'marks-line' or 'line'",
    "1......." * 8: "'marks-line' or 'line'",
    "0 1 2\n1 0 0\n2 2 1": "'triples' or 'grid'",
    "3\n1 2 3\n2 3 1\n3 1 2": "'sized' or 'triples'",
}


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_a_text_of_two_notations_is_not_guessed(text: str) -> None:
    with pytest.raises(ParseError, match=f"notation={AMBIGUOUS[text]}"):
        nonet.parse(text)


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("9\n" + "\n".join(EASY_ROWS), "sized"),
        ("9x9\n" + "\n".join(EASY_ROWS).replace(".", "0"), "sized"),
        ("9 9\n" + "\n".join(" ".join(row) for row in EASY_ROWS), "sized"),
        ("3 3\n" + "\n".join(" ".join(row) for row in EASY_ROWS), "sized"),
        ("9 3 3\n" + "\n".join(",".join(row) for row in EASY_ROWS), "sized"),
        ("9\n" + " ".join(EASY), "sized"),
        ("# easy\n\n9\n" + "\n".join("\t".join(row) for row in EASY_ROWS), "sized"),
        ("\n".join(f"{c // 9},{c % 9},{d}" for c, d in enumerate(EASY) if d != "."), "triples"),
        ("\n".join(f"{c // 9}\t{c % 9}\t{d}" for c, d in enumerate(EASY) if d != "."), "triples"),
        (
            "row,col,value\n"
            + "\n".join(f"{c // 9 + 1} {c % 9 + 1} {d}" for c, d in enumerate(EASY) if d != "."),
            "triples",
        ),
        (
            "9\n"
            + "\n".join(f"{c // 9};{c % 9};{d.replace('.', '0')}" for c, d in enumerate(EASY)),
            "triples",
        ),
        (
            ", ".join(f"R{c // 9 + 1}C{c % 9 + 1}: {d}" for c, d in enumerate(EASY) if d != "."),
            "triples",
        ),
        ("#AMe\n#lower\n" + "\n".join(EASY_ROWS), "sdk"),
        ("#U http://example.org\n" + nonet.format(EASY, "grid"), "sdk"),
        ("[ puzzle ]\n" + "\n".join(EASY_ROWS), "sdk"),
        (nonet.format(EASY, "marks").replace("+", "*", 1), "marks"),
        (nonet.format(EASY, "marks").translate(str.maketrans("|+-", "│┼─")), "marks"),
        (nonet.format(EASY, "marks", frame=False).replace("\n", " "), "marks"),
        (nonet.format(EASY, "marks-line", blank="0") + ",1.2", "marks-line"),
    ],
)
def test_found_in_the_wild(text: str, notation: str) -> None:
    puzzle = nonet.parse(text)
    assert (puzzle.notation, puzzle) == (notation, nonet.parse(EASY))


def test_the_files_of_sudocue_tell_digits_placed() -> None:
    text = nonet.format(noted(placed=PLACED), "marks", frame=False).replace("+", "u")
    puzzle = nonet.parse(text)
    assert (puzzle, puzzle.placed) == (nonet.parse(EASY), PLACED)


def test_a_lone_digit_is_a_given_unless_a_peer_holds_it() -> None:
    grid = "1 2 34 34\n34 34 1 2\n2 1 34 34\n34 34 2 1"
    assert str(nonet.parse(grid)) == "12....1221....21"
    held = nonet.parse(grid.replace("34", "134", 1))
    assert str(held) == ".2.....221....21"
    assert held.pencil_marks is not None and held.pencil_marks[0] == held.pencil_marks[6] == (1,)


def test_headers_of_sdk_files() -> None:
    puzzle = nonet.parse("#AMe\n#DA name\n#D in two lines\n# loose\n#Ztoo\n#C\n#Cend\n12\n2.\n")
    assert puzzle.notation == "sdk"
    assert (puzzle.author, puzzle.name) == ("Me", "A name\nin two lines")
    assert puzzle.comment == "loose\nZtoo\n\nend"


def test_what_is_lost_is_named() -> None:
    puzzle = nonet.parse(GOLDEN / "sdk.sdk")
    assert lost_notes(puzzle, "sdk") == ()
    assert "details" in lost_notes(puzzle, "hodoku")
    assert "details" not in lost_notes(nonet.parse(GOLDEN / "hodoku.txt"), "hodoku")
    assert lost_notes(puzzle, "line")[:4] == ("placed", "marks", "name", "author")
    hexadecimal = nonet.parse("0" + "." * 255, alphabet="0-9A-F")
    assert lost_notes(hexadecimal, "sized") == ()


@pytest.mark.parametrize(
    "text",
    quick_share(
        4,
        [
            ":" * 200_000,
            "r1c1=" * 50_000,
            "1 2 3\n" * 40_000,
            "[a]\n" * 50_000,
            "#A\n" * 80_000,
            "*--*\n" * 50_000,
            "I000\n" * 50_000,
            "12 " * 80_000,
            "123" * 80_000,
            "9\n" + "1 " * 100_000,
            "+" * 200_000 + "1",
        ],
    ),
    ids=lambda text: repr(text[:4]),
)
@pytest.mark.parametrize("notation", [*MINE, pytest.param(None, marks=pytest.mark.slow)])
def test_long_texts_are_refused_quickly(text: str, notation: str | None) -> None:
    with pytest.raises(ParseError):
        nonet.parse(text, notation=notation)


def test_the_library_of_hodoku() -> None:
    folder = os.environ.get("NONET_DATA")
    if not folder:
        pytest.skip("NONET_DATA is not set")
    text = (Path(folder) / "logic" / "reglib-1.3.txt").read_text(encoding="latin-1")
    lines = [line.rstrip() for line in text.split("\n") if line.startswith(":")]
    assert len(lines) == 1112
    for line in lines:
        puzzle = nonet.parse(line)
        assert puzzle.notation == "hodoku"
        assert nonet.format(puzzle, "hodoku") == line + ":" * (7 - line.count(":"))
