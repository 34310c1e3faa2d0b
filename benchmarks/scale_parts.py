"""Where a batch's time goes: `NONET_DATA=... python benchmarks/scale_parts.py`.

Prints the processor time for a row, on one core: of a whole chunk, of pyarrow reading and writing
the same columns alone, and of solving alone. Best of three rounds.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import nonet
from copies import as_cells
from nonet.files.items import Reading
from nonet.scale.chunk_work import run_chunk
from nonet.scale.inputs import plan_input
from nonet.scale.job import Job
from scale import write_puzzles

ROWS = 1_000_000
ROUNDS = 3
GRIDS = ("puzzle", "solution")


def cost(work: Callable[[], object]) -> float:
    """Return the microseconds of processor time that a work takes for a row."""
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return 1e6 * best / ROWS


def written(table: pa.Table, compression: str = "zstd") -> int:
    """Write a table as a shard is written; return its bytes."""
    sink = pa.BufferOutputStream()
    other = [name for name in table.column_names if name not in GRIDS]
    options = {"compression": compression, "use_dictionary": other, "write_statistics": other}
    pq.write_table(table, sink, row_group_size=1 << 15, **options)
    return int(sink.getvalue().size)


def parts(folder: Path) -> dict[str, Callable[[], object]]:
    """Return the works by name."""
    path, out = folder / "in.parquet", folder / "out"
    write_puzzles(path, ROWS)
    found = plan_input(str(path), Reading(), ROWS)
    job = Job("solve", {}, None, Reading(), (found,), str(out), "parquet", ROWS)
    run_chunk(job, 0)
    shard = pq.read_table(out / "part-000000.parquet", use_threads=False)
    cells = as_cells(shard["puzzle"].to_pylist())
    works: dict[str, Callable[[], object]] = {"a whole chunk": lambda: run_chunk(job, 0)}
    for names in (["puzzle"], ["solution"], None):
        what = "all" if names is None else names[0]
        works[f"read {what}"] = lambda names=names: pq.read_table(
            path, columns=names, use_threads=False
        )
    for name in GRIDS:
        works[f"write {name}"] = lambda name=name: written(shard.select([name]))
        works[f"write {name}, not compressed"] = lambda name=name: written(
            shard.select([name]), "none"
        )
    works["write all"] = lambda: written(shard)
    works["solve"] = lambda: nonet.solve_many(cells, threads=1)
    return works


def main() -> None:
    """Print the table."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
    with tempfile.TemporaryDirectory() as name:
        print("| part | µs a row |\n|---|---:|")
        for part, work in parts(Path(name)).items():
            print(f"| {part} | {cost(work):.2f} |", flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
