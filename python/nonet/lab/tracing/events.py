"""Events: everything a search does, in one vocabulary for all strategies.

The tables here are the schema: the kinds of events, their fields, and their wording. Files, the
page and the terminal all use them.

A search is a tree of nodes. Node 0 is the root; every `assign` creates the next node below its
parent, on the parent's board. The inferences there, `eliminate` and `place`, follow at once, before
any other event. So the board at any event follows from the path of its node alone, whether the
strategy copies boards, undoes a trail or keeps thousands of nodes waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

VERSION = 3
"""Version of the schema; readers refuse newer ones."""


class Kind(NamedTuple):
    """One kind of event: its meaning, its wording, and its fields (numbers and lists)."""

    about: str
    words: str
    numbers: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()


KINDS: dict[str, Kind] = {
    "choose": Kind(
        "A node is expanded: a cell is chosen, and the values to try there, in order; "
        "with nothing to try, it is a dead end.",
        "chooses {cell}: {values}",
        ("node", "cell", "waiting"),
        ("values", "refused", "places"),
    ),
    "assign": Kind(
        "A value is tried: a new node below its parent.",
        "tries {digit} in {cell}",
        ("node", "parent", "cell", "digit"),
    ),
    "eliminate": Kind(
        "Inference eliminates a candidate from cells.",
        "eliminates {digit} from {cells}: {cause}",
        ("digit", "cause", "by", "house"),
        ("cells", "others"),
    ),
    "place": Kind(
        "Inference places a digit in a cell.",
        "places {digit} in {cell}: {cause}",
        ("cell", "digit", "cause", "house"),
    ),
    "dead_end": Kind(
        "The node has a contradiction.",
        "dead end: {cause}",
        ("node", "cause", "cell", "digit", "house"),
        ("cells",),
    ),
    "backtrack": Kind(
        "Everything below a node was tried; the search backtracks to the node above.",
        "backtracks to {to}",
        ("node", "to"),
    ),
    "solution": Kind("The board is full and no rule is broken.", "a solution", ("node",)),
    "skip": Kind(
        "A child is dropped because an equal board was seen before.",
        "skips {digit} in {cell}: this board was seen before",
        ("node", "cell", "digit"),
    ),
    "cut": Kind(
        "A child is left for a later round of the search.",
        "leaves {digit} in {cell} for a later round",
        ("node", "cell", "digit"),
    ),
    "restart": Kind("The search restarts at the root.", "restarts"),
    "fill": Kind(
        "A local search fills every box with its missing digits at random.",
        "fills the boxes at random: {cost} conflicts",
        ("cost",),
        ("values",),
    ),
    "move": Kind(
        "A local search swaps two cells of a box.",
        "swaps {cell} and {other}: {cost} conflicts",
        ("cell", "other", "cost"),
    ),
}
"""Every kind of event, in the order of the codes in compact files: only append."""

FIELDS: dict[str, str] = {
    "node": "the node of the event; for `assign` the new one",
    "parent": "the node above",
    "to": "the node that the search backtracks to",
    "cell": "a cell, numbered row by row from 0",
    "other": "the second cell of a swap",
    "digit": "a digit",
    "waiting": "nodes waiting to be visited, including these children",
    "values": "the digits to try, in order; for `fill`, one digit per cell",
    "refused": "digits that a peer of the cell already has: generated, but never tried",
    "places": "cell, digit, cell, digit, ...: what to try if places were chosen instead of a cell",
    "cause": "the reason, one of the causes below",
    "by": "the cell that causes it",
    "house": "the house that causes it, numbered from 0: rows, columns, boxes, then those of rules",
    "cells": "the cells that lose the digit; for `dead_end`, the cells that cannot all be filled",
    "others": "the cells of the house that need the digit",
    "cost": "conflicts in the lines of a filled board",
    "checks": "consistency checks from this event to the next",
    "revisions": "arcs or houses revised from this event to the next",
}
"""Every field. Fields that do not apply are omitted, and so are `checks` and `revisions` of 0."""

CAUSES: dict[str, str] = {
    "placed": "{by} is {digit}",
    "only-value": "{by} has no other candidate",
    "subset": "{others} need it in {house}",
    "naked-single": "it is the only candidate left",
    "hidden-single": "it has no other place in {house}",
    "no-value": "{cell} has no candidate left",
    "no-place": "{digit} has no place in {house}",
    "too-few-values": "{cells} have too few candidates between them",
    "inference": "by the strategy's inference",
}
"""Why something was eliminated, placed or contradictory, in words. Only append."""

PHRASES: dict[str, str] = {
    "no-choice": "chooses {cell}: no value left to try",
    "places": "chooses places: {places}",
    "place": "{digit} in {cell}",
    "refusal": "{digit} is in {by}",
    "node": "{cell} = {digit}",
    "root": "the start",
    "nowhere": "the top: everything was tried",
}
"""Other wordings: for a choice, a node, a refused value."""

NEEDED: dict[str, tuple[str, ...]] = {
    "choose": ("node", "waiting"),
    "assign": ("node", "parent", "cell", "digit"),
    "eliminate": ("digit", "cause", "cells"),
    "place": ("cell", "digit", "cause"),
    "dead_end": ("node", "cause"),
    "backtrack": ("node",),
    "solution": ("node",),
    "skip": ("node", "cell", "digit"),
    "cut": ("node", "cell", "digit"),
    "restart": (),
    "fill": ("cost", "values"),
    "move": ("cell", "other", "cost"),
}
"""The fields that every event of a kind has."""

WORK = ("checks", "revisions")
"""The cost of an event; these come first in a compact event."""

KIND_NAMES = tuple(KINDS)
CAUSE_NAMES = tuple(CAUSES)
KIND_CODES = {name: code for code, name in enumerate(KINDS)}
CAUSE_CODES = {name: code for code, name in enumerate(CAUSES)}


class Event(NamedTuple):
    """One event. Fields that its kind lacks are None, or empty lists.

    >>> Event("assign", node=1, parent=0, cell=3, digit=5).to_dict()
    {'event': 'assign', 'node': 1, 'parent': 0, 'cell': 3, 'digit': 5}
    """

    kind: str
    node: int | None = None
    parent: int | None = None
    to: int | None = None
    cell: int | None = None
    other: int | None = None
    digit: int | None = None
    waiting: int | None = None
    values: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    cause: str | None = None
    by: int | None = None
    house: int | None = None
    cells: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    cost: int | None = None
    checks: int = 0
    revisions: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the event as in a line of a JSON Lines file."""
        kind = KINDS[self.kind]
        found: dict[str, Any] = {"event": self.kind}
        for name in (*kind.numbers, *kind.lists, *WORK):
            value = getattr(self, name)
            if value is not None and value != () and (value or name not in WORK):
                found[name] = list(value) if isinstance(value, tuple) else value
        return found

    @property
    def placements(self) -> tuple[tuple[int, int], ...]:
        """What a `place` event places: a cell with its digit, as in a Step."""
        if self.kind != "place" or self.cell is None or self.digit is None:
            return ()
        return ((self.cell, self.digit),)

    @property
    def eliminations(self) -> tuple[tuple[int, int], ...]:
        """What an `eliminate` event eliminates: cells with the digit, as in a Step."""
        if self.kind != "eliminate" or self.digit is None:
            return ()
        return tuple(sorted((cell, self.digit) for cell in self.cells))

    @property
    def options(self) -> list[tuple[int, int]]:
        """What a `choose` event will try, in order: cells with their digits."""
        if self.cell is not None:
            return [(self.cell, digit) for digit in self.values]
        return list(zip(self.places[::2], self.places[1::2], strict=True))


def encode(event: Event, into: bytearray) -> None:
    """Append the compact form of an event."""
    kind = KINDS[event.kind]
    numbers = [
        CAUSE_CODES.get(event.cause or "") if name == "cause" else getattr(event, name)
        for name in kind.numbers
    ]
    lists = [getattr(event, name) for name in kind.lists]
    pack(into, KIND_CODES[event.kind], event.checks, event.revisions, numbers, lists)


def pack(
    into: bytearray,
    code: int,
    checks: int,
    revisions: int,
    numbers: Sequence[int | None],
    lists: Sequence[Sequence[int]],
) -> None:
    """Append kind, work, numbers and lists, all of them as varints (LEB128).

    A number that may be missing is stored as one more than it is, and as 0 if it is missing.
    """
    write = [code, checks, revisions]
    write += [0 if value is None else value + 1 for value in numbers]
    for items in lists:
        write.append(len(items))
        write += items
    if max(write) < 128:
        into += bytes(write)
        return
    for value in write:
        while value > 127:
            into.append(value & 127 | 128)
            value >>= 7
        into.append(value)


class Packed(NamedTuple):
    """An event as numbers of the compact form; the cause is a code, and 0 is none."""

    code: int
    checks: int
    revisions: int
    numbers: Sequence[int]
    """Each number plus one, or 0 if it is missing."""
    lists: Sequence[Sequence[int]]
    end: int
    """Where the next event begins."""


def unpack(data: bytes | bytearray, start: int) -> Packed:
    """Read the numbers of one event.

    IndexError means that the data ends too early or has an unknown code.
    """
    code = data[start]
    numbers, lists = _SIZES[code]
    place = start + 3 + numbers
    packed = data[start:place]
    head: Sequence[int] = packed
    # Whether all numbers take one byte, as nearly all but nodes do, is found out in C.
    if not packed.isascii() or place > len(data):
        head, place = _read_numbers(data, start, 3 + numbers)
    found: list[Sequence[int]] = []
    for _ in range(lists):
        length, place = data[place], place + 1
        if length > 127:
            (length,), place = _read_numbers(data, place - 1, 1)
        if length > len(data) - place:
            raise IndexError("a list longer than the data")
        packed = data[place : place + length]
        items: Sequence[int] = packed
        if packed.isascii():
            place += length
        else:
            items, place = _read_numbers(data, place, length)
        found.append(items)
    return Packed(code, head[1], head[2], head[3:], found, place)


_SIZES = [(len(kind.numbers), len(kind.lists)) for kind in KINDS.values()]


def _read_numbers(data: bytes | bytearray, place: int, count: int) -> tuple[list[int], int]:
    """Read numbers one by one, however long they are."""
    found = []
    for _ in range(count):
        value, place = data[place], place + 1
        if value > 127:
            value, shift = value & 127, 7
            while (byte := data[place]) > 127:
                value |= (byte & 127) << shift
                shift += 7
                place += 1
                if shift > _LONGEST:
                    raise IndexError(f"a number above {MOST}")
            value |= byte << shift
            place += 1
            if value > MOST:
                raise IndexError(f"a number above {MOST}")
        found.append(value)
    return found, place


MOST = 2**31 - 1
"""The largest stored number of an event: it fits an integer everywhere."""
COUNTABLE = 2**53 - 1
"""The largest sum: every language can represent it exactly."""
_LONGEST = 28
"""Bits in front of the last byte of the largest number."""


def decode(data: bytes | bytearray, start: int) -> tuple[Event, int]:
    """Read one event and return it with the position after it; IndexError as for `unpack`."""
    code, checks, revisions, numbers, lists, end = unpack(data, start)
    name, places, cause, tuples = _SLOTS[code]
    fields: list[Any] = _EMPTY.copy()
    fields[0], fields[-2], fields[-1] = name, checks, revisions
    for place, value in zip(places, numbers, strict=True):
        if value:
            fields[place] = value - 1
    if fields[cause] is not None:
        fields[cause] = CAUSE_NAMES[fields[cause]]
    for place, items in zip(tuples, lists, strict=True):
        fields[place] = tuple(items)
    return Event._make(fields), end


_EMPTY = [Event._field_defaults.get(name) for name in Event._fields]
_PLACES = {name: place for place, name in enumerate(Event._fields)}
_SLOTS = [
    (
        name,
        [_PLACES[number] for number in kind.numbers],
        _PLACES["cause"],
        [_PLACES[items] for items in kind.lists],
    )
    for name, kind in KINDS.items()
]
"""Where the numbers and lists of each kind stand in an event."""
