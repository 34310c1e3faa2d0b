"""Which cases of a test run every time, and which in .ci/run only."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def quick_first(number: int, cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`: so many run every time, those behind them are slow."""
    return [
        case if index < number else pytest.param(*_values(case), marks=pytest.mark.slow)
        for index, case in enumerate(cases)
    ]


def quick_share(step: int, cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`: the first of every `step` runs every time."""
    return [
        pytest.param(*_values(case), marks=pytest.mark.slow) if index % step else case
        for index, case in enumerate(cases)
    ]


def quick_only(names: Collection[Any], cases: Iterable[Any]) -> list[Any]:
    """Return cases for `parametrize`: those named run every time, the others are slow."""
    return [
        case if case in names else pytest.param(*_values(case), marks=pytest.mark.slow)
        for case in cases
    ]


IS_FULL = bool(os.environ.get("NONET_FULL_TESTS"))
"""Whether tests try all of their examples, as in .ci/run."""


def examples(number: int, share: int = 5) -> int:
    """Return how many examples a property test tries: all of them, or a fifth if in a hurry."""
    return number if IS_FULL else max(number // share, 5)


def some(cases: Iterable[T], step: int) -> list[T]:
    """Return what a loop in a test goes through: all cases, or one of `step` if in a hurry."""
    return list(cases)[:: 1 if IS_FULL else step]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)
