"""Draw the pictures of docs/lanes.md: python docs/drawings/make.py."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
WORDS = ("#0072b2", "#b45f06", "#00795a")
"""One colour per word, told apart by colour-blind eyes too."""
STYLE = """<style>
text { font: 12px sans-serif; text-anchor: middle; fill: #222 }
.small { font-size: 10px } .light { fill: #fff } .left { text-anchor: start }
line, .frame { stroke: #222; fill: none }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .light { fill: #fff } line, .frame { stroke: #eee } }
</style>"""


def place(row: int, column: int) -> tuple[int, int, int]:
    """Return word, slot and box of a cell; the same rule as in the core's layout."""
    band, stack = row // 3, column // 3
    return (column - row) % 3, (row - band - stack) % 3, 3 * band + stack


def svg(name: str, width: int, height: int, body: list[str]) -> None:
    """Write a drawing."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">'
    )
    (HERE / name).write_text("\n".join([head, STYLE, *body, "</svg>"]) + "\n", encoding="utf-8")


def cell(x: float, y: float, side: float, colour: str, text: str, opacity: float = 1.0) -> str:
    """Return a square with a text in it."""
    middle = f'x="{x + side / 2}" y="{y + side / 2 + 4}"'
    return (
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{colour}" '
        f'fill-opacity="{opacity}" stroke="#fff" stroke-width="1"/>'
        f'<text {middle} class="light">{text}</text>'
    )


def board() -> list[str]:
    """Return the board, every cell in the colour of its word, with its slot."""
    side, top = 30, 30
    parts = ['<text x="141" y="16">the board: colour = word, number = slot</text>']
    for row in range(9):
        for column in range(9):
            word, slot, _ = place(row, column)
            parts.append(cell(6 + column * side, top + row * side, side, WORDS[word], str(slot)))
    for i in range(4):
        at = i * 3 * side
        parts.append(f'<line x1="{6 + at}" y1="{top}" x2="{6 + at}" y2="{top + 9 * side}"/>')
        parts.append(f'<line x1="6" y1="{top + at}" x2="{6 + 9 * side}" y2="{top + at}"/>')
    return parts


def words() -> list[str]:
    """Return the three words of a digit, bit by bit, with the cell of each bit."""
    side, left, top = 20, 330, 60
    parts = [
        f'<text x="{left + 13.5 * side}" y="16">the three words of a digit: bit 26 to bit 0</text>'
    ]
    for slot in range(3):
        at = left + (2 - slot) * 9 * side
        parts.append(f'<text x="{at + 4.5 * side}" y="{top - 26}">slot {slot}</text>')
        for box in range(9):
            x = at + (8 - box + 0.5) * side
            parts.append(f'<text class="small" x="{x}" y="{top - 8}">b{box + 1}</text>')
    for row in range(9):
        for column in range(9):
            word, slot, box = place(row, column)
            x = left + (26 - 9 * slot - box) * side
            parts.append(cell(x, top + word * 34, side, WORDS[word], f"{row + 1}{column + 1}"))
    for word in range(3):
        parts.append(
            f'<text class="left" x="{left - 24}" y="{top + word * 34 + 14}">x{word}</text>'
        )
    for slot in (1, 2):
        x = left + slot * 9 * side
        parts.append(f'<line x1="{x}" y1="{top - 4}" x2="{x}" y2="{top + 92}" stroke-width="2"/>')
    note = (
        "Number in a bit: row and column of its cell. The three cells of a mini-row stand above",
        "each other. With x1 turned by one slot and x2 by two, those of a mini-column do.",
    )
    for i, line in enumerate(note):
        parts.append(f'<text class="left" x="{left}" y="{190 + 18 * i}">{line}</text>')
    lanes = [
        f'<text class="left" x="{left}" y="246">a register: x0 of eight puzzles side by side</text>'
    ]
    for lane in range(8):
        lanes.append(
            cell(left + lane * 66, 256, 62, WORDS[0], f"puzzle {lane + 1}")
            .replace('height="62"', 'height="26"')
            .replace('y="291.0"', 'y="273"')
            .replace('class="light"', 'class="light small"')
        )
    return parts + lanes


def diagonals() -> list[str]:
    """Return the six ways through a band as diagonals of a 3x3 square."""
    side, parts = 26, []
    ways = [[(r, (r + k) % 3) for r in range(3)] for k in range(3)]
    ways += [[(r, (k - r) % 3) for r in range(3)] for k in range(3)]
    for number, way in enumerate(ways):
        left = 70 + number * 104 + (30 if number > 2 else 0)
        for row in range(3):
            for box in range(3):
                chosen = (row, box) in way
                colour = WORDS[0] if number < 3 else WORDS[1]
                fill = colour if chosen else "#999"
                parts.append(
                    cell(left + box * side, 34 + row * side, side, fill, "", 1 if chosen else 0.25)
                )
    for row in range(3):
        parts.append(f'<text class="small" x="36" y="{34 + row * side + 17}">row {row + 1}</text>')
    parts.append('<text x="213" y="20">falling: only B is turned</text>')
    parts.append('<text x="555" y="20">rising: B and the slots are turned</text>')
    parts.append('<text class="small" x="109" y="128">box 1 2 3</text>')
    return parts


if __name__ == "__main__":
    svg("lanes-words.svg", 890, 310, board() + words())
    svg("lanes-diagonals.svg", 740, 140, diagonals())
