"""The command as a user meets it: the installed program in a process of its own."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from boards import EASY, EASY_SOLUTION, FOUR, FOUR_SOLUTION, HARD, LONG, SIX
from cases import quick_first, quick_share
from command import Nonet, command, environment, on_a_terminal, without_codes
from nonet import Layout, Puzzle, all_engines, parse, write
from nonet.core.notes import Notes

CLASH = "1..1............"
TWO = "..3.34...1..4..."
BAD = "12345"
EMPTY = "." * 81
SIXTEEN = "." * 256
SPARSE = " ".join("1" if cell == 0 else "0" for cell in range(64 * 64))
"""Numbers of a 64x64 board with one given: nobody solves it in a moment."""
ROOT = Path(__file__).parents[2]
COMMANDS = [
    "solve",
    "check",
    "count",
    "convert",
    "formats",
    "engines",
    "bench",
    "demo",
    "completion",
]
ANSWER = re.compile(r"[1-9.]{81} (unique|multiple|no-solution|found|unknown|malformed)")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start the command and go on; Ctrl-C reaches it whatever the tests run under."""
    started: list[subprocess.Popen[bytes]] = []

    def popen(*args: str, **options: Any) -> subprocess.Popen[bytes]:
        options = {"stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE, **options}
        process = subprocess.Popen(
            command(*args),
            cwd=tmp_path,
            env=environment(),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
            **options,
        )
        started.append(process)
        return process

    yield popen
    for process in started:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 300,000 puzzles."""
    path = tmp_path_factory.mktemp("many") / "many.txt"
    path.write_text(f"{EASY}\n" * 300_000)
    return path


@pytest.fixture(scope="session")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of 300,000 puzzles that nobody solves in a moment."""
    path = tmp_path_factory.mktemp("slow") / "slow.txt"
    path.write_text(f"{HARD}\n" * 300_000)
    return path


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)


def stop(process: subprocess.Popen[bytes], seconds: float = 2, said: str = "") -> str:
    """Press Ctrl-C, see that the process ends soon and with few words, return them."""
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert time.monotonic() - started < seconds
    assert process.returncode == 130
    assert err.decode() == f"{said}nonet: stopped\n"
    return err.decode()


def whole_answers(text: str) -> list[str]:
    """Return the lines of a batch, each of which must be a whole answer."""
    assert text == "" or text.endswith("\n")
    lines = text.splitlines()
    assert all(map(ANSWER.fullmatch, lines))
    return lines


# What is said, and with which exit code


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["solve", EASY], 0, "This is the only solution. ("),
        (["solve", SIX], 1, "There are at least 2 solutions. ("),
        (["solve", SIX, "--limit", "9"], 1, "There are exactly 4 solutions. ("),
        (["solve", SIX, "--limit", "1"], 0, "This is a solution; there may be others."),
        (["solve", CLASH], 1, "1 appears twice in row 1: r1c1 r1c4\nThere is no solution. ("),
        (["solve", BAD], 2, ""),
        (["solve", HARD, "--seconds", "0"], 3, "No solution found before the limit on seconds"),
        (["solve", HARD, "--nodes", "1"], 3, "No solution found before the limit on nodes"),
        (["solve", "." * 16, "--nodes", "9", "--limit", "99"], 1, "before the limit on nodes"),
        (["solve", EASY, SIX, CLASH], 0, f"{EASY_SOLUTION} unique\n"),
        (["solve", EASY, BAD, HARD], 2, f"{'.' * 81} malformed\n"),
        (["solve", EASY, HARD, "--nodes", "1"], 3, f"{'.' * 81} unknown\n"),
        (["solve", EASY, BAD, HARD, "--nodes", "1"], 2, "unknown\n"),
        (["solve", EASY, HARD, "--engine", "scalar"], 0, f"{EASY_SOLUTION} unique\n"),
        (["count", SIX], 0, "4\n"),
        (["count", SIX, "--limit", "3"], 0, "at least 3\n"),
        (["count", EMPTY, "--nodes", "9"], 3, "at least 0\n"),
        (["count", EMPTY, "--seconds", "0.05"], 3, "at least "),
        (["count", CLASH, SIX, BAD], 2, "0\n4\nmalformed\n"),
        (["count", BAD], 2, ""),
        (["check", FOUR_SOLUTION], 0, "This is a solution.\n"),
        (["check", FOUR_SOLUTION, FOUR], 0, "This is a solution of the puzzle.\n"),
        (
            ["check", FOUR_SOLUTION, CLASH],
            1,
            "This is not a solution:\n  r1c4 is 4, but 1 is given",
        ),
        (
            ["check", FOUR],
            1,
            "This is not a solution:\n  11 of 16 cells are empty\n  no rule is broken so far\n",
        ),
        (
            ["check", f"44{FOUR[2:]}"],
            1,
            "This is not a solution:\n  9 of 16 cells are empty\n"
            "  4 appears 3 times in row 1: r1c1 r1c2 r1c4\n  4 appears twice in box 1: r1c1 r1c2\n",
        ),
        (["check", FOUR_SOLUTION, SIX], 1, "the puzzle is 6x6"),
        (["check", BAD], 2, ""),
        (["convert", BAD], 2, ""),
        (["engines"], 0, "reference  "),
        (["engines", "--json"], 0, '"name": "reference"'),
    ],
)
def test_answers_and_exit_codes(quick: Nonet, args: list[str], code: int, said: str) -> None:
    run = quick(*args)
    assert (run.returncode, said in run.stdout) == (code, True), run
    note = "nonet: using 2x3 boxes for 6x6 (for others: --box 3x2)\n"
    assert bool(run.stderr.replace(note, "")) == (code == 2)


def test_one_puzzle_is_the_grid_and_one_sentence(quick: Nonet) -> None:
    grid, sentence = quick("solve", EASY).stdout.rsplit("\n", 2)[:2]
    assert [len(line) for line in grid.split("\n")] == [25] * 13
    assert "".join(re.findall(r"\d", grid)) == EASY_SOLUTION
    took = r"\d+\.\d\d m?s, engine lanes: the fastest for 9x9"
    assert re.fullmatch(rf"This is the only solution\. \({took}\)", sentence)


@pytest.mark.parametrize(
    ("args", "advice"),
    [
        (["solve", "--engine", "refrence", EASY], "did you mean 'reference'?"),
        (["solve", "--from", "gird", EASY], "did you mean 'grid'?"),
        (["convert", "--to", "gird", EASY], "did you mean 'grid'?"),
        (["solve", "--alphabet", "a-z", EASY], "such as 1-9A-G"),
        (["solve", "--box", "3by3", EASY], "such as 2x3"),
        (["solve", "--box", "0x3", EASY], "1 or more"),
        (["solve", "--limit", "0", EASY], "--limit"),
        (["solve", "--seconds", "soon", EASY], "--seconds"),
        (["solve", "--seconds", "nan", EASY], "'--seconds': expected"),
        (["solve", "-", "-"], "only once"),
        (["check", "-", "-"], "only once"),
        (["convert", "--to", "numbers", "--no-frame", FOUR], "--no-frame cannot be used with"),
        (["convert", "--to", "numbers", "--symbols", "A-P", FOUR], "--symbols cannot be used with"),
        (["convert", "--blank", "q", FOUR], "expected a blank sign"),
        (["solve", FOUR.replace(".", "-")], f"after --: nonet solve -- {'---4'}"),
        (["count", "-1--"], "after --: nonet count -- -1--"),
        (["solve", "nosuch"], "nosuch: no such file, and not a puzzle"),
        (["solve", "no/such.txt"], "no/such.txt: no such file"),
        (["solve", "no.such.txt", EASY], "no.such.txt: no such file"),
        (["solve", "."], ".: is a directory"),
        (["solve", EASY, "-o", "."], "is a directory"),
        (["solve", EASY, "-o", "no/such/folder"], "no/such/folder: No such file"),
        ([EASY], f"nonet solve {EASY}"),
        (["slove"], "No such command"),
        (["completion"], "bash"),
        (["check"], "SOLUTION"),
    ],
)
def test_wrong_usage_gets_advice(quick: Nonet, args: list[str], advice: str) -> None:
    run = quick(*args)
    assert (run.returncode, run.stdout) == (2, "")
    assert advice in run.stderr


def test_a_puzzle_that_starts_with_a_dash_goes_after_two(quick: Nonet) -> None:
    assert quick("solve", "--", FOUR.replace(".", "-")).returncode == 0


# Where puzzles come from


@pytest.mark.parametrize(
    "data",
    [
        f"{EASY}\n{HARD}\n".encode(),
        f"{EASY}\n{HARD}".encode(),
        f"{EASY}\r\n{HARD}\r\n".encode(),
        b"\xef\xbb\xbf" + f"{EASY}\n{HARD}\n".encode(),
        b"\xef\xbb\xbf" + f"# comment\n\n{EASY} # easy\n  # hard:\n{HARD},{'1' * 81}\n\n".encode(),
        gzip.compress(f"{EASY}\n{HARD}\n".encode(), mtime=0),
        f"{EASY.replace('.', '0')}\n{HARD}\n".encode(),
    ],
    ids=["LF", "no last LF", "CRLF", "BOM", "comments", "gzip", "blank signs"],
)
def test_files_and_stdin_say_the_same(quick: Nonet, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "list").write_bytes(data)
    for run in (quick("solve", "list"), quick("solve", "-", stdin=data)):
        assert (run.returncode, run.stderr) == (0, "")
        assert [line[-6:] for line in whole_answers(run.stdout)] == ["unique"] * 2
        assert run.stdout.startswith(EASY_SOLUTION)


def test_a_pipe_says_what_a_file_says(nonet: Nonet) -> None:
    lines = b"\xef\xbb\xbf" + f"# comment\r\n\n{EASY} # easy\r\n{HARD}".encode()
    for data in (lines, gzip.compress(lines, mtime=0)):
        run = nonet("solve", stdin=data)
        assert (run.returncode, run.stderr) == (0, "")
        assert [line[-6:] for line in whole_answers(run.stdout)] == ["unique"] * 2
        assert run.stdout.startswith(EASY_SOLUTION)


def test_mixed_sizes_and_bad_lines_keep_their_order_and_numbers(
    quick: Nonet, tmp_path: Path
) -> None:
    lines = [
        EASY,
        "# a comment",
        FOUR,
        "oops",
        SIX,
        "",
        EASY[:-1],
        EASY[:-1] + "\xe9",
        HARD,
        "7" * 81,
    ]
    (tmp_path / "list.txt").write_text("\n".join(lines), encoding="utf-8")
    run = quick("solve", "list.txt")
    answers = [line.split(" ") for line in run.stdout.splitlines()]
    words = " ".join(word for _, word in answers)
    assert words == "unique unique malformed multiple malformed malformed unique no-solution"
    assert answers[1][0] == FOUR_SOLUTION and len(answers[3][0]) == 36
    assert run.returncode == 2
    assert re.findall(r"^nonet: list.txt, line (\d+)", run.stderr, re.MULTILINE) == ["4", "7", "8"]
    assert quick("count", "list.txt").stdout.split("\n")[:4] == ["1", "1", "malformed", "4"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "expected a puzzle, found nothing"),
        (b"\n# only\n# comments\n", "expected a puzzle, found nothing"),
        (b"\x7fELF\x01\x01\x00\x00" * 99, "control character"),
        (bytes(range(256)) * 9, "expected"),
        (gzip.compress(EASY.encode(), mtime=0)[:-9], "damaged"),
        (EASY.encode("latin-1") + b"\xe9", "UTF-8"),
    ],
    ids=["empty", "comments", "program", "bytes", "half a gzip file", "Latin-1"],
)
def test_what_is_no_list_is_one_complaint(
    quick: Nonet, tmp_path: Path, data: bytes, said: str
) -> None:
    (tmp_path / "file").write_bytes(data)
    for verb in ("solve", "count", "check", "convert"):
        run = quick(verb, "file")
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith("nonet: file") and run.stderr.count("\n") == 1
        assert said in run.stderr


def test_rows_as_arguments_are_one_error(quick: Nonet) -> None:
    rows = [EASY[i : i + 9] for i in range(0, 81, 9)]
    for verb in ("solve", "count", "convert"):
        run = quick(verb, *rows)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.endswith(
            "Error: 9 rows of 9 cells are one puzzle: put it in quotes, or in a file\n"
            f"  nonet {verb} '{' '.join(rows)}'\n"
        )
    assert quick("solve", " ".join(rows)).returncode == 0
    run = quick("solve", *FOUR)
    assert run.returncode == 2 and f"nonet solve {FOUR}\n" in run.stderr


def test_small_boards_as_arguments_are_puzzles(quick: Nonet) -> None:
    run = quick("solve", "1...", ".1..", "..1.", "...1")
    assert [line.split()[-1] for line in run.stdout.splitlines()] == ["unique"] * 4


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seconds", "nan"], "'--seconds': expected a number of 0 or more, found nan"),
        (["--seconds", "inf"], "'--seconds': expected a number up to 1000000000, found inf"),
        (["--nodes", str(2**63)], f"'--nodes': expected an integer up to {2**63 - 1}, found"),
        (["--limit", str(2**63)], f"'--limit': expected an integer up to {2**63 - 1}, found"),
    ],
)
def test_limits_that_are_none_name_the_option(quick: Nonet, args: list[str], said: str) -> None:
    for verb in ("solve", "count"):
        run = quick(verb, *args, FOUR)
        assert run.returncode == 2 and said in run.stderr and "None" not in run.stderr


def test_a_cell_that_is_none_is_told_without_python(quick: Nonet) -> None:
    run = quick("solve", stdin='{"puzzle": [1, {}, 3, 4]}')
    assert "found an object with names (" in run.stderr and "None" not in run.stderr


def test_text_in_utf_16_is_read(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_bytes(f"{EASY}\r\n".encode("utf-16"))
    assert quick("solve", "one.txt").stdout == f"{EASY_SOLUTION} unique\n"
    (tmp_path / "list.txt").write_bytes(f"{EASY}\noops\n{HARD}\n".encode("utf-16"))
    run = quick("solve", "list.txt")
    words = [line.split()[-1] for line in whole_answers(run.stdout)]
    assert words == ["unique", "malformed", "unique"]
    assert run.stderr.startswith("nonet: list.txt, line 2, column 1: ")


def test_only_bad_lines_are_reported_each(quick: Nonet) -> None:
    run = quick("solve", stdin=f"{EASY}1\n{EASY[:-1]}\nnonsense\n")
    assert (run.returncode, len(whole_answers(run.stdout))) == (2, 3)
    assert [line[:13] for line in run.stderr.splitlines()] == [
        f"nonet: line {n}" for n in (1, 2, 3)
    ]


def test_a_file_damaged_half_way_is_answered_so_far(quick: Nonet, tmp_path: Path) -> None:
    packed = gzip.compress(os.urandom(9).hex().encode() + b"\n" + f"{EASY}\n".encode() * 9, mtime=0)
    (tmp_path / "half.gz").write_bytes(packed[:-4])
    (tmp_path / "next.txt").write_text(f"{HARD}\n")
    run = quick("solve", "half.gz", "next.txt")
    words = [line.split()[-1] for line in whole_answers(run.stdout)]
    assert words == ["malformed", *["unique"] * 9, "malformed", "unique"]
    assert run.returncode == 2 and "half.gz, line 11: expected a whole gzip file" in run.stderr


def test_grids_files_and_texts_mix(quick: Nonet, tmp_path: Path) -> None:
    rows = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))
    (tmp_path / "grid.txt").write_text(f"# one puzzle in nine rows\n{rows}\n")
    (tmp_path / "list.txt").write_text(f"{HARD}\n{FOUR}\n")
    assert quick("solve", "grid.txt").stdout == f"{EASY_SOLUTION} unique\n"
    run = quick("solve", "--json", "grid.txt", FOUR, "list.txt", "-", stdin=SIX)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(o["source"], o["line"], o["size"]) for o in found] == [
        ("grid.txt", None, 9),
        ("argument 2", None, 4),
        ("list.txt", 1, 9),
        ("list.txt", 2, 4),
        (None, None, 6),
    ]


def test_pipes_named_as_files(nonet: Nonet, many: Path) -> None:
    line = f"{' '.join(command('solve'))} <(head -2 {many}) <(echo {FOUR})"
    run = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=environment())
    assert run.stdout == f"{EASY_SOLUTION} unique\n" * 2 + f"{FOUR_SOLUTION} unique\n"


def test_a_text_that_is_both_is_refused_until_told(quick: Nonet) -> None:
    both = "12..\n..12\n2.1.\n.2.1\n"
    assert "--from grid or --from line" in quick("solve", stdin=both).stderr
    assert "4x4" in quick("convert", "--from", "grid", stdin=both).stderr
    assert len(quick("solve", "--from", "line", stdin=both).stdout.splitlines()) == 4


def test_unreadable_file(quick: Nonet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text(EASY)
    (tmp_path / "secret").chmod(0)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # Root may read everything.
    done = quick("solve", EASY, "secret")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "nonet: secret: cannot be read\n"


def test_more_files_than_may_be_open(tmp_path: Path) -> None:
    for number in range(80):
        (tmp_path / f"{number}.txt").write_text(f"{FOUR}\n")
    line = f"ulimit -n 40; {' '.join(command('solve'))} *.txt"
    run = subprocess.run(["bash", "-c", line], capture_output=True, cwd=tmp_path, env=environment())
    assert run.stdout.decode() == f"{FOUR_SOLUTION} unique\n" * 80


def test_long_lists_of_small_boards_and_too_long_grids(quick: Nonet) -> None:
    run = quick("solve", stdin=f"{FOUR}\n" * 1100)
    assert run.stdout == f"{FOUR_SOLUTION} unique\n" * 1100
    run = quick("solve", "--from", "grid", stdin=f"{FOUR}\n" * 1100)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)


def test_box_alphabet_and_engine_fit_or_are_reported(quick: Nonet, tmp_path: Path) -> None:
    assert '"box": [3, 2]' in quick("solve", "--json", "--box", "3x2", "." * 36).stdout
    zeros = "0123456789ABCDEF" + "." * 240
    assert "say which: --alphabet 1-9A-G or --alphabet " in quick("convert", "A" + "." * 255).stderr
    assert quick("convert", "--alphabet", "0-9A-F", zeros).stdout == f"{zeros}\n"
    run = quick("convert", "--alphabet", "0-9A-F", "--symbols", "1-9A-G", zeros)
    assert run.stdout == "123456789ABCDEFG" + "." * 240 + "\n"
    (tmp_path / "mixed").write_text(f"{EASY}\n{SIX}\n{HARD}\n")
    for options in (["--box", "3x3"], ["--engine", "scalar"]):
        run = quick("solve", *options, "mixed")
        assert run.returncode == 2 and run.stderr.startswith("nonet: mixed, line 2")
        assert [line.split()[1] for line in run.stdout.splitlines()] == [
            "unique",
            "malformed",
            "unique",
        ]


# Where answers go


@pytest.mark.parametrize("name", ["out.txt", "out.gz"])
def test_output_files(quick: Nonet, tmp_path: Path, name: str) -> None:
    (tmp_path / "in").write_text(f"{EASY}\n{HARD}\n")
    for args in (
        ["solve", "in"],
        ["solve", "--json", "in"],
        ["count", "in"],
        ["solve", "--lines", EASY],
    ):
        shown = quick(*args)
        written = quick(*args, "-o", name)
        assert (written.returncode, written.stdout, written.stderr) == (0, "", "")
        data = (tmp_path / name).read_bytes()
        text = (gzip.decompress(data) if name == "out.gz" else data).decode()
        assert len(text.splitlines()) == len(shown.stdout.splitlines())


def test_a_dash_is_stdout(quick: Nonet, tmp_path: Path) -> None:
    expected = quick("solve", EASY, EASY)
    assert quick("solve", EASY, EASY, "-o", "-").stdout == expected.stdout
    assert not (tmp_path / "-").exists()


def test_a_bad_instruction_set_leaves_the_output_alone(
    quick: Nonet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NONET_SIMD", "mmx")
    (tmp_path / "kept.txt").write_text("kept")
    assert quick("solve", EASY, EASY, "-o", "kept.txt").returncode == 2
    assert (tmp_path / "kept.txt").read_text() == "kept"


def test_an_output_that_is_an_input_is_refused(quick: Nonet, tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text(f"{EASY}\n{HARD}\n")
    (tmp_path / "link").symlink_to(path)
    for args in (["solve", "in.txt"], ["solve", EASY, "link"], ["check", EASY_SOLUTION, "in.txt"]):
        assert "also an input" in quick(*args, "-o", "in.txt").stderr
    with path.open() as stdin:
        args = command("solve", "-o", "in.txt")
        done = subprocess.run(args, stdin=stdin, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 2
    assert path.read_text() == f"{EASY}\n{HARD}\n"


def test_json_keeps_to_its_schema(quick: Nonet) -> None:
    schema = json.loads((ROOT / "docs/schema/solve.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    lines = [EASY, SIX, CLASH, BAD, "x" * 81, "." * 625, "\xe9", " ".join(["0"] * 900)]
    runs = [quick("solve", "--json", line) for line in lines[:5]]
    runs += [quick("solve", "--json", line, "--limit", "1", "--nodes", "2") for line in lines]
    runs.append(quick("solve", "--json", "--nodes", "2", stdin="\n".join(lines)))
    runs.append(quick("solve", "--json", "--engine", "scalar", stdin="\n".join(lines)))
    statuses = set()
    for run in runs:
        for line in run.stdout.splitlines():
            found = json.loads(line)
            validator.validate(found)
            assert ("source" in found) == (run.stdout.count("\n") > 1)
            statuses.add(found["status"])
    assert len(runs[-1].stdout.splitlines()) == len(lines)
    assert statuses == {"unique", "multiple", "no-solution", "found", "unknown", "malformed"}


def test_json_of_the_other_commands(quick: Nonet) -> None:
    assert json.loads(quick("count", "--json", SIX).stdout) == {
        "puzzle": SIX,
        "rules": [],
        "count": 4,
        "exact": True,
    }
    one, bad = map(json.loads, quick("count", "--json", SIX, BAD).stdout.splitlines())
    assert (one["source"], one["line"], one["count"]) == ("argument 1", None, 4)
    assert bad["status"] == "malformed" and bad["error"]["message"].startswith("argument 2")
    right = {"right": True, "problems": []}
    assert json.loads(quick("check", "--json", FOUR_SOLUTION).stdout) == right
    assert json.loads(quick("check", "--json", BAD).stdout)["status"] == "malformed"
    names = [engine["name"] for engine in json.loads(quick("engines", "--json").stdout)]
    assert names == [engine.name for engine in all_engines()]


# The smaller commands


def test_check_tells_the_first_problems_and_how_many_more(quick: Nonet) -> None:
    run = quick("check", "1" * 81)
    said = run.stdout.splitlines()
    assert len(said) == 7 and said[1].startswith("  1 appears 9 times in row 1")
    assert said[-1] == "  and 49 more"
    found = json.loads(quick("check", "--json", "1" * 81).stdout)
    assert len(found["problems"]) == 54
    lines = quick("check", "-", stdin=f"{EASY}\n{EASY_SOLUTION}\n").stdout
    assert lines == "wrong: 51 of 81 cells are empty; no rule is broken so far\nright\n"


def placed_in(tmp_path: Path, *digits: str) -> None:
    """Write a file of EASY with some digits placed in it: `r1c3=4`."""
    cells = bytearray(81)
    for text in digits:
        cells[9 * int(text[1]) + int(text[3]) - 10] = int(text[5])
    puzzle = Puzzle(parse(EASY).cells, notes=Notes(placed=bytes(cells)))
    write([puzzle], tmp_path / "placed.json", notation="f-puzzles")


@pytest.mark.parametrize("verb", ["solve", "check"])
@pytest.mark.parametrize(
    ("digits", "said"),
    [
        (["r1c3=4"], "The placed digit is right."),
        (["r1c3=4", "r1c4=6"], "Both placed digits are right so far."),
        (["r1c3=4", "r1c4=6", "r1c6=8"], "All 3 placed digits are right so far."),
        (["r1c3=4", "r1c4=2"], "Of 2 placed digits, 1 is wrong: r1c4=2."),
        (["r1c3=1", "r1c4=2"], "Of 2 placed digits, 2 are wrong: r1c3=1, r1c4=2."),
    ],
)
def test_placed_digits_are_judged(
    quick: Nonet, tmp_path: Path, verb: str, digits: list[str], said: str
) -> None:
    placed_in(tmp_path, *digits)
    run = quick(verb, "placed.json", "--grid")
    assert run.stdout.splitlines()[-1] == said
    assert run.returncode == (0 if verb == "solve" else 1)
    if verb == "check":
        assert f"{51 - len(digits)} of 81 cells are empty\n  no rule is broken so far" in run.stdout


def test_an_unfinished_grid_is_judged_by_its_puzzle(quick: Nonet) -> None:
    right, wrong = f"{EASY[:2]}4{EASY[3:]}", f"{EASY[:2]}1{EASY[3:]}"
    assert quick("check", right, EASY).stdout.endswith("\nThe placed digit is right.\n")
    assert quick("check", wrong, EASY).stdout.endswith("The placed digit is wrong: r1c3=1.\n")
    assert "placed" not in quick("check", wrong).stdout + quick("check", EASY, EASY).stdout
    assert "placed" not in quick("check", f"1{'.' * 15}", "." * 16).stdout


def test_check_goes_line_by_line(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "puzzles").write_text(f"{EASY}\n{FOUR}\n{FOUR}\n{BAD}\n")
    solved = quick("solve", "puzzles").stdout
    wrong = solved.replace(f"{FOUR_SOLUTION} unique\n", f"4{FOUR_SOLUTION[1:]}\n", 1)
    (tmp_path / "solved").write_text(wrong)
    run = quick("check", "solved", "puzzles")
    words = [line.split(":")[0] for line in run.stdout.splitlines()]
    assert words == ["right", "wrong", "right", "malformed"]
    assert run.returncode == 2 and "puzzles, line 4" in run.stderr
    (tmp_path / "solved").write_text("".join(wrong.splitlines(keepends=True)[:3]))
    (tmp_path / "puzzles").write_text(f"{EASY}\n{FOUR}\n{FOUR}\n")
    assert quick("check", "solved", "puzzles").returncode == 1
    solved = solved.rsplit("\n", 2)[0]
    assert quick("check", "-", "puzzles", stdin=solved).stdout == "right\nright\nright\n"


def test_check_refuses_unequal_lengths(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "two").write_text(f"{FOUR}\n{FOUR}\n")
    (tmp_path / "three").write_text(f"{FOUR_SOLUTION}\n" * 3)
    (tmp_path / "one").write_text(f"{FOUR_SOLUTION}\n")
    run = quick("check", "three", "two")
    assert (run.returncode, run.stdout) == (2, "right\nright\nmalformed\n")
    assert run.stderr == "nonet: three, line 3: expected a puzzle for every solution, found fewer\n"
    run = quick("check", "one", "two")
    assert run.returncode == 2
    assert "two, line 2: expected a solution for every puzzle, found fewer\n" in run.stderr


@pytest.mark.parametrize(
    "layout", [Layout(2, 2), Layout(2, 3), Layout(3, 3), Layout(4, 4), Layout(5, 6)]
)
def test_convert_goes_round(quick: Nonet, layout: Layout) -> None:
    box = f"{layout.box_rows}x{layout.box_cols}"
    cells = [(3 * i) % (layout.size + 1) for i in range(layout.cell_count)]
    numbers = " ".join(map(str, cells))
    ways = ["numbers", "line", "grid", "numbers"] if layout.size <= 25 else ["numbers"]
    text = numbers
    for to in ways:
        options = ["--alphabet", "1-9A-G"] if layout.size == 16 else []
        run = quick("convert", "--box", box, "--to", to, *options, stdin=text)
        assert run.returncode == 0 and str(layout) in run.stderr
        text = run.stdout
    assert text.split() == numbers.split()


def test_convert_many(quick: Nonet) -> None:
    lines = f"{FOUR}\n{BAD}\n{CLASH}\n"
    run = quick("convert", stdin=lines)
    assert (run.returncode, run.stdout) == (2, f"{FOUR}\n{CLASH}\n")
    assert run.stderr.startswith("nonet: line 2")
    numbers = quick("convert", "--to", "numbers", FOUR, CLASH).stdout
    assert quick("convert", stdin=numbers).stdout == f"{FOUR}\n{CLASH}\n"
    grids = quick("convert", "--to", "grid", "--no-frame", "--blank", "*", FOUR, CLASH).stdout
    # Each row of the second grid is a 2x2 board, so that a marker says what it is.
    assert grids == "***4\n**1*\n2*4*\n*3**\n\n# nonet: grid\n1**1\n****\n****\n****\n\n"
    letters = quick(
        "convert", "--symbols", "A-P", "--blank", "0", "--from", "line", "1" + "." * 255
    )
    assert letters.returncode == 2 or letters.stdout.startswith("A000")


def test_demo_fits_and_tells_all(quick: Nonet) -> None:
    run = quick("demo")
    assert run.returncode == 0 and max(map(len, run.stdout.splitlines())) <= 80
    assert run.stdout.count("This is the only solution.") == 2
    assert "There are exactly 4 solutions." in run.stdout


def test_engines_fit(quick: Nonet) -> None:
    run = quick("engines")
    assert max(map(len, run.stdout.splitlines())) <= 80
    assert re.findall(r"^(\S+)", run.stdout, re.MULTILINE) == [e.name for e in all_engines()]


# Help, completion, starting


@pytest.mark.parametrize("args", [[], *([name] for name in COMMANDS)])
def test_help_has_an_example_and_fits(
    quick: Nonet, monkeypatch: pytest.MonkeyPatch, args: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run = quick(*args, "--help")
    assert run.returncode == 0 and run.stdout.isascii()
    assert max(map(len, run.stdout.splitlines())) <= 80
    assert re.search(r"Examples?:\s+\S*.*\bnonet ", run.stdout)


def test_the_script_the_module_and_nothing_at_all(nonet: Nonet) -> None:
    script = Path(sys.executable).with_name("nonet")
    said = []
    for args in (["--version"], [], ["solve", "--help"]):
        run = subprocess.run([script, *args], capture_output=True, text=True, env=environment())
        assert (run.returncode, run.stdout) == (0, nonet(*args).stdout)
        said.append(run.stdout)
    assert re.fullmatch(r"nonet \d+\.\d+\.\d+\S*\n", said[0])
    assert nonet("--version", "solve").stdout == said[0]
    assert "nonet demo" in said[1]


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["solve", "--help"], []])
def test_starting_needs_neither_numpy_nor_rich(args: list[str]) -> None:
    python = [sys.executable, "-X", "importtime", "-m", "nonet", *args]
    run = subprocess.run(python, capture_output=True, text=True, env=environment())
    imported = {line.rsplit("|", 1)[-1].strip() for line in run.stderr.splitlines()}
    assert "nonet.cli" in imported
    assert not imported & {"numpy", "rich"}
    assert args == ["solve", "--help"] or not imported & {"nonet.api", "nonet.engines"}
    assert "click" not in imported or args != ["--version"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(quick: Nonet, tmp_path: Path, shell: str) -> None:
    run = quick("completion", shell)
    assert run.returncode == 0 and "_NONET_COMPLETE" in run.stdout
    if shutil.which(shell):
        (tmp_path / "script").write_text(run.stdout)
        subprocess.run([shell, "-n", str(tmp_path / "script")], check=True)


@pytest.mark.parametrize(
    ("words", "offered"),
    quick_share(
        2,
        [
            ("nonet so", "plain,solve"),
            ("nonet solve --eng", "plain,--engine"),
            ("nonet solve --engine ref", "plain,reference"),
            ("nonet convert --to num", "plain,numbers"),
            ("nonet solve puz", "file,puz"),
        ],
    ),
)
def test_completion_completes(nonet: Nonet, words: str, offered: str) -> None:
    asked = {"_NONET_COMPLETE": "bash_complete", "COMP_WORDS": words}
    run = nonet(env=environment(**asked, COMP_CWORD=str(len(words.split()) - 1)))
    assert run.stdout == f"{offered}\n"


# Locales, terminals and pipes


def test_plain_locale_gives_plain_frames(nonet: Nonet) -> None:
    for changes in ({"LANG": "C"}, {"LC_ALL": "POSIX"}, {"PYTHONIOENCODING": "latin-1"}):
        run = nonet("solve", EASY, env=environment(**changes))
        assert run.stdout.isascii() and "| 5 3 4 |" in run.stdout
    assert "│ 5 3 4 │" in nonet("solve", EASY).stdout
    assert nonet("solve", EASY, env=environment(LANG=None)).returncode == 0


def test_colour_on_a_terminal_only(nonet: Nonet) -> None:
    assert "\x1b[" in on_a_terminal("solve", EASY)[0]
    for changes in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in on_a_terminal("solve", EASY, env=environment(**changes))[0]
    assert "\x1b" not in nonet("solve", EASY).stdout


def test_a_terminal_without_a_puzzle_is_told_where_to_start() -> None:
    shown, code = on_a_terminal("solve")
    assert code == 2 and "nonet demo" in shown


def test_progress_on_a_terminal_and_none_in_a_pipe(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "some").write_text(f"{LONG}\n" * 4 + f"{EASY}\n" * 10_000 + f"{BAD}\n")
    bar = r"[\d,]+ puzzles, [\d.,]+/s ━+.* +\d+% [\d-]+:[\d-]+ left"
    shown, code = on_a_terminal("solve", str(tmp_path / "some"), to_file=tmp_path / "out")
    assert code == 2 and re.search(bar, without_codes(shown))
    assert re.search(r"\rnonet: \S+, line 10005.*\n", without_codes(shown))
    shown, _ = on_a_terminal("solve", str(tmp_path / "some"))
    assert re.search(bar, without_codes(shown))
    answer = rf"^(?:.*\r)?{EASY_SOLUTION} unique$"
    assert len(re.findall(answer, without_codes(shown), re.MULTILINE)) == 10_000
    assert "puzzles" not in quick("solve", str(tmp_path / "some")).stderr


def test_a_long_search_tells_how_far_it_is_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "large").write_text(SPARSE)
    asked = ("solve", "--grid", "--seconds", "1.5", str(tmp_path / "large"))
    shown, code = on_a_terminal(*asked, to_file=tmp_path / "out")
    line = r"\rlearning from dead ends: [\d,]+ conflicts, [\d,]+ of 4,096 cells fixed 0:00:0\d"
    assert code == 3 and re.search(line, without_codes(shown))
    said = (tmp_path / "out").read_text()
    assert "No solution found before the limit on seconds was reached." in said
    assert re.search(r"\nSo far: 1 of 4,096 cells fixed, [\d,]+ nodes, [\d,]+ conflicts\.\n", said)


def test_memory_is_a_limit(quick: Nonet) -> None:
    run = quick("solve", "--grid", "--memory", "1M", stdin=SPARSE)
    assert run.returncode == 3 and "limit on memory" in run.stdout
    for wrong in ("0", "x", "5T", "-1"):
        run = quick("solve", f"--memory={wrong}", EASY)
        assert run.returncode == 2 and "expected a size such as 500M" in run.stderr


def test_a_closed_pipe_ends_quietly(many: Path) -> None:
    for args in (["solve", str(many)], ["count", str(many)], ["--help"], ["demo"]):
        pipe = f"{' '.join(command(*args))} | head -1; echo ${{PIPESTATUS[0]}}"
        run = subprocess.run(
            ["bash", "-c", pipe], capture_output=True, text=True, env=environment()
        )
        assert run.stderr == "" and run.stdout.endswith("\n0\n") and run.stdout.count("\n") == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_missing_streams_and_full_disks() -> None:
    solve = " ".join(command("solve"))
    for line, code in (
        (f"{solve} {EASY} > /dev/full", 2),
        (f"{solve} {EASY} -o /dev/full", 2),
        (f"{solve} {EASY} >&-", 0),
        (f"{solve} {BAD} 2>&-", 2),
        (f"{solve} <&-", 2),
        (f"{solve} {BAD} 2> /dev/full", 2),
    ):
        run = subprocess.run(
            ["bash", "-c", line], capture_output=True, text=True, env=environment()
        )
        assert (run.returncode, run.stdout) == (code, "")
        assert "Traceback" not in run.stderr and "Exception" not in run.stderr


def test_answers_come_as_the_puzzles_do(start: Callable[..., subprocess.Popen[bytes]]) -> None:
    process = start("solve", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    for sent, due in ((2, 2), (1, 1), (3, 3)):
        process.stdin.write(f"{EASY}\n".encode() * sent)
        process.stdin.flush()
        for _ in range(due):
            assert process.stdout.readline().decode() == f"{EASY_SOLUTION} unique\n"
    process.stdin.close()
    assert process.wait(timeout=20) == 0


# Ctrl-C, and much input


@pytest.mark.parametrize("options", quick_share(2, [[], ["--json"], ["--engine", "scalar"]]))
def test_ctrl_c_leaves_whole_lines(
    start: Callable[..., subprocess.Popen[bytes]], slow: Path, tmp_path: Path, options: list[str]
) -> None:
    out = tmp_path / "out"
    with out.open("wb") as stream:
        process = start("solve", str(slow), *options, stdout=stream)
        wait_for(lambda: out.stat().st_size > 0)
        stop(process)
    text = out.read_text()
    if options == ["--json"]:
        assert all(json.loads(line)["status"] == "unique" for line in text.splitlines())
        assert text.endswith("\n")
    else:
        assert 0 < len(whole_answers(text)) < 300_000


def test_ctrl_c_leaves_a_whole_gzip_file(
    start: Callable[..., subprocess.Popen[bytes]], slow: Path, tmp_path: Path
) -> None:
    process = start("solve", str(slow), "-o", "out.gz")
    wait_for(lambda: sum(path.stat().st_size for path in tmp_path.iterdir()) > 99)
    stop(process, said="nonet: finished answers are in out.gz.partial\n")
    with gzip.open(tmp_path / "out.gz.partial", "rt") as stream:
        assert 0 < len(whole_answers(stream.read())) < 300_000


def test_ctrl_c_ends_the_reading_of_a_gzip_file(
    start: Callable[..., subprocess.Popen[bytes]], slow: Path, tmp_path: Path
) -> None:
    (tmp_path / "slow.gz").write_bytes(gzip.compress(slow.read_bytes(), 1))
    with (tmp_path / "out").open("wb") as stream:
        process = start("solve", "slow.gz", stdout=stream)
        wait_for(lambda: (tmp_path / "out").stat().st_size > 0)
        stop(process)
    assert 0 < len(whole_answers((tmp_path / "out").read_text())) < 300_000


def test_ctrl_c_ends_endless_input(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with (
        subprocess.Popen(["yes", HARD], stdout=subprocess.PIPE) as source,
        out.open("wb") as stream,
    ):
        process = start("solve", stdin=source.stdout, stdout=stream)
        wait_for(lambda: out.stat().st_size > 0)
        stop(process)
        source.kill()
    assert whole_answers(out.read_text())


def test_ctrl_c_waits_for_a_slow_reader(
    start: Callable[..., subprocess.Popen[bytes]], many: Path
) -> None:
    process = start("solve", str(many), stdout=subprocess.PIPE)
    assert process.stdout
    first = os.read(process.stdout.fileno(), 1)
    time.sleep(1)  # The pipe is full by now, and a line perhaps half written.
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    rest, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"nonet: stopped\n")
    assert 0 < len(whole_answers((first + rest).decode())) < 300_000


@pytest.mark.parametrize(
    "args",
    quick_share(
        2,
        [
            ["count", EMPTY],
            ["count", EMPTY, "--engine", "reference"],
            ["solve", SIXTEEN, SIXTEEN, "--limit", "999999999"],
            ["solve", SIXTEEN, "--engine", "reference", "--limit", "999999999"],
            ["solve"],
        ],
    ),
    ids=["count", "count in Python", "16x16 in a batch", "16x16", "waiting for input"],
)
def test_ctrl_c_ends_endless_work(
    start: Callable[..., subprocess.Popen[bytes]], args: list[str]
) -> None:
    process = start(*args, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    time.sleep(0.8)
    assert process.poll() is None
    stop(process)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize("packed", quick_first(1, [False, True]), ids=["plain", "gzip"])
def test_memory_does_not_grow_with_the_input(many: Path, tmp_path: Path, packed: bool) -> None:
    probe = (
        "import sys; from nonet.cli import run; assert run(sys.argv[1:]) == 0;"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0], file=sys.stderr)"
    )
    peaks = []
    for lines in (3_000, 60_000 if packed else 300_000):
        path = tmp_path / f"{lines}.gz" if packed else tmp_path / f"{lines}.txt"
        text = f"{EASY}\n".encode() * lines
        path.write_bytes(gzip.compress(text, 1) if packed else text)
        run = subprocess.run(
            [sys.executable, "-c", probe, "solve", str(path), "-o", str(tmp_path / "out")],
            capture_output=True,
            text=True,
            check=True,
        )
        peaks.append(int(run.stderr) // 1024)
        assert (tmp_path / "out").read_bytes().count(b"unique\n") == lines
    assert peaks[1] - peaks[0] < 30
