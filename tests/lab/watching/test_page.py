"""The page that shows searches, in a real browser: what its controls do, on boards of all kinds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

import pytest

import nonet
from boards import EASY, HARD, JIGSAW
from browser import PHONE, Show, message, positions, press, state
from cases import quick_first
from nonet import Limit, Puzzle, lab
from nonet.lab.watching.keys import DEFAULT_SPEED, KEYS, SPEEDS

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALL = "...4..1.2.4..3.."
LOCAL = ("min-conflicts", "hill-climbing", "simulated-annealing")


@cache
def watched(
    *strategies: str, puzzle: Puzzle | str = HARD, events: int = 3000, limit: Limit | int = 1
) -> lab.Watch:
    return lab.watch(strategies, puzzle, events=events, limit=limit)


@cache
def two() -> str:
    return watched("backtracking", "mrv-mcv").to_html()


@cache
def solved() -> lab.Watch:
    """Short searches with dead ends and with several solutions."""
    return watched("singles", "mac", puzzle=f"{HARD[:-3]}...", limit=Limit(solutions=4))


def test_opens_from_a_file_and_says_what_it_is(show: Show) -> None:
    page = show(two())
    assert page.title() == page.locator("h1").inner_text() == "Watching backtracking, mrv-mcv"
    assert (
        page.locator("header p").inner_text() == "One board, 9x9 with 3x3 boxes, 21 givens; seed 0."
    )
    assert page.locator(".pane h2").all_inner_texts() == ["backtracking", "mrv-mcv"]
    assert positions(page) == [0, 0]
    assert page.locator(".now").first.inner_text() == "The givens, before the first event."


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.warn('w')", "console warning: w"),
        ("console.error('e')", "console error: e"),
        ("setTimeout(() => { throw new Error('thrown') })", "page error: thrown"),
        ("new Image().src = 'https://example.invalid/x.png'", "request: https://example"),
    ],
)
def test_the_watchdog_of_these_tests_barks(show: Show, script: str, fault: str) -> None:
    page = show.open(f"<!doctype html><title>x</title><script>{script}</script>")
    page.wait_for_timeout(100)
    assert any(fault in found for found in show.faults)
    show.faults.clear()


def test_play_advances_and_pause_stops(show: Show) -> None:
    page = show(two())
    page.select_option("#speed", "100")
    play = page.locator("#play")
    assert play.get_attribute("aria-label") == "Play"
    play.click()
    page.wait_for_function("nonet.clock.positions.every((at) => at > 20)")
    assert play.get_attribute("aria-label") == "Pause"
    assert page.locator(".now").first.get_attribute("aria-live") == "off"
    play.click()
    stopped = state(page)
    assert page.locator(".now").first.get_attribute("aria-live") == "polite"
    page.wait_for_timeout(150)
    assert state(page) == stopped


def test_play_stops_at_the_end_and_begins_again(show: Show) -> None:
    page = show(solved().to_html())
    page.select_option("#speed", str(SPEEDS[-1]))
    page.keyboard.press(" ")
    page.wait_for_function("!nonet.clock.isPlaying")
    assert positions(page) == [len(trace) for trace in solved().traces]
    page.select_option("#speed", "1")
    page.locator("h1").click()
    page.keyboard.press(" ")
    assert page.evaluate("nonet.clock.isPlaying") and max(positions(page)) < 10


def test_back_undoes_forward_exactly(show: Show) -> None:
    page = show(two())
    seen = [state(page)]
    for _ in range(16):
        press(page, "ArrowRight")
        seen.append(state(page))
    assert len({str(moment) for moment in seen}) == len(seen)
    for expected in reversed(seen[:-1]):
        press(page, "ArrowLeft")
        assert state(page) == expected
    for expected in seen[1:4]:
        page.locator("[data-action=forward]").click()
        assert state(page) == expected
    page.locator("[data-action=back]").click()
    assert state(page) == seen[2]


def test_the_slider_leads_to_any_moment(show: Show) -> None:
    page = show(two())
    press(page, "]", "]", "ArrowRight")
    expected = state(page)
    page.keyboard.press("Home")
    page.locator("#seek").fill("201")
    assert state(page) == expected
    said = [f"event 201 of {max(lengths()):,}", f"event 7 of {lengths()[1]:,}"]
    assert page.locator("#seek").get_attribute("aria-valuetext") == said[0]
    own = page.locator(".pane >> nth=1 >> [data-part=seek]")
    own.fill("7")
    assert positions(page) == [7, 7]
    assert own.get_attribute("aria-valuetext") == said[1]


def jumps(marks: list[int], at: int) -> tuple[int | None, int | None]:
    """The marks before and after a position."""
    before = [mark for mark in marks if mark < at]
    after = [mark for mark in marks if mark > at]
    return (before or [None])[-1], (after or [None])[0]


KEY_EFFECTS: dict[str, Callable[[Page], bool]] = {
    "play": lambda page: page.evaluate("nonet.clock.isPlaying"),
    "forward": lambda page: positions(page) == [151, 151],
    "back": lambda page: positions(page) == [149, 149],
    "leap": lambda page: positions(page) == [250, 250],
    "leap_back": lambda page: positions(page) == [50, 50],
    "next_dead_end": lambda page: positions(page)[0] == dead_ends()[1],
    "previous_dead_end": lambda page: positions(page)[0] == dead_ends()[0],
    "next_solution": lambda page: (
        message(page) == "backtracking: no more solutions in that direction."
    ),
    "previous_solution": lambda page: (
        message(page) == "backtracking: no more solutions in that direction."
    ),
    "first": lambda page: positions(page) == [0, 0],
    "last": lambda page: positions(page) == lengths(),
    "faster": lambda page: page.input_value("#speed") == str(SPEEDS[SPEEDS.index(5) + 1]),
    "slower": lambda page: page.input_value("#speed") == str(SPEEDS[SPEEDS.index(5) - 1]),
    "unit": lambda page: page.input_value("#unit") == "value",
    "link": lambda page: not page.is_checked("#linked"),
    "select": lambda page: page.evaluate("nonet.clock.selected") == 0,
    "help": lambda page: page.locator("#help dl.keys").is_visible(),
}


def lengths() -> list[int]:
    return [len(trace) for trace in watched("backtracking", "mrv-mcv").traces]


def dead_ends() -> tuple[int | None, int | None]:
    return jumps(marks_of(watched("backtracking", "mrv-mcv").traces[0], "dead_end"), 150)


def marks_of(trace: lab.Trace, kind: str) -> list[int]:
    """Positions just after events of a kind; a choice without a value is a dead end, too."""
    return [
        index + 1
        for index, event in enumerate(trace)
        if event.kind == kind
        or (kind == "dead_end" and event.kind == "choose" and not event.options)
    ]


def test_every_key_has_its_test() -> None:
    assert {key.action for key in KEYS} == set(KEY_EFFECTS)
    assert DEFAULT_SPEED == 5


def test_keys(show: Show) -> None:
    page = show(two())
    for key in KEYS:
        page.evaluate("nonet.clock.seek(0, 150)")
        press(page, "2" if key.action == "select" else "1")
        assert not KEY_EFFECTS[key.action](page), key
        press(page, key.key)
        assert KEY_EFFECTS[key.action](page), key
        if key.action in ("play", "unit", "link", "help"):
            press(page, key.key)
            assert not KEY_EFFECTS[key.action](page), key
        page.evaluate(
            "nonet.clock.setSpeed(5), document.getElementById('message').textContent = ''"
        )


def test_keys_are_left_to_what_has_the_focus(show: Show) -> None:
    page = show(two())
    page.locator("#seek").focus()
    assert press(page, "ArrowRight") == [1, 1]
    page.locator("[data-action=forward]").focus()
    assert press(page, " ") == [2, 2]
    page.locator("#speed").focus()
    assert press(page, "d", "End") == [2, 2]
    page.locator("#theme").focus()
    assert press(page, "Control+ArrowRight", "s") == [2, 2]


def test_buttons_lead_to_dead_ends_and_solutions_until_none_is_left(show: Show) -> None:
    page = show(solved().to_html())
    first = solved().traces[0]
    dead, found = marks_of(first, "dead_end"), marks_of(first, "solution")
    assert len(dead) > 1 and len(found) > 1
    for name, marks in (("dead_end", dead), ("solution", found)):
        page.keyboard.press("Home")
        for mark in marks:
            page.locator(f"[data-action=next_{name}]").click()
            assert positions(page)[0] == mark and message(page) == ""
        page.locator(f"[data-action=next_{name}]").click()
        assert positions(page)[0] == marks[-1]
        assert message(page) == f"singles: no more {name.replace('_', ' ')}s in that direction."
        for mark in reversed(marks[:-1]):
            assert press(page, name[0].upper())[0] == mark
        assert press(page, name[0].upper())[0] == marks[0]
        assert message(page) == f"singles: no more {name.replace('_', ' ')}s in that direction."
    page.locator("[data-action=last]").click()
    assert positions(page) == [len(trace) for trace in solved().traces]
    page.locator("[data-action=first]").click()
    assert positions(page) == [0, 0]


def test_a_press_of_d_leads_to_one_dead_end_and_counts_it(show: Show) -> None:
    page = show(two())
    shown = page.locator(".pane").first
    counted = shown.locator("dt", has_text="dead ends").locator("xpath=following-sibling::dd[1]")
    for number in range(1, 6):
        press(page, "d")
        assert counted.inner_text() == str(number)
    refused = shown.locator("dt", has_text="refused").locator("xpath=following-sibling::dd[1]")
    trace = watched("backtracking", "mrv-mcv").traces[0]
    expected = trace.counts_after(positions(page)[0]).refused
    assert expected and refused.inner_text() == f"{expected:,}"


def test_speeds_stay_within_bounds(show: Show) -> None:
    page = show(two())
    press(page, *["+"] * len(SPEEDS))
    assert page.input_value("#speed") == str(SPEEDS[-1])
    press(page, *["-"] * (len(SPEEDS) + 2))
    assert page.input_value("#speed") == str(SPEEDS[0])


def test_a_step_can_be_a_value_tried(show: Show) -> None:
    page = show(two())
    page.select_option("#unit", "value")
    page.locator("h1").click()
    traces = watched("backtracking", "mrv-mcv").traces
    tried = [[i for i, e in enumerate(t) if e.kind == "assign"] for t in traces]
    most = max(map(len, tried))
    for step in (1, 2, 3):
        assert press(page, "ArrowRight") == [marks[step] for marks in tried]
        assert page.locator("#step").inner_text() == f"value tried {step} of {most:,}"
    assert press(page, "ArrowLeft") == [marks[2] for marks in tried]
    assert press(page, "End") == [len(trace) for trace in traces]


def test_searches_run_in_step_or_each_on_its_own(show: Show) -> None:
    page = show(two())
    press(page, "ArrowRight", "ArrowRight")
    page.uncheck("#linked")
    page.locator("h1").click()
    assert press(page, "ArrowRight") == [3, 2]
    page.locator(".pane >> nth=1 >> .pick").click()
    page.wait_for_selector(".pane:nth-child(2) .pick[aria-pressed=true]")
    assert press(page, "]") == [3, 102]
    assert press(page, "1", "ArrowRight") == [4, 102]
    page.locator("canvas.board").nth(1).click()
    assert press(page, "ArrowLeft") == [4, 101]
    page.locator(".pane >> nth=0 >> [data-part=seek]").fill("50")
    assert positions(page) == [50, 101]
    page.check("#linked")
    assert len(set(positions(page))) == 1


def test_each_on_its_own_one_plays_while_the_other_waits(show: Show) -> None:
    page = show(two(), "#linked=0&speed=100")
    assert not page.is_checked("#linked") and page.input_value("#speed") == "100"
    page.keyboard.press("2")
    page.keyboard.press(" ")
    page.wait_for_function("nonet.clock.positions[1] > 20")
    page.keyboard.press("1")
    page.wait_for_function("nonet.clock.positions[1] > 40")
    assert positions(page)[0] == 0


def test_the_address_is_a_link_to_the_moment(show: Show) -> None:
    page = show(two())
    press(page, "]", "d")
    expected = state(page)
    page.wait_for_function("location.hash.startsWith('#at=1')")
    page.reload()
    page.wait_for_selector("body[data-ready=true]")
    assert state(page) == expected
    page.locator("#copy").click()
    page.wait_for_function("document.getElementById('message').textContent")
    assert "Link to this moment" in message(page)
    page.evaluate("location.hash = '#at=12,34&linked=0&unit=value'")
    page.wait_for_function("nonet.clock.positions[1] === 34")
    assert positions(page) == [12, 34] and page.input_value("#unit") == "value"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("#at=99999999,-5", [None, 0]),
        ("#at=x,%00", [0, 0]),
        ("#at=1e99,Infinity&speed=NaN&unit=month&linked=maybe", [1, 0]),
        ("#at=" + "7," * 500, [7, 7]),
        ("#%E0%A4%A&<script>&at", [0, 0]),
        ("#at=5", [5, 0]),
    ],
)
def test_bad_addresses_do_no_harm(show: Show, address: str, expected: list[int | None]) -> None:
    page = show(two(), address)
    last = lengths()[0]
    assert positions(page) == [last if at is None else at for at in expected]
    assert page.input_value("#speed") == "5" and page.input_value("#unit") == "event"
    assert press(page, "Home", "ArrowRight") == [1, 1]


def places(page: Page, folded: bool) -> list[dict[str, Any]]:
    """What is drawn of the first tree, with its place on the screen."""
    found: list[dict[str, Any]] = page.evaluate(
        """(folded) => {
          const { tree } = nonet.panes[0], [across, down] = tree.scales, [x, y] = tree.offset;
          return tree.places.filter((item) => item.folded === folded).map((item) => (
            { node: item.node, x: item.x * 20 * across + x, y: item.depth * 26 * down + y }));
        }""",
        folded,
    )
    return found


def test_a_click_on_a_node_leads_to_its_moment(show: Show) -> None:
    page = show(two(), "#at=300,300")
    tree = page.locator("canvas.tree").first
    tree.scroll_into_view_if_needed()
    width = page.evaluate("nonet.panes[0].tree.surface.width")
    nodes = [place for place in places(page, False) if 5 < place["x"] < width - 5]
    for place in (nodes[len(nodes) // 2], nodes[0]):
        tree.click(position={"x": place["x"], "y": place["y"]})
        after = page.evaluate("(node) => nonet.panes[0].trace.ends[node]", place["node"])
        assert positions(page)[0] == after
        press(page, "Home", "]", "]", "]")


def test_a_click_on_a_triangle_unfolds_it(show: Show) -> None:
    page = show(watched("backtracking", events=30_000).to_html(), "#at=29999")
    note = page.locator("[data-part=tree-note]")
    assert re.search(r"10,\d\d\d nodes, 2[0-6]\d of them drawn", note.inner_text())
    tree = page.locator("canvas.tree")
    tree.scroll_into_view_if_needed()
    size = page.evaluate("[nonet.panes[0].tree.surface.width, nonet.panes[0].tree.surface.height]")
    inside = [p for p in places(page, True) if 0 < p["x"] < size[0] and 0 < p["y"] < size[1]]
    tree.click(position={"x": inside[0]["x"], "y": inside[0]["y"]})
    assert positions(page) == [29999]
    assert page.evaluate("[...nonet.panes[0].tree.opened]") == [inside[0]["node"]]
    assert inside[0]["node"] not in [place["node"] for place in places(page, True)]
    page.locator("[data-part=follow]").click()
    assert inside[0]["node"] in [place["node"] for place in places(page, True)]


def test_trees_zoom_move_and_fit(show: Show) -> None:
    page = show(two(), "#at=300,300")
    tree = page.locator("canvas.tree").first
    tree.scroll_into_view_if_needed()
    fitted = state(page)["trees"][0]
    looks = {fitted}
    for part in ("zoom-in", "zoom-in", "zoom-out"):
        page.locator(f"[data-part={part}]").first.click()
        looks.add(state(page)["trees"][0])
    box = tree.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 80, steps=3)
    page.mouse.up()
    looks.add(state(page)["trees"][0])
    page.keyboard.down("Control")
    page.mouse.wheel(0, -120)
    page.keyboard.up("Control")
    page.wait_for_timeout(50)
    looks.add(state(page)["trees"][0])
    assert len(looks) == 5 and positions(page) == [300, 300]
    page.locator("[data-part=fit]").first.click()
    assert state(page)["trees"][0] == fitted


@pytest.mark.parametrize("dark", [False, True])
def test_colours_can_be_chosen(show: Show, dark: bool) -> None:
    page = show(two(), dark=dark)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    auto = (page.evaluate(ground), state(page)["boards"])
    seen = {}
    for theme in ("light", "dark", "auto"):
        page.select_option("#theme", theme)
        seen[theme] = (state(page)["boards"], page.evaluate(ground))[::-1]
    assert seen["auto"] == seen["dark" if dark else "light"] == auto
    assert seen["light"][0] != seen["dark"][0] and seen["light"][1] != seen["dark"][1]
    page.emulate_media(color_scheme="light" if dark else "dark")
    assert state(page)["boards"] == seen["light" if dark else "dark"][1]


@pytest.mark.parametrize("count", [1, 2, 4])
def test_any_number_of_strategies(show: Show, count: int) -> None:
    names = ("backtracking", "mrv-mcv", "mac", "singles")[:count]
    page = show(watched(*names).to_html(), size=(1600, 900))
    boxes = [pane.bounding_box() for pane in page.locator("canvas.board").all()]
    assert len({box["y"] for box in boxes if box}) == 1
    assert len({box["x"] for box in boxes if box}) == count
    assert page.locator("#linked").is_visible() == (count > 1)
    assert page.locator(".pick:visible").count() == (count if count > 1 else 0)
    assert press(page, "ArrowRight") == [1] * count


def test_local_searches_have_no_tree(show: Show) -> None:
    page = show(watched(*LOCAL, puzzle=EASY).to_html())
    assert page.locator("canvas.tree:visible").count() == 0
    assert "there is no tree" in page.locator(".note").first.inner_text()
    press(page, "ArrowRight")
    first = state(page)
    assert sum("fills the boxes at random" in words for words in first["words"]) == 3
    assert len(set(first["boards"])) == 1  # one seed, one filling
    press(page, "End")
    assert page.locator(".now").all_inner_texts() == ["a solution"] * 3
    assert page.locator("[data-part=time-note]").first.inner_text() == "Conflicts over time."


def of_corpus(name: str) -> Puzzle:
    return lab.corpus_named(name).entries[30].puzzle


@pytest.mark.parametrize("size", [(1280, 800), PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("board", quick_first(2, ["25x25", "jigsaw", "4x4", "6x6", "16x16"]))
def test_boards_of_all_sizes(show: Show, board: str, size: tuple[int, int]) -> None:
    puzzle = JIGSAW if board == "jigsaw" else of_corpus(board)
    watch = watched("backtracking", "singles", puzzle=puzzle, events=1000)
    page = show(watch.to_html(), size=size)
    overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for key in ("]", "d", "End", "Home"):
        press(page, key)
        assert page.evaluate(overhang) == 0
    assert page.locator("[data-part=grid] tr").count() == 2 * puzzle.layout.size
    canvas = page.locator("canvas.board").first.bounding_box()
    assert canvas is not None and canvas["width"] == pytest.approx(canvas["height"], abs=1)
    assert canvas["width"] >= 280


def test_clashing_givens_are_named(show: Show) -> None:
    html = watched("backtracking", "mrv-mcv", "min-conflicts", puzzle="11..............").to_html()
    page = show(html)
    reason = "No solution, because givens conflict: 1 appears twice in row 1: r1c1 r1c2."
    assert page.locator(".why").all_inner_texts() == [reason] * 3
    before = state(page)
    for key in KEYS:
        if key.action not in ("play", "unit", "link", "select", "help", "faster", "slower"):
            press(page, key.key)
    assert state(page) == before
    assert press(page, " ", " ") == [0, 0, 0]
    plain = show(watched("backtracking", puzzle="1...............").to_html())
    assert page.evaluate("nonet.clock.traces[0].board.conflicts") == [0, 1]
    assert plain.evaluate("nonet.clock.traces[0].board.conflicts") == []


def test_names_and_words_of_the_user_are_text(show: Show) -> None:
    bad = "</script><b>&amp;\"'<!-- $title {cell}"
    mine = replace(lab.method_named("mrv-mcv"), name=bad, about=bad)
    page = show(lab.watch(mine, SMALL, title=bad, about=bad).to_html())
    for place in ("h1", "header p", "h2", ".about"):
        assert page.locator(place).first.inner_text() == bad
    assert page.title() == bad and page.locator("b").count() == 1  # the legend's
    page.keyboard.press("d")
    assert message(page).startswith(bad)


def test_a_page_without_scripts_still_tells_the_results(show: Show) -> None:
    page = show.open(two(), java_script_enabled=False)
    text = page.locator("noscript").inner_text()
    assert "backtracking: No result. The trace is full" in text


@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts" '])
@pytest.mark.parametrize("value", quick_first(1, ["watch", "trace"]))
def test_a_notebook_shows_the_page(show: Show, value: str, sandbox: str) -> None:
    watch = watched("backtracking", "mrv-mcv")
    shown: Any = watch if value == "watch" else watch.traces[0]
    html = shown._repr_html_().replace("<iframe ", f"<iframe {sandbox}")
    page = show.open(f"<!doctype html><title>A notebook</title><div>{html}</div>")
    frame = page.frame_locator("iframe")
    frame.locator("body[data-ready=true]").wait_for()
    assert frame.locator(".pane").count() == (2 if value == "watch" else 1)
    frame.locator("#speed").select_option("100")
    frame.locator("#play").click()
    frame.locator("#play[data-playing=true]").wait_for()
    inner = page.frames[1]
    inner.wait_for_function("nonet.clock.positions[0] > 10")
    frame.locator("#play").click()
    frame.locator("[data-action=next_dead_end]").click()
    page.wait_for_timeout(400)  # an address would be kept by now
    assert not frame.locator("#copy").is_visible()  # there is no address to link to
    assert page.locator("iframe").get_attribute("title") == f"Watching {escape(shown_names(shown))}"


def shown_names(shown: Any) -> str:
    traces = getattr(shown, "traces", (shown,))
    return ", ".join(trace.run.method for trace in traces)


def test_traces_of_two_puzzles_are_refused() -> None:
    with pytest.raises(nonet.ArgumentError, match="one puzzle"):
        lab.Watch.of([lab.trace("mrv-mcv", SMALL), lab.trace("mrv-mcv", "1" + "." * 15)])
    with pytest.raises(nonet.ArgumentError, match="at least one"):
        lab.Watch.of([])
