"""Watching in a terminal: the player, the keys, the screen, and the command as a user meets it."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from cases import quick_share
from nonet import lab
from nonet.cli import run as run_command
from nonet.cli.watching.keys import decode_keys
from nonet.cli.watching.player import Pane, Player
from nonet.cli.watching.screen import describe, draw_screen
from nonet.cli.watching.stage import press
from nonet.lab.tracing.columns import Columns
from nonet.lab.tracing.events import KINDS
from nonet.lab.watching.keys import ALIASES, DEFAULT_SPEED, KEYS, SPEEDS, Key

FOUR = "...4..1.2.4..3.."
SIX = "15..4.24..564....3.....463..2..2..31"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
FREE = "." * 16
"""Many solutions, many dead ends."""
SIXTEEN = "." * 256
METHODS = [m.name for m in lab.all_methods() if not isinstance(m, lab.EngineMethod)]


@cache
def traced(name: str, board: str = SIX, events: int = 3000) -> Any:
    return lab.trace(name, board, limit=3, events=events)


def player_of(*names: str, board: str = SIX, events: int = 3000) -> Player:
    return Player([traced(name, board, events) for name in names])


def shown(player: Player, width: int = 80, height: int = 24, unicode: bool = True) -> list[str]:
    lines = [line.plain for line in draw_screen(player, width, height, unicode=unicode)]
    assert len(lines) == height and max(map(len, lines)) <= width
    assert unicode or "".join(lines).isascii()
    return lines


def positions(player: Player) -> list[int]:
    return [pane.position for pane in player.panes]


# Reading many events at once


@pytest.mark.parametrize("name", METHODS)
def test_columns_are_the_fields_of_the_events(name: str) -> None:
    trace = traced(name)
    start = len(trace) // 3
    columns, events = Columns(trace, start, len(trace)), trace[start:]
    for kind, shape in KINDS.items():
        rows = columns.rows(kind).tolist()
        assert rows == [row for row, event in enumerate(events) if event.kind == kind]
        for field in {*shape.numbers} - {"cause"}:
            values = [getattr(events[row], field) for row in rows]
            assert columns.number(kind, field).tolist() == [-1 if v is None else v for v in values]
        for field in shape.lists:
            lengths = [len(getattr(events[row], field)) for row in rows]
            assert columns.lengths(kind, field).tolist() == lengths
    assert columns.work("checks").tolist() == [event.checks for event in events]


@pytest.mark.parametrize("name", ["backtracking", "singles", "a-star", "restarts", "min-conflicts"])
def test_counters_are_those_of_the_events_so_far(name: str) -> None:
    trace = traced(name)
    for after in sorted({0, 1, 63, 64, 65, len(trace) // 2, len(trace)} & {*range(len(trace) + 1)}):
        counts = trace.counts_after(after)
        events = trace[:after]
        for kind, counter in (("assign", "assignments"), ("backtrack", "backtracks")):
            if getattr(counts, counter) is not None:
                assert getattr(counts, counter) == sum(event.kind == kind for event in events)
        if counts.checks is not None:
            assert counts.checks == sum(event.checks for event in events)
        if counts.eliminated is not None:
            eliminated = [event.cells for event in events if event.kind == "eliminate"]
            assert counts.eliminated == sum(map(len, eliminated))
        waiting = [event.waiting or 0 for event in events if event.kind == "choose"]
        if counts.largest_frontier is not None:
            assert counts.largest_frontier == max(waiting, default=0)
    with pytest.raises(nonet.ArgumentError):
        trace.counts_after(len(trace) + 1)


# The player

ACTIONS = [key.action for key in KEYS]
moves = st.tuples(st.sampled_from(ACTIONS), st.integers(0, 4), st.floats(0, 3))


@given(st.lists(moves, max_size=40))
def test_whatever_is_pressed_positions_stay_in_range(pressed: list[tuple[str, int, float]]) -> None:
    player = player_of("backtracking", "singles", "min-conflicts")
    for action, number, seconds in pressed:
        player.act(action, number)
        player.advance(seconds)
        assert all(0 <= pane.position <= pane.end for pane in player.panes)
        assert player.speed in SPEEDS and 0 <= player.selected < 3
        before = positions(player)
        player.act("forward")
        if positions(player) != before:
            player.act("back")
            # Between two stops, one back leads to the stop before.
            assert all(now <= old for now, old in zip(positions(player), before, strict=True))
            on_stops = [p.position in p.stops(player.unit) for p in player.panes]
            assert all(on_stops) or not player.linked


@given(st.booleans(), st.booleans(), st.lists(st.sampled_from(["forward", "leap", "leap_back"])))
def test_back_undoes_forward(linked: bool, by_value: bool, path: list[str]) -> None:
    player = player_of("backtracking", "singles")
    for action, wanted in (("link", not linked), ("unit", by_value)):
        if wanted:
            player.act(action)
    for action in path:
        player.act(action)
    before = positions(player)
    player.act("forward")
    if positions(player) != before:
        player.act("back")
        assert positions(player) == before


@pytest.mark.parametrize("name", METHODS)
def test_at_the_end_the_counters_are_those_of_the_run(name: str) -> None:
    player = player_of(name)
    player.act("last")
    assert player.pane.is_over and player.pane.counts == player.pane.trace.run.counts.to_dict()
    player.act("first")
    assert player.pane.position == 0 and player.pane.values == player.pane.trace.puzzle.cells


def test_linked_panes_keep_step_and_wait_where_they_are_over() -> None:
    player = player_of("backtracking", "singles")
    long, short = (pane.end for pane in player.panes)
    assert short < long
    for _ in range(short + 5):
        player.act("forward")
    assert positions(player) == [short + 5, short]
    for _ in range(6):
        player.act("back")
    assert positions(player) == [short - 1, short - 1]
    player.act("unit")
    assert player.pane.position == short - 1
    player.act("forward")
    for pane in player.panes:
        assert pane.is_over or pane.trace[pane.position].kind == "assign"


def test_a_step_by_value_holds_all_that_follows_from_it() -> None:
    for name, kind in (("backtracking", "assign"), ("min-conflicts", "move")):
        player = player_of(name)
        player.act("unit")
        for step in range(1, 5):
            player.act("forward")
            trace, position = player.pane.trace, player.pane.position
            assert trace[position].kind == kind
            assert sum(event.kind == kind for event in trace[:position]) == step


def test_each_on_its_own_and_linked_again() -> None:
    player = player_of("backtracking", "singles")
    player.act("link")
    player.act("select", 2)
    player.act("leap")
    player.act("select", 7)
    assert positions(player) == [0, min(100, player.panes[1].end)]
    player.act("link")
    assert positions(player)[0] == positions(player)[1]


def test_dead_ends_and_solutions_are_found_both_ways() -> None:
    player = player_of("backtracking", board=HARD)
    trace = player.pane.trace
    dead = [
        place + 1
        for place, event in enumerate(trace)
        if event.kind == "dead_end" or (event.kind == "choose" and not event.options)
    ]
    found = []
    for _ in dead[:30]:
        player.act("next_dead_end")
        found.append(player.pane.position)
        assert player.pane.counts["dead_ends"] == len(found), "one press, one dead end"
    assert found == dead[:30]
    player.act("previous_dead_end")
    assert player.pane.position == dead[28]
    player = player_of("singles")
    for action, place in (("next_solution", 0), ("next_solution", 1), ("previous_solution", 0)):
        player.act(action)
        moment = player.pane.moment
        assert moment is not None and moment.event.kind == "solution"
        assert moment.values == player.pane.trace.run.solutions[place].cells
    player.act("previous_solution")
    assert moment is player.pane.moment


def test_playing_goes_by_time_and_ends_at_the_end() -> None:
    player = player_of("backtracking")
    player.act("play")
    for _ in range(8):
        player.advance(0.125)
    assert player.pane.position == DEFAULT_SPEED
    for _ in SPEEDS:
        player.act("faster")
    player.advance(10)
    assert player.pane.is_over and not player.playing
    player.act("play")
    assert player.playing and player.pane.position == 0
    player.act("back")
    assert not player.playing


def test_panes_that_are_not_linked_play_on_their_own() -> None:
    player = player_of("backtracking", "singles")
    player.act("link")
    player.act("play")
    player.act("select", 2)
    assert player.is_moving and not player.playing
    player.act("play")
    player.advance(1)
    assert positions(player) == [DEFAULT_SPEED] * 2
    player.act("back")
    player.advance(1)
    assert positions(player) == [2 * DEFAULT_SPEED, DEFAULT_SPEED - 1]
    player.act("link")
    assert not player.is_moving and len(set(positions(player))) == 1


def test_playing_moves_only_when_a_whole_step_is_due() -> None:
    for alone in (False, True):
        player = player_of("backtracking", "singles", board=HARD)
        player.act("next_dead_end")
        player.act("unit")
        if alone:
            player.act("link")
        before = positions(player)
        assert player.pane.position not in player.pane.stops(player.unit)
        player.act("play")
        player.advance(0.5 / DEFAULT_SPEED)
        assert positions(player) == before and player.playing
        player.advance(0.6 / DEFAULT_SPEED)
        (after,) = [stop for stop in player.pane.stops(player.unit) if stop > before[0]][:1]
        assert player.pane.position == after


def test_what_is_not_there_is_said_until_the_next_key() -> None:
    player = player_of("backtracking", "singles", board=HARD)
    player.act("play")
    assert player.playing
    for action, what in (("previous_dead_end", "dead end"), ("next_solution", "solution")):
        before = positions(player)
        player.act(action)
        assert player.message == f"backtracking: no more {what}s in that direction."
        assert player.message in shown(player)[-1] and "step:" not in shown(player)[-1]
        assert positions(player) == before and not player.playing
    player.act("forward")
    assert not player.message and "step:" in shown(player)[-1]
    player.act("next_dead_end")
    assert not player.message


def test_a_trace_without_events_can_be_watched() -> None:
    player = player_of("backtracking", board="1234341221434321")
    for action in ACTIONS:
        player.act(action, 1)
    clash = player_of("backtracking", board="11..............")
    for action in ACTIONS:
        clash.act(action, 1)
        shown(clash)


# Keys


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b" d]q", [" ", "d", "]", "q"]),
        (b"\x1b[C\x1bOC\x1b[1;5C", ["ArrowRight"] * 3),
        (b"\x1b[D\x1bOD", ["ArrowLeft"] * 2),
        (b"\x1b[H\x1bOH\x1b[1~\x1b[7~", ["Home"] * 4),
        (b"\x1b[F\x1bOF\x1b[4~\x1b[8~", ["End"] * 4),
        (b"\x1b[5~\x1b[15~x", ["x"]),
        ("ä€".encode(), []),
        (b"\x1b", ["Escape"]),
        (b"\x1b\x1b[C", ["Escape", "ArrowRight"]),
        (b"\x03", ["Ctrl-C"]),
    ],
)
def test_keys_are_told_from_bytes(sent: bytes, keys: list[str]) -> None:
    assert decode_keys(sent, complete=True) == (keys, b"")


@given(st.binary(max_size=20), st.integers(0, 20))
def test_bytes_may_come_in_parts(data: bytes, place: int) -> None:
    first, begun = decode_keys(data[:place])
    second, begun = decode_keys(begun + data[place:])
    whole, rest = decode_keys(data)
    assert (first + second, begun) == (whole, rest)
    assert decode_keys(data, complete=True)[1] == b""


@pytest.fixture
def amid() -> Player:
    """Two searches in the midst of it: there is something to go to in every direction."""
    player = Player([lab.trace(name, FREE, limit=40) for name in ("mac", "backtracking")])
    player.act("select", 2)
    for _ in range(20):
        player.act("next_solution")
    return player


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.action)
def test_every_key_of_the_table_does_something(amid: Player, key: Key) -> None:
    before = shown(amid)
    assert press(amid, key.key)
    assert shown(amid) != before and not amid.message


def test_other_names_of_keys_do_the_same(amid: Player) -> None:
    for alias, key in ALIASES.items():
        before = amid.speed
        assert press(amid, alias) and amid.speed > before
        assert press(amid, "-") and amid.speed == before
        assert key in {each.key for each in KEYS}


def test_other_keys_do_nothing(amid: Player) -> None:
    before = shown(amid)
    for key in ("x", "Q", "ArrowUp", "0", "9", "~"):
        assert press(amid, key) and shown(amid) == before


def test_keys_that_quit() -> None:
    player = player_of("singles")
    player.act("help")
    assert press(player, "Escape") and not player.helping
    assert not press(player, "q") and not press(player, "Escape")
    with pytest.raises(KeyboardInterrupt):
        press(player, "Ctrl-C")


# The screen


def test_the_screen_of_two_strategies_fits_the_least_terminal() -> None:
    player = player_of("backtracking", "singles", board=HARD)
    for _ in range(3):
        player.act("next_dead_end")
    path = Path(__file__).parents[2] / "golden" / "watch_80x24.txt"
    text = "\n".join(line.rstrip() for line in shown(player)) + "\n"
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "board", quick_share(2, [FOUR, SIX, HARD, SIXTEEN]), ids=["4", "6", "9", "16"]
)
@pytest.mark.parametrize("names", [("singles",), ("backtracking", "mac", "min-conflicts")])
def test_the_screen_fits_any_size(board: str, names: tuple[str, ...]) -> None:
    player = player_of(*names, board=board, events=300)
    for action in ("first", "leap", "next_dead_end", "last", "help"):
        player.act(action)
        for size in ((80, 24), (200, 60), (60, 20), (30, 8), (5, 2), (1, 1)):
            for unicode in (True, False):
                shown(player, *size, unicode=unicode)


def test_candidates_are_shown_where_there_is_room() -> None:
    player = player_of("singles", board=HARD)
    player.act("leap")
    moment = player.pane.moment
    assert moment is not None
    left = sum(map(len, moment.candidates))
    for size in ((80, 45), (120, 60), (120, 24)):
        lines = shown(player, *size)
        board = "".join(line[: line.rindex("│")] for line in lines if line.startswith("│"))
        digits = len(re.findall(r"\d", board))
        assert digits == left + sum(map(bool, moment.values))
    assert "₂" in "".join(shown(player)) and ".2" in "".join(shown(player, unicode=False))


def test_what_an_event_removes_is_crossed_out() -> None:
    player = player_of("singles", board=HARD)
    while not (moment := player.pane.moment) or moment.event.kind != "eliminate":
        player.act("forward")
    assert "".join(shown(player, 80, 45)).count("×") == len(moment.event.cells)
    assert "".join(shown(player)).count("-") == len(moment.event.cells)


def test_origins_are_told_without_colour() -> None:
    player = player_of("singles", board=HARD)
    player.act("last")
    text = "\n".join(shown(player))
    for mark, origin in (("?", 2), ("+", 3)):
        found = len(re.findall(rf"{re.escape(mark)}\d", text))
        assert found == player.pane.origins.count(origin) > 0
    local = player_of("min-conflicts", board=HARD)
    local.act("forward")
    assert re.search(r"!\d", "\n".join(shown(local)))


def test_refused_digits_are_explained() -> None:
    player = player_of("backtracking", board=FOUR)
    player.act("forward")
    assert describe(player.pane) == "chooses r1c1: 1 3; 2 is in r3c1, 4 is in r1c4"
    assert describe(player.pane, 40) == "chooses r1c1: 1 3; taken: r3c1=2, r1c4=4"


def test_a_trace_that_was_cut_short_says_so() -> None:
    player = player_of("backtracking", "singles", board=HARD)
    assert player.panes[0].trace.is_cut_short
    assert "cut short: 1" in shown(player)[-1] and "cut short" in shown(player)[1]
    assert "cut short" not in "".join(shown(player_of("singles")))


def test_counters_stand_side_by_side() -> None:
    player = player_of("backtracking", "singles")
    player.act("last")
    counts = [pane.trace.run.counts for pane in player.panes]
    text = "\n".join(shown(player))
    assert re.search(rf"generated +{counts[0].generated:,} +{counts[1].generated:,}\b", text)
    assert re.search(rf"eliminated +- +{counts[1].eliminated:,}\b", text)


def test_help_shows_every_key_in_the_least_terminal() -> None:
    player = player_of("singles")
    player.act("help")
    text = "\n".join(shown(player))
    assert all(f"{key.label}  {key.about}" in text for key in KEYS)
    assert "Left  one step back" in "\n".join(shown(player, unicode=False))


# The command


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any) -> Callable[..., Any]:
    monkeypatch.chdir(tmp_path)

    def run_here(*args: str) -> tuple[int, str]:
        code = run_command(["lab", "watch", *args])
        out, err = capfd.readouterr()
        return code, out + err

    return run_here


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([FOUR], "expected at least one --strategy"),
        ([FOUR, "-s", "singles"], "-o FILE.html"),
        ([FOUR, "-s", "singles"], "--trace FILE"),
        ([FOUR, "-s", "singles", "-s", "mac", "--trace", "a.trace"], "expected one --strategy"),
        ([FOUR, "-s", "singles", "--trace", "a.txt"], ".jsonl, .jsonl.gz, .trace"),
        ([FOUR, "-s", "singles", "--trace", "no/a.trace"], "no such folder"),
        ([FOUR, "-s", "singles", "--trace", "a.trace", "-o", "a.html"], "cannot be combined"),
        ([FOUR, "-s", "single", "--trace", "a.trace"], "did you mean 'singles'"),
        ([FOUR, "-s", "engine-dlx", "--trace", "a.trace"], "cannot be traced"),
        ([FOUR, *["-s", "mac"] * 10], "at most 9"),
        ([FOUR, SIX, "-s", "mac"], "expected one puzzle or trace files"),
        ([FOUR, "a.trace", "-s", "mac"], "expected a puzzle or trace files, found both"),
        (["a.trace", "-s", "mac", "--limit", "2"], "cannot be combined with --strategy, --limit"),
        (["a.trace", "--trace", "b.trace"], "cannot be combined with --trace"),
        (["a.trace", "-o", "a.html"], "a.trace: No such file"),
        (["a.trace"], "-o FILE.html"),
        (["a.jsonl.gz"] * 10, "at most 9"),
    ],
)
def test_wrong_usage_gets_advice(quick: Any, args: list[str], said: str) -> None:
    code, text = quick(*args)
    assert code == 2 and said in " ".join(text.split()) and "Traceback" not in text


@pytest.mark.parametrize("name", ["a.trace", "a.jsonl", "a.jsonl.gz"])
def test_a_trace_is_written(quick: Any, tmp_path: Path, name: str) -> None:
    args = ("--limit", "2", "--seed", "3", "--events", "5000")
    assert quick(SIX, "-s", "singles", *args, "--trace", name) == (0, "")
    written = lab.Trace.read(tmp_path / name)
    assert list(written) == list(lab.trace("singles", SIX, limit=2, seed=3))


def page_data(path: Path) -> Any:
    """Return what a page was made of."""
    found = re.search(r'id="data">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return json.loads(found[1])


OPENED = "Open a.html in a browser.\n"


def test_a_page_goes_to_stdout(quick: Any) -> None:
    code, text = quick(SIX, "-s", "singles", "-o", "-")
    assert code == 0 and text.startswith("<!doctype html>") and text.endswith("</html>\n")


def test_clashing_givens_are_named() -> None:
    pane = Pane(lab.trace("backtracking", "11.............."))
    clash = "1 appears twice in row 1: r1c1 r1c2"
    assert describe(pane) == f"No solution, because givens conflict: {clash}."


def test_a_page_is_written(quick: Any, tmp_path: Path) -> None:
    args = ("-s", "singles", "-s", "mac", "--limit", "2", "--seed", "4", "-o", "a.html")
    assert quick(SIX, *args) == (0, OPENED)
    lab.watch(["singles", "mac"], SIX, limit=2, seed=4).write(tmp_path / "b.html")
    made, expected = (page_data(tmp_path / name)["traces"] for name in ("a.html", "b.html"))
    assert [trace["packed"] for trace in made] == [trace["packed"] for trace in expected]


@pytest.mark.parametrize("output", [("--trace", "a.trace"), ("-o", "a.html")])
def test_a_run_that_was_cut_short_is_told_of(quick: Any, output: tuple[str, str]) -> None:
    code, text = quick(HARD, "-s", "backtracking", "--events", "100", *output)
    length = len(lab.trace("backtracking", HARD, events=100))
    said = f"nonet: backtracking: stopped after {length:,} events\n"
    assert (code, text) == (0, OPENED * ("-o" in output) + said)


def test_written_traces_become_a_page(quick: Any, tmp_path: Path) -> None:
    names = ["a.trace", "b.jsonl", "c.jsonl.gz"]
    for name, strategy in zip(names, ("mac", "singles", "backtracking"), strict=True):
        traced(strategy).write(tmp_path / name)
    assert quick(*names, "-o", "a.html") == (0, OPENED)
    made = page_data(tmp_path / "a.html")
    assert [trace["strategy"] for trace in made["traces"]] == ["mac", "singles", "backtracking"]
    traced("mac", FOUR).write(tmp_path / "d.trace")
    code, text = quick("a.trace", "d.trace", "-o", "b.html")
    assert code == 2 and "expected traces of one puzzle" in text
    (tmp_path / "e.trace").write_text("no trace")
    code, text = quick("e.trace", "-o", "b.html")
    assert code == 2 and "e.trace" in text and "Traceback" not in text
    assert not (tmp_path / "b.html").exists()


class Window:
    """The command in a pseudo-terminal, and what its screen shows."""

    def __init__(self, *args: str, width: int = 80, height: int = 24, **env: str) -> None:
        self._ours, self._theirs = pty.openpty()
        self.resize(width, height)
        self.before = termios.tcgetattr(self._theirs)
        self._data = b""
        environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": ""}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nonet", "lab", "watch", *args],
            stdin=self._theirs,
            stdout=self._theirs,
            stderr=self._theirs,
            env={**environment, **env},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )

    def resize(self, width: int, height: int) -> None:
        size = struct.pack("HHHH", height, width, 0, 0)
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, size)

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def read(self) -> None:
        while select.select([self._ours], [], [], 0.05)[0]:
            self._data += os.read(self._ours, 65536)

    @property
    def raw(self) -> str:
        return self._data.decode(errors="ignore")

    def wait_for(self, *texts: str) -> str:
        """Read until the screen shows all texts."""
        end = time.monotonic() + 60
        while not all(text in self.screen() for text in texts):
            assert time.monotonic() < end and self.process.poll() is None, self.screen()
            self.read()
        return self.screen()

    def end(self) -> int:
        """Wait for the end; the terminal must be as it was."""
        end = time.monotonic() + 60
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        code = self.process.wait(timeout=1)
        self.read()
        assert termios.tcgetattr(self._theirs) == self.before
        assert self.raw.count("\x1b[?1049h") == self.raw.count("\x1b[?1049l")
        assert "Traceback" not in self.raw
        return code

    def screen(self) -> str:
        """Do what the terminal does with what was written to it."""
        lines: dict[int, str] = {}
        row, column = 0, 0
        for part in re.findall(r"\x1b\[[0-?]*[@-~]|[^\x1b]+", self.raw):
            if not part.startswith("\x1b"):
                line = lines.get(row, "").ljust(column)
                lines[row] = line[:column] + part + line[column + len(part) :]
                column += len(part)
            elif part.endswith("H"):
                row, column = (int(number) for number in part[2:-1].split(";"))
                column -= 1
            elif part.endswith("K"):
                lines[row] = lines.get(row, "")[:column]
            elif part.endswith("J"):
                lines.clear()
        return "\n".join(lines[row] for row in sorted(lines))

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)
        os.close(self._theirs)


@pytest.fixture
def window() -> Iterator[Callable[..., Window]]:
    opened: list[Window] = []

    def open_window(*args: str, **options: Any) -> Window:
        opened.append(Window(*args, **options))
        return opened[-1]

    yield open_window
    for each in opened:
        each.close()


def test_a_session(window: Callable[..., Window]) -> None:
    view = window(HARD, "-s", "backtracking", "-s", "singles", "--events", "3000")
    view.wait_for("▸1 backtracking", "2 singles", "event 0 of 3,0", "paused", "the start:")
    view.press("\x1b[C")
    view.wait_for("event 1 of 3,0", "chooses r1c2: 1 2 4 6", "8 is in r1c1")
    view.press("]\x1b[D")
    view.wait_for("event 100 of 3,0")
    expected = player_of("backtracking", "singles", board=HARD)
    for _ in range(100):
        expected.act("forward")
    boards = [line for line in shown(expected) if line.startswith("│")]
    assert all(line.rstrip() in view.screen() for line in boards[3:])
    view.press("l2\x1bOF")
    view.wait_for("▸2 singles", "event 100 of 3,0", "only 2", "all 3,040 events: unknown")
    view.press("?")
    view.wait_for("to the next dead end")
    view.press("?")
    view.press("1+++++++ ")
    view.wait_for("only 1 · cut short: 1, 2", "all 3,002 events", "paused  5,000/s")
    view.resize(130, 50)
    view.wait_for("┌───────────────────┬")
    view.press("q")
    assert view.end() == 0
    assert view.raw.endswith("\x1b[?25h\x1b[?1049l")


def test_written_traces_are_played(window: Callable[..., Window], tmp_path: Path) -> None:
    for name in ("mac", "singles"):
        traced(name).write(tmp_path / f"{name}.trace")
    view = window(str(tmp_path / "mac.trace"), str(tmp_path / "singles.trace"))
    view.wait_for("▸1 mac", "2 singles", "event 0 of")
    view.press("D")
    view.wait_for("mac: no more dead ends in that direction.")
    view.press("\x1b[F")
    view.wait_for(f"all {len(traced('mac')):,} events", "paused")
    view.press("q")
    assert view.end() == 0


def test_escape_quits_and_plain_terminals_get_plain_signs(window: Callable[..., Window]) -> None:
    view = window(SIX, "-s", "singles", LANG="C", NO_COLOR="1", PYTHONUTF8="0")
    view.wait_for("event 0 of", "+---")
    view.press("\x1b")
    assert view.end() == 0
    assert view.raw.isascii() and not re.search(r"\x1b\[[0-9;]*3[0-7]m", view.raw)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_whoever_ends_it_the_terminal_is_restored(
    window: Callable[..., Window], number: signal.Signals, code: int
) -> None:
    view = window(SIX, "-s", "singles")
    view.wait_for("event 0 of")
    view.process.send_signal(number)
    assert view.end() == code


def test_it_can_be_suspended(window: Callable[..., Window]) -> None:
    view = window(SIX, "-s", "singles")
    view.wait_for("event 0 of")
    view.process.send_signal(signal.SIGTSTP)
    while "\x1b[?1049l" not in view.raw:
        view.read()
    # Where nobody could wake it up again, the system does not let it sleep.
    view.process.send_signal(signal.SIGCONT)
    view.press("\x1b[C")
    view.wait_for("event 1 of")
    view.press("q")
    assert view.end() == 0


def test_ctrl_c_while_recording(window: Callable[..., Window]) -> None:
    view = window(HARD, "-s", "backtracking", "--limit", "2")
    view.wait_for("recording backtracking")
    view.process.send_signal(signal.SIGINT)
    assert view.end() == 130 and "nonet: stopped" in view.raw


def test_without_a_terminal_it_says_what_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nonet", "lab", "watch", FOUR, "-s", "singles"]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and "-o FILE.html" in done.stderr and "--trace" in done.stderr
