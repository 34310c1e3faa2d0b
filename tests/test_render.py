"""Pictures: golden files, and what must be in them whatever they look like.

After looking at a changed picture, NONET_UPDATE_GOLDEN=1 pytest tests/test_render.py keeps it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given

import nonet
from boards import EASY, SIX, puzzles
from nonet import Board, Layout, Puzzle
from nonet.render.picture import Drawable

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"

SIXTEEN = Puzzle(bytes(range(1, 17)) + bytes(240), Layout(4, 4))
THIRTY = Puzzle(bytes(range(1, 31)) + bytes(870), Layout(5, 6))
PICTURES: dict[str, tuple[Drawable, dict[str, object]]] = {
    "puzzle.txt": (Puzzle.from_line(EASY), {}),
    "puzzle-ascii.txt": (Puzzle.from_line(EASY), {"unicode": False}),
    "result-color.txt": (nonet.solve(EASY), {"color": True}),
    "candidates.txt": (Board.of(nonet.parse(SIX)), {"candidates": True}),
    "sixteen.txt": (SIXTEEN, {}),
    "thirty.txt": (THIRTY, {"unicode": False}),
    "result.svg": (nonet.solve(EASY), {}),
    "result-dark.svg": (nonet.solve(EASY), {"theme": "dark"}),
    "candidates.svg": (Board.of(nonet.parse(EASY)), {"theme": "light"}),
    "six.svg": (nonet.solve(SIX), {"theme": "light"}),
    "sixteen.svg": (Board.of(SIXTEEN), {"theme": "light"}),
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
        text = nonet.render_text(puzzle, unicode=unicode)
        alphabet = None if puzzle.layout.size <= 9 else next(iter(_alphabets(puzzle)))
        again = nonet.parse(text, layout=puzzle.layout, notation="grid", alphabet=alphabet)
        assert again == puzzle


def _alphabets(puzzle: Puzzle) -> dict[str, str]:
    from nonet.formats.symbols import alphabets

    return alphabets(puzzle.layout.size)


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
