"""Whatever is written is read back as the same puzzle, without an option."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, FIVE, JIGSAW
from cases import examples, quick_share
from nonet import AmbiguityError, ArgumentError, Layout, ParseError, Puzzle
from nonet.core.notes import Notes
from nonet.documents.catalog import lost_notes
from nonet.notations.catalog import NOTATIONS
from nonet.notations.detect import explain_text
from nonet.text.marker import SIGN
from nonet.text.symbols import BLANKS, alphabets

pytestmark = pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")

LARGEST = 36
NAMES = sorted(NOTATIONS)
OPTIONS: dict[str, list[Any]] = {
    "blank": list(BLANKS),
    "frame": [True, False],
    "separator": [" ", "\t", ",", ", ", ";", "|", "  ", " ,| "],
    "short": [True, False],
}
COMMENTS = [
    "easy",
    "nonet: grid",
    "x # nonet: line",
    "nonet: line, alphabet A-P",
    "1..4..1.2.4..3..",
    "r1c1=2\nr2c2=1",
    ":1:2:3:4:5:6:",
    "0 0 0 0",
    "[Puzzle]",
]


def one_given(size: int, digit: int = 1) -> Puzzle:
    return Puzzle(bytes([digit]) + bytes(size * size - 1), Layout.of_size(size))


@st.composite
def boards(draw: st.DrawFn) -> Puzzle:
    """Any board up to 36x36 with any box shape: empty, full, or few symbols, which tell little."""
    size = draw(st.integers(1, LARGEST))
    shapes = [Layout(rows, size // rows) for rows in range(1, size + 1) if size % rows == 0]
    layout = draw(st.sampled_from([Layout.of_size(size), *shapes]))
    digits = draw(st.lists(st.integers(1, size), min_size=1, max_size=size, unique=True))
    share = draw(st.sampled_from([0, 1, 2, 30, 100]))
    source = draw(st.randoms(use_true_random=False))
    cells = [source.choice(digits) * (source.random() < share / 100) for _ in range(size * size)]
    return Puzzle(bytes(cells), layout)


@st.composite
def options_of(draw: st.DrawFn, name: str, size: int) -> dict[str, Any]:
    """Some of the options of a notation."""
    known = [*inspect.signature(NOTATIONS[name].format).parameters][1:]
    chosen = [option for option in known if draw(st.booleans())]
    values = OPTIONS | {"alphabet": list(alphabets(min(size, 25)))}
    return {option: draw(st.sampled_from(values[option])) for option in chosen}


def check_round_trip(puzzle: Puzzle, name: str, **options: Any) -> Puzzle:
    """Check that a text is read as its puzzle; boxes that a notation cannot hold are named."""
    text = nonet.format(puzzle, name, **options)
    layout = puzzle.layout
    if "boxes" in lost_notes(puzzle, name, **options):
        layout = Layout.of_size(layout.size)
        assert layout != puzzle.layout
    again = nonet.parse(text)
    assert again == Puzzle(puzzle.cells, layout), text
    assert nonet.parse(text.replace("\n", "\r\n").encode()) == again
    return again


@pytest.mark.parametrize("name", quick_share(3, NAMES))
@settings(max_examples=examples(40, share=10))
@given(st.data())
def test_a_text_is_read_back(name: str, data: st.DataObject) -> None:
    puzzle = data.draw(boards())
    options = data.draw(options_of(name, puzzle.layout.size))
    try:
        nonet.format(puzzle, name, **options)
    except ArgumentError:
        return
    check_round_trip(puzzle, name, **options)


@pytest.mark.parametrize("size", quick_share(5, range(1, LARGEST + 1)))
def test_few_symbols_are_read_back_in_every_size(size: int) -> None:
    cells = size * size
    for digits in ({}, {0: 1}, {0: size}, {cells - 1: min(size, 10)}, {0: 1, cells - 1: size}):
        puzzle = Puzzle(bytes(digits.get(i, 0) for i in range(cells)), Layout.of_size(size))
        for name in NAMES:
            try:
                nonet.format(puzzle, name)
            except ArgumentError:
                continue
            check_round_trip(puzzle, name)


@settings(max_examples=examples(60, share=10))
@given(boards(), st.sampled_from(["line", "grid", "numbers", "marks"]), st.sampled_from(COMMENTS))
@example(Puzzle.from_line(EASY), "grid", "nonet: grid")
@example(Puzzle.from_line(EASY), "line", "nonet: line")
def test_a_comment_is_no_marker(puzzle: Puzzle, name: str, comment: str) -> None:
    puzzle = Puzzle(puzzle.cells, puzzle.layout, None, Notes(comment=comment))
    try:
        nonet.format(puzzle, name)
    except ArgumentError:
        return
    said = check_round_trip(puzzle, name).comment
    assert said is not None and said.split() == comment.split()


def test_what_a_marker_looks_like() -> None:
    sixteen, eight = one_given(16), one_given(8)
    assert nonet.format(sixteen) == f"{sixteen} # nonet: line, alphabet 1-9A-G"
    assert nonet.format(sixteen, alphabet="A-P") == f"A{'.' * 255} # nonet: line, alphabet A-P"
    assert nonet.format(sixteen, "grid").startswith("# nonet: grid, alphabet 1-9A-G\n+-----")
    assert nonet.format(eight) == f"{eight} # nonet: line"
    assert nonet.format(one_given(36), "numbers").startswith("# nonet: numbers\n 1  0")
    assert nonet.format(Puzzle(bytes(81)), "triples") == "9 # nonet: triples\n"
    assert nonet.parse(nonet.format(sixteen)).comment is None


@pytest.mark.parametrize("name", NAMES)
def test_what_needs_no_marker_has_none(name: str) -> None:
    puzzle = Puzzle.from_line(EASY)
    assert nonet.format(puzzle, name) == NOTATIONS[name].format(puzzle)
    full = nonet.format(nonet.parse("1..4..1.2.4..3.."), "grid", blank="0")
    assert SIGN not in full


def test_documents_and_links_have_no_marker() -> None:
    puzzle = Puzzle(one_given(16).cells, Layout(4, 4), None, Notes(comment="x # nonet: line"))
    assert json.loads(nonet.format(puzzle, "f-puzzles"))["size"] == 16
    for name in ("f-puzzles-link", "sudokupad"):
        assert "#" not in nonet.format(puzzle, name)


def test_whoever_reads_has_the_last_word() -> None:
    text = nonet.format(one_given(16, 10))
    assert nonet.parse(text).cells[0] == 10
    assert nonet.parse(text, alphabet="A-P").cells[0] == 1
    assert nonet.parse(text, notation="line").cells[0] == 10
    assert nonet.parse(text, layout=Layout(2, 8)).layout == Layout(2, 8)
    with pytest.raises(AmbiguityError):
        nonet.parse(text.partition(" ")[0])
    eight = nonet.format(one_given(8))
    assert nonet.parse(eight, notation="marks-line").layout == Layout(2, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# nonet: grid, alphabet A-P\n1...\n....\n....\n....", "expected an alphabet of 1-4"),
        ("# nonet: grid, boxes 0x4\n12\n21", "line 1: expected the shape of a box, found 0x4"),
        ("# nonet: grid, boxes 99x99\n12\n21", "line 1: expected the shape of a box, found 99x99"),
        ("# nonet: grid\n123\n21", "line 3, column 2: expected 3 symbols in each row"),
        ("1 2 2 1 # nonet: numbers\n1 2 2 1", "line 2, column 1: expected one line"),
        ("# nonet: triples\n", "expected rows, columns and digits, found nothing"),
    ],
)
def test_a_marker_that_does_not_fit_is_refused(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        nonet.parse(text)


def test_an_unknown_marker_is_a_comment() -> None:
    puzzle = nonet.parse(f"{EASY} # nonet: sudoku")
    assert (puzzle.notation, puzzle.comment) == ("line", "nonet: sudoku")


def test_the_reason_for_a_reading_is_its_marker() -> None:
    (attempt,) = explain_text(nonet.format(one_given(16)))
    assert attempt.mark == "the comment '# nonet: line, alphabet 1-9A-G'"
    assert attempt.puzzle == one_given(16)


def test_boxes_that_are_lost_are_named() -> None:
    tall = Puzzle(bytes([1]) + bytes(35), Layout(3, 2))
    assert lost_notes(tall, "line") == ("boxes",)
    assert lost_notes(tall, "grid") == ()
    assert lost_notes(tall, "grid", frame=False) == ("boxes",)
    large = Puzzle(bytes([1]) + bytes(143), Layout(4, 3))
    assert lost_notes(large, "grid") == () and lost_notes(large, "line") == ("boxes",)
    for jigsaw in (FIVE, JIGSAW):
        assert lost_notes(jigsaw, "grid") == ("regions",)
        assert nonet.parse(nonet.format(jigsaw, "grid"), layout=jigsaw.layout) == jigsaw


def test_an_alphabet_is_told_where_only_the_regions_have_to_be_named() -> None:
    rows = ["AAAAAAAAAAAB", "ABBBBBBBBBBB", *(letter * 12 for letter in "CDEFGHIJKL")]
    layout = Layout.of_regions("".join(rows))
    puzzle = Puzzle(bytes([10]) + bytes(143), layout)
    text = nonet.format(puzzle, "grid")
    assert nonet.parse(text, layout=layout) == puzzle
