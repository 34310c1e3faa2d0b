"""The command on boards of every size: pages, box shapes, regions, and long lists."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

import nonet
from boards import FIVE, JIGSAW, JIGSAW_SOLUTION, half_empty, solved
from command import Nonet, command, environment, on_a_terminal
from nonet import Layout, Puzzle

SIX = "15..4.24..564....3.....463..2..2..31"
TALL = "1.......1" + "." * 27
"""6x6, r1c1 and r2c3 the same: they clash in boxes of 2x3 and not in boxes of 3x2."""
USUAL = "nonet: using 2x3 boxes for 6x6 (for others: --box 3x2)\n"
CLASHING = "nonet: digits conflict in 2x3 boxes, but not in others: try --box 3x2\n"


def check_schema(answer: object) -> None:
    schema = Path(__file__).parents[2] / "docs" / "schema" / "solve.schema.json"
    Draft202012Validator(json.loads(schema.read_text())).validate(answer)


def one_line(layout: Layout) -> str:
    return str(solved(layout))


# Drawings


def test_a_board_wider_than_the_terminal_is_drawn_in_pages(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text(nonet.format(Puzzle(solved(Layout(6, 6)).cells, Layout(6, 6))))
    shown, code = on_a_terminal("solve", str(path), env=environment(NO_COLOR="1"))
    assert code == 0
    assert re.findall("columns .*", shown) == ["columns 1-18", "columns 19-36"]
    assert max(map(len, shown.splitlines())) <= 80
    wide = environment(NO_COLOR="1", COLUMNS="200")
    assert "columns" not in on_a_terminal("solve", str(path), env=wide)[0]
    assert max(map(len, on_a_terminal("solve", str(path), env=wide)[0].splitlines())) == 121


def test_pages_are_as_wide_in_colour(tmp_path: Path) -> None:
    path = tmp_path / "board"
    path.write_text(nonet.format(Puzzle(solved(Layout(10, 10)).cells, Layout(10, 10))))
    shown, _ = on_a_terminal("solve", str(path))
    plain = re.sub(r"\x1b\[\d*m", "", shown)
    assert "\x1b[1m" in shown and max(map(len, plain.splitlines())) <= 80
    assert len(re.findall("columns .*", plain)) == 10


def test_no_pages_in_a_pipe_or_a_file(quick: Nonet, tmp_path: Path) -> None:
    run = quick("solve", "--grid", stdin=one_line(Layout(10, 10)))
    assert "columns" not in run.stdout and len(run.stdout.splitlines()) == 112
    assert nonet.parse(run.stdout).cells == solved(Layout(10, 10)).cells
    quick("solve", "--grid", "-o", "out", stdin=one_line(Layout(10, 10)))
    assert "columns" not in (tmp_path / "out").read_text()


def test_symbols_are_chosen(quick: Nonet) -> None:
    board = one_line(Layout(4, 4))
    assert "│ G 1 2 3 │" in quick("solve", board).stdout
    assert "│ P A B C │" in quick("solve", "--symbols", "A-P", board).stdout
    assert "│ 16  1  2  3 │" in quick("solve", "--symbols", "numbers", board).stdout
    for name, said in (("A-Z", "such as 1-9A-G"), ("A-Y", "1-9A-G or 0-9A-F or A-P or numbers")):
        run = quick("solve", "--symbols", name, board)
        assert (run.returncode, run.stdout) == (2, "") and said in run.stderr


# Box shapes


def test_the_usual_shape_is_named_where_several_fit(quick: Nonet) -> None:
    filled = one_line(Layout(2, 3))
    assert quick("solve", SIX).stderr == quick("count", SIX).stderr == USUAL
    assert quick("check", filled).stderr == USUAL
    assert quick("convert", SIX).stderr == f"nonet: read as line: 6x6 with 2x3 boxes\n{USUAL}"
    twelve = quick("count", "--limit", "1", one_line(Layout(3, 4))).stderr
    assert twelve.endswith(
        "3x4 boxes for 12x12 (for others: --box 4x3 or --box 2x6 or --box 6x2)\n"
    )


@pytest.mark.parametrize(
    "args",
    [
        ["--box", "2x3", SIX],
        ["--box", "3x2", "." * 36],
        [one_line(Layout(4, 4))],
        ["." * 25],
        [SIX, SIX],
        ["--json", SIX],
    ],
)
def test_nothing_is_said_of_shapes_where_nothing_is_open(quick: Nonet, args: list[str]) -> None:
    assert quick("solve", "--limit", "1", *args).stderr == ""


def test_a_shape_that_the_frame_shows_is_not_called_usual(quick: Nonet) -> None:
    framed = nonet.format(Puzzle(bytes(36), Layout(3, 2)), "grid")
    assert quick("solve", "--limit", "1", stdin=framed).stderr == ""


def test_givens_that_clash_in_the_usual_boxes_only_are_told_of(quick: Nonet) -> None:
    for verb in ("solve", "count"):
        run = quick(verb, "--limit", "1", TALL)
        assert run.stderr == CLASHING
    assert "There is no solution" in quick("solve", TALL).stdout  # Not switched silently.
    assert quick("solve", "--box", "3x2", "--limit", "1", TALL).stderr == ""
    grid = one_line(Layout(3, 2))
    assert quick("check", grid).stderr == CLASHING
    assert quick("check", grid).returncode == 1
    assert quick("check", "--box", "3x2", grid).returncode == 0
    assert CLASHING in quick("convert", TALL).stderr
    assert quick("count", "11" + "." * 34).stderr == USUAL  # It clashes in any boxes.
    sixteen = one_line(Layout(2, 8))
    assert "try --box 2x8\n" in quick("check", sixteen).stderr


# Irregular regions


def test_regions_as_text_and_as_a_file(quick: Nonet, tmp_path: Path) -> None:
    regions = JIGSAW.layout.to_dict()["regions"]
    rows = "\n".join(re.findall("." * 9, regions))
    (tmp_path / "regions.txt").write_text(f"# jigsaw\n{rows}\n")
    for named in (regions, rows, "regions.txt"):
        run = quick("solve", "--regions", named, "--json", str(JIGSAW))
        answer = json.loads(run.stdout)
        assert (answer["box"], answer["regions"]) == (None, regions)
        assert (answer["status"], answer["solutions"]) == ("unique", [JIGSAW_SOLUTION])
        check_schema(answer)
    with pytest.raises(ValidationError):
        check_schema(answer | {"regions": None})
    with pytest.raises(ValidationError):
        check_schema(answer | {"box": [3, 3]})
    drawn = quick("solve", "--regions", regions, str(JIGSAW))
    golden = (Path(__file__).parents[1] / "golden" / "jigsaw.txt").read_text(encoding="utf-8")
    assert drawn.stdout.startswith(golden.rstrip("\n")) and drawn.stderr == ""


def test_regions_in_every_command(quick: Nonet) -> None:
    options = ["--regions", "AABBB AAABB CCDEE CDDDE CCDEE"]
    solution = "1234535412412532453153124"
    assert quick("count", *options, str(FIVE)).stdout == "1\n"
    assert quick("check", *options, solution, str(FIVE)).returncode == 0
    wrong = quick("check", *options, "1234523451345124512351234")
    assert "2 appears twice in region 1: r1c2 r2c1" in wrong.stdout
    said = quick("convert", *options, str(FIVE)).stderr
    assert said.endswith("line cannot hold regions (1 puzzle)\n")
    grid = quick("convert", *options, "--to", "grid", str(FIVE)).stdout
    assert "|       +---+       |\n| 3   .   4 | .   . |\n" in grid
    many = quick("solve", *options, str(FIVE), "." * 16, "11" + "." * 23)
    assert [line.split()[1] for line in many.stdout.splitlines()] == [
        "unique",
        "malformed",
        "no-solution",
    ]
    assert "25 cells for 5x5 with irregular regions" in many.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--regions", "AAB"], "square number of cells (81 for 9x9), found 3"),
        (["--regions", "regions.txt"], "'--regions': no such file: regions.txt"),
        (["--regions", "regions"], "found 7 (and there is no such file)"),
        (["--regions", "./regions"], "'--regions': no such file: ./regions"),
        (["--regions", "."], "'--regions': is a directory: ."),
        (["--regions", "AAAABBBBCCCCDDDE"], "found 3 cells of 'D'"),
        (["--regions", "AABB", "--box", "1x2"], "--box and --regions cannot be combined"),
        (["--regions", "AAABABBBCCCDCDDD", "--engine", "lanes"], "4x4 with irregular regions"),
    ],
)
def test_regions_that_cannot_be(quick: Nonet, args: list[str], said: str) -> None:
    run = quick("solve", *args, "." * 16)
    assert (run.returncode, run.stdout) == (2, "") and said in run.stderr


# Lists

MIXED = [Layout(2, 2), Layout(6, 6), Layout(3, 4), Layout(7, 7), Layout(5, 5), Layout(3, 3)]


@pytest.mark.parametrize("packed", [False, True])
def test_lists_of_any_sizes_are_answered_and_read_again(
    quick: Nonet, tmp_path: Path, packed: bool
) -> None:
    lines = [one_line(layout) for layout in MIXED]
    text = "\n".join([*lines, "oops"]).encode()
    (tmp_path / "in").write_bytes(gzip.compress(text) if packed else text)
    run = quick("solve", "in", "-o", "out")
    assert run.returncode == 2 and "in, line 7" in run.stderr
    answers = (tmp_path / "out").read_text().splitlines()
    assert answers == [*(f"{line} unique" for line in lines), f"{'.' * 81} malformed"]
    (tmp_path / "out").write_text("\n".join(answers[:-1]))
    assert quick("check", "out").stdout == "right\n" * 6
    (tmp_path / "in").write_text("\n".join(lines))
    assert quick("check", "out", "in").stdout == "right\n" * 6
    assert quick("count", "in").stdout == "1\n" * 6
    assert quick("convert", "in").stdout == "".join(f"{line}\n" for line in lines)


def test_numbers_may_be_followed_by_words(quick: Nonet) -> None:
    board = half_empty(Layout(6, 6))
    for comment in ("no-solution", "# 7", "very hard 12 3.5"):
        assert nonet.parse(f"{board} {comment}") == board
    small = " ".join(map(str, half_empty(Layout(2, 2)).cells))
    assert nonet.parse(f"{small} hard") == half_empty(Layout(2, 2))
    for text in (f"{board} 7", f"{board} x", "1 2 3 4 hard", f"{small} 1 hard"):
        with pytest.raises(nonet.ParseError):
            nonet.parse(text)


def test_a_list_of_large_boards_is_answered_as_it_comes() -> None:
    """The second line of numbers tells a list, long before there is a megabyte of it."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command("check", "-"), env=environment(), **pipes) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{one_line(Layout(6, 6))}\n{one_line(Layout(6, 6))}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline() == b"right\n"
        process.stdin.close()
        assert process.stdout.read() == b"right\n"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.slow
@pytest.mark.parametrize("verb", ["solve", "check", "convert"])
def test_a_long_list_of_large_boards_takes_little_memory(tmp_path: Path, verb: str) -> None:
    """Twelve megabytes of boards, whose givens clash; held is a few times a megabyte."""
    path = tmp_path / "boards"
    path.write_text(f"2{one_line(Layout(10, 10))[1:]}\n" * 400)
    probe = (
        "import re; from nonet.cli import run;"
        f"run({[verb, str(path), '-o', str(tmp_path / 'out')]!r});"
        r"print(re.search(r'VmHWM:\s+(\d+) kB', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert int(done.stdout) < 150_000
    assert len((tmp_path / "out").read_text().splitlines()) == 400
