"""The gallery: six prepared comparisons, each with what to look for.

The boards come from the lab's corpora, and were chosen because they illustrate textbook claims.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

from nonet.files.safely import replaced
from nonet.lab.method import Method
from nonet.lab.strategy import Strategy
from nonet.lab.watching.page import style
from nonet.lab.watching.watch import Watch, watch


@dataclass(frozen=True, slots=True)
class Comparison:
    """Strategies on a board, two sentences on what to look for, and a moment that shows it."""

    name: str
    title: str
    about: str
    strategies: tuple[Method | str, ...]
    puzzle: str
    at: tuple[int, ...]
    """How many events have happened in each search at that moment."""
    limit: int = 1

    def watch(self) -> Watch:
        """Trace the strategies."""
        return watch(
            self.strategies, self.puzzle, limit=self.limit, title=self.title, about=self.about
        )

    @property
    def address(self) -> str:
        """The end of the page's address that opens it at this moment."""
        return f"#at={','.join(map(str, self.at))}&linked=0"

    @property
    def command(self) -> str | None:
        """The command that makes the same page, if all strategies have names."""
        if not all(isinstance(strategy, str) for strategy in self.strategies):
            return None
        names = " ".join(f"-s {strategy}" for strategy in self.strategies)
        limit = f" --limit {self.limit}" if self.limit > 1 else ""
        return f"nonet lab watch {self.puzzle} {names}{limit} -o {self.name}.html"


_CHRONOLOGICAL = Strategy(
    name="chronological",
    about="forward checking, row by row",
    inference="forward",
    givens="checked",
    select="first",
)

GALLERY: tuple[Comparison, ...] = (
    Comparison(
        "forward-checking",
        "Forward checking sees a dead end early",
        "After one value, forward checking knows that r3c1 has no candidate left; plain "
        "backtracking places three more before it reaches a cell that takes none. Press l to run "
        "the searches independently, then d in each, and compare the depth of the trees.",
        ("backtracking", "forward-checking"),
        "76...19....3.657...2149..68.541....66.7.84.5.9.2.5..1..7.23.....4..18639....46...",
        (9, 4),
    ),
    Comparison(
        "cells",
        "Choosing cells well saves the most",
        "Both use forward checking, but the first picks cells row by row and hits 330 dead ends, "
        "while the second picks the cell with the fewest values and hits only one. Run them in "
        "step: the second board is full before the first search has left its first rows.",
        ("forward-checking", "forward-mrv"),
        "24....5.85..8.....6..42..9..73.....4.....1...9.82....3..4..8.75.....943..........",
        (192, 192),
    ),
    Comparison(
        "values",
        "The order of values changes the path, not the tree",
        "Trying the least constraining value first finds the solution without a dead end; "
        "ascending order hits thirteen. Go to the end, where both have proved that there is no "
        "other: the trees have the same 201 nodes and the same dead ends, in a different order.",
        ("mrv-mcv", "mrv-mcv-lcv"),
        "...6...247......6986..2.1..281.....3..6.48.1.....3..9.1..3.....638....4.52.1...8.",
        (138, 138),
        limit=2,
    ),
    Comparison(
        "breadth-first",
        "Breadth-first search drowns",
        "Depth-first search follows one path and finds the solution after 80 nodes, with at most "
        "5 waiting; breadth-first search keeps every level, up to 98 nodes, and generates 1,905 "
        "before it reaches the last one. Watch the largest frontier, and how the tree widens.",
        ("forward-mrv", "breadth-first-dynamic"),
        "8.67........9.3...2.7.....33..1....6..9.5281..........7634.1...4....8....1..7....",
        (233, 2400),
    ),
    Comparison(
        "inference",
        "Inference instead of search",
        "If singles are filled in at once, the board takes three guesses, one of them wrong; "
        "without them, the same rule for cells needs 1,357 nodes and 102 dead ends. Step by value "
        "tried, and see how much of the second board is filled between two values.",
        ("forward-mrv", "singles"),
        "5.2....6...3..1..8.9.2...........3.9.24.39..17...5.....47....2.........6.5..2..3.",
        (182, 90),
    ),
    Comparison(
        "backjumping",
        "Backjumping returns to the cause",
        "At a dead end, chronological backtracking changes the previous value, even if that has "
        "nothing to do with the dead end; backjumping skips several levels at once, up to a cell "
        "that does. The two are the same at first; in the end, backjumping has generated 375 "
        "nodes, and chronological backtracking 722.",
        (
            _CHRONOLOGICAL,
            replace(
                _CHRONOLOGICAL,
                name="backjumping-rows",
                about="forward checking, row by row, jumping back to the cause of a dead end",
                frontier="backjumping",
            ),
        ),
        ".....8932.8...9.....26......1.2....92.6...1.7....6.2....1.4......3.7....6.7..3..4",
        (600, 600),
    ),
)
"""The six comparisons."""


def write_gallery(
    folder: str | os.PathLike[str], progress: Callable[[str], None] | None = None
) -> list[Path]:
    """Write every comparison as a page, and an index page; return the files."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / "index.html"]
    for comparison in GALLERY:
        if progress:
            progress(comparison.title)
        page = folder / f"{comparison.name}.html"
        comparison.watch().write(page)
        written.append(page)
    with replaced(written[0]) as place:
        Path(place).write_text(_index(), encoding="utf-8")
    return written


def _index() -> str:
    items = "".join(
        f'<li><a href="{page.name}.html">{escape(page.title)}</a> '
        f'(<a href="{escape(page.name + ".html" + page.address)}">a moment in it</a>)'
        f"<p>{escape(page.about)}</p></li>\n"
        for page in GALLERY
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>Searches to watch</title>\n<link rel="icon" href="data:,">\n'
        f"<style>\n{style()}</style>\n</head>\n<body>\n"
        f'<main class="gallery">\n<h1>Searches to watch</h1>\n<ol>\n{items}</ol>\n</main>\n'
        "</body>\n</html>\n"
    )
