"""Grading: what is right and wrong, and solvers that misbehave in every way they can."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from doctest import ELLIPSIS, OutputChecker
from functools import partial
from pathlib import Path
from textwrap import dedent

import pytest

from cases import quick_first, quick_share
from command import Nonet
from nonet import Layout, Puzzle
from nonet.core.errors import ArgumentError
from nonet.lab.corpus import Entry, corpus_named
from nonet.lab.grader import (
    DEFAULT_SETS,
    Attempt,
    Grade,
    Outcome,
    SolverError,
    UnknownSetError,
    grade,
)

RIGHT = "import nonet\ndef sudoku_solver(array):\n    return nonet.solve_array(array)\n"
SOMETIMES_WRONG = """
import nonet
def sudoku_solver(array):
    return array[0] if array[0, 1] == 9 else nonet.solve_array(array)
"""
MEDDLER = """
import os, sys, nonet
import numpy as np
def sudoku_solver(array):
    answer = nonet.solve_array(array)
    {}
    return answer
"""
CLASSIC = corpus_named("9x9")
EASY = CLASSIC.of_group("very_easy")
UNSOLVABLE = CLASSIC.of_group("unsolvable")

OURS = f"NONET_TESTS={os.getpid()}"
"""In the environment of every process that these tests start; other tests may run beside them."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="grading needs a POSIX system")


@pytest.fixture(autouse=True)
def _nothing_stays_behind(monkeypatch: pytest.MonkeyPatch) -> object:
    """After every test: no process of ours but this one, no open pipe more than before."""
    monkeypatch.setenv(*OURS.split("="))
    pipes = open_files()
    yield
    assert graded_processes() == []
    assert open_files() == pipes


def graded_processes() -> list[int]:
    """Find every running process that a grader started, or that its solver started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes().split(b"\0")
            marked = any(entry.startswith(b"NONET_GRADED=") for entry in environment)
            if marked and OURS.encode() in environment:
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def open_files() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "solver.py"
    path.write_text(dedent(text), encoding="utf-8")
    return path


def attempts(
    tmp_path: Path, text: str, count: int = 1, seconds: float = 5, memory: int = 500_000_000
) -> tuple[Attempt, ...]:
    """Grade a solver on the first very easy puzzles."""
    path = write(tmp_path, text)
    graded = grade(path, seconds=seconds, memory=memory, sets={"some": EASY[:count]})
    return graded.sets[0].attempts


def only(tmp_path: Path, body: str, **options: float) -> Attempt:
    """Grade a solver with a body that may use `array`, `np`, `os`, `sys` and `time`."""
    head = "import os, sys, time\nimport numpy as np\ndef sudoku_solver(array):\n"
    lines = [f"    {line}\n" for line in dedent(body).strip().splitlines()]
    (attempt,) = attempts(tmp_path, head + "".join(lines), **options)  # type: ignore[arg-type]
    return attempt


class TestAnswers:
    def test_a_right_solver_is_right_on_every_set(self, tmp_path: Path) -> None:
        seen: list[tuple[int, int]] = []
        graded = grade(
            write(tmp_path, RIGHT),
            seconds=10,
            progress=lambda done, total: seen.append((done, total)),
        )
        assert graded.all_right
        assert [(part.name, len(part.attempts)) for part in graded.sets] == [
            *((name, 15) for name in DEFAULT_SETS[:-1]),
            ("unsolvable", 10),
        ]
        assert seen == [(number, 70) for number in range(1, 71)]
        assert 0 < graded.total.slowest <= graded.total.seconds

    def test_the_grade_is_plain_data(self, tmp_path: Path) -> None:
        graded = grade(write(tmp_path, RIGHT), sets=["very_hard"])
        data = json.loads(json.dumps(graded.to_dict()))
        assert data["right"] == data["total"] == 15
        assert data["sets"][0]["attempts"][0]["outcome"] == "right"
        assert isinstance(graded, Grade) and hash(graded.sets)

    @pytest.mark.parametrize(
        ("body", "reason"),
        [
            ("return array", "is empty"),
            ("return None", "expected an array of shape (9, 9) with whole numbers, found NoneType"),
            ("return 'solved'", "found str"),
            ("return array[:8]", "shape (8, 9), dtype int64"),
            ("return array.astype(object)", "dtype object"),
            ("return array + 0.5", "r1c1: expected a whole number"),
            ("return np.full((9, 9), np.nan)", "found nan"),
            ("return np.full((9, 9), -1)", "all cells are -1, but the puzzle has a solution"),
            ("return np.full((9, 9), 77)", "r1c1: expected a digit 1-9, found 77"),
            ("return np.full((9, 9), 3)", "but"),
            ("return [[1, 2], [3]]", "found list"),
        ],
    )
    def test_a_wrong_answer_has_the_judges_reason(
        self, tmp_path: Path, body: str, reason: str
    ) -> None:
        attempt = only(tmp_path, body)
        assert attempt.outcome is Outcome.WRONG
        assert reason in attempt.reason

    @pytest.mark.parametrize(
        "change", quick_share(2, ["", ".astype(float)", ".astype('uint8')", ".tolist()"])
    )
    def test_any_type_of_whole_numbers_will_do(self, tmp_path: Path, change: str) -> None:
        body = f"import nonet\narray[:] = nonet.solve_array(array)\nreturn array{change}"
        assert only(tmp_path, body).outcome is Outcome.RIGHT

    def test_unsolvable_puzzles_want_minus_one(self, tmp_path: Path) -> None:
        path = write(tmp_path, "def sudoku_solver(array):\n    return array * 0 - 1\n")
        assert grade(path, sets=["unsolvable"]).all_right
        path = write(tmp_path, "def sudoku_solver(array):\n    return array * 0 + 1\n")
        wrong = grade(path, sets={"some": UNSOLVABLE[:1]}).sets[0].attempts[0]
        assert "expected -1 in every cell" in wrong.reason

    def test_entries_of_ones_own(self, tmp_path: Path) -> None:
        layout = Layout(2, 2)
        entries = [
            Entry("several", Puzzle.from_line("1" + "." * 15, layout), "mine"),
            Entry("none", Puzzle.from_line("11" + "." * 14, layout), "mine"),
        ]
        assert grade(write(tmp_path, RIGHT), sets={"mine": entries}).all_right


class TestMisbehaviour:
    def test_it_hangs(self, tmp_path: Path) -> None:
        attempt = only(tmp_path, "while True: pass", seconds=0.4)
        assert attempt.outcome is Outcome.TIMEOUT
        assert attempt.reason == "no answer within 0.4 s"
        assert 0.4 <= attempt.seconds < 3

    def test_it_hangs_deaf_to_signals(self, tmp_path: Path) -> None:
        body = """
            import signal
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
                signal.signal(number, signal.SIG_IGN)
            print("still here", flush=True)
            time.sleep(60)
        """
        attempt = only(tmp_path, body, seconds=0.4)
        assert attempt.outcome is Outcome.TIMEOUT and attempt.details == "still here"

    def test_it_forks_sleeping_children(self, tmp_path: Path) -> None:
        body = """
            for _ in range(3):
                if os.fork() == 0:
                    time.sleep(60)
            time.sleep(60)
        """
        assert only(tmp_path, body, seconds=0.5).outcome is Outcome.TIMEOUT

    def test_it_forks_children_that_leave_the_session(self, tmp_path: Path) -> None:
        body = """
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    time.sleep(60)
                os._exit(0)
            import nonet
            return nonet.solve_array(array)
        """
        assert only(tmp_path, body).outcome is Outcome.RIGHT

    def test_a_forked_child_returns_too(self, tmp_path: Path) -> None:
        text = """
            import os, nonet
            def sudoku_solver(array):
                os.fork()
                return nonet.solve_array(array)
        """
        assert {a.outcome for a in attempts(tmp_path, text, count=5)} == {Outcome.RIGHT}

    def test_it_starts_ever_more_processes(self, tmp_path: Path) -> None:
        body = """
            for _ in range(80):
                if os.fork() == 0:
                    time.sleep(60)
            time.sleep(60)
        """
        attempt = only(tmp_path, body, seconds=20)
        assert attempt.outcome is Outcome.CRASHED
        assert attempt.reason == "it had more than 64 processes running"

    def test_it_prints_endlessly(self, tmp_path: Path) -> None:
        attempt = only(tmp_path, "while True: print('ha' * 5000)", seconds=20)
        assert attempt.outcome is Outcome.CRASHED
        assert attempt.reason == "it printed more than 16000000 bytes"
        assert len(attempt.details) <= 2000

    @pytest.mark.parametrize(
        ("body", "reason"),
        quick_share(
            2,
            [
                ("sys.exit(3)", "SystemExit: 3 (solver.py, line 4)"),
                ("raise KeyboardInterrupt", "KeyboardInterrupt (solver.py, line 4)"),
                ("os._exit(3)", "the process ended with exit code 3"),
                ("os._exit(0)", "the process ended with exit code 0"),
                ("os.kill(os.getpid(), 9)", "the process was killed by SIGKILL"),
                ("os.kill(0, 15)", "the process was killed by SIGTERM"),
                ("os.abort()", "the process was killed by SIGABRT"),
                ("input()", "EOFError: EOF when reading a line (solver.py, line 4)"),
                ("return 1 // 0", "ZeroDivisionError: "),
                ("return sudoku_solver(array)", "RecursionError: "),
                ("raise ValueError('\\x1b[2J gone')", "ValueError: ?[2J gone"),
            ],
        ),
    )
    def test_it_ends_or_raises(self, tmp_path: Path, body: str, reason: str) -> None:
        attempt = only(tmp_path, body)
        assert attempt.outcome is Outcome.CRASHED
        assert reason in attempt.reason

    def test_a_crash_shows_the_traceback_and_the_last_words(self, tmp_path: Path) -> None:
        attempt = only(tmp_path, "print('about to fail')\nreturn array[99]")
        assert attempt.reason.startswith("IndexError: ") and "line 5" in attempt.reason
        assert attempt.details.startswith("Traceback")
        assert attempt.details.endswith("about to fail")
        assert "grade_worker" not in attempt.details

    @pytest.mark.parametrize(
        "body",
        [
            "return np.ones(10**9)",
            "return bytearray(10**9)",
            "kept = []\nwhile True: kept.append(bytearray(1000))",
        ],
    )
    def test_it_eats_memory(self, tmp_path: Path, body: str) -> None:
        attempt = only(tmp_path, body, seconds=20, memory=100_000_000)
        assert attempt.outcome is Outcome.CRASHED
        assert "Memory" in attempt.reason

    def test_it_fills_the_disk(self, tmp_path: Path) -> None:
        body = "with open('big', 'wb') as file:\n    while True: file.write(bytes(10**7))"
        attempt = only(tmp_path, body, seconds=20)
        assert "File too large" in attempt.reason
        assert (tmp_path / "big").stat().st_size <= 64_000_000

    @pytest.mark.parametrize(
        "body",
        quick_share(
            2,
            [
                "os.closerange(0, 3)",
                "sys.stdout.close(); sys.stderr.close()",
                "sys.stdout = sys.stderr = None",
                "sys.setrecursionlimit(10**6)",
                "os.chdir('/'); sys.path.clear(); os.environ.clear()",
                "import threading; threading.Thread(target=threading.Event().wait).start()",
            ],
        ),
    )
    def test_it_breaks_its_surroundings_and_is_right(self, tmp_path: Path, body: str) -> None:
        text = MEDDLER.format(body)
        assert {a.outcome for a in attempts(tmp_path, text, count=2)} == {Outcome.RIGHT}

    @pytest.mark.parametrize(
        "body",
        quick_share(
            2,
            [
                "import json; json.dumps = json.loads = None",
                "import builtins; builtins.len = builtins.isinstance = None",
                "np.asarray = np.array = None",
                "os.write = os.getpid = None",
            ],
        ),
    )
    def test_it_breaks_its_own_process_only(self, tmp_path: Path, body: str) -> None:
        text = MEDDLER.format(body)
        outcomes = {attempt.outcome for attempt in attempts(tmp_path, text, count=2)}
        assert outcomes <= {Outcome.WRONG, Outcome.CRASHED}

    def test_it_closes_the_pipes(self, tmp_path: Path) -> None:
        body = "os.closerange(0, 100)\ntime.sleep(60)"
        attempt = only(tmp_path, body)
        assert attempt.outcome is Outcome.CRASHED
        assert attempt.reason == "it closed the pipe to the grader"

    def test_it_writes_junk_into_every_pipe(self, tmp_path: Path) -> None:
        body = """
            for number in range(3, 50):
                try:
                    os.write(number, b'{"cells": 1}\\n[[[[\\n' + b'x' * 1000 + b'\\n')
                except OSError:
                    pass
            import nonet
            return nonet.solve_array(array)
        """
        assert only(tmp_path, body).outcome is Outcome.RIGHT

    def test_one_failure_does_not_touch_the_next_puzzle(self, tmp_path: Path) -> None:
        text = """
            import os, nonet
            calls = []
            def sudoku_solver(array):
                calls.append(1)
                if len(calls) == 2:
                    os._exit(1)
                return nonet.solve_array(array)
        """
        outcomes = [attempt.outcome.value for attempt in attempts(tmp_path, text, count=4)]
        assert outcomes == ["right", "crashed", "right", "crashed"]


class TestLoading:
    @pytest.mark.parametrize(
        ("text", "reason"),
        quick_share(
            2,
            [
                ("import no_such_module_here", "ModuleNotFoundError: No module named"),
                (
                    "def sudoku_solver(array)\n    pass\n",
                    "SyntaxError: expected ':' (solver.py, line 1)",
                ),
                ("raise SystemExit(4)", "SystemExit: 4 (solver.py, line 1)"),
                ("import os; os._exit(4)", "the process ended with exit code 4"),
                ("while True: pass", "one that takes more than 1"),
                ("x = 1", "expected a function named 'sudoku_solver', found none"),
                ("def sudoku_solve(a): pass", "did you mean 'sudoku_solve'?"),
                ("sudoku_solver = 3", "expected a function named"),
            ],
        ),
    )
    def test_what_cannot_be_loaded_is_an_error(
        self, tmp_path: Path, text: str, reason: str
    ) -> None:
        with pytest.raises(SolverError) as caught:
            grade(write(tmp_path, text), seconds=1)
        assert str(caught.value).startswith("solver.py: expected ")
        assert reason in str(caught.value)

    def test_a_solver_may_use_files_and_modules_beside_it(self, tmp_path: Path) -> None:
        (tmp_path / "helper.py").write_text(RIGHT, encoding="utf-8")
        (tmp_path / "json.py").write_text("raise ImportError", encoding="utf-8")
        (tmp_path / "data.txt").write_text("x", encoding="utf-8")
        text = "open('data.txt').close()\nfrom helper import sudoku_solver\n"
        assert attempts(tmp_path, text)[0].outcome is Outcome.RIGHT
        assert not (tmp_path / "__pycache__").exists()

    def test_only_python_files(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            grade(tmp_path / "solver.py")
        for name in ("solver.ipynb", "solver"):
            (tmp_path / name).write_text(RIGHT, encoding="utf-8")
            with pytest.raises(SolverError, match="expected a Python file"):
                grade(tmp_path / name)

    def test_bad_arguments(self, tmp_path: Path) -> None:
        path = write(tmp_path, RIGHT)
        with pytest.raises(UnknownSetError, match="did you mean 'easy'"):
            grade(path, sets=["eazy"])
        for options in ({"seconds": 0}, {"memory": 5}, {"seconds": float("nan")}):
            with pytest.raises(ArgumentError, match="expected"):
                grade(path, **options)  # type: ignore[arg-type]


class TestCommand:
    @pytest.fixture
    def command(self, quick: Nonet) -> Nonet:
        return partial(quick, "lab", "grade", "solver.py")

    def test_a_table(self, tmp_path: Path, command: Nonet) -> None:
        write(tmp_path, RIGHT)
        run = command("--set", "easy", "--set", "unsolvable")
        assert (run.returncode, run.stderr) == (0, "")
        names = [line.split()[:2] for line in run.stdout.splitlines()]
        assert names == [
            ["set", "right"],
            ["easy", "15/15"],
            ["unsolvable", "10/10"],
            ["total", "25/25"],
        ]

    def test_the_session_in_the_docs(self, tmp_path: Path) -> None:
        page = Path(__file__).parents[2] / "docs" / "grading.md"
        block = re.search(r"```console\n\$ (.*?)\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        assert block is not None
        places = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        run = subprocess.run(
            ["bash", "-c", block[1]],
            cwd=tmp_path,
            env=os.environ | {"PATH": places},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (run.returncode, run.stderr) == (0, "")
        assert OutputChecker().check_output(block[2], run.stdout, ELLIPSIS)

    def test_failures_in_words_and_as_json(self, tmp_path: Path, command: Nonet) -> None:
        write(tmp_path, SOMETIMES_WRONG)
        run = command("--set", "unsolvable", "--verbose")
        assert run.returncode == 1
        assert "9x9-unsolvable-01: wrong after" in run.stdout
        run = command("--set", "unsolvable", "--json", "-o", "grade.json")
        assert (run.returncode, run.stdout) == (1, "")
        data = json.loads((tmp_path / "grade.json").read_text(encoding="utf-8"))
        assert (data["right"], data["total"]) == (8, 10)

    def test_bad_input(self, tmp_path: Path, command: Nonet) -> None:
        assert command().returncode == 2
        write(tmp_path, "x = 1")
        run = command("--verbose")
        assert run.returncode == 2 and "expected a function" in run.stderr
        assert command("-o", "solver.py").returncode == 2
        write(tmp_path, "def sudoku_solver(array)\n    pass")
        run = command("--verbose")
        first, *excerpt = run.stderr.splitlines()
        assert run.returncode == 2 and "SyntaxError: expected ':' (solver.py, line 1)" in first
        assert excerpt and "Traceback" not in run.stderr and "Warning" not in run.stderr
        assert command("--set", "eazy").returncode == 2

    def test_a_folder_of_submissions(self, tmp_path: Path, quick: Nonet) -> None:
        folder = tmp_path / "handed in"
        files = {
            "ada.py": RIGHT,
            "bob.py": SOMETIMES_WRONG,
            "cy.py": "def sudoku_solver(array)",
            "dan/only.py": RIGHT,
            "eve/solver.py": "from help import sudoku_solver",
            "eve/help.py": RIGHT,
            "flo/a.py": RIGHT,
            "flo/b.py": RIGHT,
            "gus/notes.txt": "sorry",
            "_common.py": RIGHT,
            ".git/hook.py": RIGHT,
            "readme.txt": "",
        }
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        write(tmp_path, "")

        run = partial(quick, "lab", "grade", "handed in")
        done = run("--set", "unsolvable", "-o", "grades.csv")
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
        with (tmp_path / "grades.csv").open(encoding="utf-8", newline="") as stream:
            rows = {row["submission"]: row for row in csv.DictReader(stream)}
        assert list(rows) == ["ada.py", "bob.py", "cy.py", "dan", "eve", "flo", "gus"]
        for name in ("ada.py", "dan", "eve"):
            row = rows[name]
            assert (row["total"], row["right"], row["unsolvable"]) == ("10", "10", "10")
            assert row["error"] == ""
        assert (rows["bob.py"]["wrong"], rows["bob.py"]["unsolvable"]) == ("2", "8")
        assert "SyntaxError" in rows["cy.py"]["error"] and rows["cy.py"]["total"] == ""
        assert (
            rows["flo"]["error"] == "flo: expected one Python file or solver.py, found a.py, b.py"
        )
        assert rows["gus"]["error"] == "gus: expected a Python file, found none"
        for name in ("bob.py", "dan/only.py", "eve/solver.py"):
            (folder / name).unlink()
        done = run("--set", "unsolvable", "--json")
        data = [json.loads(line) for line in done.stdout.splitlines()]
        assert [row["right"] for row in data] == [10, None, None, 10, None, None]
        assert len({tuple(row) for row in data}) == 1
        (folder / "eve/help.py").unlink()
        shown = run("--set", "unsolvable").stdout.splitlines()
        assert shown[1].split()[:2] == ["ada.py", "10/10"] and len(shown) == 7

    def test_folders_that_cannot_be_graded(self, tmp_path: Path, command: Nonet) -> None:
        (tmp_path / "solver.py").mkdir()
        run = command()
        assert run.returncode == 2 and "expected Python files or folders with one" in run.stderr
        assert command("--verbose").returncode == 2
        assert command("-o", "all.py").returncode == 2
        assert not (tmp_path / "all.py").exists()

    @pytest.mark.parametrize(
        ("number", "code"),
        quick_first(1, [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]),
    )
    def test_stopped_it_leaves_nothing_behind(
        self, tmp_path: Path, number: signal.Signals, code: int
    ) -> None:
        write(
            tmp_path,
            """
            import os, time
            def sudoku_solver(array):
                os.fork()
                open("started", "w").close()
                time.sleep(60)
            """,
        )
        command = [sys.executable, "-m", "nonet", "lab", "grade", "solver.py"]
        if signal.getsignal(number) is signal.SIG_IGN:
            # The tests run under nohup, which processes inherit.
            signal.signal(number, signal.SIG_DFL)
        process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 30
        while not (tmp_path / "started").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(number)
        _, complaint = process.communicate(timeout=30)
        assert process.returncode == code
        assert "Traceback" not in complaint
