"""The canonical forms of many puzzles as arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nonet.core.errors import NonetError, counted
from nonet.core.layout import Layout
from nonet.core.line import SYMBOLS
from nonet.symmetry import FORM, Cells

_SYMBOLS = bytes.maketrans(bytes(range(len(SYMBOLS) + 1)), f".{SYMBOLS}".encode())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CanonicalBatch:
    """The canonical forms of n puzzles, row by row in the order of the input.

    `cells` is uint8 (n, cells), 0 for empty, and `digests` uint8 (n, 16) has the bytes of the keys.
    `automorphisms` is uint64 (n), at most 2^64 - 1; it is 0 where a row has no form, and `errors`
    says why. `solution_digests` is None unless solution keys were asked for.
    """

    layout: Layout
    cells: Cells
    digests: Cells
    automorphisms: NDArray[np.uint64]
    solution_digests: Cells | None
    errors: dict[int, NonetError]

    @property
    def form(self) -> str:
        """The name of the form."""
        return FORM

    @property
    def lines(self) -> NDArray[np.str_]:
        """The forms as lines; empty where there is none."""
        text = self.cells.tobytes().translate(_SYMBOLS)
        return _texts(text, self.layout.cell_count, self.automorphisms > 0)

    @property
    def keys(self) -> NDArray[np.str_]:
        """The keys; empty where there is no form."""
        return _keys(self.digests)

    @property
    def solution_keys(self) -> NDArray[np.str_] | None:
        """The keys of the solutions, empty unless unique; None if they were not asked for."""
        return None if self.solution_digests is None else _keys(self.solution_digests)

    def __len__(self) -> int:
        return len(self.cells)

    def __repr__(self) -> str:
        size = self.layout.size
        return f"<CanonicalBatch: {counted(len(self), 'rows')} of {size}x{size}, {FORM}>"


def _keys(digests: Cells) -> NDArray[np.str_]:
    text = digests.tobytes().hex().encode()
    return _texts(text, 2 * digests.shape[1], np.any(digests, axis=1))


def _texts(text: bytes, width: int, present: NDArray[np.bool_]) -> NDArray[np.str_]:
    """Cut a text into pieces of one width; where none is present, it is empty."""
    signs = np.frombuffer(text, dtype=np.uint8).astype(np.uint32).reshape(-1, width)
    if not present.all():
        signs[~present] = 0
    return signs.view(f"<U{width}")[:, 0]
