"""Progress: one line on a terminal, drawn and removed by rich.

rich is loaded when something is first drawn; most commands finish before that.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import rich.progress
    from rich.console import Console

    from nonet.core import result

_PAUSE = 0.1
"""Seconds between two updates; shorter work draws nothing."""
_PATIENCE = 0.3
"""Seconds before a search shows its progress."""
_WIDTH = 24
_MEMORY = 3600.0
"""The past seconds from which the remaining time is estimated."""


class _Line:
    """Progress on stderr, if that is a terminal: a bar and the time left, or a clock.

    A clock is drawn by a thread, so it keeps running between updates.
    """

    def __init__(self, total: float | None = None, *, ticks: bool = False) -> None:
        self.is_shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._total = total or None
        self._ticks = ticks
        self._started = time.monotonic()
        self._display: rich.progress.Progress | None = None

    def clear(self) -> None:
        """Remove the line until it is drawn again, so that something else can be printed."""
        if self._display is not None:
            self._display.stop()

    def _draw(self, said: str, done: float = 0) -> None:
        if self._display is None:
            self._display = _display(self._total is not None, self._ticks)
            self._display.add_task("", total=self._total)
            self._display.tasks[0].start_time = self._started
        task = self._display.task_ids[0]
        self._display.update(task, description=said, completed=done)
        if not self._ticks and self._display.live.is_started:
            self._display.refresh()
        self._display.start()


def _display(has_total: bool, ticks: bool) -> rich.progress.Progress:
    """Return a line of rich's; what is printed beside it goes where it would without."""
    from rich import progress
    from rich.table import Column

    def uncut() -> Column:
        return Column(no_wrap=True, overflow="crop")

    columns: list[progress.ProgressColumn] = [
        progress.TextColumn("{task.description}", markup=False, table_column=uncut())
    ]
    if has_total:
        left = progress.TextColumn("left", table_column=uncut())
        columns += [
            progress.BarColumn(_WIDTH, table_column=uncut()),
            progress.TaskProgressColumn(table_column=uncut()),
            progress.TimeRemainingColumn(compact=True, table_column=uncut()),
            left,
        ]
    else:
        columns.append(progress.TimeElapsedColumn(table_column=uncut()))
    return progress.Progress(
        *columns,
        console=_console(),
        auto_refresh=ticks,
        refresh_per_second=2,
        speed_estimate_period=_MEMORY,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        get_time=time.monotonic,
    )


def _console() -> Console:
    from rich.console import Console

    from nonet.cli.output import has_unicode

    class Terminal(Console):
        """Draws in ASCII if the locale requires it, and does not hide the cursor.

        A killed process could not restore a hidden cursor.
        """

        encoding = "utf-8" if has_unicode(sys.stderr) else "ascii"

        def show_cursor(self, show: bool = True) -> bool:
            return False

    return Terminal(file=sys.stderr, force_terminal=True, highlight=False)


class SearchDisplay(_Line):
    """The phase of a search, its conflicts, and how many cells it has fixed."""

    def show(self, progress: result.Progress) -> None:
        """Draw the current progress."""
        if self.is_shown and progress.seconds >= _PATIENCE:
            self._draw(
                f"{progress.phase}: {progress.conflicts:,} conflicts, {progress.fixed:,} of "
                f"{progress.cells:,} cells fixed"
            )


class Waiting(_Line):
    """The current work and how long it takes, drawn by a thread."""

    def __init__(self, title: str) -> None:
        super().__init__(ticks=True)
        self._title = title
        self._timer = threading.Timer(_PATIENCE, self._begin)
        self._timer.daemon = True

    def __enter__(self) -> Waiting:
        if self.is_shown:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_shown:
            self._timer.cancel()
            self._timer.join()
        self.clear()

    def tell(self, title: str) -> None:
        """Set the current work."""
        self._title = title
        if self._display is not None and self._display.live.is_started:
            self._draw(title)

    def _begin(self) -> None:
        self._draw(self._title)


class Runs(_Line):
    """How many runs, puzzles or other slow items are finished."""

    def __init__(self, things: str) -> None:
        super().__init__(ticks=True)
        self._things = things
        self._said, self._done, self._speed = "", 0, ""

    def __enter__(self) -> Runs:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def __call__(self, done: int, total: int) -> None:
        """Show the progress."""
        self._total, self._done = total, done
        self._said = f"{done:,}/{total:,} {self._things}"
        self._show()

    def nodes(self, count: int) -> None:
        """Show how many nodes per second all runs together have generated."""
        rate = count / (time.monotonic() - self._started)
        self._speed = f"{rate:,.0f} nodes/s"
        self._show()

    def _show(self) -> None:
        if self.is_shown:
            self._draw(", ".join(filter(None, (self._said, self._speed))), self._done)


class ShardDisplay(_Line):
    """Finished rows of a batch, their rate and shares by status, a bar and the time left."""

    def __init__(self) -> None:
        super().__init__()
        self._drawn = 0.0

    def show(self, rows: int, total: int, rate: float, statuses: Mapping[str, int]) -> None:
        """Draw the current figures, unless they were drawn just now."""
        now = time.monotonic()
        if not self.is_shown or now - self._drawn < _PAUSE:
            return
        self._total = total
        shares = [f"{name} {count / max(rows, 1):.0%}" for name, count in sorted(statuses.items())]
        self._draw(", ".join([f"{rows:,} rows", f"{rate:,.0f}/s", *shares]), rows)
        self._drawn = time.monotonic()


class BatchDisplay(_Line):
    """Finished puzzles, their rate, a bar and the time left, for thousands per second.

    The total is the length of the input. A title names the current work if it can change.
    """

    def __init__(self, total: int | None, title: str = "") -> None:
        super().__init__(total)
        self._title = f"{title}: " if title else ""
        self._puzzles = 0
        self._drawn = self._started

    def advance(self, puzzles: int, position: int) -> None:
        """Record that more puzzles are finished, and the position in the input."""
        self._puzzles += puzzles
        now = time.monotonic()
        if self.is_shown and now - self._drawn >= _PAUSE:
            rate = self._puzzles / (now - self._started)
            speed = f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s"
            self._draw(f"{self._title}{self._puzzles:,} puzzles, {speed}", position)
            # Drawn at its end: the first time takes longer, for rich is loaded then.
            self._drawn = time.monotonic()
