"""A moment of a search as a Picture, for every renderer; picture.js in the page does the same."""

from __future__ import annotations

from nonet.core.step import Mark
from nonet.lab.explorer import root_domains
from nonet.lab.tracing.marking import marks_of
from nonet.lab.tracing.record import Trace
from nonet.lab.tracing.replay import Moment, digit_names
from nonet.render.picture import Picture, origins_of, with_marked


def picture_of_moment(trace: Trace, moment: Moment | None) -> Picture:
    """Return the board right after an event, with its marks; None is before the first.

    >>> from nonet import lab, render_text
    >>> trace = lab.trace("singles", "...4..1.2.4..3..")
    >>> print(render_text(picture_of_moment(trace, trace.at(1)), unicode=False))
    +----------+--------+
    |  13  1-2 | 23   4 |
    |  34   24 |  1  23 |
    +----------+--------+
    |   2 [1]# |  4 1-3 |
    | 1-4    3 |  2  12 |
    +----------+--------+
    - eliminated
    # cause
    """
    puzzle = trace.puzzle
    layout = puzzle.layout
    if moment is None:
        digits, origins = puzzle.cells, origins_of(puzzle.cells, puzzle.cells)
        candidates = first_candidates(trace)
    else:
        digits, origins, candidates = moment.values, moment.origins, moment.candidates
    marks = () if moment is None else marks_of(moment.event)
    if moment is not None and moment.event.kind == "backtrack" and moment.path:
        marks = (Mark("chosen", cells=(moment.path[-1][0],)),)
    if repeated := _repeated(trace, digits):
        marks = (*marks, Mark("repeated", cells=repeated))
    masks = tuple(sum(1 << (digit - 1) for digit in left) for left in candidates)
    names = ("", *digit_names(layout.size))
    return Picture(layout, digits, origins, with_marked(masks, digits, marks), names, marks)


def first_candidates(trace: Trace) -> tuple[tuple[int, ...], ...]:
    """Return the candidates of every empty cell before the first event."""
    cells = trace.puzzle.cells
    if trace.subject.keeps == "filling":
        return ((),) * len(cells)
    domains = root_domains(trace.puzzle, everything=False)
    return tuple(() if cell else tuple(left) for cell, left in zip(cells, domains, strict=True))


def _repeated(trace: Trace, digits: bytes) -> tuple[int, ...]:
    """Return cells whose digit a peer also has: in a local search, or if givens conflict."""
    if trace.subject.keeps != "filling" and not trace.puzzle.conflicts():
        return ()
    peers = trace.puzzle.layout.peers
    return tuple(
        cell
        for cell, digit in enumerate(digits)
        if digit and any(digits[peer] == digit for peer in peers[cell])
    )
