"""`nonet.read` and `nonet.write`: files of many puzzles."""

from __future__ import annotations

import gzip
import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import nonet
from nonet.core.notes import Notes
from nonet.formats.catalog import DOCUMENTS, NOTATIONS

FOUR, OTHER = "...4..1.2.4..3..", "1..4..1.2.4..3.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
NINES = [nonet.parse(EASY), nonet.parse(HARD)]


def lines_of(path: Path) -> list[str]:
    return list(map(str, nonet.read(path)))


# Reading


@pytest.mark.parametrize(
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
def test_a_file_of_any_kind_is_read(
    tmp_path: Path, name: str, text: str, expected: list[str]
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert lines_of(path) == expected
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert [str(puzzle) for puzzle in nonet.read(str(packed))] == expected


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
    with pytest.raises(nonet.AmbiguityError, match="notation='grid' or notation='line'"):
        list(nonet.read(path))
    assert len(list(nonet.read(path, notation="grid"))) == 1
    assert len(list(nonet.read(path, notation="line"))) == 4


def test_what_a_file_is_may_be_said(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_text(f"grid;number\n{EASY};1\n")
    [puzzle] = nonet.read(path, notation="csv", columns={"puzzle": "grid"})
    assert str(puzzle) == EASY and puzzle.notes.details == (("number", "1"),)
    with pytest.raises(nonet.ArgumentError, match="'puzle'"):
        list(nonet.read(path, notation="csv", columns={"puzle": "grid"}))
    path.write_text("1" + "." * 35)
    [puzzle] = nonet.read(path, layout=nonet.Layout(3, 2))
    assert puzzle.layout == nonet.Layout(3, 2)
    path.write_text("G" + "." * 255)
    [puzzle] = nonet.read(path, alphabet="A-P")
    assert puzzle.cells[0] == 7


def test_wrong_arguments_are_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        nonet.read(tmp_path / "none.txt")
    with pytest.raises(IsADirectoryError):
        nonet.read(tmp_path)
    path = tmp_path / "list.txt"
    path.write_text(EASY)
    with pytest.raises(nonet.UnknownNotationError):
        nonet.read(path, notation="nope")
    with pytest.raises(nonet.ArgumentError, match="on_error"):
        nonet.read(path, on_error="ignore")  # type: ignore[arg-type]
    with pytest.raises(nonet.ArgumentError, match="layout"):
        nonet.read(path, layout="3x3")  # type: ignore[arg-type]


def test_reading_is_a_stream(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(f"{EASY}\n" * 200_000)
    puzzles = nonet.read(path)
    assert next(puzzles) == NINES[0]
    puzzles.close()  # type: ignore[attr-defined]


# Writing


@pytest.mark.parametrize("suffix", ["", ".gz", ".zip"])
@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl", "a.sdm", "a.xml", "a.tsv"])
def test_what_is_written_is_read_back(tmp_path: Path, name: str, suffix: str) -> None:
    path = tmp_path / f"{name}{suffix}"
    assert nonet.write(NINES, path) == 2
    assert list(nonet.read(path)) == NINES
    assert os.listdir(tmp_path) == [path.name]
    magic = {"": b"", ".gz": b"\x1f\x8b", ".zip": b"PK"}[suffix]
    assert path.read_bytes().startswith(magic)


@pytest.mark.parametrize("name", [*NOTATIONS, *DOCUMENTS])
def test_every_format_can_be_written_and_read(tmp_path: Path, name: str) -> None:
    if name == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / "puzzles.zip"
    assert nonet.write(NINES, path, notation=name) == 2
    assert list(nonet.read(path)) == NINES
    path = tmp_path / "one"
    assert nonet.write(NINES[:1], path, notation=name) == 1
    assert list(nonet.read(path)) == NINES[:1]


def test_none_and_any_form_of_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    assert nonet.write([], path) == 0 and list(nonet.read(path)) == []
    rows = [[0, 0, 0, 4], [0, 0, 1, 0], [2, 0, 4, 0], [0, 3, 0, 0]]
    assert nonet.write((FOUR, rows, nonet.parse(OTHER)), str(path)) == 3
    assert path.read_text() == f"{FOUR}\n{FOUR}\n{OTHER}\n"
    for one in (FOUR, NINES[0], path):
        with pytest.raises(nonet.ArgumentError, match="several puzzles"):
            nonet.write(one, path)  # type: ignore[arg-type]


def test_options_are_those_of_the_notation(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    nonet.write([FOUR], path, blank="0")
    assert path.read_text() == f"{FOUR}\n".replace(".", "0")
    nonet.write([FOUR], tmp_path / "a.csv", separator=";")
    with pytest.raises(nonet.ArgumentError, match="'frame'"):
        nonet.write([FOUR], path, frame=False)
    with pytest.raises(nonet.ArgumentError, match="'lost'"):
        nonet.write([FOUR], tmp_path / "a.csv", lost=print)
    with pytest.raises(nonet.UnknownNotationError):
        nonet.write([FOUR], path, notation="nope")


def test_notes_are_kept_where_there_is_room(tmp_path: Path) -> None:
    puzzle = nonet.Puzzle(NINES[0].cells, notes=Notes(name="a", level="easy"))
    nonet.write([puzzle], tmp_path / "a.jsonl")
    [read] = nonet.read(tmp_path / "a.jsonl")
    assert read.notes == puzzle.notes
    nonet.write([puzzle], tmp_path / "a.txt")
    assert (tmp_path / "a.txt").read_text() == f"{EASY}\n"


def failing() -> Iterator[nonet.Puzzle]:
    yield from NINES
    raise KeyError("half way")


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.txt.gz", "a.csv.zip", "a.zip"])
def test_a_failure_leaves_the_file_as_it_was(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with pytest.raises(KeyError, match="half way"):
        nonet.write(failing(), path)
    assert os.listdir(tmp_path) == []
    path.write_text("before")
    with pytest.raises(KeyError, match="half way"):
        nonet.write(failing(), path)
    assert path.read_text() == "before" and os.listdir(tmp_path) == [name]


def test_a_file_can_be_rewritten_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{EASY}\n{HARD}\n")
    path.chmod(0o640)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    assert nonet.write(nonet.read(link), link, blank="0") == 2
    assert link.is_symlink() and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_text() == f"{EASY}\n{HARD}\n".replace(".", "0")


def test_boards_that_the_target_does_not_have_are_named(tmp_path: Path) -> None:
    for name in ("a.sdm", "a.xml"):
        with pytest.raises(nonet.ArgumentError, match=r"puzzle 2: .*9x9 boards"):
            nonet.write([EASY, FOUR], tmp_path / name)
    large = nonet.Puzzle(bytes(36 * 36), nonet.Layout(6, 6))
    with pytest.raises(nonet.ArgumentError, match="puzzle 1: line has a symbol"):
        nonet.write([large], tmp_path / "a.txt", notation="line")
    assert nonet.write([large, NINES[0]], tmp_path / "a.txt") == 2
    assert list(nonet.read(tmp_path / "a.txt")) == [large, NINES[0]]


def test_puzzles_that_are_none_are_named(tmp_path: Path) -> None:
    with pytest.raises(nonet.ParseError, match="puzzle 2, line 1"):
        nonet.write([EASY, "oops"], tmp_path / "a.txt")
    (tmp_path / "list.txt").write_text(f"{EASY}\noops\n")
    with pytest.raises(nonet.ParseError, match=r"list\.txt, line 2"):
        nonet.write(nonet.read(tmp_path / "list.txt"), tmp_path / "a.txt")
    assert os.listdir(tmp_path) == ["list.txt"]


def test_several_lines_for_each_go_into_a_zip_file(tmp_path: Path) -> None:
    with pytest.raises(nonet.ArgumentError, match="a zip file can hold many"):
        nonet.write(NINES, tmp_path / "a.sdk")
    assert nonet.write(NINES, tmp_path / "a.sdk.zip") == 2
    with zipfile.ZipFile(tmp_path / "a.sdk.zip") as archive:
        assert archive.namelist() == ["00001.sdk", "00002.sdk"]
    assert nonet.write(NINES[:1], tmp_path / "a.sdk") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_what_is_no_plain_file_is_written_as_it_is(tmp_path: Path) -> None:
    import threading

    path = tmp_path / "pipe"
    os.mkfifo(path)
    seen: list[str] = []
    reader = threading.Thread(target=lambda: seen.append(path.read_text()))
    reader.start()
    assert nonet.write([FOUR], path) == 1
    reader.join()
    assert seen == [f"{FOUR}\n"] and stat.S_ISFIFO(path.stat().st_mode)


def test_a_damaged_list_is_read_up_to_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "list.txt.gz"
    path.write_bytes(gzip.compress(f"{EASY}\n".encode() * 5000)[:-12])
    errors: list[nonet.ParseError] = []
    puzzles = list(nonet.read(path, on_error=errors.append))
    assert set(puzzles) <= {nonet.parse(EASY)} and len(puzzles) <= 5000
    assert len(errors) == 1 and "whole gzip file" in str(errors[0])


def test_an_sdm_file_is_a_list_however_it_is_named(tmp_path: Path) -> None:
    text = f"{EASY.replace('.', '0')} # easy\n{FOUR}\n"
    for name, notation in (("a.sdm", None), ("a.sdm", "sdm"), ("a.txt", "sdm")):
        (tmp_path / name).write_text(text)
        read = list(nonet.read(tmp_path / name, notation=notation))
        assert [(puzzle, puzzle.comment) for puzzle in read] == [
            (nonet.parse(EASY), "easy"),
            (nonet.parse(FOUR), None),
        ]
    nonet.write(read[:1], tmp_path / "b.sdm")
    assert (tmp_path / "b.sdm").read_text() == f"{EASY.replace('.', '0')}\n"
