"""Generated puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonet.core.puzzle import Puzzle, Solution
from nonet.logic.rating import Rating


@dataclass(frozen=True, slots=True)
class Generated:
    """A new puzzle with its only solution.

    >>> from nonet.generator.making import generate
    >>> made = generate("2x2", seed=5)
    >>> made.clues, made.minimal, made == generate("2x2", seed=5)
    (5, True, True)
    """

    puzzle: Puzzle
    solution: Solution
    clues: int
    minimal: bool
    """True if it is proved that no clue can be removed."""
    symmetry: str | None
    """The symmetry that was asked for."""
    minimal_for_symmetry: bool | None
    """With a symmetry: whether no group of symmetric clues can be removed."""
    seed: int
    """The same request with this seed makes the same puzzle again."""
    rating: Rating | None = None
    """On the scales that were asked for."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "puzzle": str(self.puzzle),
            "solution": str(self.solution),
            **self.puzzle.layout.to_dict(),
            "rules": [rule.to_dict(self.puzzle.layout) for rule in self.puzzle.rules],
            "clues": self.clues,
            "minimal": self.minimal,
            "symmetry": self.symmetry,
            "minimal_for_symmetry": self.minimal_for_symmetry,
            "seed": self.seed,
            "rating": None if self.rating is None else self.rating.to_dict(),
        }
