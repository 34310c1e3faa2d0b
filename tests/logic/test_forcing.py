"""Sudoku Explainer's chains, with its ratings and nodes: hits, near misses, no gain; paths."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drawn_boards import gains, proved_steps
from nonet import Board, Layout, Puzzle, _native, native, parse, solve
from nonet.core.step import Step
from nonet.logic.checker import check_step
from nonet.logic.finding import native_board, step_of


def _board(line: str, gone: str = "") -> Board:
    board = Board.of(parse(line))
    for part in gone.split():
        cell, digits = part.split("-")
        for digit in digits:
            board = board.eliminate(cell, int(digit))
    return board


@pytest.mark.parametrize(
    ("technique", "line", "gone", "gain", "rating", "nodes"),
    [
        pytest.param(
            "forcing-x-chain",
            ".6.....41.41.6..2382317456937..862142.84316.76147..3.8..281743613764.98.486...17.",
            "r1c4-59 r1c5-5 r9c4-59 r9c6-25",
            "r1c5<>9",
            6.6,
            6,
            id="forcing-x-chain",
        ),
        pytest.param(
            "forcing-chain",
            "..12.6.43..6837.12.231.46....8625491519348276264971.3.6.2.1....195782364.87.6.12.",
            "r1c7-5 r3c9-59 r7c7-59 r7c9-5",
            "r1c2<>5",
            7.1,
            8,
            id="forcing-chain",
        ),
        pytest.param(
            "bidirectional-y-cycle",
            ".54791.2319.53.74..37...95197..15.3.4653.719..139...75529648317746153289381279564",
            "r3c1-8 r3c5-2 r4c7-8 r6c5-8 r6c6-2 r6c7-6",
            "r3c6<>6",
            6.8,
            12,
            id="bidirectional-y-cycle",
        ),
        pytest.param(
            "nishio",
            "..2.95.4154...1.29193.24..54891.25.332594.1..617538492..145.23..3.21..54254..391.",
            "r1c4-7 r1c7-7 r7c9-7 r9c5-7 r9c9-8",
            "r5c6<>7",
            7.6,
            8,
            id="nishio",
        ),
        pytest.param(
            "region-forcing-chains",
            "5.3..62.16...12.35214.35...34...15.61.654.7237526.3...461...35.82735....93516...2",
            "r2c7-8 r3c8-8 r3c9-9 r4c4-89 r4c5-89 r6c7-48 "
            "r6c9-9 r7c4-7 r7c5-7 r8c7-49 r8c8-49 r9c8-8",
            "r1c4<>9",
            8.3,
            14,
            id="region-forcing-chains",
        ),
        pytest.param(
            "dynamic-region-forcing-chains",
            "..347...6...3..97.1759623843..6.47.1.145.7.....7.9.......7..8..7..8.9.23..9.4...7",
            "r1c1-8 r1c6-1 r2c1-28 r4c2-28 r6c1-8 r6c7-5 r6c8-56 r7c1-6 r7c6-5 r7c8-5 r9c1-56",
            "r5c9<>2",
            8.9,
            17,
            id="dynamic-region-forcing-chains",
        ),
        pytest.param(
            "cell-forcing-chains",
            "....4.291692183754.14.2.863..7.94.869.......2.68.3.5.9.7..6..3532.4...18...3...27",
            "r1c4-5 r3c6-7 r4c1-5 r5c2-3 r5c4-57 r5c6-157 "
            "r5c7-4 r7c6-19 r9c1-1 r9c2-5 r9c3-1 r9c6-5",
            "r7c1<>8",
            8.4,
            16,
            id="cell-forcing-chains",
        ),
        pytest.param(
            "bidirectional-cycle",
            ".21.543.9569.314.2.342.9.5.347985...982..35476154278934.8....3.1.634....27359...4",
            "r1c8-7 r7c4-6 r7c5-6 r7c7-167 r7c9-1 r8c8-8",
            "r1c8<>8 r8c7<>2",
            7.1,
            8,
            id="bidirectional-cycle",
        ),
        pytest.param(
            "dynamic-cell-forcing-chains",
            "..2...659...5914239453627814...2.9.7..9.4.8.22..9...45...2...9..94...27..27..95..",
            "r1c1-78 r1c2-78 r1c6-8 r5c1-13 r6c2-13 r7c1-13 "
            "r7c5-1 r7c6-35 r8c5-8 r8c6-5 r9c4-1 r9c8-6",
            "r6c6<>3",
            8.9,
            15,
            id="dynamic-cell-forcing-chains",
        ),
        pytest.param(
            "dynamic-contradiction-forcing-chains",
            "..2...659...5914239453627814...2.9.7..9.4.8.22..9...45...2...9..94...27..27..95..",
            "r1c1-78 r1c2-78 r1c6-8 r5c1-13 r6c2-13 r6c6-3 "
            "r7c1-13 r7c5-1 r7c6-35 r8c5-8 r8c6-5 r9c4-1 r9c8-6",
            "r9c5<>3",
            8.9,
            15,
            id="dynamic-contradiction-forcing-chains",
        ),
        pytest.param(
            "dynamic-double-forcing-chains",
            "1....759..7..9.4..9.64........8.....63.....4..9.54.3.232......4..79...8....1.4..7",
            "r1c3-8 r1c5-3 r1c9-3 r2c3-8 r2c6-3 r2c8-3 r2c9-3 r3c5-3 "
            "r3c6-3 r3c7-2 r3c8-1 r4c3-15 r4c7-9 r5c3-8 r5c7-9 r9c8-2",
            "r3c9<>8",
            9.0,
            22,
            id="dynamic-double-forcing-chains",
        ),
        pytest.param(
            "bidirectional-x-cycle",
            "5....46.36..3514.2.34.26.5....67534.4.513.2677634.2..535124...624..6.5318.6513.24",
            "r1c2-789 r1c3-79 r1c8-89 r2c2-9 r2c3-8 r2c8-7 r3c4-9 "
            "r3c7-89 r4c2-89 r4c3-9 r6c7-9 r7c6-8 r7c8-9 r8c4-7 r8c6-9",
            "r1c4<>8",
            6.5,
            6,
            id="bidirectional-x-cycle",
        ),
    ],
)
def test_hit_near_miss_and_no_gain(
    technique: str, line: str, gone: str, gain: str, rating: float, nodes: int
) -> None:
    hit = _board(line, gone)
    assert gains(hit, technique)[0] == gain
    first = proved_steps(hit, technique)[0]
    assert first.se_rating == rating
    logic = native.logic_of(hit.puzzle.geometry)
    assert logic.find(native_board(hit), technique, 1)[0][6] == nodes
    near = _board(line)  # a chain breaks where a candidate more is left
    assert gain not in gains(near, technique)
    idle = hit
    for cell, digit in first.eliminations:
        idle = idle.eliminate(cell, digit)
    assert gain not in gains(idle, technique)


def _path(puzzle: Puzzle) -> list[Step]:
    """Walk a path in Sudoku Explainer's order, and see that every step follows from its board."""
    board = Board.of(puzzle)
    logic = native.logic_of(puzzle.geometry)
    path = logic.walk(native_board(board), "sudoku-explainer", list(_native.TECHNIQUES))
    steps = [step_of(path.step(number), puzzle.layout.size) for number in range(len(path))]
    for step in steps:
        verdict = check_step(board, step)
        assert verdict, f"{step}: {verdict}"
        board = board.apply(step)
    assert path.end == "full"
    return steps


@pytest.mark.parametrize(
    ("line", "ratings"),
    [
        pytest.param(
            "7.8...3...3.6.1...5.........4.....263...8.......1...9..9.2....4....7.5...........",
            "7.9 8.3 9.0 9.0 9.1 9.1 9.2 9.3 9.3 9.3 9.3 9.4 9.4 9.5 9.3 9.4 9.0 "
            "9.0 9.0 9.0 9.1 9.1 9.1 9.2 9.2 8.9 9.2 8.2 9.0 9.0 8.9 9.0 8.5 9.0 "
            "7.2 8.4",
            id="er-9.5",
        ),
        pytest.param(
            "..6.5.......4.3..2..8...63..3......9..57.8.......2....9......1.18..4..2.4..63....",
            "7.1 7.1 7.1 7.1 7.1 7.1 7.2",
            id="er-7.2",
        ),
        pytest.param(
            "..1.8...7...1.5..3.5.6.9.1.16..2..8.......6....5...7.....8..2....9.57...84.......",
            "7.2 7.1 7.2 7.2 7.2 7.2 7.3 7.3 7.3 7.3 7.3 8.0 8.3 8.3 8.3 7.3 8.3 "
            "8.4 8.4 8.4 8.5 7.2 7.2 7.2 7.2 7.3 8.3 7.2 7.2 7.2 7.2 7.3",
            id="er-8.5",
        ),
        pytest.param(
            ".9.7......13....9..4.1....2.6.4....1..457..2.7....9..41..6.8.3...2.5..1.........7",
            "6.5 6.5",
            id="er-6.5",
        ),
    ],
)
def test_paths_have_the_ratings_of_sudoku_explainer(line: str, ratings: str) -> None:
    steps = _path(parse(line))
    hard = [f"{step.se_rating:.1f}" for step in steps if (step.se_rating or 0) >= 6.5]
    assert hard == ratings.split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "rating"),
    [
        pytest.param(
            "........94....9.2..8.1..5....5..86..3.86......6..15.....2....47.3.5..8......7....",
            11.0,
            id="nested-multiple",
        ),
        pytest.param(
            "..3..2...4...8..36..8...1...4..6..73...9.......6........4.7..686........7.....59.",
            10.9,
            id="nested-contradiction",
        ),
    ],
)
def test_the_hardest_need_no_guess(line: str, rating: float) -> None:
    steps = _path(parse(line))
    assert max(step.se_rating or 0 for step in steps) == rating


_BOARDS = [
    pytest.param("..53..34.....6....5.21....6...2....5", (), id="6x6"),
    pytest.param("1...4...3..............2......3...6.", ("diagonals",), id="6x6-diagonals"),
]


@pytest.mark.parametrize(
    "technique",
    [
        "forcing-x-chain",
        "forcing-chain",
        "bidirectional-cycle",
        "nishio",
        "cell-forcing-chains",
        "region-forcing-chains",
        "dynamic-contradiction-forcing-chains",
        "dynamic-contradiction-forcing-chains-plus",
        "dynamic-region-forcing-chains-plus-chains",
        "dynamic-contradiction-forcing-chains-plus-multiple",
    ],
)
@pytest.mark.parametrize(("line", "rules"), _BOARDS)
def test_chains_work_on_other_boards(technique: str, line: str, rules: tuple[str, ...]) -> None:
    puzzle = replace(Puzzle.from_line(line, Layout(2, 3)), rules=rules)
    solution = solve(puzzle).solution
    assert solution is not None
    steps = proved_steps(Board.of(puzzle), technique)
    assert steps
    for step in steps:
        assert all(solution.cells[cell] == digit for cell, digit in step.placements)
        assert all(solution.cells[cell] != digit for cell, digit in step.eliminations)


def test_aligned_cells_are_taken_by_the_later_one_of_two() -> None:
    board = _board(
        ".6....9.7738429615.5...7.4.8.3....62.2.83....59...2.3...5.......8271..5..4.2....6",
        "r1c4-1 r3c4-3 r4c4-1 r5c1-6 r5c3-4 r6c5-6 r7c4-6",
    )
    assert gains(board, "aligned-triplet-exclusion") == ["r3c5<>8", "r7c5<>8"]
