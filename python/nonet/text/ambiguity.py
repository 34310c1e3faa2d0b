"""Several ways to read one text: they have to agree, for none of them is better than another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from nonet.core.errors import Advice, AmbiguityError, ArgumentError, ParseError
from nonet.core.puzzle import Puzzle

_T = TypeVar("_T", bound=Hashable)


def only_reading(
    ways: Mapping[str, Callable[[], _T]],
    *,
    wanted: str,
    found: str,
    keyword: str,
    choose: Callable[[Sequence[ParseError]], ParseError],
    line: int | None = None,
) -> _T:
    """Try every way; return the result on which all successful ways agree.

    If two results differ, that is an AmbiguityError, which advises to use the keyword: the layout
    of one of the puzzles if their layouts differ, otherwise the name of one of the ways. If all
    fail, `choose` picks the error to raise.
    """
    results: dict[_T, str] = {}
    errors: list[ParseError] = []
    for name, read in ways.items():
        try:
            results.setdefault(read(), name)
        except AmbiguityError:
            raise
        except ParseError as error:
            errors.append(error)
        except ArgumentError as error:  # A board read this way has no such alphabet.
            errors.append(_misfit(error))
    if len(results) > 1:
        choices = _shapes(results) if keyword == "layout" else tuple(results.values())
        column = None if line is None else 1
        advice = Advice(keyword, choices) if choices else None
        raise AmbiguityError(wanted, found, line=line, column=column, advice=advice)
    for result in results:
        return result
    chosen = choose(errors)
    raise chosen.__cause__ if isinstance(chosen.__cause__, ArgumentError) else chosen


def _misfit(cause: ArgumentError) -> ParseError:
    error = ParseError("another argument", str(cause))
    error.__cause__ = cause
    return error


def _shapes(puzzles: Iterable[object]) -> tuple[str, ...]:
    """Return the box shapes that distinguish puzzles; none if two have the same."""
    shapes = [puzzle.layout.shape for puzzle in puzzles if isinstance(puzzle, Puzzle)]
    return tuple(shapes) if len(set(shapes)) == len(shapes) else ()
