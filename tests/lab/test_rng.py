"""The random generator of strategies: the core's test vectors, and the methods of Python's own."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter

import pytest

from nonet.lab.rng import Rng


def test_numbers_are_those_published_for_the_seed_1234567() -> None:
    rng = Rng(1234567)
    words = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [rng.next_word() for _ in words] == words


def test_bounds_orders_and_choices_are_those_of_the_core() -> None:
    """The same vector as in random.rs."""
    rng = Rng(7)
    assert [rng.below(bound) for bound in (1, 2, 3, 10, 1000)] == [0, 0, 2, 5, 452]
    items = list(range(9))
    rng.shuffle(items)
    assert items == [7, 1, 4, 5, 6, 0, 8, 3, 2]
    assert [rng.choice(range(5)) for _ in range(6)] == [4, 4, 2, 4, 1, 3]


def test_only_the_lowest_64_bits_of_a_seed_count() -> None:
    assert Rng(-1).next_word() == Rng(2**64 - 1).next_word() == Rng(2**70 - 1).next_word()
    assert Rng(0).next_word() == Rng().next_word() != Rng(1).next_word()
    with pytest.raises(TypeError, match="expected an integer, found 'x'"):
        Rng("x")


def test_it_has_the_methods_of_random() -> None:
    rng = Rng(3)
    assert isinstance(rng, random.Random)
    assert all(0 <= rng.random() < 1 for _ in range(1000))
    assert sorted(rng.sample(range(50), 50)) == list(range(50))
    assert 5 <= rng.randint(5, 9) <= 9 and rng.uniform(2, 3) < 3
    assert rng.getrandbits(0) == 0 and rng.getrandbits(200).bit_length() > 150
    assert len(rng.randbytes(33)) == 33
    assert 0 <= rng.below(2**90) < 2**90
    assert abs(rng.gauss(0, 1)) < 10
    for wrong in (0, -3):
        with pytest.raises(ValueError, match="expected a bound of 1 or more"):
            rng.below(wrong)
    with pytest.raises(ValueError, match="expected 0 bits or more"):
        rng.getrandbits(-1)


def test_a_copy_continues_where_it_was() -> None:
    rng = Rng(11)
    rng.random()
    for twin in (copy.copy(rng), pickle.loads(pickle.dumps(rng))):
        assert twin.getstate() == rng.getstate() and isinstance(twin, Rng)
    twin = Rng()
    twin.setstate(rng.getstate())
    assert twin.next_word() == rng.next_word()


def test_every_number_comes_equally_often() -> None:
    rng = Rng(5)
    counts = Counter(rng.below(7) for _ in range(7000))
    # Five standard deviations of a binomial count.
    assert len(counts) == 7 and all(abs(count - 1000) < 147 for count in counts.values())
    halves = Counter(rng.random() < 0.5 for _ in range(4000))
    assert abs(halves[True] - 2000) < 159
