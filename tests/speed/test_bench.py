"""`nonet bench` and what it is made of. Nothing here depends on how fast anything is."""

from __future__ import annotations

import gzip
import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import nonet
from boards import EASY, GUESTS, HARD, SIX
from cases import quick_first, quick_share
from nonet import native
from nonet.cli import run
from nonet.core.errors import ArgumentError, UnsupportedError
from nonet.core.result import Result, Stats, Status
from nonet.engines import roster
from nonet.engines.reference import ReferenceEngine
from nonet.speed import DisagreementError, Row, commonest, compare, describe_machine, measure

FOUR = "...4..1.2.4..3.."
TWO = "..3.34...1..4..."
CLASH = "1..1............"
OTHER = nonet.parse(EASY[:2] + str(nonet.solve(EASY).solution)[2] + EASY[3:])
"""EASY with a given more."""
QUICK = ("--seconds", "0.02")
SURE = ("--seconds", "0.5")
"""Time enough for the slowest engine on any machine."""
NATIVE = ["portfolio", "general", "learning"]
"""The engines that take every layout and whose rows the native core solves."""
SINGLE = [
    name
    for name in ("cadical", "reference", "dlx", *(guest.name for guest in GUESTS))
    if not nonet.engine_named(name).install
]
"""The others that take every layout."""
ROW: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "engine": {"type": "string"},
        "how": {"type": "string"},
        "puzzles": {"type": "integer", "minimum": 1},
        "undecided": {"type": "integer", "minimum": 0},
        "passes": {"type": "integer", "minimum": 1},
        "seconds": {"type": "number", "minimum": 0},
        "per_second": {"type": "number", "minimum": 0},
        "guesses": {"type": ["number", "null"]},
        "ratio": {"type": ["number", "null"]},
        "ratio_to": {"enum": ["reference", "slowest"]},
        "machine": {
            "type": "object",
            "additionalProperties": False,
            "required": ["machine", "processor", "cores", "python", "nonet", "simd"],
            "properties": {
                "machine": {"type": "string"},
                "processor": {"type": ["string", "null"]},
                "cores": {"type": "integer", "minimum": 1},
                "python": {"type": "string"},
                "nonet": {"const": nonet.__version__},
                "simd": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            },
        },
    },
}
ROW["required"] = list(ROW["properties"])

Bench = Callable[..., tuple[int, str, str]]


@pytest.fixture
def bench(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Bench:
    """Run the command here on a list; return exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run_here(*args: str, lines: list[str] | None = None) -> tuple[int, str, str]:
        if lines is not None:
            (tmp_path / "list").write_text("\n".join(lines), encoding="utf-8")
            args = ("list", *args)
        code = run(["bench", *QUICK, *args])
        out, err = capfd.readouterr()
        return code, out, err

    return run_here


class Guest(ReferenceEngine):
    """The reference engine under another name, without counters."""

    name = "guest"
    summary = "a guest"

    def solve(self, puzzle: nonet.Puzzle, limit: nonet.Limit | int | None = 2) -> Result:
        result = super().solve(puzzle, limit)
        return Result(puzzle, result.status, result.solutions, self.name, Stats())


@pytest.fixture
def invite(monkeypatch: pytest.MonkeyPatch) -> Callable[[nonet.Engine], None]:
    """Add a guest to the roster for one test."""
    monkeypatch.setattr(roster, "_loaded", dict(roster._loaded))
    monkeypatch.setattr(roster, "_order", list(roster._order))
    return nonet.register_engine


def lying(answer: Callable[[Result], Result]) -> Guest:
    """Return a guest that changes every answer."""

    class Liar(Guest):
        def solve(self, puzzle: nonet.Puzzle, limit: nonet.Limit | int | None = 2) -> Result:
            return answer(super().solve(puzzle, limit))

    return Liar()


def table(out: str) -> list[list[str]]:
    """Return the fields of the table's lines, the head included."""
    lines = out.split("\n\n")[1].splitlines()
    assert len({len(line) for line in lines}) == 1
    return [line.split() for line in lines]


# The table


@pytest.mark.slow
def test_without_a_file_there_are_puzzles(bench: Bench) -> None:
    code, out, err = bench("--threads", "2", *SURE)
    assert (code, err) == (0, "")
    assert out.startswith("90 puzzles of 9x9 with 3x3 boxes\n")
    check_every_way_has_a_row(out)


def test_every_way_has_a_row(bench: Bench) -> None:
    code, out, err = bench("--threads", "2", *QUICK, lines=[EASY])
    assert (code, err) == (0, "")
    check_every_way_has_a_row(out)


def check_every_way_has_a_row(out: str) -> None:
    assert max(map(len, out.splitlines()[2:])) <= 80
    head, *rows = table(out)
    if "stopped" in head:  # on a busy machine, a slow engine may not be given the time for a puzzle
        head.remove("stopped")
    assert head == ["engine", "how", "puzzles", "puzzles/s", "guesses", "x", "reference"]
    paths = native.simd_paths()
    expected = [["lanes", f"{native.simd_path()},", "2", "threads"]]
    expected += [["lanes", f"{path},", "1", "thread"] for path in reversed(paths)]
    for name in (*NATIVE, "scalar"):
        expected += [[name, "2", "threads"], [name, "1", "thread"]]
    expected += [["lanes", "nonet.solve", "each"]]
    expected += [[name, "one", "by", "one"] for name in (*NATIVE, "scalar", *SINGLE)]
    assert [row[: len(start)] for row, start in zip(rows, expected, strict=True)] == expected
    assert next(row for row in rows if row[0] == "reference")[-1] == "1"


def test_engines_are_picked_and_one_thread_is_one_row(bench: Bench) -> None:
    options = ("--threads", "1", "--puzzles", "3")
    code, out, _ = bench("-e", "scalar", "-e", "dlx", "-e", "scalar", *options)
    assert code == 0 and out.startswith("3 puzzles of 9x9")
    head, *rows = table(out)
    assert [row[:2] for row in rows] == [["scalar", "1"], ["scalar", "one"], ["dlx", "one"]]
    assert head[-1] == "slowest" and rows[-1][-1] == "1"
    _, out, _ = bench("-e", "lanes", "--threads", "1", "--puzzles", "1")
    assert len(table(out)) == len(native.simd_paths()) + 2


def test_json_has_its_shape(bench: Bench, invite: Callable[[nonet.Engine], None]) -> None:
    invite(Guest())
    engines = [f"-e{name}" for name in ("scalar", "reference", "guest")]
    code, out, _ = bench("--json", *engines, "--threads", "1", *SURE, lines=[EASY, HARD])
    rows = json.loads(out)
    Draft202012Validator({"type": "array", "minItems": 4, "items": ROW}).validate(rows)
    assert code == 0 and out.count("\n") == 1 and out.isascii()
    by_engine = {row["engine"]: row for row in rows}
    assert by_engine["guest"]["guesses"] is None and by_engine["reference"]["ratio"] == 1
    assert by_engine["scalar"]["guesses"] > 0


# What is read


@pytest.mark.parametrize(("rows", "cols"), quick_share(4, [(2, 3), (2, 2), (3, 2), (2, 4), (4, 4)]))
def test_other_layouts(bench: Bench, rows: int, cols: int) -> None:
    layout = nonet.Layout(rows, cols)
    solved = nonet.solve("." * layout.cell_count, limit=1, layout=layout).solution
    line = f"..{str(solved)[2:]}"
    options = ["--threads", "1", "--box", f"{rows}x{cols}"]
    code, out, err = bench(*options, "--from", "line", lines=[line, line])
    assert (code, err) == (0, "")
    assert out.startswith(f"2 puzzles of {layout}\n")
    small = {"small": {("1", "thread"), ("nonet.solve", "each")}} if layout.size <= 8 else {}
    ways: dict[str, set[tuple[str, str]]] = {}
    for row in table(out)[1:]:
        ways.setdefault(row[0], set()).add((row[2], row[3]) if "," in row[1] else (row[1], row[2]))
    others = {name: {("one", "by")} for name in SINGLE}
    others |= {name: {("1", "thread"), ("one", "by")} for name in NATIVE}
    assert ways == small | others


def test_the_commonest_layout_is_measured(bench: Bench) -> None:
    code, out, err = bench("-e", "reference", lines=[EASY, FOUR, SIX, FOUR, TWO, HARD])
    assert code == 0 and out.startswith("3 puzzles of 4x4 with 2x2 boxes\n")
    assert err == "nonet: measuring 4x4 with 2x2 boxes; skipped 3 other puzzles\n"
    assert commonest([]) == []


def test_bad_lines_are_reported_and_the_rest_is_measured(bench: Bench) -> None:
    code, out, err = bench("-e", "scalar", lines=[EASY, "oops", HARD, EASY[:-1]])
    assert code == 2 and out.startswith("2 puzzles of 9x9")
    starts = [line[:19] for line in err.splitlines()]
    assert starts == ["nonet: list, line 2", "nonet: list, line 4"]
    code, out, err = bench("-e", "scalar", "--puzzles", "1", lines=[EASY, "oops"])
    assert (code, err) == (0, "") and out.startswith("1 puzzle of 9x9")
    code, out, err = bench(lines=[f"{EASY}1", EASY[:-1], "nonsense"])
    assert (code, out, err.count("\n")) == (2, "", 3)


def test_gzip_grids_and_stdin(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "list.gz").write_bytes(gzip.compress(f"# two\n{EASY}\n\n{HARD}\n".encode()))
    assert bench("list.gz", "-e", "scalar")[1].startswith("2 puzzles of 9x9")
    (tmp_path / "grid").write_text(nonet.format(EASY, "grid"))
    assert bench("grid", "-e", "scalar")[1].startswith("1 puzzle of 9x9")
    with (tmp_path / "list.gz").open() as stream, monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", stream)
        assert bench("-", "-e", "scalar")[1].startswith("2 puzzles of 9x9")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["-e", "scalra"], "did you mean 'scalar'?"),
        (["-e", "lanes", FOUR], "engine 'lanes' supports 9x9"),
        (["--json", "-e", "scalar", FOUR], "engine 'scalar' supports 9x9"),
        (["no/such.txt"], "no such file"),
        (["12345"], "expected"),
        (["--seconds", "0"], "--seconds"),
        (["--seconds", "nan"], "seconds: expected"),
        (["--threads", "0"], "--threads"),
        (["--puzzles", "0"], "--puzzles"),
        (["--seed", "-1"], "--seed"),
    ],
)
def test_wrong_usage_gets_advice(bench: Bench, args: list[str], said: str) -> None:
    code, out, err = bench(*args)
    assert (code, out) == (2, "") and said in err


def test_every_kind_of_puzzle_can_be_measured(bench: Bench) -> None:
    """Several solutions, none, clashing givens, an empty grid, a full one."""
    full = str(nonet.solve(EASY).solution)
    lines = [EASY, full, "." * 81, "1" * 81, f"11{'.' * 79}", f"..{full[2:]}"]
    code, out, err = bench(lines=lines)
    assert (code, err) == (0, "") and out.startswith("6 puzzles")
    code, out, err = bench(lines=[FOUR, TWO, CLASH, "." * 16])
    assert (code, err) == (0, "") and out.startswith("4 puzzles")


def test_what_is_endless_is_undecided(bench: Bench, invite: Callable[[nonet.Engine], None]) -> None:
    class Endless(Guest):
        def solve(self, puzzle: nonet.Puzzle, limit: nonet.Limit | int | None = 2) -> Result:
            assert isinstance(limit, nonet.Limit) and limit.seconds
            time.sleep(limit.seconds)
            return Result(puzzle, Status.UNKNOWN, (), self.name, Stats(), "seconds")

    invite(Endless())
    code, out, err = bench("-e", "guest", "-e", "reference", FOUR)
    assert (code, err) == (0, "")
    head, guest, reference = table(out)
    assert head[-3] == "stopped" and guest[-5:] == ["1", "0", "-", "1", "0"]
    assert reference[-2] == "0"


# Engines that are not right


@pytest.mark.parametrize(
    ("answer", "said"),
    quick_share(
        2,
        [
            (
                lambda r: Result(r.puzzle, Status.NO_SOLUTION, (), "guest", r.stats),
                "engines disagree: scalar says unique, guest says no-solution",
            ),
            (
                lambda r: Result(r.puzzle, Status.UNIQUE, (), "guest", r.stats),
                "engine guest says unique but returned no solution",
            ),
            (
                lambda r: Result(
                    r.puzzle,
                    Status.UNIQUE,
                    (nonet.Solution(bytes(reversed(r.solution.cells))),),
                    "guest",
                    r.stats,
                ),
                "engine guest returned a wrong solution: ",
            ),
            (
                lambda r: Result(r.puzzle, Status.MULTIPLE, r.solutions * 2, "guest", r.stats),
                "engine guest returned the same solution twice",
            ),
            (lambda r: 1 // 0, "engine guest failed: ZeroDivisionError: "),
        ],
    ),
    ids=["status", "none", "wrong", "twice", "raises"],
)
def test_a_lying_guest_is_exit_code_4(
    bench: Bench,
    invite: Callable[[nonet.Engine], None],
    answer: Callable[[Result], Result],
    said: str,
) -> None:
    invite(lying(answer))
    options = ("-e", "scalar", "-e", "guest", "--threads", "1", "--seconds", "0.1")
    code, out, err = bench(*options, lines=[EASY, str(OTHER)])
    assert code == 4 and err.startswith(f"nonet: {said}")
    puzzle = err.splitlines()[-1].removeprefix("  puzzle: ")
    assert nonet.parse(puzzle).clues in (nonet.parse(EASY).clues, OTHER.clues)
    assert {row[0] for row in table(out)} == {"engine", "scalar"}
    code, out, _ = bench("--json", "-e", "guest", "-e", "scalar", lines=[EASY])
    assert code == 4 and "guest" not in out


def test_the_error_names_puzzle_and_engines(invite: Callable[[nonet.Engine], None]) -> None:
    liar = lying(lambda r: Result(r.puzzle, Status.NO_SOLUTION, (), "guest", r.stats))
    engines = [nonet.engine_named("scalar"), liar]
    with pytest.raises(DisagreementError) as caught:
        list(measure([nonet.parse(EASY)], engines=engines, seconds=0.01))
    assert caught.value.engines == ("scalar", "guest")
    assert caught.value.puzzle.clues == nonet.parse(EASY).clues


def test_an_answer_that_is_undecided_contradicts_nobody() -> None:
    unsure = lying(lambda r: Result(r.puzzle, Status.UNKNOWN, (), "guest", r.stats, "seconds"))
    engines = [unsure, nonet.engine_named("reference")]
    first, second = measure([nonet.parse(FOUR)], engines=engines, seconds=0.01)
    assert first.undecided == first.puzzles and first.per_second == 0 and second.undecided == 0
    assert compare([first]) == ("slowest", [None])
    assert compare([first, second]) == ("reference", [0.0, 1.0])


# In Python


def test_measure_refuses_what_it_cannot_measure() -> None:
    with pytest.raises(ArgumentError, match="found none"):
        measure([])
    with pytest.raises(ArgumentError, match="same layout"):
        measure([nonet.parse(EASY), nonet.parse(FOUR)])
    with pytest.raises(ArgumentError, match="above 0"):
        measure([nonet.parse(EASY)], seconds=0)
    with pytest.raises(UnsupportedError):
        measure([nonet.parse(FOUR)], engines=[nonet.engine_named("scalar")])


def test_engines_see_no_puzzle_twice() -> None:
    seen: list[nonet.Puzzle] = []

    class Curious(Guest):
        def solve(self, puzzle: nonet.Puzzle, limit: nonet.Limit | int | None = 2) -> Result:
            seen.append(puzzle)
            return super().solve(puzzle, limit)

    told: list[tuple[str, int, float]] = []
    puzzles = [nonet.parse(EASY)]
    (row,) = measure(
        puzzles, engines=[Curious()], seconds=0.05, progress=lambda *facts: told.append(facts)
    )
    assert len(set(seen)) == len(seen) > row.puzzles > 0
    assert {title for title, *_ in told} == {"guest, one by one"}
    assert sum(number for _, number, _ in told) == row.puzzles
    assert all(0 <= share <= 1 for *_, share in told)


def test_rows_are_plain_data() -> None:
    row = Row("a", "b", 1, 0, 1, 0.5, 2.0, None)
    assert Row(**row.to_dict()) == row
    assert json.loads(json.dumps(describe_machine()))["nonet"] == nonet.__version__


# A process of its own


@pytest.fixture
def stopped() -> Iterator[Callable[..., tuple[str, str]]]:
    """Press Ctrl-C while a row is measured; return stdout and what the terminal showed."""
    started: list[subprocess.Popen[bytes]] = []

    def run_and_stop(title: str, *args: str) -> tuple[str, str]:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "nonet", "bench", *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        started.append(process)
        shown = b""
        while f"{title}: ".encode() not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        shown += os.read(ours, 4096)
        os.close(ours)
        os.close(theirs)
        assert process.returncode == 130
        return out.decode(), shown.decode()

    yield run_and_stop
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("options", quick_first(1, [[], ["--json"]]))
def test_ctrl_c_prints_the_rows_that_are_done(
    stopped: Callable[..., tuple[str, str]], options: list[str]
) -> None:
    # A row takes the time to be shown at least once.
    engines = ["-e", "reference", "-e", "dlx", "--seconds", "0.5"]
    out, shown = stopped("dlx, one by one", *engines, *options)
    assert "reference, one by one: " in shown and "/s " in shown and "nonet: stopped" in shown
    if options:
        assert [row["engine"] for row in json.loads(out)] == ["reference"]
    else:
        assert [row[0] for row in table(out)] == ["engine", "reference"]


def test_ctrl_c_before_the_first_row_is_done(stopped: Callable[..., tuple[str, str]]) -> None:
    out, shown = stopped("dlx, one by one", "-e", "dlx", "--seconds", "20")
    assert out == "" and shown.replace("\r", "").endswith("\nnonet: stopped\n")
