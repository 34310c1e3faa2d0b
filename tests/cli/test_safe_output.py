"""Every -o of every command: a file is replaced when it is complete, and never harmed before."""

from __future__ import annotations

import array
import fcntl
import gzip
import json
import os
import signal
import stat
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import nonet as package
from cases import quick_first, quick_only, quick_share
from command import Nonet, command, environment

FOUR = "...4..1.2.4..3.."
FOUR_SOLVED = "1234341221434321"
BAD = "12345"
EMPTY = "." * 81
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
COMPARE = ["lab", "compare", "-s", "mac", "-c", "boards.txt", "--processes", "0"]

MANY = 100

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the command with a pipe for stdin and go on; Ctrl-C reaches it in any case."""
    started: list[subprocess.Popen[bytes]] = []

    def popen(*args: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command(*args),
            cwd=tmp_path,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        started.append(process)
        return process

    yield popen
    for process in started:
        process.kill()
        process.communicate()


def feed(process: subprocess.Popen[bytes], text: str) -> None:
    """Write to stdin, leave it open, and wait until all of that is read and answered."""
    assert process.stdin
    process.stdin.write(text.encode())
    process.stdin.flush()
    waiting = array.array("i", [1])
    deadline = time.monotonic() + 30
    while waiting[0]:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.05)
        fcntl.ioctl(process.stdin, termios.FIONREAD, waiting)
    time.sleep(0.5)


def wait_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.02)


def neighbours(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if name.endswith(".part")]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with something to work on."""
    (tmp_path / "boards.txt").write_text(f"{FOUR}\n" * 3)
    (tmp_path / "solved.txt").write_text(f"{FOUR_SOLVED}\n" * 3)
    (tmp_path / "solver.py").write_text(
        "import time\ndef sudoku_solver(array):\n    open('started', 'w').close()\n"
        "    time.sleep(60)\n"
    )
    return tmp_path


# Refusals


REFUSED = {
    "solve": ["solve", BAD, "-o", "kept.txt"],
    "solve, JSON": ["solve", BAD, "--json", "-o", "kept.txt"],
    "solve, packed": ["solve", BAD, "-o", "kept.gz"],
    "solve, symbols": ["solve", FOUR, "--symbols", "AB", "-o", "kept.txt"],
    "count": ["count", BAD, "-o", "kept.txt"],
    "check": ["check", BAD, "-o", "kept.txt"],
    "check, a bad puzzle": ["check", FOUR_SOLVED, BAD, "-o", "kept.txt"],
    "convert": ["convert", BAD, "-o", "kept.txt"],
    "convert, explained": ["convert", "--explain", BAD, "-o", "kept.txt"],
    "convert, no such board": ["convert", FOUR, "-o", "kept.xml"],
    "convert, zip": ["convert", BAD, "-o", "kept.zip"],
    "convert, several lines": ["convert", "--to", "sdk", EMPTY, EMPTY, "-o", "kept.txt"],
    "compare": ["lab", "compare", "-s", "nope", "-c", "4x4", "-o", "kept.csv"],
    "compare, report": ["lab", "compare", "-s", "nope", "-c", "4x4", "--html", "kept.html"],
    "watch": ["lab", "watch", BAD, "-s", "mac", "-o", "kept.html"],
    "watch, trace": ["lab", "watch", BAD, "-s", "mac", "--trace", "kept.jsonl"],
    "grade": ["lab", "grade", "no.py", "-o", "kept.txt"],
}


@pytest.mark.parametrize("args", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("exists", [True, False], ids=["old", "new"])
def test_a_refusal_changes_nothing(
    quick: Nonet, tmp_path: Path, args: list[str], exists: bool
) -> None:
    path = tmp_path / args[-1]
    if exists:
        path.write_text("precious")
    assert quick(*args).returncode == 2
    assert {*os.listdir(tmp_path)} == {"stdin", *[path.name] * exists}
    assert not exists or path.read_text() == "precious"


@pytest.mark.parametrize(
    ("args", "code", "lines"),
    [
        (["solve", FOUR, BAD], 2, 2),
        (["solve", FOUR, BAD, "--json"], 2, 2),
        (["count", FOUR, BAD], 2, 2),
        (["convert", FOUR, BAD], 2, 1),
        (["check", FOUR], 1, None),
        (["count", EMPTY, "--nodes", "9"], 3, 1),
        (["solve", EMPTY, "--seconds", "0"], 3, None),
        (["solve", FOUR, EMPTY, "--seconds", "0"], 3, 2),
    ],
)
def test_what_is_complete_is_written_whatever_the_code(
    quick: Nonet, tmp_path: Path, args: list[str], code: int, lines: int | None
) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    assert quick(*args, "-o", "out.txt").returncode == code
    assert path.read_text() not in ("", "old")
    assert lines is None or len(path.read_text().splitlines()) == lines


# Failures


def fail_late(function: Callable[..., Any], calls: int) -> Callable[..., Any]:
    """Let a function work for so many calls."""
    left = iter(range(calls))

    def fails(*args: Any, **options: Any) -> Any:
        if next(left, None) is None:
            raise RuntimeError("in the middle")
        return function(*args, **options)

    return fails


FAILING = {
    "solve": (
        ["solve", "boards.txt", "--engine", "dlx", "-o", "kept"],
        "batch.solving:Solve._solve",
        2,
    ),
    "solve, lines": (["solve", "boards.txt", "-o", "kept"], "batch.sinks:weave_rows", 1),
    "solve, packed": (["solve", "boards.txt", "-o", "kept.gz"], "batch.sinks:weave_rows", 1),
    "count": (["count", "boards.txt", "-o", "kept"], "batch.counting:Count._table", 1),
    "check": (["check", "solved.txt", "-o", "kept"], "batch.checking:are_right", 1),
    "convert": (["convert", "boards.txt", "-o", "kept"], "cli.convert:Form.checked", 2),
    "convert, csv": (["convert", "boards.txt", "-o", "kept.csv"], "cli.convert:Form.checked", 2),
    "convert, zip": (["convert", "boards.txt", "-o", "kept.zip"], "cli.convert:Form.checked", 2),
    "compare, csv": (["-o", "kept.csv"], "lab.table:csv.writer", 0),
    "compare, json": (["-o", "kept.json"], "lab.table:json.dumps", 5),
    "compare, html": (["--html", "kept.html"], "cli.lab_compare:render_html", 0),
    "compare, markdown": (["--markdown", "kept.md"], "cli.lab_compare:render_markdown", 0),
    "watch": (
        ["lab", "watch", FOUR, "-s", "mac", "-o", "kept.html"],
        "lab.watching.watch:render_page",
        0,
    ),
    "trace": (
        ["lab", "watch", FOUR, "-s", "mac", "--trace", "kept.jsonl.gz"],
        "lab.tracing.files:_line",
        3,
    ),
    "grade": (["lab", "grade", "solver.py", "-o", "kept"], "cli.lab_grade:grade_solver", 0),
}


@pytest.mark.parametrize(("args", "place", "calls"), FAILING.values(), ids=FAILING)
def test_a_failure_in_the_middle_changes_nothing(
    quick: Nonet,
    files: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: list[str],
    place: str,
    calls: int,
) -> None:
    if args[0].startswith("-"):
        args = [*COMPARE, *args]
    path = files / args[-1]
    path.write_text("precious")
    module, _, name = place.partition(":")
    target = f"nonet.{module}.{name}"
    owner: Any = __import__(f"nonet.{module}", fromlist=["_"])
    for part in name.split("."):
        owner = getattr(owner, part)
    with monkeypatch.context() as patch:
        patch.setattr(target, fail_late(owner, calls))
        run = quick(*args)
    assert run.returncode == 70 and "in the middle" in run.stderr
    assert path.read_text() == "precious" and not neighbours(files)
    assert quick(*args).returncode == 0 if "grade" not in args else True
    assert "grade" in args or path.read_bytes() != b"precious"
    assert not neighbours(files)


# Kills and Ctrl-C


STREAMS = {
    "solve": ["solve", "-", "-o", "kept.txt"],
    "solve one by one": ["solve", "-", "--engine", "scalar", "-o", "kept.txt"],
    "solve, JSON": ["solve", "-", "--json", "-o", "kept.txt"],
    "count": ["count", "-", "-o", "kept.txt"],
    "check": ["check", "-", "-o", "kept.txt"],
    "convert": ["convert", "-", "-o", "kept.txt"],
    "convert --explain": ["convert", "-", "--explain", "-o", "kept.txt"],
}
ANSWERS = {
    "solve": f"{EASY_SOLVED} unique",
    "solve one by one": f"{EASY_SOLVED} unique",
    "count": "1",
    "check": "wrong: ",
    "convert": EASY,
}
LONG = {
    "compare": [
        "lab",
        "compare",
        "-s",
        "backtracking",
        "-c",
        "16x16",
        "--seconds",
        "60",
        "-o",
        "kept.csv",
    ],
    "watch": ["lab", "watch", EMPTY, "-s", "backtracking", "--limit", "999999", "-o", "kept.html"],
    "grade": ["lab", "grade", "solver.py", "-o", "kept.txt"],
}


@pytest.mark.parametrize("args", quick_share(4, STREAMS.values()), ids=STREAMS)
def test_a_kill_leaves_the_old_file(start: Start, tmp_path: Path, args: list[str]) -> None:
    (tmp_path / "kept.txt").write_text("precious")
    process = start(*args)
    feed(process, f"{EASY}\n" * MANY)
    process.kill()
    process.wait()
    assert (tmp_path / "kept.txt").read_text() == "precious"


@pytest.mark.parametrize("args", quick_share(2, LONG.values()), ids=LONG)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=["kill", "Ctrl-C"])
def test_long_work_that_is_stopped_leaves_the_old_file(
    start: Start, files: Path, args: list[str], number: signal.Signals
) -> None:
    path = files / args[-1]
    path.write_text("precious")
    process = start(*args)
    signs = {"compare": files / "kept.csv.partial", "grade": files / "started"}
    if sign := signs.get(args[1]):
        wait_for(sign.exists)
    else:
        time.sleep(1)
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert path.read_text() == "precious"
    if number == signal.SIGINT:
        assert b"Traceback" not in said and not neighbours(files)
        assert said.endswith(b"nonet: stopped\n")


@pytest.mark.parametrize("name", quick_share(4, STREAMS))
@pytest.mark.parametrize(
    ("number", "code"),
    quick_first(1, [(signal.SIGINT, 130), (signal.SIGTERM, 143)]),
    ids=["Ctrl-C", "end"],
)
def test_ctrl_c_keeps_what_is_finished(
    start: Start, tmp_path: Path, name: str, number: signal.Signals, code: int
) -> None:
    (tmp_path / "kept.txt").write_text("precious")
    process = start(*STREAMS[name])
    feed(process, f"{EASY}\n" * MANY)
    process.send_signal(number)
    _, said = process.communicate(timeout=30)
    assert process.returncode == code
    stopped = "nonet: stopped\n" * (number == signal.SIGINT)
    assert said.decode() == f"nonet: finished answers are in kept.txt.partial\n{stopped}"
    assert {*os.listdir(tmp_path)} == {"kept.txt", "kept.txt.partial"}
    assert (tmp_path / "kept.txt").read_text() == "precious"
    text = (tmp_path / "kept.txt.partial").read_text()
    assert text.endswith("\n")
    if name in ANSWERS:
        assert {line[: len(ANSWERS[name])] for line in text.splitlines()} == {ANSWERS[name]}
    if name != "convert --explain":
        assert MANY - 99 <= text.count("\n") <= MANY
    if name == "solve, JSON":
        assert all(json.loads(line)["status"] == "unique" for line in text.splitlines())


def test_ctrl_c_keeps_the_steps_of_finished_puzzles(start: Start, tmp_path: Path) -> None:
    (tmp_path / "kept.jsonl").write_text("precious")
    process = start("explain", "-", "-o", "kept.jsonl")
    feed(process, f"{EASY}\n" * MANY)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    finished = "nonet: finished answers are in kept.jsonl.partial\n"
    assert (process.returncode, said.decode()) == (130, f"{finished}nonet: stopped\n")
    assert {*os.listdir(tmp_path)} == {"kept.jsonl", "kept.jsonl.partial"}
    assert (tmp_path / "kept.jsonl").read_text() == "precious"
    rows = [json.loads(line) for line in (tmp_path / "kept.jsonl.partial").read_text().splitlines()]
    assert rows[-1]["step"] == rows[-1]["steps"], "no puzzle is cut"
    assert [row["step"] for row in rows] == [*range(1, rows[0]["steps"] + 1)] * (
        len(rows) // rows[0]["steps"]
    )


@pytest.mark.parametrize(
    "name",
    quick_first(
        3, ["a.csv.gz", "a.parquet", "a.zip", "a.csv", "a.jsonl", "a.xml", "a.sdm", "a.csv.zip"]
    ),
)
def test_ctrl_c_keeps_a_whole_document(start: Start, tmp_path: Path, name: str) -> None:
    if name == "a.parquet":
        pytest.importorskip("pyarrow")
    (tmp_path / name).write_text("precious")
    process = start("convert", "-", "-o", name)
    feed(process, f"{EASY}\n" * MANY)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    expected = f"nonet: finished answers are in {name}.partial\nnonet: stopped\n"
    assert (process.returncode, said.decode()) == (130, expected)
    assert (tmp_path / name).read_text() == "precious" and not neighbours(tmp_path)
    (tmp_path / f"{name}.partial").rename(tmp_path / name)
    puzzles = list(package.read(tmp_path / name))
    assert {*puzzles} == {package.parse(EASY)} and MANY - 99 <= len(puzzles) <= MANY


def test_ctrl_c_without_an_answer_leaves_nothing(start: Start, tmp_path: Path) -> None:
    process = start("count", EMPTY, "-o", "kept.txt")
    wait_for(lambda: neighbours(tmp_path))
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[1] == b"nonet: stopped\n"
    assert os.listdir(tmp_path) == []


def test_an_input_where_ctrl_c_would_leave_answers_is_refused(quick: Nonet, tmp_path: Path) -> None:
    (tmp_path / "out.partial").write_text(f"{FOUR}\n")
    run = quick("solve", "out.partial", "-o", "out")
    assert run.returncode == 2 and "out.partial is the file where Ctrl-C" in run.stderr


# Places that are no plain files


ONES = {
    "solve": ["solve", "boards.txt"],
    "solve one": ["solve", FOUR],
    "count": ["count", "boards.txt"],
    "check": ["check", "solved.txt"],
    "convert": ["convert", "boards.txt"],
    "convert, csv": ["convert", "--to", "csv", "boards.txt"],
    "watch": ["lab", "watch", FOUR, "-s", "mac"],
}
every_command = pytest.mark.parametrize("args", ONES.values(), ids=ONES)


def untimed(text: str) -> str:
    """Leave out the lines that tell of times."""
    times = ("This is the only", "Open ")
    return "\n".join(
        line for line in text.splitlines() if not line.startswith(times) and "seconds" not in line
    )


@pytest.mark.parametrize("args", quick_only([ONES["solve"]], ONES.values()), ids=ONES)
def test_dashes_and_devices_and_pipes(files: Path, args: list[str]) -> None:
    def shell(redirected: str) -> str:
        nonet = " ".join([*command(), *args])
        line = f"set -e; echo before > log; {nonet} {redirected}; cat log"
        done = subprocess.run(
            ["bash", "-c", line], cwd=files, env=environment(), capture_output=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return untimed(done.stdout.decode())

    wanted = shell("-o - >> log")
    assert wanted.startswith("before\n") and wanted.count("\n") > 1
    assert shell("-o /dev/stdout >> log") == wanted
    assert shell("-o /dev/stdout | cat >> log") == wanted
    if args[0] != "lab":
        assert shell("-o /dev/stderr 2>> log") == wanted
    through = "mkfifo pipe; cat pipe >> log & {} ; wait; rm pipe"
    nonet = " ".join([*command(), *args, "-o", "pipe", "> said"])
    line = f"set -e; echo before > log; {through.format(nonet)}; cat log"
    done = subprocess.run(
        ["bash", "-c", line], cwd=files, env=environment(), capture_output=True, timeout=60
    )
    assert untimed(done.stdout.decode()) == wanted
    assert not (files / "-").exists() and not neighbours(files)


def test_a_grade_goes_to_stdout(quick: Nonet, files: Path) -> None:
    (files / "solver.py").write_text("def sudoku_solver(array):\n    return array * 0 - 1\n")
    args = ("lab", "grade", "solver.py", "--set", "unsolvable", "--json")
    run = quick(*args, "-o", "-")
    assert json.loads(run.stdout)["sets"] and not (files / "-").exists()
    assert quick(*args, "-o", "grade.json").returncode == run.returncode
    assert json.loads((files / "grade.json").read_text())["sets"]


def test_a_report_goes_to_stdout_alone(quick: Nonet, files: Path) -> None:
    run = quick(*COMPARE, "--markdown", "-")
    assert quick(*COMPARE, "--markdown", "sum.md").returncode == run.returncode == 0
    assert run.stdout.splitlines()[0] == (files / "sum.md").read_text().splitlines()[0]
    assert not (files / "-").exists()


def test_a_pipe_of_the_shell_is_written(files: Path) -> None:
    line = f"{' '.join(command())} solve boards.txt -o >(cat > seen); wait $!"
    subprocess.run(["bash", "-c", line], cwd=files, env=environment(), timeout=60, check=True)
    wait_for(lambda: (files / "seen").read_text() == f"{FOUR_SOLVED} unique\n" * 3)


WRITTEN = {
    **{name: [*args, "-o", "out.txt"] for name, args in ONES.items()},
    "packed": ["solve", "boards.txt", "-o", "out.gz"],
    "zip": ["convert", "boards.txt", "-o", "out.zip"],
    "trace": ["lab", "watch", FOUR, "-s", "mac", "--trace", "out.jsonl.gz"],
    "compare": [*COMPARE, "-o", "out.csv"],
    "html": [*COMPARE, "--html", "out.html"],
}


@pytest.mark.parametrize("args", WRITTEN.values(), ids=WRITTEN)
def test_links_and_permissions_stay(quick: Nonet, files: Path, args: list[str]) -> None:
    (files / "folder").mkdir()
    target, link = files / "folder" / args[-1], files / args[-1]
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert quick(*args).returncode == 0
    assert link.is_symlink() and stat.S_IMODE(target.stat().st_mode) == 0o640
    assert target.read_bytes() != b"old" and os.listdir(files / "folder") == [target.name]
    if args[-1].endswith(".gz"):
        assert gzip.decompress(target.read_bytes())


@pytest.mark.parametrize("args", [*WRITTEN.values(), LONG["grade"]], ids=[*WRITTEN, "grade"])
def test_a_place_that_cannot_be_is_refused_before_the_work(
    quick: Nonet, files: Path, args: list[str]
) -> None:
    run = quick(*args[:-1], f"no/{args[-1]}")
    assert run.returncode == 2 and "no" in run.stderr and not (files / "started").exists()


# Going on


def test_an_experiment_with_other_options_is_refused(
    start: Start, quick: Nonet, files: Path
) -> None:
    (files / "more.txt").write_text(f"{FOUR}\n{EMPTY}\n")
    common = ["lab", "compare", "-c", "more.txt", "--seconds", "60", "-o", "out.csv"]
    process = start(*common, "-s", "backtracking", "--limit", "999999999", "--processes", "1")
    partial = files / "out.csv.partial"
    wait_for(lambda: partial.exists() and partial.read_bytes().count(b"\n") == 2)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert said.startswith(b"nonet: finished runs are in out.csv.partial; run the same command")
    kept = partial.read_bytes()
    for name, options in {
        "strategies": ["-s", "backtracking", "-s", "mac", "--limit", "999999999"],
        "seeds": ["-s", "backtracking", "--seeds", "2", "--limit", "999999999"],
        "limit": ["-s", "backtracking", "--limit", "9"],
        "memory": ["-s", "backtracking", "--limit", "999999999", "--memory"],
        "boards": ["-s", "backtracking", "--limit", "999999999", "-c", "boards.txt"],
    }.items():
        run = quick(*common, *options, "--processes", "0")
        assert run.returncode == 2 and f"with different {name};" in run.stderr
        assert partial.read_bytes() == kept and not (files / "out.csv").exists()


def test_an_experiment_that_did_not_begin_leaves_nothing(
    quick: Nonet, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nonet.lab.experiment._gather", interrupted)
    run = quick(*COMPARE, "-o", "out.csv")
    assert (run.returncode, run.stderr) == (130, "nonet: stopped\n")
    assert not (files / "out.csv.partial").exists()
