"""Make the corpora of the lab, the same on every machine: python data/make_lab_corpora.py.

They are written to python/nonet/lab/corpora/, one JSON object per line, the header first. The
engines of nonet are asked for facts only (one solution or not), never for a choice, so that a
change of theirs changes no file. No board is left out because it is hard.

Where a rule below speaks of guesses, nodes or dead ends, it means the searches of this file,
run until the solution is proved to be the only one; then the order of the digits does not
matter. `nodes` is 1 for the root and 1 for every candidate tried, `dead_ends` are the candidates
that led to a contradiction at once, `guesses` the cells tried with more than one candidate. What
an inference fills in is no node.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import nonet
from make_corpora import spoiled
from nonet import Layout, Puzzle
from nonet.core.geometry import geometry_of

SEED = 2026
ORIGIN = f"made by data/make_lab_corpora.py, seed {SEED}"
FOLDER = Path(__file__).parents[1] / "python" / "nonet" / "lab" / "corpora"

POOL = 3000
"""Minimal 9x9 puzzles among which those with the most guesses are looked for."""
MIXING_ROUNDS = 3
EMPTIED = 0.8
"""Share of a filled board that one round of mixing empties and fills anew."""

Record = dict[str, Any]

ABOUT = {
    "4x4": "60 minimal puzzles with one solution; 20 with several (a minimal puzzle without one "
    "to three of its givens); 20 with none, 10 of them with clashing givens, 10 with a wrong "
    "digit that clashes with no given.",
    "6x6": "Boxes of 2 rows and 3 columns. 60 minimal puzzles with one solution; 20 with several "
    "(a minimal puzzle without one to three of its givens); 20 with none, 10 of them with "
    "clashing givens, 10 with a wrong digit that clashes with no given.",
    "9x9": "18 boards of each class, all with one solution. very_easy: naked singles alone solve "
    "the board, 38 givens. easy: naked and hidden singles solve it, naked singles alone do not, "
    "30 givens. The others are minimal puzzles, by the guesses of the reference engine (singles, "
    "then the cell with the fewest candidates) until the solution is proved to be the only one. "
    f"medium: 1 to 3. hard: 4 to 15. very_hard: the most among {POOL} minimal puzzles. "
    "unsolvable: 10 boards; 4 have clashing givens (in one row, one column, one box, anywhere), "
    "3 are refuted by singles, 3 need guesses.",
    "16x16": "20 boards each with 30, 35, 40, 45 and 50 % of the cells given: a random filled "
    "board (`planted`), then holes anywhere. Nearly all have several solutions; `status` says "
    "what is proved.",
    "25x25": "20 boards each with 30, 35, 40, 45 and 50 % of the cells given: a random filled "
    "board (`planted`), then holes anywhere. Nearly all have several solutions; `status` says "
    "what is proved.",
    "separating": "Minimal 9x9 puzzles, 20 of each class, chosen because searches differ on them; "
    "so they show that and how they differ, not how often. Nodes until the solution is proved to "
    "be the only one. inference: fewest candidates first; forward checking visits at least 3 "
    "times the nodes of arc consistency (mac), that twice those of filling in naked singles, that "
    "5 times those of filling in naked and hidden singles, which still guesses. (The first three "
    "guess at the same cells, because a cell with one candidate comes first: they differ in "
    "forced cells and in how soon a dead end shows.) inference_fixed_order: first empty cell; "
    "forward checking visits 50 times the nodes of mac, that 5 times those of naked and hidden "
    "singles. order: filling in naked singles, the first empty cell visits 10 times the nodes of "
    "fewest candidates first. order_against: fewest candidates first visits twice those of the "
    "first empty cell. same: not minimal; naked singles solve the board, so that forward checking "
    "and mac with fewest candidates first visit the same nodes and no dead end.",
}


@dataclass(slots=True)
class State:
    """Candidate masks, and which cells are placed; a placed cell has one bit left."""

    masks: list[int]
    placed: list[bool]

    def copy(self) -> State:
        """Return an independent state."""
        return State(self.masks.copy(), self.placed.copy())

    def open_cells(self) -> list[int]:
        """Return the cells that are not placed."""
        return [cell for cell, placed in enumerate(self.placed) if not placed]

    def place(self, naked: list[tuple[int, int]], layout: Layout, inference: str) -> bool:
        """Place digits (cell, bit) and draw the consequences; false at a contradiction.

        forward: a digit leaves the peers. naked: and every cell with one candidate left is
        placed in turn. mac: the same consequences, but these cells are left for the search to
        place; that is arc consistency, where constraints say "not equal". singles: as naked, and
        every digit with one place left in a house is placed too.
        """
        chosen, masks = {cell for cell, _ in naked}, self.masks
        houses_of = geometry_of(layout).houses_of
        hidden: set[int] = set()
        filled: list[int] = []
        while naked or hidden:
            if not naked:
                if not self._find_hidden(layout.houses[hidden.pop()].cells, naked):
                    return False
                continue
            cell, bit = naked.pop()
            touched = self._place_one(cell, bit, layout)
            if touched is None:
                return False
            filled += [] if cell in chosen else [cell]
            if inference != "forward":
                naked += [
                    (peer, masks[peer]) for peer in touched if not masks[peer] & masks[peer] - 1
                ]
            if inference == "singles":
                for peer in (cell, *touched):
                    hidden.update(houses_of[peer])
        if inference == "mac":
            for cell in filled:
                self.placed[cell] = False
        return True

    def _place_one(self, cell: int, bit: int, layout: Layout) -> list[int] | None:
        """Place a digit and return the peers that lost it; None at a contradiction."""
        masks = self.masks
        if not masks[cell] & bit:
            return None
        if self.placed[cell]:
            return []
        masks[cell], self.placed[cell] = bit, True
        touched = []
        for peer in layout.peers[cell]:
            if masks[peer] & bit:
                masks[peer] ^= bit
                if not masks[peer]:
                    return None
                touched.append(peer)
        return touched

    def _find_hidden(self, house: tuple[int, ...], naked: list[tuple[int, int]]) -> bool:
        once = twice = 0
        for cell in house:
            twice |= once & self.masks[cell]
            once |= self.masks[cell]
        for cell in house:
            bit = self.masks[cell] & once & ~twice
            if bit & (bit - 1):
                return False
            if bit and not self.placed[cell]:
                naked.append((cell, bit))
        return once == (1 << len(house)) - 1


@dataclass(frozen=True, slots=True)
class Visit:
    """What a search visited; `nodes` is a lower bound if it was stopped."""

    nodes: int
    guesses: int
    dead_ends: int
    solutions: int
    stopped: bool


def root(puzzle: Puzzle, inference: str) -> State | None:
    """Return the state with the givens placed, or None at a contradiction."""
    layout = puzzle.layout
    full = (1 << layout.size) - 1
    state = State([full] * layout.cell_count, [False] * layout.cell_count)
    givens = [(cell, 1 << (digit - 1)) for cell, digit in enumerate(puzzle.cells) if digit]
    return state if state.place(givens, layout, inference) else None


def bits(mask: int) -> Iterator[int]:
    """Give the bits of a mask, the smallest first."""
    while mask:
        yield mask & -mask
        mask &= mask - 1


def search(puzzle: Puzzle, order: str, inference: str, most: int | None = None) -> Visit:
    """Go through all of a puzzle, or until `most` nodes: order is `first` or `fewest`."""
    start = root(puzzle, inference)
    stack = [start] if start else []
    nodes, guesses, dead_ends, solutions = 1, 0, 0, 0
    while stack:
        state = stack.pop()
        cells = state.open_cells()
        if not cells:
            solutions += 1
            continue
        masks = state.masks
        cell = cells[0] if order == "first" else min(cells, key=lambda c: masks[c].bit_count())
        guesses += masks[cell].bit_count() > 1
        for bit in bits(masks[cell]):
            nodes += 1
            child = state.copy()
            if child.place([(cell, bit)], puzzle.layout, inference):
                stack.append(child)
            else:
                dead_ends += 1
        if most is not None and nodes >= most:
            return Visit(nodes, guesses, dead_ends, solutions, True)
    return Visit(nodes, guesses, dead_ends, solutions, False)


def fill(givens: bytes, layout: Layout, rng: random.Random) -> bytes:
    """Fill the empty cells at random; starts again where chance led into a thicket."""
    puzzle = Puzzle(givens, layout)
    while True:
        state = root(puzzle, "singles")
        assert state is not None
        filled = _fill_state(state, layout, rng, nodes=3 * layout.cell_count)
        if filled is not None:
            return filled


def _fill_state(state: State, layout: Layout, rng: random.Random, nodes: int) -> bytes | None:
    """Return a random filling, or None if so many nodes were not enough."""
    stack = [iter([state])]
    for _ in range(nodes):
        child = next(stack[-1], None)
        if child is None:
            stack.pop()
        elif not child.open_cells():
            return bytes(mask.bit_length() for mask in child.masks)
        else:
            stack.append(_random_children(child, layout, rng))
    return None


def _random_children(state: State, layout: Layout, rng: random.Random) -> Iterator[State]:
    """Give the states that follow from a cell with the fewest candidates, in random order."""
    cells, masks = state.open_cells(), state.masks
    fewest = min(masks[cell].bit_count() for cell in cells)
    cell = rng.choice([cell for cell in cells if masks[cell].bit_count() == fewest])
    candidates = list(bits(masks[cell]))
    for bit in rng.sample(candidates, len(candidates)):
        child = state.copy()
        if child.place([(cell, bit)], layout, "singles"):
            yield child


def full_grid(layout: Layout, rng: random.Random) -> bytes:
    """Return a random filled board: filled from nothing, then mixed.

    Mixing empties most of it and fills it anew. In 16 rounds on 25x25 the number of 2x2 squares
    of two digits went up and down between 136 and 175 (a cyclic pattern has none): no trend.
    """
    cells = fill(bytes(layout.cell_count), layout, rng)
    for _ in range(MIXING_ROUNDS):
        cells = fill(with_holes(cells, round(EMPTIED * len(cells)), rng), layout, rng)
    return cells


def with_holes(cells: bytes, holes: int, rng: random.Random) -> bytes:
    """Return a board with so many more empty cells, anywhere."""
    emptied = bytearray(cells)
    filled = [cell for cell, digit in enumerate(cells) if digit]
    for cell in rng.sample(filled, holes):
        emptied[cell] = 0
    return bytes(emptied)


def is_unique(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle has one solution."""
    return nonet.count(puzzle, limit=2) == 1


def needs_no_guess(inference: str) -> Callable[[Puzzle], bool]:
    """Return the test whether an inference alone solves a puzzle."""

    def test(puzzle: Puzzle) -> bool:
        state = root(puzzle, inference)
        return state is not None and not state.open_cells()

    return test


def reduced(
    layout: Layout, rng: random.Random, keeps: Callable[[Puzzle], bool], fewest: int = 0
) -> Puzzle:
    """Return a random board without every given that can go while `keeps` holds.

    With `fewest`, it stops at that number of givens.
    """
    puzzle = Puzzle(full_grid(layout, rng), layout)
    for cell in rng.sample(range(layout.cell_count), layout.cell_count):
        smaller = with_digit(puzzle, cell, 0)
        if puzzle.clues > fewest and keeps(smaller):
            puzzle = smaller
    return puzzle


def clashing(puzzle: Puzzle, rng: random.Random, kind: str) -> Puzzle:
    """Return a puzzle with one more given that clashes, in one house of a kind or in any."""
    size, empty = puzzle.layout.size, [c for c, digit in enumerate(puzzle.cells) if not digit]
    spoilt = [with_digit(puzzle, cell, digit) for cell in empty for digit in range(1, size + 1)]
    houses = {bad: [conflict.rule.split()[0] for conflict in bad.conflicts()] for bad in spoilt}
    if kind == "any":
        return rng.choice([bad for bad in spoilt if houses[bad]])
    return rng.choice([bad for bad in spoilt if houses[bad] == [kind]])


def with_digit(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    """Return a puzzle with another digit in a cell, 0 for none."""
    cells = bytearray(puzzle.cells)
    cells[cell] = digit
    return Puzzle(bytes(cells), puzzle.layout)


def second_solution(puzzle: Puzzle, planted: bytes) -> bytes | None:
    """Return another solution that differs from the planted one in two digits, if there is one.

    Follow two digits through the houses: where such a cycle holds no given, they change places.
    """
    layout = puzzle.layout
    for pair in combinations(range(1, layout.size + 1), 2):
        left = {cell for cell, digit in enumerate(planted) if digit in pair}
        while left:
            cycle = _cycle(left.pop(), left, layout)
            if not any(puzzle.cells[cell] for cell in cycle):
                swapped = bytearray(planted)
                for cell in cycle:
                    swapped[cell] = sum(pair) - planted[cell]
                return bytes(swapped)
    return None


def _cycle(start: int, left: set[int], layout: Layout) -> list[int]:
    """Take the cells connected to `start` by houses out of `left`."""
    cycle = [start]
    for cell in cycle:
        linked = left.intersection(layout.peers[cell])
        left -= linked
        cycle += sorted(linked)
    return cycle


def make_small(layout: Layout, rng: random.Random) -> Iterator[Record]:
    """Give 60 boards with one solution, 20 with several, 20 with none, no two alike."""
    seen: set[Puzzle] = set()

    def new(make: Callable[[Puzzle], Puzzle]) -> Puzzle:
        while (puzzle := make(reduced(layout, rng, is_unique))) in seen:
            pass
        seen.add(puzzle)
        return puzzle

    def loosened(puzzle: Puzzle) -> Puzzle:
        return Puzzle(with_holes(puzzle.cells, rng.randint(1, 3), rng), layout)

    for _ in range(60):
        yield record(new(lambda puzzle: puzzle), "unique", "unique")
    for _ in range(20):
        yield record(new(loosened), "multiple", "multiple")
    for _ in range(10):
        yield record(new(lambda puzzle: clashing(puzzle, rng, "any")), "unsolvable", "no-solution")
    for _ in range(10):
        yield record(new(lambda puzzle: spoiled(puzzle, rng)), "unsolvable", "no-solution")


def make_classic(rng: random.Random) -> Iterator[Record]:
    """Give 18 boards of each difficulty, and 10 without a solution."""
    layout, naked, singles = Layout(3, 3), needs_no_guess("naked"), needs_no_guess("singles")
    classes: dict[str, list[Puzzle]] = {"very_easy": [], "easy": [], "medium": [], "hard": []}
    while len(classes["very_easy"]) < 18:
        classes["very_easy"].append(reduced(layout, rng, naked, fewest=38))
    while len(classes["easy"]) < 18:
        puzzle = reduced(layout, rng, singles, fewest=30)
        classes["easy"] += [] if naked(puzzle) else [puzzle]
    pool = [reduced(layout, rng, is_unique) for _ in range(POOL)]
    guesses = {puzzle: search(puzzle, "fewest", "singles").guesses for puzzle in pool}
    classes["medium"] = [puzzle for puzzle in pool if 1 <= guesses[puzzle] <= 3][:18]
    classes["hard"] = [puzzle for puzzle in pool if 4 <= guesses[puzzle] <= 15][:18]
    classes["very_hard"] = sorted(pool, key=lambda puzzle: -guesses[puzzle])[:18]
    for name, puzzles in classes.items():
        yield from (record(puzzle, name, "unique") for puzzle in puzzles)
    yield from (record(puzzle, "unsolvable", "no-solution") for puzzle in unsolvable(pool, rng))


def unsolvable(pool: list[Puzzle], rng: random.Random) -> Iterator[Puzzle]:
    """Give 4 puzzles with clashing givens, 3 refuted by singles, 3 that need guesses."""
    puzzles = iter(pool)
    for kind in ("row", "column", "box", "any"):
        yield clashing(next(puzzles), rng, kind)
    wanted = {False: 3, True: 3}
    for puzzle in puzzles:
        bad = spoiled(puzzle, rng)
        guesses = search(bad, "fewest", "singles").guesses > 0
        if wanted[guesses]:
            wanted[guesses] -= 1
            yield bad
        if not any(wanted.values()):
            return


def make_large(layout: Layout, rng: random.Random) -> Iterator[Record]:
    """Give 20 boards of each share of givens, with the solution that they were made from."""
    for share in (30, 35, 40, 45, 50):
        for _ in range(20):
            planted = full_grid(layout, rng)
            holes = len(planted) - round(len(planted) * share / 100)
            puzzle = Puzzle(with_holes(planted, holes, rng), layout)
            status = status_of(puzzle, planted)
            solution = str(nonet.Solution(planted, layout))
            yield record(puzzle, f"fill_{share}", status, fill=share, planted=solution)


def status_of(puzzle: Puzzle, planted: bytes) -> str:
    """Return what two digits that change places, or else a search of 20,000 nodes, prove."""
    if second_solution(puzzle, planted):
        return "multiple"
    visit = search(puzzle, "fewest", "singles", 20_000)
    if visit.solutions > 1:
        return "multiple"
    return "unknown" if visit.stopped else "unique"


def separates(puzzle: Puzzle, name: str) -> bool:
    """Tell whether a puzzle fits a class of the separating corpus."""
    if name == "same":
        return needs_no_guess("naked")(puzzle)
    if name == "inference":
        return _falls(puzzle, "fewest", ("forward", 3, "mac", 2, "naked", 5, "singles"))
    if name == "inference_fixed_order":
        return _falls(puzzle, "first", ("forward", 50, "mac", 5, "singles"))
    fewest = search(puzzle, "fewest", "naked").nodes
    if name == "order":
        return search(puzzle, "first", "naked", 10 * fewest).stopped
    first = search(puzzle, "first", "naked", fewest // 2 + 1)
    return first.guesses > 0 and not first.stopped


def _falls(puzzle: Puzzle, order: str, rule: tuple[Any, ...]) -> bool:
    """Tell whether each inference visits so many times the nodes of the next; the last guesses."""
    *rest, last = rule
    visit = search(puzzle, order, last)
    if not visit.guesses:
        return False
    while rest:
        *rest, inference, factor = rest
        wanted = factor * visit.nodes
        # The exact number is needed only where something is compared with it.
        visit = search(puzzle, order, inference, None if rest else wanted)
        if visit.nodes < wanted:
            return False
    return True


def make_separating(rng: random.Random) -> Iterator[Record]:
    """Give the first 20 minimal puzzles that fit each class, no puzzle twice."""
    layout = Layout(3, 3)
    classes = ("inference", "inference_fixed_order", "order", "order_against")
    found: dict[str, list[Puzzle]] = {name: [] for name in classes}
    while min(map(len, found.values())) < 20:
        puzzle = reduced(layout, rng, is_unique)
        short = [name for name in classes if len(found[name]) < 20]
        fitting = next((name for name in short if separates(puzzle, name)), None)
        if fitting:
            found[fitting].append(puzzle)
    found["same"] = [reduced(layout, rng, needs_no_guess("naked")) for _ in range(20)]
    for name, puzzles in found.items():
        yield from (record(puzzle, name, "unique") for puzzle in puzzles)


def record(puzzle: Puzzle, group: str, status: str, **more: Any) -> Record:
    """Return a line of a file, still without its id."""
    layout = puzzle.layout
    box = f"{layout.box_rows}x{layout.box_cols}"
    return {"puzzle": str(puzzle), "box": box, "class": group, "status": status, **more}


def write(name: str, records: Iterator[Record]) -> None:
    """Write a file: the header with the checksum of all that follows it, then the boards."""
    lines, numbers = [], dict[str, int]()
    for board in records:
        group = board["class"]
        numbers[group] = numbers.get(group, 0) + 1
        lines.append(json.dumps({"id": f"{name}-{group}-{numbers[group]:02}", **board}))
    text = "\n".join(lines) + "\n"
    header = {
        "corpus": name,
        "origin": ORIGIN,
        "count": len(lines),
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
        "about": ABOUT[name],
    }
    path = FOLDER / f"{name}.jsonl"
    path.write_text(f"{json.dumps(header)}\n{text}", encoding="utf-8", newline="\n")


def records_of(name: str) -> Iterator[Record]:
    """Give the boards of a corpus; each has its own random numbers."""
    rng = random.Random(f"{SEED} lab {name}")
    if name == "9x9":
        return make_classic(rng)
    if name == "separating":
        return make_separating(rng)
    layout = Layout.of_size(int(name.split("x")[0]))
    return (make_small if layout.size < 9 else make_large)(layout, rng)


def main() -> None:
    """Write every corpus."""
    FOLDER.mkdir(exist_ok=True)
    for name in ABOUT:
        write(name, records_of(name))


if __name__ == "__main__":
    main()
