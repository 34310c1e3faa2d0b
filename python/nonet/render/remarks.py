"""Automatic remarks on a picture: what was proved, what conflicts, where solutions differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonet.core.cells import cell_index, cell_name
from nonet.core.errors import counted
from nonet.core.puzzle import Grid, find_conflicts
from nonet.core.result import Result
from nonet.core.rules import Conflict, Rule
from nonet.core.step import Mark
from nonet.render.verdicts import verdict

_MOST_CONFLICTS = 5
"""Maximum number of conflicts to list; the rest are only counted."""
_MOST_CELLS = 12
"""Maximum number of cells to name; the picture marks all of them."""


class Remarks(NamedTuple):
    """Marks on a board, and sentences that say the same and more."""

    marks: tuple[Mark, ...] = ()
    sentences: tuple[str, ...] = ()


def remarks_on(grid: Grid, rules: tuple[Rule, ...], result: Result | None = None) -> Remarks:
    """Return the remarks on the digits of a grid, and on its result if there is one."""
    conflicts = find_conflicts(grid, rules)
    marks, sentences = [], []
    if result is not None:
        sentences.append(verdict(result))
        if result.confirmed_by:
            sentences.append(f"Confirmed by {result.confirmed_by}.")
        if cells := differing_cells(result.solutions):
            marks.append(Mark("differing", cells=cells))
            sentences.append(_difference(cells, grid.layout.size))
    if conflicts:
        names = {name for conflict in conflicts for name in conflict.cells}
        cells = tuple(sorted(cell_index(name, grid.layout.size) for name in names))
        marks.append(Mark("clashing", cells=cells))
        sentences += _told(conflicts)
    return Remarks(tuple(marks), tuple(sentences))


def differing_cells(grids: Sequence[Grid]) -> tuple[int, ...]:
    """Return the cells that differ between grids."""
    digits = zip(*(grid.cells for grid in grids), strict=True)
    return tuple(cell for cell, found in enumerate(digits) if len(set(found)) > 1)


def _difference(cells: tuple[int, ...], size: int) -> str:
    names = " ".join(cell_name(cell, size) for cell in cells[:_MOST_CELLS])
    more = f" and {len(cells) - _MOST_CELLS} more" if len(cells) > _MOST_CELLS else ""
    return f"They differ in {counted(len(cells), 'cells')}: {names}{more}."


def _told(conflicts: Sequence[Conflict]) -> list[str]:
    told = [f"{conflict}." for conflict in conflicts[:_MOST_CONFLICTS]]
    more = len(conflicts) - len(told)
    return [*told, f"And {counted(more, 'more conflicts')}."] if more else told
