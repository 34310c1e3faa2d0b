"""Reasons: why a digit is in a cell, or why not, with the simplest proof found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from nonet import native
from nonet.core.board import Board, candidates_left
from nonet.core.cells import cell_name
from nonet.core.errors import ArgumentError, NonetError
from nonet.core.limit import Limit, LimitLike
from nonet.core.result import Status
from nonet.core.step import Candidate, Step, format_elimination, format_placement, parse_move
from nonet.engines.roster import best_engine
from nonet.logic.finding import ALL, native_board, step_of
from nonet.logic.hints import PATIENCE, without_uniqueness
from nonet.logic.languages import Language, language_named
from nonet.logic.mistakes import (
    Mistake,
    describe_conflicts,
    describe_mistake,
    find_mistakes,
)
from nonet.logic.needed import (
    Found,
    Remaining,
    holds,
    needed_numbers,
    without_spare_steps,
)
from nonet.logic.orders import Order, OrderLike, as_order
from nonet.logic.player_grid import read_grid
from nonet.logic.words import describe_step, format_step
from nonet.notations.parsing import PuzzleLike

SCHEMA = 1
"""The version of a reason's JSON."""
_BASIC = 13
"""How many techniques of an order are tried together for a shorter proof, besides those used."""
_MOST_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Reason:
    """Whether a statement is true, and the steps that prove it.

    Without steps, a verdict follows from the digits on the board, as `text` says.
    """

    statement: str
    verdict: Literal["true", "false", "undecided"]
    steps: tuple[Step, ...]
    text: str
    board: Board
    """The board on which the steps start: the player's, without mistakes, and with the candidate
    of the statement if it was removed."""
    status: Status = Status.UNIQUE
    """What was proved about the puzzle."""
    mistakes: tuple[Mistake, ...] = ()
    """What to correct on the board; the proof does not use it."""
    stopped_by: str | None = None
    """The limit that was reached: "seconds" or "nodes" (steps)."""

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards before every step, and the last one."""
        boards = [self.board]
        for step in self.steps:
            boards.append(boards[-1].apply(step))
        return tuple(boards)

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as plain data; docs/schema/reason.schema.json describes it."""
        return {
            "schema": SCHEMA,
            "puzzle": str(self.board.puzzle),
            "board": str(self.board),
            "status": self.status.word,
            "statement": self.statement,
            "verdict": self.verdict,
            "text": self.text,
            "mistakes": [mistake.to_dict() for mistake in self.mistakes],
            "stopped_by": self.stopped_by,
            "steps": [step.to_dict() for step in self.steps],
        }


def why_not(
    board: Board | PuzzleLike,
    statement: str,
    *,
    order: OrderLike = None,
    limit: LimitLike = None,
    language: Language | str | None = None,
) -> Reason:
    """Prove that a statement such as `r4c7=5` or `r4c7<>5` is false, or that it is true.

    The verdict applies to the statement as written: `r4c7<>5` is true if 5 is impossible there. The
    steps are the simplest proof found: the hardest technique is as early in the order as possible,
    then it is used as rarely as possible, then there are as few steps as possible, none of which
    can be left out, then chains are short. `nonet.check_step` accepts the steps one by one,
    starting from `reason.board`. What a digit on the board rules out directly needs no step.

    The verdict is "undecided" if no technique settles the statement, if the `limit` is reached
    (seconds, or a Limit of seconds and nodes, which are steps), or if it holds in some solutions
    but not in others.

    >>> why_not("...4..1.2.4..3..", "r1c1=4").text
    'r1c1=4 is false. r1c4 already holds 4, and r1c1 is also in row 1.'
    """
    said = language_named(language)
    chosen = as_order(order).without("brute-force")
    limit = Limit.in_seconds(limit)
    clock = limit.start()
    now = read_grid(board).board
    (cell, digit), is_placement = _parse(statement, now.layout.size)
    asked = _Question(cell, digit, is_placement, now.layout.size)
    puzzle = now.puzzle
    patience = PATIENCE if limit.seconds is None else min(PATIENCE, limit.seconds)
    result = best_engine(puzzle).solve(puzzle, Limit(2, seconds=patience))
    reason = Reason(asked.text, "undecided", (), "", now, result.status)
    if result.status is Status.NO_SOLUTION:
        texts = [said.say("why.no_solution"), *describe_conflicts(puzzle, said)]
        return _told(reason, said, texts)
    several = result.status is not Status.UNIQUE
    if result.solutions:
        wrong = find_mistakes(now, result.solutions[0], several=several)
        reason = replace(reason, board=_corrected(now, wrong), mistakes=wrong)
    if answer := _direct(reason.board, asked, said):
        verdict, text = answer
        return _told(replace(reason, verdict=verdict), said, [text])
    start = _with_candidate(reason.board, asked)
    reason = replace(reason, board=start)
    if several and _differs(start, asked):
        return _told(reason, said, [said.say("why.differ", cell=asked.cell_name, digit=digit)])
    proof = _Proof(start, asked, without_uniqueness(chosen) if several else chosen)
    steps, stopped = proof.find(clock.seconds_left, limit.nodes)
    if not steps:
        text = said.say(f"why.{stopped or 'stuck'}")
        return _told(replace(reason, stopped_by=stopped), said, [text])
    is_placed = (cell, digit) in {pair for step in steps for pair in step.placements}
    verdict = "true" if is_placed == is_placement else "false"
    return _told(replace(reason, verdict=verdict, steps=steps), said, [])


@dataclass(frozen=True, slots=True)
class _Question:
    cell: int
    digit: int
    is_placement: bool
    size: int

    @property
    def text(self) -> str:
        form = format_placement if self.is_placement else format_elimination
        return form(self.cell, self.digit, self.size)

    @property
    def cell_name(self) -> str:
        return cell_name(self.cell, self.size)

    @property
    def bit(self) -> int:
        return 1 << (self.digit - 1)


def _parse(statement: str, size: int) -> tuple[Candidate, bool]:
    try:
        return parse_move(statement, size)
    except NonetError as error:
        raise ArgumentError(f"statement: {error}") from None


def _corrected(board: Board, wrong: Sequence[Mistake]) -> Board:
    """Return the board without wrong digits, and with the candidates that were wrongly removed."""
    if not wrong:
        return board
    removed = [
        left & ~mask
        for left, mask in zip(candidates_left(board.puzzle, board.digits), board.masks, strict=True)
    ]
    digits = bytearray(board.digits)
    for mistake in wrong:
        if mistake.kind == "entry":
            digits[mistake.cell] = 0
        else:
            removed[mistake.cell] &= ~(1 << (mistake.digit - 1))
    left = candidates_left(board.puzzle, bytes(digits))
    masks = tuple(mask & ~gone for mask, gone in zip(left, removed, strict=True))
    return Board(board.puzzle, bytes(digits), masks)


def _direct(
    board: Board, asked: _Question, said: Language
) -> tuple[Literal["true", "false"], str] | None:
    """Return what the digits on the board say at once, and how."""
    cell, digit, here = asked.cell, asked.digit, asked.cell_name
    held = board.digits[cell]
    if held:
        is_true = (held == digit) == asked.is_placement
        return "true" if is_true else "false", said.say("why.holds", cell=here, digit=held)
    verdict: Literal["true", "false"] = "false" if asked.is_placement else "true"
    geometry = board.puzzle.geometry
    for number, house in enumerate(geometry.groups):
        for other in house if cell in house else ():
            if board.digits[other] == digit:
                there = cell_name(other, asked.size)
                if number < geometry.house_count:
                    name = said.house(geometry, number)
                    text = said.say("why.peer", other=there, digit=digit, cell=here, house=name)
                else:
                    text = said.say("why.apart", other=there, digit=digit, cell=here)
                return verdict, text
    allowed = board.puzzle.allowed()
    if allowed and not allowed[cell] & asked.bit:
        return verdict, said.say("why.rule", cell=here, digit=digit)
    return None


def _with_candidate(board: Board, asked: _Question) -> Board:
    masks = list(board.masks)
    masks[asked.cell] |= asked.bit
    return Board(board.puzzle, board.digits, tuple(masks))


def _differs(board: Board, asked: _Question) -> bool:
    """Return whether some solutions of the board agree with the statement, and some do not."""
    one, other = board.place(asked.cell, asked.digit), board.eliminate(asked.cell, asked.digit)
    return all(
        best_engine(puzzle).solve(puzzle, Limit(1, seconds=PATIENCE)).solution is not None
        for puzzle in (one.to_puzzle(), other.to_puzzle())
    )


class _Proof:
    """The search for a simple proof that a candidate is true or false."""

    def __init__(self, start: Board, asked: _Question, order: Order) -> None:
        self.start = start
        self.asked = asked
        self.order = order
        self._logic = native.logic_of(start.puzzle.geometry)

    def find(self, seconds: float | None, nodes: int | None) -> tuple[tuple[Step, ...], str | None]:
        """Return the steps of the simplest proof that is found, and the limit that ended it."""
        walked = self._logic.walk(
            native_board(self.start),
            "nonet",
            list(self.order.techniques),
            seconds=seconds,
            steps=nodes,
        )
        path = self._until_decided(Found(*walked.step(n)) for n in range(len(walked)))
        if not path:
            return (), walked.end if walked.end in ("seconds", "nodes") else None
        first = self._trimmed(path)
        if len(first) == 1:
            return first, None
        others = (self._single(first), self._at_once(first))
        return min([first, *filter(None, others)], key=self._cost), None

    def _cost(self, steps: Sequence[Step]) -> tuple[int, int, int]:
        hardest = max(self.order.rank(step.technique) for step in steps)
        return hardest, len(steps), len(repr([step.proof for step in steps]))

    def _decides(self, removed: Sequence[Candidate]) -> bool:
        return (self.asked.cell, self.asked.digit) in removed

    def _until_decided(self, steps: Iterator[Found]) -> list[Found]:
        now = Remaining(self.start)
        path = []
        for step in steps:
            path.append(step)
            if self._decides(now.apply(step)):
                return path
        return []

    def _trimmed(self, path: Sequence[Found]) -> tuple[Step, ...]:
        """Return the steps that the last one needs; all if that does not hold."""
        kept = [path[number] for number in needed_numbers(self.start, path, [len(path) - 1])]
        steps = self._steps(kept)
        if not holds(self.start, steps):
            steps = self._steps(path)
        return without_spare_steps(self.start, steps)

    def _steps(self, path: Sequence[Found]) -> tuple[Step, ...]:
        return tuple(step_of(tuple(found), self.asked.size) for found in path)

    def _all(self, board: Board, technique: str) -> list[Found]:
        # Looking for all nested chains takes seconds.
        most = 1 if "-plus" in technique else ALL
        found = self._logic.find(native_board(board), technique, most, ["als-nodes"])
        return [Found(*one) for one in found]

    def _single(self, proof: Sequence[Step]) -> tuple[Step, ...]:
        """Return one step of the hardest technique of a proof that does it alone."""
        hardest = max((step.technique for step in proof), key=self.order.rank)
        alone = [
            one
            for one in self._all(self.start, hardest)
            if self._decides(Remaining(self.start).apply(one))
        ]
        if not alone:
            return ()
        return self._steps([min(alone, key=lambda one: (one.length, len(repr(one.proof))))])

    def _at_once(self, proof: Sequence[Step]) -> tuple[Step, ...]:
        """Return a proof found in rounds: in each, all steps that the board offers are taken.

        A walk takes one step after the other and may go far before it comes to the candidate;
        rounds find what is few steps away.
        """
        hardest = max(self.order.rank(step.technique) for step in proof)
        used = {step.technique for step in proof}
        names = [
            name
            for rank, name in enumerate(self.order.techniques[: hardest + 1])
            if rank < _BASIC or name in used
        ]
        path: list[Found] = []
        board, now = self.start, Remaining(self.start)
        for _ in range(_MOST_ROUNDS):
            offered = [one for name in names for one in self._all(board, name)]
            final = [one for one in offered if self._decides(Remaining(board).apply(one))]
            if final:
                proofs = (self._numbered([*path, one]) for one in final)
                steps = self._steps(min(proofs, key=len))
                if not holds(self.start, steps):
                    return ()
                return without_spare_steps(self.start, steps)
            gained = []
            for one in offered:
                if now.apply(one):
                    gained.append(one)
            if not gained:
                return ()
            path += gained
            board = _after(board, now, gained)
        return ()

    def _numbered(self, path: Sequence[Found]) -> list[Found]:
        return [path[number] for number in needed_numbers(self.start, path, [len(path) - 1])]


def _after(board: Board, now: Remaining, steps: Sequence[Found]) -> Board:
    digits = bytearray(board.digits)
    for step in steps:
        for cell, digit in step.placements:
            digits[cell] = digit
    return Board(board.puzzle, bytes(digits), tuple(now.masks))


# In words


def _told(reason: Reason, said: Language, texts: Sequence[str]) -> Reason:
    return replace(reason, text="\n".join(tell_reason(reason, said, texts, words=True)))


def tell_reason(
    reason: Reason, said: Language, texts: Sequence[str] = (), *, words: bool
) -> Iterator[str]:
    """Tell a reason line by line; each step on a line, in sentences if `words`."""
    if reason.mistakes:
        several = reason.status is not Status.UNIQUE
        yield said.say("why.mistakes")
        for mistake in reason.mistakes:
            yield f"  {describe_mistake(mistake, said, several=several)}."
    verdict = said.say(f"why.{reason.verdict}", statement=reason.statement)
    yield " ".join([verdict, *texts])
    tell = describe_step if words else format_step
    width = len(str(len(reason.steps)))
    for number, (board, step) in enumerate(zip(reason.boards, reason.steps, strict=False), start=1):
        yield f"{number:{width}}. {tell(board, step, language=said)}"
