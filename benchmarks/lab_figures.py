"""The lab's own figures, board by board: `python benchmarks/lab_figures.py [9x9|16x16|25x25]...`.

9x9: every depth-first preset that is at least forward checking with MRV on bit masks: the share of
the corpus solved (or refuted) within a second, and plain backtracking's values tested per second.
16x16: MRV + MCV on the corpus. 25x25: one strategy on the boards of NONET_DATA, without Gecode's.
All of it runs at native pace.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

from corpora import data_folder
from nonet import Limit, lab

DEPTH_FIRST = (
    "forward-mrv",
    "mrv-mcv",
    "mrv-mcv-lcv",
    "mrv-least-constrained",
    "smallest-domain-lcv",
    "ac3-forward",
    "mac",
    "naked-singles",
    "singles",
    "singles-places",
    "singles-dom-wdeg",
    "all-different",
    "backjumping",
)


def timed(method: str, corpus: lab.Corpus, seconds: float) -> list[float | None]:
    """Return the seconds that each board took, None for those not decided in time."""
    table = lab.compare(method, corpus, limit=Limit(solutions=1, seconds=seconds))
    return [
        None if row["stopped_by"] or row["status"] == "error" else float(row["seconds"])
        for row in table
    ]


def describe(name: str, times: list[float | None]) -> str:
    """Return a row of the table: boards, decided, median, worst."""
    done = sorted(value for value in times if value is not None)
    middle = statistics.median(value if value is not None else float("inf") for value in times)
    quick = sum(value < 1 for value in done) / len(times)
    worst = f"{1000 * done[-1]:,.1f}" if done else "-"
    median = f"{1000 * middle:,.2f}"
    return f"| {name} | {len(times)} | {len(done)} | {quick:.0%} | {median} | {worst} |"


def nine() -> None:
    """Depth-first presets on the 9x9 corpus, and the rate of plain backtracking."""
    corpus = lab.corpus_named("9x9")
    for name in DEPTH_FIRST:
        print(describe(f"9x9 {name}", timed(name, corpus, 10)), flush=True)
    puzzle = corpus.entries[60].puzzle
    run = lab.run("backtracking", puzzle, limit=Limit(solutions=1, seconds=5))
    tested = run.counts.generated or 0
    print(f"\nplain backtracking: {tested / run.seconds:,.0f} values tested per second\n")


def sixteen() -> None:
    """MRV + MCV on the 16x16 corpus, with singles and with forward checking only."""
    corpus = lab.corpus_named("16x16")
    for name in ("singles-mrv-mcv", "mrv-mcv"):
        print(describe(f"16x16 {name}", timed(name, corpus, 5)), flush=True)


def twenty_five() -> None:
    """One strategy on every 25x25 board that is not Gecode's."""
    folder = data_folder()
    if folder is None:
        sys.exit("expected NONET_DATA, found nothing")
    for name in ("gen_25x25", "public_25x25"):
        path = folder / "boards" / f"{name}.jsonl"
        corpus = lab.read_corpus_file(path)
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        kept = tuple(
            entry
            for entry, line in zip(corpus.entries, lines, strict=True)
            if "gecode" not in line.lower()
        )
        boards = lab.Corpus(corpus.name, corpus.about, kept)
        times = timed("weighted-restarts", boards, 60)
        print(describe(f"{name} weighted-restarts", times), flush=True)
        for entry, value in zip(kept, times, strict=True):
            if value is None:
                print(f"not decided in 60 s: {entry.id}, {entry.puzzle.clues} givens")


def main() -> None:
    """Print the tables asked for, all by default."""
    parts = {"9x9": nine, "16x16": sixteen, "25x25": twenty_five}
    print("| boards and strategy | boards | decided | under 1 s | median, ms | worst, ms |")
    print("|---|---:|---:|---:|---:|---:|")
    started = time.perf_counter()
    for name in sys.argv[1:] or parts:
        parts[name]()
    print(f"\n{time.perf_counter() - started:.0f} s in all")


if __name__ == "__main__":
    main()
