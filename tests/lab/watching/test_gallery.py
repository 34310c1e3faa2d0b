"""The gallery says what its traces show."""

from __future__ import annotations

from pathlib import Path

import pytest

from nonet import lab
from nonet.cli import run as run_command
from nonet.lab.watching.gallery import GALLERY, Comparison, write_gallery


def comparison(name: str) -> tuple[lab.Trace, ...]:
    (found,) = [item for item in GALLERY if item.name == name]
    return found.watch().traces


def first_dead_end(trace: lab.Trace) -> lab.Moment:
    return next(
        trace.at(index)
        for index, event in enumerate(trace)
        if event.kind == "dead_end" or (event.kind == "choose" and not event.options)
    )


def place_of_solution(trace: lab.Trace) -> int:
    return next(index for index, event in enumerate(trace) if event.kind == "solution")


@pytest.mark.parametrize("item", GALLERY, ids=lambda item: item.name)
def test_each_has_two_sentences_and_a_moment_inside(item: Comparison) -> None:
    assert item.about.count(". ") == 1 and item.about.endswith(".")
    watch = item.watch()
    assert all(0 < at <= len(trace) for at, trace in zip(item.at, watch.traces, strict=True))
    assert item.command is None or item.puzzle in item.command


def test_forward_checking_sees_a_dead_end_early() -> None:
    plain, forward = comparison("forward-checking")
    assert first_dead_end(forward).words == "dead end: r3c1 has no candidate left"
    assert len(first_dead_end(forward).path) == 1
    assert len(first_dead_end(plain).path) == 1 + 3
    (item,) = [item for item in GALLERY if item.name == "forward-checking"]
    assert item.at == (first_dead_end(plain).index + 1, first_dead_end(forward).index + 1)


def test_the_choice_of_cells_saves_the_most() -> None:
    rows, fewest = comparison("cells")
    assert rows.counts.dead_ends == 330 and fewest.counts.dead_ends == 1
    then = rows.at(len(fewest) - 1)
    assert 0 in then.values[: 4 * 9] and 0 not in fewest.at(-1).values


def test_the_order_of_values_changes_the_path_not_the_tree() -> None:
    ascending, least = comparison("values")
    assert ascending.counts == least.counts and least.counts.generated == 201
    dead = [
        [e.kind for e in trace[: place_of_solution(trace)]].count("dead_end")
        for trace in (ascending, least)
    ]
    assert dead == [13, 0]


def test_breadth_first_drowns() -> None:
    depth, breadth = comparison("breadth-first")
    assert (depth.counts.generated, depth.counts.largest_frontier) == (80, 5)
    assert (breadth.counts.generated, breadth.counts.largest_frontier) == (1905, 98)


def test_inference_in_place_of_search() -> None:
    search, singles = comparison("inference")
    assert (search.counts.generated, search.counts.dead_ends) == (1357, 102)
    assert (singles.counts.assignments, singles.counts.dead_ends) == (3, 1)


def test_backjumping_goes_back_to_the_cause() -> None:
    chronological, jumping = comparison("backjumping")
    assert (chronological.counts.generated, jumping.counts.generated) == (722, 375)
    assert [e.kind for e in chronological[:45]] == [e.kind for e in jumping[:45]]
    left_early = [e.node for e in jumping if e.kind == "backtrack"]
    tried = {e.node: len(e.options) for e in jumping if e.kind == "choose"}
    made = [e.parent for e in jumping if e.kind == "assign"]
    assert any(made.count(node) < tried[node] for node in left_early if node is not None)


def test_the_gallery_is_written_with_an_index(tmp_path: Path) -> None:
    told: list[str] = []
    files = write_gallery(tmp_path / "gallery", told.append)
    assert told == [item.title for item in GALLERY] and len(GALLERY) == 6
    index = files[0].read_text(encoding="utf-8")
    assert all(f'href="{path.name}"' in index for path in files[1:])
    assert all(path.stat().st_size > 50_000 for path in files[1:])


def test_the_command_writes_the_gallery_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["lab", "gallery", str(tmp_path / "searches")]) == 0
    assert str(tmp_path / "searches" / "index.html") in capsys.readouterr().out
    assert run_command(["lab", "gallery", __file__]) == 2
    assert "is a file" in capsys.readouterr().err
