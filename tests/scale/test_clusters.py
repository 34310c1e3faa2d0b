"""Batches on real clusters of separate processes, with parts of them killed on the way."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from boards import EASY
from cases import quick_only
from cluster_processes import (
    MISSING,
    DaskProcesses,
    Process,
    RayProcesses,
    kill_children,
    kill_group,
    start,
    wait_for,
)
from nonet.scale.batches import run_batch, verify_batch
from nonet.symmetry import random_copy

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(os.name != "posix", reason="needs signals"),
    pytest.mark.xdist_group("clusters"),
]

LINES = [str(random_copy(EASY, seed=number)) for number in range(3000)]
SCALES = "er,hodoku,nonet,search"
CHUNK_ROWS = 25
CHUNKS = len(LINES) // CHUNK_ROWS


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("in") / "puzzles.txt"
    path.write_text("".join(f"{line}\n" for line in LINES))
    return path


@pytest.fixture(scope="module")
def expected(puzzles: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The shards of a run without trouble: every row once."""
    folder = tmp_path_factory.mktemp("calm") / "out"
    run_batch("rate", puzzles, folder, chunk_rows=CHUNK_ROWS, scales=SCALES)
    tables = [pq.read_table(path) for path in sorted(folder.glob("part-*"))]
    assert pa.concat_tables(tables)["puzzle"].to_pylist() == LINES
    return shards(folder)


def shards(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("part-*"))
    }


@pytest.fixture(scope="module")
def dask_processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskProcesses]:
    pytest.importorskip("distributed", reason=MISSING.format("dask"))
    found = DaskProcesses(tmp_path_factory.mktemp("dask"))
    yield found
    found.close()


@pytest.fixture
def dask(dask_processes: DaskProcesses) -> DaskProcesses:
    dask_processes.mend()
    return dask_processes


@pytest.fixture(scope="module")
def ray_processes() -> Iterator[RayProcesses]:
    pytest.importorskip("ray", reason=MISSING.format("ray"))
    # Ray's sockets lie in this folder, and their paths must not have more than 107 bytes.
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        found = RayProcesses(Path(folder))
        yield found
        found.close()


@pytest.fixture
def ray(ray_processes: RayProcesses) -> RayProcesses:
    ray_processes.mend()
    return ray_processes


Processes = DaskProcesses | RayProcesses
Batch = Callable[..., Process]


@pytest.fixture
def batch() -> Iterator[Batch]:
    """Start batches as processes, none of which outlives the test."""
    started: list[Process] = []

    def run(
        path: Path,
        out: Path,
        cluster: str,
        where: Processes,
        chunk_rows: int = CHUNK_ROWS,
        **variables: str,
    ) -> Process:
        options = ("--cluster", cluster, "--chunk-rows", str(chunk_rows), "--scale", SCALES)
        arguments = ("batch", "rate", str(path), "-o", str(out), *options)
        started.append(start("nonet", *arguments, env=where.environment | variables))
        return started[-1]

    yield run
    for process in started:
        kill_group(process)


def count_records(out: Path) -> int:
    return len(list(out.glob("_chunks/*.json")))


def wait_for_chunks(process: Process, out: Path, number: int = 3) -> None:
    wait_for(lambda: process.poll() is not None or count_records(out) >= number)
    assert process.poll() is None, process.communicate()


def finish(process: Process) -> None:
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said


@pytest.mark.parametrize("what", quick_only(["worker"], ["worker", "nanny", "client"]))
def test_dask_loses_something(
    dask: DaskProcesses,
    batch: Batch,
    puzzles: Path,
    tmp_path: Path,
    expected: dict[str, str],
    what: str,
) -> None:
    out = tmp_path / "out"
    process = batch(puzzles, out, dask.cluster, dask)
    wait_for_chunks(process, out)
    if what == "client":
        kill_group(process)
    elif what == "worker":
        kill_children(dask.workers[0])
    else:
        kill_group(dask.workers[0])
    assert count_records(out) < CHUNKS
    if what == "client":
        process = batch(puzzles, out, dask.cluster, dask)
    finish(process)
    assert shards(out) == expected and verify_batch(out).is_complete


@pytest.mark.slow
def test_dask_loses_its_scheduler(
    dask: DaskProcesses, batch: Batch, puzzles: Path, tmp_path: Path, expected: dict[str, str]
) -> None:
    out = tmp_path / "out"
    process = batch(puzzles, out, dask.cluster, dask)
    wait_for_chunks(process, out)
    dask.kill_scheduler()
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2 and b"the Dask scheduler is lost" in said
    assert count_records(out) < CHUNKS
    finish(batch(puzzles, out, "dask", dask))
    assert shards(out) == expected


@pytest.mark.slow
def test_ctrl_c_stops_the_chunks_on_dask(dask: DaskProcesses, batch: Batch, tmp_path: Path) -> None:
    path, out = tmp_path / "long.txt", tmp_path / "out"
    lines = LINES * 10
    path.write_text("".join(f"{line}\n" for line in lines))
    process = batch(path, out, dask.cluster, dask, chunk_rows=len(lines))
    wait_for(lambda: process.poll() is not None or list(out.glob("part-*.tmp")))
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and b"run the same command again to resume" in said
    wait_for(lambda: not list(out.glob("part-*.tmp")))
    assert not list(out.glob("part-*"))


TROUBLE = """
import os, sys, time, nonet, pyarrow
path, out, cluster, bad, happened = sys.argv[1:]

def answer(batch):
    lines = batch["puzzle"].to_pylist()
    if bad in lines and happened == "ends":
        os._exit(9)
    if bad in lines:
        with open(happened, "a") as file:
            file.write(f"{os.getpid()}\\n")
        if len(open(happened).readlines()) == 1:
            hoard = [b"x" * (20 << 20) for _ in range(25)]
            time.sleep(60)
    return pyarrow.record_batch({"puzzle": lines})

report = nonet.run_batch(answer, path, out, chunk_rows=3, cluster=cluster)
print([row for _, row in report.aside], report.rejected, report.rows)
"""


def run_trouble(
    where: Processes | SimpleNamespace, tmp_path: Path, happened: str
) -> tuple[str, Path]:
    """Run a function that fails at row 14, and return what its report said."""
    path, out = tmp_path / "a.txt", tmp_path / "out"
    path.write_text("".join(f"{line}\n" for line in LINES[:20]))
    arguments = (str(path), str(out), where.cluster, LINES[13], happened)
    run = subprocess.run(
        [sys.executable, "-c", TROUBLE, *arguments],
        capture_output=True,
        text=True,
        timeout=200,
        env=os.environ | where.environment,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()[-1], out  # Ray says something about lost workers first.


@pytest.mark.slow
def test_a_dask_worker_runs_out_of_memory(dask: DaskProcesses, tmp_path: Path) -> None:
    happened = tmp_path / "happened"
    said, out = run_trouble(dask, tmp_path, str(happened))
    first, second = happened.read_text().split()  # The processes that saw the row.
    assert first != second and said == "[] 0 20"
    calm = tmp_path / "calm"
    run_batch(
        lambda rows: pa.record_batch({"puzzle": rows["puzzle"]}),
        tmp_path / "a.txt",
        calm,
        chunk_rows=3,
    )
    assert shards(out) == shards(calm)


@pytest.fixture
def own_dask() -> SimpleNamespace:
    """A cluster that the batch starts."""
    pytest.importorskip("distributed", reason=MISSING.format("dask"))
    return SimpleNamespace(cluster="dask", environment={})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dask", "own_dask", "ray"])
def test_a_row_that_ends_its_worker_is_set_aside(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    said, out = run_trouble(request.getfixturevalue(name), tmp_path, "ends")
    assert said == "[14] 1 19"
    found = [row for path in sorted(out.glob("part-*")) for row in pq.read_table(path).to_pylist()]
    assert [row["puzzle"] for row in found] == LINES[:13] + LINES[14:20]


@pytest.mark.slow
def test_a_function_that_dask_cannot_load_is_named(dask: DaskProcesses, tmp_path: Path) -> None:
    (tmp_path / "only_here.py").write_text("def answer(batch): return batch")
    call = f"nonet.run_batch(only_here.answer, 'a.txt', 'out', cluster={dask.cluster!r})"
    (tmp_path / "a.txt").write_text(LINES[0])
    run = subprocess.run(
        [sys.executable, "-c", f"import nonet, only_here; {call}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
        env=os.environ | dask.environment,
    )
    assert "the Dask cluster cannot load the function: install its module" in run.stderr
    assert "No module named 'only_here'" in run.stderr


@pytest.mark.slow
def test_ray_loses_a_node(
    ray: RayProcesses, batch: Batch, puzzles: Path, tmp_path: Path, expected: dict[str, str]
) -> None:
    out = tmp_path / "out"
    process = batch(puzzles, out, ray.cluster, ray)
    wait_for_chunks(process, out, 1)
    ray.kill_node()
    assert process.poll() is None and count_records(out) < CHUNKS
    finish(process)
    assert shards(out) == expected and verify_batch(out).is_complete


@pytest.mark.slow
def test_ray_starts_here(
    ray_processes: RayProcesses,
    batch: Batch,
    puzzles: Path,
    tmp_path: Path,
    expected: dict[str, str],
) -> None:
    """Also if a variable names another cluster, which does not even answer."""
    out = tmp_path / "out"
    finish(batch(puzzles, out, "ray", ray_processes, RAY_ADDRESS="127.0.0.2:1"))
    assert shards(tmp_path / "out") == expected
