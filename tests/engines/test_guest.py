"""The engines around packages: their encoding, their limits, Ctrl-C, and life without them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from itertools import combinations, islice, product

import pytest

import nonet
from boards import EASY, GUESTS, HARD, LAYOUTS, SIX, skip_if_missing
from nonet import Layout, Limit, Puzzle, Status
from nonet.engines.candidates import Choices
from nonet.engines.guest import GuestEngine, run_aside
from nonet.engines.roster import best_engine

each_guest = pytest.mark.parametrize("guest", GUESTS, ids=lambda guest: guest.name)
LARGE = Puzzle(bytes(36 * 36), Layout(6, 6))
"""Empty, so that nobody finds all of its solutions."""


# What singles leave open


def test_singles_leave_nothing_of_an_easy_board() -> None:
    choices = Choices.of(Puzzle.from_line(EASY))
    assert choices is not None and not choices.candidates and not choices.choices
    assert choices.solution(()) == nonet.solve(EASY).solution


def test_choices_are_those_of_cells_and_of_digits_in_houses() -> None:
    choices = Choices.of(Puzzle(bytes(36), Layout(2, 3)))
    assert choices is not None
    assert choices.candidates == tuple(product(range(36), range(1, 7)))
    assert len(choices.choices) == len(set(choices.choices)) == 36 + 3 * 6 * 6
    assert {len(choice) for choice in choices.choices} == {6}
    for choice in choices.choices:
        cells = {choices.candidates[number][0] for number in choice}
        digits = {choices.candidates[number][1] for number in choice}
        assert sorted((len(cells), len(digits))) == [1, 6]


def test_contradictions_that_singles_meet_leave_no_choices() -> None:
    assert Choices.of(Puzzle.from_line("1..1............", Layout(2, 2))) is None
    assert Choices.of(Puzzle.from_line("123....4........", Layout(2, 2))) is None


@pytest.mark.parametrize("size", [2, 30, 31, 37, 100])
def test_clauses_let_exactly_one_hold(size: int) -> None:
    """Unit propagation alone excludes the others once one is true."""
    choices = Choices(
        Layout.of_size(1),
        b"",
        tuple((0, digit) for digit in range(1, size + 1)),
        (tuple(range(size)),),
    )
    clauses = list(choices.clauses())
    assert clauses[0] == list(range(1, size + 1))
    for held in (1, size // 2 + 1, size):
        true = _propagate(clauses, held)
        assert true is not None
        assert {literal for literal in true if abs(literal) <= size} == {
            literal if literal == held else -literal for literal in range(1, size + 1)
        }
    for one, other in islice(combinations(range(1, size + 1), 2), 50):
        assert _propagate(clauses, one, other) is None
    if size > 30:
        assert len(clauses) < size * (size - 1) // 4


def _propagate(clauses: list[list[int]], *true: int) -> set[int] | None:
    """Return what follows by unit clauses, or None at a contradiction."""
    known = set(true)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any(literal in known for literal in clause):
                continue
            left = [literal for literal in clause if -literal not in known]
            if not left:
                return None
            if len(left) == 1:
                known.add(left[0])
                changed = True
    return known


# Answers and limits


@each_guest
def test_guests_have_right_answers_on_every_layout(guest: GuestEngine) -> None:
    skip_if_missing(guest)
    for layout in LAYOUTS:
        result = guest.solve(Puzzle(bytes(layout.cell_count), layout), Limit(2, seconds=60))
        assert result.status is (Status.UNIQUE if layout.size == 1 else Status.MULTIPLE)
        assert all(nonet.check(solution, result.puzzle) for solution in result.solutions)


@each_guest
def test_one_by_one_and_all_at_once_are_the_same_solutions(guest: GuestEngine) -> None:
    skip_if_missing(guest)
    empty = Puzzle(bytes(16), Layout(2, 2))
    together = guest.solve(empty, None).solutions
    search = guest.search(empty, Limit())
    mixed = [next(search), next(search), *search.take(5), next(search)]
    assert not search.exhausted
    mixed += search
    assert search.exhausted and next(search, None) is None
    assert len(set(together)) == 288
    assert mixed == list(guest.search(empty, Limit())) == list(together)


@each_guest
def test_conflicts_are_counted(guest: GuestEngine) -> None:
    skip_if_missing(guest)
    assert (guest.solve(Puzzle.from_line(HARD)).stats.conflicts or 0) > 0
    assert guest.solve(Puzzle.from_line(EASY)).stats.conflicts == 0


@each_guest
def test_time_and_memory_stop_a_guest(guest: GuestEngine) -> None:
    skip_if_missing(guest)
    guest.solve(Puzzle.from_line(HARD))  # To import a package takes a second.
    started = time.monotonic()
    stopped = guest.solve(LARGE, Limit(None, seconds=1.5))
    assert stopped.status in (Status.UNKNOWN, Status.MULTIPLE)
    assert stopped.stopped_by == "seconds"
    assert time.monotonic() - started < 5
    full = guest.solve(LARGE, Limit(memory=1_000_000))
    assert (full.status, full.stopped_by) == (Status.UNKNOWN, "memory")
    assert guest.solve(Puzzle.from_line(HARD), Limit(memory=1_000_000)).stopped_by is None


@each_guest
def test_ctrl_c_ends_a_long_solve(guest: GuestEngine) -> None:
    skip_if_missing(guest)
    guest.solve(Puzzle.from_line(HARD))
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(2.0, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            guest.solve(LARGE, Limit(None, seconds=30))
    finally:
        timer.cancel()
    assert time.monotonic() - pressed[0] < 3  # Alone on a machine, less than one.


def test_an_interrupted_call_is_told_until_it_ends() -> None:
    told = threading.Semaphore(0)
    calls: list[None] = []

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(2):
            assert told.acquire(timeout=10)

    def interrupt() -> None:
        calls.append(None)
        told.release()

    with pytest.raises(KeyboardInterrupt):
        run_aside(work, interrupt)
    assert len(calls) >= 2


# The packages


def test_a_guest_is_never_the_best_engine() -> None:
    assert {
        type(best_engine(Puzzle(bytes(layout.cell_count), layout))) for layout in LAYOUTS
    }.isdisjoint(map(type, GUESTS))
    assert all(nonet.solve(line).engine not in ("cpsat", "pysat") for line in (EASY, SIX))


def test_nothing_imports_the_packages_before_they_are_used() -> None:
    probe = (
        "import nonet, sys; nonet.all_engines(); nonet.solve('...4..1.2.4..3..');"
        "print([m for m in ('ortools', 'pysat', 'pysolvers', 'pandas') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


@pytest.fixture
def without_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonet.engines.guest.find_spec", lambda name: None)


@pytest.mark.usefixtures("without_packages")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cpsat", "engine 'cpsat' needs ortools: pip install 'nonet[cpsat]'"),
        ("pysat", "engine 'pysat' needs python-sat: pip install 'nonet[sat]'"),
    ],
)
def test_without_its_package_a_guest_says_how_to_get_it(
    name: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    from nonet.cli import run

    calls: list[Callable[[], object]] = [
        lambda: nonet.solve(EASY, engine=name),
        lambda: nonet.solve(EASY, confirm=name),
        lambda: nonet.check_engine(nonet.engine_named(name)),
    ]
    for call in calls:
        with pytest.raises(nonet.MissingPackageError) as caught:
            call()
        assert str(caught.value) == message
    assert not nonet.engine_named(name).supports(Puzzle(bytes(81)))
    for args in (["--engine", name], ["--confirm", name]):
        assert run(["solve", *args, EASY, SIX]) == 2
        out, err = capfd.readouterr()
        assert out == "" and message in " ".join(err.split())
    assert run(["engines"]) == 0
    listed = " ".join(capfd.readouterr().out.split())
    assert message.split(": ")[1] in listed and "every board" in listed
