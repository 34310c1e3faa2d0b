"""The lab at native pace: `python benchmarks/lab_native.py [--boards N]`.

Compares both paces of every strategy with a name on the same boards (all counts must be equal),
rules written in Python within a native search, and times an experiment of 12 strategies. Speeds are
nodes per CPU second of whole calls, on the hard boards of the lab's 9x9 corpus and a tenth of its
16x16 corpus; the experiment's time is that of the clock, on puzzles of data/9x9-unique.txt.
"""

from __future__ import annotations

import argparse
import platform
import time
from pathlib import Path

import nonet
from nonet import Limit, Puzzle, lab

TWELVE = (
    *("backtracking", "forward-checking", "mrv-mcv", "mrv-mcv-lcv", "mrv-least-constrained"),
    *("forward-mrv", "ac3-forward", "mac", "naked-singles", "singles", "singles-dom-wdeg"),
    "all-different",
)
LIMIT = Limit(solutions=1, nodes=100_000)


def first(state: lab.State) -> int:
    """Pick the first empty cell."""
    return state.first()


def narrowest(state: lab.State) -> int:
    """Pick the cell with the fewest values."""
    return min(state.open, key=state.size)


def middle_first(state: lab.State) -> int:
    """Pick the cell with the fewest values; break ties by distance from the middle."""
    return min(
        state.open, key=lambda cell: (state.size(cell), abs(cell // 9 - 4) + abs(cell % 9 - 4))
    )


def middle_of_ties(state: lab.State) -> int:
    """Pick the same cell, but look only at those with the fewest values."""
    return min(state.equally_narrow(), key=lambda cell: abs(cell // 9 - 4) + abs(cell % 9 - 4))


def descending(state: lab.State, cell: int, values: tuple[int, ...]) -> list[int]:
    """Try large digits first."""
    return sorted(values, reverse=True)


RULES = {
    "first empty cell": {"select": first},
    "fewest values": {"select": narrowest},
    "middle first, every cell": {"select": middle_first},
    "middle first (docs/lab.md)": {"select": middle_of_ties},
    "descending values": {"order": descending},
}


def main() -> None:
    """Print three tables in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1000)
    options = parser.parse_args()
    lines = (Path(__file__).parents[1] / "data" / "9x9-unique.txt").read_text().splitlines()
    puzzles = [nonet.parse(line.split()[0]) for line in lines if line and line[0] != "#"]
    boards = (puzzles * (options.boards // len(puzzles) + 1))[: options.boards]
    print(f"Python {platform.python_version()}, {platform.machine()}, nonet {nonet.__version__}\n")
    entries = lab.corpus_named("9x9").entries
    hard = [entry.puzzle for entry in entries if entry.group in ("hard", "very_hard")]
    mixed = hard + [entry.puzzle for entry in lab.corpus_named("16x16").entries[::10]]
    print("| strategy | boards | nodes | Python, nodes/s | native | ratio |")
    print("|---|---:|---:|---:|---:|---:|")
    for preset in lab.PRESETS:
        if preset.strategy.frontier != "queue":
            print(row(preset.strategy.name, preset.strategy, mixed), flush=True)
    print("\n| rule | boards | nodes | Python, nodes/s | native | ratio |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, parts in RULES.items():
        print(row(name, lab.Strategy(**parts), hard), flush=True)  # type: ignore[arg-type]
    started = time.perf_counter()
    table = lab.compare(TWELVE, boards, limit=LIMIT, pace="native")
    seconds = time.perf_counter() - started
    assert not any(table.column("error"))
    nodes = sum(int(value or 0) for value in table.column("generated"))
    print(
        f"\n{len(boards):,} boards x {len(TWELVE)} strategies: {seconds:.1f} s, {nodes:,} nodes, "
        f"{len(table) / seconds:,.0f} runs/s on {table.facts['processes']} threads"
    )


def row(name: str, strategy: lab.Strategy, boards: list[Puzzle]) -> str:
    """Run a strategy at both paces, and compare."""
    spent = dict.fromkeys(("python", "native"), 0.0)
    nodes = 0
    limit = Limit(solutions=None, nodes=2_000)
    for pace in spent:
        lab.run(strategy, boards[0], limit=limit, pace=pace)
    for puzzle in boards:
        counts = set()
        for pace in spent:
            started = time.process_time()
            run = lab.run(strategy, puzzle, limit=limit, pace=pace)
            spent[pace] += time.process_time() - started
            counts.add(run.counts)
        assert len(counts) == 1, name
        nodes += run.counts.generated or 0
    slow, fast = (nodes / seconds for seconds in spent.values())
    return f"| {name} | {len(boards)} | {nodes:,} | {slow:,.0f} | {fast:,.0f} | {fast / slow:.1f} |"


if __name__ == "__main__":
    main()
