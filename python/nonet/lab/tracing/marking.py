"""What an event shows on the board: marks with the roles of a Step, and the event as a Step.

The table says which fields make a mark; the page uses the same table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonet.core.step import Mark, Step
from nonet.lab.tracing.events import Event


class Marking(NamedTuple):
    """A mark by the fields it uses: cells, or candidates if there are digits, and houses."""

    role: str
    cells: tuple[str, ...] = ()
    digits: str | None = None
    """The field with one or more digits for these cells."""
    houses: tuple[str, ...] = ()


_CHOSEN = Marking("chosen", cells=("cell",))

MARKINGS: dict[str, tuple[Marking, ...]] = {
    "choose": (
        Marking("chosen", cells=("cell", "places")),
        Marking("refused", cells=("cell",), digits="refused"),
    ),
    "assign": (_CHOSEN,),
    "eliminate": (
        Marking("cause", cells=("by", "others"), houses=("house",)),
        Marking("eliminated", cells=("cells",), digits="digit"),
    ),
    "place": (
        Marking("cause", houses=("house",)),
        Marking("placed", cells=("cell",), digits="digit"),
    ),
    "dead_end": (Marking("conflict", cells=("cell", "cells"), houses=("house",)),),
    "skip": (_CHOSEN,),
    "cut": (_CHOSEN,),
    "move": (Marking("chosen", cells=("cell", "other")),),
}
"""What each kind of event marks; other kinds mark nothing."""


def marks_of(event: Event) -> tuple[Mark, ...]:
    """Return what an event marks, without empty marks.

    >>> marks_of(Event("place", cell=3, digit=5, cause="hidden-single", house=0))[0]
    Mark(role='cause', cells=(), candidates=(), houses=(0,), links=())
    """
    found = []
    for marking in MARKINGS.get(event.kind, ()):
        cells = tuple(number for name in marking.cells for number in _numbers(event, name))
        houses = tuple(number for name in marking.houses for number in _numbers(event, name))
        if marking.digits is not None:
            digits = tuple(_numbers(event, marking.digits))
            candidates = tuple((cell, digit) for cell in cells for digit in digits)
            mark = Mark(marking.role, candidates=candidates, houses=houses)
        else:
            mark = Mark(marking.role, cells=cells, houses=houses)
        if mark.cells or mark.candidates or mark.houses:
            found.append(mark)
    return tuple(found)


def step_of(event: Event, size: int) -> Step | None:
    """Return an inference event as a step; None for other events.

    The technique is the cause.
    """
    if event.kind not in ("place", "eliminate") or event.cause is None:
        return None
    marks = tuple(mark for mark in marks_of(event) if mark.role == "cause")
    return Step(
        technique=event.cause,
        placements=event.placements,
        eliminations=event.eliminations,
        marks=marks,
        size=size,
    )


def _numbers(event: Event, name: str) -> Iterator[int]:
    """Yield the values of a field: one number, several, or the cells of places."""
    value = getattr(event, name)
    if name == "places":
        yield from value[::2]
    elif isinstance(value, tuple):
        yield from value
    elif value is not None:
        yield value
