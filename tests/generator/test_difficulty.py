"""Puzzles by difficulty: what was asked for is what `explain` and `rate` say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nonet
from nonet import native
from nonet.generator.minimal import minimal_puzzles
from nonet.generator.requests import read_request
from nonet.generator.wishes import Means, alike_to, walk_rows
from nonet.logic.orders import order_named

# The last ones of each order are looked for together with harder techniques.
_QUICK = {
    "nonet": ["naked-pair", "x-wing"],
    "sudoku-explainer": ["bidirectional-y-cycle", "unique-rectangle-4"],
    "hodoku": ["continuous-nice-loop"],
}
_SLOW = {
    "nonet": [
        "xy-wing",
        "swordfish",
        "als-xz",
        "bug-1",
        "cell-forcing-chains",
        "dynamic-region-forcing-chains",
    ],
    "sudoku-explainer": ["bidirectional-cycle", "cell-forcing-chains", "region-forcing-chains"],
    "hodoku": ["grouped-discontinuous-nice-loop"],
}


def _cases() -> list[Any]:
    quick = [pytest.param(name, order) for order, names in _QUICK.items() for name in names]
    slow = [(name, order) for order, names in _SLOW.items() for name in names]
    return [*quick, *(pytest.param(*case, marks=pytest.mark.slow) for case in slow)]


@pytest.mark.parametrize(("technique", "order"), _cases())
def test_a_technique_is_needed_and_nothing_harder(technique: str, order: str) -> None:
    made = nonet.generate(technique=technique, order=order, seed=1)
    ranked = order_named(order)
    path = nonet.explain(made.puzzle, order=order)
    assert path.solved
    assert technique in path.techniques
    alike = alike_to(technique, ranked)
    others = [ranked.rank(name) for name in path.techniques if name not in alike]
    assert max(others) < ranked.rank(technique)
    easier = ranked.up_to(technique).without(*alike)
    assert not nonet.explain(made.puzzle, order=easier).solved
    assert made == nonet.generate(technique=technique, order=order, seed=1, threads=1)


# Their paths in the order that ends with the technique use nothing else from it on; those in the
# whole order use a harder one.
@pytest.mark.parametrize(
    ("technique", "order", "line"),
    [
        (
            "continuous-nice-loop",
            "hodoku",
            ".9..1...23.4........8....1.8.5.........68..37.....9....8..4.1...7...6.23..62..49.",
        ),
    ],
    ids=["hodoku"],
)
def test_harder_techniques_may_be_found_before_one(technique: str, order: str, line: str) -> None:
    wishes, board = read_request(technique=technique, order=order).wishes, nonet.Puzzle(bytes(81))
    ranked = order_named(order)
    assert nonet.explain(line, order=ranked.up_to(technique)).hardest == technique
    assert nonet.explain(line, order=order).hardest != technique
    cells = np.array([list(nonet.parse(line).cells)], dtype=np.uint8)
    assert 0 < wishes.distances(board, cells, Means(1)).far[0] <= 0.1
    last = ranked.techniques[ranked.rank(technique) + 1 :]
    found = walk_rows(board, cells, ranked, Means(1), last)
    assert native.ENDS[found.ends[0]] == "technique"
    assert found.used[0][[native.TECHNIQUES.index(name) for name in last]].sum() == 1


@pytest.mark.parametrize("wanted", [{"technique": "swordfish"}, {"first": "hidden-pair"}], ids=str)
@pytest.mark.parametrize("bar", [0.5, 1.0, 2.0, 3.5])
def test_what_is_nearer_than_a_bar_is_as_far_as_without(wanted: dict[str, str], bar: float) -> None:
    wishes, board = read_request(**wanted).wishes, nonet.Puzzle(bytes(81))  # type: ignore[arg-type]
    cells = minimal_puzzles(400, seed=4).puzzles
    far = wishes.distances(board, cells, Means(1)).far
    assert len(np.unique(far)) > 3
    found = wishes.distances(board, cells, Means(1), bar).far
    is_near = far <= bar
    assert np.array_equal(found[is_near], far[is_near])
    assert (found[~is_near] > 0).all()


def test_singles_only() -> None:
    made = nonet.generate(technique="singles", seed=1)
    assert set(nonet.explain(made.puzzle).techniques) <= {
        "full-house",
        "hidden-single",
        "naked-single",
    }


@pytest.mark.parametrize(
    ("first", "order"),
    [
        ("x-wing", "nonet"),
        ("bidirectional-y-cycle", "sudoku-explainer"),
        pytest.param("unique-rectangle-4", "sudoku-explainer", marks=pytest.mark.slow),
    ],
)
def test_the_first_hard_step(first: str, order: str) -> None:
    made = nonet.generate(first=first, order=order, seed=1)
    path = nonet.explain(made.puzzle, order=order)
    singles = ("full-house", "hidden-single", "naked-single")
    assert next(name for name in path.techniques if name not in singles) == first


def test_required_and_forbidden_techniques() -> None:
    made = nonet.generate(required="naked-pair", forbidden=["pointing", "claiming"], seed=1)
    used = set(nonet.explain(made.puzzle).techniques)
    assert "naked-pair" in used
    assert not used & {"pointing", "claiming"}


@pytest.mark.parametrize(
    "wanted",
    [(1.2, 1.2), (2.3, 2.6), (4.0, 4.4), pytest.param((7.0, 7.4), marks=pytest.mark.slow)],
)
def test_a_rating_of_sudoku_explainer(wanted: tuple[float, float]) -> None:
    made = nonet.generate(rating={"er": wanted}, minimal=False, seed=2)
    assert made.rating is not None
    assert made.rating.er is not None
    assert wanted[0] <= made.rating.er <= wanted[1]
    assert nonet.rate(made.puzzle, scales="er").er == made.rating.er
    again = nonet.generate(rating={"er": wanted}, minimal=False, seed=made.seed, threads=1)
    assert again.puzzle == made.puzzle


@pytest.mark.parametrize(
    ("rating", "field", "is_right"),
    [
        ({"hodoku": "Hard"}, "hodoku_level", lambda value: value == "Hard"),
        ({"hodoku": (300, 400)}, "hodoku_score", lambda value: 300 <= value <= 400),
        ({"nonet": "easy"}, "band", lambda value: value == "easy"),
        ({"search": (3, 9)}, "guesses", lambda value: 3 <= value <= 9),
    ],
    ids=["level", "score", "word", "guesses"],
)
def test_other_scales(rating: dict[str, object], field: str, is_right: object) -> None:
    made = nonet.generate(rating=rating, seed=1)
    assert is_right(getattr(made.rating, field))  # type: ignore[operator]
    assert is_right(  # type: ignore[operator]
        getattr(nonet.rate(made.puzzle, scales=list(rating)), field)
    )


def test_a_seed_gives_equal_values_with_a_rating() -> None:
    made = [nonet.generate(rating={"er": 1.2}, minimal=False, seed=1) for _ in range(2)]
    assert made[0].rating is not None and made[0] == made[1]


def test_the_hardest_within_a_limit() -> None:
    limit = nonet.Limit(nodes=120)
    made = nonet.generate(hardest="hodoku", seed=1, limit=limit)
    assert made.rating is not None
    assert made.rating.hodoku_score is not None
    few = [
        m.rating.hodoku_score for m in nonet.generate_many(5, rating={"hodoku": (0, 10**6)}, seed=1)
    ]
    assert made.rating.hodoku_score > max(few)
    assert made.puzzle == nonet.generate(hardest="hodoku", seed=1, limit=limit, threads=1).puzzle


def test_wishes_go_with_clues_symmetry_and_pattern() -> None:
    made = nonet.generate(technique="naked-pair", symmetry="half-turn", minimal="symmetry", seed=1)
    assert made.minimal_for_symmetry
    assert "naked-pair" in nonet.explain(made.puzzle).techniques
    pattern = nonet.generate(seed=1, symmetry="half-turn", minimal="symmetry").puzzle
    made = nonet.generate(technique="pointing", pattern=pattern, minimal=False, seed=1)
    assert [d > 0 for d in made.puzzle.cells] == [d > 0 for d in pattern.cells]
    assert "pointing" in nonet.explain(made.puzzle).techniques
