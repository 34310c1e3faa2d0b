"""The notations of people's programs: golden files, round trips, what they refuse."""

from __future__ import annotations

import pytest

import nonet
from boards import EASY
from nonet import Layout, Puzzle
from nonet.core.notes import Notes

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
