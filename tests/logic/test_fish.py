"""Fish: hits, near misses and patterns without gain."""

from __future__ import annotations

import pytest

from drawn_boards import drawn_board, gains, proved_steps
from nonet import Layout

X_WING = "........./..5....5./.../..5..5../.../.../..5....5./.../5..5"


def _digit(drawing: str) -> dict[int, str]:
    return {5: drawing.replace("5", "X")}


def _transposed(drawing: str) -> str:
    rows = [row.ljust(9, ".") for row in drawing.split("/")] + ["." * 9] * 9
    return "/".join("".join(rows[row][column] for row in range(9)) for column in range(9))


def test_x_wing() -> None:
    board = drawn_board(_digit(X_WING))
    assert gains(board, "x-wing") == ["r4c3<>5"]
    (step,) = proved_steps(board, "x-wing")
    assert [(mark.role, mark.houses) for mark in step.marks[:2]] == [
        ("base", (1, 6)),
        ("cover", (11, 16)),
    ]
    assert gains(drawn_board(_digit(_transposed(X_WING))), "x-wing") == ["r3c4<>5"]


def test_an_x_wing_with_a_third_place_on_a_line_has_a_fin() -> None:
    broken = drawn_board(_digit(X_WING.replace("..5....5.", "..5...55.", 1)))
    assert gains(broken, "x-wing") == []
    assert gains(broken, "finned-x-wing") == []
    board = drawn_board(_digit("........./..5...55./.......5/.......5/.../.../..5....5."))
    assert gains(board, "finned-x-wing") == ["r3c8<>5"]
    assert gains(board, "sashimi-x-wing") == []


def test_a_sashimi_x_wing_lacks_a_corner() -> None:
    board = drawn_board(_digit("........./..5...5../.......5/.......5/.../.../..5....5."))
    assert gains(board, "sashimi-x-wing") == ["r3c8<>5"]
    assert gains(board, "finned-x-wing") == []


def test_fish_without_gain() -> None:
    board = drawn_board(_digit("........./..5....5./.../.../.../.../..5....5."))
    assert gains(board, "x-wing") == []
    board = drawn_board(_digit("........./..5...55./.../.......5/.../.../..5....5."))
    assert gains(board, "finned-x-wing") == []


@pytest.mark.parametrize(
    ("name", "size"),
    [("swordfish", 3), ("jellyfish", 4), ("squirmbag", 5), ("whale", 6), ("leviathan", 7)],
)
def test_larger_fish(name: str, size: int) -> None:
    # Each row of the fish has two neighbouring columns, the last one closes the circle.
    rows = [
        "".join("5" if c in (r, (r + 1) % size) else "." for c in range(9)) for r in range(size)
    ]
    hit = "/".join([*rows, "5.......5"])
    assert gains(drawn_board(_digit(hit)), name) == [f"r{size + 1}c1<>5"]
    near = "/".join([rows[0][:8] + "5", *rows[1:], "5.......5"])
    assert gains(drawn_board(_digit(near)), name) == []
    assert gains(drawn_board(_digit("/".join(rows))), name) == []


def test_fish_on_a_large_board() -> None:
    drawing = "5..............5/.../.../.../5..............5/.../5.5"
    board = drawn_board(_digit(drawing), Layout(4, 4))
    assert gains(board, "x-wing") == ["r7c1<>5"]
