"""Random solution grids: right on every board, and as often as the documentation says."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import boards
import nonet
from nonet.core.layout import CLASSIC
from nonet.core.puzzle import Puzzle
from nonet.generator.boards import Maker, seeds_of
from nonet.symmetry import canonical_rows

BOARDS = ["2x2", "1x5", "2x3", "3x2", "2x4", "3x3", "2x5", "3x4", "4x4"]


@pytest.mark.parametrize("layout", [*BOARDS, pytest.param("5x5", marks=pytest.mark.slow)])
def test_grids_are_right(layout: str) -> None:
    for method in ("fill", None):
        for grid in nonet.random_solutions(3, layout, seed=4, method=method):
            assert nonet.check(grid)


@pytest.mark.parametrize("puzzle", [boards.JIGSAW, boards.FIVE], ids=["9x9", "5x5"])
def test_grids_of_jigsaws_are_right(puzzle: nonet.Puzzle) -> None:
    for grid in nonet.random_solutions(3, puzzle.layout, seed=4):
        assert nonet.check(grid, layout=puzzle.layout)


@pytest.mark.parametrize("rule", ["diagonals", "windoku", "anti-knight"])
def test_grids_keep_rules(rule: str) -> None:
    for grid in nonet.random_solutions(3, rules=rule, seed=4):
        assert nonet.check(grid, rules=rule)


def test_a_seed_decides() -> None:
    some = list(nonet.random_solutions(5, seed=3, threads=1))
    assert some == list(nonet.random_solutions(5, seed=3, threads=3))
    assert some[:2] == list(nonet.random_solutions(2, seed=3))
    assert some[0] == nonet.random_solution(seed=3)
    assert len(set(some)) == 5
    assert nonet.random_solution() != nonet.random_solution()


def drawn(layout: nonet.Layout, count: int, *, uniform: bool, seed: int = 1) -> np.ndarray:
    maker = Maker(Puzzle(bytes(layout.cell_count), layout))
    return maker.grids(seeds_of(seed, 0, count), uniform=uniform, threads=2)


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))


@pytest.mark.parametrize("uniform", [True, False])
def test_the_288_grids_of_4x4_come_equally_often(uniform: bool) -> None:
    count = 14_400 if uniform else 5_760
    seen = Counter(grid.tobytes() for grid in drawn(nonet.Layout(2, 2), count, uniform=uniform))
    assert len(seen) == 288
    # 287 degrees of freedom: 287 +- 24.
    found = chi_square(list(seen.values()), [count / 288] * 288)
    assert 287 - 5 * 24 < found < 287 + 5 * 24


@pytest.mark.slow
def test_filling_6x6_reaches_all_49_classes() -> None:
    """It is not uniform: a test as below finds 573 where 48 are expected."""
    layout = nonet.Layout(2, 3)
    found = canonical_rows(drawn(layout, 12_000, uniform=False), layout, threads=2)
    assert len({key.tobytes() for key in found.keys}) == 49


def test_the_49_classes_of_6x6_come_as_often_as_they_have_grids() -> None:
    layout = nonet.Layout(2, 3)
    count = 12_000
    found = canonical_rows(drawn(layout, count, uniform=True), layout, threads=2)
    sizes, counts = {}, Counter(key.tobytes() for key in found.keys)
    maps = 720 * (2**3 * 6) * (6**2 * 2)
    for key, order in zip(found.keys, found.orders.tolist(), strict=True):
        sizes[key.tobytes()] = maps / order
    assert len(counts) == 49
    assert sum(sizes.values()) == 28_200_960
    expected = [count * sizes[key] / 28_200_960 for key in counts]
    # The smallest classes are seen a few times only, so they are counted together.
    pairs = sorted(zip(expected, counts.values(), strict=True))
    few = [pair for pair in pairs if pair[0] < 10]
    pairs = [pair for pair in pairs if pair[0] >= 10]
    if few:
        pairs.append((sum(e for e, _ in few), sum(n for _, n in few)))
    off = chi_square([n for _, n in pairs], [e for e, _ in pairs])
    freedom = len(pairs) - 1
    assert off < freedom + 5 * (2 * freedom) ** 0.5


def repeated_classes(count: int, seed: int) -> int:
    found = canonical_rows(drawn(CLASSIC, count, uniform=True, seed=seed), CLASSIC, threads=2)
    return count - len(np.unique(found.keys, axis=0))


@pytest.mark.slow
def test_9x9_classes_are_repeated_as_often_as_expected() -> None:
    """400,000 uniform grids: 14.6 pairs of one class are expected (5,472,730,538 classes)."""
    pairs = sum(repeated_classes(200_000, seed) for seed in (1, 2, 3, 4))
    expected = 4 * 200_000**2 / 2 / 5_472_730_538
    assert abs(pairs - expected) < 5 * expected**0.5


def test_9x9_grids_have_automorphisms_as_rarely_as_expected() -> None:
    """One grid in 9,770 is in a class of order above 1: 560,151 classes, most of order 2."""
    grids = drawn(CLASSIC, 10_000, uniform=True)
    found = canonical_rows(grids, CLASSIC, threads=2)
    assert int((found.orders > 1).sum()) <= 6  # 0.5 are expected.
    counts = np.bincount(grids[:, 40], minlength=10)[1:]
    assert chi_square(counts.tolist(), [10_000 / 9] * 9) < 8 + 5 * 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layout": "2x4", "method": "uniform"}, "no method draws the grids of 8x8"),
        ({"method": "best"}, "method: expected uniform or fill, found 'best'"),
        ({"seed": "x"}, "seed: expected a whole number from 0, found 'x'"),
        ({"layout": 30}, "expected a board of up to 25x25"),
        ({"layout": "1x3"}, "layout: expected 4x4 or larger"),
        ({"rules": "odd-even"}, "no rule named"),
    ],
)
def test_bad_arguments(options: dict[str, object], message: str) -> None:
    with pytest.raises(nonet.NonetError, match=message):
        nonet.random_solution(**options)  # type: ignore[arg-type]
