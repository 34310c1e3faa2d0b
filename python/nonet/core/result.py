"""Results: what was asked, what was proved, what was found, what it took."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from nonet.core import hooks
from nonet.core.puzzle import Puzzle, Solution


class Status(IntEnum):
    """What was proved about a puzzle. The values are those of a batch's status column."""

    UNIQUE = 1
    """Exactly one solution; that there is no other was proved."""
    MULTIPLE = 2
    """At least two solutions were seen."""
    NO_SOLUTION = 3
    """There is none; that was proved."""
    FOUND = 4
    """One was seen; whether it is the only one was not decided."""
    UNKNOWN = 5
    """Stopped by a limit before any was seen."""
    MALFORMED = 6
    """In a batch: the row could not be read as a puzzle."""

    @classmethod
    def of_search(cls, seen: int, *, exhausted: bool) -> Status:
        """Return what `seen` solutions prove, given whether the search went through everything."""
        if seen > 1:
            return cls.MULTIPLE
        if seen:
            return cls.UNIQUE if exhausted else cls.FOUND
        return cls.NO_SOLUTION if exhausted else cls.UNKNOWN

    def __repr__(self) -> str:
        return f"Status.{self.name}"

    def __str__(self) -> str:
        return self.word

    def __format__(self, spec: str) -> str:
        return format(self.word, spec)

    @property
    def word(self) -> str:
        """The status in lower case, as the command prints it.

        >>> Status.NO_SOLUTION.word
        'no-solution'
        """
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search took; None where an engine has no such counter.

    `nodes` are the states whose consequences were drawn, the root included; `guesses` are those
    among them where a digit had to be tried because no rule went on. `conflicts` are the dead
    ends that clauses were learnt from. `fixed` are the cells, givens included, whose digit was
    proved to be the same in every solution: what is known of a puzzle that was not solved in time.
    """

    seconds: float | None = None
    nodes: int | None = None
    guesses: int | None = None
    conflicts: int | None = None
    fixed: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the counters as plain data."""
        return asdict(self)


class Progress(NamedTuple):
    """How far a long search has come: what is at work, and its counters so far."""

    phase: str
    seconds: float
    nodes: int
    conflicts: int
    fixed: int
    """Cells, givens included, whose digit was proved to be the same in every solution."""
    cells: int
    """Cells of the board."""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a puzzle: its status and the solutions seen, at most as many as asked for.

    `stopped_by` names the limit that ended the search early ("seconds", "nodes", "memory"), and
    is None if none did; reaching the wanted number of solutions is not stopping early. `engine`
    names the engine that answered, `why` says why it was that one, `confirmed_by` names another
    that was asked too and agrees.
    """

    puzzle: Puzzle
    status: Status
    solutions: tuple[Solution, ...]
    engine: str
    stats: Stats
    stopped_by: str | None = None
    why: str | None = None
    confirmed_by: str | None = None

    @property
    def solution(self) -> Solution | None:
        """The first solution, or None."""
        return self.solutions[0] if self.solutions else None

    @property
    def second(self) -> Solution | None:
        """A second solution: the proof that the first is not the only one."""
        return self.solutions[1] if len(self.solutions) > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, the very JSON that `--json` prints."""
        return {
            "puzzle": str(self.puzzle),
            **self.puzzle.layout.to_dict(),
            "rules": [rule.to_dict(self.puzzle.layout) for rule in self.puzzle.rules],
            "status": self.status.word,
            "solutions": [str(solution) for solution in self.solutions],
            "conflicts": [conflict.to_dict() for conflict in self.puzzle.conflicts()],
            "engine": self.engine,
            "why": self.why,
            "confirmed_by": self.confirmed_by,
            "stopped_by": self.stopped_by,
            "stats": self.stats.to_dict(),
        }

    def __str__(self) -> str:
        return f"{self.solution or self.puzzle} {self.status.word}"

    def _repr_svg_(self) -> str | None:
        return hooks.draw_svg(self)


class Count(int):
    """A number of solutions; `exact` is False if a limit stopped the count.

    >>> print(Count(4), Count(1000, exact=False), sep=", ")
    4, at least 1000
    >>> Count(4) == 4
    True
    """

    exact: bool
    stats: Stats

    def __new__(cls, value: int, exact: bool = True, stats: Stats | None = None) -> Count:
        """Make a count that compares and calculates like the plain integer."""
        count = super().__new__(cls, value)
        count.exact = exact
        count.stats = stats or Stats()
        return count

    def __reduce__(self) -> tuple[object, ...]:
        return Count, (int(self), self.exact, self.stats)

    def __str__(self) -> str:
        return f"{int(self)}" if self.exact else f"at least {int(self)}"

    def __repr__(self) -> str:
        return f"Count({int(self)}, exact={self.exact})"
