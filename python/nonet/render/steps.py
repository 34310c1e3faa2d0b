"""One step on its board as a picture: candidates, marks, arrows, and a legend that names them.

`step_picture` is for everything that shows a step; `render_step` is the same as SVG. Both take the
words from outside, so that any language will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from nonet.core.board import Board
from nonet.core.step import Mark, Step
from nonet.render.picture import Picture, picture_of
from nonet.render.svg import render_svg
from nonet.render.svg_legend import LABELS, entries_of

__all__ = ["LABELS", "render_step", "step_picture"]


def step_picture(
    board: Board,
    step: Step | Iterable[Mark],
    *,
    sentences: Iterable[str] = (),
    labels: Mapping[str, str] = LABELS,
    symbols: str | None = None,
) -> Picture:
    """Return the picture of a step on the board where it applies; a notebook shows it as SVG.

    Marks alone will do, for what shows less than a step.

    `sentences` are written below it and read by screen readers; `labels` are the words of the
    legend.

    >>> import nonet
    >>> board = nonet.Board.of(nonet.parse("...4..1.2.4..3.."))
    >>> picture = step_picture(board, nonet.find_steps(board)[0])
    >>> [words for _, words in picture.legend]
    ['placed', 'the cause']
    """
    picture = picture_of(board, candidates=True, marks=step, symbols=symbols)
    legend = tuple((name, labels.get(name, LABELS[name])) for name in entries_of(picture))
    return replace(picture, legend=legend, sentences=(*picture.sentences, *sentences))


def render_step(
    board: Board,
    step: Step,
    *,
    theme: str = "auto",
    sentences: Iterable[str] = (),
    labels: Mapping[str, str] = LABELS,
    symbols: str | None = None,
) -> str:
    """Draw a step on its board as SVG; `theme` is "auto", "light" or "dark"."""
    picture = step_picture(board, step, sentences=sentences, labels=labels, symbols=symbols)
    return render_svg(picture, theme=theme)
