"""The page tells what Python tells: boards, words and counters at any moment of any search."""

from __future__ import annotations

import json
import random
from array import array
from functools import cache
from typing import Any

import pytest

from boards import EASY, HARD, JIGSAW, SIX
from browser import FRAMES, Show, press
from cases import quick_first, quick_only
from nonet import Layout, Limit, Puzzle, lab
from nonet.core.rules import Candidates, Different
from nonet.lab.tracing.events import CAUSE_CODES, KIND_CODES, KINDS, pack
from nonet.lab.tracing.replay import digit_names

METHODS = [m for m in lab.all_methods() if not isinstance(m, lab.EngineMethod)]
SIXTEEN = lab.corpus_named("16x16").entries[30].puzzle
TWENTY_FIVE = lab.corpus_named("25x25").entries[90].puzzle
BOARDS: dict[str, tuple[Puzzle | str, Limit]] = {
    "easy": (EASY, Limit(solutions=1, nodes=400)),
    "hard": (HARD, Limit(solutions=1, nodes=250)),
    "six": (SIX, Limit(solutions=3, nodes=400)),
    "small": ("...4..1.2.4..3..", Limit(solutions=3, nodes=400)),
    "without a solution": ("1...2.3........4", Limit(solutions=1, nodes=400)),
    "clash": ("11..............", Limit(solutions=1)),
    "jigsaw": (JIGSAW, Limit(solutions=1, nodes=120)),
    "sixteen": (SIXTEEN, Limit(solutions=1, nodes=120)),
    "rules": (
        Puzzle(
            bytes(16),
            Layout(2, 2),
            rules=("diagonal-down", Different((1, 6)), Candidates(5, (2, 4))),
        ),
        Limit(solutions=3, nodes=200),
    ),
    "twenty-five": (TWENTY_FIVE, Limit(solutions=1, nodes=60)),
}
MOMENTS = """(wanted) => JSON.stringify(wanted.map((positions, pane) => {
  const trace = nonet.clock.traces[pane], { size } = trace.board;
  return positions.map((position) => {
    const { node, values, origins, candidates } = trace.moment(position);
    const left = Array.from(values, (_, cell) => {
      const digits = [];
      for (let d = 1; d <= size; d++) if (candidates[cell * size + d - 1]) digits.push(d);
      return digits;
    });
    return {
      node, left, values: [...values], origins: [...origins], counts: trace.counts(position),
      path: trace.path(node).map((below) => trace.nodeName(below)),
      words: trace.say(trace.event(position - 1)),
    };
  });
}))"""
"""As text, which is handed over much faster than so many lists."""
SHOWN = """() => [...document.querySelectorAll(".pane")].map((pane) => Object.fromEntries(
  [...pane.querySelectorAll("dd")].map((dd) => [dd.dataset.counter, dd.textContent])))"""


def told(trace: lab.Trace, position: int) -> dict[str, Any]:
    """What Python knows of a moment, in the shape of MOMENTS."""
    moment = trace.at(position - 1)
    size = trace.puzzle.layout.size
    symbols = digit_names(size)
    counts = moment.counts.to_dict()
    return {
        "node": moment.node,
        "left": [list(digits) for digits in moment.candidates],
        "values": list(moment.values),
        "origins": list(moment.origins),
        "counts": {name: counts[name] for name in trace.subject.counters},
        "path": [f"r{c // size + 1}c{c % size + 1} = {symbols[d - 1]}" for c, d in moment.path],
        "words": moment.words,
    }


@cache
def searched(board: str) -> lab.Watch:
    puzzle, limit = BOARDS[board]
    return lab.watch(METHODS, puzzle, limit=limit)


@pytest.mark.parametrize("board", quick_only(("six", "clash", "jigsaw", "rules"), BOARDS))
def test_the_page_and_python_agree(show: Show, board: str) -> None:
    traces = searched(board).traces
    dice = random.Random(board)
    wanted = [
        sorted({len(t), *(dice.randint(1, len(t)) for _ in range(8))}) if len(t) else []
        for t in traces
    ]
    page = show(searched(board).to_html())
    found = json.loads(page.evaluate(MOMENTS, wanted))
    for trace, positions, moments in zip(traces, wanted, found, strict=True):
        for position, moment in zip(positions, moments, strict=True):
            expected = told(trace, position)
            for name, value in expected.items():
                assert moment[name] == value, (trace, position, name)
    assert press(page, "End") == [len(trace) for trace in traces]
    for trace, shown in zip(traces, page.evaluate(SHOWN), strict=True):
        counts = trace.run.counts.to_dict()
        assert shown == {
            name: "–" if counts[name] is None else f"{counts[name]:,}" for name in shown
        }, trace
        assert {name for name, count in counts.items() if count is not None} <= set(shown)


@pytest.mark.parametrize("board", quick_first(1, ["hard", "sixteen"]))
def test_every_event_is_put_into_the_same_words(show: Show, board: str) -> None:
    watch = searched(board)
    page = show(watch.to_html())
    script = """(pane) => {
      const trace = nonet.clock.traces[pane];
      const length = Math.min(trace.length, 400);
      return Array.from({ length }, (_, i) => trace.say(trace.event(i)));
    }"""
    kinds = set()
    for pane, trace in enumerate(watch.traces):
        events = trace[:400]
        kinds |= {event.kind for event in events}
        assert page.evaluate(script, pane) == [trace.words(event) for event in events], trace
    assert {"choose", "assign", "eliminate", "place", "dead_end", "backtrack", "fill"} <= kinds


MILLION = 1_000_000


@cache
def long_trace() -> tuple[lab.Trace, lab.Trace]:
    """A search and the same one over and over: a million events, whose counts are known."""
    once = lab.trace("restarts", HARD, limit=Limit(nodes=3000), events=20_000)
    plain = []
    for event in once:
        kind = KINDS[event.kind]
        numbers: list[Any] = [
            CAUSE_CODES[event.cause or ""] if name == "cause" else getattr(event, name)
            for name in kind.numbers
        ]
        moved = [at for at, name in enumerate(kind.numbers) if name in ("node", "parent", "to")]
        lists = [getattr(event, name) for name in kind.lists]
        plain.append((KIND_CODES[event.kind], event.checks, event.revisions, numbers, moved, lists))
    nodes = sum(event.kind == "assign" for event in once)
    data, starts = bytearray(), array("Q")
    for turn in range(MILLION // len(once) + 1):
        shift = turn * nodes
        for code, checks, revisions, numbers, moved, lists in plain:
            here = numbers.copy()
            for at in moved:
                if here[at]:  # the root is one and the same
                    here[at] += shift
            starts.append(len(data))
            pack(data, code, checks, revisions, here, lists)
    return once, lab.Trace(once.run, once.subject, bytes(data), starts)


@pytest.mark.slow
def test_a_million_events(show: Show) -> None:
    once, trace = long_trace()
    assert len(trace) > MILLION
    page = show(lab.Watch.of([trace]).to_html())
    width = page.evaluate("nonet.panes[0].time.width")
    each = -(-len(trace) // width)
    note = page.locator("[data-part=time-note]")
    assert note.inner_text() == f"Dead ends over time, {each:,.0f} events per pixel."
    nodes = sum(event.kind == "assign" for event in once)
    slider, dice = page.locator("#seek"), random.Random(5)
    places = [len(trace), *(dice.randrange(1, len(trace)) for _ in range(49))]
    for number, place in enumerate(places):
        slider.fill(str(place))
        page.evaluate(FRAMES)
        assert page.locator("#step").inner_text() == f"event {place:,} of {len(trace):,}"
        if number % 10:
            continue
        turns, rest = divmod(place, len(once))
        expected = grown(once, turns, rest)
        shown = page.evaluate(SHOWN)[0]
        assert {name: shown[name] for name in expected} == {
            name: f"{count:,}" for name, count in expected.items()
        }
        born = 1 + turns * nodes + sum(event.kind == "assign" for event in once[:rest])
        said = page.locator("[data-part=tree-note]").inner_text()
        assert said.startswith(f"Tree: {born:,} nodes, ") and "of them drawn" in said


def grown(once: lab.Trace, turns: int, rest: int) -> dict[str, int]:
    """The counters after some turns of a search and a part of the next."""
    whole = once.counts.to_dict()
    part = once.at(rest - 1).counts.to_dict() if rest else dict.fromkeys(whole, 0)
    found = {}
    for name in once.subject.counters:
        each, more = whole[name], part[name]
        assert each is not None and more is not None
        if name in ("deepest", "largest_frontier"):
            found[name] = max(each if turns else 0, more)
        else:
            root = name == "generated"  # counted once
            found[name] = turns * (each - root) + (more - root if rest else 0) + root
    return found
