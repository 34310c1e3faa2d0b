"""How a run ended, in words."""

from __future__ import annotations

from nonet.lab.tracing.record import Trace

_ENDINGS = {
    "unique": "One solution, and a proof that there is no other.",
    "multiple": "{solutions:,} solutions; {more}.",
    "no-solution": "No solution: everything was tried.",
    "found": "A solution; whether it is the only one was not asked.",
    "unknown": "Nothing was decided.",
}
_STOPS = {
    "events": "The trace is full: the run was stopped here after {events:,} events.",
    "nodes": "Stopped by the limit of nodes.",
    "seconds": "Stopped by the limit of time.",
    "memory": "Stopped by the limit of memory.",
    "givens": "The givens alone rule out a solution.",
    "rules": "The rules alone rule out a solution.",
}


def ending_of(trace: Trace) -> str:
    """Say how a run ended.

    >>> from nonet import lab
    >>> ending_of(lab.trace("mrv-mcv", "...4..1.2.4..3.."))
    'A solution; whether it is the only one was not asked.'
    """
    run = trace.run
    if conflicts := run.puzzle.conflicts():
        return f"No solution, since givens clash: {conflicts[0]}."
    texts = filter(None, (_ENDINGS[run.status.word], _STOPS.get(run.stopped_by or "")))
    wanted, found = trace.subject.limit.solutions, len(run.solutions)
    more = "whether there are more was not asked" if found == wanted else "there are no others"
    more = "there may be more" if run.stopped_by else more
    return " ".join(texts).format(solutions=found, more=more, events=len(trace))
