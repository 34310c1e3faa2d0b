"""A second engine: it agrees, it runs into a limit, or it contradicts, which is loud."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from jsonschema import Draft202012Validator

import nonet
from boards import EASY, EASY_SOLUTION, GUESTS, HARD, SIX, skip_if_missing
from nonet import Limit, Puzzle, Result, Solution, Status
from nonet.cli import run
from nonet.core.result import Stats
from nonet.engines.agreement import can_agree, confirm, find_fault
from nonet.engines.guest import GuestEngine
from nonet.engines.reference import ReferenceEngine

EMPTY = "." * 81
FOUR, FOUR_SOLUTION = "...4..1.2.4..3..", "1234341221434321"
SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "solve.schema.json"

TWO_SOLUTIONS = Puzzle.from_line("..3.34...1..4...", nonet.Layout(2, 2))
Output = tuple[int, str, str]
Answer = tuple[Status, tuple[Solution, ...]]
Told = tuple[Status, tuple[Solution, ...], str | None]


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Result], Result]], str]:
    """Register an engine that changes its answers, and return its name."""
    from nonet.engines import roster

    monkeypatch.setattr(roster, "_loaded", dict(roster._loaded))
    monkeypatch.setattr(roster, "_order", list(roster._order))

    def register(lie: Callable[[Result], Result]) -> str:
        class Liar(ReferenceEngine):
            name: ClassVar[str] = "liar"

            def solve(self, puzzle: Puzzle, limit: Limit | int | None = 2) -> Result:
                return lie(super().solve(puzzle, limit))

        nonet.register_engine(Liar())
        return Liar.name

    return register


@pytest.fixture
def say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., Output]:
    """Run `nonet solve` in this process; return its exit code and what it said."""
    monkeypatch.chdir(tmp_path)

    def call(*args: str) -> Output:
        code = run(["solve", *args])
        return code, *capfd.readouterr()

    return call


def nothing(result: Result) -> Result:
    return replace(result, status=Status.NO_SOLUTION, solutions=())


def several(result: Result) -> Result:
    other = Solution(result.solutions[0].cells[::-1], result.puzzle.layout)
    return replace(result, status=Status.MULTIPLE, solutions=(*result.solutions, other))


def swapped(result: Result) -> Result:
    swap = bytes.maketrans(b"\1\2", b"\2\1")
    solution = Solution(result.solutions[0].cells.translate(swap), result.puzzle.layout)
    return replace(result, solutions=(solution,))


def stopped(result: Result) -> Result:
    return replace(result, status=Status.UNKNOWN, solutions=(), stopped_by="seconds")


def fewer(result: Result) -> Result:
    return replace(result, solutions=result.solutions[:-1])


# In Python


@pytest.mark.parametrize("line", [EASY, HARD, SIX, EMPTY, "1..1............"])
@pytest.mark.parametrize("guest", GUESTS, ids=lambda guest: guest.name)
def test_honest_engines_confirm(guest: GuestEngine, line: str) -> None:
    skip_if_missing(guest)
    assert nonet.solve(line, confirm=guest.name).confirmed_by == guest.name
    assert nonet.solve(line, confirm=guest, limit=1).confirmed_by == guest.name


def test_without_a_second_engine_nothing_is_confirmed() -> None:
    assert nonet.solve(EASY).confirmed_by is None
    assert nonet.solve(EASY, confirm="reference").confirmed_by == "reference"
    with pytest.raises(nonet.UnknownEngineError):
        nonet.solve(EASY, confirm="cpsad")


def test_an_engine_does_not_confirm_itself() -> None:
    with pytest.raises(nonet.ArgumentError, match="'dlx' cannot confirm its own answer"):
        nonet.solve(EASY, engine="dlx", confirm="dlx")


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        (nothing, "liar says no-solution"),
        (several, "liar says multiple, 2 solutions (liar returned a wrong solution: "),
        (swapped, "(liar returned a wrong solution: "),
        (fewer, "liar says unique (liar says unique but returned no solution)"),
    ],
)
def test_disagreement_raises_with_both_results(
    liar: Callable[..., str], lie: Callable[[Result], Result], said: str
) -> None:
    with pytest.raises(nonet.DisagreementError) as caught:
        nonet.solve(EASY, confirm=liar(lie))
    error = caught.value
    assert f"engines disagree: lanes says unique of {EASY_SOLUTION}; " in str(error)
    assert said in str(error) and EASY in str(error)
    assert [result.engine for result in error.results] == ["lanes", "liar"]
    assert error.results[0].solution != error.results[1].second
    assert pickle.loads(pickle.dumps(error)).results == error.results


def test_another_legal_solution_refutes_a_unique_one(liar: Callable[..., str]) -> None:
    """The first engine claims that the second of four solutions is the only one."""
    name = liar(
        lambda result: replace(result, status=Status.UNIQUE, solutions=result.solutions[1:2])
    )
    for other in ("dlx", "reference"):
        with pytest.raises(nonet.DisagreementError, match="liar says unique of 15"):
            nonet.solve(SIX, engine=name, confirm=other)


def test_a_list_of_solutions_is_compared_too(liar: Callable[..., str]) -> None:
    name = liar(fewer)
    with pytest.raises(nonet.DisagreementError, match="4 solutions; liar says multiple, 3"):
        nonet.solve(SIX, confirm=name, limit=None)
    with pytest.raises(nonet.DisagreementError):
        nonet.solve(SIX, confirm=name, limit=3)


def test_a_stopped_engine_confirms_nothing_and_refutes_nothing(liar: Callable[..., str]) -> None:
    name = liar(stopped)
    assert nonet.solve(EASY, confirm=name).confirmed_by is None
    assert nonet.solve(EASY, engine=name, confirm="reference").confirmed_by is None


# The command


def test_agreement_is_told(say: Callable[..., Output]) -> None:
    code, out, err = say("--confirm", "reference", EASY)
    assert (code, err) == (
        0,
        "",
    ) and "the fastest for 9x9; confirmed by reference)" in out
    code, out, err = say("--confirm", "dlx", EASY, SIX)
    assert (code, err) == (0, "nonet: dlx confirmed 2 of 2\n")
    assert [line.split()[1] for line in out.splitlines()] == ["unique", "multiple"]


def test_disagreement_is_loud(say: Callable[..., Output], liar: Callable[..., str]) -> None:
    name = liar(lambda result: result if result.puzzle.layout.size == 4 else nothing(result))
    code, out, err = say("--confirm", name, EASY)
    assert (code, out) == (4, f"{EMPTY} disagreement\n")
    assert err.startswith(f"nonet: engines disagree: lanes says unique of {EASY_SOLUTION}; liar ")
    assert f"liar says no-solution\n  puzzle: {EASY}\n" in err
    code, out, err = say("--confirm", name, FOUR, EASY, "12345")
    words = [line.split()[1] for line in out.splitlines()]
    assert (code, words) == (4, ["unique", "disagreement", "malformed"])
    assert "nonet: argument 2: engines disagree: " in err
    assert err.endswith("nonet: liar confirmed 1 of 2\n")


def test_what_is_not_confirmed_has_its_exit_code(
    say: Callable[..., Output], liar: Callable[..., str]
) -> None:
    name = liar(stopped)
    code, out, err = say("--confirm", name, EASY)
    assert (code, err) == (3, "nonet: not confirmed by liar\n")
    assert "This is the only solution." in out and "confirmed" not in out
    code, _, err = say("--confirm", name, EASY, FOUR)
    assert code == 3 and "nonet: argument 2: not confirmed by liar\n" in err
    assert err.endswith("nonet: liar confirmed 0 of 2\n")


def test_json_has_both_answers(say: Callable[..., Output], liar: Callable[..., str]) -> None:
    name = liar(lambda result: result if result.puzzle.layout.size == 4 else nothing(result))
    schema = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    code, out, err = say("--json", "--confirm", name, FOUR, EASY)
    assert code == 4 and "engines disagree" in err
    agreed, disputed = map(json.loads, out.splitlines())
    assert (agreed["status"], agreed["confirmed_by"]) == ("unique", "liar")
    assert (disputed["status"], disputed["puzzle"]) == ("disagreement", EASY)
    assert [answer["status"] for answer in disputed["answers"]] == ["unique", "no-solution"]
    assert disputed["error"]["message"].startswith("argument 2: engines disagree")
    for found in (agreed, disputed, json.loads(say("--json", "--confirm", name, EASY)[1])):
        schema.validate(found)
    assert json.loads(say("--json", FOUR)[1])["confirmed_by"] is None


# Answers side by side


ONE, OTHER = nonet.solutions(TWO_SOLUTIONS)
WRONG = Solution(ONE.cells.translate(bytes.maketrans(b"\3\4", b"\4\3")), ONE.layout)


@pytest.mark.parametrize(
    ("status", "solutions", "fault"),
    [
        (Status.UNIQUE, (ONE,), None),
        (Status.FOUND, (OTHER,), None),
        (Status.MULTIPLE, (ONE, OTHER), None),
        (Status.NO_SOLUTION, (), None),
        (Status.UNKNOWN, (), None),
        (Status.MULTIPLE, (ONE, ONE), "returned the same solution twice"),
        (Status.MULTIPLE, (ONE, WRONG), "returned a wrong solution: r1c3 is 4, but 3 is given"),
        (Status.UNIQUE, (), "says unique but returned no solution"),
        (Status.MULTIPLE, (), "says multiple but returned no solution"),
        (Status.FOUND, (), "says found but returned no solution"),
        (Status.NO_SOLUTION, (ONE,), "says no-solution but returned a solution"),
        (Status.UNKNOWN, (ONE,), "says unknown but returned a solution"),
    ],
)
def test_what_is_wrong_with_an_answer_by_itself(
    status: Status, solutions: tuple[Solution, ...], fault: str | None
) -> None:
    assert find_fault(TWO_SOLUTIONS, status, solutions) == fault


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ((Status.UNIQUE, (ONE,)), (Status.UNIQUE, (ONE,)), True),
        ((Status.UNIQUE, (ONE,)), (Status.UNIQUE, (OTHER,)), False),
        ((Status.UNIQUE, (ONE,)), (Status.FOUND, (ONE,)), True),
        ((Status.UNIQUE, (ONE,)), (Status.FOUND, (OTHER,)), False),
        ((Status.UNIQUE, (ONE,)), (Status.MULTIPLE, (ONE,)), False),
        ((Status.UNIQUE, (ONE,)), (Status.NO_SOLUTION, ()), False),
        ((Status.UNIQUE, (ONE,)), (Status.UNKNOWN, ()), True),
        ((Status.MULTIPLE, (ONE, OTHER)), (Status.MULTIPLE, (OTHER,)), True),
        ((Status.MULTIPLE, (ONE, OTHER)), (Status.FOUND, (OTHER,)), True),
        ((Status.MULTIPLE, (ONE, OTHER)), (Status.NO_SOLUTION, ()), False),
        ((Status.FOUND, (ONE,)), (Status.FOUND, (OTHER,)), True),
        ((Status.FOUND, (ONE,)), (Status.NO_SOLUTION, ()), False),
        ((Status.NO_SOLUTION, ()), (Status.NO_SOLUTION, ()), True),
        ((Status.NO_SOLUTION, ()), (Status.UNKNOWN, ()), True),
        ((Status.UNKNOWN, ()), (Status.UNKNOWN, ()), True),
    ],
)
def test_which_answers_can_both_be_right(one: Answer, other: Answer, agree: bool) -> None:
    assert can_agree(*one, *other) is agree
    assert can_agree(*other, *one) is agree


class Said(ReferenceEngine):
    """An engine that gives the answer it was made with."""

    name: ClassVar[str] = "said"

    def __init__(self, status: Status, solutions: tuple[Solution, ...], stopped_by: str | None):
        self.answer = Result(TWO_SOLUTIONS, status, solutions, self.name, Stats(), stopped_by)

    def solve(self, puzzle: Puzzle, limit: Limit | int | None = 2) -> Result:  # type: ignore[override]
        return self.answer


@pytest.mark.parametrize(
    ("first", "second", "limit", "outcome"),
    [
        ((Status.MULTIPLE, (ONE, OTHER), None), (Status.MULTIPLE, (OTHER, ONE), None), 2, True),
        ((Status.MULTIPLE, (ONE, OTHER), "nodes"), (Status.MULTIPLE, (ONE, OTHER), None), 5, True),
        ((Status.NO_SOLUTION, (), None), (Status.NO_SOLUTION, (), None), 2, True),
        ((Status.FOUND, (ONE,), None), (Status.FOUND, (OTHER,), None), 1, True),
        ((Status.FOUND, (ONE,), "nodes"), (Status.FOUND, (ONE,), None), 2, False),
        ((Status.FOUND, (ONE,), None), (Status.FOUND, (ONE,), "seconds"), 2, False),
        ((Status.UNKNOWN, (), "nodes"), (Status.UNKNOWN, (), "nodes"), 2, False),
        ((Status.UNIQUE, (ONE,), None), (Status.FOUND, (ONE,), "nodes"), 2, False),
        ((Status.UNIQUE, (ONE,), None), (Status.FOUND, (OTHER,), "nodes"), 2, None),
        ((Status.MULTIPLE, (ONE, OTHER), None), (Status.MULTIPLE, (ONE,), None), 2, None),
        ((Status.FOUND, (ONE,), None), (Status.FOUND, (OTHER,), None), None, None),
        ((Status.MULTIPLE, (ONE, ONE), None), (Status.MULTIPLE, (ONE, OTHER), None), 2, None),
    ],
)
def test_what_confirms_what(
    first: Told, second: Told, limit: int | None, outcome: bool | None
) -> None:
    """True: confirmed; False: not; None: they disagree."""
    result = replace(Said(*first).answer, engine="first")
    if outcome is None:
        with pytest.raises(nonet.DisagreementError) as caught:
            confirm(result, Said(*second), Limit(limit))
        assert caught.value.engines == ("first", "said")
        return
    confirmed = confirm(result, Said(*second), Limit(limit))
    assert confirmed == replace(result, confirmed_by="said" if outcome else None)
