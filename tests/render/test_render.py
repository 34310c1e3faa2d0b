"""Pictures: golden files, and what must be in them whatever they look like.

After looking at a changed picture, keep it:
NONET_UPDATE_GOLDEN=1 pytest tests/render/test_render.py
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonet
from boards import EASY, FIVE, JIGSAW, SIX, half_empty, puzzles, solved
from nonet import Board, Layout, Puzzle, Result, Stats, Status
from nonet.render.picture import Drawable, Picture, picture_of

GOLDEN = Path(__file__).parents[1] / "golden"
SVG = "{http://www.w3.org/2000/svg}"

SIXTEEN = Puzzle(bytes(range(1, 17)) + bytes(240), Layout(4, 4))
THIRTY = Puzzle(bytes(range(1, 31)) + bytes(870), Layout(5, 6))
PICTURES: dict[str, tuple[Drawable, dict[str, object]]] = {
    "puzzle.txt": (Puzzle.from_line(EASY), {}),
    "puzzle-ascii.txt": (Puzzle.from_line(EASY), {"unicode": False}),
    "result-color.txt": (nonet.solve(EASY), {"color": True}),
    "candidates.txt": (Board.of(nonet.parse(SIX)), {"candidates": True}),
    "sixteen.txt": (SIXTEEN, {}),
    "sixteen-numbers.txt": (SIXTEEN, {"symbols": "numbers"}),
    "sixteen-pages.txt": (SIXTEEN, {"symbols": "numbers", "width": 40}),
    "thirty.txt": (THIRTY, {"unicode": False}),
    "thirty-pages.txt": (THIRTY, {"width": 80}),
    "jigsaw.txt": (nonet.solve(JIGSAW), {}),
    "jigsaw-ascii.txt": (JIGSAW, {"unicode": False}),
    "jigsaw-pages.txt": (JIGSAW, {"width": 24}),
    "result.svg": (nonet.solve(EASY), {}),
    "result-dark.svg": (nonet.solve(EASY), {"theme": "dark"}),
    "candidates.svg": (Board.of(nonet.parse(EASY)), {"theme": "light"}),
    "six.svg": (nonet.solve(SIX), {"theme": "light"}),
    "six-tall.svg": (solved(Layout(3, 2)), {"theme": "light"}),
    "sixteen.svg": (Board.of(SIXTEEN), {"theme": "light"}),
    "sixteen-letters.svg": (SIXTEEN, {"theme": "light", "symbols": "A-P"}),
    "jigsaw.svg": (nonet.solve(JIGSAW), {"theme": "light"}),
    "jigsaw-candidates.svg": (Board.of(FIVE), {"theme": "light"}),
}


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str) -> None:
    value, options = PICTURES[name]
    draw = nonet.render_svg if name.endswith(".svg") else nonet.render_text
    picture = draw(value, **options) + "\n"  # type: ignore[operator]
    path = GOLDEN / name
    if os.environ.get("NONET_UPDATE_GOLDEN"):
        path.write_text(picture, encoding="utf-8")
    assert picture == path.read_text(encoding="utf-8")


@given(puzzles())
def test_text_can_be_read_back(puzzle: Puzzle) -> None:
    if puzzle.layout.size > 25:
        return
    for unicode in (True, False):
        text = nonet.render_text(unmarked(puzzle), unicode=unicode)
        alphabet = None if puzzle.layout.size <= 9 else next(iter(_alphabets(puzzle)))
        again = nonet.parse(text, layout=puzzle.layout, notation="grid", alphabet=alphabet)
        assert again == puzzle


def unmarked(puzzle: Puzzle, symbols: str | None = None) -> Picture:
    """The digits alone: clashing ones would be marked."""
    return replace(picture_of(puzzle, symbols=symbols), marks=(), sentences=())


def _alphabets(puzzle: Puzzle) -> dict[str, str]:
    from nonet.text.symbols import alphabets

    return alphabets(puzzle.layout.size)


@given(puzzles(), st.integers(1, 100), st.booleans())
def test_pages_have_every_cell_once_and_keep_to_the_width(
    puzzle: Puzzle, width: int, unicode: bool
) -> None:
    picture = unmarked(puzzle, "numbers")
    text = nonet.render_text(picture, width=width, unicode=unicode)
    whole = nonet.render_text(picture, unicode=unicode)
    size = puzzle.layout.size
    if size == 1 or whole.index("\n") <= width:
        assert text == whole
        return
    rows: list[list[str]] = [[] for _ in range(size)]
    for block in text.split("\n\n"):
        heading, *lines = block.split("\n")
        first, last = _numbers(heading)[0], _numbers(heading)[-1]
        assert int(first) == len(rows[0]) + 1
        for row, *cells in filter(None, map(_numbers, lines)):
            rows[int(row) - 1] += cells
        assert len(rows[0]) == int(last)
        one_column = len(str(size)) * 2 + len("  |  |")
        assert max(map(len, lines)) <= max(width, one_column)
    assert rows == [[str(digit or ".") for digit in row] for row in puzzle.rows()]


def _numbers(line: str) -> list[str]:
    return re.findall(r"\d+|\.", line)


def test_pages_are_cut_between_boxes() -> None:
    text = nonet.render_text(half_empty(Layout(6, 6)), width=80)
    assert re.findall("columns .*", text) == ["columns 1-18", "columns 19-36"]
    assert nonet.render_text(half_empty(Layout(6, 6)), width=121) == nonet.render_text(
        half_empty(Layout(6, 6))
    )
    hundred = nonet.render_text(solved(Layout(10, 10)), width=100)
    assert re.findall("columns .*", hundred) == [
        f"columns {start}-{start + 19}" for start in range(1, 100, 20)
    ]
    narrow = nonet.render_text(solved(Layout(10, 10)), width=30)
    assert re.findall("columns .*", narrow)[:3] == ["columns 1-5", "columns 6-10", "columns 11-15"]


@pytest.mark.parametrize("draw", [nonet.render_text, nonet.render_svg])
def test_symbols_are_those_of_the_size_or_numbers(draw: Callable[..., str]) -> None:
    assert "A" in draw(SIXTEEN) and "P" not in draw(SIXTEEN).replace("Path", "")
    assert "16" in draw(SIXTEEN, symbols="numbers")
    with pytest.raises(nonet.ArgumentError, match="1-9A-G or 0-9A-F or A-P or numbers for 16x16"):
        draw(SIXTEEN, symbols="A-Y")
    with pytest.raises(nonet.ArgumentError, match="expected the symbols numbers for 30x30"):
        draw(THIRTY, symbols="A-P")


def test_a_width_is_a_number_of_columns() -> None:
    for width in (0, -1, "80"):
        with pytest.raises(nonet.ArgumentError, match="width"):
            nonet.render_text(SIXTEEN, width=width)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("layout", "most"), [(Layout(5, 5), 40_000), (Layout(6, 6), 80_000), (Layout(10, 10), 500_000)]
)
def test_pictures_of_large_boards_are_small_files_and_legible(layout: Layout, most: int) -> None:
    result = Result(
        half_empty(layout), Status.UNIQUE, (solved(layout),), "reference", Stats(seconds=0.0)
    )
    svg = nonet.render_svg(result)
    assert len(svg) < most
    picture = ElementTree.fromstring(svg)
    assert float(picture.get("width", "")) >= 20 * layout.size
    drawn = classes(svg)
    assert drawn.count("given") + drawn.count("filled") == layout.cell_count


def test_candidates_of_large_boards_are_drawn_only_when_asked_for() -> None:
    board = Board.of(THIRTY)
    assert "candidate" not in classes(nonet.render_svg(board))
    assert "candidate" in classes(nonet.render_svg(board, candidates=True))


def test_thick_lines_are_the_borders_of_regions() -> None:
    """Every border between two regions is in the path of thick lines, and nothing else."""
    svg = ElementTree.fromstring(nonet.render_svg(FIVE))
    (thick,) = [p.get("d", "") for p in svg.iter(f"{SVG}path") if p.get("class") == "thick"]
    drawn = set()
    for x, y, way, length in re.findall(r"M(\d+) (\d+)([vh])(\d+)(?=M|$)", thick):
        column, row, cells = (int(x) - 4) // 40, (int(y) - 4) // 40, int(length) // 40
        for step in range(cells):
            at = (row + step, column) if way == "v" else (row, column + step)
            other = (at[0], at[1] - 1) if way == "v" else (at[0] - 1, at[1])
            drawn.add((other, at))
    regions = [FIVE.layout.box_of(cell) for cell in range(25)]
    expected = {
        ((row, column), (row + down, column + 1 - down))
        for row in range(5)
        for column in range(5)
        for down in (0, 1)
        if max(row + down, column + 1 - down) < 5
        and regions[row * 5 + column] != regions[(row + down) * 5 + column + 1 - down]
    }
    assert drawn == expected


def classes(svg: str) -> list[str]:
    return [text.get("class", "") for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_svg_tells_givens_from_filled_digits_and_candidates() -> None:
    result = nonet.solve(EASY)
    drawn = classes(nonet.render_svg(result))
    assert (drawn.count("given"), drawn.count("filled")) == (30, 51)
    board = Board.of(nonet.parse(EASY))
    expected = sum(len(board.candidates(cell)) for cell in range(81))
    assert classes(nonet.render_svg(board)).count("candidate") == expected
    assert "candidate" not in classes(nonet.render_svg(board, candidates=False))
    assert classes(nonet.render_svg(board.puzzle, candidates=True)).count("candidate") == expected


def test_svg_is_labelled_and_has_both_themes() -> None:
    auto = nonet.render_svg(nonet.parse(EASY))
    assert 'role="img"' in auto and "30 givens, 0 filled" in auto
    assert "prefers-color-scheme: dark" in auto
    assert "prefers-color-scheme" not in nonet.render_svg(nonet.parse(EASY), theme="dark")
    with pytest.raises(nonet.ArgumentError, match="theme"):
        nonet.render_svg(nonet.parse(EASY), theme="pink")
    with pytest.raises(nonet.ArgumentError, match="expected a puzzle"):
        nonet.render_text("53..")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "expression",
    [
        "nonet.parse('.' * 16)",
        "nonet.solve('.' * 16)",
        "nonet.Board.of(nonet.parse('.' * 16))",
        "nonet.solve('.' * 16).solution",
        "nonet.Puzzle(bytes(81))",
    ],
)
def test_values_draw_themselves_in_a_notebook(expression: str) -> None:
    probe = f"import nonet; print({expression}._repr_svg_()[:4])"
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "<svg"
