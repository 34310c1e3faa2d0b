"""How the page looks, and whether all can use it: golden pictures, axe, keyboard, few colours.

After looking at a changed picture, keep it:
NONET_UPDATE_GOLDEN=1 pytest tests/lab/watching/test_page_looks.py
"""

from __future__ import annotations

import io
import os
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from boards import EASY, HARD, JIGSAW
from browser import DESK, PHONE, Show, press, state
from cases import quick_first, quick_only
from comparing import MOST_TILES, picture, tiles_apart
from nonet import Puzzle, lab

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOLDEN = Path(__file__).parents[2] / "golden" / "watch"


class Scene(NamedTuple):
    """A page at a moment, in a window."""

    strategies: tuple[str, ...]
    puzzle: Puzzle | str = HARD
    at: str = ""
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = DESK
    dark: bool = False


PAIR = ("singles", "mrv-mcv")
SCENES = {
    "start": Scene(PAIR),
    "dead-end": Scene(PAIR, keys=("]", "d")),
    "dark": Scene(PAIR, keys=("]", "d"), dark=True),
    "phone": Scene(PAIR, keys=("d",), size=PHONE),
    "phone-dark": Scene(PAIR, keys=("d",), size=PHONE, dark=True),
    "solution": Scene(("singles",), keys=("End",)),
    "four": Scene(("backtracking", "mrv-mcv", "mac", "singles"), at="#at=230,230,230,230"),
    "help": Scene(("singles",), keys=("?",)),
    "local": Scene(("min-conflicts", "hill-climbing"), EASY, at="#at=60,60"),
    "jigsaw": Scene(("singles",), JIGSAW, at="#at=40"),
    "25x25": Scene(("singles",), lab.corpus_named("25x25").entries[30].puzzle, keys=("d",)),
}


@cache
def html(strategies: tuple[str, ...], puzzle: Puzzle | str) -> str:
    return lab.watch(strategies, puzzle, events=4000).to_html()


def opened(show: Show, scene: Scene) -> Page:
    page = show(html(scene.strategies, scene.puzzle), scene.at, size=scene.size, dark=scene.dark)
    press(page, *scene.keys)
    return page


@pytest.mark.parametrize("name", quick_only(("dead-end", "phone-dark", "local"), SCENES))
def test_golden_pictures(show: Show, name: str) -> None:
    from PIL import Image

    found = picture(opened(show, SCENES[name]))
    path = GOLDEN / f"{name}.png"
    if os.environ.get("NONET_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        small = found.quantize(48, kmeans=2, dither=Image.Dither.NONE)
        small.save(path, optimize=True)
    assert tiles_apart(found, Image.open(path)) <= MOST_TILES
    assert path.stat().st_size < 60_000


@pytest.mark.parametrize(
    ("name", "fault"),
    quick_first(
        2,
        [
            ("dead-end", "canvas.board { visibility: hidden }"),
            ("phone", ".columns { display: flex }"),
            ("dead-end", "#panes { grid-template-columns: 1fr }"),
            ("phone", "canvas.board { max-width: 200px }"),
            ("dark", ":root { color-scheme: light; --paper: #fffefb !important }"),
            ("solution", ".column { display: block !important }"),
        ],
    ),
)
def test_the_comparison_sees_what_is_broken(show: Show, name: str, fault: str) -> None:
    from PIL import Image

    page = opened(show, SCENES[name])
    page.add_style_tag(content=fault)
    found = picture(page)
    assert tiles_apart(found, Image.open(GOLDEN / f"{name}.png")) > MOST_TILES


def test_golden_pictures_differ_from_each_other() -> None:
    image = pytest.importorskip("PIL.Image")
    pictures = {name: image.open(GOLDEN / f"{name}.png") for name in SCENES}
    for one, other in combinations(SCENES, 2):
        if {one, other} != {"start", "dead-end"}:  # one layout, two moments
            assert tiles_apart(pictures[one], pictures[other]) > MOST_TILES, (one, other)


@pytest.mark.parametrize(
    ("size", "dark"),
    quick_first(1, [(PHONE, True), (DESK, False), (DESK, True), (PHONE, False)]),
    ids=["phone-dark", "desk-light", "desk-dark", "phone-light"],
)
def test_axe_finds_nothing(show: Show, size: tuple[int, int], dark: bool) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(show, Scene(PAIR, size=size, dark=dark))
    for keys in ((), ("]", "d"), ("?",), ("End", "l")):
        press(page, *keys)
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()


def test_axe_would_find_something(show: Show) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(show, Scene(PAIR))
    page.add_style_tag(content=".now { color: #ccc }")
    page.evaluate("document.getElementById('seek').removeAttribute('aria-label')")
    found = {violation["id"] for violation in axe.run(page).response["violations"]}
    assert {"color-contrast", "label"} <= found


FOCUSED = """() => {
  const at = document.activeElement, style = getComputedStyle(at);
  const { top, bottom } = at.getBoundingClientRect();
  const [x, y] = [at.getBoundingClientRect().left + 3, (top + bottom) / 2];
  const seen = document.elementFromPoint(Math.max(x, 0), y);
  return {
    name: at.getAttribute("aria-label") || at.id || at.innerText || at.tagName,
    outline: `${style.outlineStyle} ${style.outlineWidth}`,
    seen: at === seen || at.contains(seen),
  };
}"""


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_tab_reaches_every_control_with_a_visible_focus(show: Show, size: tuple[int, int]) -> None:
    page = opened(show, Scene(PAIR, size=size))
    controls = page.locator(":is(button, select, input, summary):visible").count()
    reached = []
    for _ in range(controls):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        assert found["outline"] == "solid 3px" and found["seen"], found
        reached.append(found["name"])
    assert len(set(reached)) == controls
    assert {"Step", "Play", "Speed", "Control singles", "Event of mrv-mcv"} <= set(reached)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body")


def test_what_is_heard(show: Show) -> None:
    page = opened(show, Scene(PAIR))
    press(page, "]", "d")
    page.wait_for_function("document.querySelector('[data-part=grid]').innerText.includes('tried')")
    assert page.locator("canvas.board").first.get_attribute("aria-label") == (
        f"Board of singles: {page.evaluate(FILLED)} of 81 cells filled"
    )
    label = page.locator("canvas.tree").first.get_attribute("aria-label") or ""
    assert label.startswith("Search tree of singles: ")
    assert page.locator(".now").first.get_attribute("aria-live") == "polite"
    assert page.locator("#message").get_attribute("role") == "status"
    page.keyboard.press(" ")
    page.wait_for_selector(".now[aria-live=off]")


FILLED = "nonet.clock.traces[0].moment(nonet.clock.positions[0]).values.filter(Boolean).length"


def test_nothing_moves_but_what_is_played(show: Show) -> None:
    """Nothing moves by itself; controls alone have transitions, none if less motion is wanted.

    What is played moves whatever is preferred: playing is asked for.
    """
    page = opened(show, Scene(PAIR, keys=("]", "d")))
    before = page.screenshot()
    page.wait_for_timeout(600)
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.screenshot() == before
    moving = """() => [...document.querySelectorAll("*")].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return parseFloat(transitionDuration) > 0 || animationName !== "none";
    }).map((element) => element.tagName)"""
    assert set(page.evaluate(moving)) <= {"BUTTON", "SELECT"}
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == []
    page.locator("#play").hover()
    assert page.evaluate("document.getAnimations().length") == 0


def test_colours_of_the_system_are_enough(show: Show) -> None:
    """With forced colours: controls have borders, the chosen pane a frame, boards are drawn."""
    page = opened(show, Scene(PAIR, keys=("]", "d")))
    boards = state(page)["boards"]
    page.emulate_media(forced_colors="active")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    outline = "getComputedStyle(document.querySelector('.pane.selected')).outlineStyle"
    assert page.evaluate(outline) == "solid"
    picks = (
        "[...document.querySelectorAll('.pick')].map((p) => getComputedStyle(p).backgroundColor)"
    )
    assert len(set(page.evaluate(picks))) == 2
    border = "getComputedStyle(document.getElementById('play')).borderTopStyle"
    assert page.evaluate(border) == "solid"
    assert page.locator("#play").is_enabled()
    press(page, "ArrowRight")
    assert state(page)["boards"] != boards


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_marks_stand_out_from_the_board(show: Show, dark: bool) -> None:
    """Every colour that means something has contrast to what it is drawn on; shapes do the rest."""
    page = opened(show, Scene(PAIR, dark=dark))
    colors = page.evaluate("nonet.colors")
    grounds = ("paper", "current", "deadGround", "house", "given")
    for mark in ("ink", "tried", "dead", "cause", "solved", "filled", "candidate"):
        for ground in grounds:
            light, dim = sorted(map(luminance, (colors[mark], colors[ground])), reverse=True)
            assert (light + 0.05) / (dim + 0.05) >= 3, (mark, ground)


DRAW = """([value, origin, event]) => {
  const { board, trace } = nonet.panes[0], moment = trace.moment(0);
  moment.values.fill(value);
  moment.origins.fill(origin);
  moment.candidates.fill(0);
  board.draw(moment, event, nonet.colors);
}"""
CENTRE = 40
NO_EVENT = {"cell": None, "other": None, "cells": [], "by": None, "others": [], "house": None}
MARKS: dict[str, tuple[int, int, dict[str, Any] | None]] = {
    "nothing": (0, 0, None),
    "given": (5, 1, None),
    "tried": (5, 2, None),
    "filled": (5, 3, None),
    "cell at hand": (0, 0, {**NO_EVENT, "kind": "assign", "cell": CENTRE, "digit": 5}),
    "cause": (0, 0, {**NO_EVENT, "kind": "eliminate", "digit": 5, "by": CENTRE}),
    "dead end": (0, 0, {**NO_EVENT, "kind": "dead_end", "cells": [CENTRE]}),
}
"""All that a cell can be marked by: its digit, where that comes from, and the event."""
LEAST_SHAPE = 0.015
"""The part of a cell by which two shapes have to differ."""


def shape(page: Page) -> Any:
    """Return which pixels of the cell in the centre stand out from its ground, colours aside."""
    from PIL import Image

    board = Image.open(io.BytesIO(page.locator("canvas.board").first.screenshot())).convert("L")
    width = board.width / 9
    inner = [round(width * part) for part in (4.06, 4.06, 4.94, 4.94)]
    grey = np.asarray(board.crop(inner), dtype=int)
    ground = np.bincount(grey.ravel()).argmax()
    return np.abs(grey - ground) > 50


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_marks_are_told_by_their_shapes(show: Show, dark: bool) -> None:
    """In the page's own colours, but seen without any: no mark has the shape of another."""
    page = opened(show, Scene(PAIR, dark=dark))
    shapes = {}
    for name, wanted in MARKS.items():
        page.evaluate(DRAW, wanted)
        shapes[name] = shape(page)
    assert not shapes["nothing"].any()
    for (one, left), (other, right) in combinations(shapes.items(), 2):
        assert (left ^ right).mean() >= LEAST_SHAPE, (one, other)
    frame = shapes["cell at hand"]
    assert (frame & ~shapes["dead end"]).mean() < LEAST_SHAPE, "a dead end is framed as well"
    middle = slice(frame.shape[0] // 3, -(frame.shape[0] // 3))
    assert shapes["dead end"][middle, middle].any() and not frame[middle, middle].any()
    assert 0.3 < (shapes["cause"] & frame).sum() / frame.sum() < 0.9, "dashes"
