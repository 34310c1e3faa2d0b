"""One row per step: equal to the paths, whatever the number of processes and the format."""

from __future__ import annotations

import csv
import json
from pathlib import Path as File
from typing import Any

import numpy as np
import pytest

import nonet
from boards import EASY, HARD
from command import Nonet
from nonet.batch.chunks import Chunk
from nonet.batch.explaining import Explain
from nonet.batch.step_rows import ExplainSteps
from nonet.batch.workers import Shared
from nonet.core.digits import digits_of
from nonet.core.layout import Layout
from nonet.core.puzzle import Puzzle
from nonet.logic.languages import language_named
from nonet.logic.orders import as_order
from nonet.logic.words import describe_step

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
    shared._count = 2
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
