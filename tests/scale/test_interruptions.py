"""Batches that are interrupted: lost workers, kills, full disks and Ctrl-C cost nothing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from batch_folders import LINES, read, rows, shards
from boards import EASY, HARD
from cases import quick_first
from nonet.scale import batches
from nonet.scale.batches import batch_status, run_batch, verify_batch
from nonet.scale.chunk_work import StoppedError, run_chunk, try_rows
from nonet.scale.inputs import plan_input
from nonet.scale.job import Job
from nonet.scale.tasks import Outcome, Task, run_task

pytest.importorskip("pyarrow")


class Flaky:
    """A cluster that runs tasks here, and loses workers: sometimes, or because of a row."""

    name = "flaky"
    dashboard = None
    first: frozenset[int] = frozenset()
    patience = 3
    width = 3
    takes_others = False
    """Whether a worker that ends takes the waiting tasks with it."""

    def __init__(self, job: Job, *, bad: set[int] = frozenset(), share: float = 0.0) -> None:  # type: ignore[assignment]
        self._job = job
        self._bad = bad
        self._share = share
        self._random = random.Random(1)
        self._waiting: list[Task] = []
        self._lost: list[Task] = []
        self.runs: Counter[Task] = Counter()

    def submit(self, task: Task) -> None:
        self._waiting.append(task)

    def _lose(self, task: Task) -> Outcome:
        if self.takes_others:
            self._lost += self._waiting
            self._waiting.clear()
        return Outcome(task, None, RuntimeError("lost"), is_lost=True)

    def next(self, seconds: float) -> Outcome | None:
        if self._lost:
            return Outcome(self._lost.pop(), None, RuntimeError("lost"), is_lost=True)
        task = self._waiting.pop(self._random.randrange(len(self._waiting)))
        self.runs[task] += 1
        if self._share and self.runs[task] == 1 and task.chunk % 3 == 0:
            return Outcome(task, None, StoppedError())
        if self._random.random() < self._share and self.runs[task] < 3:
            return self._lose(task)
        first, number = self._job.place_of(task.chunk)
        start = first.first_rows[number]
        begin, end = task.rows or (0, first.rows_of(number))
        if any(begin <= row - start < end and row - start not in task.aside for row in self._bad):
            return self._lose(task)
        if task.rows is not None:
            assert 0 < try_rows(self._job, task.chunk, *task.rows) <= first.rows_of(number)
            return Outcome(task, None, None)
        return Outcome(task, run_chunk(self._job, task.chunk, task.aside), None)

    def close(self) -> None:
        pass


def test_workers_that_end_cost_nothing(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_batch("solve", text, tmp_path / "calm", chunk_rows=50)
    monkeypatch.setattr(batches, "connect", lambda name, job, tell, suspects: Flaky(job, share=0.4))
    run_batch("solve", text, tmp_path / "flaky", chunk_rows=50)
    assert shards(tmp_path / "flaky") == shards(tmp_path / "calm")


@pytest.mark.parametrize("takes_others", [False, True])
@pytest.mark.parametrize("patience", [1, 3])
def test_a_row_that_ends_its_worker_is_found_and_set_aside(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, takes_others: bool, patience: int
) -> None:
    monkeypatch.setattr(Flaky, "takes_others", takes_others)
    monkeypatch.setattr(Flaky, "patience", patience)
    bad = {120, 131, 499}
    monkeypatch.setattr(batches, "connect", lambda name, job, tell, suspects: Flaky(job, bad=bad))
    report = run_batch("solve", text, tmp_path / "out", chunk_rows=50)
    assert report.aside == tuple((str(text), row + 1) for row in sorted(bad))
    assert report.rejected == 3 and report.statuses == {"malformed": 3, "unique": 497}
    found = rows(tmp_path / "out")
    assert [number for number, row in enumerate(found) if row["status"] != "unique"] == sorted(bad)


DEADLY = """
import os, pyarrow

def answer(batch):
    lines = batch["puzzle"].to_pylist()
    print("a function may print")
    if not set(lines).isdisjoint({bad!r}):
        os._exit(9)
    if {wrong!r} in lines:
        raise ValueError("wrong")
    return pyarrow.record_batch({{"puzzle": lines}})
"""
RUNNING = """
import sys, deadly, nonet
report = nonet.run_batch(deadly.answer, *sys.argv[1:], chunk_rows=8)
print([row for _, row in report.aside], report.rows)
"""


@pytest.fixture
def few(tmp_path: Path) -> Path:
    path = tmp_path / "few.txt"
    path.write_text("".join(f"{line}\n" for line in LINES[:30]))
    return path


def run_deadly(
    few: Path, wrong: str = "", bad: tuple[int, ...] = (13,)
) -> subprocess.CompletedProcess[str]:
    """Run a batch of a few puzzles, of which the 14th ends the process."""
    folder = few.parent
    deadly = [LINES[number] for number in bad]
    (folder / "deadly.py").write_text(DEADLY.format(bad=deadly, wrong=wrong))
    (folder / "running.py").write_text(RUNNING)
    return subprocess.run(
        [sys.executable, folder / "running.py", few, folder / "out"],
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.slow
def test_a_row_that_ends_a_local_run_is_found_by_the_next(few: Path) -> None:
    out = few.parent / "out"
    first = run_deadly(few)
    assert first.returncode == 9 and list(out.glob("part-*.tmp"))
    second = run_deadly(few)
    assert second.returncode == 0, second.stderr
    assert second.stdout.splitlines()[-1] == "[14] 29"
    assert batch_status(out).is_complete and not list(out.rglob("*.tmp"))


@pytest.mark.slow
def test_rows_in_several_chunks_that_end_a_local_run_are_all_found(few: Path) -> None:
    for _ in range(4):
        run = run_deadly(few, bad=(3, 13, 29))
        if run.returncode != 9:
            break
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "[4, 14, 30] 27"


def test_suspects_are_finished_before_other_chunks_begin(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    suspects = frozenset({3, 4, 7})
    monkeypatch.setattr(Flaky, "first", suspects)
    used: list[Flaky] = []

    def connect(name: object, job: Job, *_: object) -> Flaky:
        used.append(Flaky(job, bad={160, 220}))
        return used[0]

    monkeypatch.setattr(batches, "connect", connect)
    assert run_batch("solve", text, tmp_path / "out", chunk_rows=50).rejected == 2
    order = [task.chunk in suspects for task in used[0].runs]
    assert order == sorted(order, reverse=True)


def test_a_run_that_is_killed_remembers_the_suspects_of_the_run_before(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    seen: list[frozenset[int]] = []

    def connect(name: object, job: Job, tell: object, suspects: frozenset[int]) -> Flaky:
        seen.append(suspects)
        return Flaky(job)

    def killed(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(batches, "connect", connect)
    for draft in ("part-000003.parquet.12345678.tmp", "part-000001.parquet.87654321.tmp"):
        out.mkdir(exist_ok=True)
        (out / draft).write_bytes(b"")
        monkeypatch.setattr(batches, "_run", killed)
        with pytest.raises(MemoryError):
            run_batch("solve", text, out, chunk_rows=50)
        assert not list(out.glob("*.tmp"))
    monkeypatch.undo()
    monkeypatch.setattr(batches, "connect", connect)
    assert run_batch("solve", text, out, chunk_rows=50).is_complete
    assert seen == [frozenset({3}), frozenset({1, 3}), frozenset({1, 3})]
    assert not (out / ".under-way").exists()


def test_a_run_that_is_stopped_removes_the_drafts_of_its_workers(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopped(Flaky):
        def next(self, seconds: float) -> Outcome | None:
            (tmp_path / "out/part-000000.parquet.12345678.tmp").write_bytes(b"half")
            raise KeyboardInterrupt

    monkeypatch.setattr(batches, "connect", lambda name, job, *_: Stopped(job))
    with pytest.raises(KeyboardInterrupt):
        run_batch("solve", text, tmp_path / "out", chunk_rows=50)
    assert not list((tmp_path / "out").rglob("*.tmp"))


def test_an_error_of_a_suspect_is_an_error_of_the_batch(few: Path) -> None:
    assert run_deadly(few).returncode == 9
    run = run_deadly(few, wrong=LINES[9])
    assert run.returncode == 1 and "ValueError: wrong" in run.stderr


def batch_process(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "nonet", "batch", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        **options,
    )


@pytest.mark.parametrize("seed", quick_first(1, range(5)))
def test_a_killed_batch_goes_on_and_ends_with_the_same_bytes(
    text: Path, tmp_path: Path, seed: int
) -> None:
    whole = tmp_path / "whole"
    run_batch("rate", text, whole, chunk_rows=20, scales="er,hodoku,nonet,search")
    source = random.Random(seed)
    out = tmp_path / "out"
    options = ("--chunk-rows", "20", "--scale", "er,hodoku,nonet,search")
    for _ in range(2):
        process = batch_process("rate", str(text), "-o", str(out), *options)
        time.sleep(source.uniform(0.2, 1.2))
        process.kill()
        process.communicate()
    (out / "_chunks").mkdir(parents=True, exist_ok=True)
    (out / "part-000003.parquet.12345678.tmp").write_bytes(b"half")
    (out / "_chunks/000001.json.12345678.tmp").write_bytes(b"{")
    process = batch_process("rate", str(text), "-o", str(out), *options)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert shards(out) == shards(whole)
    assert not list(out.rglob("*.tmp"))
    assert verify_batch(out).is_complete


@pytest.mark.skipif(os.name != "posix", reason="needs limits on a process")
def test_a_full_disk_ends_the_run_and_is_resumed_from(text: Path, tmp_path: Path) -> None:
    import resource

    run_batch("solve", text, tmp_path / "whole", chunk_rows=200)
    smallest = min(path.stat().st_size for path in (tmp_path / "whole").glob("part-*"))
    most = smallest + 100  # The last chunk is shorter than the others, which do not fit.
    arguments = ("solve", str(text), "-o", str(tmp_path / "out"), "--chunk-rows", "200")
    process = batch_process(
        *arguments,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2 and b"out: cannot be written to: File too large" in said
    assert not list((tmp_path / "out").rglob("*.tmp"))
    assert run_batch("solve", text, tmp_path / "out", chunk_rows=200).is_complete
    assert shards(tmp_path / "out") == shards(tmp_path / "whole")


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "hard.txt"
    path.write_text(f"{EASY}\n" * 20 + f"{HARD}\n" * 3980)
    out = tmp_path / "out"
    process = batch_process("rate", str(path), "-o", str(out), "--chunk-rows", "10")
    patience = time.monotonic() + 60
    while not list(out.glob("_chunks/*.json")) and time.monotonic() < patience:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"run the same command again to resume" in said and b"Traceback" not in said
    status = batch_status(out)
    assert 0 < status.done < 400 and not status.is_complete


def test_ctrl_c_ends_the_process_of_a_suspect(tmp_path: Path) -> None:
    path, out = tmp_path / "hard.txt", tmp_path / "out"
    path.write_text(f"{HARD}\n" * 4000)
    for stop in (signal.SIGKILL, signal.SIGINT):
        old = set(out.glob("part-*.tmp"))
        process = batch_process("rate", str(path), "-o", str(out), "--chunk-rows", "4000")
        patience = time.monotonic() + 60
        while set(out.glob("part-*.tmp")) <= old and time.monotonic() < patience:
            time.sleep(0.05)
        process.send_signal(stop)
        _, said = process.communicate(timeout=30)  # All that write to the pipe have ended.
    assert process.returncode == 130
    assert b"run the same command again to resume" in said and b"Traceback" not in said


def test_a_stopped_chunk_leaves_nothing(text: Path, tmp_path: Path) -> None:
    reading = batches.Reading()
    found = plan_input(str(text), reading, 500)
    job = Job("solve", {}, None, reading, (found,), str(tmp_path / "out"), "parquet", 500)
    with pytest.raises(StoppedError):
        run_chunk(job, 0, is_stopped=lambda: True)
    with pytest.raises(StoppedError):
        run_task(job, Task(0, rows=(0, 9)), is_stopped=lambda: True)
    assert [path for path in (tmp_path / "out").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("kind", ["txt", "csv"])
def test_a_row_that_is_set_aside_has_the_number_of_the_rejected_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path, out = tmp_path / f"a.{kind}", tmp_path / "out"
    if kind == "txt":
        lines = [f"# {number}\n\n{line}\n" for number, line in enumerate(LINES[:20])]
    else:
        lines = ["id,puzzle\n", *(f"{number},{line}\n" for number, line in enumerate(LINES[:20]))]
    path.write_text("".join(lines))
    start = {"txt": 30, "csv": 10}[kind]  # Of the chunk with the bad row, in rows of the plan.
    monkeypatch.setattr(
        batches, "connect", lambda name, job, tell, suspects: Flaky(job, bad={start + 2})
    )
    report = run_batch("solve", path, out, chunk_rows={"txt": 15, "csv": 5}[kind])
    [bad] = [row for part in (out / "_rejected").iterdir() for row in read(part)]
    assert bad["row"] == {"txt": 39, "csv": 14}[kind]
    assert report.aside == ((bad["file"], bad["row"]),) == batch_status(out).aside
