"""Paths: a puzzle solved one step at a time, each with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from nonet import native
from nonet.core import hooks
from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.core.limit import Clock, Limit, LimitLike
from nonet.core.puzzle import Puzzle, Solution
from nonet.core.result import Status
from nonet.core.step import Step
from nonet.engines.roster import best_engine
from nonet.logic.catalog import catalog
from nonet.logic.easiest import Bound, find_easiest
from nonet.logic.finding import as_board, native_board, step_of
from nonet.logic.languages import Language
from nonet.logic.mistakes import Mistake, find_mistakes
from nonet.logic.orders import Order, OrderLike, as_order
from nonet.logic.scales import LEVELS, hodoku_level
from nonet.logic.words import format_step
from nonet.notations.parsing import PuzzleLike
from nonet.render.picture import Picture
from nonet.render.steps import step_picture

SCHEMA = 2
"""The version of a path's and a step's JSON."""


LIMITS = ("seconds", "nodes")
"""The ends of a walk that a limit caused."""


@dataclass(frozen=True, eq=False)
class Path:
    """The steps from a board to its solution, as far as the techniques of an order go.

    `status` says what was proved about the puzzle; only a puzzle with a unique solution is
    explained. If there is no solution, the steps lead to a contradiction, if the order finds one.
    Steps and boards are created when you first ask for them.

    >>> path = explain("...4..1.2.4..3..")
    >>> path.solved, len(path.steps), str(path.boards[-1])
    (True, 11, '1234341221434321')
    """

    start: Board
    order: Order
    status: Status
    solutions: tuple[Solution, ...]
    """The solution; two of them as evidence that there are several."""
    mistakes: tuple[Mistake, ...] = ()
    """Placed digits and removed candidates that exclude the solution; then nothing is explained."""
    stopped_by: str | None = None
    """The limit that ended the path early: "seconds" or "nodes" (steps)."""
    kind: Literal["greedy", "easiest"] = "greedy"
    """How its steps were chosen."""
    bound: Bound | None = None
    """What no path in the order can be better than: the hardest technique, the number of its steps,
    and the number of steps; None for a greedy path."""
    _walked: native.Path | None = field(default=None, repr=False)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.start.puzzle

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps."""
        if self._walked is None:
            return ()
        size = self.start.layout.size
        numbers = range(len(self._walked))
        return tuple(step_of(self._walked.step(number), size) for number in numbers)

    @cached_property
    def walked(self) -> native.Path:
        """The path as the core knows it; one without steps if nothing is explained."""
        if self._walked is not None:
            return self._walked
        return native.logic_of(self.puzzle.geometry).path(native_board(self.start), [])

    @cached_property
    def boards(self) -> tuple[Board, ...]:
        """The boards before every step, and the last one."""
        boards = [self.start]
        for step in self.steps:
            boards.append(boards[-1].apply(step))
        return tuple(boards)

    @property
    def solved(self) -> bool:
        """True if the path ends with the solution."""
        return self._walked is not None and self._walked.end == "full"

    @property
    def outcome(self) -> str:
        """How it ended: "solved", "stuck", "stopped", "mistakes", "not-unique" or "undecided"."""
        walked = None if self._walked is None else self._walked.end
        return outcome_of(self.status, walked, wrong=bool(self.mistakes))

    @property
    def techniques(self) -> tuple[str, ...]:
        """The technique of every step."""
        if self._walked is None:
            return ()
        return tuple(native.TECHNIQUES[number] for number in self._walked.techniques)

    @property
    def hardest(self) -> str | None:
        """The hardest technique used, in the order; None without steps."""
        return max(self.techniques, key=self.order.rank, default=None)

    @property
    def hard_steps(self) -> int:
        """The number of steps with the hardest technique."""
        return self.techniques.count(self.hardest) if self.hardest else 0

    @property
    def optimal(self) -> bool | None:
        """True if no path in the order is easier; None for a greedy path."""
        if self.bound is None:
            return None
        return self.bound == (self.hardest, self.hard_steps, len(self.techniques))

    @property
    def seconds(self) -> tuple[float, ...]:
        """How long it took to find each step; empty for an easiest path."""
        return () if self._walked is None else tuple(self._walked.seconds)

    @property
    def end(self) -> Board:
        """The board at the end."""
        if self._walked is None:
            return self.start
        return Board(self.puzzle, self._walked.digits, tuple(self._walked.masks))

    @cached_property
    def se_ratings(self) -> tuple[float | None, ...]:
        """Sudoku Explainer's rating of every step; None for techniques it lacks."""
        if self._walked is None:
            return ()
        known = catalog()
        return tuple(
            known[name].se_rating if tenths is None else tenths / 10
            for name, tenths in zip(self.techniques, self._walked.se_ratings, strict=True)
        )

    @property
    def hodoku_score(self) -> int | None:
        """HoDoKu's points for all steps together; None if HoDoKu lacks a technique."""
        return hodoku_score_of(self.techniques)

    @property
    def hodoku_level(self) -> str | None:
        """HoDoKu's level: that of the hardest step, or a higher one if there are many points."""
        return hodoku_level_of(self.techniques)

    def picture(self, number: int) -> Picture:
        """Return a step on its board as a picture, which a notebook shows; steps count from 1."""
        if not isinstance(number, int) or not 1 <= number <= len(self.steps):
            last = len(self.steps)
            raise ArgumentError(f"expected a step from 1 to {last}, found {number!r:.40}")
        board, step = self.boards[number - 1], self.steps[number - 1]
        return step_picture(board, step, sentences=[f"{number}. {format_step(board, step)}"])

    def to_html(self, language: Language | str | None = None) -> str:
        """Return a self-contained page to step through the path; notebooks show it."""
        return hooks.draw_page(self, language)

    def _repr_html_(self) -> str:
        return hooks.draw_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the path as plain data; docs/schema/path.schema.json describes it."""
        layout = self.start.layout
        return {
            "schema": SCHEMA,
            "puzzle": str(self.puzzle),
            "rules": [rule.to_dict(layout) for rule in self.puzzle.rules],
            "order": self.order.name,
            "status": self.status.word,
            "solved": self.solved,
            "solutions": [str(solution) for solution in self.solutions],
            "mistakes": [mistake.to_dict() for mistake in self.mistakes],
            "stopped_by": self.stopped_by,
            "path": self.kind,
            "hardest": self.hardest,
            "hard_steps": self.hard_steps,
            "bound": None if self.bound is None else self.bound._asdict(),
            "optimal": self.optimal,
            "steps": [step.to_dict() for step in self.steps],
            "end": str(self.end),
        }


def hodoku_score_of(techniques: Sequence[str]) -> int | None:
    """Return HoDoKu's points for these steps together; None if HoDoKu lacks one of them."""
    known = catalog()
    scores = [(known[name].hodoku_score, count) for name, count in Counter(techniques).items()]
    if any(score is None for score, _ in scores):
        return None
    return sum(score * count for score, count in scores if score)


def hodoku_level_of(techniques: Sequence[str]) -> str | None:
    """Return HoDoKu's level of a path with these steps; None if it has none."""
    score = hodoku_score_of(techniques)
    levels = {catalog()[name].hodoku_level for name in set(techniques)}
    if score is None or not levels:
        return None
    return hodoku_level(max(LEVELS.index(level) for level in levels if level), score)


def outcome_of(status: Status, end: str | None, *, wrong: bool = False) -> str:
    """Return how a path ended, from the status of its puzzle and the end of the walk, if any."""
    if status in (Status.UNKNOWN, Status.FOUND):
        return "undecided"
    if status is not Status.UNIQUE:
        return "not-unique"
    if wrong:
        return "mistakes"
    if end == "full":
        return "solved"
    return "stopped" if end in LIMITS else "stuck"


def explain(
    puzzle: Board | PuzzleLike,
    *,
    techniques: Iterable[str] | None = None,
    order: OrderLike = None,
    path: Literal["greedy", "easiest"] = "greedy",
    limit: LimitLike = None,
) -> Path:
    """Solve a puzzle one step at a time, each with its technique and its proof.

    `order` is "nonet" (the default), "hodoku", "sudoku-explainer", an Order, or names of
    techniques; `techniques` restrict it. A `limit` is in seconds, or a Limit of seconds and nodes
    (steps). A board is used as it is, with its digits and candidates.

    A greedy path always takes the first step of the easiest technique, as other programs do; some
    forcing chains, such as cell and region chains, are looked for together and count as one. With
    `path="easiest"`, the hardest step is as easy as possible, then there are as few steps of that
    technique as possible, then as few steps as possible; no path can beat `bound`, and `optimal`
    says whether this one reaches it. If the order does not solve the puzzle, or the limit ends
    the path, it is greedy.

    A puzzle without a unique solution, or a board that contradicts it, is not explained: `status`,
    `solutions` and `mistakes` say why.
    """
    if path not in ("greedy", "easiest"):
        raise ArgumentError(f"path: expected 'greedy' or 'easiest', found {path!r:.40}")
    chosen = as_order(order, techniques)
    limit = Limit.in_seconds(limit)
    board = as_board(puzzle)
    clock = limit.start()
    seconds = limit.seconds
    result = best_engine(board.puzzle).solve(board.puzzle, Limit(2, seconds=seconds))
    if result.status is Status.NO_SOLUTION and board is not puzzle:
        contradiction = _contradiction(board, chosen, clock, limit)
        return Path(board, chosen, result.status, (), _walked=contradiction)
    if result.status is not Status.UNIQUE:
        return Path(board, chosen, result.status, result.solutions, stopped_by=result.stopped_by)
    # A board made from the givens has every candidate that they leave, and no mistakes.
    mistakes = find_mistakes(board, result.solutions[0]) if board is puzzle else ()
    if mistakes:
        return Path(board, chosen, result.status, result.solutions, mistakes)
    if path == "easiest" and limit.nodes is None:
        found = find_easiest(board, chosen, clock)
        if found is not None:
            easiest, bound = found
            return Path(
                board, chosen, result.status, result.solutions, (), None, path, bound, easiest
            )
    walked = _walk(board, chosen.chooser, chosen.techniques, clock, limit)
    stopped = walked.end if walked.end in LIMITS else None
    return Path(board, chosen, result.status, result.solutions, (), stopped, _walked=walked)


def _contradiction(board: Board, order: Order, clock: Clock, limit: Limit) -> native.Path | None:
    """Return steps that prove that a puzzle has no solution, if an order finds them."""
    techniques = [name for name in order.techniques if "uniqueness" not in catalog()[name].needs]
    walked = _walk(board, order.chooser, techniques, clock, limit)
    return walked if walked.end == "contradiction" else None


def _walk(
    board: Board, chooser: str, techniques: Iterable[str], clock: Clock, limit: Limit
) -> native.Path:
    return native.logic_of(board.puzzle.geometry).walk(
        native_board(board),
        chooser,
        [*techniques],
        seconds=clock.seconds_left,
        steps=limit.nodes,
    )
