"""Steps in words: one line in common notation, and sentences that a beginner can follow.

The core makes both (rust/logic/src/words) from a step's marks and proof alone, so a new
technique needs no code, and from the templates of a language, so a new language needs none either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from nonet import native
from nonet.core.board import Board
from nonet.core.errors import ArgumentError
from nonet.core.geometry import Geometry
from nonet.core.step import Step
from nonet.logic.finding import RawStep, raw_step
from nonet.logic.languages import Language, language_named
from nonet.render.picture import digit_names

_KINDS = {"row": "r", "column": "c", "box": "b", "region": "b"}
_Said = TypeVar("_Said")


def format_step(board: Board, step: Step, *, language: Language | str | None = None) -> str:
    """Return a step on one line: the technique, where it is, and what follows.

    >>> from nonet.logic.finding import find_steps
    >>> board = Board.of(__import__("nonet").parse("...4..1.2.4..3.."))
    >>> format_step(board, find_steps(board, "naked-single")[0])
    'Naked single: r3c2 => r3c2=1'
    """
    return _tell(board, step, language, native.Teller.line)


def format_conclusion(step: Step) -> str:
    """Return what a step concludes: placements and eliminations, cells grouped by digit."""
    return native.conclusion(step.placements, step.eliminations, step.size)


def describe_step(board: Board, step: Step, *, language: Language | str | None = None) -> str:
    """Explain a step in sentences: what it is, why it holds here, what follows."""
    line = format_step(board, step, language=language)
    return " ".join([f"{line}.", *step_sentences(board, step, language=language)])


def step_sentences(
    board: Board, step: Step, *, language: Language | str | None = None
) -> list[str]:
    """Return why a step holds, first in general, then here; the last sentence is what follows."""
    return _tell(board, step, language, native.Teller.sentences)


def a_digit(said: Language, digit: int) -> str:
    """Return a digit with its article: a 5, an 8, eine 5."""
    return said.say("need.digit", count=digit, digit=digit)


def _tell(
    board: Board,
    step: Step,
    language: Language | str | None,
    tell: Callable[[native.Teller, RawStep], _Said],
) -> _Said:
    size = board.layout.size
    if not isinstance(step, Step) or step.size != size:
        raise ArgumentError(f"expected a Step for {size}x{size}, found {step!r:.40}")
    teller = teller_of(board.puzzle.geometry, language_named(language))
    try:
        return tell(teller, raw_step(step))
    except (TypeError, ValueError, IndexError, OverflowError) as error:
        raise ArgumentError(f"step: cannot be put into words: {error}") from None


@lru_cache(maxsize=64)
def teller_of(geometry: Geometry, said: Language) -> native.Teller:
    """Return what tells steps on a board in a language."""
    size = geometry.layout.size
    names = digit_names(size, None)
    groups = [
        (list(cells), said.house(geometry, number), _short(geometry.group_name(number)))
        for number, cells in enumerate(geometry.groups)
    ]
    return native.Teller(
        [said.wordings(key) for key in native.TEXTS],
        [(words["title"], words["why"]) for words in map(said.technique, native.TECHNIQUES)],
        size,
        groups,
        [".", *names[1:]],
    )


def _short(name: str) -> tuple[str, str] | None:
    """Return the letter and the number of a row, a column or a box."""
    kind, _, number = name.partition(" ")
    return (_KINDS[kind], number) if kind in _KINDS and number.isdigit() else None
