"""The stage: draws in a terminal when something changes, and restores it at the end."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from nonet.cli.output import has_unicode
from nonet.cli.stopping import stopped_cleanly
from nonet.cli.watching.keys import CLOSED, ESCAPE, INTERRUPT, QUIT, Keyboard, keyboard
from nonet.cli.watching.player import Player
from nonet.cli.watching.screen import draw_screen
from nonet.lab.tracing.record import Trace
from nonet.lab.watching.keys import ALIASES, KEYS

_FRAME = 1 / 20
"""Seconds between frames during playback."""
_PATIENCE = 0.25
"""Seconds between checks of the window size when idle."""
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[?25h\x1b[?1049l"
_ACTIONS = {key.key: key.action for key in KEYS if key.action != "select"}


def play(traces: Sequence[Trace]) -> None:
    """Show traces in the terminal until the user quits."""
    player = Player(traces)
    with stopped_cleanly(), keyboard() as keys, Stage(keys) as stage, _Sleep() as sleep:
        before = time.monotonic()
        while True:
            if sleep.is_wanted:
                with stage.left():
                    sleep()
                before = time.monotonic()
            stage.show(player)
            wait = before + _FRAME - time.monotonic() if player.is_moving else _PATIENCE
            pressed = keys.read(max(wait, 0))
            if any(not press(player, key) for key in pressed):
                return
            now = time.monotonic()
            player.advance(now - before)
            before = now


def press(player: Player, key: str) -> bool:
    """Handle a key; return False if it quits."""
    key = ALIASES.get(key, key)
    if key == INTERRUPT:
        raise KeyboardInterrupt
    if key == ESCAPE and player.helping:
        player.act("help")
    elif key in (*QUIT, CLOSED):
        return False
    elif key in _ACTIONS:
        player.act(_ACTIONS[key])
    elif key.isdecimal():
        player.act("select", int(key))
    return True


class Stage:
    """The terminal's alternate screen; the previous contents return at the end."""

    def __init__(self, keys: Keyboard) -> None:
        self._keys = keys
        self._console = Console(file=sys.stdout, force_terminal=True, highlight=False)
        self._unicode = has_unicode(sys.stdout)
        self._drawn: list[str] = []
        self._size: tuple[int, int] | None = None
        self._state: tuple[object, ...] | None = None

    def __enter__(self) -> Stage:
        self._write(_ENTER)
        return self

    def __exit__(self, *_: object) -> None:
        self._write(_LEAVE)

    @contextmanager
    def left(self) -> Iterator[None]:
        """Leave the alternate screen for a while."""
        self.__exit__()
        self._keys.__exit__(None, None, None)
        try:
            yield
        finally:
            self._keys.__enter__()
            self.__enter__()
            self._size = None

    def show(self, player: Player) -> None:
        """Draw what has changed since the last call."""
        size, state = _window(), player.state
        if (size, state) == (self._size, self._state):
            return
        if size != self._size:
            self._write("\x1b[2J")
            self._drawn = [""] * size[1]
        self._size, self._state = size, state
        lines = draw_screen(player, *size, unicode=self._unicode)
        texts = [self._ansi(line, size[0]) for line in lines]
        self._write(
            "".join(
                f"\x1b[{row};1H{text}"
                for row, (text, old) in enumerate(zip(texts, self._drawn, strict=True), start=1)
                if text != old
            )
        )
        self._drawn = texts

    def _ansi(self, line: Text, width: int) -> str:
        """Return a line with its escape codes, followed by one that clears the rest."""
        with self._console.capture() as captured:
            self._console.print(line, end="", soft_wrap=True)
        # In the last column the cursor stays on the sign just written, which would be deleted.
        return captured.get() + ("\x1b[K" if len(line) < width else "")

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _window() -> tuple[int, int]:
    """Return columns and lines; some terminals report 0."""
    size = os.get_terminal_size(sys.stdout.fileno())
    return size.columns or 80, size.lines or 24


class _Sleep:
    """Handles Ctrl-Z, if the system has it: recorded at once, obeyed between frames.

    Not at once, because a frame may be half written and the screen must be left first.
    """

    def __init__(self) -> None:
        number = getattr(signal, "SIGTSTP", None)
        is_ours = number is not None and signal.getsignal(number) is signal.SIG_DFL
        self._number: int | None = number if is_ours else None
        self.is_wanted = False

    def __enter__(self) -> _Sleep:
        if self._number is not None:
            signal.signal(self._number, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        if self._number is not None:
            signal.signal(self._number, signal.SIG_DFL)

    def _note(self, *_: object) -> None:
        self.is_wanted = True

    def __call__(self) -> None:
        """Suspend the command until it is resumed."""
        self.is_wanted = False
        if self._number is not None:
            signal.signal(self._number, signal.SIG_DFL)
            os.kill(os.getpid(), self._number)
            signal.signal(self._number, self._note)
