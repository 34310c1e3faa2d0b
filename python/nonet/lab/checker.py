"""Check a strategy on small boards whose solutions are all known."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.core.errors import NonetError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.judge import judge
from nonet.lab.method import Method, run_method
from nonet.lab.parts import PartError
from nonet.lab.presets import method_of

_BOARDS: tuple[tuple[str, str, int], ...] = (
    ("a board with one solution", "...4..1.2.4..3..", 1),
    ("a board with two solutions", "..3.34...1..4...", 2),
    ("a board without a solution", "123....4........", 0),
    ("a full board", "1234341221434321", 1),
    ("a board with conflicting givens", "1..1............", 0),
    ("the empty 4x4 board", "." * 16, 288),
)
_NODES = 200_000


def check_strategy(method: Method | str) -> None:
    """Raise PartError with everything that is wrong; return if nothing is.

    An incomplete method (a local search) must still find correct solutions and claim no proof.
    """
    method = method_of(method)
    problems = [problem for board in _BOARDS for problem in _check_board(method, *board)]
    if problems:
        listed = "\n".join(f"- {problem}" for problem in problems)
        raise PartError(f"strategy {method.name!r} is wrong:\n{listed}")


def _check_board(method: Method, name: str, line: str, solutions: int) -> Iterator[str]:
    puzzle = Puzzle.from_line(line, Layout(2, 2))
    wanted = None if method.enumerates else 1
    try:
        run = run_method(method, puzzle, Limit(solutions=wanted, nodes=_NODES, seconds=20), seed=1)
    except NonetError as error:
        yield f"{name}: {error}"
        return
    for solution in run.solutions:
        verdict = judge(solution, puzzle)
        if not verdict:
            yield f"{name}: {solution} is not a solution: {verdict}"
    if len(set(run.solutions)) != len(run.solutions):
        yield f"{name}: the same solution was found twice"
    if not method.complete:
        if run.status is Status.NO_SOLUTION:
            yield f"{name}: claims that there is no solution, but cannot prove it"
        return
    if run.stopped_by:
        yield f"{name}: not finished after {_NODES:,} nodes or 20 seconds"
    elif method.enumerates and len(run.solutions) != solutions:
        wanted_words = f"{solutions} solution{'' if solutions == 1 else 's'}"
        lost = (
            "; a part may be eliminating correct values" if len(run.solutions) < solutions else ""
        )
        yield f"{name}: expected {wanted_words}, found {len(run.solutions)}{lost}"
    elif bool(run.solutions) != bool(solutions):
        yield f"{name}: expected {'a' if solutions else 'no'} solution, found {run.status.word}"
