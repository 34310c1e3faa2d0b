"""Skyscrapers, kites, turbot fish, empty rectangles: hits, near misses, patterns without gain."""

from __future__ import annotations

import pytest

from drawn_boards import drawn_board, gains
from nonet import Board


def _digit(drawing: str) -> Board:
    return drawn_board({5: drawing.replace("5", "X")})


@pytest.mark.parametrize(
    ("technique", "hit", "gain", "near", "idle"),
    [
        pytest.param(
            "skyscraper",
            "5.....5../.......5./.../.../.../.../5......5/......5",
            "r2c8<>5 r8c7<>5",
            "5...5.5../.......5./.../.../.../.../5......5/......5",
            "5.....5../.../.../.../.../.../5......5",
            id="skyscraper",
        ),
        pytest.param(
            "two-string-kite",
            ".5....5../5......../.../.../.../.../5.....5/.5",
            "r7c7<>5",
            ".5....5../5......../.../5......../.../.../5.....5/.5",
            ".5....5../5......../.../.../.../.../5",
            id="kite",
        ),
        pytest.param(
            "turbot-fish",
            "........5/.../.../.../.../..5.....5/........5/5.5...5..",
            "r6c9<>5",
            "........5/.../.../.../.../..5.....5/........5/5.5...5../.......5",
            "55.555555/55.555555/55.555555/55.555555/55.555555/..555..../...55...5/5.555.5../5..55",
            id="turbot",
        ),
        pytest.param(
            "empty-rectangle",
            ".5......./5.5..5.../.5......./.../.5...5",
            "r2c6<>5",
            "55......./5.5..5.../.5......./.../.5...5",
            ".5......./5.5....../.5......./.../.5...5",
            id="rectangle",
        ),
    ],
)
def test_hit_near_miss_and_no_gain(
    technique: str, hit: str, gain: str, near: str, idle: str
) -> None:
    assert gain in gains(_digit(hit), technique)
    assert gain not in gains(_digit(near), technique)
    assert gains(_digit(idle), technique) == []


def test_a_dual_kite_joins_two_kites_on_the_same_cells() -> None:
    board = _digit("..5....5./.../5.......5/..5....55/.../5......55")
    assert "r4c9<>5 r6c8<>5" in gains(board, "dual-two-string-kite")
    assert gains(board, "dual-two-string-kite", off=("duals",)) == []
    assert {"r6c8<>5", "r4c9<>5"} <= set(gains(board, "two-string-kite"))


def test_a_dual_empty_rectangle_joins_two_of_one_box() -> None:
    board = _digit("..5....5./.../5.......5/..5....55/.../5......55")
    assert "r4c9<>5 r6c8<>5" in gains(board, "dual-empty-rectangle")
    assert gains(board, "dual-empty-rectangle", off=("duals",)) == []


def test_empty_rectangles_of_two_places_may_be_switched_off() -> None:
    board = _digit("..5....5./.../5.......5/..5....55/.../5......55")
    assert gains(board, "empty-rectangle")
    assert gains(board, "empty-rectangle", off=("small-empty-rectangles",)) == []
