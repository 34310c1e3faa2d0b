"""Dancing links: exact covers worked by hand, Sudoku as one of them, links put back."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonet
from boards import EASY, EASY_SOLUTION, HARD, SIX, installed_engines, puzzles, twisted
from cases import examples
from nonet import Layout, Limit, Puzzle, Status
from nonet.engines.dlx import DlxEngine, ExactCover

DLX = DlxEngine()
KNUTH = ["ce", "adg", "bcf", "adf", "bg", "deg"]
"""The example of Knuth's paper: only 'adf', 'bg' and 'ce' cover 'abcdefg'."""


def links(cover: ExactCover) -> list[object]:
    """Everything that a search changes and has to put back."""
    return [list(part) for part in (cover._left, cover._right, cover._up, cover._down, cover._size)]


def test_an_exact_cover_by_hand() -> None:
    cover = ExactCover("abcdefg", KNUTH)
    assert [[KNUTH[number] for number in picked] for picked in cover.solutions()] == [
        ["adf", "bg", "ce"]
    ]
    # Item a has two options: 'adg' forces 'bcf', and then e has none; 'adf' forces 'bg' and 'ce'.
    assert (cover.nodes, cover.guesses) == (3, 1)


def test_every_cover_comes_once_in_a_fixed_order() -> None:
    # The ways to tile a strip of four with tiles of one and two.
    tiles = ["a", "b", "c", "d", "ab", "bc", "cd"]
    cover = ExactCover("abcd", tiles)
    found = [[tiles[number] for number in picked] for picked in cover.solutions()]
    assert found == [
        ["a", "b", "c", "d"],
        ["a", "b", "cd"],
        ["a", "bc", "d"],
        ["ab", "c", "d"],
        ["ab", "cd"],
    ]


@given(st.lists(st.sets(st.sampled_from("abcdef"), min_size=1).map(sorted), max_size=8))
def test_covers_are_those_that_trying_every_subset_finds(options: list[list[str]]) -> None:
    cover = ExactCover("abcdef", options)
    before = links(cover)
    found = sorted(tuple(sorted(picked)) for picked in cover.solutions())
    numbers = range(len(options))
    subsets = (subset for size in range(len(options) + 1) for subset in combinations(numbers, size))
    assert found == sorted(
        subset
        for subset in subsets
        if sorted(item for number in subset for item in options[number]) == list("abcdef")
    )
    assert links(cover) == before


def test_nothing_to_cover_is_covered_by_nothing() -> None:
    assert list(ExactCover([], []).solutions()) == [()]
    assert list(ExactCover("a", []).solutions()) == []


@pytest.mark.parametrize(
    ("items", "options", "message"),
    [
        ("aa", [], "items that differ"),
        ("ab", ["a", "ac"], "option 1: no item 'c'"),
        ("ab", ["aba"], "option 0: expected different items"),
        ("ab", [""], "option 0: expected different items"),
    ],
)
def test_what_is_no_matrix_is_refused(items: str, options: list[str], message: str) -> None:
    with pytest.raises(nonet.ArgumentError, match=message):
        ExactCover(items, options)


def test_links_are_put_back_also_after_a_search_left_early() -> None:
    cover = ExactCover("abcdefg", KNUTH)
    before = links(cover)
    early = cover.solutions()
    next(early)
    assert links(cover) != before
    assert len(list(cover.solutions())) == 1
    assert links(cover) == before
    assert list(early) == []


def test_a_search_can_be_stopped_from_outside() -> None:
    cover = ExactCover("abcdefg", KNUTH)
    asked: list[bool] = []

    def go_on(forced: bool) -> bool:
        asked.append(forced)
        return len(asked) < 3

    assert list(cover.solutions(go_on)) == []
    # The root, 'adg', and 'bcf', which it forces: there the search ends.
    assert asked == [False, False, True]
    assert cover.nodes == 2


def test_links_are_put_back_after_a_full_search_of_a_board() -> None:
    search = DLX.search(Puzzle.from_line(SIX, Layout(2, 3)), Limit(solutions=None))
    first = next(search)
    cover = search._cover
    assert cover is not None
    assert nonet.check(first, Puzzle.from_line(SIX, Layout(2, 3))) and not search.exhausted
    assert len(list(search)) == 3 and search.exhausted
    items = len(cover._items)
    assert cover._right == [*range(1, items + 1), 0]
    assert sum(cover._size) == len(cover._item) - items - 1


def test_all_grids_of_4x4() -> None:
    grids = list(DLX.search(Puzzle(bytes(16), Layout(2, 2)), Limit(solutions=None)))
    assert len(set(grids)) == len(grids) == 288
    assert all(nonet.check(grid, Puzzle(bytes(16), Layout(2, 2))) for grid in grids)


def test_latin_squares_whose_boxes_are_rows() -> None:
    assert DLX.count(Puzzle(bytes(16), Layout(1, 4)), None) == 576


@settings(max_examples=examples(60))
@given(puzzles(Layout(2, 2)) | puzzles(Layout(1, 4)) | puzzles(Layout(3, 2)))
def test_agrees_with_the_reference_engine_on_small_boards(puzzle: Puzzle) -> None:
    limit = Limit(solutions=40)
    found, expected = (
        nonet.solve(puzzle, limit=limit, engine=name) for name in ("dlx", "reference")
    )
    assert found.status is expected.status
    assert len(found.solutions) == len(expected.solutions)
    if len(found.solutions) < 40:
        assert set(found.solutions) == set(expected.solutions)


@settings(max_examples=20)
@given(twisted(HARD) | twisted(EASY))
def test_agrees_with_every_engine_on_9x9(line: str) -> None:
    engines = [engine for engine in installed_engines() if engine.supports_layout(Layout(3, 3))]
    assert len({nonet.solve(line, engine=engine).solutions for engine in engines}) == 1


def test_singles_are_no_guesses() -> None:
    stats = DLX.solve(Puzzle.from_line(EASY)).stats
    assert (stats.nodes, stats.guesses) == (1, 0)
    complete = DLX.solve(Puzzle.from_line(EASY_SOLUTION))
    assert (complete.status, complete.stats.nodes) == (Status.UNIQUE, 1)


def test_clashing_givens_are_no_search() -> None:
    result = DLX.solve(Puzzle.from_line("11" + "." * 79))
    assert (result.status, result.stats.nodes) == (Status.NO_SOLUTION, 0)


def test_deep_boards_need_no_recursion() -> None:
    empty = Puzzle(bytes(625), Layout(5, 5))
    search = DLX.search(empty, Limit())
    assert all(nonet.check(solution, empty) for solution in islice(search, 2))


@pytest.mark.parametrize(
    ("limit", "stopped_by"),
    [
        (Limit(memory=100_000), "memory"),
        (Limit(seconds=0.0), "seconds"),
        (Limit(nodes=7), "nodes"),
    ],
)
def test_limits_hold_while_the_matrix_is_built_too(limit: Limit, stopped_by: str) -> None:
    result = DLX.solve(Puzzle(bytes(256), Layout(4, 4)), limit)
    assert (result.status, result.stopped_by) == (Status.UNKNOWN, stopped_by)
    assert result.stats.nodes == (limit.nodes or 0)
