"""Every notation is read back exactly, and whatever is no puzzle is refused with its place."""

from __future__ import annotations

import gzip
import io
import json
import math
import pickle
import random
from dataclasses import replace
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonet
from boards import (
    EASY,
    EASY_SOLUTION,
    FIVE,
    JIGSAW,
    LAYOUTS,
    LETTERED,
    SIX,
    SMALL,
    any_puzzles,
)
from cases import examples, quick_share
from nonet import ArgumentError, Layout, ParseError, Puzzle
from nonet.core.errors import Advice
from nonet.notations.catalog import NOTATIONS
from nonet.render.picture import picture_of
from nonet.render.text import render_text
from nonet.text.lines import LONGEST_LINE, LONGEST_TEXT, iter_lines, open_binary, read_all
from nonet.text.symbols import BLANKS, alphabets

pytestmark = pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")

EASY_PUZZLE = Puzzle.from_line(EASY)
EASY_ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
SEPARATORS = [" ", "\t", ",", ", ", " , ", ";", "|", " | ", "  ", "||", " ,| "]


def signs(layout: Layout) -> list[tuple[str, str]]:
    """Every alphabet of a layout with every blank sign that is none of its symbols."""
    return [
        (name, blank)
        for (name, symbols), blank in product(alphabets(layout.size).items(), BLANKS)
        if blank not in symbols
    ]


def drawn(puzzle: Puzzle, *, unicode: bool = True) -> str:
    """Draw a board without marks, since a drawing with marked conflicts cannot be read back."""
    picture = replace(picture_of(puzzle), marks=(), sentences=())
    return render_text(picture, unicode=unicode)


def same_or_refused(puzzle: Puzzle, text: str, **options: Any) -> None:
    """Check that a text without all its options is never read as something else."""
    try:
        again = nonet.parse(text, **options)
    except ParseError as error:
        if text.strip() and error.advice is None:
            raise
    else:
        assert again == puzzle


# Round trips


@pytest.mark.parametrize("gap", [" ", ",", "; ", "\t"])
def test_rows_may_stand_in_one_line(gap: str) -> None:
    puzzle = nonet.parse(gap.join(EASY_ROWS))
    assert (puzzle, puzzle.notation, puzzle.comment) == (EASY_PUZZLE, "line", None)
    assert nonet.parse(f" {gap.join(EASY_ROWS)}\n", layout=Layout(3, 3)) == EASY_PUZZLE


@settings(max_examples=examples(40))
@given(any_puzzles(LETTERED))
@example(Puzzle(bytes(81)))
@example(Puzzle(bytes(1), Layout(1, 1)))
def test_a_line_is_read_back_in_every_alphabet_and_blank_sign(puzzle: Puzzle) -> None:
    for alphabet, blank in signs(puzzle.layout):
        text = nonet.format(puzzle, alphabet=alphabet, blank=blank)
        for variant in (text, text.lower(), f"\r\n{text}\r\n", text.encode()):
            again = nonet.parse(variant, layout=puzzle.layout, alphabet=alphabet)
            assert (again, again.notation) == (puzzle, "line")


def test_a_sign_alone_is_no_group_of_candidates() -> None:
    """`u` marks a digit that somebody placed, and is a letter of large boards."""
    for sign in ("u", "=", "+", "~"):
        with pytest.raises(ParseError):
            nonet.parse(f"{sign} " + "1A " * 143)
    large = Puzzle(bytes([21]) + bytes(623) + bytes([21]), Layout(5, 5))
    text = nonet.format(large, "grid", alphabet="A-Y").lower()
    assert "u" in text and nonet.parse(text, alphabet="A-Y") == large


@settings(max_examples=25)
@given(any_puzzles(LETTERED), st.booleans())
@example(Puzzle(bytes(81)), True)
@example(Puzzle(bytes(16), Layout(4, 1)), True)
def test_a_grid_is_read_back_framed_and_bare(puzzle: Puzzle, frame: bool) -> None:
    options = {"layout": puzzle.layout, "notation": "grid"}
    for alphabet, blank in signs(puzzle.layout):
        if blank == " " and frame and puzzle.layout.regions is not None:
            with pytest.raises(nonet.ArgumentError, match="shows between irregular regions"):
                nonet.format(puzzle, "grid", alphabet=alphabet, blank=blank)
            continue
        text = nonet.format(puzzle, "grid", alphabet=alphabet, blank=blank, frame=frame)
        assert nonet.parse(text, alphabet=alphabet, **options) == puzzle
        assert nonet.parse(text.replace("\n", "\r\n"), alphabet=alphabet, **options) == puzzle


@pytest.mark.parametrize("puzzle", [FIVE, JIGSAW], ids=["5x5", "9x9"])
@pytest.mark.parametrize("unicode", [True, False])
def test_a_drawing_of_regions_is_never_read_as_boxes(puzzle: Puzzle, unicode: bool) -> None:
    text = nonet.render_text(puzzle, unicode=unicode)
    assert nonet.parse(text, layout=puzzle.layout) == puzzle
    with pytest.raises(ParseError, match="line 4, column 1: expected bars at the same places"):
        nonet.parse(text)


@settings(max_examples=examples(40))
@given(any_puzzles([*LAYOUTS, *SMALL]), st.sampled_from(SEPARATORS), st.sampled_from(".0*-_X"))
def test_numbers_are_read_back_with_every_separator(
    puzzle: Puzzle, separator: str, blank: str
) -> None:
    text = NOTATIONS["numbers"].format(puzzle, separator=separator, blank=blank)
    again = nonet.parse(text, layout=puzzle.layout, notation="numbers")
    assert (again, again.notation) == (puzzle, "numbers")
    in_one_line = text.strip().replace("\n", separator)
    assert nonet.parse(in_one_line, layout=puzzle.layout, notation="numbers") == puzzle
    same_or_refused(puzzle, text, layout=puzzle.layout)
    same_or_refused(puzzle, in_one_line, layout=puzzle.layout)


@pytest.mark.parametrize(("separator", "blank"), [(" ", "0"), (",", "."), ("|", "-")])
@pytest.mark.parametrize("layout", [Layout(2, 13), Layout(10, 10), Layout(15, 17)], ids=str)
def test_large_boards_are_numbers(layout: Layout, separator: str, blank: str) -> None:
    source = random.Random(layout.size)
    puzzle = Puzzle(bytes(source.choices(range(layout.size + 1), k=layout.cell_count)), layout)
    text = nonet.format(puzzle, "numbers", separator=separator, blank=blank)
    assert nonet.parse(text, layout=layout) == puzzle
    assert nonet.parse(puzzle.rows(), layout=layout) == puzzle
    assert nonet.format(puzzle) == nonet.format(puzzle, "numbers")
    for notation in ("line", "grid"):
        with pytest.raises(ArgumentError, match="up to 25"):
            nonet.format(puzzle, notation)
    with pytest.raises(ArgumentError, match="up to 25"):
        nonet.format(puzzle, alphabet="A-P")


@settings(max_examples=examples(60))
@given(any_puzzles(SMALL))
def test_up_to_nine_nothing_has_to_be_said(puzzle: Puzzle) -> None:
    texts = [nonet.format(puzzle)]
    texts += [nonet.format(puzzle, "grid", frame=frame) for frame in (True, False)]
    texts += [nonet.format(puzzle, "numbers", separator=separator) for separator in (" ", ",")]
    texts += [json.dumps(puzzle.rows()), drawn(puzzle), drawn(puzzle, unicode=False)]
    for text in texts:
        # 64 signs may be the candidates of 4x4, and three rows of three numbers triples.
        if puzzle.layout.size in (3, 8):
            same_or_refused(puzzle, text)
        else:
            assert nonet.parse(text) == puzzle


@settings(max_examples=examples(15))
@given(any_puzzles([Layout.of_size(size) for size in range(1, 26)]))
def test_what_is_left_unsaid_is_found_or_asked_for_but_never_guessed(puzzle: Puzzle) -> None:
    for alphabet, blank in signs(puzzle.layout):
        if alphabet.startswith("0") and 0 not in puzzle.cells:
            continue  # without an empty cell 0 looks like one, unless the grid is a solution
        options = {"alphabet": alphabet, "blank": blank}
        same_or_refused(puzzle, nonet.format(puzzle, **options))
        for frame in (True, False):
            same_or_refused(puzzle, nonet.format(puzzle, "grid", frame=frame, **options))


@settings(max_examples=examples(60))
@given(any_puzzles(LETTERED), st.sampled_from(["", ".", "0", None, 0, " ", "X"]))
def test_lists_are_read_nested_flat_and_as_symbols(puzzle: Puzzle, empty: str | int | None) -> None:
    layout, size = puzzle.layout, puzzle.layout.size
    numbers = [[digit or empty for digit in row] for row in puzzle.rows()]
    flat = [cell for row in numbers for cell in row]
    texts = [[str(digit or empty) if digit or empty else empty for digit in row] for row in numbers]
    line = str(puzzle)
    symbols = [list(line[start : start + size]) for start in range(0, size * size, size)]
    rows = ["".join(row) for row in symbols]
    alphabet = next(iter(alphabets(size)))
    for values in (numbers, tuple(map(tuple, numbers)), flat, texts, symbols, list(line), rows):
        again = nonet.parse(values, layout=layout, alphabet=alphabet)
        assert (again, again.notation) == (puzzle, "list")


class NAType:
    """What pandas has in the place of a missing value: nothing can be asked of it."""

    def __eq__(self, other: object) -> NAType:  # type: ignore[override]
        return self

    def __repr__(self) -> str:
        return "<NA>"

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    __ne__ = __lt__ = __gt__ = __eq__  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("empty", [0.0, -0.0, math.nan, None, NAType(), ""], ids=repr)
def test_floats_that_are_whole_and_missing_values_are_read(empty: Any) -> None:
    rows = [[float(digit) if digit else empty for digit in row] for row in EASY_PUZZLE.rows()]
    objects = np.array(rows, dtype=object)
    for values in (rows, [*chain(*rows)], objects, objects.reshape(-1)):
        assert nonet.parse(values) == EASY_PUZZLE
    assert nonet.parse(objects).notation == "array"
    assert nonet.solve_array(objects).dtype == np.int64
    if isinstance(empty, float):
        for dtype in ("f2", "f4", "f8", ">f8", "g"):
            array = np.array(rows, dtype=dtype)
            assert nonet.parse(array) == nonet.parse(array.reshape(-1)) == EASY_PUZZLE
            solved = nonet.solve_array(array)
            assert nonet.check(solved, EASY_PUZZLE) and solved.dtype == dtype
            array[0, :2] = 5
            assert (nonet.solve_array(array) == -1).all()


def test_masked_floats_are_empty_cells() -> None:
    cells = EASY_PUZZLE.to_array().astype(float)
    hidden = np.ma.masked_array(np.where(cells == 0, 7.5, cells), mask=cells == 0)
    assert nonet.parse(hidden) == EASY_PUZZLE


@pytest.mark.parametrize("dtype", ["float64", "Int64", "object"])
def test_frames_of_pandas_are_read(dtype: str) -> None:
    pandas = pytest.importorskip("pandas")
    full = pandas.DataFrame(EASY_PUZZLE.rows()).astype(dtype)
    frame = full.mask(full == 0)
    assert frame.isna().sum().sum() == 51
    assert nonet.parse(frame) == EASY_PUZZLE
    assert nonet.check(nonet.solve_array(frame), EASY_PUZZLE)


@settings(max_examples=examples(40))
@given(
    any_puzzles(LAYOUTS),
    st.sampled_from(["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", ">u2", ">i4"]),
    st.sampled_from(["C", "F"]),
)
def test_arrays_are_read_in_every_integer_type_and_order(
    puzzle: Puzzle, dtype: str, order: Any
) -> None:
    layout = puzzle.layout
    array = np.array(puzzle.to_array(), dtype=dtype, order=order)
    again = nonet.parse(array, layout=layout)
    assert (again, again.notation) == (puzzle, "array")
    assert nonet.parse(array.reshape(-1), layout=layout) == puzzle
    assert nonet.parse(np.repeat(array, 2, axis=1)[:, ::2], layout=layout) == puzzle
    assert nonet.parse(array[::-1, ::-1][::-1, ::-1], layout=layout) == puzzle
    assert nonet.parse(list(array), layout=layout) == puzzle
    array.setflags(write=False)
    assert nonet.parse(array, layout=layout) == puzzle


# What is found on the web


def bordered(top: str, row: str, middle: str, bottom: str) -> str:
    """Put the easy puzzle between borders; `row` has a place for each box of three cells."""
    lines = [top]
    for number, cells in enumerate(EASY_ROWS):
        if number in (3, 6):
            lines.append(middle)
        spaced = [" ".join(cells[start : start + 3]) for start in (0, 3, 6)]
        tight = [cells[start : start + 3] for start in (0, 3, 6)]
        lines.append(row.format(*spaced, *tight))
    return "\n".join([*lines, bottom])


REAL = {
    "HoDoKu": bordered(
        ".-------.-------.-------.",
        "| {} | {} | {} |",
        ":-------+-------+-------:",
        "'-------'-------'-------'",
    ),
    "SudoCue": bordered(
        ".------.------.------.",
        "|{3}   |{4}   |{5}   |",
        ":------+------+------:",
        "`------'------'------'",
    ),
    "Simple Sudoku": bordered(
        " *-----------*", " |{3}|{4}|{5}|", " |---+---+---|", " *-----------*"
    ),
    "rules only": bordered("", "{} | {} | {}", "------+-------+------", ""),
    "rules without corners": bordered("", "{} {} {}", "-----------------", "\n"),
    "double rules": bordered("=" * 23, "|| {} || {} || {} ||", "=" * 23, "=" * 23),
    "colons": bordered("", "{3}:{4}:{5}", "===:===:===", ""),
    "boxes set apart": bordered("", "{3} {4} {5}", "", ""),
    "tabs": "\n".join("\t".join(row) for row in EASY_ROWS),
    "commas": "\n".join(",".join(row) for row in EASY_ROWS),
    "commas at the end": "".join(",".join(row) + ",\n" for row in EASY_ROWS),
    "commas in one line": ",".join(EASY),
    "semicolons": "\n".join("; ".join(row) for row in EASY_ROWS),
    "blanks in one line": " ".join(EASY),
    "JSON": json.dumps(EASY_PUZZLE.rows()),
    "indented JSON": json.dumps(EASY_PUZZLE.rows(), indent=None).replace("], ", "],\n "),
    "flat JSON": json.dumps(list(EASY_PUZZLE.cells)),
    "JSON of symbols": json.dumps([list(row) for row in EASY_ROWS]),
    "Python list": repr([list(row) for row in EASY_ROWS]),
    "printed array": str(EASY_PUZZLE.to_array()),
    "repr of an array": repr(EASY_PUZZLE.to_array().tolist()),
    "box drawing": nonet.render_text(EASY_PUZZLE),
    "heavy box drawing": nonet.render_text(EASY_PUZZLE).translate(
        str.maketrans("│─┌┬┐├┼┤└┴┘", "┃━┏┳┓┣╋┫┗┻┛")
    ),
    "double box drawing": nonet.render_text(EASY_PUZZLE).translate(
        str.maketrans("│─┌┬┐├┼┤└┴┘", "║═╔╦╗╠╬╣╚╩╝")
    ),
    "ASCII drawing": nonet.render_text(EASY_PUZZLE, unicode=False),
    "old Mac": "\r".join(EASY_ROWS),
    "CRLF": "\r\n".join(EASY_ROWS) + "\r\n",
    "byte-order mark": f"\ufeff{EASY}",
    "byte-order mark in bytes": f"\ufeff{EASY}".encode(),
    "empty lines around": f"\n  \n{EASY}\n\t\n",
    "indented": f"   {EASY}   ",
    "comment line": f"# found on the web\n{EASY}\n",
    "header of an .sdk file": "#A me\r\n#D easy\r\n" + "\r\n".join(EASY_ROWS),
    "rating": f"{EASY} 1.2",
    "solution": f"{EASY},{EASY_SOLUTION}",
    "fields": f"{EASY};1.2;;easy",
    "comment": f"{EASY} # easy",
    "comment at once": f"{EASY}#easy",
    "comment that makes a square": f"{EASY} # a comment of 19.",
    "comment outside ASCII": f"{EASY} # leicht, für Anfänger",
    "comment behind a tab": f"{EASY}\tname",
    "zeros": EASY.replace(".", "0"),
    "zeros with a comment": EASY.replace(".", "0") + " 17 clues",
    "lower x": EASY.replace(".", "x"),
    "middle dots": EASY.replace(".", "·"),
    "blanks in a frame": nonet.format(EASY, "grid", blank=" "),
    "blanks in rows": "\n".join(EASY_ROWS).replace(".", " "),
    "blanks in a line": EASY.replace(".", " "),
    "dashes in rows": "\n".join(EASY_ROWS).replace(".", "-"),
    "dashes in a frame": nonet.format(EASY, "grid", blank="-"),
}


@pytest.mark.parametrize("name", REAL)
def test_real_text(name: str) -> None:
    text = REAL[name]
    assert nonet.parse(text) == EASY_PUZZLE
    assert nonet.parse(text, layout=Layout(3, 3)) == EASY_PUZZLE


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (EASY, "line"),
        (REAL["comment"], "line"),
        (REAL["HoDoKu"], "grid"),
        (REAL["box drawing"], "grid"),
        (REAL["tabs"], "grid"),
        (REAL["commas"], "numbers"),
        (REAL["JSON"], "numbers"),
        (REAL["printed array"], "numbers"),
        (EASY_ROWS, "list"),
        (EASY_PUZZLE.to_array(), "array"),
        (EASY_PUZZLE, None),
    ],
)
def test_the_puzzle_says_what_it_was_read_from(text: Any, notation: str | None) -> None:
    assert nonet.parse(text).notation == notation


@settings(max_examples=20)
@given(any_puzzles([Layout(2, 5), Layout(4, 4), Layout(5, 5), Layout(5, 6)]))
def test_drawings_of_larger_boards(puzzle: Puzzle) -> None:
    alphabet = next(iter(alphabets(puzzle.layout.size))) if puzzle.layout.size <= 25 else None
    for unicode in (True, False):
        text = drawn(puzzle, unicode=unicode)
        assert nonet.parse(text, layout=puzzle.layout, alphabet=alphabet) == puzzle


def test_symbols_with_separators_and_padded_numbers() -> None:
    source = random.Random(16)
    puzzle = Puzzle(bytes(source.choices(range(17), k=256)), Layout(4, 4))
    symbols = nonet.format(puzzle)
    rows = [symbols[start : start + 16] for start in range(0, 256, 16)]
    for separator in (",", " ", "\t"):
        assert nonet.parse("\n".join(separator.join(row) for row in rows)) == puzzle
    assert nonet.parse(json.dumps([list(row) for row in rows])) == puzzle
    padded = "\n".join(" ".join(f"{digit:02}" for digit in row) for row in puzzle.rows())
    assert nonet.parse(padded) == puzzle


def test_a_comment_may_make_the_line_as_long_as_a_larger_board() -> None:
    line = "1" + "." * 255
    assert len(comment := f"{line} {'x' * 32}") == 17 * 17
    for alphabet in alphabets(16):
        assert nonet.parse(comment.replace("1", "A"), alphabet=alphabet).layout.size == 16


def test_alphabets_have_names_that_say_what_is_in_them() -> None:
    assert alphabets(1) == {"1": "1"}
    assert list(alphabets(9)) == ["1-9"]
    assert list(alphabets(10)) == ["1-9A", "0-9", "A-J"]
    assert list(alphabets(11)) == ["1-9A-B", "0-9A", "A-K"]
    assert list(alphabets(25)) == ["1-9A-P", "0-9A-O", "A-Y"]


def test_the_text_decides_between_alphabets() -> None:
    rows = [[*range(row, 16), *range(row)] for row in range(16)]
    digits = "123456789ABCDEFG"
    hexadecimal = "0123456789ABCDEF"
    letters = "ABCDEFGHIJKLMNOP"
    cells = bytes(digit + 1 for row in rows for digit in row)
    puzzle = Puzzle(b"\0" + cells[1:], Layout(4, 4))
    for symbols in (digits, hexadecimal, letters):
        line = "." + "".join(symbols[digit - 1] for digit in puzzle.cells[1:])
        assert nonet.parse(line) == puzzle
    complete = "".join(hexadecimal[digit - 1] for digit in cells)
    with pytest.raises(ParseError, match="alphabet='1-9A-G' or '0-9A-F'"):
        nonet.parse(complete)
    assert nonet.parse(complete, alphabet="0-9A-F").cells == cells


# What is refused


def changed(cell: int, symbol: str) -> str:
    return EASY[:cell] + symbol + EASY[cell + 1 :]


def grid_with(row: int, text: str) -> str:
    return "\n".join([*EASY_ROWS[:row], text, *EASY_ROWS[row + 1 :]])


SIXTEEN = ".123456789" + "." * 246
FIVE_COMPLETE = " ".join("1234523451345124512351234")

BAD: list[tuple[Any, int | None, int | None, str, str]] = [
    # Nothing there
    ("", 1, 1, "a puzzle", "nothing"),
    (b"", 1, 1, "a puzzle", "nothing"),
    ("\ufeff", 1, 1, "a puzzle", "nothing"),
    (" \r\n\t\n", 1, 1, "a puzzle", "nothing"),
    (" " * 81, 1, 1, "a puzzle", "nothing"),
    ("# only a comment", 1, 1, "a puzzle", "nothing"),
    ([], None, None, "a puzzle", "an empty list"),
    ((), None, None, "a puzzle", "an empty list"),
    ([[], []], 1, 1, "a puzzle", "empty rows"),
    # Wrong length
    (EASY[:80], 1, 80, "a square number of cells (81 for 9x9)", "80"),
    (EASY + "1", 1, 82, "a square number of cells (81 for 9x9)", "82"),
    (f"\n{EASY[:80]} # easy", 2, 80, "a square number of cells (81 for 9x9)", "80"),
    (" ".join(EASY_ROWS[:8]), 1, 79, "a square number of cells", "72"),
    ("..12 .1.. 2... ...?", 1, 19, "a digit 1-4", "'?'"),
    ("..12 .1.. 2... ...", 1, 18, "a square number of cells", "15"),
    ("1 2 3 4 5 6", 1, 11, "a square number of cells", "6"),
    ("1, 2, 3", 1, 7, "a square number of cells", "3"),
    (f"{EASY}\n{EASY}", 2, 1, "one line", "2 lines"),
    ("1" * 65_536, 1, 65_536, "at most 255x255", "65536"),
    ("1" * 900, 1, 1, "numbers for a board above 25x25", "single symbols"),
    ([0] * 80, None, None, "a square number of cells", "80"),
    # Unknown symbols
    (changed(4, "x"), 1, 5, "a digit 1-9 or '.' as before", "'x'"),
    (changed(4, "?"), 1, 5, "a digit 1-9 or '.' as before", "'?'"),
    (f"  {changed(4, '?')}  # why", 1, 7, "a digit 1-9 or '.' as before", "'?'"),
    (changed(4, "²"), 1, 5, "a digit 1-9", "'²'"),
    (changed(4, "٣"), 1, 5, "a digit 1-9", "'٣'"),
    (changed(4, "\ud800"), 1, 5, "a digit 1-9", "'\\ud800'"),
    (grid_with(3, "8...6..?3"), 4, 8, "a digit 1-9 or '.' as before", "'?'"),
    (REAL["HoDoKu"].replace("7", "?", 1), 2, 13, "a digit 1-9", "'?'"),
    (nonet.format(EASY, "grid", blank=" ").replace("7", "?", 1), 2, 13, "a digit 1-9", "'?'"),
    ("1 2\n2 a", 2, 3, "a digit 1-2", "'a'"),
    ("ı" + "." * 624, 1, 1, "a symbol 1-9 or A-P", "'ı'"),
    ("1,2,x1,2", 1, 5, "a number 1-2", "'x1'"),
    ([["1", "?"], ["2", "1"]], 1, 2, "a number 1-2", "'?'"),
    (["12", "2?"], 2, 2, "a number 1-2", "'?'"),
    ([[1, 2.5], [2, 1]], 1, 2, "an integer, a symbol or nothing", "2.5"),
    ([[1, True], [2, 1]], 1, 2, "an integer, a symbol or nothing", "True"),
    ([[1, b"2"], [2, 1]], 1, 2, "an integer, a symbol or nothing", "bytes"),
    ([[[1], [2]], [[2], [1]]], 1, 1, "an integer, a symbol or nothing", "list"),
    ([[1, {2}], [2, 1]], 1, 2, "an integer, a symbol or nothing", "set"),
    ([[1, 2], {2, 1}], 2, 1, "a row of cells", "set"),
    # Two blank signs
    (changed(10, "0"), 1, 11, "a digit 1-9 or '.' as before", "'0'"),
    (changed(10, "0") + " # easy", 1, 11, "a digit 1-9 or '.' as before", "'0'"),
    (grid_with(8, "----8--79"), 9, 1, "a digit 1-9 or '.' as before", "'-'"),
    ("1 0 . 2", 1, 5, "a number 1-2, or '0' as before", "'.'"),
    ("1 .0 .0 2", 1, 3, "a digit 1-3 or ' ' as before", "'.'"),
    ("1,.0,.0,2", 1, 3, "a number 1-2, or 0 or . for an empty cell", "'.0'"),
    ([["1", "."], ["0", "1"]], 2, 1, "a number 1-2, or '.' as before", "'0'"),
    # Digits too large
    ("12345...........", 1, 5, "a digit 1-4", "'5'"),
    ("1.\n.3", 2, 2, "a digit 1-2", "'3'"),
    (SIXTEEN[:-1] + "Q", 1, 256, "a symbol", "'Q'"),
    ("1 17\n" + "0 0\n", 1, 3, "a number 1-2", "'17'"),
    ("1,0,0,99999", 1, 7, "a number 1-2", "'99999'"),
    ([[1, 3], [0, 0]], 1, 2, "a number 1-2", "'3'"),
    ([1, 0, 10**5000, 0], 2, 1, "a digit", "an integer of 16610 bits"),
    (np.full((4, 4), 5), 1, 1, "a digit 0-4", "5"),
    (np.array([1, 0, 0, 2**63], dtype=np.uint64), 2, 2, "a digit 0-2", str(2**63)),
    # Negative numbers
    ("-1 0\n0 0", 1, 1, "a number 1-2", "'-1'"),
    ("[[1, 0], [0, -2]]", 1, 14, "a number 1-2", "'-2'"),
    ([[1, 0], [-2, 0]], 2, 1, "a number 1-2", "'-2'"),
    (np.array([[1, 0], [0, -1]]), 2, 2, "a digit 0-2", "-1"),
    # Ragged rows
    (grid_with(4, "4..8.3.."), 5, 8, "9 symbols in each row", "8"),
    (grid_with(4, "4..8.3..11"), 5, 10, "9 symbols in each row", "10"),
    ("\n".join(EASY_ROWS[:8]), 8, 1, "9 rows of 9 symbols", "8 rows"),
    ("\n".join([*EASY_ROWS, "........."]), 10, 1, "9 rows of 9 symbols", "10 rows"),
    ("1,2,3\n3,1\n2,3,1", 2, 3, "3 numbers in each row", "2"),
    ("1,2,3\n3,1,2,2\n2,3,1", 2, 7, "3 numbers in each row", "4"),
    ("1,2,,\n2,1,,\n,,,\n,,,", 1, 5, "a number or a blank sign", "nothing"),
    (",1\n1,", 1, 1, "a number or a blank sign", "nothing"),
    ([[1, 2], [2]], 2, 1, "2 cells in each row", "1"),
    ([[1, 2], [2, 1], [1, 2]], 3, 1, "2 rows of 2 cells", "3 rows"),
    ([*EASY_ROWS[:8], "....8..7"], 9, 8, "9 cells in each row", "8"),
    ([[1, 2], 3], 2, 1, "a row of cells", "int"),
    # Two readings
    (SIXTEEN, 1, 1, "an unambiguous alphabet", "fit"),
    (FIVE_COMPLETE, 1, 1, "one notation", "several"),
    ("12  \n21  \n    \n    ", 1, 1, "rows that differ from", "several"),
    (f"{EASY_SOLUTION} {EASY_SOLUTION[:18]}".replace("9", "8"), 1, 1, "alphabet", "several"),
    # Junk
    (b"\xff" * 81, 1, 1, "text in UTF-8", "the byte 0xff"),
    (b"\xef\xbb\xbf12\n3\xff", 2, 2, "text in UTF-8", "the byte 0xff"),
    ("é1".encode("latin-1"), 1, 1, "text in UTF-8", "the byte 0xe9"),
    (b"\0" * 81, 1, 1, "text", "the control character U+0000"),
    ("12\r\n2\x1b", 2, 2, "text", "the control character U+001B"),
    (EASY + " \x07", 1, 83, "text", "the control character U+0007"),
    (gzip.compress(EASY.encode(), mtime=0), 1, 2, "text in UTF-8", "the byte 0x8b"),
    ("1" * (LONGEST_TEXT + 1), None, None, f"at most {LONGEST_TEXT} symbols", "1040401"),
    ("\n" + "1" * (LONGEST_LINE + 1), 2, LONGEST_LINE + 1, "a line of at most", "260101"),
    # Arrays
    (np.zeros((9, 9), bool), None, None, "an array of whole numbers", "dtype bool"),
    (np.zeros((9, 9), complex), None, None, "an array of whole numbers", "dtype complex128"),
    (np.full((9, 9), "."), None, None, "an array of whole numbers", "dtype <U1"),
    (np.array([[1, 0], [0.5, 0]]), 2, 1, "a digit 0-2", "0.5"),
    (np.array([[1, 0], [0, math.inf]]), 2, 2, "a digit 0-2", "inf"),
    (np.array([[1, 0], [-1.0, math.nan]]), 2, 1, "a digit 0-2", "-1.0"),
    (np.array([[1, 0], [None, 0.5]]), 2, 2, "an integer, a symbol or nothing", "0.5"),
    (
        np.array([[1, 0], [None, {}]]),
        2,
        2,
        "an integer, a symbol or nothing",
        "an object with names",
    ),
    ([[1, 0], [math.nan, np.float32(0.5)]], 2, 2, "an integer, a symbol or nothing", "0.5"),
    ([[1, 0], [0, -math.inf]], 2, 2, "an integer, a symbol or nothing", "-inf"),
    (np.zeros((9, 8), int), None, None, "an array of shape (n, n) or (n*n,)", "shape (9, 8)"),
    (np.zeros((3, 27), int), None, None, "an array of shape (n, n) or (n*n,)", "shape (3, 27)"),
    (np.zeros((3, 3, 9), int), None, None, "an array of shape", "shape (3, 3, 9)"),
    (np.array(5), None, None, "an array of shape", "shape ()"),
    (np.zeros((0, 0), int), None, None, "a square number of cells", "0"),
    (np.zeros(80, int), None, None, "a square number of cells", "80"),
    (np.zeros((256, 256), int), None, None, "at most 255x255", "65536"),
    # Other things
    (5, None, None, "a puzzle as text, list or array", "int"),
    (None, None, None, "a puzzle as text, list or array", "NoneType"),
]


@pytest.mark.parametrize(
    ("value", "line", "column", "expected", "found"),
    BAD,
    ids=[f"{number}: {case[3][:30]}" for number, case in enumerate(BAD)],
)
def test_refused(
    value: Any, line: int | None, column: int | None, expected: str, found: str
) -> None:
    with pytest.raises(ParseError) as caught:
        nonet.parse(value)
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert expected in error.expected
    assert found in error.found
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (EASY[:80], "line 1, column 80: 80 cells, 1 too few; a 9x9 board has 81"),
        (EASY + "12", "line 1, column 83: 83 cells, 2 too many; a 9x9 board has 81"),
        (EASY[:66], "line 1, column 66: 66 cells, 2 too many; an 8x8 board has 64"),
        (" ".join(EASY_ROWS[:8]), "72 cells; an 8x8 board has 64, a 9x9 board 81"),
        (" ".join(EASY_ROWS)[:-1], "line 1, column 88: 80 cells, 1 too few; a 9x9 board has 81"),
        ([0] * 15, "15 cells, 1 too few; a 4x4 board has 16"),
        (np.zeros(80, int), "80 cells, 1 too few; a 9x9 board has 81"),
        ("1, 2, 3", "expected a square number of cells (81 for 9x9), found 3"),
        ("no puzzle in this line, says the cat", "expected a digit"),
        ("no puzzle in this line", "expected a square number of cells (81 for 9x9), found 22"),
    ],
)
def test_cells_too_few_or_too_many_are_counted(value: Any, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        nonet.parse(value)
    assert message in str(caught.value)
    assert message in str(caught.value.at(source="file"))
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("text", "options", "line", "column", "message"),
    [
        (EASY, {"layout": Layout(2, 2)}, 1, 17, "expected 16 cells for 4x4"),
        (SIX, {"layout": Layout(3, 3)}, 1, 36, "expected 81 cells .*, found 36"),
        (EASY, {"notation": "grid"}, 1, 26, "expected at most 25 symbols in each row"),
        (EASY, {"notation": "numbers"}, 1, 1, "expected numbers with separators"),
        ("\n".join(EASY_ROWS), {"notation": "line"}, 2, 1, "expected one line, found 9 lines"),
        (REAL["HoDoKu"], {"layout": Layout(2, 4)}, 2, 23, "expected 8 symbols in each row"),
        (EASY_ROWS, {"layout": Layout(2, 2)}, 1, 5, "expected 4 cells in each row, found 9"),
        (EASY_PUZZLE.to_array(), {"layout": Layout(2, 2)}, None, None, "expected 16 cells"),
        (EASY_PUZZLE, {"layout": Layout(2, 2)}, None, None, "expected 4x4"),
        (" " * 16, {"layout": Layout(3, 3)}, 1, 16, "expected 81 cells"),
        ("\n", {"layout": Layout(3, 3)}, 1, 1, "expected a puzzle, found nothing"),
    ],
)
def test_refused_for_what_was_said(
    text: Any, options: dict[str, Any], line: int | None, column: int | None, message: str
) -> None:
    with pytest.raises(ParseError, match=message) as caught:
        nonet.parse(text, **options)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("notation", "options"),
    [
        ("line", {"blank": "1"}),
        ("line", {"blank": ".."}),
        ("line", {"blank": ""}),
        ("line", {"alphabet": "A-P"}),
        ("line", {"alphabet": ""}),
        ("grid", {"blank": "+"}),
        ("numbers", {"blank": " "}),
        ("numbers", {"blank": "·"}),
        ("numbers", {"separator": ""}),
        ("numbers", {"separator": "\n"}),
        ("numbers", {"separator": "\v"}),
        ("numbers", {"separator": ",,"}),
        ("numbers", {"separator": "; ,"}),
        ("numbers", {"separator": "x"}),
    ],
)
def test_nothing_is_written_that_cannot_be_read(notation: str, options: dict[str, str]) -> None:
    with pytest.raises(ArgumentError, match="expected"):
        nonet.format(EASY, notation, **options)


@pytest.mark.parametrize(
    ("text", "notation", "message"),
    [
        ("53..7....", "grid", "expected 9 rows of 9 symbols, found 1 row$"),
        ("1\n2\n", "grid", "expected 1 row of 1 symbol, found 2 rows$"),
        ("12\n1\n2\n", "grid", "expected 1 symbol in each row, found 2$"),
    ],
)
def test_one_of_a_kind_is_no_plural(text: str, notation: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        nonet.parse(text, notation=notation)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ArgumentError, match="expected an alphabet of 1-9 for 9x9, found 'A-P'"):
        nonet.parse(EASY, alphabet="A-P")
    with pytest.raises(nonet.UnknownNotationError, match="did you mean 'grid'"):
        nonet.parse(EASY, notation="gird")
    with pytest.raises(nonet.UnknownNotationError):
        nonet.format(EASY, "lime")
    assert list(NOTATIONS)[:3] == ["line", "grid", "numbers"]


SYMBOLS = "0123456789.*-_Xx ABGPZ,;|+-=:#'\"[]{}()\t\r\n\ufeff·│─²ß\u2028"
TEXTS = st.one_of(
    st.text(),
    st.text(SYMBOLS),
    st.text("01. ", max_size=20),
    st.text("1234.|-+\n ", max_size=60),
    st.lists(st.text("1.0 ", min_size=4, max_size=4), max_size=5).map("\n".join),
    st.text(".123456789", min_size=81, max_size=81),
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, 4)
    | st.floats()
    | st.text(max_size=3)
    | st.binary(max_size=2)
    | st.sampled_from([np.array(1), np.array([1, 2]), np.int8(1), np.True_, np.float32(1)]),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner, inner),
    max_leaves=20,
)
ARRAYS = st.builds(
    lambda shape, dtype, fill: np.full(shape, fill).astype(dtype),
    st.lists(st.integers(0, 4), max_size=3),
    st.sampled_from(["?", "i1", "u8", "f4", "c8", "O", "U2", "S2", "M8[s]", "i4,i4"]),
    st.integers(0, 5),
)


@settings(max_examples=examples(300))
@given(TEXTS | st.binary() | st.lists(VALUES, max_size=9) | ARRAYS, st.none() | st.just("numbers"))
def test_whatever_it_is_it_is_a_puzzle_or_a_parse_error(value: Any, notation: str | None) -> None:
    try:
        puzzle = nonet.parse(value, notation=notation)
    except ParseError:
        return
    assert Puzzle.from_line(str(puzzle), puzzle.layout) == puzzle


def test_nesting_and_recursion_do_no_harm() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    loop: list[Any] = []
    loop.append(loop)
    for value in (deep, loop):
        with pytest.raises(ParseError):
            nonet.parse(value)
    while deep:
        deep = deep.pop()


@pytest.mark.parametrize(
    "text",
    quick_share(
        2,
        [
            "-" * 200_000 + "x",
            "+-" * 100_000 + "x",
            "1 " * 100_000,
            ", " * 100_000,
            "." * 250_000,
            "1 2\n" * 60_000,
            "\n" * 1_000_000,
            "[" * 200_000,
        ],
    ),
    ids=lambda text: repr(text[:4]),
)
def test_long_texts_are_refused_quickly(text: str) -> None:
    """The time grows with the length, not with its square: seconds, not hours."""
    with pytest.raises(ParseError):
        nonet.parse(text)


# Files


def write(folder: Path, data: bytes, name: str = "puzzle.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        EASY.encode(),
        EASY.encode() + b"\r\n",
        b"\xef\xbb\xbf" + EASY.encode(),
        gzip.compress(EASY.encode(), mtime=0),
        gzip.compress(b"\xef\xbb\xbf# easy\r\n" + EASY.encode() + b"\r\n", mtime=0),
        gzip.compress(EASY[:40].encode(), mtime=0) + gzip.compress(EASY[40:].encode(), mtime=0),
        REAL["HoDoKu"].encode(),
        gzip.compress(REAL["box drawing"].encode(), mtime=0),
    ],
)
def test_a_file_with_one_puzzle(tmp_path: Path, data: bytes) -> None:
    assert nonet.parse(write(tmp_path, data)) == EASY_PUZZLE


WHOLE = gzip.compress(EASY.encode() * 3, mtime=0)


@pytest.mark.parametrize(
    "data",
    [
        WHOLE[:2],
        WHOLE[:-9],
        WHOLE[:-1],
        WHOLE[:20] + bytes([WHOLE[20] ^ 255]) + WHOLE[21:],
        WHOLE[:-6] + b"\0\0" + WHOLE[-4:],
        WHOLE + b"junk",
    ],
    ids=["head", "tail", "last byte", "middle", "checksum", "junk"],
)
def test_a_damaged_gzip_file(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path, data)
    with pytest.raises(ParseError, match="expected a whole gzip file, found a damaged one"):
        nonet.parse(path)
    with open_binary(path) as stream, pytest.raises(ParseError, match="a whole gzip file"):
        list(iter_lines(stream))


@pytest.mark.parametrize("name", ["q.csv", "folder/q.csv", "Q.TXT", "q.jsonl.gz", "C:\\q.zip"])
def test_the_name_of_a_file_is_no_puzzle(name: str) -> None:
    with pytest.raises(ParseError) as caught:
        nonet.solve(name)
    assert str(caught.value) == (
        f"expected a puzzle, found the name of a file (which does not exist): {name!r}; "
        f"try nonet.read({name!r})"
    )
    assert caught.value.advice == Advice(instead=f"nonet.read({name!r})")


def test_a_file_that_is_there_is_read_by_another_call(tmp_path: Path) -> None:
    path = write(tmp_path, EASY.encode())
    with pytest.raises(ParseError, match=r"found the name of a file: .*; try nonet\.read\("):
        nonet.parse(str(path))
    for text in (changed(4, "?"), "...4.txt\n", b"q.csv", "https://example.com/q.csv"):
        with pytest.raises(ParseError) as caught:
            nonet.parse(text)
        assert caught.value.advice is None


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("q.csv", f"puzzle,id\n{EASY},1\n", ": expected one puzzle, found 2 lines"),
        (
            "q.jsonl",
            '{"puzzle": "' + EASY + '"}',
            ", line 1, column 1: expected a puzzle, found JSON",
        ),
        ("q.txt", f"{EASY}\n{EASY}\n", ": expected one puzzle, found 2 lines"),
    ],
)
def test_a_path_to_many_puzzles_is_read_by_another_call(
    tmp_path: Path, name: str, text: str, found: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ParseError) as caught:
        nonet.solve(path)
    said = str(caught.value)
    assert said.startswith(f"{path}{found}") and said.endswith(f"; try nonet.read({str(path)!r})")
    assert len(list(nonet.read(path))) == 1 + (name == "q.txt")


def test_errors_in_files_name_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, changed(4, "?").encode())
    with pytest.raises(ParseError) as caught:
        nonet.parse(path)
    assert str(caught.value).startswith(f"{path}, line 1, column 5: expected a digit 1-9")
    with pytest.raises(FileNotFoundError):
        nonet.parse(tmp_path / "none")


def test_a_file_larger_than_any_puzzle(tmp_path: Path) -> None:
    for data in (b"1" * (LONGEST_TEXT + 1), gzip.compress(bytes(50_000_000))):
        with (
            open_binary(write(tmp_path, data)) as stream,
            pytest.raises(ParseError, match=f"at most {LONGEST_TEXT} bytes, found more"),
        ):
            read_all(stream)


def test_closing_an_unpacked_file_closes_the_file(tmp_path: Path) -> None:
    with open_binary(write(tmp_path, gzip.compress(b"1"))) as stream:
        assert read_all(stream) == b"1"
        below = stream._packed  # type: ignore[attr-defined]
    assert stream.closed and below.closed


LINES = b"\xef\xbb\xbf# a list\r\n\r\n1..4\r\n  # more\n \t \n.2 # two\n3"


@pytest.mark.parametrize("packed", [False, True])
def test_lines_are_numbered_and_comments_left_out(tmp_path: Path, packed: bool) -> None:
    path = write(tmp_path, gzip.compress(LINES) if packed else LINES)
    with open_binary(path) as stream:
        lines = [(line.number, line.text) for line in iter_lines(stream)]
    assert lines == [(3, b"1..4"), (6, b".2 # two"), (7, b"3")]


def test_a_line_that_is_too_long_is_cut_and_refused_and_the_next_one_read() -> None:
    long = EASY.encode() + b" #" + b"x" * 3 * LONGEST_LINE
    wide = b"1    " * 51_984 + b"1    " * 1_000
    lines = list(iter_lines(io.BytesIO(b"\n".join([long, wide, EASY.encode()]))))
    assert [line.number for line in lines] == [1, 2, 3]
    for line in lines[:2]:
        assert len(line.text) == LONGEST_LINE + 1
        with pytest.raises(ParseError, match="a line of at most"):
            nonet.parse(line.text)
    assert lines[2].text == EASY.encode()


@given(st.lists(st.binary(max_size=30)), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_lines_of_any_bytes(parts: list[bytes], ending: bytes, packed: bool) -> None:
    data = ending.join(parts)
    if not packed and data.startswith(b"\x1f\x8b"):
        return
    stream = io.BytesIO(gzip.compress(data) if packed else data)
    with gzip.GzipFile(fileobj=stream) if packed else stream as opened:
        lines = list(iter_lines(opened))  # type: ignore[arg-type]
    raw = data.split(b"\n")
    for line in lines:
        assert line.text == raw[line.number - 1].rstrip(b"\r").removeprefix(
            b"\xef\xbb\xbf" if line.number == 1 else b""
        )


@pytest.mark.parametrize(
    "layout", [Layout(3, 2), Layout(2, 3), Layout(4, 2), Layout(3, 4), Layout(6, 5)]
)
def test_a_frame_tells_the_boxes(layout: Layout) -> None:
    cells = bytes([*range(1, layout.size + 1), *[0] * (layout.cell_count - layout.size)])
    puzzle = Puzzle(cells, layout)
    for unicode in (True, False):
        picture = nonet.render_text(puzzle, unicode=unicode)
        assert nonet.parse(picture) == puzzle
        assert nonet.parse(f"{picture}\nThis is the only solution. (0.05 ms)\n") == puzzle
    other = Layout(layout.box_cols, layout.box_rows)
    assert nonet.parse(picture, layout=other).layout == other


def test_bars_between_all_cells_tell_nothing_about_boxes() -> None:
    rows = "\n".join("|" + "|".join("......") + "|" for _ in range(6))
    assert nonet.parse(rows).layout == Layout(2, 3)
    assert nonet.parse("\n".join("|......|" for _ in range(6))).layout == Layout(2, 3)


def test_a_frame_that_is_not_closed_is_no_crash() -> None:
    for unicode in (True, False):
        picture = nonet.render_text(nonet.parse("1..4..1.2.4..3.."), unicode=unicode)
        unclosed = "\n".join(picture.split("\n")[:-1])
        assert nonet.parse(unclosed) == nonet.parse("1..4..1.2.4..3..")
        with pytest.raises(ParseError):
            nonet.parse(picture.split("\n")[0])


def test_a_large_layout_does_not_fit_a_small_text() -> None:
    for text in ("", " ", "10 0 0 0", " ".join(["10", *["0"] * 255])):
        with pytest.raises(ParseError):
            nonet.parse(text, layout=Layout(4, 8))
