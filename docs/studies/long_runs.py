"""Let every heuristic search 20 large boards for up to 10^8 nodes.

    python docs/studies/long_runs.py --size 16              about an hour
    python docs/studies/long_runs.py --size 25              an hour
    python docs/studies/long_runs.py --size 25 --minutes 4  start nothing new after four minutes

Finished runs are kept in docs/studies/long_runs/, which is part of the project, so that the command
resumes on any machine, board by board; with all of them there, it only updates questions.md and its
plots.
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
TOGETHER = 2
"""Boards that are searched at the same time, on as many threads."""
FILL = 35
"""Percent of the cells that are given."""
MARKS = (10**4, 10**5, 10**6, 10**7, 10**8)
"""Nodes at which the number of decided boards is shown."""


def run(size: int, strategies: list[str], minutes: float) -> lab.Table:
    """Search the boards of a size, or resume, and return all finished runs."""
    KEPT.mkdir(exist_ok=True)
    kept = KEPT / f"{size}x{size}.jsonl"
    corpus = planted(size, BOARDS, [FILL])
    started = time.perf_counter()
    for first in range(0, BOARDS, TOGETHER):
        some = lab.Corpus(corpus.name, corpus.about, corpus.entries[first : first + TOGETHER])
        for strategy in strategies:
            if time.perf_counter() - started >= 60 * minutes:
                return lab.Table.read(kept)
            limit = Limit(solutions=1, nodes=NODES)
            lab.compare(strategy, some, limit=limit, resume=kept, pace="native", processes=TOGETHER)
            passed = time.perf_counter() - started
            print(f"{size}x{size}, {strategy}, boards {first}...: {passed:.0f} s", file=sys.stderr)
    return lab.Table.read(kept)


def decided(table: lab.Table) -> str:
    """Make a table of how many boards each strategy decides within so many nodes."""
    heads = ["", "boards", *(f"{mark:,}" for mark in MARKS)]
    lines = [f"| {' | '.join(heads)} |", f"|---|{'---:|' * (len(heads) - 1)}"]
    for method in FORWARD:
        nodes = [
            math.inf if row["stopped_by"] else float(row["generated"] or 0)
            for row in table.where(method=method)
        ]
        if nodes:
            cells = [len(nodes), *(sum(one <= mark for one in nodes) for mark in MARKS)]
            lines.append(f"| `{method}` | {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def main() -> None:
    """Run what is missing, and update the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, choices=(16, 25), required=True)
    parser.add_argument("--strategy", choices=FORWARD, action="append", dest="strategies")
    parser.add_argument("--minutes", type=float, default=math.inf)
    options = parser.parse_args()
    name = f"{options.size}x{options.size}"
    table = run(options.size, options.strategies or list(FORWARD), options.minutes)
    update("questions.md", {f"long-runs-{name}": decided(table)})
    drawn = plot_cactus(table, "generated")
    (HERE / f"long-runs-{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
