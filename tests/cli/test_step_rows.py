"""One row per step: equal to the paths, whatever the number of threads and the format."""

from __future__ import annotations

import csv
import json
import os
import signal
from dataclasses import replace
from pathlib import Path as File
from typing import Any

import numpy as np
import pytest

import nonet
from boards import EASY, HARD
from command import Nonet
from corpora import read_corpus
from nonet.batch.chunks import Chunk
from nonet.batch.explaining import Explain
from nonet.batch.sinks import write_jsonl
from nonet.batch.step_rows import ExplainSteps
from nonet.batch.workers import Shared
from nonet.core.digits import digits_of
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.logic.languages import language_named
from nonet.logic.orders import as_order
from nonet.logic.words import describe_step
from sleeping_verb import Sleeper

SMALL = "...4..1.2.4..3.."
SEVERAL = "1..............."


def cells_of(board: nonet.Board) -> str:
    pairs = zip(board.digits, board.masks, strict=True)
    return " ".join(str(d) if d else "".join(map(str, digits_of(mask))) for d, mask in pairs)


def rows_of(path: nonet.Path, language: str = "en") -> list[dict[str, Any]]:
    """The rows of a path, made from its values."""
    size = path.start.layout.size
    return [
        {
            "puzzle": str(path.puzzle),
            "status": "unique",
            "step": number + 1,
            "steps": len(path.steps),
            "board": str(path.boards[number]),
            "candidates": cells_of(path.boards[number]),
            "technique": step.technique,
            "placements": " ".join(
                f"r{cell // size + 1}c{cell % size + 1}={digit}" for cell, digit in step.placements
            ),
            "eliminations": " ".join(
                f"r{cell // size + 1}c{cell % size + 1}<>{digit}"
                for cell, digit in step.eliminations
            ),
            "premises": [mark.to_dict() for mark in step.marks],
            "sentence": describe_step(path.boards[number], step, language=language),
            "error": None,
        }
        for number, step in enumerate(path.steps)
    ]


def read(file: File) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [
        {**row, "premises": None if row["premises"] is None else json.loads(row["premises"])}
        for row in rows
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_rows_are_the_steps_of_the_paths(quick: Nonet, tmp_path: File, language: str) -> None:
    (tmp_path / "in.txt").write_text(f"{EASY}\n{SMALL}\n{HARD}\n{EASY}\n")
    steps = tmp_path / "steps.jsonl"
    limits = ("--nodes", "30", "--language", language)
    run = quick("explain", str(tmp_path / "in.txt"), "-o", str(steps), *limits)
    assert run.returncode == 3, "the limit cuts paths off"
    paths = [nonet.explain(one, limit=nonet.Limit(nodes=30)) for one in (EASY, SMALL, HARD, EASY)]
    assert read(steps) == [row for path in paths for row in rows_of(path, language)]


def test_easiest_paths_and_other_orders_have_rows(quick: Nonet, tmp_path: File) -> None:
    (tmp_path / "in.txt").write_text(f"{SMALL}\n{EASY}\n")
    for options in ({"path": "easiest"}, {"order": "hodoku"}):
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        run = quick(
            "explain", str(tmp_path / "in.txt"), "-o", str(tmp_path / "steps.jsonl"), *words
        )
        assert run.returncode == 0
        paths = [nonet.explain(one, **options) for one in (SMALL, EASY)]  # type: ignore[arg-type]
        assert read(tmp_path / "steps.jsonl") == [row for path in paths for row in rows_of(path)]


def test_pencil_marks_are_where_a_path_starts(quick: Nonet, tmp_path: File) -> None:
    marks = [list(range(1, 5)) for _ in range(16)]
    right, wrong = [[1], *marks[1:]], [[3], *marks[1:]]
    lines = [json.dumps({"puzzle": SMALL, "marks": one}) for one in (right, wrong)]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    run = quick(
        "explain", str(tmp_path / "in.jsonl"), "--pencil-marks", "-o", str(tmp_path / "steps.jsonl")
    )
    assert run.returncode == 0
    rows = read(tmp_path / "steps.jsonl")
    board = nonet.Board.of(nonet.parse(SMALL))
    board = replace(board, masks=(0b1, *board.masks[1:]))
    path = nonet.explain(board)
    told = rows_of(path)
    assert [{name: row[name] for name in told[0]} for row in rows[: len(told)]] == told
    (last,) = rows[len(path.steps) :]  # This board excludes the solution.
    assert (last["status"], last["steps"], last["technique"]) == ("unique", 0, None)
    assert last["candidates"].startswith("3 ")


def test_other_boards_have_rows(quick: Nonet, tmp_path: File) -> None:
    """Digits above 9 have letters."""
    twelve = read_corpus("12x12-unique").puzzles[0]
    (tmp_path / "in.txt").write_text(f"{twelve}\n")
    run = quick(
        "explain", str(tmp_path / "in.txt"), "-o", str(tmp_path / "steps.jsonl"), "--nodes", "40"
    )
    assert run.returncode in (0, 3)
    path = nonet.explain(twelve, limit=nonet.Limit(nodes=40))
    names = "0123456789ABC"
    for row, step, board in zip(
        read(tmp_path / "steps.jsonl"), path.steps, path.boards, strict=False
    ):
        assert row["board"] == str(board) and row["technique"] == step.technique
        pairs = zip(board.digits, board.masks, strict=True)
        assert row["candidates"] == " ".join(
            names[digit] if digit else "".join(names[one] for one in digits_of(mask))
            for digit, mask in pairs
        )
        assert row["sentence"] == describe_step(board, step)


def test_what_has_no_steps_has_a_row_too(quick: Nonet, tmp_path: File) -> None:
    (tmp_path / "in.txt").write_text(f"{SEVERAL}\noops\n{SMALL}\n")
    steps = tmp_path / "steps.jsonl"
    run = quick("explain", str(tmp_path / "in.txt"), "-o", str(steps))
    assert run.returncode == 2
    rows = read(steps)
    assert [row["status"] for row in rows] == ["multiple", "malformed", *["unique"] * 11]
    assert (rows[0]["step"], rows[0]["steps"], rows[0]["technique"]) == (None, 0, None)
    assert rows[0]["board"] == SEVERAL
    assert "line 2" in rows[1]["error"] and rows[1]["board"] is None


def test_columns_of_the_input_stay(quick: Nonet, tmp_path: File) -> None:
    (tmp_path / "in.csv").write_text(f"puzzle,name\n{SMALL},first\n{SMALL},second\n")
    run = quick("explain", str(tmp_path / "in.csv"), "-o", str(tmp_path / "steps.csv"))
    assert run.returncode == 0
    with (tmp_path / "steps.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == ["first"] * 11 + ["second"] * 11


def test_parquet_has_the_same_rows(quick: Nonet, tmp_path: File) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "in.txt").write_text(f"{SMALL}\n{EASY}\n")
    for name in ("steps.parquet", "steps.jsonl"):
        quick("explain", str(tmp_path / "in.txt"), "-o", str(tmp_path / name))
    lines = (tmp_path / "steps.jsonl").read_text().splitlines()
    assert parquet.read_table(tmp_path / "steps.parquet").to_pylist() == list(
        map(json.loads, lines)
    )


def chunk_of(puzzles: list[str]) -> Chunk:
    layout = Layout.of_size(4)
    cells = np.array([nonet.parse(one).rows() for one in puzzles], dtype=np.uint8)
    return Chunk(
        Puzzle(bytes(16), layout), cells.reshape(len(puzzles), 16), np.arange(len(puzzles))
    )


@pytest.mark.parametrize("view", ["table", "lines", "record"])
def test_processes_answer_as_one_does(view: Any) -> None:
    chunk = chunk_of([SMALL, SEVERAL] * 20)
    explain = Explain(as_order(None), nonet.Limit())
    verb = ExplainSteps(explain, language_named()) if view == "table" else explain
    shared = Shared(verb)
    shared._count, shared._patience = 2, 0
    try:
        found = list(shared.answer(chunk, view))
    finally:
        shared.close()
    assert len(found) > 1 and shared.outcomes == {"solved", "not-unique"}
    (whole,) = verb.answer(chunk, view)
    assert sum(table.rows for _, table in found) == whole[1].rows
    assert np.concatenate([part.rows for part, _ in found]).tolist() == whole[0].rows.tolist()
    names = list(whole[1].columns)
    for name in names:
        column = whole[1].columns[name]
        if hasattr(column, "data"):
            joined = b"".join(bytes(table.columns[name].data) for _, table in found)  # type: ignore[union-attr]
            assert joined == bytes(column.data), name


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_tell_the_same_rows(threads: int) -> None:
    chunk = chunk_of([SMALL, SEVERAL, SMALL, SMALL])
    explain = Explain(as_order(None), nonet.Limit())
    ((part, table),) = ExplainSteps(explain, language_named("de"), threads=threads).answer(
        chunk, "table"
    )
    assert part.rows.tolist() == [0] * 11 + [1] + [2] * 11 + [3] * 11
    (line,) = write_jsonl([table], ExplainSteps.columns)
    rows = [json.loads(one) for one in line.splitlines()]
    told = rows_of(nonet.explain(SMALL), "de")
    found = [{**row, "premises": json.loads(row["premises"] or "null")} for row in rows]
    assert found == [*told, found[11], *told, *told]
    assert explain.outcomes == {"solved", "not-unique"}


def test_processes_end_at_once() -> None:
    shared = Shared(Sleeper())
    shared._count, shared._patience = 2, 0

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        with pytest.raises(KeyboardInterrupt):
            shared.answer(chunk_of([SMALL] * 4), "lines")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert shared._pool is not None
    processes = list(shared._pool._processes.values())
    shared.close()
    # The pool's own thread may have collected a process; then `is_alive` does not know yet.
    assert processes and all(not is_running(process.pid) for process in processes)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
