"""Sets of digits as masks: bit d-1 for digit d, here and in the native core.

>>> mask_of([1, 3])
5
>>> digits_of(5)
(1, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from nonet.core.lookup import Lookup


def mask_of(digits: Iterable[int]) -> int:
    """Return the set of some digits."""
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask


def every_digit(size: int) -> int:
    """Return the set of all digits of a board."""
    return (1 << size) - 1


def each_digit(mask: int) -> Iterator[int]:
    """Iterate over the digits of a set in ascending order."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length()
        mask ^= bit


def _digits_of(mask: int) -> tuple[int, ...]:
    return tuple(each_digit(mask))


digits_of: Callable[[int], tuple[int, ...]] = Lookup(_digits_of).__getitem__
"""Return the digits of a set in ascending order."""


def _mask_of_ascending(digits: tuple[int, ...]) -> int:
    if not all(type(digit) is int and digit > 0 for digit in digits):
        return -1
    if any(digit >= after for digit, after in pairwise(digits)) or max(digits, default=0) > 255:
        return -1
    return mask_of(digits)


mask_of_ascending: Callable[[tuple[int, ...]], int] = Lookup(_mask_of_ascending).__getitem__
"""Return the set of strictly ascending digits; -1 for anything else."""


def only_digit(mask: int) -> int:
    """Return the digit of a one-digit set, and 0 for any other set.

    >>> only_digit(4), only_digit(5), only_digit(0)
    (3, 0, 0)
    """
    return 0 if mask & (mask - 1) else mask.bit_length()


def pack_masks(masks: Sequence[int], size: int) -> bytes:
    """Return one set per cell in the native core's format: whole bytes, lowest first."""
    width = (size + 7) // 8
    return b"".join([mask.to_bytes(width, "little") for mask in masks])
