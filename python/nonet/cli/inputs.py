"""From arguments to puzzles: texts, files and stdin, one puzzle or a stream of them."""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

import click

if TYPE_CHECKING:
    from nonet.cli.streams import LineStream
    from nonet.core.errors import ParseError
    from nonet.core.layout import Layout
    from nonet.core.puzzle import Puzzle

_BOM = b"\xef\xbb\xbf"

_MOST_LINES = 1024
"""More than one puzzle has: 255 rows and a rule between any two."""

_LONGER_THAN_A_ROW = re.compile(rb"(?=[-.*_]*[0-9A-Za-z])[\w.*-]{26}")
"""A row has at most 25 symbols without a gap; only rules are longer."""

_LONGER_THAN_A_ROW_OF_NUMBERS = re.compile(rb"\s*(?:[^\s,;]+[\s,;]+){255}[^\s,;]")
"""A row has at most 255 numbers."""

_LIKE_A_FILE = re.compile(r".*[/\\].*|.*\.[A-Za-z]{2,4}|[A-Za-z][\w-]{,63}", re.DOTALL)


class Item(NamedTuple):
    """The text of one puzzle and where it came from; `line` is None unless it is one of many."""

    text: bytes
    source: str | None
    line: int | None
    error: ParseError | None = None
    """Why there is no text, where a file could not be read to its end."""

    @property
    def place(self) -> str:
        """File and line, as errors name them."""
        line = None if self.line is None else f"line {self.line}"
        return ", ".join(part for part in (self.source, line) if part)


class Lines(NamedTuple):
    """Whole lines of a list; `first` is the number of the first."""

    text: bytes
    source: str | None
    first: int

    def items(self) -> Iterator[Item]:
        """Give those lines that may be puzzles, each cut as `iter_lines` does."""
        from nonet.formats.files import LONGEST_LINE, is_void

        for number, line in enumerate(io.BytesIO(self.text), start=self.first):
            if not is_void(line):
                yield Item(line.rstrip(b"\r\n")[: LONGEST_LINE + 1], self.source, number)


class Reading(NamedTuple):
    """How puzzles are to be read."""

    layout: Layout | None = None
    notation: str | None = None
    alphabet: str | None = None

    def parse(self, item: Item) -> Puzzle:
        """Read one puzzle; the error names file and line, and the options of the command."""
        from nonet.core.errors import ParseError
        from nonet.formats.detect import parse_text

        if item.error:
            raise item.error
        try:
            return parse_text(
                item.text, layout=self.layout, notation=self.notation, alphabet=self.alphabet
            )
        except ParseError as error:
            error = error.at(line=item.line, source=item.source)
            for name, option in (("notation=", "--from "), ("alphabet=", "--alphabet ")):
                error.expected = error.expected.replace(name, option)
            raise error from None

    @property
    def allows_plain(self) -> bool:
        """True if digits and dots alone are a puzzle, of a layout with batches if one is given."""
        from nonet.native import reads_lines

        return self == Reading(self.layout) and (self.layout is None or reads_lines(self.layout))

    def fits(self, text: bytes) -> bool:
        """Tell whether a text is a puzzle."""
        from nonet.core.errors import ParseError

        try:
            self.parse(Item(text, None, None))
        except ParseError:
            return False
        return True


class Items:
    """The puzzles named by the arguments: texts, files, or stdin (`-`, or none at all)."""

    def __init__(self, arguments: tuple[str, ...], reading: Reading) -> None:
        if not arguments and sys.stdin.isatty():
            raise click.UsageError("expected a puzzle, a file, or - for stdin (try: nonet demo)")
        arguments = arguments or ("-",)
        if arguments.count("-") > 1:
            raise click.UsageError("stdin (-) can be read only once")
        self.reading = reading
        self._sources = [
            _find(argument, f"argument {number}" if len(arguments) > 1 else None, reading)
            for number, argument in enumerate(arguments, start=1)
        ]
        self.is_one = len(self._sources) == 1 and self._sources[0].is_one
        self._waiting = deque(self._sources)
        self._done_bytes = 0

    def __iter__(self) -> Iterator[Item]:
        while self._waiting:
            yield from self._waiting[0]
            self._go_on()

    def take(self, most: int) -> Lines | list[Item]:
        """Return the next lines of a list, about so many bytes, or puzzles that are no lines.

        Fewer where the rest has yet to arrive; an empty list at the end.
        """
        alone: list[Item] = []
        while self._waiting and sum(len(item.text) for item in alone) < most:
            source = self._waiting[0]
            if alone and (source.size is None or not source.is_one):
                break
            taken = source.take(most)
            if isinstance(taken, Lines):
                return taken
            alone += taken
            if not taken:
                self._go_on()
        return alone

    def _go_on(self) -> None:
        source = self._waiting.popleft()
        source.close()
        self._done_bytes += source.size or 0

    def close(self) -> None:
        """Close the files that are still open."""
        for source in self._sources:
            source.close()

    @property
    def total_bytes(self) -> int | None:
        """Size of all inputs together, or None where one of them has no size."""
        sizes = [source.size for source in self._sources]
        return None if None in sizes else sum(cast("list[int]", sizes))

    @property
    def read_bytes(self) -> int:
        """How much of that has been read."""
        return self._done_bytes + (self._waiting[0].position if self._waiting else 0)

    def has_file(self, path: str) -> bool:
        """Tell whether a path names a file that is among the inputs, stdin included."""
        if not os.path.isfile(path):
            return False
        status = os.stat(path)
        return any(
            source.status is not None and os.path.samestat(source.status, status)
            for source in self._sources
        )


def _find(argument: str, place: str | None, reading: Reading) -> _Source:
    """Tell stdin, a file and a text apart, before anything is read."""
    if argument == "-":
        stdin = cast("io.BufferedReader", sys.stdin.buffer)
        return _Source(lambda: stdin, None, os.fstat(stdin.fileno()), reading)
    if os.path.isdir(argument):
        raise IsADirectoryError(errno.EISDIR, "is a directory", argument)
    if os.path.exists(argument):
        if not os.access(argument, os.R_OK):
            raise PermissionError(errno.EACCES, "cannot be read", argument)
        return _Source(lambda: open(argument, "rb"), argument, os.stat(argument), reading)
    text = os.fsencode(argument)
    if _LIKE_A_FILE.fullmatch(argument) and not reading.fits(text):
        raise FileNotFoundError(errno.ENOENT, "no such file, and not a puzzle", argument)
    return _Source(lambda: io.BufferedReader(cast(Any, io.BytesIO(text))), place, None, reading)


class _Source:
    """One input, opened when its turn comes: one puzzle, or one per line."""

    def __init__(
        self,
        open_it: Callable[[], io.BufferedReader],
        name: str | None,
        status: os.stat_result | None,
        reading: Reading,
    ) -> None:
        self.status = status
        self.size = _size(status)
        self._open_it = open_it
        self._name = name
        self._reading = reading
        self._raw: io.BufferedReader | None = None
        self._lines: LineStream | None = None
        self._whole: Item | None = None
        self._is_long = self._over = False
        self._taken = 0

    @property
    def position(self) -> int:
        """Bytes read so far of a file that is open, else 0."""
        if self._raw is None or self._raw.closed or not self.size:
            return 0
        return self._raw.tell()

    @property
    def is_one(self) -> bool:
        """True for one puzzle, also if it is a bad one."""
        self._open()
        return self._whole is not None

    def __iter__(self) -> Iterator[Item]:
        from nonet.core.errors import ParseError
        from nonet.formats.files import iter_lines

        self._open()
        if self._whole is not None:
            yield self._whole
            return
        lines = cast("LineStream", self._lines)
        number = lines.skipped
        try:
            for line, text in iter_lines(cast("BinaryIO", lines)):
                number = lines.skipped + line
                yield Item(text, self._name, number)
        except ParseError as error:
            yield self._broken(error, number + 1)

    def take(self, most: int) -> Lines | list[Item]:
        """Return lines of a list, about so many bytes, or the one puzzle; [] at the end."""
        from nonet.core.errors import ParseError
        from nonet.native import count_lines

        self._open()
        if self._over:
            return []
        if self._whole is not None:
            self._over = True
            return [self._whole]
        lines = cast("LineStream", self._lines)
        first = lines.skipped + self._taken + 1
        try:
            if self._is_long and not self._taken:
                lines.read_ahead()
            text = lines.take(most)
        except ParseError as error:
            self._over = True
            return [self._broken(error, first)]
        if not text:
            self._over = True
            return []
        self._taken += count_lines(text)
        return Lines(text.removeprefix(_BOM) if first == 1 else text, self._name, first)

    def _open(self) -> None:
        from nonet.cli.streams import BLOCK, LineStream
        from nonet.core.errors import ParseError
        from nonet.formats.files import unpack

        if self._raw is None:
            self._raw = self._open_it()
            stream = unpack(self._raw)
            # A pipe may be silent for long, and a thread that waits for it could not be ended.
            is_packed = stream is not self._raw
            self._is_long = self.size is not None and (is_packed or self.size > BLOCK)
            self._lines = LineStream(stream)
            try:
                text = _take_one(self._lines, self._reading)
                self._whole = None if text is None else Item(text, self._name, None)
            except ParseError as error:
                self._whole = self._broken(error, None)

    def close(self) -> None:
        """Close what was opened."""
        if self._lines is not None:
            self._lines.close()
        if self._raw is not None:
            self._raw.close()

    def _broken(self, error: ParseError, line: int | None) -> Item:
        return Item(b"", self._name, line, error.at(line=line, source=self._name))


def _size(status: os.stat_result | None) -> int | None:
    """Return the bytes to read, before unpacking: None for a pipe, 0 for a text."""
    if status is None:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _take_one(lines: LineStream, reading: Reading) -> bytes | None:
    """Return the whole text if it is one puzzle; None, with nothing taken, if it is a list.

    Empty lines and comments before the first puzzle are skipped for good, however many.
    """
    from nonet.formats.files import LONGEST_TEXT, broken_gzip, read_line

    head = bytearray()
    puzzles: list[bytes] = []
    is_one = None
    with broken_gzip():
        while is_one is None and (raw := read_line(cast("BinaryIO", lines))):
            line = raw.rstrip(b"\r\n")
            if not head and not lines.skipped:
                line = line.removeprefix(_BOM)
            if line.lstrip().startswith(b"#"):
                line = b""
            if not head and not line:
                lines.skipped += 1
                continue
            head += line + b"\n"  # Blanks may be a row of empty cells.
            if line.strip():
                puzzles.append(line)
                is_one = _tell_early(puzzles, reading)
            if len(head) > LONGEST_TEXT and puzzles:
                is_one = reading.notation == "grid"  # Too long for one, and to be told so.
            elif len(head) > LONGEST_TEXT:
                lines.skipped += head.count(b"\n")
                head.clear()
    text = bytes(head)
    if _is_one(text, puzzles, reading) if is_one is None else is_one:
        return b"\n" * min(lines.skipped, LONGEST_TEXT) + text
    lines.put_back(text)
    return None


def _tell_early(puzzles: list[bytes], reading: Reading) -> bool | None:
    """Tell whether a text is one puzzle if its first lines are enough for that, else None.

    They nearly always are, so that the answers to a list can start at once.
    """
    first, last = puzzles[0], puzzles[-1]
    if b"\0" in first:
        return True  # It is no text at all, and one complaint about it will do.
    if len(puzzles) > _MOST_LINES:
        return reading.notation == "grid"  # Too long for one, and to be told so.
    if len(puzzles) == 1 or reading.notation == "grid":
        return None
    if reading.notation == "line":
        return False
    if any(map(_LONGER_THAN_A_ROW_OF_NUMBERS.match, (first, last))):
        return False
    by_symbols = reading.notation is None
    return False if by_symbols and any(map(_LONGER_THAN_A_ROW.search, (first, last))) else None


def _is_one(text: bytes, puzzles: list[bytes], reading: Reading) -> bool:
    """Tell one puzzle from a short list of lines; refuse a text that is both."""
    from nonet.core.errors import ParseError

    if len(puzzles) <= 1 or reading.notation == "grid":
        return True
    readable = [reading.fits(line) for line in puzzles]
    if not reading.fits(text):
        return not any(readable)
    if all(readable):
        raise ParseError(
            "one puzzle or one per line (say which: --from grid or --from line)",
            f"{len(puzzles)} lines that are both",
        )
    return True
