"""Files with several puzzles of several lines each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, FOUR, HARD, OTHER, SIX
from nonet.cli import run as run_command
from nonet.files.blocks import SAMPLE
from nonet.notations.catalog import NOTATIONS


def rows(line: str, size: int = 9) -> str:
    return "".join(f"{line[i : i + size]}\n" for i in range(0, size * size, size))


def read(path: Path, text: str, **options: object) -> tuple[list[str], list[nonet.ParseError]]:
    path.write_text(text)
    errors: list[nonet.ParseError] = []
    puzzles = nonet.read(path, on_error=errors.append, **options)  # type: ignore[arg-type]
    return list(map(str, puzzles)), errors


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "blocks.txt"


@pytest.mark.parametrize("frame", [True, False])
@pytest.mark.parametrize("lines", [[EASY, HARD], [FOUR, OTHER, FOUR], [SIX, EASY] * 60])
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n# c\n\n"])
def test_blocks_are_read_one_by_one(path: Path, lines: list[str], frame: bool, gap: str) -> None:
    texts = [nonet.format(line, "grid", frame=frame) for line in lines]
    assert read(path, gap + gap.join(texts)) == (lines, [])


def test_blocks_may_end_with_returns(path: Path) -> None:
    path.write_bytes(f"{rows(EASY)}\n{rows(HARD)}".replace("\n", "\r\n").encode())
    assert list(map(str, nonet.read(path))) == [EASY, HARD]


def test_blocks_may_be_said_to_be_grids(path: Path) -> None:
    assert read(path, f"{rows(FOUR, 4)}\n{rows(OTHER, 4)}", notation="grid") == ([FOUR, OTHER], [])


@pytest.mark.parametrize("count", [2, SAMPLE, 200])
def test_a_bad_block_is_named_and_the_next_is_read(path: Path, count: int) -> None:
    bad = rows(EASY).replace("6..195...", "6..19x...")
    found, [error] = read(path, "\n".join([*[rows(EASY)] * count, bad, rows(HARD)]))
    assert found == [EASY] * count + [HARD]
    assert (error.source, error.line, error.column) == (str(path), 10 * count + 2, 6)


def test_a_bad_first_block_is_one_of_many(path: Path) -> None:
    found, [error] = read(path, "\n".join(["12\n34\n12\n", rows(EASY), rows(HARD)]))
    assert found == [EASY, HARD]
    assert error.line == 3


TITLED = "".join(
    f"Grid {number:02}\n{rows(line).replace('.', '0')}"
    for number, line in enumerate([EASY, HARD] * 25, start=1)
)


def test_titles_are_names(path: Path) -> None:
    path.write_text(TITLED)
    puzzles = list(nonet.read(path))
    assert list(map(str, puzzles)) == [EASY, HARD] * 25
    assert [puzzle.notes.name for puzzle in puzzles] == [f"Grid {n:02}" for n in range(1, 51)]


def test_a_bad_block_below_a_title_is_named(path: Path) -> None:
    found, [error] = read(path, TITLED.replace("Grid 03\n53", "Grid 03\nx?"))
    assert found == [EASY, HARD, HARD] + [EASY, HARD] * 23
    assert (error.line, error.column) == (22, 2)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"Puzzle #1:\n\n{rows(EASY)}\n\nPuzzle #2:\n{rows(HARD)}", [EASY, HARD]),
        (f"Grid 01\n{rows(EASY)}", [EASY]),
    ],
)
def test_titles_may_be_numbered_otherwise_or_stand_alone(
    path: Path, text: str, lines: list[str]
) -> None:
    assert read(path, text) == (lines, [])


def test_comments_stay_with_the_puzzle_below(path: Path) -> None:
    path.write_text(f"# one\n\n{rows(EASY)}\n# two\n{rows(HARD)}")
    assert [puzzle.notes.comment for puzzle in nonet.read(path)] == ["one", "two"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (f"{EASY}\n{HARD}\n\n{EASY}\n", 3),
        (f"{FOUR}\n{OTHER}\n\n{FOUR}\n{OTHER}\n", 4),
        ("12..\n..12\n\n2.1.\n.2.1\n\n12..\n", 5),
        ("\n\n".join(["\n".join(["1" + "." * 15] * 16)] * 2), 32),
        ("\n".join([rows(EASY)[i : i + 30] for i in (0, 30, 60)]), 1),
    ],
)
def test_what_was_a_list_or_one_puzzle_is_so_still(path: Path, text: str, count: int) -> None:
    found, errors = read(path, text)
    assert (len(found), errors) == (count, [])


def test_a_list_with_a_grid_among_its_lines_is_a_list_still(path: Path) -> None:
    found, errors = read(path, f"{FOUR}\n{OTHER}\n\n{rows(FOUR, 4)}")
    assert found == [FOUR, OTHER, "..1."]  # A row of four symbols may be a board of 2x2.
    assert [(error.line, error.found) for error in errors] == [(4, "'4'"), (6, "'4'"), (7, "'3'")]


@given(st.data())
def test_what_is_written_in_blocks_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(["grid", "marks", "sized"]))
    lines = data.draw(st.lists(st.sampled_from([FOUR, SIX, EASY, HARD, "." * 81]), min_size=2))
    random = data.draw(st.randoms())
    puzzles = [nonet.parse("".join(random.choice([s, s, "."]) for s in line)) for line in lines]
    path = tmp_path_factory.mktemp("blocks") / "puzzles.txt"
    assert nonet.write(puzzles, path, notation=name) == len(puzzles)
    assert list(nonet.read(path)) == puzzles


ONE_TO_A_FILE = ("sdk", "simple-sudoku", "ss", "triples")
"""The notations of several lines that cannot stand one after the other."""


@pytest.mark.parametrize("name", [name for name in NOTATIONS if name not in ONE_TO_A_FILE])
def test_many_are_written_so_that_they_can_be_read(
    name: str, path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path.write_text(f"{EASY}\n{HARD}\n")
    assert run_command(["convert", "--to", name, str(path)]) == 0
    assert read(path, capfd.readouterr().out) == ([EASY, HARD], [])


@pytest.mark.parametrize("name", ONE_TO_A_FILE)
def test_many_that_could_not_be_told_apart_are_not_written(
    name: str, path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path.write_text(f"{EASY}\n{HARD}\n")
    assert run_command(["convert", "--to", name, str(path)]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert "-o FILE.zip" in said.err


def test_one_puzzle_of_a_table_can_be_any_notation(tmp_path: Path) -> None:
    table, target = tmp_path / "one.csv", tmp_path / "one.sdk"
    table.write_text(f"puzzle,name\n{EASY},a\n")
    assert run_command(["convert", str(table), "-o", str(target)]) == 0
    assert [str(puzzle) for puzzle in nonet.read(target)] == [EASY]


def test_two_puzzles_of_a_table_cannot(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    table, target = tmp_path / "two.csv", tmp_path / "two.sdk"
    table.write_text(f"puzzle,name\n{EASY},a\n{HARD},b\n")
    assert run_command(["convert", str(table), "-o", str(target)]) == 2
    assert "-o FILE.zip" in capfd.readouterr().err


def test_blocks_are_answered_as_they_come() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "nonet", "solve", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdin and child.stdout
    child.stdin.write((rows(EASY) + "\n").encode() * SAMPLE + b"5")
    child.stdin.flush()
    answers = [child.stdout.readline() for _ in range(SAMPLE)]
    assert all(answer.endswith(b" unique\n") for answer in answers)
    rest, _ = child.communicate(b"\n")
    assert rest == b"." * 81 + b" malformed\n"


ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
SPOILED = [ROWS[0], "1...2..3.", *ROWS[2:8], ROWS[8][:-1]]
"""A row is too short, and another one is a board of 3x3."""


@pytest.mark.parametrize("bad", [1, 2, 4, 5, 10])
@pytest.mark.parametrize("title", ["Grid {:02}\n", "\n"])
def test_a_bad_grid_is_the_only_one_that_is_lost(tmp_path: Path, bad: int, title: str) -> None:
    grids = ["\n".join(SPOILED if number == bad else ROWS) for number in range(1, 12)]
    text = "".join(f"{title.format(i)}{grid}\n" for i, grid in enumerate(grids, start=1))
    (tmp_path / "grids.txt").write_text(text)
    errors: list[nonet.ParseError] = []
    puzzles = list(nonet.read(tmp_path / "grids.txt", on_error=errors.append))
    assert puzzles == [nonet.parse(EASY)] * 10
    assert [error.line for error in errors] == [10 * bad]


@pytest.mark.parametrize("above", ["", "[Puzzle]\n", "#AMe\n"])
def test_a_spoiled_grid_alone_is_no_list(tmp_path: Path, above: str) -> None:
    (tmp_path / "grid.txt").write_text(above + "\n".join(SPOILED))
    with pytest.raises(nonet.ParseError, match="expected 9 symbols in each row, found 8"):
        list(nonet.read(tmp_path / "grid.txt"))


def test_a_line_of_some_blanks_is_as_good_as_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "grids.txt").write_text("\n".join([*ROWS, "  ", *ROWS]))
    assert list(nonet.read(tmp_path / "grids.txt")) == [nonet.parse(EASY)] * 2
