"""Where answers go: stdout or a file, with or without colour, and a progress bar beside them."""

from __future__ import annotations

import gzip
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from nonet.render.picture import Drawable

output_option = click.option(
    "-o", "--output", type=click.Path(dir_okay=False), help="Write to a file (.gz: compressed)."
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON, one object per puzzle."
)


@contextmanager
def open_output(path: str | None, inputs: Iterable[str] = ()) -> Iterator[IO[str]]:
    """Give the stream to write to; a file that is also an input is refused."""
    if path is None:
        yield sys.stdout
        return
    for name in inputs:
        if os.path.exists(path) and os.path.exists(name) and os.path.samefile(path, name):
            raise click.UsageError(f"the output {path} is also an input")
    opener: Any = gzip.open if path.endswith(".gz") else open
    with opener(path, "wt", encoding="utf-8") as stream:
        yield stream


def draw(value: Drawable, stream: IO[str], *, candidates: bool = False) -> str:
    """Draw a value as the stream can show it."""
    from nonet.render.text import render_text

    return render_text(
        value, unicode=_has_unicode(stream), color=_has_color(stream), candidates=candidates
    )


def _has_color(stream: IO[str]) -> bool:
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def _has_unicode(stream: IO[str]) -> bool:
    """Tell whether box-drawing characters can be shown; the C locale says no."""
    if (os.environ.get("LC_ALL") or os.environ.get("LANG")) in ("C", "POSIX"):
        return False
    try:
        "│".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Progress:
    """A bar with rate and time left on stderr; nothing unless stderr is a terminal."""

    def __init__(self, total: int | None) -> None:
        self._bar: Any = None
        self._done = 0
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

            self._bar = Progress(
                TextColumn("{task.fields[done]:,} puzzles"),
                BarColumn(),
                TextColumn("{task.fields[rate]:,.0f}/s"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._bar.add_task("", total=total, done=0, rate=0.0)

    def __enter__(self) -> Progress:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def advance(self, puzzles: int, position: int) -> None:
        """Tell that more puzzles are done, and how far into the input that is."""
        self._done += puzzles
        if self._bar:
            elapsed = self._bar.tasks[0].elapsed or 1e-9
            self._bar.update(
                self._task, completed=position, done=self._done, rate=self._done / elapsed
            )


def complain(error: Exception) -> None:
    """Report bad input on stderr."""
    click.echo(f"nonet: {error}", err=True)
