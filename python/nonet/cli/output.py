"""Where answers go: stdout or a file, plain or in colour, with errors and progress on stderr."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import IO, Any, NoReturn, TextIO, TypeVar, cast

import click

from nonet.cli.inputs import Items
from nonet.cli.progress import BatchDisplay
from nonet.core.errors import NotFoundError
from nonet.files.safely import Draft, is_stdout, partial_name
from nonet.files.streams import create_text, is_packed_name
from nonet.render.picture import Drawable, picture_of
from nonet.render.text import render_text

_T = TypeVar("_T", str, bytes)
_I = TypeVar("_I")


class Output:
    """The answers to some items, and their progress; closes the inputs at the end.

    A file is replaced when the new one is complete, and unchanged after any failure. Ctrl-C or
    SIGTERM waits for the current write and leaves the finished answers in NAME.partial. A second
    one does not wait for the reader of a pipe. A file that is also an input is refused.
    """

    def __init__(self, path: str | None, items: Items, *more: Items) -> None:
        self._inputs = (items, *more)
        path = None if path is None or is_stdout(path) else path
        if path is not None:
            self._refuse_inputs(path)
        self._items = items
        self._path = path
        self._draft: Draft | None = None
        self._progress = None if items.is_one else BatchDisplay(items.total_bytes)
        self._writing = self._finishing = self._has_answers = self._is_refused = False
        self._is_cut = False
        """Whether something could not be written, because the disk is full."""
        self.may_be_cut = False
        """Whether the file is of use without its end: if it consists of lines."""
        self._stopped_by: int | None = None
        self._handlers: dict[int, Any] = {}

    def _refuse_inputs(self, path: str) -> None:
        partial = partial_name(path)
        problems = {
            path: f"the output {path} is also an input",
            partial: f"the input {partial} is the file where Ctrl-C would keep the answers",
        }
        for name, problem in problems.items():
            if any(items.has_file(name) for items in self._inputs):
                self._close_inputs()
                raise click.UsageError(problem)

    def _close_inputs(self) -> None:
        for items in self._inputs:
            items.close()

    def __enter__(self) -> Output:
        self._handle(signal.SIGINT)
        try:
            if self._path is None:
                self.stream: IO[str] = sys.stdout
            else:
                self._open(self._path)
        except BaseException:
            self._restore_handlers()
            self._close_inputs()
            raise
        self._on_terminal = self.stream.isatty()
        return self

    def _open(self, path: str) -> None:
        self._writing = True
        self._draft = Draft(path)
        try:
            if not self._draft.is_direct:
                # They would leave the unfinished file behind.
                for name in ("SIGTERM", "SIGHUP"):
                    if hasattr(signal, name):
                        self._handle(getattr(signal, name))
            self.stream = create_text(self._draft.place, is_packed=is_packed_name(path))
        except BaseException:
            self._draft.drop()
            raise
        self._writing = False

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._writing = True
        try:
            if self._progress:
                self._progress.clear()
            self._close_inputs()
            if self._draft is not None:
                self._close(self._draft, kind)
        finally:
            if self._draft is not None:
                self._draft.drop()
            self._restore_handlers()

    def _close(self, draft: Draft, kind: type[BaseException] | None) -> None:
        """Close the file and keep, rename or drop it, depending on how the work ended."""
        is_stopped = kind is not None and issubclass(
            kind, KeyboardInterrupt | SystemExit | NotFoundError
        )
        failure = None
        try:
            self.stream.close()
        except OSError as error:
            failure = self._failure(error)
        is_kept = self._has_answers and (self.may_be_cut if self._is_cut else is_stopped)
        if kind is None and failure is None and not self._is_refused:
            draft.keep()
        elif is_kept and (partial := draft.keep_partial(is_cut=self._is_cut)):
            cut = "; the last line may be cut" if self._is_cut else ""
            self.complain(f"finished answers are in {partial}{cut}")
        if failure is not None and (kind is None or is_stopped):
            raise failure

    def _failure(self, error: OSError) -> OSError:
        """Note that the file is cut, and return the error with its name."""
        self._is_cut = True
        return OSError(error.errno, error.strerror, self._path or "standard output")

    def refuse(self) -> None:
        """Leave a file unchanged, because the only puzzle is bad."""
        self._is_refused = True

    def write(self, text: str) -> None:
        """Write the answer to one puzzle, and a line break."""
        self._write(self.stream.write, f"{text}\n", 1)

    def write_lines(self, lines: bytes, puzzles: int) -> None:
        """Write the answers to a number of puzzles: whole lines of ASCII, possibly none."""
        self._write(self.stream.write, lines.decode("ascii"), puzzles)

    def write_bytes(self, data: bytes, puzzles: int) -> None:
        """Write a piece of a binary file that contains a number of puzzles.

        A file is not flushed, because every flush would be a separate member of a gzip file.
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
            self._has_answers |= puzzles > 0
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._failure(error) from None
        finally:
            self._writing = False
        if not self._finishing:
            self.end_if_stopped()
        if self._progress and self._progress.is_shown:
            self._progress.advance(puzzles, self._items.read_bytes)

    def complain(self, message: object) -> None:
        """Report bad input on stderr."""
        if self._progress:
            self._progress.clear()
        click.echo(f"nonet: {message}", err=True)

    def until_stopped(self, items: Iterable[_I]) -> Iterator[_I]:
        """Yield items until Ctrl-C, which ends the iteration early, so that output can be finished.

        Call `end_if_stopped` when it is.
        """
        rest = iter(items)
        try:
            while self._stopped_by is None:
                self._finishing = False
                for item in rest:
                    self._finishing = True
                    yield item
                    break
                else:
                    break
        except (KeyboardInterrupt, SystemExit):
            if self._stopped_by is None:
                raise
        finally:
            self._finishing = True

    def end_if_stopped(self) -> None:
        """Raise the exception that was delayed after Ctrl-C or SIGTERM."""
        if self._stopped_by is not None:
            self._stop(self._stopped_by)

    def _handle(self, number: int) -> None:
        """Catch a signal, unless the command was started with it ignored."""
        handler = signal.getsignal(number)
        if handler is not signal.SIG_IGN:
            self._handlers[number] = handler
            signal.signal(number, self._on_signal)

    def _restore_handlers(self) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _on_signal(self, number: int, _: object) -> None:
        is_second, self._stopped_by = self._stopped_by is not None, number
        # A file takes what is written in no time, a pipe perhaps never.
        waits = self._draft is not None and not self._draft.is_direct
        if not (self._writing or self._finishing) or (is_second and not waits):
            self._stop(number)

    def _stop(self, number: int) -> NoReturn:
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)


def draw(value: Drawable, stream: IO[str], symbols: str | None = None) -> str:
    """Draw a value for the stream; in pages only if it is a terminal."""
    # The command itself says what was proved and what conflicts, in more detail.
    picture = replace(picture_of(value, symbols=symbols, candidates=None), sentences=())
    return render_text(
        picture,
        unicode=has_unicode(stream),
        color=_has_color(stream),
        width=shutil.get_terminal_size().columns if stream.isatty() else None,
    )


def _has_color(stream: IO[str]) -> bool:
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and stream.isatty()


def has_unicode(stream: IO[str]) -> bool:
    """Return whether box-drawing characters can be shown; not in the C locale."""
    if (os.environ.get("LC_ALL") or os.environ.get("LANG")) in ("C", "POSIX"):
        return False
    try:
        "│".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
