"""Many puzzles, a line each: read, solved and written in chunks by the batch engines."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from nonet.cli.answers import exit_code, refuse
from nonet.cli.inputs import Item, Items, Reading
from nonet.cli.output import Output

if TYPE_CHECKING:
    from nonet.core.layout import Layout
    from nonet.core.limit import Limit
    from nonet.core.result import Result, Status

MALFORMED = f"{'.' * 81} malformed"
"""The line of a puzzle that could not be read."""

_MOST = 4096
"""Puzzles in a chunk at most: what is held in memory, and what Ctrl-C can lose."""
_SPAN = 0.1
"""Seconds that a chunk should take."""

_PLAIN = bytes.maketrans(b".0123456789", bytes([0, *range(10)]))
_NOT_PLAIN = bytes(set(range(256)) - set(b".0123456789"))

_Rows: TypeAlias = "dict[Layout, tuple[Sequence[int], bytes]]"
"""By layout, the numbers of puzzles in their chunk, and all their cells."""


def solve_lines(items: Items, limit: Limit, output: Output) -> set[int]:
    """Answer every puzzle in a line of its own; return the exit codes."""
    statuses: set[Status] = set()
    most = 1
    while chunk := items.take(most):
        started = time.monotonic()
        lines = _answer(_read(chunk, items.reading, output), len(chunk), limit, statuses)
        output.write("\n".join(lines), len(lines))
        most = min(2 * most, _MOST) if time.monotonic() - started < _SPAN else max(most // 2, 1)
    return {exit_code(status, limit) for status in statuses}


def _read(chunk: list[Item], reading: Reading, output: Output) -> _Rows:
    from nonet.core.errors import NonetError
    from nonet.core.layout import CLASSIC

    cells = _read_plain([item.text for item in chunk]) if reading == Reading() else None
    if cells is not None:
        return {CLASSIC: (range(len(chunk)), cells)}
    numbers: dict[Layout, list[int]] = defaultdict(list)
    rows: dict[Layout, bytearray] = defaultdict(bytearray)
    for number, item in enumerate(chunk):
        try:
            puzzle = reading.parse(item)
        except NonetError as error:
            refuse(item, error, output)
        else:
            numbers[puzzle.layout].append(number)
            rows[puzzle.layout] += puzzle.cells
    return {layout: (numbers[layout], bytes(rows[layout])) for layout in numbers}


def _read_plain(lines: list[bytes]) -> bytes | None:
    """Return the cells of lines of 81 digits and dots or zeros; None if some are not that.

    They are nearly all that there is in large lists. To read each by itself takes several times
    as long as to solve it.
    """
    joined = b"".join(lines)
    cells = joined.translate(_PLAIN, _NOT_PLAIN)
    if len(cells) != len(joined) or {len(line) for line in lines} != {81}:
        return None
    return None if b"." in joined and b"0" in joined else cells


def _answer(rows: _Rows, count: int, limit: Limit, statuses: set[Status]) -> list[str]:
    """Solve a chunk layout by layout; return the lines in the order of the input."""
    import numpy as np

    from nonet.api import solve_many
    from nonet.core.result import Status

    lines: list[str] = [MALFORMED] * count
    if sum(len(numbers) for numbers, _ in rows.values()) < count:
        statuses.add(Status.MALFORMED)
    for layout, (numbers, cells) in rows.items():
        puzzles = np.frombuffer(cells, dtype=np.uint8).reshape(len(numbers), -1)
        batch = solve_many(puzzles, limit=limit, layout=layout)
        words = {int(value): f" {Status(value).word}" for value in np.unique(batch.status)}
        statuses.update(map(Status, words))
        texts = _format_rows(batch.solutions.tobytes(), layout)
        for number, text, value in zip(numbers, texts, batch.status.tolist(), strict=True):
            lines[number] = text + words[value]
    return lines


def _format_rows(cells: bytes, layout: Layout) -> list[str]:
    """Write the cells of many grids, each as its canonical line."""
    from nonet.core.line import format_cells

    width = layout.cell_count
    starts = range(0, len(cells), width)
    text = format_cells(cells, layout)
    if len(text) == len(cells):
        return [text[start : start + width] for start in starts]
    return [format_cells(cells[start : start + width], layout) for start in starts]


def format_answer(result: Result) -> str:
    """Write one result as such a line."""
    layout = result.puzzle.layout
    cells = result.solution.cells if result.solution else bytes(layout.cell_count)
    return f"{_format_rows(cells, layout)[0]} {result.status.word}"
