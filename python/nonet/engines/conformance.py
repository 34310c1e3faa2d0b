"""The conformance suite for engines: `check_engine(engine)`.

Each test is a small function that yields what is wrong. Answers are verified by the checker and
against known facts, never against another engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np

from nonet.core.errors import ConformanceError, UnsupportedError
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.core.rules import Candidates, Different, Rule
from nonet.engines.base import Engine
from nonet.judge import judge

_HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
_CORNERS = "1..............1"
_CASES: tuple[tuple[str, Layout, str, int], ...] = (
    ("1x1, empty", Layout(1, 1), ".", 1),
    ("1x1, complete", Layout(1, 1), "1", 1),
    ("2x2, empty", Layout(1, 2), "." * 4, 2),
    ("4x4, complete", Layout(2, 2), "1234341221434321", 1),
    ("4x4, one blank", Layout(2, 2), "123434122143432.", 1),
    ("4x4, unique", Layout(2, 2), "...4..1.2.4..3..", 1),
    ("4x4, two solutions", Layout(2, 2), "..3.34...1..4...", 2),
    ("4x4, empty", Layout(2, 2), "." * 16, 288),
    ("4x4, conflicting givens", Layout(2, 2), "1..1............", 0),
    ("4x4, a cell without candidates", Layout(2, 2), "123....4........", 0),
    ("6x6, four solutions", Layout(2, 3), "15..4.24..564....3.....463..2..2..31", 4),
    (
        "9x9, complete",
        Layout(3, 3),
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        1,
    ),
    (
        "9x9, one blank",
        Layout(3, 3),
        "53467891267219534819834256785976142342685.791713924856961537284287419635345286179",
        1,
    ),
    (
        "9x9, complete but wrong, digits sum to 405",
        Layout(3, 3),
        "543678912672195348198342567859761423426853791713924856961537284287419635345286179",
        0,
    ),
    (
        "9x9, singles",
        Layout(3, 3),
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        1,
    ),
    (
        "9x9, hard",
        Layout(3, 3),
        _HARD,
        1,
    ),
    (
        "9x9, no solution, no conflict",
        Layout(3, 3),
        "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..",
        0,
    ),
    (
        "9x9, two solutions",
        Layout(3, 3),
        ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87.",
        2,
    ),
    (
        "5x5, irregular regions",
        Layout.of_regions("AABBBAAABBCCDEECDDDECCDEE"),
        "....53.4.....5.2.........",
        1,
    ),
    (
        "5x5, irregular regions, conflicting givens",
        Layout.of_regions("AABBBAAABBCCDEECDDDECCDEE"),
        "1......1.................",
        0,
    ),
    ("12x12, one row", Layout(3, 4), "123456789ABC" + "." * 132, -1),
)
"""Name, layout, canonical line, number of solutions (-1: one or more, too many to count)."""
_WITH_RULES: tuple[tuple[str, Layout, str, tuple[Rule | str, ...], int], ...] = (
    ("4x4, diagonals", Layout(2, 2), "." * 16, ("diagonals",), 48),
    ("4x4, anti-king", Layout(2, 2), "." * 16, ("anti-king",), 0),
    ("4x4, anti-knight", Layout(2, 2), "." * 16, ("anti-knight",), 24),
    ("4x4, disjoint groups", Layout(2, 2), "." * 16, ("disjoint-groups",), 168),
    ("4x4, windoku", Layout(2, 2), "." * 16, ("windoku",), 168),
    ("4x4, five cells differ", Layout(2, 2), "." * 16, (Different((0, 5, 10, 15, 3)),), 0),
    ("4x4, two cells differ", Layout(2, 2), "." * 16, (Different((0, 15)),), 216),
    ("4x4, a given that two cells exclude", Layout(2, 2), _CORNERS, (Different((0, 15)),), 0),
    ("4x4, candidates", Layout(2, 2), "." * 16, (Candidates(0, (1,)), Candidates(1, (2, 3))), 48),
    ("4x4, no candidate", Layout(2, 2), "." * 16, (Candidates(7, ()),), 0),
    (
        "4x4, a given that is not a candidate",
        Layout(2, 2),
        "1" + "." * 15,
        (Candidates(0, (2,)),),
        0,
    ),
    ("9x9, candidates", Layout(3, 3), _HARD, (Candidates(1, (1, 2)),), 1),
    ("9x9, the wrong candidates", Layout(3, 3), _HARD, (Candidates(1, (3, 4)),), 0),
)
"""The same under rules."""


def check_engine(engine: Engine) -> None:
    """Raise ConformanceError with every failure, unless the engine passes."""
    failures = [
        f"{point.__name__.lstrip('_').replace('_', ' ')}: {failure}"
        for point in _POINTS
        for failure in point(engine)
    ]
    if failures:
        listed = "\n".join(f"- {failure}" for failure in failures)
        raise ConformanceError(f"engine {engine.name!r} does not conform:\n{listed}")


def _puzzles() -> Iterator[tuple[str, Puzzle, int]]:
    for name, layout, line, solutions in _CASES:
        yield name, Puzzle.from_line(line, layout), solutions
    for name, layout, line, rules, solutions in _WITH_RULES:
        yield name, Puzzle.from_line(line, layout, rules=rules), solutions


def _cases(engine: Engine) -> Iterator[tuple[str, Puzzle, int]]:
    return (case for case in _puzzles() if engine.supports(case[1]))


def _status_is_proved(engine: Engine) -> Iterator[str]:
    for name, puzzle, solutions in _cases(engine):
        if solutions < 0:
            continue
        result = engine.solve(puzzle, 2)
        expected = Status.of_search(min(solutions, 2), exhausted=True)
        if result.status != expected:
            yield f"{name}: expected {expected.name}, found {result.status.name}"
        if len(result.solutions) != min(solutions, 2):
            yield f"{name}: {len(result.solutions)} solutions with status {result.status.name}"
        if (
            result.puzzle != puzzle
            or result.engine not in (engine.name, *engine.parts)
            or result.stopped_by
        ):
            yield f"{name}: the result is for another puzzle or engine, or claims a stop"


def _solutions_are_right_and_different(engine: Engine) -> Iterator[str]:
    for name, puzzle, solutions in _cases(engine):
        found = list(islice(engine.search(puzzle, Limit(solutions=None)), 300))
        for solution in found:
            verdict = judge(solution, puzzle)
            if not verdict:
                yield f"{name}: {solution} is wrong: {verdict}"
        if len(set(found)) != len(found):
            yield f"{name}: the same solution was returned twice"
        if solutions >= 0 and len(found) != solutions:
            yield f"{name}: expected {solutions} solutions, found {len(found)}"


def _order_is_fixed(engine: Engine) -> Iterator[str]:
    for name, puzzle, _ in _cases(engine):
        runs = [list(islice(engine.search(puzzle, Limit()), 5)) for _ in range(2)]
        if runs[0] != runs[1]:
            yield f"{name}: two runs returned their solutions in different orders"


def _count_agrees(engine: Engine) -> Iterator[str]:
    for name, puzzle, solutions in _cases(engine):
        if solutions < 0:
            continue
        count = engine.count(puzzle, None)
        if count != solutions or not count.exact:
            yield f"{name}: expected exactly {solutions}, found {count}"
        if solutions:
            capped = engine.count(puzzle, solutions)
            if capped != solutions or capped.exact:
                yield f"{name}: capped at {solutions}, expected at least that, found {capped!r}"


def _limits_are_obeyed_and_told(engine: Engine) -> Iterator[str]:
    for name, puzzle, solutions in _cases(engine):
        first = engine.solve(puzzle, 1)
        if solutions and (first.status != Status.FOUND or len(first.solutions) != 1):
            yield f"{name}: limit 1: expected FOUND, found {first.status.name}"
        timed = engine.solve(puzzle, Limit(solutions=None, seconds=0.0, nodes=1))
        proved = timed.status in (Status.UNIQUE, Status.NO_SOLUTION)
        if timed.stopped_by not in (None, "seconds", "nodes", "memory"):
            yield f"{name}: stopped by {timed.stopped_by!r}, which is not a limit"
        if timed.stopped_by and proved:
            yield f"{name}: stopped by {timed.stopped_by}, but the status is {timed.status.name}"


def _counters_are_given_or_none(engine: Engine) -> Iterator[str]:
    for name, puzzle, _ in _cases(engine):
        stats = engine.solve(puzzle, 2).stats
        for counter in ("nodes", "guesses", "conflicts", "fixed"):
            given = getattr(stats, counter) is not None
            if given != (counter in engine.counters):
                yield f"{name}: {counter} is {getattr(stats, counter)}, unlike `counters` says"
        if stats.seconds is None or stats.seconds < 0:
            yield f"{name}: seconds is {stats.seconds}"


def _rows_agree(engine: Engine) -> Iterator[str]:
    for name, puzzle, solutions in _cases(engine):
        if solutions < 0:
            continue
        givens = np.frombuffer(puzzle.cells, dtype=np.uint8)
        rows = np.stack([givens, givens, np.full_like(givens, 255)])
        board = Puzzle(bytes(len(givens)), puzzle.layout, rules=puzzle.rules)
        solved = engine.solve_rows(rows, board, Limit(), threads=2)
        expected = Status.of_search(min(solutions, 2), exhausted=True)
        if puzzle.layout.size < 255 and solved.status[2] != Status.MALFORMED:
            yield f"{name}: a malformed row is {Status(int(solved.status[2])).name}"
        for status, cells in zip(solved.status[:2], solved.solutions[:2], strict=True):
            if status != expected:
                yield f"{name}: row: expected {expected.name}, found {Status(int(status)).name}"
            if solutions and not judge(Solution(cells.tobytes(), puzzle.layout), puzzle):
                yield f"{name}: row: {cells.tolist()} is wrong"


def _other_puzzles_are_refused(engine: Engine) -> Iterator[str]:
    for name, puzzle, _ in _puzzles():
        if engine.supports(puzzle):
            continue
        try:
            engine.solve(puzzle, 1)
        except UnsupportedError:
            continue
        yield f"{name}: expected UnsupportedError, found an answer"


_POINTS: tuple[Callable[[Engine], Iterator[str]], ...] = (
    _status_is_proved,
    _solutions_are_right_and_different,
    _order_is_fixed,
    _count_agrees,
    _limits_are_obeyed_and_told,
    _counters_are_given_or_none,
    _rows_agree,
    _other_puzzles_are_refused,
)
