"""How fast `nonet explain -o` writes one row per step: `python benchmarks/step_rows.py LIST`.

A random sample of a list of puzzles is written as one row per step. The CPU time of all processes
counts, so the figure is one of a single core, whatever else the machine does.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
import time
from pathlib import Path

from timing import child_seconds


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("list", type=Path)
    parser.add_argument("--puzzles", type=int, default=6000)
    parser.add_argument("--forms", default="jsonl,parquet")
    options = parser.parse_args()
    lines = [line for line in options.list.read_text().splitlines() if line[:1] not in ("", "#")]
    sample = random.Random(1).sample(lines, min(options.puzzles, len(lines)))
    print("| rows | puzzles | per minute and core | MB | wall, s |")
    print("|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "puzzles.txt"
        source.write_text("\n".join(sample) + "\n")
        for form in options.forms.split(","):
            target = Path(folder) / f"steps.{form}"
            before, started = child_seconds(), time.perf_counter()
            command = ["nonet", "explain", str(source), "-o", str(target)]
            subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
            wall, cpu = time.perf_counter() - started, child_seconds() - before
            rate = f"{60 * len(sample) / cpu:,.0f}"
            size = target.stat().st_size / 1e6
            print(f"| {form} | {len(sample):,} | {rate} | {size:,.0f} | {wall:.1f} |")


if __name__ == "__main__":
    main()
