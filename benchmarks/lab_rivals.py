"""The lab against aima-python's csp.py: same boards, same order of cells and values, one run.

    python benchmarks/lab_rivals.py --aima FOLDER [--boards N]

FOLDER is a checkout of aima-python (its package `aima` or a plain csp.py). Variables are the
open cells, domains the values that no given excludes, so that an assignment is the same thing on
both sides; every board's number of assignments is compared. The lab runs at both paces. Times are
CPU time of whole calls; a native call is repeated, since the clock is too coarse for one.
Boards with clashing givens are searched by neither. Boards that take the lab more than
20,000 assignments with a strategy are left out for that strategy (and counted), since csp.py would
need minutes for each.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import nonet
from nonet import Limit, Puzzle, lab
from nonet.lab.explorer import root_domains

MOST = 20_000
ROUNDS = 20
ROWS = {
    "plain backtracking": {"inference": "none", "select": "first"},
    "MRV + forward checking": {"inference": "forward", "select": "mrv"},
    "MRV + LCV + forward checking": {"inference": "forward", "select": "mrv", "order": "lcv"},
    "MRV + MAC": {"inference": "mac", "select": "mrv"},
}


def load_csp(folder: str) -> ModuleType:
    """Import csp.py from a checkout."""
    sys.path.insert(0, folder)
    try:
        return importlib.import_module("aima.csp")
    except ImportError:
        return importlib.import_module("csp")


def build(csp: ModuleType, puzzle: Puzzle) -> Any:
    """Return the puzzle as csp.py's problem: open cells and different values."""
    domains = root_domains(puzzle, everything=False)
    cells = [cell for cell, digit in enumerate(puzzle.cells) if not digit]
    neighbors = {
        cell: [peer for peer in puzzle.layout.peers[cell] if not puzzle.cells[peer]]
        for cell in cells
    }
    return csp.CSP(
        cells,
        {cell: list(domains[cell]) for cell in cells},
        neighbors,
        csp.different_values_constraint,
    )


def rules(csp: ModuleType, name: str) -> dict[str, Callable[..., Any]]:
    """Return csp.py's own rules, with ties broken in the order of cells and values."""

    def mrv(assignment: dict[int, int], problem: Any) -> int:
        left = [cell for cell in problem.variables if cell not in assignment]
        return min(left, key=lambda cell: csp.num_legal_values(problem, cell, assignment))

    def lcv(cell: int, assignment: dict[int, int], problem: Any) -> list[int]:
        def rivals(value: int) -> int:
            return sum(
                value in problem.choices(peer)
                for peer in problem.neighbors[cell]
                if peer not in assignment
            )

        return sorted(sorted(problem.choices(cell)), key=rivals)

    def ascending(cell: int, assignment: dict[int, int], problem: Any) -> list[int]:
        return sorted(problem.choices(cell))

    chosen: dict[str, Callable[..., Any]] = {
        "order_domain_values": lcv if "LCV" in name else ascending
    }
    if "MRV" in name:
        chosen["select_unassigned_variable"] = mrv
    if "forward" in name:
        chosen["inference"] = csp.forward_checking
    if "MAC" in name:
        chosen["inference"] = lambda *args: csp.mac(*args, csp.AC3)[0]
    return chosen


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--aima", required=True)
    parser.add_argument("--boards", type=int, default=30)
    options = parser.parse_args()
    csp = load_csp(options.aima)
    entries = lab.corpus_named("9x9").entries
    puzzles = [entry.puzzle for entry in entries if not entry.puzzle.conflicts()]
    boards = puzzles[:: max(1, len(puzzles) // options.boards)]
    print(f"Python {platform.python_version()}, {platform.machine()}, nonet {nonet.__version__}\n")
    print(
        "| strategy | boards | left out | same count | csp.py, assignments/s | Python | ratio "
        "| native | ratio |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, parts in ROWS.items():
        print(row(csp, name, lab.Strategy(givens="checked", **parts), boards), flush=True)
    started = time.process_time()
    made = sum(handwritten(puzzle) for puzzle in boards)
    rate = made / (time.process_time() - started)
    print(f"\nMRV + forward checking written by hand for this alone: {rate:,.0f} assignments/s")


def handwritten(puzzle: Puzzle) -> int:
    """Search with no parts, no limits and one counter: about the most that Python allows."""
    peers = puzzle.layout.peers
    domains = root_domains(puzzle, everything=False)
    cells = puzzle.cells
    masks = [
        0 if digit else sum(1 << value for value in domain)
        for digit, domain in zip(cells, domains, strict=True)
    ]
    sizes = [99 if digit else mask.bit_count() for digit, mask in zip(cells, masks, strict=True)]
    made, left = 0, cells.count(0)
    trail: list[tuple[int, int]] = []
    levels: list[tuple[int, int, int]] = []
    cell = sizes.index(min(sizes))
    values, mark = masks[cell], 0
    while left:
        if values:
            bit = values & -values
            values ^= bit
            made += 1
            mark = len(trail)
            trail.append((cell, masks[cell]))
            masks[cell], sizes[cell] = 0, 99
            left -= 1
            alive = True
            for peer in peers[cell]:
                mask = masks[peer]
                if mask & bit:
                    trail.append((peer, mask))
                    masks[peer] = mask = mask ^ bit
                    sizes[peer] -= 1
                    if not mask:
                        alive = False
                        break
            if alive:
                levels.append((cell, values, mark))
                cell = sizes.index(min(sizes))
                values = masks[cell]
                continue
        elif levels:
            cell, values, mark = levels.pop()
        else:
            break
        left += 1
        for changed, mask in reversed(trail[mark:]):
            masks[changed], sizes[changed] = mask, mask.bit_count()
        del trail[mark:]
    return made


def row(csp: ModuleType, name: str, strategy: lab.Strategy, boards: list[Puzzle]) -> str:
    """Run all sides on every board, in turn."""
    spent = dict.fromkeys(("csp.py", "python", "native"), 0.0)
    assignments = same = used = 0
    for puzzle in boards:
        fast, taken = timed(strategy, puzzle, "native", ROUNDS)
        made = fast.counts.assignments or 0
        if fast.stopped_by or made > MOST:
            continue
        problem = build(csp, puzzle)
        started = time.process_time()
        answer = csp.backtracking_search(problem, **rules(csp, name))
        spent["csp.py"] += time.process_time() - started
        spent["native"] += taken
        slow, taken = timed(strategy, puzzle, "python", 1)
        spent["python"] += taken
        if slow.solution is not None:
            assert nonet.check([answer.get(c) or d for c, d in enumerate(puzzle.cells)], puzzle)
        used += 1
        assignments += made
        same += problem.nassigns == made and slow.counts == fast.counts
    rates = {side: assignments / seconds for side, seconds in spent.items()}
    cells = [name, used, len(boards) - used, same, f"{rates['csp.py']:,.0f}"]
    for pace in ("python", "native"):
        cells += [f"{rates[pace]:,.0f}", f"{rates[pace] / rates['csp.py']:.1f}"]
    return f"| {' | '.join(map(str, cells))} |"


def timed(strategy: lab.Strategy, puzzle: Puzzle, pace: str, rounds: int) -> tuple[lab.Run, float]:
    """Warm up, then return a run and the CPU seconds of one."""
    lab.run(strategy, puzzle, limit=Limit(solutions=1, nodes=2000), pace=pace)
    limit = Limit(solutions=1, nodes=10 * MOST)
    started = time.process_time()
    for _ in range(rounds):
        run = lab.run(strategy, puzzle, limit=limit, pace=pace)
    return run, (time.process_time() - started) / rounds


if __name__ == "__main__":
    main()
