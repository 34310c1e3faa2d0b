"""A plain line is what the core reads as one; whatever it reads, the notation `line` reads too."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

import nonet
from nonet import native
from nonet.core.errors import ParseError
from nonet.core.layout import Layout
from nonet.notations import line

SIZES = range(4, 10)
COMMENTS = ("", " ", " # hard", ",hard", ";7.1", "#x", " 1", "  ", "\t", "x", " é", " \x07")


def lines_of(size: int) -> list[str]:
    """Return lines, plain or nearly, with one blank sign or two, digits in range or not."""
    dice = random.Random(size)
    found = []
    for number in range(400):
        signs = "." if number % 3 else "0"
        symbols = signs * 3 + "123456789"[: size + (number % 7 == 0)] + "0." * (number % 11 == 0)
        cells = size * size + dice.choice((0, 0, 0, 0, -1, 1))
        found.append("".join(dice.choices(symbols, k=cells)) + dice.choice(COMMENTS))
    return found


@pytest.mark.parametrize("size", SIZES)
def test_the_notation_reads_what_the_core_does(size: int) -> None:
    layout = Layout.of_size(size)
    plain = 0
    for text in lines_of(size):
        cells = native.plain_cells(text, size)
        assert cells == native.plain_cells(text.encode(), size)
        if cells is not None:
            plain += 1
            assert line.parse(text, layout=layout).cells == cells
    assert 100 < plain < 400


@pytest.mark.parametrize("size", SIZES)
def test_batches_and_single_lines_are_read_alike(size: int) -> None:
    lines = lines_of(size)
    cells, others = native.read_lines(list(lines), size)
    for row, text in enumerate(lines):
        alone = native.plain_cells(text, size)
        assert (row in others) == (alone is None)
        assert alone is None or cells[row].tobytes() == alone


def test_parse_has_no_other_idea_of_it() -> None:
    for text in lines_of(9):
        cells = native.plain_cells(text, 9)
        try:
            found = nonet.parse(text)
        except ParseError:
            assert cells is None
            continue
        assert cells in (None, found.cells)


PROBE = """
import sys
import nonet
nonet.solve({text!r})
print("nonet.notations.detect" in sys.modules)
"""


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("." * 80 + "9", False),
        (b"." * 81, False),
        ("." * 81 + " # a comment", True),
        ("." * 16, True),
    ],
    ids=["text", "bytes", "comment", "4x4"],
)
def test_a_plain_line_loads_no_other_notation(text: str | bytes, loads: bool) -> None:
    """To load them takes longer than to solve a puzzle."""
    command = [sys.executable, "-c", PROBE.format(text=text)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == f"{loads}\n"


def test_plain_lines_are_not_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither without a word about them nor where line and layout are named."""

    def refuse(*args: object, **options: object) -> nonet.Puzzle:
        raise AssertionError(args, options)

    # What comes first there, whoever keeps hold of the function itself.
    monkeypatch.setattr("nonet.notations.detect._parse_plain", refuse)
    monkeypatch.setattr("nonet.notations.detect.decode_text", refuse)
    text = "12" + "." * 79
    for options in ({}, {"notation": "line"}, {"layout": Layout(3, 3)}):
        found = nonet.parse(text, **options)  # type: ignore[arg-type]
        assert (str(found), found.layout, found.notation) == (text, Layout(3, 3), "line")
    for options in ({"notation": "grid"}, {"layout": Layout(1, 9)}, {"alphabet": "1-9"}):
        with pytest.raises(AssertionError):
            nonet.parse(text, **options)  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        nonet.parse(f"{text} # a comment")


def test_plain_lines_with_a_comment_are_not_tried_in_every_notation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*args: object) -> nonet.Puzzle:
        raise AssertionError(args)

    monkeypatch.setattr("nonet.notations.detect._parse_any", refuse)
    text = "12" + "." * 79
    found = nonet.parse(f"{text} # a comment")
    assert str(found) == text and found.notes.comment == "a comment"
    with pytest.raises(AssertionError):
        nonet.parse(f"{text[:9]}\n" * 9)


def test_what_is_no_plain_line() -> None:
    bare = "." * 81
    assert native.plain_cells(bare, 9) == bytes(81)
    for text in (bare[1:], bare + ".", bare[1:] + "x", "0" + bare[1:], f"\n{bare}", f"{bare}\n"):
        assert native.plain_cells(text, 9) is None
    assert native.plain_cells(f"{bare} {'x' * 1000}", 9) is None
    assert native.plain_cells("." * 9, 3) is None and native.plain_cells("." * 256, 16) is None
