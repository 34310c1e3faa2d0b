"""3D Medusa and kraken fish: hits, near misses, patterns without gain."""

from __future__ import annotations

from drawn_boards import drawn_board, gains, proved_steps
from nonet import Board, Puzzle
from nonet.core.cells import cell_index
from nonet.core.digits import mask_of


def _medusa(**cells: tuple[int, ...]) -> Board:
    """Row 1 has its 5, column 7 its 8 in two cells that `cells` name."""
    board = Board.of(Puzzle.from_line("." * 81))
    masks = list(board.masks)
    for column in range(9):
        masks[column] &= ~mask_of([5])
    for row in range(9):
        masks[9 * row + 6] &= ~mask_of([8])
    for name, digits in cells.items():
        masks[cell_index(name, 9)] = mask_of(digits)
    return Board(board.puzzle, board.digits, tuple(masks))


def test_what_both_colours_exclude_is_trapped() -> None:
    # 2 and 5 in r1c1, 5 and 8 in r1c7, 8 and 2 in r6c7: r1c1 or r6c7 is 2.
    board = _medusa(r1c1=(2, 5), r1c7=(5, 8), r6c7=(2, 8))
    assert gains(board, "medusa-trap") == ["r6c1<>2"]
    (step,) = proved_steps(board, "medusa-trap")
    assert [(mark.role, mark.candidates) for mark in step.marks] == [
        ("on", ((0, 2), (6, 5), (51, 8))),
        ("off", ((0, 5), (6, 8), (51, 2))),
    ]
    assert gains(_medusa(r1c1=(2, 5), r1c7=(5, 8), r6c7=(2, 8, 9)), "medusa-trap") == []
    idle = _medusa(r1c1=(2, 5), r1c7=(5, 8), r6c7=(2, 8), r6c1=(1, 3, 4))
    assert gains(idle, "medusa-trap") == []


def test_a_colour_that_excludes_itself_is_false() -> None:
    # As above; and r6c1 has the only other 2 of row 6, so it has the colour of r1c1's.
    others = {f"r6c{column}": (1, 3, 4, 5, 6, 7, 8, 9) for column in (2, 3, 4, 5, 6, 8, 9)}
    board = _medusa(r1c1=(2, 5), r1c7=(5, 8), r6c7=(2, 8), **others)
    assert gains(board, "medusa-wrap") == ["r1c1<>2 r1c7<>5 r6c1<>2 r6c7<>8"]
    near = _medusa(r1c1=(2, 5), r1c7=(5, 8), r6c7=(2, 8), **others | {"r6c4": (1, 2, 3)})
    assert gains(near, "medusa-wrap") == []


KRAKEN = ".......XX/........./........./.X.X..XXX/.X...XX.X/X..X...../X..X.XXXX/X..X..XX./.X.X..X.X"


def test_fins_exclude_the_victim_by_chains() -> None:
    board = drawn_board({9: KRAKEN})
    assert gains(board, "kraken-fish-1") == ["r9c4<>9"]
    (step,) = proved_steps(board, "kraken-fish-1")
    assert [(mark.role, mark.houses) for mark in step.marks[:2]] == [
        ("base", (0, 3, 6, 7)),
        ("cover", (12, 15, 16, 17)),
    ]
    near = drawn_board({9: KRAKEN.replace("X..X...../", "X..X..X../")})
    assert gains(near, "kraken-fish-1") == []
    idle = drawn_board({9: KRAKEN.replace(".X.X..X.X", ".X....X.X")})
    assert gains(idle, "kraken-fish-1") == []


def test_a_whole_cover_line_excludes_the_victim_by_chains() -> None:
    threes = ".X.X..X.X/.....XX../.X.X.XX../.....XXX./........./...X...XX/........./......XX."
    eights = (
        "...X..X.X/........./...X..X../......XX./........./........./..X...XXX/........./..X...XXX"
    )
    board = drawn_board({3: threes, 8: eights})
    assert gains(board, "kraken-fish-2") == ["r4c8<>3"]
    near = drawn_board({3: threes.replace("X./........./", "X./........X/"), 8: eights})
    assert "r4c8<>3" not in gains(near, "kraken-fish-2")
