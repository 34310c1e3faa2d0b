"""`nonet.read` and `nonet.write`: files of many puzzles."""

from __future__ import annotations

import gzip
import os
import pickle
import stat
import threading
import tracemalloc
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nonet
from boards import EASY, FOUR, HARD, OTHER
from nonet.core.notes import Notes
from nonet.documents.catalog import DOCUMENTS
from nonet.files.streams import BLOCK
from nonet.notations.catalog import NOTATIONS

NINES = [nonet.parse(EASY), nonet.parse(HARD)]


needs_named_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")


def lines_of(path: Path | str) -> list[str]:
    return list(map(str, nonet.read(path)))


every_kind = pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("list.txt", f"# two\n{EASY}\n\n{HARD}\r\n", [EASY, HARD]),
        ("one.txt", "...4\n..1.\n2.4.\n.3..\n", [FOUR]),
        ("table.csv", f"quizzes,name\n{EASY},a\n{HARD},b\n", [EASY, HARD]),
        ("lines.jsonl", f'{{"puzzle": "{FOUR}"}}\n', [FOUR]),
        ("list.sdm", f"{EASY}\n", [EASY]),
        ("returns.txt", f"{EASY}\r# c\r{HARD}\r", [EASY, HARD]),
        ("returned.txt", "...4\r..1.\r2.4.\r.3..\r", [FOUR]),
        ("none.txt", "", []),
        ("comments.txt", "# nothing\n\n", []),
    ],
)


@every_kind
def test_a_file_of_any_kind_is_read(
    tmp_path: Path, name: str, text: str, expected: list[str]
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert lines_of(path) == expected


@every_kind
def test_a_packed_file_of_any_kind_is_read(
    tmp_path: Path, name: str, text: str, expected: list[str]
) -> None:
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert lines_of(str(packed)) == expected


@every_kind
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_a_file_of_any_kind_in_another_encoding_is_read(
    tmp_path: Path, name: str, text: str, expected: list[str], encoding: str
) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode(encoding))
    assert lines_of(path) == expected
    if len(expected) == 1 and name == "one.txt":
        assert str(nonet.parse(path)) == str(nonet.parse(path.read_bytes())) == expected[0]


def test_a_long_list_in_utf_16_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    faces = "\N{GRINNING FACE}" * 100
    path.write_bytes("".join(f"{EASY} # {n} {faces}\n" for n in range(2_000)).encode("utf-16"))
    assert path.stat().st_size > BLOCK
    comments = [puzzle.notes.comment for puzzle in nonet.read(path)]
    assert len(comments) == 2_000 and comments[-1] == f"1999 {faces}"


def test_a_zip_file_is_read_member_by_member(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", f"{EASY}\n{HARD}\n")
        archive.writestr("b.csv", f"puzzle\n{FOUR}\noops\n")
    errors: list[nonet.ParseError] = []
    assert list(map(str, nonet.read(path, on_error=errors.append))) == [EASY, HARD, FOUR]
    assert [(error.source, error.line) for error in errors] == [(f"{path}/b.csv", 3)]


def test_the_first_bad_puzzle_is_raised_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{EASY}\noops\n{HARD}\n")
    puzzles = nonet.read(path)
    assert str(next(puzzles)) == EASY
    with pytest.raises(nonet.ParseError) as caught:
        next(puzzles)
    assert (caught.value.source, caught.value.line) == (str(path), 2)
    assert next(puzzles, None) is None


def test_errors_may_be_gathered(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{EASY}\noops\n{HARD}\n12345\n")
    errors: list[nonet.ParseError] = []
    assert list(map(str, nonet.read(path, on_error=errors.append))) == [EASY, HARD]
    assert [error.line for error in errors] == [2, 4]


def test_advice_speaks_of_arguments(tmp_path: Path) -> None:
    path = tmp_path / "both.txt"
    path.write_text("12..\n..12\n2.1.\n.2.1\n")
    with pytest.raises(nonet.AmbiguityError, match="notation='grid' or 'line'"):
        list(nonet.read(path))
    assert len(list(nonet.read(path, notation="grid"))) == 1
    assert len(list(nonet.read(path, notation="line"))) == 4


def test_columns_may_be_said(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_text(f"grid;number\n{EASY};1\n")
    [puzzle] = nonet.read(path, notation="csv", columns={"puzzle": "grid"})
    assert (str(puzzle), puzzle.notes.details) == (EASY, (("number", "1"),))
    with pytest.raises(nonet.ArgumentError, match="'puzle'"):
        list(nonet.read(path, notation="csv", columns={"puzle": "grid"}))


def test_a_layout_may_be_said(tmp_path: Path) -> None:
    path = tmp_path / "six.txt"
    path.write_text("1" + "." * 35)
    [puzzle] = nonet.read(path, layout=nonet.Layout(3, 2))
    assert puzzle.layout == nonet.Layout(3, 2)


def test_an_alphabet_may_be_said(tmp_path: Path) -> None:
    path = tmp_path / "sixteen.txt"
    path.write_text("G" + "." * 255)
    [puzzle] = nonet.read(path, alphabet="A-P")
    assert puzzle.cells[0] == 7


def test_files_that_cannot_be_read_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        nonet.read(tmp_path / "none.txt")
    with pytest.raises(IsADirectoryError):
        nonet.read(tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"notation": "nope"}, "no notation named 'nope'"),
        ({"on_error": "ignore"}, "on_error"),
        ({"layout": "3x3"}, "layout"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_read(
    tmp_path: Path, options: dict[str, Any], message: str
) -> None:
    path = tmp_path / "list.txt"
    path.write_text(EASY)
    with pytest.raises(nonet.NonetError, match=message):
        nonet.read(path, **options)


@needs_named_pipes
def test_a_puzzle_is_read_while_the_next_has_yet_to_come(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    is_read = threading.Event()
    in_time: list[bool] = []

    def send() -> None:
        with path.open("w") as pipe:
            pipe.write(f"{EASY}\n{HARD}\n")
            pipe.flush()
            in_time.append(is_read.wait(timeout=20))

    sender = threading.Thread(target=send)
    sender.start()
    puzzles = nonet.read(path)
    assert next(puzzles) == NINES[0]
    is_read.set()
    sender.join()
    assert in_time == [True]
    assert list(puzzles) == NINES[1:]


def test_a_file_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    path, count = tmp_path / "list.txt", 20_000
    path.write_text(f"{EASY} # {'long ' * 160}\n" * count)
    tracemalloc.start()
    try:
        assert sum(1 for _ in nonet.read(path)) == count
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < path.stat().st_size / 2


@pytest.mark.parametrize("suffix", ["", ".gz", ".zip"])
@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl", "a.sdm", "a.xml", "a.tsv"])
def test_what_is_written_is_read_back(tmp_path: Path, name: str, suffix: str) -> None:
    path = tmp_path / f"{name}{suffix}"
    assert nonet.write(NINES, path) == 2
    assert list(nonet.read(path)) == NINES
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize(("suffix", "magic"), [("", b"53"), (".gz", b"\x1f\x8b"), (".zip", b"PK")])
def test_the_name_says_how_a_file_is_packed(tmp_path: Path, suffix: str, magic: bytes) -> None:
    path = tmp_path / f"a.txt{suffix}"
    nonet.write(NINES, path)
    assert path.read_bytes().startswith(magic)


every_format = pytest.mark.parametrize("name", [*NOTATIONS, *DOCUMENTS])


def skip_without_parquet(name: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")


@every_format
def test_every_format_goes_into_a_zip_file(tmp_path: Path, name: str) -> None:
    skip_without_parquet(name)
    path = tmp_path / "puzzles.zip"
    assert nonet.write(NINES, path, notation=name) == 2
    assert list(nonet.read(path)) == NINES


@every_format
def test_every_format_can_be_a_file_of_one_puzzle(tmp_path: Path, name: str) -> None:
    skip_without_parquet(name)
    path = tmp_path / "one"
    assert nonet.write(NINES[:1], path, notation=name) == 1
    assert list(nonet.read(path)) == NINES[:1]


def test_no_puzzles_are_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    assert nonet.write([], path) == 0
    assert path.read_text() == ""


def test_puzzles_may_be_given_in_any_form(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    rows = [[0, 0, 0, 4], [0, 0, 1, 0], [2, 0, 4, 0], [0, 3, 0, 0]]
    assert nonet.write((FOUR, rows, nonet.parse(OTHER)), str(path)) == 3
    assert path.read_text() == f"{FOUR}\n{FOUR}\n{OTHER}\n"


@pytest.mark.parametrize("one", [FOUR, NINES[0], Path("list.txt")])
def test_one_puzzle_is_not_taken_for_several(tmp_path: Path, one: Any) -> None:
    with pytest.raises(nonet.ArgumentError, match="several puzzles"):
        nonet.write(one, tmp_path / "a.txt")


def test_options_are_those_of_the_notation(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    nonet.write([FOUR], path, blank="0")
    assert path.read_text() == f"{FOUR}\n".replace(".", "0")


def test_options_are_those_of_the_document(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    nonet.write([nonet.Puzzle(NINES[0].cells, notes=Notes(name="a"))], path, separator=";")
    assert path.read_text() == f"puzzle;name\n{EASY};a\n"


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("a.txt", {"frame": False}, "line has no option 'frame'"),
        ("a.csv", {"lost": print}, "csv has no option 'lost'"),
        ("a.txt", {"notation": "nope"}, "no notation named 'nope'"),
    ],
)
def test_options_of_other_formats_are_refused(
    tmp_path: Path, name: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(nonet.NonetError, match=message):
        nonet.write([FOUR], tmp_path / name, **options)


def test_notes_are_kept_where_there_is_room(tmp_path: Path) -> None:
    puzzle = nonet.Puzzle(NINES[0].cells, notes=Notes(name="a", level="easy"))
    nonet.write([puzzle], tmp_path / "a.jsonl")
    [read] = nonet.read(tmp_path / "a.jsonl")
    assert read.notes == puzzle.notes


def test_notes_are_left_out_where_there_is_none(tmp_path: Path) -> None:
    puzzle = nonet.Puzzle(NINES[0].cells, notes=Notes(name="a", level="easy"))
    with pytest.warns(nonet.LossWarning, match="line cannot hold name"):
        nonet.write([puzzle], tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text() == f"{EASY}\n"


def failing() -> Iterator[nonet.Puzzle]:
    yield from NINES
    raise KeyError("half way")


packings = pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.txt.gz", "a.csv.zip", "a.zip"])


@packings
def test_a_failure_leaves_no_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeyError, match="half way"):
        nonet.write(failing(), tmp_path / name)
    assert os.listdir(tmp_path) == []


@packings
def test_a_failure_leaves_the_file_as_it_was(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("before")
    with pytest.raises(KeyError, match="half way"):
        nonet.write(failing(), path)
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == [name]


def test_a_file_can_be_rewritten_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{EASY}\n{HARD}\n")
    assert nonet.write(nonet.read(path), path, blank="0") == 2
    assert path.read_text() == f"{EASY}\n{HARD}\n".replace(".", "0")


def test_a_file_keeps_its_mode_and_the_links_to_it(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.write_text("before")
    path.chmod(0o640)
    link.symlink_to(path)
    nonet.write(NINES, link)
    assert link.is_symlink()
    assert lines_of(path) == [EASY, HARD]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["a.sdm", "a.xml"])
def test_boards_that_the_target_does_not_have_are_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(nonet.ArgumentError, match=r"puzzle 2: .*9x9 boards"):
        nonet.write([EASY, FOUR], tmp_path / name)


def test_boards_without_symbols_are_numbers_unless_a_line_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    large = nonet.Puzzle(bytes(36 * 36), nonet.Layout(6, 6))
    with pytest.raises(nonet.ArgumentError, match="puzzle 1: line needs one symbol"):
        nonet.write([large], path, notation="line")
    assert nonet.write([large, NINES[0]], path) == 2
    assert list(nonet.read(path)) == [large, NINES[0]]


def test_a_text_that_is_no_puzzle_is_named_by_its_number(tmp_path: Path) -> None:
    with pytest.raises(nonet.ParseError, match="puzzle 2, line 1"):
        nonet.write([EASY, "oops"], tmp_path / "a.txt")
    assert os.listdir(tmp_path) == []


def test_a_line_that_is_no_puzzle_is_named_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text(f"{EASY}\noops\n")
    with pytest.raises(nonet.ParseError, match=r"list\.txt, line 2"):
        nonet.write(nonet.read(tmp_path / "list.txt"), tmp_path / "a.txt")
    assert os.listdir(tmp_path) == ["list.txt"]


def test_several_lines_for_each_are_refused_in_one_file(tmp_path: Path) -> None:
    with pytest.raises(nonet.ArgumentError, match="a zip file can hold many"):
        nonet.write(NINES, tmp_path / "a.sdk")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "notation", "members"),
    [
        ("a.sdk.zip", None, ["00001.sdk", "00002.sdk"]),
        ("a.zip", "grid", ["00001.txt", "00002.txt"]),
        ("a.zip", "numbers", ["a.txt"]),
        ("a.zip", None, ["a.txt"]),
        ("a.csv.zip", None, ["a.csv"]),
    ],
)
def test_a_zip_file_has_a_list_a_document_or_a_file_for_each(
    tmp_path: Path, name: str, notation: str | None, members: list[str]
) -> None:
    nonet.write(NINES, tmp_path / name, notation=notation)
    with zipfile.ZipFile(tmp_path / name) as archive:
        assert archive.namelist() == members


@needs_named_pipes
def test_what_is_no_plain_file_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    seen: list[str] = []
    reader = threading.Thread(target=lambda: seen.append(path.read_text()))
    reader.start()
    assert nonet.write([FOUR], path) == 1
    reader.join()
    assert seen == [f"{FOUR}\n"]
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_a_damaged_list_is_read_up_to_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "list.txt.gz"
    path.write_bytes(gzip.compress(f"{EASY}\n".encode() * 5000)[:-12])
    errors: list[nonet.ParseError] = []
    puzzles = list(nonet.read(path, on_error=errors.append))
    assert {*puzzles} == {NINES[0]}
    assert len(puzzles) <= 5000
    [error] = errors
    assert "whole gzip file" in str(error)


def test_an_sdm_file_is_a_list_however_it_is_named(tmp_path: Path) -> None:
    text = f"{EASY.replace('.', '0')} # easy\n{FOUR}\n"
    for name, notation in (("a.sdm", None), ("a.sdm", "sdm"), ("a.txt", "sdm")):
        (tmp_path / name).write_text(text)
        read = list(nonet.read(tmp_path / name, notation=notation))
        assert [(puzzle, puzzle.comment) for puzzle in read] == [
            (nonet.parse(EASY), "easy"),
            (nonet.parse(FOUR), None),
        ]
    with pytest.warns(nonet.LossWarning, match="sdm cannot hold comment"):
        nonet.write(read[:1], tmp_path / "b.sdm")
    assert (tmp_path / "b.sdm").read_text() == f"{EASY.replace('.', '0')}\n"


# What a notation cannot hold


def test_format_warns_of_what_is_lost() -> None:
    puzzle = nonet.Puzzle(nonet.parse(EASY).cells, rules=["diagonals"])
    with pytest.warns(nonet.LossWarning, match=r"^line cannot hold rules \(1 puzzle\)$") as found:
        assert nonet.format(puzzle) == EASY
    (warning,) = found
    assert warning.filename == __file__
    assert isinstance(warning.message, nonet.LossWarning)
    assert (warning.message.notation, warning.message.lost) == ("line", {"rules": 1})
    assert str(pickle.loads(pickle.dumps(warning.message))) == str(warning.message)
    tall = nonet.Puzzle(bytes(36), nonet.Layout(3, 2))
    with pytest.warns(nonet.LossWarning, match="line cannot hold boxes"):
        nonet.format(tall)
    with pytest.warns(nonet.LossWarning, match="grid cannot hold boxes"):
        nonet.format(tall, "grid", frame=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nonet.format(tall, "grid")
        nonet.format(puzzle, "f-puzzles")
        nonet.format(EASY)


def test_write_warns_once_and_writes_the_rest(tmp_path: Path) -> None:
    named = replace(nonet.parse(EASY), notes=Notes(name="first", author="me"))
    puzzles = [named, nonet.parse(EASY), named, named.with_rules(["diagonals"])]
    said = r"^line cannot hold name \(3 puzzles\), author \(3 puzzles\), rules \(1 puzzle\)$"
    with pytest.warns(nonet.LossWarning, match=said) as found:
        assert nonet.write(puzzles, tmp_path / "out.txt") == 4
    (warning,) = found
    assert warning.filename == __file__
    assert (tmp_path / "out.txt").read_text() == f"{EASY}\n" * 4
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nonet.write(puzzles, tmp_path / "out.jsonl")
        nonet.write([EASY], tmp_path / "out.sdm")
