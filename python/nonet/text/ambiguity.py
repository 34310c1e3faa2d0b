"""Several ways to read one text: they have to agree, for none of them is better than another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from nonet.core.errors import Advice, AmbiguityError, ParseError

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
    """Try every way; return what all agree on that do not fail.

    If two differ, that is an AmbiguityError, which advises to use the keyword: for a layout any,
    else one of the names of ways. If all fail, `choose` picks the error to raise.
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
    if len(results) > 1:
        choices = () if keyword == "layout" else tuple(results.values())
        column = None if line is None else 1
        advice = Advice(keyword, choices)
        raise AmbiguityError(wanted, found, line=line, column=column, advice=advice)
    for result in results:
        return result
    raise choose(errors)
