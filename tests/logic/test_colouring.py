"""Colouring: hits, near misses and patterns without gain."""

from __future__ import annotations

from drawn_boards import drawn_board, gains, proved_steps
from nonet import Board


def _digit(drawing: str) -> Board:
    return drawn_board({5: drawing.replace("5", "X")})


TRAP = "5...5..../.../.../5......../5......../.5..5..../..5....../.5......./.5"
MULTI = "........./..55...../.5..5..../55555.5.5/.5.5...../5.555.5.5/........./555...5../..5...5.5"
"""Two clusters: r2c3 r3c5 and r2c4 r3c2; r5c2 and r5c4."""


def test_what_sees_both_colours_is_trapped() -> None:
    # r1c1 = r1c5 = r6c5 = r6c2: r4c1 is on the column of the first and in the box of the last.
    board = _digit(TRAP)
    assert gains(board, "simple-colouring-trap") == ["r4c1<>5 r5c1<>5"]
    (step,) = proved_steps(board, "simple-colouring-trap")
    assert [(mark.role, {cell for cell, _ in mark.candidates}) for mark in step.marks] == [
        ("on", {0, 49}),
        ("off", {4, 46}),
    ]
    near = TRAP.replace("5...5....", "5...5...5", 1)
    assert gains(_digit(near), "simple-colouring-trap") == []
    idle = TRAP.replace("5......../5......../", "........./........./")
    assert gains(_digit(idle), "simple-colouring-trap") == []


def test_a_colour_that_sees_itself_is_false() -> None:
    # r1c1 = r1c4 = r5c4 = r5c3 = r2c3, and r1c1 and r2c3 share a box.
    drawing = "5..5...../..5....../.5......./.../..55"
    assert gains(_digit(drawing), "simple-colouring-wrap") == ["r1c1<>5 r2c3<>5 r5c4<>5"]
    near = drawing.replace("5..5.....", "5..5.5...")
    assert gains(_digit(near), "simple-colouring-wrap") == []


def test_two_clusters_that_meet_trap_what_sees_the_opposite_colours() -> None:
    gained = "r2c4<>5 r3c2<>5 r4c3<>5 r4c5<>5 r6c3<>5 r6c5<>5"
    assert gains(_digit(MULTI), "multi-colouring-1") == [gained]
    near = MULTI.replace(".5.5.....", ".5.5.5...")
    assert gains(_digit(near), "multi-colouring-1") == []


def test_a_colour_that_sees_both_colours_of_a_cluster_is_false() -> None:
    assert gains(_digit(MULTI), "multi-colouring-2") == ["r2c4<>5 r3c2<>5"]
    near = MULTI.replace(".5.5.....", ".5.5.5...")
    assert gains(_digit(near), "multi-colouring-2") == []
