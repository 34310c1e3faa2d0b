"""What pictures say by themselves, the same to everybody, and that they leave each other alone."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given

import nonet
from boards import EASY, EASY_SOLUTION, FOUR, HARD, SIX, puzzles
from browser import Show
from nonet import Board, Layout, Limit, Puzzle, Solution
from nonet.render.picture import Drawable, picture_of
from nonet.render.remarks import differing_cells

SVG = "{http://www.w3.org/2000/svg}"
CLASH = nonet.parse("55" + EASY[2:])
SEVERAL = nonet.solve(SIX, limit=None)
MANY = nonet.solve("." * 81)
DIFFERENCES = len(differing_cells(MANY.solutions))
VALUES: dict[str, tuple[Drawable, list[str]]] = {
    "unique": (nonet.solve(EASY), ["This is the only solution."]),
    "several": (
        SEVERAL,
        [
            "There are at least 4 solutions.",
            "They differ in 8 cells: r3c2 r3c3 r3c4 r3c5 r4c2 r4c3 r4c4 r4c5.",
        ],
    ),
    "many": (MANY, ["There are at least 2 solutions.", f"They differ in {DIFFERENCES} cells: "]),
    "found": (
        nonet.solve(EASY, limit=1),
        ["This is a solution; there may be others."],
    ),
    "stopped": (
        nonet.solve(HARD, limit=Limit(nodes=1), engine="reference"),
        ["No solution found before the limit on nodes was reached."],
    ),
    "confirmed": (nonet.solve(FOUR, confirm="reference"), ["Confirmed by reference."]),
    "no solution": (nonet.solve(EASY[:-1] + "1", engine="reference"), ["There is no solution."]),
    "clash": (nonet.solve(CLASH), ["There is no solution.", *map("{}.".format, CLASH.conflicts())]),
    "puzzle": (CLASH, list(map("{}.".format, CLASH.conflicts()))),
    "board": (Board.of(CLASH), list(map("{}.".format, CLASH.conflicts()))),
    "grid": (Solution(bytes([1] * 16), Layout(2, 2)), ["And 7 more conflicts."]),
    "rules": (
        nonet.parse(EASY, rules="anti-knight"),
        list(map("{}.".format, nonet.parse(EASY, rules="anti-knight").conflicts())),
    ),
}


def label(svg: str) -> str:
    return ElementTree.fromstring(svg).get("aria-label", "")


def caption(svg: str) -> str:
    found = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return " ".join(text.text or "" for text in found if text.get("class") == "caption")


@pytest.mark.parametrize("name", VALUES)
def test_eyes_ears_and_terminals_are_told_the_same(name: str) -> None:
    value, expected = VALUES[name]
    sentences = picture_of(value).sentences
    for words in expected:
        assert any(sentence.startswith(words) for sentence in sentences), words
    svg, lines = nonet.render_svg(value), nonet.render_text(value).splitlines()
    for sentence in sentences:
        assert sentence in label(svg) and sentence in lines and sentence in caption(svg)


@given(puzzles())
def test_clashing_digits_are_marked_and_no_others(puzzle: Puzzle) -> None:
    cells = {name for conflict in puzzle.conflicts() for name in conflict.cells}
    text, svg = nonet.render_text(puzzle), nonet.render_svg(puzzle)
    frames = [part for part in ElementTree.fromstring(svg).iter() if "frame" in _kinds(part)]
    strokes = [part for part in ElementTree.fromstring(svg).iter() if "house" in _kinds(part)]
    assert len(frames) == len(strokes) == len(cells), "a frame and a line below each"
    assert text.count("]=") == len(cells) and ("= clashing" in text) == bool(cells)


def _kinds(part: ElementTree.Element) -> list[str]:
    return part.get("class", "").split()


def test_a_puzzle_without_a_clash_has_nothing_to_say() -> None:
    for value in (nonet.parse(EASY), Board.of(nonet.parse(EASY)), nonet.parse(EASY_SOLUTION)):
        picture = picture_of(value)
        assert picture.marks == () and picture.sentences == ()
        assert "caption" not in nonet.render_svg(value)


def test_cells_in_which_solutions_differ_are_marked() -> None:
    first, *others = (solution.cells for solution in SEVERAL.solutions)
    expected = [cell for cell in range(36) if any(other[cell] != first[cell] for other in others)]
    (mark,) = picture_of(SEVERAL).marks
    assert (mark.role, list(mark.cells)) == ("differing", expected)
    assert nonet.render_text(SEVERAL).count("]/") == len(expected)
    assert picture_of(replace(SEVERAL, solutions=SEVERAL.solutions[:1])).marks == ()


def test_own_marks_stand_beside_those_given() -> None:
    step = nonet.Step(technique="x", placements=((10, 5),))
    assert [mark.role for mark in picture_of(CLASH, marks=step).marks] == ["placed", "clashing"]


@pytest.mark.parametrize("layout", [Layout(1, 1), Layout(2, 2), Layout(3, 3), Layout(5, 5)])
def test_words_stay_within_the_picture(layout: Layout) -> None:
    cells = bytes([1] * layout.cell_count)
    svg = ElementTree.fromstring(nonet.render_svg(Puzzle(cells, layout)))
    _, _, width, height = map(float, svg.get("viewBox", "").split())
    lines = [text for text in svg.iter(f"{SVG}text") if text.get("class") == "caption"]
    assert lines or layout.size == 1
    for line in lines:
        size = float(line.get("font-size", ""))
        assert len(line.text or "") * size * 0.58 <= width - 8
        assert layout.size * 40 < float(line.get("y", "")) < height
        assert size * float(svg.get("width", "")) / width == pytest.approx(14, abs=0.2)


PICTURES = {
    "light": (nonet.parse(EASY), {"theme": "light"}),
    "dark": (nonet.parse(EASY), {"theme": "dark"}),
    "auto": (nonet.parse(EASY), {}),
    "result": (nonet.solve(EASY), {"theme": "dark"}),
    "rules": (nonet.parse(EASY, rules="windoku"), {}),
    "clash": (CLASH, {"theme": "light"}),
    "linked": (
        Board.of(nonet.parse(EASY)),
        {"marks": [nonet.Mark("on", links=(nonet.Link((2, 1), (3, 2)),))]},
    ),
}


def drawn(name: str) -> str:
    value, options = PICTURES[name]
    return nonet.render_svg(value, **options)  # type: ignore[arg-type]


def test_every_rule_of_a_style_names_its_own_picture() -> None:
    scopes = {}
    for name in PICTURES:
        svg = drawn(name)
        scope = ElementTree.fromstring(svg).get("class", "")
        style = svg.partition("<style>")[2].partition("</style>")[0]
        flat = style.replace("@media (prefers-color-scheme: dark){", "").replace("}}", "}")
        for selectors in re.findall(r"([^{}]+)\{", flat):
            for selector in selectors.split(","):
                assert selector.startswith(f".{scope} "), selector
        scopes[name] = scope
    assert len(set(scopes.values())) == len(PICTURES)
    assert ElementTree.fromstring(drawn("auto")).get("class") == scopes["auto"], "no chance in it"


PAINTED = """() => [...document.querySelectorAll("svg")].map((svg) =>
  [...svg.querySelectorAll("*")].map((part) => {
    const { fill, stroke, strokeWidth, strokeDasharray, fontWeight, paintOrder } =
      getComputedStyle(part);
    return [fill, stroke, strokeWidth, strokeDasharray, fontWeight, paintOrder].join();
  }))"""


@pytest.mark.parametrize("dark", [False, True])
def test_pictures_on_one_page_look_as_they_do_alone(show: Show, dark: bool) -> None:
    alone = {name: show.open(drawn(name), dark=dark).evaluate(PAINTED)[0] for name in PICTURES}
    for names in ([*PICTURES], [*PICTURES][::-1]):
        page = show.open("".join(map(drawn, names)), dark=dark)
        assert page.evaluate(PAINTED) == [alone[name] for name in names]
    assert any(one != other for one, other in combinations(alone.values(), 2))
