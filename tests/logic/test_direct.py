"""Direct patterns: hits, near misses and patterns without gain."""

from __future__ import annotations

from drawn_boards import drawn_board, gains, proved_steps
from nonet import Board, Puzzle
from nonet.core.digits import mask_of


def test_direct_pointing_places_the_digit_in_another_box() -> None:
    hit = {5: "XX......./...X...../....X"}
    assert gains(drawn_board({5: "XX.X...../....X"}), "direct-pointing") == ["r2c5=5"]
    assert gains(drawn_board({5: "XX.X...../X...X"}), "direct-pointing") == []
    assert gains(drawn_board(hit), "direct-pointing") == []
    assert gains(drawn_board({5: "XX.X...../....X/....X"}), "direct-pointing") == []


def test_direct_claiming_places_the_digit_on_another_line() -> None:
    board = drawn_board({5: "XX......./X.....X"})
    assert gains(board, "direct-claiming") == ["r2c7=5"]
    assert gains(drawn_board({5: "XX......./X.....XX"}), "direct-claiming") == []
    assert gains(drawn_board({5: "XX.....X./X.....X"}), "direct-claiming") == []


def _row(masks: list[tuple[int, ...]]) -> Board:
    board = Board.of(Puzzle.from_line("." * 81))
    row = [mask_of(digits) for digits in masks]
    return Board(board.puzzle, board.digits, (*row, *board.masks[len(row) :]))


REST = (4, 5, 6, 7, 8, 9)


def test_direct_hidden_pair() -> None:
    board = _row([(1, 2, 3), (3, *REST), REST, REST, REST, (1, 2), REST, REST, REST])
    assert gains(board, "direct-hidden-pair") == ["r1c2=3"]
    (step,) = proved_steps(board, "direct-hidden-pair")
    assert step.eliminations == ()
    near = _row([(1, 2, 3), (3, *REST), REST, REST, REST, (1, 2), (1, *REST), REST, REST])
    assert gains(near, "direct-hidden-pair") == []
    idle = _row([(1, 2, 3), (3, *REST), (3, *REST), REST, REST, (1, 2), REST, REST, REST])
    assert gains(idle, "direct-hidden-pair") == []


def test_direct_hidden_triple() -> None:
    rest = (5, 6, 7, 8, 9)
    row = [(1, 2, 4), (1, 3), (2, 3), (4, *rest), rest, rest, rest, rest, rest]
    assert gains(_row(row), "direct-hidden-triple") == ["r1c4=4"]
    assert gains(_row([*row[:8], (1, *rest)]), "direct-hidden-triple") == []
    assert gains(_row([*row[:8], (4, *rest)]), "direct-hidden-triple") == []
