"""Events in the words of steps: placements, eliminations, causes; and files in older words."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from boards import EASY, SIX
from nonet import Board, Mark, Step, lab
from nonet.core.step import ROLES
from nonet.lab.tracing.events import KINDS
from nonet.lab.tracing.marking import MARKINGS, marks_of

TRACE = lab.trace("singles", SIX)


def test_every_conclusion_is_a_step() -> None:
    kinds = set()
    for event in TRACE:
        step = TRACE.step(event)
        assert (step is not None) == (event.kind in ("place", "eliminate"))
        if step is None:
            assert event.placements == event.eliminations == ()
            continue
        kinds.add(event.kind)
        assert step.technique == event.cause and step.size == 6
        assert (step.placements, step.eliminations) == (event.placements, event.eliminations)
        assert step.picture_marks == marks_of(event)
    assert kinds == {"place", "eliminate"}


def test_placements_of_a_trace_lead_to_its_board() -> None:
    trace = lab.trace("singles", EASY)
    board = Board.of(trace.puzzle)
    for event in trace:
        assert event.kind != "assign", "singles alone solve it"
        if event.kind == "place":
            step = Step(technique=event.cause or "", placements=event.placements)
            board = board.apply(step)
    assert board.digits == trace.at(-1).values


def test_the_table_names_fields_and_roles() -> None:
    for kind, markings in MARKINGS.items():
        known = (*KINDS[kind].numbers, *KINDS[kind].lists)
        for marking in markings:
            assert marking.role in ROLES
            digits = () if marking.digits is None else (marking.digits,)
            assert {*marking.cells, *marking.houses, *digits} <= set(known)


def test_marks_of_a_choice_and_a_dead_end() -> None:
    trace = lab.trace("backtracking", SIX)
    choose = next(event for event in trace if event.refused)
    assert marks_of(choose) == (
        Mark("chosen", cells=(choose.cell,)),
        Mark("refused", candidates=tuple((choose.cell, digit) for digit in choose.refused)),
    )
    trace = lab.trace("forward-checking", EASY)
    dead = next(event for event in trace if event.kind == "dead_end")
    (mark,) = marks_of(dead)
    assert mark.role == "conflict" and dead.cell in mark.cells


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".trace"])
def test_files_of_version_1_are_still_read(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"old{suffix}"
    TRACE.write(path)
    data = path.read_bytes() if suffix == ".jsonl" else gzip.decompress(path.read_bytes())
    for new, old in ((b'"version":3', b'"version":1'), (b'"eliminate', b'"prune')):
        assert new in data
        data = data.replace(new, old)
    assert b'"pruned"' in data and b"eliminate" not in data
    path.write_bytes(data if suffix == ".jsonl" else gzip.compress(data))
    again = lab.Trace.read(path)
    assert list(again) == list(TRACE) and again.run.counts == TRACE.run.counts
