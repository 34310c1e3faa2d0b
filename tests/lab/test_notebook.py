"""What a notebook shows of runs, tables of runs and sizes of trees."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import nonet
from boards import EASY, FOUR, SIX
from nonet import Layout, Limit, Puzzle, lab
from nonet.lab.notebook import show
from nonet.lab.summary import label_of


def lines_of(html: str) -> list[list[str]]:
    rows = ElementTree.fromstring(html).iter("tr")
    return [["".join(cell.itertext()) for cell in row] for row in rows]


@pytest.mark.parametrize("strategy", ["backtracking", "singles", "min-conflicts", "engine-lanes"])
def test_a_run_shows_its_board_and_every_counter_that_it_has(strategy: str) -> None:
    run = lab.run(strategy, EASY if strategy != "min-conflicts" else FOUR)
    html = run._repr_html_()
    shown = dict(lines_of(html))
    counts = {name: value for name, value in run.counts.to_dict().items() if value is not None}
    assert set(shown) == {"time", *map(label_of, counts)}
    for name, value in counts.items():
        assert shown[label_of(name)] == f"{value:,}"
    assert strategy in html and nonet.render_svg(run.puzzle).count('"given"') == html.count(
        '"given"'
    )
    assert "there may be others." in html or run.solution is None


def test_a_run_that_was_stopped_says_so_and_memory_has_its_unit() -> None:
    stopped = lab.run("backtracking", "." * 80 + "1", limit=Limit(solutions=1, nodes=20))
    assert "No solution found before the limit on nodes was reached." in stopped._repr_html_()
    measured = dict(lines_of(lab.run("singles", FOUR, memory=True)._repr_html_()))
    assert measured["peak memory"].endswith("B")


def test_sizes_of_trees_are_shown_with_bars_by_their_logarithm() -> None:
    sizes = lab.theory(SIX)
    html = sizes._repr_html_()
    header, *lines = lines_of(html)
    assert header[:4] == ["stage", "cells to fill", "tree", "space"]
    assert [line[0] for line in lines] == [stage.name for stage in sizes.stages]
    assert lines[1][1:3] == ["20", "4.39 × 10¹⁵"]
    bars = [
        float(span.get("style", "")[6:-1]) for span in ElementTree.fromstring(html).iter("span")
    ]
    assert bars[0] == 100 and bars == sorted(bars, reverse=True)
    assert "contradictory" in lab.theory("11..............")._repr_html_()


@pytest.mark.parametrize(
    ("puzzle", "tree"),
    [
        (Puzzle(bytes(4096), Layout(8, 8)), "10⁷"),
        (Puzzle(bytes([1]), Layout(1, 1)), "1"),
        (nonet.solve(FOUR).solution, "1"),
    ],
)
def test_sizes_of_any_board_can_be_shown(puzzle: object, tree: str) -> None:
    board = puzzle if isinstance(puzzle, Puzzle) else nonet.parse(str(puzzle))
    assert tree in lines_of(lab.theory(board)._repr_html_())[2][2]


def test_a_table_shows_its_plot_and_its_spread() -> None:
    table = lab.compare(
        ["backtracking", "singles"], ["4x4"], limit=Limit(solutions=1, nodes=60), processes=0
    )
    html = table._repr_html_()
    assert 'class="nonet-plot"' in html and "2 strategies" in html
    header, *lines = lines_of(html)
    assert header == ["strategy", "solved", "median", "95 %", "mean"]
    assert [line[0] for line in lines] == ["backtracking", "singles"]
    assert lab.Table(())._repr_html_().count("<table") == 0


def test_what_has_no_picture_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot display int"):
        show(5)
