"""When two puzzles are the same: canonical forms, equivalence, automorphisms, random copies.

Relabelling digits, swapping bands, rows, stacks and columns, and transposing turn a 9x9 puzzle into
1.2 * 10^12 copies, all just as hard. The canonical form is the smallest of them, so two puzzles
are the same if their forms are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nonet import native
from nonet.core.errors import UnsupportedError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle
from nonet.core.result import Status
from nonet.core.transformation import Transformation, check_boxes
from nonet.engines.roster import best_engine
from nonet.notations.parsing import PuzzleLike, parse

Cells: TypeAlias = NDArray[np.uint8]

FORM = native.FORM
"""The name of the form: the true minlex form, version 1."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """The canonical form of a puzzle: its smallest copy, read row by row with 0 for empty.

    `automorphisms` is how many transformations leave the puzzle unchanged. `key` is 32 hexadecimal
    digits: BLAKE2b-128 of the form's name, a colon, and the digits of the canonical puzzle (two
    figures per cell above 9x9). Only compare keys of puzzles with the same layout.
    """

    puzzle: Puzzle
    form: str
    transformation: Transformation
    """Turns the original into the canonical puzzle."""
    automorphisms: int
    key: str

    @property
    def solution_key(self) -> str | None:
        """The key of the solution, if it is unique; solves the puzzle when first asked for."""
        return _solution_key(self.puzzle)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "canonical": str(self.puzzle),
            "form": self.form,
            "key": self.key,
            "solution_key": self.solution_key,
            "automorphisms": self.automorphisms,
            "transformation": self.transformation.to_dict(),
        }


def canonical(puzzle: PuzzleLike, *, layout: Layout | None = None) -> Canonical:
    """Return the canonical form of a puzzle; all its copies have the same one.

    The puzzle may have one solution, several or none, and it may be full or empty. Boards up to
    16x16 are supported; irregular regions and additional rules raise UnsupportedError.

    >>> one = canonical("1......2..3.....")
    >>> str(one.puzzle), one.automorphisms
    ('.......1..2..3..', 2)
    >>> one.key == canonical("...4.3..2.......").key
    True
    """
    puzzle = _checked(parse(puzzle, layout=layout))
    found = _find(puzzle)
    order = prod(map(len, found.levels))
    form = Puzzle(found.cells, puzzle.layout)
    return Canonical(form, FORM, found.transformation, order, found.key)


def is_equivalent(
    a: PuzzleLike, b: PuzzleLike, *, layout: Layout | None = None
) -> Transformation | None:
    """Return a transformation that turns one puzzle into the other, or None if there is none.

    >>> print(is_equivalent("1...............", "......3........."))
    rows 2 1 3 4; columns 3 4 1 2; digits 1>3 2>1 3>2
    """
    one, other = (_checked(parse(puzzle, layout=layout)) for puzzle in (a, b))
    if one.layout != other.layout:
        return None
    there, back = _find(one), _find(other)
    if there.cells != back.cells:
        return None
    return there.transformation.then(back.transformation.inverse())


def automorphisms(puzzle: PuzzleLike, *, layout: Layout | None = None) -> Iterator[Transformation]:
    """Iterate over the transformations that leave a puzzle unchanged, the identity first.

    Digits that do not appear can be relabelled too: an empty 9x9 board has 1.2 * 10^12
    automorphisms. `canonical(puzzle).automorphisms` is their number.

    >>> for found in automorphisms("123.34..2......."):
    ...     print(found)
    nothing changes
    transpose; digits 2>3 3>2
    """
    checked = _checked(parse(puzzle, layout=layout))
    identity = Transformation.identity(checked.layout)
    return (reduce(Transformation.then, one, identity) for one in product(*_find(checked).levels))


def random_copy(puzzle: PuzzleLike, *, seed: int, layout: Layout | None = None) -> Puzzle:
    """Return a random copy of a puzzle; all copies are equally likely.

    >>> copy = random_copy("1......2..3.....", seed=1)
    >>> canonical(copy).key == canonical("1......2..3.....").key
    True
    """
    checked = _checked(parse(puzzle, layout=layout))
    bare = Puzzle(checked.cells, checked.layout)
    return Transformation.random(bare.layout, seed=seed).apply(bare)


def random_copies(puzzles: Cells, *, seed: int, layout: Layout = CLASSIC) -> Cells:
    """Return a random copy of each row of cells (0: empty), in shuffled order.

    A solver can be tuned to how a public list labels its digits or orients its grids, or cache what
    it has seen. A copy keeps everything that makes a puzzle easy or hard, and rules that out. If
    regions are irregular, cells stay in place and only digits are relabelled. The same seed does
    the same to puzzles and to their solutions.
    """
    random = np.random.default_rng(seed)
    n, size = len(puzzles), layout.size
    grids = puzzles.reshape(n, size, size)[random.permutation(n)]
    if layout.regions is None:
        grids = _moved(random, grids, layout)
    names = np.zeros((n, size + 1), dtype=np.uint8)
    names[:, 1:] = random.permuted(np.tile(np.arange(1, size + 1), (n, 1)), axis=1)
    return np.take_along_axis(names, grids.reshape(n, size * size).astype(np.intp), axis=1)


def _moved(random: np.random.Generator, grids: Cells, layout: Layout) -> Cells:
    """Return the grids with rows and columns reordered, and possibly transposed."""
    n = len(grids)
    rows = _orders(random, n, layout.box_cols, layout.box_rows)
    columns = _orders(random, n, layout.box_rows, layout.box_cols)
    grids = grids[np.arange(n)[:, None, None], rows[:, :, None], columns[:, None, :]]
    if layout.box_rows == layout.box_cols:
        transposed = random.random(n) < 0.5
        grids[transposed] = grids[transposed].transpose(0, 2, 1)
    return grids


def _orders(random: np.random.Generator, n: int, bands: int, lines: int) -> NDArray[np.intp]:
    """Return n random orders of rows (or columns) that keep bands together."""
    outer = random.permuted(np.tile(np.arange(bands), (n, 1)), axis=1)
    within = random.permuted(np.tile(np.arange(lines), (n, bands, 1)), axis=2)
    orders: NDArray[np.intp] = (outer[:, :, None] * lines + within).reshape(n, bands * lines)
    return orders


def check_canonical(board: Puzzle) -> None:
    """Refuse a board that has no canonical form: irregular regions, rules, above 16x16."""
    check_boxes(board.layout)
    if board.rules:
        raise UnsupportedError(
            "expected a board without additional rules, which copies would break, "
            f"found {board.rules[0]}"
        )
    if board.layout.size > native.MOST_CANONICAL:
        raise UnsupportedError(
            f"expected a board of up to {native.MOST_CANONICAL}x{native.MOST_CANONICAL}, "
            f"found {board.layout}"
        )


def _checked(puzzle: Puzzle) -> Puzzle:
    check_canonical(puzzle)
    return puzzle


class _Found(NamedTuple):
    """A form as the core finds it."""

    cells: bytes
    key: str
    transformation: Transformation
    levels: list[list[Transformation]]
    """Every automorphism is the product of one from each level, in exactly one way."""


def _find(puzzle: Puzzle) -> _Found:
    layout = puzzle.layout
    cells, key, found, levels = native.canonical(layout.box_rows, layout.box_cols, puzzle.cells)

    def as_value(plain: tuple[bool, bytes, bytes, bytes]) -> Transformation:
        transposed, rows, columns, digits = plain
        return Transformation(layout, transposed, tuple(rows), tuple(columns), tuple(digits[1:]))

    automorphisms = [[*map(as_value, level)] for level in levels]
    return _Found(cells, key.hex(), as_value(found), automorphisms)


@lru_cache(maxsize=256)
def _solution_key(puzzle: Puzzle) -> str | None:
    result = best_engine(puzzle).solve(puzzle, Limit(2))
    if result.status is not Status.UNIQUE or result.solution is None:
        return None
    return canonical(result.solution).key


class CanonicalRows(NamedTuple):
    """The canonical forms of rows of cells, row by row."""

    forms: Cells
    keys: Cells
    """The bytes of the keys."""
    orders: NDArray[np.uint64]
    """How many automorphisms each has, at most 2^64 - 1; 0 if the row is malformed."""

    def take(self, numbers: NDArray[np.intp]) -> CanonicalRows:
        """Return some of the rows."""
        return CanonicalRows(self.forms[numbers], self.keys[numbers], self.orders[numbers])


def canonical_rows(cells: Cells, layout: Layout, *, threads: int) -> CanonicalRows:
    """Return the canonical forms of rows of cells; a row with an invalid value is malformed.

    The rows are contiguous, and nobody may write to them meanwhile.
    """
    found = CanonicalRows(
        np.empty_like(cells),
        np.empty((len(cells), native.KEY_BYTES), dtype=np.uint8),
        np.empty(len(cells), dtype=np.uint64),
    )
    native.canonical_rows(layout.box_rows, layout.box_cols, cells, *found, threads)
    return found
