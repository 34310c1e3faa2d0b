"""What Simple Sudoku copies to the clipboard: one to three framed grids.

First the givens; then, if there are placed digits, the givens with those; then, if there are pencil
marks, a grid of candidates, in which a filled cell is its digit. A line below the last grid names
the program and its version, and is kept as a detail. The grids of digits have no spaces between
cells, but the grid of candidates does, so a single candidate is never mistaken for a digit. An
empty cell without candidates is a dot there. 9x9 only.

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
    Simple Sudoku 4.2
"""

from __future__ import annotations

from operator import or_
from typing import NamedTuple

from nonet.core.digits import digits_of
from nonet.core.errors import ParseError
from nonet.core.layout import CLASSIC, Layout
from nonet.core.lookup import Lookup
from nonet.core.notes import Notes
from nonet.core.puzzle import Puzzle
from nonet.notations.pencil_marks import group_at, read_groups, read_plain, split_cells
from nonet.notations.ss import framed_cells, framed_grid
from nonet.text.comments import folded
from nonet.text.position import (
    PencilMarks,
    check_classic,
    check_givens,
    position_of,
    require_classic,
)
from nonet.text.symbols import chosen_symbols

NAME = "simple-sudoku"
SUMMARY = "Simple Sudoku's clipboard: givens, progress and candidates in frames"
SUFFIXES: tuple[str, ...] = ()
HOLDS = frozenset({"placed", "pencil_marks", "details"})
DETAILS = frozenset({"version"})

_TEXTS = Lookup[tuple[int, ...], str](lambda digits: "".join(map(str, digits)) or ".")
_LONGEST = 1 << 16
_PROGRAM = "Simple Sudoku"
_MOST = 3


class Block(NamedTuple):
    """A framed grid: its rows, and the line number of the first."""

    number: int
    lines: list[str]

    @property
    def is_pencil_marks(self) -> bool:
        """True if there are blanks between its cells."""
        spaced = (line for line in self.lines if " " in line.strip())
        return any(len(line.replace("|", " ").split()) == CLASSIC.size for line in spaced)


def _is_edge(line: str) -> bool:
    """Return whether a line is the first or the last one of a frame."""
    if "*" not in line:
        return False
    bare = line.strip()
    return len(bare) > 2 and bare[0] == bare[-1] == "*" and not bare.strip("*-")


def recognize(text: str) -> str | None:
    """Recognize several frames of stars and dashes, or the program's name."""
    if "*-" not in text or len(text) > _LONGEST:
        return None
    edges = sum(map(_is_edge, text.split("\n")))
    if edges >= 4:
        return f"{edges // 2} frames of stars and dashes"
    return "a frame and the program's name" if edges == 2 and _PROGRAM in text else None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read the grids of the clipboard."""
    check_classic(layout, NAME)
    if alphabet is not None:
        chosen_symbols(CLASSIC.size, alphabet=alphabet)
    if len(text) > _LONGEST:
        raise ParseError(f"at most {_LONGEST} symbols", f"{len(text)}", line=1, column=1)
    blocks, version = _split(text)
    cells = framed_cells(blocks[0].lines, blocks[0].number)
    placed = pencil_marks = None
    for block in blocks[1:]:
        is_pencil_marks = block.is_pencil_marks
        if pencil_marks is not None or (placed is not None and not is_pencil_marks):
            expected = "givens, then progress, then candidates"
            raise ParseError(expected, "one more grid", line=block.number, column=1)
        if is_pencil_marks:
            pencil_marks = _pencil_marks(block, cells, placed or bytes(len(cells)))
        else:
            placed = _placed(block, cells)
    entered = placed if placed and any(placed) else None
    details = (("version", version),) if version else ()
    return Puzzle(
        cells, CLASSIC, NAME, Notes(placed=entered, pencil_marks=pencil_marks, details=details)
    )


def _split(text: str) -> tuple[list[Block], str | None]:
    """Return the grids and the line below them."""
    blocks: list[Block] = []
    inside: Block | None = None
    version = None
    for number, line in enumerate(text.split("\n"), start=1):
        if _is_edge(line):
            if inside:
                blocks.append(inside)
            inside = None if inside else Block(number + 1, [])
        elif inside:
            inside.lines.append(line)
        elif bare := line.strip():
            if not blocks or version:
                expected = "the top of a frame, *---*" if not blocks else "nothing more"
                raise ParseError(expected, repr(bare[:20]), line=number, column=1)
            version = bare
        if version and inside:
            raise ParseError("nothing below the version", "a grid", line=number, column=1)
    if inside or not blocks or len(blocks) > _MOST:
        found = f"{len(blocks)} grids" if len(blocks) > _MOST else "none"
        expected = "at most three grids" if len(blocks) > _MOST else "the bottom of a frame, *---*"
        raise ParseError(expected, found, line=number, column=1)
    return blocks, version


def _placed(block: Block, cells: bytes) -> bytes:
    """Read the grid with progress; return the digits that are not given."""
    filled = framed_cells(block.lines, block.number)
    check_givens(Puzzle(cells), filled, block.lines, block.number)
    return bytes([0 if given else digit for given, digit in zip(cells, filled, strict=True)])


def _pencil_marks(block: Block, cells: bytes, placed: bytes) -> PencilMarks:
    """Read the grid of candidates; a filled cell must have its digit alone."""
    lines = [""] * (block.number - 1) + block.lines
    if plain := read_plain(lines, CLASSIC):
        masks, signs, markup = plain[0]
    else:
        groups, _ = split_cells(lines, CLASSIC)
        masks, signs, markup = read_groups(groups, lines, chosen_symbols(CLASSIC.size))
    signed = [*markup, *(cell for cell, sign in enumerate(signs) if sign)]
    filled = bytes(map(or_, cells, placed))
    known = [1 << (digit - 1) if digit else mask for digit, mask in zip(filled, masks, strict=True)]
    wrong = [cell for cell, mask in enumerate(masks) if mask and mask != known[cell]]
    if wrong or signed:
        cell = min([*wrong, *signed])
        expected = f"the digit {filled[cell]}" if filled[cell] else "candidates without a sign"
        raise group_at(lines, cell).error(expected)
    pairs = zip(filled, masks, strict=True)
    return tuple([() if digit else digits_of(mask) for digit, mask in pairs])


def format(puzzle: Puzzle) -> str:
    """Write the givens, then progress and candidates if the puzzle has them."""
    require_classic(puzzle, NAME)
    position = position_of(puzzle)
    parts = [framed_grid(puzzle.cells)]
    if position.placed:
        parts.append(framed_grid(position.filled))
    if position.pencil_marks is not None:
        parts.append(_framed_pencil_marks(position.filled, position.pencil_marks))
    if version := folded(dict(puzzle.notes.details).get("version")):
        parts.append([f" {version}"])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _framed_pencil_marks(filled: bytes, pencil_marks: PencilMarks) -> list[str]:
    pairs = zip(filled, map(_TEXTS.__getitem__, pencil_marks), strict=True)
    texts = [str(digit) if digit else text for digit, text in pairs]
    width = max(map(len, texts)) + 1
    box = 3 * width + 1
    lines = [f" *{'-' * (3 * box + 2)}*"]
    for start in range(0, len(texts), 9):
        if start in (27, 54):
            lines.append(f" |{'+'.join(['-' * box] * 3)}|")
        row = [text.ljust(width) for text in texts[start : start + 9]]
        lines.append(f" |{'|'.join(' ' + ''.join(row[i : i + 3]) for i in (0, 3, 6))}|")
    return [*lines, lines[0]]
