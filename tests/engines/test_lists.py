"""The public lists, where NONET_DATA names them, have the statuses that are known of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nonet
from corpora import read_list
from nonet import Status

LISTS = {
    "17_clue": (49_158, Status.UNIQUE),
    "magictour_top1465": (1_465, Status.UNIQUE),
    "forum_hardest_11plus": (48_766, Status.UNIQUE),
    "forum_hardest_1106": (375, Status.UNIQUE),
    "serg_multiple_solutions": (10_000, Status.MULTIPLE),
}


@pytest.mark.parametrize("name", LISTS)
def test_list(name: str, data: Path) -> None:
    count, status = LISTS[name]
    path = data / "lists" / f"{name}.txt"
    result = nonet.solve_many(path.read_bytes())
    assert len(result) == count
    assert result.counts() == {status: count}
    puzzles = [line[:81] for line in read_list(path)]
    assert len(puzzles) == count
    grids = result.solutions.reshape(count, 9, 9)
    for axis in (1, 2):
        assert (
            np.sort(grids, axis=axis)
            == np.arange(1, 10).reshape((1, 9, 1) if axis == 1 else (1, 1, 9))
        ).all()
    boxes = grids.reshape(count, 3, 3, 3, 3).transpose(0, 1, 3, 2, 4).reshape(count, 9, 9)
    assert (np.sort(boxes, axis=2) == np.arange(1, 10)).all()
    for row in range(0, count, max(1, count // 200)):
        assert nonet.check(result.solutions[row], puzzles[row])
    reference = nonet.solve(puzzles[0], engine="reference")
    assert reference.status is status
