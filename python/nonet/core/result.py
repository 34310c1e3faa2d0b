"""Results: what was asked, proved and found, and what it cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from nonet.core import hooks
from nonet.core.puzzle import Puzzle, Solution


class Status(IntEnum):
    """What was proved about a puzzle. The values are those of a batch's status column."""

    UNIQUE = 1
    """There is exactly one solution (proved)."""
    MULTIPLE = 2
    """There are at least two solutions."""
    NO_SOLUTION = 3
    """There is no solution (proved)."""
    FOUND = 4
    """One solution was found; uniqueness was not decided."""
    UNKNOWN = 5
    """A limit stopped the search before it found a solution."""
    MALFORMED = 6
    """In a batch: the row could not be read as a puzzle."""

    @classmethod
    def of_search(cls, seen: int, *, exhausted: bool) -> Status:
        """Return what `seen` solutions prove, given whether the search was exhaustive."""
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
    """The cost of a search; None if an engine has no such counter.

    `nodes` counts the states that were propagated, including the root; `guesses` counts those where
    the rules were not enough and a digit had to be tried. `conflicts` counts the dead ends that
    clauses were learned from. `fixed` counts the cells, including givens, proved to have the same
    digit in every solution, which is useful if a puzzle was not solved in time.
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
    """The progress of a long search: its current phase, and its counters so far."""

    phase: str
    seconds: float
    nodes: int
    conflicts: int
    fixed: int
    """Cells, including givens, proved to have the same digit in every solution."""
    cells: int
    """Cells of the board."""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to a puzzle: its status and the solutions found, up to the limit.

    `stopped_by` names the limit that ended the search early ("seconds", "nodes", "memory"), or is
    None; reaching the requested number of solutions is not stopping early. `engine` names the
    engine that answered, `why` says why it was chosen, and `confirmed_by` names another engine that
    agrees.
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
        """A second solution, which proves that the first is not unique."""
        return self.solutions[1] if len(self.solutions) > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data: the JSON that `--json` prints."""
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
        """Create a count that compares and computes like an integer."""
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
