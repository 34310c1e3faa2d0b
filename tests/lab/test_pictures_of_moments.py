"""A moment as a Picture: what the event marks, the same in Python and in the page."""

from __future__ import annotations

from typing import Any

import pytest

from boards import EASY, HARD, SIX
from browser import Show
from cases import quick_first
from nonet import lab, render_svg, render_text
from nonet.lab.watching.pictures import picture_of_moment
from nonet.render.looks import LOOKS, page_colors
from nonet.render.picture import Picture

CLASHING = "11.............."
SEARCHES = {
    "singles": ("singles", SIX),
    "backtracking": ("backtracking", SIX),
    "forward-checking": ("forward-checking", HARD),
    "local": ("min-conflicts", EASY),
    "clashing": ("backtracking", CLASHING),
}
MARKS = """async (most) => {
  const { pictureOf } = await import("nonet/picture"), { trace } = nonet.panes[0];
  const found = [];
  for (let position = 0; position <= Math.min(trace.length, most); position++) {
    const event = position ? trace.event(position - 1) : null;
    const { marks } = pictureOf(trace, trace.moment(position), event);
    found.push(marks.map((mark) => [mark.role, mark.cells, mark.candidates, mark.houses]));
  }
  return found;
}"""
MOST = 400


def traced(name: str) -> lab.Trace:
    strategy, puzzle = SEARCHES[name]
    return lab.trace(strategy, puzzle, events=1000)


def moments(trace: lab.Trace) -> list[Picture]:
    last = min(len(trace), MOST)
    found = [picture_of_moment(trace, None)]
    return [*found, *(picture_of_moment(trace, trace.at(index)) for index in range(last))]


def plain(picture: Picture) -> list[list[Any]]:
    return [
        [
            mark.role,
            list(mark.cells),
            [list(pair) for pair in mark.candidates],
            list(mark.houses),
        ]
        for mark in picture.marks
    ]


@pytest.mark.parametrize("name", quick_first(2, SEARCHES))
def test_the_page_marks_what_python_does(show: Show, name: str) -> None:
    trace = traced(name)
    page = show(lab.Watch.of(trace).to_html())
    found = page.evaluate(MARKS, MOST)
    for index, (picture, marks) in enumerate(zip(moments(trace), found, strict=True)):
        ordered = [[role, *map(sorted, rest)] for role, *rest in marks]
        assert plain(picture) == ordered, index


def test_the_page_takes_its_colours_from_the_table(show: Show) -> None:
    for dark in (False, True):
        page = show(lab.watch("singles", SIX).to_html(), dark=dark)
        roles = page.evaluate("nonet.colors.roles")
        found = {f"{role}-{part}": c for role, parts in roles.items() for part, c in parts.items()}
        assert found == page_colors(dark=dark)
        assert page.evaluate("nonet.colors.tried") == found["chosen-ink"]
        assert set(page.evaluate("nonet.roles")) == set(LOOKS)


def test_every_renderer_draws_a_moment() -> None:
    trace = traced("forward-checking")
    for index in range(0, len(trace), 97):
        picture = trace.picture(index)
        assert picture == picture_of_moment(trace, trace.at(index))
        assert render_svg(picture) == picture._repr_svg_()
        assert render_svg(picture).startswith("<svg")
        assert len(render_text(picture).splitlines()) >= 13
    assigned = next(i for i, event in enumerate(trace) if event.kind == "assign")
    assert 'class="tried"' in render_svg(picture_of_moment(trace, trace.at(assigned)))
