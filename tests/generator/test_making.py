"""Puzzles of every kind that can be asked for: unique, as asked, the same for a seed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import boards
import nonet
from cases import IS_FULL
from nonet.generator.symmetries import SYMMETRIES, orbits

JIGSAW = "AAAB ABBB CCCD CDDD"


def is_unique(puzzle: nonet.Puzzle) -> bool:
    return nonet.solve(puzzle).status is nonet.Status.UNIQUE


def is_minimal(puzzle: nonet.Puzzle) -> bool:
    filled = [cell for cell, digit in enumerate(puzzle.cells) if digit]
    return not any(
        is_unique(nonet.Puzzle(_without(puzzle, [cell]), puzzle.layout, rules=puzzle.rules))
        for cell in filled
    )


def _without(puzzle: nonet.Puzzle, cells: list[int]) -> bytes:
    return bytes(0 if cell in cells else digit for cell, digit in enumerate(puzzle.cells))


def check(made: nonet.Generated) -> None:
    assert is_unique(made.puzzle)
    assert nonet.check(made.solution, made.puzzle)
    assert made.clues == sum(map(bool, made.puzzle.cells))
    assert made.minimal == is_minimal(made.puzzle)


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"layout": "2x2"},
        {"layout": "2x3"},
        {"layout": 8},
        {"layout": JIGSAW},
        {"layout": nonet.Layout(3, 4)},
        {"rules": "diagonals"},
        {"rules": "anti-knight"},
        {"clues": 25},
        {"clues": (22, 23)},
        {"clues": 30, "minimal": False},
        {"clues": (40, 60), "minimal": False},
        {"clues": 81, "minimal": False},
        {"symmetry": "half-turn"},
        {"layout": "2x3", "symmetry": "diagonal", "minimal": "symmetry"},
        pytest.param({"layout": "4x4"}, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_puzzles_are_as_asked(request_: dict[str, object]) -> None:
    made = nonet.generate(seed=3, **request_)  # type: ignore[arg-type]
    check(made)
    assert made.minimal or request_.get("minimal", True) is not True
    if clues := request_.get("clues"):
        low, high = clues if isinstance(clues, tuple) else (clues, clues)
        assert low <= made.clues <= high
    assert made == nonet.generate(seed=3, threads=1, **request_)  # type: ignore[arg-type]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_clues_keep_a_symmetry(symmetry: str) -> None:
    made = nonet.generate(seed=1, symmetry=symmetry, minimal="symmetry")
    check(made)
    assert made.symmetry == symmetry
    assert made.minimal_for_symmetry
    numbers = orbits(symmetry, 9)
    for orbit in set(numbers):
        cells = [cell for cell in range(81) if numbers[cell] == orbit]
        given = {bool(made.puzzle.cells[cell]) for cell in cells}
        assert len(given) == 1
        if given == {True}:
            assert not is_unique(nonet.Puzzle(_without(made.puzzle, cells)))


def test_symmetries_by_other_names() -> None:
    assert nonet.generate(seed=1, symmetry="rotational").symmetry == "half-turn"
    assert nonet.generate(seed=1, symmetry="mirror", minimal=False).symmetry == "left-right"


def test_many_are_the_same_for_any_number_and_threads() -> None:
    some = list(nonet.generate_many(30, seed=7, threads=1))
    assert some == list(nonet.generate_many(30, seed=7, threads=3))
    assert some[:4] == list(nonet.generate_many(4, seed=7))
    assert some[17] == nonet.generate(seed=some[17].seed)
    assert len({nonet.canonical(made.puzzle).key for made in some}) == 30
    check(some[9])
    clues = {"clues": 23}
    few = list(nonet.generate_many(12, seed=7, **clues))
    assert few[:3] == list(nonet.generate_many(3, seed=7, threads=1, **clues))
    assert few[5] == nonet.generate(seed=few[5].seed, **clues)
    assert {made.clues for made in few} == {23}


@pytest.mark.parametrize(
    "request_",
    [
        {"symmetry": "half-turn", "minimal": "symmetry"},
        {"layout": boards.JIGSAW.layout},
        {"rating": {"er": (4.0, 4.4)}, "minimal": False},
        {"pattern": [cell for cell in range(81) if cell % 5 in (0, 2)], "minimal": False},
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in (
                {"symmetry": "diagonal"},
                {"technique": "skyscraper"},
                {"first": "swordfish"},
                {"required": ["x-wing", "naked-pair"]},
                {"rating": {"hodoku": "Hard"}},
                {"hardest": "er", "limit": nonet.Limit(nodes=3000)},
                {"layout": "4x4"},
            )
        ),
    ],
    ids=lambda one: str(one)[-40:],
)
def test_requests_of_every_kind_do_not_depend_on_number_and_threads(
    request_: dict[str, Any],
) -> None:
    some = [made.puzzle for made in nonet.generate_many(3, seed=5, threads=1, **request_)]
    others = list(nonet.generate_many(2, seed=5, threads=3, **request_))
    assert some[:2] == [made.puzzle for made in others]
    assert some[1] == nonet.generate(seed=others[1].seed, threads=2, **request_).puzzle


def test_no_two_are_copies_of_each_other() -> None:
    """4x4 has 36 classes of minimal puzzles, so it runs out of them."""
    some = nonet.generate_many(50, "2x2", seed=1)
    found = [nonet.canonical(made.puzzle).key for made in islice(some, 36)]
    assert len(set(found)) == 36
    with pytest.raises(nonet.NotFoundError, match="no other puzzle was found"):
        next(some)


def test_a_solution_is_kept() -> None:
    grid = nonet.random_solution(seed=8)
    made = nonet.generate(solution=grid, seed=1)
    check(made)
    assert made.solution == grid
    assert made.puzzle != nonet.generate(solution=str(grid), seed=2).puzzle


PATTERN = """
    x x . . x . . x x
    x . . x . x . . x
    . . x . x . x . .
    . x . . x . . x .
    x . x x . x x . x
    . x . . x . . x .
    . . x . x . x . .
    x . . x . x . . x
    x x . . x . . x x
"""


def test_a_pattern_is_kept() -> None:
    made = nonet.generate(pattern=PATTERN, minimal=False, seed=2)
    check(made)
    signs = PATTERN.split()
    assert [digit > 0 for digit in made.puzzle.cells] == [sign == "x" for sign in signs]
    cells = [cell for cell, sign in enumerate(signs) if sign == "x"]
    assert made == nonet.generate(pattern=cells, minimal=False, seed=2, threads=1)


def test_a_pattern_of_a_solution() -> None:
    made = nonet.generate(seed=4)
    again = nonet.generate(pattern=made.puzzle, solution=made.solution)
    assert again.puzzle == made.puzzle
    cells = [cell for cell, digit in enumerate(made.puzzle.cells) if digit]
    with pytest.raises(nonet.ArgumentError, match="solutions; add cells"):
        nonet.generate(pattern=cells[1:], solution=made.solution)


def test_too_rare_a_request_ends_with_the_nearest() -> None:
    with pytest.raises(nonet.NotFoundError, match="the nearest has") as raised:
        nonet.generate(clues=17, seed=1, limit=nonet.Limit(nodes=300))
    nearest = raised.value.nearest
    check(nearest)
    assert str(nearest.puzzle) in str(raised.value)


def test_time_is_kept_to() -> None:
    with pytest.raises(nonet.NotFoundError, match="no such puzzle was found in"):
        nonet.generate(clues=17, seed=1, limit=0.2)
    with pytest.raises(nonet.NotFoundError):
        nonet.generate("5x5", seed=1, limit=0)


@pytest.mark.parametrize(
    "request_",
    [
        {"minimal": True},
        {"minimal": False, "clues": 200},
        {"minimal": "symmetry", "symmetry": "half-turn"},
        {"minimal": False, "pattern": [cell for cell in range(625) if cell % 5]},
    ],
    ids=str,
)
def test_nothing_undecided_is_called_minimal(request_: dict[str, object]) -> None:
    """25x25 boards have questions that are not decided in any time, so the limit ends them."""
    wanted: dict[str, Any] = {"seed": 1, "limit": 0.5 if IS_FULL else 0.2, **request_}
    for make in (nonet.generate, lambda *args, **how: next(nonet.generate_many(1, *args, **how))):
        try:
            made = make("5x5", **wanted)
        except nonet.NotFoundError as error:
            made = error.nearest
        if made is not None:
            assert is_unique(made.puzzle)
            assert not made.minimal


BAD: list[tuple[dict[str, object], str]] = [
    ({"clues": 16}, "clues: expected 17 or more, found 16"),
    ({"clues": 82}, "clues: expected up to 81, found 82"),
    ({"clues": (25, 24)}, "clues: expected the smaller number first, found 25 and 24"),
    ({"clues": "many"}, "clues: expected a whole number"),
    ({"clues": True}, "clues: expected a whole number"),
    ({"clues": 50}, "no minimal puzzle with more than 40 clues is known, found 50; try minimal"),
    ({"clues": 22, "symmetry": "quarter-turn"}, "quarter-turn allows 21 or 24, found 22"),
    ({"layout": "2x3", "clues": 7}, "clues: expected 8 or more, found 7"),
    ({"layout": JIGSAW, "clues": 2}, "clues: expected 3 or more, found 2"),
    ({"symmetry": "round"}, "no symmetry named 'round'"),
    ({"layout": "2x2", "pattern": "x" * 16}, "pattern: a full grid is not minimal"),
    ({"pattern": ("x." * 41)[:81]}, "pattern: no minimal puzzle with more than 40 clues"),
    ({"technique": "singles", "rating": {"er": 4}}, "singles solve have an ER of up to 2.3"),
    ({"technique": "x-wing", "rating": {"er": 1.2}}, "does not need x-wing"),
    ({"symmetry": 4}, "no symmetry named '4'"),
    ({"minimal": "yes"}, "minimal: expected True, False or 'symmetry', found 'yes'"),
    ({"minimal": 0}, "minimal: expected True, False or 'symmetry', found 0"),
    ({"minimal": "symmetry"}, "minimal: expected a symmetry"),
    ({"pattern": "x" * 80}, "pattern: expected 81 signs, one per cell, found 80"),
    ({"pattern": ("x" + "." * 9) * 8 + "x"}, "pattern: expected 17 cells or more, found 9"),
    ({"pattern": "." * 18 + "x" * 63}, "expected a clue in row 1 or 2: both are empty"),
    ({"pattern": ("..." + "x" * 6) * 9}, "expected a clue in column 1 or 2"),
    ({"pattern": [0, 99]}, "pattern: expected cells from 0 to 80"),
    ({"pattern": 7}, "pattern: expected a text with a sign per cell"),
    ({"pattern": "x" * 80 + ".", "symmetry": "half-turn"}, "do not have the symmetry half-turn"),
    ({"pattern": "x" * 81, "clues": 30}, "clues: the pattern has 81 cells, found 30"),
    ({"solution": "1" * 81}, "solution: 1 appears"),
    ({"solution": "12"}, "expected"),
    ({"seed": "x"}, "seed: expected a whole number from 0, found 'x'"),
    ({"seed": -1}, "seed: expected a whole number from 0, found -1"),
    ({"seed": 1.5}, "seed: expected a whole number from 0, found 1.5"),
    ({"limit": "soon"}, "limit: expected seconds"),
    ({"limit": -1}, "limit: expected seconds"),
    ({"layout": 26}, "expected a board of up to 25x25, found 26x26"),
    ({"layout": "3x"}, "layout: expected a box shape such as 2x3, found '3x'"),
    ({"technique": "x-wings"}, "no technique named 'x-wings'; did you mean 'x-wing'"),
    ({"technique": "leviathan", "order": "nonet"}, "does not use leviathan"),
    ({"technique": "x-wing", "layout": "5x5"}, "techniques support boards up to 16x16"),
    ({"order": "mine"}, "no order named 'mine'"),
    ({"first": "naked-single"}, "first: expected a technique other than singles"),
    ({"required": "x-wing", "forbidden": ["x-wing"]}, "x-wing is both required and forbidden"),
    ({"technique": "x-wing", "required": "swordfish"}, "swordfish is harder than x-wing"),
    ({"technique": "x-wing", "forbidden": "x-wing"}, "x-wing is both needed and forbidden"),
    (
        {"layout": "9x9"},
        "expected a size such as 9, or the shape of a box such as 2x3, found '9x9'",
    ),
    ({"order": 5}, "order: expected the name of an order, found 5"),
    ({"layout": "foo"}, "expected a size such as 9, a box shape such as 2x3, or the regions"),
    ({"technique": "x-wing", "rating": {"hodoku": "Easy"}}, "does not need x-wing"),
    ({"required": "naked-pair", "rating": {"hodoku": "Easy"}}, "does not need naked-pair"),
    ({"technique": "singles", "rating": {"hodoku": "Extreme"}}, "a HoDoKu level of up to Medium"),
    ({"technique": "singles", "required": "x-wing"}, "'singles' excludes x-wing"),
    ({"technique": "medusa-trap"}, "no order of techniques has medusa-trap, so nothing says"),
    ({"required": "x-wing", "rating": {"er": 1.2}}, "does not need x-wing"),
    ({"first": "x-wing", "rating": {"er": (1, 2.3)}}, "does not need x-wing"),
    ({"rating": {"er": (1, 1.2), "hodoku": "Extreme"}}, "level is at most Medium"),
    ({"rating": {"er": (1, 1.2), "hodoku": (900, 999)}}, "its score at most 896"),
    ({"rating": {"er": (2.4, 3), "hodoku": "Easy"}}, "Easy means an ER of up to 2.3"),
    ({"hardest": "search", "layout": "5x5"}, "hardest: search is not for this board, as tech"),
    ({"rating": {"hodoku": 0}}, "a HoDoKu score of 4 or more"),
    ({"required": 5}, "required: expected names of techniques, found 5"),
    ({"rating": 4.0}, "rating: expected a dict"),
    ({"rating": {"se": 4.0}}, "rating: expected a scale"),
    ({"rating": {"er": (5.0, 4.0)}}, "rating: expected the lowest first for er"),
    ({"rating": {"er": 20}}, "rating: an ER is between 1.0 and 12.0"),
    ({"rating": {"er": "hard"}}, "rating: expected numbers for er, found 'hard'"),
    ({"rating": {"hodoku": "nasty"}}, "rating: expected one of Easy, Medium"),
    ({"rating": {"er": None}}, "rating: expected a number for er"),
    ({"rating": {"er": 4.0}, "layout": "2x3"}, "the scale er is for plain 9x9 puzzles only"),
    ({"hardest": "se"}, "hardest: expected a scale"),
    ({"rules": "nothing"}, "no rule named 'nothing'"),
    ({"rules": ["anti-king", "anti-knight", "diagonals"]}, "no grid of this board keeps them all"),
    ({"layout": "2x2", "rules": "anti-king"}, "no grid of this board keeps them all"),
    ({"layout": "2x2", "clues": 7}, "no minimal puzzle with more than 6 clues is known, found 7"),
    ({"pattern": [0, 1.5]}, "pattern: expected a text with a sign per cell"),
    ({"solution": ""}, "solution: line 1, column 1: expected a puzzle, found nothing"),
    ({"solution": 5}, "solution: expected a puzzle as text, list or array, found int"),
    ({"technique": 5}, r"no technique named '5' \(see: nonet techniques\)"),
    ({"first": "x-wing", "forbidden": "x-wing"}, "x-wing is both the first step and forbidden"),
    ({"forbidden": "full-house"}, "forbidden: every path ends with a full-house"),
    ({"rating": {"er": 3.3}}, "no puzzle has an ER between 3.2 and 3.4, found 3.3"),
    ({"rating": {"er": (1.3, 1.4)}}, "no puzzle has an ER between 1.2 and 1.5"),
    ({"rating": {"er": (5.01, 5.04)}}, "no puzzle has an ER between 5.0 and 5.1"),
    ({"hardest": "search", "layout": "5x5"}, "boards up to 16x16, found 25x25"),
    ({"hardest": "er", "limit": nonet.Limit()}, "limit: expected seconds or nodes for the hardest"),
]


def test_large_boards_are_advised_not_to_be_minimal() -> None:
    with pytest.raises(nonet.NotFoundError) as error:
        nonet.generate("5x5", seed=1, limit=0)
    assert "try minimal=False (--minimal no) and clues=300" in str(error.value)
    assert "1 tries" not in str(error.value)


def test_an_unknown_keyword_names_the_function_that_was_called() -> None:
    with pytest.raises(TypeError, match=r"generate_many\(\) got an unexpected keyword"):
        nonet.generate_many(2, foo=1)


def test_cells_of_a_pattern_are_named() -> None:
    with pytest.raises(nonet.ArgumentError, match="cells from 0 to 80, found 100"):
        nonet.generate(pattern=[*range(20), 100])


@pytest.mark.parametrize(("request_", "message"), BAD, ids=lambda one: str(one)[:40])
def test_bad_requests_are_refused_before_the_search(
    request_: dict[str, object], message: str
) -> None:
    with pytest.raises(nonet.NonetError, match=message):
        nonet.generate(**request_)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "request_",
    [
        {"layout": boards.JIGSAW.layout, "hardest": "nonet"},
        {"layout": "4x4", "technique": "als-chain"},
        {"clues": 17, "symmetry": "diagonal"},
        {"pattern": [cell for cell in range(625) if cell % 3], "layout": "5x5", "minimal": False},
    ],
    ids=lambda one: str({**one, "pattern": ...})[-60:],
)
def test_a_limit_ends_slow_requests(request_: dict[str, Any]) -> None:
    """They would take minutes; no wall clock is looked at, as machines may be busy."""
    try:
        made = nonet.generate(seed=1, limit=0.3, **request_)
    except nonet.NotFoundError as error:
        made = error.nearest
    assert made is None or is_unique(made.puzzle)


def test_a_pattern_without_a_puzzle_says_how_near_it_came() -> None:
    """17 cells on the two diagonals: none of the known puzzles with 17 clues looks like that."""
    pattern = [cell for cell in range(81) if cell // 9 in (cell % 9, 8 - cell % 9)]
    with pytest.raises(nonet.NotFoundError, match="no digits in these cells gave a unique solu"):
        nonet.generate(pattern=pattern, minimal=False, seed=1, limit=0.3)


def test_what_was_made_before_a_puzzle_that_is_not_found_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many are made together: here all of them."""

    def found() -> Iterator[nonet.Generated | str]:
        limit = nonet.Limit(nodes=300)
        try:
            yield from nonet.generate_many(100, clues=21, seed=3, limit=limit)
        except nonet.NotFoundError as error:
            yield str(error)[:25]

    some = list(found())
    assert 2 < len(some) < 100
    assert some[-1] == "no such puzzle was found "
    monkeypatch.setattr("nonet.generator.making._PACE", 0.0)
    assert some == list(found())


@pytest.mark.parametrize("n", [0, -1, "3", 1.5, True])
def test_bad_numbers_of_puzzles(n: object) -> None:
    with pytest.raises(nonet.ArgumentError, match="n: expected a whole number from 1"):
        nonet.generate_many(n)  # type: ignore[arg-type]


def test_many_come_as_they_are_found() -> None:
    assert len(list(islice(nonet.generate_many(10**9, seed=1), 3))) == 3


def test_values_as_data() -> None:
    data = nonet.generate("2x2", seed=5).to_dict()
    assert data["minimal"] is True
    assert data["seed"] == 5
    assert len(data["puzzle"]) == 16
