"""The solvers of benchmarks/all_boards.py, each in its own process.

    python benchmarks/board_solvers.py SOLVER SECONDS

reads a question per line (JSON) and writes an answer per line. What takes longer than SECONDS ends
the process: an alarm also reaches solvers that cannot be interrupted from within. The time is from
a list of cells to a verified answer.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import nonet
from nonet import Layout, Puzzle, Solution, Status
from nonet.engines.candidates import Choices
from nonet.judge import judge
from rival_packages import up_to_two

ENOUGH = 0.25
"""Seconds after which a board is not repeated."""

Solve = Callable[[Puzzle, int], tuple[list[Solution], bool]]
"""Takes the number of solutions wanted; returns some, and whether there are no others."""


def ours() -> Solve:
    """Nonet as its users call it."""

    def solve(puzzle: Puzzle, most: int) -> tuple[list[Solution], bool]:
        result = nonet.solve(puzzle, limit=most)
        return list(result.solutions), result.status in (Status.UNIQUE, Status.NO_SOLUTION)

    return solve


def ours_on_one_core() -> Solve:
    """Call nonet in a process that may use one core only."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    return ours()


def cadical() -> Solve:
    """CaDiCaL through PySAT: clauses for the candidates that singles leave, written in Python.

    Of every cell, and of every digit in a house, at least one and at most one candidate holds. This
    was its fastest encoding: with all candidates writing takes eleven times as long on 16x16, with
    the fewest clauses the search takes 25 times as long on 25x25.
    """
    solvers: Any = importlib.import_module("pysat.solvers")

    def solve(puzzle: Puzzle, most: int) -> tuple[list[Solution], bool]:
        choices = Choices.of(puzzle)
        if choices is None:
            return [], True
        found: list[Solution] = []
        with solvers.Cadical195(bootstrap_with=choices.clauses()) as solver:
            while len(found) < most:
                if not solver.solve():
                    return found, True
                model = solver.get_model() or []
                held = [literal for literal in model[: len(choices.candidates)] if literal > 0]
                found.append(choices.solution(literal - 1 for literal in held))
                if not held:
                    return found, True
                solver.add_clause([-literal for literal in held])
        return found, False

    return solve


def cpsat(workers: int) -> Solve:
    """CP-SAT, one boolean per candidate that singles leave; 0 workers are its own choice."""
    cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")

    def solve(puzzle: Puzzle, most: int) -> tuple[list[Solution], bool]:
        choices = Choices.of(puzzle)
        if choices is None:
            return [], True
        model = cp_model.CpModel()
        variables = [model.new_bool_var("") for _ in choices.candidates]
        for choice in choices.choices:
            model.add_exactly_one(variables[number] for number in choice)
        found, complete = _asked(cp_model, model, variables, workers, most)
        held = ([number for number, value in enumerate(values) if value] for values in found)
        return [choices.solution(numbers) for numbers in held], complete

    return solve


def cpsat_all_different() -> Solve:
    """CP-SAT, as its users write it: all-different for every house; the least work in Python."""
    cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")

    def solve(puzzle: Puzzle, most: int) -> tuple[list[Solution], bool]:
        layout, model = puzzle.layout, cp_model.CpModel()
        variables = [
            model.new_constant(digit) if digit else model.new_int_var(1, layout.size, "")
            for digit in puzzle.cells
        ]
        for house in layout.houses:
            model.add_all_different([variables[cell] for cell in house.cells])
        found, complete = _asked(cp_model, model, variables, 1, most)
        return [Solution(bytes(values), layout) for values in found], complete

    return solve


def _asked(
    cp_model: Any, model: Any, variables: list[Any], workers: int, most: int
) -> tuple[list[list[int]], bool]:
    """Return the values of one or two solutions, and whether there are no others.

    Two are enumerated, which takes half as long as to solve again without the first; but only
    one worker enumerates.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    # Else it would leave the process without Python's way of taking Ctrl-C.
    solver.parameters.catch_sigint_signal = False
    if most == 2 and workers == 1:
        solver.parameters.enumerate_all_solutions = True
        seen = up_to_two(cp_model, variables)
        status = solver.solve(model, seen)
        return seen.found, status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    found: list[list[int]] = []
    while (status := solver.solve(model)) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.append(solver.values(variables).tolist())
        if len(found) == most:
            return found, False
        true = (one for one, value in zip(variables, found[-1], strict=True) if value)
        model.add_bool_or(~variable for variable in true)
    return found, status == cp_model.INFEASIBLE


NONET, ONE_CORE = "nonet", "nonet, one core"
SOLVERS: dict[str, tuple[str, Callable[[], Solve]]] = {
    NONET: ("", ours),
    ONE_CORE: ("", ours_on_one_core),
    "CaDiCaL": ("python-sat", cadical),
    "CP-SAT": ("ortools", lambda: cpsat(1)),
    "CP-SAT, all cores": ("ortools", lambda: cpsat(0)),
    "CP-SAT, all-different": ("ortools", cpsat_all_different),
}
"""By name: the package on PyPI, and what makes the function."""
if not hasattr(os, "sched_setaffinity"):  # Linux has it.
    del SOLVERS[ONE_CORE]
RIVALS = [name for name, (package, _) in SOLVERS.items() if package]


class Process:
    """A solver's process, started when it is first asked, and again once it has ended."""

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self.seconds = seconds
        self.child: subprocess.Popen[str] | None = None

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer; the status says if there was none in time, or if it went wrong."""
        child = self.child or self.start()
        assert child.stdin and child.stdout
        with contextlib.suppress(BrokenPipeError):
            child.stdin.write(json.dumps(question) + "\n")
            child.stdin.flush()
        if line := child.stdout.readline():
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.child = None
        child.communicate()
        code = child.returncode
        return {"status": "timeout"} if code == -signal.SIGALRM else {"status": f"ended: {code}"}

    def start(self) -> subprocess.Popen[str]:
        """Start the process apart from this one's terminal, so that Ctrl-C ends it from here."""
        self.child = subprocess.Popen(
            [sys.executable, __file__, self.name, str(self.seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        return self.child

    def end(self) -> None:
        """End the process, whatever it does."""
        if self.child is not None:
            self.child.kill()
            self.child.communicate()


def main(name: str, limit: str) -> None:
    """Answer until there are no more questions."""
    solve = SOLVERS[name][1]()
    warm: set[Layout] = set()
    for line in sys.stdin:
        question = json.loads(line)
        layout = Layout(*question["box"])
        if layout not in warm:
            warm.add(layout)
            answered(solve, nearly_full(layout), layout, 2)
        signal.setitimer(signal.ITIMER_REAL, float(limit))
        answer = repeated(solve, question, layout)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(json.dumps(answer), flush=True)


def repeated(solve: Solve, question: dict[str, Any], layout: Layout) -> dict[str, Any]:
    """Solve a board, again if that was quick; return the status and the seconds."""
    seconds: list[float] = []
    cpu: list[float] = []
    while len(seconds) < question["repeats"] and sum(seconds) < ENOUGH:
        started, worked = time.perf_counter(), time.process_time()
        status = answered(solve, question["cells"], layout, question["solutions"])
        seconds.append(round(time.perf_counter() - started, 7))
        cpu.append(round(time.process_time() - worked, 7))
    return {"status": status, "seconds": seconds, "cpu": cpu}


def answered(solve: Solve, cells: list[int], layout: Layout, most: int) -> str:
    """Read the cells, solve and verify; return the status as a word."""
    puzzle = Puzzle(bytes(cells), layout)
    solutions, complete = solve(puzzle, most)
    for solution in solutions:
        if not (verdict := judge(solution, puzzle)):
            return f"wrong: {verdict}"
    if len(set(solutions)) < len(solutions):
        return "wrong: the same solution twice"
    return Status.of_search(len(solutions), exhausted=complete).name


def nearly_full(layout: Layout) -> list[int]:
    """Return a filled board without two of its digits in some places: all that is warmed up."""
    size, rows, cols = layout.size, layout.box_rows, layout.box_cols
    digits = (
        (row % rows * cols + row // rows + column) % size + 1
        for row in range(size)
        for column in range(size)
    )
    return [digit if digit > 2 else 0 for digit in digits]


if __name__ == "__main__":
    main(*sys.argv[1:])
