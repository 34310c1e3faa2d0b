"""Experiments: the same rows whatever happens on the way, and none lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import nonet
from boards import FIVE
from cases import quick_first
from nonet.core.errors import ArgumentError, NonetError, ParseError
from nonet.core.limit import Limit
from nonet.lab import workers
from nonet.lab.corpus import Corpus, Entry, UnknownCorpusError
from nonet.lab.experiment import DEFAULT_LIMIT, compare, run
from nonet.lab.method import EngineMethod
from nonet.lab.study import (
    Experiment,
    ExperimentError,
    limit_of,
    read_experiment,
    run_experiment,
)
from nonet.lab.table import Journal, Row, Table
from nonet.lab.workers import WorkerError

GUESTS = '''
import os, signal, sys, time, tracemalloc
from pathlib import Path

import nonet
from nonet.core.puzzle import Solution
from nonet.lab.method import EngineMethod


class Guest(EngineMethod):
    """The reference engine, which does something else on boards with an odd number of givens."""

    def __init__(self, name, log=None, pause=0.0):
        super().__init__(nonet.engine_named("reference"))
        self.name, self.log, self.pause = name, log, pause

    def start(self, puzzle, limit, seed):
        if self.log:
            with open(self.log, "a") as stream:
                stream.write(f"{os.getpid()} {seed} {tracemalloc.is_tracing()} {limit.nodes}\\n")
        time.sleep(self.pause)
        if puzzle.clues % 2:
            getattr(self, self.name, lambda: None)()
        running = super().start(puzzle, limit, seed)
        return Wrong(running) if self.name == "lies" and puzzle.clues % 2 else running

    def supports(self, puzzle):
        return self.name != "picky" or puzzle.clues % 2 == 0

    def raises(self):
        raise ZeroDivisionError("on purpose,\\n  twice")

    def leaves(self):
        sys.exit(3)

    def ends(self):
        os._exit(3)

    def dies(self):
        os.kill(os.getpid(), signal.SIGKILL)

    def hangs(self):
        time.sleep(600)


class Wrong:
    def __init__(self, running):
        self.running = running

    def __iter__(self):
        return self

    def __next__(self):
        solution = next(self.running)
        size = solution.layout.size
        return Solution(bytes(digit % size + 1 for digit in solution.cells), solution.layout)

    def __getattr__(self, name):
        return getattr(self.running, name)


class Homeless(Guest):
    def __reduce__(self):
        return eval, ("1/0",)


PUZZLES = [nonet.parse(line) for line in Path(__file__).with_name("puzzles").read_text().split()]

if __name__ == "__main__":
    from nonet.core.limit import Limit
    from nonet.lab.experiment import compare

    journal, result, pause = sys.argv[1:]
    guests = [Guest("slow", journal + ".log", float(pause)), Guest("too", None, float(pause))]
    table = compare(guests, PUZZLES, limit=Limit(2, nodes=9), seeds=3, processes=2, resume=journal)
    table.write(result)
'''

LINES = [
    "...4..1.2.4..3..",
    "15..4.24..564....3.....463..2..2..31",
    ".....4.35...3..5..6...4...6....1...5",
    "..3.34...1..4...",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1.......2....3.4",
]
ODD = [index for index, line in enumerate(LINES) if (len(line) - line.count(".")) % 2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "lab_guests.py").write_text(GUESTS)
    (tmp_path / "puzzles").write_text("\n".join(LINES))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("lab_guests", None)


def guest(name: str, **options: Any) -> Any:
    import lab_guests  # type: ignore[import-not-found]

    return lab_guests.Guest(name, **options)


PUZZLES = [nonet.parse(line) for line in LINES]
REFERENCE = EngineMethod(nonet.engine_named("reference"))
LIMIT = Limit(2, nodes=9)


def untimed(table: Table) -> list[Row]:
    return [{**row, "seconds": None} for row in table]


def test_rows_come_in_order_with_equal_counts_in_any_number_of_processes(folder: Path) -> None:
    methods = [REFERENCE, guest("other")]
    here = compare(methods, PUZZLES, limit=LIMIT, seeds=[4, 2], processes=0)
    there = compare(methods, PUZZLES, limit=LIMIT, seeds=[4, 2], processes=2)
    assert untimed(here) == untimed(there)
    ids = [str(number) for number in range(1, len(LINES) + 1)]
    wanted = [(m.name, i, s) for m in methods for i in ids for s in (4, 2)]
    assert [(row["method"], row["id"], row["seed"]) for row in there] == wanted
    assert {row["stopped_by"] for row in there} == {None, "nodes"}
    assert all(isinstance(row["generated"], int) for row in there)
    assert there.facts["processes"] == 2 and there.facts["seeds"] == [4, 2]
    assert there.facts["limit"]["nodes"] == 9 and there.facts["nonet"] == nonet.__version__


def test_what_fails_is_a_row_with_its_reason_and_costs_nothing_else(folder: Path) -> None:
    names = ["raises", "leaves", "ends", "dies", "lies", "picky"]
    table = compare([*map(guest, names), REFERENCE], PUZZLES, limit=LIMIT, processes=2)
    reasons = {
        "raises": "ZeroDivisionError: on purpose, twice (lab_guests.py, line ",
        "leaves": "SystemExit: 3 (lab_guests.py, line ",
        "ends": "its process died: exit code 3",
        "dies": "its process died: Killed (signal 9)",
        "lies": "wrong solution: ",
    }
    right = untimed(table.where(method=REFERENCE.name))
    for name in names:
        for index, row in enumerate(untimed(table.where(method=name))):
            if index not in ODD or row["stopped_by"]:
                assert row == {**right[index], "method": name}
            elif name == "picky":
                assert row["status"] == "unsupported" and row["generated"] is None
            else:
                assert row["status"] == "error" and str(row["error"]).startswith(reasons[name])


def test_an_answer_that_the_corpus_refutes_is_wrong() -> None:
    solution = nonet.solve(PUZZLES[0]).solution
    clash = nonet.parse("11..............")
    entries = (
        Entry("a", PUZZLES[0], "easy", nonet.Status.MULTIPLE),
        Entry("b", PUZZLES[0], "easy", nonet.Status.UNIQUE),
        Entry("c", clash, "odd", None, solution),
    )
    table = compare(REFERENCE, Corpus("boards", "", entries), limit=2, processes=0)
    first = table.rows[0]
    assert (first["corpus"], first["id"], first["group"]) == ("boards", "a", "easy")
    assert table.column("error") == [
        "wrong answer: expected multiple, found unique",
        None,
        "wrong answer: expected solvable, found no-solution",
    ]


def test_irregular_regions_are_boards_like_any_other() -> None:
    corpus = Corpus("own", "", (Entry("jigsaw", FIVE, "own", nonet.Status.UNIQUE),))
    methods = ["min-conflicts", "forward-checking", EngineMethod(nonet.engine_named("lanes"))]
    table = compare(methods, corpus, limit=Limit(2, seconds=5), processes=0)
    assert {row["box"] for row in table.rows} == {"irregular"}
    assert [row["status"] for row in table.rows[1:]] == ["unique", "unsupported"]


def test_a_run_that_ignores_its_time_limit_is_ended(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_PATIENCE", 0.3)
    limit = Limit(1, seconds=0.05)
    table = compare(guest("hangs"), PUZZLES[:3], limit=limit, processes=1)
    reasons = [row["error"] for row in table]
    assert [reason is not None for reason in reasons] == [index in ODD for index in range(3)]
    assert {reason for reason in reasons if reason} == {"did not stop at 0.05 seconds"}


def test_strategies_that_cannot_reach_a_worker_are_refused(folder: Path) -> None:
    class Local(EngineMethod):
        pass

    local = Local(nonet.engine_named("reference"))
    with pytest.raises(ArgumentError, match=r"cannot be sent: .*processes=0"):
        compare(local, PUZZLES, processes=1)
    assert len(compare(local, PUZZLES, limit=LIMIT, processes=0)) == len(PUZZLES)
    import lab_guests

    with pytest.raises(WorkerError, match="ZeroDivisionError: division by zero"):
        compare(lab_guests.Homeless("homeless"), PUZZLES, processes=1)


def test_boards_are_puzzles_texts_corpora_or_files(tmp_path: Path) -> None:
    line = "...4..1.2.4..3.."
    file = tmp_path / "boards.txt"
    file.write_text(f"{line}\n")
    grid = nonet.format(line, "grid")
    link = nonet.format(line, "f-puzzles-link")
    for board in (line, grid, link, nonet.parse(line), file, str(file)):
        for boards in (board, [board], (board,), iter([board])):
            (row,) = compare(REFERENCE, boards, processes=0).rows
            assert (row["puzzle"], row["status"]) == (line, "found")
    table = compare(REFERENCE, [line, nonet.parse(line), file, "4x4"], processes=0)
    assert len(table) > 10
    assert [row["corpus"] for row in table.rows[:3]] == [None, None, "boards"]
    assert [row["id"] for row in table.rows[:2]] == ["1", "2"]


def test_what_is_neither_a_corpus_nor_a_puzzle() -> None:
    with pytest.raises(UnknownCorpusError, match="did you mean '16x16'"):
        compare(REFERENCE, "16x61", processes=0)
    with pytest.raises(UnknownCorpusError, match="no corpus named 'my-favourite-puzzles'"):
        compare(REFERENCE, "my-favourite-puzzles", processes=0)
    with pytest.raises(nonet.ParseError, match="a 9x9 board has 81"):
        compare(REFERENCE, ["." * 80], processes=0)
    with pytest.raises(FileNotFoundError):
        compare(REFERENCE, "no/such/file.txt", processes=0)
    with pytest.raises(ArgumentError, match="a puzzle or its text, found 5"):
        compare(REFERENCE, [5], processes=0)  # type: ignore[list-item]


def test_nothing_to_do_is_refused() -> None:
    for strategies, boards, seeds in (
        ([], PUZZLES, 1),
        (REFERENCE, [], 1),
        (REFERENCE, PUZZLES, 0),
    ):
        with pytest.raises(ArgumentError, match="expected at least one"):
            compare(strategies, boards, seeds=seeds, processes=0)
    with pytest.raises(ArgumentError, match="'engine-reference' twice"):
        compare([REFERENCE, REFERENCE], PUZZLES)
    with pytest.raises(ArgumentError, match="processes"):
        compare(REFERENCE, PUZZLES, processes=-1)


def lines_of(log: Path) -> list[list[str]]:
    return [line.split() for line in log.read_text().splitlines()] if log.exists() else []


def runs_in(log: Path) -> int:
    """Count the runs that were no warming up."""
    return sum(nodes != "1" for *_, nodes in lines_of(log))


def test_finished_runs_are_not_run_again(folder: Path) -> None:
    journal, log = folder / "runs.jsonl", folder / "log"
    method = guest("raises", log=str(log))

    def again(**options: Any) -> tuple[Table, int]:
        before = runs_in(log)
        options = {"limit": LIMIT, "seeds": 2, "processes": 0, "resume": journal, **options}
        return compare(method, PUZZLES, **options), runs_in(log) - before

    table, count = again()
    assert count == 2 * len(PUZZLES)
    failed = sum(row["error"] is not None for row in table)
    assert failed
    with journal.open("a") as stream:
        stream.write('{"method": "raises", "corp')
    told: list[tuple[int, int]] = []
    same, count = again(progress=lambda done, total: told.append((done, total)))
    assert count == failed and untimed(same) == untimed(table)
    assert told[0] == (2 * len(PUZZLES) - failed, 2 * len(PUZZLES)) and told[-1][0] == told[-1][1]
    _, count = again(limit=Limit(2, nodes=8))
    assert count == 2 * len(PUZZLES)
    _, count = again(seeds=3)
    assert count == len(PUZZLES) + failed
    with_memory, _ = again(memory=True)
    assert all(row["peak_memory"] or row["error"] for row in with_memory)


def test_a_journal_takes_only_what_is_one(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text("my diary, all of it in one line")
    with pytest.raises(ParseError, match="expected results as JSON Lines"):
        Journal(path)
    assert path.read_text() == "my diary, all of it in one line"
    path.write_text('{"method": "a"}\n{"meth\n{"method": "b"}\n')
    with pytest.raises(ParseError, match=r"runs.jsonl, line 2: expected JSON"):
        Journal(path)
    path.write_text('{"method": "a"}\n{"me')
    with Journal(path) as journal:
        assert [row["method"] for row in journal.rows] == ["a"]
        journal.append({"method": "b"})
    assert [row["method"] for row in Table.read(path)] == ["a", "b"]


def start(folder: Path, name: str, pause: float) -> subprocess.Popen[str]:
    command = [sys.executable, "lab_guests.py", f"{name}.jsonl", f"{name}.json", str(pause)]
    return subprocess.Popen(
        command, cwd=folder, text=True, stderr=subprocess.PIPE, start_new_session=True
    )


def wait_for_rows(process: subprocess.Popen[str], path: Path, rows: int) -> None:
    patience = time.monotonic() + 30
    while not path.exists() or path.read_bytes().count(b"\n") < rows:
        assert process.poll() is None and time.monotonic() < patience
        time.sleep(0.01)


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def workers_are_gone(log: Path) -> bool:
    patience = time.monotonic() + 10
    pids = {int(pid) for pid, *_ in lines_of(log)}
    while any(map(is_alive, pids)):
        if time.monotonic() > patience:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc to see processes")
@pytest.mark.parametrize("how", quick_first(1, [signal.SIGKILL, signal.SIGINT]))
def test_an_experiment_goes_on_after_a_kill_and_after_ctrl_c(
    folder: Path, how: signal.Signals
) -> None:
    process = start(folder, "broken", 0.15)
    wait_for_rows(process, folder / "broken.jsonl", 7)
    if how == signal.SIGINT:
        # As a terminal does: to all processes of the command.
        os.killpg(process.pid, how)
    else:
        process.kill()
    stopped = time.monotonic()
    _, complaint = process.communicate(timeout=20)
    assert time.monotonic() - stopped < 5
    assert process.returncode == -how
    if how == signal.SIGINT:
        assert complaint.count("Traceback") == 1 and "KeyboardInterrupt" in complaint
    assert workers_are_gone(folder / "broken.jsonl.log")
    done = (folder / "broken.jsonl").read_bytes().count(b"\n")
    assert 7 <= done < 6 * len(LINES)
    with (folder / "broken.jsonl").open("ab") as stream:
        stream.write(b'{"method": "slow", "cor')
    for name in ("broken", "whole"):
        again = start(folder, name, 0.0)
        again.communicate(timeout=60)
        assert again.returncode == 0
    broken, whole = (Table.read(folder / f"{name}.json") for name in ("broken", "whole"))
    assert untimed(broken) == untimed(whole)
    assert (folder / "broken.jsonl").read_bytes().count(b"\n") == len(whole) == 6 * len(LINES)


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    script = f"""
    import nonet
    from nonet.lab.experiment import compare
    from nonet.lab.method import EngineMethod
    compare(EngineMethod(nonet.engine_named("reference")), nonet.parse({LINES[0]!r}), processes=1)
    """
    (tmp_path / "script.py").write_text(textwrap.dedent(script))
    command = [sys.executable, "script.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    last = done.stderr.strip().splitlines()[-1]
    assert "WorkerError" in last and "if __name__ == '__main__':" in last


def test_memory_is_measured_in_a_run_of_its_own(folder: Path) -> None:
    log = folder / "log"
    method = guest("watched", log=str(log))
    plain = run(method, LINES[0], limit=LIMIT)
    watched = run(method, PUZZLES[0], limit=LIMIT, memory=True)
    assert plain.peak_memory is None and watched.peak_memory and watched.peak_memory > 0
    assert plain.counts == watched.counts and plain.solution == watched.solution
    assert [traced for _, _, traced, _ in lines_of(log)] == ["False", "False", "True"]


def test_limits_have_a_default_number_of_nodes() -> None:
    assert limit_of() == DEFAULT_LIMIT
    assert limit_of(2, seconds=3.0) == Limit(2, seconds=3.0)
    assert limit_of(nodes=5) == Limit(1, nodes=5)


GOOD = """
strategies = ["mrv", "mine"]
corpus = ["boards.txt", "9x9"]
seeds = 3
seed = 10
plugins = "mine.py"
memory = true
[limit]
nodes = 1000
seconds = 2.5
"""


def test_an_experiment_is_a_small_file(tmp_path: Path) -> None:
    for name in ("boards.txt", "mine.py"):
        (tmp_path / name).write_text("")
    path = tmp_path / "study.toml"
    path.write_text(GOOD)
    assert read_experiment(path) == Experiment(
        strategies=("mrv", "mine"),
        corpus=(tmp_path / "boards.txt", "9x9"),
        limit=Limit(1, seconds=2.5, nodes=1000),
        seeds=(10, 11, 12),
        plugins=(tmp_path / "mine.py",),
        memory=True,
    )
    path.write_text('strategies = "mrv"\ncorpus = "9x9"')
    assert read_experiment(path) == Experiment(("mrv",), ("9x9",))


def test_the_experiment_in_the_docs_has_every_key(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "lab.md"
    (text,) = re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    for name in ("boards.txt", "my_rules.py"):
        (tmp_path / name).write_text("")
    path = tmp_path / "study.toml"
    path.write_text(text)
    study = read_experiment(path)
    assert study.corpus == ("9x9", tmp_path / "boards.txt") and study.seeds == (10, 11, 12)
    assert study.limit == Limit(1, nodes=50_000, seconds=20.0, memory=500_000_000)
    path.write_text(f"other = 1\n{text}")
    with pytest.raises(ExperimentError) as caught:
        read_experiment(path)
    keys = caught.value.expected.removeprefix("one of the keys ").split(", ")
    assert all(re.search(rf"^\[?{key}\b", text, re.M) for key in keys)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('corpus = "a"', "strategies: expected a text or a list of texts, found nothing"),
        (
            'strategies = [1]\ncorpus = "a"',
            "strategies: expected a text or a list of texts, found [1]",
        ),
        ('strategies = "a"\ncorpus = "a"\nseeds = 0', "seeds: expected a number of 1 or more"),
        ('strategies = "a"\ncorpus = "a"\nseeds = ["x"]', "list of integers, found ['x']"),
        ('strategies = "a"\ncorpus = "a"\nseed = "x"', "seed: expected an integer, found 'x'"),
        ('strategies = "a"\ncorpus = "a"\nmemory = 1', "memory: expected true or false, found 1"),
        ('strategies = "a"\ncorpus = "a"\nlimit = 3', "limit: expected a table, found 3"),
        (
            'strategies = "a"\ncorpus = "a"\nplugins = "no.py"',
            "plugins: expected the name of a file",
        ),
        (
            'strategies = "a"\ncorpus = "a"\n[limit]\nnodes = "many"',
            "limit.nodes: expected an integer of 1 or more, found 'many'",
        ),
        (
            'strategies = "a"\ncorpus = "a"\n[limit]\nnode = 3',
            "limit.node: expected one of solutions, seconds, nodes, memory, found 3",
        ),
        ('strategies = "a"\ncorpus = "a"\nstrategy = 3', "strategy: expected one of the keys"),
        ("strategies = ", "study.toml: expected TOML, found "),
    ],
)
def test_a_wrong_experiment_says_where(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "study.toml"
    path.write_text(text)
    with pytest.raises(ExperimentError) as caught:
        read_experiment(path)
    assert message in str(caught.value) and str(path) in str(caught.value)
    assert isinstance(caught.value, NonetError)


def test_names_and_plugins_reach_the_workers(tmp_path: Path) -> None:
    plugin = tmp_path / "own.py"
    plugin.write_text(
        "from nonet.lab.strategy import Strategy\n"
        "own = Strategy(name='my-own', about='', inference='singles')\n"
    )
    (tmp_path / "boards.txt").write_text("\n".join(LINES[:2]))
    study = tmp_path / "study.toml"
    study.write_text(
        'strategies = ["my-own", "mrv-mcv"]\ncorpus = "boards.txt"\nplugins = "own.py"'
    )
    table = run_experiment(study, processes=1)
    assert table.column("method") == ["my-own", "my-own", "mrv-mcv", "mrv-mcv"]
    assert table.column("status") == ["found"] * 4 and table.facts["boards"] == {"boards": 2}
    with pytest.raises(NonetError, match="did you mean 'mrv-mcv'"):
        compare("mrv-mvc", PUZZLES)
