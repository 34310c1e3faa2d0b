"""The dlx engine: Sudoku as an exact cover, solved by dancing links; any board, pure Python.

An exact cover picks options so that every item is in exactly one of them. Here, an option is a
digit in a cell, and an item is something that must happen once: a cell gets a digit, or a house
gets a digit. Knuth's Algorithm X picks the item with the fewest options, tries each of them, and
removes whatever it rules out; dancing links make removing and restoring cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import ClassVar

from nonet.core.errors import ArgumentError
from nonet.core.geometry import Geometry
from nonet.core.layout import Layout
from nonet.core.limit import Limit
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.rules import Rule
from nonet.engines.base import BASIC_RULES, Engine, Search

_ROOT = 0
"""The link that starts and ends the ring of items still to cover."""
_LINK_BYTES = 160
"""Measured memory of one link: its slots in the lists and the integers in them."""


class ExactCover:
    """Items to cover, and options that cover some of them, as a matrix of links.

    Those of `at_most_once` may stay uncovered (Knuth's secondary items).

    Links are integers: 0 is the root, 1 to n are the items, and every further link is one item
    of one option. `nodes` and `guesses` count the last search as Stats does: a state reached by
    the only option of an item belongs to the previous node. Starting a search ends the current one,
    because they share the links.

    >>> cover = ExactCover("abcdefg", ["ce", "adg", "bcf", "adf", "bg", "deg"])
    >>> list(cover.solutions())
    [(3, 4, 0)]
    """

    # The links of the example. Every column is a ring by `up` and `down`, the items and the root
    # are a ring by `left` and `right`; the links of an option are its row.
    #
    #            a   b   c   d   e   f   g
    #   root 0   1   2   3   4   5   6   7
    #   ce               8       9
    #   adg     10          11          12
    #   bcf         13  14          15
    #   adf     16          17      18
    #   bg          19                  20
    #   deg                 21  22      23

    def __init__(
        self,
        items: Sequence[Hashable],
        options: Iterable[Sequence[Hashable]],
        at_most_once: Sequence[Hashable] = (),
    ) -> None:
        exact, items = len(items), (*items, *at_most_once)
        links = range(len(items) + 1)
        self.nodes = self.guesses = 0
        self._items = {item: link for link, item in enumerate(items, start=1)}
        if len(self._items) != len(items):
            raise ArgumentError(f"expected items that differ, found {list(items)!r}")
        # Items that need not be covered are in no ring but their own: nobody picks them.
        self._left = [exact, *range(exact), *links[exact + 1 :]]
        self._right = [*range(1, exact + 1), _ROOT, *links[exact + 1 :]]
        self._up = list(links)
        self._down = list(links)
        self._size = [0] * len(links)
        self._item = list(links)
        self._mates: list[tuple[int, ...]] = [()] * len(links)
        self._option = [-1] * len(links)
        self._chosen: list[int] = []
        for number, option in enumerate(options):
            self._add(number, option)

    def _add(self, number: int, option: Sequence[Hashable]) -> None:
        """Append an option: one link at the foot of the column of each of its items."""
        try:
            items = [self._items[item] for item in option]
        except KeyError as error:
            raise ArgumentError(f"option {number}: no item {error.args[0]!r}") from None
        if not items or len(set(items)) != len(items):
            raise ArgumentError(f"option {number}: expected different items, found {option!r}")
        start = len(self._item)
        row = tuple(range(start, start + len(items)))
        for place, (link, item) in enumerate(zip(row, items, strict=True)):
            foot = self._up[item]
            self._up.append(foot)
            self._down.append(item)
            self._down[foot] = self._up[item] = link
            self._size[item] += 1
            self._mates.append(row[:place] + row[place + 1 :])
        self._item += items
        self._option += [number] * len(items)

    def solutions(
        self, go_on: Callable[[bool], bool] = lambda forced: True
    ) -> Iterator[tuple[int, ...]]:
        """Yield every exact cover once, as the numbers of its options in the order of choice.

        The item with the fewest options comes first, or the earlier one if equal; options come in
        the given order. `go_on(forced)` is called before each state, with whether only one option
        led there; if it returns false, the search ends.
        """
        self._restore()
        self.nodes = self.guesses = 0
        chosen = self._chosen = []
        more = True
        while more:
            forced = bool(chosen) and self._size[self._item[chosen[-1]]] == 1
            if not go_on(forced):
                return
            self.nodes += not forced
            item = self._narrowest()
            if item == _ROOT:
                yield tuple(self._option[link] for link in chosen)
                # A caller that started another search has already undone every choice.
                more = bool(chosen) and self._try_below(self._take_back())
            else:
                self.guesses += self._size[item] > 1
                self._cover(item)
                more = self._try_below(item)

    def _narrowest(self) -> int:
        """Return the item with the fewest options, the first if equal; the root if none is left.

        The order of items with one option or none does not change the guesses, because the state
        ends up the same. So the scan stops at the first one, which saves 30 % of the time on 12x12.
        """
        right, size = self._right, self._size
        best, fewest = _ROOT, len(self._item)
        item = right[_ROOT]
        while item != _ROOT:
            if size[item] < fewest:
                best, fewest = item, size[item]
                if fewest < 2:
                    break
            item = right[item]
        return best

    def _try_below(self, link: int) -> bool:
        """Choose the option below a link or, at the foot of a column, below the previous choice.

        A loop instead of recursion, because a 25x25 board has 625 nested choices. False if no
        choice is left.
        """
        link = self._down[link]
        while self._item[link] == link:  # only an item is its own item
            self._uncover(link)
            if not self._chosen:
                return False
            link = self._down[self._take_back()]
        for mate in self._mates[link]:
            self._cover(self._item[mate])
        self._chosen.append(link)
        return True

    def _take_back(self) -> int:
        """Undo the last choice, whose item stays covered, and return its link."""
        link = self._chosen.pop()
        for mate in reversed(self._mates[link]):
            self._uncover(self._item[mate])
        return link

    def _restore(self) -> None:
        """Undo the choices of an unfinished search."""
        while self._chosen:
            self._uncover(self._item[self._take_back()])

    def _cover(self, item: int) -> None:
        """Take an item off the ring, and its options out of every other column."""
        left, right, up, down = self._left, self._right, self._up, self._down
        owner, size = self._item, self._size
        right[left[item]], left[right[item]] = right[item], left[item]
        row = down[item]
        while row != item:
            for link in self._mates[row]:
                # The link keeps its own up and down: that is all it needs to come back.
                above, below = up[link], down[link]
                down[above], up[below] = below, above
                size[owner[link]] -= 1
            row = down[row]

    def _uncover(self, item: int) -> None:
        """Undo `_cover`: the dance goes back in exactly the opposite order, from the foot up."""
        up, down = self._up, self._down
        owner, size = self._item, self._size
        row = up[item]
        while row != item:
            # Links of one option are in different columns, so their own order is free.
            for link in self._mates[row]:
                down[up[link]] = up[down[link]] = link
                size[owner[link]] += 1
            row = up[row]
        self._right[self._left[item]] = self._left[self._right[item]] = item


class DlxEngine(Engine):
    """Algorithm X with dancing links over cells and the digits of every house."""

    name: ClassVar[str] = "dlx"
    summary: ClassVar[str] = "pure Python: exact cover with dancing links (Knuth's Algorithm X)"
    boards: ClassVar[str] = "every board"
    rules: ClassVar[frozenset[type[Rule]]] = BASIC_RULES
    counters: ClassVar[frozenset[str]] = frozenset({"nodes", "guesses"})

    def supports_layout(self, layout: Layout) -> bool:
        """Return True: every layout is supported."""
        return True

    def search(self, puzzle: Puzzle, limit: Limit) -> DlxSearch:
        """Start a search."""
        self.require(puzzle)
        return DlxSearch(puzzle, limit)


class DlxSearch(Search):
    """A search for exact covers of what the givens leave open.

    Nodes and guesses are comparable with those of other engines: an item with one option left is a
    single, naked (a cell) or hidden (a digit in a house), so choosing it is not a guess.
    """

    def __init__(self, puzzle: Puzzle, limit: Limit) -> None:
        self._puzzle = puzzle
        self._limit = limit
        self._clock = limit.start()
        self._cover: ExactCover | None = None
        self._exhausted = False
        self._found = self._run()

    def __next__(self) -> Solution:
        return next(self._found)

    @property
    def exhausted(self) -> bool:
        """True once the last choice was undone."""
        return self._exhausted

    @property
    def nodes(self) -> int:
        """States whose forced options were all taken, so far."""
        return self._cover.nodes if self._cover else 0

    @property
    def guesses(self) -> int:
        """Nodes where every open item had more than one option."""
        return self._cover.guesses if self._cover else 0

    def _run(self) -> Iterator[Solution]:
        puzzle = self._puzzle
        if not puzzle.conflicts() and not puzzle.geometry.is_impossible:
            placements: list[tuple[int, int]] = []
            self._cover = self._build(placements)
            if self.stopped_by:
                return
            for picked in self._cover.solutions(self._go_on):
                cells = bytearray(puzzle.cells)
                for number in picked:
                    cell, digit = placements[number]
                    cells[cell] = digit
                yield Solution(bytes(cells), puzzle.layout)
        self._exhausted = not self.stopped_by

    def _build(self, placements: list[tuple[int, int]]) -> ExactCover:
        """Build the matrix of what is open, and append what each of its options places."""
        geometry, size = self._puzzle.geometry, self._puzzle.layout.size
        cells = self._puzzle.layout.cell_count
        taken: set[int] = set()
        for cell, given in enumerate(self._puzzle.cells):
            if given:
                taken.update(list(_rows(cell, geometry))[given - 1])
        exact = range(cells + geometry.house_count * size)
        others = range(len(exact), cells + len(geometry.groups) * size)
        open_items = [item for item in exact if item not in taken]
        return ExactCover(
            open_items,
            self._options(taken, placements),
            [item for item in others if item not in taken],
        )

    def _options(
        self, taken: set[int], placements: list[tuple[int, int]]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the options that no given and no rule excludes, by cell, then digit.

        The matrix takes most of the memory, and on large boards much of the time, so limits are
        checked while it is built.
        """
        allowed, geometry = self._puzzle.allowed(), self._puzzle.geometry
        for cell, given in enumerate(self._puzzle.cells):
            if given:
                continue
            for digit, items in enumerate(_rows(cell, geometry), start=1):
                if not taken.isdisjoint(items):
                    continue
                if allowed is not None and not allowed[cell] >> (digit - 1) & 1:
                    continue
                if not self._has_room(len(placements) * len(items)):
                    return
                placements.append((cell, digit))
                yield items

    def _has_room(self, links: int) -> bool:
        """Return whether time and memory allow for more links."""
        if self._limit.memory is not None and links * _LINK_BYTES >= self._limit.memory:
            self.stopped_by = "memory"
            return False
        return self._in_time()

    def _go_on(self, forced: bool) -> bool:
        """Return whether the limits allow for another state."""
        if not forced and self.nodes == self._limit.nodes:
            self.stopped_by = "nodes"
            return False
        return self._in_time()

    def _in_time(self) -> bool:
        self.stopped_by = self._clock.reached()
        return self.stopped_by is None


def _rows(cell: int, geometry: Geometry) -> Iterator[tuple[int, ...]]:
    """Yield, digit by digit, the items it covers in a cell: the cell, and each group's digit.

    Items are numbered: cells first, then the digits of the first group, of the second, and so on.
    """
    size, first = geometry.layout.size, geometry.layout.cell_count
    groups = [first + group * size for group in geometry.groups_of[cell]]
    return zip(repeat(cell), *(range(group, group + size) for group in groups))
