"""The checker of steps: whether a conclusion follows from the board.

It shares no code with the techniques that find steps. It knows only the candidates of the board,
that a cell holds exactly one digit, that a house holds every digit exactly once, that some cells
must differ, and, where a proof says so, that the puzzle has a single solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, TypeAlias

from nonet.core.board import Board
from nonet.core.cells import cell_name
from nonet.core.errors import ArgumentError
from nonet.core.step import Candidate, Step
from nonet.judge import Verdict

Inferences: TypeAlias = tuple[tuple[Any, ...], ...]


class _FlawError(Exception):
    """Why a proof does not hold."""


def check_step(board: Board, step: Step) -> Verdict:
    """Check that a step follows from a board, by its proof alone."""
    if not isinstance(board, Board):
        raise ArgumentError(f"expected a Board (see nonet.Board.of), found {board!r:.40}")
    if not isinstance(step, Step):
        raise ArgumentError(f"expected a Step (see nonet.find_steps), found {step!r:.40}")
    if step.proof is None:
        return Verdict((f"{step.technique}: the step has no proof",))
    try:
        if step.size != board.layout.size:
            raise _FlawError(f"the step is for {step.size}x{step.size}, the board {board.layout}")
        _Scope(board).prove(step)
    except _FlawError as flaw:
        return Verdict((str(flaw),))
    except RecursionError:
        return Verdict(("the proof is nested too deeply",))
    return Verdict(())


class _Scope:
    """What is known at a point of a proof: candidates that are on, and candidates that are off."""

    def __init__(self, board: Board, outer: _Scope | None = None) -> None:
        self.board = board
        self.on: set[Candidate] = set(outer.on) if outer else set()
        self.off: set[Candidate] = set(outer.off) if outer else set()
        self.is_contradictory: bool = outer.is_contradictory if outer else False

    # What the board says

    def is_live(self, candidate: Candidate) -> bool:
        """Return whether the board has a candidate, whatever is known of it."""
        cell, digit = candidate
        masks = self.board.masks
        return 0 <= cell < len(masks) and digit >= 1 and bool(masks[cell] >> (digit - 1) & 1)

    def name(self, candidate: Candidate) -> str:
        """Return a candidate in words."""
        cell, digit = candidate
        return f"{digit} in {cell_name(cell, self.board.layout.size)}"

    def excludes(self, one: Candidate, other: Candidate) -> bool:
        """Return whether two candidates cannot both be true."""
        if one == other:
            return False
        if one[0] == other[0]:
            return True
        return one[1] == other[1] and other[0] in self.board.puzzle.peers[one[0]]

    def truth(self, truth: tuple[Any, ...]) -> list[Candidate]:
        """Return the candidates not yet off of which at least one is true, or refuse."""
        off = self.off
        return [pair for pair in self._whole_truth(truth) if pair not in off]

    def _whole_truth(self, truth: tuple[Any, ...]) -> list[Candidate]:
        kind, *facts = truth
        board, puzzle = self.board, self.board.puzzle
        if kind == "cell":
            (cell,) = facts
            if not 0 <= cell < len(board.digits) or board.digits[cell]:
                raise _FlawError(f"cell {cell} is not an open cell")
            return list(self._candidates([cell]))
        if kind == "house":
            house, digit = facts
            houses = puzzle.geometry.house_cells
            if not 0 <= house < len(houses) or not 1 <= digit <= board.layout.size:
                raise _FlawError(f"there is no house {house} with a {digit}")
            cells, digits = houses[house], board.digits
            if digit in [digits[cell] for cell in cells]:
                raise _FlawError(f"{puzzle.geometry.group_name(house)} already has its {digit}")
            masks, bit = board.masks, 1 << (digit - 1)
            return [(cell, digit) for cell in cells if masks[cell] & bit]
        if kind == "loop":
            return self._extras_of_loop(*facts)
        if kind == "bug":
            return self._extras_of_bug(*facts)
        raise _FlawError(f"expected a cell, a house or a deadly pattern as truth, found {kind!r}")

    def _candidates(self, cells: Any) -> Iterator[Candidate]:
        for cell in cells:
            for digit in range(1, self.board.layout.size + 1):
                if self.is_live((cell, digit)):
                    yield cell, digit

    # Deadly patterns: two fillings that differ in these cells alone would both be solutions.

    def _extras_of_loop(self, cells: tuple[int, ...], digits: tuple[int, int]) -> list[Candidate]:
        board, puzzle = self.board, self.board.puzzle
        inside = set(cells)
        if not inside or len(inside) != len(cells) or len(set(digits)) != 2:
            raise _FlawError("a deadly pattern needs different cells and two digits")
        if not inside <= set(range(len(board.digits))):
            raise _FlawError("a cell of a deadly pattern is not on the board")
        allowed = puzzle.allowed()
        for cell in inside:
            if puzzle.cells[cell]:
                raise _FlawError(f"{cell_name(cell, board.layout.size)} is a given")
            if board.digits[cell] and board.digits[cell] not in digits:
                raise _FlawError(f"{cell_name(cell, board.layout.size)} holds another digit")
            if allowed and any(not allowed[cell] >> (digit - 1) & 1 for digit in digits):
                raise _FlawError(f"a rule forbids a digit of {cell_name(cell, board.layout.size)}")
        for group in puzzle.geometry.groups:
            if len(inside.intersection(group)) not in (0, 2):
                raise _FlawError("every house must have no cell or two cells of a deadly pattern")
        return [pair for pair in self._candidates(sorted(inside)) if pair[1] not in digits]

    def _extras_of_bug(self, extra: tuple[Candidate, ...]) -> list[Candidate]:
        board, geometry = self.board, self.board.puzzle.geometry
        if len(geometry.groups) != geometry.house_count:
            raise _FlawError("a bivalue universal grave needs a board without other rules")
        extras = set(extra)
        if not all(map(self.is_live, extras)):
            raise _FlawError("an extra candidate is not on the board")
        cells = [cell for cell, digit in enumerate(board.digits) if not digit]
        rest = {pair for pair in self._candidates(cells) if pair not in extras}
        per_cell = Counter(cell for cell, _ in rest)
        if any(per_cell[cell] != 2 for cell in cells):
            raise _FlawError(
                "without the extra candidates, every open cell must have two candidates"
            )
        for house in geometry.house_cells:
            places = Counter(digit for cell, digit in rest if cell in house)
            if any(count != 2 for count in places.values()):
                raise _FlawError(
                    "without the extra candidates, a digit must have two places in a house"
                )
        return sorted(extras)

    # What follows

    def prove(self, step: Step) -> None:
        """Follow the proof of a step, and see that it ends with what the step says."""
        for pair in (*step.placements, *step.eliminations):
            if not self.is_live(pair):
                raise _FlawError(f"{self.name(pair)} is not a candidate of the board")
        if not step.placements and not step.eliminations:
            raise _FlawError("the step changes nothing")
        assert step.proof is not None
        self.follow(step.proof)
        for pair in step.placements:
            if pair not in self.on:
                raise _FlawError(f"the proof does not show that {self.name(pair)} is true")
        for pair in step.eliminations:
            if pair not in self.off:
                raise _FlawError(f"the proof does not show that {self.name(pair)} is false")

    def follow(self, inferences: Inferences) -> None:
        """Follow inferences one after the other, up to a contradiction: that ends an argument."""
        for inference in inferences:
            if self.is_contradictory:
                return
            # A proof may come from anywhere. What has not the form of an inference shows nothing.
            try:
                kind, *facts = inference
                follow = getattr(self, f"_follow_{kind}", None)
                if follow is None:
                    raise _FlawError(f"there is no inference {kind!r}")
                follow(*facts)
            except (TypeError, ValueError, LookupError, AttributeError):
                raise _FlawError(f"not an inference: {inference!r:.80}") from None

    def _set(self, on: Any = (), off: Any = ()) -> None:
        self.on.update(on)
        self.off.update(off)
        self.is_contradictory |= not self.on.isdisjoint(self.off)

    def _follow_count(self, truths: Any, links: Any, off: Any) -> None:
        weight: Counter[Candidate] = Counter()
        for truth in truths:
            weight.subtract(self.truth(truth))
        for link in links:
            live = [pair for pair in link if self.is_live(pair) and pair not in self.off]
            for one, other in combinations(live, 2):
                if not self.excludes(one, other):
                    raise _FlawError(f"{self.name(one)} does not exclude {self.name(other)}")
            weight.update(set(live))
        for pair, count in weight.items():
            if count < 0:
                raise _FlawError(f"{self.name(pair)} is in a truth but in no link")
        rank = len(links) - len(truths)
        for pair in off:
            if pair not in self.off and weight[pair] <= rank:
                raise _FlawError(f"the count does not rule out {self.name(pair)}")
        self._set(off=off)

    def _follow_last(self, truth: Any, on: Candidate) -> None:
        # Where it is off itself, it is now on as well: a contradiction.
        if on not in self._whole_truth(truth) or set(self.truth(truth)) - {on}:
            raise _FlawError(f"{self.name(on)} is not the only candidate left")
        self._set(on=[on])

    def _follow_sees(self, on: Candidate, off: Any) -> None:
        if on not in self.on:
            raise _FlawError(f"{self.name(on)} was not shown to be true")
        for pair in off:
            if not self.excludes(on, pair):
                raise _FlawError(f"{self.name(on)} does not exclude {self.name(pair)}")
        self._set(off=off)

    def _follow_empty(self, truth: Any) -> None:
        if left := self.truth(truth):
            raise _FlawError(
                f"{self.name(left[0])} is still possible, so there is no contradiction"
            )
        self.is_contradictory = True

    def _follow_suppose(self, candidate: Candidate, on: bool, then: Inferences) -> None:
        if not self._branch(candidate, on, then).is_contradictory:
            raise _FlawError(f"supposing {self.name(candidate)} leads to no contradiction")
        self._set(off=[candidate] if on else (), on=() if on else [candidate])

    def _follow_cases(self, truth: Any, branches: Any, on: Any, off: Any) -> None:
        left = set(self.truth(truth))
        if missing := left - {candidate for candidate, _ in branches}:
            raise _FlawError(f"{self.name(min(missing))} is not considered")
        for candidate, then in branches:
            self._agree(self._branch(candidate, True, then), on, off)
        self._set(on, off)

    def _follow_either(
        self, candidate: Candidate, then: Inferences, otherwise: Inferences, on: Any, off: Any
    ) -> None:
        self._agree(self._branch(candidate, True, then), on, off)
        self._agree(self._branch(candidate, False, otherwise), on, off)
        self._set(on, off)

    def _branch(self, candidate: Candidate, on: bool, then: Inferences) -> _Scope:
        if not self.is_live(candidate):
            raise _FlawError(f"{self.name(candidate)} is not a candidate of the board")
        inner = _Scope(self.board, self)
        inner._set(on=[candidate] if on else (), off=() if on else [candidate])
        inner.follow(then)
        return inner

    def _agree(self, branch: _Scope, on: Any, off: Any) -> None:
        if branch.is_contradictory:
            return
        for pair in on:
            if pair not in branch.on:
                raise _FlawError(f"{self.name(pair)} is not shown to be true in every case")
        for pair in off:
            if pair not in branch.off:
                raise _FlawError(f"{self.name(pair)} is not shown to be false in every case")
