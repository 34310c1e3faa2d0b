"""Marks in pictures: golden files, what colours and shapes promise, and what is always shown.

After looking at a changed picture: python docs/gallery/marks.py, and for text
NONET_UPDATE_GOLDEN=1 pytest tests/render/test_marks.py.
"""

from __future__ import annotations

import os
import re
import sys
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, FIVE, JIGSAW
from nonet import ArgumentError, Board, Layout, Link, Mark, Puzzle, Step
from nonet.core.step import ROLES
from nonet.render.looks import LOOKS
from nonet.render.picture import picture_of
from nonet.render.svg import _DARK, _LIGHT

ROOT = Path(__file__).parents[2]
GALLERY, GOLDEN = ROOT / "docs" / "gallery", ROOT / "tests" / "golden"
sys.path.insert(0, str(GALLERY))
import marks as drawn  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
TEXTS = {
    "marks-x-wing.txt": (drawn.x_wing, {}),
    "marks-x-wing-color.txt": (drawn.x_wing, {"color": True}),
    "marks-xy-chain-ascii.txt": (drawn.xy_chain, {"unicode": False}),
    "marks-roles.txt": (drawn.every_role, {"candidates": False}),
}


@pytest.mark.parametrize("name", drawn.pictures())
def test_golden_svg(name: str) -> None:
    assert drawn.pictures()[name] == (GALLERY / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEXTS)
def test_golden_text(name: str) -> None:
    make, options = TEXTS[name]
    value, marks = make()
    text = nonet.render_text(value, marks=marks, **options) + "\n"
    if os.environ.get("NONET_UPDATE_GOLDEN"):
        (GOLDEN / name).write_text(text, encoding="utf-8")
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("make", [drawn.x_wing, drawn.xy_chain])
def test_the_steps_of_the_gallery_are_right(make: object) -> None:
    board, step = make()  # type: ignore[operator]
    solution = nonet.solve(board.puzzle)
    assert solution.status is nonet.Status.UNIQUE and solution.solution
    after = board.apply(step)
    for cell, digit in step.eliminations:
        assert solution.solution.cells[cell] != digit
        assert digit not in after.candidates(cell)
    for mark in step.marks:
        assert all(digit in board.candidates(cell) for cell, digit in mark.candidates)


def test_every_role_has_a_look_of_its_own() -> None:
    assert list(LOOKS) == list(ROLES)
    assert len({look.sign for look in LOOKS.values()}) == len(LOOKS)
    for group in (
        ("placed", "eliminated", "pattern", "fin", "cover"),
        ("placed", "eliminated", "on", "off"),
    ):
        assert len({LOOKS[role].shape for role in group}) == len(group)
    for group in (("set-a", "set-b", "set-c", "set-d"), ("chosen", "cause", "conflict")):
        for one, other in combinations([LOOKS[role] for role in group], 2):
            cells = [(look.hatch, look.letter, look.frame, look.has_cross) for look in (one, other)]
            assert cells[0] != cells[1]
    assert LOOKS["base"].frame != LOOKS["cover"].frame


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: str, other: str) -> float:
    light, dim = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("role", ROLES)
def test_colours_can_be_read(role: str, theme: str) -> None:
    colors = _DARK if theme == "dark" else _LIGHT
    paint = LOOKS[role].paint
    ink, ground = getattr(paint.ink, theme), getattr(paint.ground, theme)
    assert contrast(ink, colors["paper"]) >= 4.5, "lines, and light digits on a filled shape"
    assert contrast(ink, ground) >= 3
    for name in ("given", "filled", "candidate"):
        assert contrast(colors[name], ground) >= 4.3, name


def test_pictures_without_marks_have_nothing_of_them() -> None:
    svg = nonet.render_svg(Board.of(nonet.parse(EASY)))
    assert svg == nonet.render_svg(Board.of(nonet.parse(EASY)), marks=())
    assert "inverse" not in svg and "link" not in svg


def kinds(svg: str) -> list[str]:
    return [part.get("class", "") for part in ElementTree.fromstring(svg).iter()]


def test_arrows_are_solid_or_dashed_and_below_the_digits() -> None:
    board, step = drawn.xy_chain()
    svg = nonet.render_svg(board, marks=step)
    found = kinds(svg)
    assert (found.count("link strong"), found.count("link weak")) == (4, 3)
    assert found.count("head") == 7
    assert max(i for i, kind in enumerate(found) if "link" in kind) < found.index("given")
    assert "paint-order:stroke" in svg, "digits keep some room from arrows"
    assert "prefers-color-scheme: dark" in svg
    assert "eliminated: r5c9&lt;&gt;6" in svg


def test_arrows_stay_on_the_board() -> None:
    corners = [(0, 1), (8, 3), (80, 9), (72, 7), (0, 1)]
    for chain in (corners, corners[::-1]):
        links = tuple(Link(one, other) for one, other in pairwise(chain))
        svg = nonet.render_svg(Puzzle(bytes(81)), marks=[Mark("on", links=links)])
        for path in re.findall(r'class="link weak" d="M(.*?)"', svg):
            x, y, top_x, top_y, to_x, to_y = map(float, re.split("[ Q]", path))
            for at, top, to in ((x, top_x, to_x), (y, top_y, to_y)):
                assert 4 < (at + 2 * top + to) / 4 < 364, path


def test_groups_of_a_link_are_enclosed() -> None:
    link = Link(((0, 5), (1, 5)), ((8, 5),), strong=True)
    svg = nonet.render_svg(Puzzle(bytes(81)), marks=[Mark("on", links=(link,))])
    assert kinds(svg).count("group") == 1
    text = nonet.render_text(Puzzle(bytes(81)), marks=[Mark("on", links=(link,))])
    assert "(5)r1c1/r1c2 = (5)r1c9" in text


def test_marked_candidates_are_shown_even_where_no_others_are() -> None:
    puzzle = nonet.parse(EASY)
    step = Step(technique="naked-single", placements=((40, 5),), eliminations=((2, 9),))
    picture = picture_of(puzzle, marks=step)
    assert [cell for cell, mask in enumerate(picture.masks) if mask] == [2, 40]
    text = nonet.render_text(puzzle, marks=step, candidates=False)
    assert "5+" in text and "9-" in text
    assert nonet.render_text(puzzle, marks=step).count("5+") == 1
    filled = Board.of(puzzle).apply(Step(technique="x", placements=((40, 5),)))
    assert "[5]+" in nonet.render_text(filled, marks=step), "a digit is marked as its cell"


@given(st.sampled_from([Layout(2, 2), Layout(2, 3), FIVE.layout, JIGSAW.layout, Layout(5, 6)]))
def test_every_layout_takes_every_mark(layout: Layout) -> None:
    puzzle = Puzzle(bytes(layout.cell_count), layout)
    last = layout.cell_count - 1
    marks = [
        Mark(
            role,
            cells=(0, last),
            candidates=((1, 1), (last, layout.size)),
            houses=(0, 3 * layout.size - 1),
            links=(Link((1, 1), (last, layout.size)),),
        )
        for role in ROLES
    ]
    ElementTree.fromstring(nonet.render_svg(puzzle, marks=marks))
    for options in ({}, {"color": True}, {"width": 30, "unicode": False}):
        text = nonet.render_text(puzzle, marks=marks, **options)  # type: ignore[arg-type]
        assert all(role in text for role in ROLES)
    colored = nonet.render_text(puzzle, marks=marks, color=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == nonet.render_text(puzzle, marks=marks)


@pytest.mark.parametrize(
    ("marks", "place"),
    [
        ([Mark("on", cells=(81,))], r"marks\[0\]: expected a candidate"),
        ([Mark("on"), Mark("on", candidates=((0, 10),))], r"marks\[1\]: expected a candidate"),
        ([Mark("on", houses=(27,))], r"marks\[0\]: expected a house from 0 to 26, found 27"),
        (["on"], "marks: expected a Step or Marks, found 'on'"),
        (5, "marks: expected a Step or Marks, found 5"),
    ],
)
def test_marks_that_are_not_on_the_board(marks: object, place: str) -> None:
    for draw in (nonet.render_svg, nonet.render_text):
        with pytest.raises(ArgumentError, match=place):
            draw(nonet.parse(EASY), marks=marks)  # type: ignore[operator]


def test_outlines_of_irregular_houses_follow_their_cells() -> None:
    region = nonet.render_svg(JIGSAW, marks=[Mark("base", houses=(18,))])
    (path,) = [
        part.get("d", "")
        for part in ElementTree.fromstring(region).iter(f"{SVG}path")
        if part.get("class") == "base line house"
    ]
    cells = set(JIGSAW.layout.houses[18].cells)
    edges = sum(
        not (0 <= cell % 9 + right < 9 and cell + right + 9 * down in cells)
        for cell in cells
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    assert path.count("M") == edges
