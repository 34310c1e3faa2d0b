"""How a run ended, in words."""

from __future__ import annotations

from nonet.lab.tracing.record import Trace

_ENDINGS = {
    "unique": "Exactly one solution (proved).",
    "multiple": "{solutions:,} solutions; {more}.",
    "no-solution": "No solution: everything was tried.",
    "found": "A solution was found; the search was not asked whether it is unique.",
    "unknown": "No result.",
}
_STOPS = {
    "events": "The trace is full: the run was stopped after {events:,} events.",
    "nodes": "Stopped by the limit on nodes.",
    "seconds": "Stopped by the time limit.",
    "memory": "Stopped by the memory limit.",
    "givens": "The givens alone rule out a solution.",
    "rules": "The rules alone rule out a solution.",
}


def ending_of(trace: Trace) -> str:
    """Say how a run ended.

    >>> from nonet import lab
    >>> ending_of(lab.trace("mrv-mcv", "...4..1.2.4..3.."))
    'A solution was found; the search was not asked whether it is unique.'
    """
    run = trace.run
    if conflicts := run.puzzle.conflicts():
        return f"No solution, because givens conflict: {conflicts[0]}."
    texts = filter(None, (_ENDINGS[run.status.word], _STOPS.get(run.stopped_by or "")))
    wanted, found = trace.subject.limit.solutions, len(run.solutions)
    more = "the search was not asked for more" if found == wanted else "there are no others"
    more = "there may be more" if run.stopped_by else more
    return " ".join(texts).format(solutions=found, more=more, events=len(trace))
