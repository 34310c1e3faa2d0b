"""Bivalue universal graves of four types: hits, near misses, no gain."""

from __future__ import annotations

import pytest

from drawn_boards import board_of_cells, gains, proved_steps

Cells = dict[str, str]


def _cells(text: str) -> Cells:
    return dict(pair.split(":") for pair in text.split())


BUGS = [
    pytest.param(
        "bug-1",
        ".189..37597415326835..8.419791532684825461937463879152.39.1.846147698523.8.3..791",
        _cells(
            "r1c1:26 r1c5:24 r1c6:46 r3c3:26 r3c4:27 r3c6:67 r7c1:25 r7c4:27 r7c6:57 "
            "r9c1:256 r9c3:26 r9c5:24 r9c6:45 "
        ),
        "r9c1<>5 r9c1<>6",
        {"r9c5": "4"},
        id="1",
    ),
    pytest.param(
        "bug-2",
        ".7.6.425...28.34674.6.2731.5341687926297351848172495367413869252...71643.6.4.2871",
        _cells(
            "r1c1:139 r1c3:38 r1c5:19 r1c9:89 r2c1:19 r2c2:59 r2c5:159 r3c2:589 r3c4:59 "
            "r3c9:89 r8c2:89 r8c3:58 r8c4:59 r9c1:39 r9c3:35 r9c5:59 "
        ),
        "r2c1<>9 r2c2<>9",
        {"r8c2": "8"},
        id="2",
    ),
    pytest.param(
        "bug-3",
        "6497835213.8..2479.7.49.386163874952895126743724359618.8..4..3743.2.7895..7.38.64",
        _cells(
            "r2c2:15 r2c4:56 r2c5:16 r3c1:25 r3c3:12 r3c6:15 r7c1:259 r7c3:126 r7c4:69 "
            "r7c6:15 r7c7:12 r8c3:16 r8c5:16 r9c1:29 r9c2:15 r9c4:59 r9c7:12 "
        ),
        "r7c6<>1",
        {"r9c2": "1"},
        id="3",
    ),
    pytest.param(
        "bug-4",
        "98.3.415.1247593685..8..4.941.2859.66951..2842.894651.3426..8958695..7417514986..",
        _cells(
            "r1c3:67 r1c5:26 r1c9:27 r3c2:37 r3c3:367 r3c5:126 r3c6:12 r3c8:27 r4c3:37 "
            "r4c8:37 r5c5:37 r5c6:37 r6c2:37 r6c9:37 r7c5:17 r7c6:17 r8c5:23 r8c6:23 "
            "r9c8:23 r9c9:23 "
        ),
        "r3c3<>3 r3c5<>1",
        {"r1c5": "2"},
        id="4",
    ),
]


@pytest.mark.parametrize(("technique", "givens", "cells", "gain", "near"), BUGS)
def test_hit_and_near_miss(
    technique: str, givens: str, cells: Cells, gain: str, near: Cells
) -> None:
    assert gain in gains(board_of_cells(cells, givens=givens), technique)
    assert gains(board_of_cells({**cells, **near}, givens=givens), technique) == []


def test_no_gain_without_extra_candidates_or_with_only_other_ones() -> None:
    assert gains(board_of_cells({}), "bug-1") == []
    (_, givens, cells, *_) = BUGS[1].values
    for technique in ("bug-1", "bug-3", "bug-4"):
        assert gains(board_of_cells(cells, givens=givens), technique) == []


def test_larger_subsets_are_rated_higher() -> None:
    (_, givens, cells, *_) = BUGS[2].values
    steps = proved_steps(board_of_cells(cells, givens=givens), "bug-3")
    assert steps[0].se_rating == 5.8
