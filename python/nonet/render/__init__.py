"""Pictures of values, one way: text for a terminal, SVG for a page or a notebook."""

from nonet.core import hooks
from nonet.core.board import Board
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Result
from nonet.render.svg import render_svg
from nonet.render.text import render_text

__all__ = ["render_svg", "render_text"]

for _type in (Board, Puzzle, Result, Solution):
    hooks.register_svg(_type, render_svg)
