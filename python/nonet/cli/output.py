"""Where answers go: stdout or a file, plain or in colour, with complaints and progress beside."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, TextIO, TypeVar, cast

import click

from nonet.cli.inputs import Items
from nonet.cli.progress import Progress

if TYPE_CHECKING:
    from nonet.render.picture import Drawable


_T = TypeVar("_T", str, bytes)


class Output:
    """The answers to some items, and how far they have come; the inputs are closed with it.

    What is written is whole after Ctrl-C too, which waits for the end of a write; a second one
    does not. A file that is also an input is refused.
    """

    def __init__(self, path: str | None, items: Items, *more: Items) -> None:
        self._inputs = (items, *more)
        path = None if path == "-" else path
        if path is not None and any(source.has_file(path) for source in self._inputs):
            raise click.UsageError(f"the output {path} is also an input")
        self._items = items
        self._path = path
        self._progress = None if items.is_one else Progress(items.total_bytes)
        self._writing = self._interrupted = False

    def __enter__(self) -> Output:
        self.stream = sys.stdout if self._path is None else _create(self._path)
        self._on_terminal = self.stream.isatty()
        handler = signal.getsignal(signal.SIGINT)
        # Whoever started the command beside other work may want Ctrl-C to be ignored.
        self._handler = None if handler is signal.SIG_IGN else handler
        if self._handler is not None:
            signal.signal(signal.SIGINT, self._on_interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        self._writing = True
        try:
            if self._progress:
                self._progress.clear()
            for items in self._inputs:
                items.close()
            if self._path is not None:
                self.stream.close()
        finally:
            if self._handler is not None:
                signal.signal(signal.SIGINT, self._handler)

    def write(self, text: str) -> None:
        """Write the answer to one puzzle, and a line break."""
        self._write(self.stream.write, f"{text}\n", 1)

    def write_lines(self, lines: bytes, puzzles: int) -> None:
        """Write the answers to so many puzzles: whole lines of ASCII, perhaps none."""
        self._write(self.stream.write, lines.decode("ascii"), puzzles)

    def write_bytes(self, data: bytes, puzzles: int) -> None:
        """Write a piece of a file that is no text, with so many puzzles; text has no place in it.

        A file is not flushed: every flush would be a member of its own in a packed one.
        """
        self._write(cast("TextIO", self.stream).buffer.write, data, puzzles)

    def _write(self, write: Callable[[_T], object], data: _T, puzzles: int) -> None:
        self._writing = True
        try:
            if self._progress and self._on_terminal:
                self._progress.clear()
            write(data)
            if self._path is None:
                self.stream.flush()
        finally:
            self._writing = False
        if self._interrupted:
            raise KeyboardInterrupt
        if self._progress and self._progress.is_shown:
            self._progress.advance(puzzles, self._items.read_bytes)

    def complain(self, message: object) -> None:
        """Report bad input on stderr."""
        if self._progress:
            self._progress.clear()
        click.echo(f"nonet: {message}", err=True)

    def _on_interrupt(self, *_: object) -> None:
        is_second, self._interrupted = self._interrupted, True
        if is_second or not self._writing:
            raise KeyboardInterrupt


def _create(path: str) -> IO[str]:
    from nonet.files.streams import create_text

    return create_text(path)


def draw(value: Drawable, stream: IO[str], symbols: str | None = None) -> str:
    """Draw a value as the stream can show it; in pages only if it is a terminal."""
    import shutil

    from nonet.render.text import render_text

    return render_text(
        value,
        unicode=has_unicode(stream),
        color=_has_color(stream),
        symbols=symbols,
        width=shutil.get_terminal_size().columns if stream.isatty() else None,
    )


def _has_color(stream: IO[str]) -> bool:
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def has_unicode(stream: IO[str]) -> bool:
    """Tell whether box-drawing characters can be shown; the C locale says no."""
    if (os.environ.get("LC_ALL") or os.environ.get("LANG")) in ("C", "POSIX"):
        return False
    try:
        "│".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def format_time(seconds: float | None) -> str:
    """Write how long something took.

    >>> format_time(0.00123), format_time(75.25)
    ('1.23 ms', '75.25 s')
    """
    seconds = seconds or 0.0
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.2f} ms"
