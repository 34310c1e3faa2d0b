"""A board for the terminal, in box-drawing characters or plain ASCII, with or without colour."""

from __future__ import annotations

from nonet.render.picture import Drawable, Picture, picture_of

_BOLD, _FILLED, _DIM, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[0m"

_UNICODE = ("│", "─", "┌┬┐", "├┼┤", "└┴┘")
_ASCII = ("|", "-", "+++", "+++", "+++")


def render_text(
    value: Drawable, *, unicode: bool = True, color: bool = False, candidates: bool = False
) -> str:
    """Draw a puzzle, board, solution or result; givens are bold where there is colour.

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
    picture = picture_of(value, candidates=candidates)
    bar, dash, top, middle, bottom = _UNICODE if unicode else _ASCII
    layout = picture.layout
    size, box_cols = layout.size, layout.box_cols
    texts = [_cell_text(picture, cell) for cell in range(layout.cell_count)]
    widths = [max(len(texts[cell]) for cell in range(c, len(texts), size)) for c in range(size)]
    spans = [
        dash * (sum(widths[start : start + box_cols]) + box_cols + 1)
        for start in range(0, size, box_cols)
    ]
    lines = [_rule(spans, top)]
    for row in range(size):
        if row and row % layout.box_rows == 0:
            lines.append(_rule(spans, middle))
        line = bar
        for column in range(size):
            cell = row * size + column
            padded = texts[cell].rjust(widths[column])
            line += " " + (_paint(picture, cell, padded) if color else padded)
            if (column + 1) % box_cols == 0:
                line += f" {bar}"
        lines.append(line)
    return "\n".join([*lines, _rule(spans, bottom)])


def _rule(spans: list[str], corners: str) -> str:
    return corners[0] + corners[1].join(spans) + corners[2]


def _cell_text(picture: Picture, cell: int) -> str:
    separator = "" if picture.layout.size <= 25 else ","
    candidates = separator.join(text for _, text in picture.candidates(cell))
    return picture.symbol(cell) or candidates or "."


def _paint(picture: Picture, cell: int, text: str) -> str:
    if picture.givens[cell]:
        return f"{_BOLD}{text}{_PLAIN}"
    return f"{_FILLED if picture.digits[cell] else _DIM}{text}{_PLAIN}"
