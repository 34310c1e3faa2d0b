"""Rules in pictures: drawn where that is natural, and always named."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import nonet
from boards import EASY, FOUR
from nonet import Board, Conflict, Layout, Puzzle
from nonet.render.picture import Drawable, picture_of
from nonet.render.rules import DrawnRules, draw_rules
from nonet.rules import Candidates, Different, House, Rule

GOLDEN = Path(__file__).parents[1] / "golden" / "rules.svg"
MANY = nonet.parse(
    EASY,
    rules=["diagonals", "anti-knight", "windoku", Different((0, 1, 9, 30)), Candidates(2, (1, 2))],
)


def drawn_of(value: Drawable) -> DrawnRules:
    return draw_rules(picture_of(value))


def test_what_is_drawn_and_what_is_said() -> None:
    drawn = drawn_of(MANY)
    assert drawn.lines == ((0, 80), (8, 72))
    assert [cells[0] for cells in drawn.houses] == [10, 14, 46, 50]
    assert drawn.cages == ((0, 1, 9, 30),)
    assert drawn.caption == ("anti-knight", "1 cell with restricted candidates")
    assert drawn.words[:3] == ("anti-knight", "diagonals", "windoku")
    assert drawn_of(Board.of(MANY)) == drawn_of(nonet.solve(MANY)) == drawn
    assert drawn_of(nonet.parse(EASY)) == DrawnRules()


def test_text_has_a_line_below() -> None:
    puzzle = nonet.parse(FOUR, rules=[House((0, 5, 10, 15)), House((0, 1, 6, 7)), "diagonal-up"])
    plain = nonet.render_text(nonet.parse(FOUR))
    assert nonet.render_text(puzzle) == f"{plain}\nrules: diagonal-up, 2 extra houses"
    assert nonet.render_text(puzzle, width=8).endswith("\nrules: diagonal-up, 2 extra houses")


def test_candidates_are_those_that_rules_leave() -> None:
    puzzle = nonet.parse("1" + "." * 15, rules="anti-king; candidates r4c4=23")
    rows = nonet.render_text(puzzle, unicode=False, candidates=True).splitlines()
    assert rows[-3].split()[-2] == "23"


def test_the_picture_stays_as_it_was_looked_at() -> None:
    svg = nonet.render_svg(MANY, theme="light")
    ElementTree.fromstring(svg)
    if os.environ.get("NONET_UPDATE_GOLDEN"):
        GOLDEN.write_text(svg + "\n", encoding="utf-8")
    assert svg + "\n" == GOLDEN.read_text(encoding="utf-8")


def test_pictures_without_rules_know_nothing_of_them() -> None:
    assert "cage" not in nonet.render_svg(nonet.parse(EASY))


@pytest.mark.parametrize("size", [1, 4, 9, 16])
def test_names_of_later_rules_are_words(size: int) -> None:
    class Later(Rule):
        name, cells = "a<b & c", ()

        def expand(self, layout: Layout) -> tuple[Rule, ...]:
            return (self,)

        def conflicts(self, digits: bytes, layout: Layout) -> Iterator[Conflict]:
            return iter(())

    puzzle = Puzzle(bytes(size * size), Layout.of_size(size), rules=(Later(),))
    root = ElementTree.fromstring(nonet.render_svg(puzzle))
    assert root[-1].text == "a<b & c" and "rules: a<b & c" in root.attrib["aria-label"]
    assert nonet.render_text(puzzle).endswith("rules: a<b & c")
