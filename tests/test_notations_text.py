"""The notations of people's programs: golden files, round trips, what they refuse."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, LAYOUTS
from nonet import ArgumentError, Layout, Puzzle
from nonet.core.notes import Notes
from nonet.formats.progress import Marks
from nonet.formats.symbols import alphabets
from test_formats import LETTERED, SMALL, any_puzzles

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


def marks_of(board: bytes, layout: Layout, deleted: Collection[tuple[int, int]] = ()) -> Marks:
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
    marks: Marks | None = None
    if draw(st.booleans()):
        if by_rules:
            every = marks_of(bytes(board), layout)
            marks = tuple(tuple(d for d in ds if source.random() < 0.8) for ds in every)
            marks = None if marks == every else marks
        else:
            marks = tuple(
                () if digit else tuple(d for d in digits if source.random() < 0.4)
                for digit in board
            )
    notes = Notes(placed=placed if any(placed) else None, marks=marks)
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


@settings(max_examples=60)
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
    assert read.marks == notes.marks or (
        notes.marks is None and read.marks == marks_of(filled, puzzle.layout)
    )
    if puzzle.layout.size > 9:
        for alphabet in alphabets(puzzle.layout.size):
            named = again(puzzle, "marks", frame=frame, alphabet=alphabet)
            assert named.marks == read.marks


@settings(max_examples=60)
@given(progresses(LETTERED), SENTENCES)
def test_marks_lines_are_read_back_or_refused(puzzle: Puzzle, comment: str | None) -> None:
    puzzle = replace(puzzle, notes=replace(puzzle.notes, comment=comment))
    try:
        read = again(puzzle, "marks-line")
    except ArgumentError as error:
        if "cannot tell that r" not in str(error):
            raise
        return
    assert read.comment == (comment and comment.replace("\n", " "))
    if puzzle.marks and puzzle.placed is None:
        assert read.marks == puzzle.marks
    elif puzzle.placed is None:
        assert read.marks == marks_of(puzzle.cells, puzzle.layout)


@settings(max_examples=100)
@given(st.sampled_from(LETTERED), st.integers(0, 2**32), st.booleans())
def test_marks_lines_of_usual_states(layout: Layout, seed: int, zeros: bool) -> None:
    """Nothing but candidates, at least two in each cell: no reader can take one for a given."""
    source = random.Random(seed)
    digits = range(1, layout.size + 1)
    marks = tuple(
        tuple(sorted(source.sample(digits, source.randint(min(2, layout.size), layout.size))))
        for _ in layout.peers
    )
    if layout.size > 1:
        puzzle = Puzzle(bytes(layout.cell_count), layout, notes=Notes(marks=marks))
        assert again(puzzle, "marks-line", blank="0" if zeros else ".").marks == marks


STEPS = st.lists(
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=4
)
FIELDS = WORDS.map(lambda words: words.replace(":", "").strip())


@settings(max_examples=80)
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


@settings(max_examples=80)
@given(progresses([Layout(3, 3)], by_rules=True))
def test_simple_sudoku_files_are_read_back(puzzle: Puzzle) -> None:
    assert again(puzzle, "ss").notes == puzzle.notes


@settings(max_examples=80)
@given(progresses([Layout(3, 3)]), FIELDS)
def test_the_clipboard_of_simple_sudoku_is_read_back(puzzle: Puzzle, version: str) -> None:
    details = (("version", version),) if version.strip("*-") else ()
    puzzle = replace(puzzle, notes=replace(puzzle.notes, details=details))
    assert again(puzzle, "simple-sudoku").notes == puzzle.notes


@settings(max_examples=80)
@given(progresses(LETTERED), st.data())
def test_sdk_files_are_read_back(puzzle: Puzzle, data: st.DataObject) -> None:
    names = ("name", "author", "comment", "level", "source", "date", "url")
    words = {name: data.draw(SENTENCES, label=name) for name in names}
    details = data.draw(st.sampled_from([(), (("Colours", "1,2\n\n3"), ("More", ""))]))
    marks = puzzle.marks if puzzle.marks and any(puzzle.marks) else None
    notes = replace(puzzle.notes, marks=marks, details=details, **words)
    puzzle = replace(puzzle, notes=notes)
    assert again(puzzle, "sdk").notes == notes
    if puzzle.layout.size > 9:
        for alphabet in alphabets(puzzle.layout.size):
            assert again(puzzle, "sdk", alphabet=alphabet).marks == marks


@settings(max_examples=60)
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


@settings(max_examples=60)
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
