"""The lines of progress: drawn by rich on a terminal, and gone in the end."""

from __future__ import annotations

import os
import pty
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace

import pytest

from nonet.cli import progress
from nonet.core.result import Progress as SearchState

Shown = Callable[[], str]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    """Make stderr a terminal; what is called tells what was written to it."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    with open(theirs, "w", encoding="utf-8") as stream:
        # Not sys.stderr itself, which pytest puts back between fixture and test.
        monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))
        for name, value in {"TERM": "xterm", "COLUMNS": "80", "LANG": "C.UTF-8"}.items():
            monkeypatch.setenv(name, value)
        for name in ("NO_COLOR", "LC_ALL"):
            monkeypatch.delenv(name, raising=False)

        def read() -> str:
            stream.flush()
            data = b""
            with suppress(BlockingIOError):
                while part := os.read(ours, 1 << 16):
                    data += part
            return data.decode()

        yield read
    os.close(ours)


def words(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def draw_puzzles(total: int | None = 1000) -> progress.Progress:
    line = progress.BatchDisplay(total)
    time.sleep(0.11)
    line.advance(1234, 250)
    return line


def test_puzzles_with_a_bar_and_without(shown: Shown) -> None:
    draw_puzzles().clear()
    assert re.search(r"1,234 puzzles, [\d,]+/s ━+[╸╺]━+ +25% --:-- left", words(shown()))
    draw_puzzles(None).clear()
    assert re.search(r"1,234 puzzles, [\d,]+/s 0:00:00", words(shown()))


def test_what_is_over_soon_draws_nothing(shown: Shown) -> None:
    line = progress.BatchDisplay(1000)
    line.advance(1000, 1000)
    line.clear()
    with progress.Waiting("reading"):
        pass
    search = progress.SearchDisplay()
    search.show(SearchState("searching", 0.2, 1, 2, 3, 81))
    search.clear()
    assert shown() == ""


def test_drawn_at_most_ten_times_a_second(shown: Shown) -> None:
    line = draw_puzzles()
    for position in range(250, 750):
        line.advance(1, position)
    line.clear()
    assert words(shown()).count("puzzles") <= 3


def test_the_line_is_erased_and_comes_again(shown: Shown) -> None:
    line = draw_puzzles()
    line.clear()
    assert shown().endswith("\x1b[1A\x1b[2K")
    line.clear()
    assert shown() == ""
    time.sleep(0.11)
    line.advance(1, 500)
    assert "1,235 puzzles" in words(shown())
    line.clear()


def test_the_cursor_is_never_hidden(shown: Shown) -> None:
    draw_puzzles().clear()
    assert "\x1b[?25" not in shown()


def test_a_search_and_a_wait_tell_the_time(shown: Shown) -> None:
    search = progress.SearchDisplay()
    search.show(SearchState("searching", 0.5, 1, 2000, 3, 81))
    search.clear()
    assert "searching: 2,000 conflicts, 3 of 81 cells fixed 0:00:00" in words(shown())
    with progress.Waiting("reading [a] file") as waiting:
        time.sleep(0.5)
        waiting.tell("reading another")
        time.sleep(0.6)
    said = words(shown())
    assert "reading [a] file 0:00:00" in said and "reading another 0:00:01" in said


def test_runs_done_of_all(shown: Shown) -> None:
    with progress.Runs("runs") as done:
        done(0, 2000)
        done(1000, 2000)
    assert re.search(r"1,000/2,000 runs ━.*50%", words(shown()))


@pytest.mark.parametrize("name", ["LANG", "LC_ALL"])
def test_a_plain_locale_gets_plain_signs(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "C")
    monkeypatch.setenv("COLUMNS", "40")
    draw_puzzles().clear()
    said = shown()
    assert said.isascii() and "1,234 puzzles" in said


def test_no_colour_where_none_is_wanted(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    draw_puzzles().clear()
    said = shown()
    assert "puzzles" in said and not re.search(r"\x1b\[[0-9;]*[34]\d[0-9;]*m", said)


def test_a_narrow_terminal_keeps_one_line(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    draw_puzzles().clear()
    assert "\x1b[2A" not in shown() and "\n\n" not in words(shown())


def test_nothing_on_a_terminal_that_cannot_erase(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    line = draw_puzzles()
    assert not line.is_shown
    line.clear()
    with progress.Runs("runs") as done:
        done(1, 2)
    assert shown() == ""
