"""Batches on real clusters of separate processes, with parts of them killed on the way."""

from __future__ import annotations

import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boards import EASY
from cases import quick_only
from nonet.scale.batches import run_batch, verify_batch
from nonet.symmetry import random_copy

pytest.importorskip("pyarrow")
pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(os.name != "posix", reason="needs signals"),
    pytest.mark.xdist_group("clusters"),
]

OPTIONS = ("--chunk-rows", "25", "--scale", "er,hodoku,nonet,search")
MISSING = "these tests need the extra nonet[{}]"


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("in") / "puzzles.txt"
    lines = [str(random_copy(EASY, seed=number)) for number in range(600)]
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


@pytest.fixture(scope="module")
def expected(puzzles: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("calm") / "out"
    run_batch("rate", puzzles, folder, chunk_rows=25, scales="er,hodoku,nonet,search")
    return shards(folder)


def shards(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("part-*"))
    }


def start(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-m", *arguments], **{**silent, **options})


def batch(puzzles: Path, out: Path, cluster: str) -> subprocess.Popen[bytes]:
    arguments = ("batch", "rate", str(puzzles), "-o", str(out), "--cluster", cluster, *OPTIONS)
    return start("nonet", *arguments, stderr=subprocess.PIPE)


def wait_for(is_so: Callable[[], Any], seconds: float = 60) -> None:
    patience = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < patience, "it takes too long"
        time.sleep(0.05)


def wait_for_chunks(process: subprocess.Popen[bytes], out: Path, number: int) -> None:
    def are_there() -> bool:
        return process.poll() is not None or len(list(out.glob("chunks/*.json"))) >= number

    wait_for(are_there)


def end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


# Dask


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


class DaskCluster:
    """A scheduler and two workers with nannies, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", str(self.port), "--no-dashboard")
        for _ in range(2):
            self.add_worker()
        self.wait_for_workers(2)

    def _start(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        local = ("--host", "127.0.0.1")
        return start(f"distributed.cli.dask_{what}", *local, *arguments, start_new_session=True)

    def add_worker(self) -> None:
        arguments = (self.address, "--nthreads", "1", "--no-dashboard")
        folder = ("--local-directory", str(self._folder))
        self.workers.append(self._start("worker", *arguments, *folder))

    def wait_for_workers(self, number: int) -> None:
        from distributed import Client

        with Client(self.address, timeout=60) as client:
            client.wait_for_workers(number, timeout=60)

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            with_group(process, signal.SIGKILL)


def with_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Send a signal to a process and all that it started."""
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return
    process.wait()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[DaskCluster]:
    try:
        import distributed  # noqa: F401
    except ImportError:
        pytest.skip(MISSING.format("dask"))
    found = DaskCluster(tmp_path)
    yield found
    found.close()


@pytest.mark.parametrize("what", quick_only(["worker", "client"], ["worker", "client", "nanny"]))
def test_dask_loses_something(
    dask: DaskCluster, puzzles: Path, tmp_path: Path, expected: dict[str, str], what: str
) -> None:
    out = tmp_path / "out"
    process = batch(puzzles, out, f"dask={dask.address}")
    wait_for_chunks(process, out, 3)
    if what == "client":
        end(process)
        process.communicate()
        process = batch(puzzles, out, f"dask={dask.address}")
    elif what == "worker":
        kill_children(dask.workers[0])
    else:
        with_group(dask.workers[0], signal.SIGKILL)
        dask.add_worker()
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert shards(out) == expected and verify_batch(out).is_complete


def kill_children(process: subprocess.Popen[bytes]) -> None:
    """Kill the worker of a nanny, which starts another one."""
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True)
    for number in found.stdout.split():
        os.kill(int(number), signal.SIGKILL)


@pytest.mark.slow
def test_dask_loses_its_scheduler(
    puzzles: Path, tmp_path: Path, expected: dict[str, str], dask: DaskCluster
) -> None:
    out = tmp_path / "out"
    process = batch(puzzles, out, f"dask={dask.address}")
    wait_for_chunks(process, out, 3)
    dask.close()
    end(process)
    process.communicate()
    process = batch(puzzles, out, "dask")
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    assert shards(out) == expected


def test_dask_sets_aside_a_row_that_ends_its_worker(dask: DaskCluster, tmp_path: Path) -> None:
    lines = [str(random_copy(EASY, seed=number)) for number in range(40)]
    (tmp_path / "a.txt").write_text("".join(f"{line}\n" for line in lines))
    code = (
        "import os, nonet, pyarrow\n"
        f"BAD = {lines[23]!r}\n"
        "def answer(batch):\n"
        "    lines = batch['puzzle'].to_pylist()\n"
        "    if BAD in lines:\n"
        "        os._exit(9)\n"
        "    return pyarrow.record_batch({'puzzle': lines})\n"
        f"report = nonet.run_batch(answer, {str(tmp_path / 'a.txt')!r}, "
        f"{str(tmp_path / 'out')!r}, chunk_rows=20, cluster='dask={dask.address}')\n"
        "print(report.aside[0][1], report.rejected)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=200)
    assert run.stdout == "24 1\n", run.stderr


# Ray


@pytest.mark.slow
def test_ray_writes_the_same_bytes(puzzles: Path, tmp_path: Path, expected: dict[str, str]) -> None:
    try:
        import ray  # noqa: F401
    except ImportError:
        pytest.skip(MISSING.format("ray"))
    process = batch(puzzles, tmp_path / "out", "ray")
    _, said = process.communicate(timeout=300)
    assert process.returncode == 0, said
    assert shards(tmp_path / "out") == expected
