"""Known boards and random boards, for all tests."""

from __future__ import annotations

import random

import pytest
from hypothesis import strategies as st

from nonet import Engine, Layout, Puzzle, Solution, all_engines
from nonet.engines.guest import GuestEngine

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EASY_SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LONG = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
"""Without a solution, which takes a million nodes to prove."""
SIX = "15..4.24..564....3.....463..2..2..31"
FOUR, OTHER = "...4..1.2.4..3..", "1..4..1.2.4..3.."
"""4x4 with a single solution, and the same with one more given."""
FOUR_SOLUTION = "1234341221434321"

JIGSAW = Puzzle.from_line(
    "..3.5.7...8.6....53.1..................1.83...........2.....4............9..7...8",
    Layout.of_regions(
        "ABCCCCDDDABBBCEDDDABBBCEFDDABCCCEFDFABAEEEFFFAAAEEEGGFHHHHIGGFFHHIHIIGGGHHIIIIIGG"
    ),
)
"""9x9 with irregular regions, and a single solution."""
JIGSAW_SOLUTION = (
    "123456789784619235351927846537894612972168354648235971265381497819742563496573128"
)
FIVE = Puzzle.from_line("....53.4.....5.2.........", Layout.of_regions("AABBBAAABBCCDEECDDDECCDEE"))
"""5x5 with irregular regions, and a single solution."""

LAYOUTS = [
    Layout(1, 1),
    Layout(1, 2),
    Layout(2, 2),
    Layout(2, 3),
    Layout(3, 2),
    Layout(2, 4),
    Layout(3, 3),
    Layout(2, 5),
    Layout(3, 4),
    Layout(4, 4),
    Layout(5, 5),
    Layout(5, 6),
    FIVE.layout,
    JIGSAW.layout,
]
SMALL = [Layout.of_size(size) for size in range(1, 10)]
LETTERED = [layout for layout in (*SMALL, *LAYOUTS) if layout.size <= 25]


GUESTS = [engine for engine in all_engines() if isinstance(engine, GuestEngine)]
"""The engines that need a package of an extra."""


def installed_engines() -> list[Engine]:
    return [engine for engine in all_engines() if not engine.install]


def skip_if_missing(engine: Engine) -> None:
    """Skip a test of an engine that lacks its package; .ci/run looks for these words."""
    if engine.install:
        pytest.skip(f"engine {engine.name} is not installed: {engine.install}")


def layouts() -> st.SearchStrategy[Layout]:
    return st.sampled_from(LAYOUTS)


@st.composite
def puzzles(draw: st.DrawFn, layout: Layout | None = None) -> Puzzle:
    """Any givens at all, clashing ones too."""
    layout = layout or draw(layouts())
    filled = draw(st.sets(st.integers(0, layout.cell_count - 1), max_size=60))
    cells = bytearray(layout.cell_count)
    for cell in sorted(filled):
        cells[cell] = draw(st.integers(1, layout.size))
    return Puzzle(bytes(cells), layout)


@st.composite
def twisted(draw: st.DrawFn, line: str) -> str:
    """A 9x9 line relabelled, its rows and columns shuffled within bands, perhaps transposed."""

    def order() -> list[int]:
        bands = draw(st.permutations(range(3)))
        return [band * 3 + i for band in bands for i in draw(st.permutations(range(3)))]

    rows, columns, labels = order(), order(), draw(st.permutations("123456789"))
    turned = draw(st.booleans())
    swap = str.maketrans("123456789", "".join(labels))
    cells = [line[c * 9 + r] if turned else line[r * 9 + c] for r in rows for c in columns]
    return "".join(cells).translate(swap)


def solved(layout: Layout) -> Solution:
    """Return a filled board: each row is the one above shifted by a box, each band by a cell."""
    size, rows, cols = layout.size, layout.box_rows, layout.box_cols
    return Solution(
        bytes(
            (row % rows * cols + row // rows + column) % size + 1
            for row in range(size)
            for column in range(size)
        ),
        layout,
    )


def half_empty(layout: Layout, seed: int = 1) -> Puzzle:
    """Return the same with about half of its cells."""
    source = random.Random(seed)
    return Puzzle(bytes(d * source.randrange(2) for d in solved(layout).cells), layout)


@st.composite
def any_puzzles(draw: st.DrawFn, layouts: list[Layout]) -> Puzzle:
    """Sparse, dense and full boards; the digits of the last two come from a seed."""
    layout = draw(st.sampled_from(layouts))
    share = draw(st.sampled_from([None, 0.5, 1]))
    if share is None:
        return draw(puzzles(layout))
    source = random.Random(draw(st.integers(0, 2**32)))
    cells = [
        source.randint(1, layout.size) if source.random() < share else 0
        for _ in range(layout.cell_count)
    ]
    return Puzzle(bytes(cells), layout)
