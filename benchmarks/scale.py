"""What a batch costs beside the solving. `NONET_DATA=... python benchmarks/scale.py [WHAT...]`.

Rows are random copies of 17-clue puzzles. WHAT is memory (`solve_many`), local, dask, ray or all;
--rows says how many rows to solve, --rated how many to rate; 0 leaves that out. With --keep, the
puzzles stay in a folder for the next run. Clusters take --repeats turns, and the best of each
counts. Every run is a process of its own, without the start-up of the cluster: that is
the time of a batch of two rows. Its processor time and peak of memory are those of the process and
its children; Ray's workers are not among them. Answers are validated: every row is there once and
in order, and solved; the shards of all clusters are equal.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import nonet

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

from copies import Cells, as_cells, random_copies
from corpora import data_folder, read_list

PART = 250_000
"""Rows copied at once, which become a group of rows."""
IN_MEMORY = 20 * PART
"""Rows solved in memory."""
HERE = Path(__file__).parent
CLUSTERS = ("local", "dask", "ray")
RATED_CHUNK = 1_000
KILLED_AFTER = 5
"""Chunks that are done when a batch is killed."""


def parts_of(rows: int) -> Any:
    """Yield different rows of 81 cells, part by part."""
    folder = data_folder()
    if folder is None:
        sys.exit("set NONET_DATA to a folder with lists/17_clue.txt")
    cells = as_cells(read_list(folder / "lists/17_clue.txt"))
    for number, start in enumerate(range(0, rows, PART)):
        count = min(PART, rows - start)
        chosen = np.arange(start, start + count) % len(cells)
        yield random_copies(cells[chosen], seed=number)


def column_of(cells: Cells) -> Any:
    """Return rows of cells as a column of texts."""
    text = np.where(cells > 0, cells + ord("0"), ord(".")).astype(np.uint8)
    ends = np.arange(0, text.size + 1, cells.shape[1], dtype=np.int32)
    return pa.StringArray.from_buffers(len(cells), pa.py_buffer(ends), pa.py_buffer(text.tobytes()))


def write_puzzles(path: Path, rows: int) -> None:
    """Write the puzzles, their solutions and the status, as compressed Parquet, if need be."""
    if path.exists():
        return
    draft = path.with_suffix(".tmp")
    writer = None
    for cells in parts_of(rows):
        answers = nonet.solve_many(cells)
        columns = {
            "puzzle": column_of(cells),
            "solution": column_of(answers.solutions),
            "status": pa.array(["unique"] * len(cells)).dictionary_encode(),
        }
        batch = pa.record_batch(columns)
        if writer is None:
            writer = pq.ParquetWriter(draft, batch.schema, compression="zstd")
        writer.write_batch(batch)
    assert writer is not None
    writer.close()
    draft.rename(path)


class Watched:
    """A process whose memory is looked at while it runs, with that of its children."""

    def __init__(self, command: list[str]) -> None:
        before = os.times()
        started = time.perf_counter()
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.peak = 0
        watcher = threading.Thread(target=self._watch, daemon=True)
        watcher.start()
        self.said, _ = self._process.communicate()
        self.seconds = time.perf_counter() - started
        watcher.join()
        after = os.times()
        self.cpu = sum(after[2:4]) - sum(before[2:4])
        if self._process.returncode:
            sys.exit(f"{' '.join(command)} failed")

    def _watch(self) -> None:
        while self._process.poll() is None:
            self.peak = max(self.peak, _memory(self._process.pid))
            time.sleep(0.1)


def _memory(root: int) -> int:
    """Return the private and shared bytes of a process tree, shared ones once (PSS)."""
    total = 0
    waiting = [root]
    while waiting:
        number = waiting.pop()
        try:
            rollup = Path(f"/proc/{number}/smaps_rollup").read_text()
            tasks = Path(f"/proc/{number}/task").glob("*/children")
            children = " ".join(task.read_text() for task in tasks)
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if "Pss:" in line) << 10
        waiting += map(int, children.split())
    return total


def solve_in_memory(path: Path) -> None:
    """Print the rate of `solve_many` on arrays in memory, and its processor time for a row."""
    seconds = cpu = 0.0
    rows = 0
    for batch in pq.ParquetFile(path).iter_batches(PART, columns=["puzzle"]):
        cells = as_cells(batch["puzzle"].to_pylist())
        started, used = time.perf_counter(), time.process_time()
        answers = nonet.solve_many(cells)
        seconds += time.perf_counter() - started
        cpu += time.process_time() - used
        assert (answers.status == nonet.Status.UNIQUE).all()
        rows += len(cells)
        if rows >= IN_MEMORY:
            break
    print(f"solve_many in memory: {rows / seconds:,.0f} rows/s, {1e6 * cpu / rows:.2f} µs of CPU")


RUN = """
import json, sys, time
import nonet
verb, path, out, cluster, chunk_rows = sys.argv[1:]
started = time.perf_counter()
nonet.run_batch(verb, path, out, cluster=cluster, chunk_rows=int(chunk_rows))
print(json.dumps({"seconds": time.perf_counter() - started}))
"""


def run_batch(verb: str, path: Path, out: Path, cluster: str, chunk_rows: int) -> dict[str, Any]:
    """Run a batch in a process of its own, and return its figures."""
    arguments = [verb, str(path), str(out), cluster, str(chunk_rows)]
    run = Watched([sys.executable, "-c", RUN, *arguments])
    found = json.loads(run.said.splitlines()[-1])
    status = json.loads(
        subprocess.run(
            [sys.executable, "-m", "nonet", "batch", "status", str(out), "--json"],
            capture_output=True,
            text=True,
        ).stdout
    )
    assert status["complete"]
    return {**found, "cpu": run.cpu, "peak": run.peak, "rows": status["rows"]}


def digest(folder: Path) -> str:
    """Return a checksum of all shards."""
    found = hashlib.sha256()
    for path in sorted(folder.glob("part-*")):
        found.update(path.read_bytes())
    return found.hexdigest()


def validate(path: Path, out: Path) -> None:
    """Check that a batch has every row of its input, once and in order, and the right answers."""
    puzzles = pq.ParquetFile(path).iter_batches(1 << 16)
    shards = (pq.ParquetFile(shard) for shard in sorted(out.glob("part-*")))
    found = (batch for shard in shards for batch in shard.iter_batches(1 << 16))
    left = pa.table({})
    for batch in puzzles:
        table = pa.Table.from_batches([batch]).select(["puzzle", "solution"])
        while left.num_rows < table.num_rows:
            more = pa.Table.from_batches([next(found)]).select(["puzzle", "solution"])
            left = more if not left.num_rows else pa.concat_tables([left, more])
        assert left.slice(0, table.num_rows).equals(table), "the batch has other rows"
        left = left.slice(table.num_rows)
    assert not left.num_rows and next(found, None) is None, "the batch has more rows"


def measure(verb: str, path: Path, folder: Path, clusters: list[str], options: Any) -> None:
    """Print a table with a row for each cluster: the best of some turns."""
    chunk_rows = options.chunk_rows if verb == "solve" else RATED_CHUNK
    best: dict[str, dict[str, Any]] = {}
    checksums = set()
    for turn in range(options.repeats):
        for cluster in clusters:
            out = folder / f"{verb}-{cluster}-{turn}"
            startup = start_up(folder, cluster)
            found = run_batch(verb, path, out, cluster, chunk_rows)
            found |= {"startup": startup, "rate": found["rows"] / (found["seconds"] - startup)}
            if verb == "solve" and not turn:
                validate(path, out)
            checksums.add(digest(out))
            shutil.rmtree(out)
            if cluster not in best or found["rate"] > best[cluster]["rate"]:
                best[cluster] = found
    assert len(checksums) == 1, "shards differ"
    print(
        f"\n| {verb}, chunks of {chunk_rows:,} | rows/s | to local | start-up s | CPU s | peak MB |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    for cluster, found in best.items():
        ratio = found["rate"] / best[clusters[0]]["rate"]
        figures = f"{found['startup']:.1f} | {found['cpu']:.1f} | {found['peak'] / 1e6:,.0f}"
        print(f"| {cluster} | {found['rate']:,.0f} | {ratio:.2f} | {figures} |", flush=True)


def count_repeated(path: Path, folder: Path) -> int:
    """Kill a local batch; return how many chunks it was working on: a resumed one repeats them."""
    out = folder / "killed"
    arguments = ["solve", str(path), str(out), "local", "100000"]
    process = subprocess.Popen([sys.executable, "-c", RUN, *arguments])
    while len(list(out.glob("_chunks/*.json"))) < KILLED_AFTER and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    process.wait()
    return len(list(out.glob("part-*.tmp")))


def start_up(folder: Path, cluster: str) -> float:
    """Return how long a batch of two rows takes: the start of the cluster, and its end."""
    path = folder / "two.txt"
    path.write_text("...4..1.2.4..3..\n" * 2)
    out = folder / f"start-{cluster}-{time.time_ns()}"
    return float(run_batch("solve", path, out, cluster, 1)["seconds"])


def main() -> None:
    """Print tables in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["all"])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--chunk-rows", type=int, default=1_000_000)
    parser.add_argument("--rated", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    what = {"memory", *CLUSTERS} if "all" in options.what else set(options.what)
    clusters = [cluster for cluster in CLUSTERS if cluster in what]
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        if options.rows:
            path = (options.keep or folder) / f"{options.rows}.parquet"
            write_puzzles(path, options.rows)
        if options.rows and "memory" in what:
            solve_in_memory(path)
        if options.rows and clusters:
            measure("solve", path, folder, clusters, options)
        if options.rated and clusters:
            rated = (options.keep or folder) / f"{options.rated}.parquet"
            write_puzzles(rated, options.rated)
            measure("rate", rated, folder, clusters, options)
        if options.rows and "local" in what:
            print(f"\nchunks repeated after a kill: {count_repeated(path, folder)}")


if __name__ == "__main__":
    main()
