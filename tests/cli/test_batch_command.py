"""`nonet batch`: its exit codes, reports and logs; secrets stay out of all of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from boards import EASY, HARD
from command import Nonet, Run
from nonet.scale.batches import run_batch

pq = pytest.importorskip("pyarrow.parquet")


@pytest.fixture
def batch(quick: Nonet) -> Callable[..., Run]:
    return lambda *arguments: quick("batch", *map(str, arguments))


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text(f"{EASY}\n" * 5)
    return path


def test_a_batch_its_status_and_its_shards(
    batch: Callable[..., Run], puzzles: Path, tmp_path: Path
) -> None:
    out, log = tmp_path / "out", tmp_path / "log.jsonl"
    run = batch("solve", puzzles, "-o", out, "--chunk-rows", 2, "--log", log, "--json")
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert report["complete"] and report["statuses"] == {"unique": 5}
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert (lines[-1]["rows"], lines[-1]["total"], lines[-1]["chunks"]) == (5, 5, 3)
    assert lines[-1]["statuses"] == {"unique": 5} and lines[-1]["dashboard"] is None
    assert (
        "3 of 3 chunks done, 3 of them before"
        in batch("solve", puzzles, "-o", out, "--chunk-rows", 2).stdout
    )
    assert batch("status", out).returncode == batch("verify", out).returncode == 0
    (out / "part-000001.parquet").write_bytes(b"PAR1")
    assert batch("status", out).returncode == 0
    found = batch("verify", out)
    assert found.returncode == 1 and "damaged   part-000001.parquet" in found.stdout


def test_a_bad_log_is_refused_before_the_work(
    batch: Callable[..., Run], puzzles: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run = batch("solve", puzzles, "-o", out, "--log", tmp_path / "missing/log")
    assert run.returncode == 2 and "No such file or directory" in run.stderr
    assert not out.exists()


def test_only_verbs_that_search_have_limits(
    batch: Callable[..., Run], puzzles: Path, tmp_path: Path
) -> None:
    for verb in ("check", "canonical", "convert"):
        run = batch(verb, puzzles, "-o", tmp_path / "out", "--seconds", 1)
        assert run.returncode == 2 and "No such option" in run.stderr
        with pytest.raises(ValueError, match=f"limit: expected none, because {verb} has no search"):
            run_batch(verb, puzzles, tmp_path / "out", limit=2)


def test_the_log_ends_with_as_many_rows_as_there_are(
    batch: Callable[..., Run], puzzles: Path, tmp_path: Path
) -> None:
    puzzles.write_text(f"# a comment\n\n{EASY}\n" * 5)
    log = tmp_path / "log.jsonl"
    for chunk_rows in (4, 100):
        out = tmp_path / f"out{chunk_rows}"
        batch("solve", puzzles, "-o", out, "--chunk-rows", chunk_rows, "--log", log)
        last = json.loads(log.read_text().splitlines()[-1])
        assert (last["rows"], last["total"]) == (5, 5)


def test_rejected_rows_have_an_exit_code(
    batch: Callable[..., Run], puzzles: Path, tmp_path: Path
) -> None:
    puzzles.write_text(f"{EASY}\noops\n")
    run = batch("solve", puzzles, "-o", tmp_path / "out")
    assert run.returncode == 2 and "rejected  1" in run.stdout


def test_secrets_of_urls_are_in_no_file(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    url, out = "memory://ada:hunter2@in/a.txt", tmp_path / "out"
    with fsspec.open(url, "w") as file:
        file.write(f"{EASY}\noops\n")
    report = run_batch("solve", url, out)
    assert report.rejected == 1 and "hunter2" not in str(report.to_dict())
    [bad] = pq.read_table(out / "_rejected/part-000000.parquet").to_pylist()
    assert bad["file"] == "memory://***@in/a.txt" and "hunter2" not in bad["reason"]
    files = [path for path in out.rglob("*") if path.is_file()]
    assert len(files) >= 4 and not any(b"hunter2" in path.read_bytes() for path in files)
    assert run_batch("solve", url, out).resumed == 1


def test_rows_that_a_limit_stops_are_exit_code_3(
    batch: Callable[..., Run], puzzles: Path, tmp_path: Path
) -> None:
    run = batch("rate", puzzles, "-o", tmp_path / "out", "--scale", "er", "--nodes", 1)
    assert run.returncode == 3, run.stderr
    puzzles.write_text(f"{HARD}\n{EASY}\n")
    for verb in ("solve", "count", "explain"):
        run = batch(verb, puzzles, "-o", tmp_path / verb, "--nodes", 1, "--json")
        assert run.returncode == 3, run.stderr
        assert 0 < json.loads(run.stdout)["stopped"] <= 2
        again = batch(verb, puzzles, "-o", tmp_path / verb, "--nodes", 1)
        assert again.returncode == 3 and "by a limit" in again.stdout
        assert batch(verb, puzzles, "-o", tmp_path / f"{verb}-all").returncode == 0
