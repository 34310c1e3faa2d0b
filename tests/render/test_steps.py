"""Pictures of steps: every example of a technique, its legend and its arrows."""

from __future__ import annotations

import re
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

import nonet
from nonet import Board, Link, Mark, Puzzle, Step
from nonet.core.step import ROLES
from nonet.logic.finding import find
from nonet.render.looks import LOOKS, SLASH
from nonet.render.picture import Picture
from nonet.render.steps import LABELS, render_step, step_picture
from nonet.render.svg import render_svg

sys.path.insert(0, str(Path(__file__).parents[2] / "data"))
from technique_examples import Example, read_examples

EXAMPLES = list(read_examples())
DRAWN = EXAMPLES[::6]
"""Some techniques of every family."""
SVG = "{http://www.w3.org/2000/svg}"


def step_of(example: Example) -> Step:
    return next(find(example.board, example.technique, most=1))


def texts(svg: str, kind: str) -> list[str]:
    tree = ElementTree.fromstring(svg)
    return [part.text or "" for part in tree.iter(f"{SVG}text") if part.get("class") == kind]


@pytest.mark.parametrize("example", DRAWN, ids=lambda example: example.technique)
def test_the_legend_names_what_is_drawn(example: Example) -> None:
    step = step_of(example)
    picture = step_picture(example.board, step)
    roles = {
        mark.role for mark in step.picture_marks if mark.cells or mark.candidates or mark.houses
    }
    links = {"strong" if link.strong else "weak" for mark in step.marks for link in mark.links}
    assert {name for name, _ in picture.legend} == roles | links
    svg = render_step(example.board, step)
    assert texts(svg, "legend") == [LABELS[name] for name, _ in picture.legend]
    for name in roles:
        # Once in the legend, and once on the board at least.
        assert len(re.findall(rf'class="{name} ', svg)) >= 2, name


@pytest.mark.parametrize("example", DRAWN, ids=lambda example: example.technique)
def test_legends_and_sentences_do_not_cover_each_other(example: Example) -> None:
    svg = render_step(example.board, step_of(example), sentences=["A sentence below. " * 12])
    tree = ElementTree.fromstring(svg)
    width, height = map(float, tree.get("viewBox", "").split()[2:])
    boxes = []
    for part in tree.iter(f"{SVG}text"):
        if part.get("class") in ("legend", "caption"):
            x, y = float(part.get("x", "")), float(part.get("y", ""))
            size = float(part.get("font-size", "10"))
            box = (x, y - size, x + 0.5 * size * len(part.text or ""), y)
            assert box[2] <= width and box[1] > 368 and box[3] <= height
            boxes.append(box)
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("example", DRAWN, ids=lambda example: example.technique)
def test_every_link_is_an_arrow_once(example: Example) -> None:
    step = step_of(example)
    links = {link for mark in step.marks for link in mark.links}
    svg = render_svg(example.board, marks=step)
    assert len(re.findall('class="link ', svg)) == len(re.findall('class="head', svg)) == len(links)


def arrows(svg: str) -> list[list[float]]:
    found = re.findall(r'class="link \w+" d="M(.*?)"', svg)
    return [list(map(float, re.split("[ Q]", path))) for path in found]


def test_an_arrow_bends_around_a_candidate_of_the_step() -> None:
    empty = Puzzle(bytes(81))
    link = Link((0, 5), (8, 5))
    straight = arrows(nonet.render_svg(empty, marks=[Mark("on", links=(link,))]))[0]
    assert straight[1] == straight[3] == straight[5]
    between = Mark("off", candidates=((4, 5),), links=(link,))
    bent = arrows(nonet.render_svg(empty, marks=[between]))[0]
    assert bent[1] != bent[3]


def test_arrows_there_and_back_do_not_cover_each_other() -> None:
    links = (Link((0, 5), (8, 5)), Link((8, 5), (0, 5)))
    there, back = arrows(nonet.render_svg(Puzzle(bytes(81)), marks=[Mark("on", links=links)]))
    assert abs(there[3] - back[3]) > 5


def test_a_candidate_with_two_roles_stays_legible() -> None:
    both = ((40, 5),)
    marks = (Mark("off", candidates=both), Mark("on", candidates=both))
    step = Step(technique="nishio", marks=marks, eliminations=both)
    svg = render_svg(Board.of(Puzzle(bytes(81))), marks=step)
    frame, block = (svg.index(f'class="{kind}"') for kind in ("off edge", "on solid"))
    assert frame < block < svg.index('class="inverse"') < svg.index('class="casing"')
    assert 'class="eliminated ground"' not in svg


def test_words_come_from_outside() -> None:
    board = Board.of(nonet.parse("...4..1.2.4..3.."))
    (step,) = nonet.find_steps(board)
    labels = {name: name.upper() for name in LABELS}
    picture = step_picture(board, step, labels=labels, sentences=["Ein Satz."])
    assert [words for _, words in picture.legend] == ["PLACED", "CAUSE"]
    svg = picture._repr_svg_() or ""
    assert texts(svg, "caption") == ["Ein Satz."]
    assert "Ein Satz." in ElementTree.fromstring(svg).get("aria-label", "")


def test_every_role_has_a_label() -> None:
    assert set(LABELS) == {*ROLES, "strong", "weak"}


def test_without_a_legend_pictures_are_as_they_were() -> None:
    board, step = EXAMPLES[0].board, step_of(EXAMPLES[0])
    assert "legend" not in render_svg(board, marks=step)
    assert any(LOOKS[mark.role].shape != SLASH for mark in step.picture_marks)


def test_a_path_shows_its_steps() -> None:
    path = nonet.explain("...4..1.2.4..3..")
    picture = path.picture(1)
    assert isinstance(picture, Picture)
    assert picture.sentences == ("1. Hidden single: r3 => r3c4=3",)
    assert path.picture(11).digits == path.boards[10].digits
    for number in (0, 12, "1"):
        with pytest.raises(nonet.ArgumentError, match="expected a step from 1 to 11"):
            path.picture(number)  # type: ignore[arg-type]
