"""Answer questions that students ask: `python docs/studies/questions.py [QUESTION...]`.

The questions are ties, heuristics, breadth, peaks, tails and inference; without any, all are
answered. Updates questions.md and its plots. Every run is native and limited by nodes, so counts
are the same on every machine. Results are stored in docs/studies/results/ as they arrive, so an
interrupted run can resume.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nonet import Layout, Limit, Puzzle, Solution, lab
from nonet.lab.plots import plot_boxes, plot_cactus, plot_groups
from nonet.lab.rng import Rng
from nonet.lab.summary import summarize

sys.path.insert(0, str(Path(__file__).parent))
from make import BREADTH, FORWARD, medians, pairs, update

HERE = Path(__file__).parent
RESULTS = HERE / "results"
SIX = "15..4.24..564....3.....463..2..2..31"
FILLS = range(15, 75, 5)
"""Percent of the cells that are given."""
PEAK_NODES = {9: 1_000_000, 16: 100_000, 25: 20_000}
MAKER = lab.Strategy(frontier="restarts", inference="singles", select="mrv-random", order="random")
CHANCE = {"inference": "singles", "select": "mrv-random", "order": "random"}
TAILS = (
    lab.Strategy(name="without restarts", **CHANCE),
    lab.Strategy(name="with restarts", frontier="restarts", **CHANCE),
)
HEURISTIC_NODES = {4: 10**8, 6: 10**8, 9: 10**8, 16: 200_000, 25: 20_000}
INFERENCES = tuple(
    lab.Strategy(name=name, inference=name)
    for name in ("none", "forward", "naked-singles", "singles", "mac", "all-different")
)
Answer = tuple[dict[str, str], dict[str, str]]
"""Blocks of the page and plots, by name."""
INFERENCE_NODES = {"4x4": 10**6, "6x6": 10**6, "9x9": 10**6, "16x16": 100_000, "25x25": 10_000}


def compare(name: str, strategies: object, corpus: object, nodes: int, **how: Any) -> lab.Table:
    """Run one experiment, or resume it from its stored results."""
    RESULTS.mkdir(exist_ok=True)
    started = time.perf_counter()
    table = lab.compare(
        strategies,  # type: ignore[arg-type]
        corpus,  # type: ignore[arg-type]
        limit=Limit(solutions=1, nodes=nodes),
        resume=RESULTS / f"{name}.jsonl",
        pace="native",
        **how,
    )
    print(f"{name}: {len(table)} runs, {time.perf_counter() - started:.0f} s", file=sys.stderr)
    return table


def full_grid(layout: Layout, seed: int) -> Solution:
    """Return a random full grid: what a random search finds on the empty board."""
    solution = lab.run(MAKER, Puzzle(bytes(layout.cell_count), layout), seed=seed).solution
    assert solution is not None
    return solution


def planted(size: int, boards: int, fills: Sequence[int] = FILLS) -> lab.Corpus:
    """Return boards with a known solution: full grids with holes anywhere, by share of givens."""
    layout = Layout.of_size(size)
    entries = []
    for number in range(boards):
        grid = full_grid(layout, number)
        for fill in fills:
            rng = Rng(1000 * number + fill)
            cells = bytearray(grid.cells)
            holes = round(len(cells) * (100 - fill) / 100)
            for cell in rng.sample(range(len(cells)), holes):
                cells[cell] = 0
            entries.append(
                lab.Entry(f"{fill}-{number}", Puzzle(bytes(cells), layout), f"{fill} %", None, grid)
            )
    entries.sort(key=lambda entry: int(entry.group.split()[0]))
    return lab.Corpus(f"planted {size}x{size}", "full grids with holes", tuple(entries))


def heuristics(tables: dict[str, lab.Table]) -> str:
    """Make a table of boards decided, median nodes, and nodes relative to mrv-mcv."""
    lines = [f"| | {' | '.join(tables)} |", f"|---|{'---|' * len(tables)}"]
    for name in FORWARD:
        cells = []
        for table in tables.values():
            (summary,) = (s for s in summarize(table) if s.method == name)
            nodes = summary.spreads["generated"].median
            text = f"{summary.solved:,}, {'stopped' if math.isinf(nodes) else f'{nodes:,.0f}'}"
            pairs = lab.compare_pairs(table, "generated", against="mrv-mcv")
            pair = next((pair for pair in pairs if name in (pair.first, pair.second)), None)
            if name != "mrv-mcv" and pair is not None and pair.interval is not None:
                ends = (pair.ratio or 0, *pair.interval)
                if all(end and math.isfinite(end) for end in ends):
                    ratio, *rest = (1 / end if pair.first == "mrv-mcv" else end for end in ends)
                    text += f", x {ratio:.2f} ({min(rest):.2f} to {max(rest):.2f})"
            cells.append(text)
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def peaks(tables: dict[str, lab.Table]) -> str:
    """Make a table of the median and the 95 % quantile of nodes, by share of givens."""
    lines = [f"| givens | {' | '.join(tables)} |", f"|---|{'---:|' * len(tables)}"]
    for fill in FILLS:
        cells = []
        for table in tables.values():
            rows = table.where(group=f"{fill} %").rows
            nodes = sorted(
                math.inf if row["stopped_by"] else float(row["generated"] or 0) for row in rows
            )
            both = nodes[len(nodes) // 2], nodes[len(nodes) * 95 // 100]
            shown = ", ".join("stopped" if math.isinf(n) else f"{n:,.0f}" for n in both)
            stopped = sum(map(math.isinf, nodes))
            cells.append(f"{shown} ({stopped} of {len(nodes)})" if stopped else shown)
        lines.append(f"| {fill} % | {' | '.join(cells)} |")
    return "\n".join(lines)


def hard_board(table: lab.Table) -> Puzzle:
    """Return the first board with 30 % givens that was not decided: luck may decide it."""
    row = next(row for row in table.where(group="30 %") if row["stopped_by"])
    return Puzzle.from_line(str(row["puzzle"]), Layout.of_size(16))


def tails(table: lab.Table) -> str:
    """Make a table of quantiles of nodes over random choices on one board."""
    lines = [
        "| | median | 90 % | 99 % | worst | mean | stopped |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for strategy in TAILS:
        rows = table.where(method=strategy.name).rows
        nodes = sorted(int(row["generated"] or 0) for row in rows)
        stopped = sum(row["stopped_by"] is not None for row in rows)
        cells = [nodes[int(len(nodes) * share)] for share in (0.5, 0.9, 0.99)]
        cells += [nodes[-1], round(statistics.mean(nodes))]
        shown = " | ".join(f"{cell:,}" for cell in cells)
        lines.append(f"| {strategy.name} | {shown} | {stopped} of {len(nodes)} |")
    return "\n".join(lines)


def inference(tables: dict[str, lab.Table]) -> str:
    """Make a table of boards decided, median nodes and median time of every inference."""
    lines = [f"| | {' | '.join(tables)} |", f"|---|{'---|' * len(tables)}"]
    for strategy in INFERENCES:
        cells = []
        for table in tables.values():
            (summary,) = (s for s in summarize(table) if s.method == strategy.name)
            nodes, clock = summary.spreads["generated"].median, summary.spreads["seconds"].median
            if math.isinf(nodes):
                cells.append(f"{summary.share:.0%}, stopped")
            else:
                cells.append(f"{summary.share:.0%}, {nodes:,.0f}, {clock * 1e6:,.0f} µs")
        lines.append(f"| `{strategy.name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def any_tie(state: lab.State, memory: Any) -> int:
    """Pick cells in an order fixed at the root: fewest values first, ties at random."""
    if not memory.order:
        cells = [(state.size(cell), memory.rng.random(), cell) for cell in state.open]
        memory.order.update((cell, rank) for rank, (_, _, cell) in enumerate(sorted(cells)))
    return min(state.open, key=memory.order.__getitem__)


def ties(table: lab.Table) -> str:
    """Say how many nodes breadth-first search generates over random orders of equal cells."""
    found = [int(nodes or 0) for nodes in table.column("generated")]
    seeds = len(found)
    share = sum(nodes == 107 for nodes in found) / seeds
    error = 1.96 * math.sqrt(share * (1 - share) / seeds)
    cuts = statistics.quantiles(found, n=20)
    often = Counter(found).most_common(1)[0]
    return (
        f"Over {seeds:,} random orders, breadth-first search generates {min(found)} to "
        f"{max(found)} nodes, with a median of {statistics.median(found):,.0f}; nine in ten orders "
        f"take {cuts[0]:.0f} to {cuts[-1]:.0f}, and {often[0]} is the most frequent number. The "
        f"study's 107 comes up in {share:.1%} of them (95 % interval {share - error:.1%} to "
        f"{share + error:.1%})."
    )


ANY_ORDER = lab.Strategy(
    name="random order of equal cells",
    frontier="queue",
    undo="copy",
    inference="none",
    givens="checked",
    select=any_tie,
)


def answer_ties(options: argparse.Namespace) -> Answer:
    """Say whether 107 nodes were a matter of luck."""
    orders = compare(f"ties-{options.seeds}", ANY_ORDER, SIX, 10**6, seeds=10 * options.seeds)
    return {"ties": ties(orders)}, {"ties": plot_cactus(orders)}


def answer_heuristics(options: argparse.Namespace) -> Answer:
    """Say whether the surprising tie-break was luck, and whether LCV hurts."""
    tables = {}
    for size, nodes in HEURISTIC_NODES.items():
        boards = planted(size, options.many, [35])
        name = f"heuristics-{size}-{options.many}"
        tables[f"{size}x{size}"] = compare(name, FORWARD, boards, nodes)
    plots = {"heuristics-16x16": plot_cactus(tables["16x16"])}
    return {"heuristics": heuristics(tables)}, plots


def answer_breadth(options: argparse.Namespace) -> Answer:
    """Say whether the order of cells helps breadth-first search."""
    tables = {}
    for size in (4, 6, 9):
        boards = planted(size, options.many, [35])
        name = f"breadth-{size}-{options.many}"
        tables[f"{size}x{size}"] = compare(name, BREADTH, boards, 10**6)
    return {
        "breadth-first": medians(tables, BREADTH),
        "breadth-first-pairs": pairs(tables, "breadth-first-rows"),
    }, {}


def peak(size: int, options: argparse.Namespace) -> lab.Table:
    """Search boards with any share of givens."""
    boards = planted(size, options.boards)
    return compare(f"peak-{size}-{options.boards}", "singles", boards, PEAK_NODES[size])


def answer_peaks(options: argparse.Namespace) -> Answer:
    """Say at which share of givens boards are hardest."""
    tables = {f"{size}x{size}": peak(size, options) for size in PEAK_NODES}
    plots = {f"peak-{size}": plot_groups(tables[size]) for size in ("16x16", "25x25")}
    return {"peaks": peaks(tables)}, plots


def answer_tails(options: argparse.Namespace) -> Answer:
    """Say whether run times are heavy-tailed, and whether restarts help."""
    board = hard_board(peak(16, options))
    table = compare(f"tails-{options.seeds}", TAILS, board, 100_000, seeds=options.seeds)
    return {"tails": tails(table)}, {"tails": plot_cactus(table)}


def answer_inference(options: argparse.Namespace) -> Answer:
    """Say what each inference costs and saves."""
    tables = {
        size: compare(f"inference-{size}", INFERENCES, size, nodes)
        for size, nodes in INFERENCE_NODES.items()
    }
    plots = {f"inference-{size}": plot_boxes(tables[size], "seconds") for size in ("9x9", "16x16")}
    return {"inference": inference(tables)}, plots


ANSWERS = {
    "ties": answer_ties,
    "heuristics": answer_heuristics,
    "breadth": answer_breadth,
    "peaks": answer_peaks,
    "tails": answer_tails,
    "inference": answer_inference,
}


def main() -> None:
    """Answer all questions, or some, and update the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", nargs="*", choices=[*ANSWERS, []], metavar="QUESTION")
    parser.add_argument("--boards", type=int, default=50, help="boards per share of givens")
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--many", type=int, default=1000, help="boards per size for heuristics")
    options = parser.parse_args()
    for question in options.questions or ANSWERS:
        blocks, plots = ANSWERS[question](options)
        update("questions.md", blocks)
        for name, drawn in plots.items():
            (HERE / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
