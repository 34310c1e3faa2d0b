"""Draw the pictures of docs/symmetry.md: python docs/drawings/symmetry.py."""

from __future__ import annotations

from collections.abc import Callable

from make import svg

from nonet import Puzzle, Transformation, canonical, parse

SIDE, TOP, LEFT = 26, 34, 10
COLOURS = ("#0072b2", "#b45f06", "#00795a")
SMALL = Puzzle.from_line(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
STEPS = (
    ("the puzzle", "nothing changes"),
    ("digits relabelled", "digits 1>2 2>3 3>1 5>6 6>5"),
    ("rows and bands swapped", "rows 4 5 6 3 2 1 7 8 9"),
    ("transposed", "transpose"),
)
SHARED = parse("000000000000000012003004000000000005000040360780010000000005004010003000020000080")
SMALLEST = canonical(SHARED).puzzle


def board(puzzle: Puzzle, left: float, title: str, fill: Callable[[int], str | None]) -> list[str]:
    """Return a board with coloured cells, and its title above."""
    width = 9 * SIDE
    parts = [f'<text x="{left + width / 2}" y="20">{title}</text>']
    for cell, digit in enumerate(puzzle.cells):
        x, y = left + cell % 9 * SIDE, TOP + cell // 9 * SIDE
        if colour := fill(cell):
            parts.append(
                f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{colour}" '
                'fill-opacity="0.25"/>'
            )
        if digit:
            parts.append(f'<text x="{x + SIDE / 2}" y="{y + SIDE / 2 + 4}">{digit}</text>')
    for i in range(10):
        wide = 1.6 if i % 3 == 0 else 0.4
        at, end = left + i * SIDE, TOP + width
        parts.append(f'<line x1="{at}" y1="{TOP}" x2="{at}" y2="{end}" stroke-width="{wide}"/>')
        at = TOP + i * SIDE
        right = left + width
        parts.append(f'<line x1="{left}" y1="{at}" x2="{right}" y2="{at}" stroke-width="{wide}"/>')
    return parts


def copies() -> None:
    """Draw a puzzle and three of its copies; the colour of a cell is that of its first band."""
    origin = list(range(81))
    parts, puzzle = [], SMALL
    for number, (title, words) in enumerate(STEPS):
        step = Transformation.parse(words)
        puzzle = step.apply(puzzle)
        moved = [row * 9 + column for row in step.rows for column in step.columns]
        if step.transposed:
            moved = [cell % 9 * 9 + cell // 9 for cell in moved]
        origin = [origin[cell] for cell in moved]

        def colour(cell: int, origin: list[int] = origin) -> str:
            return COLOURS[origin[cell] // 27]

        parts += board(puzzle, LEFT + number * (9 * SIDE + 24), title, colour)
    svg("symmetry-copies.svg", LEFT + 4 * (9 * SIDE + 24), TOP + 9 * SIDE + 10, parts)


def forms() -> None:
    """Draw a 17-clue puzzle as the shared list has it, and its smallest copy."""
    shared, smallest = SHARED.cells, SMALLEST.cells
    first = next(cell for cell in range(81) if shared[cell] != smallest[cell])

    def mark(cell: int) -> str | None:
        return COLOURS[1] if cell == first else None

    parts = board(SHARED, LEFT, "as the shared list has it", mark)
    parts += board(SMALLEST, LEFT + 9 * SIDE + 40, "its smallest copy", mark)
    svg("symmetry-forms.svg", LEFT + 18 * SIDE + 50, TOP + 9 * SIDE + 10, parts)


if __name__ == "__main__":
    copies()
    forms()
