"""Events: everything that a search does, in one vocabulary for all strategies.

The tables here are the schema: what kinds of events there are, which fields each has, and how an
event is put into words. The files, the page and the terminal all read them.

A search is a tree of nodes. Node 0 is the root; every `assign` makes the next node below its
parent, on the parent's board. What inference concludes there, `eliminate` and `place`, follows at
once, before any other event. So the board at any event is known from the path of its node alone,
whether the strategy copies boards, undoes a trail or keeps thousands of nodes waiting.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

VERSION = 3
"""Of the schema; readers refuse what is newer."""


class Kind(NamedTuple):
    """One kind of event: what it tells, its words, and its fields, plain numbers and lists."""

    about: str
    words: str
    numbers: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()


KINDS: dict[str, Kind] = {
    "choose": Kind(
        "A node is expanded: a cell is chosen, and the values that will be tried there, in order; "
        "with nothing to try it is a dead end.",
        "looks at {cell}: {values}",
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
        "The node is contradictory.",
        "dead end: {cause}",
        ("node", "cause", "cell", "digit", "house"),
        ("cells",),
    ),
    "backtrack": Kind(
        "Everything below a node was tried; the search goes back to the node above.",
        "goes back to {to}",
        ("node", "to"),
    ),
    "solution": Kind("The board is full and no rule is broken.", "a solution", ("node",)),
    "skip": Kind(
        "A child is dropped: an equal board was met before.",
        "skips {digit} in {cell}: that board was met before",
        ("node", "cell", "digit"),
    ),
    "cut": Kind(
        "A child is left to a later round of the search.",
        "leaves {digit} in {cell} to a later round",
        ("node", "cell", "digit"),
    ),
    "restart": Kind("The search begins again at the root.", "begins again"),
    "fill": Kind(
        "A local search fills every box with its missing digits, by lot.",
        "fills the boxes by lot: {cost} digits too many",
        ("cost",),
        ("values",),
    ),
    "move": Kind(
        "A local search swaps two cells of a box.",
        "swaps {cell} and {other}: {cost} digits too many",
        ("cell", "other", "cost"),
    ),
}
"""Every kind of event. The order is that of the codes in compact files: append only."""

FIELDS: dict[str, str] = {
    "node": "the node that the event is about; of `assign` the new one",
    "parent": "the node above",
    "to": "the node that the search goes back to",
    "cell": "a cell, from 0 in row-major order",
    "other": "the second cell of a swap",
    "digit": "a digit",
    "waiting": "nodes that wait to be visited, these children included",
    "values": "digits: those to try, in order; of `fill` one for every cell of the board",
    "refused": "digits of the cell that a peer has already: generated, but never tried",
    "places": "cell, digit, cell, digit, ...: what is tried if places were chosen, not a cell",
    "cause": "why, one of the causes below",
    "by": "the cell that causes it",
    "house": "the house that causes it, from 0: rows, columns, boxes, then those of the rules",
    "cells": "the cells that lose the digit; of `dead_end` those that cannot all be filled",
    "others": "the cells of the house that need the digit",
    "cost": "digits too many in the lines of a filled board",
    "checks": "consistency checks from this event to the next",
    "revisions": "arcs or houses revised from this event to the next",
}
"""Every field. Those that an event has no use for are left out, and so are work of 0."""

CAUSES: dict[str, str] = {
    "placed": "{by} is {digit}",
    "only-value": "{by} can be nothing else",
    "subset": "{others} need it in {house}",
    "naked-single": "nothing else is left there",
    "hidden-single": "it has no other place in {house}",
    "no-value": "nothing is left for {cell}",
    "no-place": "{digit} has no place in {house}",
    "too-few-values": "{cells} have too few values left for all of them",
    "inference": "so says the strategy's inference",
}
"""Why something was eliminated, placed or contradictory, in words. Append only."""

PHRASES: dict[str, str] = {
    "no-choice": "looks at {cell}: no value is left to try",
    "places": "looks at places: {places}",
    "place": "{digit} in {cell}",
    "refusal": "{digit} is in {by}",
    "node": "{cell} = {digit}",
    "root": "the start",
    "nowhere": "nothing: all was tried",
}
"""What else there is to say: of a choice, of a node, of a value refused."""

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
"""The fields that an event of a kind always has."""

WORK = ("checks", "revisions")
"""What every event may cost; these come first in a compact event."""

KIND_NAMES = tuple(KINDS)
CAUSE_NAMES = tuple(CAUSES)
KIND_CODES = {name: code for code, name in enumerate(KINDS)}
CAUSE_CODES = {name: code for code, name in enumerate(CAUSES)}


class Event(NamedTuple):
    """One event. Fields that its kind does not have are None, lists empty.

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
        """Return the event as a line of a JSON Lines file has it."""
        kind = KINDS[self.kind]
        found: dict[str, Any] = {"event": self.kind}
        for name in (*kind.numbers, *kind.lists, *WORK):
            value = getattr(self, name)
            if value is not None and value != () and (value or name not in WORK):
                found[name] = list(value) if isinstance(value, tuple) else value
        return found

    @property
    def placements(self) -> tuple[tuple[int, int], ...]:
        """What a `place` puts on the board: a cell with its digit, as in a Step."""
        if self.kind != "place" or self.cell is None or self.digit is None:
            return ()
        return ((self.cell, self.digit),)

    @property
    def eliminations(self) -> tuple[tuple[int, int], ...]:
        """What an `eliminate` takes off the board: cells with the digit, as in a Step."""
        if self.kind != "eliminate" or self.digit is None:
            return ()
        return tuple(sorted((cell, self.digit) for cell in self.cells))

    @property
    def options(self) -> list[tuple[int, int]]:
        """What a `choose` will try, in order: cells with their digits."""
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
    """An event in the numbers that the compact form has; the cause is a code, and 0 is none."""

    code: int
    checks: int
    revisions: int
    numbers: Sequence[int]
    """One more than they are, and 0 where one is missing."""
    lists: Sequence[Sequence[int]]
    end: int
    """Where the next event begins."""


def unpack(data: bytes | bytearray, start: int) -> Packed:
    """Read the numbers of one event.

    IndexError means that the data ends too early or has a code that is not known.
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
"""The largest number of an event as it is stored: it fits an integer everywhere."""
COUNTABLE = 2**53 - 1
"""The largest sum: what every language counts without loss."""
_LONGEST = 28
"""Bits in front of the last byte of the largest number."""


def decode(data: bytes | bytearray, start: int) -> tuple[Event, int]:
    """Read one event and return it with the place after it; IndexError as of `unpack`."""
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
