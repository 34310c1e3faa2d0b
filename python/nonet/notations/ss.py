"""A Simple Sudoku file: the givens in a frame, then the moves.

Below the grid, there is a line for every placed digit, `I` with the cell as two digits, 00 to 80,
and the digit (`I104` puts 4 into r2c2), and one for every deleted candidate, `E` with the cell and
the candidate as three digits (`E10004`). Deleted candidates become pencil marks: what the digits
leave, without them. Candidates that follow from the digits are not written. 9x9 only.

Example:
    *-----------*
    |53.|.7.|...|
    |6..|195|...|
    |.98|...|.6.|
    |---+---+---|
    |8..|.6.|..3|
    |4..|8.3|..1|
    |7..|.2.|..6|
    |---+---+---|
    |.6.|...|28.|
    |...|419|..5|
    |...|.8.|.79|
    *-----------*
    I405
    E02001
"""

from __future__ import annotations

import re
from operator import or_

from nonet.core.errors import ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.notes import Notes
from nonet.core.puzzle import Puzzle
from nonet.notations import grid
from nonet.text.position import (
    check_classic,
    deleted_candidates,
    pencil_marks_without,
    plain_cells,
    position_of,
    require_classic,
)

NAME = "ss"
SUMMARY = "Simple Sudoku file: givens, placed digits, deleted candidates"
SUFFIXES = (".ss",)
HOLDS = frozenset({"placed", "pencil_marks"})

_MOVE = re.compile(r"I(?P<cell>\d\d)(?P<digit>\d)|E(?P<at>\d\d)(?P<candidate>\d{3})", re.ASCII)
_MOVES = re.compile(r"^[IE]\d{3,5}[ \t]*$", re.MULTILINE | re.ASCII)
_LONGEST = 1 << 16
_FRAME = " *-----------*"
_RULE = " |---+---+---|"
_DROPPED = str.maketrans("", "", " \t|")


def recognize(text: str) -> str | None:
    """Recognize a frame of stars and dashes and the lines below it."""
    if "--" in text and len(text) <= _LONGEST and (move := _MOVES.search(text)):
        return f"a frame and lines such as {move[0].strip()}"
    return None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read a grid and the moves below it."""
    check_classic(layout, NAME)
    if len(text) > _LONGEST:
        raise ParseError(f"at most {_LONGEST} symbols", f"{len(text)}", line=1, column=1)
    lines = text.split("\n")
    first = next((i for i, line in enumerate(lines) if line.lstrip()[:1] in ("I", "E")), len(lines))
    cells = framed_cells(lines[:first], 1, alphabet)
    placed = bytearray(len(cells))
    deleted: list[tuple[int, int]] = []
    for number, line in enumerate(lines[first:], start=first + 1):
        if line and not line.isspace():
            _read_move(line, number, cells, placed, deleted)
    entered = bytes(placed) if any(placed) else None
    pencil_marks = None
    if deleted:
        pencil_marks = pencil_marks_without(bytes(map(or_, cells, placed)), CLASSIC, deleted)
    if entered is None and pencil_marks is None:
        return Puzzle(cells, CLASSIC, NAME)
    return Puzzle(cells, CLASSIC, NAME, Notes(placed=entered, pencil_marks=pencil_marks))


def framed_cells(lines: list[str], number: int, alphabet: str | None = None) -> bytes:
    """Read the rows of a framed 9x9 grid; `number` is the line number of the first row."""
    rows = [row for line in lines if "--" not in line and (row := line.translate(_DROPPED))]
    if alphabet is None and list(map(len, rows)) == [CLASSIC.size] * CLASSIC.size:
        cells = plain_cells("".join(rows), CLASSIC.size)
        if cells is not None:
            return cells
    text = "\n" * (number - 1) + "\n".join(lines)
    return grid.parse(text, layout=CLASSIC, alphabet=alphabet).cells


def _read_move(
    line: str, number: int, cells: bytes, placed: bytearray, deleted: list[tuple[int, int]]
) -> None:
    """Read a line below the grid, and store the digit or candidate that it names."""
    column = len(line) - len(line.lstrip()) + 1
    match = _MOVE.fullmatch(line.strip())
    if not match:
        expected = "I and three digits or E and five, such as I405 or E40005"
        raise ParseError(expected, repr(line.strip()[:20]), line=number, column=column)
    cell = int(match["cell"] or match["at"])
    digit = int(match["digit"] or match["candidate"])
    if cell >= CLASSIC.cell_count:
        raise ParseError("a cell 00-80", repr(f"{cell}"), line=number, column=column + 1)
    if not 1 <= digit <= CLASSIC.size:
        raise ParseError("a digit 1-9", repr(f"{digit}"), line=number, column=column + 3)
    if match["at"]:
        deleted.append((cell, digit))
    elif cells[cell] or placed[cell]:
        found = f"{'a given' if cells[cell] else 'another digit'} already there"
        raise ParseError("a cell that is empty", found, line=number, column=column + 1)
    else:
        placed[cell] = digit


def format(puzzle: Puzzle) -> str:
    """Write the grid, then the placed digits and the removed candidates."""
    require_classic(puzzle, NAME)
    position = position_of(puzzle)
    lines = framed_grid(puzzle.cells)
    placed = position.placed or b""
    lines += [f"I{cell:02}{digit}" for cell, digit in enumerate(placed) if digit]
    deleted = deleted_candidates(position, CLASSIC, NAME)
    lines += [f"E{cell:02}{digit:03}" for cell, digit in deleted]
    return "\n".join(lines) + "\n"


_SIGNS = bytes.maketrans(bytes(range(10)), b".123456789")


def framed_grid(cells: bytes) -> list[str]:
    """Return the lines of a 9x9 board as Simple Sudoku draws it."""
    text = cells.translate(_SIGNS).decode()
    lines = [_FRAME]
    for start in range(0, len(text), 9):
        if start in (27, 54):
            lines.append(_RULE)
        boxes = (text[i : i + 3] for i in range(start, start + 9, 3))
        lines.append(f" |{'|'.join(boxes)}|")
    return [*lines, _FRAME]
