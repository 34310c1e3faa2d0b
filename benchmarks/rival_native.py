"""Helpers for benchmarks/rivals.py: puzzles in files, the native program, the checker."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nonet
from copies import Cells, as_lines

TDOKU = "tdoku"
NATIVE = {
    TDOKU: "tdoku",
    "tdoku, solutions written": "tdoku-writes",
    "sudoku (Rust crate)": "sudoku",
}


class RivalError(Exception):
    """A solver could not be run or gave a wrong answer, so that its time means nothing."""


@dataclass(frozen=True)
class Sample:
    """Permuted copies of a list, in the form each solver needs, and what is known about them."""

    name: str
    cells: Cells
    lines: list[str]
    counts: list[int]
    path: Path
    expect: Path

    @classmethod
    def of(cls, name: str, cells: Cells, counts: list[int], folder: Path) -> Sample:
        """Write the files that the native solvers read."""
        lines = as_lines(cells)
        path, expect = folder / f"{name}.txt", folder / f"{name}.counts"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        expect.write_text("\n".join(map(str, counts)) + "\n", encoding="utf-8")
        return cls(name, cells, lines, counts, path, expect)


class Judge:
    """nonet's checker, which remembers the pairs it has verified."""

    def __init__(self) -> None:
        self.accepted: set[tuple[str, str]] = set()

    def accepts(self, solution: str, puzzle: str) -> bool:
        """Return whether this is a solution of the puzzle."""
        if (solution, puzzle) not in self.accepted:
            if len(solution) != 81 or not nonet.check(solution, puzzle):
                return False
            self.accepted.add((solution, puzzle))
        return True

    def require(self, solver: str, answers: list[str], sample: Sample) -> None:
        """Raise unless each puzzle that has a solution was given one."""
        for answer, puzzle, count in zip(answers, sample.lines, sample.counts, strict=True):
            if count and not self.accepts(answer, puzzle):
                raise RivalError(f"{solver}, {sample.name}: {answer!r} for {puzzle}")


class Native:
    """The program of benchmarks/native, built for this machine."""

    def __init__(self, tdoku: Path | None) -> None:
        folder = Path(__file__).resolve().parent / "native"
        flags = {"RUSTFLAGS": "-C target-cpu=native"}
        command = ["cargo", "build", "--quiet", "--release", "--locked"]
        subprocess.run(command, cwd=folder, env={**os.environ, **flags}, check=True)
        self.program = folder / "target" / "release" / "nonet-rivals"
        self.tdoku = tdoku
        self.names = {
            name: solver for name, solver in NATIVE.items() if tdoku or "tdoku" not in solver
        }

    def run(self, name: str, sample: Sample, *options: str) -> dict[str, Any]:
        """Run one solver and return its JSON."""
        command = [str(self.program), self.names[name], str(sample.path), *options]
        if self.tdoku:
            command += ["--tdoku", str(self.tdoku)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RivalError(f"{name}, {sample.name}: {done.stderr.strip()}")
        result: dict[str, Any] = json.loads(done.stdout)
        return result

    def best(self, name: str, sample: Sample, options: list[str]) -> float:
        """Return the rate of a single repeat."""
        return float(self.run(name, sample, "--repeats", "1", *options)["best"])

    def validate(self, name: str, sample: Sample, judge: Judge) -> None:
        """Compare the numbers of solutions, and verify the solutions."""
        out = sample.path.with_suffix(".answers")
        self.run(
            name, sample, "--repeats", "1", "--expect", str(sample.expect), "--answers", str(out)
        )
        judge.require(name, out.read_text(encoding="utf-8").split("\n"), sample)
