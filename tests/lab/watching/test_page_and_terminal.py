"""Page and terminal go the same ways: one list of actions leads both to the same moments."""

from __future__ import annotations

import random
from typing import Any

import pytest

from boards import HARD, SIX
from browser import Show
from cases import quick_first
from nonet import lab
from nonet.cli.watching.player import BY_EVENT, Player
from nonet.lab.watching.keys import KEYS

OTHER = {"play", "faster", "slower", "help"}
"""Actions that move nothing, or only in time."""
ACTIONS = [key.action for key in KEYS if key.action not in OTHER]
RARE = {"first", "last"}
"""They would undo all others too often."""
SEARCHES: dict[str, tuple[str, list[str], int]] = {
    "three": (HARD, ["backtracking", "singles", "mac"], 1),
    "many solutions": ("." * 16, ["backtracking", "mrv-mcv"], 40),
    "local": (SIX, ["min-conflicts", "singles"], 3),
    "alone": (HARD, ["backjumping"], 1),
    "few events": ("1234341221434321", ["backtracking", "min-conflicts"], 1),
    "no event": ("11..............", ["backtracking", "singles"], 1),
}
STEERED = """(actions) => actions.map(([action, number]) => {
  const found = nonet.clock.act(action, String(number)) !== false;
  const { positions, linked, selected, unit } = nonet.clock;
  return { found, positions: [...positions], linked, selected, byEvent: unit === "event" };
})"""
PLAYED = """(times) => times.map((seconds) => {
  nonet.clock.tick(seconds);
  return [...nonet.clock.positions];
})"""


def shown(player: Player) -> dict[str, Any]:
    return {
        "found": not player.message,
        "positions": [pane.position for pane in player.panes],
        "linked": player.linked,
        "selected": player.selected,
        "byEvent": player.unit == BY_EVENT,
    }


def some_actions(seed: str, panes: int, count: int) -> list[tuple[str, int]]:
    dice = random.Random(seed)
    weights = [1 if action in RARE else 4 for action in ACTIONS]
    return [
        (action, dice.randint(1, panes + 1)) for action in dice.choices(ACTIONS, weights, k=count)
    ]


@pytest.mark.parametrize("name", quick_first(2, SEARCHES))
def test_the_same_keys_lead_to_the_same_moments(show: Show, name: str) -> None:
    board, strategies, limit = SEARCHES[name]
    watch = lab.watch(strategies, board, limit=limit, events=2000)
    page, player = show(watch.to_html()), Player(watch.traces)
    actions = some_actions(name, len(strategies), 1500)
    visited = set()
    before = shown(player)
    for number, (action, found) in enumerate(
        zip(actions, page.evaluate(STEERED, actions), strict=True)
    ):
        player.act(*action)
        after = shown(player)
        assert found == after, (number, before, action)
        visited.add(tuple(after["positions"]))
        before = after
    assert len(visited) >= min(100, sum(map(len, watch.traces)) // 4)


@pytest.mark.parametrize(
    "keys", quick_first(2, ["]dul2", "", "u", "du", "ul", "dul"]), ids=lambda keys: f"[{keys}]"
)
def test_playing_leads_to_the_same_moments(show: Show, keys: str) -> None:
    board, strategies, limit = SEARCHES["three"]
    watch = lab.watch(strategies, board, limit=limit, events=2000)
    page, player = show(watch.to_html()), Player(watch.traces)
    actions = [
        (key.action, 2) for name in keys for key in KEYS if key.key == name.replace("2", "1")
    ]
    # Frames of the page do not pass while it is busy with the list.
    times = [0.1, 0.05, 0.1, 0.1, 0.4, 0.0, 1.0, 0.15] * 4
    both = "([actions, times]) => {" + f"({STEERED})(actions);" + "nonet.clock.act('play');"
    found = page.evaluate(both + f"return ({PLAYED})(times); }}", [actions, times])
    for action in [*actions, ("play", 0)]:
        player.act(*action)
    expected = []
    for seconds in times:
        player.advance(seconds)
        expected.append([pane.position for pane in player.panes])
    assert found == expected
