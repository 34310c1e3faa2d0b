"""Requests: what kind of puzzle is wanted, read and checked before any search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import index
from typing import Any, Literal, TypeAlias

import numpy as np

from nonet.core.errors import ArgumentError, ParseError, RuleError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.limit import Limit, LimitLike
from nonet.core.puzzle import Puzzle
from nonet.generator.boards import LARGEST, check_board
from nonet.generator.reading_wishes import read_wishes
from nonet.generator.symmetries import orbits, possible_counts, symmetry_named
from nonet.generator.wishes import Wishes
from nonet.judge import judge
from nonet.notations.parsing import PuzzleLike, Rules, parse

LayoutLike: TypeAlias = Layout | str | int | None
Minimal: TypeAlias = bool | Literal["symmetry"]
Clues: TypeAlias = int | tuple[int, int] | None

_FEWEST = {(3, 3): 17, (2, 2): 4, (2, 3): 8, (3, 2): 8}
"""The fewest clues of a unique puzzle, as proved for these boxes."""
_MOST_MINIMAL = {(3, 3): 40, (2, 2): 6}
"""The most clues of any known minimal puzzle with these boxes."""
_LEAST_SCORE = 4
"""HoDoKu's points for the easiest step; a minimal puzzle has an open cell."""
SECONDS = 60.0
"""How long a puzzle is looked for, unless a limit says so."""
SMALLEST = 4


@dataclass(frozen=True, slots=True)
class Request:
    """A request that makes sense, as far as that can be known without a search."""

    board: Puzzle
    """An empty puzzle with the layout and rules."""
    clues: tuple[int, int] | None
    minimal: Minimal
    symmetry: str | None
    pattern: tuple[int, ...] | None
    """The cells of the clues."""
    solution: bytes | None
    wishes: Wishes
    limit: Limit


def as_layout(layout: LayoutLike) -> Layout:
    """Read a layout: a Layout, a box shape such as 2x3, a size, or None for 9x9."""
    if layout is None:
        return CLASSIC
    if isinstance(layout, Layout):
        found = layout
    elif isinstance(layout, str) and layout.count("x") == 1:
        rows, _, columns = layout.partition("x")
        if not (rows.isdecimal() and columns.isdecimal()):
            raise _bad_layout("a box shape such as 2x3", f"{layout!r:.40}")
        if rows == columns and int(rows) ** 2 > LARGEST and int(rows) <= LARGEST:
            expected = f"a size such as {int(rows)}, or the shape of a box such as 2x3"
            raise _bad_layout(expected, f"{layout!r}, boxes of a board with {int(rows) ** 2} rows")
        found = Layout(int(rows), int(columns))
    elif isinstance(layout, str) and layout.isdecimal() and len(layout) < 4:
        found = Layout.of_size(int(layout))
    elif isinstance(layout, str) and len(layout) < SMALLEST**2:
        expected = "a size such as 9, a box shape such as 2x3, or the regions of a jigsaw"
        raise _bad_layout(expected, repr(layout))
    elif isinstance(layout, str):
        found = Layout.of_regions(layout)
    else:
        found = Layout.of_size(layout)
    if found.size < SMALLEST:
        raise _bad_layout("4x4 or larger", str(found))
    return found


def _bad_layout(expected: str, found: str) -> ArgumentError:
    message = f"layout: expected {expected}, found {found}"
    return ArgumentError(message, expected=expected, found=found)


def read_limit(limit: LimitLike) -> Limit:
    """Read a limit: seconds as a number, a Limit, or None for the usual one."""
    return Limit(seconds=SECONDS) if limit is None else Limit.in_seconds(limit)


def read_request(
    layout: LayoutLike = None,
    *,
    rules: Rules = (),
    clues: Clues = None,
    minimal: Minimal = True,
    symmetry: str | None = None,
    pattern: PuzzleLike | Sequence[int] | None = None,
    solution: PuzzleLike | None = None,
    required: str | Sequence[str] | None = None,
    forbidden: str | Sequence[str] | None = None,
    first: str | None = None,
    rating: Mapping[str, Any] | None = None,
    technique: str | None = None,
    hardest: str | None = None,
    order: str | None = None,
    limit: LimitLike = None,
) -> Request:
    """Read a request; ArgumentError says what contradicts itself or can never be."""
    if layout is None and solution is not None:
        layout = _parsed_solution(solution).layout
    shape = as_layout(layout)
    board = Puzzle(bytes(shape.cell_count), shape).with_rules(rules)
    check_board(board)
    if symmetry is not None:
        symmetry = symmetry_named(symmetry)
    if isinstance(minimal, np.bool_):
        minimal = bool(minimal)
    if not isinstance(minimal, bool) and minimal != "symmetry":
        raise ArgumentError(f"minimal: expected True, False or 'symmetry', found {minimal!r:.40}")
    if minimal == "symmetry" and symmetry is None:
        raise ArgumentError("minimal: expected a symmetry with 'symmetry', found none")
    wishes = read_wishes(
        board,
        required=required,
        forbidden=forbidden,
        first=first,
        rating=rating,
        technique=technique,
        hardest=hardest,
        order=order,
    )
    score = dict(wishes.ranges).get("hodoku")
    if minimal is not False and score is not None and score[1] < _LEAST_SCORE:
        raise ArgumentError(
            f"rating: a minimal puzzle has a HoDoKu score of {_LEAST_SCORE} or more, "
            f"found {score[1]:g}"
        )
    cells = None if pattern is None else _read_pattern(pattern, board, symmetry)
    wanted = _read_clues(clues, board, minimal, symmetry, cells)
    grid = None if solution is None else _read_solution(solution, board)
    most = read_limit(limit)
    if hardest is not None and most.seconds is None and most.nodes is None:
        raise ArgumentError("limit: expected seconds or nodes for the hardest puzzle, found none")
    return Request(board, wanted, minimal, symmetry, cells, grid, wishes, most)


def fewest_clues(board: Puzzle) -> int:
    """Return a number of clues that every unique puzzle of a board has at least.

    At least all digits but one have to be there, or two could be exchanged. More is proved for a
    few boards.
    """
    return _of_boxes(_FEWEST, board) or board.layout.size - 1


def _of_boxes(known: Mapping[tuple[int, int], int], board: Puzzle) -> int | None:
    """Return what is known of the plain board with some boxes, if this is one."""
    layout = board.layout
    is_plain = layout.regions is None and not board.rules
    return known.get((layout.box_rows, layout.box_cols)) if is_plain else None


def _pair(clues: Any) -> tuple[int, int]:
    is_pair = isinstance(clues, Sequence) and not isinstance(clues, str) and len(clues) == 2
    pair = tuple(clues) if is_pair else (clues, clues)
    for number in pair:
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise ArgumentError(
                "clues: expected a whole number from 1, or the fewest and the most, found "
                f"{clues!r:.40}"
            )
    return pair[0], pair[1]


def _read_clues(
    clues: Clues,
    board: Puzzle,
    minimal: Minimal,
    symmetry: str | None,
    pattern: tuple[int, ...] | None,
) -> tuple[int, int] | None:
    fewest = fewest_clues(board)
    if pattern is not None and len(pattern) < fewest:
        raise ArgumentError(
            f"pattern: expected {fewest} cells or more, found {len(pattern)}: with fewer clues, "
            "no puzzle of this board has a unique solution"
        )
    if clues is None:
        if pattern is not None:
            _check_minimal("pattern", len(pattern), board, minimal)
        return None
    low, high = _pair(clues)
    if low > high:
        raise ArgumentError(f"clues: expected the smaller number first, found {low} and {high}")
    if high < fewest:
        raise ArgumentError(
            f"clues: expected {fewest} or more, found {high}: with fewer clues, no puzzle of this "
            "board has a unique solution"
        )
    if low > board.layout.cell_count:
        raise ArgumentError(f"clues: expected up to {board.layout.cell_count}, found {low}")
    if pattern is not None and not low <= len(pattern) <= high:
        raise ArgumentError(f"clues: the pattern has {len(pattern)} cells, found {clues!r:.40}")
    _check_minimal("clues", low if pattern is None else len(pattern), board, minimal)
    counts = possible_counts(symmetry, board.layout.size)
    if not any(low <= count <= high for count in counts):
        below = max(count for count in counts if count < low)
        above = min(count for count in counts if count > high)
        raise ArgumentError(
            f"clues: the symmetry {symmetry} allows {below} or {above}, found {clues!r:.40}"
        )
    return max(low, fewest), min(high, board.layout.cell_count)


def _check_minimal(name: str, clues: int, board: Puzzle, minimal: Minimal) -> None:
    """Refuse more clues than a minimal puzzle can have, or than are known."""
    advice = "try minimal=False (--minimal no)"
    if minimal is not False and clues == board.layout.cell_count:
        raise ArgumentError(f"{name}: a full grid is not minimal; {advice}")
    most = _of_boxes(_MOST_MINIMAL, board)
    if minimal is True and most is not None and clues > most:
        raise ArgumentError(
            f"{name}: no minimal puzzle with more than {most} clues is known, "
            f"found {clues}; {advice}"
        )


def _read_pattern(pattern: Any, board: Puzzle, symmetry: str | None) -> tuple[int, ...]:
    layout, size = board.layout, board.layout.size
    if isinstance(pattern, str):
        signs = [sign for sign in pattern if not sign.isspace()]
        if len(signs) != layout.cell_count:
            raise ArgumentError(
                f"pattern: expected {layout.cell_count} signs, one per cell, found {len(signs)}"
            )
        cells = tuple(cell for cell, sign in enumerate(signs) if sign not in ".0-_")
    elif isinstance(pattern, Puzzle):
        cells = tuple(cell for cell, digit in enumerate(pattern.cells) if digit)
    else:
        try:
            cells = tuple(sorted({index(cell) for cell in pattern}))
        except TypeError:
            raise ArgumentError(
                "pattern: expected a text with a sign per cell ('.' for an empty one), or the "
                f"numbers of cells, found {pattern!r:.40}"
            ) from None
        if cells and not 0 <= cells[0] <= cells[-1] < layout.cell_count:
            wrong = cells[0] if cells[0] < 0 else cells[-1]
            raise ArgumentError(
                f"pattern: expected cells from 0 to {layout.cell_count - 1}, found {wrong}"
            )
    if symmetry is not None:
        numbers = orbits(symmetry, size)
        inside = {numbers[cell] for cell in cells}
        if sum(number in inside for number in numbers) != len(cells):
            raise ArgumentError(f"pattern: its cells do not have the symmetry {symmetry}")
    _check_lines(cells, board)
    return cells


def _check_lines(pattern: tuple[int, ...], board: Puzzle) -> None:
    """Refuse two empty lines that can be exchanged: every solution would have a twin."""
    layout, size = board.layout, board.layout.size
    if layout.regions is not None or board.rules:
        return
    filled = set(pattern)
    rows = [range(line * size, line * size + size) for line in range(size)]
    columns = [range(line, size * size, size) for line in range(size)]
    for word, width, lines in (
        ("row", layout.box_rows, rows),
        ("column", layout.box_cols, columns),
    ):
        empty = [number for number, line in enumerate(lines) if filled.isdisjoint(line)]
        for one, other in pairwise(empty):
            if one // width == other // width:
                raise ArgumentError(
                    f"pattern: expected a clue in {word} {one + 1} or {other + 1}: both are empty, "
                    "so they could be exchanged in any solution"
                )


def _read_solution(solution: PuzzleLike, board: Puzzle) -> bytes:
    grid = _parsed_solution(solution, board.layout)
    verdict = judge(grid, board)
    if not verdict:
        raise ArgumentError(f"solution: {verdict.problems[0]}")
    return bytes(grid.cells)


def _parsed_solution(solution: PuzzleLike, layout: Layout | None = None) -> Puzzle:
    try:
        return parse(solution, layout=layout)
    except (ParseError, RuleError) as error:
        raise ArgumentError(f"solution: {error}") from None
