"""Transformations: relabel digits, swap bands, rows, stacks and columns, transpose.

They turn a puzzle into a copy that looks different but is the same puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Self, TypeVar

from nonet.core.board import Board
from nonet.core.digits import digits_of, mask_of
from nonet.core.errors import ArgumentError, ParseError, UnsupportedError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.puzzle import Grid, Puzzle, Solution

_Board = TypeVar("_Board", Puzzle, Solution, Board)
_NOTHING = "nothing changes"


@dataclass(frozen=True, slots=True, repr=False)
class Transformation:
    """A way to turn a board into a copy: transpose, then reorder lines, then relabel digits.

    `rows` and `columns` say where each line of the copy comes from, counted from 0; `digits` says
    what 1, 2 and so on become. Bands and stacks stay together. Transposing needs square boxes:
    it would change the shape of others.

    >>> swap = Transformation.parse("rows 2 1 3 4; digits 1>3 3>1", Layout(2, 2))
    >>> str(swap.apply(Puzzle.from_line("12......3.......", Layout(2, 2))))
    '....32..1.......'
    >>> swap.then(swap) == Transformation.identity(Layout(2, 2))
    True
    """

    layout: Layout
    transposed: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        check_boxes(self.layout)
        size = self.layout.size
        for name in ("rows", "columns", "digits"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        _check_order("rows", self.rows, range(size), self.layout.box_rows)
        _check_order("columns", self.columns, range(size), self.layout.box_cols)
        _check_order("digits", self.digits, range(1, size + 1), 1)
        if not isinstance(self.transposed, bool):
            raise ArgumentError(f"transposed: expected True or False, found {self.transposed!r}")
        if self.transposed and self.layout.box_rows != self.layout.box_cols:
            raise ArgumentError(
                f"expected square boxes, found {self.layout}; transposing changes their shape"
            )

    @classmethod
    def identity(cls, layout: Layout = CLASSIC) -> Self:
        """Return the transformation that changes nothing."""
        lines = tuple(range(layout.size))
        return cls(layout, False, lines, lines, tuple(range(1, layout.size + 1)))

    @classmethod
    def random(cls, layout: Layout = CLASSIC, *, seed: int) -> Self:
        """Return a random transformation; all are equally likely."""
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise ArgumentError(f"seed: expected an integer, found {seed!r:.40}")
        check_boxes(layout)
        source = Random(seed)
        is_square = layout.box_rows == layout.box_cols
        return cls(
            layout,
            is_square and source.random() < 0.5,
            _shuffled(source, layout.box_cols, layout.box_rows),
            _shuffled(source, layout.box_rows, layout.box_cols),
            tuple(source.sample(range(1, layout.size + 1), layout.size)),
        )

    @classmethod
    def parse(cls, text: str, layout: Layout = CLASSIC) -> Self:
        """Read what `str` returns; the layout is not part of the text."""
        found = _read(text, layout)
        plain = cls.identity(layout)
        relabelled = dict(found.get("digits", ()))
        digits = tuple(relabelled.get(digit, digit) for digit in plain.digits)
        lines = {name: _lines(found.get(name), layout) for name in ("rows", "columns")}
        try:
            return cls(layout, "transpose" in found, lines["rows"], lines["columns"], digits)
        except ArgumentError as error:
            raise ParseError(error.expected or "a transformation", error.found or text) from None

    def apply(self, board: _Board) -> _Board:
        """Return the copy of a Puzzle, a Solution or a Board; notes are not copied."""
        if not isinstance(board, Grid | Board):
            expected = "a Puzzle, a Solution or a Board"
            raise ArgumentError(f"expected {expected}, found {type(board).__name__}")
        if board.layout != self.layout:
            raise ArgumentError(f"expected a board of {self.layout}, found {board.layout}")
        if isinstance(board, Board):
            masks = (self._relabelled(board.masks[place]) for place in self._places())
            return Board(self.apply(board.puzzle), self._moved(board.digits), tuple(masks))
        if isinstance(board, Puzzle) and board.rules:
            raise UnsupportedError("a board with additional rules has no copies")
        return type(board)(self._moved(board.cells), self.layout)

    def _places(self) -> Iterator[int]:
        """Return for each cell of the copy the cell that it comes from."""
        size = self.layout.size
        down, across = (1, size) if self.transposed else (size, 1)
        return (row * down + column * across for row in self.rows for column in self.columns)

    def _moved(self, cells: bytes) -> bytes:
        names = bytes((0, *self.digits))
        return bytes(names[cells[place]] for place in self._places())

    def _relabelled(self, mask: int) -> int:
        return mask_of(self.digits[digit - 1] for digit in digits_of(mask))

    def then(self, other: Transformation) -> Transformation:
        """Return the transformation that applies this one, then the other.

        >>> a, b = (Transformation.random(seed=seed) for seed in (1, 2))
        >>> puzzle = Puzzle(bytes([*range(9), *[0] * 72]))
        >>> a.then(b).apply(puzzle) == b.apply(a.apply(puzzle))
        True
        """
        if other.layout != self.layout:
            raise ArgumentError(f"expected a transformation of {self.layout}, found {other.layout}")
        rows, columns = self.rows, self.columns
        if other.transposed:
            rows, columns = columns, rows
        return Transformation(
            self.layout,
            self.transposed != other.transposed,
            tuple(rows[row] for row in other.rows),
            tuple(columns[column] for column in other.columns),
            tuple(other.digits[digit - 1] for digit in self.digits),
        )

    def inverse(self) -> Transformation:
        """Return the transformation that undoes this one."""
        rows, columns = _inverted(self.rows), _inverted(self.columns)
        if self.transposed:
            rows, columns = columns, rows
        digits = tuple(digit + 1 for digit in _inverted(digit - 1 for digit in self.digits))
        return Transformation(self.layout, self.transposed, rows, columns, digits)

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data; lines are counted from 1, as people count them."""
        return {
            "transposed": self.transposed,
            "rows": [row + 1 for row in self.rows],
            "columns": [column + 1 for column in self.columns],
            "digits": list(self.digits),
        }

    def __str__(self) -> str:
        """Say it in words; `parse` reads them back.

        >>> print(Transformation.identity())
        nothing changes
        """
        parts = ["transpose"] if self.transposed else []
        plain = tuple(range(self.layout.size))
        for name in ("rows", "columns"):
            lines = getattr(self, name)
            if lines != plain:
                parts.append(" ".join((name, *(str(line + 1) for line in lines))))
        pairs = enumerate(self.digits, start=1)
        if changed := [f"{old}>{new}" for old, new in pairs if old != new]:
            parts.append(" ".join(("digits", *changed)))
        return "; ".join(parts) or _NOTHING

    def __repr__(self) -> str:
        layout = "" if self.layout == CLASSIC else f", {self.layout!r}"
        return f"Transformation.parse({str(self)!r}{layout})"


def check_boxes(layout: Layout) -> None:
    """Refuse a layout without boxes: swapping its lines would change its regions."""
    if not isinstance(layout, Layout):
        raise ArgumentError(f"layout: expected a Layout, found {layout!r:.40}")
    if layout.regions is not None:
        raise UnsupportedError(
            f"expected boxes, found {layout}; swapping its rows or columns would change the regions"
        )


def _check_order(name: str, order: tuple[int, ...], items: range, width: int) -> None:
    """Refuse anything but an order of items that keeps blocks of some width together."""
    is_complete = all(type(item) is int for item in order) and sorted(order) == [*items]
    blocks = [[item // width for item in order[i : i + width]] for i in range(0, len(order), width)]
    if not is_complete or any(len({*block}) > 1 for block in blocks):
        kept = {"rows": ", bands kept together", "columns": ", stacks kept together"}.get(name, "")
        found = " ".join(str(item) for item in order)
        raise ArgumentError(
            expected=f"{name} in some order, {items[0]} to {items[-1]}{kept}", found=f"{found:.80}"
        )


def _shuffled(source: Random, blocks: int, width: int) -> tuple[int, ...]:
    return tuple(
        block * width + line
        for block in source.sample(range(blocks), blocks)
        for line in source.sample(range(width), width)
    )


def _inverted(order: Iterable[int]) -> tuple[int, ...]:
    places = {item: place for place, item in enumerate(order)}
    return tuple(places[item] for item in range(len(places)))


_PART = re.compile(r"(?P<word>transpose)|(?P<name>rows|columns)(?P<lines>(?: \d+)+)"
                   r"|digits(?P<pairs>(?: \d+>\d+)+)")  # fmt: skip


def _read(text: str, layout: Layout) -> dict[str, list[tuple[int, int]]]:
    """Return the parts of a text by name: pairs of numbers, or of a place and a number."""
    if not isinstance(text, str):
        raise ArgumentError(f"expected a text, found {type(text).__name__}")
    if text.strip() == _NOTHING:
        return {}
    found: dict[str, list[tuple[int, int]]] = {}
    for part in text.split(";"):
        match = _PART.fullmatch(" ".join(part.split()))
        if match is None:
            raise ParseError(
                "'transpose', 'rows ...', 'columns ...' or 'digits 1>2 ...'", repr(part.strip())
            )
        name = match["word"] or match["name"] or "digits"
        if name in found:
            raise ParseError(f"each part once, {name!r} too", f"{name!r} twice")
        if match["lines"]:
            found[name] = [*enumerate(map(int, match["lines"].split()))]
        elif match["pairs"]:
            pairs = (pair.split(">") for pair in match["pairs"].split())
            found[name] = [(int(old), int(new)) for old, new in pairs]
        else:
            found[name] = []
    return found


def _lines(pairs: list[tuple[int, int]] | None, layout: Layout) -> tuple[int, ...]:
    if pairs is None:
        return tuple(range(layout.size))
    return tuple(number - 1 for _, number in pairs)
