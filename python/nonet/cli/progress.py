"""How far the work has come: one line on a terminal, redrawn in place."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.core import result

_PAUSE = 0.1
"""Seconds between two drawings; what is over sooner draws nothing."""
_PATIENCE = 0.3
"""Seconds that a search may take before it tells of itself."""
_WIDTH = 24


class _Line:
    """A line on stderr if that is a terminal.

    Plain characters and carriage returns only: it works in every locale and terminal.
    """

    def __init__(self) -> None:
        self._shown = ""
        self._hidden = False
        self.is_shown = sys.stderr.isatty()

    def clear(self) -> None:
        """Take the line away until it is drawn again, so that something else can be printed."""
        if self._shown:
            sys.stderr.write(f"\r{' ' * len(self._shown)}\r")
            sys.stderr.flush()
            self._shown, self._hidden = "", True

    def _draw(self, text: str) -> None:
        # A terminal that does not know its width says 0.
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        text = text[: columns - 1]
        sys.stderr.write(f"\r{text:<{len(self._shown)}}")
        sys.stderr.flush()
        self._shown, self._hidden = text, False


class SearchProgress(_Line):
    """What a search is at, how often it met a dead end, and how many cells it has fixed."""

    def show(self, progress: result.Progress) -> None:
        """Draw where the search is now."""
        if self.is_shown and progress.seconds >= _PATIENCE:
            self._draw(
                f"{progress.phase}: {progress.conflicts:,} conflicts, {progress.fixed:,} of "
                f"{progress.cells:,} cells fixed  {_clock(progress.seconds)}"
            )


class Waiting(_Line):
    """What is being done and for how long, told by a thread while nobody else can."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Waiting:
        if self.is_shown:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        if self.is_shown:
            self._thread.join()
        self.clear()

    def tell(self, title: str) -> None:
        """Say what is being done now."""
        self._title = title

    def _tell(self) -> None:
        started = time.monotonic()
        pause = _PATIENCE
        while not self._done.wait(pause):
            self._draw(f"{self._title}  {_clock(time.monotonic() - started)}")
            pause = 0.5


class Progress(_Line):
    """Puzzles done, a bar, the rate and the time left, on stderr if that is a terminal.

    A title says what is being done, where that may change.
    """

    def __init__(self, total: int | None, title: str = "") -> None:
        self._total = total
        self._title = f"{title}: " if title else ""
        self._puzzles = 0
        self._position = 0
        self._started = self._drawn = time.monotonic()
        super().__init__()

    def advance(self, puzzles: int, position: int) -> None:
        """Tell that more puzzles are done, and how far into the input that is."""
        self._puzzles += puzzles
        self._position = position
        now = time.monotonic()
        if self.is_shown and (self._hidden or now - self._drawn >= _PAUSE):
            self._drawn = now
            self._draw(self._describe(now - self._started))

    def _describe(self, elapsed: float) -> str:
        rate = self._puzzles / max(elapsed, 1e-9)
        speed = f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s"
        text = f"{self._title}{self._puzzles:,} puzzles"
        if not self._total or not self._position:
            return f"{text}  {speed}  {_clock(elapsed)}"
        share = min(1.0, self._position / self._total)
        left = _clock(elapsed / share - elapsed)
        bar = f"{'#' * int(share * _WIDTH):-<{_WIDTH}}"
        return f"{text}  [{bar}] {share:4.0%}  {speed}  {left} left"


def _clock(seconds: float) -> str:
    """Write a time as 1:02:03 or 2:03.

    >>> _clock(3723.4)
    '1:02:03'
    """
    minutes, second = divmod(round(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"
