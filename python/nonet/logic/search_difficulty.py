"""Search difficulty: how hard a puzzle is for a program that guesses."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.core.transformation import Transformation
from nonet.engines.roster import best_engine

Cells: TypeAlias = NDArray[np.uint8]
COPIES = 32
"""How many random copies of a puzzle the guesses are averaged over."""
LARGEST_BACKDOOR = 3
"""The size of the largest backdoor that is looked for; if there is none, the smallest is larger."""
_TRIES = 60_000
"""How many sets of cells are tried."""


def search_rows(
    rater: native.Rater,
    board: Puzzle,
    cells: Cells,
    forms: Cells,
    solutions: Cells,
    threads: int,
    seconds: float | None = None,
) -> dict[str, list[Any]]:
    """Return guesses and backdoors of rows with a unique solution.

    Guesses are those of copies of the forms, so every copy of a puzzle has the same ones. If they
    are not known after so many seconds for a row, its status is UNKNOWN.
    """
    started = time.monotonic()
    sizes, exact = np.zeros(len(cells), np.uint8), np.zeros(len(cells), np.uint8)
    rater.backdoors(
        cells, solutions, sizes, exact, LARGEST_BACKDOOR, _TRIES, seconds=seconds, threads=threads
    )
    if seconds is not None:
        used = (time.monotonic() - started) * min(threads, len(cells)) / max(len(cells), 1)
        seconds = max(0.0, seconds - used)
    guesses = guesses_of(board, forms, threads, seconds)
    is_counted = "guesses" in best_engine(board).counters
    return {
        "guesses": guesses,
        "backdoor": sizes.tolist(),
        "backdoor_exact": [bool(one) for one in exact],
        "status": [Status.UNKNOWN if is_counted and one is None else None for one in guesses],
    }


def guesses_of(
    board: Puzzle, forms: Cells, threads: int, seconds: float | None = None
) -> list[float | None]:
    """Return the mean number of guesses of the preferred engine over random copies.

    None if the engine does not count them, or if the copies of a row take longer than so many
    seconds. All copies are solved together first, each in its share of the time; those of a row
    that take longer are solved one by one in the time for the row.
    """
    engine = best_engine(board)
    if "guesses" not in engine.counters:
        return [None] * len(forms)
    has_copies = not board.rules and board.layout.regions is None
    places, names = _copies(board.layout) if has_copies else _identity(board.layout)
    copies = np.stack([name[forms[:, place]] for place, name in zip(places, names, strict=True)])
    rows = np.ascontiguousarray(copies.reshape(-1, forms.shape[1]))
    limit = Limit(2, seconds=None if seconds is None else seconds / len(places))
    found = engine.solve_rows(rows, board, limit, threads=threads)
    guesses = found.guesses.reshape(len(places), len(forms))
    are_known = (found.status == Status.UNIQUE).reshape(len(places), len(forms))
    for row in np.flatnonzero(~are_known.all(axis=0)):
        clock = Limit(seconds=seconds).start()
        for copy in np.flatnonzero(~are_known[:, row]):
            one = copies[copy, row][None]
            left = Limit(2, seconds=clock.seconds_left)
            again = engine.solve_rows(one, board, left, threads=1)
            if again.status[0] != Status.UNIQUE:
                break
            guesses[copy, row], are_known[copy, row] = again.guesses[0], True
    means = guesses.mean(axis=0)
    return [
        round(float(mean), 2) if is_known else None
        for mean, is_known in zip(means, are_known.all(axis=0), strict=True)
    ]


@lru_cache(maxsize=16)
def _copies(layout: Layout) -> tuple[NDArray[np.intp], Cells]:
    """Return seeded transformations: where each cell comes from, and what digits become."""
    places, names = [], []
    for seed in range(COPIES):
        found = Transformation.random(layout, seed=seed)
        down, across = (1, layout.size) if found.transposed else (layout.size, 1)
        places.append(
            [row * down + column * across for row in found.rows for column in found.columns]
        )
        names.append((0, *found.digits))
    return np.array(places, dtype=np.intp), np.array(names, dtype=np.uint8)


def _identity(layout: Layout) -> tuple[NDArray[np.intp], Cells]:
    digits = np.arange(layout.size + 1, dtype=np.uint8)
    return np.arange(layout.cell_count)[None], digits[None]
