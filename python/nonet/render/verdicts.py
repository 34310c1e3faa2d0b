"""Results in words: what is proved, how far a search got, how long it took."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.core.errors import counted
from nonet.core.limit import Limit
from nonet.core.puzzle import Grid
from nonet.core.result import Result, Status
from nonet.judge import Verdict, wrong_digits

_FEW = 5
"""How many problems of a grid are listed; the rest are counted."""
_SOME = 20
"""How many placed digits are listed."""


def verdict(result: Result, limit: Limit | None = None) -> str:
    """Say what a result proves, in more detail if its limit is given."""
    seen = len(result.solutions)
    if result.status is Status.UNIQUE:
        return "This is the only solution."
    if result.status is Status.NO_SOLUTION:
        return "There is no solution."
    if result.stopped_by:
        found = f"{seen} found" if seen else "No solution found"
        return f"{found} before the limit on {result.stopped_by} was reached."
    if result.status is Status.FOUND:
        return "This is a solution; there may be others."
    if limit is None or seen == limit.solutions:
        return f"There are at least {seen} solutions."
    return f"There are exactly {seen} solutions."


def describe_problems(found: Verdict, cells: int) -> list[str]:
    """Say in a few lines what is wrong with a grid, empty cells first.

    >>> describe_problems(Verdict(("r1c1 is empty", "r1c2 is empty"), (), 2), 16)
    ['2 of 16 cells are empty', 'no rule is broken so far']
    """
    if not found.open_cells:
        return _first_few(found.problems)
    is_one = found.open_cells == 1
    said = f"{found.open_cells} of {counted(cells, 'cells')} {'is' if is_one else 'are'} empty"
    return [said, *(_first_few(found.broken) or ["no rule is broken so far"])]


def _first_few(problems: Sequence[str], most: int = _FEW) -> list[str]:
    few = list(problems[:most])
    more = len(problems) - len(few)
    return [*few, f"and {more} more"] if more else few


def describe_placed(placed: bytes, solution: Grid) -> str:
    """Say which placed digits are wrong, or that none are.

    >>> from nonet.core.layout import Layout
    >>> solution = Grid(bytes([1, 2, 2, 1]), Layout(1, 2))
    >>> describe_placed(bytes([0, 2, 0, 0]), solution)
    'The placed digit is right.'
    >>> describe_placed(bytes([2, 2, 0, 0]), solution)
    'Of 2 placed digits, 1 is wrong: r1c1=2.'
    """
    count, wrong = len(placed) - placed.count(0), wrong_digits(placed, solution)
    which = ", ".join(_first_few(wrong, _SOME))
    if count == 1:
        return f"The placed digit is {f'wrong: {which}' if wrong else 'right'}."
    if not wrong:
        return f"{'Both' if count == 2 else f'All {count}'} placed digits are right so far."
    are = "are" if len(wrong) > 1 else "is"
    return f"Of {count} placed digits, {len(wrong)} {are} wrong: {which}."


def describe_reached(result: Result) -> str:
    """Say how far a search got."""
    stats, cells = result.stats, result.puzzle.layout.cell_count
    facts = [
        None if stats.fixed is None else f"{stats.fixed:,} of {cells:,} cells fixed",
        None if stats.nodes is None else f"{stats.nodes:,} nodes",
        None if stats.conflicts is None else f"{stats.conflicts:,} conflicts",
    ]
    return ", ".join(filter(None, facts)) or format_time(stats.seconds)


def format_time(seconds: float | None) -> str:
    """Format a duration.

    >>> format_time(0.00123), format_time(75.25)
    ('1.23 ms', '75.25 s')
    """
    seconds = seconds or 0.0
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.2f} ms"
