"""The answers to many puzzles as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from nonet.core import hooks
from nonet.core.errors import ParseError, counted
from nonet.core.layout import Layout
from nonet.core.line import format_cells
from nonet.core.numbers import row_number
from nonet.core.puzzle import Solution
from nonet.core.result import Status


class BatchRow(NamedTuple):
    """The answer to one puzzle of a batch; `error` says why a malformed row could not be read."""

    status: Status
    solution: Solution | None
    guesses: int
    error: ParseError | None = None

    def __str__(self) -> str:
        return f"{self.solution or self.error or ''} {self.status.word}".lstrip()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BatchResult:
    """The answers to n puzzles, row by row in the order of the input.

    `solutions` is uint8 (n, cells): the first solution, zeros where there is none or the row is
    malformed. `status` is uint8 (n): values of `Status`. `guesses` is uint32 (n). `errors` says
    what was wrong with each malformed row.

    An index returns one answer as a `BatchRow`, a slice returns a smaller batch, and iterating
    yields every answer.
    """

    layout: Layout
    solutions: NDArray[np.uint8]
    status: NDArray[np.uint8]
    guesses: NDArray[np.uint32]
    errors: dict[int, ParseError]

    def __len__(self) -> int:
        return len(self.status)

    @overload
    def __getitem__(self, index: SupportsIndex) -> BatchRow: ...
    @overload
    def __getitem__(self, index: slice) -> BatchResult: ...
    def __getitem__(self, index: SupportsIndex | slice) -> BatchRow | BatchResult:
        if isinstance(index, slice):
            return self._part(index)
        row = row_number(index, len(self), "the number of a row or a slice")
        cells = self.solutions[row].tobytes()
        return BatchRow(
            Status(int(self.status[row])),
            Solution(cells, self.layout) if any(cells) else None,
            int(self.guesses[row]),
            self.errors.get(row),
        )

    def _part(self, rows: slice) -> BatchResult:
        errors = {
            new: self.errors[old]
            for new, old in enumerate(range(len(self))[rows])
            if old in self.errors
        }
        arrays = self.solutions[rows], self.status[rows], self.guesses[rows]
        return BatchResult(self.layout, *arrays, errors)

    def __iter__(self) -> Iterator[BatchRow]:
        return (self[row] for row in range(len(self)))

    def lines(self) -> list[str]:
        """Return each solution as a line of text, empty if there is none.

        >>> import nonet
        >>> nonet.solve_many(["...4..1.2.4..3..", "1..1............"]).lines()
        ['1234341221434321', '']
        """
        layout, cells = self.layout, self.layout.cell_count
        if layout.size < 10:
            text = (self.solutions + ord("0")).tobytes().decode("ascii")
            lines = [text[start : start + cells] for start in range(0, len(text), cells)]
        else:
            lines = [format_cells(row.tobytes(), layout) for row in self.solutions]
        is_solved = self.solutions[:, 0].tolist()
        return [line if solved else "" for line, solved in zip(lines, is_solved, strict=True)]

    def __repr__(self) -> str:
        counts = "".join(f", {number} {status}" for status, number in self.counts().items())
        size = self.layout.size
        return f"<BatchResult: {counted(len(self), 'rows')} of {size}x{size}{counts}>"

    def _repr_html_(self) -> str:
        return hooks.draw_html(self)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BatchResult)
            and self.layout == other.layout
            and np.array_equal(self.status, other.status)
            and np.array_equal(self.solutions, other.solutions)
        )

    __hash__ = None  # type: ignore[assignment]

    def counts(self) -> dict[Status, int]:
        """Return how many rows have each status that occurs."""
        values, numbers = np.unique(self.status, return_counts=True)
        return {Status(int(v)): int(n) for v, n in zip(values, numbers, strict=True)}
