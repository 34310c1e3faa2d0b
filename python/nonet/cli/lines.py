"""Many puzzles, one per line: read, solved and written in chunks by the batch engines."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from nonet.api import solve_many
from nonet.cli.answers import exit_code, refuse
from nonet.cli.inputs import Items
from nonet.cli.output import Output
from nonet.cli.unused_pencil_marks import UnusedPencilMarks
from nonet.core.errors import NonetError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.line import format_cells
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.engines.roster import lines_engine
from nonet.files.items import Item, Lines, Reading
from nonet.native import reads_lines
from nonet.text.lines import LONGEST_LINE

if TYPE_CHECKING:
    from nonet.core.limit import Limit
    from nonet.core.result import Result
    from nonet.native import Answers

MALFORMED = f"{'.' * 81} malformed"
"""The line of a puzzle that could not be read."""
_MALFORMED_LINE = f"{MALFORMED}\n".encode()

_MOST = 1 << 20
"""Maximum bytes in a chunk, which is held in memory a few times, and which Ctrl-C can lose."""
_MOST_ODD = 4096
"""Maximum number of lines that the core leaves to the notations at a time."""
_SPAN = 0.1
"""Seconds that a chunk should take."""

_Rows: TypeAlias = "dict[Puzzle, tuple[list[int], bytes]]"
"""By board, an empty puzzle, the numbers of puzzles in their chunk, and all their cells."""


def solve_lines(items: Items, limit: Limit, output: Output) -> set[int]:
    """Answer every puzzle on a separate line; return the exit codes."""
    solver = _Solver(items.reading, limit, output)
    most = 1
    while chunk := items.take(most):
        started = time.monotonic()
        if isinstance(chunk, Lines):
            solver.answer_lines(chunk)
        else:
            solver.answer_items(chunk)
        most = min(2 * most, _MOST) if time.monotonic() - started < _SPAN else max(most // 2, 1)
    solver.unused.tell(output)
    return {exit_code(status, limit) for status in solver.statuses}


class _Solver:
    """Answers chunks of puzzles and remembers which statuses occurred."""

    def __init__(self, reading: Reading, limit: Limit, output: Output) -> None:
        self._reading = reading
        self._limit = limit
        self._output = output
        self._layout = reading.layout
        self.statuses: set[Status] = set()
        self.unused = UnusedPencilMarks(reading)

    def answer_items(self, items: Iterable[Item]) -> None:
        """Read any notation, in Python, and solve."""
        rest = iter(items)
        while some := list(islice(rest, _MOST_ODD)):
            self._output.write_lines(b"".join(self._answer(some)), len(some))

    def answer_lines(self, lines: Lines) -> None:
        """Read, solve and write in the core; other lines are read here.

        The core reads lines of one layout at a time: the one that most recent lines had.
        """
        if not _allows_plain(self._reading):
            return self.answer_items(lines.items())
        text, number = lines.text, lines.first
        while text:
            layout = self._layout or CLASSIC
            engine = lines_engine(layout)
            answers = engine.solve_lines(text, layout, self._limit, most_gaps=_MOST_ODD)
            odd = [
                Item(text[gap.start : gap.end][: LONGEST_LINE + 1], lines.source, number + gap.line)
                for gap in answers.gaps
            ]
            self.statuses.update(map(Status, answers.statuses))
            plain = answers.rows - len(odd)
            self._output.write_lines(_fill(answers, self._answer(odd, plain)), answers.rows)
            number += answers.lines
            text = text[answers.end :]
        return None

    def _answer(self, items: list[Item], plain: int = 0) -> list[bytes]:
        """Read and solve, layout by layout; return the lines in the order of the input.

        So many others were plain: if these have another layout in common, that is the next one.
        """
        import numpy as np

        lines = [_MALFORMED_LINE] * len(items)
        rows = self._read(items)
        if sum(len(numbers) for numbers, _ in rows.values()) < len(items):
            self.statuses.add(Status.MALFORMED)
        for board, (numbers, cells) in rows.items():
            layout = board.layout
            if len(numbers) > plain and self._can_be_plain(board):
                self._layout = layout
            puzzles = np.frombuffer(cells, dtype=np.uint8).reshape(len(numbers), -1)
            batch = solve_many(puzzles, limit=self._limit, layout=layout, rules=board.rules)
            words = {int(value): f" {Status(value).word}\n" for value in np.unique(batch.status)}
            self.statuses.update(map(Status, words))
            texts = _format_rows(batch.solutions.tobytes(), layout)
            for number, text, value in zip(numbers, texts, batch.status.tolist(), strict=True):
                lines[number] = (text + words[value]).encode()
        return lines

    def _can_be_plain(self, board: Puzzle) -> bool:
        """Return whether the core can read lines without a given layout."""
        layout = board.layout
        is_free = self._reading.layout is None and not board.rules
        return is_free and reads_lines(layout) and layout == Layout.of_size(layout.size)

    def _read(self, items: list[Item]) -> _Rows:
        numbers: dict[Puzzle, list[int]] = defaultdict(list)
        rows: dict[Puzzle, bytearray] = defaultdict(bytearray)
        for number, item in enumerate(items):
            try:
                puzzle = self.unused.see(self._reading.parse(item))
            except NonetError as error:
                refuse(item, error, self._output)
            else:
                layout = puzzle.layout
                board = Puzzle(bytes(layout.cell_count), layout, rules=puzzle.rules)
                numbers[board].append(number)
                rows[board] += puzzle.cells
        return {board: (numbers[board], bytes(rows[board])) for board in numbers}


def _allows_plain(reading: Reading) -> bool:
    """Return whether digits and dots alone are a puzzle, of a layout with batches if given."""
    is_plain = reading.notation is None and reading.alphabet is None and not reading.rules
    return is_plain and (reading.layout is None or reads_lines(reading.layout))


def _fill(answers: Answers, lines: list[bytes]) -> bytes:
    """Put lines into the gaps between answers."""
    if not lines:
        return answers.text
    parts = []
    start = 0
    for gap, line in zip(answers.gaps, lines, strict=True):
        parts += [answers.text[start : gap.place], line]
        start = gap.place
    return b"".join([*parts, answers.text[start:]])


def _format_rows(cells: bytes, layout: Layout) -> list[str]:
    """Format the cells of many grids, each as its canonical line."""
    width = layout.cell_count
    starts = range(0, len(cells), width)
    text = format_cells(cells, layout)
    if len(text) == len(cells):
        return [text[start : start + width] for start in starts]
    return [format_cells(cells[start : start + width], layout) for start in starts]


def format_answer(result: Result) -> str:
    """Format one result as such a line."""
    layout = result.puzzle.layout
    cells = result.solution.cells if result.solution else bytes(layout.cell_count)
    return f"{_format_rows(cells, layout)[0]} {result.status.word}"
