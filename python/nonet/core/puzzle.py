"""Puzzles and solutions: one byte per cell of a layout, and the rules of a puzzle."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from nonet.core import hooks
from nonet.core.cells import cell_index, cell_name
from nonet.core.digits import every_digit, mask_of
from nonet.core.errors import ArgumentError
from nonet.core.geometry import Geometry, geometry_of
from nonet.core.layout import CLASSIC, Layout
from nonet.core.line import format_cells, parse_cells
from nonet.core.named_rules import ordered_rules
from nonet.core.notes import Notes
from nonet.core.rules import Candidates, Conflict, Different, House, Rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_DIGITS = bytes(range(256))
NO_NOTES = Notes()


@dataclass(frozen=True, slots=True, repr=False)
class Grid:
    """The base of puzzles and solutions: digits in cells, row by row, 0 for an empty cell.

    >>> grid = Grid.from_line("12......3.......", Layout(2, 2))
    >>> grid["r1c2"], grid[1], grid["r4c4"]
    (2, 2, 0)
    """

    cells: bytes
    layout: Layout = CLASSIC

    def __post_init__(self) -> None:
        if not isinstance(self.cells, bytes):
            try:
                object.__setattr__(self, "cells", bytes(self.cells))
            except (TypeError, ValueError) as error:
                raise ArgumentError(f"expected cells as bytes or small integers: {error}") from None
        size = self.layout.size
        if len(self.cells) != size * size:
            raise ArgumentError(
                f"expected {size * size} cells for {self.layout}, found {len(self.cells)}"
            )
        # Deleting what is allowed is several times as fast as looking for the largest.
        if self.cells.translate(None, _DIGITS[: size + 1]):
            cell = next(cell for cell, digit in enumerate(self.cells) if digit > size)
            raise ArgumentError(
                f"{cell_name(cell, size)}: expected a digit up to {size}, found {self.cells[cell]}"
            )

    @classmethod
    def from_line(cls, line: str, layout: Layout = CLASSIC) -> Self:
        """Build from the canonical line, as `str` returns it (see `nonet.parse` for others)."""
        if not isinstance(line, str):
            raise ArgumentError(f"expected the canonical line, found {line!r:.40}")
        return cls(parse_cells(line, layout), layout)

    def __getitem__(self, cell: SupportsIndex | str) -> int:
        """Return the digit of a cell given as `r1c2` or by number, counted from 0; 0 if empty."""
        size = self.layout.size
        try:
            number = cell if isinstance(cell, str) else operator.index(cell)
        except TypeError:
            last = size * size - 1
            raise ArgumentError(
                f"expected a cell such as 'r1c2', or a number from 0 to {last}, found {cell!r}"
            ) from None
        return self.cells[cell_index(number, size)]

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[int]:
        return iter(self.cells)

    def rows(self) -> list[list[int]]:
        """Return the digits as a list of rows."""
        size = self.layout.size
        return [list(self.cells[start : start + size]) for start in range(0, size * size, size)]

    def to_array(self) -> NDArray[np.uint8]:
        """Return the digits as a new n x n array."""
        import numpy as np

        size = self.layout.size
        return np.frombuffer(self.cells, dtype=np.uint8).reshape(size, size).copy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        array = self.to_array()
        return array if dtype is None else array.astype(dtype)

    def __str__(self) -> str:
        return format_cells(self.cells, self.layout)

    def __repr__(self) -> str:
        layout = "" if self.layout == CLASSIC else f", {self.layout!r}"
        return f"{type(self).__name__}.from_line({str(self)!r}{layout})"

    def _repr_svg_(self) -> str | None:
        return hooks.draw_svg(self)


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle(Grid):
    """The givens of a board, 0 for an empty cell. Any givens are allowed, even conflicting ones.

    `rules` are added to the rows, columns and boxes of the layout: values of `nonet.rules`, or
    texts such as "diagonals". `notation` names what the puzzle was read from, and `notes` holds
    what it contained besides the givens; comparisons ignore both.

    >>> puzzle = Puzzle.from_line("12......3.......", Layout(2, 2))
    >>> puzzle.clues
    3
    >>> puzzle == eval(repr(puzzle))
    True
    """

    notation: str | None = field(default=None, compare=False)
    notes: Notes = field(default=NO_NOTES, compare=False)
    rules: tuple[Rule, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        cells, size = self.cells, self.layout.size
        is_right = type(cells) is bytes and len(cells) == size * size
        if not is_right or cells.translate(None, _DIGITS[: size + 1]):
            Grid.__post_init__(self)
        if self.rules != ():
            object.__setattr__(self, "rules", ordered_rules(self.rules, self.layout))

    @classmethod
    def from_line(
        cls, line: str, layout: Layout = CLASSIC, *, rules: Iterable[Rule | str] = ()
    ) -> Self:
        """Build from the canonical line, as `str` returns it (see `nonet.parse` for others)."""
        plain = Grid.from_line(line, layout)
        return cls(plain.cells, layout, rules=ordered_rules(rules, layout))

    def with_rules(self, rules: Iterable[Rule | str] | Rule | str) -> Self:
        """Return the puzzle with additional rules, given as values or by name."""
        more = ordered_rules(rules, self.layout)
        return replace(self, rules=(*self.rules, *more)) if more else self

    @property
    def geometry(self) -> Geometry:
        """The houses and peers that follow from the layout and the rules."""
        return geometry_of(self.layout, self.rules)

    @property
    def houses(self) -> tuple[House, ...]:
        """The houses of the layout, then those of the rules."""
        return self.geometry.houses

    @property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For every cell, the cells that may not hold its digit, in ascending order."""
        return self.geometry.peers

    @property
    def rule_types(self) -> frozenset[type[Rule]]:
        """The kinds of basic rules in addition to the houses of the layout."""
        types = self.geometry.rule_types
        limited = any(isinstance(rule, Candidates) for rule in self.rules)
        return types | {Candidates} if limited else types

    def allowed(self) -> list[int] | None:
        """Return the digits that the rules allow in each cell, as masks; None if all are allowed.

        Only `Candidates` count here; `Board.of` also takes givens into account.
        """
        limited = [rule for rule in self.rules if isinstance(rule, Candidates)]
        if not limited:
            return None
        masks = [every_digit(self.layout.size)] * self.layout.cell_count
        for rule in limited:
            masks[rule.cell] &= mask_of(rule.digits)
        return masks

    @property
    def placed(self) -> bytes | None:
        """Placed digits, 0 for none; None if the notation does not say."""
        return self.notes.placed

    @property
    def pencil_marks(self) -> tuple[tuple[int, ...], ...] | None:
        """Pencil marks: the remaining candidates of every cell; None if there are none."""
        return self.notes.pencil_marks

    @property
    def name(self) -> str | None:
        """The puzzle's name."""
        return self.notes.name

    @property
    def author(self) -> str | None:
        """Who made it."""
        return self.notes.author

    @property
    def comment(self) -> str | None:
        """A comment on the puzzle."""
        return self.notes.comment

    @property
    def rating(self) -> str | None:
        """The difficulty rating, as written by the program it came from."""
        return self.notes.rating

    @property
    def clues(self) -> int:
        """The number of givens."""
        return len(self.cells) - self.cells.count(0)

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return the conflicts between givens, rule by rule; empty if there are none.

        >>> for conflict in Puzzle.from_line("11..............", Layout(2, 2)).conflicts():
        ...     print(conflict)
        1 appears twice in row 1: r1c1 r1c2
        1 appears twice in box 1: r1c1 r1c2
        """
        return find_conflicts(self, self.rules)

    def __repr__(self) -> str:
        plain = Grid.__repr__(self)
        return f"{plain[:-1]}, rules={self.rules!r})" if self.rules else plain


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Grid):
    """A filled board. Use `nonet.check` to verify it."""

    def __post_init__(self) -> None:
        Grid.__post_init__(self)
        if 0 in self.cells:
            empty = cell_name(self.cells.index(0), self.layout.size)
            raise ArgumentError(f"expected a digit in every cell, found {empty} empty")


def find_conflicts(grid: Grid, rules: tuple[Rule, ...] = ()) -> tuple[Conflict, ...]:
    """Return every digit that a rule forbids in its cell: houses first, then other rules."""
    layout, cells = grid.layout, grid.cells
    asked: tuple[Rule, ...] = (*layout.houses, *rules)
    geometry = geometry_of(layout, rules)
    # The quick test covers houses and different cells; other rules are checked one by one.
    if geometry.rule_types <= {House, Different} and not geometry.has_conflict(cells):
        asked = tuple(rule for rule in rules if isinstance(rule, Candidates))
    return tuple(conflict for rule in asked for conflict in rule.conflicts(cells, layout))
