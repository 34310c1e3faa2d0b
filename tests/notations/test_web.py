"""Links and JSON of web setters are read back exactly, and what is not understood is refused."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import nonet
import notations_target
from boards import EASY, EASY_SOLUTION, FIVE, JIGSAW, LAYOUTS, SIX, puzzles
from cases import examples, quick_share
from fuzzing import HERE, seeds
from nonet import ArgumentError, Layout, ParseError, Puzzle
from nonet.core.board import Board
from nonet.core.notes import Notes
from nonet.documents.catalog import lost_notes
from nonet.notations import fpuzzles_rules
from nonet.notations.board_sizes import boards_of
from nonet.notations.catalog import MARKED, NOTATIONS
from nonet.notations.detect import explain_text
from nonet.text.lzstring import compress, decompress
from nonet.text.short_json import read_shortened

pytestmark = pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")

GOLDEN = Path(__file__).parents[1] / "golden" / "notations"
FILES = {
    "f-puzzles": "f-puzzles.json",
    "f-puzzles-link": "f-puzzles-link.txt",
    "sudokuexchange": "sudokuexchange.txt",
    "sudokupad": "sudokupad.txt",
    "sudokuwiki": "sudokuwiki.txt",
}
EASY_PUZZLE = Puzzle.from_line(EASY)
EASY_DIGITS = EASY.replace(".", "0")
SOLUTION = Puzzle.from_line(EASY_SOLUTION).cells
SETTERS = ("f-puzzles", "f-puzzles-link", "sudokupad")
"""The notations that hold all that a document of f-puzzles does."""
TEXTS = st.text(min_size=1, max_size=20) | st.sampled_from(["true", "1", "{}", "null"])


@st.composite
def noted(draw: st.DrawFn, layouts: list[Layout], fields: frozenset[str]) -> Puzzle:
    """Any board, with any notes of these fields."""
    puzzle = draw(puzzles(draw(st.sampled_from(layouts))))
    layout, source = puzzle.layout, random.Random(draw(st.integers(0, 2**32)))
    notes: dict[str, Any] = {
        field: draw(TEXTS)
        for field in sorted(fields - {"placed", "pencil_marks", "solution"})
        if draw(st.booleans())
    }
    digits = range(1, layout.size + 1)
    filled = puzzle.cells
    if draw(st.booleans()) and 0 in filled:
        placed = bytearray(
            source.choice(digits) * (not d and source.random() < 0.3) for d in filled
        )
        placed[filled.index(0)] = source.choice(digits)
        notes["placed"] = bytes(placed)
        filled = bytes(given or digit for given, digit in zip(filled, placed, strict=True))
    if draw(st.booleans()):
        notes["pencil_marks"] = tuple(
            () if d else tuple(sorted(source.sample(digits, source.choice(digits)))) for d in filled
        )
    if draw(st.booleans()):
        notes["solution"] = bytes(source.choices(digits, k=layout.cell_count))
    return replace(puzzle, notes=Notes(**{k: v for k, v in notes.items() if k in fields}))


def link_with(text: str, prefix: str = "?load=") -> str:
    return f"{prefix}{compress(text)}"


def document(**members: Any) -> str:
    """A document of f-puzzles of one cell, or with members of your own."""
    return json.dumps({"size": 1, "grid": [[{}]], **members})


def pad(**members: Any) -> str:
    """A document of SudokuPad of 2x2 cells, or with members of your own."""
    regions = [[[0, 0], [0, 1]], [[1, 0], [1, 1]]]
    return json.dumps({"cells": [[{"value": 1}, {}], [{}, {}]], "regions": regions, **members})


# lz-string


@settings(max_examples=examples(300))
@given(st.text(max_size=400) | st.text('ab{}":,', max_size=2000) | st.text("é\U0001f600\u1234"))
@example("")
@example("\0\0\0")
@example("a" * 100_000)
def test_what_is_compressed_is_decompressed(text: str) -> None:
    for uri_safe in (False, True):
        packed = compress(text, uri_safe=uri_safe)
        assert decompress(packed) == text
        assert decompress(packed.rstrip("=")) == text
        assert not set(packed) & set("/=" if uri_safe else "-")


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ("", "Q==="),
        ("a", "IZA="),
        ("aaaa", "IY5A"),
        ("abababab", "IYI15I=="),
        ("\u1234", "ixIQ"),
        ("é", "JdA="),
        ("\U0001f600x", "rwbgA9geQ==="),
        ('{"size":9}', "N4IgzglgXgpiBcBOAvkA"),
    ],
)
def test_known_payloads(text: str, packed: str) -> None:
    assert (compress(text), decompress(packed)) == (packed, text)


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        ("", "column 1: expected more symbols, found the end"),
        ("N4Ig", "column 5: expected more symbols, found the end"),
        ("IZA=A", "column 4: expected a symbol of Base64, found '='"),
        ("IZAA", "column 4: expected the end, found more symbols"),
        ("IZ_=", "column 3: expected a symbol of Base64, found '_'"),
        ("Q====", "expected at most three signs to fill up, found more"),
        ("A-/A", "column 2: expected symbols of one alphabet, found '-' and '/'"),
        ("wA==", "column 1: expected a phrase that is known, found number 3 of 3"),
    ],
)
def test_broken_payloads(packed: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decompress(packed)


def test_a_payload_without_end_is_refused_in_bounded_memory() -> None:
    packed = compress("a" * 2_000_000)
    assert len(packed) < 6_000
    for most in (10, 1000):
        with pytest.raises(ParseError, match=f"at most {most} symbols of text, found more"):
            decompress(packed, most=most)
    with pytest.raises(ParseError, match="at most 1040400 symbols of text"):
        nonet.parse(f"?load={packed}")


@settings(max_examples=examples(300))
@given(st.text("ABIYNg4z9+/-=", max_size=60) | st.binary(max_size=80).map(lambda b: b.hex()))
def test_any_payload_is_a_text_or_refused(packed: str) -> None:
    try:
        text = decompress(packed)
    except ParseError:
        return
    assert decompress(compress(text)) == text


# Round trips


@settings(max_examples=examples(60))
@given(noted(LAYOUTS, NOTATIONS["f-puzzles"].HOLDS), st.sampled_from(SETTERS))
@example(Puzzle(bytes(81)), "f-puzzles-link")
@example(
    replace(EASY_PUZZLE, notes=Notes(pencil_marks=((),) * 81, name="\0\n\r\u2028\"'\\")),
    "sudokupad",
)
@example(replace(Puzzle(SOLUTION), notes=Notes(pencil_marks=((),) * 81)), "f-puzzles")
def test_setters_notations_give_back_board_and_notes(puzzle: Puzzle, name: str) -> None:
    if puzzle.pencil_marks == ((),) * 81 and 0 in puzzle.cells:
        with pytest.raises(ArgumentError, match=r"candidates in every empty cell .* r1c3 without"):
            nonet.format(puzzle, name)
        return
    text = nonet.format(puzzle, name)
    for again in (nonet.parse(text), nonet.parse(text.encode(), layout=puzzle.layout)):
        assert (again, again.layout, again.notation) == (puzzle, puzzle.layout, name)
        assert again.notes == puzzle.notes
    assert lost_notes(puzzle, name) == ()


@settings(max_examples=examples(60))
@given(noted([Layout(3, 3)], NOTATIONS["sudokuwiki"].HOLDS))
@example(EASY_PUZZLE)
@example(Puzzle(SOLUTION))
def test_sudokuwiki_gives_back_progress(puzzle: Puzzle) -> None:
    again = nonet.parse(nonet.format(puzzle, "sudokuwiki"))
    assert (again, again.notation) == (puzzle, "sudokuwiki")
    assert again.placed == puzzle.placed
    if any(pencil_marks and len(pencil_marks) < 9 for pencil_marks in puzzle.pencil_marks or ()):
        assert again.pencil_marks == puzzle.pencil_marks
    else:  # marks that exclude nothing are as good as none
        assert again.pencil_marks is None


@settings(max_examples=examples(60))
@given(
    puzzles(Layout(3, 3)),
    st.sampled_from([None, "easy", "medium", "hard", "diabolical"]),
    st.booleans(),
)
def test_sudokuexchange_gives_back_givens(puzzle: Puzzle, level: str | None, short: bool) -> None:
    puzzle = replace(puzzle, notes=Notes(level=level))
    again = nonet.parse(nonet.format(puzzle, "sudokuexchange", short=short))
    assert (again, again.notation) == (puzzle, "sudokuexchange")
    assert again.notes == puzzle.notes
    other = replace(puzzle, notes=Notes(level="moderate"))
    assert nonet.parse(nonet.format(other, "sudokuexchange")).notes.level is None


@settings(max_examples=examples(60))
@given(puzzles(), st.booleans())
def test_short_links_of_sudokupad_give_back_givens(puzzle: Puzzle, is_bare: bool) -> None:
    if puzzle.layout.size > 9 or puzzle.layout != Layout.of_size(puzzle.layout.size):
        with pytest.raises(ArgumentError, match="up to 9x9 with usual boxes"):
            nonet.format(puzzle, "sudokupad", short=True)
        return
    text = nonet.format(puzzle, "sudokupad", short=True)
    bare = text.removeprefix("https://sudokupad.app/")
    again = nonet.parse(bare if is_bare else text, notation="sudokupad" if is_bare else None)
    assert (again, again.notation) == (puzzle, "sudokupad")


@settings(max_examples=examples(40))
@given(noted(LAYOUTS, frozenset({"name", "author", "comment", "solution"})), st.data())
def test_documents_of_sudokupad_give_their_puzzle(puzzle: Puzzle, data: st.DataObject) -> None:
    size, notes = puzzle.layout.size, puzzle.notes
    cells = [[{"value": d} if d else {} for d in row] for row in puzzle.rows()]
    houses = [house.cells for house in puzzle.layout.houses[2 * size :]]
    members: dict[str, Any] = {
        "id": "x", "cellSize": 50, "cells": cells, "lines": [], "global": [],
        "regions": [[list(divmod(cell, size)) for cell in house] for house in houses],
    }  # fmt: skip
    words: dict[str, Any] = {"title": notes.name, "author": notes.author, "rules": notes.comment}
    if notes.solution and size > 9:
        words["solution"] = ",".join(map(str, notes.solution))
    elif notes.solution:
        words["solution"] = "".join(map(str, notes.solution))
    words = {name: text for name, text in words.items() if text}
    members["metadata"] = words
    plain = json.dumps(members)
    form = data.draw(st.sampled_from(["", "ctc", "scl", "https://sudokupad.app/sudoku/scl"]))
    text = link_with(plain, form) if form else plain
    again = nonet.parse(text, layout=puzzle.layout)
    assert (again, again.notes, again.notation) == (puzzle, notes, "sudokupad")


def test_the_shortened_form() -> None:
    text = (
        "{id:'x',cs:50,metadata:{t:'It\\'s \\u00e9\\n, {a:1}',author:42,\"rules\":\"t: 'f'\","
        "solution:1221},ce:[[{v:1},],[{centremarks:[2]},{v:'2'}]],l:,u:f,o:null,"
        "re:[[[0,0],[0,1]],[[1,0],[1,1]]],ca:[{v:'title: no',c:CFCFCF,c1:#0,c2:#F,r:t}]}"
    )
    with pytest.raises(ParseError, match="expected JSON, value, found ','"):
        nonet.parse(text)
    puzzle = nonet.parse(text.replace("l:,", "l:f,"), notation="sudokupad")
    assert str(puzzle) == "1..2"
    assert puzzle.notes == Notes(
        name="It's é\n, {a:1}",
        author="42",
        comment="t: 'f'",
        solution=bytes([1, 2, 2, 1]),
        pencil_marks=((), (), (2,), ()),
    )
    assert read_shortened("{a:[,,],b:[]}").value == {"arrows": [{}, {}, {}], "b": [{}]}


# Golden files and detection


def expected_of(name: str) -> Puzzle:
    placed = bytearray(81)
    placed[2], placed[3] = 4, 6
    board = Board.of(EASY_PUZZLE).place(2, 4).place(3, 6)
    pencil_marks = tuple(board.candidates(cell) for cell in range(81))
    progress = Notes(placed=bytes(placed), pencil_marks=pencil_marks)
    notes = {
        "f-puzzles": Notes(name="Jigsaw"),
        "f-puzzles-link": replace(
            progress,
            name="Morning",
            author="nonet",
            comment="Normal rules apply.\nIt's easy.",
            rating="1.2",
            level="easy",
            source="our own",
            date="2025-01-31",
            url="https://example.org/",
            solution=SOLUTION,
        ),
        "sudokuexchange": Notes(level="easy"),
        "sudokupad": Notes(name="Morning", solution=SOLUTION),
        "sudokuwiki": progress,
    }
    return replace(JIGSAW if name == "f-puzzles" else EASY_PUZZLE, notes=notes[name])


@pytest.mark.parametrize("name", FILES)
def test_golden_files(name: str) -> None:
    path, puzzle = GOLDEN / FILES[name], expected_of(name)
    again = nonet.parse(path)
    assert (again, again.notation, again.notes) == (puzzle, name, puzzle.notes)
    text = path.read_text(encoding="utf-8")
    assert nonet.format(puzzle, name) == text.removesuffix("\n")
    attempts = explain_text(text)
    assert [attempt.notation for attempt in attempts if attempt.mark] == [name]
    assert {attempt.puzzle for attempt in attempts} <= {None, puzzle}


@pytest.mark.parametrize("name", FILES)
def test_examples_in_the_docs(name: str) -> None:
    example_text = (NOTATIONS[name].__doc__ or "").partition("Example:")[2].strip().strip("`")
    assert nonet.parse(example_text).notation == name
    assert nonet.parse(example_text, notation=name).clues > 0


@pytest.mark.parametrize(
    "text",
    [
        EASY,
        EASY_DIGITS,
        "\n".join(EASY[start : start + 9] for start in range(0, 81, 9)),
        nonet.format(EASY_PUZZLE, "grid"),
        json.dumps(EASY_PUZZLE.rows()),
        "1 2\n2 1",
        "",
        "?",
        "{}",
        "{" * 1000,
        "https://example.org/",
        "https://example.org/?q=1",
        f"{EASY} # what? s=1",
        f"{EASY} https://example.org/?s=1",
        "scf",
        "sclerosis",
        "classic",
        '{"gridSize":4,"grid":[]}',
    ],
)
def test_what_has_no_mark_is_not_claimed(text: str) -> None:
    assert [
        module.NAME for module in MARKED if module.NAME in FILES and module.recognize(text)
    ] == []


# What is found on the web

LINK = nonet.format(EASY_PUZZLE, "f-puzzles-link")
PAYLOAD = compress(nonet.format(EASY_PUZZLE, "f-puzzles"))
SLASHED = nonet.format(replace(EASY_PUZZLE, notes=Notes(name="Slash 5")), "f-puzzles")
REAL = {
    "f-puzzles.com": f"http://f-puzzles.com/?load={PAYLOAD}",
    "no scheme": f"www.f-puzzles.com/?load={PAYLOAD}",
    "no host": f"?load={PAYLOAD}",
    "another host": f"https://example.org/solve?x=1&load={PAYLOAD}&y=2#top",
    "payload alone": PAYLOAD,
    "blanks for plus signs": f"https://f-puzzles.com/?load={PAYLOAD.replace('+', ' ')}",
    "quoted twice": LINK.replace("%", "%25"),
    "not filled up": f"?load={PAYLOAD.rstrip('=')}",
    "for links": f"?load={compress(nonet.format(EASY_PUZZLE, 'f-puzzles'), uri_safe=True)}",
    "lines around": f"\n  {LINK}  \r\n",
    "SudokuPad": f"https://sudokupad.app/fpuzzles{PAYLOAD}",
    "SudokuPad, short prefix": f"https://sudokupad.app/fpuz{PAYLOAD}",
    "SudokuPad, old host": f"https://app.crackingthecryptic.com/sudoku/fpuzzles{PAYLOAD}",
    "SudokuPad, settings": f"https://beta.sudokupad.app/fpuzzles{PAYLOAD}?setting-nogrid=1",
    "SudokuPad, puzzleid": f"https://sudokupad.app/sudoku.html?puzzleid=fpuzzles{PAYLOAD}",
    "SudokuPad, own scheme": f"sudokupad://puzzle/fpuzzles{PAYLOAD}",
    "SudokuPad, no host": f"fpuzzles{PAYLOAD}",
    "SudokuPad, short": "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79",
    "SudokuPad, short, no host": "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79",
    "SudokuPad, older": "https://sudokupad.app/classic53C7E6C195E98E6B8D6D34C8B3C17D2D6B6E28E419C5E8C79",
    "SudokuWiki": f"http://www.sudokuwiki.org/sudoku.htm?bd={EASY_DIGITS}",
    "SudokuWiki, dots": f"https://www.sudokuwiki.org/Sudoku.htm?bd={EASY}",
    "SudokuWiki, no host": f"?a=b&bd={EASY_DIGITS}",
    "SudokuExchange": f"https://sudokuexchange.com/play/?s={EASY_DIGITS}&d=9&v=sbt",
    "SudokuExchange, short": "sudokuexchange.com/play/?s=5NlQ19j9mGca3OIN1bWGk2m41TjS79",
    "SudokuExchange, commas": f"https://sudokuexchange.com/play/?s={','.join(EASY_DIGITS)}",
    "SudokuExchange, quoted": f"https://sudokuexchange.com/play/?s={'%2C'.join(EASY_DIGITS)}",
    "SudokuExchange, dots": f"https://sudokuexchange.com/play/?s={EASY}",
    "digits in texts": json.dumps(
        {
            "size": 9,
            "grid": [
                [{"value": str(d), "given": True} if d else {"value": ""} for d in row]
                for row in EASY_PUZZLE.rows()
            ],
        }
    ),
    "nothing where nothing is": json.dumps(
        json.loads(nonet.format(EASY_PUZZLE, "f-puzzles"))
        | {"title": "", "author": None, "killercage": [], "diagonal+": False, "negative": []}
        | {"solution": [""] * 81, "metadata": {}, "cage": [{"cells": ["R1C1"]}], "text": [1]}
        | {"disabledlogic": ["x"], "truecandidatesoptions": ["colored"], "arrow": None}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REAL)
def test_real_text(name: str) -> None:
    assert nonet.parse(REAL[name]) == EASY_PUZZLE
    assert nonet.parse(REAL[name], layout=Layout(3, 3)).notes in (Notes(), Notes(pencil_marks=None))


def test_slashes_that_a_browser_took_away() -> None:
    """Titles are tried until a payload has two slashes in a row, and one elsewhere."""
    found = 0
    for number in range(20):
        puzzle = replace(FIVE, notes=Notes(name=f"{number:x}\uffff"))
        packed = compress(nonet.format(puzzle, "f-puzzles"))
        if "//" not in packed:
            continue
        found += 1
        for prefix in ("?load=", "https://sudokupad.app/fpuzzles"):
            again = nonet.parse(f"{prefix}{packed.replace('//', '/')}")
            assert (again, again.name) == (puzzle, puzzle.name)
    assert found


def test_sudokuwiki_of_its_own_making() -> None:
    """Two symbols for a cell, in the form of 2023 and in the one after it."""
    base32 = "0123456789abcdefghijklmnopqrstuv"
    board = Board.of(EASY_PUZZLE)
    numbers = [
        (1 << digit) + 1 if digit else sum(1 << d for d in board.candidates(cell))
        for cell, digit in enumerate(EASY_PUZZLE.cells)
    ]
    pairs = "".join(base32[number // 32] + base32[number % 32] for number in numbers)
    puzzle = nonet.parse(f"https://www.sudokuwiki.org/sudoku.htm?bd={pairs}")
    assert puzzle == EASY_PUZZLE
    assert puzzle.placed is None
    assert puzzle.pencil_marks == tuple(board.candidates(cell) for cell in range(81))
    assert nonet.parse(f"?bd={'vu' * 81}").notes == Notes()
    progress = nonet.parse(f"?bd=s9b05{'0i'}{'ep' * 78}{'0j'}".replace("0j", "0J"))
    assert (progress.cells[0], progress.placed) == (5, bytes([0, 9, *bytes(79)]))
    assert progress.pencil_marks is not None and progress.pencil_marks[-1] == (1,)


# What is refused


SQUARE = {"cells": [[{"value": 1}, {}], [{}, {}]]}
BAD: list[tuple[str, str, str, str]] = [
    # f-puzzles: not JSON, or too much of it
    ("f-puzzles", "", "JSON, value", "the end"),
    ("f-puzzles", "x", "JSON, value", "'x'"),
    ("f-puzzles", '{"size":1', "JSON, ',' delimiter", "the end"),
    ("f-puzzles", document() + "x", "JSON", "extra data"),
    ("f-puzzles", '{"size":1,"size":2}', "every name once in an object", "'size' twice"),
    ("f-puzzles", '{"size":NaN}', "a number", "NaN"),
    ("f-puzzles", '{"size":' + "9" * 5000 + "}", "JSON of a puzzle", "thousands of digits"),
    ("f-puzzles", "[" * 100_000, "JSON of a puzzle", "far too deep"),
    ("f-puzzles", '{"grid":' * 30_000, "JSON of a puzzle", "far too deep"),
    ("f-puzzles", "[]", "an object with a grid", "a list without members"),
    ("f-puzzles", "5", "an object with a grid", "5"),
    # f-puzzles: a board that is none
    ("f-puzzles", '{"size":9}', "an object with a grid", "none"),
    ("f-puzzles", document(grid=5), "a list of rows at grid", "5"),
    ("f-puzzles", document(grid=[5]), "a row of cells at grid[0]", "5"),
    ("f-puzzles", document(grid=[[5]]), "a cell as an object at grid[0][0]", "5"),
    ("f-puzzles", document(grid=[[None]]), "a cell as an object at grid[0][0]", "null"),
    ("f-puzzles", document(grid=[[{}, {}]]), "1 cells at grid[0]", "2"),
    ("f-puzzles", document(size=2), "2 rows at grid", "1"),
    ("f-puzzles", document(size=0), "a size from 1 to 31 at size", "0"),
    ("f-puzzles", document(size=32), "a size from 1 to 31 at size", "32"),
    ("f-puzzles", document(size=10**30), "a size from 1 to 31", "a number of 100 bits"),
    ("f-puzzles", document(size=True), "a size from 1 to 31 at size", "true"),
    ("f-puzzles", document(size="9"), "a size from 1 to 31 at size", "'9'"),
    ("f-puzzles", '{"grid":[]}', "a size from 1 to 31 at grid", "0"),
    # f-puzzles: cells that are none
    ("f-puzzles", document(grid=[[{"value": 2}]]), "a digit 1-1 at grid[0][0].value", "2"),
    ("f-puzzles", document(grid=[[{"value": -1}]]), "a digit 1-1 at grid[0][0].value", "-1"),
    ("f-puzzles", document(grid=[[{"value": 1.0}]]), "a digit 1-1 at grid[0][0].value", "1.0"),
    ("f-puzzles", document(grid=[[{"value": "²"}]]), "a digit 1-1", "'²'"),
    ("f-puzzles", document(grid=[[{"value": True}]]), "a digit 1-1", "true"),
    ("f-puzzles", document(grid=[[{"value": [1]}]]), "a digit 1-1", "a list"),
    ("f-puzzles", document(grid=[[{"given": 1}]]), "true or false at grid[0][0].given", "1"),
    ("f-puzzles", document(grid=[[{"region": None}]]), "the number of a region", "null"),
    ("f-puzzles", document(grid=[[{"region": 1.5}]]), "grid[0][0].region", "1.5"),
    (
        "f-puzzles",
        document(size=2, grid=[[{}, {"region": 1}], [{}, {}]]),
        "2 regions",
        "1 cells of 0",
    ),
    ("f-puzzles", document(grid=[[{"thermo": 1}]]), "pencil marks at grid[0][0].thermo", "thermo"),
    (
        "f-puzzles",
        document(grid=[[{"centerPencilMarks": [1, 2]}]]),
        "a digit 1-1 at grid[0][0].centerPencilMarks[1]",
        "2",
    ),
    ("f-puzzles", document(grid=[[{"centerPencilMarks": [0]}]]), "a digit 1-1", "0"),
    ("f-puzzles", document(grid=[[{"centerPencilMarks": 1}]]), "a list of digits", "1"),
    ("f-puzzles", document(grid=[[{"givenPencilMarks": [2]}]]), "Marks[0]", "2"),
    # f-puzzles: rules that are none
    ("f-puzzles", document(antiknight="x"), "true or false at antiknight", "'x'"),
    ("f-puzzles", document(extraregion=True), "a list at extraregion", "true"),
    ("f-puzzles", document(extraregion=[5]), "extraregion as an object", "5"),
    ("f-puzzles", document(extraregion=[{}]), "a list of cells at extraregion[0].cells", "null"),
    ("f-puzzles", document(extraregion=[{"cells": ["R1C2"]}]), "from R1C1 to R1C1", "'R1C2'"),
    (
        "f-puzzles",
        document(killercage=[{"cells": ["R1C1"] * 2}]),
        "every cell once",
        "'R1C1' twice",
    ),
    ("f-puzzles", document(killercage=[{"cells": [[]]}]), "cells[0]", "a list without members"),
    (
        "f-puzzles",
        document(killercage=[{"cells": ["R1C1"], "value": "1"}]),
        "rules that nonet supports",
        "the constraint 'killercage' with a sum",
    ),
    ("f-puzzles", document(killercage=[{"cells": [], "lookandsay": 1}]), "cells", "'lookandsay'"),
    ("f-puzzles", document(odd=[{"cell": "R0C1"}]), "from R1C1 to R1C1 at odd[0].cell", "'R0C1'"),
    # f-puzzles: words and solutions that are none
    ("f-puzzles", document(title=[]), "a text at title", "a list without members"),
    ("f-puzzles", document(author={"x": 1}), "a text at author", "an object"),
    ("f-puzzles", '{"size":1,"grid":[[{}]],"title":"\\ud800"}', "a text at title", "surrogate"),
    ("f-puzzles", document(solution=[1, 1]), "1 digits at solution", "2"),
    ("f-puzzles", document(solution=["x"]), "a digit 1-1 at solution[0]", "'x'"),
    ("f-puzzles", document(solution={"a": 1}), "a list of digits at solution", "an object"),
    ("f-puzzles", document(metadata=[1]), "an object at metadata", "a list"),
    ("f-puzzles", document(metadata={"antiking": True}), "rules that nonet supports", "'antiking'"),
    # Links of f-puzzles
    ("f-puzzles-link", "https://f-puzzles.com/?id=abc", "(?load=)", "'abc', which only the server"),
    ("f-puzzles-link", "https://f-puzzles.com/?x=1", "a link with ?load=", "none"),
    ("f-puzzles-link", "?load=", "a puzzle in the link", "nothing"),
    ("f-puzzles-link", "", "one link", "nothing"),
    ("f-puzzles-link", f"{LINK}\n{LINK}", "one link", "2 lines"),
    ("f-puzzles-link", "?load=N4Ig", "more symbols (symbol 5 of the payload)", "the end"),
    ("f-puzzles-link", "?load=N4Ig!", "a symbol of Base64 (symbol 5 of the payload)", "'!'"),
    ("f-puzzles-link", f"?load={PAYLOAD[:-9]}", "more symbols", "the end"),
    ("f-puzzles-link", link_with("[]"), "an object with a grid", "a list"),
    ("f-puzzles-link", link_with("{'a"), "JSON, property name", '"\'"'),
    ("f-puzzles-link", link_with(document(grid=[[{"value": 7}]])), "grid[0][0].value", "7"),
    # SudokuPad
    ("sudokupad", "https://sudokupad.app/y9zx8w7v", "holds its puzzle", "the short id 'y9zx8w7v'"),
    ("sudokupad", "https://sudokupad.app/me/my-puzzle", "holds its", "'me/my-puzzle', which only"),
    ("sudokupad", "https://sudokupad.app/fpuzzlesyhkyz63b", "holds its", "only the server knows"),
    ("sudokupad", "https://sudokupad.app/", "a link that holds its puzzle", "none"),
    ("sudokupad", "https://sudokupad.app/sclN4Ig", "more symbols", "the end"),
    ("sudokupad", "https://sudokupad.app/scfoo", "a square number of cells, up to 9x9", "'oo'"),
    ("sudokupad", "https://sudokupad.app/scf5000", "up to 9x9", "'5000'"),
    ("sudokupad", "https://sudokupad.app/scf??", "up to 9x9", "''"),
    ("sudokupad", "{}", "rows of cells at cells", "null"),
    ("sudokupad", "{x", "JSON, property name", "'x'"),
    ("sudokupad", "{ce:[[{v:1", "JSON, ',' delimiter", "the end"),
    ("sudokupad", "{ce:['x", "the end of a string", "the end"),
    ("sudokupad", "{ce:['\\x']}", "JSON", "invalid \\escape"),
    ("sudokupad", json.dumps(SQUARE), "every cell in a region at regions", "r1c1 in none"),
    ("sudokupad", pad(regions=[[[0, 0], [0, 1]]]), "every cell in a region", "r2c1 in none"),
    (
        "sudokupad",
        pad(regions=[[[0, 0], [0, 0]]]),
        "one region at regions[0][1]",
        "also in another",
    ),
    ("sudokupad", pad(regions=[[[0, 2]]]), "a column from 0 to 1 at regions[0][0]", "a list"),
    ("sudokupad", pad(regions=[[[0, 0.5]]]), "a column from 0 to 1", "a list"),
    ("sudokupad", pad(regions=[5]), "a region as a list of cells at regions[0]", "5"),
    (
        "sudokupad",
        pad(regions=[[[0, 0]], [[0, 1], [1, 0], [1, 1]]]),
        "2 regions of 2 cells at regions",
        "1 cells",
    ),
    ("sudokupad", pad(cells=[]), "1 to 31 rows at cells", "0"),
    ("sudokupad", pad(cells=[[{}, {}]]), "1 cells at cells[0]", "2"),
    ("sudokupad", pad(cells=[[{"value": "A"}]]), "a digit 1-1 at cells[0][0].value", "'A'"),
    ("sudokupad", pad(cells=[[{"x": 1}]]), "pencil marks at cells[0][0].x", "'x'"),
    ("sudokupad", pad(cells=[[0]]), "a cell as an object at cells[0][0]", "0"),
    ("sudokupad", pad(cages=[{"cells": [[0, 0]], "value": 3}]), "at cages[0]", "'cages'"),
    ("sudokupad", pad(cages=[{"value": "antiknight: yes"}]), "cages[0].value", "'antiknight'"),
    ("sudokupad", pad(cages=[1]), "a cage as an object at cages[0]", "1"),
    ("sudokupad", pad(lines=[{}]), "rules that nonet supports", "the constraint 'lines'"),
    ("sudokupad", pad(underlays=[{}]), "rules that nonet supports", "the constraint 'underlays'"),
    ("sudokupad", pad(**{"global": ["killer"]}), "rules that nonet supports", "'killer'"),
    ("sudokupad", pad(metadata={"antiknight": "yes"}), "metadata.antiknight", "'antiknight'"),
    ("sudokupad", pad(cages=[{"cells": [[0, 0], [0, 1]]}]), "at cages[0]", "'cages'"),
    (
        "sudokupad",
        pad(cages=[{"cells": [[0, 0], [0, 1]], "unique": True, "sum": 3}]),
        "at cages[0]",
        "'cages'",
    ),
    (
        "sudokupad",
        pad(cages=[{"cells": [[0, 0], [0, 0]], "unique": True}]),
        "every cell once at cages[0].cells",
        "twice",
    ),
    ("sudokupad", pad(metadata={"norowcol": True}), "metadata.norowcol", "'norowcol'"),
    ("sudokupad", pad(cages=[{"value": "norowcol: true"}]), "cages[0].value", "'norowcol'"),
    ("sudokupad", pad(metadata={"solution": "12"}), "4 digits at metadata.solution", "2"),
    ("sudokupad", pad(metadata={"solution": "123x"}), "metadata.solution[2]", "'3'"),
    # SudokuWiki
    ("sudokuwiki", "https://www.sudokuwiki.org/sudoku.htm", "a link with ?bd=", "none"),
    ("sudokuwiki", f"?bd={EASY_DIGITS[:80]}", "81 digits, or S9B", "80 symbols"),
    ("sudokuwiki", f"?bd={EASY[:80]}x", "a digit 1-9 or '.'", "'x'"),
    ("sudokuwiki", f"?bd={EASY[:80]}0", "a digit 1-9 or '.'", "'0'"),
    ("sudokuwiki", f"/jigsaw.htm?bd={EASY_DIGITS}", "(sudoku.htm)", "the page 'jigsaw.htm'"),
    ("sudokuwiki", f"?bd=S9B{'00' * 81}", "a digit or candidates in two symbols", "'00'"),
    ("sudokuwiki", f"?bd=S9B{'eq' * 81}", "a digit or candidates in two symbols", "'eq'"),
    ("sudokuwiki", f"?bd=S9B{'01' * 80}0!", "a digit or candidates in two symbols", "'0!'"),
    ("sudokuwiki", f"?bd={'03' * 80}07", "a digit or candidates in two symbols", "'07'"),
    ("sudokuwiki", f"?bd={'03' * 80}zz", "a digit or candidates in two symbols", "'zz'"),
    ("sudokuwiki", f"?bd={'03' * 80}00", "a digit or candidates in two symbols", "'00'"),
    # SudokuExchange
    ("sudokuexchange", "https://sudokuexchange.com/", "a link with ?s=", "none"),
    ("sudokuexchange", f"?s={EASY_DIGITS[:80]}", "81 digits", "80 symbols, 80 cells"),
    ("sudokuexchange", "?s=", "81 digits", "0 symbols"),
    ("sudokuexchange", f"?s={EASY_DIGITS[:80]}y", "a digit or a symbol of 0-9A-Za-x", "'y'"),
]


@pytest.mark.parametrize(
    ("name", "text", "expected", "found"),
    BAD,
    ids=[f"{number}: {case[0]}: {case[2][:30]}" for number, case in enumerate(BAD)],
)
def test_refused(name: str, text: str, expected: str, found: str) -> None:
    with pytest.raises(ParseError) as caught:
        nonet.parse(text, notation=name)
    error = caught.value
    assert expected in error.expected
    assert found in error.found
    assert error.line and error.column


CONSTRAINTS = [
    "arrow", "betweenline", "clone", "columnindexer", "difference", "doublearrow",
    "entropicline", "fogofwar", "foglight", "littlekillersum", "lockout", "maximum",
    "minimum", "modularline", "nabner", "negative", "nonconsecutive", "palindrome",
    "quadruple", "ratio", "regionsumline", "renban", "sandwichsum", "skyscraper", "thermometer",
    "whispers", "xsum", "xv", "zipperline", "whatever comes next",
]  # fmt: skip


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_a_constraint_is_refused_by_name_unless_it_is_none(name: str) -> None:
    for value in (True, 1, "x", [{}], ["ratio"], {"a": 1}):
        for text in (document(**{name: value}), link_with(document(**{name: value}))):
            with pytest.raises(ParseError) as caught:
                nonet.parse(text)
            assert caught.value.found == f"the constraint {name!r}"
    for nothing in (False, None, [], {}, "", 0):
        assert nonet.parse(document(**{name: nothing})) == Puzzle(bytes(1), Layout(1, 1))


@pytest.mark.parametrize("name", sorted(fpuzzles_rules.NAMES))
def test_a_rule_that_is_switched_off_is_none(name: str) -> None:
    for nothing in (False, None, [], {}, "", 0):
        assert nonet.parse(document(**{name: nothing})) == Puzzle(bytes(1), Layout(1, 1))


def test_the_place_of_what_is_wrong() -> None:
    text = '{\n "size": 2,\n "grid": [[{}, {"value":1}],\n  [{"a": 0, "value":\t3}, {}]]}'
    with pytest.raises(ParseError, match=r"line 4, column 22: .* at grid\[1\]\[0\].value, found 3"):
        nonet.parse(text)
    with pytest.raises(ParseError, match="line 2, column 14: expected an object with a grid"):
        nonet.parse(f"\n{'?x=1&y=&load='}{compress('[]')}", notation="f-puzzles-link")


@pytest.mark.parametrize("name", FILES)
def test_another_layout_than_the_one_asked_for(name: str) -> None:
    text = nonet.format(EASY_PUZZLE, name)
    with pytest.raises(ParseError, match="expected 4x4 with 2x2 boxes"):
        nonet.parse(text, layout=Layout(2, 2))
    if name in SETTERS:
        six = Puzzle.from_line(SIX, Layout(3, 2))
        with pytest.raises(ParseError, match="expected 6x6 with 2x3 boxes"):
            nonet.parse(nonet.format(six, name), layout=Layout(2, 3))
        usual = nonet.format(Puzzle.from_line(SIX, Layout(2, 3)), name)
        assert nonet.parse(usual, layout=Layout(3, 2)) == six


@pytest.mark.parametrize(
    ("name", "puzzle", "message"),
    [
        ("f-puzzles", Puzzle(bytes(36**2), Layout(6, 6)), "boards up to 31x31; found 36x36"),
        ("sudokupad", Puzzle(bytes(36**2), Layout(6, 6)), "boards up to 31x31; found 36x36"),
        ("sudokuwiki", JIGSAW, "supports only 9x9 with 3x3 boxes; found 9x9 with irregular"),
        ("sudokuexchange", FIVE, "supports only 9x9 with 3x3 boxes; found 5x5"),
        ("f-puzzles", replace(FIVE, notes=Notes(placed=bytes(3))), "25 cells of placed, found 3"),
        ("f-puzzles", replace(FIVE, notes=Notes(name="\ud800")), "a text as name, found half"),
        (
            "sudokuwiki",
            replace(EASY_PUZZLE, notes=Notes(pencil_marks=((),) * 81)),
            "found none in r1c3",
        ),
        (
            "sudokuwiki",
            replace(EASY_PUZZLE, notes=Notes(pencil_marks=())),
            "81 cells of marks, found 0",
        ),
    ],
)
def test_what_cannot_be_written(name: str, puzzle: Puzzle, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        nonet.format(puzzle, name)


@pytest.mark.parametrize(
    ("name", "text"),
    quick_share(
        2,
        [
            ("f-puzzles", '{"grid":[' + "[" * 200_000),
            ("f-puzzles", '{"size":1,"grid":[[{"value":"' + "9" * 200_000 + '"}]]}'),
            ("f-puzzles", '{"grid":[' + "[{}]," * 40_000 + "[]]}"),
            ("f-puzzles-link", "?load=N4Ig" + "/A" * 100_000),
            ("f-puzzles-link", "?load=" + "%25" * 80_000),
            ("f-puzzles-link", "?" + "&" * 200_000),
            ("sudokupad", "{ce:[" + "'\\" * 100_000),
            ("sudokupad", "{ce:[" + "," * 200_000),
            ("sudokupad", "scf" + "0" * 200_000),
            ("sudokuwiki", "?bd=" + "0" * 200_000),
            ("sudokuexchange", "?s=" + "x" * 200_000),
        ],
    ),
)
def test_long_texts_are_refused_quickly(name: str, text: str) -> None:
    started = time.process_time()
    with pytest.raises(ParseError):
        nonet.parse(text, notation=name)
    with pytest.raises(ParseError):
        nonet.parse(text)
    assert time.process_time() - started < 20


# Fuzz targets


@pytest.mark.parametrize("name", FILES)
def test_seeds(name: str) -> None:
    assert list(seeds(name))
    for seed in seeds(name):
        notations_target.target_of(name)(seed.read_bytes())


def mutated(name: str) -> st.SearchStrategy[bytes]:
    """Seeds with pieces changed, left out, or put in."""
    pieces = st.binary(max_size=3) | st.sampled_from([b'"', b"{}", b"[", b"1", b"null", b",", b"'"])

    def change(data: bytes, at: list[int], new: bytes) -> bytes:
        for place in at:
            place %= len(data) + 1
            data = data[:place] + new + data[place + len(new) % 3 :]
        return data

    data = st.sampled_from([seed.read_bytes() for seed in seeds(name)])
    return st.builds(change, data, st.lists(st.integers(0, 5000), max_size=3), pieces)


@pytest.mark.parametrize("name", FILES)
def test_fuzz_targets(name: str) -> None:
    target: Callable[[bytes], None] = notations_target.target_of(name)

    @settings(max_examples=examples(100))
    @given(mutated(name) | st.binary())
    def run(data: bytes) -> None:
        target(data)

    run()


def test_the_fuzz_target_asks_for_a_notation() -> None:
    done = subprocess.run(
        [sys.executable, HERE / "notations_target.py", "nothing"],
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "expected the name of a notation: line, grid" in done.stderr


@pytest.mark.parametrize("name", ["bd", "s", "load"])
def test_a_link_with_two_puzzles_is_refused(name: str) -> None:
    one, other = "5" + "0" * 80, "0" * 80 + "5"
    if name == "load":
        one, other = (nonet.format(nonet.parse(t), "f-puzzles-link") for t in (one, other))
        one, other = (link.partition("load=")[2] for link in (one, other))
    link = f"https://example.org/?{name}={one}&{name}="
    assert nonet.parse(link + one).clues == 1
    with pytest.raises(ParseError, match=f"one {name}= in the link, found two different"):
        nonet.parse(link + other)


# What is said of them


def test_sudokuexchange_holds_the_levels_that_it_has() -> None:
    for level, lost in (("hard", ()), ("fiendish", ("level",))):
        puzzle = replace(nonet.parse(EASY), notes=Notes(level=level))
        assert lost_notes(puzzle, "sudokuexchange") == lost
        again = nonet.parse(NOTATIONS["sudokuexchange"].format(puzzle))
        assert again.notes.level == (None if lost else level)


@pytest.mark.parametrize("name", ["f-puzzles", "f-puzzles-link", "sudokupad"])
def test_boards_of_this_family_go_up_to_31(name: str) -> None:
    module = NOTATIONS[name]
    assert boards_of(module) == "up to 31x31"
    puzzle = Puzzle(bytes([31]) + bytes(31 * 31 - 1), Layout.of_size(31))
    assert nonet.parse(module.format(puzzle)) == puzzle
    with pytest.raises(ArgumentError, match="31x31"):
        module.format(Puzzle(bytes(32 * 32), Layout.of_size(32)))


@pytest.mark.parametrize(
    "text",
    [
        "https://example.com/foo",
        "http://www.example.com/puzzles/1234.html?day=3#top",
        "  www.example.com/puzzle\n",
        "https://example.com/q.csv",
    ],
)
def test_a_web_address_without_a_puzzle_is_told_as_one(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        nonet.parse(text)
    column = 3 if text.startswith(" ") else 1
    assert str(caught.value) == (
        f"line 1, column {column}: expected a puzzle, or a link that contains one, "
        "found a web address without one (nonet does not open pages)"
    )
