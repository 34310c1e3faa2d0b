"""Links to SudokuExchange: a classic puzzle after `?s=`.

That is 81 digits, 0 for an empty cell, or the short form of SudokuPad's `scf`: each symbol of
`0-9A-Za-x` is a digit and the empty cells after it. Dots and commas between digits, which some
programs add, are accepted. `d` from 1 to 4 is the difficulty. Any host is accepted, or none.

Example:
    https://sudokuexchange.com/play/?s=530070000600195000098000060800060003400803001700020006060000280000419005000080079
"""

from __future__ import annotations

import re

from nonet.core.errors import ArgumentError, counted
from nonet.core.layout import CLASSIC, Layout
from nonet.core.notes import Notes
from nonet.core.puzzle import NO_NOTES, Puzzle
from nonet.notations.sudokupad import RUNS, rolled
from nonet.text.links import find_link, read_link, unquoted

NAME = "sudokuexchange"
SUMMARY = "links to SudokuExchange, 9x9"
SUFFIXES: tuple[str, ...] = ()
HOLDS = frozenset({"level"})
LEVELS = ("easy", "medium", "hard", "diabolical")

_PAGE = "https://sudokuexchange.com/play/?s="
_SHORTEST = 14
"""The length of an empty board in the short form."""
_DIGITS = re.compile(r"[0-9A-Za-x.,]*")


def recognize(text: str) -> str | None:
    """Recognize `?s=` followed by a text as long as a puzzle."""
    link = find_link(text)
    if link is None or "s" not in link.query:
        return None
    return "a link with ?s=" if len(link.query["s"].text) >= _SHORTEST else None


def parse(text: str, *, layout: Layout | None = None, alphabet: str | None = None) -> Puzzle:
    """Read a link."""
    link = read_link(text)
    if "s" not in link.query:
        raise link.whole.error("a link with ?s=", "none")
    board = link.value("s")
    if layout not in (None, CLASSIC):
        raise board.error(str(layout), str(CLASSIC))
    symbols = unquoted(board.text).strip()
    known = _DIGITS.match(symbols)
    if known and known.end() < len(symbols):
        place = board._replace(column=board.column + known.end())
        raise place.error("a digit or a symbol of 0-9A-Za-x", repr(symbols[known.end()]))
    symbols = symbols.replace(",", "").replace(".", "0")
    numbers = [RUNS.index(symbol) for symbol in symbols[:82]]
    cells = b"".join(bytes([number % 10, *bytes(number // 10)]) for number in numbers)
    if len(cells) != CLASSIC.cell_count:
        found = counted(len(symbols), "symbols")
        found += f", {counted(len(cells), 'cells')}" if cells else ""
        raise board.error("81 digits, or the short form", found)
    level = link.query["d"].text if "d" in link.query else ""
    is_known = level in ("1", "2", "3", "4")
    notes = Notes(level=LEVELS[int(level) - 1]) if is_known else NO_NOTES
    return Puzzle(cells, CLASSIC, NAME, notes)


def format(puzzle: Puzzle, *, short: bool = False) -> str:
    """Write a link that opens the puzzle; the level is kept if the site has that level."""
    if puzzle.layout != CLASSIC:
        raise ArgumentError(f"SudokuExchange supports only {CLASSIC}; found {puzzle.layout}")
    cells = rolled(puzzle.cells) if short else "".join(map(str, puzzle.cells))
    level = puzzle.notes.level
    number = f"&d={LEVELS.index(level) + 1}" if level in LEVELS else ""
    return f"{_PAGE}{cells}{number}"
