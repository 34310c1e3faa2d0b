"""Documents: tables, XML, lists and zip files, read and written as streams."""

from __future__ import annotations

import gzip
import io
import json
import sys
import textwrap
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, HARD, JIGSAW, LAYOUTS
from cases import examples
from documents_target import NAMES, target_of
from fuzzing import seeds
from nonet import ArgumentError, Layout, ParseError, Puzzle, parse
from nonet.core.notes import Notes
from nonet.documents import csv_file, jsonl_file, opensudoku, parquet_file, zip_file
from nonet.documents.catalog import DOCUMENTS, format_named, lost_notes
from nonet.documents.detect import document_of_path, formats_of_path, recognize_document
from nonet.documents.document import Record
from nonet.documents.table_rows import PLANNED
from nonet.notations.board_sizes import boards_of
from nonet.notations.catalog import MARKED
from nonet.notations.parsing import parse_text

GOLDEN = Path(__file__).parents[1] / "golden" / "notations"
FOUR = "1..4..1.2.4..3.."
FOUR_SOLUTION = "1234341221434321"


def read(name: str, data: bytes, **options: Any) -> list[Record]:
    records = list(DOCUMENTS[name].read(io.BytesIO(data), **options))
    for record in records:
        assert (record.puzzle is None) == (record.error is not None)
    return records


def puzzles(name: str, data: bytes, **options: Any) -> list[Puzzle]:
    records = read(name, data, **options)
    assert [record.error for record in records] == [None] * len(records)
    return [record.puzzle for record in records if record.puzzle]


def write(name: str, many: list[Puzzle], **options: Any) -> bytes:
    return b"".join(DOCUMENTS[name].write(many, **options))


def errors(name: str, data: bytes) -> list[str]:
    return [str(record.error) for record in read(name, data) if record.error]


# Every document: a page, a golden file, a way there and back


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_document_keeps_the_contract(name: str) -> None:
    module = DOCUMENTS[name]
    assert name == module.NAME and module.SUMMARY and module.SUFFIXES
    assert set(Notes.__slots__) >= module.HOLDS
    assert boards_of(module) == module.BOARDS
    page = module.__doc__ or ""
    assert "\nExample:" in page and format_named(name) is module


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if name != "parquet"])
def test_examples_are_read(name: str) -> None:
    _, _, example = (DOCUMENTS[name].__doc__ or "").partition("\nExample:")
    found = puzzles(name, textwrap.dedent(example).lstrip().encode())
    assert found and {puzzle.notation for puzzle in found} == {name}


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(GOLDEN.iterdir()) if path.stem in DOCUMENTS],
    ids=lambda path: path.name,
)
def test_golden_files_are_written_and_recognized(path: Path) -> None:
    name = path.stem
    data = path.read_bytes()
    assert write(name, puzzles(name, data)) == data
    known = recognize_document(data)
    assert known is None if name == "sdm" else known is not None and known.name == name
    assert document_of_path(str(path)) == name
    assert [module.NAME for module in MARKED if module.recognize(data.decode())] == []


def test_golden_notes() -> None:
    (first, *_) = puzzles("jsonl", (GOLDEN / "jsonl.jsonl").read_bytes())
    assert first.notes.kept == tuple(name for name in Notes.__slots__)
    (again, *_) = puzzles("csv", (GOLDEN / "csv.csv").read_bytes())
    assert again.notes == replace(first.notes, pencil_marks=None)
    played, other, last = puzzles("opensudoku", (GOLDEN / "opensudoku.opensudoku").read_bytes())
    assert (played.notes.placed, played.notes.pencil_marks) == (
        first.notes.placed,
        first.notes.pencil_marks,
    )
    assert dict(other.notes.details) == {
        "folder": "Morning",
        "folder_created": "1700000000000",
        "state": "1",
    }
    assert last.notes.kept == ()


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
XML_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"),
    min_size=1,
    max_size=12,
) | st.sampled_from(["a\nb", "a\tb\r\n", "<&>'\"", "]]>"])


@st.composite
def noted(draw: st.DrawFn, name: str) -> Puzzle:
    """A puzzle with any notes that a document holds."""
    module = DOCUMENTS[name]
    layout = draw(st.sampled_from([*LAYOUTS, JIGSAW.layout]))
    if module.BOARDS == "9x9":
        layout = Layout(3, 3)
    size, count = layout.size, layout.cell_count
    grids = st.binary(min_size=count, max_size=count).map(
        lambda b: bytes(x % (size + 1) for x in b)
    )
    cells = draw(grids)
    text = XML_TEXT if name == "opensudoku" else TEXT
    values: dict[str, Any] = {}
    for note in sorted(module.HOLDS - {"placed", "pencil_marks", "solution", "details"}):
        values[note] = draw(st.none() | text)
    if "solution" in module.HOLDS:
        solution = draw(st.none() | grids)
        # One that contradicts the givens is refused.
        values["solution"] = solution and bytes(
            given or digit for given, digit in zip(cells, solution, strict=True)
        )
    empty = [cell for cell in range(count) if not cells[cell]]
    if "placed" in module.HOLDS and empty:
        digits = draw(st.lists(st.integers(0, size), min_size=1, max_size=9))
        placed = bytearray(count)
        for number, digit in enumerate(digits):
            placed[empty[number % len(empty)]] = digit
        values["placed"] = bytes(placed) if any(placed) else None
    if "pencil_marks" in module.HOLDS:
        sets = st.sets(st.integers(1, size), max_size=3).map(lambda s: tuple(sorted(s)))
        some = draw(st.lists(sets, min_size=1, max_size=5))
        pencil_marks = tuple(some[cell % len(some)] for cell in range(count))
        values["pencil_marks"] = pencil_marks if any(pencil_marks) else None
    if "details" in module.HOLDS:
        names = TEXT | st.sampled_from(["id", "puzzle", "details", "details.id", "Clues", "", " x"])
        pairs = st.lists(st.tuples(names, text), max_size=3)
        if hasattr(module, "DETAILS"):
            own = sorted(module.DETAILS - {"second_marks", "colors"})
            order = ["folder", "folder_created", "created", "state", "time", "last_played"]
            assert set(own) == {*order, "command_stack"}
            chosen = draw(st.lists(st.sampled_from([*order, "command_stack"]), unique=True))
            details = [(n, draw(text)) for n in [*order, "command_stack"] if n in chosen]
        else:
            details = draw(pairs)
        values["details"] = tuple(details)
    return Puzzle(cells, layout, None, Notes(**values))


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=examples(60))
@given(data=st.data())
def test_there_and_back(name: str, data: st.DataObject) -> None:
    many = data.draw(st.lists(noted(name), min_size=1, max_size=4))
    found = puzzles(name, write(name, many))
    assert found == many
    for before, after in zip(many, found, strict=True):
        assert lost_notes(before, name) == ()
        assert after.notes == before.notes
        assert after.notation == name


def test_what_a_document_cannot_hold_is_named() -> None:
    first = puzzles("jsonl", (GOLDEN / "jsonl.jsonl").read_bytes())[0]
    assert first is not None and lost_notes(first, "csv") == ()  # Its digits say what is left.
    fewer = tuple(digits[1:] for digits in first.pencil_marks or ())
    first = replace(first, notes=replace(first.notes, pencil_marks=fewer))
    assert lost_notes(first, "csv") == ("marks",)
    lost = ("name", "author", "rating", "level", "source", "date", "url", "solution", "details")
    assert lost_notes(first, "opensudoku") == lost
    assert len(lost_notes(first, "sdm")) == 12


# Tables


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"quizzes,solutions\n{FOUR},{FOUR_SOLUTION}\n", ("solution",)),
        (f"puzzle,solution\n{FOUR},{FOUR_SOLUTION}", ("solution",)),
        (
            f"source,question,answer,rating\npuzzles0,{FOUR},{FOUR_SOLUTION},0\n",
            ("rating", "source", "solution"),
        ),
        (
            f"id,puzzle,solution,clues,difficulty\n1,{FOUR},{FOUR_SOLUTION},6,2.2\n",
            ("name", "level", "solution", "details"),
        ),
        (f"Game No.;Sudoku Puzzle;D_TO\n124;{FOUR};0.6\n", ("details",)),
        (f"\ufeffPUZZLE\tNAME\r\n{FOUR}\tfirst\r\n", ("name",)),
        (f"# a comment\n\nName,Board\nfirst,{FOUR}\n\n", ("name",)),
        (f'"name","puzzle"\n"a, b","{FOUR}"\n', ("name",)),
        ('puzzle,name\n"1..4\n..1.\n2.4.\n.3..","two\nlines"\n', ("name",)),
        (f"puzzle,name\n{FOUR}\n", ()),
        (f"puzzle,name\n{FOUR},,,\n", ()),
        (f"clues,name\n{FOUR},x\n", ("name",)),
    ],
)
def test_tables_of_the_wild(text: str, kept: tuple[str, ...]) -> None:
    data = text.encode()
    (found,) = puzzles("csv", data)
    assert found == parse(FOUR) and found.notes.kept == kept
    if "clues,name" not in text and text.count(",") != 1:
        assert recognize_document(data) is not None
    (again,) = puzzles("csv", write("csv", [found]))
    assert again == found and again.notes == found.notes


@pytest.mark.parametrize(
    "text",
    [
        f"{FOUR},{FOUR_SOLUTION},easy\n",
        f"1,{FOUR},{FOUR_SOLUTION}\n",
        f"1\t{FOUR}\t{FOUR_SOLUTION}\n",
    ],
)
def test_tables_without_names(text: str) -> None:
    (found,) = puzzles("csv", text.encode())
    assert found == parse(FOUR)
    assert found.notes.solution == parse(FOUR_SOLUTION).cells
    assert len(found.notes.details) == 1 and found.notes.details[0][0].startswith("column ")


def test_named_columns() -> None:
    data = f"a,b,c\n{FOUR},{FOUR_SOLUTION},x\n".encode()
    for puzzle, solution in (("a", "B"), ("1", "2")):
        columns = {"puzzle": puzzle, "solution": solution, "name": "c"}
        (found,) = puzzles("csv", data, columns=columns)
        assert (found, found.notes.name) == (parse(FOUR), "x")
    two = f"puzzle,quiz\n{FOUR},{FOUR_SOLUTION}\n".encode()
    (found,) = puzzles("csv", two, columns={"puzzle": "quiz"})
    assert found == parse(FOUR_SOLUTION) and found.notes.details == (("puzzle", FOUR),)
    with pytest.raises(ArgumentError, match="expected a column of puzzle"):
        list(DOCUMENTS["csv"].read(io.BytesIO(data), columns={"pzzle": "a"}))


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("csv", b"", "line 1, column 1: expected a table of puzzles, found nothing"),
        ("csv", b"a,b\n1,2\n", "line 1: expected a column named puzzle, puzzles, quizzes"),
        ("csv", b"puzzle,quiz\n", "expected one column of puzzles (say which: columns="),
        ("csv", f"n,puzzle\nx,{FOUR[:-1]}\n".encode(), "line 2, column 17: 15 cells, 1 too few"),
        ("csv", f"puzzle,x\n{FOUR},1,2\n".encode(), "line 2: expected 2 columns, found 3"),
        ("csv", f'puzzle,x\n{FOUR},"1"2\n'.encode(), "line 2, column 21: expected a separator or"),
        ("csv", f'puzzle,x\n{FOUR},"1\n'.encode(), "line 2, column 18: expected a quote"),
        ("csv", b"puzzle,x\n\xff\n", "line 2, column 1: expected text in UTF-8, found the byte"),
        ("csv", b"puzzle,x\n,1\n", "line 2, column 1: expected a puzzle, found nothing (field"),
        ("csv", f"puzzle,solution\n{FOUR},12\n".encode(), "expected 16 cells for 4x4"),
        ("csv", f"puzzle,box\n{FOUR},2by2\n".encode(), "expected the layout of a board, found"),
        ("csv", b"puzzle\n" + b"1" * 1_100_000, "line 2: expected a row of at most 1040400 bytes"),
        ("csv", b'puzzle,"x\n', "line 1, column 8: expected a quote at the end of the cell"),
        ("jsonl", b"[]", "line 1, column 1: expected a JSON object, found '[]'"),
        ("jsonl", b'[{"puzzle": "1..', "line 1: expected a JSON object, found"),
        ("jsonl", b'[\n{"puzzle": "1"}\n;]', "line 3: expected a comma or the end of the array"),
        (
            "jsonl",
            b'[{"puzzle": "1"}',
            "line 1: expected a comma or the end of the array, found the",
        ),
        ("jsonl", b'[{"puzzle": "1"},\n null]', "line 2: expected a JSON object, found 'null'"),
        ("jsonl", b'[{"puzzle": "1"}]\n\n7', "line 3: expected nothing after the array, found '7'"),
        ("jsonl", b'[\n{"a": 1, "a": 2}]', "line 2: expected every field once, found 'a' twice"),
        ("jsonl", b'[{"puzzle": "\xff"}]', "line 1: expected text in UTF-8, found the byte 0xff"),
        ("jsonl", b'[{"a": ' + b"[" * 200_000, "found one that is nested too deeply"),
        ("jsonl", b'[{"puzzle": ' + b"1" * 5000 + b"}]", "found a number with too many digits"),
        ("jsonl", b"{\n", "line 1, column 3: expected a JSON object, found the end"),
        ("jsonl", b'{"a": 1}', "line 1: expected a column named puzzle"),
        ("jsonl", b'{"puzzle": 1}', "line 1: expected a puzzle as text or a list, found 1"),
        ("jsonl", b'{"puzzle": null}', "expected a puzzle as text or a list, found nothing"),
        ("jsonl", b'{"puzzle": "1", "puzzle": "2"}', "expected every field once, found 'puzzle' t"),
        ("jsonl", b"\xff", "line 1, column 1: expected text in UTF-8, found the byte 0xff"),
        ("jsonl", b"[" * 200_000, "expected a JSON object, found one that is nested too deeply"),
        ("jsonl", b'{"puzzle": ' + b"1" * 5000 + b"}", "found a number with too many digits"),
        ("jsonl", b'{"puzzle": "1", "name": "\\ud800"}', "expected text, found half a character"),
        ("jsonl", b'{"puzzle": "1...", "marks": [[3],[],[],[]]}', "expected candidates 1-2, asc"),
        (
            "jsonl",
            b'{"puzzle": "1...", "marks": [[1]]}',
            "expected a list of 4 lists of candi",
        ),
        ("jsonl", b'{"puzzle": "1...", "details": [1]}', "expected a list of names and texts"),
        ("jsonl", b'{"puzzle": "1...", "regions": "AAAB"}', "expected the layout of a board"),
        ("parquet", b"PAR1xxxx", "expected a whole Parquet file, found a damaged one"),
        ("opensudoku", b"", "expected XML, found no element found"),
        ("opensudoku", b"<a/>", "line 1, column 1: expected the element <opensudoku>, found <a>"),
        (
            "opensudoku",
            b"<opensudoku version='3'/>",
            "expected OpenSudoku version 1 or 2, found",
        ),
        ("opensudoku", b"<opensudoku>", "expected XML, found no element found"),
        ("opensudoku", b"<opensudoku><game/></opensudoku>", "line 1: expected 81 digits, or"),
        ("opensudoku", b"<opensudoku><game data='12'/></opensudoku>", "cells, as data of a game"),
        (
            "opensudoku",
            b"<opensudoku><game data='version: 1 1|-|0|'/></opensudoku>",
            "expected 81 cells of 3 fields, found 3 fields",
        ),
        (
            "opensudoku",
            b"<opensudoku><game data='version: 3 " + b"0|512|1|" * 81 + b"'/></opensudoku>",
            "expected a number below 512 as marks, found '512'",
        ),
        (
            "opensudoku",
            b"<opensudoku><game data='version: 1 " + b"0|-|2|" * 81 + b"'/></opensudoku>",
            "expected a digit, marks, and 0 or 1 for every cell, found 0|..|2",
        ),
        ("opensudoku", b"<opensudoku>" + b"<a>" * 20, "expected elements in at most 16 others"),
        (
            "opensudoku",
            b'<!DOCTYPE a [<!ENTITY b "c">]><opensudoku>&b;</opensudoku>',
            "expected XML without a DTD or entities, found one",
        ),
        (
            "opensudoku",
            b"<opensudoku><name>" + b"a" * 3_000_000,
            "expected texts of at most 1048576",
        ),
        (
            "opensudoku",
            b"<opensudoku><game data='" + b"1" * 3_000_000,
            "expected texts of at most 1048576 bytes, found a longer one",
        ),
    ],
)
def test_bad_documents(name: str, data: bytes, said: str) -> None:
    found = errors(name, data)
    assert found
    assert said in found[-1]


def test_a_bad_row_is_not_the_end() -> None:
    rows = f'puzzle,name\nbad,1\n{FOUR},2\n"{FOUR},3\n{FOUR},4\n{FOUR},"5\n6"\n{FOUR},7\n'
    records = read("csv", rows.encode())
    assert [(record.line, record.puzzle is not None) for record in records] == [
        (2, False),
        (3, True),
        (4, False),
        (5, True),
        (6, True),
        (8, True),
    ]
    lines = f'{{"puzzle": "{FOUR}"}}\noops\n\n# comment\n{{"puzzle": "{FOUR}"}}\n'.encode()
    records = read("jsonl", lines)
    assert [(record.line, record.puzzle is not None) for record in records] == [
        (1, True),
        (2, False),
        (5, True),
    ]
    games = f"<opensudoku><game data='{EASY}'/>\n<game data='1'/>\n<game data='{EASY}'/>\n<oops>"
    records = read("opensudoku", games.encode())
    assert [(record.line, record.puzzle is not None) for record in records] == [
        (1, True),
        (2, False),
        (3, True),
        (4, False),
    ]


def test_damaged_gzip_below_a_document() -> None:
    packed = gzip.compress(f"puzzle\n{FOUR}\n".encode() * 3)[:-9]
    stream = gzip.GzipFile(fileobj=io.BytesIO(packed))
    *_, last = DOCUMENTS["csv"].read(stream)
    assert "expected a whole gzip file" in str(last.error)


def test_json_lists_and_our_own_answers() -> None:
    rows = [[0, 0, 0, 4], [0, 0, 1, 0], [2, 0, 4, 0], [0, 3, 0, None]]
    objects = [
        {"puzzle": rows, "solution": FOUR_SOLUTION},
        {
            "cells": [digit for row in rows for digit in row],
            "box_rows": 2,
            "box_cols": 2,
            "rating": 1.5,
            "more": {"a": [1]},
        },
        {"puzzle": "...4..1.2.4..3..", "box": "2x2", "count": 3, "flag": True},
    ]
    data = "\n".join(map(json.dumps, objects)).encode()
    found = puzzles("jsonl", data)
    assert {str(puzzle) for puzzle in found} == {"...4..1.2.4..3.."}
    assert found[1].notes.rating == "1.5"
    assert found[1].notes.details == (("more", '{"a": [1]}'),)
    assert found[2].notes.details == (("count", "3"), ("flag", "true"))


def test_a_note_that_comes_late_is_lost_with_a_word_or_refused() -> None:
    plain, late = parse(FOUR), replace(parse(FOUR), notes=Notes(name="x", details=(("y", "z"),)))
    lost: list[str] = []
    many = [plain] * PLANNED + [late]
    assert len(puzzles("csv", write("csv", many, lost=lost.append))) == PLANNED + 1
    assert sorted(lost) == ["name", "y"]
    with pytest.raises(ArgumentError, match="the first 1000 puzzles have no"):
        write("csv", many)


def test_a_board_that_comes_late_is_drawn_or_left_out() -> None:
    plain = parse(FOUR)
    six = Puzzle.from_line("15..4.24..564....3.....463..2..2..31", Layout(3, 2))
    lost: list[str] = []
    found = puzzles("csv", write("csv", [plain] * PLANNED + [six, JIGSAW], lost=lost.append))
    assert found[-1] == six and lost == ["puzzle"]


def test_a_title_above_a_grid_is_no_table() -> None:
    rows = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))
    for title in ("Sudoku", "Puzzle", "Sudoku, easy"):
        assert recognize_document(f"{title}\n{rows}\n".encode()) is None
    assert recognize_document(f"Puzzle\n{EASY}\n".encode()) is not None


def test_plain_texts_are_no_documents() -> None:
    for text in (EASY, f"{EASY}\n{HARD}\n", "", "# puzzle,solution\n", "1,2,3\n", "{}", "<a/>"):
        assert recognize_document(text.encode()) is None


def test_parquet_of_the_wild_and_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = arrow.table({"Quizzes": [FOUR, "oops", FOUR], "n": [1, 2, 3], "rating": [0.5, 1, None]})
    sink = io.BytesIO()
    parquet.write_table(table, sink)
    first, bad, last = read("parquet", sink.getvalue())
    assert first.puzzle is not None and first.puzzle.notes.rating == "0.5"
    assert last.puzzle is not None and last.puzzle.notes.details == (("n", "3"),)
    assert bad.error is not None and bad.error.line == 2
    assert recognize_document(sink.getvalue()) is not None
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install 'nonet[parquet]'" in errors("parquet", sink.getvalue())[0]
    with pytest.raises(ArgumentError, match="needs the package pyarrow"):
        write("parquet", [parse(FOUR)])


# OpenSudoku


def test_version_one_has_words_for_all_games() -> None:
    data = f"""<?xml version="1.0" encoding="UTF-8"?>
        <opensudoku><name>Mornings</name><author>somebody</author><level> easy </level>
        <sourceURL>http://example.org</sourceURL><created>2009-09-16</created><source/>
        <description>what it is</description><comment>more</comment>
        <game data="{EASY.replace(".", "0")}"/><game data="{HARD}"/></opensudoku>""".encode()
    first, second = puzzles("opensudoku", data)
    assert (first, second) == (parse(EASY), parse(HARD))
    assert (
        first.notes
        == second.notes
        == Notes(
            author="somebody",
            level="easy",
            url="http://example.org",
            date="2009-09-16",
            comment="what it is",
            details=(("folder", "Mornings"),),
        )
    )


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_versions_of_cells(version: int) -> None:
    def cell(number: int) -> str:
        digit = EASY[number].replace(".", "0")
        if version == 1:
            pencil_marks = "-" if digit != "0" else "1,9,"
        else:
            pencil_marks = "0" if digit != "0" else "257"
        more = {2: "|", 4: "|3", 5: "|3|4"}.get(version, "")
        return f"{digit}|{pencil_marks}{more}|{int(digit == '0')}|"

    data = f"version: {version}&#10;{''.join(map(cell, range(81)))}"
    (found,) = puzzles("opensudoku", f"<opensudoku><game data='{data}'/></opensudoku>".encode())
    assert found == parse(EASY) and found.notes.placed is None
    assert found.notes.pencil_marks == tuple(() if digit else (1, 9) for digit in found.cells)
    assert [name for name, _ in found.notes.details] == {
        4: ["second_marks"],
        5: ["second_marks", "colors"],
    }.get(version, [])
    (again,) = puzzles("opensudoku", write("opensudoku", [found]))
    assert again == found and again.notes == found.notes


def test_what_xml_cannot_write_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"XML cannot hold the character U\+0001"):
        write("opensudoku", [replace(parse(EASY), notes=Notes(comment="\x01"))])
    for name in ("opensudoku", "sdm"):
        with pytest.raises(ArgumentError, match="9x9"):
            write(name, [parse(FOUR)])


def test_other_encodings_of_xml() -> None:
    text = f'<?xml version="1.0" encoding="UTF-16"?><opensudoku><game data="{EASY}"/></opensudoku>'
    data = text.encode("utf-16")
    assert recognize_document(data) is not None
    assert puzzles("opensudoku", data) == [parse(EASY)]


# Zip files


def zipped(members: dict[str, bytes], **options: Any) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return sink.getvalue()


def unzip(data: bytes) -> bytes:
    archive = zip_file.Archive(io.BytesIO(data))
    return archive.open(archive.members[0]).read()


def test_members_and_what_systems_add() -> None:
    archive = zip_file.Archive(
        io.BytesIO(zipped({"a/": b"", "a/b.txt": b"1", "__MACOSX/x": b"", "a/.DS_Store": b""}))
    )
    assert [member.name for member in archive.members] == ["a/b.txt"]
    assert archive.open(archive.members[0]).read() == b"1"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04 and no more", "expected a whole zip file, found a damaged one"),
        (zipped({}), "expected a zip file with files, found none in it"),
        (zipped({"a.zip": zipped({"b": b"1"})}), "expected puzzles in a zip file, found a zip"),
        (zipped({"a": b"0" * (1 << 25)}), "expands at most 250 times, found 'a'"),
    ],
    ids=["damaged", "empty", "nested", "bomb"],
)
def test_bad_zip_files(data: bytes, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        unzip(data)


def test_an_encrypted_member_and_one_that_lies() -> None:
    data = bytearray(zipped({"a": b"0" * 1000}))
    place = data.index(b"PK\x01\x02") + 8
    data[place] |= 1
    archive = zip_file.Archive(io.BytesIO(bytes(data)))
    with pytest.raises(ParseError, match="without a password, found 'a', which is encrypted"):
        archive.open(archive.members[0])
    lying = bytearray(zipped({"a": b"0" * (1 << 25)}))
    place = lying.index(b"PK\x01\x02") + 24
    lying[place : place + 4] = (100).to_bytes(4, "little")
    with pytest.raises(ParseError):
        unzip(bytes(lying))


def test_zip_files_are_written_the_same_every_time() -> None:
    members = [("a.txt", [b"1", b"2" * 3_000_000]), ("b.txt", [])]
    data = b"".join(zip_file.write_zip(members))
    assert data == b"".join(zip_file.write_zip(members))
    archive = zip_file.Archive(io.BytesIO(data))
    found = [archive.open(member).read() for member in archive.members[1:]]
    assert [member.name for member in archive.members] == ["a.txt", "b.txt"] and found == [b""]


def test_names_of_files() -> None:
    assert document_of_path("a.CSV.gz") == "csv"
    assert document_of_path("a.zip/b.xml") == "opensudoku"
    assert document_of_path("a.txt") is document_of_path(None) is None
    assert formats_of_path("a.tsv.zip") == ["csv"]
    assert formats_of_path("a.txt") == []


# Streams


class _Slow(io.RawIOBase):
    """Gives its lines one by one, and counts them."""

    def __init__(self, line: Callable[[int], bytes], most: int) -> None:
        self._line, self._most = line, most
        self.given = 0

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> bytes:
        if self.given >= self._most:
            return b""
        self.given += 1
        return self._line(self.given - 1)

    def read(self, size: int = -1, /) -> bytes:
        return self.readline()


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("suffix", [".json", ".jsonl", ".txt"])
def test_a_json_array_of_objects_is_a_document(
    tmp_path: Path, indent: int | None, suffix: str
) -> None:
    rows = [{"quiz": EASY, "id": 3}, {"quiz": "oops"}, {"quiz": [[0, 0, 0, 4]] * 4, "set": "b"}]
    path = tmp_path / f"array{suffix}"
    path.write_text(json.dumps(rows, indent=indent))
    errors: list[ParseError] = []
    first, last = nonet.read(path, on_error=errors.append)
    assert (str(first), first.notes.name, first.notation) == (EASY, "3", "jsonl")
    assert last.layout.size == 4 and last.notes.details == (("set", "b"),)
    assert [error.line for error in errors] == [6 if indent else 1]


def test_a_json_array_may_be_long_but_not_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps([{"puzzle": EASY}] * 20_000).encode()
    assert len(puzzles("jsonl", data)) == 20_000
    monkeypatch.setattr(jsonl_file, "_LONGEST_ARRAY", 1 << 20)
    (record,) = read("jsonl", data)
    assert "an array of at most 1 MB, or JSON Lines, which can have any length" in str(record.error)


@pytest.mark.parametrize("name", ["csv", "jsonl", "opensudoku", "sdm"])
def test_documents_are_streams(name: str) -> None:
    lines = {
        "csv": lambda i: b"puzzle,name\n" if i == 0 else f"{EASY},{i}\n".encode(),
        "jsonl": lambda i: json.dumps({"puzzle": EASY, "n": i}).encode() + b"\n",
        "opensudoku": lambda i: (
            b"<opensudoku>\n" if i == 0 else f"<game data='{EASY}'/>\n".encode()
        ),
        "sdm": lambda i: f"{EASY}\n".encode(),
    }
    stream = _Slow(lines[name], 10**9)
    records = DOCUMENTS[name].read(stream)
    for _ in range(50):
        assert next(records).puzzle == parse(EASY)
    assert stream.given < 80
    endless = (parse(EASY) for _ in iter(int, 1))
    assert len(next(DOCUMENTS[name].write(endless))) < 200


def test_a_column_of_clues_is_the_puzzle_where_it_holds_puzzles() -> None:
    assert recognize_document(f"clues,level\n{EASY},hard\n".encode()) is not None
    assert recognize_document(b"clues,level\n26,hard\n") is None


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_the_fuzz_target_holds_on_seeds_and_what_is_made_of_them(
    name: str, data: st.DataObject
) -> None:
    for seed in seeds(name):
        text = bytearray(seed.read_bytes())
        for _ in range(data.draw(st.integers(0, 3))):
            start = data.draw(st.integers(0, len(text)))
            text[start : start + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
        target_of(name)(bytes(text))


def test_detection_is_not_slowed_down_by_documents() -> None:
    assert parse_text(EASY).notation == "line"
    assert {csv_file, jsonl_file, opensudoku, parquet_file} <= set(DOCUMENTS.values())
    assert len(EASY_SOLUTION) == 81


# Contradictions


@pytest.mark.parametrize("name", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize(
    ("role", "cells", "expected"),
    [
        ("solution", "1324421321434221", "the given 3 in r4c2 of the solution"),
        ("solution", "132442132143431", "16"),
        ("solution", "123434122143432112", "16"),
        ("placed", "...3............", "the given 4 in r1c4 of the placed"),
    ],
)
def test_what_contradicts_the_givens_is_refused(
    name: str, role: str, cells: str, expected: str
) -> None:
    if name == "parquet":
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    puzzle, good = "1..4..1.2.4..3..", "1.24............"
    rows = {"puzzle": [puzzle, puzzle], role: [cells, good]}
    if name == "csv":
        text = f"puzzle,{role}\n{puzzle},{cells}\n{puzzle},{good}\n".encode()
    elif name == "jsonl":
        pairs = zip(rows["puzzle"], rows[role], strict=True)
        text = "".join(json.dumps({"puzzle": p, role: r}) + "\n" for p, r in pairs).encode()
    else:
        sink = io.BytesIO()
        parquet.write_table(arrow.table(rows), sink)
        text = sink.getvalue()
    bad, kept = DOCUMENTS[name].read(io.BytesIO(text))
    assert kept.error is None and kept.puzzle is not None
    assert bad.puzzle is None and bad.error is not None
    assert expected in bad.error.expected and f"(field '{role}')" in bad.error.found


def test_texts_of_parquet_that_are_none_are_a_damage() -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    offsets = arrow.py_buffer(np.array([0, 16, 32], dtype=np.int32))
    data = arrow.py_buffer(b"...4..1.2.4..3.." + b"\x80" * 16)
    texts = arrow.StringArray.from_buffers(2, offsets, data)
    file = io.BytesIO()
    parquet.write_table(arrow.table({"puzzle": texts}), file)
    file.seek(0)
    (record,) = DOCUMENTS["parquet"].read(file)
    assert record.puzzle is None and "a damaged one (" in str(record.error)
