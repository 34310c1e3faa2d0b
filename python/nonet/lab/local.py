"""Local searches: start with a full board and swap digits until no rule is broken.

Every box is filled with its missing digits, so boxes are right from the start and stay so: a swap
exchanges two cells of one box that are not given. The cost is the number of conflicts: surplus
digits in the other houses and groups, and digits where the rules forbid them. A cost of zero is a
solution. The methods differ in how they pick a swap.

A local search remembers only its current state. It needs little, constant memory, and it proves
nothing: it finds one solution or none, and cannot show that there is none or no other. Without a
limit it runs forever on a board that has no solution.
"""

from __future__ import annotations

import math
import random
from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nonet.core.digits import every_digit
from nonet.core.errors import ArgumentError
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.engines.base import BASIC_RULES
from nonet.lab.counts import Counts
from nonet.lab.method import Method, Running

if TYPE_CHECKING:
    from nonet.lab.tracing.recorder import Recorder

_CELL_BYTES = 300
"""Measured memory of one cell of a filling: its lists and its share of the counters."""

_Swap = tuple[int, int, int]
"""Two cells of one box, and what swapping them adds to the cost."""


class LocalSearch(Method):
    """The common part of the local searches; each defines how it climbs from a start."""

    complete = False
    enumerates = False
    keeps = "filling"
    rule_types = BASIC_RULES

    def start(self, puzzle: Puzzle, limit: Limit, seed: int) -> LocalRunning:
        """Start a run; all its random choices follow from the seed."""
        return LocalRunning(self, puzzle, limit, seed)

    def observe(self, puzzle: Puzzle, limit: Limit, seed: int, recorder: Recorder) -> LocalRunning:
        """Start a run that reports every start and every swap to a recorder."""
        from nonet.lab.tracing.observed import ObservedLocalRunning

        return ObservedLocalRunning(self, puzzle, limit, seed, recorder)

    @abstractmethod
    def climb(self, board: Filling, run: LocalRunning) -> None:
        """Swap until the cost is zero, a limit is reached or the start looks hopeless."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MinConflicts(LocalSearch):
    """Swap a random cell in conflict with the cell that leaves the lowest cost.

    Ties are broken at random. The best swap is made even if it raises the cost, to get out of a
    local minimum.
    """

    noise: float = 0.02
    """How often, from 0 to 1, a random swap of the cell is made instead of the best."""
    patience: int = 1000
    """Moves without a new lowest cost before a restart."""
    name: str = "min-conflicts"
    about: ClassVar[str] = (
        "a random cell in conflict makes the swap that leaves the fewest conflicts"
    )

    def __post_init__(self) -> None:
        _require(0 <= self.noise <= 1, "noise", "a number from 0 to 1", self.noise)
        _require(self.patience >= 1, "patience", "1 or more", self.patience)

    def climb(self, board: Filling, run: LocalRunning) -> None:
        """Move until `patience` moves brought no improvement."""
        draw, lowest, left = run.draw, board.cost, self.patience
        while board.cost and left:
            cell = _draw_in_conflict(board, draw)
            others = board.others(cell)
            if draw() < self.noise:
                others = [others[int(draw() * len(others))]]
            if not run.spend(len(others)):
                return
            board.swap(*_best_swap(cell, others, board, draw))
            left -= 1
            if board.cost < lowest:
                lowest, left = board.cost, self.patience


@dataclass(frozen=True, slots=True, kw_only=True)
class HillClimbing(LocalSearch):
    """Make a swap that lowers the cost, or keeps it on a plateau; otherwise restart.

    Only cells in conflict are moved, since no other swap lowers the cost.
    """

    steepest: bool = True
    """Whether to make the best of all swaps, or that of the first cell that has one; cells
    are checked in random order."""
    sideways: int = 100
    """Moves without a gain before a restart; 0 is plain hill climbing."""
    name: str = "hill-climbing"
    about: ClassVar[str] = "the best swap, sideways on plateaus, and a restart at a local minimum"

    def __post_init__(self) -> None:
        _require(self.sideways >= 0, "sideways", "0 or more", self.sideways)

    def climb(self, board: Filling, run: LocalRunning) -> None:
        """Move until no swap lowers the cost and `sideways` moves brought nothing."""
        left = self.sideways
        while board.cost:
            swap = self._find(board, run, 0 if left else -1)
            if swap is None:
                return
            cost = board.cost
            board.swap(*swap)
            left = self.sideways if board.cost < cost else left - 1

    def _find(self, board: Filling, run: LocalRunning, most: int) -> _Swap | None:
        """Return a swap that adds at most `most` to the cost, or None; stops at a limit."""
        found = None
        cells = board.cells_in_conflict()
        run.rng.shuffle(cells)
        for cell in cells:
            others = board.others(cell)
            if not run.spend(len(others)):
                return None
            swap = _best_swap(cell, others, board, run.draw)
            if swap[2] <= most:
                found, most = swap, swap[2] - 1
                if not self.steepest:
                    break
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedAnnealing(LocalSearch):
    """Pick a random swap; accept it if it does not raise the cost, or else with a probability.

    The probability is exp(-change / temperature). The defaults start cool, because 9x9 boards with
    24 givens took 1.7 times as many tries from 1.0, and end cold, because an empty 16x16 board did
    not settle at 0.3.
    """

    temperature: float = 0.5
    """The temperature at the start."""
    coldest: float = 0.15
    """The temperature at which it restarts."""
    cooling: float = 0.97
    """The factor by which the temperature falls at each step."""
    sweeps: int = 3
    """Tries at one temperature, per possible swap on the board."""
    name: str = "simulated-annealing"
    about: ClassVar[str] = "random swaps; costly ones are accepted ever more rarely as it cools"

    def __post_init__(self) -> None:
        _require(self.coldest > 0, "coldest", "a number above 0", self.coldest)
        _require(self.temperature > self.coldest, "temperature", "above coldest", self.temperature)
        _require(0 < self.cooling < 1, "cooling", "a number between 0 and 1", self.cooling)
        _require(self.sweeps >= 1, "sweeps", "1 or more", self.sweeps)

    def climb(self, board: Filling, run: LocalRunning) -> None:
        """Try swaps while the temperature falls from the start to `coldest`."""
        temperature = self.temperature
        while temperature > self.coldest and self._try_swaps(board, run, temperature):
            temperature *= self.cooling

    def _try_swaps(self, board: Filling, run: LocalRunning, temperature: float) -> bool:
        """Try swaps at one temperature; false if the board is solved or a limit is reached."""
        draw, movable, partners = run.draw, board.movable, board.partners
        for _ in range(self.sweeps * board.swap_count):
            cell = movable[int(draw() * len(movable))]
            others = partners[cell]
            other = others[int(draw() * len(others))]
            if cell == other:
                continue
            if not run.spend(1):
                return False
            change = board.change(cell, other)
            if change <= 0 or draw() < math.exp(-change / temperature):
                board.swap(cell, other, change)
                if not board.cost:
                    return False
        return True


class LocalRunning(Running):
    """A local search in progress: it restarts until it succeeds, then yields one solution.

    `nodes` are the boards whose cost was computed, so `limit.nodes` bounds the starts and the swaps
    tried, whether made or not. `stopped_by` is "givens" if the givens conflict or leave nothing to
    swap, and "rules" if they allow no full board: then no search of this kind can succeed.
    """

    def __init__(self, method: LocalSearch, puzzle: Puzzle, limit: Limit, seed: int) -> None:
        self._method = method
        self._puzzle = puzzle
        self._limit = limit
        self._clock = limit.start()
        self.rng = random.Random(seed)
        self.draw = self.rng.random
        self._nodes = self._moves = self._restarts = 0
        self._found = self._run()

    def __next__(self) -> Solution:
        return next(self._found)

    @property
    def exhausted(self) -> bool:
        """Always False: a local search cannot know."""
        return False

    @property
    def nodes(self) -> int:
        """Starts and swaps tried so far."""
        return self._nodes

    @property
    def counts(self) -> Counts:
        """Moves and restarts; counters per house replace checks of single cells."""
        return Counts(moves=self._moves, restarts=self._restarts)

    def spend(self, tries: int) -> bool:
        """Count boards about to be evaluated; false, without counting, if a limit is reached."""
        # All of them have to fit, so that the limit holds before the last one.
        self.stopped_by = self._clock.reached(nodes=self._nodes + tries - 1)
        if self.stopped_by:
            return False
        self._nodes += tries
        return True

    def _run(self) -> Iterator[Solution]:
        layout = self._puzzle.layout
        if self._limit.memory is not None and layout.cell_count * _CELL_BYTES > self._limit.memory:
            self.stopped_by = "memory"
        elif self._puzzle.conflicts():
            self.stopped_by = "givens"
        elif self._puzzle.geometry.is_impossible or 0 in (self._puzzle.allowed() or ()):
            self.stopped_by = "rules"
        else:
            board = self.new_filling(self._puzzle)
            if self._solve(board):
                yield Solution(bytes(board.digits), layout)

    def _solve(self, board: Filling) -> bool:
        while self.spend(1):
            board.fill(self.rng)
            if board.cost and not board.movable:
                self.stopped_by = "givens"
                return False
            self._method.climb(board, self)
            self._moves = board.moves
            if not board.cost or self.stopped_by:
                return not board.cost
            self.restart()
        return False

    def new_filling(self, puzzle: Puzzle) -> Filling:
        """Build the board that is swapped on."""
        return Filling(puzzle)

    def restart(self) -> None:
        """Give up this start; another follows."""
        self._restarts += 1


class Filling:
    """A board with every box full, and how often each digit appears in each line.

    A line is a house, or another group of different cells, that is not inside one box: a row, a
    column, a diagonal. A cell with restricted digits is a line as well, in which the forbidden
    digits already appear. `cost` is the number of conflicts in the lines, `moves` the number of
    swaps made.
    """

    __slots__ = (
        "_boxes",
        "_counters",
        "_empty",
        "_lines",
        "cost",
        "digits",
        "movable",
        "moves",
        "partners",
    )

    def __init__(self, puzzle: Puzzle) -> None:
        self.cost = self.moves = 0
        self.digits = list(puzzle.cells)
        self._boxes = _open_cells(puzzle)
        self._lines, self._empty = _lines(puzzle)
        self._counters = self._empty.copy()
        self.partners = {
            cell: cells for cells, _ in self._boxes if len(cells) > 1 for cell in cells
        }
        """For every cell that can move, the cells of its box that can, including itself."""
        self.movable = sorted(self.partners)
        """The cells that can move."""

    @property
    def swap_count(self) -> int:
        """How many different swaps there are."""
        return sum(len(cells) - 1 for cells in self.partners.values()) // 2

    def fill(self, rng: random.Random) -> None:
        """Fill the empty cells of every box with its missing digits, in random order."""
        for cells, digits in self._boxes:
            rng.shuffle(digits)
            for cell, digit in zip(cells, digits, strict=True):
                self.digits[cell] = digit
        self._counters = self._empty.copy()
        for cell, digit in enumerate(self.digits):
            for line in self._lines[cell]:
                self._counters[line + digit] += 1
        self.cost = sum(count - 1 for count in self._counters if count > 1)

    def in_conflict(self, cell: int) -> bool:
        """Return whether the digit of a cell is repeated in one of its lines."""
        digit, counters = self.digits[cell], self._counters
        for line in self._lines[cell]:  # noqa: SIM110 - `any` takes twice the time
            if counters[line + digit] > 1:
                return True
        return False

    def cells_in_conflict(self) -> list[int]:
        """Return the cells in conflict that can move."""
        return [cell for cell in self.movable if self.in_conflict(cell)]

    def others(self, cell: int) -> list[int]:
        """Return the cells that a cell can be swapped with."""
        return [other for other in self.partners[cell] if other != cell]

    def change(self, one: int, other: int) -> int:
        """Return what swapping two cells of a box would add to the cost.

        This is where the time goes. Only the lines that hold one of the two cells can change.
        """
        counters, digits = self._counters, self.digits
        a, b = digits[one], digits[other]
        lines, other_lines = self._lines[one], self._lines[other]
        change = 0
        for line in lines:
            if line not in other_lines:
                if counters[line + b]:
                    change += 1
                if counters[line + a] > 1:
                    change -= 1
        for line in other_lines:
            if line not in lines:
                if counters[line + a]:
                    change += 1
                if counters[line + b] > 1:
                    change -= 1
        return change

    def swap(self, one: int, other: int, change: int) -> None:
        """Swap two cells of a box; `change` is what `change` returned for them."""
        counters, digits = self._counters, self.digits
        a, b = digits[one], digits[other]
        for line in self._lines[one]:
            counters[line + a] -= 1
            counters[line + b] += 1
        for line in self._lines[other]:
            counters[line + b] -= 1
            counters[line + a] += 1
        digits[one], digits[other] = b, a
        self.cost += change
        self.moves += 1


def _open_cells(puzzle: Puzzle) -> list[tuple[list[int], list[int]]]:
    """Return for every box its cells that are not given, and its missing digits."""
    layout = puzzle.layout
    boxes = [(list[int](), list(range(1, layout.size + 1))) for _ in range(layout.size)]
    for cell, given in enumerate(puzzle.cells):
        cells, digits = boxes[layout.box_of(cell)]
        if given:
            digits.remove(given)
        else:
            cells.append(cell)
    return boxes


def _lines(puzzle: Puzzle) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return for every cell where the counters of its lines start, and all counters in one list.

    If boxes are rows (1xn), the rows are not lines, because their digits never repeat.
    """
    layout, geometry, allowed = puzzle.layout, puzzle.geometry, puzzle.allowed()
    width, full = layout.size + 1, every_digit(layout.size)
    lines = [len({layout.box_of(cell) for cell in group}) > 1 for group in geometry.groups]
    starts = [
        tuple(group * width for group in groups if lines[group]) for groups in geometry.groups_of
    ]
    counters = [0] * (len(geometry.groups) * width)
    for cell, mask in enumerate(allowed or ()):
        if mask != full:
            starts[cell] += (len(counters),)
            counters += [0, *(int(not mask >> digit & 1) for digit in range(layout.size))]
    return starts, counters


def _best_swap(cell: int, others: list[int], board: Filling, draw: Callable[[], float]) -> _Swap:
    """Return the swap of a cell that adds least to the cost; ties are broken at random."""
    changes = [board.change(cell, other) for other in others]
    least = min(changes)
    equals = [other for other, change in zip(others, changes, strict=True) if change == least]
    return cell, equals[int(draw() * len(equals))], least


def _draw_in_conflict(board: Filling, draw: Callable[[], float]) -> int:
    """Pick a random cell in conflict; after as many misses as there are cells, any cell.

    Listing the cells in conflict first was half as fast. If none of them can move, any cell will
    do.
    """
    movable = board.movable
    for _ in movable:
        cell = movable[int(draw() * len(movable))]
        if board.in_conflict(cell):
            break
    return cell


def _require(right: bool, name: str, expected: str, found: float) -> None:
    if not right:
        raise ArgumentError(f"{name}: expected {expected}, found {found!r}")


LOCAL_SEARCHES: tuple[LocalSearch, ...] = (MinConflicts(), HillClimbing(), SimulatedAnnealing())
"""The local searches with their defaults."""
