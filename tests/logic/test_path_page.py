"""The page of a path, in a real browser: what its controls do, how it looks, who can use it.

After looking at a changed picture, keep it:
NONET_UPDATE_GOLDEN=1 pytest -m 'slow or not slow' tests/logic/test_path_page.py
"""

from __future__ import annotations

import os
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import nonet
from boards import JIGSAW
from browser import DESK, FRAMES, PHONE, Show, message
from cases import quick_only
from comparing import MOST_TILES, picture, tiles_apart
from nonet.core.limit import Limit
from nonet.logic.languages import language_named
from nonet.logic.path_page import DEFAULT_PAUSE, KEYS, PAUSES, difficulties, hardest_step
from nonet.logic.words import format_step, step_sentences
from nonet.render.svg_legend import LABELS

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALL = "...4..1.2.4..3.."
LONG = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
CHAINS = ".9.....14...2.9............2..5.6.7..18.....9..6.....8..53.....93.....617...4..9."
GOLDEN = Path(__file__).parents[1] / "golden" / "path"


@cache
def path_of(puzzle: str, steps: int = 40) -> nonet.Path:
    return nonet.explain(puzzle, limit=Limit(nodes=steps))


@cache
def html(puzzle: str, language: str = "en") -> str:
    return path_of(puzzle).to_html(language)


def step(page: Page) -> int:
    page.evaluate(FRAMES)
    return int(page.evaluate("nonet.step"))


def press(page: Page, *keys: str) -> int:
    for key in keys:
        page.keyboard.press(key)
    return step(page)


def test_every_step_says_what_python_says(show: Show) -> None:
    path = path_of(SMALL)
    page = show(html(SMALL))
    assert page.title() == "Solving a Sudoku step by step"
    assert page.locator("header p").inner_text() == (
        "4x4, 5 givens. Solved in 11 steps. Hardest step: Hidden single."
    )
    for number, (board, one) in enumerate(zip(path.boards, path.steps, strict=False), start=1):
        heading = page.locator("#name").inner_text()
        assert heading.startswith(f"{number}. ")
        line = format_step(board, one)
        assert f"{heading.split('. ')[1]}: {page.locator('#line').inner_text()}" == line
        assert page.locator("#why p").all_inner_texts() == step_sentences(board, one)
        assert page.locator("#board svg").get_attribute("aria-label") == line
        assert page.locator("#list a[aria-current=step]").get_attribute("href") == f"#step={number}"
        digits = page.locator("#board svg :is(.given, .filled)").all_text_contents()
        assert "".join(digits) == str(board).replace(".", "")
        page.keyboard.press("ArrowRight")
    assert page.locator("#name").inner_text() == "The end"
    assert page.locator("#why p").all_inner_texts() == ["Solved in 11 steps."]
    assert page.locator("#board svg text").count() == 16


def test_keys_and_buttons_do_the_same(show: Show) -> None:
    page = show(html(LONG))
    end = len(path_of(LONG).steps) + 1
    hardest = hardest_step(path_of(LONG))
    wanted = [("ArrowRight", "forward", 2), ("End", "last", end), ("ArrowLeft", "back", end - 1)]
    wanted += [("Home", "first", 1), ("h", "hardest", hardest or 0)]
    for key, action, place in wanted:
        before = step(page)
        assert press(page, key) == place, key
        page.evaluate(f"nonet.go({before})")
        page.locator(f"[data-action={action}]").click()
        assert step(page) == place, action
    assert press(page, "Home", "ArrowLeft") == 1 and press(page, "End", "ArrowRight") == end
    press(page, "?")
    assert page.locator("#help").get_attribute("open") is not None
    assert page.locator("#help dt").all_inner_texts()[:2] == ["Space", "→"]
    assert page.locator("#help dt").count() == len(KEYS)


def test_plays_to_the_end_and_starts_again(show: Show) -> None:
    page = show(html(SMALL))
    assert page.locator("#speed").input_value() == f"{DEFAULT_PAUSE:g}"
    for _ in PAUSES:
        page.keyboard.press("+")
    assert page.locator("#speed").input_value() == f"{PAUSES[-1]:g}"
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-label") == "Pause"
    assert page.locator("#now").get_attribute("aria-live") == "off"
    page.wait_for_function("nonet.step === 12 && !nonet.isPlaying")
    assert page.locator("#play").get_attribute("aria-label") == "Play"
    assert page.locator("#now").get_attribute("aria-live") == "polite"
    page.keyboard.press("-")
    assert page.locator("#speed").input_value() == f"{PAUSES[-2]:g}"
    page.locator("h1").click()
    assert press(page, " ") == 1
    press(page, "ArrowRight")
    assert page.evaluate("nonet.isPlaying") is False


def test_a_link_leads_to_its_step(show: Show) -> None:
    page = show(html(LONG), "#step=12")
    assert step(page) == 12
    press(page, "ArrowRight")
    page.wait_for_function("location.hash === '#step=13'")
    page.evaluate("location.hash = '#step=3'")
    page.wait_for_function("nonet.step === 3")
    page.evaluate("location.hash = '#step=end'")
    page.wait_for_function("nonet.step === nonet.end")
    for odd, place in (
        ("#step=999", len(path_of(LONG).steps) + 1),
        ("#step=x", 1),
        ("#step=-2", 1),
    ):
        assert step(show(html(LONG), odd)) == place
    page.locator("#list a").nth(4).click()
    page.locator("#copy").click()
    page.wait_for_function("document.getElementById('message').textContent !== ''")
    assert "Link to this step" in message(page) and page.url.endswith("#step=5")


def test_the_strip_and_the_slider_lead_to_steps(show: Show) -> None:
    page = show(html(LONG))
    count = len(path_of(LONG).steps)
    assert page.locator("#strip i").count() == page.locator("#list li").count() == count
    box = page.locator("#strip i").nth(20).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
    assert step(page) == 21
    assert page.locator("#strip i.at").count() == 1
    page.locator("#seek").focus()
    assert press(page, "ArrowRight") == 22
    assert page.locator("#seek").get_attribute("aria-valuetext") == f"step 22 of {count}"
    hardest = page.locator("#strip i.hardest, #list a.hardest")
    assert hardest.count() == 2


def test_difficulties_follow_the_order() -> None:
    path = path_of(LONG)
    heights = difficulties(path)
    ranks = [path.order.rank(name) for name in path.techniques]
    assert [heights.index(one) for one in sorted(heights)] == [
        ranks.index(one) for one in sorted(ranks)
    ]
    assert min(heights) >= 0 and max(heights) <= 1
    assert hardest_step(path) == ranks.index(max(ranks)) + 1


@pytest.mark.parametrize(
    ("puzzle", "options", "said"),
    [
        ("1...............", {}, "This puzzle has several solutions"),
        ("11..............", {}, "This puzzle has no solution."),
        (LONG, {"techniques": ["full-house"]}, "Stuck after 0 steps"),
        (LONG, {"limit": Limit(nodes=3)}, "Stopped by the limit on steps after 3 steps"),
    ],
)
def test_paths_that_do_not_reach_the_solution(
    show: Show, puzzle: str, options: dict[str, object], said: str
) -> None:
    path = nonet.explain(puzzle, **options)  # type: ignore[arg-type]
    page = show(path.to_html(), "#step=end")
    assert page.locator("#why p").first.inner_text().startswith(said)
    assert page.locator("footer").is_visible() == bool(path.steps)
    assert page.locator("#board svg").is_visible()


def test_boards_of_other_shapes(show: Show) -> None:
    path = nonet.explain(JIGSAW, limit=Limit(nodes=4))
    page = show(path.to_html())
    assert page.locator("#board svg").is_visible()


def test_german(show: Show) -> None:
    page = show(html(SMALL, "de"))
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.locator("h1").inner_text() == "Ein Sudoku Schritt für Schritt"
    assert page.locator("#name").inner_text() == "1. Versteckter Single"
    assert "gesetzt" in page.locator("#board svg .legend").all_text_contents()
    assert page.locator("#play").get_attribute("aria-label") == "Abspielen"


def test_the_english_legend_is_that_of_pictures() -> None:
    assert language_named("en").legend == LABELS
    assert set(language_named("de").legend) == set(LABELS)


def test_a_notebook_shows_the_page(show: Show) -> None:
    shown = path_of(SMALL)._repr_html_()
    framed = re.search('srcdoc="(.*?)"', shown, re.DOTALL)
    assert framed and unescape(framed[1]) == html(SMALL)
    page = show.open(f"<!doctype html><title>notebook</title>{shown}")
    frame = page.frame_locator("iframe")
    frame.locator("body[data-ready=true]").wait_for()
    frame.locator("[data-action=forward]").click()
    assert frame.locator("#name").inner_text().startswith("2. ")
    assert frame.locator("#copy").is_hidden()


def test_without_scripts_there_are_the_steps(show: Show) -> None:
    page = show.open(html(SMALL), java_script_enabled=False)
    assert page.locator("noscript p").is_visible()
    assert page.locator("#list li").count() == 11
    assert page.locator("#board svg").is_visible()


class Scene(NamedTuple):
    """A page at a step, in a window."""

    puzzle: str = LONG
    at: str = "#step=4"
    size: tuple[int, int] = DESK
    dark: bool = False
    language: str = "en"


SCENES = {
    "step": Scene(),
    "dark": Scene(dark=True),
    "chain": Scene(CHAINS, at="#step=34"),
    "phone": Scene(size=PHONE),
    "phone-dark": Scene(CHAINS, at="#step=34", size=PHONE, dark=True, language="de"),
    "end": Scene(SMALL, at="#step=end"),
}


def opened(show: Show, scene: Scene) -> Page:
    page = show(html(scene.puzzle, scene.language), scene.at, size=scene.size, dark=scene.dark)
    page.evaluate(FRAMES)
    return page


@pytest.mark.parametrize("name", quick_only(("chain", "phone-dark"), SCENES))
def test_golden_pictures(show: Show, name: str) -> None:
    from PIL import Image

    found = picture(opened(show, SCENES[name]))
    path = GOLDEN / f"{name}.png"
    if os.environ.get("NONET_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        small = found.quantize(24, kmeans=2, dither=Image.Dither.NONE)
        small.save(path, optimize=True)
    assert tiles_apart(found, Image.open(path)) <= MOST_TILES
    assert path.stat().st_size < 60_000


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("chain", "#board svg { visibility: hidden }"),
        ("phone-dark", ":root { color-scheme: light; --paper: #fffefb !important }"),
        ("step", "main { grid-template-columns: 1fr }"),
    ],
)
def test_the_comparison_sees_what_is_broken(show: Show, name: str, fault: str) -> None:
    from PIL import Image

    page = opened(show, SCENES[name])
    page.add_style_tag(content=fault)
    assert tiles_apart(picture(page), Image.open(GOLDEN / f"{name}.png")) > MOST_TILES


@pytest.mark.parametrize("name", quick_only(("phone-dark", "step"), SCENES))
def test_axe_finds_nothing(show: Show, name: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(show, SCENES[name])
    for keys in ((), ("?",), ("End",)):
        press(page, *keys)
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_is_wider_than_the_window(show: Show, size: tuple[int, int]) -> None:
    page = opened(show, Scene(CHAINS, at="#step=34", size=size))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.locator("#play").is_visible() and page.locator("#board svg").is_visible()


def test_tab_reaches_every_control(show: Show) -> None:
    page = opened(show, Scene(SMALL, at="#step=1"))
    controls = page.locator(":is(a, button, select, input, summary, [tabindex]):visible").count()
    reached = set()
    for _ in range(controls):
        page.keyboard.press("Tab")
        reached.add(
            page.evaluate(
                "(() => { const at = document.activeElement;"
                " return at.getAttribute('href') || at.id || at.ariaLabel || at.tagName; })()"
            )
        )
    assert len(reached) == controls
    assert {"seek", "play", "speed", "theme", "#step=11", "now"} <= reached


def test_what_is_heard(show: Show) -> None:
    page = opened(show, Scene(SMALL, at="#step=1"))
    page.wait_for_function("document.querySelectorAll('#cells td').length === 16")
    cells = page.locator("#cells td").all_inner_texts()
    board = path_of(SMALL).boards[0]
    assert cells[3] == "4" and cells[0] == "/".join(map(str, board.candidates(0)))
    assert page.locator("#now").get_attribute("aria-live") == "polite"
    assert page.locator("#message").get_attribute("role") == "status"
    assert page.locator("nav").get_attribute("aria-label") == "Steps"


def test_the_theme_can_be_chosen(show: Show) -> None:
    page = opened(show, Scene(SMALL))
    paper = "getComputedStyle(document.querySelector('#board .paper')).fill"
    light = page.evaluate(paper)
    page.select_option("#theme", "dark")
    dark = page.evaluate(paper)
    assert light != dark
    page.select_option("#theme", "auto")
    assert page.evaluate(paper) == light
