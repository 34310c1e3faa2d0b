"""What `scale_simulation.py` computes with: `NONET_DATA=... python benchmarks/scale_constants.py`.

Rows are random copies of 17-clue puzzles, from Parquet to Parquet on this machine. Processor times
and bytes are those of a long batch less those of a short one, so that starting is not part of them.
"""

from __future__ import annotations

import logging
import tempfile
import time
from pathlib import Path
from typing import Any

from scale import run_batch, write_puzzles

ROWS = {"solve": (5_000_000, 500_000), "rate": (60_000, 20_000), "explain": (60_000, 20_000)}
"""Rows of a batch, and of its chunks. The short batch is a tenth of it."""
TASKS = 5_000


def work(folder: Path, verb: str) -> dict[str, float]:
    """Return what a row of a verb takes: microseconds, and bytes in a shard."""
    rows, chunk_rows = ROWS[verb]
    long, short = (totals(folder, verb, count, chunk_rows) for count in (rows, rows // 10))
    return {what: (long[what] - short[what]) / (rows - rows // 10) for what in long}


def totals(folder: Path, verb: str, rows: int, chunk_rows: int) -> dict[str, Any]:
    """Run a batch on this machine, and return its processor time and the bytes of its shards."""
    path, out = folder / f"{rows}.parquet", folder / f"{verb}-{rows}"
    write_puzzles(path, rows)
    found = run_batch(verb, path, out, "local", chunk_rows)
    return {"µs": 1e6 * found["cpu"], "bytes": size_of(out, "part-*")}


def size_of(folder: Path, pattern: str) -> int:
    """Return the size of some files together."""
    return sum(path.stat().st_size for path in folder.glob(pattern))


def chunk_bytes(folder: Path) -> tuple[float, float]:
    """Return the bytes of a chunk's record, and of its place in the manifest."""
    path, chunks = folder / "60000.parquet", 1_000
    many, one = folder / "many", folder / "one"
    run_batch("solve", path, many, "local", 60_000 // chunks)
    run_batch("solve", path, one, "local", 60_000)
    more = size_of(many, "_manifest.json") - size_of(one, "_manifest.json")
    return size_of(many, "_chunks/*.json") / chunks, more / (chunks - 1)


def task_seconds() -> float:
    """Return how long Dask takes to give out a task that does nothing, and to hear of its end."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
        ) as cluster,
        Client(cluster) as client,
    ):
        client.gather(client.map(abs, range(100), pure=False))
        started = time.perf_counter()
        client.gather(client.map(abs, range(TASKS), pure=False))
        return (time.perf_counter() - started) / TASKS


def main() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for verb in ROWS:
            found = work(folder, verb)
            print(f"{verb}: {found['µs']:.3g} µs, {found['bytes']:.1f} bytes a row", flush=True)
        record, place = chunk_bytes(folder)
        print(f"a chunk: {record:.0f} bytes in its record, {place:.0f} in the manifest")
    print(f"a task of Dask's: {1e3 * task_seconds():.2f} ms")


if __name__ == "__main__":
    main()
