"""A board for the terminal, in box-drawing characters or plain ASCII, with or without colour."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.core.errors import ArgumentError
from nonet.formats.borders import ASCII, UNICODE, cut_columns, draw_frame
from nonet.render.picture import Drawable, Picture, picture_of

_BOLD, _FILLED, _DIM, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[0m"


def render_text(
    value: Drawable,
    *,
    unicode: bool = True,
    color: bool = False,
    candidates: bool = False,
    symbols: str | None = None,
    width: int | None = None,
) -> str:
    """Draw a puzzle, board, solution or result; givens are bold where there is colour.

    `symbols` is "numbers" or an alphabet such as "A-P"; if not given, letters follow 9 up to
    25x25, and larger boards have numbers. A board wider than `width` is drawn in blocks of
    columns, each with a heading and the numbers of its rows.

    >>> from nonet.core.puzzle import Puzzle
    >>> from nonet.core.layout import Layout
    >>> puzzle = Puzzle.from_line("1..4..1.2.4..3..", Layout(2, 2))
    >>> print(render_text(puzzle, unicode=False))
    +-----+-----+
    | 1 . | . 4 |
    | . . | 1 . |
    +-----+-----+
    | 2 . | 4 . |
    | . 3 | . . |
    +-----+-----+
    """
    if width is not None and (not isinstance(width, int) or width < 1):
        raise ArgumentError(f"width: expected an integer of 1 or more, found {width!r}")
    picture = picture_of(value, candidates=candidates, symbols=symbols)
    size = picture.layout.size
    texts = [_cell_text(picture, cell) for cell in range(picture.layout.cell_count)]
    widths = [max(map(len, texts[column::size])) for column in range(size)]
    if not candidates:
        widths = [max(widths)] * size
    texts = [text.rjust(widths[cell % size]) for cell, text in enumerate(texts)]
    if color:
        texts = [_paint(picture, cell, text) for cell, text in enumerate(texts)]
    signs = UNICODE if unicode else ASCII
    blocks = cut_columns(widths, picture.layout, width) if width else []
    if len(blocks) <= 1:
        lines = draw_frame(texts, widths, picture.layout, signs)
        return "\n".join(line.text for line in lines)
    margin = len(str(size)) + 1
    blocks = cut_columns(widths, picture.layout, max(width or 0, margin) - margin)
    return "\n\n".join(_block(texts, widths, picture, signs, block) for block in blocks)


def _block(
    texts: Sequence[str], widths: Sequence[int], picture: Picture, signs: str, columns: range
) -> str:
    """Draw some columns under a heading, rows with their numbers."""
    first, last = columns[0] + 1, columns[-1] + 1
    lines = [f"columns {first}-{last}" if first < last else f"column {first}"]
    margin = len(str(picture.layout.size))
    for row, text in draw_frame(texts, widths, picture.layout, signs, columns):
        number = "" if row is None else str(row + 1)
        lines.append(f"{number:>{margin}} {text}")
    return "\n".join(lines)


def _cell_text(picture: Picture, cell: int) -> str:
    separator = "" if picture.longest == 1 else ","
    candidates = separator.join(text for _, text in picture.candidates(cell))
    return picture.symbol(cell) or candidates or "."


def _paint(picture: Picture, cell: int, text: str) -> str:
    if picture.givens[cell]:
        return f"{_BOLD}{text}{_PLAIN}"
    return f"{_FILLED if picture.digits[cell] else _DIM}{text}{_PLAIN}"
