"""Run the study of search strategies and update its page: `python docs/studies/make.py`.

Results are stored in docs/studies/results/ as they arrive, so an interrupted run can resume;
delete the folder to run everything again. Counts are the same on every machine, because every run
is limited by nodes.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from nonet import Limit, lab
from nonet.lab.plots import plot_boxes, plot_cactus
from nonet.lab.summary import Pair

HERE = Path(__file__).parent
RESULTS = HERE / "results"

NODES = {
    "4x4": 100_000_000,
    "6x6": 100_000_000,
    "9x9": 100_000_000,
    "16x16": 1_000_000,
    "25x25": 100_000,
}
FORWARD = (
    "backtracking",
    "forward-checking",
    "mrv-mcv",
    "mrv-mcv-lcv",
    "mrv-least-constrained",
    "singles-mrv-mcv",
    "weighted-restarts",
)
BREADTH = ("breadth-first-rows", "breadth-first-fixed", "breadth-first-dynamic")
FRONTIER = ("frontier-lists", "frontier-deepcopy", "frontier-list-lookup")

BASE = lab.Strategy(name="base", inference="singles", select="mrv", order="lcv")
ABLATIONS = (
    BASE,
    lab.Strategy(name="no inference", inference="none", givens="checked", order="lcv"),
    lab.Strategy(name="forward checking only", inference="forward", order="lcv"),
    lab.Strategy(name="arc consistency", inference="mac", order="lcv"),
    lab.Strategy(name="naked singles only", inference="naked-singles", order="lcv"),
    lab.Strategy(name="all-different", inference="all-different", order="lcv"),
    lab.Strategy(name="first cell", inference="singles", select="first", order="lcv"),
    lab.Strategy(name="random cell", inference="singles", select="random", order="lcv"),
    lab.Strategy(name="mrv, degree", inference="singles", select="mrv-degree", order="lcv"),
    lab.Strategy(name="values ascending", inference="singles"),
    lab.Strategy(name="values random", inference="singles", order="random"),
    lab.Strategy(name="givens not propagated", inference="singles", order="lcv", givens="checked"),
    lab.Strategy(name="copied states", inference="singles", order="lcv", undo="copy"),
    lab.Strategy(name="nested lists", inference="singles", order="lcv", state="lists"),
)

REPRESENTATIONS = tuple(
    lab.Strategy(name=f"{state}, {undo}", state=state, undo=undo)
    for state in ("bit-masks", "sets", "strings", "lists", "lists-deep")
    for undo in ("trail", "copy")
)


def run(name: str, strategies: object, corpus: str | lab.Corpus, nodes: int) -> lab.Table:
    """Run one experiment, or resume it from its stored results."""
    RESULTS.mkdir(exist_ok=True)
    started = time.perf_counter()
    table = lab.compare(
        strategies,  # type: ignore[arg-type]
        corpus,
        limit=Limit(solutions=1, nodes=nodes),
        resume=RESULTS / f"{name}.jsonl",
        pace="native",
    )
    print(f"{name}: {len(table)} runs, {time.perf_counter() - started:.0f} s", file=sys.stderr)
    return table


def values(table: lab.Table, method: str, measure: str) -> list[float]:
    """Return a measure of every run of a strategy; a stopped run counts as infinite."""
    return [
        math.inf if row["stopped_by"] or row["error"] else float(row[measure] or 0)  # type: ignore[arg-type]
        for row in table.where(method=method)
    ]


def number(value: float) -> str:
    """Format a count, or "stopped" if the limit was reached."""
    return "stopped" if math.isinf(value) else f"{value:,.0f}"


def medians(tables: dict[str, lab.Table], methods: tuple[str, ...]) -> str:
    """Make a table of boards decided and median nodes, by strategy and size."""
    lines = [f"| | {' | '.join(tables)} |", f"|---|{'---|' * len(tables)}"]
    for method in methods:
        cells = []
        for table in tables.values():
            found = values(table, method, "generated")
            solved = sum(not math.isinf(value) for value in found)
            cells.append(f"{solved} of {len(found)}, {number(statistics.median(found))}")
        lines.append(f"| `{method}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def pairs(tables: dict[str, lab.Table], against: str) -> str:
    """Make a table of paired ratios of nodes against one strategy, with confidence intervals.

    Leaves out corpora with fewer than ten comparable boards.
    """
    lines = [
        "| boards | strategy | ratio of nodes (95 %) | fewer / equal / more | p |",
        "|---|---|---|---|---|",
    ]
    for corpus, table in tables.items():
        for pair in lab.compare_pairs(table, "generated", against=against):
            if pair.wins + pair.ties + pair.losses >= 10:
                lines.append(_pair_row(corpus, pair, against))
    return "\n".join(lines)


def _pair_row(corpus: str, pair: Pair, against: str) -> str:
    other = pair.second if pair.first == against else pair.first
    flip = pair.first == against
    ratio = _turn(pair.ratio, flip)
    low, high = (
        sorted((_turn(pair.interval[0], flip), _turn(pair.interval[1], flip)))
        if pair.interval
        else (None, None)
    )
    wins, losses = (pair.losses, pair.wins) if flip else (pair.wins, pair.losses)
    interval = f" ({_ratio(low)} to {_ratio(high)})" if low is not None else ""
    p = "-" if pair.p_holm is None else "< 0.001" if pair.p_holm < 0.001 else f"{pair.p_holm:.3f}"
    order = f"{wins} / {pair.ties} / {losses}"
    return f"| {corpus} | `{other}` | {_ratio(ratio)}{interval} | {order} | {p} |"


def _turn(ratio: float | None, flip: bool) -> float:
    if ratio is None:
        return math.nan
    if not flip:
        return ratio
    return math.inf if ratio == 0 else 0.0 if math.isinf(ratio) else 1 / ratio


def _ratio(value: float | None) -> str:
    if value is None or math.isnan(value):
        return "-"
    return "not bounded" if math.isinf(value) else f"{value:.2f}"


def clock(strategies: Sequence[lab.Method], entries: Sequence[lab.Entry]) -> dict[str, float]:
    """Return the geometric mean of each strategy's time in Python relative to the first one's.

    All strategies take turns on each board in one process, best of three, so that warm-up and other
    load affect them equally.
    """
    ratios: dict[str, list[float]] = {strategy.name: [] for strategy in strategies}
    for entry in entries:
        best = [math.inf] * len(strategies)
        for _ in range(3):
            for number, strategy in enumerate(strategies):
                limit = Limit(solutions=1, nodes=3_000)
                run = lab.run(strategy, entry.puzzle, limit=limit, pace="python")
                best[number] = min(best[number], run.seconds)
        for strategy, taken in zip(strategies, best, strict=True):
            ratios[strategy.name].append(taken / best[0])
    return {name: statistics.geometric_mean(found) for name, found in ratios.items()}


def clocked(ratios: dict[str, float]) -> str:
    """Make a table of times relative to the first."""
    lines = ["| | time relative to the first |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{name}` | {ratio:.2f} |" for name, ratio in ratios.items())])


def ablation(table: lab.Table, times: dict[str, float]) -> str:
    """Make a table of what changing one part costs, in nodes and time."""
    lines = ["| changed part | decided | nodes, ratio (95 %) | time, ratio |", "|---|---|---|---|"]
    for name, (decided, ratio) in _changed(table).items():
        lines.append(f"| {name} | {decided} | {ratio} | {times[name]:.2f} |")
    return "\n".join(lines)


def ablations(tables: dict[str, lab.Table]) -> str:
    """Make a table of what changing one part costs in nodes, for several sizes."""
    lines = [f"| changed part | {' | '.join(tables)} |", f"|---|{'---|' * len(tables)}"]
    found = [_changed(table) for table in tables.values()]
    for strategy in ABLATIONS[1:]:
        cells = [", ".join(one[strategy.name]) for one in found]
        lines.append(f"| {strategy.name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _changed(table: lab.Table) -> dict[str, tuple[str, str]]:
    """Return for every changed part how many boards it decides, and the ratio of nodes."""
    pairs = {pair.second: pair for pair in lab.compare_pairs(table, "generated", against="base")}
    cells = {}
    for strategy in ABLATIONS[1:]:
        pair = pairs[strategy.name]
        found = values(table, strategy.name, "generated")
        solved = sum(not math.isinf(value) for value in found)
        low, high = (_turn(end, True) for end in pair.interval or (math.nan, math.nan))
        ratio = _ratio(_turn(pair.ratio, True))
        interval = f" ({_ratio(high)} to {_ratio(low)})" if math.isfinite(high + low) else ""
        cells[strategy.name] = f"{solved} of {len(found)}", f"{ratio}{interval}"
    return cells


def every_fifth(name: str) -> lab.Corpus:
    """Return every fifth board of a corpus."""
    corpus = lab.corpus_named(name)
    return lab.Corpus(f"{name}, every fifth", corpus.about, corpus.entries[::5])


def update(name: str, blocks: dict[str, str]) -> None:
    """Replace what stands between the marks of each block on a page."""
    page = HERE / name
    text = page.read_text(encoding="utf-8")
    for block, lines in blocks.items():
        before, mark, rest = text.partition(f"<!-- {block} -->\n")
        _, end, after = rest.partition("<!-- end -->")
        assert mark and end, f"{name} has no block {block}"
        text = f"{before}{mark}{lines}\n{end}{after}"
    page.write_text(text, encoding="utf-8")


def main() -> None:
    """Run everything and update the page."""
    started = time.perf_counter()
    forward = {
        size: run(f"forward-checking-{size}", FORWARD, size, nodes) for size, nodes in NODES.items()
    }
    breadth = {
        size: run(f"breadth-first-{size}", BREADTH, size, 1_000_000)
        for size in ("4x4", "6x6", "9x9")
    }
    nine = lab.corpus_named("9x9")
    hard = lab.Corpus(
        "9x9, medium to very hard",
        nine.about,
        tuple(e for e in nine.entries if e.group in ("medium", "hard", "very_hard")),
    )
    parts = {
        "4x4": run("ablation-4x4", ABLATIONS, "4x4", 1_000_000),
        "6x6": run("ablation-6x6", ABLATIONS, "6x6", 1_000_000),
        "9x9": run("ablation-9x9", ABLATIONS, hard, 1_000_000),
        "16x16": run("ablation-16x16", ABLATIONS, every_fifth("16x16"), 100_000),
        "25x25": run("ablation-25x25", ABLATIONS, every_fifth("25x25"), 10_000),
    }
    blocks = {
        "forward-checking": medians(forward, FORWARD),
        "forward-checking-pairs": pairs(forward, "mrv-mcv"),
        "breadth-first": medians(breadth, BREADTH),
        "breadth-first-pairs": pairs(breadth, "breadth-first-rows"),
        "depth-first": clocked(clock([lab.method_named(n) for n in FRONTIER], hard.entries)),
        "depth-first-states": clocked(clock(REPRESENTATIONS, hard.entries)),
        "ablation-9x9": ablation(parts["9x9"], clock(ABLATIONS, hard.entries)),
        "ablation-sizes": ablations({size: parts[size] for size in parts if size != "9x9"}),
    }
    for size in ("9x9", "16x16"):
        drawn = plot_cactus(forward[size], "generated")
        (HERE / f"forward-checking-{size}.svg").write_text(drawn, encoding="utf-8")
    (HERE / "ablation.svg").write_text(plot_boxes(parts["9x9"], "generated"), encoding="utf-8")
    update("search.md", blocks)
    print(f"{time.perf_counter() - started:.0f} s in all", file=sys.stderr)


if __name__ == "__main__":
    main()
