"""The original interfaces of two of the studies that the lab reproduces (docs/origins.md)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.core.errors import ArgumentError, ParseError
from nonet.core.limit import Limit
from nonet.lab.method import Run, run_method
from nonet.lab.presets import method_named
from nonet.notations.parsing import parse_text
from nonet.text.arrays import parse_array
from nonet.text.lines import open_binary, read_all

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_METHODS = {"back": "backtracking", "forward": "forward-checking"}


def solve(filename: Path | str, method: str = "back", *, limit: Limit | int | None = 1) -> Run:
    """Solve a board from a file with the method "back" or "forward".

    This is the interface of the study "Backtracking and forward checking".
    """
    if method not in _METHODS:
        raise ArgumentError(f"method: expected 'back' or 'forward', found {method!r}")
    with open_binary(filename) as stream:
        text = read_all(stream)
    try:
        puzzle = parse_text(text)
    except ParseError as error:
        raise error.at(source=str(filename)) from None
    return run_method(method_named(_METHODS[method]), puzzle, Limit.of(limit), seed=0)


def sudoku_solver(array: ArrayLike, strategy: str = "backtracking") -> NDArray[Any]:
    """Return the solved array, or one filled with -1, using a strategy of the lab.

    This is the interface of the study "Array in, array out".
    """
    import numpy as np

    given = np.asarray(array)
    puzzle = parse_array(given)
    run = run_method(method_named(strategy), puzzle, Limit(solutions=1), seed=0)
    if run.solution is None:
        return np.full(given.shape, -1, dtype=np.int64)
    return run.solution.to_array().reshape(given.shape).astype(np.int64)
