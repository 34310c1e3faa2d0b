"""What is lost when puzzles are written in a format that cannot hold all of them."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from nonet.core.errors import LossWarning
from nonet.core.layout import CLASSIC
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.documents.catalog import lost_notes
from nonet.notations.formatting import usual_notation


class Losses:
    """Counts the puzzles that lose something, by notation or document and by what is lost."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()

    def look_at(self, puzzle: Puzzle, notation: str, options: Mapping[str, Any]) -> None:
        """Count what a puzzle loses in a notation or document with these options."""
        if puzzle.notes is not NO_NOTES or puzzle.layout != CLASSIC or puzzle.rules:
            for name in lost_notes(puzzle, notation, **options):
                self.add(notation, name)

    def add(self, notation: str, name: str) -> None:
        """Count something that one puzzle loses."""
        self._counts[notation, name] += 1

    def has(self, name: str) -> bool:
        """Return whether any puzzle loses this."""
        return any(lost == name for _, lost in self._counts)

    def warnings(self) -> Iterator[LossWarning]:
        """Yield a warning for each notation or document."""
        for notation in dict.fromkeys(notation for notation, _ in self._counts):
            counts = self._counts.items()
            yield LossWarning(notation, {name: n for (one, name), n in counts if one == notation})

    def warn(self, level: int) -> None:
        """Issue the warnings; `level` callers above this one is the line that they point to."""
        for warning in self.warnings():
            warnings.warn(warning, stacklevel=level + 2)


def warn_of_losses(puzzle: Puzzle, notation: str | None, options: Mapping[str, Any]) -> None:
    """Warn the caller of the calling function of what a notation cannot hold."""
    losses = Losses()
    losses.look_at(puzzle, notation or usual_notation(puzzle, **options), options)
    losses.warn(level=2)
