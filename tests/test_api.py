from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import nonet
from boards import EASY, EASY_SOLUTION, HARD, SIX, installed_engines
from nonet import Layout, Limit, Puzzle, Status


@pytest.mark.parametrize(
    "form",
    [
        EASY,
        EASY.encode(),
        EASY.replace(".", "0"),
        Puzzle.from_line(EASY),
        nonet.Board.of(Puzzle.from_line(EASY)),
        Puzzle.from_line(EASY).rows(),
        Puzzle.from_line(EASY).to_array(),
        np.asfortranarray(Puzzle.from_line(EASY).to_array().astype(np.int64)),
        list(Puzzle.from_line(EASY).cells),
        [EASY[i : i + 9] for i in range(0, 81, 9)],
        nonet.format(EASY, "grid"),
        nonet.format(EASY, "numbers"),
    ],
    ids=lambda form: type(form).__name__,
)
def test_solve_takes_a_puzzle_in_any_form(form: nonet.api.PuzzleLike) -> None:
    result = nonet.solve(form)
    assert (result.status, str(result.solution)) == (Status.UNIQUE, EASY_SOLUTION)
    assert result.second is None
    assert result.puzzle == Puzzle.from_line(EASY)
    assert result.stats.seconds is not None


@pytest.mark.filterwarnings("ignore::nonet.core.errors.LossWarning")
def test_a_board_is_read_as_what_is_left_of_its_puzzle() -> None:
    """What was placed is given, what was eliminated stays so."""
    two = Puzzle.from_line("..3.34...1..4...", Layout(2, 2))
    first, second = nonet.solutions(two)
    cell = next(cell for cell in range(16) if first.cells[cell] != second.cells[cell])
    board = nonet.Board.of(two)
    placed = board.place(cell, second.cells[cell])
    without = board.eliminate(cell, first.cells[cell])
    for left in (placed, without):
        assert nonet.parse(left) == left.to_puzzle() != two
        assert nonet.solve(left).solutions == tuple(nonet.solutions(left)) == (second,)
        assert nonet.count(left) == 1
        assert nonet.check(second, left) and not nonet.check(first, left)
        assert nonet.format(left, "line") == str(left)
    assert nonet.parse(placed).cells == placed.digits
    with pytest.raises(nonet.ParseError, match="expected 9x9"):
        nonet.solve(placed, layout=Layout(3, 3))


def test_a_result_is_read_as_its_solution_or_its_puzzle() -> None:
    assert str(nonet.parse(nonet.solve(EASY))) == EASY_SOLUTION
    clash = nonet.solve("55" + "." * 79)
    assert nonet.parse(clash) == clash.puzzle


def test_why_an_engine_was_chosen_is_said_of_a_choice_only() -> None:
    chosen = nonet.solve(EASY)
    assert chosen.why == nonet.engine_named("lanes").why != ""
    assert nonet.solve(EASY, engine="lanes").why is None


def test_rules_and_layouts_are_taken_with_every_form(tmp_path: Path) -> None:
    tall, wide = Layout(3, 2), Layout(2, 3)
    solution = nonet.solve("." * 36, layout=tall, rules="diagonals", limit=1).solution
    assert solution is not None and solution.layout == tall
    line = str(solution)
    path = tmp_path / "a.txt"
    path.write_text(line)
    numbers = list(solution.cells)
    for form in (line, line.encode(), bytearray(line.encode()), path, numbers, solution.to_array()):
        found = nonet.parse(form, layout=tall, rules="diagonals")
        assert (found.cells, found.layout, len(found.rules)) == (solution.cells, tall, 2)
        assert nonet.check(form, layout=tall, rules="diagonals")
        assert nonet.check(form, "." * 36, layout=tall, rules="diagonals")
        assert not nonet.check(form, layout=wide)
    assert nonet.count("." * 36, layout=tall, rules="diagonals", limit=3) == 3
    assert {s.layout for s in nonet.solutions("." * 36, layout=tall, limit=2)} == {tall}
    assert nonet.solve_array(np.zeros((6, 6), int), layout=tall).shape == (6, 6)
    assert nonet.solve_many(["." * 36], layout=tall).layout == tall
    for call in (nonet.parse, nonet.solve, nonet.count, nonet.solutions, nonet.check):
        with pytest.raises(nonet.ArgumentError, match="expected a Layout"):
            call(line, layout=(3, 2))  # type: ignore[operator]
    with pytest.raises(nonet.ArgumentError, match="expected a Layout"):
        nonet.solve_many([line], layout=(3, 2))  # type: ignore[arg-type]
    with pytest.raises(nonet.ArgumentError, match="expected a Layout"):
        nonet.read(path, layout=(3, 2))  # type: ignore[arg-type]


def test_solve_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xef\xbb\xbf" + nonet.format(SIX, "grid").replace("\n", "\r\n").encode())
    assert nonet.solve(path).status is Status.MULTIPLE
    path.write_text("53..7\nx")
    with pytest.raises(nonet.ParseError, match=r"board\.txt, line"):
        nonet.solve(path)


def test_statuses() -> None:
    assert nonet.solve(HARD).status is Status.UNIQUE
    assert nonet.solve(HARD, limit=1).status is Status.FOUND
    six = nonet.solve(SIX)
    assert six.status is Status.MULTIPLE
    assert six.solution != six.second
    assert nonet.check(six.second, SIX)
    assert len(nonet.solve(SIX, limit=None).solutions) == 4
    assert nonet.solve("." * 81, limit=Limit(nodes=2)).status is Status.UNKNOWN


def test_clashing_givens_have_no_solution_and_start_no_search() -> None:
    for engine in installed_engines():
        line = "55" + "." * (79 if engine.supports_layout(Layout(3, 3)) else 34)
        clash = nonet.solve(line, engine=engine)
        assert clash.status is Status.NO_SOLUTION
        assert clash.stats.nodes in (0, None)
        assert clash.puzzle.conflicts()


def test_count_and_solutions() -> None:
    assert nonet.count(SIX) == 4 and nonet.count(SIX).exact
    capped = nonet.count("." * 81, limit=5000)
    assert (int(capped), capped.exact, str(capped)) == (5000, False, "at least 5000")
    found = list(nonet.solutions(SIX))
    assert len(set(found)) == 4
    assert found == list(nonet.solutions(SIX))
    assert len(list(nonet.solutions(SIX, limit=3))) == 3
    assert len(list(islice(nonet.solutions("." * 81), 10))) == 10


def test_a_layout_may_be_named() -> None:
    tall = Layout(3, 2)
    assert nonet.parse("." * 36, layout=tall).layout == tall
    assert nonet.solve("." * 36, layout=tall, limit=1).solution.layout == tall  # type: ignore[union-attr]
    with pytest.raises(nonet.ParseError, match="81 cells"):
        nonet.solve(SIX, layout=Layout(3, 3))


class TestSolveArray:
    """An array in, an array out."""

    def test_solved_array_is_new_and_keeps_shape_and_type(self) -> None:
        given = Puzzle.from_line(EASY).to_array().astype(np.int8)
        before = given.copy()
        solved = nonet.solve_array(given)
        assert (solved.dtype, solved.shape) == (given.dtype, (9, 9))
        assert "".join(map(str, solved.ravel())) == EASY_SOLUTION
        assert np.array_equal(given, before) and not np.shares_memory(solved, given)

    @pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64])
    def test_no_solution_is_minus_one(self, dtype: type) -> None:
        given = np.zeros((9, 9), dtype=dtype)
        given[0, :2] = 5
        solved = nonet.solve_array(given)
        assert (solved == np.full((9, 9), -1)).all()
        assert solved.dtype == (dtype if np.issubdtype(dtype, np.signedinteger) else np.int64)

    def test_unsolvable_without_a_clash(self) -> None:
        line = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
        assert (nonet.solve_array(nonet.parse(line).to_array()) == -1).all()

    def test_several_solutions_give_the_first(self) -> None:
        solved = nonet.solve_array(np.zeros((9, 9), dtype=int))
        assert nonet.check(solved)

    def test_other_sizes(self) -> None:
        solved = nonet.solve_array(nonet.parse(SIX).to_array())
        assert nonet.check(solved, SIX)
        assert nonet.solve_array([[0]]).tolist() == [[1]]

    @pytest.mark.parametrize(
        "bad",
        [
            np.zeros((9, 8), int),
            np.zeros(81, int),
            np.zeros((3, 9, 9), int),
            np.full((9, 9), 10),
            np.full((9, 9), -1),
            np.full((9, 9), 0.5),
            np.zeros((9, 9), bool),
            np.full((9, 9), object()),
            np.zeros((0, 0), int),
        ],
    )
    def test_a_bad_shape_type_or_value_raises(self, bad: np.ndarray) -> None:
        with pytest.raises(nonet.ParseError, match="expected"):
            nonet.solve_array(bad)

    def test_views_are_read_as_they_look(self) -> None:
        board = Puzzle.from_line(EASY).to_array().astype(np.int16)
        wide = np.zeros((18, 18), dtype=np.int16)
        wide[::2, ::2] = board
        assert np.array_equal(nonet.solve_array(wide[::2, ::2]), nonet.solve_array(board))
        turned = nonet.solve_array(board.T)
        assert np.array_equal(turned.T, nonet.solve_array(board))


def test_misuse_is_named() -> None:
    with pytest.raises(nonet.ParseError, match="rows of equal length"):
        nonet.solve_array([[1, 2], [1]])  # type: ignore[list-item]
    with pytest.raises(nonet.ArgumentError, match="expected a Layout"):
        nonet.parse(EASY, layout=(3, 3))  # type: ignore[arg-type]
    with pytest.raises(nonet.UnknownNotationError):
        nonet.parse([[1]], notation="zzz")
    board = nonet.parse(EASY).to_array()
    hidden = nonet.parse(np.ma.masked_equal(board, 5))
    assert 5 not in hidden.cells and hidden.clues == 30 - int((board == 5).sum())


def test_a_text_that_is_two_puzzles_can_be_caught() -> None:
    with pytest.raises(nonet.AmbiguityError) as caught:
        nonet.parse("G" + "." * 255)
    assert isinstance(caught.value.at(line=3), nonet.AmbiguityError)
    with pytest.raises(nonet.UnknownNotationError, match="choose from: line, grid"):
        nonet.parse("1...", notation="nope")
