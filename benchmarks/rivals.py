"""nonet and other 9x9 solvers on the same puzzles, in one run.

    NONET_DATA=... python benchmarks/rivals.py --tdoku LIBRARY [--list FILE ...] [--json OUT]

Puzzles are randomly permuted copies of the lists, determined by the seed. Every solver answers each
of them once, to warm up and for validation: the number of solutions is compared, and nonet's
checker verifies each solution. Then the solvers are timed in turns, and the best repeat counts.

LIBRARY is tdoku as a shared library (`TdokuSolverDpllTriadSimd`, `TdokuEnumerate`), which you have
to build. The packages in benchmarks/requirements.txt get a number of seconds per list. Solvers
that are not installed are reported as missing.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "data"))

import numpy as np

import nonet
from copies import as_lines, random_copies, without_clues
from corpora import data_folder, read_list
from nonet.core.geometry import geometry_of
from nonet.core.layout import CLASSIC
from nonet.lab.table import processor_name
from nonet.native import engine_of, simd_path, thread_count
from rival_native import NATIVE, TDOKU, Judge, Native, RivalError, Sample
from rival_packages import PACKAGES, installed
from rival_report import markdown

ONE_BY_ONE = 2000
"""Most puzzles of a list that are given to `nonet.solve` one by one, or timed one by one."""
SPARSE = {3: 20, 4: 20, 5: 10}
"""Clues removed from 17, and how many such grids are counted."""
LANES = engine_of("lanes", geometry_of(CLASSIC), simd_path())
MOST_SOLUTIONS = 100_000
Measure = Callable[[], float]


@dataclass
class Rate:
    """Something per second: every repeat and the best."""

    repeats: list[float] = field(default_factory=list)
    best: float = 0.0
    to_tdoku: float | None = None
    finished: int | None = None
    wrong: int | None = None


def main() -> None:
    """Run everything, print tables in Markdown, and write the JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tdoku", type=Path, metavar="LIBRARY")
    parser.add_argument("--list", type=Path, action="append", default=[], metavar="FILE")
    parser.add_argument("--puzzles", type=int, help="take at most so many of each list")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of a repeat, at least (1)")
    parser.add_argument("--budget", type=float, default=20.0, help="seconds per package (20)")
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--json", type=Path, metavar="OUT")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            report = Comparison(options, Path(folder)).run()
    except RivalError as error:
        sys.exit(str(error))
    print(markdown(report))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


class Comparison:
    """One run: the lists, what is measured on them, and the report."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options = options
        self.folder = folder
        self.lists = self.paths()
        self.native = Native(options.tdoku)
        self.judge = Judge()
        self.versions = {package: installed(package) for package in PACKAGES}

    def run(self) -> dict[str, Any]:
        """Measure everything and return the report as plain data."""
        samples = [self.sample(path) for path in self.lists]
        report: dict[str, Any] = {
            "machine": machine(),
            "nonet": nonet.__version__,
            "packages": self.versions,
            "missing": self.missing(),
            "options": {
                name: getattr(self.options, name)
                for name in ("puzzles", "repeats", "seconds", "budget", "seed")
            },
            "lists": {},
        }
        for sample in samples:
            rates = against_tdoku(self.throughput(sample) | self.packages(sample))
            report["lists"][sample.name] = {
                "puzzles": len(sample.lines),
                "rates": {name: asdict(rate) for name, rate in rates.items()},
            }
        report["count"] = {
            name: {key: asdict(rate) for key, rate in rates.items()}
            for name, rates in self.counting(samples).items()
        }
        report["one"] = {
            sample.name: self.one(sample) for sample in samples if "hardest" in sample.name
        }
        return report

    def paths(self) -> list[Path]:
        """Return the lists of NONET_DATA, if there are any, and those that were named."""
        folder = data_folder()
        public = sorted((folder / "lists").glob("*.txt")) if folder else []
        if not public and not self.options.list:
            sys.exit("expected --list, or NONET_DATA; found neither")
        return [*public, *self.options.list]

    def missing(self) -> list[str]:
        """Name what cannot be compared on this machine."""
        native = [name for name in NATIVE if name not in self.native.names]
        return native + [package for package, version in self.versions.items() if not version]

    def sample(self, path: Path) -> Sample:
        """Read a list, draw random copies of it, and let nonet say how many solutions each has."""
        lines = [line[:81] for line in read_list(path)]
        cells = np.array([list(nonet.parse(line).cells) for line in lines], dtype=np.uint8)
        cells = random_copies(cells, seed=self.options.seed)[: self.options.puzzles]
        status = nonet.solve_many(cells).status
        known = {nonet.Status.UNIQUE: 1, nonet.Status.MULTIPLE: 2, nonet.Status.NO_SOLUTION: 0}
        counts = [known[nonet.Status(int(value))] for value in status]
        return Sample.of(path.stem, cells, counts, self.folder)

    def throughput(self, sample: Sample) -> dict[str, Rate]:
        """Measure nonet and the native rivals in turns."""
        note(f"{sample.name}: {len(sample.lines):,} puzzles")
        solutions = nonet.solve_many(sample.cells).solutions
        self.judge.require("nonet", as_lines(solutions), sample)
        self.files(sample)
        answers = (self.folder / "solved.txt").read_text(encoding="utf-8").splitlines()
        self.judge.require("nonet solve FILE", [answer[:81] for answer in answers], sample)
        for name in self.native.names:
            self.native.validate(name, sample, self.judge)
        some = sample.lines[:ONE_BY_ONE]

        def one_by_one() -> None:
            for line in some:
                nonet.solve(line)

        measures: dict[str, Measure] = {
            "nonet, one thread": lambda: self.passes(
                lambda: nonet.solve_many(sample.cells, threads=1), len(sample.lines)
            ),
            "nonet, all threads": lambda: self.passes(
                lambda: nonet.solve_many(sample.cells), len(sample.lines)
            ),
            "nonet.solve, one by one": lambda: self.passes(one_by_one, len(some)),
            "nonet solve FILE -o OUT": lambda: self.passes(
                lambda: self.files(sample), len(sample.lines)
            ),
        }
        return self.in_turns(measures, sample, [])

    def in_turns(
        self, measures: dict[str, Measure], sample: Sample, options: list[str]
    ) -> dict[str, Rate]:
        """Repeat: every solver once, so that a noisy moment strikes neighbours alike."""
        seconds = ["--seconds", str(self.options.seconds), *options]
        for name in self.native.names:
            measures[name] = lambda name=name: self.native.best(name, sample, seconds)  # type: ignore[misc]
        rates = {name: Rate() for name in measures}
        for _ in range(self.options.repeats):
            for name, measure in measures.items():
                rates[name].repeats.append(measure())
        return against_tdoku(rates)

    def passes(self, work: Callable[[], object], amount: int) -> float:
        """Return the rate of a repeat."""
        return passes(work, amount, self.options.seconds)

    def files(self, sample: Sample) -> None:
        """Solve from file to file, a process and all."""
        command = [str(Path(sys.executable).with_name("nonet")), "solve", str(sample.path)]
        done = subprocess.run([*command, "-o", str(self.folder / "solved.txt")], check=False)
        if done.returncode not in (0, 1):
            raise RivalError(f"nonet solve, {sample.name}: exit code {done.returncode}")

    def packages(self, sample: Sample) -> dict[str, Rate]:
        """Give each installed package its seconds; the rate is per second of CPU time."""
        return {
            package: self.package(package, sample)
            for package, version in self.versions.items()
            if version
        }

    def package(self, package: str, sample: Sample) -> Rate:
        """Run one package until it is through or its time is over."""
        note(f"{sample.name}: {package}")
        out = self.folder / f"{package}.out"
        out.unlink(missing_ok=True)
        script = Path(__file__).with_name("rival_packages.py")
        child = subprocess.Popen([sys.executable, script, package, sample.path, out])
        timer = threading.Timer(self.options.budget, child.kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        answers = out.read_text(encoding="utf-8").split("\n")[:-1] if out.exists() else []
        if answers:
            seconds -= float(answers.pop(0))
        facts = zip(answers, sample.lines, sample.counts, strict=False)
        wrong = sum(not self.right(answer, puzzle, count) for answer, puzzle, count in facts)
        rate = (len(answers) - wrong) / seconds
        return Rate([rate], finished=len(answers), wrong=wrong)

    def right(self, answer: str, puzzle: str, count: int) -> bool:
        """Judge a package's line: the solution, and what it says of others."""
        solution, word = answer.split()
        if not count:
            return solution == "none"
        claim = {"unique": count == 1, "several": count > 1, "-": True}[word]
        return claim and self.judge.accepts(solution, puzzle)

    def counting(self, samples: list[Sample]) -> dict[str, dict[str, Rate]]:
        """Count the solutions of 17-clue puzzles with some clues removed."""
        full = next((sample for sample in samples if sample.name == "17_clue"), None)
        if full is None:
            return {}
        found = {}
        for removed, number in SPARSE.items():
            note(f"count: {removed} clues removed")
            seed = self.options.seed + removed
            cells = without_clues(full.cells[-number:], removed, seed=seed)
            counts = [int(nonet.count(line, limit=MOST_SOLUTIONS)) for line in as_lines(cells)]
            sample = Sample.of(f"{17 - removed} clues", cells, counts, self.folder)
            limit = ["--count", "--limit", str(MOST_SOLUTIONS)]
            for name in self.native.names:
                expect = ["--expect", str(sample.expect), "--repeats", "1"]
                self.native.run(name, sample, *limit, *expect)
            ours = {
                "nonet.count, one thread": self.counter(sample, 1),
                "nonet.count, all cores": self.counter(sample, thread_count(None)),
            }
            found[sample.name] = self.in_turns(ours, sample, limit)
        return found

    def counter(self, sample: Sample, threads: int) -> Measure:
        """Return what measures the solutions per second of the call behind `nonet.count`."""

        def count() -> None:
            for row in sample.cells:
                search = LANES.search(row.tobytes(), nonet.Limit(None))
                search.count(MOST_SOLUTIONS, threads=threads)

        return lambda: self.passes(count, sum(sample.counts))

    def one(self, sample: Sample) -> dict[str, dict[str, float]]:
        """Time each puzzle by itself: of the repeats the least median and mean, in microseconds."""
        note(f"one: {sample.name}")
        some = slice(0, ONE_BY_ONE)
        part = Sample.of(f"{sample.name}-one", sample.cells[some], sample.counts[some], self.folder)
        givens = [row.tobytes() for row in part.cells]
        calls: dict[str, Callable[[], list[float]]] = {
            "nonet, the native call": lambda: [timed(search_once, cells) for cells in givens],
            "nonet.solve(text)": lambda: [timed(nonet.solve, line) for line in part.lines],
        }
        found: dict[str, list[tuple[float, float]]] = {}
        for _ in range(self.options.repeats):
            for name, call in calls.items():
                times = [seconds * 1e6 for seconds in call()]
                middle = statistics.median(times), statistics.fmean(times)
                found.setdefault(name, []).append(middle)
            for name in self.native.names:
                result = self.native.run(name, part, "--single", "--repeats", "1")
                found.setdefault(name, []).append((result["median"], result["mean"]))
        least = {
            name: {"median": min(m for m, _ in pairs), "mean": min(m for _, m in pairs)}
            for name, pairs in found.items()
        }
        if TDOKU in least:
            mean = least[TDOKU]["mean"]
            for figures in least.values():
                figures["to_tdoku"] = figures["mean"] / mean
        return least


def search_once(givens: bytes) -> list[bytes]:
    """Look for two solutions with nothing around the native engine."""
    return LANES.search(givens, nonet.Limit(2)).find(2)


def timed(work: Callable[..., object], *arguments: object, **options: object) -> float:
    """Return the seconds of one call."""
    started = time.perf_counter()
    work(*arguments, **options)
    return time.perf_counter() - started


def passes(work: Callable[[], object], amount: int, seconds: float) -> float:
    """Do the work over and over for so many seconds; return the rate."""
    started, done = time.perf_counter(), 0
    while not done or time.perf_counter() - started < seconds:
        work()
        done += 1
    return amount * done / (time.perf_counter() - started)


def against_tdoku(rates: dict[str, Rate]) -> dict[str, Rate]:
    """Fill in the best of each, and its ratio to tdoku's best."""
    for rate in rates.values():
        rate.best = max(rate.repeats)
    if TDOKU in rates:
        for rate in rates.values():
            rate.to_tdoku = rate.best / rates[TDOKU].best
    return rates


def machine() -> dict[str, Any]:
    """Say what the figures were measured on."""
    return {
        "processor": processor_name() or platform.machine(),
        "cores": thread_count(None),
        "system": platform.system(),
        "python": platform.python_version(),
        "date": time.strftime("%Y-%m-%d"),
    }


def note(text: str) -> None:
    """Tell whoever waits what is being done."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
