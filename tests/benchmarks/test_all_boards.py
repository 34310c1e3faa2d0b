"""The comparison of all board sizes: its groups, its figures, and a short run."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import nonet
from board_groups import GROUPS, minimal_boards, read_groups
from board_report import by_group, contradictory, dumped, duration, markdown, ratio, times_of
from board_solvers import NONET, ONE_CORE, SOLVERS, answered
from boards import GUESTS, skip_if_missing
from nonet import Layout, Puzzle, Status

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "all_boards.py"


def answer(*seconds: float, status: str = "UNIQUE") -> dict[str, Any]:
    return {"status": status, "seconds": list(seconds), "cpu": list(seconds)}


LATE = {"status": "timeout"}


def record(board: str = "a:1", group: str = "16x16", **answers: Any) -> dict[str, Any]:
    names = {"ours": NONET, "one": ONE_CORE, "cadical": "CaDiCaL", "cpsat": "CP-SAT"}
    found = {names[name]: value for name, value in answers.items()}
    return {"board": board, "group": group, "givens": 9, "solutions": 2, "answers": found}


def report(*records: dict[str, Any]) -> dict[str, Any]:
    machine = {"processor": "P", "cores": 2, "system": "S", "python": "3", "date": "2026-01-01"}
    return {
        "machine": machine,
        "nonet": "1",
        "packages": {"ortools": None, "python-sat": "2"},
        "command": "python benchmarks/all_boards.py",
        "options": {"seconds": 20.0, "repeats": 3, "seed": 1},
        "rates": {"4x4 minimal": {"puzzles": 3, "best": 2e6, "all_threads": 3e6}},
        "boards": list(records),
    }


# Figures


def test_the_better_rival_is_compared_with_the_best_repeat() -> None:
    both = record(ours=answer(0.2, 0.1), cadical=answer(0.3), cpsat=answer(0.5, 0.2))
    assert ratio(both, 20) == pytest.approx(2)
    assert times_of(record(ours=LATE))[NONET] == math.inf


def test_only_boards_that_a_rival_solved_have_a_ratio_and_our_failures_count() -> None:
    assert ratio(record(ours=answer(1), cadical=LATE), 20) is None
    assert ratio(record(ours=answer(1)), 20) is None
    assert ratio(record(ours=LATE, cadical=answer(2)), 20) == pytest.approx(0.1)


def test_answers_contradict_each_other_only_if_they_cannot_all_be_true() -> None:
    assert not contradictory(["UNIQUE", "FOUND", "timeout"])
    assert not contradictory(["MULTIPLE", "FOUND"])
    assert contradictory(["UNIQUE", "MULTIPLE"])
    assert contradictory(["NO_SOLUTION", "FOUND"])


def test_tables_name_goals_slower_boards_and_trouble() -> None:
    text = markdown(
        report(
            record("a:1", ours=answer(0.0005), one=answer(0.0005), cadical=answer(0.05)),
            record("a:2", ours=answer(0.015), one=answer(0.03), cadical=answer(0.005)),
            record("a:3", ours=answer(0.0005), one=answer(0.0005)),
            record("b:1", "36x36 50-54 %", ours=LATE, cadical=answer(9), cpsat=LATE),
            record("c:1", "12x12", ours=answer(1), cadical=answer(1, status="MULTIPLE")),
        )
    )
    rows = {line.split(" | ")[0][2:]: line.split(" | ") for line in text.splitlines()}
    assert rows["16x16"][1:5] == ["3 (2)", "500 µs / 15 ms", "500 µs / 30 ms", "27.5 ms / 50 ms"]
    assert rows["16x16"][-3:] == ["median < 1 ms, each < 20 ms", "yes", "no |"]
    assert rows["36x36 50-54 %, stretch"][2] == "> 20 s / > 20 s (1 not)"
    assert rows["a:2"][1:] == ["16x16", "15 ms", "30 ms", "5 ms (CaDiCaL)", "3 |"]
    assert "b:1" in rows and "a:1" not in rows
    assert "by a rival alone: 1" in text and "Missing: ortools." in text
    assert "- c:1, CaDiCaL: MULTIPLE" in text and "- c:1, nonet: UNIQUE" in text


def test_reports_come_back_from_json() -> None:
    whole = report(record(ours=answer(1)), record("a:2"))
    assert json.loads(dumped(whole)) == whole
    assert json.loads(dumped(report())) == report()


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.000012, "12 µs"), (0.001, "1 ms"), (0.0123, "12.3 ms"), (20, "20 s")]
)
def test_durations_are_written_in_a_unit_that_suits(seconds: float, text: str) -> None:
    assert duration(seconds) == text


# Boards


def test_generated_boards_are_minimal_and_come_from_the_seed() -> None:
    layout = Layout(2, 2)
    boards = minimal_boards(layout, 5, seed=3)
    assert boards == minimal_boards(layout, 5, seed=3) != minimal_boards(layout, 5, seed=4)
    for board in boards:
        assert nonet.solve(Puzzle(bytes(board.cells), layout)).status is Status.UNIQUE
        for cell in filter(board.cells.__getitem__, range(16)):
            fewer = [*board.cells[:cell], 0, *board.cells[cell + 1 :]]
            assert nonet.solve(Puzzle(bytes(fewer), layout)).status is Status.MULTIPLE


def test_every_public_board_has_a_group_and_every_group_has_boards(data: Path) -> None:
    groups = read_groups(data, seed=1)
    assert list(groups) == [group.name for group in GROUPS]
    lines = sum(
        len(path.read_text(encoding="utf-8").splitlines())
        for path in (data / "boards").glob("*.jsonl")
    )
    names = [board.name for boards in groups.values() for board in boards]
    assert len(set(names)) == len(names) == lines + 400
    assert {board.solutions for board in groups["16x16"]} == {1, 2}
    assert {board.solutions for board in groups["25x25 public, minimal"]} == {2}
    assert {board.solutions for board in groups["36x36 public"]} == {1}


# Solvers


@pytest.mark.parametrize("name", [name for name in SOLVERS if name != ONE_CORE])
def test_solvers_prove_what_is_asked(name: str) -> None:
    for guest in GUESTS:
        if guest.package == SOLVERS[name][0]:
            skip_if_missing(guest)
    solve, layout = SOLVERS[name][1](), Layout(2, 2)
    four = [0, 0, 0, 4, 0, 0, 1, 0, 2, 0, 4, 0, 0, 3, 0, 0]
    assert answered(solve, four, layout, 2) == "UNIQUE"
    assert answered(solve, [0] * 16, layout, 2) == "MULTIPLE"
    assert answered(solve, [0] * 16, layout, 1) == "FOUND"
    for wrong in ([1, 0, 0, 1], [1, 2, 3, 0, 0, 0, 0, 4]):
        assert answered(solve, wrong + [0] * (16 - len(wrong)), layout, 2) == "NO_SOLUTION"


def test_a_wrong_answer_is_noticed() -> None:
    layout = Layout(2, 2)

    def lie(puzzle: Puzzle, most: int) -> tuple[list[nonet.Solution], bool]:
        return [nonet.Solution(bytes([1, 2, 3, 4] * 4), puzzle.layout)], True

    assert answered(lie, [0] * 16, layout, 1).startswith("wrong: ")


# A process of its own


def command(out: Path, *options: str) -> list[str]:
    groups = ("4x4", "16x16", "49x49 from")
    chosen = [part for group in groups for part in ("--group", group)]
    return [sys.executable, str(SCRIPT), "--quick", "--json", str(out), *chosen, *options]


def test_a_quick_run_goes_through_and_resumes(data: Path, tmp_path: Path) -> None:
    for guest in GUESTS:
        skip_if_missing(guest)
    out = tmp_path / "boards.json"
    run = subprocess.run(command(out), capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    found = json.loads(out.read_text(encoding="utf-8"))
    assert list(by_group(found)) == ["4x4 minimal", "16x16", "49x49 from 59 %"]
    assert all(list(record["answers"]) == list(SOLVERS) for record in found["boards"])
    assert "| 16x16 | 1 | " in run.stdout and "3/3 49x49" in run.stderr
    again = subprocess.run(
        command(out, "--resume"), capture_output=True, text=True, timeout=60, check=False
    )
    assert again.returncode == 0 and not again.stderr
    assert json.loads(out.read_text(encoding="utf-8"))["boards"] == found["boards"]


def test_ctrl_c_keeps_what_is_done(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "boards.json"
    with subprocess.Popen(
        [*command(out, "--group", "25x25 public, minimal"), "--solver", NONET],
        env={**os.environ, "NONET_DATA": str(data)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stderr is not None
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        text, told = process.communicate(timeout=60)
    assert process.returncode == 130 and "--resume" in told
    assert "| 4x4 minimal | 1 | " in text
    assert json.loads(out.read_text(encoding="utf-8"))["boards"][0]["answers"]
