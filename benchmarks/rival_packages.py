"""Sudoku solvers from PyPI, each behind one function and in its own process.

    python benchmarks/rival_packages.py PACKAGE LIST OUT

writes to OUT the CPU seconds until it was ready, then a line per puzzle: the solution, and whether
the package showed it to be the only one (`unique`, `several`, or `-` if it cannot tell).
benchmarks/rivals.py starts this and ends it when its time is over: some packages need hours for a
hard puzzle, and cannot be interrupted from within.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """A solution in 81 digits, or an empty text; and whether it is the only one, if known."""

    solution: str
    unique: bool | None


Solve = Callable[[str], Answer]

_HOUSES = [
    *([9 * row + column for column in range(9)] for row in range(9)),
    *([9 * row + column for row in range(9)] for column in range(9)),
    *(
        [9 * (top + row) + left + column for row in range(3) for column in range(3)]
        for top in (0, 3, 6)
        for left in (0, 3, 6)
    ),
]


def ortools() -> Solve:
    """CP-SAT, as its users write it: 27 times all-different, then up to two solutions."""
    cp_model: Any = importlib.import_module("ortools.sat.python.cp_model")

    def solve(line: str) -> Answer:
        model = cp_model.CpModel()
        variables = [
            model.new_int_var(1, 9, "") if digit == "." else model.new_constant(int(digit))
            for digit in line
        ]
        for house in _HOUSES:
            model.add_all_different([variables[cell] for cell in house])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        seen = up_to_two(cp_model, variables)
        solver.solve(model, seen)
        solution = "".join(map(str, seen.found[0])) if seen.found else ""
        return Answer(solution, len(seen.found) == 1)

    return solve


def up_to_two(cp_model: Any, variables: list[Any]) -> Any:
    """Return what CP-SAT tells the solutions that it enumerates; it ends the search at two."""

    class UpToTwo(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.found: list[list[int]] = []

        def on_solution_callback(self) -> None:
            self.found.append([self.value(variable) for variable in variables])
            if len(self.found) == 2:
                self.stop_search()

    return UpToTwo()


def python_sat() -> Solve:
    """CaDiCaL through PySAT: one variable per cell and digit, the rules loaded once.

    The givens are assumptions, so that what is learned of the rules serves every puzzle: 35 times
    the rate of a new solver for each on 17 clues, 3 times on the hardest. The solution found is
    then forbidden, under a variable of its own, and the question asked again. Of PySAT's solvers
    CaDiCaL 1.5.3 was the fastest in this use, with MiniSat 2.2.
    """
    solvers: Any = importlib.import_module("pysat.solvers")
    solver = solvers.Solver(name="cadical153", bootstrap_with=_rules())
    switches = itertools.count(9 * 81 + 1)

    def solve(line: str) -> Answer:
        givens = [_variable(cell, int(digit)) for cell, digit in enumerate(line) if digit != "."]
        if not solver.solve(assumptions=givens):
            return Answer("", False)
        true = [literal for literal in solver.get_model()[: 9 * 81] if literal > 0]
        switch = next(switches)
        solver.add_clause([-switch, *(-literal for literal in true)])
        unique = not solver.solve(assumptions=[switch, *givens])
        solver.add_clause([-switch])
        return Answer("".join(str((literal - 1) % 9 + 1) for literal in true), unique)

    return solve


def _variable(cell: int, digit: int) -> int:
    return 9 * cell + digit


def _rules() -> list[list[int]]:
    """Each cell has one digit, and each digit one cell in every house: clauses."""
    digits = range(1, 10)
    choices = [[_variable(cell, digit) for digit in digits] for cell in range(81)]
    choices += [[_variable(cell, digit) for cell in house] for house in _HOUSES for digit in digits]
    pairs = [[-a, -b] for choice in choices for a, b in itertools.combinations(choice, 2)]
    return choices + pairs


def py_sudoku() -> Solve:
    """py-sudoku, whose module is named `sudoku`."""
    module: Any = importlib.import_module("sudoku")

    def solve(line: str) -> Answer:
        puzzle = module.Sudoku(3, 3, board=_rows(line))
        found = puzzle.solve().board
        if None in found[0]:
            return Answer("", False)
        return Answer(
            "".join(map(str, itertools.chain(*found))), not puzzle.has_multiple_solutions()
        )

    return solve


def dokusan() -> Solve:
    """Call dokusan's backtracking; it stops at the first solution."""
    boards: Any = importlib.import_module("dokusan.boards")
    solvers: Any = importlib.import_module("dokusan.solvers")
    box = boards.BoxSize(3, 3)

    def solve(line: str) -> Answer:
        return Answer(str(solvers.backtrack(boards.Sudoku.from_list(_rows(line), box))), None)

    return solve


def lib_sudoku() -> Solve:
    """lib_sudoku, a native module; it stops at the first solution."""
    module: Any = importlib.import_module("lib_sudoku")

    def solve(line: str) -> Answer:
        found = module.solve(bytearray(itertools.chain(*_rows(line))))
        return Answer("".join(map(str, found)), None)

    return solve


def _rows(line: str) -> list[list[int]]:
    cells = [0 if digit == "." else int(digit) for digit in line]
    return [cells[start : start + 9] for start in range(0, 81, 9)]


PACKAGES: dict[str, tuple[str, Callable[[], Solve]]] = {
    "ortools": ("ortools", ortools),
    "python-sat": ("pysat", python_sat),
    "py-sudoku": ("sudoku", py_sudoku),
    "dokusan": ("dokusan", dokusan),
    "lib_sudoku": ("lib_sudoku", lib_sudoku),
}
"""By the name on PyPI: the module, and what makes its function."""


def installed(package: str) -> str | None:
    """Return the version of a package, or None if it, or its own module, is not there.

    More than one package installs a module named `sudoku`; the one asked for has to own it.
    """
    module, _ = PACKAGES[package]
    owners = importlib.metadata.packages_distributions().get(module, [])
    return importlib.metadata.version(package) if set(owners) == {package} else None


def main(package: str, puzzles: str, out: str) -> None:
    """Solve the list from the first line on, a line of answer each."""
    solve = PACKAGES[package][1]()
    words = {True: "unique", False: "several", None: "-"}
    with Path(out).open("w", encoding="utf-8", buffering=1) as stream:
        print(time.process_time(), file=stream)
        for line in Path(puzzles).read_text(encoding="utf-8").splitlines():
            try:
                answer = solve(line)
            except Exception as error:
                # A rival that fails on a puzzle goes on with the next; its answer counts as wrong.
                answer = Answer(type(error).__name__, None)
            print(answer.solution or "none", words[answer.unique], file=stream)


if __name__ == "__main__":
    main(*sys.argv[1:])
