"""The core's candidates and its lz-string, against the slow and obvious way."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import examples
from nonet import Layout
from nonet.native import (
    FREE,
    HELD,
    MOST_CANDIDATES,
    candidates_left,
    lone_candidates,
    lz_compress,
    lz_decompress,
    settle_candidates,
    settle_line,
)

JIGSAW = Layout.of_regions("aaabacbbccbdcddd")
LAYOUTS = [*(Layout.of_size(size) for size in (1, 2, 3, 4, 6, 9, 16, MOST_CANDIDATES)), JIGSAW]


def slow_left(layout: Layout, filled: bytes) -> list[int]:
    return [
        0
        if digit
        else sum(
            1 << (d - 1)
            for d in range(1, layout.size + 1)
            if d not in {filled[peer] for peer in layout.peers[cell]}
        )
        for cell, digit in enumerate(filled)
    ]


def slow_lone(layout: Layout, masks: list[int], signs: bytes) -> bytes:
    return bytes(
        0
        if mask.bit_count() != 1
        else HELD
        if any(masks[peer] & mask and signs[peer] != 1 for peer in layout.peers[cell])
        else FREE
        for cell, mask in enumerate(masks)
    )


boards = st.tuples(st.sampled_from(LAYOUTS), st.integers(0, 2**32))


@settings(max_examples=examples(60))
@given(boards)
def test_digits_leave_what_no_peer_has(board: tuple[Layout, int]) -> None:
    layout, seed = board
    dice = random.Random(seed)
    filled = bytes(dice.choice([0, 0, dice.randint(1, layout.size)]) for _ in layout.peers)
    assert candidates_left(layout, filled) == slow_left(layout, filled)


@settings(max_examples=examples(60))
@given(boards)
def test_lone_candidates_and_what_they_settle(board: tuple[Layout, int]) -> None:
    layout, seed = board
    dice = random.Random(seed)
    every = range(1, layout.size + 1)
    share = dice.choice([0.05, 0.5, 1])
    masks = [
        1 << (dice.choice(every) - 1)
        if dice.random() < share
        else sum(1 << (d - 1) for d in every if dice.random() < 0.3)
        for _ in layout.peers
    ]
    signs = bytes(dice.choice([0, 0, 0, 1, 2]) for _ in masks)
    lone = lone_candidates(layout, masks, signs)
    assert lone == slow_lone(layout, masks, signs)
    stands = [
        bool(kind) and (sign == 1 or (sign == 0 and kind == FREE))
        for kind, sign in zip(lone, signs, strict=True)
    ]
    digits, left = settle_candidates(layout, masks, signs)
    pairs = list(zip(masks, stands, strict=True))
    assert digits == bytes(mask.bit_length() if stand else 0 for mask, stand in pairs)
    assert left == [0 if stand else mask for mask, stand in pairs]


def test_a_line_of_candidates_is_settled_or_its_first_wrong_sign_is_named() -> None:
    layout = Layout(1, 2)
    assert settle_line(layout, b"1..2.21.", b"12", ord(".")) == (b"\1\2\2\1", [0] * 4, None)
    assert settle_line(layout, b"12121212", b"12", ord(".")) == (bytes(4), [3] * 4, None)
    assert settle_line(layout, b"1..2.31.", b"12", ord("."))[2] == 5


@pytest.mark.parametrize(
    "call",
    [
        lambda: candidates_left(Layout(2, 2), bytes(15)),
        lambda: candidates_left(Layout(2, 2), b"\5" * 16),
        lambda: candidates_left(Layout(1, MOST_CANDIDATES + 1), bytes((MOST_CANDIDATES + 1) ** 2)),
        lambda: lone_candidates(Layout(2, 2), [0] * 16, bytes(15)),
        lambda: settle_candidates(Layout(2, 2), [0] * 15, bytes(16)),
        lambda: settle_line(Layout(2, 2), b"1" * 63, b"1234", 46),
        lambda: settle_line(Layout(2, 2), b"1" * 64, b"123", 46),
    ],
)
def test_what_does_not_fit_is_refused(call: object) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match="expected"):
        call()


def slow_compress(units: list[int]) -> str:
    """Return the bits of lz-string's codes, phrase by phrase."""
    known: dict[tuple[int, ...], int] = {}
    new: set[tuple[int, ...]] = set()
    bits, width, room = [], 2, 2

    def put(value: int, count: int) -> None:
        bits.extend(str(value >> place & 1) for place in range(count))

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if not room:
            room, width = 1 << width, width + 1

    def emit(phrase: tuple[int, ...]) -> None:
        if phrase in new:
            new.discard(phrase)
            wide = phrase[0] > 255
            put(int(wide), width)
            put(phrase[0], 16 if wide else 8)
            grow()
        else:
            put(known[phrase], width)
        grow()

    phrase: tuple[int, ...] = ()
    for unit in units:
        if (unit,) not in known:
            known[(unit,)] = len(known) + 3
            new.add((unit,))
        if (*phrase, unit) in known:
            phrase = (*phrase, unit)
            continue
        emit(phrase)
        known[(*phrase, unit)] = len(known) + 3
        phrase = (unit,)
    if phrase:
        emit(phrase)
    put(2, width)
    return "".join(bits)


SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


texts = st.lists(st.one_of(st.integers(0, 3), st.integers(0, 65535)), max_size=200)
"""Texts as lz-string sees them: units of 16 bits, of which some repeat."""


def units_as_bytes(units: list[int]) -> bytes:
    return b"".join(unit.to_bytes(2, "little") for unit in units)


@settings(max_examples=examples(200))
@given(texts)
def test_lz_string_is_what_the_slow_way_writes(units: list[int]) -> None:
    symbols = lz_compress(units_as_bytes(units))
    bits = "".join(f"{SYMBOLS.index(chr(symbol)):06b}" for symbol in symbols)
    slow = slow_compress(units)
    padding = bits.removeprefix(slow)
    assert bits == slow + padding
    assert padding in [count * "0" for count in range(1, 7)]


@settings(max_examples=examples(200))
@given(texts)
def test_lz_string_is_read_back(units: list[int]) -> None:
    text = units_as_bytes(units)
    assert lz_decompress(lz_compress(text), len(units)) == (text, None)


@given(texts.filter(bool))
def test_lz_string_is_read_up_to_a_limit(units: list[int]) -> None:
    most = len(units) - 1
    _, fault = lz_decompress(lz_compress(units_as_bytes(units)), most)
    assert fault is not None
    assert fault[0] == f"at most {most} symbols of text"


@given(st.binary(max_size=60))
def test_any_bytes_are_a_text_or_a_fault(symbols: bytes) -> None:
    text, fault = lz_decompress(symbols, 1000)
    assert len(text) <= 2000 and (fault is None or (not text and fault[2] <= len(symbols)))
