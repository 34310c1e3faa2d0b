"""Let every heuristic search 20 large boards for up to 10^8 nodes.

    python docs/studies/long_runs.py                        16x16, about an hour
    python docs/studies/long_runs.py --size 16 --size 25    25x25 as well, some hours

Finished runs are kept in docs/studies/long_runs/, which is part of the project, so that the command
resumes on any machine; with all of them there, it only updates questions.md and its plots.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from pathlib import Path

from nonet import Limit, lab
from nonet.lab.plots import plot_cactus

sys.path.insert(0, str(Path(__file__).parent))
from make import FORWARD, update
from questions import HERE, planted

KEPT = HERE / "long_runs"
NODES = 10**8
BOARDS = 20
FILL = 35
"""Percent of the cells that are given."""
MARKS = (10**4, 10**5, 10**6, 10**7, 10**8)
"""Nodes at which the share of decided boards is shown."""


def run(size: int) -> lab.Table:
    """Search the boards of a size, or resume."""
    KEPT.mkdir(exist_ok=True)
    started = time.perf_counter()
    table = lab.compare(
        FORWARD,
        planted(size, BOARDS, [FILL]),
        limit=Limit(solutions=1, nodes=NODES),
        resume=KEPT / f"{size}x{size}.jsonl",
        pace="native",
    )
    print(f"{size}x{size}: {time.perf_counter() - started:.0f} s", file=sys.stderr)
    return table


def decided(tables: dict[str, lab.Table]) -> str:
    """Make a table of how many boards each strategy decides within so many nodes."""
    heads = [f"{size}, {mark:,}" for size in tables for mark in MARKS]
    lines = [f"| | {' | '.join(heads)} |", f"|---|{'---:|' * len(heads)}"]
    for method in FORWARD:
        cells = []
        for table in tables.values():
            nodes = [
                math.inf if row["stopped_by"] else float(row["generated"] or 0)
                for row in table.where(method=method)
            ]
            cells += [str(sum(one <= mark for one in nodes)) for mark in MARKS]
        lines.append(f"| `{method}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Run what is missing, and update the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, choices=(16, 25), action="append", dest="sizes")
    options = parser.parse_args()
    tables = {f"{size}x{size}": run(size) for size in options.sizes or [16]}
    update("questions.md", {"long-runs": decided(tables)})
    for size, table in tables.items():
        drawn = plot_cactus(table, "generated")
        (HERE / f"long-runs-{size}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
