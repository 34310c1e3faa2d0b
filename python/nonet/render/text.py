"""A board for the terminal, in box-drawing characters or plain ASCII, with or without colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonet.core.errors import ArgumentError
from nonet.core.step import ROLES, Mark, Step
from nonet.render.looks import LOOKS
from nonet.render.picture import GIVEN, OPEN, Drawable, Picture, picture_of
from nonet.render.rules import draw_rules
from nonet.text.borders import ASCII, UNICODE, cut_columns, draw_frame

_BOLD, _FILLED, _DIM, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[0m"
_COLORS = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35}

_Piece = tuple[str, str]
"""A text and the code that switches its colour on; empty for none."""


def render_text(
    value: Drawable,
    *,
    unicode: bool = True,
    color: bool = False,
    candidates: bool | None = None,
    symbols: str | None = None,
    width: int | None = None,
    marks: Step | Iterable[Mark] = (),
) -> str:
    """Draw a puzzle, board, solution or result; with colour, givens are bold.

    Candidates are shown on request, or if there are `marks` of candidates. Marked cells have
    brackets, and marked cells and candidates are followed by a sign for their role; a legend below
    the board explains the signs and lists houses and links.

    `symbols` is "numbers" or an alphabet such as "A-P"; by default, letters follow 9 up to 25x25,
    and larger boards have numbers. A board wider than `width` is drawn in pages of columns, each
    with a heading and row numbers. Rules, and what a result proves, are listed below; conflicting
    digits and cells that differ between solutions are marked.

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
    picture = picture_of(value, candidates=candidates, symbols=symbols, marks=marks)
    size = picture.layout.size
    pieces = _pieces(picture)
    lengths = [sum(len(text) for text, _ in parts) for parts in pieces]
    widths = [max(lengths[column::size]) for column in range(size)]
    if not any(picture.masks):
        widths = [max(widths)] * size
    texts = []
    for cell, parts in enumerate(pieces):
        blanks = " " * (widths[cell % size] - lengths[cell])
        texts.append(_joined(parts, blanks, color))
    board = _board(picture, texts, widths, UNICODE if unicode else ASCII, width)
    words = draw_rules(picture).words
    rules = [f"rules: {', '.join(words)}"] if words else []
    return "\n".join([board, *rules, *picture.sentences, *_legend(picture, color)])


def _board(
    picture: Picture, texts: Sequence[str], widths: Sequence[int], signs: str, width: int | None
) -> str:
    """Draw the frame with all texts, in blocks of columns if it is too wide."""
    blocks = cut_columns(widths, picture.layout, width) if width else []
    if len(blocks) <= 1:
        lines = draw_frame(texts, widths, picture.layout, signs)
        return "\n".join(line.text for line in lines)
    margin = len(str(picture.layout.size)) + 1
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


def _pieces(picture: Picture) -> list[list[_Piece]]:
    """Return the text of every cell, each part with its colour."""
    cell_roles, candidate_roles = picture.cell_roles(), picture.candidate_roles()
    found = []
    for cell in range(picture.layout.cell_count):
        plain = _code(picture, cell)
        parts = [(picture.symbol(cell) or ".", plain)]
        if candidates := [] if picture.digits[cell] else picture.candidates(cell):
            parts = []
            for digit, text in candidates:
                roles = candidate_roles.get((cell, digit), [])
                parts.append((text + _signs(roles), _role_code(roles) or plain))
        if separator := "," if picture.longest > 1 else "":
            parts = [(text + separator, code) for text, code in parts[:-1]] + parts[-1:]
        if roles := cell_roles.get(cell, []):
            code = _role_code(roles)
            parts = [("[", code), *parts, (f"]{_signs(roles)}", code)]
        found.append(parts)
    return found


def _signs(roles: Iterable[str]) -> str:
    return "".join(LOOKS[role].sign for role in roles)


def _role_code(roles: Sequence[str]) -> str:
    return f"\x1b[1;{_COLORS[LOOKS[roles[-1]].terminal]}m" if roles else ""


def _code(picture: Picture, cell: int) -> str:
    origin = picture.origins[cell]
    return {GIVEN: _BOLD, OPEN: _DIM}.get(origin, _FILLED)


def _joined(parts: Sequence[_Piece], blanks: str, color: bool) -> str:
    """Put the parts of a cell together; one colour is switched on once."""
    if not color:
        return blanks + "".join(text for text, _ in parts)
    texts, last = [f"{parts[0][1]}{blanks}"], parts[0][1]
    for text, code in parts:
        texts.append(text if code == last else f"{_PLAIN}{code}{text}")
        last = code
    return "".join([*texts, _PLAIN])


def _legend(picture: Picture, color: bool) -> list[str]:
    """Say what the signs mean, and what signs cannot show: houses and links."""
    lines = []
    for role in ROLES:
        marks = [mark for mark in picture.marks if mark.role == role]
        if not marks:
            continue
        houses = [picture.house_name(house) for mark in marks for house in mark.houses]
        chains = [_chain(picture, mark) for mark in marks if mark.links]
        has_sign = any(mark.cells or mark.candidates for mark in marks)
        line = f"{LOOKS[role].sign if has_sign else ' '} {role}"
        line += "".join(f": {', '.join(part)}" for part in (houses, chains) if part)
        lines.append(f"{_role_code([role])}{line}{_PLAIN}" if color else line)
    return lines


def _chain(picture: Picture, mark: Mark) -> str:
    """Write links as chains are written: = is strong, - weak."""
    texts: list[str] = []
    last = None
    for link in mark.links:
        if link.start != last:
            texts.append(f"{', ' if texts else ''}{picture.node_name(link.start)}")
        texts.append(f" {'=' if link.strong else '-'} {picture.node_name(link.end)}")
        last = link.end
    return "".join(texts)
