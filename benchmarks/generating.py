"""How fast are puzzles made? One thread, CPU seconds, every puzzle checked.

    python benchmarks/generating.py minimal [--tdoku LIBRARY] [--qqwing PROGRAM]
    python benchmarks/generating.py unbiased
    python benchmarks/generating.py large
    python benchmarks/generating.py er --results FILE
    python benchmarks/generating.py techniques --results FILE [--seconds 600]

`minimal` compares minimal 9x9 puzzles per second with other generators, each a process that prints
lines: the Rust crate `sudoku` and tdoku in benchmarks/native, qqwing, and packages from PyPI.
`unbiased` are minimal puzzles by controlled bias. `large` are 16x16 and 25x25 boards. `er` and
`techniques` measure the time until a puzzle of a given difficulty is found; they append to a file,
end after --seconds, and go on from there when started again.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import groupby, product
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import nonet
from copies import Cells, as_cells
from nonet.generator.minimal import minimal_puzzles
from nonet.generator.requests import read_request
from nonet.generator.unbiased import Unbiased
from nonet.logic.catalog import SINGLES
from nonet.logic.exercises import FILE, ORDERS
from nonet.logic.orders import order_named
from rival_generators import PACKAGES
from rival_native import Native
from timing import cpu_seconds

HERE = Path(__file__).resolve().parent
SEEDS = (1, 2, 3, 4, 5)
RARE = 1e-4
"""Techniques in a smaller share of random minimal puzzles are rare."""
PATIENCE = 60.0
"""Seconds for one puzzle of a given difficulty."""
PUBLISHED = {24: 2.28, 25: 13.42, 26: 31.91, 27: 32.71, 28: 15.48, 29: 3.598}
"""Percent of all minimal puzzles with so many clues (Berthier, 2009)."""


def timed(work: Callable[[], Any], who: int = resource.RUSAGE_SELF) -> tuple[float, Any]:
    """Return the processor time of a work, and what it returns."""
    started = cpu_seconds(who)
    found = work()
    return cpu_seconds(who) - started, found


def checked(puzzles: Cells) -> tuple[int, int, float]:
    """Return how many puzzles are unique, how many of them minimal, and the mean of their clues."""
    is_unique = nonet.solve_many(puzzles).status == nonet.Status.UNIQUE
    rows, cells = np.nonzero(puzzles)
    fewer = puzzles[rows]
    fewer[np.arange(len(rows)), cells] = 0
    is_needed = nonet.solve_many(fewer).status == nonet.Status.MULTIPLE
    spare = np.bincount(rows[~is_needed], minlength=len(puzzles))
    return int(is_unique.sum()), int((is_unique & (spare == 0)).sum()), len(rows) / len(puzzles)


def minimal(options: argparse.Namespace) -> None:
    """Print a table: generators, puzzles per second, and what their puzzles are."""
    count = options.count
    native = Native(None).program.with_name("generate")
    rivals: dict[str, tuple[int, list[str]]] = {
        "sudoku (Rust crate)": (count, [str(native), "sudoku", str(count)])
    }
    if options.tdoku:
        rivals["tdoku"] = count, [str(native), "tdoku", str(count), options.tdoku]
    if options.qqwing:
        rivals["qqwing"] = 500, [options.qqwing, "--generate", "500", "--one-line"]
    for package in PACKAGES:
        script = str(HERE / "rival_generators.py")
        rivals[package] = 50, [sys.executable, script, package, "50"]
    print("| generator | puzzles per second | unique | minimal | mean clues |")
    print("|---|---:|---:|---:|---:|")
    minimal_puzzles(100, seed=0, threads=1)
    rates = {"nonet": 0.0, **dict.fromkeys(rivals, 0.0)}
    puzzles: dict[str, Cells] = {}
    # In turns, so that all of them run under the same load.
    for turn in range(options.turns):
        seconds, made = timed(partial(minimal_puzzles, count, seed=turn, threads=1))
        rates["nonet"] = max(rates["nonet"], count / seconds)
        puzzles["nonet"] = made.puzzles
        for name, (number, command) in rivals.items():
            run = partial(subprocess.run, command, capture_output=True, text=True, check=True)
            seconds, done = timed(run, resource.RUSAGE_CHILDREN)
            rates[name] = max(rates[name], number / seconds)
            puzzles[name] = as_cells(line for line in done.stdout.split() if len(line) == 81)
    for name, rate in rates.items():
        sample = puzzles[name]
        unique, least, clues = checked(sample)
        shares = f"{unique / len(sample):.0%} | {least / len(sample):.0%}"
        print(f"| {name} | {rate:,.1f} | {shares} | {clues:.2f} |")
    best = max(rate for name, rate in rates.items() if name != "nonet")
    print(f"\nnonet: {rates['nonet'] / best:.1f} times the best of the others")


def unbiased(options: argparse.Namespace) -> None:
    """Print the rate of controlled bias, and the numbers of clues next to the published ones."""
    wanted = options.count // 10
    work = lambda: list(Unbiased(read_request(), 1, 1).batches(wanted))  # noqa: E731
    seconds, batches = timed(work)
    puzzles = np.concatenate([batch.rows.puzzles for batch in batches])
    weights = np.concatenate([batch.weights for batch in batches])
    unique, least, _ = checked(puzzles)
    assert unique == least == wanted
    clues = np.count_nonzero(puzzles, axis=1)
    mean = np.average(clues, weights=weights)
    print(f"{wanted / seconds:.1f} puzzles per CPU second, all unique and minimal")
    print(f"mean clues: {clues.mean():.2f} of the puzzles, {mean:.2f} with weights (26.58)")
    for number, share in PUBLISHED.items():
        chosen = weights[clues == number]
        error = 100 * np.sqrt((chosen**2).sum()) / weights.sum()
        found = 100 * chosen.sum() / weights.sum()
        print(f"{number} clues: {found:.2f} % +- {error:.2f}, published {share} %")


def large(_: argparse.Namespace) -> None:
    """Print the median time of a 16x16 and of a 25x25 puzzle."""
    boards: dict[str, dict[str, Any]] = {
        "16x16, minimal": {"layout": "4x4"},
        "25x25, unique, 300 clues": {"layout": "5x5", "minimal": False, "clues": 300},
    }
    print("| board | median seconds | longest | clues |")
    print("|---|---:|---:|---|")
    for title, wanted in boards.items():
        runs = [
            timed(partial(nonet.generate, seed=seed, threads=1, limit=600, **wanted))
            for seed in range(1, 12)
        ]
        for _, made in runs:
            assert nonet.solve(made.puzzle).status is nonet.Status.UNIQUE
        times = sorted(seconds for seconds, _ in runs)
        clues = sorted(made.clues for _, made in runs)
        print(f"| {title} | {median(times):.2f} | {times[-1]:.2f} | {clues[0]} to {clues[-1]} |")


def er_cases() -> dict[str, dict[str, Any]]:
    """Return requests for an ER within 0.2 of values from 1.2 to 9.0."""
    values = [round(1.2 + 0.2 * step, 1) for step in range(40)]
    return {
        str(value): {
            "rating": {"er": (max(1.0, round(value - 0.2, 1)), round(value + 0.2, 1))},
            "minimal": False,
        }
        for value in values
    }


def shares() -> dict[str, float]:
    """Return in which share of random minimal puzzles each technique was seen."""
    puzzles: dict[str, int] = {}
    seen: dict[str, int] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[0] == "#" and words[-1] == "puzzles":
            puzzles[words[1].rstrip(":")] = int(words[2])
        elif words[0] == "#" and words[-2:] == ["of", "them"]:
            seen[words[1].rstrip(":")] = int(words[3])
    found = {}
    for order in ORDERS:
        for name in order_named(order).techniques:
            found.setdefault(name, seen.get(name, 0) / puzzles[order])
    return found


def technique_cases() -> list[dict[str, dict[str, Any]]]:
    """Return requests for every technique of the orders: those that are not rare, and the rest."""
    known = shares()
    names = [name for name in known if name not in (*SINGLES, "brute-force")]
    names.sort(key=lambda name: -known[name])
    seen = {name: {"technique": name} for name in names if known[name] >= RARE}
    return [seen, {name: {"technique": name} for name in names if name not in seen}]


def search(
    groups: list[dict[str, dict[str, Any]]], options: argparse.Namespace
) -> dict[str, list[Any]]:
    """Measure cases that are not in the file of results yet, group by group; return all by case."""
    cases = {case: wanted for group in groups for case, wanted in group.items()}
    file = Path(options.results)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    rows = [json.loads(line) for line in lines]
    known = {(row["case"], row["seed"]) for row in rows}
    until = time.monotonic() + options.seconds
    for group, seed in product(groups, SEEDS):
        for case, wanted in group.items():
            if (case, seed) in known or time.monotonic() > until:
                continue
            seconds, found = timed(partial(find, seed, wanted))
            rows.append({"case": case, "seed": seed, "seconds": round(seconds, 3), "found": found})
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(rows[-1]) + "\n")
    order = list(cases)
    rows = sorted(
        (row for row in rows if row["case"] in cases), key=lambda r: order.index(r["case"])
    )
    return {case: list(each) for case, each in groupby(rows, key=lambda row: row["case"])}


def find(seed: int, wanted: dict[str, Any]) -> bool:
    """Return whether a puzzle is found in time."""
    try:
        made = nonet.generate(seed=seed, threads=1, limit=PATIENCE, **wanted)
    except nonet.NotFoundError:
        return False
    assert nonet.solve(made.puzzle).status is nonet.Status.UNIQUE
    return True


def middle(rows: list[Any]) -> str:
    """Return the median of the seconds; what was not found took longer than any."""
    times = [row["seconds"] if row["found"] else float("inf") for row in rows]
    value = median(times)
    return f"over {PATIENCE:.0f}" if value == float("inf") else f"{value:.2f}"


def er(options: argparse.Namespace) -> None:
    """Print the median time by value."""
    print("| ER within 0.2 of | median seconds |\n|---:|---:|")
    for case, rows in search([er_cases()], options).items():
        print(f"| {case} | {middle(rows)} |")


def techniques(options: argparse.Namespace) -> None:
    """Print the median time by technique, the rarest last."""
    found, known = search(technique_cases(), options), shares()
    print("| technique | of 10,000 puzzles | median seconds | found |\n|---|---:|---:|---:|")
    for case, rows in found.items():
        share = 10_000 * known[case]
        shown = f"{share:,.0f}" if share >= 10 else f"{share:.1f}" if share else "none seen"
        hits = f"{sum(row['found'] for row in rows)} of {len(rows)}"
        print(f"| {case} | {shown} | {middle(rows)} | {hits} |")


def main() -> None:
    """Read what to measure, and measure it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", choices=["minimal", "unbiased", "large", "er", "techniques"])
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--tdoku", metavar="LIBRARY")
    parser.add_argument("--qqwing", metavar="PROGRAM")
    parser.add_argument("--results", default="generating.jsonl")
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    works = {
        "minimal": minimal,
        "unbiased": unbiased,
        "large": large,
        "er": er,
        "techniques": techniques,
    }
    works[options.what](options)


if __name__ == "__main__":
    main()
