"""Boards of any size: nonet, CaDiCaL and CP-SAT side by side, in one run.

    NONET_DATA=... python benchmarks/all_boards.py [--seconds 20] [--every 4] [--resume]

The solvers take turns on every board, each in its own warmed-up process. The time is from a list of
cells to a verified answer: two solutions for unique and public boards up to 25x25, so that
uniqueness is proved or refuted, otherwise one. Quick boards are repeated, and the best counts.
Ctrl-C keeps finished results, and --resume continues from there.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

import numpy as np

import nonet
from board_groups import GROUPS, Board, read_groups
from board_report import SOLVED, contradictory, dumped, markdown, summary
from board_solvers import RIVALS, SOLVERS, Process
from corpora import data_folder
from nonet.judge import judge
from rival_packages import installed
from rivals import machine, note, passes

MANY = 100
"""A group of more boards than this is thinned out for the rivals."""
ROWS = 20_000
"""Puzzles in a call of `solve_many`."""
RESULTS = Path(__file__).parent / "results" / "boards.json"


def main() -> int:
    """Run what is asked for, keep it as JSON, and print the tables."""
    options = parsed()
    folder = data_folder()
    if folder is None:
        sys.exit("expected NONET_DATA, found nothing")
    race = Race(options)
    try:
        race.run(chosen(read_groups(folder, options.seed), options))
        code = int(race.trouble())
    except KeyboardInterrupt:
        note("stopped; use --resume to continue")
        code = 130
    finally:
        race.end()
    print(markdown(race.report))
    return code


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="per board and solver (20)")
    parser.add_argument("--repeats", type=int, default=3, help="of a quick board (3)")
    parser.add_argument(
        "--every", type=int, default=4, metavar="K", help="rivals get every Kth of many boards (4)"
    )
    parser.add_argument("--seed", type=int, default=2024, help="of the 4x4 and 6x6 boards")
    parser.add_argument(
        "--group", action="append", metavar="TEXT", help="only groups with this in their name"
    )
    parser.add_argument("--solver", action="append", choices=SOLVERS, help="only these solvers")
    parser.add_argument("--json", type=Path, default=RESULTS, metavar="OUT")
    parser.add_argument("--resume", action="store_true", help="continue from the results in OUT")
    parser.add_argument(
        "--quick", action="store_true", help="one board per group, 2 s each, no stretch groups"
    )
    options = parser.parse_args()
    if options.quick:
        options.seconds, options.repeats = min(options.seconds, 2.0), 1
        if options.json == RESULTS:
            parser.error("--quick needs --json OUT, so that it does not replace the results")
    return options


def chosen(groups: dict[str, list[Board]], options: argparse.Namespace) -> dict[str, list[Board]]:
    """Leave out the groups and boards that are not asked for."""
    stretch = {group.name for group in GROUPS if group.stretch}
    wanted = {
        name: boards
        for name, boards in groups.items()
        if (not options.group or any(text in name for text in options.group))
        and not (options.quick and name in stretch)
    }
    return {name: boards[:1] if options.quick else boards for name, boards in wanted.items()}


class Race:
    """One run: who takes part, and the report so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        packages = sorted({package for package, _ in SOLVERS.values() if package})
        versions = {package: installed(package) for package in packages}
        self.processes = {
            name: Process(name, options.seconds)
            for name, (package, _) in SOLVERS.items()
            if (not package or versions[package]) and name in (options.solver or SOLVERS)
        }
        self.report: dict[str, Any] = {
            "machine": machine(),
            "nonet": nonet.__version__,
            "packages": versions,
            "command": shlex.join(["python", "benchmarks/all_boards.py", *sys.argv[1:]]),
            "options": {key: getattr(options, key) for key in ("seconds", "repeats", "seed")},
            "rates": {},
            "boards": [],
        }
        if options.resume and options.json.exists():
            self.go_on(json.loads(options.json.read_text(encoding="utf-8")))

    def go_on(self, before: dict[str, Any]) -> None:
        """Take over what an earlier run has measured in the same way."""
        for key in ("nonet", "packages", "options"):
            if before[key] != self.report[key]:
                sys.exit(f"--resume: {key} was {before[key]}, and is {self.report[key]} now")
        self.report.update(rates=before["rates"], boards=before["boards"])

    def run(self, groups: dict[str, list[Board]]) -> None:
        """Measure what is not measured yet."""
        known = {record["board"]: record for record in self.report["boards"]}
        rated = {group.name for group in GROUPS if group.goal.rate is not None}
        for name in [name for name in groups if name in rated and name not in self.report["rates"]]:
            self.report["rates"][name] = self.rate(groups[name])
            self.save()
        todo = [
            (name, place, len(boards), board)
            for name, boards in groups.items()
            for place, board in enumerate(boards)
        ]
        for done, (name, place, number, board) in enumerate(todo, 1):
            record = known.get(board.name) or self.record(name, board)
            thinned = number > MANY and place % self.options.every
            missing = [
                solver
                for solver in self.processes
                if solver not in record["answers"] and not (thinned and solver in RIVALS)
            ]
            if missing:
                self.measure(board, record, missing)
                note(f"{done}/{len(todo)} {name}, {board.name}: {summary(record)}")

    def record(self, group: str, board: Board) -> dict[str, Any]:
        """Add a board to the report, without answers."""
        record = {
            "board": board.name,
            "group": group,
            "givens": sum(map(bool, board.cells)),
            "solutions": board.solutions,
            "answers": {},
        }
        self.report["boards"].append(record)
        return record

    def measure(self, board: Board, record: dict[str, Any], solvers: list[str]) -> None:
        """Ask each of the solvers; one after the other, so that a noisy moment strikes all."""
        question = {
            "cells": board.cells,
            "box": (board.layout.box_rows, board.layout.box_cols),
            "solutions": board.solutions,
            "repeats": self.options.repeats,
        }
        for solver in solvers:
            record["answers"][solver] = self.processes[solver].ask(question)
        self.save()

    def rate(self, boards: list[Board]) -> dict[str, Any]:
        """Measure `solve_many` on the boards over and over, one call for many."""
        layout = boards[0].layout
        same = [board.cells for board in boards if board.layout == layout]
        cells = np.array(same, dtype=np.uint8)
        found = nonet.solve_many(cells, layout=layout)
        for givens, digits in zip(cells, found.solutions, strict=True):
            puzzle = nonet.Puzzle(givens.tobytes(), layout)
            if not (verdict := judge(nonet.Solution(digits.tobytes(), layout), puzzle)):
                sys.exit(f"solve_many: {puzzle}: {verdict}")
        many = np.resize(cells, (ROWS, layout.cell_count))

        def best(threads: int | None) -> float:
            seconds = min(1.0, self.options.seconds / 20)
            work = partial(nonet.solve_many, many, layout=layout, threads=threads)
            return max(passes(work, ROWS, seconds) for _ in range(self.options.repeats))

        return {"puzzles": len(cells), "best": best(1), "all_threads": best(None)}

    def save(self) -> None:
        """Write the report so that it is whole at any moment."""
        whole = self.options.json.with_name(self.options.json.name + ".part")
        whole.write_text(dumped(self.report), encoding="utf-8")
        os.replace(whole, self.options.json)

    def trouble(self) -> bool:
        """Tell whether an answer was wrong, or two contradict each other."""
        answers = [
            [answer["status"] for answer in record["answers"].values()]
            for record in self.report["boards"]
        ]
        return any(
            contradictory(statuses) or not {*statuses} <= {*SOLVED, "timeout"}
            for statuses in answers
        )

    def end(self) -> None:
        """End the processes, and keep what was measured."""
        for process in self.processes.values():
            process.end()
        if self.report["boards"] or self.report["rates"]:
            self.save()


if __name__ == "__main__":
    sys.exit(main())
